// knowledge.h: what an agent knows: the way through the maze if there were no gravity, and the
// graph of the states that it has seen; and how it chooses its next moves.
#ifndef MW_KINDS_MARBLE_KNOWLEDGE_H
#define MW_KINDS_MARBLE_KNOWLEDGE_H

#include "kinds/marble/marble.h"

#define UNKNOWN UINT32_MAX

typedef struct knowledge_state {
    uint32_t child[MARBLE_MOVES_MAX]; // by move: the latest result, or UNKNOWN
    uint32_t guess[MARBLE_MOVES_MAX]; // predictions made before, or UNKNOWN
    uint32_t met;                     // number of the last search that has met it
    uint32_t before;                  // in that search, the state before; UNKNOWN: it began here
    uint8_t by;                       // and the move that led here
    bool seen;                        // the agent has been here, or knows of it
} knowledge_state;

typedef struct knowledge {
    const mw_maze *maze;
    mw_marble_prediction *prediction;
    const mw_marble_physics *physics;
    uint32_t orientations, states;
    uint32_t *path;              // by cell: cells on the way to the target
    knowledge_state *at;         // by state
    uint32_t known;              // states that have been seen
    uint32_t search, head, tail; // number of the search, and its queue
    uint32_t *queue;
} knowledge;

// False: out of memory. The physics is that by which moves are predicted; it must outlive the
// knowledge. NULL: the default one.
bool mw_knowledge_init(knowledge *, const mw_maze *, mw_marble_prediction *,
                       const mw_marble_physics *);
void mw_knowledge_free(knowledge *);

// Notes that the marble rests in a state. With 24 orientations, two more states are known then.
void mw_knowledge_see(knowledge *, uint32_t state);
// Notes where a move has led.
void mw_knowledge_learn(knowledge *, uint32_t from, unsigned move, uint32_t to);
uint32_t mw_knowledge_predict(knowledge *, uint32_t state, unsigned move);

// `search` begins a search in a state. `reach` adds a state that a move leads to; false: the search
// has met it before. `retrace` writes the moves that lead to a state and, unless `states` is NULL,
// the state after each; it returns their number.
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
    SIMULATE_AHEAD, // simulate.c chooses for it
} agent;

// What an agent does next: moves (indexes into mw_marble_tilts) from a state to one that is not
// known, or to the target. Returns their number, 0 if there is nothing left to try. `moves` has
// room for as many as there are states.
unsigned mw_knowledge_choose(knowledge *, agent, uint32_t state, uint8_t *moves);

#endif
