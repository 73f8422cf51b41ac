// run.c: mw_design_run, see design.h. Each maze that is asked for is a target; its streams are
// divided into tasks, so that the result does not depend on the number of threads or processes. A
// task runs a few streams (chain_search.h), breeds a population, or proves.
#include "design/chain_search.h"

#include "core/grow.h"
#include "core/memory.h"
#include "core/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---- the methods

static unsigned device_number(const mw_design_runner *r)
{
    char text[200];
    unsigned count = 0;
    const mw_device *d = r->plan.device;
    while (d && d->describe && d->describe(count, text, sizeof text))
        count++;
    return count ? r->watch.process % count : 0;
}

static void search(mw_design_task *task)
{
    mw_design_runner *r = task->runner;
    const mw_design_watch *watch = &r->watch;
    task->watched = watch->goes_on || watch->progress || watch->tell || r->plan.seconds > 0;
    task->saves = task->key || watch->tell;
    task->only_follows = watch->tell && task->count > 1 && !r->plan.device;
    mw_chain_search *p = calloc(1, sizeof *p);
    if (!p) {
        mw_design_task_fails(task);
        return;
    }
    *p = (mw_chain_search){.kind = r->kind,
                           .plan = &r->plan,
                           .require = task->target->require,
                           .task = task,
                           .seed = task->target->seed,
                           .first = task->first,
                           .count = task->count,
                           .device_number = device_number(r)};
    task->failed = !mw_chain_search_run(p, &task->found, &task->error);
    free(p);
    mw_design_task_remember(task);
}

// These methods report a running total of evaluations. This remembers the last one, to report the
// difference.
typedef struct counted {
    mw_design_task *task;
    uint64_t told;
    bool stopped; // the last answer was to end soon
} counted;

static bool tell_counted(counted *c, const mw_maze *m, double energy, uint64_t evaluations)
{
    uint64_t more = evaluations - c->told;
    c->told = evaluations;
    c->stopped = !mw_design_task_told(c->task, m, energy, evaluations, more);
    return !c->stopped;
}

static bool watch_generation(void *context, const mw_generation *g)
{
    const mw_individual *fittest = &g->mazes[0];
    return tell_counted(context, fittest->maze, -fittest->fitness, g->evaluations);
}

// What was stopped in the middle says that memory ran out. It has found nothing, and has not
// failed.
static bool stopped_early(mw_design_task *task, const mw_design_stop *stop)
{
    if (!task->failed || !stop->stop.stopped)
        return false;
    task->failed = false;
    task->found.stopped = true;
    return true;
}

static void breed(mw_design_task *task)
{
    const mw_design_runner *r = task->runner;
    mw_genetic_plan plan = {0};
    mw_bred bred;
    counted c = {.task = task};
    if (r->plan.breeding)
        MW_TAKE_OPTIONS(mw_genetic_plan, &plan, r->plan.breeding, context);
    uint64_t population = plan.population ? plan.population : 100;
    uint64_t generations = r->plan.schedule.evaluations / population;
    generations = generations ? generations : 1;
    plan.params = r->plan.params;
    plan.seed = task->target->seed;
    plan.generations = (unsigned)(generations < UINT32_MAX ? generations : UINT32_MAX);
    plan.bytes = r->plan.bytes > 1 ? r->plan.bytes / 2 : r->plan.bytes;
    plan.watch = watch_generation;
    plan.context = &c;
    mw_design_stop stop;
    mw_design_stop_begin(&stop, r, task);
    task->failed = !mw_genetic(r->kind, &plan, &bred, &task->error);
    mw_design_stop_end(&stop);
    if (stopped_early(task, &stop) || task->failed)
        return;
    mw_maze_free(bred.best);
    task->found = (mw_designed){.maze = bred.fittest,
                                .energy = -bred.fitness,
                                .evaluations = bred.evaluations,
                                .stopped = bred.stopped,
                                .limited = bred.limited};
}

static bool watch_proof(void *context, const mw_maze *m, uint32_t length, uint64_t nodes)
{
    return tell_counted(context, m, m ? -(double)length : (double)NAN, nodes);
}

