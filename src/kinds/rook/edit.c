// edit.c: the editor's brushes for a rook maze.
#include "core/resize.h"
#include "core/text.h"
#include "kinds/rook/rook.h"

#include <string.h>

enum { DIGITS = 9, MORE = DIGITS, START, GOAL };

static const mw_brush brushes[] = {
    {.name = "1", .about = "jump 1 cell"},
    {.name = "2", .about = "jump 2 cells"},
    {.name = "3", .about = "jump 3 cells"},
    {.name = "4", .about = "jump 4 cells"},
    {.name = "5", .about = "jump 5 cells"},
    {.name = "6", .about = "jump 6 cells"},
    {.name = "7", .about = "jump 7 cells"},
    {.name = "8", .about = "jump 8 cells"},
    {.name = "9", .about = "jump 9 cells"},
    {.name = "more", .about = "jump one cell further; after the longest jump comes 1"},
    {.name = "start", .about = "play begins here"},
    {.name = "goal", .about = "where to go; the goal before it becomes a 1"},
    {0},
};

static mw_maze *paint(const mw_maze *m, unsigned brush, uint32_t cell, unsigned side,
                      mw_error *error)
{
    (void)side;
    const board *was = mw_rook_board(m);
    unsigned longest = (m->w > m->h ? m->w : m->h) - 1u;
    unsigned jump = brush == MORE ? was->jumps[cell] % longest + 1 : brush + 1;
    if (brush == START && cell == was->goal)
        return mw_no_maze(error, "the start cannot be the goal");
    if (brush == GOAL && cell == was->start)
        return mw_no_maze(error, "the goal cannot be the start");
    if (brush <= MORE && cell == was->goal)
        return mw_no_maze(error, "this is the goal; put the goal elsewhere first");
    if (brush <= MORE && jump > longest)
        return mw_no_maze(error, "jump %u leaves the grid in every direction", jump);
    mw_maze *out = mw_maze_clone(m);
    if (!out)
        return mw_no_memory(error);
    board *b = (board *)out->data;
    if (brush == START) {
        b->start = (uint16_t)cell;
    } else if (brush == GOAL) {
        b->jumps[b->goal] = 1;
        b->jumps[cell] = 0;
        b->goal = (uint16_t)cell;
    } else {
        b->jumps[cell] = (uint8_t)jump;
    }
    return out;
}

// Plain cells have a jump of 1. Jumps that are now too long become the longest.
static mw_maze *resize(const mw_maze *m, bool keep, mw_source *src)
{
    uint32_t w = src->w, h = src->h, cells = w * h;
    if (!mw_random_size(src, 2, SIDE_MAX))
        return NULL;
    mw_maze *out = mw_maze_new(m->kind, sizeof(board) + cells);
    if (!out)
        return mw_no_memory(src->error);
    const board *b = mw_rook_board(m);
    board *o = (board *)out->data;
    out->w = (uint16_t)w;
    out->h = (uint16_t)h;
    out->traits = m->traits;
    *o = *b;
    o->start = (uint16_t)(keep ? mw_resized_cell(m, b->start, w, h) : 0);
    o->goal = (uint16_t)(keep ? mw_resized_cell(m, b->goal, w, h) : cells - 1);
    o->start = (uint16_t)mw_other_cell(o->start, o->goal);
    unsigned longest = (w > h ? w : h) - 1u;
    memset(o->jumps, 1, cells);
    for (uint32_t c = 0; keep && c < (uint32_t)m->w * m->h; c++)
        if (c != b->goal && mw_stays(m, c, w, h))
            o->jumps[mw_resized_cell(m, c, w, h)] =
                (uint8_t)(b->jumps[c] < longest ? b->jumps[c] : longest);
    o->jumps[o->goal] = 0;
    return out;
}

const mw_editor mw_rook_editor = {
    .size = sizeof(mw_editor),
    .brushes = brushes,
    .paint = paint,
    .resize = resize,
};
