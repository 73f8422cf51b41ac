// run.c: mw_design_run, see design.h. Each maze that is asked for is a target; its streams are
// divided into tasks, so that the result does not depend on the number of threads or processes. A
// task runs a few streams (part.h), breeds a population, or proves.
#include "design/run.h"

#include "core/grow.h"
#include "core/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SAVE_EVERY        0.2 // seconds
#define SAVE_EVERY_DEVICE 20  // seconds: the checkpoint of thousands of chains is a long text

void mw_design_hold(run *r)
{
    if (r->watch.hold)
        r->watch.hold(r->watch.context);
}

void mw_design_release(run *r)
{
    if (r->watch.release)
        r->watch.release(r->watch.context);
}

double mw_design_clock(const run *r)
{
    return r->watch.clock ? r->watch.clock() : 0;
}

static bool goes_on(const run *r)
{
    return !r->watch.goes_on || r->watch.goes_on(r->watch.context);
}

static bool work_goes_on(const work *w)
{
    const run *r = w->run;
    double seconds = r->plan.seconds;
    return goes_on(r) && !(seconds > 0 && mw_design_clock(r) - w->started > seconds);
}

// ---- news

// The caller's lock is held only to find out whether the maze is better.
void mw_work_news(work *w, const mw_maze *m, double energy, uint64_t evaluations, uint64_t more)
{
    run *r = w->run;
    mw_design_news news = {
        .number = (unsigned)(w->target - r->targets), .evaluations = evaluations, .energy = energy};
    mw_design_hold(r);
    news.total = r->total += more;
    if (m && energy < w->target->seen) {
        w->target->seen = energy;
        news.better = m;
    }
    mw_design_release(r);
    if (r->watch.progress)
        r->watch.progress(r->watch.context, &news);
}

bool mw_work_wants_save(const work *w)
{
    const run *r = w->run;
    double every = r->plan.device ? SAVE_EVERY_DEVICE : SAVE_EVERY;
    return !r->watch.clock || mw_design_clock(r) - w->saved > every;
}

// In another process than the first, news are kept until it is time to tell them.
static void keep_news(work *w, const mw_maze *m, double energy, uint64_t evaluations, uint64_t more)
{
    run *r = w->run;
    mw_maze *copy = NULL;
    mw_design_hold(r);
    w->untold += more;
    if (m && energy < w->target->seen && (copy = mw_maze_clone(m))) {
        w->target->seen = energy;
        mw_maze_free(w->news.maze);
        w->news = (mw_designed){.maze = copy, .energy = energy, .evaluations = evaluations};
    }
    bool tells = mw_work_wants_save(w);
    if (tells)
        w->saved = mw_design_clock(r);
    mw_design_release(r);
    if (tells)
        mw_work_tell(w, evaluations, NULL);
}

bool mw_work_told(work *w, const mw_maze *m, double energy, uint64_t evaluations, uint64_t more)
{
    if (w->run->watch.tell)
        keep_news(w, m, energy, evaluations, more);
    else
        mw_work_news(w, m, energy, evaluations, more);
    return work_goes_on(w);
}

// ---- what is saved

void mw_work_keep(const work *w, const char *checkpoint, uint64_t evaluations)
{
    const mw_design_watch *watch = &w->run->watch;
    const mw_design_saved saved = {
        .energy = NAN, .evaluations = evaluations, .checkpoint = (char *)checkpoint};
    if (w->key)
        watch->save(watch->context, w->key, &saved);
}

void mw_work_save(work *w, const char *checkpoint, uint64_t evaluations)
{
    w->saved = mw_design_clock(w->run);
    if (w->run->watch.tell)
        mw_work_tell(w, evaluations, checkpoint);
    else
        mw_work_keep(w, checkpoint, evaluations);
}

static bool fails(work *w)
{
    mw_no_memory(&w->error);
    w->failed = true;
    return true;
}

