// design_watch.c: progress and results of the verb `design`. The library calls on any thread and
// holds no lock meanwhile; nothing slow is done here with `mutex` held.
#include "tool/verbs/design_call.h"

#include "parallel/processes.h"
#include "parallel/tasks.h"

#include <math.h>
#include <stdlib.h>

#define STORE_EVERY     0.2  // seconds: a best maze that does not last as long is not worth keeping
#define MEASURE_STOPPED 0.15 // seconds

static void add_code(design_call *c, int code)
{
    pthread_mutex_lock(&c->mutex);
    c->code = worse(c->code, code);
    pthread_mutex_unlock(&c->mutex);
}

// ---- progress

static void print_progress(const design_call *c, double t, uint64_t evaluations, double energy)
{
    char done[40], rate[40], best[60] = "nothing yet";
    double whole = (double)c->plan.schedule.evaluations * c->plan.count;
    double seconds = c->plan.seconds * c->plan.count;
    double part = seconds > 0 ? (t - c->started) / seconds : (double)evaluations / whole;
    if (isfinite(energy))
        snprintf(best, sizeof best, "best energy %g", energy);
    fprintf(stderr, "\r\033[K%s, %s evaluations, %s/s, %.0f s left", best,
            thousands((double)evaluations, done),
            thousands(floor((double)evaluations / (t - c->started)), rate),
            part < 1 ? (t - c->started) * (1 / part - 1) : 0);
    fflush(stderr);
}

// A terminal that does not take the line delays one thread only: the others find the lock taken.
static void show_progress(design_call *c, double t, uint64_t evaluations, double energy)
{
    if (!c->progress || t - c->started <= 0.5 || pthread_mutex_trylock(&c->showing) != 0)
        return;
    if (t - c->shown > 0.25) {
        c->shown = t;
        print_progress(c, t, evaluations, energy);
    }
    pthread_mutex_unlock(&c->showing);
}

static void clear_progress(design_call *c)
{
    pthread_mutex_lock(&c->showing);
    if (c->shown > 0)
        clear_line();
    c->shown = 0;
    pthread_mutex_unlock(&c->showing);
}

// ---- failures

static int say_limited(const design_call *c)
{
    complain("stopped at the limit: memory: a %s maze of size %s needs more than %llu MiB on each "
             "thread to be worked out",
             c->kind->name, c->plan.params, (unsigned long long)(c->bytes >> 20));
    return EXIT_LIMIT;
}

// Nothing was found; exit code.
static int say_failed(const design_call *c, const mw_design_result *r)
{
    if (c->plan.method->way == MW_BY_PROOF) {
        complain(r->proven ? "there is no such maze: proven" : "stopped before a maze was found");
        return r->proven ? EXIT_NO : EXIT_LIMIT;
    }
    if (r->designed.limited)
        return say_limited(c);
    if (r->designed.stopped && !r->designed.evaluations)
        return complain_with(EXIT_LIMIT,
                             "stopped before the first %s maze of size %s was worked out; give it "
                             "more time, or a smaller size",
                             c->kind->name, c->plan.params);
    complain("nothing solvable found that satisfies the constraints, in %llu evaluations from "
             "seed %llu; try more evaluations or another seed",
             (unsigned long long)r->designed.evaluations, (unsigned long long)r->seed);
    return EXIT_NO;
}

// ---- keeping

// Puts a maze into the catalogue, and removes the worse one that was put there for the same number.
// Exit code; EXIT_LIMIT without a word: the work was stopped meanwhile.
static int keep(design_call *c, const mw_design_result *r, const mw_analysis *a)
{
    const mw_design_report report = mw_report_of(c->kind, &c->plan, r, a);
    char date[32];
    mw_error error;
    mw_stored stored;
    kept *k = &c->kept[r->number];
    mw_date_now(date);
    bool ok = mw_catalogue_put_designed(c->catalogue, &report, date, &stored, &error);
    if (ok && k->number && k->number != stored.number)
        ok = mw_catalogue_drop(c->catalogue, k->number, &error);
    // What another maze asked for had stored is this one now; it is not to be replaced.
    for (unsigned i = 0; ok && i < c->plan.count; i++)
        if (i != r->number && c->kept[i].number == stored.number)
            c->kept[i].number = 0;
    if (ok)
        k->number = stored.put == MW_PUT_ADDED || stored.number == k->number ? stored.number : 0;
    if (!ok && error.code == MW_ERROR_MEMORY && mw_stopped())
        return EXIT_LIMIT;
    k->energy = r->designed.energy;
    return error_told(ok, &error);
}

// The time for measuring a maze when the search was stopped.
static bool measuring_goes_on(void *context, const mw_progress *p)
{
    (void)p;
    return mw_seconds() < *(const double *)context;
}

