// chain_search.c: see chain_search.h. Chains run in stages. Between two stages they exchange mazes
// or are resampled, and their checkpoint is saved; how long the stages are changes nothing in what
// is found.
#include "design/chain_search.h"

#include <stdalign.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#define FIRST_STAGE 200 // evaluations of each chain on a device

static uint64_t least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

void mw_chain_search_pack(const mw_chain_search *p, const mw_maze *m, void *genes)
{
    if (p->chains)
        p->chains->pack(m, genes);
    else
        memcpy(genes, m, p->gene_bytes);
}

void mw_chain_search_unpack(const mw_chain_search *p, const void *genes, mw_maze *m)
{
    if (p->chains)
        p->chains->unpack(genes, m);
    else
        memcpy(m, genes, p->gene_bytes);
}

uint64_t mw_chain_search_end(const mw_chain_search *p, uint32_t i)
{
    return mw_stream_share(p->schedule.evaluations, p->plan->streams, p->first + i);
}

uint64_t mw_chain_search_evaluations(const mw_chain_search *p)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < p->set.count; i++)
        sum += p->set.chains[i].at.done;
    return sum;
}

double mw_chain_search_energy(mw_chain_search *p, const mw_maze *m)
{
    double e = mw_objective_energy(&p->objective, m);
    p->failed |= e == MW_NO_MEMORY && !p->limited;
    return isnan(e) || e == MW_NO_MEMORY ? (double)INFINITY : e;
}

// ---- the best maze

// The chain with the least energy that is larger than `above` and satisfies the constraints; of
// several, the first. If there is none, the number of chains.
static uint32_t best_chain(const mw_chain_search *p, double above)
{
    uint32_t best = p->set.count;
    for (uint32_t i = 0; i < p->set.count; i++) {
        double e = p->set.chains[i].at.best_energy;
        if (e > above && e < MW_AMISS &&
            (best == p->set.count || e < p->set.chains[best].at.best_energy))
            best = i;
    }
    return best;
}

// A chain's best maze, as it is shown. The chain may have told of it already. False: that could not
// be found out.
static bool finish(mw_chain_search *p, uint32_t i, mw_designed *out)
{
    double energy = p->set.chains[i].at.best_energy;
    mw_designed *told = &p->finished[i];
    if (told->maze && told->energy == energy) {
        *out = *told;
        told->maze = NULL;
        return true;
    }
    mw_chain_search_unpack(p, mw_chain_search_genes(p, p->set.best, i), p->maze);
    bool ok = mw_design_finished(&p->objective, p->maze, energy, out);
    p->failed |= !ok && !p->limited && !mw_stopped();
    return ok;
}

// The least of the mazes that were told of.
static mw_designed best_told(mw_chain_search *p)
{
    mw_designed *best = &p->finished[0];
    for (uint32_t i = 1; i < p->set.count; i++)
        if (p->finished[i].maze && (!best->maze || p->finished[i].energy < best->energy))
            best = &p->finished[i];
    mw_designed out = *best;
    best->maze = NULL;
    return out;
}

mw_designed mw_chain_search_best(mw_chain_search *p)
{
    uint32_t count = p->set.count, best;
    mw_designed found;
    // This is mostly done once: only a maze that is not solvable cannot be shown.
    for (double above = -INFINITY; (best = best_chain(p, above)) < count;) {
        above = p->set.chains[best].at.best_energy;
        for (uint32_t i = best; i < count; i++) {
            if (p->set.chains[i].at.best_energy != above)
                continue;
            if (!finish(p, i, &found)) // the time may be over; then an older one must do
                return best_told(p);
            if (found.maze)
                return found;
        }
    }
    return (mw_designed){0};
}

// ---- stages

