// results_extend.c: a file of results gets another plan, or the runs of another file, and keeps all
// that it has. A run is known by its maze, by how it is searched and by its repeat, not by its
// number. Runs that the plan does not name are kept behind those that it does.
#include "experiment/results.h"
#include "core/memory.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct placed {
    mw_row row;
    bool later; // it is from another file than the first
} placed;

// What the file will have. The texts belong to the plan and to the sheets.
typedef struct joined {
    mw_results *results;
    const mw_plan *plan;
    const char *version;
    mw_plan all; // the plan with the mazes and configurations of kept runs behind its own
    placed *rows;
    uint64_t count;
    const mw_plan_maze **by_id; // the plan's mazes, sorted
    uint32_t known;             // mazes that earlier sheets and the plan have
    uint32_t *mazes, *ways;     // of the sheet that is read now: the numbers they get
    uint64_t named;             // rows that the plan names
} joined;

// ---- numbers

static int by_id(const void *a, const void *b)
{
    const mw_plan_maze *const *x = a, *const *y = b;
    return strcmp((*x)->id, (*y)->id);
}

// The number of a maze; it is added if it is not there.
static uint32_t maze_number(joined *j, const mw_plan_maze *m)
{
    const mw_plan_maze **found =
        j->plan->maze_count ? bsearch(&m, j->by_id, j->plan->maze_count, sizeof *j->by_id, by_id)
                            : NULL;
    if (found)
        return (uint32_t)(*found - j->plan->mazes);
    for (uint32_t i = j->plan->maze_count; i < j->known; i++)
        if (!strcmp(j->all.mazes[i].id, m->id))
            return i;
    j->all.mazes[j->all.maze_count] = *m;
    return j->all.maze_count++;
}

static bool label_taken(const joined *j, const char *label)
{
    for (uint32_t i = 0; i < j->all.configuration_count; i++)
        if (!strcmp(j->all.configurations[i].label, label))
            return true;
    return false;
}

// Two plans may use one label for two ways to search; the kept one then gets another.
static void keep_label_apart(const joined *j, mw_configuration *c)
{
    char label[sizeof c->label];
    snprintf(label, sizeof label, "%s", c->label);
    for (unsigned n = 2; label_taken(j, label); n++)
        snprintf(label, sizeof label, "%.180s/kept-%u", c->label, n);
    memcpy(c->label, label, sizeof label);
}

static uint32_t way_number(joined *j, const mw_configuration *c)
{
    for (uint32_t i = 0; i < j->all.configuration_count; i++)
        if (mw_configuration_same(&j->all.configurations[i], c))
            return i;
    mw_configuration *added = &j->all.configurations[j->all.configuration_count];
    *added = *c;
    keep_label_apart(j, added);
    return j->all.configuration_count++;
}

static int by_place(const void *a, const void *b)
{
    const mw_plan_run *x = a, *y = b;
    return x->maze != y->maze                     ? (x->maze < y->maze ? -1 : 1)
           : x->configuration != y->configuration ? (x->configuration < y->configuration ? -1 : 1)
           : x->repeat != y->repeat               ? (x->repeat < y->repeat ? -1 : 1)
                                                  : 0;
}

// The number of a run in the plan, or UINT64_MAX. A plan without runs is that of the sheet itself.
static uint64_t number_in_plan(const joined *j, const mw_row *row, uint64_t before)
{
    const mw_plan *p = j->plan;
    const mw_plan_run run = {row->maze, row->configuration, row->repeat};
    if (!p->runs)
        return before < p->run_count ? before : UINT64_MAX;
    const mw_plan_run *found = bsearch(&run, p->runs, (size_t)p->run_count, sizeof run, by_place);
    return found ? (uint64_t)(found - p->runs) : UINT64_MAX;
}

// ---- joining

static bool make_room(joined *j, const mw_sheet *const *sheets, unsigned count)
{
    const mw_plan *p = j->plan;
    size_t mazes = p->maze_count, ways = p->configuration_count;
    uint64_t rows = 0;
    for (unsigned i = 0; i < count; i++) {
        mazes += sheets[i]->plan.maze_count;
        ways += sheets[i]->plan.configuration_count;
        rows += sheets[i]->count;
    }
    j->all = *p;
    j->all.own_mazes = p->maze_count;
    j->all.own_configurations = p->configuration_count;
    j->all.mazes = calloc(mazes + 1, sizeof *j->all.mazes);
    j->all.configurations = calloc(ways + 1, sizeof *j->all.configurations);
    j->rows = mw_array(rows + 1, sizeof *j->rows);
    j->by_id = calloc(p->maze_count + 1, sizeof *j->by_id);
    j->mazes = calloc(mazes + 1, sizeof *j->mazes);
    j->ways = calloc(ways + 1, sizeof *j->ways);
    if (!j->all.mazes || !j->all.configurations || !j->rows || !j->by_id || !j->mazes || !j->ways)
        return false;
    memcpy(j->all.mazes, p->mazes, p->maze_count * sizeof *p->mazes);
    memcpy(j->all.configurations, p->configurations,
           p->configuration_count * sizeof *p->configurations);
    for (uint32_t i = 0; i < p->maze_count; i++)
        j->by_id[i] = &p->mazes[i];
    qsort(j->by_id, p->maze_count, sizeof *j->by_id, by_id);
    return true;
}

