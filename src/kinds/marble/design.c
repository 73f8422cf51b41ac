// design.c: the small random changes by which `design` searches for a marble maze. A wall is
// opened, which makes a ring, and one of the openings in the ring is closed: so a tree stays a
// tree. And a tree as a string of bits, for genetic search.
#include "kinds/marble/marble.h"

#include "core/bitstring.h"
#include "mazewright/rng.h"

#include <string.h>

#define CELLS_MAX (SIDE_MAX * SIDE_MAX * SIDE_MAX)

typedef struct walk {
    uint16_t from[CELLS_MAX], queue[CELLS_MAX]; // from: where a cell was reached from
} walk;

// Walks over the maze from one cell, until it reaches another cell, or everywhere if there is no
// such cell. Returns how many cells it reached.
static uint32_t explore(const mw_maze *m, walk *k, uint32_t first, uint32_t last)
{
    uint32_t head = 0, tail = 0, cells = mw_marble_cells(m);
    memset(k->from, 0xff, cells * sizeof *k->from);
    k->queue[tail++] = (uint16_t)first;
    k->from[first] = (uint16_t)first;
    while (head < tail && (last >= cells || k->from[last] == UINT16_MAX)) {
        uint32_t c = k->queue[head++];
        for (unsigned i = 0; i < 6; i++) {
            if (!mw_marble_open(m, c, i / 2, i % 2))
                continue;
            uint32_t next = mw_marble_beyond(m, c, i / 2, i % 2);
            if (k->from[next] == UINT16_MAX) {
                k->from[next] = (uint16_t)c;
                k->queue[tail++] = (uint16_t)next;
            }
        }
    }
    return tail;
}

// The way from one cell to another; its length in steps, 0 if there is none.
static uint32_t find_way(const mw_maze *m, walk *k, uint32_t start, uint32_t end)
{
    uint32_t steps = 0;
    explore(m, k, end, start);
    if (k->from[start] == UINT16_MAX)
        return 0;
    for (uint32_t c = start; c != end; c = k->from[c])
        steps++;
    return steps;
}

static void set_wall(mw_maze *m, uint32_t one, uint32_t other, bool open)
{
    board *b = (board *)m->data;
    uint32_t low = one < other ? one : other, gap = one < other ? other - one : one - other;
    unsigned axis = gap == 1 && m->w > 1 ? X : gap == m->w && m->h > 1 ? Y : Z;
    uint8_t bit = (uint8_t)(1u << axis);
    b->cells[low] = (uint8_t)(open ? b->cells[low] | bit : b->cells[low] & ~bit);
}

static void mutate(mw_maze *m, mw_rng *rng)
{
    walk k;
    for (unsigned tries = 0; tries < 100; tries++) {
        uint32_t cell = mw_rng_below(rng, mw_marble_cells(m));
        unsigned axis = mw_rng_below(rng, mw_marble_axes(m));
        if (!mw_marble_may_open(m, cell, axis) || mw_marble_open(m, cell, axis, true))
            continue;
        uint32_t other = mw_marble_beyond(m, cell, axis, true);
        uint32_t steps = find_way(m, &k, cell, other);
        if (steps) { // in a tree there is always a way
            uint32_t c = cell;
            for (uint32_t nth = mw_rng_below(rng, steps); nth; nth--)
                c = k.from[c];
            set_wall(m, c, k.from[c], false);
        }
        set_wall(m, cell, other, true);
        return;
    }
}

// ---- a maze that is a tree as a string of bits: for each cell but the target, to which of the
// cells beside it the way to the target leads. If these ways end nowhere but at the target, the
// string is a tree; one and the same tree is always the same string.

#define SIDES 6

