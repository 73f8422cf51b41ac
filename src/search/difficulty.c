// difficulty.c: see difficulty.h. A simulated player walks the graph, now and then knowing the
// right move and else guessing; how long he takes is a system of linear equations, solved by
// sweeping over the states from the goal outwards until nothing changes any more. Where that would
// take longer than to eliminate one state after the other, as in small mazes that are very hard,
// they are eliminated.
#include "search/difficulty.h"

#include "core/powers.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#define STATES_MAX 200000    // a graph of more is not swept
#define WORK_MAX   20000000  // states looked at by all sweeps together
#define INSIGHT    (1.0 / 3) // how often the player knows the right move

typedef struct walker {
    const mw_graph *g;
    mw_budget *budget;
    uint32_t *order; // reachable states that can win, nearest to the goal first
    uint32_t count;
    // The value of a state is steady[s] + again[s] * (value of the start): a player who has lost,
    // or stands where no win is possible, begins again.
    double *steady, *again;
    uint64_t work;  // states looked at so far
    bool no_memory; // for the elimination
} walker;

static double log2_of(double x)
{
    return mw_log(x) / 0.6931471805599453;
}

static bool leads_on(const mw_graph *g, uint32_t s, const mw_arc *a)
{
    return a->to != MW_FAR && g->distance[a->to] != MW_FAR &&
           (uint64_t)g->distance[a->to] + a->cost == g->distance[s];
}

static bool cannot_lose(const mw_graph *g)
{
    for (uint32_t s = 0; s < g->reachable; s++)
        if (g->distance[s] == MW_FAR)
            return false;
    for (uint64_t i = 0; i < g->reachable_edges; i++)
        if (g->arcs[i].to == MW_FAR)
            return false;
    return true;
}

static bool walker_init(walker *w, const mw_graph *g, mw_budget *budget)
{
    uint32_t far = 0;
    assert(g->reachable); // the start is
    for (uint32_t s = 0; s < g->reachable; s++)
        if (g->distance[s] != MW_FAR && g->distance[s] > far)
            far = g->distance[s];
    const uint64_t n = g->reachable, first_bytes = ((uint64_t)far + 2) * sizeof(uint32_t);
    *w = (walker){.g = g,
                  .budget = budget,
                  .order = mw_zeroed(budget, n * sizeof *w->order),
                  .steady = mw_zeroed(budget, n * sizeof *w->steady),
                  .again = mw_zeroed(budget, n * sizeof *w->again)};
    uint32_t *first = mw_zeroed(budget, first_bytes);
    bool ok = w->order && w->steady && w->again && first;
    if (ok) { // sorted by counting
        for (uint32_t s = 0; s < g->reachable; s++)
            if (g->distance[s] != MW_FAR)
                first[g->distance[s] + 1]++;
        for (uint32_t d = 1; d <= far + 1; d++)
            first[d] += first[d - 1];
        w->count = first[far + 1];
        for (uint32_t s = 0; s < g->reachable; s++)
            if (g->distance[s] != MW_FAR)
                w->order[first[g->distance[s]]++] = s;
    }
    mw_release(budget, first, first_bytes);
    return ok;
}

static void walker_free(walker *w)
{
    const uint64_t n = w->g->reachable;
    mw_release(w->budget, w->order, n * sizeof *w->order);
    mw_release(w->budget, w->steady, n * sizeof *w->steady);
    mw_release(w->budget, w->again, n * sizeof *w->again);
}

// How likely the player makes each move out of a state: with `insight` the first right one, else
// any move alike; but he sees a move that loses at once, and makes it only where there is no other
// (or `blind`).
static void chances(const walker *w, uint32_t s, double insight, double chance[MW_EDGES_MAX])
{
    const mw_graph *g = w->g;
    const mw_arc *from = &g->arcs[g->first[s]], *end = &g->arcs[g->first[s + 1]];
    bool known = insight <= 0, blind = known;
    uint32_t moves = 0;
    for (const mw_arc *a = from; a < end; a++)
        moves += blind || a->to != MW_FAR;
    double guess = (1 - insight) / moves;
    for (const mw_arc *a = from; a < end; a++) {
        chance[a - from] = blind || a->to != MW_FAR ? guess : 0;
        if (!known && leads_on(g, s, a)) {
            chance[a - from] += insight;
            known = true;
        }
    }
}

static bool begins_again(const mw_graph *g, const mw_arc *a)
{
    return a->to == MW_FAR || g->distance[a->to] == MW_FAR;
}

static double sweep_state(walker *w, uint32_t s, double insight, double step)
{
    const mw_graph *g = w->g;
    const mw_arc *arcs = &g->arcs[g->first[s]];
    const uint32_t count = g->first[s + 1] - g->first[s];
    double steady = step, again = 0, chance[MW_EDGES_MAX];
    chances(w, s, insight, chance);
    for (uint32_t i = 0; i < count; i++)
        if (begins_again(g, &arcs[i])) {
            again += chance[i];
        } else {
            steady += chance[i] * w->steady[arcs[i].to];
            again += chance[i] * w->again[arcs[i].to];
        }
    double change = fabs(steady - w->steady[s]) / fmax(steady, 1) + fabs(again - w->again[s]);
    w->steady[s] = steady;
    w->again[s] = again;
    return change;
}

// ---- elimination

