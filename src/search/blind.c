// blind.c: breadth-first and depth-first search.
//
// Breadth-first search over ranks is the fastest search. Where every move can be undone, it keeps
// two bits for each rank (the depth modulo 3, which is enough to walk back) and two layers of
// states. Elsewhere it keeps one bit for each rank, and one byte for each state, from which the
// parents of all states can be worked out.
#include "search/search.h"

#include <stdlib.h>

// ---- the parents of states
// States are expanded in the order in which they were met. So it is enough to keep, for each
// expanded state, which of its edges led to new states: counting these edges gives the parent of
// any state.

typedef struct lineage {
    void *children;     // by state expanded: bit i for its edge i
    bool wide;          // 16 bits each; 8 until a state has more than 8 edges
    size_t size, bytes; // expanded states; size of the memory
} lineage;

static inline unsigned lineage_get(const lineage *l, size_t i)
{
    return l->wide ? ((const uint16_t *)l->children)[i] : ((const uint8_t *)l->children)[i];
}

// Makes room for `more` states.
static bool lineage_reserve(lineage *l, mw_budget *budget, size_t more)
{
    size_t need = (l->size + more) << l->wide;
    return need <= l->bytes || mw_reserve(budget, &l->children, &l->bytes, need, 1);
}

static bool lineage_widen(lineage *l, mw_budget *budget, size_t more)
{
    l->wide = true;
    if (!lineage_reserve(l, budget, more))
        return false;
    for (size_t i = l->size; i--;) // from the end, over itself
        ((uint16_t *)l->children)[i] = ((uint8_t *)l->children)[i];
    return true;
}

static inline void lineage_add(lineage *l, unsigned children)
{
    if (l->wide)
        ((uint16_t *)l->children)[l->size++] = (uint16_t)children;
    else
        ((uint8_t *)l->children)[l->size++] = (uint8_t)children;
}

// The edges from the start to the state that is being expanded; steps[0] is the first.
static void lineage_trace(const lineage *l, uint8_t *steps, uint32_t count)
{
    size_t state = l->size; // the one looked for
    size_t met = 1;         // number of states met before the children of state i
    for (size_t i = 0; i < l->size; i++)
        met += (unsigned)__builtin_popcount(lineage_get(l, i));
    for (size_t i = l->size; count;) {
        unsigned children = lineage_get(l, --i);
        met -= (unsigned)__builtin_popcount(children);
        if (state < met)
            continue;
        for (; state > met; state--)
            children &= children - 1; // removes a child that was met earlier
        steps[--count] = (uint8_t)__builtin_ctz(children);
        state = i;
    }
}

// ---- breadth-first over ranks

typedef struct layer { // states of one depth, maze->words words each; or their ranks
    union {
        uint64_t *states;
        uint32_t *ranks;
        void *items;
    };
    size_t size, capacity;
} layer;

typedef struct frontier { // the memory of a search over ranks
    bool by_depth;        // moves can be undone
    bool by_rank;         // layers hold ranks: smaller than states of several words
    uint64_t *marks;      // by_depth: 2 bits, 0 unseen, else depth % 3 + 1; else a bit: seen
    uint64_t mark_bytes;
    lineage lineage; // unless by_depth
    size_t item_bytes;
} frontier;

static inline bool layer_reserve(layer *l, mw_search_run *run, const frontier *f)
{
    size_t need = l->size + MW_EDGES_MAX;
    return need <= l->capacity ||
           mw_reserve(&run->budget, &l->items, &l->capacity, need, f->item_bytes);
}

static inline void layer_get(const layer *l, const mw_search_run *run, bool by_rank, size_t i,
                             mw_state *s)
{
    if (by_rank) {
        run->kind->rules->unrank(run->maze, l->ranks[i], s);
        return;
    }
    const uint64_t *from = l->states + i * run->maze->words;
    s->w[0] = from[0];
    for (size_t k = 1; k < run->maze->words; k++)
        s->w[k] = from[k];
}

