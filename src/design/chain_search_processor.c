// chain_search_processor.c: chains of mazes on the processor: the kind's small steps, the
// objective's energy. Several chains are tasks, on threads or in other processes.
#include "design/chain_search.h"

#include "core/text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

// One chain while it is followed.
typedef struct walk {
    mw_chain_search *search;
    mw_objective objective; // a copy for this thread, with a `limited` of its own
    mw_anneal anneal;
    uint64_t told;         // evaluations that were told of
    mw_designed *finished; // the last best maze
    mw_chain_end end;
} walk;

static double energy(void *context, const void *state)
{
    walk *w = context;
    double e = mw_objective_energy(&w->objective, state);
    w->end.failed |= e == MW_NO_MEMORY && !w->end.limited && !mw_stopped();
    return isnan(e) ? (double)INFINITY : e;
}

static void step(void *context, void *state, mw_rng *rng)
{
    ((const walk *)context)->search->kind->design->mutate(state, rng);
}

static void fresh(void *context, void *state, mw_rng *rng)
{
    walk *w = context;
    mw_error error;
    const mw_chain_search *p = w->search;
    mw_maze *m = mw_chain_search_first(p, mw_rng_next(rng) >> 1, &error);
    if (m && m->bytes == p->gene_bytes)
        memcpy(state, m, m->bytes);
    w->end.failed |= !m;
    mw_maze_free(m);
}

static bool tell(walk *w, const mw_maze *m, double e, uint64_t evaluations)
{
    uint64_t more = evaluations - w->told;
    w->told = evaluations;
    return mw_design_task_told(w->search->task, m, e, evaluations, more);
}

static bool watch(void *context, const void *state, double e, uint64_t evaluations)
{
    walk *w = context;
    mw_designed d = {0};
    if (w->end.limited || w->end.failed)
        return false;
    if (!w->search->task->watched)
        return true;
    if (state && !mw_design_finished(&w->objective, state, e, &d))
        w->end.failed |= !w->end.limited && !mw_stopped();
    bool on = (state && !d.maze) || tell(w, d.maze, e, evaluations);
    if (d.maze) {
        mw_maze_free(w->finished->maze);
        *w->finished = d;
    }
    return on && !w->end.failed && !mw_stopped();
}

// Saves a chain that runs alone. Chains that exchange mazes are saved after each exchange instead.
static void save(void *context, const mw_checkpoint *at)
{
    walk *w = context;
    mw_chain_search *p = w->search;
    (void)at;
    if (w->end.failed || !mw_design_task_wants_save(p->task))
        return;
    mw_chain_set set = p->set; // while it is followed, its state may be in another place
    p->set.now = w->anneal.now;
    char *text = mw_chain_search_print(p);
    p->set = set;
    if (text)
        mw_design_task_save(p->task, text, p->set.chains[0].at.done);
    w->end.failed |= !text;
    free(text);
}

static bool follow_walk(walk *w, uint32_t i)
{
    mw_chain_search *p = w->search;
    mw_chain *c = &p->set.chains[i];
    mw_error error;
    mw_design_stop stop;
    mw_maze *first = mw_chain_search_first(p, mw_stream_seed(p->seed, p->first + i), &error);
    void *trial = malloc(p->gene_bytes);
    if (first && trial) {
        const mw_landscape land = {.bytes = p->gene_bytes,
                                   .context = w,
                                   .energy = energy,
                                   .step = step,
                                   .fresh = fresh,
                                   .watch = watch,
                                   .save = p->task->saves && p->set.count == 1 ? save : NULL};
        w->anneal = (mw_anneal){.land = &land,
                                .schedule = &p->schedule,
                                .chain = c,
                                .now = mw_chain_search_genes(p, p->set.now, i),
                                .best = mw_chain_search_genes(p, p->set.best, i),
                                .trial = trial,
                                .first = first};
        if (!c->at.done) {
            memcpy(w->anneal.now, first, p->gene_bytes);
            memcpy(w->anneal.best, first, p->gene_bytes);
        }
        mw_design_stop_begin(&stop, p->task->runner, p->task);
        mw_anneal_run(&w->anneal);
        mw_design_stop_end(&stop);
        w->end.stopped = w->anneal.stopped;
    }
    bool ok = first && trial;
    mw_maze_free(first);
    free(trial);
    return ok;
}

