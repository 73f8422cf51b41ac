// anneal.c: see anneal.h and anneal_run.h. One loop; what is decided in it is in chains/chain.h.
#include "design/anneal_run.h"
#include "core/grow.h"
#include "core/math.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define WATCH_EVERY 128   // evaluations
#define FIRST_ROUND 20000 // evaluations, of an endless search

// ---- how a chain begins, and what it is given when it waits

bool mw_schedule_measures(const mw_schedule *s)
{
    bool anneals = s->cooling == MW_ANNEAL || s->cooling == MW_ADAPTIVE || s->cooling == MW_QUENCH;
    return anneals && !(s->hot > 0 && s->cold > 0);
}

// Temperatures that are not given follow from a typical rise.
static void set_temperatures(mw_checkpoint *at, const mw_schedule *s, double rise)
{
    at->hot = s->hot > 0 ? s->hot : rise;
    at->cold = s->cold > 0 ? s->cold : at->hot / 4;
    at->temperature = at->hot;
}

void mw_chain_begin(mw_chain *c, const mw_schedule *s, uint64_t seed, uint64_t end)
{
    uint64_t rounds = s->rounds ? s->rounds : 1;
    *c = (mw_chain){.until = end, .heats = mw_schedule_measures(s)};
    c->at.best_energy = INFINITY;
    c->at.round = end == MW_ENDLESS ? FIRST_ROUND : end / rounds + 1;
    mw_rng_seed(&c->at.rng, seed);
    set_temperatures(&c->at, s, 1);
}

// A small but common rise: the lower fifth of those that steps from a random walk meet. Large ones
// are mostly penalties, and a temperature made for them melts everything.
static double typical_rise(const mw_chain *c, double *rises)
{
    if (!c->rises)
        return 1;
    qsort(rises, c->rises, sizeof *rises, mw_compare_doubles);
    return rises[c->rises / 5];
}

bool mw_chain_supply(mw_chain *c, const mw_schedule *s, bool endless, double *rises,
                     bool (*fresh)(void *context, mw_rng *), void *context)
{
    mw_checkpoint *at = &c->at;
    bool round_over = c->mode == MW_CHAIN_ROUND_OVER || (c->mode == MW_CHAIN_ANNEALS && endless &&
                                                         at->done - at->round_begin >= at->round);
    if (c->mode == MW_CHAIN_SAMPLED) {
        set_temperatures(at, s, typical_rise(c, rises));
        c->mode = MW_CHAIN_ANNEALS;
        return true;
    }
    if (!round_over && c->mode != MW_CHAIN_STUCK)
        return true;
    c->heats = round_over && mw_schedule_measures(s);
    if (round_over) {
        at->round_begin = at->done;
        at->round *= 2;
        set_temperatures(at, s, 1);
    }
    c->mode = MW_CHAIN_BEGINS;
    return fresh(context, &at->rng);
}

// ---- one chain on the processor

static bool put_fresh(void *context, mw_rng *rng)
{
    const mw_anneal *a = context;
    memcpy(a->now, a->first, a->land->bytes);
    if (a->land->fresh)
        a->land->fresh(a->land->context, a->now, rng);
    return true;
}

static void tell(mw_anneal *a, const void *state, uint64_t evaluations)
{
    const mw_landscape *land = a->land;
    if (land->watch && !land->watch(land->context, state, a->chain->at.best_energy, evaluations))
        a->stopped = true;
}

static double energy_of(mw_anneal *a, const void *state)
{
    double e = a->land->energy(a->land->context, state);
    uint64_t done = a->chain->at.done + 1;
    if (done % WATCH_EVERY == 0)
        tell(a, NULL, done);
    return isnan(e) ? INFINITY : e;
}

static void swap_states(mw_anneal *a)
{
    void *now = a->now;
    a->now = a->trial;
    a->trial = now;
}

static void save(mw_anneal *a)
{
    a->chain->at.now = a->now;
    a->chain->at.best = a->best;
    a->land->save(a->land->context, &a->chain->at);
}

static void follow(mw_anneal *a, const mw_chain_plan *plan, double *rises)
{
    const mw_landscape *land = a->land;
    mw_chain *c = a->chain;
    for (uint64_t turn = 1; !a->stopped; turn++) {
        if (turn % WATCH_EVERY == 0 && land->save && c->mode == MW_CHAIN_ANNEALS)
            save(a);
        if (!mw_chain_goes_on(c, plan)) {
            if (c->mode <= MW_CHAIN_ANNEALS)
                return;
            mw_chain_supply(c, a->schedule, plan->endless, rises, put_fresh, a);
            continue;
        }
        memcpy(a->trial, a->now, land->bytes);
        if (c->mode != MW_CHAIN_BEGINS)
            land->step(land->context, a->trial, &c->at.rng);
        double e = energy_of(a, a->trial);
        if (e == MW_NO_MEMORY) { // there is none, so this step is not taken
            a->stopped = true;
            return;
        }
        if (!mw_chain_takes(c, plan, e, rises))
            continue;
        swap_states(a);
        if (mw_anneal_improves(&c->at)) {
            memcpy(a->best, a->now, land->bytes);
            tell(a, a->best, c->at.done);
        }
    }
}

void mw_anneal_run(mw_anneal *a)
{
    const mw_schedule *s = a->schedule;
    const mw_chain_plan plan = {.cooling = s->cooling,
                                .endless = s->evaluations == MW_ENDLESS,
                                .uphill = s->uphill,
                                .patience = s->patience};
    double rises[MW_ANNEAL_RISES];
    void *now = a->now;
    follow(a, &plan, rises);
    if (a->now != now) {
        swap_states(a);
        memcpy(a->now, a->trial, a->land->bytes);
    }
}

double mw_local_search(const mw_landscape *given, const mw_schedule *schedule, void *state)
{
    mw_landscape own;
    MW_TAKE_OPTIONS(mw_landscape, &own, given, save);
    const mw_landscape *land = &own;
    size_t stride = (land->bytes + 15) / 16 * 16; // so that every state is aligned
    unsigned char *memory = malloc(3 * stride + 1);
    if (!memory)
        return NAN;
    mw_chain chain;
    mw_anneal a = {.land = land,
                   .schedule = schedule,
                   .chain = &chain,
                   .now = memory,
                   .trial = memory + stride,
                   .best = memory + 2 * stride,
                   .first = state};
    mw_chain_begin(&chain, schedule, schedule->seed, schedule->evaluations);
    memcpy(a.now, state, land->bytes);
    memcpy(a.best, state, land->bytes);
    if (schedule->resume) {
        chain.at = *schedule->resume;
        chain.mode = MW_CHAIN_ANNEALS;
        memcpy(a.now, chain.at.now, land->bytes);
        memcpy(a.best, chain.at.best, land->bytes);
    }
    if (schedule->pause && schedule->pause < chain.until)
        chain.until = schedule->pause;
    mw_anneal_run(&a);
    if (schedule->pause && land->save && chain.mode == MW_CHAIN_ANNEALS)
        save(&a);
    memcpy(state, a.best, land->bytes);
    free(memory);
    return chain.at.best_energy;
}
