// voyage.c: chains of one search on a device, leg by leg. Between legs the processor does what the
// device cannot: fresh random mazes, temperatures from sampled rises, exchanges, what is new to
// those who watch. How long the legs are changes nothing in what is found.
#include "design/chains/journey.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FIRST_LEG   200 // evaluations of each chain
#define LEG_MAX     (UINT64_C(1) << 40)
#define LEG_SECONDS 0.2   // as long as somebody who waits does not notice
#define FIRST_ROUND 20000 // evaluations, of an endless search; as in anneal.c

bool(mw_chain_refuse)(mw_error *error, const char *format, ...)
{
    va_list arguments;
    *error = (mw_error){0};
    int n = snprintf(error->text, sizeof error->text, "a graphics card takes only ");
    va_start(arguments, format);
    vsnprintf(error->text + n, sizeof error->text - (size_t)n, format, arguments);
    va_end(arguments);
    return false;
}

// ---- the plan

static bool knows(const mw_journey *v, unsigned name)
{
    unsigned always = MW_CHAIN_BIT(MW_CHAIN_ROWS) | MW_CHAIN_BIT(MW_CHAIN_COLS);
    return name < MW_CHAIN_VALUES && (v->chains->knows | always) & MW_CHAIN_BIT(name);
}

static bool refuse_name(const mw_journey *v, unsigned name, mw_error *error)
{
    char known[200] = "";
    for (unsigned i = 0; i < MW_CHAIN_VALUES; i++)
        if (knows(v, i))
            snprintf(known + strlen(known), sizeof known - strlen(known), " %s",
                     v->objective.names[i]);
    return mw_chain_refuse(error, "objectives and constraints over%s; '%s' is not among them",
                           known, v->objective.names[name]);
}

// Numbers that are on the stack at once, at most.
static unsigned depth(const mw_expression *e)
{
    unsigned now = 0, most = 0;
    for (unsigned i = 0; i < e->count; i++) {
        uint8_t op = e->steps[i].op;
        now += op <= MW_OP_NAME;
        now -= op == MW_OP_IF ? 2 : op >= MW_OP_OR;
        most = now > most ? now : most;
    }
    return most;
}

static bool add_steps(mw_chain_plan *p, unsigned place, const mw_expression *e, mw_error *error)
{
    unsigned used = 0;
    for (unsigned i = 0; i < place; i++)
        used += p->steps[i];
    if (used + e->count > MW_CHAIN_STEPS || depth(e) > MW_CHAIN_STACK)
        return mw_chain_refuse(error, "shorter objectives and constraints");
    memcpy(p->step + used, e->steps, e->count * sizeof *e->steps);
    p->steps[place] = e->count;
    return true;
}

static bool share_plan(mw_journey *v, mw_error *error)
{
    const mw_objective *o = &v->objective;
    mw_chain_plan *p = &v->shared;
    bool timed = v->way && v->way->seconds > 0;
    *p = (mw_chain_plan){.method = v->schedule.method,
                         .endless = v->schedule.evaluations == MW_ENDLESS && !timed,
                         .uphill = v->schedule.uphill,
                         .patience = v->schedule.patience,
                         .rows = v->maze->h,
                         .cols = v->maze->w};
    for (unsigned i = 0; o->names[i]; i++) {
        if (o->used[i] && !knows(v, i))
            return refuse_name(v, i, error);
        if (o->used[i])
            p->used |= MW_CHAIN_BIT(i);
    }
    for (unsigned i = 0; i < o->require_count; i++)
        if (!o->require[i].count)
            return mw_chain_refuse(error, "constraints that say something");
    bool ok = add_steps(p, 0, &o->energy, error);
    for (unsigned i = 0; ok && i < o->require_count; i++)
        ok = add_steps(p, i + 1, &o->require[i], error);
    return ok;
}

// ---- chains

uint64_t mw_journey_end(const mw_journey *v, uint32_t i)
{
    return mw_stream_share(v->schedule.evaluations, v->way->streams, v->way->first + i);
}