static inline void layer_put(layer *l, size_t words, bool by_rank, const mw_edge *e)
{
    if (by_rank) {
        l->ranks[l->size] = (uint32_t)e->rank;
        return;
    }
    uint64_t *to = l->states + l->size * words;
    to[0] = e->to.w[0];
    for (size_t k = 1; k < words; k++)
        to[k] = e->to.w[k];
}

// Walk back from the goal: the neighbour whose depth is one less, modulo 3, is one step nearer the
// start, because neighbours' depths differ by at most one.
static bool back_by_depths(mw_search_run *run, const frontier *f, mw_state at, uint32_t depth)
{
    const uint64_t bytes = ((uint64_t)depth + 1) * sizeof(mw_state);
    mw_state *states = mw_resize(&run->budget, NULL, 0, bytes);
    if (!states)
        return mw_search_run_out_of_memory(run);
    mw_edge edges[MW_EDGES_MAX];
    for (uint32_t d = depth;; d--) {
        states[d] = at;
        if (!d)
            break;
        unsigned n = run->kind->rules->expand(run->maze, &at, edges), i = 0;
        for (uint64_t wanted = (d - 1) % 3 + 1; i < n; i++)
            if (edges[i].status != MW_LOST &&
                (f->marks[edges[i].rank / 32] >> edges[i].rank % 32 * 2 & 3) == wanted)
                break;
        if (i == n)
            abort(); // the maze is not reversible though it claims to be
        at = edges[i].to;
    }
    bool kept = mw_search_run_found_states(run, states, depth + (size_t)1, true);
    mw_release(&run->budget, states, bytes);
    return kept;
}

// The state being expanded leads to the goal by its edge number `last`.
static bool back_by_lineage(mw_search_run *run, const lineage *l, unsigned last, uint32_t depth)
{
    const uint64_t bytes = (uint64_t)depth * sizeof(uint16_t);
    uint8_t *steps = mw_resize(&run->budget, NULL, 0, depth);
    uint16_t *actions = mw_resize(&run->budget, NULL, 0, bytes);
    mw_state at = run->start;
    mw_edge edges[MW_EDGES_MAX];
    if (!steps || !actions) {
        mw_release(&run->budget, steps, depth);
        mw_release(&run->budget, actions, bytes);
        return mw_search_run_out_of_memory(run);
    }
    lineage_trace(l, steps, depth - 1);
    steps[depth - 1] = (uint8_t)last;
    for (uint32_t i = 0; i < depth; i++) {
        run->kind->rules->expand(run->maze, &at, edges);
        actions[i] = edges[steps[i]].action;
        at = edges[steps[i]].to;
    }
    bool kept = mw_search_run_found_actions(run, actions, depth);
    mw_release(&run->budget, steps, depth);
    mw_release(&run->budget, actions, bytes);
    return kept;
}

// True if the rank is seen for the first time; marks it, without branches.
static inline bool mark(const frontier *f, bool by_depth, uint64_t rank, uint64_t depth_mark)
{
    unsigned bits = by_depth ? 2 : 1;
    uint64_t *word = &f->marks[rank / (64 / bits)], shift = rank % (64 / bits) * bits;
    bool fresh = !(*word >> shift & (by_depth ? 3 : 1));
    *word |= (fresh ? depth_mark : 0) << shift;
    return fresh;
}

