// fact_list.h: facts in order, each once, with where it first holds on a way.
#ifndef MW_SEARCH_FACT_LIST_H
#define MW_SEARCH_FACT_LIST_H

#include "core/memory.h"
#include "mazewright/explain.h"

typedef struct mw_listed_fact {
    mw_fact fact;
    uint32_t first; // place on the way where it is first true
    uint32_t mark;  // for whoever uses the list, 0 at first
    bool done;      // likewise
} mw_listed_fact;

typedef struct mw_fact_list {
    mw_listed_fact *items;
    size_t count, capacity;
} mw_fact_list;

// The list is not in order until mw_fact_list_sort. False: memory ran out.
bool mw_fact_list_add(mw_fact_list *, mw_budget *, mw_fact, uint32_t place);
void mw_fact_list_sort(mw_fact_list *); // and keeps the first place of each
mw_listed_fact *mw_fact_list_find(const mw_fact_list *, mw_fact); // NULL: it is not there
void mw_fact_list_free(mw_fact_list *, mw_budget *);

#endif
