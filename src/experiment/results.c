// results.c: see results.h. The mazes and configurations of a plan are written once, so that a row
// is only numbers; the view `result` puts them together for people with SQL.
#include "experiment/results.h"
#include "store/catalogue.h"
#include "core/text.h"
#include "experiment/tokens.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FINE     MW_DATABASE_FINE
#define TOLD_MAX 10 // conflicts told one by one

typedef mw_database_status status;

// clang-format off
#define MEASURED "outcome, reached, used, optimal, moves, cost, expanded, generated, reopened, frontier, stored, bytes, seconds"
static const char *const tables[] = {
    "CREATE TABLE plan(hash INTEGER NOT NULL, runs INTEGER NOT NULL, repeats INTEGER NOT NULL,"
    " version TEXT NOT NULL, text TEXT NOT NULL) STRICT;"
    "CREATE TABLE maze(number INTEGER PRIMARY KEY, name TEXT NOT NULL, kind TEXT NOT NULL,"
    " id TEXT NOT NULL) STRICT;"
    "CREATE TABLE configuration(number INTEGER PRIMARY KEY, label TEXT NOT NULL UNIQUE,"
    " algorithm TEXT NOT NULL, heuristic TEXT NOT NULL, weight REAL NOT NULL, store TEXT NOT NULL,"
    " limit_states INTEGER NOT NULL, limit_bytes INTEGER NOT NULL, limit_seconds REAL NOT NULL)"
    " STRICT;"
    "CREATE TABLE run(number INTEGER PRIMARY KEY, maze INTEGER NOT NULL REFERENCES maze,"
    " configuration INTEGER NOT NULL REFERENCES configuration, repeat INTEGER NOT NULL,"
    " outcome TEXT NOT NULL, reached TEXT NOT NULL, used TEXT, optimal INTEGER NOT NULL,"
    " moves INTEGER, cost INTEGER, expanded INTEGER, generated INTEGER, reopened INTEGER,"
    " frontier INTEGER, stored INTEGER, bytes INTEGER, seconds REAL NOT NULL) STRICT;"
    "CREATE VIEW result AS SELECT run.number, name AS maze, kind, label AS configuration, repeat, "
    MEASURED " FROM run JOIN maze ON maze.number = run.maze"
    " JOIN configuration ON configuration.number = run.configuration ORDER BY run.number;",
};
static const mw_schema schema = {
    .noun = "file of results",
    .whole = "a file of results of an experiment",
    .maker = "'mazewright experiment PLAN -o FILE' makes one",
    .rescue = "take a copy of it, and run the experiment again into a new one",
    .application = 0x4d7a4578, // "MzEx"
    .version = sizeof tables / sizeof *tables,
    .tables = tables,
    .probe = "SELECT plan.hash, id, label, " MEASURED " FROM plan, maze, configuration, run LIMIT 1",
};
// clang-format on

mw_database_status mw_results_open(mw_results **out, const char *file, bool writes, mw_error *error)
{
    return mw_database_open(out, file, &schema, writes, error);
}

void mw_results_close(mw_results *r)
{
    mw_database_close(r);
}

// ---- the plan

// A statement that gives nothing, to be run again with other values.
static status step(mw_results *r, sqlite3_stmt *q, mw_error *error)
{
    status s = sqlite3_step(q) == SQLITE_DONE ? FINE : mw_sql_broken(r, error);
    sqlite3_reset(q);
    return s;
}

static status write_mazes(mw_results *r, const mw_plan *p, mw_error *error)
{
    sqlite3_stmt *q;
    status s = mw_sql_prepare(r, "INSERT INTO maze VALUES(?, ?, ?, ?)", &q, error);
    for (uint32_t i = 0; !s && i < p->maze_count; i++) {
        sqlite3_bind_int64(q, 1, i);
        mw_sql_bind_text(q, 2, p->mazes[i].name);
        mw_sql_bind_text(q, 3, p->mazes[i].kind->name);
        mw_sql_bind_text(q, 4, p->mazes[i].id);
        s = step(r, q, error);
    }
    sqlite3_finalize(q);
    return s;
}

