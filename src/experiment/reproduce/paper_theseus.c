// paper_theseus.c: Nihalani et al., "Artificial Intelligence in Gaming" (2010): the genetic run of
// section V, normalised as in Table I, beside our other searches with as many evaluations; and a
// maze with moving blocks, which the paper did not test. The paper shows one run and does not tell
// its seed, so our figures are medians of several runs.
#include "mazewright/design.h"
#include "mazewright/genetic.h"
#include "mazewright/ladder.h"
#include "experiment/reproduce/reproduce.h"
#include "experiment/statistics.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SIZE        "6x6"
#define GENERATIONS 1760
#define RUNS        101 // with the seeds 1, 2, ...
#define QUICK_RUNS  15
#define STRIDE      40 // generations between two points of figure 7
#define POINTS      (GENERATIONS / STRIDE + 1)
#define RUNGS       12

#define TERMS 5
static const mw_term terms[TERMS] = {
    {2, "moves"}, {3, "enemy_moves"}, {1, "static"}, {1.5, "traps"}, {1, "false_paths"}};
static const char *const columns[TERMS] = {"player moves", "enemy moves", "static enemy moves",
                                           "times enemy blocked", "false paths"};

static const unsigned printed[] = {0, 320, 640, 960, 1280, 1760}; // the generations of Table I
#define PRINTED (sizeof printed / sizeof *printed)

static unsigned runs_of(const mw_reproduction *how)
{
    unsigned runs = how->quick ? QUICK_RUNS : RUNS;
    return how->mazes && how->mazes < runs ? how->mazes : runs;
}

// ---- the run of section V

typedef struct evolution {
    const mw_reproduction *how;
    double terms[GENERATIONS + 1][TERMS]; // of the fittest maze of each generation
    mw_individual fittest[GENERATIONS + 1];
    mw_maze *mazes[PRINTED];
    double longest[GENERATIONS + 1]; // so far
    uint64_t evaluations[GENERATIONS + 1];
} evolution;

static bool watch_generation(void *context, const mw_generation *g)
{
    evolution *v = context;
    unsigned n = g->number;
    memcpy(v->terms[n], g->mazes[0].terms, sizeof v->terms[n]);
    v->longest[n] = n ? v->longest[n - 1] : 0;
    for (unsigned i = 0; i < g->population; i++)
        v->longest[n] = fmax(v->longest[n], g->mazes[i].kept); // fmax passes over NaN
    v->evaluations[n] = g->evaluations;
    for (unsigned i = 0; i < PRINTED; i++)
        if (printed[i] == n)
            v->mazes[i] = mw_maze_clone(g->mazes[0].maze);
    return mw_reproduction_goes_on(v->how);
}

// "By placing the fittest maze of each generation in a separate population."
static void normalise(evolution *v)
{
    for (unsigned n = 0; n <= GENERATIONS; n++)
        v->fittest[n].terms = v->terms[n];
    mw_relative_fitness(terms, TERMS, v->fittest, GENERATIONS + 1);
}

static double most(const evolution *v, unsigned term)
{
    double value = 0;
    for (unsigned n = 0; n <= GENERATIONS; n++)
        value = fmax(value, v->terms[n][term]);
    return value;
}

static void evolution_free(evolution *v)
{
    for (unsigned i = 0; v && i < PRINTED; i++)
        mw_maze_free(v->mazes[i]);
    free(v);
}

// NULL and *error: it failed, or was ended.
static evolution *evolve(const mw_reproduction *how, uint64_t seed, mw_error *e)
{
    evolution *v = calloc(1, sizeof *v);
    mw_bred bred = {0};
    if (!v) {
        mw_no_memory(e);
        return NULL;
    }
    v->how = how;
    mw_genetic_plan plan = {.params = SIZE,
                            .seed = seed,
                            .terms = terms,
                            .term_count = TERMS,
                            .generations = GENERATIONS,
                            .watch = watch_generation,
                            .context = v};
    bool ok = mw_genetic(mw_kind_find("theseus"), &plan, &bred, e);
    if (ok && bred.stopped)
        *e = (mw_error){.text = "interrupted"};
    mw_maze_free(bred.fittest);
    mw_maze_free(bred.best);
    if (ok && !bred.stopped) {
        normalise(v);
        return v;
    }
    evolution_free(v);
    return NULL;
}

// ---- Table I, figures 1 to 7

