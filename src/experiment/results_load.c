// results_load.c: reads a whole file of results into memory. Everything is checked, because others
// use what is read here as indexes.
#include "experiment/results.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A file that is being loaded.
typedef struct loading {
    mw_results *results;
    mw_sheet *sheet;
    uint64_t capacity;             // of the sheet's rows
    int64_t mazes, configurations; // that the file holds
    bool planned;                  // it has a plan,
    bool summed;                   // which has a checksum:
    int64_t sum;
} loading;

static bool damaged(const loading *l, const char *what, long long number, mw_error *error)
{
    if (sqlite3_errcode(l->results->db) == SQLITE_NOMEM) // a text could not be read
        return mw_sql_no_memory(l->results, error);
    return mw_sql_fail(l->results, error, MW_ERROR_INPUT, "%s %lld makes no sense: %s", what,
                       number, l->results->schema->rescue);
}

// The first column counts up from 0, because the numbers are indexes.
static bool in_order(sqlite3_stmt *q, uint32_t index)
{
    return sqlite3_column_int64(q, 0) == (sqlite3_int64)index;
}

static bool changed(const loading *l, const char *what, long long number, mw_error *error)
{
    return mw_sql_fail(l->results, error, MW_ERROR_INPUT, "%s %lld is not as it was stored: %s",
                       what, number, l->results->schema->rescue);
}

// Is the checksum in this column another one? The first versions of a file have none.
static bool differs(sqlite3_stmt *q, int column, int64_t sum)
{
    return sqlite3_column_count(q) > column && sqlite3_column_type(q, column) != SQLITE_NULL &&
           sqlite3_column_int64(q, column) != sum;
}

// Reads a number; NULL counts as 0. False: it is not between 0 and `most`.
static bool read_count(sqlite3_stmt *q, int column, uint64_t most, uint64_t *out)
{
    sqlite3_int64 n = sqlite3_column_int64(q, column);
    *out = (uint64_t)n;
    return n >= 0 && *out <= most;
}

static bool read_index(sqlite3_stmt *q, int column, uint64_t count, uint32_t *out)
{
    uint64_t n;
    bool ok = count && read_count(q, column, count - 1, &n);
    *out = ok ? (uint32_t)n : 0;
    return ok;
}

static bool load_maze(void *context, sqlite3_stmt *q, mw_error *error)
{
    loading *l = context;
    mw_plan *p = &l->sheet->plan;
    const char *kind = mw_sql_text(q, 2);
    bool ok = true;
    if (kind && !mw_kind_find(kind))
        return mw_sql_fail(l->results, error, MW_ERROR_INPUT,
                           "has mazes of a kind '%.40s', which is not there; load the plug-in that "
                           "brings it",
                           kind);
    if (p->maze_count == l->mazes || !in_order(q, p->maze_count) || !kind)
        return damaged(l, "maze", sqlite3_column_int64(q, 0), error);
    mw_plan_maze *m = &p->mazes[p->maze_count++];
    *m = (mw_plan_maze){
        .kind = mw_kind_find(kind), .name = mw_sql_copy(q, 1, &ok), .id = mw_sql_copy(q, 3, &ok)};
    if (!ok)
        return mw_sql_no_memory(l->results, error);
    return (m->name && m->id) || damaged(l, "maze", sqlite3_column_int64(q, 0), error);
}

static void copy_column(sqlite3_stmt *q, int column, char *to, size_t size)
{
    const char *text = mw_sql_text(q, column);
    snprintf(to, size, "%s", text ? text : "");
}

static bool read_configuration(sqlite3_stmt *q, mw_configuration *c)
{
    const char *algorithm = mw_sql_text(q, 2), *store = mw_sql_text(q, 5);
    const mw_algorithm *a = algorithm ? mw_algorithm_find(algorithm) : NULL;
    if (!a || !store || !mw_visited_find(store, &c->store))
        return false;
    copy_column(q, 1, c->label, sizeof c->label);
    c->algorithm = a->name;
    copy_column(q, 3, c->heuristic, sizeof c->heuristic);
    c->weight = sqlite3_column_double(q, 4);
    c->seconds = sqlite3_column_double(q, 8);
    return read_count(q, 6, INT64_MAX, &c->states) && read_count(q, 7, INT64_MAX, &c->bytes);
}

