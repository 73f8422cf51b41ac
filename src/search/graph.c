// graph.c: the whole state graph with exact distances in both directions.
//
// States get ids in breadth-first order from the start; with `all`, the legal states that the start
// cannot reach follow in order of rank. Lost states are arcs to nowhere.
#include "search/graph.h"

#include "core/stop.h"
#include "search/heap.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

// In a maze with more ranks than this, only states that the start can reach are in the graph.
#define ALL_RANKS_MAX (UINT64_C(1) << 25)

// The graph while it is built, with what is needed only until then.
typedef struct build {
    mw_graph *g;
    mw_limited work;
    mw_budget budget;
    mw_limit limit;
    size_t first_capacity, arcs_capacity, status_capacity;
} build;

static bool stop(build *b, mw_limit limit)
{
    b->limit = mw_stopped() ? MW_LIMIT_STOPPED : limit;
    return false;
}

// ---- forward: states and arcs

static bool too_many(const build *b)
{
    return b->work.limits->states && b->g->store->size > b->work.limits->states;
}

static bool append(build *b, uint32_t id)
{
    mw_graph *g = b->g;
    const mw_maze *m = g->maze;
    if (too_many(b))
        return stop(b, MW_LIMIT_STATES);
    b->work.progress =
        (mw_progress){.expanded = id, .stored = g->store->size, .bytes = b->budget.used};
    if (MW_STOPPING_AT(id))
        return stop(b, MW_LIMIT_STOPPED);
    if (!mw_reserve(&b->budget, (void **)&g->arcs, &b->arcs_capacity, g->edges + MW_EDGES_MAX,
                    sizeof *g->arcs) ||
        !mw_reserve(&b->budget, (void **)&g->first, &b->first_capacity, (size_t)id + 2,
                    sizeof *g->first) ||
        !mw_reserve(&b->budget, (void **)&g->status, &b->status_capacity, (size_t)id + 1,
                    sizeof *g->status) ||
        g->edges > UINT32_MAX - MW_EDGES_MAX)
        return stop(b, MW_LIMIT_MEMORY);
    mw_state s;
    mw_edge edges[MW_EDGES_MAX];
    mw_visited_get(g->store, id, &s);
    g->status[id] = (int8_t)m->kind->rules->status(m, &s);
    g->first[id] = (uint32_t)g->edges;
    unsigned n = g->status[id] == MW_OPEN ? m->kind->rules->expand(m, &s, edges) : 0;
    assert(n <= MW_EDGES_MAX);
    for (const mw_edge *e = edges; e < edges + n; e++) {
        bool fresh;
        uint32_t to = MW_FAR;
        if (e->status != MW_LOST) {
            to = mw_visited_add(g->store, &e->to, e->rank, &fresh);
            if (to == MW_NO_ID)
                return stop(b, MW_LIMIT_MEMORY);
        }
        g->arcs[g->edges++] =
            (mw_arc){.to = to, .cost = e->cost, .action = e->action, .status = e->status};
    }
    g->first[id + 1] = (uint32_t)g->edges;
    return true;
}

static bool add_state(build *b, const mw_state *s)
{
    bool fresh;
    return mw_visited_add(b->g->store, s, mw_rank(b->g->maze, s), &fresh) != MW_NO_ID ||
           stop(b, MW_LIMIT_MEMORY);
}

static void *cut(build *b, void *items, size_t capacity, uint64_t count, size_t bytes)
{
    void *less = mw_resize(&b->budget, items, capacity * (uint64_t)bytes, count * bytes);
    return less ? less : items;
}

// All states and arcs are there: gives back the memory that was reserved for more.
static void cut_to_size(build *b)
{
    mw_graph *g = b->g;
    g->arcs = cut(b, g->arcs, b->arcs_capacity, g->edges, sizeof *g->arcs);
    g->first = cut(b, g->first, b->first_capacity, (uint64_t)g->states + 1, sizeof *g->first);
    g->status = cut(b, g->status, b->status_capacity, g->states, sizeof *g->status);
}

