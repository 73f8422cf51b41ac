// design.c: how good the mazes are that `design` finds in a given time on one core: for each row
// the best and the median length over some seeds, how many reached the target and how fast.
//
// A seed ends when it has reached the target, or with -f only when its budget is spent.
#include "mazewright/design.h"
#include "mazewright/genetic.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define SEEDS_MAX 100

typedef struct row {
    const char *name, *kind, *params, *objective;
    const char *const *require;
    uint64_t evaluations; // 0: the budget is in
    double seconds;
    unsigned target; // length
} row;

#define LIST(...) ((const char *const[]){__VA_ARGS__, NULL})
static const row rows[] = {
    {"rook-5k", "rook", "5x5", "rows*cols*unreaching - length", NULL, 5000, 0, 18},
    {"rook-200k", "rook", "5x5", "rows*cols*unreaching - length", NULL, 200000, 0, 21},
    {"rook-rate", "rook", "5x5", "rows*cols*unreaching - length", NULL, 4000000, 0, 99},
    {"die-6x6", "die", "6x6", "longest", NULL, 0, 60, 42},
    {"die-8x8", "die", "8x8", "longest", NULL, 0, 60, 78},
    {"theseus-2s", "theseus", "6x6", "longest", NULL, 0, 2, 107},
    {"theseus-6x6", "theseus", "6x6", "longest", NULL, 0, 60, 117},
    {"theseus-8x8", "theseus", "8x8", "longest", NULL, 0, 60, 300},
    {"theseus-10x10", "theseus", "10x10", "longest", NULL, 0, 60, 650},
    {"bloxorz", "bloxorz", "15x10,soft=2,heavy=1", "switches", LIST("required_switches >= 3"), 0,
     60, 60},
    {"bloxorz-split", "bloxorz", "15x10,soft=2,heavy=1,splits=1", "switches",
     LIST("required_switches >= 3", "required_splits >= 1"), 0, 60, 60},
};

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

typedef struct trial {
    const row *row;
    bool full;
    double started, reached; // seconds until the target; NaN: not reached
    uint32_t length;
} trial;

static void watch(void *context, const mw_design_news *n)
{
    trial *t = context;
    mw_evaluation e;
    if (n->better && mw_evaluate(n->better, false, &e) && e.length != MW_FAR) {
        t->length = e.length;
        if (isnan(t->reached) && e.length >= t->row->target)
            t->reached = now() - t->started;
    }
}