static status write_configurations(mw_results *r, const mw_plan *p, mw_error *error)
{
    sqlite3_stmt *q;
    status s =
        mw_sql_prepare(r, "INSERT INTO configuration VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?)", &q, error);
    for (uint32_t i = 0; !s && i < p->configuration_count; i++) {
        const mw_configuration *c = &p->configurations[i];
        sqlite3_bind_int64(q, 1, i);
        mw_sql_bind_text(q, 2, c->label);
        mw_sql_bind_text(q, 3, c->algorithm);
        mw_sql_bind_text(q, 4, c->heuristic);
        sqlite3_bind_double(q, 5, c->weight);
        mw_sql_bind_text(q, 6, mw_visited_name(c->store));
        sqlite3_bind_int64(q, 7, (sqlite3_int64)c->states);
        sqlite3_bind_int64(q, 8, (sqlite3_int64)c->bytes);
        sqlite3_bind_double(q, 9, c->seconds);
        s = step(r, q, error);
    }
    sqlite3_finalize(q);
    return s;
}

static status write_plan(mw_results *r, const mw_plan *p, const char *version, mw_error *error)
{
    sqlite3_stmt *q;
    status s = mw_sql_prepare(r, "INSERT INTO plan VALUES(?, ?, ?, ?, ?)", &q, error);
    if (s)
        return s;
    sqlite3_bind_int64(q, 1, (sqlite3_int64)p->hash);
    sqlite3_bind_int64(q, 2, (sqlite3_int64)p->run_count);
    sqlite3_bind_int64(q, 3, p->repeats);
    mw_sql_bind_text(q, 4, version);
    mw_sql_bind_text(q, 5, p->text);
    s = step(r, q, error);
    sqlite3_finalize(q);
    if (!s)
        s = write_mazes(r, p, error);
    return s ? s : write_configurations(r, p, error);
}

// Is the plan in the file this one? *there is false if there is none.
static status check_plan(mw_results *r, const mw_plan *p, const char *version, bool *there,
                         mw_error *error)
{
    sqlite3_stmt *q;
    status s = mw_sql_prepare(r, "SELECT hash, version FROM plan", &q, error);
    if (s)
        return s;
    int found = sqlite3_step(q);
    *there = found == SQLITE_ROW;
    const char *other = *there ? (const char *)sqlite3_column_text(q, 1) : NULL;
    if (*there && (uint64_t)sqlite3_column_int64(q, 0) != p->hash)
        s = mw_sql_fail(r, error, MW_DATABASE_FILE,
                        "holds the results of another plan; name another file with -o");
    else if (other && strcmp(other, version))
        s = mw_sql_fail(r, error, MW_DATABASE_FILE,
                        "was begun by mazewright %.20s, and this is %.20s, which may find other "
                        "results; name another file with -o",
                        other, version);
    else if (!*there && found != SQLITE_DONE)
        s = mw_sql_broken(r, error);
    sqlite3_finalize(q);
    return s;
}

static status read_finished(mw_results *r, const mw_plan *p, bool *finished, mw_error *error)
{
    sqlite3_stmt *q;
    int found;
    status s = mw_sql_prepare(r, "SELECT number FROM run", &q, error);
    if (s)
        return s;
    while ((found = sqlite3_step(q)) == SQLITE_ROW) {
        uint64_t number = (uint64_t)sqlite3_column_int64(q, 0);
        if (number < p->run_count)
            finished[number] = true;
    }
    if (found != SQLITE_DONE)
        s = mw_sql_broken(r, error);
    sqlite3_finalize(q);
    return s;
}

mw_database_status mw_results_begin(mw_results *r, const mw_plan *p, const char *version,
                                    bool *finished, mw_error *error)
{
    bool there;
    status s = mw_sql_begin(r, error);
    if (s)
        return s;
    s = check_plan(r, p, version, &there, error);
    if (!s && !there)
        s = write_plan(r, p, version, error);
    s = mw_sql_end(r, s, error);
    return s || !finished ? s : read_finished(r, p, finished, error);
}

// ---- rows

const char *mw_row_limit(const mw_row *row)
{
    return row->outcome != MW_OUTCOME_LIMIT ? ""
           : row->limit == MW_LIMIT_STOPPED ? "seconds"
                                            : mw_limit_name(row->limit);
}

// The counts of a row, in the order of the table.
static void counts_of(const mw_row *row, uint64_t counts[7])
{
    memcpy(counts,
           (const uint64_t[7]){row->cost, row->expanded, row->generated, row->reopened,
                               row->frontier, row->stored, row->bytes},
           7 * sizeof *counts);
}