static bool build_forward(build *b, bool all)
{
    mw_graph *g = b->g;
    const mw_maze *m = g->maze;
    mw_state s;
    m->kind->rules->start(m, &s);
    if (!add_state(b, &s))
        return false;
    uint32_t done = 0;
    for (; done < g->store->size; done++)
        if (!append(b, done))
            return false;
    g->reachable = done;
    g->reachable_edges = g->edges;
    if (all && g->store->dense && m->kind->rules->count(m) <= ALL_RANKS_MAX)
        for (uint64_t rank = 0, count = m->kind->rules->count(m); rank < count; rank++)
            if (MW_STOPPING_AT(rank) || too_many(b) ||
                (m->kind->rules->unrank(m, rank, &s) && m->kind->rules->status(m, &s) != MW_LOST &&
                 !add_state(b, &s)))
                return stop(b, too_many(b) ? MW_LIMIT_STATES : MW_LIMIT_MEMORY);
    for (; done < g->store->size; done++)
        if (!append(b, done))
            return false;
    g->states = done;
    cut_to_size(b);
    return true;
}

// ---- backward: the states that lead to each state

static bool build_back(build *b)
{
    mw_graph *g = b->g;
    g->back_first = mw_zeroed(&b->budget, ((size_t)g->states + 2) * sizeof *g->back_first);
    g->back = mw_zeroed(&b->budget, (g->edges + 1) * sizeof *g->back);
    if (!g->back_first || !g->back)
        return stop(b, MW_LIMIT_MEMORY);
    uint32_t *at = g->back_first + 1; // shifted by one, so that filling leaves the starts behind
    for (uint64_t i = 0; i < g->edges; i++)
        if (g->arcs[i].to != MW_FAR)
            at[g->arcs[i].to + 1]++;
    for (uint32_t s = 1; s <= g->states; s++)
        at[s] += at[s - 1];
    for (uint32_t s = 0; s < g->states; s++) {
        if (MW_STOPPING_AT(s))
            return stop(b, MW_LIMIT_STOPPED);
        for (uint32_t i = g->first[s]; i < g->first[s + 1]; i++)
            if (g->arcs[i].to != MW_FAR)
                g->back[at[g->arcs[i].to]++] = s;
    }
    return true;
}

static uint32_t cheapest_arc(const mw_graph *g, uint32_t from, uint32_t to)
{
    uint32_t least = MW_FAR;
    for (uint32_t i = g->first[from]; i < g->first[from + 1]; i++)
        if (g->arcs[i].to == to && g->arcs[i].cost < least)
            least = g->arcs[i].cost;
    return least;
}

// ---- distances: Dijkstra's algorithm; with unit costs its heap is a plain queue

typedef struct frontier {
    mw_budget *budget;
    bool unit;
    uint32_t *queue;
    size_t head, tail;
    mw_heap heap;
    uint64_t taken;
} frontier;

static bool offer(frontier *f, uint32_t *distance, uint32_t id, uint64_t cost)
{
    if (cost >= distance[id])
        return true;
    distance[id] = (uint32_t)cost;
    if (!f->unit)
        return mw_heap_push(&f->heap, f->budget, (mw_heap_item){.key = cost, .id = id});
    f->queue[f->tail++] = id;
    return true;
}

static bool take(frontier *f, const uint32_t *distance, uint32_t *id)
{
    f->taken++;
    if (MW_STOPPING_AT(f->taken))
        return false;
    if (f->unit) {
        if (f->head == f->tail)
            return false;
        *id = f->queue[f->head++];
        return true;
    }
    while (f->heap.size) {
        mw_heap_item item = mw_heap_pop(&f->heap);
        *id = item.id;
        if (item.key == distance[item.id])
            return true;
    }
    return false;
}

static bool spread_back(const mw_graph *g, uint32_t from, frontier *f, uint32_t *distance)
{
    (void)from;
    for (uint32_t s = 0; s < g->states; s++)
        if (g->status[s] == MW_SOLVED && !offer(f, distance, s, 0))
            return false;
    for (uint32_t s; take(f, distance, &s);)
        for (uint32_t i = g->back_first[s]; i < g->back_first[s + 1]; i++) {
            uint32_t step = f->unit ? 1 : cheapest_arc(g, g->back[i], s);
            if (!offer(f, distance, g->back[i], (uint64_t)distance[s] + step))
                return false;
        }
    return true;
}

static bool spread_forward(const mw_graph *g, uint32_t from, frontier *f, uint32_t *depth)
{
    if (!offer(f, depth, from, 0))
        return false;
    for (uint32_t s; take(f, depth, &s);)
        for (uint32_t i = g->first[s]; i < g->first[s + 1]; i++)
            if (g->arcs[i].to != MW_FAR &&
                !offer(f, depth, g->arcs[i].to, (uint64_t)depth[s] + g->arcs[i].cost))
                return false;
    return true;
}

