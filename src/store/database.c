// database.c: see database.h. Every transaction goes through SQLite's write-ahead log, so being
// killed can only undo the last one.
#include "store/database.h"

#include "core/text.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define FINE    MW_DATABASE_FINE
#define WAIT_MS 10000 // for another writer

typedef mw_database_status status;

// ---- errors

status mw_sql_fail(const mw_database *c, mw_error *error, status s, const char *format, ...)
{
    va_list arguments;
    *error = (mw_error){0};
    int n = snprintf(error->text, sizeof error->text, "%.200s: ", c->name);
    va_start(arguments, format);
    vsnprintf(error->text + n, sizeof error->text - (size_t)n, format, arguments);
    va_end(arguments);
    return s;
}

// What SQLite's last failure means to a user.
status mw_sql_broken(const mw_database *c, mw_error *error)
{
    static const struct {
        int code;
        status status;
        const char *advice;
    } meanings[] = {
        {SQLITE_FULL, MW_DATABASE_SYSTEM, "free some space; what was stored before is safe"},
        {SQLITE_BUSY, MW_DATABASE_SYSTEM, "another program holds it; try again when it has done"},
        {SQLITE_READONLY, MW_DATABASE_SYSTEM, "check the permissions of the file and its folder"},
        {SQLITE_CANTOPEN, MW_DATABASE_SYSTEM, "check the permissions of the file and its folder"},
        {SQLITE_PERM, MW_DATABASE_SYSTEM, "check the permissions of the file and its folder"},
        {SQLITE_NOMEM, MW_DATABASE_SYSTEM, "close other programs or add memory"},
        {SQLITE_IOERR, MW_DATABASE_SYSTEM, "check the disk"},
        {SQLITE_CORRUPT, MW_DATABASE_FILE, "it is damaged; "}, // and what its schema says
        {SQLITE_NOTADB, MW_DATABASE_FILE, "it is damaged; take a copy of it"},
        {SQLITE_ERROR, MW_DATABASE_FILE, "it has not the tables it should have; take a copy of it"},
        {SQLITE_CONSTRAINT, MW_DATABASE_FILE, "its tables are not as they were made; take a copy"},
        {SQLITE_MISMATCH, MW_DATABASE_FILE, "its tables are not as they were made; take a copy"},
    };
    int code = sqlite3_errcode(c->db) & 0xff;
    for (size_t i = 0; i < sizeof meanings / sizeof *meanings; i++)
        if (meanings[i].code == code)
            return mw_sql_fail(c, error, meanings[i].status, "%s; %s%s", sqlite3_errmsg(c->db),
                               meanings[i].advice, code == SQLITE_CORRUPT ? c->schema->rescue : "");
    return mw_sql_fail(c, error, MW_DATABASE_SYSTEM, "%s", sqlite3_errmsg(c->db));
}

status mw_sql_no_memory(const mw_database *c, mw_error *error)
{
    return mw_sql_fail(c, error, MW_DATABASE_SYSTEM, "out of memory");
}

// ---- statements

status mw_sql_run(mw_database *c, const char *sql, mw_error *error)
{
    return sqlite3_exec(c->db, sql, NULL, NULL, NULL) ? mw_sql_broken(c, error) : FINE;
}

status mw_sql_begin(mw_database *c, mw_error *error)
{
    return mw_sql_run(c, "BEGIN IMMEDIATE", error);
}

status mw_sql_end(mw_database *c, status s, mw_error *error)
{
    if (!s)
        s = mw_sql_run(c, "COMMIT", error);
    if (s) // some failures have rolled back already
        sqlite3_exec(c->db, "ROLLBACK", NULL, NULL, NULL);
    return s;
}

status mw_sql_prepare(mw_database *c, const char *sql, sqlite3_stmt **out, mw_error *error)
{
    return sqlite3_prepare_v2(c->db, sql, -1, out, NULL) ? mw_sql_broken(c, error) : FINE;
}

status mw_sql_ask(mw_database *c, const char *sql, int64_t *out, mw_error *error)
{
    sqlite3_stmt *q;
    status s = mw_sql_prepare(c, sql, &q, error);
    if (s)
        return s;
    int step = sqlite3_step(q);
    *out = step == SQLITE_ROW ? sqlite3_column_int64(q, 0) : -1;
    if (step != SQLITE_ROW && step != SQLITE_DONE)
        s = mw_sql_broken(c, error);
    sqlite3_finalize(q);
    return s;
}

