// chain_search_device.c: chains on a device. It works out an objective by itself, if it knows all
// that is used in it; what it cannot do is done here between the stages: fresh random mazes,
// temperatures, telling what is new.
#include "design/chain_search.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define STAGE_MAX     (UINT64_C(1) << 40)
#define STAGE_SECONDS 0.2 // as long as somebody who waits does not notice

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

// ---- the plan that all chains share

static bool knows(const mw_chain_search *p, unsigned name)
{
    unsigned always = MW_CHAIN_BIT(MW_CHAIN_ROWS) | MW_CHAIN_BIT(MW_CHAIN_COLS);
    return name < MW_CHAIN_VALUES && (p->chains->knows | always) & MW_CHAIN_BIT(name);
}

static bool refuse_name(const mw_chain_search *p, unsigned name, mw_error *error)
{
    char known[200] = "";
    for (unsigned i = 0; i < MW_CHAIN_VALUES; i++)
        if (knows(p, i))
            snprintf(known + strlen(known), sizeof known - strlen(known), " %s",
                     p->objective.names[i]);
    return mw_chain_refuse(error, "objectives and constraints over%s; '%s' is not among them",
                           known, p->objective.names[name]);
}

// The most numbers that are on the stack at once.
static unsigned depth(const mw_expression *e)
{
    unsigned now = 0, most = 0;
    for (unsigned i = 0; i < e->count; i++) {
        uint8_t op = e->instructions[i].op;
        now += op <= MW_OP_NAME;
        now -= op == MW_OP_IF ? 2 : op >= MW_OP_OR;
        most = now > most ? now : most;
    }
    return most;
}

static bool add_instructions(mw_chain_plan *shared, unsigned place, const mw_expression *e,
                             mw_error *error)
{
    unsigned used = 0;
    for (unsigned i = 0; i < place; i++)
        used += shared->counts[i];
    if (used + e->count > MW_CHAIN_INSTRUCTIONS || depth(e) > MW_CHAIN_STACK)
        return mw_chain_refuse(error, "shorter objectives and constraints");
    memcpy(shared->instructions + used, e->instructions, e->count * sizeof *e->instructions);
    shared->counts[place] = e->count;
    return true;
}

static bool share_plan(mw_chain_search *p, mw_error *error)
{
    const mw_objective *o = &p->objective;
    mw_chain_plan *shared = &p->shared;
    bool endless = p->schedule.evaluations == MW_ENDLESS && !(p->plan->seconds > 0);
    *shared = (mw_chain_plan){.cooling = p->schedule.cooling,
                              .endless = endless,
                              .uphill = p->schedule.uphill,
                              .patience = p->schedule.patience,
                              .rows = p->maze->h,
                              .cols = p->maze->w};
    for (unsigned i = 0; o->names[i]; i++) {
        if (o->used[i] && !knows(p, i))
            return refuse_name(p, i, error);
        if (o->used[i])
            shared->used |= MW_CHAIN_BIT(i);
    }
    if (o->judges_moved)
        return mw_chain_refuse(error, "constraints over lengths and the board where the objective "
                                      "moves the start, as best_length does");
    for (unsigned i = 0; i < o->require_count; i++)
        if (!o->require[i].count)
            return mw_chain_refuse(error, "constraints that say something");
    bool ok = add_instructions(shared, 0, &o->energy, error);
    for (unsigned i = 0; ok && i < o->require_count; i++)
        ok = add_instructions(shared, i + 1, &o->require[i], error);
    return ok;
}

bool mw_chain_search_device_prepare(mw_chain_search *p, mw_error *error)
{
    if (!p->chains) {
        char text[200] = "";
        for (const mw_kind *const *k = mw_kinds(); *k; k++)
            if ((*k)->design && (*k)->design->chains)
                snprintf(text + strlen(text), sizeof text - strlen(text), " %s", (*k)->name);
        return mw_chain_refuse(error, "mazes of these kinds:%s", text);
    }
    p->common = malloc(p->chains->common_bytes);
    if (!p->common)
        return mw_no_memory(error);
    return p->chains->common(p->maze, p->common, error) && share_plan(p, error);
}

