// database.c: see database.h. Every transaction goes through SQLite's write-ahead log, so a kill
// can only undo the last one.
#include "store/database.h"

#include "core/text.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#define WAIT_MS 10000 // for another writer
#define LOOK_MS 10    // how often it is looked whether that one has done

// ---- failures

bool mw_sql_fail(const mw_database *c, mw_error *error, mw_error_code code, const char *format, ...)
{
    va_list arguments;
    *error = (mw_error){.code = code};
    int n = snprintf(error->text, sizeof error->text, "%.200s: ", c->name);
    va_start(arguments, format);
    vsnprintf(error->text + n, sizeof error->text - (size_t)n, format, arguments);
    va_end(arguments);
    return false;
}

// Says what SQLite's last failure means to a user.
static bool broken(const mw_database *c, mw_error *error)
{
    static const struct {
        int code;
        mw_error_code ours;
        const char *advice;
    } meanings[] = {
        {SQLITE_FULL, MW_ERROR_SYSTEM, "free some space; what was stored before is safe"},
        {SQLITE_BUSY, MW_ERROR_SYSTEM, "another program holds it; try again when it has done"},
        {SQLITE_READONLY, MW_ERROR_SYSTEM, "check the permissions of the file and its folder"},
        {SQLITE_CANTOPEN, MW_ERROR_SYSTEM, "check the permissions of the file and its folder"},
        {SQLITE_PERM, MW_ERROR_SYSTEM, "check the permissions of the file and its folder"},
        {SQLITE_NOMEM, MW_ERROR_MEMORY, "close other programs or add memory"},
        {SQLITE_IOERR, MW_ERROR_SYSTEM, "check the disk"},
        {SQLITE_CORRUPT, MW_ERROR_INPUT, "it is damaged; "}, // and what its schema says
        {SQLITE_NOTADB, MW_ERROR_INPUT, "it is damaged; take a copy of it"},
        {SQLITE_ERROR, MW_ERROR_INPUT, "it has not the tables it should have; take a copy of it"},
        {SQLITE_CONSTRAINT, MW_ERROR_INPUT, "its tables are not as they were made; take a copy"},
        {SQLITE_MISMATCH, MW_ERROR_INPUT, "its tables are not as they were made; take a copy"},
    };
    int code = sqlite3_errcode(c->db) & 0xff;
    for (size_t i = 0; i < sizeof meanings / sizeof *meanings; i++)
        if (meanings[i].code == code)
            return mw_sql_fail(c, error, meanings[i].ours, "%s; %s%s", sqlite3_errmsg(c->db),
                               meanings[i].advice, code == SQLITE_CORRUPT ? c->schema->rescue : "");
    return mw_sql_fail(c, error, MW_ERROR_SYSTEM, "%s", sqlite3_errmsg(c->db));
}

bool mw_sql_no_memory(const mw_database *c, mw_error *error)
{
    return mw_sql_fail(c, error, MW_ERROR_MEMORY, "out of memory");
}

// ---- statements

// Prepares a statement and binds its values. The caller finalises it. NULL and *error: it is wrong.
static sqlite3_stmt *prepare(mw_database *c, mw_error *error, const char *sql, const char *types,
                             va_list values)
{
    sqlite3_stmt *q;
    if (sqlite3_prepare_v2(c->db, sql, -1, &q, NULL)) {
        broken(c, error);
        return NULL;
    }
    for (int at = 1; *types; types++, at++)
        if (*types == 'r')
            sqlite3_bind_double(q, at, va_arg(values, double));
        else if (*types == 't')
            sqlite3_bind_text(q, at, va_arg(values, const char *), -1, SQLITE_STATIC);
        else {
            bool given = *types == 'i' || va_arg(values, int);
            int64_t number = va_arg(values, int64_t);
            if (given)
                sqlite3_bind_int64(q, at, number);
        }
    return q;
}

static bool each(mw_database *c, mw_error *error, mw_sql_row *row, void *context, const char *sql,
                 const char *types, va_list values)
{
    sqlite3_stmt *q = prepare(c, error, sql, types, values);
    bool ok = q;
    for (int step; ok && (step = sqlite3_step(q)) != SQLITE_DONE;)
        ok = step == SQLITE_ROW ? row(context, q, error) : broken(c, error);
    sqlite3_finalize(q);
    return ok;
}

bool mw_sql_each(mw_database *c, mw_error *error, mw_sql_row *row, void *context, const char *sql,
                 const char *types, ...)
{
    va_list values;
    va_start(values, types);
    bool ok = each(c, error, row, context, sql, types, values);
    va_end(values);
    return ok;
}

static bool ignore_row(void *context, sqlite3_stmt *q, mw_error *error)
{
    (void)context, (void)q, (void)error;
    return true;
}

