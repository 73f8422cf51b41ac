// heuristic_audit.c: a heuristic against exact distances: does it ever overestimate, does it ever
// drop faster than a move costs, and what is the smallest case in which it does?
#include "search/audit_pairs.h"
#include "search/graph.h"
#include "search/search.h"

static void judge_state(mw_audit *a, const mw_graph *g, uint32_t id, uint32_t h, uint32_t *smallest)
{
    uint32_t exact = g->distance[id];
    if (exact == MW_FAR) // hopeless: any estimate is right
        return;
    a->states++;
    a->mean_error += h == MW_FAR ? 0 : (double)exact - h;
    a->exact = a->exact && h == exact;
    a->exact_states += h == exact;
    if (h <= exact && exact - h > a->gap)
        a->gap = exact - h;
    if (h <= exact)
        return;
    a->admissible = false;
    a->overestimated++;
    uint32_t by = h == MW_FAR ? MW_FAR : h - exact;
    if (by > a->worst)
        a->worst = by;
    if (exact < *smallest) {
        *smallest = exact;
        mw_graph_state(g, id, &a->over);
        a->over_estimate = h;
        a->over_exact = exact;
    }
}

static void judge_arc(mw_audit *a, const mw_graph *g, uint32_t from, const mw_arc *arc,
                      const uint32_t *h, uint64_t *smallest)
{
    if (arc->to == MW_FAR || h[arc->to] == MW_FAR || h[from] <= (uint64_t)arc->cost + h[arc->to])
        return;
    a->consistent = false;
    a->inconsistent++;
    if (g->distance[from] < *smallest) {
        *smallest = g->distance[from];
        mw_graph_state(g, from, &a->from);
        mw_graph_state(g, arc->to, &a->to);
        a->from_estimate = h[from];
        a->to_estimate = h[arc->to];
        a->edge_cost = arc->cost;
        a->action = arc->action;
    }
}

// The pair of each state that is compared, in the same order.
static void tell_details(mw_audit_details *d, const mw_graph *g, const uint32_t *h)
{
    uint32_t most_exact = 0, most_estimate = 0;
    *d = (mw_audit_details){.over = MW_FAR, .start_estimate = h[0]};
    for (uint32_t id = 0; id < g->states; id++) {
        if (g->distance[id] == MW_FAR)
            continue;
        most_exact = g->distance[id] > most_exact ? g->distance[id] : most_exact;
        most_estimate = h[id] != MW_FAR && h[id] > most_estimate ? h[id] : most_estimate;
    }
    mw_audit_pairs_widen(&d->pairs, most_exact, most_estimate);
    for (uint32_t id = 0; id < g->states && !MW_STOPPING_AT(id); id++) {
        uint32_t exact = g->distance[id];
        if (exact == MW_FAR)
            continue;
        const mw_audit_pair one = {exact, h[id], 1, h[id] > exact};
        mw_audit_pairs_count(&d->pairs, &one);
        if (id < g->reachable && one.over && (d->over == MW_FAR || exact < g->distance[d->over])) {
            d->over = id;
            d->over_estimate = h[id];
        }
    }
}

bool mw_audit_run_detailed(const mw_graph *g, const mw_heuristic *heuristic, mw_audit *a,
                           mw_audit_details *details)
{
    *a = (mw_audit){.heuristic = heuristic,
                    .claims = heuristic->claims(g->maze),
                    .admissible = true,
                    .consistent = true,
                    .exact = true};
    const mw_limits none = {0};
    mw_budget budget = mw_graph_budget(g);
    mw_estimator e = {0};
    const uint64_t bytes = ((uint64_t)g->states + 1) * sizeof(uint32_t);
    uint32_t *h = mw_resize(&budget, NULL, 0, bytes);
    bool ready = h && mw_estimator_init(&e, g->maze, heuristic, MW_VISITED_AUTO, &none, &budget) ==
                          MW_WITHIN;
    if (ready) {
        for (uint32_t id = 0; id < g->states && !MW_STOPPING_AT(id); id++) {
            mw_state s;
            mw_graph_state(g, id, &s);
            h[id] = mw_estimate(&e, &s);
        }
        uint32_t smallest_state = MW_FAR;
        uint64_t smallest_arc = UINT64_MAX;
        for (uint32_t id = 0; id < g->states && !MW_STOPPING_AT(id); id++) {
            judge_state(a, g, id, h[id], &smallest_state);
            for (uint32_t i = g->first[id]; i < g->first[id + 1]; i++)
                judge_arc(a, g, id, &g->arcs[i], h, &smallest_arc);
        }
        if (a->states)
            a->mean_error /= (double)a->states;
        if (details)
            tell_details(details, g, h);
    }
    mw_estimator_free(&e, &budget);
    mw_release(&budget, h, bytes);
    return ready && !mw_stopped();
}

bool mw_audit_run(const mw_graph *g, const mw_heuristic *heuristic, mw_audit *a)
{
    return mw_audit_run_detailed(g, heuristic, a, NULL);
}
