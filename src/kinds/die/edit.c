// edit.c: the editor's brushes for a rolling-die maze.
#include "core/resize.h"
#include "core/text.h"
#include "kinds/die/die.h"

enum { ERASE, OBSTACLE, LABEL, START = LABEL + 6, GOAL }; // LABEL + face - 1

static const mw_brush brushes[] = {
    {.name = "free", .about = "a cell to roll over"},
    {.name = "wall", .about = "a cell that cannot be entered"},
    {.name = "1", .about = "a label: enter with the 1 on top"},
    {.name = "2", .about = "a label: enter with the 2 on top"},
    {.name = "3", .about = "a label: enter with the 3 on top"},
    {.name = "4", .about = "a label: enter with the 4 on top"},
    {.name = "5", .about = "a label: enter with the 5 on top"},
    {.name = "6", .about = "a label: enter with the 6 on top"},
    {.name = "start", .about = "the die begins here"},
    {.name = "goal", .about = "where the die must go"},
    {0},
};

static mw_maze *paint(const mw_maze *m, unsigned brush, uint32_t cell, unsigned side,
                      mw_error *error)
{
    (void)side;
    uint32_t at = mw_die_bordered(m, cell);
    bool label = brush >= LABEL && brush < START;
    if (at == mw_die_board(m)->goal)
        return mw_no_maze(error, brush == START ? "the start cannot be the goal"
                                                : "this is the goal; put the goal elsewhere first");
    if (at == mw_die_board(m)->start)
        return mw_no_maze(error, brush == GOAL
                                     ? "the goal cannot be the start"
                                     : "the die begins here; put the start elsewhere first");
    if (label && mw_die_board(m)->labels == LABELS_NONE)
        return mw_no_maze(
            error, "a labelled cell needs labels=before or labels=after among the maze's options");
    mw_maze *out = mw_maze_clone(m);
    if (!out)
        return mw_no_memory(error);
    board *b = (board *)out->data;
    b->cells[at] = (uint8_t)(brush == OBSTACLE ? WALL : label ? brush - LABEL + 1 : FREE);
    if (brush == START)
        b->start = at;
    if (brush == GOAL)
        b->goal = at;
    mw_die_prepare(out, b->orientations[0]);
    return out;
}

// Plain cells are free.
static mw_maze *resize(const mw_maze *m, bool keep, mw_source *src)
{
    uint32_t w = src->w, h = src->h, cells = w * h;
    if (!mw_random_size(src, 2, SIDE_MAX))
        return NULL;
    mw_maze *out = mw_maze_new(m->kind, sizeof(board) + (size_t)(w + 2) * (h + 2));
    if (!out)
        return mw_no_memory(src->error);
    const board *b = mw_die_board(m);
    board *o = (board *)out->data;
    out->w = (uint16_t)w;
    out->h = (uint16_t)h;
    *o = *b;
    for (uint32_t c = 0; c < cells; c++)
        o->cells[mw_die_bordered(out, c)] = FREE;
    for (uint32_t c = 0; keep && c < (uint32_t)m->w * m->h; c++)
        if (mw_stays(m, c, w, h))
            o->cells[mw_die_bordered(out, mw_resized_cell(m, c, w, h))] =
                b->cells[mw_die_bordered(m, c)];
    uint32_t start = keep ? mw_resized_cell(m, mw_die_inner(m, b->start), w, h) : 0;
    uint32_t goal = keep ? mw_resized_cell(m, mw_die_inner(m, b->goal), w, h) : cells - 1;
    o->start = mw_die_bordered(out, mw_other_cell(start, goal));
    o->goal = mw_die_bordered(out, goal);
    o->cells[o->start] = o->cells[o->goal] = FREE;
    mw_die_prepare(out, b->orientations[0]);
    return out;
}

const mw_editor mw_die_editor = {
    .size = sizeof(mw_editor),
    .brushes = brushes,
    .paint = paint,
    .resize = resize,
};
