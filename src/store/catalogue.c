// catalogue.c: see catalogue.h. One row for each maze, one row for each of its measures. Every put
// is one transaction in SQLite's write-ahead log, so being killed can only undo the last one.
#include "store/catalogue_sql.h"

#include "core/text.h"
#include "mazewright/design.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
static const char *const tables[] = {mazes, runs};
static const mw_schema schema = {
    .noun = "catalogue",
    .whole = "a catalogue of mazes",
    .maker = "'catalogue import' makes one",
    .rescue = "export what can still be read into a new one",
    .application = 0x4d7a5772, // "MzWr"
    .version = sizeof tables / sizeof *tables,
    .tables = tables,
    .probe = "SELECT " COLUMNS ", name, value FROM maze, measure LIMIT 1",
};
// clang-format on

mw_catalogue_status mw_catalogue_open(mw_catalogue **out, const char *file, mw_catalogue_mode mode,
                                      mw_error *error)
{
    return mw_database_open(out, file, &schema, mode == MW_CATALOGUE_WRITE, error);
}

void mw_catalogue_close(mw_catalogue *c)
{
    mw_database_close(c);
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
    sqlite3_bind_int64(q, 15, from->generator ? from->generator : m->kind->text->generator);
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
    return mw_sql_run(c, sql, error);
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
    if (!c->writes)
        return mw_sql_fail(c, error, MW_CATALOGUE_REQUEST, "was opened for reading only");
    if (!from->created || !*from->created)
        return mw_sql_fail(c, error, MW_CATALOGUE_REQUEST,
                           "a maze needs the date when it was made");
    char *id = mw_maze_print(m, "id"), *canonical = mw_canonical_id(m);
    status s;
    if (!id || !canonical) {
        s = mw_sql_no_memory(c, error);
    } else if (!(s = mw_sql_begin(c, error))) {
        s = put_within(c, m, id, canonical, a, from, out ? out : &ignored, error);
        s = mw_sql_end(c, s, error);
    }
    free(id);
    free(canonical);
    return s;
}

mw_catalogue_status mw_catalogue_drop(mw_catalogue *c, int64_t number, mw_error *error)
{
    status s = mw_sql_begin(c, error);
    return s ? s : mw_sql_end(c, drop(c, number, error), error);
}