void mw_sql_bind_text(sqlite3_stmt *q, int at, const char *text)
{
    sqlite3_bind_text(q, at, text, -1, SQLITE_STATIC); // NULL is stored as NULL
}

// NULL is as which SQLite stores NaN.
double mw_sql_real(sqlite3_stmt *q, int column)
{
    bool null = sqlite3_column_type(q, column) == SQLITE_NULL;
    return null ? (double)NAN : sqlite3_column_double(q, column);
}

char *mw_sql_copy(sqlite3_stmt *q, int column, bool *ok)
{
    const char *text = (const char *)sqlite3_column_text(q, column);
    char *copy = text ? strdup(text) : NULL;
    if (!copy && (text || sqlite3_column_type(q, column) != SQLITE_NULL))
        *ok = false;
    return copy;
}

// ---- opening

static uint32_t big_endian(const unsigned char *p)
{
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

// "Made by a newer program", found in two places.
static status newer(const mw_database *c, int64_t version, mw_error *error)
{
    return mw_sql_fail(c, error, MW_DATABASE_FILE,
                       "is a %s of version %lld, and this program knows version %d; use a newer "
                       "mazewright",
                       c->schema->noun, (long long)version, c->schema->version);
}

static status cannot_open(const mw_database *c, mw_error *error)
{
    char why[100] = "unknown error"; // strerror is not for a program with threads
    strerror_r(errno, why, sizeof why);
    return mw_sql_fail(c, error, MW_DATABASE_FILE, "cannot open: %s", why);
}

// Only a file with our mark is given to SQLite: merely opening a foreign database may roll back its
// journal or fold in its log. A header is 100 bytes: user_version at 60, application_id at 68.
static status check_header(const mw_database *c, mw_error *error)
{
    unsigned char header[100];
    struct stat st;
    if (stat(c->path, &st)) {
        if (errno != ENOENT)
            return cannot_open(c, error);
        return c->writes ? FINE
                         : mw_sql_fail(c, error, MW_DATABASE_FILE, "there is no such file; %s",
                                       c->schema->maker);
    }
    if (!S_ISREG(st.st_mode))
        return mw_sql_fail(c, error, MW_DATABASE_FILE, "is not a file; name a %s", c->schema->noun);
    if (!st.st_size)
        return c->writes ? FINE
                         : mw_sql_fail(c, error, MW_DATABASE_FILE, "is empty; name a %s",
                                       c->schema->noun);
    FILE *f = fopen(c->path, "rb");
    if (!f)
        return cannot_open(c, error);
    size_t length = fread(header, 1, sizeof header, f);
    bool failed = ferror(f);
    fclose(f);
    if (failed)
        return mw_sql_fail(c, error, MW_DATABASE_SYSTEM, "cannot read; check the disk");
    if (length < sizeof header || memcmp(header, "SQLite format 3", 16) ||
        big_endian(header + 68) != c->schema->application)
        return mw_sql_fail(c, error, MW_DATABASE_FILE,
                           "is not %s and is left as it is; name another file", c->schema->whole);
    uint32_t version = big_endian(header + 60);
    return version > (uint32_t)c->schema->version ? newer(c, version, error) : FINE;
}

// Names from which SQLite would read more than a path (":memory:", "file:...") begin with "./".
static char *path_of(const char *name, const char **within)
{
    size_t prefix = *name == '/' ? 0 : 2, size = prefix + strlen(name) + 1;
    char *path = malloc(size);
    if (path) {
        snprintf(path, size, "%s%s", prefix ? "./" : "", name);
        *within = path + prefix;
    }
    return path;
}

// The tables are made in one transaction before the log is switched on: so whoever finds the file,
// after whatever has happened, finds nothing or the whole, and the mark is in its header.
static status create(mw_database *c, mw_error *error)
{
    const mw_schema *schema = c->schema;
    char mark[100];
    int64_t version = 0;
    status s = mw_sql_begin(c, error);
    if (s)
        return s;
    snprintf(mark, sizeof mark, "PRAGMA application_id = %u; PRAGMA user_version = %d",
             (unsigned)schema->application, schema->version);
    s = mw_sql_ask(c, "PRAGMA user_version", &version, error); // another may have been first
    for (int64_t v = version; !s && v < schema->version; v++)
        s = mw_sql_run(c, schema->tables[v], error);
    if (!s && version < schema->version)
        s = mw_sql_run(c, mark, error);
    s = mw_sql_end(c, s, error);
    if (!s) // where it cannot be (busy, no shared memory) the rollback journal is as safe, only
            // slower
        sqlite3_exec(c->db, "PRAGMA journal_mode = WAL", NULL, NULL, NULL);
    return s;
}

static status connect(mw_database *c, const char *path, int flags, mw_error *error)
{
    int code = sqlite3_open_v2(path, &c->db, flags, NULL);
    if (!c->db)
        return mw_sql_no_memory(c, error);
    if (code)
        return mw_sql_broken(c, error);
    sqlite3_busy_timeout(c->db, WAIT_MS);
    // A killed process loses nothing that is in the log, synchronous or not; NORMAL also keeps the
    // file whole when the power fails.
    return mw_sql_run(c,
                      "PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON;"
                      "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON",
                      error);
}

// A file on a medium that cannot be written, without a log: SQLite wants to make its lock file
// beside it unless told that nobody can change it.
static status connect_immutable(mw_database *c, mw_error *error)
{
    mw_writer uri = {0};
    mw_write(&uri, "file:");
    for (const char *p = c->path; *p; p++)
        mw_write(&uri, strchr("?#%", *p) ? "%%%02X" : "%c", (unsigned char)*p);
    mw_write(&uri, "?immutable=1");
    char *text = mw_writer_take(&uri);
    sqlite3_close(c->db);
    c->db = NULL;
    status s = text ? connect(c, text, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, error)
                    : mw_sql_no_memory(c, error);
    free(text);
    return s;
}

static bool has_log(const mw_database *c)
{
    struct stat st;
    mw_writer w = {0};
    mw_write(&w, "%s-wal", c->path);
    char *log = mw_writer_take(&w);
    bool has = !log || (!stat(log, &st) && st.st_size);
    free(log);
    return has;
}

// Readers also connect for writing where they may: only so can what a killed writer left in the log
// be folded in, and the lock files taken away again.
static status open_file(mw_database *c, mw_error *error)
{
    int64_t version = 0;
    status s =
        connect(c, c->path, SQLITE_OPEN_READWRITE | (c->writes ? SQLITE_OPEN_CREATE : 0), error);
    if (!s && c->writes && sqlite3_db_readonly(c->db, "main"))
        return mw_sql_fail(c, error, MW_DATABASE_SYSTEM,
                           "cannot be written; check its permissions");
    if (!s)
        s = mw_sql_ask(c, "PRAGMA user_version", &version, error);
    if (s == MW_DATABASE_SYSTEM && !c->writes && c->db && !has_log(c)) {
        s = connect_immutable(c, error);
        if (!s)
            s = mw_sql_ask(c, "PRAGMA user_version", &version, error);
    }
    if (!s && version > c->schema->version) { // the header was older than the log
        sqlite3_db_config(c->db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
        s = newer(c, version, error);
    }
    if (!s && c->writes)
        s = create(c, error);
    if (!s && !c->writes)
        s = mw_sql_run(c, "PRAGMA query_only = ON", error);
    int64_t probe;
    return s ? s : mw_sql_ask(c, c->schema->probe, &probe, error);
}

mw_database_status mw_database_open(mw_database **out, const char *file, const mw_schema *schema,
                                    bool writes, mw_error *error)
{
    mw_database *c = calloc(1, sizeof *c);
    *out = NULL;
    if (!c || !(c->path = path_of(file, &c->name))) {
        free(c);
        return mw_sql_no_memory(&(mw_database){.name = file}, error);
    }
    c->schema = schema;
    c->writes = writes;
    status s = *file ? check_header(c, error)
                     : mw_sql_fail(&(mw_database){.name = schema->noun}, error, MW_DATABASE_FILE,
                                   "the name is empty; name a file");
    if (!s)
        s = open_file(c, error);
    if (s)
        mw_database_close(c);
    else
        *out = c;
    return s;
}

void mw_database_close(mw_database *c)
{
    if (!c)
        return;
    sqlite3_close(c->db);
    free(c->path);
    free(c);
}