static void follow_chain(void *context, uint64_t index)
{
    mw_chain_search *p = context;
    uint32_t i = (uint32_t)index;
    mw_chain *c = &p->set.chains[i];
    p->ends[i] = (mw_chain_end){0};
    if (c->at.done >= c->until)
        return;
    walk *w = calloc(1, sizeof *w);
    p->ends[i].failed = !w;
    if (!w)
        return;
    *w = (walk){
        .search = p, .objective = p->objective, .told = c->at.done, .finished = &p->finished[i]};
    w->objective.limited = &w->end.limited;
    w->end.failed |= !follow_walk(w, i);
    p->ends[i] = w->end;
    free(w);
}

// ---- Chains in other processes. A process is sent a line with the seed of the maze and the
// evaluations at which to pause, then the checkpoint, if the chain has begun. It sends back a line
// that says how the chain ended, then the checkpoint. A process runs chains of one maze at a time.

static void give(void *context, uint64_t i, mw_writer *w)
{
    mw_chain_search *p = context;
    const mw_chain *c = &p->set.chains[i];
    mw_write(w, "%" PRIu64 " %" PRIu64 "\n", p->seed, c->until);
    if (c->at.done)
        mw_chain_search_print_chain(p, (uint32_t)i, w);
}

static bool take(void *context, uint64_t i, const char *text, size_t length)
{
    mw_chain_search *p = context;
    mw_numbers n = {.at = text};
    uint64_t seed = mw_next_whole(&n, UINT64_MAX), until = mw_next_whole(&n, UINT64_MAX);
    mw_chain *c = &p->set.chains[i];
    (void)length;
    if (n.failed || *n.at != '\n')
        return false;
    if (p->seed != seed)
        p->seed = seed;
    if (n.at[1] && !mw_chain_search_parse_chain(p, (uint32_t)i, n.at + 1))
        return false;
    if (!n.at[1])
        mw_chain_begin(c, &p->schedule, mw_stream_seed(seed, p->first + (uint32_t)i),
                       mw_chain_search_end(p, (uint32_t)i));
    c->until = until;
    return true;
}

static void pack(void *context, uint64_t i, mw_writer *w)
{
    mw_chain_search *p = context;
    const mw_chain_end *e = &p->ends[i];
    bool anneals = p->set.chains[i].mode == MW_CHAIN_ANNEALS;
    mw_write(w, "%d %d %d\n", e->stopped, e->limited, e->failed);
    if (anneals && !e->failed)
        mw_chain_search_print_chain(p, (uint32_t)i, w);
}

static bool unpack(void *context, uint64_t i, const char *text, size_t length)
{
    mw_chain_search *p = context;
    mw_numbers n = {.at = text};
    mw_chain_end e = {.stopped = mw_next_whole(&n, 1)};
    (void)length;
    e.limited = mw_next_whole(&n, 1);
    e.failed = mw_next_whole(&n, 1);
    p->ends[i] = e;
    return !n.failed && *n.at == '\n' &&
           (!n.at[1] || mw_chain_search_parse_chain(p, (uint32_t)i, n.at + 1));
}

static void hear(void *context, uint64_t i, const char *text, size_t length)
{
    const mw_design_task *w = ((const mw_chain_search *)context)->task;
    (void)i;
    mw_design_task_hear(w->runner, (uint64_t)(w - w->runner->tasks), text, length);
}

bool mw_chain_search_follow(mw_chain_search *p, mw_error *error)
{
    const mw_design_watch *w = &p->task->runner->watch;
    mw_tasks tasks = {.count = p->set.count,
                      .context = p,
                      .run = follow_chain,
                      .give = give,
                      .take = take,
                      .pack = pack,
                      .unpack = unpack,
                      .hear = hear};
    if (w->run_tasks && p->set.count > 1)
        return w->run_tasks(w->context, &tasks) || mw_no_memory(error);
    for (uint32_t i = 0; i < p->set.count; i++)
        follow_chain(p, i);
    return true;
}
