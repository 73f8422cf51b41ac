// memory.c: see memory.h.
#include "core/memory.h"

#include <stdlib.h>

static bool take(mw_budget *b, uint64_t bytes)
{
    if (b->limit && (bytes > b->limit || b->used > b->limit - bytes))
        return false;
    b->used += bytes;
    if (b->used > b->peak)
        b->peak = b->used;
    return true;
}

void *mw_resize(mw_budget *b, void *p, size_t old, size_t bytes)
{
    // A growing block may move, and then old and new exist side by side: count both.
    if (!take(b, bytes))
        return NULL;
    void *q = realloc(p, bytes ? bytes : 1);
    b->used -= q ? old : bytes;
    return q;
}

void *mw_zeroed(mw_budget *b, size_t bytes)
{
    if (!take(b, bytes))
        return NULL;
    void *p = calloc(bytes ? bytes : 1, 1);
    if (!p)
        b->used -= bytes;
    return p;
}

void mw_release(mw_budget *b, void *p, size_t bytes)
{
    if (p)
        b->used -= bytes;
    free(p);
}

bool mw_reserve(mw_budget *b, void **items, size_t *capacity, size_t need, size_t item_bytes)
{
    if (need <= *capacity)
        return true;
    size_t want = *capacity < 32 ? 64 : *capacity * 2;
    if (want < need)
        want = need;
    for (;; want = need) {
        void *grown = mw_resize(b, *items, *capacity * item_bytes, want * item_bytes);
        if (grown) {
            *items = grown;
            *capacity = want;
            return true;
        }
        if (want == need)
            return false;
    }
}
