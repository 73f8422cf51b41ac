// graph.h: memory for work on a graph; exact distances without one, for heuristics.
#ifndef MW_SEARCH_GRAPH_H
#define MW_SEARCH_GRAPH_H

#include "core/visited.h"

// Does this move out of a state lie on a cheapest way to a win?
static inline bool mw_arc_leads_on(const mw_graph *g, uint32_t state, const mw_arc *a)
{
    return a->to != MW_FAR && g->distance[a->to] != MW_FAR &&
           (uint64_t)g->distance[a->to] + a->cost == g->distance[state];
}

// The first such move in the order of the kind. NULL: the state is solved, or no win is possible.
static inline const mw_arc *mw_graph_next(const mw_graph *g, uint32_t state)
{
    for (uint32_t i = g->first[state]; i < g->first[state + 1]; i++)
        if (mw_arc_leads_on(g, state, &g->arcs[i]))
            return &g->arcs[i];
    return NULL;
}

// The memory that work on a graph may still take, under the limit with which the graph was built.
static inline mw_budget mw_graph_budget(const mw_graph *g)
{
    return (mw_budget){.used = g->held, .limit = g->most};
}

// Least cost from a state to each state, MW_FAR: no way there. `states` entries and one more,
// counted in the budget. NULL: memory ran out, or the work is to end.
uint32_t *mw_graph_depths(const mw_graph *, uint32_t from, mw_budget *);

// As mw_evaluate_plainly, but with a graph of all legal states that is there already. False: memory
// ran out.
bool mw_evaluate_graph(const mw_graph *, bool whole, mw_evaluation *);

// The length from the best of all starts in a graph of all legal states, and that start; 0 and the
// maze's own start if none can win.
uint32_t mw_graph_best_start(const mw_graph *, mw_state *best);

// The moves of a cheapest way from the start to a state that the start can reach; *count: how many.
// The caller frees them. NULL: out of memory.
uint16_t *mw_graph_moves_to(const mw_graph *, uint32_t id, uint32_t *count);

// Least cost to a solved state for every rank (MW_FAR: no way, or no state has this rank): `count`
// entries, counted in the budget. NULL when a limit is hit. The maze's states must rank.
uint32_t *mw_distances_by_rank(const mw_maze *, const mw_limits *, mw_budget *, mw_limit *);

#endif
