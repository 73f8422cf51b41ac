// blind.c: breadth-first and depth-first search.
//
// Breadth-first over ranks is the workhorse: it keeps two layers of states and, for every rank,
// either two bits (the depth modulo 3, enough to walk back where every move can be undone) or four
// bytes (the parent's rank). Nothing else grows.
#include "search/search.h"

#include <stdlib.h>

// ---- breadth-first over ranks

typedef struct layer { // states of one depth, maze->words words each; their ranks where needed
    uint64_t *states;
    uint32_t *ranks;
    size_t size, states_capacity, ranks_capacity;
} layer;

typedef struct marks { // what is known of every rank
    uint64_t *depths;  // 2 bits: 0 unseen, else depth % 3 + 1
    uint32_t *parents; // 0: unseen, else the parent's rank + 1; the start is its own parent
    uint64_t bytes;
} marks;

static inline bool layer_reserve(layer *l, const mw_run *run, mw_budget *budget, bool with_ranks)
{
    size_t need = l->size + MW_EDGES_MAX, word = run->maze->words * sizeof *l->states;
    if (need <= l->states_capacity && (!with_ranks || need <= l->ranks_capacity))
        return true;
    return mw_reserve(budget, (void **)&l->states, &l->states_capacity, need, word) &&
           (!with_ranks ||
            mw_reserve(budget, (void **)&l->ranks, &l->ranks_capacity, need, sizeof *l->ranks));
}

static void layer_free(layer *l, const mw_run *run, mw_budget *budget)
{
    mw_release(budget, l->states, l->states_capacity * run->maze->words * sizeof *l->states);
    mw_release(budget, l->ranks, l->ranks_capacity * sizeof *l->ranks);
}

// Walk back from the goal: the neighbour whose depth is one less, modulo 3, is one step nearer the
// start, because neighbours' depths differ by at most one.
static bool back_by_depths(mw_run *run, const marks *known, mw_state at, uint32_t depth)
{
    mw_state *states = malloc((depth + (size_t)1) * sizeof *states);
    if (!states)
        return mw_run_out_of_memory(run);
    mw_edge edges[MW_EDGES_MAX];
    for (uint32_t d = depth;; d--) {
        states[d] = at;
        if (!d)
            break;
        unsigned n = run->kind->expand(run->maze, &at, edges), i = 0;
        for (uint64_t wanted = (d - 1) % 3 + 1; i < n; i++)
            if (edges[i].status != MW_LOST &&
                (known->depths[edges[i].rank / 32] >> edges[i].rank % 32 * 2 & 3) == wanted)
                break;
        if (i == n)
            abort(); // the maze is not reversible though it claims to be
        at = edges[i].to;
    }
    bool kept = mw_run_found_states(run, states, depth + (size_t)1, true);
    free(states);
    return kept;
}

static bool back_by_parents(mw_run *run, const marks *known, uint64_t goal, uint32_t depth)
{
    mw_state *states = malloc((depth + (size_t)1) * sizeof *states);
    if (!states)
        return mw_run_out_of_memory(run);
    uint64_t rank = goal;
    for (uint32_t d = depth + 1; d--; rank = known->parents[rank] - 1)
        run->kind->unrank(run->maze, rank, &states[d]);
    bool kept = mw_run_found_states(run, states, depth + (size_t)1, true);
    free(states);
    return kept;
}

// True if the rank is seen for the first time; marks it. Written without branches: whether a state
// is new is a coin toss to the processor.
static inline bool mark(const marks *known, bool by_depth, uint64_t rank, uint64_t depth_mark,
                        uint32_t parent)
{
    if (by_depth) {
        uint64_t *word = &known->depths[rank / 32], shift = rank % 32 * 2;
        bool fresh = !(*word >> shift & 3);
        *word |= (fresh ? depth_mark : 0) << shift;
        return fresh;
    }
    uint32_t *at = &known->parents[rank], old = *at;
    *at = old ? old : parent + 1;
    return !old;
}

static inline void put(layer *l, size_t words, bool with_ranks, const mw_state *s, uint64_t rank)
{
    uint64_t *to = l->states + l->size * words;
    to[0] = s->w[0];
    for (size_t i = 1; i < words; i++)
        to[i] = s->w[i];
    if (with_ranks)
        l->ranks[l->size] = (uint32_t)rank;
}