static void prove(mw_design_task *task)
{
    const mw_design_runner *r = task->runner;
    counted c = {.task = task};
    mw_exact e = {.watch = watch_proof, .context = &c};
    task->failed = !mw_design_exactly(r->kind, &r->plan, &e, &task->found.maze, &task->error);
    task->found.energy = -(double)e.length;
    task->found.length = e.length;
    task->found.evaluations = e.nodes;
    task->found.stopped = c.stopped && !e.proven;
    task->target->proven = e.proven;
    task->target->bound = e.bound;
    task->target->seed = 0; // nothing is random
}

static bool watch_niches(void *context, unsigned niches, uint64_t evaluations)
{
    (void)niches;
    return tell_counted(context, NULL, NAN, evaluations);
}

static void fill_niches(mw_design_task *task)
{
    const mw_design_runner *r = task->runner;
    const mw_design_plan *p = &r->plan;
    counted c = {.task = task};
    mw_ladder_plan plan = {.params = p->params,
                           .evaluations =
                               mw_stream_share(p->schedule.evaluations, p->streams, task->first),
                           .seed = mw_stream_seed(task->target->seed, task->first),
                           .objective = p->objective,
                           .require = p->require,
                           .across = {p->across[0], p->across[1]},
                           .bytes = p->bytes > 1 ? p->bytes / 2 : p->bytes,
                           .limited = &task->found.limited,
                           .watch = watch_niches,
                           .context = &c};
    mw_design_stop stop;
    mw_design_stop_begin(&stop, r, task);
    task->failed = !mw_ladder_search(r->kind, &plan, &task->niches, &task->error);
    stopped_early(task, &stop);
    task->found.stopped = c.stopped || stop.stop.stopped;
    mw_design_stop_end(&stop);
}

static void (*const ways[])(mw_design_task *) = {[MW_BY_SEARCH] = search,
                                                 [MW_BY_BREEDING] = breed,
                                                 [MW_BY_PROOF] = prove,
                                                 [MW_BY_LADDER] = fill_niches};

static void run_task(void *context, uint64_t index)
{
    mw_design_runner *r = context;
    mw_design_task *task = &r->tasks[index];
    task->started = task->saved = mw_design_clock(r);
    bool in_time = mw_design_goes_on(r);
    mw_design_hold(r);
    task->begun = task->target->begun || in_time;
    if (task->begun && !task->target->begun)
        task->target->started = task->started;
    task->target->begun |= task->begun;
    mw_design_release(r);
    if (task->begun && !task->known && !task->target->settled && !mw_design_task_recall(task))
        ways[r->plan.method->way](task);
}

// ---- results, in order

static void tell_found(mw_design_runner *r, const mw_design_target *t, unsigned number,
                       mw_designed *found)
{
    mw_design_result result = {.number = number,
                               .seed = t->seed,
                               .designed = *found,
                               .proven = t->proven,
                               .bound = t->bound,
                               .seconds = mw_design_clock(r) - t->started,
                               .failed_try = r->plan.different && !found->maze};
    found->maze = NULL;
    if (r->out)
        *r->out = result.designed;
    else if (r->watch.found)
        r->watch.found(r->watch.context, &result);
    if (!r->out)
        mw_maze_free(result.designed.maze);
}

// Puts the id of a maze among those that were found, unless it is there. A maze whose copies cannot
// be looked at in time counts as new. False: out of memory.
static bool is_new(mw_design_runner *r, const mw_designed *d, bool *new)
{
    unsigned from = 0, to = r->found;
    int order = 1;
    mw_design_stop stop;
    if (d->stopped)
        mw_design_rest_begin(&stop, r);
    char *id = mw_canonical_id(d->maze);
    bool stopped = d->stopped && mw_stopped();
    if (d->stopped)
        mw_design_stop_end(&stop);
    *new = true;
    if (!id)
        return stopped;
    while (from < to && order) {
        unsigned middle = from + (to - from) / 2;
        order = strcmp(id, r->ids[middle]);
        if (order < 0)
            to = middle;
        else
            from = middle + 1;
    }
    *new = order;
    if (!*new) {
        free(id);
        return true;
    }
    memmove(r->ids + from + 1, r->ids + from, (r->found++ - from) * sizeof *r->ids);
    r->ids[from] = id;
    return true;
}

