// design.c: how searches change a die maze, mirror it, and write it as a string of bits. Mostly an
// obstacle comes or goes, and then the start often moves to where the way is longest; now and then
// the start or the goal moves to a random cell.
#include "kinds/die/die.h"

#include "core/bitstring.h"
#include "core/symmetry.h"

#include <string.h>

// A search finds long mazes sooner if the start moves when the obstacles change.
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
    uint32_t cell = mw_die_bordered(m, c.y * m->w + c.x), what = c.what;
    if (what < 18) {
        b->cells[cell] = b->cells[cell] == WALL ? FREE : WALL;
    } else { // start or goal moves there
        b->cells[cell] = FREE;
        *(what == 18 ? &b->start : &b->goal) = cell;
    }
    if (what < 6)
        start_farthest(m, b);
    if (b->labels) // the last label of a face may be gone, so that there are fewer classes
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

static mw_maze *turn(const mw_maze *m, unsigned symmetry)
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
        uint32_t from_at = mw_die_bordered(m, c), to_at = mw_die_bordered(out, to);
        o->cells[to_at] = b->cells[from_at];
        if (from_at == b->start)
            o->start = to_at;
        if (from_at == b->goal)
            o->goal = to_at;
    }
    mw_die_prepare(out, turned(b->orientations[0], symmetry));
    return out;
}

// ---- a maze without labels as a string of bits: the cells of start and goal, then for each cell,
// row by row, whether it is an obstacle

static unsigned bits(const mw_maze *m)
{
    uint32_t cells = (uint32_t)m->w * m->h;
    return mw_die_board(m)->labels ? 0 : 2 * mw_bits_for(cells) + cells;
}

static void encode(const mw_maze *m, uint64_t *out)
{
    const board *b = mw_die_board(m);
    uint32_t cells = (uint32_t)m->w * m->h;
    mw_bits s = mw_bits_write(out, bits(m));
    mw_bits_put_number(&s, mw_die_inner(m, b->start), mw_bits_for(cells));
    mw_bits_put_number(&s, mw_die_inner(m, b->goal), mw_bits_for(cells));
    for (uint32_t c = 0; c < cells; c++)
        mw_bits_put(&s, b->cells[mw_die_bordered(m, c)] == WALL);
}

static bool decode(mw_maze *m, const uint64_t *in)
{
    board *b = (board *)m->data;
    uint32_t cells = (uint32_t)m->w * m->h;
    mw_bits s = mw_bits_read(in);
    uint32_t start = mw_bits_take_number(&s, mw_bits_for(cells));
    uint32_t goal = mw_bits_take_number(&s, mw_bits_for(cells));
    if (start >= cells || goal >= cells || start == goal)
        return false;
    b->start = mw_die_bordered(m, start);
    b->goal = mw_die_bordered(m, goal);
    for (uint32_t c = 0; c < cells; c++)
        b->cells[mw_die_bordered(m, c)] = mw_bits_take(&s) ? WALL : FREE;
    return b->cells[b->start] == FREE && b->cells[b->goal] == FREE;
}

const mw_design mw_die_design = {
    .size = sizeof(mw_design),
    .mutate = mutate,
    .exact = mw_die_exact,
    .bits = bits,
    .encode = encode,
    .decode = decode,
    .turn = turn,
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