// Expands every state of `now` into `next`. False when the search is over.
static inline __attribute__((always_inline)) bool expand_layer(mw_search_run *run, frontier *f,
                                                               bool by_depth, bool by_rank,
                                                               const layer *now, layer *next,
                                                               uint32_t depth)
{
    unsigned (*const expand)(const mw_maze *, const mw_state *, mw_edge *) =
        run->kind->rules->expand;
    const size_t words = run->maze->words;
    const uint64_t depth_mark = by_depth ? depth % 3 + 1 : 1;
    mw_edge edges[MW_EDGES_MAX];
    mw_state s = {0};
    if (!by_depth && !lineage_reserve(&f->lineage, &run->budget, now->size))
        return mw_search_run_out_of_memory(run);
    for (size_t i = 0; i < now->size; i++) {
        if (!mw_search_run_on(run))
            return false;
        if (!layer_reserve(next, run, f))
            return mw_search_run_out_of_memory(run);
        layer_get(now, run, by_rank, i, &s);
        unsigned n = expand(run->maze, &s, edges);
        run->result->generated += n;
        unsigned children = 0;
        if (!by_depth && n > 8 && !f->lineage.wide &&
            !lineage_widen(&f->lineage, &run->budget, now->size - i))
            return mw_search_run_out_of_memory(run);
        for (const mw_edge *e = edges; e < edges + n; e++) {
            if (e->status == MW_LOST)
                continue;
            bool fresh = mark(f, by_depth, e->rank, depth_mark), open = e->status == MW_OPEN;
            layer_put(next, words, by_rank, e);
            children |= (unsigned)(fresh & open) << (e - edges);
            run->result->stored += fresh;
            next->size += fresh & open;
            // Only the first: solved states are not expanded, so beyond one the depths of
            // neighbours may differ by more than 1.
            if (fresh && e->status == MW_SOLVED && run->result->outcome != MW_OUTCOME_SOLVED) {
                bool kept = by_depth
                                ? back_by_depths(run, f, e->to, depth)
                                : back_by_lineage(run, &f->lineage, (unsigned)(e - edges), depth);
                if (!kept || !run->exhaust)
                    return false;
            }
        }
        if (!by_depth)
            lineage_add(&f->lineage, children);
    }
    return true;
}

static bool expand_any(mw_search_run *run, frontier *f, const layer *now, layer *next,
                       uint32_t depth)
{
    return f->by_depth  ? expand_layer(run, f, true, false, now, next, depth)
           : f->by_rank ? expand_layer(run, f, false, true, now, next, depth)
                        : expand_layer(run, f, false, false, now, next, depth);
}

static void explore_layers(mw_search_run *run, frontier *f, layer *now, layer *next)
{
    mw_edge first = {.to = run->start, .rank = mw_rank(run->maze, &run->start)};
    mark(f, f->by_depth, first.rank, 1);
    layer_put(now, run->maze->words, f->by_rank, &first);
    run->result->stored = now->size = 1;
    for (uint32_t depth = 1; now->size; depth++) {
        if (now->size > run->result->frontier)
            run->result->frontier = now->size;
        next->size = 0;
        if (!expand_any(run, f, now, next, depth))
            break;
        layer *swap = now;
        now = next;
        next = swap;
    }
}

static void bfs_dense(mw_search_run *run)
{
    const uint64_t count = run->kind->rules->count(run->maze);
    frontier f = {.by_depth = run->maze->traits & MW_REVERSIBLE};
    layer a = {0}, b = {0};
    f.by_rank = !f.by_depth && run->maze->words > 1;
    f.item_bytes = f.by_rank ? sizeof *a.ranks : run->maze->words * sizeof *a.states;
    f.mark_bytes = (count / (f.by_depth ? 32 : 64) + 1) * sizeof *f.marks;
    f.marks = mw_zeroed(&run->budget, f.mark_bytes);
    if (f.marks && layer_reserve(&a, run, &f))
        explore_layers(run, &f, &a, &b);
    else
        mw_search_run_out_of_memory(run);
    mw_release(&run->budget, a.items, a.capacity * f.item_bytes);
    mw_release(&run->budget, b.items, b.capacity * f.item_bytes);
    mw_release(&run->budget, f.lineage.children, f.lineage.bytes);
    mw_release(&run->budget, f.marks, f.mark_bytes);
}

// ---- breadth-first over a store: the ids, in order of arrival, are the queue

static bool bfs_expand(mw_search_run *run, mw_visited *store, uint32_t id)
{
    mw_state s;
    mw_edge edges[MW_EDGES_MAX];
    mw_visited_get(store, id, &s);
    if (run->kind->rules->status(run->maze, &s) != MW_OPEN)
        return true; // a solved state, kept by an exhaustive run
    unsigned n;
    if (!mw_search_run_expand(run, &s, edges, &n))
        return false;
    for (const mw_edge *e = edges; e < edges + n; e++) {
        bool fresh;
        if (e->status == MW_LOST)
            continue;
        uint32_t to = mw_visited_add(store, &e->to, e->rank, &fresh);
        if (to == MW_NO_ID)
            return mw_search_run_out_of_memory(run);
        if (!fresh && run->tracer)
            mw_tell_skip(run, &s, e, "known");
        if (!fresh)
            continue;
        *(uint32_t *)mw_visited_row(store, to) = id;
        run->result->stored = store->size;
        if (e->status == MW_SOLVED && run->tracer)
            mw_tell_state(run, MW_EVENT_GOAL, &e->to);
        if (e->status == MW_SOLVED && (!mw_search_run_found_id(run, store, to) || !run->exhaust))
            return false;
    }
    if (run->tracer)
        mw_tell_state(run, MW_EVENT_CLOSE, &s);
    return true;
}