// False: out of memory.
static bool tell_target(mw_design_runner *r, mw_design_target *t)
{
    bool tries = r->plan.different && !r->watch.tell;
    if (tries && t->best.maze && !is_new(r, &t->best, &t->settled))
        return false;
    if (tries && t->best.maze && !t->settled) {
        mw_maze_free(t->best.maze);
        t->best.maze = NULL;
    }
    tell_found(r, t, (unsigned)(t - r->targets), &t->best);
    return true;
}

#define RUNG_LEAST 4 // moves of the lowest rung of a ladder, unless a constraint asks for fewer

// Does a constraint say more of the length than that it has an upper bound?
static bool asks_for_length(const mw_design_runner *r)
{
    mw_error error;
    mw_objective *o = malloc(sizeof *o);
    bool asks = !o || !mw_objective_init(o, r->kind, r->plan.objective, r->plan.require, &error);
    for (unsigned i = 0; !asks && i < o->require_count; i++)
        asks =
            !mw_bounds_above(o, i, MW_CHAIN_LENGTH) || !mw_bounds_above(o, i, MW_CHAIN_BEST_LENGTH);
    free(o);
    return asks;
}

static bool tell_rungs(mw_design_runner *r, const mw_niches *niches)
{
    mw_design_target *t = r->targets;
    unsigned wanted = r->plan.count, least = asks_for_length(r) ? 0 : RUNG_LEAST;
    mw_rung *rungs = calloc(wanted, sizeof *rungs);
    mw_design_stop stop;
    if (t->best.stopped)
        mw_design_rest_begin(&stop, r);
    unsigned n = rungs && niches ? mw_ladder_pick_long(niches, wanted, least, rungs) : 0;
    if (t->best.stopped)
        mw_design_stop_end(&stop);
    bool ok = rungs && (n || !niches || !mw_niches_count(niches));
    mw_designed found = {.stopped = t->best.stopped, .limited = t->best.limited};
    found.evaluations = niches ? mw_niches_evaluations(niches) : 0;
    for (unsigned i = 0; ok && i < n; i++) {
        found.maze = mw_maze_clone(rungs[i].maze);
        found.energy = rungs[i].energy;
        found.limited = t->best.limited && !i; // told with the first rung only
        ok = found.maze;
        if (ok)
            tell_found(r, t, i, &found);
    }
    if (ok && !n)
        tell_found(r, t, 0, &found);
    free(rungs);
    return ok;
}

static bool join(mw_design_runner *r, mw_design_task *task, bool last)
{
    mw_design_target *t = task->target;
    if (r->plan.method->way != MW_BY_LADDER) {
        mw_designed_join(&t->best, &task->found);
        return !last || t->settled || tell_target(r, t);
    }
    t->best.stopped |= task->found.stopped;
    t->best.limited |= task->found.limited;
    if (task != r->tasks && task->niches && r->tasks->niches)
        mw_niches_merge(r->tasks->niches, task->niches);
    return !last || tell_rungs(r, r->tasks->niches);
}

// A task has ended; the last one of a target ends the target.
static bool take_task(void *context, uint64_t index)
{
    mw_design_runner *r = context;
    mw_design_task *task = &r->tasks[index];
    bool last = index % r->tasks_per_target + 1 == r->tasks_per_target;
    mw_design_hold(r);
    bool begun = task->target->begun |= task->begun;
    mw_design_release(r);
    if (!task->failed && begun && !join(r, task, last))
        mw_design_task_fails(task);
    if (task->failed) {
        *r->error = task->error;
        r->failed = true;
    }
    return !task->failed;
}

// ---- the whole

#define SPREAD_ROUNDS 3 // after them, a maze from anywhere in the band will do

// The constraints of a target in this round. False and *error: out of memory.
static bool take_require(mw_design_runner *r, mw_design_target *t)
{
    const mw_design_plan *p = &r->plan;
    if (t->require != p->require)
        free((void *)t->require);
    t->require = p->require;
    if (*r->spread.measure && r->round < SPREAD_ROUNDS)
        t->require = mw_spread_require(&r->spread, (unsigned)(t - r->targets), p->count, r->round);
    return t->require || !p->require || mw_no_memory(r->error);
}

