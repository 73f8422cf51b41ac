// catalogue.c: see catalogue.h. One row for each maze, one row for each of its measures. Every put
// is one transaction in SQLite's write-ahead log, so being killed can only undo the last one.
#include "catalogue/sql.h"

#include "core/text.h"
#include "mazewright/design.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define APPLICATION 0x4d7a5772 // "MzWr", in the header of the file
#define SCHEMA      2          // the header's user_version; counts up when the tables change
#define WAIT_MS     10000      // for another writer

// clang-format off
// The hash is what makes a maze unique: short enough for a fast index, and compared in full below.
static const char mazes[] =
    "CREATE TABLE maze(number INTEGER PRIMARY KEY, kind TEXT NOT NULL, id TEXT NOT NULL,"
    " canonical TEXT NOT NULL, hash INTEGER NOT NULL UNIQUE, width INTEGER NOT NULL,"
    " height INTEGER NOT NULL, depth INTEGER NOT NULL, energy REAL, objective TEXT, method TEXT,"
    " seed INTEGER, evaluations INTEGER NOT NULL, version TEXT NOT NULL,"
    " generator INTEGER NOT NULL, created TEXT NOT NULL, proven INTEGER NOT NULL) STRICT;"
    "CREATE TABLE measure(maze INTEGER NOT NULL REFERENCES maze, name TEXT NOT NULL, value REAL,"
    " UNIQUE(maze, name)) STRICT;"
    "CREATE INDEX measure_by_value ON measure(name, value);";
static const char runs[] = // since version 2
    "CREATE TABLE run(plan TEXT PRIMARY KEY, finished INTEGER NOT NULL, energy REAL,"
    " evaluations INTEGER NOT NULL, id TEXT, standing TEXT) STRICT;";
static const char mark[] =
    "PRAGMA application_id = " STRING(APPLICATION) "; PRAGMA user_version = " STRING(SCHEMA);
// clang-format on

// ---- errors

status mw_sql_fail(const mw_catalogue *c, mw_error *error, status s, const char *format, ...)
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
status mw_sql_broken(const mw_catalogue *c, mw_error *error)
{
    static const struct {
        int code;
        status status;
        const char *advice;
    } meanings[] = {
        {SQLITE_FULL, MW_CATALOGUE_SYSTEM, "free some space; what was stored before is safe"},
        {SQLITE_BUSY, MW_CATALOGUE_SYSTEM, "another program holds it; try again when it has done"},
        {SQLITE_READONLY, MW_CATALOGUE_SYSTEM, "check the permissions of the file and its folder"},
        {SQLITE_CANTOPEN, MW_CATALOGUE_SYSTEM, "check the permissions of the file and its folder"},
        {SQLITE_PERM, MW_CATALOGUE_SYSTEM, "check the permissions of the file and its folder"},
        {SQLITE_NOMEM, MW_CATALOGUE_SYSTEM, "close other programs or add memory"},
        {SQLITE_IOERR, MW_CATALOGUE_SYSTEM, "check the disk"},
        {SQLITE_CORRUPT, MW_CATALOGUE_FILE,
         "the catalogue is damaged; export what can still be read into a new one"},
        {SQLITE_NOTADB, MW_CATALOGUE_FILE, "the catalogue is damaged; take a copy of it"},
        {SQLITE_ERROR, MW_CATALOGUE_FILE,
         "the catalogue has not the tables it should have; take a copy of it"},
    };
    int code = sqlite3_errcode(c->db) & 0xff;
    for (size_t i = 0; i < sizeof meanings / sizeof *meanings; i++)
        if (meanings[i].code == code)
            return mw_sql_fail(c, error, meanings[i].status, "%s; %s", sqlite3_errmsg(c->db),
                               meanings[i].advice);
    return mw_sql_fail(c, error, MW_CATALOGUE_SYSTEM, "%s", sqlite3_errmsg(c->db));
}

status mw_sql_no_memory(const mw_catalogue *c, mw_error *error)
{
    return mw_sql_fail(c, error, MW_CATALOGUE_SYSTEM, "out of memory");
}

// ---- statements

static status run(mw_catalogue *c, const char *sql, mw_error *error)
{
    return sqlite3_exec(c->db, sql, NULL, NULL, NULL) ? mw_sql_broken(c, error) : FINE;
}

status mw_sql_prepare(mw_catalogue *c, const char *sql, sqlite3_stmt **out, mw_error *error)
{
    return sqlite3_prepare_v2(c->db, sql, -1, out, NULL) ? mw_sql_broken(c, error) : FINE;
}

// One number that a statement gives, -1 if it gives none.
status mw_sql_ask(mw_catalogue *c, const char *sql, int64_t *out, mw_error *error)
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

