// answer_audit.c: audits of heuristics as JSON: see answer.h.
#include "api/answer.h"
#include "core/visited.h"
#include "search/graph.h"

#include <stdlib.h>

// `moves`: a cheapest way there; null: the start cannot reach this state.
static void write_moves_to(mw_writer *w, const mw_graph *g, const mw_state *s)
{
    uint32_t id = mw_visited_lookup(g->store, s), count;
    if (id >= g->reachable) {
        mw_json_null(w, "moves");
        return;
    }
    uint16_t *actions = mw_graph_moves_to(g, id, &count);
    mw_json_owned(w, "moves", actions ? mw_moves_print(g->maze->kind, actions, count) : NULL);
    free(actions);
}

static void write_over(mw_writer *w, const char *key, const mw_graph *g, const mw_state *s,
                       uint32_t estimate, uint32_t exact, bool features)
{
    mw_json_open(w, key, '{');
    mw_json_owned(w, "state", mw_state_describe(g->maze, s));
    mw_json_members(w, "estimate=%u exact=%u", estimate, exact);
    write_moves_to(w, g, s);
    if (features)
        mw_answer_features(w, g->maze, s);
    mw_json_close(w, '}');
}

static void write_fall(mw_writer *w, const mw_graph *g, const mw_audit *a, bool features)
{
    mw_json_open(w, "fall", '{');
    mw_json_owned(w, "state", mw_state_describe(g->maze, &a->from));
    mw_json_members(w, "estimate=%u action=%s cost=%u", a->from_estimate,
                    g->maze->kind->rules->actions[a->action].word, a->edge_cost);
    mw_json_owned(w, "to", mw_state_describe(g->maze, &a->to));
    mw_json_members(w, "to_estimate=%u", a->to_estimate);
    write_moves_to(w, g, &a->from);
    if (features)
        mw_answer_features(w, g->maze, &a->from);
    mw_json_close(w, '}');
}

void mw_answer_audit(mw_writer *w, const mw_graph *g, const mw_audit *a, bool features)
{
    mw_json_members(w, "heuristic=%s admissible=%d consistent=%d exact=%d", a->heuristic->name,
                    a->admissible, a->consistent, a->exact);
    mw_json_members(w,
                    "claims_admissible=%d claims_consistent=%d states=%ju overestimated=%ju "
                    "inconsistent=%ju worst=%u mean_error=%.6e largest_gap=%u exact_states=%ju",
                    a->claims & MW_ADMISSIBLE, a->claims & MW_CONSISTENT, a->states,
                    a->overestimated, a->inconsistent, a->worst, a->mean_error, a->gap,
                    a->exact_states);
    if (!a->admissible)
        write_over(w, "counterexample", g, &a->over, a->over_estimate, a->over_exact, features);
    if (!a->consistent)
        write_fall(w, g, a, features);
}

void mw_answer_audit_along(mw_writer *w, const mw_maze *m, const mw_audit_along *a)
{
    if (!a->actions) {
        mw_json_null(w, "along");
        return;
    }
    mw_json_open(w, "along", '{');
    mw_json_members(w, "states=%u overestimated=%u worst=%u", a->states, a->over, a->worst);
    if (a->over) {
        mw_json_open(w, "reached", '{');
        mw_json_owned(w, "state", mw_state_describe(m, &a->state));
        mw_json_members(w, "estimate=%u exact=%u", a->estimate, a->exact);
        mw_json_owned(w, "moves", mw_moves_print(m->kind, a->actions, a->moves));
        mw_answer_features(w, m, &a->state);
        mw_json_close(w, '}');
    }
    mw_json_close(w, '}');
}

static void write_plot(mw_writer *w, const mw_audit_pairs *p)
{
    mw_json_open(w, "plot", '{');
    mw_json_members(w, "exact_step=%u estimate_step=%u", p->exact_step, p->estimate_step);
    mw_json_open(w, "pairs", '[');
    for (unsigned i = 0; i < p->count; i++) {
        mw_json_open(w, NULL, '[');
        mw_json_count(w, NULL, p->pair[i].exact);
        mw_json_maybe(w, NULL, p->pair[i].estimate);
        mw_json_count(w, NULL, p->pair[i].states);
        mw_json_count(w, NULL, p->pair[i].over);
        mw_json_close(w, ']');
    }
    mw_json_close(w, ']');
    mw_json_close(w, '}');
}

void mw_answer_audit_details(mw_writer *w, const mw_graph *g, const mw_audit_details *d, bool plot)
{
    mw_state s;
    mw_graph_state(g, 0, &s);
    write_over(w, "start", g, &s, d->start_estimate, g->distance[0], true);
    if (d->over != MW_FAR) {
        mw_graph_state(g, d->over, &s);
        write_over(w, "reached", g, &s, d->over_estimate, g->distance[d->over], true);
    }
    if (plot)
        write_plot(w, &d->pairs);
}
