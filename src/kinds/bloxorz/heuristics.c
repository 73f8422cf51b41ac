// heuristics.c: two estimates that are never too high, exact distances in easier mazes; and two
// that only look at coordinates: the straight line to the hole, and the distance to the top left
// corner, which Hung et al. (2018) computed by mistake.
#include "kinds/bloxorz/bloxorz.h"

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

// The square of the straight line between two cells.
static uint32_t square(const mw_maze *m, uint32_t a, uint32_t b)
{
    int x = (int)(a % m->w) - (int)(b % m->w), y = (int)(a / m->w) - (int)(b / m->w);
    return (uint32_t)(x * x + y * y);
}

static uint32_t corner(const mw_maze *m, const mw_state *s)
{
    uint32_t d = square(m, mw_bloxorz_cell(s), 0);
    return mw_bloxorz_pose(s) == SPLIT ? (d + square(m, mw_bloxorz_half(s), 0)) / 2 : d;
}

// The straight line to the hole, rounded down.
static uint32_t line(const mw_maze *m, uint32_t cell)
{
    uint32_t d = square(m, cell, mw_bloxorz_board(m)->goal), root = 0;
    while ((root + 1) * (root + 1) <= d)
        root++;
    return root;
}

static uint32_t euclid(const mw_maze *m, const mw_state *s)
{
    uint32_t d = line(m, mw_bloxorz_cell(s));
    return mw_bloxorz_pose(s) == SPLIT ? (d + line(m, mw_bloxorz_half(s))) / 2 : d;
}

const mw_heuristic mw_bloxorz_heuristics[] = {
    {.name = "corner",
     .about = "x^2 + y^2 of the block: computed by mistake by Hung et al.",
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