bool mw_work_recall(work *w)
{
    run *r = w->run;
    mw_design_saved *s = &w->saved_before;
    if (r->watch.tell || !r->watch.save || r->plan.method->way != MW_BY_SEARCH)
        return false;
    w->key = mw_design_key(r->kind, &r->plan, w->target->seed, w->first, w->count);
    if (!w->key)
        return fails(w);
    if (!r->watch.recall)
        return false;
    if (!r->watch.recall(r->watch.context, w->key, s, &w->error)) {
        w->failed = true;
        return true;
    }
    if (!s->finished)
        return false;
    mw_error error;
    w->found = (mw_designed){.energy = s->energy, .evaluations = s->evaluations};
    w->found.maze = s->id ? mw_maze_of_kind(r->kind, s->id, &error) : NULL;
    return w->found.maze || !s->id; // a maze that cannot be read is searched for again
}

void mw_work_remember(work *w)
{
    const mw_design_watch *watch = &w->run->watch;
    if (!w->key || w->failed || w->found.stopped)
        return;
    char *id = w->found.maze ? mw_maze_print(w->found.maze, "id") : NULL;
    const mw_design_saved saved = {
        .finished = true, .energy = w->found.energy, .evaluations = w->found.evaluations, .id = id};
    if (w->found.maze && !id) // without the id it would mean that nothing was found
        fails(w);
    else
        watch->save(watch->context, w->key, &saved);
    free(id);
}

// ---- the ways to work

static unsigned device_number(const run *r)
{
    char text[200];
    unsigned count = 0;
    const mw_device *d = r->plan.device;
    while (d && d->describe && d->describe(count, text, sizeof text))
        count++;
    return count ? r->watch.process % count : 0;
}

static void search(work *w)
{
    run *r = w->run;
    const mw_design_watch *watch = &r->watch;
    w->watched = watch->goes_on || watch->progress || watch->tell || r->plan.seconds > 0;
    w->saves = w->key || watch->tell;
    w->serves = watch->tell && w->count > 1 && !r->plan.device;
    mw_part *p = calloc(1, sizeof *p);
    if (!p) {
        fails(w);
        return;
    }
    *p = (mw_part){.kind = r->kind,
                   .plan = &r->plan,
                   .work = w,
                   .seed = w->target->seed,
                   .first = w->first,
                   .count = w->count,
                   .device_number = device_number(r)};
    w->failed = !mw_part_run(p, &w->found, &w->error);
    free(p);
    mw_work_remember(w);
}

// These methods report a running total of evaluations. This remembers the last one, to report the
// difference.
typedef struct counted {
    work *work;
    uint64_t told;
} counted;

static bool tell_counted(counted *c, const mw_maze *m, double energy, uint64_t evaluations)
{
    uint64_t more = evaluations - c->told;
    c->told = evaluations;
    return mw_work_told(c->work, m, energy, evaluations, more);
}

static bool watch_generation(void *context, const mw_generation *g)
{
    const mw_individual *fittest = &g->mazes[0];
    return tell_counted(context, fittest->maze, -fittest->fitness, g->evaluations);
}

static void breed(work *w)
{
    const run *r = w->run;
    mw_genetic_plan plan = {0};
    mw_bred bred;
    counted c = {.work = w};
    if (r->plan.breeding)
        MW_TAKE_OPTIONS(&plan, r->plan.breeding, context);
    uint64_t population = plan.population ? plan.population : 100;
    uint64_t generations = r->plan.schedule.evaluations / population;
    generations = generations ? generations : 1;
    plan.params = r->plan.params;
    plan.seed = w->target->seed;
    plan.generations = (unsigned)(generations < UINT32_MAX ? generations : UINT32_MAX);
    plan.bytes = r->plan.bytes > 1 ? r->plan.bytes / 2 : r->plan.bytes;
    plan.watch = watch_generation;
    plan.context = &c;
    w->failed = !mw_genetic(r->kind, &plan, &bred, &w->error);
    if (w->failed)
        return;
    mw_maze_free(bred.best);
    w->found = (mw_designed){.maze = bred.fittest,
                             .energy = -bred.fitness,
                             .evaluations = bred.evaluations,
                             .stopped = bred.stopped,
                             .limited = bred.limited};
}

static bool watch_proof(void *context, const mw_maze *m, uint32_t length, uint64_t nodes)
{
    return tell_counted(context, m, m ? -(double)length : (double)NAN, nodes);
}

