// experiment_run.c: see experiment.h. A task is one run. Other machines have read the same plan, so
// they get only the number of a run; they send its row back as a line of text.
#include "experiment/experiment.h"
#include "core/memory.h"
#include "core/text.h"
#include "parallel/clock.h"
#include "parallel/tasks.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef enum { WAITING, FINISHED, STOPPED, FAILED } progress;

typedef struct slot {
    uint64_t run;
    mw_row *row; // if finished
    progress state;
} slot;

typedef struct work {
    mw_experiment *e;
    slot *slots;
    pthread_mutex_t mutex; // guards the results and the members below
    bool failed;
    mw_error error; // the first, if it failed
} work;

static uint64_t mixed(uint64_t x) // the finaliser of splitmix64
{
    x += 0x9e3779b97f4a7c15;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
    x = (x ^ x >> 27) * 0x94d049bb133111eb;
    return x ^ x >> 31;
}

// Taking every n-th run could give one shard all runs of a slow configuration, and another plan
// numbers the runs otherwise. So it goes by a hash of what the run is.
bool mw_in_shard(const mw_plan *p, uint64_t run, unsigned shard, unsigned shards)
{
    const mw_plan_run *r = &p->runs[run];
    const mw_configuration *c = &p->configurations[r->configuration];
    const char *id = p->mazes[r->maze].id;
    char text[200];
    if (!shards)
        return true;
    int n = snprintf(text, sizeof text, "%.40s %.40s %g %.20s %" PRIu64 " %" PRIu64 " %g %u",
                     c->algorithm, c->heuristic, c->weight, mw_visited_name(c->store), c->states,
                     c->bytes, c->seconds, r->repeat);
    uint64_t x = mixed(mw_hash_bytes(id, strlen(id))) + mw_hash_bytes(text, (size_t)n);
    return mixed(x) % shards == shard - 1;
}

// ---- one run

typedef struct stopwatch {
    const mw_experiment *e;
    double deadline; // 0: none
    bool ended;      // by the user
} stopwatch;

static bool keep_going(void *context, const mw_progress *p)
{
    stopwatch *w = context;
    (void)p;
    w->ended = !w->e->goes_on(w->e->context);
    return !w->ended && (w->deadline <= 0 || mw_seconds() < w->deadline);
}

static mw_row row_of(const mw_result *r, const mw_kind *kind, const mw_configuration *how)
{
    mw_row row = {.outcome = r->outcome,
                  .limit = r->outcome == MW_OUTCOME_LIMIT ? r->limit : MW_WITHIN,
                  .heuristic = mw_row_heuristic(kind, how, r->heuristic)};
    if (r->outcome == MW_OUTCOME_LIMIT && r->limit == MW_LIMIT_STOPPED)
        return row; // what was counted until then depends on the machine
    row.optimal = r->optimal;
    row.expanded = r->expanded;
    row.generated = r->generated;
    row.reopened = r->reopened;
    row.frontier = r->frontier;
    row.stored = r->stored;
    row.bytes = r->bytes;
    if (r->outcome == MW_OUTCOME_SOLVED) {
        row.moves = r->moves;
        row.cost = r->cost;
    }
    return row;
}

// The first failure is kept.
static void tell_failure(work *c, mw_error_code code, const char *text)
{
    pthread_mutex_lock(&c->mutex);
    if (!c->failed) {
        c->failed = true;
        c->error = (mw_error){.code = code};
        snprintf(c->error.text, sizeof c->error.text, "%s", text);
    }
    pthread_mutex_unlock(&c->mutex);
}

static void tell_no_memory(work *c)
{
    tell_failure(c, MW_ERROR_MEMORY, "out of memory");
}

