// compare.c: see compare.h. Both sides are sorted by maze and walked together.
#include "experiment/compare.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *mw_run_effort_name(mw_run_effort effort)
{
    static const char *const names[] = {"expanded", "generated", "stored", "bytes",
                                        "moves",    "cost",      "seconds"};
    return names[effort];
}

double mw_run_effort_of(const mw_row *r, mw_run_effort effort)
{
    const double values[] = {(double)r->expanded,
                             (double)r->generated,
                             (double)r->stored,
                             (double)r->bytes,
                             r->moves,
                             (double)r->cost,
                             r->seconds};
    bool needs_solution = effort == MW_MOVES || effort == MW_COST;
    bool has = needs_solution ? r->outcome == MW_OUTCOME_SOLVED : mw_answered(r);
    return has ? values[effort] : (double)NAN;
}

bool mw_answered(const mw_row *r)
{
    return r->outcome != MW_OUTCOME_LIMIT;
}

static int by_id(const void *a, const void *b)
{
    const mw_side_row *x = a, *y = b;
    return strcmp(x->maze->id, y->maze->id);
}

// The same, and of one maze the first run first.
static int by_run(const void *a, const void *b)
{
    const mw_side_row *x = a, *y = b;
    int order = by_id(a, b);
    return order ? order : (x->row.number > y->row.number) - (x->row.number < y->row.number);
}

// Joins what a later repeat has found.
static void join_row(mw_side_row *a, const mw_row *row)
{
    if (mw_answered(row) && !mw_answered(&a->row))
        a->row = *row;
    else if (mw_answered(row) && row->seconds < a->row.seconds)
        a->row.seconds = row->seconds;
}

// Runs of a maze are neighbours, but for those that were kept from an earlier plan.
mw_side_row *mw_side_rows(mw_side side, size_t *count)
{
    const mw_sheet *sheet = side.sheet;
    mw_side_row *answers =
        calloc(sheet->plan.maze_count + (size_t)sheet->plan.kept + 1, sizeof *answers);
    size_t n = 0;
    *count = 0;
    for (uint64_t i = 0; answers && i < sheet->count; i++) {
        const mw_row *row = &sheet->rows[i];
        if (row->configuration != side.configuration)
            continue;
        const mw_plan_maze *maze = &sheet->plan.mazes[row->maze];
        if (!n || answers[n - 1].maze != maze)
            answers[n++] = (mw_side_row){.maze = maze, .row = *row};
        else
            join_row(&answers[n - 1], row);
    }
    if (answers)
        qsort(answers, n, sizeof *answers, by_run);
    for (size_t i = 0; i < n; i++)
        if (*count && answers[*count - 1].maze == answers[i].maze)
            join_row(&answers[*count - 1], &answers[i].row);
        else
            answers[(*count)++] = answers[i];
    return answers;
}

// ---- pairs

mw_pair *mw_pairs(mw_side first, mw_side second, size_t *count)
{
    size_t n = 0, m = 0;
    mw_side_row *a = mw_side_rows(first, &n), *b = mw_side_rows(second, &m);
    mw_pair *pairs = a && b ? calloc(n + 1, sizeof *pairs) : NULL;
    *count = 0;
    for (size_t i = 0, k = 0; pairs && i < n && k < m;) {
        int order = by_id(&a[i], &b[k]);
        if (!order)
            pairs[(*count)++] = (mw_pair){a[i].maze, a[i].row, b[k].row};
        i += order <= 0;
        k += order >= 0;
    }
    free(a);
    free(b);
    return pairs;
}

static bool contradict(const mw_row *a, const mw_row *b)
{
    return mw_answered(a) && mw_answered(b) &&
           (a->outcome != b->outcome || (a->optimal && b->optimal && a->cost != b->cost));
}

static void count_answers(const mw_pair *pairs, size_t count, mw_comparison *out)
{
    for (size_t i = 0; i < count; i++) {
        const mw_row *a = &pairs[i].first, *b = &pairs[i].second;
        out->both += mw_answered(a) && mw_answered(b);
        out->first += mw_answered(a) && !mw_answered(b);
        out->second += !mw_answered(a) && mw_answered(b);
        if (contradict(a, b) && !out->contradictions++)
            out->contradiction = pairs[i].maze->name;
    }
    out->mazes = count;
    out->answered = mw_sign_test(out->first, out->second);
}

// `room` has room for two numbers for each pair.
static bool compare_effort(const mw_pair *pairs, size_t count, mw_run_effort effort, uint64_t seed,
                           double *room, mw_difference *out)
{
    double *differences = room, *ratios = room + count;
    size_t n = 0, quotients = 0;
    for (size_t i = 0; i < count; i++) {
        double x = mw_run_effort_of(&pairs[i].first, effort);
        double y = mw_run_effort_of(&pairs[i].second, effort);
        if (isnan(x) || isnan(y))
            continue;
        differences[n++] = y - x;
        out->less += y < x;
        out->more += y > x;
        if (x > 0) // there is no ratio to 0
            ratios[quotients++] = y / x;
    }
    mw_wilcoxon w;
    bool ok = mw_wilcoxon_test(differences, n, &w) &&
              mw_median_interval(ratios, quotients, seed, &out->ratio);
    out->pairs = n;
    out->equal = n - out->less - out->more;
    out->sign = mw_sign_test(out->less, out->more);
    out->wilcoxon = w.p;
    out->exact = w.exact;
    return ok;
}

bool mw_compare(mw_side first, mw_side second, uint64_t seed, mw_comparison *out)
{
    size_t count;
    mw_pair *pairs = mw_pairs(first, second, &count);
    double *room = pairs ? calloc(2 * count + 1, sizeof *room) : NULL;
    bool ok = room;
    *out = (mw_comparison){0};
    if (ok)
        count_answers(pairs, count, out);
    for (mw_run_effort e = 0; ok && e < MW_EFFORTS; e++)
        ok = compare_effort(pairs, count, e, seed, room, &out->efforts[e]);
    free(room);
    free(pairs);
    return ok;
}
