// load.c: a file of results as a whole, in memory. Everything is checked: what is read here is used
// as indexes.
#include "experiment/results.h"
#include "experiment/tokens.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FINE MW_DATABASE_FINE

typedef mw_database_status status;

static status damaged(mw_results *r, const char *what, long long number, mw_error *error)
{
    if (sqlite3_errcode(r->db) == SQLITE_NOMEM) // a text could not be read
        return mw_sql_no_memory(r, error);
    return mw_sql_fail(r, error, MW_DATABASE_FILE, "%s %lld makes no sense: %s", what, number,
                       r->schema->rescue);
}

// Numbers from 0, each once and in order: they are indexes.
static bool in_order(sqlite3_stmt *q, uint32_t index)
{
    return sqlite3_column_int64(q, 0) == (sqlite3_int64)index;
}

// A number from 0 to `most`, NULL is 0; false: it is another.
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

static status load_mazes(mw_results *r, mw_plan *p, mw_error *error)
{
    sqlite3_stmt *q;
    int64_t count = 0;
    int found;
    bool ok = true;
    status s = mw_sql_ask(r, "SELECT count(*) FROM maze", &count, error);
    if (!s)
        s = mw_sql_prepare(r, "SELECT number, name, kind, id FROM maze ORDER BY number", &q, error);
    if (s)
        return s;
    p->mazes = calloc((size_t)count + 1, sizeof *p->mazes);
    while (p->mazes && ok && !s && (found = sqlite3_step(q)) == SQLITE_ROW) {
        mw_plan_maze *m = &p->mazes[p->maze_count];
        char *kind = mw_sql_copy(q, 2, &ok);
        if (p->maze_count == count || !in_order(q, p->maze_count) || !kind ||
            !(m->kind = mw_kind_find(kind)))
            s = damaged(r, "maze", sqlite3_column_int64(q, 0), error);
        free(kind);
        if (s)
            break;
        m->name = mw_sql_copy(q, 1, &ok);
        m->id = mw_sql_copy(q, 3, &ok);
        p->maze_count++;
        if (ok && (!m->name || !m->id))
            s = damaged(r, "maze", sqlite3_column_int64(q, 0), error);
    }
    if (!p->mazes || !ok)
        s = mw_sql_no_memory(r, error);
    else if (!s && found != SQLITE_DONE)
        s = mw_sql_broken(r, error);
    sqlite3_finalize(q);
    return s;
}

static void copy_column(sqlite3_stmt *q, int column, char *to, size_t size)
{
    const char *text = (const char *)sqlite3_column_text(q, column);
    snprintf(to, size, "%s", text ? text : "");
}

static bool load_configuration(sqlite3_stmt *q, mw_configuration *c)
{
    const char *algorithm = (const char *)sqlite3_column_text(q, 2);
    const char *store = (const char *)sqlite3_column_text(q, 5);
    const mw_algorithm *a = algorithm ? mw_find_algorithm(algorithm) : NULL;
    if (!a || !store || !mw_visited_find(store, &c->store))
        return false;
    copy_column(q, 1, c->label, sizeof c->label);
    c->algorithm = a->name;
    copy_column(q, 3, c->heuristic, sizeof c->heuristic);
    c->weight = sqlite3_column_double(q, 4);
    c->seconds = sqlite3_column_double(q, 8);
    return read_count(q, 6, INT64_MAX, &c->states) && read_count(q, 7, INT64_MAX, &c->bytes);
}

static status load_configurations(mw_results *r, mw_plan *p, mw_error *error)
{
    sqlite3_stmt *q;
    int64_t count = 0;
    int found;
    status s = mw_sql_ask(r, "SELECT count(*) FROM configuration", &count, error);
    if (!s)
        s = mw_sql_prepare(r, "SELECT * FROM configuration ORDER BY number", &q, error);
    if (s)
        return s;
    p->configurations = calloc((size_t)count + 1, sizeof *p->configurations);
    while (p->configurations && !s && (found = sqlite3_step(q)) == SQLITE_ROW)
        if (p->configuration_count == count || !in_order(q, p->configuration_count) ||
            !load_configuration(q, &p->configurations[p->configuration_count++]))
            s = damaged(r, "configuration", sqlite3_column_int64(q, 0), error);
    if (!p->configurations)
        s = mw_sql_no_memory(r, error);
    else if (!s && found != SQLITE_DONE)
        s = mw_sql_broken(r, error);
    sqlite3_finalize(q);
    return s;
}