static void set_temperatures(const mw_journey *v, mw_checkpoint *at, double rise)
{
    at->hot = v->schedule.hot > 0 ? v->schedule.hot : rise;
    at->cold = v->schedule.cold > 0 ? v->schedule.cold : at->hot / 4;
    at->temperature = at->hot;
}

// Puts a chain into a random maze. False and *error: out of memory.
static bool put_random(mw_journey *v, uint32_t i, uint64_t seed, mw_error *error)
{
    mw_maze *m = mw_random_maze(v->kind, v->plan->params, seed, error);
    if (!m)
        return false;
    v->chains->pack(m, mw_journey_genes(v, v->fleet.now, i));
    mw_maze_free(m);
    v->fleet.chains[i].mode = MW_CHAIN_BEGINS;
    return true;
}

static bool set_out(mw_journey *v, uint32_t i, mw_error *error)
{
    mw_chain *c = &v->fleet.chains[i];
    uint64_t seed = mw_stream_seed(v->schedule.seed, v->way->first + i);
    uint64_t rounds = v->schedule.rounds ? v->schedule.rounds : 1, end = mw_journey_end(v, i);
    *c = (mw_chain){.heats = v->heats};
    c->at.best_energy = INFINITY;
    c->at.round = v->shared.endless   ? FIRST_ROUND
                  : end == MW_ENDLESS ? end // until there is an idea of how much time allows
                                      : end / rounds + 1;
    mw_rng_seed(&c->at.rng, seed);
    set_temperatures(v, &c->at, 1);
    if (!put_random(v, i, seed, error))
        return false;
    memcpy(mw_journey_genes(v, v->fleet.best, i), mw_journey_genes(v, v->fleet.now, i),
           v->chains->gene_bytes);
    return true;
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

// See typical_rise in anneal.c.
static void heat(mw_journey *v, uint32_t i)
{
    mw_chain *c = &v->fleet.chains[i];
    double *rises = v->fleet.rises + (size_t)i * MW_ANNEAL_RISES;
    qsort(rises, c->rises, sizeof *rises, by_size);
    set_temperatures(v, &c->at, c->rises ? rises[c->rises / 5] : 1);
    c->mode = MW_CHAIN_ANNEALS;
}

// What a chain waits for.
static bool serve(mw_journey *v, uint32_t i, mw_error *error)
{
    mw_chain *c = &v->fleet.chains[i];
    mw_checkpoint *at = &c->at;
    bool round_over =
        c->mode == MW_CHAIN_ANNEALS && v->shared.endless && at->done - at->round_begin >= at->round;
    if (c->mode == MW_CHAIN_SAMPLED)
        heat(v, i);
    if (c->mode == MW_CHAIN_ROUND_OVER || round_over) {
        at->round_begin = at->done;
        at->round *= 2;
        c->heats = v->heats;
        set_temperatures(v, at, 1);
        return put_random(v, i, mw_rng_next(&at->rng) >> 1, error);
    }
    if (c->mode == MW_CHAIN_STUCK) {
        c->heats = false;
        return put_random(v, i, mw_rng_next(&at->rng) >> 1, error);
    }
    return true;
}

// ---- legs

// False: all chains are at their end.
static bool plan_leg(mw_journey *v)
{
    bool any = false;
    for (uint32_t i = 0; i < v->fleet.count; i++) {
        mw_chain *c = &v->fleet.chains[i];
        uint64_t end = mw_journey_end(v, i);
        c->until = mw_least(end, c->at.done + v->leg);
        if (v->shared.endless) // it will wait there
            c->until = mw_least(c->until, c->at.round_begin + c->at.round);
        if (mw_journey_meeting(v))
            c->until = mw_least(c->until, v->met + mw_journey_meeting(v));
        any |= c->at.done < end;
    }
    return any;
}

static uint64_t evaluations(const mw_journey *v)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < v->fleet.count; i++)
        sum += v->fleet.chains[i].at.done;
    return sum;
}

