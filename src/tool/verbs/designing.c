// designing.c: progress and results of the verb `design`.
#include "tool/verbs/designing.h"

#include "api/answer.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define STORE_EVERY 0.2 // seconds: a best maze that does not last as long is not worth keeping

// ---- progress

static void show_progress(job *j, double t)
{
    char done[40], rate[40], best[60] = "nothing yet";
    double whole = (double)j->plan.schedule.evaluations * j->count;
    double part = j->seconds > 0 ? (t - j->started) / (j->seconds * j->count)
                                 : (double)j->evaluations / whole;
    if (isfinite(j->best))
        snprintf(best, sizeof best, "best energy %g", j->best);
    fprintf(stderr, "\r\033[K%s, %s evaluations, %s/s, %.0f s left", best,
            thousands((double)j->evaluations, done),
            thousands(floor((double)j->evaluations / (t - j->started)), rate),
            part < 1 ? (t - j->started) * (1 / part - 1) : 0);
    fflush(stderr);
}

bool job_goes_on(job *j, double started, uint64_t more)
{
    double t = now();
    j->evaluations += more;
    if (j->progress && t - j->started > 0.5 && t - j->shown > 0.25) {
        j->shown = t;
        show_progress(j, t);
    }
    return !interrupted() && !(j->seconds > 0 && t - started > j->seconds);
}

void job_clear_line(job *j)
{
    if (j->shown > 0)
        fputs("\r\033[K", stderr);
    j->shown = 0;
}

// ---- printing

static double value_of(const mw_analysis *a, const char *name)
{
    for (unsigned i = 0; i < a->count; i++)
        if (!strcmp(a->values[i].name, name))
            return a->values[i].value;
    return NAN;
}

static void print_json(const job *j, const quest *q, const mw_analysis *a)
{
    mw_writer w = {0};
    mw_json_open(&w, NULL, '{');
    mw_answer_design(&w, &(mw_design_report){.found = &q->best,
                                             .analysis = a,
                                             .objective = j->objective,
                                             .method = j->method->name,
                                             .seed = q->seed,
                                             .proven = j->proven});
    mw_json_rounded(&w, "seconds", now() - q->started, 9);
    mw_json_close(&w, '}');
    print_line(&w, stdout);
}

static void print_maze(const quest *q, const mw_analysis *a)
{
    const mw_designed *d = &q->best;
    char n[40], *id = mw_maze_print(d->maze, "id"), *text = mw_maze_print(d->maze, "own");
    if (!id || !text)
        out_of_memory();
    printf("%s# energy %g, ", text ? text : "", d->energy);
    double length = value_of(a, "length"), difficulty = value_of(a, "difficulty");
    if (!isnan(length))
        printf("length %g, ", length);
    if (!isnan(difficulty)) // it is not known of every maze, see docs/difficulty.md
        printf("difficulty %.1f, ", difficulty);
    printf("seed %llu, %s evaluations, %.2f s\n# %s\n", (unsigned long long)q->seed,
           thousands((double)d->evaluations, n), now() - q->started, id ? id : "");
    fflush(stdout);
    free(id);
    free(text);
}

static int say_limited(const job *j)
{
    complain("stopped at the limit: memory: a %s maze of size %s needs more than %llu MiB on each "
             "thread to be worked out",
             j->kind->name, j->plan.params, (unsigned long long)(j->bytes >> 20));
    return EXIT_LIMIT;
}

int quest_failed(const job *j, const quest *q)
{
    if (q->best.limited)
        return say_limited(j);
    complain("nothing solvable found that satisfies the constraints, in %llu evaluations from "
             "seed %llu; try more evaluations or another seed",
             (unsigned long long)q->best.evaluations, (unsigned long long)q->seed);
    return EXIT_NO;
}

// ---- keeping

// A maze that this quest put there before, and that is now surpassed, makes room.
static int keep(job *j, quest *q, const mw_designed *d, const mw_analysis *a)
{
    char date[32];
    mw_error error;
    mw_stored stored;
    mw_date_now(date);
    mw_provenance from = {.energy = d->energy,
                          .objective = j->objective,
                          .method = j->method->name,
                          .seeded = j->method->way != MW_BY_PROOF,
                          .seed = q->seed,
                          .evaluations = d->evaluations,
                          .created = date,
                          .proven = j->proven};
    bool ok = mw_catalogue_put(j->catalogue, d->maze, a, &from, &stored, &error);
    if (ok && q->number && q->number != stored.number)
        ok = mw_catalogue_drop(j->catalogue, q->number, &error);
    if (ok)
        q->number = stored.put == MW_PUT_ADDED || stored.number == q->number ? stored.number : 0;
    return error_told(ok, &error);
}

// Where its graph is over the limit, nothing is known of a maze but its energy; exit code.
static int measure(const job *j, const mw_maze *m, mw_analysis *a)
{
    const mw_limits limits = {.bytes = j->bytes};
    mw_graph *g = mw_graph_build(m, true, &limits, NULL);
    *a = (mw_analysis){0};
    bool ok = g && mw_analyse(g, a);
    mw_graph_free(g);
    if (ok)
        return EXIT_DONE;
    return j->bytes ? say_limited(j) : out_of_memory();
}

void quest_store_waiting(job *j, quest *q, bool now_at_once)
{
    mw_analysis a;
    if (!q->waiting || (!now_at_once && now() - q->stored < STORE_EVERY))
        return;
    q->waiting_as.maze = q->waiting;
    int code = measure(j, q->waiting, &a);
    j->code = worse(j->code, code == EXIT_DONE ? keep(j, q, &q->waiting_as, &a) : code);
    mw_analysis_free(&a);
    mw_maze_free(q->waiting);
    q->waiting = NULL;
    q->stored = now();
}

void quest_improved(job *j, quest *q, const mw_maze *m, const mw_designed *d)
{
    if (!j->catalogue)
        return;
    mw_maze_free(q->waiting);
    q->waiting = mw_maze_clone(m);
    q->waiting_as = *d;
    if (!q->waiting)
        out_of_memory();
    quest_store_waiting(j, q, false);
}

int quest_ended(job *j, quest *q)
{
    mw_analysis a;
    int code = measure(j, q->best.maze, &a);
    if (code != EXIT_BROKEN) {
        bool measured = code == EXIT_DONE;
        if (j->catalogue && measured) // first: what is printed is there, whatever happens next
            code = worse(code, keep(j, q, &q->best, &a));
        job_clear_line(j);
        if (j->s->value[O_JSON])
            print_json(j, q, measured ? &a : NULL);
        else
            print_maze(q, &a);
        if (interrupted())
            code = worse(code, EXIT_LIMIT);
        if (q->best.limited)
            code = worse(code, say_limited(j));
    }
    mw_analysis_free(&a);
    mw_maze_free(q->waiting);
    mw_maze_free(q->best.maze);
    q->waiting = q->best.maze = NULL;
    return code;
}