bool mw_sql_run(mw_database *c, mw_error *error, const char *sql, const char *types, ...)
{
    va_list values;
    va_start(values, types);
    bool ok = each(c, error, ignore_row, NULL, sql, types, values);
    va_end(values);
    return ok;
}

static bool take_first(void *context, sqlite3_stmt *q, mw_error *error)
{
    int64_t *out = context;
    (void)error;
    if (*out < 0)
        *out = sqlite3_column_int64(q, 0);
    return true;
}

bool mw_sql_ask(mw_database *c, mw_error *error, int64_t *out, const char *sql, const char *types,
                ...)
{
    va_list values;
    *out = -1;
    va_start(values, types);
    bool ok = each(c, error, take_first, out, sql, types, values);
    va_end(values);
    return ok;
}

// Runs several statements, without values.
static bool run_all(mw_database *c, mw_error *error, const char *sql)
{
    return !sqlite3_exec(c->db, sql, NULL, NULL, NULL) || broken(c, error);
}

bool mw_sql_begin(mw_database *c, mw_error *error)
{
    return run_all(c, error, "BEGIN IMMEDIATE");
}

bool mw_sql_end(mw_database *c, bool ok, mw_error *error)
{
    ok = ok && run_all(c, error, "COMMIT");
    if (!ok) // after some failures, SQLite has rolled back already
        sqlite3_exec(c->db, "ROLLBACK", NULL, NULL, NULL);
    return ok;
}

double mw_sql_real(sqlite3_stmt *q, int column)
{
    bool null = sqlite3_column_type(q, column) == SQLITE_NULL;
    return null ? (double)NAN : sqlite3_column_double(q, column);
}

const char *mw_sql_text(sqlite3_stmt *q, int column)
{
    return (const char *)sqlite3_column_text(q, column);
}

