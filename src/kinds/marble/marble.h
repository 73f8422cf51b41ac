// marble.h: the board of a marble maze, its orientations and what a rotation is predicted to do;
// shared by the kind (marble.c) and the physical simulation (simulate.c).
//
// Cells are numbered along x, then y, then z, from 0; the thesis counts them from 1.
#ifndef MW_KINDS_MARBLE_MARBLE_H
#define MW_KINDS_MARBLE_MARBLE_H

#include "kinds/marble/vector.h"
#include "mazewright/marble.h"

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

static inline uint32_t mw_marble_size(const mw_maze *m, unsigned axis)
{
    return axis == X ? m->w : axis == Y ? m->h : m->d;
}

static inline unsigned mw_marble_axes(const mw_maze *m)
{
    return m->d == 1 ? 2 : 3;
}

// From a cell to the next one along the axis.
static inline uint32_t mw_marble_stride(const mw_maze *m, unsigned axis)
{
    return axis == X ? 1 : axis == Y ? m->w : (uint32_t)m->w * m->h;
}

static inline uint32_t mw_marble_cell(const mw_maze *m, uint32_t x, uint32_t y, uint32_t z)
{
    return x + m->w * (y + m->h * z);
}

static inline uint32_t mw_marble_coordinate(const mw_maze *m, uint32_t cell, unsigned axis)
{
    // NOLINTNEXTLINE(clang-analyzer-core.DivideZero) no side of a maze is 0
    return cell / mw_marble_stride(m, axis) % mw_marble_size(m, axis);
}

// The two other axes, in their order.
static inline unsigned mw_marble_first(unsigned axis)
{
    return axis == X ? Y : X;
}

static inline unsigned mw_marble_second(unsigned axis)
{
    return axis == Z ? Y : Z;
}

// The cell next to this one along the axis. There must be one.
static inline uint32_t mw_marble_beyond(const mw_maze *m, uint32_t cell, unsigned axis,
                                        bool forward)
{
    uint32_t stride = mw_marble_stride(m, axis);
    return forward ? cell + stride : cell - stride;
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

// The axis of a side of a cell (0 up, 1 right, 2 down, 3 left, 4 above, 5 below), and whether it
// lies forward.
static inline unsigned mw_marble_axis(unsigned side, bool *forward)
{
    *forward = side == 0 || side == 1 || side == 4;
    return side >= 4 ? Z : side % 2 ? X : Y;
}

// Is there a wall across the axis that begins at this corner of cells and reaches forwards along
// the other two axes?
bool mw_marble_wall(const mw_maze *, unsigned axis, const int corner[3]);

// ---- orientations

#define MARBLE_MOVES_MAX 4
typedef struct mw_tilt { // one rotation out of an orientation
    uint16_t action;
    uint8_t to;
} mw_tilt;

// The direction that points up, in the coordinates of the maze. Its length is 1; z is 0 in a flat
// maze.
vec mw_marble_up(const mw_maze *, unsigned orientation);
// The rotations out of an orientation, at most MARBLE_MOVES_MAX. Returns their number.
unsigned mw_marble_tilts(const mw_maze *, unsigned orientation, mw_tilt *);
// The orientation in which the marble rests in the corner of cell 0.
#define MARBLE_FIRST 0
// Are there walls on all sides of the cell towards which gravity pulls, so that a marble rests
// there?
bool mw_marble_rests(const mw_maze *, uint32_t cell, unsigned orientation);

// The centre of a marble that has fallen into the corner of a cell, at the distance `near` from its
// walls.
vec mw_marble_corner(const mw_maze *, uint32_t cell, vec up, double near);

// state: w[0] = cell * orientations + orientation, the number that the thesis gives it
static inline uint32_t mw_marble_state_cell(const mw_maze *m, const mw_state *s)
{
    return (uint32_t)(s->w[0] / mw_marble_board(m)->orientations);
}

static inline unsigned mw_marble_state_orientation(const mw_maze *m, const mw_state *s)
{
    return (unsigned)(s->w[0] % mw_marble_board(m)->orientations);
}

// ---- prediction

// The cell where the marble is expected to come to rest after a rotation from one orientation to
// another. NULL: the default physics.
typedef uint32_t mw_marble_prediction(const mw_maze *, uint32_t cell, unsigned from, unsigned to,
                                      const mw_marble_physics *);
mw_marble_prediction mw_marble_predict;
// The same as the thesis predicts it, without regard to physics.
mw_marble_prediction mw_marble_predict_thesis;
// A preset by its name, NULL: the default; and the prediction that belongs to it. NULL and *error:
// there is no such preset.
const mw_marble_preset *mw_marble_find_preset(const char *name, mw_marble_prediction **,
                                              mw_error *);
// The first cell that it enters, or the same cell if a wall stops it.
uint32_t mw_marble_next(const mw_maze *, uint32_t cell, unsigned from, unsigned to);

// For each cell, how many cells are on the way from it to `end`, both counted; 0: there is no way.
// Both arrays have room for all cells.
void mw_marble_ways(const mw_maze *, uint32_t end, uint32_t *length, uint32_t *queue);

// Can the wall on the forward side of the cell be opened? It can between two cells of the maze.
bool mw_marble_may_open(const mw_maze *, uint32_t cell, unsigned axis);

// A maze of the size of the source, with all walls closed and no options yet. NULL with the error
// told: not of this size, or memory ran out. And, where it is hollow: takes out the cells inside.
mw_maze *mw_marble_closed(mw_source *);
void mw_marble_hollow_out(mw_maze *);

// ---- the parts of the kind

extern const mw_text mw_marble_text;
extern const mw_view mw_marble_view;                                                // draw.c
void mw_marble_glyph(const mw_maze *, const mw_state *, uint32_t cell, mw_glyph *); // characters.c
void mw_marble_describe(const mw_maze *, const mw_state *, mw_writer *);
unsigned mw_marble_things(const mw_maze *);
void mw_marble_facts(const mw_maze *, const mw_state *, uint32_t *values);
void mw_marble_tell_fact(const mw_maze *, unsigned thing, uint32_t value, mw_writer *);
void mw_marble_aside(const mw_maze *, const mw_state *, mw_writer *);
void mw_marble_why_not(const mw_maze *, const mw_state *, uint16_t action, mw_writer *);
extern const mw_editor mw_marble_editor; // edit.c
extern const mw_design mw_marble_design;

#endif