// ---- stages

// Where the budget is a time, there is one round of cooling, which ends with the time. Its length
// in evaluations is estimated after each stage from the rate since the first stage; the first one
// is not counted, because the card starts up in it. The round never ends within a stage, since then
// the chains would be heated up again.
static void stretch_round(mw_chain_search *p)
{
    const mw_design_runner *r = p->task->runner;
    if (!r->watch.clock || p->shared.endless || p->schedule.evaluations != MW_ENDLESS)
        return;
    double gone = mw_design_clock(r) - p->began;
    uint64_t done = mw_chain_search_evaluations(p), interval = mw_chain_search_interval(p);
    if (!p->first_done) {
        p->first_done = done;
        p->first_gone = gone;
    }
    if (done <= p->first_done || gone <= p->first_gone)
        return;
    double rate = (double)(done - p->first_done) / (gone - p->first_gone) / p->set.count;
    uint64_t left = (uint64_t)fmin(fmax(p->plan->seconds - gone, 0) * rate, 0x1p60) + 1;
    uint64_t stage = interval && interval < p->stage ? interval : p->stage;
    for (uint32_t i = 0; i < p->set.count; i++) {
        mw_checkpoint *at = &p->set.chains[i].at;
        at->round = at->done - at->round_begin + (left > stage ? left : stage + 1);
    }
}

// Stages become so long that little time is lost between them.
static void adapt_stage(mw_chain_search *p, double seconds)
{
    if (seconds < STAGE_SECONDS / 2 && p->stage < STAGE_MAX)
        p->stage *= 2;
    else if (seconds > STAGE_SECONDS * 2 && p->stage > 1)
        p->stage /= 2;
}

typedef struct place {
    mw_chain_search *search;
    uint32_t chain;
    mw_error *error;
} place;

static bool put_fresh(void *context, mw_rng *rng)
{
    const place *at = context;
    const mw_chain_search *p = at->search;
    mw_maze *m = mw_random_maze(p->kind, p->plan->params, mw_rng_next(rng) >> 1, at->error);
    if (m)
        p->chains->pack(m, mw_chain_search_genes(p, p->set.now, at->chain));
    mw_maze_free(m);
    return m;
}

bool mw_chain_search_device_follow(mw_chain_search *p, mw_error *error)
{
    const mw_device *d = p->plan->device;
    const mw_design_runner *r = p->task->runner;
    double began = mw_design_clock(r);
    if (!d->follow(p->device_number, p->chains, p->common, &p->shared, &p->set, error))
        return false;
    if (r->watch.clock)
        adapt_stage(p, mw_design_clock(r) - began);
    stretch_round(p);
    bool ok = true;
    for (uint32_t i = 0; ok && i < p->set.count; i++) {
        place at = {.search = p, .chain = i, .error = error};
        double *rises = p->set.rises ? p->set.rises + (size_t)i * MW_ANNEAL_RISES : NULL;
        ok = mw_chain_supply(&p->set.chains[i], &p->schedule, p->shared.endless, rises, put_fresh,
                             &at);
    }
    return ok;
}

bool mw_chain_search_device_tell(mw_chain_search *p)
{
    double energy = INFINITY;
    uint64_t done = mw_chain_search_evaluations(p), more = done - p->told;
    if (!p->task->watched)
        return true;
    for (uint32_t i = 0; i < p->set.count; i++)
        energy = fmin(energy, p->set.chains[i].at.best_energy);
    mw_designed d = {0};
    if (energy < p->best)
        d = mw_chain_search_best(p);
    bool better = d.maze && d.energy < p->best;
    if (better)
        p->best = d.energy;
    p->told = done;
    bool on = mw_design_task_told(p->task, better ? d.maze : NULL, p->best, done, more);
    mw_maze_free(d.maze);
    return on;
}
