// edit.c: the editor's brush for a marble maze. Start and target always lie in opposite corners, so
// walls are all that there is to paint.
#include "kinds/marble/marble.h"

#include "core/symmetry.h"
#include "core/text.h"

static mw_maze *paint(const mw_maze *m, unsigned brush, uint32_t cell, unsigned side,
                      mw_error *error)
{
    (void)brush;
    bool forward;
    unsigned axis = mw_marble_axis(side, &forward);
    uint32_t stride = mw_marble_stride(m, axis), low = forward ? cell : cell - stride;
    if ((!forward && cell < stride) || !mw_marble_may_open(m, low, axis))
        return mw_no_maze(error, "here the wall must stay: beyond it the maze ends");
    mw_maze *out = mw_maze_clone(m);
    if (!out)
        return mw_no_memory(error);
    board *b = (board *)out->data;
    b->cells[low] ^= (uint8_t)(1u << axis);
    return out;
}

// The number that a cell has in a maze of the other size; both mazes have it.
static uint32_t same_cell(const mw_maze *m, uint32_t cell, const mw_maze *other)
{
    return mw_marble_cell(other, mw_marble_coordinate(m, cell, X), mw_marble_coordinate(m, cell, Y),
                          mw_marble_coordinate(m, cell, Z));
}

static bool lies_in(const mw_maze *m, uint32_t cell, const mw_maze *other)
{
    return mw_marble_coordinate(m, cell, X) < other->w &&
           mw_marble_coordinate(m, cell, Y) < other->h &&
           mw_marble_coordinate(m, cell, Z) < other->d;
}

// Between plain cells there are no walls.
static void open_walls(const mw_maze *from, mw_maze *out)
{
    board *o = (board *)out->data;
    for (uint32_t c = 0; c < mw_marble_cells(out); c++)
        for (unsigned axis = X; axis <= Z; axis++) {
            if (!mw_marble_may_open(out, c, axis))
                continue;
            bool kept = from && lies_in(out, mw_marble_beyond(out, c, axis, true), from);
            if (!kept || mw_marble_open(from, same_cell(out, c, from), axis, true))
                o->cells[c] |= (uint8_t)(1u << axis);
        }
}

// What is inside of a hollow maze depends on its size, so that such a maze is not kept.
static mw_maze *resize(const mw_maze *m, bool keep, mw_source *src)
{
    const board *b = mw_marble_board(m);
    bool same = src->w == m->w && src->h == m->h && src->d == m->d;
    if (keep && b->hollow && !same)
        return mw_no_maze(src->error, "a hollow maze keeps its size, for other cells would be "
                                      "inside of it; begin with a new one");
    mw_maze *out = mw_marble_closed(src);
    if (!out)
        return NULL;
    board *o = (board *)out->data;
    o->hollow = b->hollow;
    o->orientations = out->d == 1 ? 4 : m->d == 1 ? 8 : b->orientations;
    mw_marble_hollow_out(out);
    open_walls(keep ? m : NULL, out);
    return out;
}

// Each layer is turned. Start and target stay in their corners, so that it plays differently.
static mw_maze *turn(const mw_maze *m, unsigned symmetry)
{
    uint32_t layer = (uint32_t)m->w * m->h;
    mw_maze *out = mw_maze_clone(m);
    if (!out)
        return NULL;
    board *o = (board *)out->data;
    out->w = mw_turned_w(m, symmetry);
    out->h = mw_turned_h(m, symmetry);
    for (uint32_t c = 0; c < mw_marble_cells(m); c++)
        o->cells[c] = 0;
    mw_marble_hollow_out(out);
    for (uint32_t c = 0; c < mw_marble_cells(m); c++)
        for (unsigned axis = X; axis <= Z; axis++) {
            if (!mw_marble_open(m, c, axis, true))
                continue;
            uint32_t beyond = mw_marble_beyond(m, c, axis, true);
            uint32_t one = c / layer * layer + mw_turned_cell(m, c % layer, symmetry);
            uint32_t other = beyond / layer * layer + mw_turned_cell(m, beyond % layer, symmetry);
            unsigned now = axis == Z || !(symmetry & 4) ? axis : X + Y - axis;
            o->cells[one < other ? one : other] |= (uint8_t)(1u << now);
        }
    return out;
}

const mw_editor mw_marble_editor = {
    .size = sizeof(mw_editor),
    .brushes =
        (const mw_brush[]){
            {.name = "wall", .about = "a wall between two cells comes or goes", .side = true},
            {0},
        },
    .paint = paint,
    .resize = resize,
    .turn = turn,
};
