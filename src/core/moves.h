// moves.h: one move, by its action; and moves as text.
#ifndef MW_CORE_MOVES_H
#define MW_CORE_MOVES_H

#include "mazewright/text.h"

#include <assert.h>
#include <stddef.h>

// The edge of an action from an open state, among `edges`, which it fills. NULL: it is not legal.
static inline const mw_edge *mw_find_move(const mw_maze *m, const mw_state *from, uint16_t action,
                                          mw_edge edges[MW_EDGES_MAX])
{
    unsigned count = m->kind->rules->expand(m, from, edges);
    assert(count <= MW_EDGES_MAX);
    for (unsigned i = 0; i < count; i++)
        if (edges[i].action == action)
            return &edges[i];
    return NULL;
}

// Reads moves as mw_moves_parse does, up to *end, where something stands that is no move, or the
// final 0. `actions` has room for as many as the text has bytes. Returns their number.
size_t mw_moves_scan(const mw_kind *, const char *text, uint16_t *actions, const char **end);
void mw_moves_list(const mw_kind *, mw_writer *); // the words of the moves, a blank before each

// What an action does, in a few words: "wait", or where its arrow points; "": nothing tells it.
const char *mw_action_meaning(const mw_action *);

#endif