// The chain with the least energy that makes a maze to show, which the caller frees: the first one
// of several. Those from `from` on, in that order, have been looked at.
static mw_maze *best_maze(mw_journey *v, double *energy)
{
    double above = -INFINITY;
    for (;;) { // mostly once: what fails is not solvable
        uint32_t best = v->fleet.count;
        for (uint32_t i = 0; i < v->fleet.count; i++) {
            double e = v->fleet.chains[i].at.best_energy;
            if (e > above && e < MW_AMISS &&
                (best == v->fleet.count || e < v->fleet.chains[best].at.best_energy))
                best = i;
        }
        if (best == v->fleet.count)
            return NULL;
        above = *energy = v->fleet.chains[best].at.best_energy;
        for (uint32_t i = best; i < v->fleet.count; i++) {
            if (v->fleet.chains[i].at.best_energy != above)
                continue;
            v->chains->unpack(mw_journey_genes(v, v->fleet.best, i), v->maze);
            mw_maze *m;
            v->starved |= !mw_design_finished(&v->objective, v->maze, above, &m);
            if (m || v->starved)
                return m;
        }
    }
}

static bool watch(mw_journey *v)
{
    const mw_design_plan *plan = v->plan;
    double energy = INFINITY;
    for (uint32_t i = 0; i < v->fleet.count; i++)
        energy = fmin(energy, v->fleet.chains[i].at.best_energy);
    if (!plan->watch)
        return true;
    mw_maze *m = energy < v->best ? best_maze(v, &energy) : NULL;
    if (m && energy < v->best) {
        v->best = energy;
        bool on = plan->watch(plan->context, m, energy, evaluations(v));
        mw_maze_free(m);
        return on;
    }
    mw_maze_free(m);
    return plan->watch(plan->context, NULL, v->best, evaluations(v));
}

// ---- the whole

static bool prepare(mw_journey *v, mw_error *error)
{
    const mw_design_plan *plan = v->plan;
    if (!v->chains) {
        char text[200] = "";
        for (const mw_kind *const *k = mw_kinds(); *k; k++)
            if ((*k)->design && (*k)->design->chains)
                snprintf(text + strlen(text), sizeof text - strlen(text), " %s", (*k)->name);
        return mw_chain_refuse(error, "mazes of these kinds:%s", text);
    }
    if (!mw_objective_init(&v->objective, v->kind, plan->objective, plan->require, error))
        return false;
    v->maze = mw_random_maze(v->kind, plan->params, plan->schedule.seed, error);
    v->frame = malloc(v->chains->frame_bytes);
    if (v->maze && !v->frame)
        return mw_no_memory(error);
    if (!v->maze || !v->chains->frame(v->maze, v->frame, error))
        return false;
    mw_design_temperatures(&v->objective, v->maze, &v->schedule);
    bool anneals = v->schedule.method == MW_ANNEAL || v->schedule.method == MW_ADAPTIVE;
    v->heats = anneals && !(v->schedule.hot > 0 && v->schedule.cold > 0);
    return share_plan(v, error);
}

static bool man(mw_journey *v, mw_error *error)
{
    mw_chain_set *f = &v->fleet;
    f->count = v->way->count;
    f->chains = calloc(f->count, sizeof *f->chains);
    f->now = calloc(f->count, v->chains->gene_bytes);
    f->best = calloc(f->count, v->chains->gene_bytes);
    f->rises = v->heats ? calloc(f->count, MW_ANNEAL_RISES * sizeof *f->rises) : NULL;
    if (!f->chains || !f->now || !f->best || (v->heats && !f->rises))
        return mw_no_memory(error);
    bool ok = true;
    if (!mw_journey_resume(v))
        for (uint32_t i = 0; ok && !v->starved && i < f->count; i++)
            ok = set_out(v, i, error);
    return ok && (!v->starved || mw_no_memory(error));
}

