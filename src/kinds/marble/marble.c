// marble.c: a marble in a maze that the player can only rotate. As a kind, a rotation leads where
// the marble is predicted to come to rest (predict.c); simulate.c lets it roll under physics.
#include "kinds/marble/marble.h"

#include "core/features.h"
#include "core/parts.h"
#include "core/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CW, CCW, FLIP, NEXT = FLIP + 3, PREVIOUS }; // actions; FLIP + axis

// ---- orientations

// 4 orientations: up points to one corner after the other, counter-clockwise, as the maze turns
// clockwise. 8: bit a of the number is set where up points backwards along axis a. 24: the number
// is 3 times that of the vertex, plus which axis is the steepest: the axes have the shares 1, 0.8,
// 0.6.
vec mw_marble_up(const mw_maze *m, unsigned orientation)
{
    static const double lengths[3] = {1, 0.8, 0.6};
    unsigned count = mw_marble_board(m)->orientations;
    if (count == 4) {
        double side = sqrt(0.5);
        bool left = orientation == 1 || orientation == 2, down = orientation >= 2;
        return (vec){{left ? -side : side, down ? -side : side, 0}};
    }
    unsigned vertex = count == 8 ? orientation : orientation / 3, turn = orientation % 3;
    double length = count == 8 ? sqrt(3) : sqrt(2);
    vec up;
    for (unsigned a = X; a <= Z; a++)
        up.v[a] = (vertex >> a & 1 ? -1 : 1) * (count == 8 ? 1 : lengths[(a + turn) % 3]) / length;
    return up;
}

unsigned mw_marble_tilts(const mw_maze *m, unsigned orientation, mw_tilt *out)
{
    unsigned n = 0, count = mw_marble_board(m)->orientations;
    if (count == 4) {
        out[n++] = (mw_tilt){CW, (uint8_t)((orientation + 1) % 4)};
        out[n++] = (mw_tilt){CCW, (uint8_t)((orientation + 3) % 4)};
        return n;
    }
    if (count == 8) {
        for (unsigned a = X; a <= Z; a++)
            out[n++] = (mw_tilt){(uint16_t)(FLIP + a), (uint8_t)(orientation ^ 1u << a)};
        return n;
    }
    unsigned vertex = orientation / 3, turn = orientation % 3;
    for (unsigned a = X; a <= Z; a++)
        if ((a + turn) % 3) // flipping the steepest axis would be too large a turn
            out[n++] = (mw_tilt){(uint16_t)(FLIP + a), (uint8_t)((vertex ^ 1u << a) * 3 + turn)};
    out[n++] = (mw_tilt){NEXT, (uint8_t)(vertex * 3 + (turn + 1) % 3)};
    out[n++] = (mw_tilt){PREVIOUS, (uint8_t)(vertex * 3 + (turn + 2) % 3)};
    return n;
}

bool mw_marble_rests(const mw_maze *m, uint32_t cell, unsigned orientation)
{
    vec up = mw_marble_up(m, orientation);
    for (unsigned a = X; a < mw_marble_axes(m); a++)
        if (mw_marble_open(m, cell, a, up.v[a] < 0))
            return false;
    return true;
}

vec mw_marble_corner(const mw_maze *m, uint32_t cell, vec up, double near)
{
    vec at;
    for (unsigned a = X; a <= Z; a++)
        at.v[a] = mw_marble_coordinate(m, cell, a) + (up.v[a] > 0   ? near
                                                      : up.v[a] < 0 ? 1 - near
                                                                    : 0.5);
    return at;
}

// ---- walls

bool mw_marble_wall(const mw_maze *m, unsigned axis, const int corner[3])
{
    int size = (int)mw_marble_size(m, axis);
    for (unsigned a = X; a <= Z; a++)
        if (corner[a] < 0 || corner[a] > (int)mw_marble_size(m, a) - (a != axis))
            return false; // beyond the maze
    if (corner[axis] == 0 || corner[axis] == size)
        return true; // the border
    uint32_t after =
        mw_marble_cell(m, (uint32_t)corner[X], (uint32_t)corner[Y], (uint32_t)corner[Z]);
    uint32_t before = mw_marble_beyond(m, after, axis, false);
    const board *b = mw_marble_board(m);
    if (b->cells[before] == OUT_OF_MAZE && b->cells[after] == OUT_OF_MAZE)
        return false; // within the hollow
    return !mw_marble_open(m, before, axis, true);
}

void mw_marble_ways(const mw_maze *m, uint32_t end, uint32_t *length, uint32_t *queue)
{
    uint32_t head = 0, tail = 0;
    memset(length, 0, mw_marble_cells(m) * sizeof *length);
    queue[tail++] = end;
    length[end] = 1;
    while (head < tail) {
        uint32_t c = queue[head++];
        for (unsigned i = 0; i < 6; i++) {
            if (!mw_marble_open(m, c, i / 2, i % 2))
                continue;
            uint32_t next = mw_marble_beyond(m, c, i / 2, i % 2);
            if (!length[next]) {
                length[next] = length[c] + 1;
                queue[tail++] = next;
            }
        }
    }
}

// ---- rules

static void start(const mw_maze *m, mw_state *s)
{
    (void)m;
    *s = (mw_state){{MARBLE_FIRST}};
}

static mw_status status(const mw_maze *m, const mw_state *s)
{
    return mw_marble_state_cell(m, s) == mw_marble_target(m) ? MW_SOLVED : MW_OPEN;
}

