// design.c: the small random changes by which `design` searches for a Bloxorz maze: a tile, a
// switch, a bridge, what a switch does; now and then the start or the hole. The number of switches
// and splitters stays the same.
#include "kinds/bloxorz/bloxorz.h"

#include "mazewright/rng.h"
#include "core/symmetry.h"

#include <string.h>

#define MOVES_MAX 2 // a switch does not get more letters than this

// A cell that nothing else depends on: no switch, no bridge, no place where a half appears.
static bool plain(const board *b, uint32_t cell)
{
    return cell != b->start && cell != b->goal && b->tiles[cell].effect == NONE &&
           b->tiles[cell].group == NONE && !mw_bloxorz_is_target(b->effects, b->effect_count, cell);
}

// A random plain cell: near another one or, in a third of the cases, anywhere. b->cells if the
// random cell is not plain.
static uint32_t other_cell(const mw_maze *m, uint32_t from, mw_rng *rng)
{
    const board *b = mw_bloxorz_board(m);
    uint32_t cell;
    if (!mw_rng_below(rng, 3)) {
        cell = mw_rng_below(rng, b->cells);
    } else {
        int x = (int)(from % m->w) + (int)mw_rng_below(rng, 5) - 2;
        int y = (int)(from / m->w) + (int)mw_rng_below(rng, 5) - 2;
        if (x < 0 || y < 0 || x >= m->w || y >= m->h)
            return b->cells;
        cell = (uint32_t)(y * m->w + x);
    }
    return plain(b, cell) ? cell : b->cells;
}

// ---- bridges. Groups are in the order of their letters; of one letter, the group that is away at
// the start comes before the one that is there.

static unsigned group_size(const board *b, unsigned g)
{
    unsigned n = 0;
    for (uint32_t c = 0; c < b->cells; c++)
        n += b->tiles[c].group == g;
    return n;
}

static uint32_t cell_of_group(const board *b, unsigned g, mw_rng *rng)
{
    uint32_t nth = mw_rng_below(rng, group_size(b, g)), cell = 0;
    while (b->tiles[cell].group != g || nth--)
        cell++;
    return cell;
}

// A bridge that was away at the start is there, or the other way round. If its letter has another
// group, that is the opposite one: then the two exchange their cells, and the order stays.
static void flip_group(board *b, unsigned g)
{
    group *one = &b->groups[g];
    for (unsigned other = 0; other < b->group_count; other++)
        if (other != g && b->groups[other].letter == one->letter) {
            for (uint32_t c = 0; c < b->cells; c++)
                if (b->tiles[c].group == g || b->tiles[c].group == other)
                    b->tiles[c].group = (uint8_t)(b->tiles[c].group == g ? other : g);
            return;
        }
    one->there = !one->there;
}

static void change_bridge(mw_maze *m, mw_rng *rng)
{
    board *b = (board *)m->data;
    enum { FLIP, GROW, SHRINK, MOVE };
    if (!b->group_count)
        return;
    uint32_t what = mw_rng_below(rng, 8), g = mw_rng_below(rng, b->group_count);
    uint32_t from = cell_of_group(b, g, rng), to = other_cell(m, from, rng);
    unsigned size = group_size(b, g), group_under_start = b->tiles[b->start].group;
    bool under_start = group_under_start != NONE && // the block needs it at the start
                       b->groups[group_under_start].letter == b->groups[g].letter;
    bool needed = from == b->start || mw_bloxorz_is_target(b->effects, b->effect_count, from);
    if (what == FLIP && !under_start)
        flip_group(b, g);
    if (what == GROW && to < b->cells && size < BRIDGE_MAX)
        b->tiles[to] = (tile){VOID, (uint8_t)g, NONE};
    if (what == SHRINK && size > 1 && !needed)
        b->tiles[from] = (tile){(uint8_t)mw_rng_below(rng, 2), NONE, NONE};
    if (what >= MOVE && to < b->cells && !needed) {
        b->tiles[from] = (tile){(uint8_t)mw_rng_below(rng, 2), NONE, NONE};
        b->tiles[to] = (tile){VOID, (uint8_t)g, NONE};
    }
}

// ---- switches

static unsigned letter_count(const board *b, const effect *e)
{
    char letters[GROUPS_MAX + 1];
    return (unsigned)strlen(mw_bloxorz_letters(b, mw_bloxorz_changed(e), letters));
}

