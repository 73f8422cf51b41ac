// measures.c: numbers about a maze, from its whole state graph. Each measure is one row of a table.
#include "search/difficulty.h"
#include "search/graph.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct effort {
    mw_budget budget;
    bool failed; // memory ran out, or the work is to end: there is no answer, which is not the
                 // same as NaN
} effort;

#define ASKING_STATES 100000 // a measure of a larger graph takes so long that mw_stopping is asked

typedef struct context { // shared by several measures
    const mw_graph *g;
    uint32_t *path;       // the first shortest solution; NULL if there is none
    uint32_t path_length; // states on it
    uint32_t hardest;
    mw_difficulty difficulty;
    effort *work;
} context;

static double out_of_memory(const context *c)
{
    c->work->failed = true;
    return (double)NAN;
}

static bool differs(const uint32_t *states, uint32_t count)
{
    for (uint32_t i = 1; i < count; i++)
        if (states[i] != states[0])
            return true;
    return false;
}

// Can the player choose between two different next states here?
static bool has_choice(const mw_graph *g, uint32_t s)
{
    uint32_t to[MW_EDGES_MAX], n = 0;
    for (uint32_t i = g->first[s]; i < g->first[s + 1]; i++)
        to[n++] = g->arcs[i].to;
    return differs(to, n);
}

static double states(const context *c)
{
    return c->g->reachable;
}

static double edges(const context *c)
{
    return (double)c->g->reachable_edges;
}

static double length(const context *c)
{
    return c->path ? c->path_length - 1 : (double)NAN;
}

static double cost(const context *c)
{
    return c->path ? c->g->distance[0] : (double)NAN;
}

static double dead(const context *c)
{
    uint32_t n = 0;
    for (uint32_t s = 0; s < c->g->reachable; s++)
        n += c->g->distance[s] == MW_FAR;
    return n;
}

static double losing(const context *c)
{
    uint64_t n = 0;
    for (uint64_t i = 0; i < c->g->reachable_edges; i++)
        n += c->g->arcs[i].status == MW_LOST;
    return (double)n;
}

// Counts the shortest solutions from the goal backwards: a state is counted when all states after
// it on shortest ways are.
static double solutions(const context *c)
{
    const mw_graph *g = c->g;
    if (!c->path)
        return 0;
    const uint64_t bytes = (uint64_t)g->reachable * sizeof(uint32_t);
    uint32_t *ways = mw_zeroed(&c->work->budget, bytes),
             *stack = mw_zeroed(&c->work->budget, bytes);
    double result = (double)NAN;
    if (!ways || !stack) {
        out_of_memory(c);
    } else { // depth first over the shortest paths; 0 means not yet counted
        uint32_t depth = 0;
        uint64_t looked = 0;
        stack[depth++] = 0;
        while (depth && !MW_STOPPING_AT(looked++)) {
            uint32_t s = stack[depth - 1];
            uint64_t sum = g->status[s] == MW_SOLVED;
            bool ready = true;
            for (uint32_t i = g->first[s]; i < g->first[s + 1] && ready; i++) {
                const mw_arc *a = &g->arcs[i];
                if (!mw_arc_leads_on(g, s, a))
                    continue;
                ready = ways[a->to];
                if (!ready)
                    stack[depth++] = a->to;
                sum += ways[a->to];
            }
            if (!ready)
                continue;
            ways[s] = sum < MW_SOLUTIONS_CAP ? (uint32_t)sum : MW_SOLUTIONS_CAP;
            depth--;
        }
        result = ways[0];
    }
    mw_release(&c->work->budget, ways, bytes);
    mw_release(&c->work->budget, stack, bytes);
    return result;
}

static double branching(const context *c)
{
    uint32_t open = 0;
    for (uint32_t s = 0; s < c->g->reachable; s++)
        open += c->g->status[s] == MW_OPEN;
    return open ? (double)c->g->reachable_edges / open : 0;
}

static double forced(const context *c)
{
    uint32_t s = 0, n = 0;
    for (const mw_graph *g = c->g; n < g->reachable && g->status[s] == MW_OPEN; n++) {
        if (g->first[s] == g->first[s + 1] || has_choice(g, s) || g->arcs[g->first[s]].to == MW_FAR)
            break;
        s = g->arcs[g->first[s]].to;
    }
    return n;
}

