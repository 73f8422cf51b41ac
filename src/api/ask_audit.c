// ask_audit.c: heuristics beside the exact distances, and what A* expands with them.
#include "api/question.h"
#include "core/stop.h"
#include "search/search.h"

#include <stdlib.h>

// What is asked for, and what it is about.
typedef struct audit {
    mw_question *q;
    mw_limits limits;
    const mw_graph *graph;
    mw_audit_details *details;
    bool plot, expanded;
} audit;

// What A* expands with this heuristic, and what its solution costs.
static mw_limit write_expanded(audit *t, const mw_heuristic *h)
{
    const mw_search_options o = {
        .size = sizeof o, .algorithm = "astar", .own = h, .limits = t->limits};
    mw_result r;
    if (!mw_search(t->graph->maze, &o, &r, t->q->error))
        return MW_LIMIT_MEMORY;
    bool known = r.outcome != MW_OUTCOME_LIMIT;
    mw_json_count_if(t->q->out, "expanded", known, r.expanded);
    mw_json_count_if(t->q->out, "cost", r.outcome == MW_OUTCOME_SOLVED, r.cost);
    mw_result_free(&r);
    return MW_WITHIN;
}

static mw_limit audit_one(audit *t, const mw_heuristic *h)
{
    mw_writer *w = t->q->out;
    mw_audit a;
    mw_limit limit = MW_WITHIN;
    if (!mw_audit_run_detailed(t->graph, h, &a, t->details))
        return mw_stopped() ? MW_LIMIT_STOPPED : MW_LIMIT_MEMORY;
    mw_json_open(w, NULL, '{');
    mw_answer_audit(w, t->graph, &a, true);
    mw_answer_audit_details(w, t->graph, t->details, t->plot);
    if (t->expanded)
        limit = write_expanded(t, h);
    mw_json_close(w, '}');
    return limit;
}

// Of `one`, or of all that the kind has. Without a graph: of none.
static void write_audits(audit *t, const mw_heuristic *one, mw_limit *limit)
{
    const mw_graph *g = t->graph;
    const mw_heuristic *h = one || !g ? one : mw_heuristics(g->maze->kind);
    mw_json_open(t->q->out, "audits", '[');
    for (; g && h && h->name && !*limit; h = one ? NULL : h + 1)
        *limit = audit_one(t, h);
    mw_json_close(t->q->out, ']');
}

// The heuristic that is asked for; NULL: all of the kind. An expression becomes *own.
static bool read_heuristic(mw_question *q, const mw_maze *m, const mw_heuristic **h,
                           mw_heuristic **own)
{
    const char *text = mw_field_text(q, "heuristic");
    *own = NULL;
    *h = text ? mw_heuristic_read(m->kind, text, own, q->error) : NULL;
    return *h || !text ||
           (!*q->error->text &&
            mw_wrong(q, "'%.40s' estimates nothing, so there is nothing to audit", text));
}

// Where the graph is too large for an audit of one heuristic.
static bool write_along(mw_question *q, const mw_maze *m, const mw_heuristic *h,
                        const mw_limits *limits)
{
    mw_audit_along a;
    if (!mw_audit_run_along(m, h, limits, &a, q->error))
        return false;
    mw_answer_audit_along(q->out, m, &a);
    free(a.actions);
    return true;
}

bool mw_api_audit(mw_question *q)
{
    audit t = {.q = q, .plot = mw_field_bool(q, "plot"), .expanded = mw_field_bool(q, "expanded")};
    mw_limit limit = MW_WITHIN;
    const mw_heuristic *h;
    mw_heuristic *own;
    mw_limited work;
    const mw_maze *m = mw_field_maze(q);
    if (!m || !mw_api_limits(q, &t.limits) || !read_heuristic(q, m, &h, &own))
        return false;
    mw_graph *g = mw_graph_build(m, true, &t.limits, &limit);
    t.graph = g;
    t.details = malloc(sizeof *t.details);
    if (!t.details && g)
        limit = MW_LIMIT_MEMORY;
    mw_limited_begin(&work, &t.limits);
    write_audits(&t, h, &limit);
    mw_json_bool(q->out, "known", !limit);
    mw_json_text(q->out, "limit", limit ? mw_limit_name(limit) : NULL);
    mw_json_maybe(q->out, "optimum", g ? g->distance[0] : MW_FAR);
    free(t.details);
    mw_graph_free(g);
    bool ok = g || !h || limit == MW_LIMIT_STOPPED || write_along(q, m, h, &t.limits);
    mw_limited_end(&work);
    mw_heuristic_free(own);
    return ok;
}