static void prove(work *w)
{
    const run *r = w->run;
    counted c = {.work = w};
    mw_exact e = {.watch = watch_proof, .context = &c};
    w->failed = !mw_design_exactly(r->kind, &r->plan, &e, &w->found.maze, &w->error);
    w->found.energy = -(double)e.length;
    w->found.evaluations = e.nodes;
    w->target->proven = e.proven;
    w->target->bound = e.bound;
    w->target->seed = 0; // nothing is random
}

static bool watch_niches(void *context, unsigned niches, uint64_t evaluations)
{
    (void)niches;
    return tell_counted(context, NULL, NAN, evaluations);
}

static void fill_niches(work *w)
{
    const run *r = w->run;
    const mw_design_plan *p = &r->plan;
    counted c = {.work = w};
    mw_ladder_plan plan = {.params = p->params,
                           .evaluations =
                               mw_stream_share(p->schedule.evaluations, p->streams, w->first),
                           .seed = mw_stream_seed(w->target->seed, w->first),
                           .objective = p->objective,
                           .require = p->require,
                           .across = {p->across[0], p->across[1]},
                           .bytes = p->bytes > 1 ? p->bytes / 2 : p->bytes,
                           .limited = &w->found.limited,
                           .watch = watch_niches,
                           .context = &c};
    w->failed = !mw_ladder_search(r->kind, &plan, &w->niches, &w->error);
}

static void (*const ways[])(work *) = {[MW_BY_SEARCH] = search,
                                       [MW_BY_BREEDING] = breed,
                                       [MW_BY_PROOF] = prove,
                                       [MW_BY_LADDER] = fill_niches};

static void run_work(void *context, uint64_t index)
{
    run *r = context;
    work *w = &r->works[index];
    w->started = w->saved = mw_design_clock(r);
    bool in_time = goes_on(r);
    mw_design_hold(r);
    w->begun = w->target->begun || in_time;
    if (w->begun && !w->target->begun)
        w->target->started = w->started;
    w->target->begun |= w->begun;
    mw_design_release(r);
    if (w->begun && !w->known && !mw_work_recall(w))
        ways[r->plan.method->way](w);
}

// ---- results, in order

static void tell_found(run *r, const target *t, unsigned number, mw_designed *found)
{
    mw_design_result result = {.number = number,
                               .seed = t->seed,
                               .designed = *found,
                               .proven = t->proven,
                               .bound = t->bound,
                               .seconds = mw_design_clock(r) - t->started};
    found->maze = NULL;
    if (r->out)
        *r->out = result.designed;
    else if (r->watch.found)
        r->watch.found(r->watch.context, &result);
    if (!r->out)
        mw_maze_free(result.designed.maze);
}

