// difficulty.c: see difficulty.h. A simulated player walks the graph, now and then knowing the
// right move and else guessing; how long he takes is a system of linear equations, solved by
// sweeping over the states from the goal outwards until nothing changes any more. Where that
// does not end soon, as in mazes that are very hard, one state after the other is eliminated.
#include "search/difficulty.h"

#include "core/powers.h"
#include "search/elimination.h"
#include "search/graph.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#define STATES_MAX   200000   // a graph of more is not swept
#define WORK_MAX     20000000 // states looked at by all sweeps together
#define SWEEPS_LEAST 8        // before states are eliminated
#define EFFORT       4        // of an elimination, takes as long as a state in a sweep
#define EFFORT_MAX   80000000
#define INSIGHT      (1.0 / 3) // how often the player knows the right move

typedef struct walker {
    const mw_graph *g;
    mw_budget *budget;
    uint32_t *order; // reachable states that can win, nearest to the goal first
    uint32_t *place; // of each reachable state that can win, in this order
    mw_walk walk;    // the equations, by places
    mw_walk_value *values;
    uint64_t work;  // states looked at so far
    bool no_memory; // for the elimination
} walker;

static double log2_of(double x)
{
    return mw_log(x) / 0.6931471805599453;
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
    w->walk.count = first[far + 1];
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
    *w =
        (walker){.g = g,
                 .budget = budget,
                 .order = mw_zeroed(budget, n * sizeof *w->order),
                 .place = mw_zeroed(budget, n * sizeof *w->place),
                 .values = mw_zeroed(budget, n * sizeof *w->values),
                 .walk.constants = mw_zeroed(budget, n * sizeof *w->walk.constants),
                 .walk.first = mw_zeroed(budget, (n + 1) * sizeof *w->walk.first),
                 .walk.moves = mw_zeroed(budget, (g->reachable_edges + 1) * sizeof *w->walk.moves)};
    uint32_t *first = mw_zeroed(budget, first_bytes);
    bool ok = w->order && w->place && w->values && w->walk.constants && w->walk.first &&
              w->walk.moves && first;
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
    mw_release(w->budget, w->walk.constants, n * sizeof *w->walk.constants);
    mw_release(w->budget, w->walk.first, (n + 1) * sizeof *w->walk.first);
    mw_release(w->budget, w->walk.moves, (w->g->reachable_edges + 1) * sizeof *w->walk.moves);
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
    w->walk.constants[i] = (mw_walk_value){step, 0};
    for (const mw_arc *a = from; a < end; a++) {
        double chance = blind || a->to != MW_FAR ? guess : 0;
        if (!known && mw_arc_leads_on(g, s, a)) {
            chance += insight;
            known = true;
        }
        if (a->to == MW_FAR || g->distance[a->to] == MW_FAR)
            w->walk.constants[i].again += chance;
        else
            w->walk.moves[w->walk.first[i + 1]++] = (mw_walk_move){w->place[a->to], chance};
    }
}

// The equations of all states. `home` is the steady value of a solved state, which has no moves;
// each move adds `step`.
static void write_equations(walker *w, double insight, double step, double home)
{
    for (uint32_t i = 0; i < w->walk.count; i++) {
        bool open = w->g->status[w->order[i]] == MW_OPEN;
        w->walk.first[i + 1] = w->walk.first[i];
        if (open)
            write_equation(w, i, insight, step);
        else
            w->walk.constants[i] = (mw_walk_value){home, 0};
        w->values[i] = open ? (mw_walk_value){0, 0} : w->walk.constants[i];
    }
}

// ---- sweeping

// Works out every state anew from the others. *changed: some value has. False: the work is to end.
static bool sweep(walker *w, bool *changed)
{
    *changed = false;
    for (uint32_t i = 0; i < w->walk.count; i++) {
        mw_walk_value v = w->walk.constants[i], before = w->values[i];
        for (const mw_walk_move *m = &w->walk.moves[w->walk.first[i]];
             m < &w->walk.moves[w->walk.first[i + 1]]; m++) {
            v.steady += m->chance * w->values[m->to].steady;
            v.again += m->chance * w->values[m->to].again;
        }
        w->values[i] = v;
        *changed |= fabs(v.steady - before.steady) > 1e-8 * (v.steady > 1 ? v.steady : 1) ||
                    fabs(v.again - before.again) > 1e-8;
        if (MW_STOPPING_AT(i))
            return false;
    }
    w->work += w->walk.count;
    return true;
}

// Works out the value of the start. False: it would take too long, memory ran out, or the work is
// to end.
static bool solve(walker *w, double insight, double step, double home)
{
    bool changed = true, on = true;
    mw_limit limit = MW_LIMIT_STATES;
    uint64_t effort = 0, begun = w->work;
    write_equations(w, insight, step, home);
    while (on && changed && limit && w->work - begun < WORK_MAX) {
        on = sweep(w, &changed);
        if (on && changed && w->work - begun == (uint64_t)SWEEPS_LEAST * w->walk.count) {
            limit = mw_walk_eliminate(&w->walk, w->place[0], EFFORT_MAX, w->budget,
                                      &w->values[w->place[0]], &effort);
            w->no_memory |= limit == MW_LIMIT_MEMORY;
            on = !limit || limit == MW_LIMIT_STATES;
            effort /= EFFORT;
        }
    }
    w->work += effort;
    return on && (!changed || !limit);
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
            right += mw_arc_leads_on(g, path[i], a);
        bits += log2_of((double)moves / right);
    }
    free(path);
    *out = bits;
    return count;
}

bool mw_difficulty_of(const mw_graph *g, bool with_chance, mw_budget *budget, mw_difficulty *d)
{
    const double none = (double)NAN;
    *d = (mw_difficulty){none, none, none, none, none, 0};
    walker w;
    if (g->distance[0] == MW_FAR || !g->distance[0] || g->reachable > STATES_MAX)
        return true;
    bool ok = walker_init(&w, g, budget) && bits_of_choice(g, &d->choice_bits);
    if (ok && solve(&w, INSIGHT, 1, 0)) {
        const mw_walk_value start = w.values[w.place[0]];
        d->player_steps = start.steady / (1 - start.again);
        d->attempts = 1 / (1 - start.again);
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
