// fact_list.c: see fact_list.h. An array, sorted once.
#include "search/fact_list.h"

#include <stdlib.h>

static int compare_facts(mw_fact a, mw_fact b)
{
    if (a.thing != b.thing)
        return a.thing < b.thing ? -1 : 1;
    return a.value != b.value ? (a.value < b.value ? -1 : 1) : 0;
}

static int compare(const void *one, const void *other)
{
    const mw_listed_fact *a = one, *b = other;
    int facts = compare_facts(a->fact, b->fact);
    return facts ? facts : a->first < b->first ? -1 : a->first > b->first;
}

bool mw_fact_list_add(mw_fact_list *l, mw_budget *budget, mw_fact fact, uint32_t place)
{
    if (!mw_reserve(budget, (void **)&l->items, &l->capacity, l->count + 1, sizeof *l->items))
        return false;
    l->items[l->count++] = (mw_listed_fact){.fact = fact, .first = place};
    return true;
}

void mw_fact_list_sort(mw_fact_list *l)
{
    size_t kept = 0;
    if (l->count)
        qsort(l->items, l->count, sizeof *l->items, compare);
    for (size_t i = 0; i < l->count; i++)
        if (!kept || compare_facts(l->items[i].fact, l->items[kept - 1].fact))
            l->items[kept++] = l->items[i];
    l->count = kept;
}

mw_listed_fact *mw_fact_list_find(const mw_fact_list *l, mw_fact fact)
{
    size_t low = 0, high = l->count;
    while (low < high) {
        size_t mid = (low + high) / 2;
        if (compare_facts(l->items[mid].fact, fact) < 0)
            low = mid + 1;
        else
            high = mid;
    }
    return low < l->count && !compare_facts(l->items[low].fact, fact) ? &l->items[low] : NULL;
}

void mw_fact_list_free(mw_fact_list *l, mw_budget *budget)
{
    mw_release(budget, l->items, l->capacity * sizeof *l->items);
    *l = (mw_fact_list){0};
}
