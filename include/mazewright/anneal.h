// anneal.h: stochastic local search over anything that has an energy and a small random step: hill
// descent, descent with restarts, with random uphill steps, and simulated annealing. Mazes are one
// user of it; examples/salesman.c is another.
#ifndef MAZEWRIGHT_ANNEAL_H
#define MAZEWRIGHT_ANNEAL_H

#include "mazewright/rng.h"

#ifdef __cplusplus
extern "C" {
#endif

// Which steps are taken.
typedef enum {
    MW_ANNEAL,   // uphill with probability exp(-rise / temperature), cooling down; the default
    MW_DESCENT,  // never uphill
    MW_RESTARTS, // descent, afresh after a while without progress
    MW_UPHILL,   // descent that takes an uphill step now and then
    MW_ADAPTIVE, // annealing, the temperature steered by how many steps are accepted
    MW_WANDER,   // every step, however far uphill: a random walk that remembers its best state
    MW_QUENCH,   // annealing that cools down within a twentieth of its steps, then never uphill
} mw_cooling;

// How far a search has come: enough to go on from there as if it had never stopped.
typedef struct mw_checkpoint {
    mw_rng rng;
    double energy, best_energy;
    double hot, cold, temperature;
    uint64_t done, last_progress; // evaluations
    uint64_t round, round_begin;  // evaluations in this round of cooling; before it
    uint32_t accepted, tried;     // steps since the adaptive cooling last looked
    const void *now, *best;       // states
} mw_checkpoint;

// What is searched. A state is a flat block of `bytes`, copied with memcpy.
typedef struct mw_landscape {
    size_t size; // see waist.h
    size_t bytes;
    void *context;
    // Low is good; NaN or infinite: forbidden; MW_NO_MEMORY: there is none, and the search ends.
    double (*energy)(void *context, const void *state);
    void (*step)(void *context, void *state, mw_rng *);
    // OPTIONAL: a fresh random state, for restarts; without it they begin at the first one again.
    void (*fresh)(void *context, void *state, mw_rng *);
    // OPTIONAL: called with every new best state, and now and then with NULL. False ends the
    // search.
    bool (*watch)(void *context, const void *state, double energy, uint64_t evaluations);
    // OPTIONAL: now and then, how far the search has come; the states live as long as the call.
    void (*save)(void *context, const mw_checkpoint *);
} mw_landscape;

// As a number of evaluations: one round of cooling after another, each afresh and twice as long as
// the last, so that there is always one that had time to cool down; `watch` must end it.
#define MW_ENDLESS UINT64_MAX

// How to search. Zero means default.
typedef struct mw_schedule {
    mw_cooling cooling;
    uint64_t evaluations; // REQUIRED
    uint64_t seed;
    double hot, cold;  // temperatures at the beginning and the end; default: 1 and 1/4 of a typical
                       // rise, which is measured first
    unsigned rounds;   // anneal: how often it cools down; heated up again in between; default 1
    uint64_t patience; // restarts: evaluations without progress; default: a twentieth of all
    double uphill;     // uphill: probability of taking an uphill step; default 0.01
    uint64_t pause; // OPTIONAL: evaluations after which to end, with a last `save`, to go on later
    const mw_checkpoint *resume; // go on from here; with the same landscape and schedule the result
                                 // is that of a search which was never interrupted
    const void *reserved[2];
} mw_schedule;

// Searches from *state and leaves the best one found there. Returns its energy. NaN: out of memory.
MW_API double mw_local_search(const mw_landscape *, const mw_schedule *, void *state);

#ifdef __cplusplus
}
#endif
#endif