#define UNKNOWN UINT32_MAX

// Mazes and configurations without a row are left behind.
static void add_sheet(joined *j, const mw_sheet *s, bool later)
{
    j->known = j->all.maze_count;
    for (uint32_t i = 0; i < s->plan.maze_count; i++)
        j->mazes[i] = UNKNOWN;
    for (uint32_t i = 0; i < s->plan.configuration_count; i++)
        j->ways[i] = UNKNOWN;
    for (uint64_t i = 0; i < s->count; i++) {
        mw_row row = s->rows[i];
        uint32_t *maze = &j->mazes[row.maze], *way = &j->ways[row.configuration];
        if (*maze == UNKNOWN)
            *maze = maze_number(j, &s->plan.mazes[row.maze]);
        if (*way == UNKNOWN)
            *way = way_number(j, &s->plan.configurations[row.configuration]);
        row.maze = *maze;
        row.configuration = *way;
        row.version = row.version ? row.version : s->version;
        if (!strcmp(row.version, j->version))
            row.version = NULL;
        row.number = number_in_plan(j, &row, row.number);
        j->named += row.number != UINT64_MAX;
        j->rows[j->count++] = (placed){row, later};
    }
}

static int compare_numbers(const mw_row *x, const mw_row *y)
{
    const mw_plan_run one = {x->maze, x->configuration, x->repeat};
    const mw_plan_run other = {y->maze, y->configuration, y->repeat};
    return x->number != y->number ? (x->number < y->number ? -1 : 1) : by_place(&one, &other);
}

static int by_number(const void *a, const void *b)
{
    const placed *x = a, *y = b;
    int order = compare_numbers(&x->row, &y->row);
    return order ? order : x->later - y->later;
}

// Sorts the rows, numbers those that are kept, and leaves out what is there twice. `say` gets each
// row that is there with two results. Returns how many those are.
static uint64_t settle_rows(joined *j, void (*say)(void *, const mw_plan *, const mw_row *),
                            void *context)
{
    uint64_t left = 0, conflicts = 0;
    if (j->count)
        qsort(j->rows, (size_t)j->count, sizeof *j->rows, by_number);
    for (uint64_t i = 0; i < j->count; i++) {
        const placed *p = &j->rows[i];
        if (!left || compare_numbers(&p->row, &j->rows[left - 1].row)) {
            j->rows[left++] = *p;
        } else if (!mw_row_equal(&p->row, &j->rows[left - 1].row)) {
            conflicts++;
            say(context, &j->all, &p->row);
        }
    }
    j->count = left;
    for (uint64_t i = 0; i < left; i++)
        if (j->rows[i].row.number == UINT64_MAX)
            j->rows[i].row.number = j->plan->run_count + j->all.kept++;
    return conflicts;
}

static bool write_all(joined *j, mw_error *error)
{
    mw_results *r = j->results;
    bool ok = mw_sql_run(r, error, "DELETE FROM run", "") &&
              mw_sql_run(r, error, "DELETE FROM maze", "") &&
              mw_sql_run(r, error, "DELETE FROM configuration", "") &&
              mw_sql_run(r, error, "DELETE FROM plan", "") &&
              mw_results_write_plan(r, &j->all, j->version, error);
    for (uint64_t i = 0; ok && i < j->count; i++)
        ok = mw_results_put(r, &j->rows[i].row, error);
    return ok;
}

// The file stays as it is, and gets the rows of the other one.
static bool write_more(const joined *j, mw_error *error)
{
    bool ok = true;
    for (uint64_t i = 0; ok && i < j->count; i++)
        ok = !j->rows[i].later || mw_results_put(j->results, &j->rows[i].row, error);
    return ok;
}

static void free_joined(joined *j)
{
    free(j->all.mazes);
    free(j->all.configurations);
    free(j->rows);
    free(j->by_id);
    free(j->mazes);
    free(j->ways);
}

// ---- another plan

static void ignore_row(void *context, const mw_plan *p, const mw_row *row)
{
    (void)context, (void)p, (void)row;
}

// A plan that has nothing in common with a file is most likely meant for another file.
static bool anything_common(const mw_plan *a, const mw_plan *b)
{
    for (uint32_t i = 0; i < a->configuration_count; i++)
        for (uint32_t k = 0; k < b->configuration_count; k++)
            if (mw_configuration_same(&a->configurations[i], &b->configurations[k]))
                return true;
    return false;
}

