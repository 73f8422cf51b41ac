// theseus_chain.h: Theseus mazes as genes, see chain.h.
#ifndef MW_THESEUS_CHAIN_H
#define MW_THESEUS_CHAIN_H

#include "chains/chain.h"
#include "kinds/theseus_hunt.h"

#define CHAIN_SIDE_MAX  16
#define CHAIN_WORDS_MAX GENE_WORDS
#define CHAIN_KNOWS                                                                                \
    (MW_CHAIN_BIT(MW_CHAIN_SOLVABLE) | MW_CHAIN_BIT(MW_CHAIN_LENGTH) |                             \
     MW_CHAIN_BIT(MW_CHAIN_BEST_LENGTH) | MW_CHAIN_BIT(MW_CHAIN_DEAD))

typedef mw_theseus_genes chain_genes;

typedef mw_theseus_frame chain_frame;

// A frame that can be copied, with its tables.
typedef struct chain_case {
    chain_frame frame;
    mw_word left_of[FRAME_LINES(CHAIN_SIDE_MAX) * CHAIN_WORDS_MAX];
    mw_word above[FRAME_LINES(CHAIN_SIDE_MAX) * CHAIN_WORDS_MAX];
} chain_case;

MW_BOTH chain_frame chain_open(const chain_case *c)
{
    chain_frame f = c->frame;
    f.left_of = c->left_of;
    f.above = c->above;
    return f;
}

typedef struct chain_work {
    mw_theseus_hunt hunt;
    uint32_t length; // 0: not won
    uint32_t dead;
    bool forwards;
} chain_work;

MW_BOTH uint32_t chain_words(const chain_frame *f)
{
    return f->cells <= 64 ? 1 : f->cells <= 128 ? 2 : 4;
}

// Words of memory that an evaluation takes.
MW_BOTH uint32_t chain_memory(const chain_frame *f, const uint32_t words)
{
    return HUNT_MEMORY(f->cells, words);
}

MW_BOTH void chain_step(const chain_frame *f, const uint32_t words, chain_genes *g, mw_rng *rng)
{
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
}

MW_BOTH void chain_begin(const chain_frame *f, const uint32_t words, chain_work *work,
                         mw_word *memory, uint32_t stride, const chain_genes *g)
{
    mw_theseus_sets s;
    mw_theseus_hunt *hunt = &work->hunt;
    s.at = memory;
    s.stride = stride;
    for (uint32_t i = 0; i < words; i++) {
        hunt->open[RIGHT][i] = g->right[i];
        hunt->open[DOWN][i] = g->down[i];
        hunt->open[LEFT][i] = mw_set_up(g->right, i, 1);
        hunt->open[UP][i] = mw_set_up(g->down, i, f->w);
    }
    work->length = work->dead = 0;
    work->forwards = false;
    mw_hunt_begin(f, words, hunt, &s, g->exit, g->side);
}

// ---- forwards, where dead ends are counted: array 0 keeps what is won, array 1 becomes what is
// met

MW_BOTH void chain_meet(const chain_frame *f, const uint32_t words, chain_work *work,
                        const mw_theseus_sets *s, uint32_t theseus, const mw_word *with)
{
    const mw_word *won = mw_hunt_set(f, words, s, 0, theseus);
    mw_word *met = mw_hunt_set(f, words, s, 1, theseus), some = 0;
    for (uint32_t i = 0; i < words; i++) {
        mw_word more = with[i] & ~met[(size_t)i * s->stride];
        met[(size_t)i * s->stride] |= more;
        work->dead += mw_word_size(more & ~won[(size_t)i * s->stride]);
        some |= more;
    }
    if (some)
        mw_set_put(work->hunt.active, words, theseus);
}

