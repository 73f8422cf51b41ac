// anneal.c: see anneal.h. One loop; the methods differ in when they accept a step that goes uphill.
#include "mazewright/anneal.h"

#include "design/anneal_step.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define WATCH_EVERY 128   // evaluations
#define FIRST_ROUND 20000 // evaluations, of an endless search

typedef struct climb {
    const mw_landscape *land;
    const mw_schedule *plan;
    mw_checkpoint at; // but for its states, which are:
    unsigned char *now, *trial, *best, *first;
    bool stopped;
} climb;

static double energy_of(climb *c, const void *state)
{
    double e = c->land->energy(c->land->context, state);
    c->at.done++;
    if (c->at.done % WATCH_EVERY == 0 && c->land->watch &&
        !c->land->watch(c->land->context, NULL, c->at.best_energy, c->at.done))
        c->stopped = true;
    return isnan(e) ? INFINITY : e;
}

static void note_best(climb *c)
{
    if (!mw_anneal_improves(&c->at))
        return;
    memcpy(c->best, c->now, c->land->bytes);
    if (c->land->watch && !c->land->watch(c->land->context, c->best, c->at.energy, c->at.done))
        c->stopped = true;
}

static void begin(climb *c, bool afresh)
{
    memcpy(c->now, c->first, c->land->bytes);
    if (afresh && c->land->fresh)
        c->land->fresh(c->land->context, c->now, &c->at.rng);
    c->at.energy = energy_of(c, c->now);
    c->at.last_progress = c->at.done;
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
    double rises[MW_ANNEAL_RISES];
    unsigned n = 0;
    for (unsigned i = 0;
         i < MW_ANNEAL_RISES && c->at.done - c->at.round_begin < c->at.round / 10 && !c->stopped;
         i++) {
        memcpy(c->trial, c->now, c->land->bytes);
        c->land->step(c->land->context, c->trial, &c->at.rng);
        double energy = energy_of(c, c->trial), rise = energy - c->at.energy;
        if (rise > 0 && isfinite(rise))
            rises[n++] = rise;
        if (rise <= 0 || isinf(c->at.energy)) { // go down meanwhile
            memcpy(c->now, c->trial, c->land->bytes);
            c->at.energy = energy;
            note_best(c);
        }
    }
    if (!n)
        return 1;
    qsort(rises, n, sizeof *rises, by_size);
    return rises[n / 5];
}

// Temperatures that are not given are those of the place where the round begins.
static void heat(climb *c)
{
    const mw_schedule *plan = c->plan;
    bool anneals = plan->method == MW_ANNEAL || plan->method == MW_ADAPTIVE;
    double rise = anneals && !(plan->hot > 0 && plan->cold > 0) ? typical_rise(c) : 1;
    c->at.hot = plan->hot > 0 ? plan->hot : rise;
    c->at.cold = plan->cold > 0 ? plan->cold : c->at.hot / 4;
    c->at.temperature = c->at.hot;
}

static void next_round(climb *c)
{
    c->at.round_begin = c->at.done;
    if (c->plan->evaluations != MW_ENDLESS)
        return; // only heated up again
    c->at.round *= 2;
    begin(c, true);
    heat(c);
}

static void save(climb *c)
{
    c->at.now = c->now;
    c->at.best = c->best;
    c->land->save(c->land->context, &c->at);
}

static void climb_on(climb *c)
{
    const mw_schedule *plan = c->plan;
    bool pauses = plan->pause && plan->pause < plan->evaluations;
    uint64_t end = pauses ? plan->pause : plan->evaluations;
    for (uint64_t turn = 1; c->at.done < end && !c->stopped; turn++) {
        if (turn % WATCH_EVERY == 0 && c->land->save)
            save(c);
        if (c->at.done - c->at.round_begin >= c->at.round) {
            next_round(c);
            continue;
        }
        if (plan->method == MW_RESTARTS && mw_anneal_impatient(&c->at, plan->patience)) {
            begin(c, true);
            continue;
        }
        if (mw_anneal_cools(&c->at))
            mw_anneal_cool(&c->at, plan->method);
        memcpy(c->trial, c->now, c->land->bytes);
        c->land->step(c->land->context, c->trial, &c->at.rng);
        double energy = energy_of(c, c->trial);
        if (!mw_anneal_judge(&c->at, plan->method, plan->uphill, energy))
            continue;
        unsigned char *swap = c->now;
        c->now = c->trial;
        c->trial = swap;
        note_best(c);
    }
}

static void set_out(climb *c)
{
    uint64_t rounds = c->plan->rounds ? c->plan->rounds : 1;
    bool endless = c->plan->evaluations == MW_ENDLESS;
    c->at.best_energy = INFINITY;
    c->at.round = endless ? FIRST_ROUND : c->plan->evaluations / rounds + 1;
    mw_rng_seed(&c->at.rng, c->plan->seed);
    begin(c, false);
    heat(c);
}

double mw_local_search(const mw_landscape *land, const mw_schedule *plan, void *state)
{
    climb c = {.land = land, .plan = plan};
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
    if (plan->resume) {
        c.at = *plan->resume;
        memcpy(c.now, plan->resume->now, land->bytes);
        memcpy(c.best, plan->resume->best, land->bytes);
    } else {
        set_out(&c);
    }
    climb_on(&c);
    if (plan->pause && land->save)
        save(&c);
    memcpy(state, c.best, land->bytes);
    free(memory);
    return c.at.best_energy;
}
