// results.c: see results.h. The mazes and configurations of a plan are written once, so that a row
// is only numbers; the view `result` puts them together for people with SQL.
#include "experiment/results.h"
#include "search/search.h"
#include "core/text.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// clang-format off
#define MEASURED \
    "outcome, reached, used, optimal, moves, cost, expanded, generated, reopened, frontier," \
    " stored, bytes, seconds"
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
    // since version 2; rows that were put before have none
    "ALTER TABLE plan ADD COLUMN checksum INTEGER; ALTER TABLE run ADD COLUMN checksum INTEGER;",
    // since version 3: a file that got another plan. How many runs that one does not name are kept
    // behind its own, and how many mazes and configurations are its own (NULL: all); the version of
    // the program where it is not that of the plan; the plans before.
    "ALTER TABLE plan ADD COLUMN kept INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE plan ADD COLUMN mazes INTEGER; ALTER TABLE plan ADD COLUMN configurations INTEGER;"
    "ALTER TABLE run ADD COLUMN version TEXT;"
    "CREATE TABLE earlier(hash INTEGER NOT NULL, version TEXT NOT NULL, text TEXT NOT NULL)"
    " STRICT;",
};
static const mw_schema schema = {
    .noun = "file of results",
    .whole = "a file of results of an experiment",
    .maker = "'mazewright experiment PLAN -o FILE' makes one",
    .rescue = "take a copy of it, and run the experiment again into a new one",
    .application = 0x4d7a4578, // "MzEx"
    .version = sizeof tables / sizeof *tables,
    .tables = tables,
    .probe = "SELECT plan.hash, id, label, " MEASURED
             " FROM plan, maze, configuration, run LIMIT 1",
};
// clang-format on

mw_results *mw_results_open(const char *file, bool writes, mw_error *error)
{
    return mw_database_open(file, &schema, writes, error);
}

void mw_results_close(mw_results *r)
{
    mw_database_close(r);
}

// ---- checksums

bool mw_plan_checksum(const mw_plan *p, const char *version, int64_t *sum)
{
    mw_writer w = {0};
    mw_write(&w, "%016" PRIx64 " %" PRIu64 " %u %s\n%s\n", p->hash, p->run_count, p->repeats,
             version, p->text);
    for (uint32_t i = 0; i < p->maze_count; i++)
        mw_write(&w, "%s\n%s\n%s\n", p->mazes[i].name, p->mazes[i].kind->name, p->mazes[i].id);
    for (uint32_t i = 0; i < p->configuration_count; i++) {
        const mw_configuration *c = &p->configurations[i];
        mw_write(&w, "%s\n%s\n%s\n%.17g %s %" PRIu64 " %" PRIu64 " %.17g\n", c->label, c->algorithm,
                 c->heuristic, c->weight, mw_visited_name(c->store), c->states, c->bytes,
                 c->seconds);
    }
    if (p->kept)
        mw_write(&w, "%" PRIu64 " %u %u\n", p->kept, p->own_mazes, p->own_configurations);
    if (!w.failed)
        *sum = (int64_t)mw_hash_bytes(w.text, w.length);
    free(w.text);
    return !w.failed;
}

int64_t mw_row_checksum(const mw_row *row)
{
    bool solved = row->outcome == MW_OUTCOME_SOLVED, counted = mw_row_is_counted(row);
    char line[500];
    int n =
        snprintf(line, sizeof line, "%" PRIu64 " %u %u %u %s %s %.60s %d %u %" PRIu64, row->number,
                 row->maze, row->configuration, row->repeat, mw_outcome_name(row->outcome),
                 mw_row_limit(row), row->heuristic ? row->heuristic : "", row->optimal,
                 solved ? row->moves : 0, solved ? row->cost : 0);
    const uint64_t counts[] = {row->expanded, row->generated, row->reopened,
                               row->frontier, row->stored,    row->bytes};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        n += snprintf(line + n, sizeof line - (size_t)n, " %" PRIu64, counted ? counts[i] : 0);
    n += snprintf(line + n, sizeof line - (size_t)n, " %.17g", row->seconds);
    if (row->version)
        n += snprintf(line + n, sizeof line - (size_t)n, " %.40s", row->version);
    return (int64_t)mw_hash_bytes(line, (size_t)n);
}