// Expands every state of `now` into `next`. False when the search is over.
static inline __attribute__((always_inline)) bool expand_layer(mw_run *run, const marks *known,
                                                               bool by_depth, const layer *now,
                                                               layer *next, uint32_t depth)
{
    const size_t words = run->maze->words;
    unsigned (*const expand)(const mw_maze *, const mw_state *, mw_edge *) = run->kind->expand;
    const uint64_t depth_mark = depth % 3 + 1;
    mw_edge edges[MW_EDGES_MAX];
    mw_state s = {0};
    for (size_t i = 0; i < now->size; i++) {
        if (!mw_run_on(run))
            return false;
        if (!layer_reserve(next, run, &run->budget, !by_depth))
            return mw_run_out_of_memory(run);
        s.w[0] = now->states[i * words];
        for (size_t k = 1; k < words; k++)
            s.w[k] = now->states[i * words + k];
        unsigned n = expand(run->maze, &s, edges);
        run->result->generated += n;
        for (const mw_edge *e = edges; e < edges + n; e++) {
            if (e->status == MW_LOST)
                continue;
            bool fresh = mark(known, by_depth, e->rank, depth_mark, by_depth ? 0 : now->ranks[i]);
            put(next, words, !by_depth, &e->to, e->rank);
            run->result->stored += fresh;
            next->size += fresh & (e->status == MW_OPEN);
            // Only the first: solved states are not expanded, so beyond one the depths of
            // neighbours may differ by more than 1.
            if (fresh && e->status == MW_SOLVED && run->result->outcome != MW_OUTCOME_SOLVED) {
                bool kept = by_depth ? back_by_depths(run, known, e->to, depth)
                                     : back_by_parents(run, known, e->rank, depth);
                if (!kept || !run->exhaust)
                    return false;
            }
        }
    }
    return true;
}

static void bfs_dense(mw_run *run)
{
    const bool by_depth = run->maze->traits & MW_REVERSIBLE;
    const uint64_t count = run->kind->count(run->maze), first = mw_rank(run->maze, &run->start);
    layer a = {0}, b = {0}, *now = &a, *next = &b;
    marks known = {.bytes = by_depth ? (count / 32 + 1) * sizeof *known.depths
                                     : count * sizeof *known.parents};
    void *block = mw_zeroed(&run->budget, known.bytes);
    if (!block || !layer_reserve(now, run, &run->budget, !by_depth)) {
        mw_run_out_of_memory(run);
    } else {
        if (by_depth)
            known.depths = block;
        else
            known.parents = block;
        mark(&known, by_depth, first, 1, (uint32_t)first);
        put(now, run->maze->words, !by_depth, &run->start, first);
        now->size = run->result->stored = 1;
        for (uint32_t depth = 1; now->size; depth++) {
            if (now->size > run->result->frontier)
                run->result->frontier = now->size;
            next->size = 0;
            if (!(by_depth ? expand_layer(run, &known, true, now, next, depth)
                           : expand_layer(run, &known, false, now, next, depth)))
                break;
            layer *swap = now;
            now = next;
            next = swap;
        }
    }
    layer_free(&a, run, &run->budget);
    layer_free(&b, run, &run->budget);
    mw_release(&run->budget, block, known.bytes);
}

// ---- breadth-first over a store: the ids, in order of arrival, are the queue

static bool bfs_expand(mw_run *run, mw_store *store, uint32_t id)
{
    mw_state s;
    mw_edge edges[MW_EDGES_MAX];
    mw_store_get(store, id, &s);
    if (run->kind->status(run->maze, &s) != MW_OPEN)
        return true; // a solved state, kept by an exhaustive run
    if (!mw_run_on(run))
        return false;
    unsigned n = run->kind->expand(run->maze, &s, edges);
    run->result->generated += n;
    if (run->tracer && !mw_tell_expand(run, &s, edges, n))
        return false;
    for (const mw_edge *e = edges; e < edges + n; e++) {
        bool fresh;
        if (e->status == MW_LOST)
            continue;
        uint32_t to = mw_store_add(store, &e->to, e->rank, &fresh);
        if (to == MW_NO_ID)
            return mw_run_out_of_memory(run);
        if (!fresh && run->tracer)
            mw_tell_skip(run, &s, e, "known");
        if (!fresh)
            continue;
        *(uint32_t *)mw_store_row(store, to) = id;
        run->result->stored = store->size;
        if (e->status == MW_SOLVED && run->tracer)
            mw_tell_state(run, MW_EVENT_GOAL, &e->to);
        if (e->status == MW_SOLVED && (!mw_run_found_id(run, store, to) || !run->exhaust))
            return false;
    }
    if (run->tracer)
        mw_tell_state(run, MW_EVENT_CLOSE, &s);
    return true;
}