// Where its graph is over the limit, or the search was stopped and there is no time for it, only
// the length and the energy of a maze are known. Exit code.
static int measure(const design_call *c, const mw_designed *d, mw_analysis *a)
{
    double until = mw_seconds() + MEASURE_STOPPED;
    mw_limits limits = {.bytes = c->bytes, .context = &until};
    if (d->stopped || interrupted())
        limits.keep_going = measuring_goes_on;
    if (mw_designed_measure(d, &limits, a) || limits.keep_going || mw_stopped())
        return EXIT_DONE;
    return c->bytes ? say_limited(c) : out_of_memory();
}

// A maze that waits for it is put into the catalogue, if the last one was put there a while ago.
static void store_waiting(design_call *c, unsigned number)
{
    kept *k = &c->kept[number];
    mw_analysis a;
    pthread_mutex_lock(&c->mutex);
    bool due = k->waiting && mw_seconds() - k->stored > STORE_EVERY;
    bool seeded = c->plan.method->way != MW_BY_PROOF;
    mw_design_result r = {.number = number,
                          .seed = seeded ? c->plan.schedule.seed + number : 0,
                          .designed = k->waiting_as};
    r.designed.maze = due ? k->waiting : NULL;
    if (due) {
        k->waiting = NULL;
        k->stored = mw_seconds();
    }
    pthread_mutex_unlock(&c->mutex);
    if (!due)
        return;
    int code = measure(c, &r.designed, &a);
    pthread_mutex_lock(&c->storing);
    bool better = r.designed.energy < k->energy;      // another thread may have been faster
    if (code == EXIT_DONE && better && !mw_stopped()) // else it is stored when the search ends
        code = keep(c, &r, &a);
    pthread_mutex_unlock(&c->storing);
    add_code(c, code == EXIT_LIMIT && mw_stopped() ? EXIT_DONE : code);
    mw_analysis_free(&a);
    mw_maze_free(r.designed.maze);
}

static void progress(void *context, const mw_design_news *n)
{
    design_call *c = context;
    double t = mw_seconds();
    bool breeds = c->plan.method->way == MW_BY_BREEDING;
    bool keeps = c->catalogue && !breeds; // a fitness means nothing in another population
    mw_maze *copy = keeps && n->better ? mw_maze_clone(n->better) : NULL;
    if (keeps && n->better && !copy)
        out_of_memory();
    pthread_mutex_lock(&c->mutex);
    if (n->better || breeds)
        c->best = n->energy;
    double best = c->best;
    kept *k = keeps ? &c->kept[n->number] : NULL;
    if (copy && (!k->waiting || n->energy < k->waiting_as.energy)) {
        mw_maze *old = k->waiting;
        k->waiting = copy;
        k->waiting_as = (mw_designed){.energy = n->energy, .evaluations = n->evaluations};
        copy = old;
    }
    pthread_mutex_unlock(&c->mutex);
    show_progress(c, t, n->total, best);
    mw_maze_free(copy);
    if (keeps)
        store_waiting(c, n->number);
}

// ---- results

// Measures, keeps and prints a maze. Exit code.
static int take_maze(design_call *c, mw_design_result *r)
{
    mw_analysis a;
    bool proves = c->plan.method->way == MW_BY_PROOF, ladder = c->plan.method->way == MW_BY_LADDER;
    watch_rest(NULL);
    int code = measure(c, &r->designed, &a);
    if (code == EXIT_BROKEN) {
        mw_analysis_free(&a);
        return code;
    }
    if (c->catalogue && a.values) { // first: what is printed is there, whatever happens next
        pthread_mutex_lock(&c->storing);
        if (ladder)
            c->kept[r->number].number = 0; // every rung stays
        code = worse(code, keep(c, r, &a));
        pthread_mutex_unlock(&c->storing);
    }
    clear_progress(c);
    if (proves && !c->s->value[O_JSON] && c->out.form == OUT_STDOUT)
        printf(r->proven ? "# proven: no longer one exists\n"
                         : "# not proven: no maze is longer than %u\n",
               r->bound);
    code = worse(code, design_output_put(c, r, &a));
    if (interrupted() || (proves && !r->proven))
        code = worse(code, EXIT_LIMIT);
    if (r->designed.limited)
        code = worse(code, say_limited(c));
    mw_analysis_free(&a);
    return code;
}

