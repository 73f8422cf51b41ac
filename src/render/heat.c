// heat.c: how near each cell is to the goal, for the colours of the floor.
#include "mazewright/mazewright.h"
#include "mazewright/scene.h"

#include <stdlib.h>

double *mw_maze_heat(const mw_maze *m, const mw_limits *limits)
{
    mw_graph *g = mw_graph_build(m, true, limits, NULL);
    uint32_t *distances = g ? mw_cell_distances(g, NULL) : NULL, most = 1;
    uint32_t cells = (uint32_t)m->w * m->h * m->d;
    double *heat = distances ? malloc(cells * sizeof *heat) : NULL;
    for (uint32_t c = 0; heat && c < cells; c++)
        if (distances[c] != MW_FAR && distances[c] > most)
            most = distances[c];
    for (uint32_t c = 0; heat && c < cells; c++)
        heat[c] = distances[c] == MW_FAR ? -1 : 1 - (double)distances[c] / most;
    free(distances);
    mw_graph_free(g);
    return heat;
}
