// session_graph.h: the state graph of a session, for what else explains its positions.
#ifndef MW_PLAY_SESSION_GRAPH_H
#define MW_PLAY_SESSION_GRAPH_H

#include "mazewright/session.h"

// The graph of everything that the start can reach, built at the first call; it belongs to the
// session. NULL: memory ran out, or a limit was hit (mw_session_hit).
const mw_graph *mw_session_graph(mw_session *);

#endif
