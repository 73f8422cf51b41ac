// ask_check.c: questions that test what others claim: the laws of a maze's kind, and heuristics.
#include "api/question.h"
#include "core/stop.h"
#include "search/search.h"

#include <stdlib.h>

// ---- check

static void say_failure(void *context, const char *sentence)
{
    mw_json_text(context, NULL, sentence);
}

bool mw_api_check(mw_question *q)
{
    mw_limits limits;
    mw_writer failures = {0};
    uint64_t seed = 1;
    const mw_maze *m = mw_field_maze(q);
    if (!m || !mw_field_count(q, "seed", 0, INT64_MAX, &seed) || !mw_api_limits(q, &limits))
        return false;
    mw_verdict v = mw_laws(m, seed, &limits, say_failure, &failures);
    mw_answer_laws(q->out, m, &v, seed, &failures);
    mw_json_text(q->out, "limit", v.limit ? mw_limit_name(v.limit) : NULL);
    return true;
}

// ---- audit

static mw_limit audit_one(mw_question *q, const mw_graph *g, const mw_heuristic *h)
{
    mw_audit a;
    if (!mw_audit_run(g, h, &a))
        return mw_stopped() ? MW_LIMIT_STOPPED : MW_LIMIT_MEMORY;
    mw_json_open(q->out, NULL, '{');
    mw_answer_audit(q->out, g->maze, &a);
    mw_json_close(q->out, '}');
    return MW_WITHIN;
}

// Of `one`, or of all that the kind has. `g` may be NULL: then of none.
static void write_audits(mw_question *q, const mw_graph *g, const mw_heuristic *one,
                         mw_limit *limit)
{
    const mw_heuristic *h = one || !g ? one : mw_heuristics(g->maze->kind);
    mw_json_open(q->out, "audits", '[');
    for (; g && h && h->name && !*limit; h = one ? NULL : h + 1)
        *limit = audit_one(q, g, h);
    mw_json_close(q->out, ']');
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

bool mw_api_audit(mw_question *q)
{
    mw_limits limits;
    mw_limit limit = MW_WITHIN;
    const mw_heuristic *h;
    mw_heuristic *own;
    mw_limited work;
    const mw_maze *m = mw_field_maze(q);
    if (!m || !mw_api_limits(q, &limits) || !read_heuristic(q, m, &h, &own))
        return false;
    mw_graph *g = mw_graph_build(m, true, &limits, &limit);
    mw_limited_begin(&work, &limits);
    write_audits(q, g, h, &limit);
    mw_json_bool(q->out, "known", !limit);
    mw_json_text(q->out, "limit", limit ? mw_limit_name(limit) : NULL);
    mw_limited_end(&work);
    mw_graph_free(g);
    mw_heuristic_free(own);
    return true;
}
