// memory.h: allocation under a budget, so that a limit on memory is kept exactly and the most that
// was held at once is known.
#ifndef MW_MEMORY_H
#define MW_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct mw_budget {
    uint64_t used, peak, limit; // limit 0: none
} mw_budget;

// realloc from `old` to `bytes` bytes; NULL, and *p as it was, when over the budget or out of
// memory.
void *mw_resize(mw_budget *, void *p, size_t old, size_t bytes);
void *mw_zeroed(mw_budget *, size_t bytes); // large blocks cost nothing until they are touched
void mw_release(mw_budget *, void *p, size_t bytes);

// Room for `need` items: doubles the capacity, or takes just what is needed near the limit.
bool mw_reserve(mw_budget *, void **items, size_t *capacity, size_t need, size_t item_bytes);

#endif