typedef bool spread_function(const mw_graph *, uint32_t from, frontier *, uint32_t *distance);

// NULL: memory ran out, or the work is to end.
static uint32_t *distances(const mw_graph *g, spread_function *spread, uint32_t from,
                           mw_budget *budget)
{
    size_t bytes = ((size_t)g->states + 1) * sizeof(uint32_t);
    frontier f = {.budget = budget, .unit = g->maze->traits & MW_UNIT_COST};
    uint32_t *distance = mw_resize(budget, NULL, 0, bytes);
    if (distance)
        memset(distance, 0xff, bytes);
    if (f.unit)
        f.queue = mw_resize(budget, NULL, 0, bytes);
    if (!distance || (f.unit && !f.queue) || !spread(g, from, &f, distance) || mw_stopped()) {
        mw_release(budget, distance, bytes);
        distance = NULL;
    }
    mw_release(budget, f.queue, bytes);
    mw_heap_free(&f.heap, budget);
    return distance;
}

uint32_t *mw_graph_depths(const mw_graph *g, uint32_t from, mw_budget *budget)
{
    return distances(g, spread_forward, from, budget);
}

// ---- the whole

// Builds on a budget of which other work may hold a part. Its peak counts what a build took that
// did not end, too.
static mw_graph *build_within(const mw_maze *m, bool all, const mw_limits *limits,
                              mw_budget *budget, mw_limit *limit)
{
    build b = {.budget = *budget};
    bool built = !mw_stopping();
    b.g = built ? calloc(1, sizeof *b.g) : NULL;
    mw_limited_begin(&b.work, limits);
    mw_graph *g = b.g;
    if (g) {
        g->maze = m;
        g->store = calloc(1, sizeof *g->store);
        // All legal states are found by their ranks, so they need the array.
        mw_visited_type type =
            all ? mw_visited_choose(m, MW_VISITED_AUTO)
                : mw_visited_choose_within(m, MW_VISITED_AUTO, MW_SLOT_BITS, b.budget.limit);
        built = g->store && mw_visited_init(g->store, m, type, 0, &b.budget);
    }
    if (!built || !g)
        stop(&b, MW_LIMIT_MEMORY);
    built = built && g && build_forward(&b, all) && build_back(&b) &&
            (((g->distance = distances(g, spread_back, 0, &b.budget)) &&
              (g->depth = distances(g, spread_forward, 0, &b.budget))) ||
             stop(&b, MW_LIMIT_MEMORY));
    mw_limited_end(&b.work);
    budget->peak = b.budget.peak;
    if (limit)
        *limit = b.limit;
    if (!built) {
        if (g && g->store)
            mw_visited_free(g->store);
        mw_graph_free(g);
        return NULL;
    }
    g->bytes = b.budget.peak;
    g->held = b.budget.used;
    g->most = b.budget.limit;
    g->store->budget = NULL; // it will not grow any more
    return g;
}

mw_graph *mw_graph_build(const mw_maze *m, bool all, const mw_limits *limits, mw_limit *limit)
{
    static const mw_limits none = {0};
    limits = limits ? limits : &none;
    mw_budget budget = {.limit = limits->bytes};
    return build_within(m, all, limits, &budget, limit);
}

void mw_graph_free(mw_graph *g)
{
    if (!g)
        return;
    if (g->store) {
        mw_budget unlimited = {0};
        g->store->budget = &unlimited;
        mw_visited_free(g->store);
    }
    free(g->store);
    free(g->first);
    free(g->arcs);
    free(g->back_first);
    free(g->back);
    free(g->distance);
    free(g->depth);
    free(g->status);
    free(g);
}

void mw_graph_state(const mw_graph *g, uint32_t id, mw_state *s)
{
    mw_visited_get(g->store, id, s);
}

uint32_t mw_graph_solution(const mw_graph *g, uint32_t **ids)
{
    *ids = NULL;
    if (!g->states || g->distance[0] == MW_FAR)
        return 0;
    uint32_t count = 0;
    uint32_t *path = malloc(((size_t)g->distance[0] + 1) * sizeof *path);
    if (!path)
        return 0;
    path[count++] = 0;
    for (const mw_arc *a = NULL; (a = mw_graph_next(g, path[count - 1]));)
        path[count++] = a->to;
    *ids = path;
    return count;
}