static bool tell_rungs(run *r, const mw_niches *niches)
{
    target *t = r->targets;
    unsigned wanted = r->plan.count;
    mw_rung *rungs = calloc(wanted, sizeof *rungs);
    unsigned n = rungs && niches ? mw_ladder_pick(niches, wanted, rungs) : 0;
    bool ok = rungs && (n || !niches || !mw_niches_count(niches));
    mw_designed found = {.limited = t->best.limited};
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

static bool join(run *r, work *w, bool last)
{
    target *t = w->target;
    if (r->plan.method->way != MW_BY_LADDER) {
        mw_designed_join(&t->best, &w->found);
        if (last)
            tell_found(r, t, (unsigned)(t - r->targets), &t->best);
        return true;
    }
    t->best.limited |= w->found.limited;
    if (w != r->works && w->niches && r->works->niches)
        mw_niches_merge(r->works->niches, w->niches);
    return !last || tell_rungs(r, r->works->niches);
}

// Some work has ended; the last one of a target ends it.
static bool take_work(void *context, uint64_t index)
{
    run *r = context;
    work *w = &r->works[index];
    bool last = index % r->parts + 1 == r->parts;
    mw_design_hold(r);
    bool begun = w->target->begun |= w->begun;
    mw_design_release(r);
    if (!w->failed && begun && !join(r, w, last))
        fails(w);
    if (w->failed) {
        *r->error = w->error;
        r->failed = true;
    }
    return !w->failed;
}

// ---- the whole

static bool gather(run *r)
{
    const mw_design_plan *p = &r->plan;
    bool ladder = p->method->way == MW_BY_LADDER;
    r->parts = p->device ? p->machines : p->exchange ? 1 : p->streams;
    r->target_count = ladder ? 1 : p->count;
    uint64_t works = (uint64_t)r->target_count * r->parts;
    r->targets = calloc(r->target_count, sizeof *r->targets);
    r->works = calloc(works, sizeof *r->works);
    if (!r->targets || !r->works)
        return mw_no_memory(r->error);
    for (uint64_t i = 0; i < works; i++) {
        target *t = &r->targets[i / r->parts];
        uint64_t part = i % r->parts, first = p->streams * part / r->parts;
        uint64_t end = p->streams * (part + 1) / r->parts;
        t->seed = p->schedule.seed + i / r->parts;
        t->seen = INFINITY;
        r->works[i] = (work){
            .run = r, .target = t, .first = (uint32_t)first, .count = (uint32_t)(end - first)};
    }
    return true;
}

static void dismiss(run *r)
{
    for (uint64_t i = 0; r->works && i < (uint64_t)r->target_count * r->parts; i++) {
        work *w = &r->works[i];
        mw_maze_free(w->found.maze);
        mw_maze_free(w->news.maze);
        mw_niches_free(w->niches);
        free(w->saved_before.id);
        free(w->saved_before.checkpoint);
        free(w->key);
    }
    for (unsigned i = 0; r->targets && i < r->target_count; i++)
        mw_maze_free(r->targets[i].best.maze);
    free(r->works);
    free(r->targets);
}

// Runs all tasks. Where streams exchange mazes, the streams of one maze are tasks themselves, which
// other threads and processes run; then the mazes are made one after the other. So is a proof.
static bool run_works(run *r)
{
    const mw_design_plan *p = &r->plan;
    bool nested = p->exchange && !p->device, alone = nested || p->method->way == MW_BY_PROOF;
    const mw_tasks tasks = {.count = (uint64_t)r->target_count * r->parts,
                            .context = r,
                            .run = run_work,
                            .done = take_work,
                            .pack = mw_work_pack,
                            .unpack = mw_work_unpack,
                            .give = mw_work_give,
                            .take = mw_work_take,
                            .hear = mw_work_hear};
    if (r->watch.run_tasks && !alone)
        return r->watch.run_tasks(r->watch.context, &tasks);
    for (uint64_t i = 0; i < tasks.count; i++) {
        run_work(r, i);
        if (!take_work(r, i))
            break;
    }
    return true;
}

static bool design(run *r)
{
    mw_error *error = r->error;
    *error = (mw_error){0};
    if (!mw_design_complete(r->kind, &r->plan, r->watch.workers, error))
        return false;
    if (r->plan.schedule.evaluations == MW_ENDLESS && !r->watch.goes_on && !(r->plan.seconds > 0))
        return mw_refuse(error, "nothing would ever end this search");
    bool ok = gather(r) && (run_works(r) || mw_no_memory(error));
    dismiss(r);
    return ok && !r->failed;
}

static void take_plan(run *r, const mw_design_plan *plan, const mw_design_watch *watch)
{
    MW_TAKE_OPTIONS(&r->plan, plan, resample);
    if (watch)
        MW_TAKE_OPTIONS(&r->watch, watch, process);
}

bool mw_design_run(const mw_kind *kind, const mw_design_plan *plan, const mw_design_watch *watch,
                   mw_error *error)
{
    run r = {.kind = kind, .error = error};
    take_plan(&r, plan, watch);
    return design(&r);
}

bool mw_design_maze(const mw_kind *kind, const mw_design_plan *plan, const mw_design_watch *watch,
                    mw_designed *out, mw_error *error)
{
    run r = {.kind = kind, .error = error, .out = out};
    *out = (mw_designed){.stopped = true}; // it stays so if goes_on says no before it begins
    take_plan(&r, plan, watch);
    r.plan.count = r.plan.streams = 1;
    if (!plan->schedule.evaluations)
        return mw_refuse(error, "a budget of 0 evaluations finds nothing");
    return design(&r);
}