static progress search(work *c, const mw_plan_run *run, mw_row *row)
{
    const mw_plan *p = c->e->plan;
    const mw_configuration *how = &p->configurations[run->configuration];
    const mw_plan_maze *which = &p->mazes[run->maze];
    stopwatch w = {.e = c->e};
    mw_error error;
    mw_result r;
    char text[sizeof error.text];
    mw_search_options o = mw_configuration_options(how);
    o.limits.keep_going = keep_going;
    o.limits.context = &w;
    mw_maze *m = mw_maze_from_id(which->id, &error);
    double from = mw_seconds();
    w.deadline = how->seconds > 0 ? from + how->seconds : 0;
    bool ok = m && mw_search(m, &o, &r, &error);
    double seconds = mw_seconds() - from;
    w.deadline = 0; // whether a proof is found must not depend on the clock
    if (ok)
        mw_search_prove(m, &o, &r);
    mw_maze_free(m);
    if (!ok) {
        snprintf(text, sizeof text, "%.100s with %.100s: %.190s", which->name, how->label,
                 error.text);
        tell_failure(c, error.code == MW_ERROR_MEMORY ? MW_ERROR_MEMORY : MW_ERROR_REQUEST, text);
        return FAILED;
    }
    if (r.outcome == MW_OUTCOME_LIMIT && r.limit == MW_LIMIT_MEMORY && !how->bytes) {
        // The plan sets no such limit: this says something about the machine, not the search.
        tell_no_memory(c);
        mw_result_free(&r);
        return FAILED;
    }
    bool searched = r.outcome != MW_OUTCOME_LIMIT || r.limit != MW_LIMIT_STOPPED;
    bool stopped = w.ended && (!searched || (r.own_name && !r.optimal)); // or in its proof
    *row = row_of(&r, which->kind, how);
    row->seconds = seconds;
    row->maze = run->maze;
    row->configuration = run->configuration;
    row->repeat = run->repeat;
    mw_result_free(&r);
    return stopped ? STOPPED : FINISHED;
}

bool mw_experiment_sample(mw_experiment *e, uint64_t run, double *seconds, bool *whole,
                          mw_error *error)
{
    work c = {.e = e, .mutex = PTHREAD_MUTEX_INITIALIZER};
    mw_row row;
    double from = mw_seconds();
    progress state = search(&c, &e->plan->runs[run], &row);
    *seconds = mw_seconds() - from; // with the making of the maze
    *whole = state == FINISHED;
    if (c.failed)
        *error = c.error;
    return !c.failed;
}

// ---- as a task

// Stores a run as soon as it is finished, not when its turn comes: a slow run would hold back those
// after it, and a kill would lose them.
static void store(work *c, slot *s)
{
    if (!c->e->results)
        return;
    pthread_mutex_lock(&c->mutex);
    if (!c->failed)
        c->failed = !mw_results_put(c->e->results, s->row, &c->error);
    if (!c->failed) {
        c->e->done++;
        if (c->e->progress)
            c->e->progress(c->e->context, c->e->done, c->e->all);
    }
    pthread_mutex_unlock(&c->mutex);
}

static bool goes_on(work *c)
{
    pthread_mutex_lock(&c->mutex);
    bool fine = !c->failed;
    pthread_mutex_unlock(&c->mutex);
    return fine && c->e->goes_on(c->e->context);
}

static void run_one(void *context, uint64_t index)
{
    work *c = context;
    slot *s = &c->slots[index];
    s->state = STOPPED;
    if (!goes_on(c))
        return;
    s->row = calloc(1, sizeof *s->row);
    if (!s->row) {
        tell_no_memory(c);
        return;
    }
    s->state = search(c, &c->e->plan->runs[s->run], s->row);
    s->row->number = s->run;
    if (s->state == FINISHED)
        store(c, s);
}

static void clear(slot *s)
{
    free(s->row);
    s->row = NULL;
}

static bool take_one(void *context, uint64_t index)
{
    work *c = context;
    bool finished = c->slots[index].state == FINISHED;
    clear(&c->slots[index]);
    return finished;
}

// ---- for other machines

static void give(void *context, uint64_t index, mw_writer *w)
{
    const work *c = context;
    mw_write(w, "%" PRIu64 " %" PRIu64, c->e->plan->hash, c->slots[index].run);
}

static bool take(void *context, uint64_t index, const char *bytes, size_t length)
{
    work *c = context;
    const mw_plan *p = c->e->plan;
    mw_numbers n = {.at = bytes};
    uint64_t hash = mw_next_whole(&n, UINT64_MAX), run = mw_next_whole(&n, UINT64_MAX);
    (void)length;
    if (n.failed || index >= p->run_count || hash != p->hash || run >= p->run_count)
        return false;
    c->slots[index] = (slot){.run = run};
    return true;
}

// Is the heuristic of a row an expression? Its text may have blanks, and the plan has it.
static bool own_text(const work *c, const mw_row *r)
{
    return r->heuristic == c->e->plan->configurations[r->configuration].heuristic;
}