// ---- the plan

bool mw_results_write_plan(mw_results *r, const mw_plan *p, const char *version, mw_error *error)
{
    int64_t sum = 0;
    bool ok = mw_plan_checksum(p, version, &sum) || mw_sql_no_memory(r, error);
    ok = ok &&
         mw_sql_run(r, error, "INSERT INTO plan VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?)", "iiittiiii",
                    (int64_t)p->hash, (int64_t)p->run_count, (int64_t)p->repeats, version, p->text,
                    sum, (int64_t)p->kept, (int64_t)p->own_mazes, (int64_t)p->own_configurations);
    r->mark = sum;
    for (uint32_t i = 0; ok && i < p->maze_count; i++) {
        const mw_plan_maze *m = &p->mazes[i];
        ok = mw_sql_run(r, error, "INSERT INTO maze VALUES(?, ?, ?, ?)", "ittt", (int64_t)i,
                        m->name, m->kind->name, m->id);
    }
    for (uint32_t i = 0; ok && i < p->configuration_count; i++) {
        const mw_configuration *c = &p->configurations[i];
        ok = mw_sql_run(r, error, "INSERT INTO configuration VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?)",
                        "itttrtiir", (int64_t)i, c->label, c->algorithm, c->heuristic, c->weight,
                        mw_visited_name(c->store), (int64_t)c->states, (int64_t)c->bytes,
                        c->seconds);
    }
    return ok;
}

// What a file of results holds, compared with a plan.
typedef struct beginning {
    mw_results *results;
    const mw_plan *plan;
    const char *version;
    bool *finished; // may be NULL
    bool begun;     // it holds a plan,
    bool same;      // which is this one
} beginning;

static bool check_plan(void *context, sqlite3_stmt *q, mw_error *error)
{
    beginning *b = context;
    const char *version = mw_sql_text(q, 1);
    (void)error;
    b->begun = true;
    b->results->mark = sqlite3_column_int64(q, 2);
    b->same = (uint64_t)sqlite3_column_int64(q, 0) == b->plan->hash &&
              (!version || !strcmp(version, b->version));
    return true;
}

static bool mark_finished(void *context, sqlite3_stmt *q, mw_error *error)
{
    const beginning *b = context;
    uint64_t number = (uint64_t)sqlite3_column_int64(q, 0);
    (void)error;
    if (number < b->plan->run_count)
        b->finished[number] = true;
    return true;
}

// NOLINTNEXTLINE(readability-non-const-parameter) mark_finished writes to `finished`
bool mw_results_begin(mw_results *r, const mw_plan *p, const char *version, bool *finished,
                      mw_extension *extension, mw_error *error)
{
    beginning b = {.results = r, .plan = p, .version = version, .finished = finished};
    if (extension)
        *extension = (mw_extension){0};
    if (!mw_sql_begin(r, error))
        return false;
    bool ok = mw_sql_each(r, error, check_plan, &b,
                          "SELECT hash, version, ifnull(checksum, 0) FROM plan", "");
    if (ok && !b.begun)
        ok = mw_results_write_plan(r, p, version, error);
    else if (ok && !b.same && p->runs)
        ok = mw_results_extend(r, p, version, extension, error);
    else if (ok && !b.same)
        ok = mw_sql_fail(r, error, MW_ERROR_INPUT,
                         "holds the results of another plan, or of another version of mazewright; "
                         "merge into a new file, or run 'experiment' with the same plan on all of "
                         "them before");
    ok = mw_sql_end(r, ok, error);
    return ok &&
           (!finished || mw_sql_each(r, error, mark_finished, &b, "SELECT number FROM run", ""));
}

// ---- rows

const char *mw_row_limit(const mw_row *row)
{
    return row->outcome != MW_OUTCOME_LIMIT ? ""
           : row->limit == MW_LIMIT_STOPPED ? "seconds"
                                            : mw_limit_name(row->limit);
}

