// chain.h: Theseus mazes as genes, for design/chains/chain.h: which genes there are, how a step
// changes them, and how they are evaluated: by the backward pass of backward.h, and, where dead
// positions are to be counted, by a forward pass after it.
#ifndef MW_KINDS_THESEUS_CHAIN_H
#define MW_KINDS_THESEUS_CHAIN_H

#include "design/chains/chain.h"
#include "kinds/theseus/backward.h"

#define CHAIN_SIDE_MAX  16
#define CHAIN_WORDS_MAX (GENE_CELLS / MW_WORD_BITS)
#define CHAIN_KNOWS                                                                                \
    (MW_CHAIN_BIT(MW_CHAIN_SOLVABLE) | MW_CHAIN_BIT(MW_CHAIN_LENGTH) |                             \
     MW_CHAIN_BIT(MW_CHAIN_BEST_LENGTH) | MW_CHAIN_BIT(MW_CHAIN_DEAD))

typedef mw_theseus_genes chain_genes;

#ifdef MW_WARP_CELLSET // chain_genes are the part of a lane; in memory the genes lie as a whole
typedef struct chain_whole_genes {
    mw_word right[CHAIN_WORDS_MAX], down[CHAIN_WORDS_MAX];
    uint16_t theseus, minotaur, exit, side;
} chain_whole_genes;

MW_HOST_DEVICE chain_genes chain_part(const mw_extent words, const chain_whole_genes *whole)
{
    chain_genes g;
    g.right[0] = whole->right[MW_WORD_INDEX(words, 0)];
    g.down[0] = whole->down[MW_WORD_INDEX(words, 0)];
    g.theseus = whole->theseus;
    g.minotaur = whole->minotaur;
    g.exit = whole->exit;
    g.side = whole->side;
    return g;
}

MW_HOST_DEVICE void chain_put_part(const mw_extent words, const chain_genes *g,
                                   chain_whole_genes *whole)
{
    whole->right[MW_WORD_INDEX(words, 0)] = g->right[0];
    whole->down[MW_WORD_INDEX(words, 0)] = g->down[0];
    whole->theseus = g->theseus;
    whole->minotaur = g->minotaur;
    whole->exit = g->exit;
    whole->side = g->side;
}
#endif

typedef mw_theseus_common chain_common;

// `common` together with its tables, so that it can be copied to a card.
typedef struct chain_common_block {
    chain_common common;
    mw_word left_of[SIDE_SETS(CHAIN_SIDE_MAX) * CHAIN_WORDS_MAX];
    mw_word above[SIDE_SETS(CHAIN_SIDE_MAX) * CHAIN_WORDS_MAX];
} chain_common_block;

MW_HOST_DEVICE chain_common chain_open(const chain_common_block *c)
{
    chain_common f = c->common;
    f.left_of = c->left_of;
    f.above = c->above;
    return f;
}

// The usual search looks for the longest way on a square board, with the default rules. A card has
// kernels for it in which the side and the rules are constants.
#define CHAIN_USUAL MW_CHAIN_BIT(MW_CHAIN_BEST_LENGTH) // the values that the usual search uses

MW_HOST_DEVICE bool chain_is_usual(const chain_common *f, unsigned used)
{
    return f->w == f->h && !f->door && !f->vertical_first && !f->win_after && used == CHAIN_USUAL;
}

MW_HOST_DEVICE void chain_make_usual(chain_common *f, uint32_t side)
{
    f->w = f->h = side;
    f->cells = side * side;
    f->door = f->vertical_first = f->win_after = false;
}

typedef struct chain_work {
    mw_theseus_backward pass;
    uint32_t length; // from the maze's own start; 0: it cannot be won
    uint32_t dead;   // positions met by the forward pass that cannot be won
    bool forwards;   // the backward pass is over
} chain_work;

MW_HOST_DEVICE uint32_t chain_words(const chain_common *f)
{
    return (f->cells <= 64 ? 1 : f->cells <= 128 ? 2 : 4) * (64 / MW_WORD_BITS);
}

#define CHAIN_UNIT 2 // words of memory that belong together: a pair

