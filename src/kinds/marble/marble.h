// marble.h: the board of a marble maze, its orientations and what a rotation is predicted to do;
// shared by the kind (marble.c, text.c) and the physical simulation (src/marble/).
//
// Cells are numbered along x, then y, then z, from 0; the thesis counts them from 1.
#ifndef MW_KINDS_MARBLE_MARBLE_H
#define MW_KINDS_MARBLE_MARBLE_H

#include "mazewright/waist.h"

#define FLAT_SIDE_MAX 50 // of a flat maze
#define SIDE_MAX      20 // of one in space

enum { X, Y, Z };
enum { OUT_OF_MAZE = 8 }; // of a cell within a hollow maze

typedef struct board {    // maze->data
    bool hollow;          // only cells at the surface belong to the maze
    uint8_t orientations; // 4 (flat), 8 or 24
    uint8_t cells[]; // open walls in the directions of +x, +y, +z: bits 1, 2, 4; or OUT_OF_MAZE
} board;

static inline const board *mw_marble_board(const mw_maze *m)
{
    return (const board *)m->data;
}

static inline uint32_t mw_marble_cells(const mw_maze *m)
{
    return (uint32_t)m->w * m->h * m->d;
}

static inline uint32_t mw_marble_target(const mw_maze *m)
{
    return mw_marble_cells(m) - 1; // the corner opposite to cell 0, where the marble begins
}

static inline uint32_t mw_marble_stride(const mw_maze *m, unsigned axis)
{
    return axis == X ? 1 : axis == Y ? m->w : (uint32_t)m->w * m->h;
}

// Can the marble go from the cell along the axis, forwards or backwards?
static inline bool mw_marble_open(const mw_maze *m, uint32_t cell, unsigned axis, bool forward)
{
    const board *b = mw_marble_board(m);
    uint32_t stride = mw_marble_stride(m, axis);
    if (!forward && cell < stride)
        return false;
    uint8_t walls = b->cells[forward ? cell : cell - stride];
    return walls != OUT_OF_MAZE && walls >> axis & 1;
}

// The axis of a side of a cell (up, right, down, left, above, below), and whether it lies forward.
static inline unsigned mw_marble_axis(unsigned side, bool *forward)
{
    *forward = side == 0 || side == 1 || side == 4;
    return side >= 4 ? Z : side % 2 ? X : Y;
}

// Is there a wall across the axis at a corner of cells, reaching from it forwards along the other
// two?
bool mw_marble_wall(const mw_maze *, unsigned axis, const int corner[3]);

// ---- orientations: the direction that points up, in the coordinates of the maze
typedef struct mw_up {
    double v[3]; // of length 1; z is 0 in a flat maze
} mw_up;

#define MARBLE_MOVES_MAX 4
typedef struct mw_tilt { // one rotation out of an orientation
    uint16_t action;
    uint8_t to;
} mw_tilt;

mw_up mw_marble_up(const mw_maze *, unsigned orientation);
unsigned mw_marble_tilts(const mw_maze *, unsigned orientation, mw_tilt *);
// Orientation in which the marble rests in the corner of cell 0.
#define MARBLE_FIRST 0
// Does a marble that rests in this cell lie against walls in all directions of gravity?
bool mw_marble_rests(const mw_maze *, uint32_t cell, unsigned orientation);

// ---- prediction
// What it depends on; see mw_marble_physics.
typedef struct mw_foresight {
    double radius, wall, gravity, acceleration;
} mw_foresight;
// The cell where the marble is expected to come to rest after a rotation. NULL: the usual physics.
uint32_t mw_marble_predict(const mw_maze *, uint32_t cell, unsigned from, unsigned to,
                           const mw_foresight *);
// The cell that it enters first, or the same one.
uint32_t mw_marble_next(const mw_maze *, uint32_t cell, unsigned from, unsigned to);

// Cells on the way from each cell to `end`, both counted (0: no way), by breadth-first search; and
// to the target.
void mw_marble_ways(const mw_maze *, uint32_t end, uint32_t *length, uint32_t *queue);
void mw_marble_paths(const mw_maze *, uint32_t *length, uint32_t *queue);

mw_maze *mw_marble_make(mw_source *); // all walls closed; text.c
// May the wall behind the cell along the axis be open? It may between two cells of the maze.
bool mw_marble_may_open(const mw_maze *, uint32_t cell, unsigned axis);
mw_maze *mw_marble_parse(mw_source *);
void mw_marble_print(const mw_maze *, bool compact, mw_writer *);
void mw_marble_print_options(const mw_maze *, mw_writer *);
mw_maze *mw_marble_random(mw_source *, mw_rng *); // design.c
extern const mw_design mw_marble_design;

void mw_marble_draw(const mw_maze *, const mw_state *, mw_scene *); // draw.c
void mw_marble_place(const mw_maze *, const mw_state *, double *x, double *y);
void mw_marble_animate(const mw_maze *, const mw_state *from, const mw_edge *, double t,
                       mw_scene *);
void mw_marble_look(const mw_maze *, const mw_state *, uint32_t cell, mw_writer *);
extern const mw_brush mw_marble_brushes[]; // edit.c
mw_maze *mw_marble_paint(const mw_maze *, unsigned brush, uint32_t cell, unsigned side, mw_error *);

#endif
