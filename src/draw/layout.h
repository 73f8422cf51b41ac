// layout.h: what the files that lay graphs out share: a net of nodes without directions, and memory
// that is freed together.
#ifndef MW_DRAW_LAYOUT_H
#define MW_DRAW_LAYOUT_H

#include "core/memory.h"
#include "mazewright/layout.h"

#define MW_LAYOUT_BLOCKS 64

// Memory of one piece of work.
typedef struct mw_layout_work {
    mw_budget budget;
    struct {
        void *p;
        uint64_t bytes;
    } blocks[MW_LAYOUT_BLOCKS];
    unsigned count;
} mw_layout_work;
// Zeroed memory; NULL: there is no more.
void *mw_layout_take(mw_layout_work *, uint64_t count, size_t item_bytes);
// Frees all but the first `count` blocks.
void mw_layout_drop(mw_layout_work *, unsigned count);

// Nodes with the neighbours of each, whatever the direction; no loops, each neighbour once.
typedef struct mw_net {
    mw_layout_work *work;
    uint32_t count;
    uint32_t *first, *next; // the neighbours of node i: next[first[i]] .. next[first[i+1]-1]
    uint32_t *layer;        // of each node; NULL for mw_layout_points
    double *x, *y;
    double width, height; // of mw_net_finish
} mw_net;

// Moves all places to whole hundredths from 0 on, no two of them the same.
bool mw_net_finish(mw_net *);
bool mw_net_layers(mw_net *);                  // layout_layers.c
bool mw_net_stress(mw_net *, uint32_t placed); // layout_stress.c

// ---- layout_join.c
// States, each in a group that becomes a node.
typedef struct mw_groups {
    mw_layout_work *work;
    const mw_graph *graph;
    uint32_t count;    // groups; they are numbered in the order of their first states
    uint32_t *of;      // by state: its group, or MW_FAR
    uint32_t *first;   // the states of group i: members[first[i]] .. members[first[i+1]-1]
    uint32_t *members; // ascending in each group
    uint32_t *layer;   // of each group: the least of its states
    // While one group is looked at: the groups that moves lead to, and those that they come from.
    uint32_t *near;     // each once
    uint32_t *seen;     // by group: the group for which it was seen last, + 1
    uint8_t *direction; // by group: 1: moves lead to it, 2: they come from it
} mw_groups;
// Lists the neighbours of a group in g->near, with their directions.
uint32_t mw_groups_near(mw_groups *, uint32_t group);
// Joins groups until there are at most `most`, or nothing is left to join.
bool mw_groups_join(mw_groups *, uint32_t most);

// ---- graph_marks.c: what a picture shows beside the states themselves
typedef struct mw_graph_marks {
    uint32_t *order, *must, *way; // as in mw_graph_picture
    uint32_t must_count, way_count;
} mw_graph_marks;
// The states that every solution passes. False: memory ran out, a limit of the graph was hit, or
// the work is to end. So it is with the others.
bool mw_marks_must(mw_graph_marks *, const mw_graph *);
// The states of a game with these moves from the start, up to one that is not legal.
bool mw_marks_way(mw_graph_marks *, const mw_graph *, const uint16_t *actions, size_t count);
// The order in which a search expands states. False also if the options are wrong: *error.
bool mw_marks_order(mw_graph_marks *, const mw_graph *, mw_search_options, mw_error *);
void mw_marks_free(mw_graph_marks *);

#endif
