// evaluate.c: a whole maze at a glance: by the kind's own fast evaluator where it has one, else
// from the state graph.
#include "search/graph.h"

#include <math.h>

static bool look_at_reachable(const mw_graph *g, mw_evaluation *e)
{
    e->states = g->reachable;
    for (uint32_t s = 0; s < g->reachable; s++)
        e->dead += g->distance[s] == MW_FAR;
    for (uint64_t i = 0; i < g->reachable_edges; i++)
        e->losing += g->arcs[i].status == MW_LOST;
    const mw_measure *own = g->maze->kind->measures;
    for (unsigned i = 0; own && own[i].name && i < MW_MEASURES_MAX; i++)
        if ((e->own[i] = own[i].eval(g->maze, g)) == MW_NO_MEMORY)
            return false;
    return true;
}

uint32_t mw_graph_best_start(const mw_graph *g, mw_state *best)
{
    const mw_kind *kind = g->maze->kind;
    bool choosy = MW_HAS(kind, design, can_start);
    uint32_t length = 0;
    kind->rules->start(g->maze, best);
    for (uint32_t s = 0; s < g->states; s++) {
        mw_state state;
        if (g->distance[s] == MW_FAR || g->distance[s] <= length)
            continue;
        mw_graph_state(g, s, &state);
        if (choosy && !kind->design->can_start(g->maze, &state))
            continue;
        length = g->distance[s];
        *best = state;
    }
    return length;
}

bool mw_evaluate_graph(const mw_graph *g, bool whole, mw_evaluation *e)
{
    *e = (mw_evaluation){
        .length = g->distance[0], .unreaching = (double)NAN, .unreachable = (double)NAN};
    e->best_length = mw_graph_best_start(g, &e->best);
    return !whole || look_at_reachable(g, e);
}

bool mw_evaluate_plainly(const mw_maze *m, bool whole, mw_evaluation *e)
{
    mw_graph *g = mw_graph_build(m, true, NULL, NULL);
    bool ok = g && mw_evaluate_graph(g, whole, e);
    mw_graph_free(g);
    return ok;
}

bool mw_evaluate(const mw_maze *m, bool whole, mw_evaluation *e)
{
    return (MW_HAS(m->kind, fast, evaluate) && m->kind->fast->evaluate(m, whole, e)) ||
           mw_evaluate_plainly(m, whole, e);
}