void mw_row_counts(mw_row *row, uint64_t *counts[MW_ROW_COUNTS])
{
    uint64_t *all[] = {&row->cost,     &row->expanded, &row->generated, &row->reopened,
                       &row->frontier, &row->stored,   &row->bytes};
    memcpy(counts, all, sizeof all);
}

// The counts of a search that ended at a limit of time mean nothing, and are not kept.
bool mw_row_is_counted(const mw_row *row)
{
    return row->outcome != MW_OUTCOME_LIMIT || row->limit != MW_LIMIT_STOPPED;
}

// False: another process has given the file another plan, and the numbers mean other runs.
static bool is_still_ours(mw_results *r, mw_error *error)
{
    int64_t mark;
    if (!mw_sql_ask(r, error, &mark, "SELECT ifnull(checksum, 0) = ? FROM plan", "i", r->mark))
        return false;
    return mark == 1 || mw_sql_fail(r, error, MW_ERROR_INPUT,
                                    "another run of 'experiment' has given it another plan "
                                    "meanwhile; the same command goes on");
}

bool mw_results_put(mw_results *r, const mw_row *row, mw_error *error)
{
    bool solved = row->outcome == MW_OUTCOME_SOLVED;
    bool counted = mw_row_is_counted(row);
    bool ok = mw_sql_run(
        r, error,
        "INSERT OR IGNORE INTO run(number, maze, configuration, repeat, " MEASURED
        ", checksum, version) SELECT ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?"
        " FROM plan WHERE ifnull(plan.checksum, 0) = ?",
        "iiiitttiooooooooriti", (int64_t)row->number, (int64_t)row->maze,
        (int64_t)row->configuration, (int64_t)row->repeat, mw_outcome_name(row->outcome),
        mw_row_limit(row), row->heuristic, (int64_t)row->optimal, solved, (int64_t)row->moves,
        solved, (int64_t)row->cost, counted, (int64_t)row->expanded, counted,
        (int64_t)row->generated, counted, (int64_t)row->reopened, counted, (int64_t)row->frontier,
        counted, (int64_t)row->stored, counted, (int64_t)row->bytes, row->seconds,
        mw_row_checksum(row), row->version, r->mark);
    return ok && (sqlite3_changes(r->db) || is_still_ours(r, error));
}

bool mw_row_equal(const mw_row *a, const mw_row *b)
{
    return a->number == b->number && a->maze == b->maze && a->configuration == b->configuration &&
           a->repeat == b->repeat && a->outcome == b->outcome && a->limit == b->limit &&
           a->heuristic == b->heuristic && a->optimal == b->optimal && a->moves == b->moves &&
           a->cost == b->cost && a->expanded == b->expanded && a->generated == b->generated &&
           a->reopened == b->reopened && a->frontier == b->frontier && a->stored == b->stored &&
           a->bytes == b->bytes;
}

uint64_t mw_sheet_digest(const mw_sheet *sheet)
{
    uint64_t digest = sheet->plan.hash, *counts[MW_ROW_COUNTS];
    for (uint64_t i = 0; i < sheet->count; i++) {
        mw_row row = sheet->rows[i];
        char line[400];
        mw_row_counts(&row, counts);
        size_t n =
            (size_t)snprintf(line, sizeof line, "%016" PRIx64 " %" PRIu64 " %s %s %s %d %u", digest,
                             row.number, mw_outcome_name(row.outcome), mw_row_limit(&row),
                             row.heuristic ? row.heuristic : "", row.optimal, row.moves);
        for (int k = 0; k < MW_ROW_COUNTS; k++)
            n += (size_t)snprintf(line + n, sizeof line - n, " %" PRIu64, *counts[k]);
        digest = mw_hash_bytes(line, strlen(line));
    }
    return digest;
}

const char *mw_row_heuristic(const mw_kind *kind, const mw_configuration *c, const char *name)
{
    const mw_heuristic *h = name ? mw_heuristic_find(kind, name) : NULL;
    if (h || !name || !*name)
        return h ? h->name : NULL;
    if (!strcmp(name, "zero"))
        return "zero";
    return *c->heuristic && !mw_heuristic_find(kind, c->heuristic) ? c->heuristic : NULL;
}
