// render_graph.h: the state graph of a maze as a picture, for the verb `render`.
#ifndef MW_TOOL_RENDER_GRAPH_H
#define MW_TOOL_RENDER_GRAPH_H

#include "mazewright/layout.h"
#include "tool/tool.h"

// What picture of a state graph is asked for.
typedef struct graph_wish {
    bool wanted; // --graph was given
    mw_layout_options layout;
    mw_colouring colouring;
    double scale, weight; // scale 0: the usual one
} graph_wish;

// Reads the options of state graphs. False with a message printed.
bool graph_wish_read(graph_wish *, const settings *);
// Draws the graph of a maze into a scene; *scale is the one to render it with. EXIT_DONE, or an
// exit code with a message printed; then there is no scene.
int graph_wish_draw(const graph_wish *, watch *, input *, mw_scene *, double *scale);

#endif