static bool common_mazes(const joined *j, const mw_sheet *old)
{
    for (uint32_t i = 0; i < old->plan.maze_count; i++) {
        const mw_plan_maze *m = &old->plan.mazes[i];
        if (j->plan->maze_count &&
            bsearch(&m, j->by_id, j->plan->maze_count, sizeof *j->by_id, by_id))
            return true;
    }
    return false;
}

bool mw_sheet_match(const mw_sheet *sheet, const mw_plan *plan, uint64_t *numbers,
                    uint32_t *configurations, bool *common)
{
    joined j = {.plan = plan, .version = sheet->version};
    bool ok = make_room(&j, &sheet, 1);
    if (ok)
        add_sheet(&j, sheet, false);
    for (uint64_t i = 0; ok && i < sheet->count; i++) {
        numbers[i] = j.rows[i].row.number;
        configurations[i] = j.rows[i].row.configuration;
    }
    *common = ok && (anything_common(plan, &sheet->plan) || common_mazes(&j, sheet));
    free_joined(&j);
    return ok;
}

static bool remember_plan(mw_results *r, const mw_sheet *old, mw_error *error)
{
    return mw_sql_run(r, error,
                      "INSERT INTO earlier(hash, version, text) SELECT ?1, ?2, ?3 WHERE NOT EXISTS"
                      " (SELECT 1 FROM earlier WHERE hash = ?1 AND version = ?2 AND text = ?3)",
                      "itt", (int64_t)old->plan.hash, old->version, old->plan.text);
}

bool mw_results_extend(mw_results *r, const mw_plan *plan, const char *version,
                       mw_extension *extension, mw_error *error)
{
    joined j = {.results = r, .plan = plan, .version = version};
    mw_sheet old;
    const mw_sheet *const sheets[] = {&old};
    bool ok = mw_results_load_within(r, &old, error);
    if (ok && !make_room(&j, sheets, 1))
        ok = mw_sql_no_memory(r, error);
    if (ok && !anything_common(plan, &old.plan) && !common_mazes(&j, &old))
        ok = mw_sql_fail(r, error, MW_ERROR_INPUT,
                         "holds the results of another plan, which has no maze and no "
                         "configuration in common with this one; name another file with -o");
    if (ok) {
        add_sheet(&j, &old, false);
        settle_rows(&j, ignore_row, NULL);
        ok = remember_plan(r, &old, error) && write_all(&j, error);
    }
    if (ok && extension) {
        *extension = (mw_extension){.extended = true, .named = j.named, .kept = j.all.kept};
        snprintf(extension->version, sizeof extension->version, "%s", old.version);
    }
    free_joined(&j);
    mw_sheet_free(&old);
    return ok;
}

// ---- another file

typedef struct telling {
    void (*say)(void *context, const char *sentence);
    void *context;
    unsigned told;
} telling;

#define TOLD_MAX 10 // conflicts told one by one

static void tell_conflict(void *context, const mw_plan *p, const mw_row *row)
{
    telling *t = context;
    char sentence[400], number[40] = "a kept run";
    if (t->told++ >= TOLD_MAX)
        return;
    if (row->number != UINT64_MAX)
        snprintf(number, sizeof number, "run %" PRIu64, row->number);
    snprintf(sentence, sizeof sentence,
             "%s (%.120s, %.100s) has another result there: one of the two was made by another "
             "program or machine",
             number, p->mazes[row->maze].name, p->configurations[row->configuration].label);
    t->say(t->context, sentence);
}

bool mw_results_merge(mw_results *r, const mw_sheet *sheet, void (*say)(void *, const char *),
                      void *context, uint64_t *added, mw_error *error)
{
    mw_sheet here = {0};
    if (added)
        *added = 0;
    if (!mw_sql_begin(r, error))
        return false;
    bool ok = mw_results_load_within(r, &here, error);
    mw_plan plan = here.plan; // without the kept runs, which are added again
    plan.kept = 0;
    plan.maze_count = here.plan.own_mazes;
    plan.configuration_count = here.plan.own_configurations;
    joined j = {.results = r, .plan = &plan, .version = here.version};
    const mw_sheet *const sheets[] = {&here, sheet};
    if (ok && !make_room(&j, sheets, 2))
        ok = mw_sql_no_memory(r, error);
    if (ok) {
        telling t = {.say = say, .context = context};
        add_sheet(&j, &here, false);
        add_sheet(&j, sheet, true);
        uint64_t conflicts = settle_rows(&j, tell_conflict, &t);
        if (conflicts)
            ok = mw_sql_fail(r, error, MW_ERROR_REQUEST,
                             "%" PRIu64 " runs have other results here; nothing was added",
                             conflicts);
    }
    uint64_t more = ok ? j.count - here.count : 0;
    if (ok && more)
        ok = j.all.kept ? write_all(&j, error) : write_more(&j, error);
    ok = mw_sql_end(r, ok, error);
    if (ok && added)
        *added = more;
    free_joined(&j);
    mw_sheet_free(&here);
    return ok;
}
