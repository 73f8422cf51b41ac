// meet.c: chains of one search meet. Either each takes over the best maze of the one before it, or
// they are resampled.
#include "design/chains/journey.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

// ---- exchange

// All chains have paused where they exchange. Everyone takes over what stood there before.
static bool exchange(mw_journey *v)
{
    const mw_chain_set *f = &v->fleet;
    size_t bytes = v->chains->gene_bytes;
    assert(f->count && bytes);
    unsigned char *before = malloc(f->count * bytes);
    double *energies = malloc(f->count * sizeof *energies);
    if (before && energies) {
        memcpy(before, f->best, f->count * bytes);
        for (uint32_t i = 0; i < f->count; i++)
            energies[i] = f->chains[i].at.best_energy;
        for (uint32_t i = 0; i < f->count; i++) {
            uint32_t other = (i ? i : f->count) - 1;
            mw_checkpoint *at = &f->chains[i].at;
            if (!(energies[other] < energies[i]))
                continue;
            memcpy(mw_journey_genes(v, f->now, i), before + other * bytes, bytes);
            memcpy(mw_journey_genes(v, f->best, i), before + other * bytes, bytes);
            at->energy = at->best_energy = energies[other];
            at->last_progress = at->done;
        }
    }
    bool ok = before && energies;
    free(before);
    free(energies);
    return ok;
}

// ---- resampling: population annealing (Hukushima and Iba 2003). As it cools down, chains in mazes
// that have become unlikely give way to copies of chains in likely ones, just as their equilibrium
// asks for: with more of it, all chains soon descend from one maze.

// How many chains are to be where chain i is: on average its share of all weights.
static void count_copies(mw_journey *v, const double *weights, double sum, uint32_t *copies)
{
    mw_rng rng; // of its own for each meeting, so that there is nothing to remember
    mw_rng_seed(&rng, mw_stream_seed(v->schedule.seed, v->way->first) + v->met);
    double at = mw_rng_unit(&rng), upto = 0;
    for (uint32_t i = 0; i < v->fleet.count; i++) {
        upto += weights[i] / sum * v->fleet.count;
        copies[i] = 0;
        while (at < upto && copies[i] < v->fleet.count) {
            copies[i]++;
            at++;
        }
    }
}

static void move_chain(const mw_journey *v, uint32_t from, uint32_t to)
{
    const mw_chain_set *f = &v->fleet;
    memcpy(mw_journey_genes(v, f->now, to), mw_journey_genes(v, f->now, from),
           v->chains->gene_bytes);
    f->chains[to].at.energy = f->chains[from].at.energy;
    if (mw_anneal_improves(&f->chains[to].at))
        memcpy(mw_journey_genes(v, f->best, to), mw_journey_genes(v, f->now, to),
               v->chains->gene_bytes);
}

static void weigh(mw_journey *v, double beta, double *weights, uint32_t *copies)
{
    const mw_chain_set *f = &v->fleet;
    double sum = 0, best = INFINITY;
    for (uint32_t i = 0; i < f->count; i++)
        best = fmin(best, f->chains[i].at.energy);
    for (uint32_t i = 0; i < f->count; i++) {
        double above = f->chains[i].at.energy - best; // NaN where all are forbidden
        sum += weights[i] = above >= 0 ? mw_power_exp(-beta * above) : 0;
    }
    if (!(sum > 0))
        return;
    count_copies(v, weights, sum, copies);
    for (uint32_t to = 0, from = 0; to < f->count; to++) {
        if (copies[to])
            continue;
        while (from < f->count && copies[from] < 2)
            from++;
        if (from == f->count)
            break; // sums are rounded
        copies[from]--;
        copies[to] = 1;
        move_chain(v, from, to);
    }
}

// All chains have paused where they are resampled, with the same temperature.
static bool resample(mw_journey *v)
{
    const mw_chain_set *f = &v->fleet;
    assert(f->count);
    double temperature = f->chains[0].at.temperature, *weights = malloc(f->count * sizeof *weights);
    uint32_t *copies = malloc(f->count * sizeof *copies);
    if (weights && copies && v->temperature > temperature)
        weigh(v, 1 / temperature - 1 / v->temperature, weights, copies);
    v->temperature = temperature;
    bool ok = weights && copies;
    free(weights);
    free(copies);
    return ok;
}

// ---- where chains meet, to exchange or to be resampled

uint64_t mw_journey_meeting(const mw_journey *v)
{
    return v->way->exchange ? v->way->exchange : v->way->resample;
}

bool mw_journey_meet_if_due(mw_journey *v)
{
    uint64_t every = mw_journey_meeting(v);
    if (!every)
        return true;
    for (uint32_t i = 0; i < v->fleet.count; i++) {
        const mw_chain *c = &v->fleet.chains[i];
        if (c->at.done < mw_least(v->met + every, mw_journey_end(v, i)) ||
            c->mode != MW_CHAIN_ANNEALS)
            return true;
    }
    v->met += every;
    return v->way->exchange ? exchange(v) : resample(v);
}
