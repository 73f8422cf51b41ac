// heap.h: a binary heap of (key, tie, id), smallest first, for every best-first loop.
#ifndef MW_SEARCH_HEAP_H
#define MW_SEARCH_HEAP_H

#include "core/memory.h"

typedef struct mw_heap_item {
    uint64_t key;
    uint32_t tie, id;
} mw_heap_item;

typedef struct mw_heap {
    mw_heap_item *items;
    size_t size, capacity;
} mw_heap;

static inline bool mw_heap_before(const mw_heap_item *a, const mw_heap_item *b)
{
    return a->key != b->key ? a->key < b->key : a->tie < b->tie;
}

static inline bool mw_heap_push(mw_heap *h, mw_budget *budget, mw_heap_item item)
{
    if (!mw_reserve(budget, (void **)&h->items, &h->capacity, h->size + 1, sizeof item))
        return false;
    size_t at = h->size++;
    // A newcomer passes its equals, so the latest of them is on top; below it they have no order.
    // web/src/openlist.js does the same, step by step.
    for (; at && !mw_heap_before(&h->items[(at - 1) / 2], &item); at = (at - 1) / 2)
        h->items[at] = h->items[(at - 1) / 2];
    h->items[at] = item;
    return true;
}

static inline mw_heap_item mw_heap_pop(mw_heap *h)
{
    mw_heap_item top = h->items[0], last = h->items[--h->size];
    size_t at = 0;
    for (size_t child; (child = 2 * at + 1) < h->size; at = child) {
        if (child + 1 < h->size && mw_heap_before(&h->items[child + 1], &h->items[child]))
            child++;
        if (!mw_heap_before(&h->items[child], &last))
            break;
        h->items[at] = h->items[child];
    }
    h->items[at] = last;
    return top;
}

static inline void mw_heap_free(mw_heap *h, mw_budget *budget)
{
    mw_release(budget, h->items, h->capacity * sizeof *h->items);
    *h = (mw_heap){0};
}

#endif