static bool make_tasks(mw_design_runner *r)
{
    const mw_design_plan *p = &r->plan;
    bool ladder = p->method->way == MW_BY_LADDER;
    r->tasks_per_target = p->device ? p->machines : p->exchange ? 1 : p->streams;
    r->target_count = ladder ? 1 : p->count;
    uint64_t works = (uint64_t)r->target_count * r->tasks_per_target;
    r->targets = calloc(r->target_count, sizeof *r->targets);
    r->tasks = mw_array(works, sizeof *r->tasks);
    r->ids = p->different ? mw_array(p->count, sizeof *r->ids) : NULL;
    if (!r->targets || !r->tasks || (p->different && !r->ids))
        return mw_no_memory(r->error);
    for (unsigned i = 0; i < r->target_count; i++)
        if (!take_require(r, &r->targets[i]))
            return false;
    for (uint64_t i = 0; i < works; i++) {
        mw_design_target *t = &r->targets[i / r->tasks_per_target];
        unsigned n = r->tasks_per_target;
        uint64_t number = i % n, first = p->streams * number / n;
        uint64_t end = p->streams * (number + 1) / n;
        t->seed = p->schedule.seed + i / r->tasks_per_target;
        t->seen = INFINITY;
        r->tasks[i] = (mw_design_task){
            .runner = r, .target = t, .first = (uint32_t)first, .count = (uint32_t)(end - first)};
    }
    return true;
}

static void free_task(mw_design_task *task)
{
    mw_maze_free(task->found.maze);
    mw_maze_free(task->news.maze);
    mw_niches_free(task->niches);
    free(task->saved_before.id);
    free(task->saved_before.checkpoint);
    free(task->key);
}

static void free_tasks(mw_design_runner *r)
{
    for (uint64_t i = 0; r->tasks && i < (uint64_t)r->target_count * r->tasks_per_target; i++)
        free_task(&r->tasks[i]);
    for (unsigned i = 0; r->targets && i < r->target_count; i++) {
        mw_maze_free(r->targets[i].best.maze);
        if (r->targets[i].require != r->plan.require)
            free((void *)r->targets[i].require);
    }
    for (unsigned i = 0; r->ids && i < r->found; i++)
        free(r->ids[i]);
    free(r->ids);
    free(r->tasks);
    free(r->targets);
}

// Makes everything ready for another round of those targets that have no maze yet.
static bool renew_tasks(mw_design_runner *r)
{
    const mw_design_plan *p = &r->plan;
    for (unsigned i = 0; i < r->target_count; i++) {
        mw_design_target *t = &r->targets[i];
        if (t->settled)
            continue;
        mw_maze_free(t->best.maze);
        t->best = (mw_designed){0};
        t->seed = p->schedule.seed + (uint64_t)r->round * p->count + i;
        t->seen = INFINITY;
        t->begun = false;
        if (!take_require(r, t))
            return false;
    }
    for (uint64_t i = 0; i < (uint64_t)r->target_count * r->tasks_per_target; i++) {
        mw_design_task *task = &r->tasks[i];
        free_task(task);
        *task = (mw_design_task){
            .runner = r, .target = task->target, .first = task->first, .count = task->count};
    }
    return true;
}

// Is another round to follow? A process that works for another one does not know it; it ends when
// that one does.
static bool tries_again(const mw_design_runner *r)
{
    const mw_design_plan *p = &r->plan;
    double over = mw_design_clock(r) - r->began;
    if (!p->different || r->failed)
        return false;
    if (r->watch.tell)
        return true;
    for (unsigned i = 0; i < r->target_count; i++)
        if (r->targets[i].best.limited)
            return false; // and would be again
    return r->found < p->count && r->round < MW_TRIES && mw_design_goes_on(r) &&
           !(p->seconds > 0 && over >= p->seconds * p->count);
}

