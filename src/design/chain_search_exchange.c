// chain_search_exchange.c: what happens when all chains of a search have paused: either each
// takes over the best maze of the chain before it, or they are resampled.
#include "design/chain_search.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

// ---- exchange

// All chains have paused to exchange. Each takes over what the other one had before the exchange.
// A maze that was taken over counts as progress: else a chain that has lost its patience would
// begin afresh.
static bool exchange(mw_chain_search *p)
{
    const mw_chain_set *s = &p->set;
    size_t bytes = p->gene_bytes;
    assert(s->count && bytes);
    void *before = malloc(s->count * p->gene_stride);
    double *energies = malloc(s->count * sizeof *energies);
    if (before && energies) {
        memcpy(before, s->best, s->count * p->gene_stride);
        for (uint32_t i = 0; i < s->count; i++)
            energies[i] = s->chains[i].at.best_energy;
        for (uint32_t i = 0; i < s->count; i++) {
            uint32_t other = (i ? i : s->count) - 1;
            mw_checkpoint *at = &s->chains[i].at;
            if (!(energies[other] < energies[i]))
                continue;
            memcpy(mw_chain_search_genes(p, s->now, i), mw_chain_search_genes(p, before, other),
                   bytes);
            memcpy(mw_chain_search_genes(p, s->best, i), mw_chain_search_genes(p, before, other),
                   bytes);
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
// that have become unlikely give way to copies of chains in likely ones, in the proportion that
// thermal equilibrium has. If more of them gave way, all chains would soon descend from one maze.

// How many copies of each chain go on: on average its share of the sum of all weights.
static void count_copies(mw_chain_search *p, const double *weights, double sum, uint32_t *copies)
{
    mw_rng rng; // made anew for each resampling, so that no checkpoint has to have it
    mw_rng_seed(&rng, mw_stream_seed(p->seed, p->first) + p->last_exchange);
    double at = mw_rng_unit(&rng), upto = 0;
    for (uint32_t i = 0; i < p->set.count; i++) {
        upto += weights[i] / sum * p->set.count;
        copies[i] = 0;
        while (at < upto && copies[i] < p->set.count) {
            copies[i]++;
            at++;
        }
    }
}

static void move_chain(const mw_chain_search *p, uint32_t from, uint32_t to)
{
    const mw_chain_set *s = &p->set;
    memcpy(mw_chain_search_genes(p, s->now, to), mw_chain_search_genes(p, s->now, from),
           p->gene_bytes);
    s->chains[to].at.energy = s->chains[from].at.energy;
    if (mw_anneal_improves(&s->chains[to].at))
        memcpy(mw_chain_search_genes(p, s->best, to), mw_chain_search_genes(p, s->now, to),
               p->gene_bytes);
}

static void weigh(mw_chain_search *p, double beta, double *weights, uint32_t *copies)
{
    const mw_chain_set *s = &p->set;
    double sum = 0, best = INFINITY;
    for (uint32_t i = 0; i < s->count; i++)
        best = fmin(best, s->chains[i].at.energy);
    for (uint32_t i = 0; i < s->count; i++) {
        double above = s->chains[i].at.energy - best; // NaN where all are forbidden
        sum += weights[i] = above >= 0 ? mw_exp(-beta * above) : 0;
    }
    if (!(sum > 0))
        return;
    count_copies(p, weights, sum, copies);
    for (uint32_t to = 0, from = 0; to < s->count; to++) {
        if (copies[to])
            continue;
        while (from < s->count && copies[from] < 2)
            from++;
        if (from == s->count)
            break; // the sum was rounded
        copies[from]--;
        copies[to] = 1;
        move_chain(p, from, to);
    }
}

// All chains have paused, with the same temperature.
static bool resample(mw_chain_search *p)
{
    const mw_chain_set *s = &p->set;
    assert(s->count);
    double temperature = s->chains[0].at.temperature, *weights = malloc(s->count * sizeof *weights);
    uint32_t *copies = malloc(s->count * sizeof *copies);
    if (weights && copies && p->temperature > temperature)
        weigh(p, 1 / temperature - 1 / p->temperature, weights, copies);
    p->temperature = temperature;
    bool ok = weights && copies;
    free(weights);
    free(copies);
    return ok;
}

// ---- when chains exchange mazes or are resampled

uint64_t mw_chain_search_interval(const mw_chain_search *p)
{
    const mw_design_plan *plan = p->plan;
    bool resamples = p->chains && plan->resample != MW_NEVER;
    return plan->exchange ? plan->exchange : resamples ? plan->resample : 0;
}

bool mw_chain_search_exchange_if_due(mw_chain_search *p)
{
    uint64_t every = mw_chain_search_interval(p);
    if (!every)
        return true;
    for (uint32_t i = 0; i < p->set.count; i++) {
        const mw_chain *c = &p->set.chains[i];
        uint64_t end = mw_chain_search_end(p, i),
                 due = p->last_exchange + every < end ? p->last_exchange + every : end;
        if (c->at.done < due || c->mode != MW_CHAIN_ANNEALS)
            return true;
    }
    p->last_exchange += every;
    return p->plan->exchange ? exchange(p) : resample(p);
}
