// edit.c: the editor's brush for a marble maze. Start and target always lie in opposite corners, so
// walls are all that there is to paint.
#include "kinds/marble/marble.h"

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

const mw_editor mw_marble_editor = {
    .size = sizeof(mw_editor),
    .brushes =
        (const mw_brush[]){
            {.name = "wall", .about = "a wall between two cells comes or goes", .side = true},
            {0},
        },
    .paint = paint,
};
