// paper_astar.c: see paper_astar.h.
#include "experiment/reproduce/paper_astar.h"

#include "experiment/reproduce/array_heap.h"
#include "search/search.h"

#include <assert.h>

typedef struct node { // row of the store
    uint32_t parent;  // first: mw_search_run_found_id follows it
    uint32_t g, h;
    bool closed;
} node;

typedef struct astar {
    mw_search_run run;
    mw_visited store;
    array_heap open;
    uint64_t visited, most; // most: bytes held at once
} astar;

// The store and the heap have budgets of their own, which share one limit.
static void share_limit(astar *a)
{
    uint64_t limit = a->run.work.limits->bytes, heap = a->open.budget.used,
             rest = a->run.budget.used;
    a->most = heap + rest > a->most ? heap + rest : a->most;
    a->run.budget.limit = !limit ? 0 : heap < limit ? limit - heap : 1;
    a->open.budget.limit = !limit ? 0 : rest < limit ? limit - rest : 1;
}

static void found_again(array_heap *h, uint32_t id, uint32_t key)
{
    size_t i = 0;
    while (h->items[i].id != id)
        i++;
    h->items[i].key = key;
    array_heap_sink(h, array_heap_rise(h, i));
}

// A way to this state was found; `e` is NULL for the start.
static bool reach(astar *a, const mw_state *s, uint32_t parent, uint32_t g, const mw_edge *e)
{
    bool fresh;
    share_limit(a);
    uint32_t id = mw_visited_add(&a->store, s, e ? e->rank : mw_rank(a->run.maze, s), &fresh);
    if (id == MW_NO_ID)
        return mw_search_run_out_of_memory(&a->run);
    node *n = mw_visited_row(&a->store, id);
    if (!fresh && (n->closed || g >= n->g))
        return true;
    a->run.result->stored = a->store.size;
    a->run.result->generated += e != NULL; // the start is not counted
    uint32_t h = fresh ? mw_search_run_estimate(&a->run, s) : n->h;
    *n = (node){.parent = parent, .g = g, .h = h};
    if (h == MW_FAR) // proven hopeless
        return true;
    assert(g < UINT32_MAX - h);
    if (!fresh)
        found_again(&a->open, id, g + h);
    share_limit(a);
    if (fresh && !array_heap_push(&a->open, g + h, id))
        return mw_search_run_out_of_memory(&a->run);
    if (a->open.size > a->run.result->frontier)
        a->run.result->frontier = a->open.size;
    return true;
}

static void search(astar *a)
{
    mw_search_run *run = &a->run;
    mw_state s;
    mw_edge edges[MW_EDGES_MAX];
    bool ok = reach(a, &run->start, 0, 0, NULL);
    while (ok && a->open.size) {
        uint32_t id = array_heap_pop(&a->open);
        node *n = mw_visited_row(&a->store, id);
        uint32_t g = n->g; // the row may move
        n->closed = true;
        a->visited++;
        mw_visited_get(&a->store, id, &s);
        if (run->kind->rules->status(run->maze, &s) == MW_SOLVED) {
            mw_search_run_found_id(run, &a->store, id);
            return;
        }
        ok = mw_search_run_on(run);
        unsigned count = ok ? run->kind->rules->expand(run->maze, &s, edges) : 0;
        for (unsigned i = 0; ok && i < count; i++)
            if (edges[i].status != MW_LOST)
                ok = reach(a, &edges[i].to, id, g + edges[i].cost, &edges[i]);
    }
}

void mw_paper_search(const mw_maze *m, const mw_heuristic *h, const mw_limits *limits, mw_result *r,
                     uint64_t *visited)
{
    static const mw_limits none = {0};
    *r = (mw_result){.algorithm = "astar",
                     .heuristic = h ? h->name : "zero",
                     .store = MW_VISITED_FULL,
                     .outcome = MW_OUTCOME_UNSOLVABLE};
    astar a = {.run = {.maze = m, .kind = m->kind, .result = r}, .open = {.eager = true}};
    mw_limited_begin(&a.run.work, limits ? limits : &none);
    a.run.budget.limit = a.run.work.limits->bytes;
    m->kind->rules->start(m, &a.run.start);
    r->limit = mw_estimator_init(&a.run.estimator, m, h, MW_VISITED_FULL, a.run.work.limits,
                                 &a.run.budget);
    if (r->limit)
        r->outcome = MW_OUTCOME_LIMIT;
    else if (!mw_visited_init(&a.store, m, MW_VISITED_FULL, sizeof(node), &a.run.budget))
        mw_search_run_out_of_memory(&a.run);
    else if (m->kind->rules->status(m, &a.run.start) != MW_LOST)
        search(&a);
    if (r->outcome == MW_OUTCOME_SOLVED) {
        mw_status end;
        size_t played = mw_replay(m, r->actions, r->moves, NULL, &r->cost, &end);
        assert(played == r->moves && end == MW_SOLVED);
        r->optimal = !h || h->claims(m) & MW_CONSISTENT;
    }
    mw_limited_end(&a.run.work);
    share_limit(&a);
    r->bytes = a.most;
    mw_visited_free(&a.store);
    mw_estimator_free(&a.run.estimator, &a.run.budget);
    array_heap_free(&a.open);
    *visited = a.visited;
}
