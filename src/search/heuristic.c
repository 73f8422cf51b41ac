// heuristic.c: heuristics by name, and made ready for one maze. One that is defined by an easier
// maze is measured there once, exactly, and then looked up.
#include "search/graph.h"
#include "search/search.h"

#include <string.h>

const mw_heuristic *mw_heuristic_find(const mw_kind *kind, const char *name)
{
    for (const mw_heuristic *h = kind->heuristics; h && h->name; h++)
        if (!strcmp(h->name, name))
            return h;
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
                           const mw_limits *limits, mw_budget *budget)
{
    *e =
        (mw_estimator){.maze = m, .heuristic = h, .admissible = !h || h->claims(m) & MW_ADMISSIBLE};
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
    if (h->project)
        h->project(e->maze, e->easier, s, &there);
    return e->table[e->easier->kind->rules->rank(e->easier, &there)];
}
