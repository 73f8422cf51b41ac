// chain.h: die mazes as genes, for design/chains/chain.h, and their evaluation, which fast.c uses,
// too. It goes backwards from the goal, a layer at a time, with one set of cells for each class of
// orientations: a roll moves a whole set by one cell. All rolls must cost the same.
#ifndef MW_KINDS_DIE_CHAIN_H
#define MW_KINDS_DIE_CHAIN_H

#include "design/chains/chain.h"
#include "core/cellset.h"

enum { NORTH, EAST, SOUTH, WEST };
#define ORIENTATIONS 24

#define CHAIN_SIDE_MAX  16
#define CHAIN_WORDS_MAX 4
#define CHAIN_CELLS_MAX (CHAIN_WORDS_MAX * 64)
#define CHAIN_KNOWS                                                                                \
    (MW_CHAIN_BIT(MW_CHAIN_SOLVABLE) | MW_CHAIN_BIT(MW_CHAIN_LENGTH) |                             \
     MW_CHAIN_BIT(MW_CHAIN_BEST_LENGTH))

typedef struct chain_genes {
    mw_word free[CHAIN_WORDS_MAX];
    uint16_t start, goal;
    uint16_t follow; // 1: after the evaluation the start goes where the way is longest
} chain_genes;

typedef struct chain_common {
    uint32_t w, h, cells, classes;
    uint32_t wins;                                         // a bit for each class
    uint32_t first;                                        // the class of the start's orientation
    mw_word left[CHAIN_WORDS_MAX], right[CHAIN_WORDS_MAX]; // cells with a neighbour there
    uint8_t turns[ORIENTATIONS][4]; // class after a roll; `classes`: forbidden
} chain_common;

typedef chain_common chain_common_block;

typedef struct chain_work {
    uint32_t layers;
    uint32_t length; // from the maze's own start; this and those below: MW_FAR if not met yet
    uint32_t farthest, far; // the cell with the longest way for the start's orientation; its length
    uint32_t odd;           // the newest layer is in array 1 + odd
} chain_work;

MW_HOST_DEVICE chain_common chain_open(const chain_common_block *c)
{
    return *c;
}

MW_HOST_DEVICE uint32_t chain_words(const chain_common *f)
{
    return f->cells <= 64 ? 1 : f->cells <= 128 ? 2 : 4;
}

// Words of memory: the states met, the newest layer and the one before it.
MW_HOST_DEVICE uint32_t chain_memory(const chain_common *f, const uint32_t words)
{
    return 3 * f->classes * words;
}

MW_HOST_DEVICE mw_word *chain_set(const chain_common *f, const uint32_t words, mw_word *memory,
                                  uint32_t stride, uint32_t array, uint32_t k)
{
    return memory + (size_t)((array * f->classes + k) * words) * stride;
}

// ---- what designers change

typedef struct mw_die_change {
    uint32_t what, x, y;
} mw_die_change;

// A random cell, and what happens there. If `what` is below 18, an obstacle comes or goes; if it is
// below 6, the start then moves to where the way is longest. 18: the start moves there, 19: the
// goal.
MW_HOST_DEVICE mw_die_change mw_die_draw_change(uint32_t w, uint32_t h, uint32_t start,
                                                uint32_t goal, mw_rng *rng)
{
    mw_die_change c;
    c.what = mw_random_below(rng, 20);
    do {
        c.y = mw_random_below(rng, h);
        c.x = mw_random_below(rng, w);
    } while (c.y * w + c.x == start || c.y * w + c.x == goal);
    return c;
}

// Changes the genes at random. Always true: every value depends on them.
MW_HOST_DEVICE bool chain_step(const chain_common *f, const uint32_t words, chain_genes *g,
                               mw_rng *rng, unsigned used)
{
    (void)used;
    if (f->cells < 3) // nothing but start and goal
        return true;
    mw_die_change c = mw_die_draw_change(f->w, f->h, g->start, g->goal, rng);
    uint32_t cell = c.y * f->w + c.x;
    if (c.what < 18)
        mw_set_flip(g->free, words, cell);
    else
        mw_set_put(g->free, words, cell);
    if (c.what == 18)
        g->start = (uint16_t)cell;
    if (c.what == 19)
        g->goal = (uint16_t)cell;
    g->follow = c.what < 6;
    return true;
}

// ---- layers

