// moves.h: one move, by its action.
#ifndef MW_CORE_MOVES_H
#define MW_CORE_MOVES_H

#include "mazewright/waist.h"

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

#endif