// The cells beside a cell that belong to the maze; returns their number.
static unsigned cells_beside(const mw_maze *m, uint32_t cell, uint32_t beside[SIDES])
{
    unsigned n = 0;
    for (unsigned axis = X; axis <= Z; axis++) {
        if (mw_marble_coordinate(m, cell, axis) &&
            mw_marble_may_open(m, mw_marble_beyond(m, cell, axis, false), axis))
            beside[n++] = mw_marble_beyond(m, cell, axis, false);
        if (mw_marble_may_open(m, cell, axis))
            beside[n++] = mw_marble_beyond(m, cell, axis, true);
    }
    return n;
}

// Does the cell have a place in the string?
static bool has_bits(const mw_maze *m, uint32_t cell)
{
    return cell != mw_marble_target(m) && mw_marble_board(m)->cells[cell] != OUT_OF_MAZE;
}

static unsigned bits(const mw_maze *m)
{
    walk k;
    uint32_t cells = mw_marble_cells(m), others = 0, open = 0, beside[SIDES];
    unsigned n = 0;
    for (uint32_t c = 0; c < cells; c++) {
        for (unsigned axis = X; axis <= Z; axis++)
            open += mw_marble_open(m, c, axis, true);
        if (has_bits(m, c)) {
            others++;
            n += mw_bits_for(cells_beside(m, c, beside));
        }
    }
    bool tree = open == others && explore(m, &k, mw_marble_target(m), cells) == others + 1;
    return tree ? n : 0;
}

static void encode(const mw_maze *m, uint64_t *out)
{
    walk k;
    uint32_t cells = mw_marble_cells(m), beside[SIDES] = {0};
    mw_bits s = mw_bits_write(out, bits(m));
    explore(m, &k, mw_marble_target(m), cells);
    for (uint32_t c = 0; c < cells; c++) {
        if (!has_bits(m, c))
            continue;
        unsigned count = cells_beside(m, c, beside), side = 0;
        while (side < count && beside[side] != k.from[c])
            side++;
        mw_bits_put_number(&s, side, mw_bits_for(count));
    }
}

// Do the ways of all cells, which are in `from`, end at the target? `queue` gets a mark for each
// cell whose way is known to end there.
static bool ways_end(const mw_maze *m, walk *k)
{
    uint32_t cells = mw_marble_cells(m), target = mw_marble_target(m);
    memset(k->queue, 0, cells * sizeof *k->queue);
    k->queue[target] = 1;
    for (uint32_t c = 0; c < cells; c++) {
        uint32_t steps = 0;
        if (!has_bits(m, c))
            continue;
        for (uint32_t at = c; !k->queue[at]; at = k->from[at])
            if (++steps > cells) // a ring
                return false;
        for (uint32_t at = c; !k->queue[at]; at = k->from[at])
            k->queue[at] = 1;
    }
    return true;
}

static bool decode(mw_maze *m, const uint64_t *in)
{
    walk k;
    board *b = (board *)m->data;
    uint32_t cells = mw_marble_cells(m), beside[SIDES];
    mw_bits s = mw_bits_read(in);
    for (uint32_t c = 0; c < cells; c++) {
        k.from[c] = 0;
        if (!has_bits(m, c))
            continue;
        unsigned count = cells_beside(m, c, beside);
        uint32_t side = mw_bits_take_number(&s, mw_bits_for(count));
        if (side >= count)
            return false;
        k.from[c] = (uint16_t)beside[side];
    }
    if (!ways_end(m, &k))
        return false;
    for (uint32_t c = 0; c < cells; c++)
        if (b->cells[c] != OUT_OF_MAZE)
            b->cells[c] = 0;
    for (uint32_t c = 0; c < cells; c++)
        if (has_bits(m, c))
            set_wall(m, c, k.from[c], true);
    return true;
}

const mw_design mw_marble_design = {
    .size = sizeof(mw_design),
    .mutate = mutate,
    .bits = bits,
    .encode = encode,
    .decode = decode,
    .presets =
        (const mw_preset[]){
            {.name = "longest",
             .about = "a long shortest solution, as predicted",
             .objective = "-length"},
            {.name = "hardest",
             .about = "the highest grade of difficulty for a person",
             .objective = "-player_steps"},
            {0},
        },
};