mw_database_status mw_results_put(mw_results *r, const mw_row *row, mw_error *error)
{
    static const char insert[] =
        "INSERT OR IGNORE INTO run(number, maze, configuration, repeat, " MEASURED
        ") VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
    sqlite3_stmt *q;
    uint64_t counts[7];
    status s = mw_sql_prepare(r, insert, &q, error);
    if (s)
        return s;
    bool solved = row->outcome == MW_OUTCOME_SOLVED;
    bool counted = row->outcome != MW_OUTCOME_LIMIT || row->limit != MW_LIMIT_STOPPED;
    counts_of(row, counts);
    sqlite3_bind_int64(q, 1, (sqlite3_int64)row->number);
    sqlite3_bind_int64(q, 2, row->maze);
    sqlite3_bind_int64(q, 3, row->configuration);
    sqlite3_bind_int64(q, 4, row->repeat);
    mw_sql_bind_text(q, 5, mw_outcome_name(row->outcome));
    mw_sql_bind_text(q, 6, mw_row_limit(row));
    mw_sql_bind_text(q, 7, row->heuristic);
    sqlite3_bind_int(q, 8, row->optimal);
    if (solved)
        sqlite3_bind_int64(q, 9, row->moves);
    for (int i = solved ? 0 : 1; counted && i < 7; i++) // no cost without a solution
        sqlite3_bind_int64(q, 10 + i, (sqlite3_int64)counts[i]);
    sqlite3_bind_double(q, 17, row->seconds);
    if (sqlite3_step(q) != SQLITE_DONE)
        s = mw_sql_broken(r, error);
    sqlite3_finalize(q);
    return s;
}

bool mw_row_equal(const mw_row *a, const mw_row *b)
{
    uint64_t x[7], y[7];
    counts_of(a, x);
    counts_of(b, y);
    return a->number == b->number && a->maze == b->maze && a->configuration == b->configuration &&
           a->repeat == b->repeat && a->outcome == b->outcome && a->limit == b->limit &&
           a->heuristic == b->heuristic && a->optimal == b->optimal && a->moves == b->moves &&
           !memcmp(x, y, sizeof x);
}

uint64_t mw_sheet_digest(const mw_sheet *sheet)
{
    uint64_t digest = sheet->plan.hash, counts[7];
    for (uint64_t i = 0; i < sheet->count; i++) {
        const mw_row *row = &sheet->rows[i];
        char line[400];
        counts_of(row, counts);
        size_t n =
            (size_t)snprintf(line, sizeof line, "%016" PRIx64 " %" PRIu64 " %s %s %s %d %u", digest,
                             row->number, mw_outcome_name(row->outcome), mw_row_limit(row),
                             row->heuristic ? row->heuristic : "", row->optimal, row->moves);
        for (int k = 0; k < 7; k++)
            n += (size_t)snprintf(line + n, sizeof line - n, " %" PRIu64, counts[k]);
        digest = mw_catalogue_hash(line);
    }
    return digest;
}

const char *mw_row_heuristic(const mw_kind *kind, const char *name)
{
    const mw_heuristic *h = name ? mw_heuristic_find(kind, name) : NULL;
    return h ? h->name : name && !strcmp(name, "zero") ? "zero" : NULL;
}

// ---- merging

static void tell_conflict(const mw_sheet *sheet, const mw_row *row,
                          void (*say)(void *, const char *), void *context)
{
    char sentence[400];
    snprintf(sentence, sizeof sentence,
             "run %" PRIu64
             " (%.120s, %.100s) has another result there: one of the two was made by "
             "another program or machine",
             row->number, sheet->plan.mazes[row->maze].name,
             sheet->plan.configurations[row->configuration].label);
    say(context, sentence);
}

static int by_number(const void *a, const void *b)
{
    const mw_row *x = a, *y = b;
    return x->number < y->number ? -1 : x->number > y->number;
}

mw_database_status mw_results_merge(mw_results *r, const mw_sheet *sheet,
                                    void (*say)(void *, const char *), void *context,
                                    uint64_t *added, mw_error *error)
{
    mw_sheet here;
    uint64_t conflicts = 0, more = 0;
    status s = mw_results_load(r, &here, error);
    if (!s)
        s = mw_sql_begin(r, error);
    if (s) {
        mw_sheet_free(&here);
        return s;
    }
    for (uint64_t i = 0; !s && i < sheet->count; i++) {
        const mw_row *row = &sheet->rows[i];
        const mw_row *there =
            here.count ? bsearch(row, here.rows, here.count, sizeof *row, by_number) : NULL;
        if (!there) {
            s = mw_results_put(r, row, error);
            more++;
        } else if (!mw_row_equal(row, there) && conflicts++ < TOLD_MAX) {
            tell_conflict(sheet, row, say, context);
        }
    }
    if (!s && conflicts)
        s = mw_sql_fail(r, error, MW_DATABASE_REQUEST,
                        "%" PRIu64 " runs have other results here; nothing was added", conflicts);
    if (added)
        *added = s ? 0 : more;
    mw_sheet_free(&here);
    return mw_sql_end(r, s, error);
}