// How many words of memory an evaluation takes.
MW_HOST_DEVICE uint32_t chain_memory(const chain_common *f, const uint32_t words)
{
    return BACKWARD_MEMORY(f->cells, words);
}

// Changes the genes at random. Returns false if no value changes that is `used`.
MW_HOST_DEVICE bool chain_step(const chain_common *f, const mw_extent words, chain_genes *g,
                               mw_rng *rng, unsigned used)
{
    const unsigned start = MW_CHAIN_BIT(MW_CHAIN_SOLVABLE) | MW_CHAIN_BIT(MW_CHAIN_LENGTH) |
                           MW_CHAIN_BIT(MW_CHAIN_DEAD); // what depends on the two starts
    mw_theseus_change c = mw_theseus_draw_change(f->w, f->h, f->door, rng);
    bool free = c.cell != g->theseus && c.cell != g->minotaur;
    if (c.what == MW_CHANGE_RIGHT)
        mw_set_flip(g->right, words, c.cell);
    else if (c.what == MW_CHANGE_DOWN)
        mw_set_flip(g->down, words, c.cell);
    else if (c.what == MW_CHANGE_EXIT && (f->door || c.cell != g->theseus)) {
        g->exit = (uint16_t)c.cell;
        g->side = (uint16_t)c.side;
    } else if (c.what == MW_CHANGE_THESEUS && free && (f->door || c.cell != g->exit))
        g->theseus = (uint16_t)c.cell;
    else if (c.what == MW_CHANGE_MINOTAUR && free)
        g->minotaur = (uint16_t)c.cell;
    return c.what < MW_CHANGE_THESEUS || used & start;
}

MW_HOST_DEVICE void chain_begin(const chain_common *f, const mw_extent words, chain_work *work,
                                mw_word *memory, uint32_t stride, const chain_genes *g)
{
    mw_theseus_sets s;
    mw_theseus_backward *pass = &work->pass;
    s.at = (mw_theseus_pair *)memory;
    s.stride = stride;
    for (uint32_t i = 0; i < MW_OWN_WORDS(words); i++) {
        pass->open[RIGHT][i] = g->right[i];
        pass->open[DOWN][i] = g->down[i];
        pass->open[LEFT][i] = mw_set_up(g->right, i, words, 1);
        pass->open[UP][i] = mw_set_up(g->down, i, words, f->w);
    }
    work->length = work->dead = 0;
    work->forwards = false;
    mw_backward_begin(f, words, pass, &s, g->exit, g->side);
}

// ---- the forward pass: which positions can be reached from the start, and how many of them are
// dead, that is, cannot be won. The first array still says what is won; the second one is cleared
// and becomes the set of positions that were met.

// The position is reached in which Theseus is on this cell and the Minotaur on any cell of `with`.
MW_HOST_DEVICE void chain_meet(const mw_extent words, chain_work *work, const mw_theseus_sets *s,
                               uint32_t theseus, const mw_word *with)
{
    mw_word some = 0;
    for (uint32_t i = 0; i < MW_OWN_WORDS(words); i++) {
        mw_theseus_pair *at = mw_backward_pairs(s, words, theseus) + (size_t)i * s->stride;
        mw_word more = with[i] & ~at->of[1];
        at->of[1] |= more;
        work->dead += mw_word_size(more & ~at->of[0]);
        some |= more;
    }
    mw_set_put_if(some, work->pass.active, words, theseus);
}

// Theseus steps onto a cell, or stays on it, and the Minotaur answers from each cell of `with`.
MW_HOST_DEVICE void chain_answer(const chain_common *f, const mw_extent words, chain_work *work,
                                 const mw_theseus_sets *s, uint32_t onto, const mw_word *with)
{
    mw_word go[5][BACKWARD_WORDS], alive[BACKWARD_WORDS], lost[BACKWARD_WORDS];
    mw_minotaur_ways_at(f, words, &work->pass, onto, go);
    mw_minotaur_catches(f, words, go, onto, lost);
    for (uint32_t i = 0; i < MW_OWN_WORDS(words); i++)
        alive[i] = with[i] & ~lost[i];
    mw_minotaur_on(f, words, go, alive);
    mw_minotaur_on(f, words, go, alive);
    chain_meet(words, work, s, onto, alive);
}

