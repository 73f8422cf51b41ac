// follow.h: follows chains of one kind on the processor, one after the other. The kind's chain.h,
// which has its genes, is included before. The card's kernel (cuda/kernel.cuh) takes the same
// steps.
#ifndef MW_DESIGN_CHAINS_FOLLOW_H
#define MW_DESIGN_CHAINS_FOLLOW_H

#include "design/chains/chains.h"

#include <stdlib.h>

MW_HOST_DEVICE double chain_energy(const chain_common *f, const mw_extent words,
                                   const mw_chain_plan *p, chain_work *work, chain_genes *g)
{
    double values[MW_CHAIN_VALUES];
    for (unsigned i = 0; i < MW_CHAIN_VALUES; i++)
        values[i] = 0;
    values[MW_CHAIN_ROWS] = p->rows;
    values[MW_CHAIN_COLS] = p->cols;
    chain_values(f, words, work, g, values);
    return mw_chain_energy(p, values);
}

#ifndef __CUDACC__
static inline void chain_follow(const chain_common *f, const uint32_t words, const mw_chain_plan *p,
                                mw_chain *c, chain_genes *now, chain_genes *best, double *rises,
                                mw_word *memory)
{
    while (mw_chain_goes_on(c, p)) {
        chain_work work;
        chain_genes trial = *now;
        double energy = c->at.energy;
        if (c->mode == MW_CHAIN_BEGINS || chain_step(f, words, &trial, &c->at.rng, p->used)) {
            chain_begin(f, words, &work, memory, 1, &trial);
            while (chain_work_on(f, words, &work, memory, 1, &trial, p->used))
                ;
            energy = chain_energy(f, words, p, &work, &trial);
        }
        if (!mw_chain_takes(c, p, energy, rises))
            continue;
        *now = trial;
        if (mw_anneal_improves(&c->at))
            *best = trial;
    }
}

static bool chain_follow_all(const void *common, const mw_chain_plan *p, mw_chain_set *set)
{
    const chain_common own = chain_open(common), *f = &own;
    const uint32_t words = chain_words(f);
    mw_word *memory = malloc((chain_memory(f, words) + (size_t)1) * sizeof *memory);
    for (uint32_t i = 0; memory && i < set->count; i++) {
        chain_genes *now = (chain_genes *)set->now + i, *best = (chain_genes *)set->best + i;
        double *rises = set->rises ? set->rises + (size_t)i * MW_ANNEAL_RISES : NULL;
        switch (words) { // with a constant number of words, sets stay in registers
        case 1: chain_follow(f, 1, p, &set->chains[i], now, best, rises, memory); break;
        case 2: chain_follow(f, 2, p, &set->chains[i], now, best, rises, memory); break;
        default: chain_follow(f, CHAIN_WORDS_MAX, p, &set->chains[i], now, best, rises, memory);
        }
    }
    bool done = memory;
    free(memory);
    return done;
}

// The table of a kind's chains. The kind's chain.c has make_common, pack and unpack.
#define CHAIN_TABLE(name)                                                                          \
    {                                                                                              \
        .kind = (name), .common_bytes = sizeof(chain_common_block),                                \
        .gene_bytes = sizeof(chain_genes), .knows = CHAIN_KNOWS, .common = make_common,            \
        .pack = pack, .unpack = unpack, .follow = chain_follow_all                                 \
    }
#endif

#endif
