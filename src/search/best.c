// best.c: uniform cost, greedy, A* and weighted A*: one loop, different keys.
//   uniform cost: g      greedy: h      A*: g + h      weighted A*: g + w h
#include "search/heap.h"
#include "search/search.h"

#include <assert.h>

typedef struct node {
    uint32_t parent; // first: mw_search_run_found_id follows it
    uint32_t cost;   // from the start
    bool closed;
} node;

typedef struct best {
    mw_search_run *run;
    mw_visited store;
    mw_heap open;
} best;

// `e` led there from `from`; both NULL for the start.
static bool push(best *b, uint32_t id, const mw_state *s, const mw_state *from, const mw_edge *e)
{
    mw_search_run *run = b->run;
    const node *n = mw_visited_row(&b->store, id);
    uint32_t h = mw_search_run_estimate(run, s);
    if (h == MW_FAR) { // proven hopeless
        if (run->tracer && e)
            mw_tell_skip(run, from, e, "hopeless");
        return true;
    }
    uint64_t g = run->count_cost ? n->cost : 0;
    mw_heap_item item = {.key = g * MW_WEIGHT_ONE + h * run->weight, .tie = h, .id = id};
    if (!mw_heap_push(&b->open, &run->budget, item))
        return mw_search_run_out_of_memory(run);
    if (b->open.size > run->result->frontier)
        run->result->frontier = b->open.size;
    return true;
}

// A way to a state was found over `parent`, whose state is `from`.
static bool reach(best *b, uint32_t parent, const mw_state *from, const mw_edge *e)
{
    bool fresh;
    uint32_t cost = ((node *)mw_visited_row(&b->store, parent))->cost;
    assert(e->cost < UINT32_MAX - cost);
    cost += e->cost;
    uint32_t id = mw_visited_add(&b->store, &e->to, e->rank, &fresh);
    if (id == MW_NO_ID)
        return mw_search_run_out_of_memory(b->run);
    node *n = mw_visited_row(&b->store, id);
    if (!fresh && (cost >= n->cost || (n->closed && !b->run->reopen))) {
        if (b->run->tracer)
            mw_tell_skip(b->run, from, e, "known");
        return true;
    }
    if (b->run->tracer)
        mw_tell_way(b->run, from, e);
    b->run->result->stored = b->store.size;
    b->run->result->reopened += n->closed;
    *n = (node){.parent = parent, .cost = cost};
    return push(b, id, &e->to, from, e);
}

// Takes the best open state. False when the search is over.
static bool step(best *b)
{
    mw_search_run *run = b->run;
    uint32_t id = mw_heap_pop(&b->open).id;
    node *n = mw_visited_row(&b->store, id);
    if (n->closed) // an entry that a cheaper one has overtaken
        return true;
    n->closed = true;
    mw_state s;
    mw_edge edges[MW_EDGES_MAX];
    mw_visited_get(&b->store, id, &s);
    if (run->kind->rules->status(run->maze, &s) == MW_SOLVED) {
        if (run->tracer)
            mw_tell_state(run, MW_EVENT_GOAL, &s);
        return mw_search_run_found_id(run, &b->store, id) && run->exhaust;
    }
    unsigned count;
    if (!mw_search_run_expand(run, &s, edges, &count))
        return false;
    for (const mw_edge *e = edges; e < edges + count; e++)
        if (e->status != MW_LOST && !reach(b, id, &s, e))
            return false;
    if (run->tracer)
        mw_tell_state(run, MW_EVENT_CLOSE, &s);
    return true;
}

void mw_best_first(mw_search_run *run, mw_visited_type type)
{
    best b = {.run = run};
    bool fresh;
    if (!mw_visited_init(&b.store, run->maze, type, sizeof(node), &run->budget) ||
        mw_visited_add(&b.store, &run->start, mw_rank(run->maze, &run->start), &fresh) == MW_NO_ID)
        mw_search_run_out_of_memory(run);
    else {
        run->result->stored = 1;
        if (push(&b, 0, &run->start, NULL, NULL))
            while (b.open.size && step(&b)) {
            }
    }
    mw_heap_free(&b.open, &run->budget);
    mw_visited_free(&b.store);
}