static bool load_configuration(void *context, sqlite3_stmt *q, mw_error *error)
{
    loading *l = context;
    mw_plan *p = &l->sheet->plan;
    bool ok = p->configuration_count < l->configurations && in_order(q, p->configuration_count) &&
              read_configuration(q, &p->configurations[p->configuration_count++]);
    return ok || damaged(l, "configuration", sqlite3_column_int64(q, 0), error);
}

static bool load_plan(void *context, sqlite3_stmt *q, mw_error *error)
{
    loading *l = context;
    mw_plan *p = &l->sheet->plan;
    bool ok = true, sense = read_count(q, 1, MW_PLAN_RUNS_MAX, &p->run_count) &&
                            read_index(q, 2, UINT32_MAX, &p->repeats);
    bool grown = sqlite3_column_count(q) > 8;
    if (grown)
        sense = sense && read_count(q, 6, MW_PLAN_RUNS_MAX, &p->kept) &&
                read_index(q, 7, UINT32_MAX, &p->own_mazes) &&
                read_index(q, 8, UINT32_MAX, &p->own_configurations);
    l->planned = true;
    l->summed = sqlite3_column_count(q) > 5 && sqlite3_column_type(q, 5) != SQLITE_NULL;
    l->sum = l->summed ? sqlite3_column_int64(q, 5) : 0;
    p->hash = (uint64_t)sqlite3_column_int64(q, 0);
    l->sheet->version = mw_sql_copy(q, 3, &ok);
    p->text = mw_sql_copy(q, 4, &ok);
    if (!ok)
        return mw_sql_no_memory(l->results, error);
    return (sense && l->sheet->version && p->text) || damaged(l, "plan", 0, error);
}

// ---- rows

static bool read_outcome(sqlite3_stmt *q, mw_row *row)
{
    const char *outcome = mw_sql_text(q, 4), *limit = mw_sql_text(q, 5);
    bool known = false;
    for (int o = MW_OUTCOME_SOLVED; outcome && !known && o <= MW_OUTCOME_LIMIT; o++) {
        row->outcome = (mw_outcome)o;
        known = !strcmp(mw_outcome_name(row->outcome), outcome);
    }
    if (!known || !limit)
        return false;
    for (int l = MW_WITHIN; l <= MW_LIMIT_STUCK; l++) {
        row->limit = (mw_limit)l;
        if ((row->outcome == MW_OUTCOME_LIMIT) == (l != MW_WITHIN) &&
            !strcmp(mw_row_limit(row), limit))
            return true;
    }
    return false;
}

static bool read_row(sqlite3_stmt *q, const mw_plan *p, mw_row *row)
{
    uint64_t *counts[MW_ROW_COUNTS];
    uint64_t runs = p->run_count + p->kept, number = 0;
    bool sense = runs && read_count(q, 0, runs - 1, &number);
    uint64_t repeats = number < p->run_count ? p->repeats : MW_PLAN_REPEATS_MAX;
    row->number = number;
    sense = sense && read_index(q, 1, p->maze_count, &row->maze) &&
            read_index(q, 2, p->configuration_count, &row->configuration) &&
            read_index(q, 3, repeats, &row->repeat) && read_outcome(q, row) &&
            read_index(q, 8, UINT32_MAX, &row->moves);
    if (!sense)
        return false;
    row->heuristic = mw_row_heuristic(p->mazes[row->maze].kind,
                                      &p->configurations[row->configuration], mw_sql_text(q, 6));
    row->optimal = sqlite3_column_int(q, 7);
    mw_row_counts(row, counts);
    for (int i = 0; i < MW_ROW_COUNTS; i++)
        sense = sense && read_count(q, 9 + i, INT64_MAX, counts[i]);
    row->seconds = sqlite3_column_double(q, 16);
    return sense;
}

// The version in a row, kept once in the sheet. False: out of memory.
static bool read_version(loading *l, sqlite3_stmt *q, mw_row *row)
{
    mw_sheet *sheet = l->sheet;
    bool there = sqlite3_column_count(q) > 18, ok = true;
    const char *version = there ? mw_sql_text(q, 18) : NULL;
    if (!version)
        return !there || sqlite3_column_type(q, 18) == SQLITE_NULL;
    for (unsigned i = 0; i < sheet->version_count; i++)
        if (!strcmp(sheet->versions[i], version)) {
            row->version = sheet->versions[i];
            return true;
        }
    char **more = realloc(sheet->versions, (sheet->version_count + 1) * sizeof *more);
    if (!more)
        return false;
    sheet->versions = more;
    char *copy = mw_sql_copy(q, 18, &ok);
    if (copy)
        more[sheet->version_count++] = copy;
    row->version = copy;
    return ok;
}

