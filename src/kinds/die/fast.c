// fast.c: the distance to a win from every cell and orientation at once, by the layers of chain.h.
// Boards whose rolls differ in cost are left to the plain search.
#include "kinds/die/die.h"

#include <math.h>

typedef struct fast {
    chain_common common;
    chain_work work;
    mw_word memory[3 * ORIENTATIONS * CHAIN_WORDS_MAX]; // see chain_memory
} fast;

static void fill_labels(const mw_maze *m, const fast *f, const chain_genes *g, mw_die_labels *l)
{
    const board *b = mw_die_board(m);
    mw_word by_label[FREE + 1][CHAIN_WORDS_MAX] = {{0}};
    for (uint32_t c = 0; c < f->common.cells; c++)
        mw_set_add(by_label[b->cells[mw_die_bordered(m, c)]], c);
    for (uint32_t k = 0; k < b->classes; k++)
        for (uint32_t i = 0; i < CHAIN_WORDS_MAX; i++) {
            mw_word fitting = by_label[FREE][i] | by_label[b->orientations[b->example[k]].top][i];
            bool before = b->labels == LABELS_BEFORE;
            l->legal[k][i] = before ? g->free[i] : fitting;
            l->enter[k][i] = before ? fitting : g->free[i];
        }
}

MW_HOST_DEVICE void work_out(fast *f, const uint32_t words, const chain_genes *g,
                             const mw_die_labels *labels)
{
    chain_begin(&f->common, words, &f->work, f->memory, 1, g);
    while (mw_die_layer(&f->common, words, &f->work, f->memory, 1, g, labels)) {
    }
}

// Returns false if the maze is not one that can be worked out here.
static bool work_out_all(fast *f, const mw_maze *m)
{
    const board *b = mw_die_board(m);
    chain_genes g;
    mw_die_labels table;
    const mw_die_labels *labels = NULL;
    if ((uint32_t)m->w * m->h > CHAIN_CELLS_MAX || m->w > 64 || b->cost_top)
        return false;
    mw_die_common(m, &f->common);
    mw_die_pack(m, &g);
    if (b->labels) {
        fill_labels(m, f, &g, &table);
        labels = &table;
    }
    switch (chain_words(&f->common)) { // with a constant number of words, sets stay in registers
    case 1: work_out(f, 1, &g, labels); break;
    case 2: work_out(f, 2, &g, labels); break;
    default: work_out(f, CHAIN_WORDS_MAX, &g, labels);
    }
    return true;
}

// Some state of the last layer.
static mw_state best_start(fast *f, const mw_maze *m)
{
    const board *b = mw_die_board(m);
    const uint32_t words = chain_words(&f->common);
    for (uint32_t k = 0;; k++) {
        uint32_t cell;
        mw_word *set = chain_set(&f->common, words, f->memory, 1, 2 - f->work.odd, k);
        if (mw_set_take(set, words, &cell))
            return (mw_state){{mw_die_bordered(m, cell) | (uint64_t)b->example[k] << 32}};
    }
}

static bool evaluate(const mw_maze *m, bool whole, mw_evaluation *e)
{
    fast f;
    if (whole || !work_out_all(&f, m))
        return false;
    *e = (mw_evaluation){.length = f.work.length,
                         .best_length = f.work.layers,
                         .unreaching = (double)NAN,
                         .unreachable = (double)NAN};
    if (e->best_length)
        e->best = best_start(&f, m);
    return true;
}

uint32_t mw_die_farthest(const mw_maze *m)
{
    fast f;
    bool known = work_out_all(&f, m) && f.work.farthest != MW_FAR;
    return known ? mw_die_bordered(m, f.work.farthest) : mw_die_board(m)->start;
}

const mw_fast mw_die_fast = {
    .size = sizeof(mw_fast),
    .evaluate = evaluate,
};
