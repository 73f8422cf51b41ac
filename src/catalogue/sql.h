// sql.h: what the two halves of the catalogue share: the open file, errors and statements.
#ifndef MW_CATALOGUE_SQL_H
#define MW_CATALOGUE_SQL_H

#include "catalogue/catalogue.h"

#include <sqlite3.h>

#define FINE         MW_CATALOGUE_FINE
#define STRING(x)    STRING_OF(x)
#define STRING_OF(x) #x

typedef mw_catalogue_status status;

struct mw_catalogue {
    sqlite3 *db;
    char *path; // as SQLite is given it: never a name that it would take for something special
    const char *name; // within path, as the caller wrote it
    bool writes;
};

#define COLUMNS                                                                                    \
    "number, kind, id, canonical, hash, width, height, depth, energy, objective, method, seed,"    \
    " evaluations, version, generator, created, proven"

#define LIST_MEASURES "SELECT name, value FROM measure WHERE maze = ? ORDER BY rowid"

status mw_sql_fail(const mw_catalogue *, mw_error *, status, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
status mw_sql_broken(const mw_catalogue *, mw_error *); // what SQLite says is wrong
status mw_sql_no_memory(const mw_catalogue *, mw_error *);
status mw_sql_prepare(mw_catalogue *, const char *sql, sqlite3_stmt **, mw_error *);
status mw_sql_ask(mw_catalogue *, const char *sql, int64_t *, mw_error *); // one number
void mw_sql_bind_text(sqlite3_stmt *, int at, const char *text);           // NULL for NULL
double mw_sql_real(sqlite3_stmt *, int column);                            // NaN for NULL

#endif