// A column; NULL, as which SQLite stores NaN, is NaN.
double mw_sql_real(sqlite3_stmt *q, int column)
{
    bool null = sqlite3_column_type(q, column) == SQLITE_NULL;
    return null ? (double)NAN : sqlite3_column_double(q, column);
}

// ---- opening

static uint32_t big_endian(const unsigned char *p)
{
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

// "Made by a newer program", found in two places.
static status newer(const mw_catalogue *c, int64_t version, mw_error *error)
{
    return mw_sql_fail(c, error, MW_CATALOGUE_FILE,
                       "is a catalogue of version %lld, and this program knows version " STRING(
                           SCHEMA) "; use a newer mazewright",
                       (long long)version);
}

// Only a file with our mark is given to SQLite: merely opening a foreign database may roll back its
// journal or fold in its log. A header is 100 bytes: user_version at 60, application_id at 68.
static status check_header(const mw_catalogue *c, mw_error *error)
{
    unsigned char header[100];
    struct stat st;
    if (stat(c->path, &st)) {
        if (errno != ENOENT)
            return mw_sql_fail(c, error, MW_CATALOGUE_FILE, "cannot open: %s", strerror(errno));
        return c->writes ? FINE
                         : mw_sql_fail(c, error, MW_CATALOGUE_FILE,
                                       "there is no such file; 'catalogue import' makes one");
    }
    if (!S_ISREG(st.st_mode))
        return mw_sql_fail(c, error, MW_CATALOGUE_FILE, "is not a file; name a catalogue");
    if (!st.st_size)
        return c->writes ? FINE
                         : mw_sql_fail(c, error, MW_CATALOGUE_FILE, "is empty; name a catalogue");
    FILE *f = fopen(c->path, "rb");
    if (!f)
        return mw_sql_fail(c, error, MW_CATALOGUE_FILE, "cannot open: %s", strerror(errno));
    size_t length = fread(header, 1, sizeof header, f);
    bool failed = ferror(f);
    fclose(f);
    if (failed)
        return mw_sql_fail(c, error, MW_CATALOGUE_SYSTEM, "cannot read; check the disk");
    if (length < sizeof header || memcmp(header, "SQLite format 3", 16) ||
        big_endian(header + 68) != APPLICATION)
        return mw_sql_fail(c, error, MW_CATALOGUE_FILE,
                           "is not a catalogue of mazes and is left as it is; name another file");
    uint32_t version = big_endian(header + 60);
    return version > SCHEMA ? newer(c, version, error) : FINE;
}

// Names from which SQLite would read more than a path (":memory:", "file:...") begin with "./".
static char *path_of(const char *name, const char **within)
{
    size_t prefix = *name == '/' ? 0 : 2;
    char *path = malloc(prefix + strlen(name) + 1);
    if (path) {
        memcpy(path, "./", prefix);
        *within = strcpy(path + prefix, name);
    }
    return path;
}

// The tables are made in one transaction before the log is switched on: so whoever finds the file,
// after whatever has happened, finds nothing or the whole, and the mark is in its header.
static status create(mw_catalogue *c, mw_error *error)
{
    int64_t version;
    status s = run(c, "BEGIN IMMEDIATE", error);
    if (s)
        return s;
    s = mw_sql_ask(c, "PRAGMA user_version", &version,
                   error); // another process may have been first
    if (!s && !version)
        s = run(c, mazes, error);
    if (!s && version < 2)
        s = run(c, runs, error);
    if (!s && version < SCHEMA)
        s = run(c, mark, error);
    if (!s)
        s = run(c, "COMMIT", error);
    if (s)
        sqlite3_exec(c->db, "ROLLBACK", NULL, NULL, NULL);
    else // where it cannot be (busy, no shared memory) the rollback journal is as safe, only slower
        sqlite3_exec(c->db, "PRAGMA journal_mode = WAL", NULL, NULL, NULL);
    return s;
}

static status connect(mw_catalogue *c, const char *path, int flags, mw_error *error)
{
    int code = sqlite3_open_v2(path, &c->db, flags, NULL);
    if (!c->db)
        return mw_sql_no_memory(c, error);
    if (code)
        return mw_sql_broken(c, error);
    sqlite3_busy_timeout(c->db, WAIT_MS);
    // A killed process loses nothing that is in the log, synchronous or not; NORMAL also keeps the
    // file whole when the power fails.
    return run(c,
               "PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON;"
               "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON",
               error);
}

// A catalogue on a medium that cannot be written, without a log: SQLite wants to make its lock file
// beside it unless told that nobody can change it.
static status connect_immutable(mw_catalogue *c, mw_error *error)
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

static bool has_log(const mw_catalogue *c)
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
static status open_file(mw_catalogue *c, mw_error *error)
{
    int64_t version = 0;
    status s =
        connect(c, c->path, SQLITE_OPEN_READWRITE | (c->writes ? SQLITE_OPEN_CREATE : 0), error);
    if (!s && c->writes && sqlite3_db_readonly(c->db, "main"))
        return mw_sql_fail(c, error, MW_CATALOGUE_SYSTEM,
                           "cannot be written; check its permissions");
    if (!s)
        s = mw_sql_ask(c, "PRAGMA user_version", &version, error);
    if (s == MW_CATALOGUE_SYSTEM && !c->writes && c->db && !has_log(c)) {
        s = connect_immutable(c, error);
        if (!s)
            s = mw_sql_ask(c, "PRAGMA user_version", &version, error);
    }
    if (!s && version > SCHEMA) { // the header was older than the log
        sqlite3_db_config(c->db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
        s = newer(c, version, error);
    }
    if (!s && c->writes)
        s = create(c, error);
    if (!s && !c->writes)
        s = run(c, "PRAGMA query_only = ON", error);
    int64_t probe;
    return s ? s
             : mw_sql_ask(c, "SELECT " COLUMNS ", name, value FROM maze, measure LIMIT 1", &probe,
                          error);
}

mw_catalogue_status mw_catalogue_open(mw_catalogue **out, const char *file, mw_catalogue_mode mode,
                                      mw_error *error)
{
    mw_catalogue *c = calloc(1, sizeof *c);
    *out = NULL;
    if (!c || !(c->path = path_of(file, &c->name))) {
        free(c);
        return mw_sql_no_memory(&(mw_catalogue){.name = file}, error);
    }
    c->writes = mode == MW_CATALOGUE_WRITE;
    status s = *file ? check_header(c, error)
                     : mw_sql_fail(&(mw_catalogue){.name = "catalogue"}, error, MW_CATALOGUE_FILE,
                                   "the name is empty; name a file");
    if (!s)
        s = open_file(c, error);
    if (s)
        mw_catalogue_close(c);
    else
        *out = c;
    return s;
}

void mw_catalogue_close(mw_catalogue *c)
{
    if (!c)
        return;
    sqlite3_close(c->db);
    free(c->path);
    free(c);
}

// ---- putting

uint64_t mw_catalogue_hash(const char *id)
{
    uint64_t hash = 0xcbf29ce484222325;
    for (; *id; id++)
        hash = (hash ^ (unsigned char)*id) * 0x100000001b3;
    return hash;
}

// Negative: a is better.
static int compare(const mw_provenance *a, const mw_provenance *b)
{
    bool know_a = !isnan(a->energy), know_b = !isnan(b->energy);
    if (a->proven != b->proven)
        return a->proven ? -1 : 1;
    if (know_a != know_b)
        return know_a ? -1 : 1;
    if (!know_a || !a->objective || !b->objective || strcmp(a->objective, b->objective))
        return 0;
    return a->energy < b->energy ? -1 : a->energy > b->energy;
}

// Is the maze there, at which number, and which copy is better?
static status find_copy(mw_catalogue *c, const char *canonical, const mw_provenance *from,
                        mw_put *put, int64_t *number, mw_error *error)
{
    sqlite3_stmt *q;
    status s = mw_sql_prepare(c,
                              "SELECT number, canonical, proven, energy, objective FROM maze"
                              " WHERE hash = ?",
                              &q, error);
    if (s)
        return s;
    sqlite3_bind_int64(q, 1, (sqlite3_int64)mw_catalogue_hash(canonical));
    *put = MW_PUT_ADDED;
    int step = sqlite3_step(q);
    if (step == SQLITE_ROW) {
        const char *other = (const char *)sqlite3_column_text(q, 1);
        *number = sqlite3_column_int64(q, 0);
        mw_provenance there = {.proven = sqlite3_column_int(q, 2),
                               .energy = mw_sql_real(q, 3),
                               .objective = (const char *)sqlite3_column_text(q, 4)};
        int order = compare(from, &there);
        *put = order < 0 ? MW_PUT_REPLACED : order > 0 ? MW_PUT_WORSE : MW_PUT_KNOWN;
        if (!other || strcmp(other, canonical))
            s = mw_sql_fail(c, error, MW_CATALOGUE_FILE,
                            "number %lld has the hash of another maze; run 'catalogue verify'",
                            (long long)*number);
    } else if (step != SQLITE_DONE) {
        s = mw_sql_broken(c, error);
    }
    sqlite3_finalize(q);
    return s;
}

// Number 0: a new row.
static status write_row(mw_catalogue *c, int64_t number, const mw_maze *m, const char *id,
                        const char *canonical, const mw_provenance *from, mw_error *error)
{
    sqlite3_stmt *q;
    status s = mw_sql_prepare(c,
                              "INSERT INTO maze(" COLUMNS ")"
                              " VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                              &q, error);
    if (s)
        return s;
    if (number)
        sqlite3_bind_int64(q, 1, number);
    mw_sql_bind_text(q, 2, m->kind->name);
    mw_sql_bind_text(q, 3, id);
    mw_sql_bind_text(q, 4, canonical);
    sqlite3_bind_int64(q, 5, (sqlite3_int64)mw_catalogue_hash(canonical));
    sqlite3_bind_int(q, 6, m->w);
    sqlite3_bind_int(q, 7, m->h);
    sqlite3_bind_int(q, 8, m->d);
    sqlite3_bind_double(q, 9, from->energy); // NaN is stored as NULL
    mw_sql_bind_text(q, 10, from->objective);
    mw_sql_bind_text(q, 11, from->method);
    if (from->seeded)
        sqlite3_bind_int64(q, 12, (sqlite3_int64)from->seed);
    sqlite3_bind_int64(q, 13, (sqlite3_int64)from->evaluations);
    mw_sql_bind_text(q, 14, from->version ? from->version : mw_version());
    sqlite3_bind_int64(q, 15, from->generator ? from->generator : m->kind->generator);
    mw_sql_bind_text(q, 16, from->created);
    sqlite3_bind_int(q, 17, from->proven);
    if (sqlite3_step(q) != SQLITE_DONE)
        s = mw_sql_broken(c, error);
    sqlite3_finalize(q);
    return s;
}

static status write_measures(mw_catalogue *c, int64_t number, const mw_analysis *a, mw_error *error)
{
    sqlite3_stmt *q;
    status s =
        mw_sql_prepare(c, "INSERT INTO measure(maze, name, value) VALUES(?, ?, ?)", &q, error);
    for (unsigned i = 0; i < a->count && !s; i++) {
        sqlite3_bind_int64(q, 1, number);
        mw_sql_bind_text(q, 2, a->values[i].name);
        sqlite3_bind_double(q, 3, a->values[i].value);
        if (sqlite3_step(q) != SQLITE_DONE)
            s = mw_sql_broken(c, error);
        sqlite3_reset(q);
    }
    sqlite3_finalize(q);
    return s;
}

static status drop(mw_catalogue *c, int64_t number, mw_error *error)
{
    char sql[160];
    snprintf(sql, sizeof sql,
             "DELETE FROM measure WHERE maze = %lld; DELETE FROM maze WHERE number = %lld",
             (long long)number, (long long)number);
    return run(c, sql, error);
}

static status put_within(mw_catalogue *c, const mw_maze *m, const char *id, const char *canonical,
                         const mw_analysis *a, const mw_provenance *from, mw_stored *out,
                         mw_error *error)
{
    out->number = 0;
    status s = find_copy(c, canonical, from, &out->put, &out->number, error);
    if (s || out->put == MW_PUT_KNOWN || out->put == MW_PUT_WORSE)
        return s;
    if (out->put == MW_PUT_REPLACED)
        s = drop(c, out->number, error);
    if (!s)
        s = write_row(c, out->number, m, id, canonical, from, error);
    if (!s && out->put == MW_PUT_ADDED)
        out->number = sqlite3_last_insert_rowid(c->db);
    return s ? s : write_measures(c, out->number, a, error);
}

mw_catalogue_status mw_catalogue_put(mw_catalogue *c, const mw_maze *m, const mw_analysis *a,
                                     const mw_provenance *from, mw_stored *out, mw_error *error)
{
    mw_stored ignored;
    char *id, *canonical = NULL;
    if (!c->writes)
        return mw_sql_fail(c, error, MW_CATALOGUE_REQUEST, "was opened for reading only");
    if (!from->created || !*from->created)
        return mw_sql_fail(c, error, MW_CATALOGUE_REQUEST,
                           "a maze needs the date when it was made");
    status s = FINE;
    if (!(id = mw_maze_print(m, "id")) || !(canonical = mw_canonical_id(m)))
        s = mw_sql_no_memory(c, error);
    if (!s)
        s = run(c, "BEGIN IMMEDIATE", error);
    if (!s) {
        s = put_within(c, m, id, canonical, a, from, out ? out : &ignored, error);
        if (!s)
            s = run(c, "COMMIT", error);
        if (s) // some failures have rolled back already
            sqlite3_exec(c->db, "ROLLBACK", NULL, NULL, NULL);
    }
    free(id);
    free(canonical);
    return s;
}

mw_catalogue_status mw_catalogue_drop(mw_catalogue *c, int64_t number, mw_error *error)
{
    status s = run(c, "BEGIN IMMEDIATE", error);
    if (s)
        return s;
    s = drop(c, number, error);
    if (!s)
        s = run(c, "COMMIT", error);
    if (s)
        sqlite3_exec(c->db, "ROLLBACK", NULL, NULL, NULL);
    return s;
}
