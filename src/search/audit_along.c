// audit_along.c: a heuristic on the states of one cheapest solution, where the whole graph is too
// large. It may be wrong elsewhere, so this can refute it, but not prove it right.
#include "search/audit_pairs.h"
#include "search/search.h"

#include <stdlib.h>

static void compare(mw_audit_along *a, const mw_estimator *e, const mw_state *s, uint32_t move,
                    uint32_t exact)
{
    const mw_maze *m = e->maze;
    uint32_t h = mw_estimate(e, s);
    uint32_t by = h == MW_FAR ? MW_FAR : h - exact;
    a->states++;
    if (h <= exact)
        return;
    a->over++;
    a->worst = by > a->worst ? by : a->worst;
    a->state = *s;
    if (e->by_rank) // the state of this rank that is estimated
        m->kind->rules->unrank(m, m->kind->rules->rank(m, s), &a->state);
    a->moves = move;
    a->estimate = h;
    a->exact = exact;
}

static void follow(const mw_maze *m, const mw_estimator *e, const mw_result *r, mw_audit_along *a)
{
    uint64_t left = r->cost;
    mw_edge edges[MW_EDGES_MAX];
    mw_state s;
    mw_state_start(m, &s);
    for (uint32_t i = 0; left < MW_FAR && i <= r->moves && !mw_stopping(); i++) {
        compare(a, e, &s, i, (uint32_t)left);
        unsigned n = i < r->moves ? mw_state_expand(m, &s, edges) : 0, k = 0;
        while (k < n && edges[k].action != r->actions[i])
            k++;
        if (k == n)
            return;
        left -= edges[k].cost;
        s = edges[k].to;
    }
}

bool mw_audit_run_along(const mw_maze *m, const mw_heuristic *h, const mw_limits *limits,
                        mw_audit_along *a, mw_error *error)
{
    const mw_heuristic *safe = mw_heuristic_default(m);
    const mw_search_options o = {
        .size = sizeof o, .algorithm = safe ? "astar" : NULL, .own = safe, .limits = *limits};
    mw_budget budget = {.limit = limits->bytes};
    mw_estimator e = {0};
    mw_result r;
    *a = (mw_audit_along){0};
    if (!mw_search(m, &o, &r, error))
        return false;
    if (r.outcome == MW_OUTCOME_SOLVED && r.optimal &&
        mw_estimator_init(&e, m, h, MW_VISITED_AUTO, limits, &budget) == MW_WITHIN) {
        follow(m, &e, &r, a);
        a->actions = r.actions;
        r.actions = NULL;
    }
    mw_estimator_free(&e, &budget);
    mw_result_free(&r);
    return true;
}
