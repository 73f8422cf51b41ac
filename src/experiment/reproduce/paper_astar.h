// paper_astar.h: A* as the program of Fuchs and Cremilleux (2014) ran it, to count as they counted.
// It knows no kind, so any maze can be counted in their way.
//
// Their search, as far as their counts show: it tells all states apart, also those that the rules
// cannot tell apart. Visited nodes are those taken from the heap, with start and goal. Generated
// nodes are those put into the heap, and those found again on a shorter way; the start is not
// counted. Closed nodes are never reopened. A node that is found again gets its new key in its
// place in the heap, rises, and then sinks from there, below items with an equal key, although its
// key became smaller.
#ifndef MW_EXPERIMENT_REPRODUCE_PAPER_ASTAR_H
#define MW_EXPERIMENT_REPRODUCE_PAPER_ASTAR_H

#include "mazewright/mazewright.h"

// The result as mw_search gives it, but `generated` as the paper counts; `*visited` are the nodes
// taken from the heap. The heuristic is NULL for none. `optimal` is proven only where the heuristic
// claims to be consistent, because nothing is reopened. Free with mw_result_free.
void mw_paper_search(const mw_maze *, const mw_heuristic *, const mw_limits *, mw_result *,
                     uint64_t *visited);

#endif