MW_HOST_DEVICE void chain_begin(const chain_common *f, const uint32_t words, chain_work *work,
                                mw_word *memory, uint32_t stride, const chain_genes *g)
{
    for (uint32_t k = 0; k < f->classes; k++)
        for (uint32_t i = 0; i < words; i++) {
            mw_word goal = f->wins >> k & 1 && g->goal / 64u == i ? (mw_word)1 << g->goal % 64 : 0;
            chain_set(f, words, memory, stride, 0, k)[(size_t)i * stride] = goal;
            chain_set(f, words, memory, stride, 1, k)[(size_t)i * stride] = goal;
        }
    work->layers = work->odd = 0;
    work->length = work->farthest = work->far = MW_FAR;
}

// Boards with labels, by class: the cells where the die may lie, and the cells that a roll of this
// class may end on. Only for the processor; without labels NULL takes its place.
typedef struct mw_die_labels {
    mw_word legal[ORIENTATIONS][CHAIN_WORDS_MAX], enter[ORIENTATIONS][CHAIN_WORDS_MAX];
} mw_die_labels;

// Works out one more layer: the states from which one roll leads into the layer before it and that
// were not met yet. Array 0 holds all states met; arrays 1 and 2 in turn hold the newest layer.
// Returns false if the new layer is empty; the last one is then still in array 2 - work->odd.
MW_HOST_DEVICE bool mw_die_layer(const chain_common *f, const uint32_t words, chain_work *work,
                                 mw_word *memory, uint32_t stride, const chain_genes *g,
                                 const mw_die_labels *labels)
{
    mw_word some = 0;
    for (uint32_t k = 0; k < f->classes; k++) {
        mw_word to[4][CHAIN_WORDS_MAX], more[CHAIN_WORDS_MAX], any = 0;
        for (unsigned d = 0; d < 4; d++) {
            const uint32_t from = f->turns[k][d];
            const mw_word *layer = chain_set(f, words, memory, stride, 1 + work->odd, from);
            for (uint32_t i = 0; i < words; i++) {
                to[d][i] = from < f->classes ? layer[(size_t)i * stride] : 0;
                if (labels)
                    to[d][i] &= labels->enter[k][i];
            }
        }
        mw_word *seen = chain_set(f, words, memory, stride, 0, k);
        mw_word *next = chain_set(f, words, memory, stride, 2 - work->odd, k);
        for (uint32_t i = 0; i < words; i++) {
            mw_word from = mw_set_up(to[NORTH], i, words, f->w) |
                           (mw_set_down(to[EAST], i, words, 1) & f->right[i]) |
                           mw_set_down(to[SOUTH], i, words, f->w) |
                           (mw_set_up(to[WEST], i, words, 1) & f->left[i]);
            more[i] = from & (labels ? labels->legal[k][i] : g->free[i]);
            more[i] &= ~seen[(size_t)i * stride];
            any |= more[i];
        }
        for (uint32_t i = 0; i < words; i++) {
            next[(size_t)i * stride] = more[i];
            seen[(size_t)i * stride] |= more[i];
        }
        some |= any;
        if (k == f->first && any) {
            if (mw_set_holds(more, words, g->start))
                work->length = work->layers + 1;
            work->far = work->layers + 1;
            mw_set_take(more, words, &work->farthest);
        }
    }
    work->odd ^= 1;
    work->layers += some != 0;
    return some != 0;
}

MW_HOST_DEVICE bool chain_work_on(const chain_common *f, const uint32_t words, chain_work *work,
                                  mw_word *memory, uint32_t stride, const chain_genes *g,
                                  unsigned used)
{
    (void)used;
    return mw_die_layer(f, words, work, memory, stride, g, NULL);
}

MW_HOST_DEVICE void chain_values(const chain_common *f, const uint32_t words, chain_work *work,
                                 chain_genes *g, double *values)
{
    (void)f;
    (void)words;
    if (g->follow && work->farthest != MW_FAR && work->farthest != g->goal) {
        g->start = (uint16_t)work->farthest;
        work->length = work->far;
    }
    g->follow = 0;
    values[MW_CHAIN_SOLVABLE] = work->length != MW_FAR;
    values[MW_CHAIN_LENGTH] = work->length != MW_FAR ? work->length : 0;
    values[MW_CHAIN_BEST_LENGTH] = work->layers;
}

#endif
