// exact.h: what the files exact.c of the kinds share. They search for a proven longest maze
// (mw_exact in waist.h), count nodes and tell whoever watches.
#ifndef MW_CORE_EXACT_H
#define MW_CORE_EXACT_H

#include "mazewright/waist.h"

#define MW_EXACT_WATCH_EVERY ((uint64_t)1 << 20) // nodes

// Counts a node. Returns false if the search is to stop, which the watcher is asked now and then.
static inline bool mw_exact_count(mw_exact *e)
{
    return ++e->nodes % MW_EXACT_WATCH_EVERY || !e->watch ||
           e->watch(e->context, NULL, e->length, e->nodes);
}

// There is a new best maze. Returns false if the search is to stop.
static inline bool mw_exact_found(mw_exact *e, const mw_maze *m, uint32_t length)
{
    e->length = length;
    return !e->watch || e->watch(e->context, m, length, e->nodes);
}

#endif