static double forward_decisions(const context *c)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i + 1 < c->path_length; i++)
        n += has_choice(c->g, c->path[i]);
    return c->path ? n : (double)NAN;
}

static double backward_decisions(const context *c)
{
    const mw_graph *g = c->g;
    uint32_t n = 0;
    for (uint32_t i = 1; i < c->path_length; i++) {
        uint32_t s = c->path[i], from = g->back_first[s];
        n += differs(g->back + from, g->back_first[s + 1] - from);
    }
    return c->path ? n : (double)NAN;
}

static double hardest(const context *c)
{
    return c->hardest == MW_FAR ? (double)NAN : c->g->distance[c->hardest];
}

static double radius(const context *c)
{
    uint32_t most = 0;
    for (uint32_t s = 0; s < c->g->reachable; s++)
        if (c->g->depth[s] > most)
            most = c->g->depth[s];
    return most;
}

// The number of cells that have states, but no state whose value in `known` is finite.
static double cells_without(const context *c, const uint32_t *known)
{
    const mw_graph *g = c->g;
    const mw_maze *m = g->maze;
    if (!MW_HAS(m->kind, rules, cell) || !m->kind->rules->count)
        return (double)NAN;
    const uint64_t cells = (uint64_t)m->w * m->h * m->d;
    unsigned char *seen = mw_zeroed(&c->work->budget, cells); // 1 has states, 2 has a known one
    if (!seen)
        return out_of_memory(c);
    double with = 0, having = 0;
    for (uint32_t id = 0; id < g->states && !MW_STOPPING_AT(id); id++) {
        mw_state s;
        mw_graph_state(g, id, &s);
        unsigned char *at = &seen[m->kind->rules->cell(m, &s)];
        having += !*at;
        with += *at != 2 && known[id] != MW_FAR;
        if (*at != 2)
            *at = known[id] != MW_FAR ? 2 : 1;
    }
    mw_release(&c->work->budget, seen, cells);
    return having - with;
}

static double unreaching(const context *c)
{
    return cells_without(c, c->g->distance);
}

static double unreachable(const context *c)
{
    return cells_without(c, c->g->depth);
}

static double choice_bits(const context *c)
{
    return c->difficulty.choice_bits;
}

static double player_steps(const context *c)
{
    return c->difficulty.player_steps;
}

static double win_chance(const context *c)
{
    return c->difficulty.win_chance;
}

static double difficulty(const context *c)
{
    return c->difficulty.grade;
}

// Every measure: its function, whose name it has, and its meaning.
#define MEASURES(ROW)                                                                              \
    ROW(length, "moves of a shortest solution")                                                    \
    ROW(cost, "its cost")                                                                          \
    ROW(solutions, "number of shortest solutions (up to 10^9)")                                    \
    ROW(states, "states the player can reach")                                                     \
    ROW(edges, "moves out of them")                                                                \
    ROW(dead, "reachable states from which no win is possible")                                    \
    ROW(losing, "moves that lose at once")                                                         \
    ROW(branching, "mean number of moves in a state")                                              \
    ROW(forced, "moves at the start without a choice")                                             \
    ROW(forward_decisions, "states on the first shortest solution with a choice of next state")    \
    ROW(backward_decisions, "states on it with several states before them")                        \
    ROW(hardest, "distance to a solution from the hardest reachable state")                        \
    ROW(radius, "distance from the start to the farthest reachable state")                         \
    ROW(unreaching, "cells of the board from which the goal cannot be reached")                    \
    ROW(unreachable, "cells of the board that cannot be reached")                                  \
    ROW(choice_bits, "-log2 of the chance to guess a shortest solution")                           \
    ROW(player_steps, "moves of a simulated player until he wins, on average")                     \
    ROW(win_chance, "chance that a player who guesses every move wins")                            \
    ROW(difficulty, "for a person, from 1 to 10 (docs/difficulty.md)")

#define AS_VALUE(function, meaning)    {.name = #function, .about = (meaning)},
#define AS_FUNCTION(function, meaning) function,
static const mw_value measures[] = {MEASURES(AS_VALUE){0}};
static double (*const evals[])(const context *) = {MEASURES(AS_FUNCTION)};

