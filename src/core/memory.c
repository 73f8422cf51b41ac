// memory.c: see memory.h.
#include "core/memory.h"

static bool take(mw_budget *b, uint64_t bytes)
{
    if (bytes > SIZE_MAX / 2) // more than there are addresses, where these have 32 bits
        return false;
    if (b->limit && (bytes > b->limit || b->used > b->limit - bytes))
        return false;
    b->used += bytes;
    if (b->used > b->peak)
        b->peak = b->used;
    return true;
}

void *mw_resize(mw_budget *b, void *p, uint64_t old, uint64_t bytes)
{
    // A growing block may move, and then old and new exist side by side: count both.
    bool grows = bytes > old;
    if (grows && !take(b, bytes))
        return NULL;
    void *q = realloc(p, bytes ? (size_t)bytes : 1);
    if (grows)
        b->used -= q ? old : bytes;
    else if (q)
        b->used -= old - bytes;
    return q;
}

void *mw_zeroed(mw_budget *b, uint64_t bytes)
{
    if (!take(b, bytes))
        return NULL;
    void *p = calloc(bytes ? (size_t)bytes : 1, 1);
    if (!p)
        b->used -= bytes;
    return p;
}

void mw_release(mw_budget *b, void *p, uint64_t bytes)
{
    if (p)
        b->used -= bytes;
    free(p);
}

bool mw_reserve(mw_budget *b, void **items, size_t *capacity, uint64_t need, size_t item_bytes)
{
    if (need <= *capacity)
        return true;
    for (uint64_t more = *capacity < 32 ? 64 : *capacity;; more /= 2) {
        uint64_t want = *capacity + more < need ? need : *capacity + more;
        void *grown = mw_resize(b, *items, (uint64_t)*capacity * item_bytes, want * item_bytes);
        if (grown) {
            *items = grown;
            *capacity = (size_t)want;
            return true;
        }
        if (want == need)
            return false;
    }
}
