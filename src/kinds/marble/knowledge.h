// knowledge.h: what an agent knows of the world: the way through the maze if the marble could
// crawl, and the graph of states it has seen; and how it makes up its mind.
#ifndef MW_KINDS_MARBLE_KNOWLEDGE_H
#define MW_KINDS_MARBLE_KNOWLEDGE_H

#include "kinds/marble/marble.h"

#define UNKNOWN UINT32_MAX

typedef struct knowledge {
    const mw_maze *maze;
    const mw_marble_physics *physics;
    uint32_t orientations, states;
    uint32_t *path;                      // by cell: cells on the way to the target
    uint32_t (*child)[MARBLE_MOVES_MAX]; // by state and move: the latest result, or UNKNOWN
    uint32_t (*guess)[MARBLE_MOVES_MAX]; // predictions made before, or UNKNOWN
    bool *seen;                          // states that the agent has been in, or knows of
    uint32_t known;                      // how many
    // A search: states that it has met, in a queue, and for each the state and the move before.
    uint32_t head, tail;
    uint32_t *before, *queue;
    uint8_t *by;
    bool *met;
} knowledge;

// False: out of memory. The physics is that by which moves are predicted; it must outlive the
// knowledge. NULL: the usual one.
bool mw_knowledge_init(knowledge *, const mw_maze *, const mw_marble_physics *);
void mw_knowledge_free(knowledge *);

// The marble rests in a state; with 24 orientations, this tells about two more.
void mw_knowledge_see(knowledge *, uint32_t state);
// A move has led somewhere.
void mw_knowledge_learn(knowledge *, uint32_t from, unsigned move, uint32_t to);
uint32_t mw_knowledge_predict(knowledge *, uint32_t state, unsigned move);

// Searches begin in a state. `reach` notes a state that a move leads to; false: it has been met.
// `retrace` writes the moves to a state, and the state after each unless `states` is NULL; returns
// their number.
void mw_knowledge_search(knowledge *, uint32_t from);
bool mw_knowledge_reach(knowledge *, uint32_t from, unsigned move, uint32_t to);
unsigned mw_knowledge_retrace(const knowledge *, uint32_t to, uint8_t *moves, uint32_t *states);

// Who plays, in the order of mw_marble_agents.
typedef enum {
    DEPTH_FIRST,
    BREADTH_FIRST,
    HEURISTIC,
    IMPROVED_HEURISTIC,
    SINGLE_MOVE,
    COMPLETE,
    SIMULATE_AHEAD, // plans with the simulator and not here
} agent;

// An agent's choice: moves (indexes into mw_marble_tilts) that lead from a state to one that is not
// known, or all the way. Returns their number, 0 if there is nothing left to try; moves has room
// for as many as there are states.
unsigned mw_knowledge_choose(knowledge *, agent, uint32_t state, uint8_t *moves);

#endif
