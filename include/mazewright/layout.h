// layout.h: where the states of a maze lie in a picture of its state graph. The same graph gives
// the same places on every machine, bit by bit.
#ifndef MAZEWRIGHT_LAYOUT_H
#define MAZEWRIGHT_LAYOUT_H

#include "mazewright/mazewright.h"
#include "mazewright/scene.h"

#ifdef __cplusplus
extern "C" {
#endif

// How the places are found. MW_LAYOUTS is their number.
typedef enum {
    MW_LAYOUT_LAYERS, // a row of states for each distance from the start
    MW_LAYOUT_GOAL,   // a row for each distance to the goal. A state without a way to it lies in
                      // the row after that of a state that leads to it
    MW_LAYOUT_STRESS, // as far apart in the picture as they are in moves, so well as that goes
    MW_LAYOUTS
} mw_layout_way;
MW_API const char *mw_layout_name(mw_layout_way);              // "layers", "goal", "stress"
MW_API bool mw_layout_find(const char *name, mw_layout_way *); // by name; false: unknown

#define MW_LAYOUT_NODES 20000  // nodes at most, unless the options say another number
#define MW_LAYOUT_EDGES 100000 // likewise

// How to lay a graph out. Zero means default.
typedef struct mw_layout_options {
    size_t size; // see waist.h
    mw_layout_way way;
    bool winnable;  // only states from which a win is possible
    uint32_t nodes; // at most, from 100; 0: MW_LAYOUT_NODES
    uint32_t edges; // at most, as far as joining states helps; 0: MW_LAYOUT_EDGES
} mw_layout_options;

// A node: one state or, in a large graph, several that are alike: that have the same neighbours,
// follow each other in a corridor, or are neighbours of the same state.
typedef struct mw_layout_node {
    double x, y;    // its place; the next ones are 1 away or more, as a rule. No two nodes have one
                    // place. Places are whole hundredths, and from 0 on
    uint32_t first; // its states are mw_layout.members[first] .., in ascending order;
    uint32_t states; // so many
    uint32_t layer;  // its row, from 0; distance from the start with MW_LAYOUT_STRESS
    uint32_t reserved;
} mw_layout_node;

// Moves between the states of two nodes.
typedef struct mw_layout_edge {
    uint32_t from, to; // nodes, not the same
    uint32_t both;     // 1: there are moves in both directions, and from < to
} mw_layout_edge;

// A layout. What the start cannot reach is left out.
typedef struct mw_layout {
    mw_layout_way way;
    uint32_t node_count, edge_count;
    mw_layout_node *nodes; // node 0 has the start
    mw_layout_edge *edges; // each pair of nodes once
    uint32_t *members;     // ids of states, by node
    uint32_t *node_of;     // by id of a reachable state: its node; MW_FAR: it is left out
    uint32_t drawn;        // states that nodes stand for
    uint32_t layers;       // rows, or 0
    bool joined;           // some nodes stand for several states
    double width, height;  // of all places
    uint64_t bytes;        // of memory: the most that was held
    const void *reserved[4];
} mw_layout;

// Lays the reachable states of a graph out. False: memory ran out, or a limit of the graph was hit,
// or the work is to end (mw_stopping). Free with mw_layout_free.
MW_API bool mw_layout_graph(const mw_graph *, const mw_layout_options *, mw_layout *);
MW_API void mw_layout_free(mw_layout *); // frees what it holds, not the struct

// The same for a graph that is no maze, by stress. ends: two nodes for each edge, below `nodes`.
// xy: x and y of each node; those of the first `placed` nodes are where they were before, so that a
// graph that grows keeps its form. False as above.
MW_API bool mw_layout_points(uint32_t nodes, const uint32_t *ends, uint32_t edges, uint32_t placed,
                             double *xy);

// ---- pictures
// What the colours of nodes say. MW_COLOURINGS is their number.
typedef enum {
    MW_COLOUR_DISTANCE, // how far it is to the goal
    MW_COLOUR_DEPTH,    // and from the start
    MW_COLOUR_ORDER,    // when a search expanded the state
    MW_COLOUR_NONE,     // nothing
    MW_COLOURINGS
} mw_colouring;
MW_API const char *mw_colouring_name(mw_colouring); // "distance", "depth", "order", "none"
MW_API bool mw_colouring_find(const char *name, mw_colouring *); // by name; false: unknown

// A picture of a state graph. Zero means default.
typedef struct mw_graph_picture {
    size_t size; // see waist.h
    const mw_graph *graph;
    const mw_layout *layout; // of this graph
    mw_colouring colouring;
    const uint32_t *order; // OPTIONAL: by id: the number of its expansion, from 0; MW_FAR: never
    const uint32_t *must;  // OPTIONAL: ids of states that every solution passes
    uint32_t must_count;
    const uint32_t *way; // OPTIONAL: ids of the states of a game, from the start
    uint32_t way_count;
    double scale;  // pixels for a length of 1; 0: so that the picture has a usual size
    uint64_t most; // bytes, as of mw_scene_draw_within
} mw_graph_picture;
// Draws it into a scene, with a legend; *scale is the one to render it with. Dead states are rings,
// states that every solution passes are squares, and so on: nothing is told by colour alone.
// Otherwise as mw_scene_draw_within.
MW_API bool mw_graph_scene(const mw_graph_picture *, mw_scene *, double *scale);

// What is known of a node.
typedef struct mw_node_account {
    uint32_t distance; // the least of its states: to the goal, MW_FAR: all of them are dead,
    uint32_t depth;    // and from the start
    bool start, goal;  // it has the start, or a solved state
} mw_node_account;
// Looks at the states of a node, below layout->node_count.
MW_API mw_node_account mw_layout_account(const mw_graph *, const mw_layout *, uint32_t node);

// ---- states by id
// The moves of a shortest way from the start to a reachable state; the caller frees them. NULL: out
// of memory.
MW_API uint16_t *mw_graph_way(const mw_graph *, uint32_t state, uint32_t *moves);
// The id of a state; MW_FAR: the graph does not have it.
MW_API uint32_t mw_graph_find(const mw_graph *, const mw_state *);

#ifdef __cplusplus
}
#endif
#endif