// The equation of a state as a row: coefficients of the states by `column`, then the two sides.
static void write_row(const walker *w, uint32_t s, const uint32_t *column, double insight,
                      double step, double home, double *row)
{
    const mw_graph *g = w->g;
    double chance[MW_EDGES_MAX], *steady = &row[w->count], *again = steady + 1;
    bool open = g->status[s] == MW_OPEN;
    row[column[s]] = 1;
    *steady = open ? step : home;
    if (open)
        chances(w, s, insight, chance);
    for (uint32_t i = g->first[s]; open && i < g->first[s + 1]; i++)
        if (begins_again(g, &g->arcs[i]))
            *again += chance[i - g->first[s]];
        else
            row[column[g->arcs[i].to]] -= chance[i - g->first[s]];
}

// Eliminates all states but the start, whose row is the last one. The diagonal dominates its row,
// so rows need not be exchanged. False: the work is to end.
static bool eliminate_rows(double *rows, uint32_t count)
{
    const size_t width = count + 2u;
    for (uint32_t k = 0; k + 1 < count; k++) {
        const double *pivot = &rows[k * width];
        for (uint32_t i = k + 1; i < count; i++) {
            double *row = &rows[i * width], factor = row[k] / pivot[k];
            for (size_t j = k + 1; factor != 0 && j < width; j++)
                row[j] -= factor * pivot[j];
        }
        if (mw_stopping())
            return false;
    }
    return true;
}

// Works out the values of the start. False: memory ran out or the work is to end.
static bool eliminate(walker *w, double insight, double step, double home)
{
    const uint64_t n = w->count, width = n + 2, bytes = n * width * sizeof(double);
    const uint64_t column_bytes = w->g->reachable * sizeof(uint32_t);
    double *rows = mw_zeroed(w->budget, bytes);
    uint32_t *column = mw_zeroed(w->budget, column_bytes);
    bool ok = rows && column;
    w->no_memory = w->no_memory || !ok;
    if (ok) {
        uint32_t next = 0;
        for (uint32_t i = 0; i < n; i++)
            column[w->order[i]] = w->order[i] ? next++ : w->count - 1;
        for (uint32_t i = 0; i < n; i++)
            write_row(w, w->order[i], column, insight, step, home,
                      &rows[column[w->order[i]] * width]);
        ok = eliminate_rows(rows, w->count);
        const double *start = &rows[(n - 1) * width];
        w->steady[0] = start[n] / start[n - 1];
        w->again[0] = start[n + 1] / start[n - 1];
    }
    mw_release(w->budget, rows, bytes);
    mw_release(w->budget, column, column_bytes);
    return ok;
}

// Works out the values of the start. `home` is the steady value of a solved state; each move adds
// `step`. False: it would take too long, or memory ran out.
static bool solve(walker *w, double insight, double step, double home)
{
    const uint64_t n = w->count, most = n * (n * n / 64 > 64 ? n * n / 64 : 64);
    for (uint32_t i = 0; i < w->count; i++) {
        w->steady[w->order[i]] = w->g->status[w->order[i]] == MW_SOLVED ? home : 0;
        w->again[w->order[i]] = 0;
    }
    for (uint64_t work = 0; work < WORK_MAX; work += n, w->work += n) {
        double change = 0;
        if (work >= most) {
            w->work += most;
            return eliminate(w, insight, step, home);
        }
        for (uint32_t i = 0; i < w->count; i++)
            if (MW_STOPPING_AT(i))
                return false;
            else if (w->g->status[w->order[i]] == MW_OPEN)
                change = fmax(change, sweep_state(w, w->order[i], insight, step));
        if (change < 1e-8)
            return true;
    }
    return false;
}

// False: out of memory.
static bool bits_of_choice(const mw_graph *g, double *out)
{
    uint32_t *path, count = mw_graph_solution(g, &path);
    double bits = 0;
    for (uint32_t i = 0; i + 1 < count; i++) {
        uint32_t moves = g->first[path[i] + 1] - g->first[path[i]], right = 0;
        for (const mw_arc *a = &g->arcs[g->first[path[i]]]; a < &g->arcs[g->first[path[i] + 1]];
             a++)
            right += leads_on(g, path[i], a);
        bits += log2_of((double)moves / right);
    }
    free(path);
    *out = bits;
    return count;
}

bool mw_difficulty_of(const mw_graph *g, bool with_chance, mw_budget *budget, mw_difficulty *d)
{
    const double none = (double)NAN;
    *d = (mw_difficulty){none, none, none, none, 0};
    walker w;
    if (g->distance[0] == MW_FAR || !g->distance[0] || g->reachable > STATES_MAX)
        return true;
    bool ok = walker_init(&w, g, budget) && bits_of_choice(g, &d->choice_bits);
    if (ok && solve(&w, INSIGHT, 1, 0)) {
        d->player_steps = w.steady[0] / (1 - w.again[0]);
        d->grade = fmin(10, fmax(1, 1 + (log2_of(d->player_steps) - 2) / 2));
    }
    if (ok && with_chance && cannot_lose(g))
        d->win_chance = 1;                            // sooner or later
    else if (ok && with_chance && solve(&w, 0, 0, 1)) // chances, not steps, no beginning again
        d->win_chance = w.steady[0];
    d->work = w.work;
    ok = ok && !w.no_memory;
    walker_free(&w);
    return ok && !mw_stopped();
}