// Decides where each chain pauses next. False: all chains are at their end.
static bool plan_stage(mw_chain_search *p)
{
    bool any = false;
    uint64_t interval = mw_chain_search_interval(p);
    for (uint32_t i = 0; i < p->set.count; i++) {
        mw_chain *c = &p->set.chains[i];
        uint64_t end = mw_chain_search_end(p, i);
        c->until = end;
        if (p->chains)
            c->until = least(end, c->at.done + p->stage);
        if (p->chains && p->shared.endless) // it waits there for a fresh maze
            c->until = least(c->until, c->at.round_begin + c->at.round);
        if (interval)
            c->until = least(c->until, p->last_exchange + interval);
        any |= c->at.done < end;
    }
    return any;
}

static bool all_anneal(const mw_chain_search *p)
{
    for (uint32_t i = 0; i < p->set.count; i++)
        if (p->set.chains[i].mode != MW_CHAIN_ANNEALS)
            return false;
    return true;
}

// A chain that waits for something has no checkpoint; it is saved another time.
static void save(mw_chain_search *p, bool stopped)
{
    mw_design_task *w = p->task;
    if (!w->saves || !(stopped || mw_design_task_wants_save(w)) || p->failed || !all_anneal(p))
        return;
    char *text = mw_chain_search_print(p);
    if (text)
        mw_design_task_save(w, text, mw_chain_search_evaluations(p));
    p->failed |= !text;
    free(text);
}

// How the chains on the processor ended.
static bool join_ends(mw_chain_search *p)
{
    bool stopped = false;
    for (uint32_t i = 0; i < p->set.count; i++) {
        stopped |= p->ends[i].stopped;
        p->limited |= p->ends[i].limited;
        p->failed |= p->ends[i].failed;
    }
    return stopped || p->limited;
}

static void take_best(mw_chain_search *p, mw_designed *out)
{
    mw_design_stop stop;
    if (out->stopped)
        mw_design_rest_begin(&stop, p->task->runner);
    mw_designed best = mw_chain_search_best(p);
    if (out->stopped)
        mw_design_stop_end(&stop);
    if (!best.maze)
        return;
    out->maze = best.maze;
    out->energy = best.energy;
    out->length = best.length;
}

// A search that only follows chains for another process goes on until that process ends this one.
static bool run_stages(mw_chain_search *p, mw_designed *out, mw_error *error)
{
    p->stage = FIRST_STAGE;
    p->began = mw_design_clock(p->task->runner);
    if (!p->last_exchange)
        p->temperature = p->set.chains[0].at.temperature;
    while ((!out->stopped && plan_stage(p)) || p->task->only_follows) {
        if (p->chains ? !mw_chain_search_device_follow(p, error)
                      : !mw_chain_search_follow(p, error))
            return false;
        if (p->task->only_follows)
            continue;
        if (!p->chains)
            out->stopped = join_ends(p);
        if (p->failed || (!out->stopped && !mw_chain_search_exchange_if_due(p)))
            return mw_no_memory(error);
        if (p->chains)
            out->stopped = !mw_chain_search_device_tell(p);
        if (p->chains || (mw_chain_search_interval(p) && !out->stopped))
            save(p, out->stopped);
        if (p->failed)
            return mw_no_memory(error);
    }
    for (uint32_t i = 0; i < p->set.count; i++)
        out->energy = fmin(out->energy, p->set.chains[i].at.best_energy);
    out->evaluations = mw_chain_search_evaluations(p);
    take_best(p, out);
    out->limited = p->limited;
    return !p->failed || mw_no_memory(error);
}

// ---- beginning and end

// So many bytes, and as many more as are needed for another maze to follow them.
static size_t aligned(size_t bytes)
{
    return (bytes + alignof(max_align_t) - 1) / alignof(max_align_t) * alignof(max_align_t);
}

mw_maze *mw_chain_search_first(const mw_chain_search *p, uint64_t seed, mw_error *error)
{
    if (!p->plan->from)
        return mw_random_maze(p->kind, p->plan->params, seed, error);
    mw_maze *m = mw_maze_clone(p->plan->from);
    return m ? m : mw_no_memory(error);
}