// Another seed is tried instead: what this one has stored meanwhile was found before, too.
static void forget_try(design_call *c, const mw_design_result *r)
{
    kept *k = &c->kept[r->number];
    mw_error error;
    pthread_mutex_lock(&c->mutex);
    mw_maze *waiting = k->waiting;
    k->waiting = NULL;
    c->best = INFINITY;
    pthread_mutex_unlock(&c->mutex);
    mw_maze_free(waiting);
    c->failed_tries++;
    if (r->designed.limited)
        add_code(c, say_limited(c));
    if (!c->catalogue)
        return;
    pthread_mutex_lock(&c->storing);
    bool ok = !k->number || mw_catalogue_drop(c->catalogue, k->number, &error);
    k->number = 0;
    k->energy = INFINITY;
    pthread_mutex_unlock(&c->storing);
    add_code(c, error_told(ok, &error));
}

static void found(void *context, mw_design_result *r)
{
    design_call *c = context;
    if (r->failed_try) {
        forget_try(c, r);
        return;
    }
    c->found += r->designed.maze != NULL;
    if (!r->designed.maze)
        clear_progress(c);
    add_code(c, r->designed.maze ? take_maze(c, r) : say_failed(c, r));
}

static void save(void *context, const char *key, const mw_design_saved *saved)
{
    design_call *c = context;
    mw_error error;
    pthread_mutex_lock(&c->storing);
    bool ok = mw_catalogue_put_run(c->catalogue, key, saved, &error);
    pthread_mutex_unlock(&c->storing);
    add_code(c, error_told(ok, &error));
}

static bool recall(void *context, const char *key, mw_design_saved *saved, mw_error *error)
{
    design_call *c = context;
    pthread_mutex_lock(&c->storing);
    bool ok = mw_catalogue_get_run(c->catalogue, key, saved, error);
    pthread_mutex_unlock(&c->storing);
    if (!ok)
        add_code(c, exit_code_of(error));
    return ok;
}

// ---- the whole

static bool search_goes_on(void *context)
{
    bool on = goes_on(NULL);
    if (!on)
        design_output_save(context);
    return on;
}

static bool run_tasks(void *context, const mw_tasks *tasks)
{
    mw_tasks own = *tasks;
    own.threads = ((const design_call *)context)->threads;
    return mw_tasks_run(&own);
}

static void tell(void *context, uint64_t index, const char *bytes, size_t length)
{
    (void)context;
    mw_tasks_tell(NULL, index, bytes, length);
}

static void hold(void *context)
{
    pthread_mutex_lock(&((design_call *)context)->sharing);
}

static void release(void *context)
{
    pthread_mutex_unlock(&((design_call *)context)->sharing);
}

bool design_tries(const design_call *c)
{
    return c->plan.different && c->plan.count > 1 && c->plan.method->way == MW_BY_SEARCH;
}

// Fewer mazes were found than asked for; exit code.
static int say_few(const design_call *c)
{
    if (design_tries(c))
        return complain_with(
            EXIT_LIMIT,
            "found %u of %u different mazes that satisfy the constraints, in %u tries from seed "
            "%llu on; %s",
            c->found, c->plan.count, c->found + c->failed_tries,
            (unsigned long long)c->plan.schedule.seed,
            interrupted()         ? "then it was interrupted"
            : c->plan.seconds > 0 ? "give it more seconds, a larger size or wider constraints"
                                  : "try more evaluations, a larger size or wider constraints");
    return complain_with(EXIT_NO,
                         "found only %u of %u rungs; try more evaluations, other measures with "
                         "--across or a larger size",
                         c->found, c->plan.count);
}

int design_mazes(design_call *c)
{
    mw_error error;
    const mw_design_watch told = {.context = c,
                                  .goes_on = search_goes_on,
                                  .progress = progress,
                                  .found = found,
                                  .save = c->catalogue ? save : NULL,
                                  .recall = c->catalogue && c->resume ? recall : NULL,
                                  .clock = mw_seconds,
                                  .run_tasks = run_tasks,
                                  .hold = hold,
                                  .release = release,
                                  .workers = c->threads * mw_processes(),
                                  .tell = mw_is_first() ? NULL : tell,
                                  .process = mw_process()};
    c->started = mw_seconds();
    c->best = INFINITY;
    c->kept = calloc(c->plan.count, sizeof *c->kept);
    if (!c->kept)
        return out_of_memory();
    for (unsigned i = 0; i < c->plan.count; i++)
        c->kept[i].energy = INFINITY;
    bool ok = mw_design_run(c->kind, &c->plan, &told, &error);
    clear_progress(c);
    if (!ok)
        c->code = worse(c->code, complain_of(NULL, &error, EXIT_USAGE));
    bool ladder = c->plan.method->way == MW_BY_LADDER;
    if (ok && ((ladder && c->found) || design_tries(c)) && c->found < c->plan.count)
        c->code = worse(c->code, say_few(c));
    for (unsigned i = 0; i < c->plan.count; i++)
        mw_maze_free(c->kept[i].waiting);
    free(c->kept);
    return c->code;
}
