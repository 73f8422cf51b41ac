// why.c: the hint that says why: what every solution from a position comes to next, or why there is
// none.
#include "mazewright/explain.h"

#include "core/stop.h"
#include "mazewright/text.h"
#include "play/session_graph.h"

#include <stdlib.h>

// The dearest of the moves out of a state.
static uint32_t dearest(const mw_graph *g, uint32_t id)
{
    uint32_t cost = 1;
    for (uint32_t i = g->first[id]; i < g->first[id + 1]; i++)
        cost = g->arcs[i].cost > cost ? g->arcs[i].cost : cost;
    return cost;
}

// What comes next on all ways and is no win: the first that brings something new; or what is three
// moves away; or two, if there is nothing like that. What is one move away would be the answer.
// `step`: the cost of a move, at most.
static const mw_must *choose(const mw_explanation *e, uint32_t step)
{
    const mw_must *near = NULL, *farther = NULL;
    for (uint32_t i = 1; i < e->must_count; i++) {
        const mw_must *m = &e->must[i];
        if (!m->distance || m->depth <= step)
            continue;
        if (m->news_count)
            return m;
        if (!near)
            near = m;
        if (!farther && m->depth > 2 * (uint64_t)step)
            farther = m;
    }
    return farther ? farther : near;
}

static bool is_free(const mw_explanation *e)
{
    for (uint32_t i = 1; i < e->must_count; i++)
        if (e->must[i].distance)
            return false;
    return true;
}

static void tell(const mw_graph *g, const mw_must *m, mw_writer *w)
{
    char *words = m->news_count ? mw_must_news(g, m) : mw_must_words(g, m);
    if (!words)
        w->failed = true;
    else if (g->maze->traits & MW_UNIT_COST)
        mw_write(w, "Every solution from here comes to this, in %u moves at the soonest: %s.",
                 m->depth, words);
    else
        mw_write(w, "Every solution from here comes to this, at a cost of %u at least: %s.",
                 m->depth, words);
    free(words);
}

// False: a limit was hit. *text stays NULL if there is nothing to say.
static bool find_next_step(mw_session *s, uint32_t distance, char **text)
{
    mw_explanation e;
    mw_writer w = {0};
    mw_limited work;
    const mw_graph *g = mw_session_graph(s);
    const uint32_t id = mw_position_id(g, mw_session_position(s, mw_session_moves(s)));
    mw_limited_begin(&work, mw_session_limits(s));
    bool known = mw_explain(g, id, &e);
    mw_limited_end(&work);
    const mw_must *next = known ? choose(&e, dearest(g, id)) : NULL;
    if (next)
        tell(g, next, &w);
    else if (known && is_free(&e) && distance > 1)
        mw_write(&w, "Solutions from here have nothing in common but the goal.");
    if (w.length || w.failed)
        known = (*text = mw_writer_take(&w));
    mw_explanation_free(&e);
    return known;
}

bool mw_session_why(mw_session *s, char **text)
{
    const mw_advice a = mw_session_advise(s);
    *text = NULL;
    if (!a.known)
        return false;
    if (!a.winnable)
        return (*text = mw_session_loss_words(s));
    return mw_session_status(s) != MW_OPEN || find_next_step(s, a.distance, text);
}

char *mw_session_next_step(mw_session *s)
{
    char *text = NULL;
    if (mw_session_advise(s).winnable)
        mw_session_why(s, &text);
    return text;
}
