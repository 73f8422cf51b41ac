// edit.c: the editor's brush for a marble maze. Start and target always lie in opposite
// corners, so walls are all that there is to paint.
#include "core/text.h"
#include "kinds/marble/marble.h"

const mw_brush mw_marble_brushes[] = {
    {.name = "wall", .about = "a wall between two cells comes or goes", .side = true},
    {0},
};

mw_maze *mw_marble_paint(const mw_maze *m, unsigned brush, uint32_t cell, unsigned side,
                         mw_error *error)
{
    (void)brush;
    bool forward;
    unsigned axis = mw_marble_axis(side, &forward);
    uint32_t stride = mw_marble_stride(m, axis);
    if ((!forward && cell < stride) || !mw_marble_may_open(m, forward ? cell : cell - stride, axis))
        return mw_no_maze(error, "here the wall must stay: beyond it the maze ends");
    mw_maze *out = mw_maze_clone(m);
    if (!out)
        return mw_no_memory(error);
    board *b = (board *)out->data;
    b->cells[forward ? cell : cell - stride] ^= (uint8_t)(1u << axis);
    return out;
}
