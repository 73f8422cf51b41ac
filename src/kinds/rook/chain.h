// chain.h: rook mazes as genes, for design/chains/chain.h: for each jump the set of cells that have
// it. They are evaluated backwards from the goal, a layer at a time: one shift takes all cells with
// the same jump back in one direction.
#ifndef MW_KINDS_ROOK_CHAIN_H
#define MW_KINDS_ROOK_CHAIN_H

#include "design/chains/chain.h"
#include "core/cellset.h"

#define CHAIN_SIDE_MAX  10
#define CHAIN_WORDS_MAX 2
#define CHAIN_JUMPS     (CHAIN_SIDE_MAX - 1)
#define CHAIN_KNOWS                                                                                \
    (MW_CHAIN_BIT(MW_CHAIN_SOLVABLE) | MW_CHAIN_BIT(MW_CHAIN_LENGTH) |                             \
     MW_CHAIN_BIT(MW_CHAIN_BEST_LENGTH) | MW_CHAIN_BIT(MW_CHAIN_UNREACHING) |                      \
     MW_CHAIN_BIT(MW_CHAIN_UNREACHABLE) | MW_CHAIN_BIT(MW_CHAIN_STATES) |                          \
     MW_CHAIN_BIT(MW_CHAIN_DEAD))

typedef struct chain_genes {
    mw_word with[CHAIN_JUMPS][CHAIN_WORDS_MAX]; // from jump 1: the cells that have it
    uint16_t start, goal;
} chain_genes;

typedef struct chain_common {
    uint32_t w, h, cells, longest;
    bool queen;
    mw_word columns[CHAIN_SIDE_MAX + 1][CHAIN_WORDS_MAX]; // [n]: cells of the n leftmost ones
} chain_common;

typedef chain_common chain_common_block;

typedef struct chain_work {
    mw_word reaching[CHAIN_WORDS_MAX], reached[CHAIN_WORDS_MAX], layer[CHAIN_WORDS_MAX];
    uint32_t layers, length; // MW_FAR: not met yet
    bool forwards;
} chain_work;

MW_HOST_DEVICE chain_common chain_open(const chain_common_block *c)
{
    return *c;
}

MW_HOST_DEVICE uint32_t chain_words(const chain_common *f)
{
    return f->cells <= 64 ? 1 : 2;
}

MW_HOST_DEVICE uint32_t chain_memory(const chain_common *f, const uint32_t words)
{
    (void)f;
    (void)words;
    return 0;
}

// ---- what designers change

// The longest jump from a cell that stays in the grid in some direction.
MW_HOST_DEVICE uint32_t mw_rook_longest(uint32_t w, uint32_t h, uint32_t cell)
{
    uint32_t x = cell % w, y = cell / w, across = x > w - 1 - x ? x : w - 1 - x;
    uint32_t along = y > h - 1 - y ? y : h - 1 - y;
    return across > along ? across : along;
}

// A random cell that can have several jumps. Returns false if there is none, the goal apart.
MW_HOST_DEVICE bool mw_rook_draw_cell(uint32_t w, uint32_t h, uint32_t goal, mw_rng *rng,
                                      uint32_t *cell)
{
    if (w < 3 && h < 3)
        return false;
    do
        *cell = mw_random_below(rng, w * h);
    while (*cell == goal || mw_rook_longest(w, h, *cell) < 2);
    return true;
}

// A random jump for a cell, other than the one it has.
MW_HOST_DEVICE uint32_t mw_rook_draw_jump(uint32_t longest, uint32_t old, mw_rng *rng)
{
    uint32_t jump = 1 + mw_random_below(rng, longest - 1), other = jump < old ? jump : jump + 1;
    return other > longest ? jump : other; // the old jump was too long for the cell
}

// Changes the genes at random. Always true: every value depends on every jump.
MW_HOST_DEVICE bool chain_step(const chain_common *f, const uint32_t words, chain_genes *g,
                               mw_rng *rng, unsigned used)
{
    uint32_t cell, old = 0;
    (void)used;
    if (!mw_rook_draw_cell(f->w, f->h, g->goal, rng, &cell))
        return true;
    for (uint32_t j = 0; j < CHAIN_JUMPS; j++)
        old = mw_set_holds(g->with[j], words, cell) ? j + 1 : old;
    uint32_t jump = mw_rook_draw_jump(mw_rook_longest(f->w, f->h, cell), old, rng);
    for (uint32_t j = 0; j < CHAIN_JUMPS; j++)
        if (j + 1 == old || j + 1 == jump)
            mw_set_flip(g->with[j], words, cell);
    return true;
}

// ---- layers

// Word i of a set of which all cells move to higher numbers, or to lower ones, by any number.
MW_HOST_DEVICE mw_word chain_up(const mw_word *set, const uint32_t words, uint32_t i, uint32_t by)
{
    mw_word low = 0, high = 0; // the words that word i comes from
    for (uint32_t k = 0; k < words; k++) {
        high = k + by / 64 == i ? set[k] : high;
        low = k + by / 64 + 1 == i ? set[k] : low;
    }
    return high << by % 64 | (by % 64 ? low >> (64 - by % 64) : 0);
}

MW_HOST_DEVICE mw_word chain_down(const mw_word *set, const uint32_t words, uint32_t i, uint32_t by)
{
    mw_word low = 0, high = 0;
    for (uint32_t k = 0; k < words; k++) {
        low = i + by / 64 == k ? set[k] : low;
        high = i + by / 64 + 1 == k ? set[k] : high;
    }
    return low >> by % 64 | (by % 64 ? high << (64 - by % 64) : 0);
}