static bool goes_on(void *context)
{
    const trial *t = context;
    bool spent = t->row->seconds > 0 && now() - t->started > t->row->seconds;
    return !spent && (t->full || !(t->row->seconds > 0) || isnan(t->reached));
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double middle(double *values, unsigned n)
{
    qsort(values, n, sizeof *values, by_size);
    return (values[(n - 1) / 2] + values[n / 2]) / 2;
}

static void run(const row *r, unsigned seeds, bool full)
{
    double lengths[SEEDS_MAX] = {0}, times[SEEDS_MAX] = {0}, evaluations = 0, seconds = 0;
    unsigned reached = 0;
    for (unsigned i = 0; i < seeds; i++) {
        trial t = {.row = r, .full = full, .started = now(), .reached = NAN};
        mw_designed d;
        mw_error e;
        mw_design_plan plan = {
            .params = r->params,
            .objective = r->objective,
            .require = r->require,
            .schedule = {.seed = i + 1,
                         .evaluations = r->evaluations ? r->evaluations : MW_ENDLESS},
        };
        const mw_design_watch told = {.context = &t, .goes_on = goes_on, .progress = watch};
        if (!mw_design_maze(mw_kind_find(r->kind), &plan, &told, &d, &e)) {
            printf("  %s\n", e.text);
            return;
        }
        seconds += now() - t.started;
        evaluations += (double)d.evaluations;
        lengths[i] = d.maze ? t.length : 0;
        if (!isnan(t.reached))
            times[reached++] = t.reached;
        mw_maze_free(d.maze);
    }
    double median = middle(lengths, seeds);
    printf("  target %3u: best %.0f, median %.0f; reached by %u of %u", r->target,
           lengths[seeds - 1], median, reached, seeds);
    if (reached) {
        double half = middle(times, reached);
        printf(", after %.2f s (median), %.2f s (last)", half, times[reached - 1]);
    }
    printf("; %.0f evaluations/s\n", evaluations / seconds);
}

static void run_genetic(unsigned seeds)
{
    double seconds[SEEDS_MAX] = {0}, lengths[SEEDS_MAX] = {0}, total = 0;
    uint64_t evaluations = 0;
    for (unsigned i = 0; i < seeds; i++) {
        mw_bred b;
        mw_error e;
        double started = now();
        if (!mw_genetic(mw_kind_find("theseus"), &(mw_genetic_plan){.params = "6x6", .seed = i + 1},
                        &b, &e)) {
            printf("  %s\n", e.text);
            return;
        }
        total += seconds[i] = now() - started;
        evaluations += b.evaluations;
        lengths[i] = b.best_value;
        mw_maze_free(b.best);
        mw_maze_free(b.fittest);
    }
    double median = middle(lengths, seeds);
    printf("  1,760 generations of 100: %.2f s (median); best length %.0f, median %.0f; %.0f "
           "evaluations/s\n",
           middle(seconds, seeds), lengths[seeds - 1], median, (double)evaluations / total);
}

static const struct {
    const char *name, *kind, *params;
    double seconds; // at most
} proofs[] = {
    {"exact-rook-5x5", "rook", "5x5", 60}, {"exact-rook-6x6", "rook", "6x6", 60},
    {"exact-rook-7x7", "rook", "7x7", 60}, {"exact-rook-8x8", "rook", "8x8", 60},
    {"exact-die-3x3", "die", "3x3", 60},   {"exact-die-4x4", "die", "4x4", 60},
    {"exact-die-5x5", "die", "5x5", 60},
};

static bool watch_proof(void *context, const mw_maze *m, uint32_t length, uint64_t nodes)
{
    (void)m, (void)length, (void)nodes;
    return now() < *(const double *)context;
}

static void run_proof(unsigned p)
{
    char id[60];
    mw_error error;
    snprintf(id, sizeof id, "%s:%s#1", proofs[p].kind, proofs[p].params);
    mw_maze *m = mw_maze_from_id(id, &error);
    double started = now(), deadline = started + proofs[p].seconds;
    mw_exact e = {.watch = watch_proof, .context = &deadline};
    if (m && m->kind->design->exact(m, &e))
        printf("  longest %u, %s %u; %.2f s, %.0f nodes/s\n", e.length,
               e.proven ? "proven" : "none is longer than", e.bound, now() - started,
               (double)e.nodes / (now() - started));
    mw_maze_free(m);
}

static bool wanted(const char *only, const char *name, bool list, bool *found)
{
    if (only && strncmp(only, name, strlen(only)))
        return false;
    *found = true;
    printf("%s\n", name);
    fflush(stdout);
    return !list;
}

static bool is_count(const char *text, unsigned *count)
{
    unsigned long n = strtoul(text, NULL, 10);
    *count = n <= SEEDS_MAX ? (unsigned)n : 0;
    return *count;
}

int main(int argc, char **argv)
{
    const char *only = NULL;
    unsigned seeds = 10;
    bool full = false, list = false, found = false;
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "-f")) {
            full = true;
        } else if (!strcmp(argv[i], "-l")) {
            list = true;
        } else if (!strcmp(argv[i], "-b") && i + 1 < argc) {
            only = argv[++i];
        } else if (!strcmp(argv[i], "-s") && i + 1 < argc && is_count(argv[i + 1], &seeds)) {
            i++;
        } else {
            fprintf(stderr, "usage: bench-design [-l] [-b NAME] [-s SEEDS] [-f]\n");
            return 2;
        }
    }
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++)
        if (wanted(only, rows[i].name, list, &found))
            run(&rows[i], seeds, full);
    for (unsigned i = 0; i < sizeof proofs / sizeof *proofs; i++)
        if (wanted(only, proofs[i].name, list, &found))
            run_proof(i);
    if (wanted(only, "genetic", list, &found))
        run_genetic(seeds);
    if (!found)
        fprintf(stderr, "no benchmark begins with '%s'; 'bench-design -l' lists them\n", only);
    return found ? 0 : 2;
}
