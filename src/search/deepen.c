// deepen.c: iterative deepening, blind (ids) and informed (IDA*): depth-first within a bound on
// cost plus estimate; the next bound is the least value that exceeded this one.
//
// A table of the least cost at which each state was entered in this round cuts the work from
// exponential to polynomial; with store `none` only the current path is kept, as in the textbooks.
#include "search/search.h"

#include <string.h>

typedef struct seen {
    uint32_t round, cost;    // last entered in this round, at this cost
    uint32_t cut_round, cut; // last cut off in this round, with this least value
} seen;

typedef struct level { // one state on the path, and its untried edges
    mw_state state;
    uint32_t cost;
    uint32_t edges_end; // edges of this level end here in the stack of edges
} level;

typedef struct deepen {
    mw_search_run *run;
    bool tabled;
    mw_visited store;
    uint32_t round, bound, next_bound;
    level *levels;
    mw_edge *edges;
    uint16_t *actions; // actions[i] leads to levels[i + 1]
    size_t depth, edge_count, levels_capacity, edges_capacity, actions_capacity;
} deepen;

static bool on_path(const deepen *d, const mw_state *s)
{
    for (size_t i = d->depth; i--;)
        if (!memcmp(&d->levels[i].state, s, sizeof *s))
            return true;
    return false;
}

// A state lies beyond the bound. If the same round enters it on another way, before or after, it
// needs no further round. So the table keeps the states that were cut off, and next_bound_of_table
// looks only at those that were not entered.
static bool cut_off(deepen *d, const mw_edge *e, uint32_t f)
{
    if (!d->tabled) {
        if (f < d->next_bound)
            d->next_bound = f;
        return true;
    }
    bool fresh;
    uint32_t id = mw_visited_add(&d->store, &e->to, e->rank, &fresh);
    if (id == MW_NO_ID)
        return mw_search_run_out_of_memory(d->run);
    seen *row = mw_visited_row(&d->store, id);
    d->run->result->stored = d->store.size;
    if (row->cut_round != d->round || f < row->cut)
        row->cut = f;
    row->cut_round = d->round;
    return true;
}

static uint32_t next_bound_of_table(const deepen *d)
{
    uint32_t least = MW_FAR;
    for (uint32_t id = 0; id < d->store.size; id++) {
        const seen *row = mw_visited_row(&d->store, id);
        if (row->cut_round == d->round && row->round != d->round && row->cut < least)
            least = row->cut;
    }
    return least;
}

// Has this state been entered in this round as cheaply? Returns -1 when memory runs out.
static int known(deepen *d, const mw_state *s, uint64_t rank, uint32_t cost)
{
    if (!d->tabled)
        return on_path(d, s);
    bool fresh;
    uint32_t id = mw_visited_add(&d->store, s, rank, &fresh);
    if (id == MW_NO_ID)
        return mw_search_run_out_of_memory(d->run), -1;
    seen *row = mw_visited_row(&d->store, id);
    d->run->result->stored = d->store.size;
    if (row->round == d->round) {
        if (row->cost <= cost)
            return true;
        d->run->result->reopened++;
    }
    row->round = d->round;
    row->cost = cost;
    return false;
}

static bool enter(deepen *d, const mw_state *s, uint32_t cost)
{
    mw_search_run *run = d->run;
    mw_budget *b = &run->budget;
    if (!mw_reserve(b, (void **)&d->levels, &d->levels_capacity, d->depth + 1, sizeof *d->levels) ||
        !mw_reserve(b, (void **)&d->actions, &d->actions_capacity, d->depth + 1,
                    sizeof *d->actions) ||
        !mw_reserve(b, (void **)&d->edges, &d->edges_capacity, d->edge_count + MW_EDGES_MAX,
                    sizeof *d->edges))
        return mw_search_run_out_of_memory(run);
    mw_edge *edges = d->edges + d->edge_count;
    unsigned n;
    if (!mw_search_run_expand(run, s, edges, &n))
        return false;
    for (unsigned i = 0; i < n / 2; i++) { // tried from the end: turn them round
        mw_edge swap = edges[i];
        edges[i] = edges[n - 1 - i];
        edges[n - 1 - i] = swap;
    }
    d->levels[d->depth++] =
        (level){.state = *s, .cost = cost, .edges_end = (uint32_t)d->edge_count};
    d->edge_count += n;
    if (d->depth > run->result->frontier)
        run->result->frontier = d->depth;
    if (!d->tabled)
        run->result->stored = run->result->frontier;
    return true;
}

