// knowledge.h: what an agent knows of the world: the way through the maze if the marble could
// crawl, and the graph of states it has seen; and how it makes up its mind.
#ifndef MW_KINDS_MARBLE_KNOWLEDGE_H
#define MW_KINDS_MARBLE_KNOWLEDGE_H

#include "kinds/marble/marble.h"

#define UNKNOWN UINT32_MAX

typedef struct knowledge {
    const mw_maze *maze;
    mw_foresight foresight;
    uint32_t orientations, states;
    uint32_t *path;                      // by cell: cells on the way to the target
    uint32_t (*child)[MARBLE_MOVES_MAX]; // by state and move: the latest result, or UNKNOWN
    uint32_t (*guess)[MARBLE_MOVES_MAX]; // predictions made before, or UNKNOWN
    bool *seen;                          // states that the agent has been in, or knows of
    uint32_t known;                      // how many
    // Where a search has come from: the state and the move before.
    uint32_t *before, *queue;
    uint8_t *by;
    bool *met;
} knowledge;

bool mw_knowledge_init(knowledge *, const mw_maze *, mw_foresight); // false: out of memory
void mw_knowledge_free(knowledge *);

// The marble rests in a state; with 24 orientations, this tells about two more.
void mw_knowledge_see(knowledge *, uint32_t state);
// A move has led somewhere.
void mw_knowledge_learn(knowledge *, uint32_t from, unsigned move, uint32_t to);
uint32_t mw_knowledge_predict(knowledge *, uint32_t state, unsigned move);

// An agent's choice: moves (indexes into mw_marble_tilts) that lead from a state to one that is not
// known, or all the way. Returns their number, 0 if there is nothing left to try; moves has room
// for as many as there are states.
typedef unsigned choose_moves(knowledge *, uint32_t state, uint8_t *moves);
choose_moves mw_choose_depth_first, mw_choose_breadth_first, mw_choose_heuristic,
    mw_choose_improved, mw_choose_single_move, mw_choose_complete;

#endif
