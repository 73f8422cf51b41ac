// design.c: die mazes as designers change them: an obstacle comes or goes, often with the start
// where the way is longest then; now and then start or goal moves.
#include "kinds/die/die.h"

#include "mazewright/rng.h"
#include "core/symmetry.h"

#include <string.h>

// Long mazes are found sooner when the start follows the walls.
static void start_farthest(const mw_maze *m, board *b)
{
    uint32_t cell = mw_die_farthest(m);
    if (cell == b->goal)
        return;
    b->start = cell;
    b->cells[cell] = FREE;
}

static void mutate(mw_maze *m, mw_rng *rng)
{
    board *b = (board *)m->data;
    if (m->w * m->h < 3) // nothing but start and goal
        return;
    mw_die_change c =
        mw_die_draw_change(m->w, m->h, mw_die_inner(m, b->start), mw_die_inner(m, b->goal), rng);
    uint32_t cell = (c.y + 1) * (m->w + 2u) + c.x + 1, what = c.what;
    if (what < 18) {
        b->cells[cell] = b->cells[cell] == WALL ? FREE : WALL;
    } else { // start or goal moves there
        b->cells[cell] = FREE;
        *(what == 18 ? &b->start : &b->goal) = cell;
    }
    if (what < 6)
        start_farthest(m, b);
    if (b->labels) // the last label of a face may have gone, and orientations with it
        mw_die_prepare(m, b->orientations[0]);
}

// The die is mirrored with its board: what showed east shows west, and so on.
static orientation turned(orientation o, unsigned symmetry)
{
    if (symmetry & 1)
        o.east = 7 - o.east;
    if (symmetry & 2)
        o.north = 7 - o.north;
    if (symmetry & 4) { // north becomes west, east becomes south
        uint8_t east = o.east;
        o.east = 7 - o.north;
        o.north = 7 - east;
    }
    return o;
}

static mw_maze *turn_board(const mw_maze *m, unsigned symmetry)
{
    const board *b = mw_die_board(m);
    mw_maze *out = mw_maze_clone(m);
    if (!out)
        return NULL;
    board *o = (board *)out->data;
    out->w = mw_turned_w(m, symmetry);
    out->h = mw_turned_h(m, symmetry);
    memset(o->cells, WALL, (m->w + 2u) * (m->h + 2u));
    for (uint32_t c = 0; c < (uint32_t)m->w * m->h; c++) { // cells have a border on the board
        uint32_t to = mw_turned_cell(m, c, symmetry);
        uint32_t from_at = (c / m->w + 1) * (m->w + 2u) + c % m->w + 1;
        uint32_t to_at = (to / out->w + 1) * (out->w + 2u) + to % out->w + 1;
        o->cells[to_at] = b->cells[from_at];
        if (from_at == b->start)
            o->start = to_at;
        if (from_at == b->goal)
            o->goal = to_at;
    }
    mw_die_prepare(out, turned(b->orientations[0], symmetry));
    return out;
}

const mw_design mw_die_design = {
    .size = sizeof(mw_design),
    .mutate = mutate,
    .exact = mw_die_exact,
    .bits = mw_die_bits,
    .encode = mw_die_encode,
    .decode = mw_die_decode,
    .turn = turn_board,
    .chains = &mw_die_chains,
    .presets =
        (const mw_preset[]){
            {.name = "longest",
             .about = "a long shortest solution",
             .objective = "-length",
             .hot = 2,
             .cold = 0.7},
            {.name = "unique",
             .about = "long, and only one way to do it in so few rolls",
             .objective = "-length + 10*(solutions - 1)*solvable"},
            {.name = "hardest",
             .about = "the highest grade of difficulty for a person",
             .objective = "-player_steps"},
            {0},
        },
};
