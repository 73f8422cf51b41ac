// ask_explain.c: questions that ask why: what every solution of a maze does, and what makes one
// maze harder than another.
#include "api/account.h"
#include "api/question.h"
#include "core/stop.h"

#include <stdlib.h>

bool mw_api_explain(mw_question *q)
{
    mw_limits limits = mw_api_host_limits(q->api);
    mw_account a;
    mw_session *s = mw_field_session(q);
    if (!s)
        return false;
    mw_answer_maze_id(q, mw_session_maze(s));
    mw_account_of(s, &limits, &a);
    mw_answer_account(q->out, &a);
    mw_account_free(&a);
    return true;
}

// ---- compare

// The graph of a maze, weighed. False: *limit tells why not.
static bool weigh(const mw_maze *m, const mw_limits *limits, mw_weighed *w, mw_limit *limit)
{
    mw_limited work;
    mw_graph *g = mw_graph_build(m, false, limits, limit);
    mw_limited_begin(&work, limits);
    bool ok = g && mw_weigh(g, w);
    if (g && !ok)
        *limit = mw_stopped() ? MW_LIMIT_STOPPED : MW_LIMIT_MEMORY;
    mw_limited_end(&work);
    mw_graph_free(g);
    return ok;
}

bool mw_api_compare(mw_question *q)
{
    mw_limits limits;
    mw_limit limit = MW_WITHIN;
    mw_weighed of[2] = {{.values = NULL}};
    mw_maze *other = mw_field_other(q, "with");
    const mw_maze *m = other ? mw_field_maze(q) : NULL;
    bool ok = m && mw_api_limits(q, &limits);
    if (ok) {
        bool known = weigh(m, &limits, &of[0], &limit) && weigh(other, &limits, &of[1], &limit);
        mw_json_bool(q->out, "known", known);
        mw_json_text(q->out, "limit", limit ? mw_limit_name(limit) : NULL);
        if (known)
            mw_answer_comparison(q->out, (const mw_maze *const[]){m, other},
                                 (const mw_weighed *const[]){&of[0], &of[1]});
    }
    mw_weighed_free(&of[0]);
    mw_weighed_free(&of[1]);
    mw_maze_free(other);
    return ok;
}