typedef struct sample { // of many runs
    double fitness[PRINTED][RUNS], share[PRINTED][TERMS][RUNS], absolute[PRINTED][TERMS][RUNS];
    double curve[POINTS][RUNS], longest[RUNS];
} sample;

static void sample_add(sample *s, const evolution *v, unsigned run)
{
    for (unsigned i = 0; i < PRINTED; i++) {
        s->fitness[i][run] = v->fittest[printed[i]].fitness;
        for (unsigned t = 0; t < TERMS; t++) {
            s->absolute[i][t][run] = v->terms[printed[i]][t];
            s->share[i][t][run] = 100 * v->terms[printed[i]][t] / most(v, t);
        }
    }
    for (unsigned p = 0; p < POINTS; p++)
        s->curve[p][run] = v->fittest[p * STRIDE].fitness;
    s->longest[run] = v->longest[GENERATIONS];
}

// The accepted ranges of Table I are for the median of all runs. With --quick there are so few runs
// that their median may lie outside by chance.
static void say_table(const mw_reproduction *how, mw_writer *w, sample *s, unsigned runs)
{
    for (unsigned i = 0; i < PRINTED; i++) {
        const mw_name generation = mw_named("generation %u", printed[i]);
        const char *row = generation.text;
        if (how->quick)
            mw_say_absent(w, "Table I", row, "too few runs with --quick");
        else
            mw_say_figure(w, "Table I", row, "fitness", mw_quantile(s->fitness[i], runs, 0.5));
        for (unsigned t = 0; t < TERMS; t++) {
            if (!how->quick)
                mw_say_figure(w, "Table I", row, columns[t],
                              mw_quantile(s->share[i][t], runs, 0.5));
            mw_say_figure(w, "Table I, absolute", row, columns[t],
                          mw_quantile(s->absolute[i][t], runs, 0.5));
        }
    }
}

static void say_curve(mw_writer *w, sample *s, unsigned runs)
{
    for (unsigned p = 0; p < POINTS; p++)
        mw_say_band(w, "Figure 7", "median", p * STRIDE, mw_quantile(s->curve[p], runs, 0.5),
                    mw_quantile(s->curve[p], runs, 0.25), mw_quantile(s->curve[p], runs, 0.75));
}

static void say_fittest(mw_writer *w, const evolution *v)
{
    for (unsigned i = 0; i < PRINTED; i++)
        if (v->mazes[i])
            mw_say_maze(w, "Figures 1 to 6", v->mazes[i],
                        "Fittest individual in generation %u: %.0f moves", printed[i],
                        v->terms[printed[i]][0]);
}

static void say_longest(mw_writer *w, const char *row, double *longest, unsigned runs)
{
    mw_say_figure(w, "Same budget", row, "longest solution, median",
                  mw_quantile(longest, runs, 0.5));
    mw_say_figure(w, "Same budget", row, "best", mw_quantile(longest, runs, 1));
}

static bool run_table(const mw_reproduction *how, unsigned part, mw_writer *w, mw_error *e)
{
    unsigned runs = runs_of(how);
    sample *s = calloc(1, sizeof *s);
    bool ok = s || mw_no_memory(e);
    (void)part;
    for (unsigned run = 0; ok && run < runs; run++) {
        evolution *v = evolve(how, run + 1, e);
        ok = v;
        if (ok)
            sample_add(s, v, run);
        if (ok && !run)
            say_fittest(w, v);
        evolution_free(v);
    }
    if (ok) {
        say_table(how, w, s, runs);
        say_curve(w, s, runs);
        say_longest(w, "genetic algorithm", s->longest, runs);
    }
    free(s);
    return ok;
}

// ---- our annealer, with as many evaluations

typedef struct annealing {
    const mw_reproduction *how;
    mw_writer *w; // NULL: says nothing
} annealing;

static bool goes_on(void *context)
{
    return mw_reproduction_goes_on(((const annealing *)context)->how);
}

static void say_better(void *context, const mw_design_news *n)
{
    const annealing *a = context;
    if (n->better && a->w)
        mw_say_point(a->w, "Same budget", "annealing", (double)n->evaluations, -n->energy);
}

