// database.h: a file of this program, kept by SQLite. A file of another program, or of a newer
// version of this one, is never changed. SQLite keeps a log, so a process that is killed at any
// moment loses at most what it was storing at that moment.
//
// One thread at a time may use a database. Several processes may open the same file; a writer waits
// up to ten seconds for another one.
//
// A function that fails returns false (or NULL) and fills in *error, with one of these codes:
//   MW_ERROR_REQUEST  what was asked for makes no sense, or is not there
//   MW_ERROR_INPUT    there is no such file, it belongs to another program or a newer version,
//                     or it is damaged
//   MW_ERROR_SYSTEM   the disk is full, a permission is missing, or another program holds the file
//   MW_ERROR_MEMORY   memory ran out
#ifndef MW_STORE_DATABASE_H
#define MW_STORE_DATABASE_H

#include "mazewright/mazewright.h"

#include <sqlite3.h>

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

typedef struct mw_database {
    const mw_schema *schema;
    sqlite3 *db;
    char *path;       // as SQLite gets it: never a name with a special meaning for SQLite
    const char *name; // within path, as the caller wrote it
    bool writes;
    int64_t version; // of its tables
    int wait_ms;     // for another writer
    int64_t mark;    // of its user, who may find out by it whether another one changed the file
} mw_database;

// With `writes`, a file that is missing or empty is made. A file of another schema, or of a newer
// version of this one, is refused and left as it is, byte for byte. NULL and *error: it cannot be
// opened. The caller closes it with mw_database_close, which takes NULL.
mw_database *mw_database_open(const char *file, const mw_schema *, bool writes, mw_error *);
void mw_database_close(mw_database *);
void mw_database_wait(mw_database *, int milliseconds); // for another writer, from now on

// ---- failures: each fills in *error and returns false
bool mw_sql_fail(const mw_database *, mw_error *, mw_error_code, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
bool mw_sql_no_memory(const mw_database *, mw_error *);

// ---- statements
// The values of a statement's '?' follow `types`, which has a letter for each: 'i' an int64_t; 'o'
// the same, after a bool that says whether there is one (else NULL is stored); 'r' a double (NaN is
// stored as NULL); 't' a text (NULL is stored as NULL).

// Runs a statement that gives no rows.
bool mw_sql_run(mw_database *, mw_error *, const char *sql, const char *types, ...);
// Calls `row` for each row that a statement gives. Where `row` returns false, having filled in the
// error, no more rows follow and the answer is false, too.
typedef bool mw_sql_row(void *context, sqlite3_stmt *, mw_error *);
bool mw_sql_each(mw_database *c, mw_error *error, mw_sql_row *row, void *context, const char *sql,
                 const char *types, ...);
// The number in the first column of the first row; -1 where the statement gives no row.
bool mw_sql_ask(mw_database *, mw_error *, int64_t *, const char *sql, const char *types, ...);

// A transaction begins, and later ends. With `ok` it is committed; else, or where that fails, it is
// rolled back. Returns whether it was committed; with `ok` false, *error stays as it is.
bool mw_sql_begin(mw_database *, mw_error *);
bool mw_sql_end(mw_database *, bool ok, mw_error *);

double mw_sql_real(sqlite3_stmt *, int column);      // NaN for NULL
const char *mw_sql_text(sqlite3_stmt *, int column); // NULL for NULL; lives until the next row
// A copy of a column, which the caller frees; NULL for NULL. Where memory runs out it is NULL, too,
// and *ok becomes false.
char *mw_sql_copy(sqlite3_stmt *, int column, bool *ok);

#endif
