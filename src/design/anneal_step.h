// anneal_step.h: which steps a local search (anneal.h) takes, on the processor and on a graphics
// card (host_device.h).
#ifndef MW_DESIGN_ANNEAL_STEP_H
#define MW_DESIGN_ANNEAL_STEP_H

#include "core/powers.h"
#include "core/random.h"
#include "mazewright/anneal.h"

#define MW_ANNEAL_WINDOW 256 // steps over which acceptance is counted when the cooling adapts
#define MW_ANNEAL_RISES  100 // steps that show how large a typical rise is
#define MW_QUENCH_SHARE  20  // the part of a round in which quenching cools down: one in so many

// Is the temperature to be set anew before the next step?
MW_HOST_DEVICE bool mw_anneal_cools(const mw_checkpoint *at)
{
    return at->done % 16 == 0 || at->tried == MW_ANNEAL_WINDOW;
}

MW_HOST_DEVICE void mw_anneal_cool(mw_checkpoint *at, mw_cooling cooling)
{
    // The share of the way through the current round of cooling, 0 to 1.
    double progress = (double)(at->done - at->round_begin) / (double)at->round;
    if (cooling == MW_ANNEAL) {
        at->temperature = at->hot * mw_pow(at->cold / at->hot, progress);
    } else if (cooling == MW_QUENCH) { // at temperature 0 no step uphill is accepted
        double cooled = progress * MW_QUENCH_SHARE;
        at->temperature = cooled < 1 ? at->hot * mw_pow(at->cold / at->hot, cooled) : 0;
    } else if (cooling == MW_ADAPTIVE && at->tried == MW_ANNEAL_WINDOW) {
        // Accept from one step in five at first to one in fifty at the end.
        double wanted = 0.2 * mw_pow(0.1, progress);
        at->temperature *= at->accepted > wanted * MW_ANNEAL_WINDOW ? 0.9 : 1 / 0.9;
        at->accepted = at->tried = 0;
    }
}

// Is a step to a state of this energy taken?
MW_HOST_DEVICE bool mw_anneal_accepts(mw_checkpoint *at, mw_cooling cooling, double uphill,
                                      double energy)
{
    double rise = energy - at->energy;
    if (rise <= 0 || isinf(at->energy)) // anything is better than a forbidden state
        return true;
    switch (cooling) {
    case MW_DESCENT:
    case MW_RESTARTS: return false;
    case MW_WANDER: return isfinite(rise);
    case MW_UPHILL:
        return isfinite(rise) && mw_random_unit(&at->rng) < (uphill > 0 ? uphill : 0.01);
    default: break;
    }
    double chance = -rise / at->temperature, unit = mw_random_unit(&at->rng);
    if (chance < -37) // below 2^-53, the smallest number above 0 that can be drawn
        return chance > -745 && unit == 0;
    return unit < mw_exp(chance);
}

// The same. If the step is taken, the checkpoint gets its energy; its best energy stays.
MW_HOST_DEVICE bool mw_anneal_judge(mw_checkpoint *at, mw_cooling cooling, double uphill,
                                    double energy)
{
    bool accepted = mw_anneal_accepts(at, cooling, uphill, energy);
    at->tried++;
    at->accepted += accepted;
    if (!accepted)
        return false;
    if (energy < at->energy)
        at->last_progress = at->done;
    at->energy = energy;
    return true;
}

// Is the current state the best so far? Then its energy becomes the best one.
MW_HOST_DEVICE bool mw_anneal_improves(mw_checkpoint *at)
{
    if (at->energy >= at->best_energy)
        return false;
    at->best_energy = at->energy;
    at->last_progress = at->done;
    return true;
}

// Was there no progress for too long? For MW_RESTARTS; patience 0 means the default.
MW_HOST_DEVICE bool mw_anneal_impatient(const mw_checkpoint *at, uint64_t patience)
{
    return at->done - at->last_progress >= (patience ? patience : at->round / 20 + 1);
}

#endif