static unsigned expand(const mw_maze *m, const mw_state *s, mw_edge *edges)
{
    uint32_t count = mw_marble_board(m)->orientations, cell = mw_marble_state_cell(m, s);
    unsigned orientation = mw_marble_state_orientation(m, s);
    mw_tilt tilts[MARBLE_MOVES_MAX];
    unsigned n = mw_marble_tilts(m, orientation, tilts);
    for (unsigned i = 0; i < n; i++) {
        uint64_t to = (uint64_t)mw_marble_predict(m, cell, orientation, tilts[i].to, NULL) * count +
                      tilts[i].to;
        edges[i] = (mw_edge){.to = {{to}}, .rank = to, .cost = 1, .action = tilts[i].action};
        edges[i].status = (int16_t)status(m, &edges[i].to);
    }
    return n;
}

static const mw_feature features[] = {
    MW_PLACES("the marble"),
    {.name = "z", .about = "layer of the marble, from 1; 1 in a flat maze"},
    {.name = "goal_z", .about = "layer of the goal"},
    {.name = "dz", .about = "layers between the marble and the goal"},
    {.name = "orientation", .about = "number of the maze's orientation, from 0"},
    {.name = "down_x", .about = "gravity along the columns, from -1 to 1"},
    {.name = "down_y", .about = "gravity along the rows, from -1 to 1"},
    {.name = "down_z", .about = "gravity along the layers, from -1 to 1"},
    {0},
};

static uint32_t counted(const mw_maze *m, uint32_t cell, unsigned axis) // from 1
{
    return mw_marble_coordinate(m, cell, axis) + 1;
}

static void measure(const mw_maze *m, const mw_state *s, uint64_t wanted, double *values)
{
    enum { LAYER = MW_PLACES_COUNT, GOAL_LAYER, LAYERS, ORIENTATION, DOWN };
    uint32_t cell = mw_marble_state_cell(m, s), goal = mw_marble_target(m);
    unsigned orientation = mw_marble_state_orientation(m, s);
    mw_places(values, counted(m, cell, X), counted(m, cell, Y), counted(m, goal, X),
              counted(m, goal, Y));
    values[LAYER] = counted(m, cell, Z);
    values[GOAL_LAYER] = counted(m, goal, Z);
    values[LAYERS] = mw_apart(values[LAYER], values[GOAL_LAYER]);
    values[ORIENTATION] = orientation;
    if (!(wanted >> DOWN)) // the direction takes longer than all else
        return;
    vec up = mw_marble_up(m, orientation);
    for (unsigned a = X; a <= Z; a++)
        values[DOWN + a] = up.v[a] == 0 ? 0 : -up.v[a];
}

static uint64_t count(const mw_maze *m)
{
    return (uint64_t)mw_marble_cells(m) * mw_marble_board(m)->orientations;
}

static uint64_t rank(const mw_maze *m, const mw_state *s)
{
    (void)m;
    return s->w[0];
}

static bool unrank(const mw_maze *m, uint64_t r, mw_state *s)
{
    *s = (mw_state){{r}};
    uint32_t cell = mw_marble_state_cell(m, s);
    return mw_marble_board(m)->cells[cell] != OUT_OF_MAZE &&
           mw_marble_rests(m, cell, mw_marble_state_orientation(m, s));
}

static double theoretical_length(const mw_maze *m, const mw_graph *g)
{
    (void)g;
    uint32_t cells = mw_marble_cells(m), *length = malloc(2 * cells * sizeof *length);
    double x = MW_NO_MEMORY;
    if (length) {
        mw_marble_ways(m, mw_marble_target(m), length, length + cells);
        x = length[0] ? length[0] : (double)NAN;
    }
    free(length);
    return x;
}

static const mw_rules rules = {
    .size = sizeof(mw_rules),
    .actions =
        (const mw_action[]){{.word = "cw", .arrow = MW_ARROW_RIGHT, .about = "clockwise"},
                            {.word = "ccw", .arrow = MW_ARROW_LEFT, .about = "counter-clockwise"},
                            {.word = "x", .about = "tip left or right"},
                            {.word = "y", .about = "tip back or front"},
                            {.word = "z", .about = "tip low or high"},
                            {.word = "n", .about = "next axis steepest"},
                            {.word = "p", .about = "previous axis steepest"},
                            {0}},
    .start = start,
    .status = status,
    .expand = expand,
    .describe = mw_marble_describe,
    .count = count,
    .rank = rank,
    .unrank = unrank,
    .cell = mw_marble_state_cell,
    .why_not = mw_marble_why_not,
    .features = features,
    .measure = measure,
    .things = mw_marble_things,
    .facts = mw_marble_facts,
    .tell_fact = mw_marble_tell_fact,
};

const mw_kind mw_marble = {
    .size = sizeof(mw_kind),
    .name = "marble",
    .about = "rotate the maze so that the marble rolls into the opposite corner",
    .how_to_play =
        "Turn the maze, and the marble rolls down until walls stop it. Bring it to rest at the "
        "goal, the marked cell in the corner opposite to where it begins.\n"
        "A flat maze stands upright on one corner, at first the one with the marble; on paper, "
        "turn the page so that this corner is at the bottom. A move is a quarter turn, clockwise "
        "or counter-clockwise.\n"
        "A maze in space hangs with one corner straight down, again the one with the marble. A "
        "move tips it so that the corner next to it along one edge is down instead.\n"
        "In solutions cw is a quarter turn clockwise and ccw one counter-clockwise; x, y and z "
        "tip a maze in space along its width, its depth and its height. Where it has 24 "
        "orientations, n and p turn it to the next and the previous one near the same corner, and "
        "the marble stays in its cell.",
    .rules = &rules,
    .text = &mw_marble_text,
    .view = &mw_marble_view,
    .editor = MW_MAKES(&mw_marble_editor),
    .measures =
        (const mw_measure[]){
            {.name = "theoretical_length",
             .about = "cells on the way from start to target, if the marble could crawl",
             .eval = theoretical_length},
            {0},
        },
    .design = MW_MAKES(&mw_marble_design),
};