static bool prepare(mw_chain_search *p, mw_error *error)
{
    const mw_design_plan *plan = p->plan;
    *error = (mw_error){0};
    p->schedule = plan->schedule;
    p->best = INFINITY;
    if (plan->device && !(p->chains = p->kind->design->chains))
        return mw_chain_search_device_prepare(p, error);
    if (!mw_objective_init(&p->objective, p->kind, plan->objective, p->require, error) ||
        !(p->maze = mw_chain_search_first(p, p->seed, error)))
        return false;
    p->objective.bytes = p->chains ? 0 : plan->bytes;
    p->objective.limited = &p->limited;
    p->gene_bytes = p->chains ? p->chains->gene_bytes : p->maze->bytes;
    p->gene_stride = p->chains ? p->gene_bytes : aligned(p->gene_bytes);
    mw_design_temperatures(&p->objective, p->maze, &p->schedule);
    return !p->chains || mw_chain_search_device_prepare(p, error);
}

// Puts a chain of a device into a random maze; on the processor that is done when it is followed.
static bool put_first(mw_chain_search *p, uint32_t i, mw_error *error)
{
    uint64_t seed = mw_stream_seed(p->seed, p->first + i), end = mw_chain_search_end(p, i);
    mw_chain *c = &p->set.chains[i];
    mw_chain_begin(c, &p->schedule, seed, end);
    if (!p->chains)
        return true;
    if (end == MW_ENDLESS && !p->shared.endless)
        c->at.round = MW_ENDLESS; // until it is known how much the time allows
    mw_maze *m = mw_random_maze(p->kind, p->plan->params, seed, error);
    if (!m)
        return false;
    p->chains->pack(m, mw_chain_search_genes(p, p->set.now, i));
    p->chains->pack(m, mw_chain_search_genes(p, p->set.best, i));
    mw_maze_free(m);
    return true;
}

static bool begin(mw_chain_search *p, mw_error *error)
{
    mw_chain_set *s = &p->set;
    bool rises = p->chains && mw_schedule_measures(&p->schedule);
    s->count = p->count;
    s->chains = calloc(s->count, sizeof *s->chains);
    s->now = calloc(s->count, p->gene_stride);
    s->best = calloc(s->count, p->gene_stride);
    s->rises = rises ? calloc(s->count, MW_ANNEAL_RISES * sizeof *s->rises) : NULL;
    p->ends = calloc(s->count, sizeof *p->ends);
    p->finished = calloc(s->count, sizeof *p->finished);
    if (!s->chains || !s->now || !s->best || !p->ends || !p->finished || (rises && !s->rises))
        return mw_no_memory(error);
    bool ok = true;
    const char *checkpoint = p->task->saved_before.checkpoint;
    if (!checkpoint || !mw_chain_search_resume(p, checkpoint))
        for (uint32_t i = 0; ok && !p->failed && i < s->count; i++)
            ok = put_first(p, i, error);
    return ok && (!p->failed || mw_no_memory(error));
}

static void free_part(mw_chain_search *p)
{
    free(p->set.chains);
    free(p->set.now);
    free(p->set.best);
    free(p->set.rises);
    free(p->ends);
    for (uint32_t i = 0; p->finished && i < p->set.count; i++)
        mw_maze_free(p->finished[i].maze);
    free(p->finished);
    free(p->common);
    mw_maze_free(p->maze);
}

uint32_t mw_chain_search_device_holds(mw_chain_search *p, mw_error *error)
{
    const mw_device *d = p->plan->device;
    bool prepared = prepare(p, error);
    uint32_t count = prepared ? d->holds(p->device_number, p->chains, p->common) : 0;
    if (prepared && !count)
        mw_chain_refuse(error, "what it has memory for; take a smaller maze");
    free_part(p);
    return count;
}

bool mw_chain_search_run(mw_chain_search *p, mw_designed *out, mw_error *error)
{
    *out = (mw_designed){.energy = INFINITY};
    bool ok = prepare(p, error) && begin(p, error) && run_stages(p, out, error);
    if (!ok) { // what was found might be another maze than it would have been
        mw_maze_free(out->maze);
        *out = (mw_designed){0};
    }
    free_part(p);
    return ok;
}
