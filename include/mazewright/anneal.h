// anneal.h: stochastic local search over anything that has an energy and a small random step: hill
// descent, descent with restarts, with random uphill steps, and simulated annealing. Mazes are one
// user of it; examples/salesman.c is another.
#ifndef MAZEWRIGHT_ANNEAL_H
#define MAZEWRIGHT_ANNEAL_H

#include "mazewright/waist.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
    MW_DESCENT,  // never uphill
    MW_RESTARTS, // descent, afresh after a while without progress
    MW_UPHILL,   // descent that takes an uphill step now and then
    MW_ANNEAL,   // uphill with probability exp(-rise / temperature), cooling down
    MW_ADAPTIVE, // the same, the temperature steered by how many steps are accepted
} mw_cooling;

// What is searched. A state is a flat block of `bytes`, copied with memcpy.
typedef struct mw_landscape {
    size_t bytes;
    void *context;
    double (*energy)(void *context, const void *state); // low is good; NaN or infinite: forbidden
    void (*step)(void *context, void *state, mw_rng *);
    // OPTIONAL: a fresh random state, for restarts; without it they begin at the first one again.
    void (*fresh)(void *context, void *state, mw_rng *);
    // OPTIONAL: a new best state; and now and then (state NULL). False ends the search.
    bool (*watch)(void *context, const void *state, double energy, uint64_t evaluations);
} mw_landscape;

// How. Zero means default.
typedef struct mw_schedule {
    mw_cooling method;
    uint64_t evaluations; // REQUIRED
    uint64_t seed;
    double hot, cold;  // temperatures at the beginning and the end; default: 1 and 1/4 of a typical
                       // rise, which is measured first
    unsigned rounds;   // anneal: times that the cooling is gone through (reheats); default 1
    uint64_t patience; // restarts: evaluations without progress; default: a twentieth of all
    double uphill;     // uphill: probability of taking an uphill step; default 0.01
} mw_schedule;

// Searches from *state and leaves the best one found there. Returns its energy. NaN: out of memory.
MW_API double mw_local_search(const mw_landscape *, const mw_schedule *, void *state);

#ifdef __cplusplus
}
#endif
#endif
