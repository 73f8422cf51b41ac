// graph.h: exact distances without the graph, for heuristics.
#ifndef MW_GRAPH_H
#define MW_GRAPH_H

#include "core/store.h"

// Least cost to a solved state for every rank (MW_FAR: none, or no such state), `count` entries on
// the budget. NULL when a limit is hit. The maze's states must rank.
uint32_t *mw_distances_by_rank(const mw_maze *, const mw_limits *, mw_budget *, mw_limit *);

#endif
