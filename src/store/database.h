// database.h: a file of our own in SQLite: opened without ever touching a file that is not ours or
// is of a newer program, and errors as sentences. The file has a log: a process killed at any
// moment loses at most what it was just storing.
//
// A database is used by one thread at a time; several processes may open one file, and a writer
// waits up to ten seconds for another.
#ifndef MW_STORE_DATABASE_H
#define MW_STORE_DATABASE_H

#include "mazewright/mazewright.h"

#include <sqlite3.h>

typedef struct mw_database mw_database;

// What every call answers; anything but FINE comes with a sentence in *error.
typedef enum {
    MW_DATABASE_FINE,
    MW_DATABASE_REQUEST, // what was asked for makes no sense, or is not there
    MW_DATABASE_FILE,    // no such file, not one of ours, a newer one, or a damaged one
    MW_DATABASE_SYSTEM,  // disk full, no permission, locked for too long, out of memory
} mw_database_status;

// What kind of file it is.
typedef struct mw_schema {
    const char *noun;     // "catalogue"
    const char *whole;    // "a catalogue of mazes"
    const char *maker;    // how to get one: "'catalogue import' makes one"
    const char *rescue;   // what to do about a damaged one
    uint32_t application; // in the header of the file, as SQLite's application_id
    int version;          // user_version; counts up when the tables change
    // The tables, one text for each version from 1 on: what it adds to the one before.
    const char *const *tables;
    const char *probe; // a statement that is an error where the tables are not as they should be
} mw_schema;

struct mw_database {
    const mw_schema *schema;
    sqlite3 *db;
    char *path; // as SQLite is given it: never a name that it would take for something special
    const char *name; // within path, as the caller wrote it
    bool writes;
};

// A file that is not of this schema, or of a newer one, is refused and left as it is, byte for
// byte. For writing it is made if it is not there or is empty. *out is NULL unless FINE; free with
// mw_database_close, which takes NULL.
mw_database_status mw_database_open(mw_database **out, const char *file, const mw_schema *,
                                    bool writes, mw_error *);
void mw_database_close(mw_database *);

mw_database_status mw_sql_fail(const mw_database *, mw_error *, mw_database_status,
                               const char *format, ...) __attribute__((format(printf, 4, 5)));
mw_database_status mw_sql_broken(const mw_database *, mw_error *); // what SQLite says is wrong
mw_database_status mw_sql_no_memory(const mw_database *, mw_error *);
mw_database_status mw_sql_run(mw_database *, const char *sql, mw_error *);
// A transaction: begins one, or ends it: as told by what became of it, which is what it returns,
// unless even that fails.
mw_database_status mw_sql_begin(mw_database *, mw_error *);
mw_database_status mw_sql_end(mw_database *, mw_database_status, mw_error *);
mw_database_status mw_sql_prepare(mw_database *, const char *sql, sqlite3_stmt **, mw_error *);
// One number that a statement gives, -1 if it gives none.
mw_database_status mw_sql_ask(mw_database *, const char *sql, int64_t *, mw_error *);
void mw_sql_bind_text(sqlite3_stmt *, int at, const char *text); // NULL for NULL
double mw_sql_real(sqlite3_stmt *, int column);                  // NaN for NULL
// A copy of a column, which the caller frees; NULL for NULL, and with *ok false when memory runs
// out.
char *mw_sql_copy(sqlite3_stmt *, int column, bool *ok);

#endif