// The caller frees the maze. NULL and *error: there is none.
static mw_maze *anneal(const mw_reproduction *how, const char *objective, uint64_t evaluations,
                       uint64_t seed, mw_writer *w, mw_error *e)
{
    annealing a = {.how = how, .w = w};
    const mw_design_watch watch = {.context = &a, .goes_on = goes_on, .progress = say_better};
    mw_designed designed;
    mw_design_plan plan = {.params = SIZE,
                           .objective = objective,
                           .schedule = {.evaluations = evaluations, .seed = seed}};
    *e = (mw_error){.text = "nothing solvable was found"};
    return mw_design_maze(mw_kind_find("theseus"), &plan, &watch, &designed, e) ? designed.maze
                                                                                : NULL;
}

// The values of all terms; NaN: the maze has no such measure. False: memory ran out.
static bool measure(const mw_maze *m, double values[TERMS])
{
    const char *names[TERMS + 1] = {0};
    mw_analysis a = {0};
    for (unsigned t = 0; t < TERMS; t++)
        names[t] = terms[t].measure;
    mw_graph *g = mw_graph_build(m, true, NULL, NULL);
    bool ok = g && mw_analyse_some(g, names, &a);
    for (unsigned t = 0; ok && t < TERMS; t++)
        values[t] = mw_analysis_value(&a, names[t]);
    mw_analysis_free(&a);
    mw_graph_free(g);
    return ok;
}

static double length_of(const mw_maze *m)
{
    mw_evaluation seen;
    return m && mw_evaluate(m, false, &seen) && seen.length != MW_FAR ? seen.length : 0;
}

static void say_longest_so_far(mw_writer *w, const evolution *v)
{
    for (unsigned n = 0; n <= GENERATIONS; n++)
        if (!n || v->longest[n] > v->longest[n - 1] || n == GENERATIONS)
            mw_say_point(w, "Same budget", "genetic algorithm", (double)v->evaluations[n],
                         v->longest[n]);
}

static bool run_annealing(const mw_reproduction *how, unsigned part, mw_writer *w, mw_error *e)
{
    unsigned runs = runs_of(how);
    double longest[RUNS];
    evolution *v = evolve(how, 1, e);
    bool ok = v;
    (void)part;
    if (ok)
        say_longest_so_far(w, v);
    for (unsigned run = 0; ok && run < runs; run++) {
        mw_maze *m =
            anneal(how, "longest", v->evaluations[GENERATIONS], run + 1, run ? NULL : w, e);
        ok = m;
        longest[run] = length_of(m);
        if (ok && !run)
            mw_say_maze(w, "Same budget", m, "Annealing, from the same seed");
        mw_maze_free(m);
    }
    if (ok)
        say_longest(w, "annealing", longest, runs);
    evolution_free(v);
    return ok;
}

// ---- fitness is relative, so mazes of all methods are put into one population to be compared

enum { BRED, ANNEALED_LENGTH, ANNEALED_FITNESS, ADVERSARIES };

static bool run_population(const mw_reproduction *how, unsigned part, mw_writer *w, mw_error *e)
{
    static const char *const rows[] = {"genetic algorithm", "annealing: longest",
                                       "annealing: the five parameters"};
    double values[ADVERSARIES][TERMS];
    mw_individual population[ADVERSARIES] = {0};
    evolution *v = evolve(how, 1, e);
    uint64_t evaluations = v ? v->evaluations[GENERATIONS] : 0;
    (void)part;
    mw_maze *mazes[ADVERSARIES] = {
        [BRED] = v ? mw_maze_clone(v->mazes[PRINTED - 1]) : NULL,
        [ANNEALED_LENGTH] = v ? anneal(how, "longest", evaluations, 1, NULL, e) : NULL,
        [ANNEALED_FITNESS] = v ? anneal(how, "parameters", evaluations, 1, NULL, e) : NULL};
    bool ok = true;
    for (unsigned i = 0; i < ADVERSARIES; i++) {
        ok = ok && mazes[i] && (measure(mazes[i], values[i]) || mw_no_memory(e));
        population[i] = (mw_individual){.maze = mazes[i], .terms = values[i]};
    }
    if (ok)
        mw_relative_fitness(terms, TERMS, population, ADVERSARIES);
    for (unsigned i = 0; ok && i < ADVERSARIES; i++) {
        mw_say_figure(w, "One population", rows[i], "fitness", population[i].fitness);
        for (unsigned t = 0; t < TERMS; t++)
            mw_say_figure(w, "One population", rows[i], columns[t], values[i][t]);
        mw_say_maze(w, "One population", mazes[i], "%s", rows[i]);
    }
    for (unsigned i = 0; i < ADVERSARIES; i++)
        mw_maze_free(mazes[i]);
    evolution_free(v);
    return ok;
}

