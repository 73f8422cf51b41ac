// held.h: how many bytes of questions, answers and news the server holds for all browsers
// together, under one limit.
#ifndef MW_SERVE_HELD_H
#define MW_SERVE_HELD_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#define MW_HELD_SMALL 4096u // bytes that are never refused: connections limit their number

typedef struct mw_held_bytes {
    uint64_t most;
    atomic_uint_least64_t used;
} mw_held_bytes;

// Who holds *held bytes wants to hold `bytes` (0: it gives all back). False: there is no room for
// more, and *held stays as it is.
static inline bool mw_held_change(mw_held_bytes *b, uint64_t *held, uint64_t bytes)
{
    uint64_t before = *held, used = atomic_fetch_add(&b->used, bytes - before) + bytes - before;
    bool ok = bytes <= before || bytes <= MW_HELD_SMALL || used <= b->most;
    if (ok)
        *held = bytes;
    else
        atomic_fetch_sub(&b->used, bytes - before);
    return ok;
}

#endif