MW_HOST_DEVICE void chain_begin_forward(const chain_common *f, const mw_extent words,
                                        chain_work *work, const mw_theseus_sets *s,
                                        const chain_genes *g)
{
    mw_word first[BACKWARD_WORDS];
    work->forwards = true;
    for (uint32_t i = 0; i < MW_OWN_WORDS(words); i++)
        first[i] = 0;
    for (uint32_t c = 0; c < f->cells; c++)
        for (uint32_t i = 0; i < MW_OWN_WORDS(words); i++)
            mw_backward_pairs(s, words, c)[(size_t)i * s->stride].of[1] = 0;
    mw_set_put(first, words, g->minotaur);
    chain_meet(words, work, s, g->theseus, first);
}

MW_HOST_DEVICE bool chain_forward(const chain_common *f, const mw_extent words, chain_work *work,
                                  const mw_theseus_sets *s, const chain_genes *g)
{
    mw_word with[BACKWARD_WORDS];
    uint32_t t = 0;
    const bool taken = mw_set_take(work->pass.active, words, &t);
    for (uint32_t i = 0; i < MW_OWN_WORDS(words); i++)
        with[i] = mw_backward_pairs(s, words, t)[(size_t)i * s->stride].of[1];
    for (unsigned side = UP; side <= WAIT; side++) {
        const uint32_t onto = mw_theseus_beside(f->w, t, side);
        bool goes = side == WAIT || mw_set_holds(work->pass.open[side], words, t);
        goes &=
            taken && (f->door || onto != g->exit); // on the exit the game is over: no dead position
        const mw_extent there = MW_EXTENT_IF(words, goes);
        if (goes)
            chain_answer(f, there, work, s, onto, with);
    }
    return taken;
}

// One more piece of the backward pass. Returns false if it is over.
MW_HOST_DEVICE bool chain_backward(const chain_common *f, const mw_extent words, chain_work *work,
                                   const mw_theseus_sets *s, const chain_genes *g, unsigned used)
{
    mw_word fresh[BACKWARD_WORDS];
    uint32_t theseus = 0;
    const bool on = mw_backward_next(f, words, &work->pass, s, &theseus, fresh);
    if (!on && !MW_LOCKSTEP)
        return false;
    if (used & (MW_CHAIN_BIT(MW_CHAIN_LENGTH) | MW_CHAIN_BIT(MW_CHAIN_SOLVABLE))) {
        bool met = mw_set_holds(fresh, words, g->minotaur) && theseus == g->theseus;
        work->length = met ? work->pass.rounds : work->length;
    }
    return on;
}

// One more piece of the evaluation. Returns false if it is over.
MW_HOST_DEVICE bool chain_work_on(const chain_common *f, const mw_extent words, chain_work *work,
                                  mw_word *memory, uint32_t stride, const chain_genes *g,
                                  unsigned used)
{
    mw_theseus_sets s;
    s.at = (mw_theseus_pair *)memory;
    s.stride = stride;
    if (!(used & MW_CHAIN_BIT(MW_CHAIN_DEAD)))
        return chain_backward(f, words, work, &s, g, used);
    const bool forwards = work->forwards;
    const mw_extent those = MW_EXTENT_IF(words, forwards), others = MW_EXTENT_IF(words, !forwards);
    if (forwards)
        return chain_forward(f, those, work, &s, g);
    const bool on = chain_backward(f, others, work, &s, g, used);
    const mw_extent done = MW_EXTENT_IF(others, !on);
    if (!on)
        chain_begin_forward(f, done, work, &s, g);
    return true;
}

MW_HOST_DEVICE void chain_values(const chain_common *f, const mw_extent words, chain_work *work,
                                 chain_genes *g, double *values)
{
    (void)f;
    (void)g;
    values[MW_CHAIN_SOLVABLE] = work->length != 0;
    values[MW_CHAIN_LENGTH] = work->length;
    values[MW_CHAIN_BEST_LENGTH] = work->pass.rounds;
    values[MW_CHAIN_DEAD] = MW_LANES_SUM(words, work->dead);
}

#endif
