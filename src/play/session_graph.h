// session_graph.h: the positions of a session and its state graph, for what explains them.
#ifndef MW_PLAY_SESSION_GRAPH_H
#define MW_PLAY_SESSION_GRAPH_H

#include "mazewright/session.h"

typedef struct mw_position {
    mw_state state; // after the move
    mw_status status;
    uint16_t action;
} mw_position;

// The graph of everything that the start can reach, built at the first call; it belongs to the
// session. NULL: memory ran out, or a limit was hit (mw_session_hit).
const mw_graph *mw_session_graph(mw_session *);
// The position after so many moves, at most mw_session_moves; after 0 moves it is the start.
const mw_position *mw_session_position(const mw_session *, uint32_t moves);
// The id of a position in the graph; MW_FAR: it is lost.
uint32_t mw_position_id(const mw_graph *, const mw_position *);
// What the fourth hint says: what every solution comes to next (mw_session_next_step), or why there
// is none (mw_session_loss_words). *text: the caller frees it; NULL: there is nothing to say.
// False: a limit was hit.
bool mw_session_why(mw_session *, char **text);
// The limits of all work for advice.
const mw_limits *mw_session_limits(const mw_session *);

#endif