static void pack(void *context, uint64_t index, mw_writer *w)
{
    work *c = context;
    slot *s = &c->slots[index];
    mw_row *r = s->row;
    mw_write(w, "%d ", (int)s->state);
    if (s->state == FINISHED) {
        uint64_t *counts[MW_ROW_COUNTS];
        mw_row_counts(r, counts);
        mw_write(w, "%d %d %s %d %u", (int)r->outcome, (int)r->limit,
                 !r->heuristic    ? "-"
                 : own_text(c, r) ? "="
                                  : r->heuristic,
                 r->optimal, r->moves);
        for (unsigned i = 0; i < MW_ROW_COUNTS; i++)
            mw_write(w, " %" PRIu64, *counts[i]);
        mw_write(w, " %.9g", r->seconds);
    } else if (s->state == FAILED)
        mw_write(w, "%d %s", (int)c->error.code, c->error.text);
    clear(s);
}

static bool read_row(const mw_plan *p, uint64_t number, const char *text, mw_row *row)
{
    const mw_plan_run *run = &p->runs[number];
    mw_numbers n = {.at = text};
    char heuristic[MW_LABEL_TOKEN + 1];
    *row = (mw_row){.number = number,
                    .maze = run->maze,
                    .configuration = run->configuration,
                    .repeat = run->repeat};
    row->outcome = (mw_outcome)mw_next_whole(&n, MW_OUTCOME_LIMIT);
    row->limit = (mw_limit)mw_next_whole(&n, MW_LIMIT_STUCK);
    mw_next_word(&n, heuristic, sizeof heuristic);
    row->optimal = mw_next_whole(&n, 1);
    row->moves = (uint32_t)mw_next_whole(&n, UINT32_MAX);
    uint64_t *counts[MW_ROW_COUNTS];
    mw_row_counts(row, counts);
    for (unsigned i = 0; i < MW_ROW_COUNTS; i++)
        *counts[i] = mw_next_whole(&n, UINT64_MAX);
    row->seconds = mw_next_fraction(&n);
    row->heuristic = strcmp(heuristic, "-") != 0
                         ? mw_row_heuristic(p->mazes[run->maze].kind,
                                            &p->configurations[run->configuration], heuristic)
                         : NULL;
    return !n.failed;
}

static bool unpack(void *context, uint64_t index, const char *bytes, size_t length)
{
    work *c = context;
    slot *s = &c->slots[index];
    mw_numbers n = {.at = bytes};
    uint64_t state = mw_next_whole(&n, FAILED);
    (void)length;
    if (n.failed || state < FINISHED || *n.at != ' ')
        return false;
    s->state = (progress)state;
    if (s->state == FAILED) {
        mw_error_code code = (mw_error_code)mw_next_whole(&n, MW_ERROR_REQUEST);
        tell_failure(c, code, n.failed ? "" : n.at + 1);
    }
    if (s->state != FINISHED)
        return true;
    if (!(s->row = malloc(sizeof *s->row)) || !read_row(c->e->plan, s->run, n.at + 1, s->row))
        return false;
    store(c, s);
    return true;
}

// ---- all of them

// Fills the slots with the runs that are still to be done. Returns how many there are.
static uint64_t choose(work *c, const bool *finished)
{
    mw_experiment *e = c->e;
    uint64_t count = 0;
    e->done = e->all = 0;
    for (uint64_t i = 0; i < e->plan->run_count; i++)
        if (mw_in_shard(e->plan, i, e->shard, e->shards)) {
            e->all++;
            if (finished[i])
                e->done++;
            else
                c->slots[count++].run = i;
        }
    e->before = e->done;
    return count;
}

bool mw_experiment_run(mw_experiment *e, mw_error *error)
{
    work c = {.e = e, .mutex = PTHREAD_MUTEX_INITIALIZER};
    const uint64_t runs = e->plan->run_count;
    bool *finished = mw_array(runs + 1, sizeof *finished);
    c.slots = mw_array(runs + 1, sizeof *c.slots);
    bool ok = finished && c.slots;
    if (ok && e->results)
        c.failed =
            !mw_results_begin(e->results, e->plan, mw_version(), finished, &e->extension, &c.error);
    if (ok && !c.failed) {
        mw_tasks tasks = {.count = choose(&c, finished),
                          .threads = e->threads,
                          .context = &c,
                          .run = run_one,
                          .done = take_one,
                          .pack = pack,
                          .unpack = unpack,
                          .give = give,
                          .take = take};
        ok = mw_tasks_run(&tasks);
    }
    for (uint64_t i = 0; c.slots && i < runs; i++)
        clear(&c.slots[i]);
    free(c.slots);
    free(finished);
    if (!ok)
        tell_no_memory(&c);
    if (c.failed)
        *error = c.error;
    return !c.failed;
}
