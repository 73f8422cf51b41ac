// heuristics.c: two estimates that are never too high, exact distances in easier mazes; and two
// that only look at coordinates: the straight line to the hole, and the distance to the top left
// corner, which Hung et al. (2018) computed by mistake.
#include "kinds/bloxorz/bloxorz.h"

#include <stdlib.h>
#include <string.h>

// ---- easier mazes: splitters stay, switches do nothing

static mw_maze *easier(const mw_maze *m, bool fill)
{
    mw_maze *out = mw_maze_clone(m);
    if (!out)
        return NULL;
    board *b = (board *)out->data;
    b->group_count = 0;
    for (uint32_t c = 0; c < b->cells; c++) {
        tile *t = &b->tiles[c];
        if (t->group != NONE || (fill && (t->base == VOID || t->base == FRAGILE)))
            t->base = FLOOR;
        t->group = NONE;
        if (t->effect != NONE && !b->effects[t->effect].split)
            t->effect = NONE;
    }
    for (unsigned i = 0; i < b->effect_count; i++)
        memset(b->effects[i].changes, 0, sizeof b->effects[i].changes);
    mw_bloxorz_finish(out);
    return out;
}

static mw_maze *bridges_down(const mw_maze *m)
{
    return easier(m, false);
}

static mw_maze *all_floor(const mw_maze *m)
{
    return easier(m, true);
}

static void forget_bridges(const mw_maze *m, const mw_maze *to, const mw_state *s, mw_state *out)
{
    (void)m;
    (void)to;
    *out = (mw_state){{s->w[0]}};
}

// ---- coordinates

static uint32_t square(uint32_t x, uint32_t y)
{
    return x * x + y * y;
}

static uint32_t corner_of(const mw_maze *m, uint32_t cell)
{
    return square(cell % m->w, cell / m->w);
}

static uint32_t corner(const mw_maze *m, const mw_state *s)
{
    uint32_t d = corner_of(m, mw_bloxorz_cell(s));
    return mw_bloxorz_pose(s) == SPLIT ? (d + corner_of(m, mw_bloxorz_half(s))) / 2 : d;
}

static uint32_t root(uint32_t square_number) // rounded down
{
    uint32_t r = 0;
    while ((r + 1) * (r + 1) <= square_number)
        r++;
    return r;
}

static uint32_t line_of(const mw_maze *m, uint32_t cell)
{
    uint32_t goal = mw_bloxorz_board(m)->goal;
    return root(square((uint32_t)abs((int)(cell % m->w) - (int)(goal % m->w)),
                       (uint32_t)abs((int)(cell / m->w) - (int)(goal / m->w))));
}

static uint32_t euclid(const mw_maze *m, const mw_state *s)
{
    uint32_t d = line_of(m, mw_bloxorz_cell(s));
    return mw_bloxorz_pose(s) == SPLIT ? (d + line_of(m, mw_bloxorz_half(s))) / 2 : d;
}

const mw_heuristic mw_bloxorz_heuristics[] = {
    {.name = "corner",
     .about = "x^2 + y^2 of the block: the slip of Hung et al.",
     .claims = mw_claims_nothing,
     .eval = corner},
    {.name = "euclid",
     .about = "straight line from the block to the hole",
     .claims = mw_claims_nothing,
     .eval = euclid},
    {.name = "rolls",
     .about = "exact number of rolls if every cell were floor",
     .claims = mw_claims_consistent,
     .relax = all_floor,
     .project = forget_bridges},
    {.name = "bridges-down",
     .about = "exact distance with every bridge there",
     .claims = mw_claims_consistent,
     .relax = bridges_down,
     .project = forget_bridges},
    {0},
};