char *mw_sql_copy(sqlite3_stmt *q, int column, bool *ok)
{
    const char *text = mw_sql_text(q, column);
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

// Tells that a newer program made the file. The version stands in its header, and in its log.
static bool newer(const mw_database *c, int64_t version, mw_error *error)
{
    return mw_sql_fail(c, error, MW_ERROR_INPUT,
                       "is a %s of version %lld, and this program knows version %d; use a newer "
                       "mazewright",
                       c->schema->noun, (long long)version, c->schema->version);
}

static bool cannot_open(const mw_database *c, mw_error *error)
{
    char why[100] = "unknown error"; // strerror is not for a program with threads
    strerror_r(errno, why, sizeof why);
    return mw_sql_fail(c, error, MW_ERROR_INPUT, "cannot open: %s", why);
}

// Only a file with our mark is given to SQLite: merely opening a foreign database may roll back its
// journal or fold in its log. A header is 100 bytes: user_version at 60, application_id at 68.
static bool check_header(const mw_database *c, mw_error *error)
{
    unsigned char header[100];
    struct stat st;
    if (stat(c->path, &st)) {
        if (errno != ENOENT)
            return cannot_open(c, error);
        return c->writes ||
               mw_sql_fail(c, error, MW_ERROR_INPUT, "there is no such file; %s", c->schema->maker);
    }
    if (!S_ISREG(st.st_mode))
        return mw_sql_fail(c, error, MW_ERROR_INPUT, "is not a file; name a %s", c->schema->noun);
    if (!st.st_size)
        return c->writes ||
               mw_sql_fail(c, error, MW_ERROR_INPUT, "is empty; name a %s", c->schema->noun);
    FILE *f = fopen(c->path, "rb");
    if (!f)
        return cannot_open(c, error);
    size_t length = fread(header, 1, sizeof header, f);
    bool failed = ferror(f);
    fclose(f);
    if (failed)
        return mw_sql_fail(c, error, MW_ERROR_SYSTEM, "cannot read; check the disk");
    if (length < sizeof header || memcmp(header, "SQLite format 3", 16) ||
        big_endian(header + 68) != c->schema->application)
        return mw_sql_fail(c, error, MW_ERROR_INPUT,
                           "is not %s and is left as it is; name another file", c->schema->whole);
    uint32_t version = big_endian(header + 60);
    return version <= (uint32_t)c->schema->version || newer(c, version, error);
}

// SQLite reads more than a path from some names (":memory:", "file:..."); "./" before a name
// prevents that.
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

static bool ask_version(mw_database *c, int64_t *version, mw_error *error)
{
    return mw_sql_ask(c, error, version, "PRAGMA user_version", "");
}

// The tables are made in one transaction, before the log is switched on. So whoever finds the file,
// whatever happened meanwhile, finds it empty or with all tables and with the mark in its header.
static bool create(mw_database *c, mw_error *error)
{
    const mw_schema *schema = c->schema;
    char mark[100];
    int64_t version = 0;
    if (!mw_sql_begin(c, error))
        return false;
    snprintf(mark, sizeof mark, "PRAGMA application_id = %u; PRAGMA user_version = %d",
             (unsigned)schema->application, schema->version);
    bool ok = ask_version(c, &version, error); // another program may have been faster
    for (int64_t v = version; ok && v < schema->version; v++)
        ok = run_all(c, error, schema->tables[v]);
    if (ok && version < schema->version)
        ok = run_all(c, error, mark);
    ok = mw_sql_end(c, ok, error);
    if (ok) // where there can be no log, the rollback journal is as safe, only slower
        sqlite3_exec(c->db, "PRAGMA journal_mode = WAL", NULL, NULL, NULL);
    return ok;
}

// Another program writes: called by SQLite again and again. 0: do not wait any longer.
static int wait_for_writer(void *context, int times)
{
    const mw_database *c = context;
    if (times >= c->wait_ms / LOOK_MS || mw_stopping())
        return 0;
    nanosleep(&(struct timespec){.tv_nsec = LOOK_MS * 1000000L}, NULL);
    return 1;
}

static bool connect(mw_database *c, const char *path, int flags, mw_error *error)
{
    int code = sqlite3_open_v2(path, &c->db, flags, NULL);
    if (!c->db)
        return mw_sql_no_memory(c, error);
    if (code)
        return broken(c, error);
    sqlite3_busy_handler(c->db, wait_for_writer, c);
    // A killed process loses nothing that is in the log, synchronous or not; NORMAL also keeps the
    // file whole when the power fails.
    return run_all(c, error,
                   "PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON;"
                   "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON");
}

// For a file on a medium that cannot be written, without a log: SQLite wants to make its lock file
// beside it unless it is told that nobody can change the file.
static bool connect_immutable(mw_database *c, mw_error *error)
{
    mw_writer uri = {0};
    mw_write(&uri, "file:");
    for (const char *p = c->path; *p; p++)
        mw_write(&uri, strchr("?#%", *p) ? "%%%02X" : "%c", (unsigned char)*p);
    mw_write(&uri, "?immutable=1");
    char *text = mw_writer_take(&uri);
    sqlite3_close(c->db);
    c->db = NULL;
    bool ok = text ? connect(c, text, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, error)
                   : mw_sql_no_memory(c, error);
    free(text);
    return ok;
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

// Readers also connect for writing where they may: only so can SQLite fold in what a killed writer
// left in the log, and take the lock files away again.
static bool open_file(mw_database *c, mw_error *error)
{
    int64_t version = 0, probe;
    bool ok =
        connect(c, c->path, SQLITE_OPEN_READWRITE | (c->writes ? SQLITE_OPEN_CREATE : 0), error);
    if (ok && c->writes && sqlite3_db_readonly(c->db, "main"))
        return mw_sql_fail(c, error, MW_ERROR_SYSTEM, "cannot be written; check its permissions");
    ok = ok && ask_version(c, &version, error);
    if (!ok && error->code == MW_ERROR_SYSTEM && !c->writes && c->db && !has_log(c))
        ok = connect_immutable(c, error) && ask_version(c, &version, error);
    if (ok && version > c->schema->version) { // the log is newer than the header
        sqlite3_db_config(c->db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
        return newer(c, version, error);
    }
    if (ok)
        ok = c->writes ? create(c, error) : run_all(c, error, "PRAGMA query_only = ON");
    c->version = c->writes ? c->schema->version : version;
    return ok && mw_sql_ask(c, error, &probe, c->schema->probe, "");
}

mw_database *mw_database_open(const char *file, const mw_schema *schema, bool writes,
                              mw_error *error)
{
    mw_database *c = calloc(1, sizeof *c);
    if (!c || !(c->path = path_of(file, &c->name))) {
        free(c);
        mw_sql_no_memory(&(mw_database){.name = file}, error);
        return NULL;
    }
    c->schema = schema;
    c->wait_ms = WAIT_MS;
    c->writes = writes;
    bool ok = *file ? check_header(c, error)
                    : mw_sql_fail(&(mw_database){.name = schema->noun}, error, MW_ERROR_INPUT,
                                  "the name is empty; name a file");
    if (ok && open_file(c, error))
        return c;
    mw_database_close(c);
    return NULL;
}

void mw_database_close(mw_database *c)
{
    if (!c)
        return;
    sqlite3_close(c->db);
    free(c->path);
    free(c);
}

void mw_database_wait(mw_database *c, int milliseconds)
{
    c->wait_ms = milliseconds;
}
