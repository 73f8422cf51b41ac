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

#define STATES_MAX   200000    // a graph of more is not swept
#define WORK_MAX     20000000  // states looked at by all sweeps together
#define SWEEPS_LEAST 64        // before states are eliminated
#define EFFORT       8.0       // multiplications that take as long as a state in a sweep
#define INSIGHT      (1.0 / 3) // how often the player knows the right move

// A state's value is steady + again * (value of the start): a player who has lost, or stands where
// no win is possible, begins again.
typedef struct value {
    double steady, again;
} value;

// A move to another state that can win.
typedef struct move {
    uint32_t to; // its place
    double chance;
} move;

typedef struct walker {
    const mw_graph *g;
    mw_budget *budget;
    uint32_t *order; // reachable states that can win, nearest to the goal first
    uint32_t *place; // of each reachable state that can win, in this order
    uint32_t count;
    // By places: the value, the part of it that does not depend on others, and the moves: those of
    // place i are moves[first[i]] to moves[first[i + 1]].
    value *values, *constants;
    uint64_t *first;
    move *moves;
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

// Sorts the states by counting how many have each distance.
static void sort_states(walker *w, uint32_t *first, uint32_t far)
{
    const mw_graph *g = w->g;
    for (uint32_t s = 0; s < g->reachable; s++)
        if (g->distance[s] != MW_FAR)
            first[g->distance[s] + 1]++;
    for (uint32_t d = 1; d <= far + 1; d++)
        first[d] += first[d - 1];
    w->count = first[far + 1];
    for (uint32_t s = 0; s < g->reachable; s++)
        if (g->distance[s] != MW_FAR) {
            w->place[s] = first[g->distance[s]]++;
            w->order[w->place[s]] = s;
        }
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
                  .place = mw_zeroed(budget, n * sizeof *w->place),
                  .values = mw_zeroed(budget, n * sizeof *w->values),
                  .constants = mw_zeroed(budget, n * sizeof *w->constants),
                  .first = mw_zeroed(budget, (n + 1) * sizeof *w->first),
                  .moves = mw_zeroed(budget, (g->reachable_edges + 1) * sizeof *w->moves)};
    uint32_t *first = mw_zeroed(budget, first_bytes);
    bool ok = w->order && w->place && w->values && w->constants && w->first && w->moves && first;
    if (ok)
        sort_states(w, first, far);
    mw_release(budget, first, first_bytes);
    return ok;
}

static void walker_free(walker *w)
{
    const uint64_t n = w->g->reachable;
    mw_release(w->budget, w->order, n * sizeof *w->order);
    mw_release(w->budget, w->place, n * sizeof *w->place);
    mw_release(w->budget, w->values, n * sizeof *w->values);
    mw_release(w->budget, w->constants, n * sizeof *w->constants);
    mw_release(w->budget, w->first, (n + 1) * sizeof *w->first);
    mw_release(w->budget, w->moves, (w->g->reachable_edges + 1) * sizeof *w->moves);
}

// ---- the equations

// The equation of an open state: a step, then with `insight` the first right move, else any move
// alike; but he sees a move that loses at once, and makes it only where there is no other, unless
// he has no insight at all.
static void write_equation(walker *w, uint32_t i, double insight, double step)
{
    const mw_graph *g = w->g;
    const uint32_t s = w->order[i];
    const mw_arc *from = &g->arcs[g->first[s]], *end = &g->arcs[g->first[s + 1]];
    bool known = insight <= 0, blind = known;
    uint32_t moves = 0;
    for (const mw_arc *a = from; a < end; a++)
        moves += blind || a->to != MW_FAR;
    double guess = (1 - insight) / moves;
    w->constants[i] = (value){step, 0};
    for (const mw_arc *a = from; a < end; a++) {
        double chance = blind || a->to != MW_FAR ? guess : 0;
        if (!known && leads_on(g, s, a)) {
            chance += insight;
            known = true;
        }
        if (a->to == MW_FAR || g->distance[a->to] == MW_FAR)
            w->constants[i].again += chance;
        else
            w->moves[w->first[i + 1]++] = (move){w->place[a->to], chance};
    }
}

// The equations of all states. `home` is the steady value of a solved state, which has no moves;
// each move adds `step`.
static void write_equations(walker *w, double insight, double step, double home)
{
    for (uint32_t i = 0; i < w->count; i++) {
        bool open = w->g->status[w->order[i]] == MW_OPEN;
        w->first[i + 1] = w->first[i];
        if (open)
            write_equation(w, i, insight, step);
        else
            w->constants[i] = (value){home, 0};
        w->values[i] = open ? (value){0, 0} : w->constants[i];
    }
}

// ---- sweeping

// Works out every state anew from the others. *changed: some value has. False: the work is to end.
static bool sweep(walker *w, bool *changed)
{
    *changed = false;
    for (uint32_t i = 0; i < w->count; i++) {
        value v = w->constants[i], before = w->values[i];
        for (const move *m = &w->moves[w->first[i]]; m < &w->moves[w->first[i + 1]]; m++) {
            v.steady += m->chance * w->values[m->to].steady;
            v.again += m->chance * w->values[m->to].again;
        }
        w->values[i] = v;
        *changed |= fabs(v.steady - before.steady) > 1e-8 * (v.steady > 1 ? v.steady : 1) ||
                    fabs(v.again - before.again) > 1e-8;
        if (MW_STOPPING_AT(i))
            return false;
    }
    w->work += w->count;
    return true;
}

// ---- elimination