// The arc of a cheapest way from the start that leads to a state other than the start; *from: where
// it begins.
static const mw_arc *arc_before(const mw_graph *g, uint32_t id, uint32_t *from)
{
    for (uint32_t i = g->back_first[id];; i++) {
        assert(i < g->back_first[id + 1]);
        *from = g->back[i];
        for (uint32_t k = g->first[*from]; k < g->first[*from + 1]; k++)
            if (g->arcs[k].to == id && g->depth[*from] != MW_FAR &&
                (uint64_t)g->depth[*from] + g->arcs[k].cost == g->depth[id])
                return &g->arcs[k];
    }
}

uint16_t *mw_graph_moves_to(const mw_graph *g, uint32_t id, uint32_t *count)
{
    uint32_t from = id;
    assert(id < g->reachable);
    for (*count = 0; from; ++*count)
        arc_before(g, from, &from);
    uint16_t *actions = malloc(((size_t)*count + 1) * sizeof *actions);
    for (uint32_t i = *count; actions && i; i--)
        actions[i - 1] = arc_before(g, id, &id)->action;
    return actions;
}

// ---- distances by rank

// Where every move can be undone, distances spread from the solved states through expand itself.
static bool spread_reversible(const mw_maze *m, const mw_limits *limits, mw_budget *budget,
                              uint32_t *table, mw_limit *limit)
{
    uint64_t count = m->kind->rules->count(m), done = 0;
    uint64_t *queue = NULL;
    size_t head = 0, tail = 0, capacity = 0;
    mw_state s;
    mw_edge edges[MW_EDGES_MAX];
    mw_limited work;
    mw_limited_begin(&work, limits);
    *limit = MW_LIMIT_MEMORY;
    for (uint64_t rank = 0; rank < count && !MW_STOPPING_AT(rank); rank++) {
        work.progress.expanded = rank;
        work.progress.bytes = budget->used;
        if (m->kind->rules->unrank(m, rank, &s) && m->kind->rules->status(m, &s) == MW_SOLVED) {
            if (!mw_reserve(budget, (void **)&queue, &capacity, tail + 1, sizeof *queue))
                goto out;
            queue[tail++] = rank;
            table[rank] = 0;
        }
    }
    for (; head < tail; done++) {
        work.progress = (mw_progress){.expanded = done, .stored = tail, .bytes = budget->used};
        if (MW_STOPPING_AT(done))
            break;
        uint64_t rank = queue[head++];
        m->kind->rules->unrank(m, rank, &s);
        unsigned n = m->kind->rules->expand(m, &s, edges);
        if (!mw_reserve(budget, (void **)&queue, &capacity, tail + n, sizeof *queue))
            goto out;
        for (const mw_edge *e = edges; e < edges + n; e++)
            if (e->status != MW_LOST && table[e->rank] == MW_FAR) {
                table[e->rank] = table[rank] + 1;
                queue[tail++] = e->rank;
            }
    }
    *limit = mw_stopped() ? MW_LIMIT_STOPPED : MW_WITHIN;
out:
    mw_limited_end(&work);
    mw_release(budget, queue, capacity * sizeof *queue);
    return *limit == MW_WITHIN;
}

static bool spread_over_graph(const mw_maze *m, const mw_limits *limits, mw_budget *budget,
                              uint32_t *table, mw_limit *limit)
{
    mw_limits others = {.keep_going = limits->keep_going, .context = limits->context};
    mw_graph *g = build_within(m, true, &others, budget, limit);
    if (!g)
        return false;
    for (uint32_t id = 0; id < g->states; id++) {
        mw_state s;
        mw_graph_state(g, id, &s);
        table[m->kind->rules->rank(m, &s)] = g->distance[id];
    }
    mw_graph_free(g);
    return true;
}

uint32_t *mw_distances_by_rank(const mw_maze *m, const mw_limits *limits, mw_budget *budget,
                               mw_limit *limit)
{
    uint64_t bytes = m->kind->rules->count(m) * sizeof(uint32_t);
    uint32_t *table = mw_resize(budget, NULL, 0, bytes);
    *limit = MW_LIMIT_MEMORY;
    if (!table)
        return NULL;
    memset(table, 0xff, (size_t)bytes);
    bool quick = (m->traits & MW_REVERSIBLE) && (m->traits & MW_UNIT_COST);
    if (quick ? spread_reversible(m, limits, budget, table, limit)
              : spread_over_graph(m, limits, budget, table, limit))
        return table;
    mw_release(budget, table, bytes);
    return NULL;
}
