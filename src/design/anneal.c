// anneal.c: see anneal.h. One loop; the methods differ in when they accept a step that goes uphill.
#include "mazewright/anneal.h"

#include "core/math.h"
#include "mazewright/rng.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SAMPLES     100  // steps by which a typical rise is measured
#define WATCH_EVERY 1024 // evaluations
#define WINDOW      256  // steps over which acceptance is counted when the cooling adapts

typedef struct climb {
    const mw_landscape *land;
    const mw_schedule *plan;
    mw_rng rng;
    unsigned char *now, *trial, *best, *first;
    double energy, best_energy;
    double hot, cold, temperature;
    uint64_t done, last_progress;
    unsigned accepted, tried; // in this window
    bool stopped;
} climb;

static double random_unit(mw_rng *rng) // 0 <= x < 1
{
    return (double)(mw_rng_next(rng) >> 11) * 0x1p-53;
}

static double energy_of(climb *c, const void *state)
{
    double e = c->land->energy(c->land->context, state);
    c->done++;
    if (c->done % WATCH_EVERY == 0 && c->land->watch &&
        !c->land->watch(c->land->context, NULL, c->best_energy, c->done))
        c->stopped = true;
    return isnan(e) ? INFINITY : e;
}

static void note_best(climb *c)
{
    if (c->energy >= c->best_energy)
        return;
    c->best_energy = c->energy;
    c->last_progress = c->done;
    memcpy(c->best, c->now, c->land->bytes);
    if (c->land->watch && !c->land->watch(c->land->context, c->best, c->energy, c->done))
        c->stopped = true;
}

static void begin(climb *c, bool afresh)
{
    memcpy(c->now, c->first, c->land->bytes);
    if (afresh && c->land->fresh)
        c->land->fresh(c->land->context, c->now, &c->rng);
    c->energy = energy_of(c, c->now);
    c->last_progress = c->done;
    note_best(c);
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

// A small but common rise: the lower fifth of those that steps from a random walk meet. Large ones
// are mostly penalties, and a temperature made for them melts everything.
static double typical_rise(climb *c)
{
    double rises[SAMPLES];
    unsigned n = 0;
    for (unsigned i = 0; i < SAMPLES && c->done < c->plan->evaluations / 10 && !c->stopped; i++) {
        memcpy(c->trial, c->now, c->land->bytes);
        c->land->step(c->land->context, c->trial, &c->rng);
        double energy = energy_of(c, c->trial), rise = energy - c->energy;
        if (rise > 0 && isfinite(rise))
            rises[n++] = rise;
        if (rise <= 0 || isinf(c->energy)) { // go down meanwhile
            memcpy(c->now, c->trial, c->land->bytes);
            c->energy = energy;
            note_best(c);
        }
    }
    qsort(rises, n, sizeof *rises, by_size);
    return n ? rises[n / 5] : 1;
}

// The share of the way through the current round of cooling, 0 to 1.
static double progress(const climb *c)
{
    uint64_t rounds = c->plan->rounds ? c->plan->rounds : 1;
    uint64_t length = c->plan->evaluations / rounds + 1;
    return (double)(c->done % length) / (double)length;
}

static void cool(climb *c)
{
    if (c->plan->method == MW_ANNEAL) {
        c->temperature = c->hot * mw_pow(c->cold / c->hot, progress(c));
    } else if (c->plan->method == MW_ADAPTIVE && c->tried == WINDOW) {
        // Accept from one step in five at first to one in fifty at the end.
        double wanted = 0.2 * mw_pow(0.1, progress(c));
        c->temperature *= c->accepted > wanted * WINDOW ? 0.9 : 1 / 0.9;
        c->accepted = c->tried = 0;
    }
}

static bool accepts(climb *c, double energy)
{
    double rise = energy - c->energy;
    if (rise <= 0 || isinf(c->energy)) // anything is better than a forbidden state
        return true;
    switch (c->plan->method) {
    case MW_DESCENT:
    case MW_RESTARTS: return false;
    case MW_UPHILL:
        return isfinite(rise) &&
               random_unit(&c->rng) < (c->plan->uphill > 0 ? c->plan->uphill : 0.01);
    default: return random_unit(&c->rng) < mw_exp(-rise / c->temperature);
    }
}

static void climb_on(climb *c)
{
    const mw_schedule *plan = c->plan;
    uint64_t patience = plan->patience ? plan->patience : plan->evaluations / 20 + 1;
    while (c->done < plan->evaluations && !c->stopped) {
        if (plan->method == MW_RESTARTS && c->done - c->last_progress >= patience) {
            begin(c, true);
            continue;
        }
        if (c->done % 16 == 0 || c->tried == WINDOW)
            cool(c);
        memcpy(c->trial, c->now, c->land->bytes);
        c->land->step(c->land->context, c->trial, &c->rng);
        double energy = energy_of(c, c->trial);
        bool accepted = accepts(c, energy);
        c->tried++;
        c->accepted += accepted;
        if (!accepted)
            continue;
        if (energy < c->energy)
            c->last_progress = c->done;
        unsigned char *swap = c->now;
        c->now = c->trial;
        c->trial = swap;
        c->energy = energy;
        note_best(c);
    }
}

double mw_local_search(const mw_landscape *land, const mw_schedule *plan, void *state)
{
    climb c = {.land = land, .plan = plan, .best_energy = INFINITY};
    size_t stride = (land->bytes + 15) / 16 * 16; // so that every state is aligned
    unsigned char *memory = malloc(4 * stride + 1);
    if (!memory)
        return NAN;
    c.now = memory;
    c.trial = memory + stride;
    c.best = memory + 2 * stride;
    c.first = memory + 3 * stride;
    memcpy(c.first, state, land->bytes);
    memcpy(c.best, state, land->bytes);
    mw_rng_seed(&c.rng, plan->seed);
    begin(&c, false);
    bool anneals = plan->method == MW_ANNEAL || plan->method == MW_ADAPTIVE;
    double rise = anneals && !(plan->hot > 0 && plan->cold > 0) ? typical_rise(&c) : 1;
    c.hot = plan->hot > 0 ? plan->hot : rise;
    c.cold = plan->cold > 0 ? plan->cold : c.hot / 4;
    c.temperature = c.hot;
    climb_on(&c);
    memcpy(state, c.best, land->bytes);
    free(memory);
    return c.best_energy;
}
