// paper_theseus.c: Nihalani et al., "Artificial Intelligence in Gaming" (2010): our other searches
// with as many evaluations as the genetic run of section V makes, and a maze with moving blocks,
// which the paper did not test. The run itself is in paper_theseus_table.c.
#include "experiment/reproduce/paper_theseus.h"
#include "mazewright/design.h"
#include "mazewright/ladder.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define RUNS       101 // of annealing, with the seeds 1, 2, ...
#define QUICK_RUNS 15
#define RUNGS      12

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
    mw_design_plan plan = {.params = THESEUS_SIZE,
                           .objective = objective,
                           .schedule = {.evaluations = evaluations, .seed = seed}};
    *e = (mw_error){.text = "nothing solvable was found"};
    return mw_design_maze(mw_kind_find("theseus"), &plan, &watch, &designed, e) ? designed.maze
                                                                                : NULL;
}

// The values of all terms; NaN: the maze has no such measure. False: memory ran out.
static bool measure(const mw_maze *m, const mw_term terms[], double values[THESEUS_TERMS])
{
    const char *names[THESEUS_TERMS + 1] = {0};
    mw_analysis a = {0};
    for (unsigned t = 0; t < THESEUS_TERMS; t++)
        names[t] = terms[t].measure;
    mw_graph *g = mw_graph_build(m, true, NULL, NULL);
    bool ok = g && mw_analyse_some(g, names, &a);
    for (unsigned t = 0; ok && t < THESEUS_TERMS; t++)
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

static void say_longest_so_far(mw_writer *w, const mw_theseus_run *v)
{
    for (unsigned n = 0; n <= THESEUS_GENERATIONS; n++)
        if (!n || v->longest[n] > v->longest[n - 1] || n == THESEUS_GENERATIONS)
            mw_say_point(w, "Same budget", "genetic algorithm", (double)v->evaluations[n],
                         v->longest[n]);
}

static bool run_annealing(const mw_reproduction *how, unsigned part, mw_writer *w, mw_error *e)
{
    unsigned runs = how->quick ? QUICK_RUNS : RUNS;
    double longest[RUNS];
    mw_theseus_run *v = mw_theseus_breed(how, mw_theseus_guesses, 1, e);
    bool ok = v;
    (void)part;
    runs = how->mazes && how->mazes < runs ? how->mazes : runs;
    if (ok)
        say_longest_so_far(w, v);
    for (unsigned run = 0; ok && run < runs; run++) {
        mw_maze *m =
            anneal(how, "longest", v->evaluations[THESEUS_GENERATIONS], run + 1, run ? NULL : w, e);
        ok = m;
        longest[run] = length_of(m);
        if (ok && !run)
            mw_say_maze(w, "Same budget", m, "Annealing, from the same seed");
        mw_maze_free(m);
    }
    if (ok)
        mw_theseus_say_longest(w, "annealing", longest, runs);
    mw_theseus_run_free(v);
    return ok;
}

// ---- fitness is relative, so mazes of all methods are put into one population to be compared

enum { BRED, ANNEALED_LENGTH, ANNEALED_FITNESS, ANNEALED_SUM, ADVERSARIES };

static bool run_population(const mw_reproduction *how, unsigned part, mw_writer *w, mw_error *e)
{
    static const char *const rows[] = {"genetic algorithm", "annealing: longest",
                                       "annealing: fitness", "annealing: plain sum"};
    double values[ADVERSARIES][THESEUS_TERMS];
    mw_individual population[ADVERSARIES] = {0};
    mw_theseus_run *v = mw_theseus_breed(how, mw_theseus_guesses, 1, e);
    uint64_t evaluations = v ? v->evaluations[THESEUS_GENERATIONS] : 0;
    (void)part;
    mw_maze *mazes[ADVERSARIES] = {
        [BRED] = v ? mw_maze_clone(v->mazes[THESEUS_PRINTED - 1]) : NULL,
        [ANNEALED_LENGTH] = v ? anneal(how, "longest", evaluations, 1, NULL, e) : NULL,
        [ANNEALED_FITNESS] = v ? anneal(how, "fitness", evaluations, 1, NULL, e) : NULL,
        [ANNEALED_SUM] = v ? anneal(how, "parameters", evaluations, 1, NULL, e) : NULL};
    bool ok = true;
    for (unsigned i = 0; i < ADVERSARIES; i++) {
        ok = ok && mazes[i] && (measure(mazes[i], v->importances, values[i]) || mw_no_memory(e));
        population[i] = (mw_individual){.maze = mazes[i], .terms = values[i]};
    }
    if (ok)
        mw_relative_fitness(v->importances, THESEUS_TERMS, population, ADVERSARIES);
    for (unsigned i = 0; ok && i < ADVERSARIES; i++) {
        mw_say_figure(w, "One population", rows[i], "fitness", population[i].fitness);
        for (unsigned t = 0; t < THESEUS_TERMS; t++)
            mw_say_figure(w, "One population", rows[i], mw_theseus_columns[t], values[i][t]);
        mw_say_maze(w, "One population", mazes[i], "%s", rows[i]);
    }
    for (unsigned i = 0; i < ADVERSARIES; i++)
        mw_maze_free(mazes[i]);
    mw_theseus_run_free(v);
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
    mw_theseus_run *v = mw_theseus_breed(how, mw_theseus_guesses, 1, e);
    mw_ladder_plan plan = {.params = THESEUS_SIZE,
                           .evaluations = v ? v->evaluations[THESEUS_GENERATIONS] : 0,
                           .seed = 1,
                           .require = require,
                           .watch = watch_ladder,
                           .context = (void *)how};
    bool ok = v && mw_ladder_search(mw_kind_find("theseus"), &plan, &niches, e);
    if (ok)
        say_rungs(w, niches);
    mw_niches_free(niches);
    mw_theseus_run_free(v);
    return ok;
}

// ---- two moving blocks on an empty board; a search then adds walls and changes their paths

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

// Are the blocks needed, or do they only decorate the maze? False: memory ran out.
static bool say_needed(mw_writer *w, const mw_maze *m)
{
    static const char *const columns[] = {"blocks needed", "moves without blocks"};
    static const char *const names[] = {"needed_blocks", "length_without_blocks", NULL};
    mw_analysis a = {0};
    mw_graph *g = mw_graph_build(m, false, NULL, NULL);
    bool ok = g && mw_analyse_some(g, names, &a);
    for (unsigned i = 0; ok && names[i]; i++)
        mw_say_figure(w, "Moving blocks", "designed example", columns[i],
                      mw_analysis_value(&a, names[i]));
    mw_analysis_free(&a);
    mw_graph_free(g);
    return ok;
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
    ok = ok && (say_needed(w, m) || mw_no_memory(e));
    if (ok)
        mw_say_maze(w, "Moving blocks", m, "Two moving blocks with their paths: %.0f moves",
                    length_of(m));
    mw_maze_free(m);
    return ok;
}

const mw_reproduce_job mw_reproduce_theseus[] = {
    {.name = "section V", .run = mw_theseus_table},
    {.name = "guesses", .parts = THESEUS_GUESSES - 1, .run = mw_theseus_guessed},
    {.name = "annealing", .run = run_annealing},
    {.name = "one population", .run = run_population},
    {.name = "ladder", .run = run_ladder},
    {.name = "moving blocks", .run = run_blocks},
    {.name = NULL},
};