// One round of cooling is to end with the time: after as many evaluations as there will be, going
// by what there were since the first leg, in which a card is woken up, too; but not within a leg,
// for it would be heated up again.
static void stretch_round(mw_journey *v)
{
    const mw_voyage *way = v->way;
    if (!(way->seconds > 0) || !way->clock || v->schedule.evaluations != MW_ENDLESS)
        return;
    double gone = way->clock() - v->began;
    uint64_t done = evaluations(v);
    if (!v->first_done) {
        v->first_done = done;
        v->first_gone = gone;
    }
    if (done <= v->first_done || gone <= v->first_gone)
        return;
    double rate = (double)(done - v->first_done) / (gone - v->first_gone) / v->fleet.count;
    uint64_t left = (uint64_t)fmin(fmax(way->seconds - gone, 0) * rate, 0x1p60) + 1;
    uint64_t leg = mw_journey_meeting(v) ? mw_least(v->leg, mw_journey_meeting(v)) : v->leg;
    for (uint32_t i = 0; i < v->fleet.count; i++) {
        mw_checkpoint *at = &v->fleet.chains[i].at;
        at->round = at->done - at->round_begin + (left > leg ? left : leg + 1);
    }
}

// Long enough not to lose time between legs.
static void adapt_leg(mw_journey *v, double seconds)
{
    if (seconds < LEG_SECONDS / 2 && v->leg < LEG_MAX)
        v->leg *= 2;
    else if (seconds > LEG_SECONDS * 2 && v->leg > 1)
        v->leg /= 2;
}

static bool sail(mw_journey *v, mw_designed *out, mw_error *error)
{
    const mw_voyage *way = v->way;
    v->leg = FIRST_LEG;
    v->began = way->clock ? way->clock() : 0;
    if (!v->met)
        v->temperature = v->fleet.chains[0].at.temperature;
    while (!out->stopped && plan_leg(v)) {
        double began = way->clock ? way->clock() : 0;
        if (!way->device->follow(way->number, v->chains, v->frame, &v->shared, &v->fleet, error))
            return false;
        if (way->clock)
            adapt_leg(v, way->clock() - began);
        stretch_round(v);
        bool ok = true;
        for (uint32_t i = 0; ok && i < v->fleet.count; i++)
            ok = serve(v, i, error);
        if (!ok)
            return false;
        if (!mw_journey_meet_if_due(v))
            return mw_no_memory(error);
        out->stopped = !watch(v);
        if (!v->starved)
            mw_journey_save(v, out->stopped);
        if (v->starved)
            break;
    }
    out->evaluations = evaluations(v);
    out->maze = best_maze(v, &out->energy);
    return !v->starved || mw_no_memory(error);
}

static void sink(mw_journey *v)
{
    free(v->fleet.chains);
    free(v->fleet.now);
    free(v->fleet.best);
    free(v->fleet.rises);
    free(v->frame);
    mw_maze_free(v->maze);
    free(v);
}

static mw_journey *begin(const mw_kind *kind, const mw_design_plan *plan, const mw_voyage *way)
{
    mw_journey *v = calloc(1, sizeof *v);
    if (v)
        *v = (mw_journey){.kind = kind,
                          .chains = kind->design ? kind->design->chains : NULL,
                          .plan = plan,
                          .way = way,
                          .schedule = plan->schedule,
                          .best = INFINITY};
    return v;
}

uint32_t mw_device_holds(const mw_device *device, unsigned number, const mw_kind *kind,
                         const mw_design_plan *plan, mw_error *error)
{
    mw_journey *v = begin(kind, plan, NULL);
    uint32_t count = 0;
    *error = (mw_error){0};
    if (!v)
        mw_no_memory(error);
    else if (prepare(v, error) && !(count = device->holds(number, v->chains, v->frame)))
        mw_chain_refuse(error, "what it has memory for; take a smaller maze");
    if (v)
        sink(v);
    return count;
}

bool mw_design_on_device(const mw_kind *kind, const mw_design_plan *plan, const mw_voyage *way,
                         mw_designed *out, mw_error *error)
{
    *out = (mw_designed){.energy = INFINITY};
    *error = (mw_error){0};
    mw_journey *v = begin(kind, plan, way);
    if (!v)
        return mw_no_memory(error);
    bool ok = prepare(v, error) && man(v, error) && sail(v, out, error);
    sink(v);
    return ok;
}