// The equations as rows with a coefficient for each state, the start last. A row has room from
// column low to column high, because most states have no way to most others but through the states
// between. What the start has in a row, and the constant, stand apart.
typedef struct row {
    uint32_t low, high;
    uint64_t at; // of column low among the coefficients
    double start;
    value constant;
} row;

typedef struct rows {
    row *row;
    double *coefficients;
    uint64_t count; // of the coefficients
    double effort;  // multiplications
} rows;

static uint32_t row_of(const walker *w, uint32_t place)
{
    const uint32_t start = w->place[0];
    return place == start ? w->count - 1 : place - (place > start);
}

static uint32_t place_of(const walker *w, uint32_t number)
{
    const uint32_t start = w->place[0];
    return number + 1 == w->count ? start : number + (number >= start);
}

// How much room each row needs, when the states before it have been taken out of it, as long as
// that takes less effort than all sweeps. False: the work is to end.
static bool measure_rows(const walker *w, rows *r)
{
    const uint32_t last = w->count - 1;
    for (uint32_t i = 0; i < w->count && r->effort < EFFORT * WORK_MAX && !mw_stopping(); i++) {
        const uint32_t place = place_of(w, i);
        row *now = &r->row[i];
        *now = (row){.low = i, .high = i < last ? i : last - (last > 0), .at = r->count};
        for (const move *m = &w->moves[w->first[place]]; m < &w->moves[w->first[place + 1]]; m++) {
            const uint32_t to = row_of(w, m->to);
            if (to < last) {
                now->low = to < now->low ? to : now->low;
                now->high = to > now->high ? to : now->high;
            }
        }
        for (uint32_t k = now->low; k < i; k++) {
            now->high = r->row[k].high > now->high ? r->row[k].high : now->high;
            r->effort += r->row[k].high - k + 4;
        }
        r->count += now->high - now->low + 1u;
    }
    return !mw_stopped();
}

static void write_row(const walker *w, rows *r, uint32_t i)
{
    const uint32_t place = place_of(w, i), last = w->count - 1;
    row *now = &r->row[i];
    double *from = &r->coefficients[now->at];
    now->constant = w->constants[place];
    now->start = i == last;
    if (i < last)
        from[i - now->low] = 1;
    for (const move *m = &w->moves[w->first[place]]; m < &w->moves[w->first[place + 1]]; m++) {
        const uint32_t to = row_of(w, m->to);
        if (to == last)
            now->start -= m->chance;
        else
            from[to - now->low] -= m->chance;
    }
}

// Takes the states before row i out of it. The diagonal dominates each row, so rows need not be
// exchanged.
static void reduce_row(const rows *r, uint32_t i, uint32_t last)
{
    row *now = &r->row[i];
    double *from = &r->coefficients[now->at];
    for (uint32_t k = now->low; k < i && k < last; k++) {
        const row *pivot = &r->row[k];
        const double *by = &r->coefficients[pivot->at + (k - pivot->low)];
        const double factor = from[k - now->low] / *by;
        if (factor == 0)
            continue;
        for (uint32_t j = 1; j <= pivot->high - k; j++)
            from[k - now->low + j] -= factor * by[j];
        now->start -= factor * pivot->start;
        now->constant.steady -= factor * pivot->constant.steady;
        now->constant.again -= factor * pivot->constant.again;
    }
}

// Works out the value of the start. False: memory ran out or the work is to end.
static bool eliminate(walker *w, rows *r)
{
    const uint64_t bytes = r->count * sizeof(double);
    const uint32_t last = w->count - 1;
    r->coefficients = mw_zeroed(w->budget, bytes);
    w->no_memory |= !r->coefficients;
    for (uint32_t i = 0; r->coefficients && i < w->count && !mw_stopping(); i++) {
        write_row(w, r, i);
        reduce_row(r, i, last);
    }
    const row *start = &r->row[last];
    w->values[w->place[0]] =
        (value){start->constant.steady / start->start, start->constant.again / start->start};
    w->work += (uint64_t)(r->effort / EFFORT);
    mw_release(w->budget, r->coefficients, bytes);
    return !w->no_memory && !mw_stopped();
}

// Works out the value of the start. False: it would take too long, memory ran out, or the work is
// to end.
static bool solve(walker *w, double insight, double step, double home)
{
    rows r = {0};
    const uint64_t row_bytes = w->count * sizeof *r.row;
    bool changed = true, on = true;
    double most = SWEEPS_LEAST;
    write_equations(w, insight, step, home);
    for (uint32_t i = 0; on && changed && i < most && (double)i * w->count < WORK_MAX; i++) {
        on = sweep(w, &changed);
        if (on && changed && i + 1 == SWEEPS_LEAST) {
            r.row = mw_zeroed(w->budget, row_bytes);
            w->no_memory |= !r.row;
            on = r.row && measure_rows(w, &r);
            most = fmax(most, r.effort / EFFORT / w->count);
        }
    }
    if (on && changed)
        on = r.row && most * w->count < WORK_MAX && eliminate(w, &r);
    mw_release(w->budget, r.row, r.row ? row_bytes : 0);
    return on;
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
        const value start = w.values[w.place[0]];
        d->player_steps = start.steady / (1 - start.again);
        d->grade = fmin(10, fmax(1, 1 + (log2_of(d->player_steps) - 2) / 2));
    }
    if (ok && with_chance && cannot_lose(g))
        d->win_chance = 1;                            // sooner or later
    else if (ok && with_chance && solve(&w, 0, 0, 1)) // chances, not steps, no beginning again
        d->win_chance = w.values[w.place[0]].steady;
    d->work = w.work;
    ok = ok && !w.no_memory;
    walker_free(&w);
    return ok && !mw_stopped();
}
