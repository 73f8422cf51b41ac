// anneal_run.h: what a chain (chains/chain.h) needs besides its own decisions, wherever it runs:
// how it begins, what it is given when it waits, and the loop that follows one on the processor.
#ifndef MW_DESIGN_ANNEAL_RUN_H
#define MW_DESIGN_ANNEAL_RUN_H

#include "design/chains/chain.h"

// Are temperatures measured, because the schedule does not give them?
bool mw_schedule_measures(const mw_schedule *);
// A chain before its first evaluation. `end` is its last evaluation.
void mw_chain_begin(mw_chain *, const mw_schedule *, uint64_t seed, uint64_t end);
// Gives a chain what it waits for. It gets its temperatures from `rises`, which may be NULL where
// none are measured; a fresh state is made by `fresh`, which draws from the chain's generator.
// False: `fresh` failed.
bool mw_chain_supply(mw_chain *, const mw_schedule *, bool endless, double *rises,
                     bool (*fresh)(void *context, mw_rng *), void *context);

// One chain on the processor. All states are of the caller.
typedef struct mw_anneal {
    const mw_landscape *land;
    const mw_schedule *schedule;
    mw_chain *chain;   // follows it up to its `until`
    void *now, *best;  // of the chain
    void *trial;       // room for another state
    const void *first; // where it begins, and where `fresh` of the landscape begins to change
    bool stopped;      // by `watch` of the landscape
} mw_anneal;
// Follows the chain until it pauses or is stopped.
void mw_anneal_run(mw_anneal *);

#endif
