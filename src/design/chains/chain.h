// chain.h: many local searches at once, on a graphics card. A chain is a stream of `design`: the
// same seed, steps, energies and decisions as mw_local_search has them, so that it finds the same
// maze.
//
// What a search changes in a maze is packed into genes of a fixed size. A kind offers its genes in
// a header that is compiled for the processor and for the card (KIND_chain.h); run.h follows a
// chain with them.
#ifndef MW_DESIGN_CHAINS_CHAIN_H
#define MW_DESIGN_CHAINS_CHAIN_H

#include "design/anneal_step.h"
#include "design/steps.h"

// What an objective may use here, in the order of objective.c's names.
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

#define MW_CHAIN_STEPS   128 // of the objective and all constraints
#define MW_CHAIN_STACK   24  // numbers that an expression holds at once
#define MW_CHAIN_REQUIRE 8

typedef enum {
    MW_CHAIN_BEGINS,  // the state it is in has no energy yet
    MW_CHAIN_SAMPLES, // steps show what a typical rise is
    MW_CHAIN_ANNEALS,
    MW_CHAIN_SAMPLED,    // waits for its temperatures: the rises are sampled
    MW_CHAIN_ROUND_OVER, // waits for a fresh state, with which a round of cooling begins
    MW_CHAIN_STUCK,      // waits for a fresh state
} mw_chain_mode;

typedef struct mw_chain {
    mw_checkpoint at; // but for its states
    uint64_t until;   // evaluations at which it pauses
    uint32_t mode;    // mw_chain_mode
    uint32_t heats;   // temperatures are to be found once it has begun
    uint32_t tries, rises;
} mw_chain;

// What all chains of a search share.
typedef struct mw_chain_plan {
    mw_cooling method;
    bool endless;
    double uphill;
    uint64_t patience;
    unsigned used; // MW_CHAIN_BIT of each value that the objective or a constraint uses
    unsigned rows, cols;
    unsigned steps[1 + MW_CHAIN_REQUIRE]; // of the objective, then of each constraint; ends with 0
    mw_step step[MW_CHAIN_STEPS];
} mw_chain_plan;

MW_HOST_DEVICE double mw_chain_energy(const mw_chain_plan *p, const double *values)
{
    double stack[MW_CHAIN_STACK], miss[MW_CHAIN_STACK], far = 0;
    const mw_step *step = p->step + p->steps[0];
    for (unsigned i = 1; i <= MW_CHAIN_REQUIRE && p->steps[i]; i++) {
        far += mw_steps_miss(step, p->steps[i], values, stack, miss);
        step += p->steps[i];
    }
    double e = mw_energy_of(far, far > 0 ? 0 : mw_steps_value(p->step, p->steps[0], values, stack));
    return isnan(e) ? (double)INFINITY : e;
}

// Before a step: may the chain take one? It may have to wait for something instead, or pause.
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
        at->round_begin = at->done; // only heated up again
    }
    if (p->method == MW_RESTARTS && mw_anneal_impatient(at, p->patience)) {
        c->mode = MW_CHAIN_STUCK;
        return false;
    }
    if (mw_anneal_cools(at))
        mw_anneal_cool(at, p->method);
    return true;
}

// After a step, or the first look: is the chain in the state that was tried now? rises: of the
// chain, where steps are sampled.
MW_HOST_DEVICE bool mw_chain_takes(mw_chain *c, const mw_chain_plan *p, double energy,
                                   double *rises)
{
    mw_checkpoint *at = &c->at;
    at->done++;
    if (c->mode == MW_CHAIN_ANNEALS)
        return mw_anneal_judge(at, p->method, p->uphill, energy);
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
    at->energy = energy; // go down meanwhile
    return true;
}

#endif