// Try one edge of the deepest state. False when the search is over.
static bool follow(deepen *d, const mw_edge *e)
{
    mw_search_run *run = d->run;
    const mw_state *from = &d->levels[d->depth - 1].state;
    uint64_t cost = (uint64_t)d->levels[d->depth - 1].cost + (run->count_cost ? e->cost : 1);
    uint32_t h = mw_search_run_estimate(run, &e->to); // 0 for ids, which has no heuristic
    if (h == MW_FAR) {
        if (run->tracer)
            mw_tell_skip(run, from, e, "hopeless");
        return true;
    }
    uint64_t f = cost + h;
    if (f > d->bound && run->tracer)
        mw_tell_skip(run, from, e, "beyond");
    if (f > d->bound)
        return cut_off(d, e, f < MW_FAR ? (uint32_t)f : MW_FAR - 1);
    int k = known(d, &e->to, e->rank, (uint32_t)cost);
    if (k > 0 && run->tracer)
        mw_tell_skip(run, from, e, "known");
    if (k)
        return k > 0;
    if (run->tracer)
        mw_tell_way(run, from, e);
    if (run->tracer && e->status == MW_SOLVED)
        mw_tell_state(run, MW_EVENT_GOAL, &e->to);
    d->actions[d->depth - 1] = e->action;
    if (e->status == MW_SOLVED)
        return mw_search_run_found_actions(run, d->actions, d->depth) && run->exhaust;
    return enter(d, &e->to, (uint32_t)cost);
}

static bool deepen_round(deepen *d)
{
    d->round++;
    d->next_bound = MW_FAR;
    d->depth = d->edge_count = 0;
    if (d->run->tracer)
        mw_tell_round(d->run, d->bound);
    if (known(d, &d->run->start, mw_rank(d->run->maze, &d->run->start), 0) < 0 ||
        !enter(d, &d->run->start, 0))
        return false;
    while (d->depth) {
        if (d->edge_count == d->levels[d->depth - 1].edges_end) {
            d->depth--;
            if (d->run->tracer)
                mw_tell_state(d->run, MW_EVENT_CLOSE, &d->levels[d->depth].state);
            continue;
        }
        mw_edge e = d->edges[--d->edge_count];
        if (e.status != MW_LOST && !follow(d, &e))
            return false;
    }
    if (d->tabled)
        d->next_bound = next_bound_of_table(d);
    return true;
}

void mw_deepen(mw_search_run *run, mw_visited_type type)
{
    deepen d = {.run = run, .tabled = type != MW_VISITED_NONE};
    d.bound = mw_search_run_estimate(run, &run->start);
    if (d.tabled && !mw_visited_init(&d.store, run->maze, type, sizeof(seen), &run->budget))
        mw_search_run_out_of_memory(run);
    else if (d.bound != MW_FAR)
        while (deepen_round(&d) && d.next_bound != MW_FAR)
            d.bound = d.next_bound;
    mw_release(&run->budget, d.levels, d.levels_capacity * sizeof *d.levels);
    mw_release(&run->budget, d.edges, d.edges_capacity * sizeof *d.edges);
    mw_release(&run->budget, d.actions, d.actions_capacity * sizeof *d.actions);
    mw_visited_free(&d.store);
}
