// memory.h: allocation under a budget, so that a limit on memory is kept exactly and the most that
// was held at once is known.
#ifndef MW_CORE_MEMORY_H
#define MW_CORE_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

typedef struct mw_budget {
    uint64_t used, peak, limit; // in bytes; limit 0: no limit
} mw_budget;

// The bytes that are left, as a limit for other work: 0 if the budget has no limit, else at
// least 1.
static inline uint64_t mw_budget_rest(const mw_budget *b)
{
    return !b->limit ? 0 : b->used < b->limit ? b->limit - b->used : 1;
}

// calloc for a number that may be more than there are addresses, where these have 32 bits.
static inline void *mw_array(uint64_t count, size_t item_bytes)
{
    return count > SIZE_MAX ? NULL : calloc((size_t)count, item_bytes);
}

// A limit in bytes that is passed on as a size: one beyond all addresses must not become a small
// one.
static inline size_t mw_bytes_up_to(uint64_t most)
{
    return most > SIZE_MAX ? SIZE_MAX : (size_t)most;
}

// realloc from `old` to `bytes` bytes; NULL, and *p as it was, when over the budget or out of
// memory.
void *mw_resize(mw_budget *, void *p, uint64_t old, uint64_t bytes);
void *mw_zeroed(mw_budget *, uint64_t bytes); // large blocks cost nothing until they are touched
void mw_release(mw_budget *, void *p, uint64_t bytes);

// Room for `need` items: doubles the capacity or, near the limit, adds as much of that as fits.
bool mw_reserve(mw_budget *, void **items, size_t *capacity, uint64_t need, size_t item_bytes);

#endif
