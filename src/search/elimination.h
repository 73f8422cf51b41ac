// elimination.h: the equations of a walk, value(i) = constant(i) + sum of chance * value(to) over
// the moves of state i, solved by taking one state after the other out of them.
#ifndef MW_SEARCH_ELIMINATION_H
#define MW_SEARCH_ELIMINATION_H

#include "core/memory.h"
#include "mazewright/mazewright.h"

// The value of a state is steady + again * (value of the start): a walker who has lost, or stands
// where no win is possible, begins again.
typedef struct mw_walk_value {
    double steady, again;
} mw_walk_value;

typedef struct mw_walk_move {
    uint32_t to;
    double chance;
} mw_walk_move;

typedef struct mw_walk {
    uint32_t count; // of states
    mw_walk_value *constants;
    uint64_t *first; // the moves of state i: moves[first[i]] to moves[first[i + 1]]
    mw_walk_move *moves;
} mw_walk;

// Works out the value of one state. `effort` tells the work: about as many multiplications.
// MW_LIMIT_STATES: it would take more than `most`; MW_LIMIT_MEMORY: memory ran out;
// MW_LIMIT_STOPPED: the work is to end.
mw_limit mw_walk_eliminate(const mw_walk *, uint32_t wanted, uint64_t most, mw_budget *,
                           mw_walk_value *, uint64_t *effort);

#endif
