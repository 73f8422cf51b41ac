// bloxorz_design.c: Bloxorz mazes as designers change them: a tile, now and then the start or the
// hole.
#include "kinds/bloxorz.h"

#include "mazewright/rng.h"
#include "core/symmetry.h"

// A cell that nothing else depends on: no switch, no bridge, no place where a half appears.
static bool plain(const board *b, uint32_t cell)
{
    for (unsigned i = 0; i < b->effect_count; i++)
        if (b->effects[i].split && (b->effects[i].to[0] == cell || b->effects[i].to[1] == cell))
            return false;
    return b->tiles[cell].effect == NONE && b->tiles[cell].group == NONE;
}

static void mutate(mw_maze *m, mw_rng *rng)
{
    board *b = (board *)m->data;
    uint32_t what = mw_rng_below(rng, 20), cell = mw_rng_below(rng, b->cells);
    if (!plain(b, cell) || cell == b->start || cell == b->goal)
        return;
    tile *t = &b->tiles[cell];
    if (what == 0) {
        t->base = FLOOR;
        b->start = (uint16_t)cell;
    } else if (what == 1) {
        b->tiles[b->goal].base = FLOOR;
        t->base = GOAL;
        b->goal = (uint16_t)cell;
    } else {
        t->base = t->base != VOID ? VOID : what < 5 ? FRAGILE : FLOOR;
    }
}

// Would a block lying on both switches do the same if the other one were pressed first?
static bool commute(const board *b, uint32_t one, uint32_t two)
{
    if (b->tiles[one].effect == NONE || b->tiles[two].effect == NONE)
        return true;
    const effect *e = &b->effects[b->tiles[one].effect], *f = &b->effects[b->tiles[two].effect];
    if (e->heavy || e->split || f->heavy || f->split)
        return true;
    for (uint32_t bridges = 0;; bridges = UINT32_MAX) { // each bridge by itself: away, there
        if (mw_bloxorz_fire(e, mw_bloxorz_fire(f, bridges)) !=
            mw_bloxorz_fire(f, mw_bloxorz_fire(e, bridges)))
            return false;
        if (bridges)
            return true;
    }
}

// The left or upper switch is pressed first: in a mirror it is the other one.
static bool turnable(const mw_maze *m)
{
    const board *b = mw_bloxorz_board(m);
    for (uint32_t c = 0; c < b->cells; c++)
        if ((c % m->w + 1u < m->w && !commute(b, c, c + 1)) ||
            (c / m->w + 1u < m->h && !commute(b, c, c + m->w)))
            return false;
    return true;
}

static mw_maze *turn(const mw_maze *m, unsigned symmetry)
{
    mw_maze *out = turnable(m) ? mw_maze_clone(m) : NULL;
    if (!out)
        return NULL;
    const board *b = mw_bloxorz_board(m);
    board *o = (board *)out->data;
    out->w = mw_turned_w(m, symmetry);
    out->h = mw_turned_h(m, symmetry);
    o->start = (uint16_t)mw_turned_cell(m, b->start, symmetry);
    o->goal = (uint16_t)mw_turned_cell(m, b->goal, symmetry);
    for (uint32_t c = 0; c < b->cells; c++)
        o->tiles[mw_turned_cell(m, c, symmetry)] = b->tiles[c];
    for (unsigned i = 0; i < b->effect_count; i++)
        for (unsigned k = 0; k < 2 && b->effects[i].split; k++)
            o->effects[i].to[k] = (uint16_t)mw_turned_cell(m, b->effects[i].to[k], symmetry);
    return out;
}

const mw_design mw_bloxorz_design = {
    .mutate = mutate,
    .turn = turn,
    .presets =
        (const mw_preset[]){
            {.name = "longest", .about = "a long shortest solution", .objective = "-length"},
            {.name = "deadly",
             .about = "long, with many ways to go wrong",
             .objective = "-length - 0.2*dead"},
            {.name = "hardest",
             .about = "the highest grade of difficulty for a person",
             .objective = "-player_steps"},
            {0},
        },
};