static void bfs_store(mw_run *run, mw_store_type type)
{
    mw_store store;
    bool fresh;
    if (!mw_store_init(&store, run->maze, type, sizeof(uint32_t), &run->budget) ||
        mw_store_add(&store, &run->start, mw_rank(run->maze, &run->start), &fresh) == MW_NO_ID)
        mw_run_out_of_memory(run);
    else {
        run->result->stored = 1;
        for (uint32_t id = 0; id < store.size && bfs_expand(run, &store, id); id++)
            if (store.size - id > run->result->frontier)
                run->result->frontier = store.size - id;
    }
    mw_store_free(&store);
}

void mw_bfs(mw_run *run, mw_store_type type)
{
    // Watched, it needs the parents in order of arrival, and goes without the loop over ranks.
    if (type == MW_STORE_DENSE && !run->tracer)
        bfs_dense(run);
    else
        bfs_store(run, type == MW_STORE_DENSE ? MW_STORE_HASHED : type);
}

// ---- depth-first

typedef struct dfs_row {
    uint32_t parent; // first: mw_run_found_id follows it
    bool closed;
} dfs_row;

typedef struct stack {
    uint32_t *ids;
    size_t size, capacity;
} stack;

static bool dfs_expand(mw_run *run, mw_store *store, stack *open, uint32_t id)
{
    mw_state s;
    mw_edge edges[MW_EDGES_MAX];
    mw_store_get(store, id, &s);
    if (!mw_run_on(run))
        return false;
    unsigned n = run->kind->expand(run->maze, &s, edges);
    run->result->generated += n;
    if (run->tracer && !mw_tell_expand(run, &s, edges, n))
        return false;
    if (!mw_reserve(&run->budget, (void **)&open->ids, &open->capacity, open->size + n,
                    sizeof *open->ids))
        return mw_run_out_of_memory(run);
    for (const mw_edge *e = edges + n; e-- > edges;) { // the first action ends on top
        bool fresh;
        if (e->status == MW_LOST)
            continue;
        uint32_t to = mw_store_add(store, &e->to, e->rank, &fresh);
        if (to == MW_NO_ID)
            return mw_run_out_of_memory(run);
        dfs_row *row = mw_store_row(store, to);
        if (run->tracer && row->closed)
            mw_tell_skip(run, &s, e, "known");
        if (row->closed)
            continue;
        if (run->tracer)
            mw_tell_way(run, &s, e);
        row->parent = id; // also when it waits deeper in the stack: this visit comes first
        run->result->stored = store->size;
        if (e->status == MW_SOLVED) {
            row->closed = true;
            if (run->tracer)
                mw_tell_state(run, MW_EVENT_GOAL, &e->to);
            if (!mw_run_found_id(run, store, to) || !run->exhaust)
                return false;
        } else {
            open->ids[open->size++] = to;
        }
    }
    if (run->tracer)
        mw_tell_state(run, MW_EVENT_CLOSE, &s);
    return true;
}

void mw_dfs(mw_run *run, mw_store_type type)
{
    mw_store store;
    stack open = {0};
    bool fresh;
    if (!mw_store_init(&store, run->maze, type, sizeof(dfs_row), &run->budget) ||
        mw_store_add(&store, &run->start, mw_rank(run->maze, &run->start), &fresh) == MW_NO_ID ||
        !mw_reserve(&run->budget, (void **)&open.ids, &open.capacity, 1, sizeof *open.ids)) {
        mw_run_out_of_memory(run);
    } else {
        run->result->stored = 1;
        open.ids[open.size++] = 0;
        while (open.size) {
            if (open.size > run->result->frontier)
                run->result->frontier = open.size;
            uint32_t id = open.ids[--open.size];
            dfs_row *row = mw_store_row(&store, id);
            if (row->closed)
                continue;
            row->closed = true;
            if (!dfs_expand(run, &store, &open, id))
                break;
        }
    }
    mw_release(&run->budget, open.ids, open.capacity * sizeof *open.ids);
    mw_store_free(&store);
}