static bool load_row(void *context, sqlite3_stmt *q, mw_error *error)
{
    loading *l = context;
    mw_sheet *sheet = l->sheet;
    if (sheet->count == l->capacity) {
        uint64_t capacity = l->capacity ? l->capacity * 2 : 256;
        mw_row *rows = realloc(sheet->rows, (size_t)capacity * sizeof *rows);
        if (!rows)
            return mw_sql_no_memory(l->results, error);
        sheet->rows = rows;
        l->capacity = capacity;
    }
    mw_row *row = &sheet->rows[sheet->count];
    *row = (mw_row){0};
    if (!read_row(q, &sheet->plan, row))
        return damaged(l, "run", sqlite3_column_int64(q, 0), error);
    if (!read_version(l, q, row))
        return mw_sql_no_memory(l->results, error);
    if (differs(q, 17, mw_row_checksum(row)))
        return changed(l, "run", sqlite3_column_int64(q, 0), error);
    sheet->count++;
    return true;
}

// ---- all of it

static bool check_plan(const loading *l, mw_error *error)
{
    int64_t sum = 0;
    mw_plan *p = &l->sheet->plan;
    if (!p->kept) { // a file of an older version does not say it
        p->own_mazes = p->maze_count;
        p->own_configurations = p->configuration_count;
    }
    if (p->own_mazes > p->maze_count || p->own_configurations > p->configuration_count)
        return damaged(l, "plan", 0, error);
    if (!mw_plan_checksum(&l->sheet->plan, l->sheet->version, &sum))
        return mw_sql_no_memory(l->results, error);
    return !l->summed || sum == l->sum || changed(l, "plan", 0, error);
}

static bool load(loading *l, mw_error *error)
{
    mw_results *r = l->results;
    mw_plan *p = &l->sheet->plan;
    if (!mw_sql_each(r, error, load_plan, l, "SELECT * FROM plan LIMIT 1", "") ||
        !mw_sql_ask(r, error, &l->mazes, "SELECT count(*) FROM maze", "") ||
        !mw_sql_ask(r, error, &l->configurations, "SELECT count(*) FROM configuration", ""))
        return false;
    if (!l->planned)
        return mw_sql_fail(r, error, MW_ERROR_INPUT,
                           "holds no plan yet; 'mazewright experiment PLAN -o FILE' begins one");
    p->mazes = calloc((size_t)l->mazes + 1, sizeof *p->mazes);
    p->configurations = calloc((size_t)l->configurations + 1, sizeof *p->configurations);
    if (!p->mazes || !p->configurations)
        return mw_sql_no_memory(r, error);
    return mw_sql_each(r, error, load_maze, l,
                       "SELECT number, name, kind, id FROM maze ORDER BY number", "") &&
           mw_sql_each(r, error, load_configuration, l,
                       "SELECT * FROM configuration ORDER BY number", "") &&
           check_plan(l, error) &&
           mw_sql_each(r, error, load_row, l, "SELECT * FROM run ORDER BY number", "");
}

bool mw_results_load_within(mw_results *r, mw_sheet *sheet, mw_error *error)
{
    loading l = {.results = r, .sheet = sheet};
    *sheet = (mw_sheet){0};
    return load(&l, error);
}

bool mw_results_load(mw_results *r, mw_sheet *sheet, mw_error *error)
{
    *sheet = (mw_sheet){0};
    // One transaction, so that all is of one moment though the experiment may go on.
    return mw_sql_run(r, error, "BEGIN", "") &&
           mw_sql_end(r, mw_results_load_within(r, sheet, error), error);
}

void mw_sheet_free(mw_sheet *sheet)
{
    mw_plan_free(&sheet->plan);
    free(sheet->version);
    free(sheet->rows);
    for (unsigned i = 0; i < sheet->version_count; i++)
        free(sheet->versions[i]);
    free(sheet->versions);
    *sheet = (mw_sheet){0};
}
