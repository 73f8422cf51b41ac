// blocks.c: moving blocks of random and designed mazes: how they are drawn at random, how a search
// changes them, and how they are written as bits.
//
// The rules let a block walk through walls and other blocks, on long paths. Those made here do
// neither, and have short paths (DESIGNED_STEPS), so that a player can look ahead; and all of them
// are back together soon (DESIGNED_PERIOD), because a maze has as many times more states.
#include "kinds/theseus/theseus.h"

#include "mazewright/rng.h"

#include <string.h>

#define OUT_MAX         4             // steps of a way
#define DESIGNED_STEPS  (2 * OUT_MAX) // of a path
#define DESIGNED_PERIOD 24            // the least common multiple of all even lengths up to there
#define TRIES           50 // to find room for a random block, before it has to rest somewhere

// A path in short: some steps out, and back in as many.
typedef struct way {
    uint32_t cell;
    uint8_t out;            // steps; 0: the block rests
    uint8_t steps[OUT_MAX]; // sides; those beyond `out` are 0
    bool around;            // back by the opposite steps in the same order; else the same way back
} way;

static unsigned opposite(unsigned side)
{
    return (side + 2) & 3;
}

// The side of a cell on which another one lies; WAIT if it is the same cell. LEFT may also be a
// cell that is no neighbour.
static unsigned side_of(uint32_t w, uint32_t from, uint32_t to)
{
    return to == from       ? WAIT
           : to + w == from ? UP
           : to == from + w ? DOWN
           : to == from + 1 ? RIGHT
                            : LEFT;
}

bool mw_theseus_crosses(const mw_maze *m, uint32_t cell, unsigned side)
{
    const board *b = mw_theseus_board(m);
    uint32_t beside = mw_theseus_beside(m->w, cell, side);
    for (unsigned i = 0; i < b->block_count; i++)
        for (unsigned k = 0; k < b->blocks[i].period; k++) {
            uint32_t from = b->blocks[i].path[k];
            uint32_t to = b->blocks[i].path[(k + 1u) % b->blocks[i].period];
            if ((from == cell && to == beside) || (from == beside && to == cell))
                return true;
        }
    return false;
}

// ---- where a block fits

static bool is_open(const mw_theseus_room *r, uint32_t from, unsigned side)
{
    return side == WAIT ||
           (!mw_theseus_on_border(r->w, r->h, from, side) && !(r->walls[from] & WALL(side)));
}

// Is each cell of the path beside the one before it, or the same, without a wall between them?
static bool is_walk(const mw_theseus_room *r, const block *k)
{
    for (unsigned i = 0; i < k->period; i++) {
        uint32_t from = k->path[i], to = k->path[(i + 1u) % k->period];
        unsigned side = side_of(r->w, from, to);
        if (!is_open(r, from, side) || mw_theseus_beside(r->w, from, side) != to)
            return false;
    }
    return k->period;
}

static bool rests(const block *k)
{
    for (unsigned i = 1; i < k->period; i++)
        if (k->path[i] != k->path[0])
            return false;
    return true;
}

// Do two blocks ever stand on the same cell, or walk through each other?
static bool meets(const block *a, const block *b)
{
    uint32_t together = mw_theseus_period((const block[]){*a, *b}, 2);
    for (uint32_t turn = 0; turn < together; turn++) {
        uint32_t at = a->path[turn % a->period], then = a->path[(turn + 1) % a->period];
        uint32_t other = b->path[turn % b->period], other_then = b->path[(turn + 1) % b->period];
        if (at == other || (at == other_then && then == other))
            return true;
    }
    return false;
}

static bool is_taken(const mw_theseus_room *r, uint32_t cell)
{
    return cell == r->theseus || cell == r->minotaur || cell == r->goal;
}

// Does block i fit among the others?
static bool fits(const mw_theseus_room *r, const block *blocks, unsigned count, unsigned i)
{
    const block *k = &blocks[i];
    if (!is_walk(r, k) || is_taken(r, k->path[0]) ||
        mw_theseus_period(blocks, count) > DESIGNED_PERIOD || (k->period > 1 && rests(k)))
        return false;
    for (unsigned other = 0; other < count; other++)
        if (other != i && meets(k, &blocks[other]))
            return false;
    return true;
}

// ---- ways

