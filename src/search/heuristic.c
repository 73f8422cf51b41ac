// heuristic.c: heuristics by name, and made ready for one maze. One that is defined by an easier
// maze is measured there once, exactly, and then looked up.
#include "core/registry.h"
#include "core/text.h"
#include "search/graph.h"
#include "search/search.h"

#include <stdio.h>
#include <string.h>

const mw_heuristic *mw_heuristic_find(const mw_kind *kind, const char *name)
{
    for (const mw_heuristic *h = mw_heuristics(kind); h->name; h++)
        if (!strcmp(h->name, name))
            return h;
    return NULL;
}

const mw_heuristic *mw_heuristic_read(const mw_kind *kind, const char *text, mw_heuristic **own,
                                      mw_error *error)
{
    *own = NULL;
    *error = (mw_error){0};
    const mw_heuristic *found = mw_heuristic_find(kind, text);
    if (found || !strcmp(text, "zero"))
        return found;
    if (!mw_heuristic_is_name(kind, text))
        return *own = mw_heuristic_new(kind, text, error);
    char known[300] = "the heuristics are";
    size_t words = strlen(known), at = words;
    at += (size_t)snprintf(known + at, sizeof known - at, " zero");
    for (const mw_heuristic *h = mw_heuristics(kind); h->name && at < sizeof known; h++)
        at += (size_t)snprintf(known + at, sizeof known - at, " %s", h->name);
    mw_refuse_unknown(error, text, known, words, "%s has no heuristic '%.40s'", kind->name, text);
    return NULL;
}

const mw_heuristic *mw_heuristic_default(const mw_maze *m)
{
    const mw_heuristic *best = NULL;
    for (const mw_heuristic *h = m->kind->heuristics; h && h->name; h++)
        if (h->claims(m) & MW_ADMISSIBLE)
            best = h;
    return best;
}

mw_limit mw_estimator_init(mw_estimator *e, const mw_maze *m, const mw_heuristic *h,
                           mw_visited_type store, const mw_limits *limits, mw_budget *budget)
{
    *e = (mw_estimator){.maze = m, .heuristic = h};
    e->admissible = !h || (h->claims(m) & MW_ADMISSIBLE && !mw_heuristic_is_added(m->kind, h));
    e->by_rank = h && h->estimate && store != MW_VISITED_FULL && m->kind->rules->unrank;
    mw_limit limit = MW_WITHIN;
    if (h && h->relax) {
        e->easier = h->relax(m);
        if (!e->easier)
            return MW_LIMIT_MEMORY;
        e->table_bytes = e->easier->kind->rules->count(e->easier) * sizeof *e->table;
        e->table = mw_distances_by_rank(e->easier, limits, budget, &limit);
    }
    return limit;
}

void mw_estimator_free(mw_estimator *e, mw_budget *budget)
{
    mw_release(budget, e->table, e->table_bytes);
    mw_maze_free(e->easier);
    *e = (mw_estimator){0};
}

uint32_t mw_estimate(const mw_estimator *e, const mw_state *s)
{
    const mw_heuristic *h = e->heuristic;
    if (!h)
        return 0;
    if (h->eval)
        return h->eval(e->maze, s);
    mw_state there = *s;
    if (e->by_rank)
        e->maze->kind->rules->unrank(e->maze, e->maze->kind->rules->rank(e->maze, s), &there);
    if (h->estimate)
        return h->estimate(h->context, e->maze, &there);
    if (h->project)
        h->project(e->maze, e->easier, s, &there);
    return e->table[e->easier->kind->rules->rank(e->easier, &there)];
}