static void bfs_store(mw_search_run *run, mw_visited_type type)
{
    mw_visited store;
    bool fresh;
    if (!mw_visited_init(&store, run->maze, type, sizeof(uint32_t), &run->budget) ||
        mw_visited_add(&store, &run->start, mw_rank(run->maze, &run->start), &fresh) == MW_NO_ID)
        mw_search_run_out_of_memory(run);
    else {
        run->result->stored = 1;
        for (uint32_t id = 0; id < store.size && bfs_expand(run, &store, id); id++)
            if (store.size - id > run->result->frontier)
                run->result->frontier = store.size - id;
    }
    mw_visited_free(&store);
}

void mw_bfs(mw_search_run *run, mw_visited_type type)
{
    // Watched, it needs the parents in order of arrival, and goes without the loop over ranks.
    if (type == MW_VISITED_DENSE && !run->tracer)
        bfs_dense(run);
    else
        bfs_store(run, type == MW_VISITED_DENSE ? MW_VISITED_HASHED : type);
}

// ---- depth-first

typedef struct dfs_row {
    uint32_t parent; // first: mw_search_run_found_id follows it
    bool closed;
} dfs_row;

typedef struct stack {
    uint32_t *ids;
    size_t size, capacity;
} stack;

static bool dfs_expand(mw_search_run *run, mw_visited *store, stack *open, uint32_t id)
{
    mw_state s;
    mw_edge edges[MW_EDGES_MAX];
    mw_visited_get(store, id, &s);
    unsigned n;
    if (!mw_search_run_expand(run, &s, edges, &n))
        return false;
    if (!mw_reserve(&run->budget, (void **)&open->ids, &open->capacity, open->size + n,
                    sizeof *open->ids))
        return mw_search_run_out_of_memory(run);
    for (const mw_edge *e = edges + n; e-- > edges;) { // the first action ends on top
        bool fresh;
        if (e->status == MW_LOST)
            continue;
        uint32_t to = mw_visited_add(store, &e->to, e->rank, &fresh);
        if (to == MW_NO_ID)
            return mw_search_run_out_of_memory(run);
        dfs_row *row = mw_visited_row(store, to);
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
            if (!mw_search_run_found_id(run, store, to) || !run->exhaust)
                return false;
        } else {
            open->ids[open->size++] = to;
        }
    }
    if (run->tracer)
        mw_tell_state(run, MW_EVENT_CLOSE, &s);
    return true;
}

void mw_dfs(mw_search_run *run, mw_visited_type type)
{
    mw_visited store;
    stack open = {0};
    bool fresh;
    if (!mw_visited_init(&store, run->maze, type, sizeof(dfs_row), &run->budget) ||
        mw_visited_add(&store, &run->start, mw_rank(run->maze, &run->start), &fresh) == MW_NO_ID ||
        !mw_reserve(&run->budget, (void **)&open.ids, &open.capacity, 1, sizeof *open.ids)) {
        mw_search_run_out_of_memory(run);
    } else {
        run->result->stored = 1;
        open.ids[open.size++] = 0;
        while (open.size) {
            if (open.size > run->result->frontier)
                run->result->frontier = open.size;
            uint32_t id = open.ids[--open.size];
            dfs_row *row = mw_visited_row(&store, id);
            if (row->closed)
                continue;
            row->closed = true;
            if (!dfs_expand(run, &store, &open, id))
                break;
        }
    }
    mw_release(&run->budget, open.ids, open.capacity * sizeof *open.ids);
    mw_visited_free(&store);
}
