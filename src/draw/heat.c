// heat.c: how near each cell is to the goal; the floor can be coloured by it.
#include "mazewright/mazewright.h"
#include "mazewright/scene.h"
#include "search/graph.h"

#include <stdlib.h>

double *mw_maze_heat(const mw_maze *m, const mw_limits *limits, mw_limit *limit)
{
    mw_limit hit = MW_WITHIN;
    uint32_t cells = (uint32_t)m->w * m->h * m->d, most = 1;
    mw_graph *g = MW_HAS(m->kind, rules, cell) ? mw_graph_build(m, true, limits, &hit) : NULL;
    uint32_t *distances = g ? mw_cell_distances(g, NULL) : NULL;
    mw_budget budget = {0};
    if (g) {
        budget = mw_graph_budget(g);
        budget.used += cells * sizeof *distances;
    }
    double *heat = distances ? mw_resize(&budget, NULL, 0, cells * sizeof *heat) : NULL;
    if (limit)
        *limit = g && !heat ? MW_LIMIT_MEMORY : hit;
    for (uint32_t c = 0; heat && c < cells; c++)
        if (distances[c] != MW_FAR && distances[c] > most)
            most = distances[c];
    for (uint32_t c = 0; heat && c < cells; c++)
        heat[c] = distances[c] == MW_FAR ? -1 : 1 - (double)distances[c] / most;
    free(distances);
    mw_graph_free(g);
    return heat;
}
