// audit_pairs.h: what an audit tells beyond mw_audit: how many states have which exact distance and
// which estimate, for plots; and a state that is estimated too high and that a player can come to.
#ifndef MW_SEARCH_AUDIT_PAIRS_H
#define MW_SEARCH_AUDIT_PAIRS_H

#include "mazewright/mazewright.h"

#define MW_AUDIT_PAIRS_MOST 1000 // different pairs; of more, neighbours are counted together

typedef struct mw_audit_pair {
    uint32_t exact, estimate; // the least of its bin; estimate MW_FAR: called hopeless
    uint64_t states;          // that it counts
    uint64_t over;            // of these, the ones that are estimated too high
} mw_audit_pair;

// Begins as {0}. A bin has exact_step exact distances and estimate_step estimates; both are powers
// of 2.
typedef struct mw_audit_pairs {
    uint64_t states, over;
    uint32_t most_exact, most_estimate; // over all states; estimates that are MW_FAR aside
    uint32_t exact_step, estimate_step;
    unsigned count;
    mw_audit_pair pair[MW_AUDIT_PAIRS_MOST]; // by exact, then by estimate
} mw_audit_pairs;

// Says how large the numbers are that will be counted. To be called before they are.
void mw_audit_pairs_widen(mw_audit_pairs *, uint32_t most_exact, uint32_t most_estimate);
// Counts the states of one pair of numbers.
void mw_audit_pairs_count(mw_audit_pairs *, const mw_audit_pair *);
// Adds all that others count.
void mw_audit_pairs_add(mw_audit_pairs *, const mw_audit_pairs *more);

typedef struct mw_audit_details {
    mw_audit_pairs pairs;
    // Of the states that the start can reach, the one nearest to a win that is estimated too high;
    // MW_FAR: there is none.
    uint32_t over, over_estimate;
    uint32_t start_estimate;
} mw_audit_details;

// As mw_audit_run. `details` may be NULL.
bool mw_audit_run_detailed(const mw_graph *, const mw_heuristic *, mw_audit *, mw_audit_details *);

// What can be told where the graph is too large: the estimates of the states that one cheapest
// solution passes.
typedef struct mw_audit_along {
    uint16_t *actions; // of the solution; NULL: none is known to be a cheapest one
    uint32_t states, over;
    uint32_t worst; // largest overestimate; MW_FAR: called hopeless though it is not
    // The last state that is estimated too high, if one is, and the number of moves to it:
    mw_state state;
    uint32_t moves, estimate, exact;
} mw_audit_along;

// False and *error: memory ran out. The caller frees the actions.
bool mw_audit_run_along(const mw_maze *, const mw_heuristic *, const mw_limits *, mw_audit_along *,
                        mw_error *);

#endif