static block path_of(const mw_theseus_room *r, const way *y)
{
    block k = {.period = (uint8_t)(y->out ? 2 * y->out : 1), .path = {(uint16_t)y->cell}};
    for (unsigned i = 0; i + 1 < k.period; i++) {
        unsigned side = i < y->out  ? y->steps[i]
                        : y->around ? opposite(y->steps[i - y->out])
                                    : opposite(y->steps[2 * y->out - 1 - i]);
        if (mw_theseus_on_border(r->w, r->h, k.path[i], side))
            return (block){0};
        k.path[i + 1] = (uint16_t)mw_theseus_beside(r->w, k.path[i], side);
    }
    return k;
}

static bool same_path(const block *a, const block *b)
{
    return a->period == b->period && !memcmp(a->path, b->path, a->period * sizeof *a->path);
}

// The way of this path. False: it has none.
static bool way_of(const mw_theseus_room *r, const block *k, way *y)
{
    *y = (way){.cell = k->path[0], .out = (uint8_t)(k->period / 2)};
    if ((k->period > 1 && k->period % 2) || y->out > OUT_MAX)
        return false;
    for (unsigned i = 0; i < y->out; i++) {
        unsigned side = side_of(r->w, k->path[i], k->path[i + 1]);
        if (side == WAIT)
            return false;
        y->steps[i] = (uint8_t)side;
    }
    for (unsigned around = 0; around < 2; around++) {
        y->around = around;
        block back = path_of(r, y);
        if (same_path(&back, k))
            return true;
    }
    return false;
}

// A way at random, along which there are no walls. It turns back only at its end.
static way draw_way(const mw_theseus_room *r, mw_rng *rng)
{
    way y = {.cell = mw_rng_below(rng, r->w * r->h)};
    unsigned out = 1 + mw_rng_below(rng, OUT_MAX);
    uint32_t at = y.cell;
    for (unsigned i = 0; i < out; i++) {
        unsigned open[4], count = 0;
        for (unsigned side = UP; side <= LEFT; side++)
            if (is_open(r, at, side) && (!i || side != opposite(y.steps[i - 1])))
                open[count++] = side;
        if (!count)
            break;
        y.steps[i] = (uint8_t)open[mw_rng_below(rng, count)];
        at = mw_theseus_beside(r->w, at, y.steps[i]);
        y.out++;
    }
    y.around = mw_rng_below(rng, 2);
    block k = path_of(r, &y);
    y.around = y.around && is_walk(r, &k);
    return y;
}

// ---- random blocks

static bool is_on_a_path(const block *blocks, unsigned count, uint32_t cell)
{
    for (unsigned i = 0; i < count; i++)
        for (unsigned k = 0; k < blocks[i].period; k++)
            if (blocks[i].path[k] == cell)
                return true;
    return false;
}

void mw_theseus_draw_blocks(const mw_theseus_room *r, block *blocks, unsigned count, mw_rng *rng)
{
    for (unsigned i = 0; i < count; i++) {
        bool found = false;
        for (unsigned try = 0; try < TRIES && !found; try++) {
            way y = draw_way(r, rng);
            blocks[i] = path_of(r, &y);
            found = y.out && fits(r, blocks, i + 1, i);
        }
        uint32_t cell = 0; // there is one: each block so far has at most 2 * OUT_MAX of the cells
        while (!found && (is_taken(r, cell) || is_on_a_path(blocks, i, cell)))
            cell++;
        if (!found)
            blocks[i] = (block){.period = 1, .path = {(uint16_t)cell}};
    }
}

// ---- changes

// Begins the path `by` steps later.
static void rotate(block *k, uint32_t by)
{
    const block old = *k;
    for (unsigned i = 0; i < k->period; i++)
        k->path[i] = old.path[(i + by) % k->period];
}

void mw_theseus_rotate_blocks(mw_maze *m, uint32_t turns)
{
    board *b = (board *)m->data;
    for (unsigned i = 0; i < b->block_count; i++)
        rotate(&b->blocks[i], turns);
    mw_theseus_refresh_blocks(m);
}

// Moves the whole path one cell to a side, if it stays on the board.
static void shift(const mw_theseus_room *r, block *k, unsigned side)
{
    const block old = *k;
    for (unsigned i = 0; i < k->period; i++) {
        if (mw_theseus_on_border(r->w, r->h, old.path[i], side)) {
            *k = old;
            return;
        }
        k->path[i] = (uint16_t)mw_theseus_beside(r->w, old.path[i], side);
    }
}