static status load_plan(mw_results *r, mw_sheet *sheet, mw_error *error)
{
    sqlite3_stmt *q;
    bool ok = true;
    status s = mw_sql_prepare(r, "SELECT hash, runs, repeats, version, text FROM plan", &q, error);
    if (s)
        return s;
    int found = sqlite3_step(q);
    if (found == SQLITE_ROW) {
        sheet->plan.hash = (uint64_t)sqlite3_column_int64(q, 0);
        bool sense = read_count(q, 1, MW_PLAN_RUNS_MAX, &sheet->plan.run_count) &&
                     read_index(q, 2, UINT32_MAX, &sheet->plan.repeats);
        sheet->version = mw_sql_copy(q, 3, &ok);
        sheet->plan.text = mw_sql_copy(q, 4, &ok);
        if (!ok)
            s = mw_sql_no_memory(r, error);
        else if (!sense || !sheet->version || !sheet->plan.text)
            s = damaged(r, "plan", 0, error);
    } else {
        s = found == SQLITE_DONE
                ? mw_sql_fail(r, error, MW_DATABASE_FILE,
                              "holds no plan yet; 'mazewright experiment PLAN -o FILE' begins one")
                : mw_sql_broken(r, error);
    }
    sqlite3_finalize(q);
    return s;
}

// ---- rows

static bool read_outcome(sqlite3_stmt *q, mw_row *row)
{
    const char *outcome = (const char *)sqlite3_column_text(q, 4);
    const char *limit = (const char *)sqlite3_column_text(q, 5);
    bool known = false;
    for (int o = MW_OUTCOME_SOLVED; outcome && !known && o <= MW_OUTCOME_LIMIT; o++) {
        row->outcome = (mw_outcome)o;
        known = !strcmp(mw_outcome_name(row->outcome), outcome);
    }
    if (!known || !limit)
        return false;
    for (int l = MW_WITHIN; l <= MW_LIMIT_STOPPED; l++) {
        row->limit = (mw_limit)l;
        if ((row->outcome == MW_OUTCOME_LIMIT) == (l != MW_WITHIN) &&
            !strcmp(mw_row_limit(row), limit))
            return true;
    }
    return false;
}

static bool read_row(sqlite3_stmt *q, const mw_plan *p, mw_row *row)
{
    uint64_t *const counts[] = {&row->cost,     &row->expanded, &row->generated, &row->reopened,
                                &row->frontier, &row->stored,   &row->bytes};
    bool sense = p->run_count && read_count(q, 0, p->run_count - 1, &row->number) &&
                 read_index(q, 1, p->maze_count, &row->maze) &&
                 read_index(q, 2, p->configuration_count, &row->configuration) &&
                 read_index(q, 3, p->repeats, &row->repeat) && read_outcome(q, row) &&
                 read_index(q, 8, UINT32_MAX, &row->moves);
    if (!sense)
        return false;
    row->heuristic =
        mw_row_heuristic(p->mazes[row->maze].kind, (const char *)sqlite3_column_text(q, 6));
    row->optimal = sqlite3_column_int(q, 7);
    for (int i = 0; i < 7; i++)
        sense = sense && read_count(q, 9 + i, INT64_MAX, counts[i]);
    row->seconds = sqlite3_column_double(q, 16);
    return sense;
}

static status load_rows(mw_results *r, mw_sheet *sheet, mw_error *error)
{
    sqlite3_stmt *q;
    uint64_t capacity = 0;
    int found;
    status s = mw_sql_prepare(r, "SELECT * FROM run ORDER BY number", &q, error);
    if (s)
        return s;
    while (!s && (found = sqlite3_step(q)) == SQLITE_ROW) {
        if (sheet->count == capacity) {
            capacity = capacity ? capacity * 2 : 256;
            mw_row *rows = realloc(sheet->rows, capacity * sizeof *rows);
            if (!rows) {
                s = mw_sql_no_memory(r, error);
                break;
            }
            sheet->rows = rows;
        }
        mw_row *row = &sheet->rows[sheet->count];
        *row = (mw_row){0};
        if (read_row(q, &sheet->plan, row))
            sheet->count++;
        else
            s = damaged(r, "run", sqlite3_column_int64(q, 0), error);
    }
    if (!s && found != SQLITE_DONE)
        s = mw_sql_broken(r, error);
    sqlite3_finalize(q);
    return s;
}

// ---- all of it

mw_database_status mw_results_load(mw_results *r, mw_sheet *sheet, mw_error *error)
{
    *sheet = (mw_sheet){0};
    // One transaction, so that all is of one moment though the experiment may go on.
    status s = mw_sql_run(r, "BEGIN", error);
    if (s)
        return s;
    s = load_plan(r, sheet, error);
    if (!s)
        s = load_mazes(r, &sheet->plan, error);
    if (!s)
        s = load_configurations(r, &sheet->plan, error);
    if (!s)
        s = load_rows(r, sheet, error);
    return mw_sql_end(r, s, error);
}

void mw_sheet_free(mw_sheet *sheet)
{
    mw_plan_free(&sheet->plan);
    free(sheet->version);
    free(sheet->rows);
    *sheet = (mw_sheet){0};
}
