// own.c: what a search that a program brings itself calls, and the rules as plain calls.
#include "search/search.h"

void mw_state_start(const mw_maze *m, mw_state *s)
{
    m->kind->rules->start(m, s);
}

mw_status mw_state_status(const mw_maze *m, const mw_state *s)
{
    return m->kind->rules->status(m, s);
}

unsigned mw_state_expand(const mw_maze *m, const mw_state *s, mw_edge edges[MW_EDGES_MAX])
{
    return m->kind->rules->expand(m, s, edges);
}

uint64_t mw_state_rank(const mw_maze *m, const mw_state *s)
{
    return m->kind->rules->rank ? m->kind->rules->rank(m, s) : UINT64_MAX;
}

void mw_explore_start(const mw_search_run *run, mw_state *s)
{
    *s = run->start;
}

bool mw_explore_expand(mw_search_run *run, const mw_state *s, mw_edge edges[MW_EDGES_MAX],
                       unsigned *count)
{
    *count = 0;
    if (run->result->limit != MW_WITHIN) // it was told to return
        return false;
    if (run->tracer && !mw_tell_met(run, s))
        return false;
    return mw_search_run_expand(run, s, edges, count);
}

uint32_t mw_explore_estimate(const mw_search_run *run, const mw_state *s)
{
    return mw_search_run_estimate(run, s);
}

void mw_explore_stored(mw_search_run *run, uint64_t states)
{
    run->result->stored = states;
    if (states > run->result->frontier)
        run->result->frontier = states;
}

void mw_explore_found(mw_search_run *run, const uint16_t *actions, size_t count)
{
    mw_search_run_found_actions(run, actions, count);
}

void mw_explore_exhausted(mw_search_run *run)
{
    run->exhausted = true;
}

// Tells of the way to a solution as the one that the search keeps. False: it is no solution; and
// the number of its first move that is not legal, or 0.
static bool tell_solution(mw_search_run *run, uint32_t *illegal)
{
    const mw_result *r = run->result;
    mw_state s = run->start;
    mw_status status = MW_OPEN;
    for (uint32_t i = 0; i < r->moves; i++) {
        mw_edge edges[MW_EDGES_MAX];
        unsigned n = status == MW_OPEN ? mw_state_expand(run->maze, &s, edges) : 0, k = 0;
        while (k < n && edges[k].action != r->actions[i])
            k++;
        *illegal = k == n ? i + 1 : 0;
        if (k == n)
            return false;
        status = (mw_status)edges[k].status;
        if (run->tracer && status != MW_LOST && mw_tell_met(run, &s) &&
            mw_tell_met(run, &edges[k].to))
            mw_tell_way(run, &s, &edges[k]);
        s = edges[k].to;
    }
    if (status == MW_SOLVED && run->tracer)
        mw_tell_state(run, MW_EVENT_GOAL, &s);
    return status == MW_SOLVED;
}

bool mw_own(mw_search_run *run, const mw_search_options *o, uint32_t *illegal)
{
    mw_result *r = run->result;
    *illegal = 0;
    o->explore(o->explore_context, run);
    if (r->outcome == MW_OUTCOME_SOLVED)
        return tell_solution(run, illegal);
    if (r->outcome == MW_OUTCOME_UNSOLVABLE && !run->exhausted) {
        r->outcome = MW_OUTCOME_LIMIT;
        r->limit = MW_LIMIT_STUCK;
    }
    return true;
}