// Takes up to two cells out of the path and puts up to two others in, each beside the one before it
// or the same. So steps are added, removed or bent. What comes of it may be no walk.
static void splice(const mw_theseus_room *r, block *k, mw_rng *rng)
{
    unsigned out = mw_rng_below(rng, 3), in = mw_rng_below(rng, 3);
    rotate(k, mw_rng_below(rng, k->period));
    if (k->period + in > DESIGNED_STEPS + out || k->period <= out)
        return;
    k->period = (uint8_t)(k->period - out);
    memset(k->path + k->period, 0, out * sizeof *k->path);
    for (; in; in--) {
        uint32_t last = k->path[k->period - 1];
        unsigned side = mw_rng_below(rng, 5);
        if (side != WAIT && mw_theseus_on_border(r->w, r->h, last, side))
            side = WAIT;
        k->path[k->period++] = (uint16_t)mw_theseus_beside(r->w, last, side);
    }
}

void mw_theseus_change_block(mw_maze *m, mw_rng *rng)
{
    board *b = (board *)m->data;
    const mw_theseus_room r = mw_theseus_room_of(m);
    unsigned i = mw_rng_below(rng, b->block_count), what = mw_rng_below(rng, 8);
    const block old = b->blocks[i];
    if (!what) {
        way y = draw_way(&r, rng);
        b->blocks[i] = path_of(&r, &y);
    } else if (what == 1) {
        rotate(&b->blocks[i], mw_rng_below(rng, old.period));
    } else if (what < 4) {
        shift(&r, &b->blocks[i], mw_rng_below(rng, 4));
    } else {
        splice(&r, &b->blocks[i], rng);
    }
    if (fits(&r, b->blocks, b->block_count, i) && !rests(&b->blocks[i])) // blocks keep moving
        mw_theseus_refresh_blocks(m);
    else
        b->blocks[i] = old;
}

// ---- bits: the cell, the number of steps out, how it comes back, and the steps

enum { OUT_BITS = 3, SIDE_BITS = 2 };

unsigned mw_theseus_block_bits(const mw_maze *m)
{
    const board *b = mw_theseus_board(m);
    const mw_theseus_room r = mw_theseus_room_of(m);
    way y;
    for (unsigned i = 0; i < b->block_count; i++)
        if (!way_of(&r, &b->blocks[i], &y))
            return 0;
    return b->block_count * (mw_bits_for(b->cells) + OUT_BITS + 1u + OUT_MAX * SIDE_BITS);
}

void mw_theseus_encode_blocks(const mw_maze *m, mw_bits *s)
{
    const board *b = mw_theseus_board(m);
    const mw_theseus_room r = mw_theseus_room_of(m);
    for (unsigned i = 0; i < b->block_count; i++) {
        way y;
        way_of(&r, &b->blocks[i], &y);
        mw_bits_put_number(s, y.cell, mw_bits_for(b->cells));
        mw_bits_put_number(s, y.out, OUT_BITS);
        mw_bits_put(s, y.around);
        for (unsigned k = 0; k < OUT_MAX; k++)
            mw_bits_put_number(s, y.steps[k], SIDE_BITS);
    }
}

// Reads a way, and its path. False: there is no such path, or other bits stand for it.
static bool take_block(const mw_theseus_room *r, mw_bits *s, block *k)
{
    way y = {.cell = mw_bits_take_number(s, mw_bits_for(r->w * r->h))}, known;
    y.out = (uint8_t)mw_bits_take_number(s, OUT_BITS);
    y.around = mw_bits_take(s);
    bool legal = y.cell < r->w * r->h && y.out <= OUT_MAX;
    for (unsigned i = 0; i < OUT_MAX; i++) {
        y.steps[i] = (uint8_t)mw_bits_take_number(s, SIDE_BITS);
        legal = legal && (i < y.out || !y.steps[i]);
    }
    if (!legal)
        return false;
    *k = path_of(r, &y);
    return k->period && way_of(r, k, &known) && known.around == y.around;
}

bool mw_theseus_decode_blocks(mw_maze *m, mw_bits *s)
{
    board *b = (board *)m->data;
    const mw_theseus_room r = mw_theseus_room_of(m);
    for (unsigned i = 0; i < b->block_count; i++)
        if (!take_block(&r, s, &b->blocks[i]) || !fits(&r, b->blocks, i + 1, i))
            return false;
    mw_theseus_refresh_blocks(m);
    return true;
}