// ---- our ladder, with as many evaluations

static bool watch_ladder(void *how, unsigned niches, uint64_t evaluations)
{
    (void)niches, (void)evaluations;
    return mw_reproduction_goes_on(how);
}

static void say_rungs(mw_writer *w, const mw_niches *niches)
{
    mw_rung rungs[RUNGS];
    unsigned count = mw_ladder_pick(niches, RUNGS, rungs);
    double longest = 0;
    for (unsigned i = 0; i < count; i++) {
        double length = length_of(rungs[i].maze);
        mw_say_maze(w, "Ladder", rungs[i].maze, "Rung %u: %.0f moves, difficulty %.1f", i + 1,
                    length, rungs[i].difficulty);
        mw_say_point(w, "Ladder", "rungs", length, rungs[i].difficulty);
        longest = fmax(longest, length);
    }
    mw_say_figure(w, "Same budget", "ladder", "best", longest);
}

static bool run_ladder(const mw_reproduction *how, unsigned part, mw_writer *w, mw_error *e)
{
    static const char *const require[] = {"length >= 5", NULL};
    mw_niches *niches = NULL;
    (void)part;
    evolution *v = evolve(how, 1, e);
    mw_ladder_plan plan = {.params = SIZE,
                           .evaluations = v ? v->evaluations[GENERATIONS] : 0,
                           .seed = 1,
                           .require = require,
                           .watch = watch_ladder,
                           .context = (void *)how};
    bool ok = v && mw_ladder_search(mw_kind_find("theseus"), &plan, &niches, e);
    if (ok)
        say_rungs(w, niches);
    mw_niches_free(niches);
    evolution_free(v);
    return ok;
}

// ---- two moving blocks on an empty board; a search then adds walls around their ways

#define BLOCKS                                                                                     \
    "theseus:6x6:911113/800002/800002/800002/800002/c44446/t0.0/m5.5/x3.4/b1.2.RRRLLL/b4.1.DDDUUU"
#define BLOCK_EVALUATIONS 3000

static double length_energy(void *how, const void *state)
{
    return mw_reproduction_goes_on(how) ? -length_of(state) : (double)INFINITY;
}

static void change(void *how, void *state, mw_rng *rng)
{
    (void)how;
    ((const mw_maze *)state)->kind->design->mutate(state, rng);
}

static bool run_blocks(const mw_reproduction *how, unsigned part, mw_writer *w, mw_error *e)
{
    static const char *const algorithms[] = {"bfs", "astar"};
    mw_maze *m = mw_maze_from_id(BLOCKS, e);
    (void)part;
    if (!m)
        return false;
    mw_landscape land = {
        .bytes = m->bytes, .context = (void *)how, .energy = length_energy, .step = change};
    mw_schedule schedule = {.evaluations = BLOCK_EVALUATIONS, .seed = 1, .hot = 4, .cold = 0.5};
    bool ok = !isnan(mw_local_search(&land, &schedule, m)) || mw_no_memory(e);
    for (unsigned i = 0; ok && i < sizeof algorithms / sizeof *algorithms; i++) {
        mw_name row = mw_named("designed example, %s", algorithms[i]);
        mw_result r;
        mw_search_options options = {.algorithm = algorithms[i]};
        ok = mw_search(m, &options, &r, e);
        if (ok && r.outcome == MW_OUTCOME_SOLVED) {
            mw_say_figure(w, "Moving blocks", row.text, "moves", r.moves);
            mw_say_figure(w, "Moving blocks", row.text, "states seen", (double)r.stored);
        }
        if (ok)
            mw_result_free(&r);
    }
    if (ok)
        mw_say_maze(w, "Moving blocks", m,
                    "Two blocks that walk to and fro, all alike after 6 turns");
    mw_maze_free(m);
    return ok;
}

const mw_reproduce_job mw_reproduce_theseus[] = {
    {.name = "section V", .run = run_table},           {.name = "annealing", .run = run_annealing},
    {.name = "one population", .run = run_population}, {.name = "ladder", .run = run_ladder},
    {.name = "moving blocks", .run = run_blocks},      {.name = NULL},
};
