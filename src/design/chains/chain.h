// chain.h: one local search as a state machine, on the processor and on a graphics card
// (host_device.h). What users ask for as one of `--streams` is followed here as one chain: the row
// of mazes through which the search steps. A chain makes the same decisions wherever it runs, so it
// finds the same maze there.
//
// On a card, what a search changes in a maze is packed into genes of a fixed size. A kind has its
// genes in a header that is compiled for the processor and for the card (kinds/KIND/chain.h);
// follow.h follows a chain with them.
#ifndef MW_DESIGN_CHAINS_CHAIN_H
#define MW_DESIGN_CHAINS_CHAIN_H

#include "design/anneal_step.h"
#include "core/instructions.h"

// The measures that an objective may use on a card. objective.c checks that its names have the same
// order.
enum {
    MW_CHAIN_ROWS,
    MW_CHAIN_COLS,
    MW_CHAIN_SOLVABLE,
    MW_CHAIN_LENGTH,
    MW_CHAIN_BEST_LENGTH,
    MW_CHAIN_UNREACHING,
    MW_CHAIN_UNREACHABLE,
    MW_CHAIN_STATES,
    MW_CHAIN_DEAD,
    MW_CHAIN_VALUES
};
#define MW_CHAIN_BIT(value) (1u << (value))

#define MW_CHAIN_INSTRUCTIONS 128 // of the objective and all constraints
#define MW_CHAIN_STACK        24  // numbers that an expression holds at once
#define MW_CHAIN_REQUIRE      8

typedef enum {
    MW_CHAIN_BEGINS,  // the energy of its state is not known yet
    MW_CHAIN_SAMPLES, // it takes steps to see how large a typical rise is
    MW_CHAIN_ANNEALS, // it searches
    // It waits, see mw_chain_supply:
    MW_CHAIN_SAMPLED,    // for temperatures, which follow from the rises
    MW_CHAIN_ROUND_OVER, // for a fresh state, with which the next round of cooling begins
    MW_CHAIN_STUCK,      // for a fresh state in the same round
} mw_chain_mode;

typedef struct mw_chain {
    mw_checkpoint at; // without the states, which are elsewhere
    uint64_t until;   // evaluations at which it pauses
    uint32_t mode;    // mw_chain_mode
    uint32_t heats;   // it samples rises after its first evaluation
    uint32_t tries, rises;
} mw_chain;

// What all chains of a search share.
typedef struct mw_chain_plan {
    mw_cooling cooling;
    bool endless;
    double uphill;
    uint64_t patience;
    unsigned used; // MW_CHAIN_BIT of each value that the objective or a constraint uses
    unsigned rows, cols;
    // Of the objective, then of each constraint; ends with 0.
    unsigned counts[1 + MW_CHAIN_REQUIRE];
    mw_instruction instructions[MW_CHAIN_INSTRUCTIONS];
} mw_chain_plan;

MW_HOST_DEVICE double mw_chain_energy(const mw_chain_plan *p, const double *values)
{
    double stack[MW_CHAIN_STACK], miss[MW_CHAIN_STACK], far = 0;
    const mw_instruction *next = p->instructions + p->counts[0];
    for (unsigned i = 1; i <= MW_CHAIN_REQUIRE && p->counts[i]; i++) {
        far += mw_instructions_miss(next, p->counts[i], values, stack, miss);
        next += p->counts[i];
    }
    double e = mw_energy_of(
        far, far > 0 ? 0 : mw_instructions_value(p->instructions, p->counts[0], values, stack));
    return isnan(e) ? (double)INFINITY : e;
}

// Called before each step: may the chain take one? False: it pauses, or waits for something.
MW_HOST_DEVICE bool mw_chain_goes_on(mw_chain *c, const mw_chain_plan *p)
{
    mw_checkpoint *at = &c->at;
    bool samples = c->mode == MW_CHAIN_SAMPLES; // these few steps are taken before any pause
    if ((at->done >= c->until && !samples) || c->mode > MW_CHAIN_ANNEALS)
        return false;
    if (samples && !(c->tries < MW_ANNEAL_RISES && at->done - at->round_begin < at->round / 10)) {
        c->mode = MW_CHAIN_SAMPLED;
        return false;
    }
    if (c->mode != MW_CHAIN_ANNEALS)
        return true;
    if (at->done - at->round_begin >= at->round) {
        if (p->endless) {
            c->mode = MW_CHAIN_ROUND_OVER;
            return false;
        }
        at->round_begin = at->done; // it is heated up again, and goes on
    }
    if (p->cooling == MW_RESTARTS && mw_anneal_impatient(at, p->patience)) {
        c->mode = MW_CHAIN_STUCK;
        return false;
    }
    if (mw_anneal_cools(at))
        mw_anneal_cool(at, p->cooling);
    return true;
}

// Called after the evaluation of a step, or of the first state: does the chain take it? Rises that
// are sampled are added to `rises`.
MW_HOST_DEVICE bool mw_chain_takes(mw_chain *c, const mw_chain_plan *p, double energy,
                                   double *rises)
{
    mw_checkpoint *at = &c->at;
    at->done++;
    if (c->mode == MW_CHAIN_ANNEALS)
        return mw_anneal_judge(at, p->cooling, p->uphill, energy);
    if (c->mode == MW_CHAIN_BEGINS) {
        at->energy = energy;
        at->last_progress = at->done;
        c->mode = c->heats ? MW_CHAIN_SAMPLES : MW_CHAIN_ANNEALS;
        c->tries = c->rises = 0;
        return true;
    }
    double rise = energy - at->energy;
    c->tries++;
    if (rise > 0 && isfinite(rise))
        rises[c->rises++] = rise;
    if (rise > 0 && !isinf(at->energy))
        return false;
    at->energy = energy; // a step downhill is taken while rises are sampled
    return true;
}

#endif
