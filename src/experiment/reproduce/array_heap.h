// array_heap.h: a binary heap in an array. Two papers count what their searches did, and these
// counts depend on how a heap orders equal keys; so this heap does each step as theirs do. In both
// papers, an item rises while its key is at most its parent's.
#ifndef MW_EXPERIMENT_REPRODUCE_ARRAY_HEAP_H
#define MW_EXPERIMENT_REPRODUCE_ARRAY_HEAP_H

#include "core/memory.h"

typedef struct array_heap_item {
    uint32_t key, id;
} array_heap_item;

typedef struct array_heap {
    array_heap_item *items;
    size_t size, room;
    bool eager; // an item sinks below items with an equal key, and of two equal children to the
                // right one; else it stays above them, and sinks to the left one
    mw_budget budget;
} array_heap;

static inline void array_heap_swap(array_heap *h, size_t i, size_t k)
{
    array_heap_item held = h->items[i];
    h->items[i] = h->items[k];
    h->items[k] = held;
}

// Moves an item up; returns its new place.
static inline size_t array_heap_rise(array_heap *h, size_t i)
{
    for (; i && h->items[i].key <= h->items[(i - 1) / 2].key; i = (i - 1) / 2)
        array_heap_swap(h, i, (i - 1) / 2);
    return i;
}

static inline bool array_heap_before(const array_heap *h, size_t i, size_t k)
{
    return h->eager ? h->items[i].key <= h->items[k].key : h->items[i].key < h->items[k].key;
}

static inline void array_heap_sink(array_heap *h, size_t i)
{
    for (size_t child; (child = 2 * i + 1) < h->size; i = child) {
        child += child + 1 < h->size && array_heap_before(h, child + 1, child);
        if (!array_heap_before(h, child, i))
            break;
        array_heap_swap(h, i, child);
    }
}

static inline bool array_heap_push(array_heap *h, uint32_t key, uint32_t id)
{
    if (!mw_reserve(&h->budget, (void **)&h->items, &h->room, h->size + 1, sizeof *h->items))
        return false;
    h->items[h->size++] = (array_heap_item){.key = key, .id = id};
    array_heap_rise(h, h->size - 1);
    return true;
}

static inline uint32_t array_heap_pop(array_heap *h)
{
    uint32_t id = h->items[0].id;
    h->items[0] = h->items[--h->size];
    array_heap_sink(h, 0);
    return id;
}

static inline void array_heap_free(array_heap *h)
{
    mw_release(&h->budget, h->items, h->room * sizeof *h->items);
    *h = (array_heap){.eager = h->eager};
}

#endif
