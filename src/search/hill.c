// hill.c: steepest hill climbing. From each state it goes to the one with the smallest estimate
// among those one move away, as long as that is smaller than the estimate here; of equal ones the
// first. It keeps nothing but the way that it went, and never turns back: where no move makes the
// estimate smaller it is stuck, and that says nothing about whether the maze can be solved.
#include "search/search.h"

typedef struct hill {
    mw_search_run *run;
    uint16_t *actions; // that led here
    size_t depth, capacity;
} hill;

// The edge to follow, or NULL: none is better than `here`. A solved state is better than any other.
static const mw_edge *steepest(const hill *h, const mw_edge *edges, unsigned count, uint32_t here)
{
    const mw_edge *best = NULL;
    uint32_t least = here;
    for (const mw_edge *e = edges; e < edges + count; e++) {
        if (e->status == MW_SOLVED)
            return e;
        uint32_t estimate = e->status == MW_LOST ? MW_FAR : mw_search_run_estimate(h->run, &e->to);
        if (estimate < least) {
            least = estimate;
            best = e;
        }
    }
    return best;
}

static void tell(const hill *h, const mw_state *from, const mw_edge *edges, unsigned count,
                 const mw_edge *followed)
{
    mw_search_run *run = h->run;
    for (const mw_edge *e = edges; e < edges + count; e++)
        if (e == followed)
            mw_tell_way(run, from, e);
        else if (e->status != MW_LOST)
            mw_tell_skip(run, from, e, "worse");
    mw_tell_state(run, MW_EVENT_CLOSE, from);
    if (followed && followed->status == MW_SOLVED)
        mw_tell_state(run, MW_EVENT_GOAL, &followed->to);
}

// Goes on from a state, whose place the next one takes. False when the search is over.
static bool step(hill *h, mw_state *at)
{
    mw_search_run *run = h->run;
    mw_edge edges[MW_EDGES_MAX];
    unsigned count;
    if (!mw_reserve(&run->budget, (void **)&h->actions, &h->capacity, h->depth + 1,
                    sizeof *h->actions))
        return mw_search_run_out_of_memory(run);
    run->result->stored = h->depth + 1;
    if (!mw_search_run_expand(run, at, edges, &count))
        return false;
    const mw_edge *best = steepest(h, edges, count, mw_search_run_estimate(run, at));
    if (run->tracer)
        tell(h, at, edges, count, best);
    if (!best) {
        run->result->outcome = MW_OUTCOME_LIMIT;
        run->result->limit = MW_LIMIT_STUCK;
        return false;
    }
    h->actions[h->depth++] = best->action;
    *at = best->to;
    if (best->status != MW_SOLVED)
        return true;
    mw_search_run_found_actions(run, h->actions, h->depth);
    return false;
}

void mw_hill(mw_search_run *run, mw_visited_type type)
{
    (void)type; // it needs no store
    hill h = {.run = run};
    mw_state at = run->start;
    run->result->frontier = 1;
    if (mw_search_run_estimate(run, &at) != MW_FAR) // else it is proven that there is no solution
        while (step(&h, &at)) {
        }
    mw_release(&run->budget, h.actions, h.capacity * sizeof *h.actions);
}