static uint32_t hardest_state(const mw_graph *g)
{
    uint32_t best = MW_FAR;
    for (uint32_t s = 0; s < g->reachable; s++)
        if (g->status[s] == MW_OPEN && g->distance[s] != MW_FAR &&
            (best == MW_FAR || g->distance[s] > g->distance[best]))
            best = s;
    return best;
}

const mw_value *mw_measures(void)
{
    return measures;
}

static bool wanted(const char *name, const char *const *names)
{
    for (; names && *names; names++)
        if (!strcmp(name, *names))
            return true;
    return !names;
}

static bool wants_difficulty(const char *const *names)
{
    return wanted("choice_bits", names) || wanted("player_steps", names) ||
           wanted("win_chance", names) || wanted("difficulty", names);
}

bool mw_analyse_some(const mw_graph *g, const char *const *names, mw_analysis *a)
{
    const unsigned generic = sizeof evals / sizeof *evals;
    const mw_measure *own = g->maze->kind->measures;
    unsigned count = generic;
    while (own && own[count - generic].name)
        count++;
    effort work = {.budget = mw_graph_budget(g)};
    context c = {.g = g, .hardest = hardest_state(g), .work = &work};
    *a = (mw_analysis){
        .values = calloc(count, sizeof *a->values), .count = count, .hardest = c.hardest};
    c.path_length = mw_graph_solution(g, &c.path);
    if (!a->values || (!c.path && g->distance[0] != MW_FAR)) {
        mw_analysis_free(a);
        free(c.path);
        return false;
    }
    work.budget.used += c.path_length * sizeof *c.path;
    if (wants_difficulty(names))
        work.failed =
            !mw_difficulty_of(g, wanted("win_chance", names), &work.budget, &c.difficulty);
    for (unsigned i = 0; i < generic; i++) {
        bool use = wanted(measures[i].name, names) && !work.failed;
        a->values[i] =
            (mw_value){measures[i].name, measures[i].about, use ? evals[i](&c) : (double)NAN};
        work.failed |= use && g->reachable > ASKING_STATES && mw_stopping();
    }
    for (unsigned i = generic; i < count; i++, own++) {
        bool use = wanted(own->name, names) && !work.failed;
        a->values[i] = (mw_value){own->name, own->about, use ? own->eval(g->maze, g) : (double)NAN};
        work.failed = work.failed || a->values[i].value == MW_NO_MEMORY || mw_stopped();
    }
    free(c.path);
    if (work.failed)
        mw_analysis_free(a);
    return !work.failed;
}

bool mw_analyse(const mw_graph *g, mw_analysis *a)
{
    return mw_analyse_some(g, NULL, a);
}

double mw_analysis_value(const mw_analysis *a, const char *name)
{
    for (unsigned i = 0; i < a->count; i++)
        if (!strcmp(a->values[i].name, name))
            return a->values[i].value;
    return NAN;
}

void mw_analysis_free(mw_analysis *a)
{
    free(a->values);
    *a = (mw_analysis){0};
}

uint32_t *mw_cell_distances(const mw_graph *g, bool **legal)
{
    const mw_maze *m = g->maze;
    const uint64_t cells = (uint64_t)m->w * m->h * m->d;
    mw_budget budget = mw_graph_budget(g);
    uint32_t *least =
        MW_HAS(m->kind, rules, cell) ? mw_resize(&budget, NULL, 0, cells * sizeof *least) : NULL;
    if (legal)
        *legal = least ? mw_zeroed(&budget, cells * sizeof **legal) : NULL;
    if (!least || (legal && !*legal)) {
        free(least);
        return NULL;
    }
    for (uint64_t i = 0; i < cells; i++)
        least[i] = MW_FAR;
    for (uint32_t id = 0; id < g->states && !MW_STOPPING_AT(id); id++) {
        mw_state s;
        mw_graph_state(g, id, &s);
        uint32_t at = m->kind->rules->cell(m, &s);
        if (legal)
            (*legal)[at] = true;
        if (g->distance[id] < least[at])
            least[at] = g->distance[id];
    }
    if (mw_stopped()) {
        free(least);
        if (legal)
            free(*legal);
        least = NULL;
    }
    return least;
}