// Theseus steps onto a cell, or stays, and the Minotaur answers from each cell of `with`.
MW_BOTH void chain_answer(const chain_frame *f, const uint32_t words, chain_work *work,
                          const mw_theseus_sets *s, const chain_genes *g, uint32_t onto,
                          const mw_word *with)
{
    mw_word go[5][HUNT_WORDS], alive[HUNT_WORDS], lost[HUNT_WORDS];
    if (!f->door && onto == g->exit)
        return; // won, or lost at once: no dead end
    mw_hunt_ways_at(f, words, &work->hunt, onto, go);
    mw_hunt_catching(f, words, go, onto, lost);
    for (uint32_t i = 0; i < words; i++)
        alive[i] = with[i] & ~lost[i];
    mw_hunt_on(f, words, go, alive);
    mw_hunt_on(f, words, go, alive);
    chain_meet(f, words, work, s, onto, alive);
}

MW_BOTH void chain_turn_round(const chain_frame *f, const uint32_t words, chain_work *work,
                              const mw_theseus_sets *s, const chain_genes *g)
{
    mw_word first[HUNT_WORDS];
    work->forwards = true;
    for (uint32_t i = 0; i < words; i++)
        first[i] = 0;
    for (uint32_t c = 0; c < f->cells; c++)
        for (uint32_t i = 0; i < words; i++)
            mw_hunt_set(f, words, s, 1, c)[(size_t)i * s->stride] = 0;
    mw_set_put(first, words, g->minotaur);
    chain_meet(f, words, work, s, g->theseus, first);
}

MW_BOTH bool chain_visit(const chain_frame *f, const uint32_t words, chain_work *work,
                         const mw_theseus_sets *s, const chain_genes *g)
{
    mw_word with[HUNT_WORDS];
    const mw_theseus_hunt *hunt = &work->hunt;
    if (mw_set_empty(hunt->active, words))
        return false;
    uint32_t t = mw_set_take(work->hunt.active, words);
    for (uint32_t i = 0; i < words; i++)
        with[i] = mw_hunt_set(f, words, s, 1, t)[(size_t)i * s->stride];
    for (unsigned side = UP; side <= WAIT; side++) {
        uint32_t onto = side == UP      ? t - f->w
                        : side == RIGHT ? t + 1
                        : side == DOWN  ? t + f->w
                        : side == LEFT  ? t - 1
                                        : t;
        if (side == WAIT || mw_set_holds(hunt->open[side], words, t))
            chain_answer(f, words, work, s, g, onto, with);
    }
    return true;
}

// One more piece of the work; false: there is none left.
MW_BOTH bool chain_work_on(const chain_frame *f, const uint32_t words, chain_work *work,
                           mw_word *memory, uint32_t stride, const chain_genes *g, unsigned used)
{
    mw_theseus_sets s;
    mw_word fresh[HUNT_WORDS];
    uint32_t theseus;
    s.at = memory;
    s.stride = stride;
    if (work->forwards)
        return chain_visit(f, words, work, &s, g);
    if (mw_hunt_on_with(f, words, &work->hunt, &s, &theseus, fresh)) {
        if (used & (MW_CHAIN_BIT(MW_CHAIN_LENGTH) | MW_CHAIN_BIT(MW_CHAIN_SOLVABLE)) &&
            theseus == g->theseus && mw_set_holds(fresh, words, g->minotaur))
            work->length = work->hunt.rounds;
        return true;
    }
    if (!(used & MW_CHAIN_BIT(MW_CHAIN_DEAD)))
        return false;
    chain_turn_round(f, words, work, &s, g);
    return true;
}

MW_BOTH void chain_values(const chain_frame *f, const uint32_t words, chain_work *work,
                          chain_genes *g, double *values)
{
    (void)f;
    (void)words;
    (void)g;
    values[MW_CHAIN_SOLVABLE] = work->length != 0;
    values[MW_CHAIN_LENGTH] = work->length;
    values[MW_CHAIN_BEST_LENGTH] = work->hunt.rounds;
    values[MW_CHAIN_DEAD] = work->dead;
}

#endif