// Changes what one switch does to one letter. Every letter keeps a switch that moves it, and every
// switch a letter.
static void change_effect(board *b, mw_rng *rng)
{
    unsigned i = mw_rng_below(rng, b->effect_count), what = mw_rng_below(rng, CHANGES + 1);
    if (b->effects[i].split || !b->group_count)
        return;
    effect *e = &b->effects[i], before = *e;
    uint8_t letter = b->groups[mw_rng_below(rng, b->group_count)].letter;
    uint32_t bits = 0;
    for (unsigned g = 0; g < b->group_count; g++)
        bits |= b->groups[g].letter == letter ? 1u << g : 0;
    for (unsigned k = 0; k < CHANGES; k++) // what == CHANGES: the letter is left alone
        e->changes[k] = k == what ? e->changes[k] | bits : e->changes[k] & ~bits;
    unsigned letters = letter_count(b, e);
    bool grown = letters > letter_count(b, &before);
    if (!letters || (grown && letters > MOVES_MAX) ||
        bits & ~mw_bloxorz_all_changed(b->effects, b->effect_count))
        *e = before;
}

static void move_switch(mw_maze *m, mw_rng *rng)
{
    board *b = (board *)m->data;
    unsigned i = mw_rng_below(rng, b->effect_count);
    uint32_t from = 0;
    while (b->tiles[from].effect != i)
        from++;
    uint32_t to = other_cell(m, from, rng);
    if (to == b->cells)
        return;
    b->tiles[from].effect = NONE;
    b->tiles[to] = (tile){FLOOR, NONE, (uint8_t)i};
}

// A splitter sends one of its halves to another cell, which becomes floor.
static void move_target(mw_maze *m, mw_rng *rng)
{
    board *b = (board *)m->data;
    effect *e = &b->effects[mw_rng_below(rng, b->effect_count)];
    if (!e->split)
        return;
    unsigned k = mw_rng_below(rng, 2);
    uint32_t to = other_cell(m, e->to[k], rng);
    if (to == b->cells || to == e->to[!k])
        return;
    b->tiles[to].base = FLOOR;
    e->to[k] = (uint16_t)to;
}

static void change_tile(board *b, mw_rng *rng)
{
    uint32_t what = mw_rng_below(rng, 20), cell = mw_rng_below(rng, b->cells);
    if (!plain(b, cell))
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

static void mutate(mw_maze *m, mw_rng *rng)
{
    board *b = (board *)m->data;
    uint32_t what = b->effect_count ? mw_rng_below(rng, 20) : 20;
    if (what < 3)
        change_bridge(m, rng);
    else if (what < 5)
        move_switch(m, rng);
    else if (what < 7)
        change_effect(b, rng);
    else if (what < 8)
        move_target(m, rng);
    else
        change_tile(b, rng);
}

// Is it all the same whether a lying block presses the switches of two cells as they lie, or in a
// mirror? By the seed's rules two types work in the same order in a mirror, too.
static bool mirrors(const board *b, uint32_t one, uint32_t two)
{
    const effect *e = mw_bloxorz_soft(b, one), *f = mw_bloxorz_soft(b, two);
    if (!e || !f || (b->seed_rules && mw_bloxorz_soft_type(e) != mw_bloxorz_soft_type(f)))
        return true;
    for (uint32_t bridges = 0;; bridges = UINT32_MAX) { // all bridges away, then all there
        if (mw_bloxorz_fire(e, mw_bloxorz_fire(f, bridges)) !=
            mw_bloxorz_fire(f, mw_bloxorz_fire(e, bridges)))
            return false;
        if (bridges)
            return true;
    }
}

// Can the maze be mirrored without a change for the player? A lying block presses its left or upper
// switch first, and in a mirror that is the other one.
static bool turnable(const mw_maze *m)
{
    const board *b = mw_bloxorz_board(m);
    for (uint32_t c = 0; c < b->cells; c++)
        if ((c % m->w + 1u < m->w && !mirrors(b, c, c + 1)) ||
            (c / m->w + 1u < m->h && !mirrors(b, c, c + m->w)))
            return false;
    return true;
}

mw_maze *mw_bloxorz_turn(const mw_maze *m, unsigned symmetry)
{
    mw_maze *out = mw_maze_clone(m);
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

static mw_maze *turn(const mw_maze *m, unsigned symmetry)
{
    return mw_bloxorz_turn(m, turnable(m) ? symmetry : 0);
}

const mw_design mw_bloxorz_design = {
    .size = sizeof(mw_design),
    .mutate = mutate,
    .turn = turn,
    .bits = mw_bloxorz_bits,
    .encode = mw_bloxorz_encode,
    .decode = mw_bloxorz_decode,
    .presets =
        (const mw_preset[]){
            {.name = "longest", .about = "a long shortest solution", .objective = "-length"},
            {.name = "deadly",
             .about = "long, with many ways to go wrong",
             .objective = "if(solvable, -length - 0.2*dead, 0)"},
            {.name = "switches",
             .about = "every switch needed, up to 80 moves, on few tiles",
             .objective = "tiles + unused_tiles - 2*min(length, 80) - 20*required_switches + "
                          "10*idle_switches"},
            {.name = "hardest",
             .about = "the highest grade of difficulty for a person",
             .objective = "-player_steps"},
            {0},
        },
};