// Runs all tasks. Where streams exchange mazes, the streams of one maze are tasks themselves, which
// other threads and processes run; then the mazes are made one after the other. So is a proof.
static bool run_tasks(mw_design_runner *r)
{
    const mw_design_plan *p = &r->plan;
    bool nested = p->exchange && !p->device, alone = nested || p->method->way == MW_BY_PROOF;
    const mw_tasks tasks = {.count = (uint64_t)r->target_count * r->tasks_per_target,
                            .context = r,
                            .run = run_task,
                            .done = take_task,
                            .pack = mw_design_task_pack,
                            .unpack = mw_design_task_unpack,
                            .give = mw_design_task_give,
                            .take = mw_design_task_take,
                            .hear = mw_design_task_hear};
    if (r->watch.run_tasks && !alone)
        return r->watch.run_tasks(r->watch.context, &tasks);
    for (uint64_t i = 0; i < tasks.count; i++) {
        run_task(r, i);
        if (!take_task(r, i))
            break;
    }
    return true;
}

// A search has no population that a fitness could be relative to, so it takes that of random mazes.
// *text is then the objective, which the caller frees. False and *error: there is none.
static bool take_fitness(mw_design_runner *r, char **text)
{
    mw_design_plan *p = &r->plan;
    bool asked = p->objective && !strcmp(p->objective, MW_FITNESS);
    if (!asked || p->method->way == MW_BY_BREEDING || p->method->way == MW_BY_PROOF)
        return true;
    mw_genetic_plan plan = {0};
    if (p->breeding)
        MW_TAKE_OPTIONS(mw_genetic_plan, &plan, p->breeding, context);
    plan.params = p->params;
    plan.seed = p->schedule.seed;
    plan.bytes = p->bytes;
    mw_design_stop stop;
    mw_design_stop_begin(&stop, r, NULL);
    p->objective = *text = mw_fitness_objective(r->kind, &plan, r->error);
    mw_design_stop_end(&stop);
    if (!stop.stop.stopped)
        return *text;
    mw_refuse(r->error, "stopped before the mazes were measured to which fitness is relative");
    r->error->code = MW_ERROR_LIMIT;
    return false;
}

// Streams that exchange mazes have no parts of a band: other processes follow them all with the
// same constraints.
static bool find_spread(mw_design_runner *r)
{
    mw_design_plan *p = &r->plan;
    p->different = p->different && p->require && p->count > 1 && p->method->way == MW_BY_SEARCH;
    r->began = mw_design_clock(r);
    return !p->different || p->exchange || mw_spread_find(&r->spread, r->kind, p, r->error);
}

static bool design(mw_design_runner *r)
{
    mw_error *error = r->error;
    *error = (mw_error){0};
    if (!mw_plan_complete(r->kind, &r->plan, r->watch.workers, error))
        return false;
    if (r->plan.schedule.evaluations == MW_ENDLESS && !r->watch.goes_on && !(r->plan.seconds > 0))
        return mw_refuse(error, "nothing would ever end this search");
    char *fitness = NULL;
    bool ok = take_fitness(r, &fitness) && find_spread(r) && make_tasks(r) &&
              (run_tasks(r) || mw_no_memory(error));
    for (r->round = 1; ok && tries_again(r); r->round++)
        ok = renew_tasks(r) && (run_tasks(r) || mw_no_memory(error));
    free_tasks(r);
    free(fitness);
    return ok && !r->failed;
}

static void take_plan(mw_design_runner *r, const mw_design_plan *plan, const mw_design_watch *watch)
{
    MW_TAKE_OPTIONS(mw_design_plan, &r->plan, plan, from);
    if (watch)
        MW_TAKE_OPTIONS(mw_design_watch, &r->watch, watch, process);
}

bool mw_design_run(const mw_kind *kind, const mw_design_plan *plan, const mw_design_watch *watch,
                   mw_error *error)
{
    mw_design_runner r = {.kind = kind, .error = error};
    take_plan(&r, plan, watch);
    return design(&r);
}

bool mw_design_maze(const mw_kind *kind, const mw_design_plan *plan, const mw_design_watch *watch,
                    mw_designed *out, mw_error *error)
{
    mw_design_runner r = {.kind = kind, .error = error, .out = out};
    *out = (mw_designed){.stopped = true}; // it stays so if goes_on says no before it begins
    take_plan(&r, plan, watch);
    r.plan.count = r.plan.streams = 1;
    if (!r.plan.schedule.evaluations)
        return mw_refuse(error, "a budget of 0 evaluations finds nothing");
    return design(&r);
}
