// gpu.c: design on a graphics card beside the processor: evaluations a second on mazes that the
// search has made long, and how soon lengths are reached. Each maze that counts is solved again by
// the plain search.
//
//   bench-gpu [-d gpu|host] [-s SHARE] [ROW...]    SHARE: of the seconds of each row
#include "design/chains/chains.h"
#include "design/objective.h"
#include "parallel/tasks.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define TARGETS_MAX 4
#define RESAMPLE    250 // evaluations, as `design --device gpu --seconds` has it
#define CPU_SECONDS 1.0

typedef struct row {
    const char *kind, *params;
    double seconds;
    uint32_t targets[TARGETS_MAX];
    double hot, cold;  // 0: as `design` has it
    uint64_t resample; // evaluations; 0: as `design --device gpu --seconds` has it
} row;

static const row rows[] = {
    {"theseus", "6x6", 5, .targets = {107, 117, 119}},
    {"theseus", "7x7", 10, .targets = {200, 219}},
    {"theseus", "8x8", 30, .targets = {300, 340, 350, 354}, .hot = 4.4, .cold = 2.8,
     .resample = 500},
    {"theseus", "9x9", 40, .targets = {500, 550}, .hot = 5, .cold = 3.4, .resample = 500},
    {"theseus", "10x10", 120, .targets = {700, 800, 900}, .hot = 5.5, .cold = 3.8,
     .resample = 1000},
    {"theseus", "16x16", .seconds = 10},
    {"rook", "5x5", 3, .targets = {21}},
    {"rook", "8x8", .seconds = 5},
    {"rook", "10x10", .seconds = 5},
    {"die", "6x6", 3, .targets = {42}},
    {"die", "8x8", 5, .targets = {78}},
    {"die", "16x16", .seconds = 10},
};

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

typedef struct timing {
    const row *row;
    double seconds, began, late; // late: when the last quarter began
    uint64_t before;             // evaluations at that time
    double rate;                 // of that quarter
    double reached[TARGETS_MAX];
    mw_maze *found;
} timing;

// By the plain search, not by what the card says.
static uint32_t length_of(const mw_maze *m)
{
    mw_evaluation e;
    return mw_evaluate_plainly(m, false, &e) && e.length != MW_FAR ? e.length : 0;
}

static void watch(void *context, const mw_design_news *n)
{
    timing *v = context;
    double gone = now() - v->began;
    uint32_t length = n->better ? length_of(n->better) : 0;
    for (unsigned i = 0; i < TARGETS_MAX; i++)
        if (v->row->targets[i] && length >= v->row->targets[i] && isnan(v->reached[i]))
            v->reached[i] = gone;
    if (gone < v->seconds * 0.75) {
        v->late = gone;
        v->before = n->total;
    }
    v->rate = (double)(n->total - v->before) / (gone - v->late);
}

static void take(void *context, mw_design_result *r)
{
    timing *v = context;
    v->found = r->designed.maze;
    r->designed.maze = NULL;
}

// ---- the processor: changes of that maze, evaluated as `design` does

typedef struct shift {
    const mw_maze *maze;
    const mw_objective *objective;
    uint64_t done[1024]; // evaluations of each thread
} shift;

static void work(void *context, uint64_t index)
{
    shift *s = context;
    mw_maze *trial = mw_maze_clone(s->maze);
    mw_rng rng;
    mw_rng_seed(&rng, index + 1);
    for (double end = now() + CPU_SECONDS; trial && now() < end;)
        for (unsigned i = 0; i < 16; i++) {
            memcpy(trial->data, s->maze->data, trial->bytes - sizeof *trial);
            trial->kind->design->mutate(trial, &rng);
            mw_objective_energy(s->objective, trial);
            s->done[index]++;
        }
    mw_maze_free(trial);
}

static double processor_rate(const mw_maze *m, const mw_objective *o, unsigned threads)
{
    static shift s;
    s = (shift){.maze = m, .objective = o};
    double began = now(), sum = 0;
    mw_tasks_run(&(mw_tasks){.count = threads, .threads = threads, .context = &s, .run = work});
    for (unsigned i = 0; i < threads; i++)
        sum += (double)s.done[i];
    return sum / (now() - began);
}

// ---- rows

static bool run(const row *r, const mw_device *device, double share)
{
    const mw_kind *kind = mw_kind_find(r->kind);
    timing v = {.row = r, .seconds = r->seconds * share};
    mw_design_plan plan = {
        .params = r->params,
        .schedule = {.seed = 1, .evaluations = MW_ENDLESS, .hot = r->hot, .cold = r->cold},
        .seconds = v.seconds,
        .device = device,
        .resample = r->resample ? r->resample : RESAMPLE};
    const mw_design_watch told = {.context = &v, .progress = watch, .found = take, .clock = now};
    mw_error e;
    mw_objective o;
    for (unsigned i = 0; i < TARGETS_MAX; i++)
        v.reached[i] = NAN;
    v.began = now();
    if (!mw_design_complete(kind, &plan, 1, &e) || !mw_design_run(kind, &plan, &told, &e) ||
        !v.found || !mw_objective_init(&o, kind, NULL, NULL, &e)) {
        printf("%s %s: %s\n", r->kind, r->params, e.text);
        return false;
    }
    unsigned cores = mw_threads(0) < 1024 ? mw_threads(0) : 1024;
    double one = processor_rate(v.found, &o, 1), all = processor_rate(v.found, &o, cores);
    char *id = mw_maze_print(v.found, "id");
    printf("%-7s %-5s %6u chains: %7.2f M/s; one core %6.3f M/s, %5.0fx; %2u cores %6.2f M/s, "
           "%5.1fx; %.0f s: length %u",
           r->kind, r->params, plan.streams, v.rate * 1e-6, one * 1e-6, v.rate / one, cores,
           all * 1e-6, v.rate / all, v.seconds, length_of(v.found));
    for (unsigned i = 0; i < TARGETS_MAX && r->targets[i]; i++)
        isnan(v.reached[i]) ? printf(", %u not reached", r->targets[i])
                            : printf(", %u after %.1f s", r->targets[i], v.reached[i]);
    printf("\n        %s\n", id ? id : "");
    fflush(stdout);
    free(id);
    mw_maze_free(v.found);
    return true;
}

static bool wanted(const row *r, int argc, char **argv)
{
    char name[40];
    snprintf(name, sizeof name, "%s-%s", r->kind, r->params);
    for (int i = 1; i < argc; i++)
        if (!strcmp(argv[i], name))
            return true;
    return argc < 2;
}

int main(int argc, char **argv)
{
    const mw_device *device = NULL;
    double share = 1;
    char text[200];
#ifdef MAZEWRIGHT_CUDA
    device = &mw_device_cuda;
#endif
    for (; argc > 2 && argv[1][0] == '-'; argc -= 2, argv += 2) {
        if (argv[1][1] == 'd' && !strcmp(argv[2], "host"))
            device = &mw_device_host;
        if (argv[1][1] == 's')
            share = strtod(argv[2], NULL);
    }
    if (!device || !device->describe(0, text, sizeof text)) {
        puts("no graphics card is seen; -d host shows the table with one core instead");
        return 1;
    }
    printf("%s: evaluations a second in the last quarter of each row's time, beside the processor "
           "on changes of the longest maze found\n",
           text);
    bool ok = true;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (wanted(&rows[i], argc, argv))
            ok &= run(&rows[i], device, share);
    return !ok;
}