// The cells from which one jump leads into `to`. What leaves the grid at its top or bottom is
// shifted out of the set.
MW_HOST_DEVICE void chain_jump_back(const chain_common *f, const uint32_t words,
                                    const chain_genes *g, const mw_word *to, mw_word *from)
{
    for (uint32_t i = 0; i < words; i++)
        from[i] = 0;
    for (uint32_t j = 1; j <= CHAIN_JUMPS; j++) {
        if (j > f->longest)
            break;
        mw_word lines[CHAIN_WORDS_MAX];
        for (uint32_t i = 0; i < words; i++)
            lines[i] = j < f->h
                           ? chain_up(to, words, i, j * f->w) | chain_down(to, words, i, j * f->w)
                           : 0;
        for (uint32_t i = 0; i < words; i++) {
            mw_word with = g->with[j - 1][i], right = j < f->w ? with & f->columns[f->w - j][i] : 0;
            mw_word left = j < f->w ? with & ~f->columns[j][i] : 0;
            from[i] |= (lines[i] & with) | (chain_down(to, words, i, j) & right) |
                       (chain_up(to, words, i, j) & left);
            if (f->queen)
                from[i] |= (chain_down(lines, words, i, j) & right) |
                           (chain_up(lines, words, i, j) & left);
        }
    }
}

// The cells to which one jump leads from `from`.
MW_HOST_DEVICE void chain_jump_on(const chain_common *f, const uint32_t words, const chain_genes *g,
                                  const mw_word *from, mw_word *to)
{
    for (uint32_t i = 0; i < words; i++)
        to[i] = 0;
    for (uint32_t j = 1; j <= CHAIN_JUMPS; j++) {
        if (j > f->longest)
            break;
        mw_word along[CHAIN_WORDS_MAX], right[CHAIN_WORDS_MAX], left[CHAIN_WORDS_MAX];
        mw_word aside[CHAIN_WORDS_MAX];
        for (uint32_t i = 0; i < words; i++) {
            along[i] = from[i] & g->with[j - 1][i];
            right[i] = j < f->w ? along[i] & f->columns[f->w - j][i] : 0;
            left[i] = j < f->w ? along[i] & ~f->columns[j][i] : 0;
        }
        for (uint32_t i = 0; i < words; i++)
            aside[i] = chain_up(right, words, i, j) | chain_down(left, words, i, j);
        for (uint32_t i = 0; i < words; i++) {
            to[i] |= aside[i];
            if (j < f->h)
                to[i] |=
                    chain_up(along, words, i, j * f->w) | chain_down(along, words, i, j * f->w);
            if (j < f->h && f->queen)
                to[i] |=
                    chain_up(aside, words, i, j * f->w) | chain_down(aside, words, i, j * f->w);
        }
    }
    for (uint32_t i = 0; i < words; i++)
        to[i] &= f->columns[f->w][i];
}

// NOLINTBEGIN(readability-non-const-parameter) other kinds write to memory
MW_HOST_DEVICE void chain_begin(const chain_common *f, const uint32_t words, chain_work *work,
                                mw_word *memory, uint32_t stride, const chain_genes *g)
{
    (void)f;
    (void)memory;
    (void)stride;
    for (uint32_t i = 0; i < words; i++)
        work->reaching[i] = work->reached[i] = work->layer[i] = 0;
    mw_set_put(work->layer, words, g->goal);
    work->layers = 0;
    work->length = MW_FAR;
    work->forwards = false;
}

// One more layer. Returns false if there is none.
MW_HOST_DEVICE bool chain_work_on(const chain_common *f, const uint32_t words, chain_work *work,
                                  mw_word *memory, uint32_t stride, const chain_genes *g,
                                  unsigned used)
{
    const unsigned onwards = MW_CHAIN_BIT(MW_CHAIN_UNREACHABLE) | MW_CHAIN_BIT(MW_CHAIN_STATES) |
                             MW_CHAIN_BIT(MW_CHAIN_DEAD);
    mw_word next[CHAIN_WORDS_MAX];
    (void)memory;
    (void)stride;
    if (mw_set_empty(work->layer, words)) {
        if (work->forwards || !(used & onwards))
            return false;
        work->forwards = true;
        mw_set_put(work->layer, words, g->start);
        return true;
    }
    if (work->forwards) {
        chain_jump_on(f, words, g, work->layer, next);
        for (uint32_t i = 0; i < words; i++) {
            work->reached[i] |= work->layer[i];
            work->layer[i] = next[i] & ~work->reached[i];
        }
        return true;
    }
    if (mw_set_holds(work->layer, words, g->start))
        work->length = work->layers;
    chain_jump_back(f, words, g, work->layer, next);
    for (uint32_t i = 0; i < words; i++) {
        work->reaching[i] |= work->layer[i];
        work->layer[i] = next[i] & ~work->reaching[i];
    }
    work->layers++;
    return true;
}
// NOLINTEND(readability-non-const-parameter)

MW_HOST_DEVICE void chain_values(const chain_common *f, const uint32_t words, chain_work *work,
                                 chain_genes *g, double *values)
{
    uint32_t reaching = 0, reached = 0, dead = 0;
    (void)g;
    for (uint32_t i = 0; i < words; i++) {
        reaching += mw_word_size(work->reaching[i]);
        reached += mw_word_size(work->reached[i]);
        dead += mw_word_size(work->reached[i] & ~work->reaching[i]);
    }
    values[MW_CHAIN_SOLVABLE] = work->length != MW_FAR;
    values[MW_CHAIN_LENGTH] = work->length != MW_FAR ? work->length : 0;
    values[MW_CHAIN_BEST_LENGTH] = work->layers - 1;
    values[MW_CHAIN_UNREACHING] = f->cells - reaching;
    values[MW_CHAIN_UNREACHABLE] = f->cells - reached;
    values[MW_CHAIN_STATES] = reached;
    values[MW_CHAIN_DEAD] = dead;
}

#endif
