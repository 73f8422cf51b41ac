// paper_theseus_table.c: Table I and figures 1 to 7 of Nihalani et al. The paper shows one run and
// does not tell its seed. So we make many runs, put theirs among them, and count how many lie at
// least as far from the middle as theirs. The share of these runs is an exact p-value.
#include "experiment/reproduce/paper_theseus.h"
#include "experiment/reproduce/findings.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define QUICK_RUNS 19 // of 20 runs, theirs included, the one that is farthest out has a p of 5 %
#define GUESS_RUNS 99
#define STRIDE     40 // generations between two points of figure 7
#define POINTS     (THESEUS_GENERATIONS / STRIDE + 1)
#define COLUMNS    (THESEUS_TERMS + 1) // of Table I: fitness, and its terms
#define FIGURES    (THESEUS_PRINTED * COLUMNS)

const unsigned mw_theseus_printed[] = {0, 320, 640, 960, 1280, 1760};
const char *const mw_theseus_columns[] = {"player moves", "enemy moves", "static enemy moves",
                                          "times enemy blocked", "false paths"};
static const double importances[THESEUS_TERMS] = {2, 3, 1, 1.5, 1};

#define GUESS(row, probability, fourth, fifth)                                                     \
    {                                                                                              \
        .name = (row), .mutation = (probability), .a4 = (fourth), .a5 = (fifth), .elite = 2        \
    }
const mw_theseus_guess mw_theseus_guesses[THESEUS_GUESSES] = {
    GUESS("mutation 0.1, a4 traps, a5 losing moves", 0.1, "traps", "false_paths"),
    GUESS("mutation 0.02", 0.02, "traps", "false_paths"),
    GUESS("mutation 0.3", 0.3, "traps", "false_paths"),
    GUESS("mutation 0.7", 0.7, "traps", "false_paths"),
    GUESS("a4 walled half-steps", 0.1, "blocks_faced", "false_paths"),
    GUESS("a5 dead states", 0.1, "traps", "dead"),
    GUESS("a4 walled half-steps, a5 dead states", 0.1, "blocks_faced", "dead"),
    {.name = "against the paper: no elite",
     .mutation = 0.1,
     .a4 = "traps",
     .a5 = "false_paths",
     .elite = MW_NO_ELITE},
    {.name = "against the paper: parents drawn blindly",
     .mutation = 0.1,
     .a4 = "traps",
     .a5 = "false_paths",
     .elite = MW_NO_ELITE,
     .blind = true},
};

static unsigned runs_of(const mw_reproduction *how, unsigned runs)
{
    runs = how->quick && runs > QUICK_RUNS ? QUICK_RUNS : runs;
    return how->mazes && how->mazes < runs ? how->mazes : runs;
}

// ---- the run of section V

static bool watch_generation(void *context, const mw_generation *g)
{
    mw_theseus_run *v = context;
    unsigned n = g->number;
    memcpy(v->terms[n], g->mazes[0].terms, sizeof v->terms[n]);
    v->longest[n] = n ? v->longest[n - 1] : 0;
    for (unsigned i = 0; i < g->population; i++)
        v->longest[n] = fmax(v->longest[n], g->mazes[i].kept); // fmax passes over NaN
    v->evaluations[n] = g->evaluations;
    for (unsigned i = 0; i < THESEUS_PRINTED; i++)
        if (mw_theseus_printed[i] == n)
            v->mazes[i] = mw_maze_clone(g->mazes[0].maze);
    return mw_reproduction_goes_on(v->how);
}

// "By placing the fittest maze of each generation in a separate population."
static void normalise(mw_theseus_run *v)
{
    for (unsigned n = 0; n <= THESEUS_GENERATIONS; n++)
        v->fittest[n].terms = v->terms[n];
    mw_relative_fitness(v->importances, THESEUS_TERMS, v->fittest, THESEUS_GENERATIONS + 1);
}

static double most(const mw_theseus_run *v, unsigned term)
{
    double value = 0;
    for (unsigned n = 0; n <= THESEUS_GENERATIONS; n++)
        value = fmax(value, v->terms[n][term]);
    return value;
}

void mw_theseus_run_free(mw_theseus_run *v)
{
    for (unsigned i = 0; v && i < THESEUS_PRINTED; i++)
        mw_maze_free(v->mazes[i]);
    free(v);
}

mw_theseus_run *mw_theseus_breed(const mw_reproduction *how, const mw_theseus_guess *guess,
                                 uint64_t seed, mw_error *e)
{
    mw_theseus_run *v = calloc(1, sizeof *v);
    const char *const measures[THESEUS_TERMS] = {"moves", "enemy_moves", "static", guess->a4,
                                                 guess->a5};
    mw_bred bred = {0};
    if (!v) {
        mw_no_memory(e);
        return NULL;
    }
    v->how = how;
    for (unsigned t = 0; t < THESEUS_TERMS; t++)
        v->importances[t] = (mw_term){importances[t], measures[t]};
    mw_genetic_plan plan = {.params = THESEUS_SIZE,
                            .seed = seed,
                            .terms = v->importances,
                            .term_count = THESEUS_TERMS,
                            .population = 100,
                            .elite = guess->elite,
                            .selection = guess->blind ? MW_TOURNAMENT : MW_ROULETTE,
                            .tournament = 1, // only the blind have it: one maze is drawn
                            .mutation = guess->mutation,
                            .generations = THESEUS_GENERATIONS,
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
    mw_theseus_run_free(v);
    return NULL;
}

// ---- many runs

typedef struct sample {
    unsigned runs;
    double fitness[THESEUS_PRINTED][THESEUS_RUNS];
    double share[THESEUS_PRINTED][THESEUS_TERMS][THESEUS_RUNS];
    double absolute[THESEUS_PRINTED][THESEUS_TERMS][THESEUS_RUNS];
    double curve[POINTS][THESEUS_RUNS], longest[THESEUS_RUNS], evaluations[THESEUS_RUNS];
    bool compared;                            // with the published run, which is in theirs[0]:
    double theirs[THESEUS_RUNS + 1][FIGURES]; // Table I of each run, row by row, as it is printed
} sample;

static void sample_add(sample *s, const mw_theseus_run *v)
{
    unsigned run = s->runs++;
    double *table = s->theirs[s->runs];
    for (unsigned i = 0; i < THESEUS_PRINTED; i++) {
        unsigned n = mw_theseus_printed[i];
        double *row = table + i * COLUMNS;
        s->fitness[i][run] = v->fittest[n].fitness;
        for (unsigned t = 0; t < THESEUS_TERMS; t++) {
            s->absolute[i][t][run] = v->terms[n][t];
            s->share[i][t][run] = 100 * v->terms[n][t] / fmax(most(v, t), 1);
            // The paper prints whole per cents, and a fitness that is the sum of what it prints.
            row[1 + t] = floor(s->share[i][t][run] + 0.5);
            row[0] += importances[t] * row[1 + t];
        }
    }
    for (unsigned p = 0; p < POINTS; p++)
        s->curve[p][run] = v->fittest[p * STRIDE].fitness;
    s->longest[run] = v->longest[THESEUS_GENERATIONS];
    s->evaluations[run] = (double)v->evaluations[THESEUS_GENERATIONS];
}

static const char *column_of(unsigned column)
{
    return column ? mw_theseus_columns[column - 1] : "fitness";
}

static mw_name row_of(unsigned printed)
{
    return mw_named("generation %u", mw_theseus_printed[printed]);
}

// Puts the published run first. Without the folder of published figures nothing is compared.
static bool take_published(const mw_reproduction *how, sample *s, mw_error *e)
{
    mw_findings f = {0};
    if (!how->experiments)
        return true;
    bool ok = mw_published_figures(how, "theseus", &f, e);
    for (unsigned i = 0; ok && i < FIGURES; i++)
        s->theirs[0][i] =
            mw_findings_published(&f, "Table I", row_of(i / COLUMNS).text, column_of(i % COLUMNS));
    s->compared = ok;
    mw_findings_free(&f);
    return ok;
}

static sample *sample_of(const mw_reproduction *how, const mw_theseus_guess *guess, unsigned runs,
                         mw_writer *w, void (*first)(mw_writer *, const mw_theseus_run *),
                         mw_error *e)
{
    sample *s = calloc(1, sizeof *s);
    bool ok = (s || mw_no_memory(e)) && take_published(how, s, e);
    while (ok && s->runs < runs) {
        mw_theseus_run *v = mw_theseus_breed(how, guess, s->runs + 1, e);
        ok = v;
        if (ok)
            sample_add(s, v);
        if (ok && first && s->runs == 1)
            first(w, v);
        mw_theseus_run_free(v);
    }
    if (ok)
        return s;
    free(s);
    return NULL;
}

// ---- how far out the published run lies

enum { ALL, TREND, LAST, QUESTIONS };
static const char *const questions[QUESTIONS] = {
    [ALL] = "p, whole table", [TREND] = "p, trend", [LAST] = "p, generation 1760"};
#define EVERY COLUMNS // as a column: all of them

// The figures of one run that a question is about; returns their number. The trend is how far each
// column has risen since generation 0. The changes from one row to the next would be no test: those
// of a run without an elite go up and down so much that the changes of a steady run lie in the
// middle of theirs. A rise is large in the one and small in the other. How steadily a column rises
// would be none either, since nearly all runs that select their parents rise steadily.
static unsigned choose(const double *table, unsigned question, unsigned column, double *out)
{
    unsigned n = 0;
    for (unsigned i = 0; i < THESEUS_PRINTED; i++)
        for (unsigned c = 0; c < COLUMNS; c++) {
            double value = table[i * COLUMNS + c];
            bool asked = question == ALL || (question == TREND ? i > 0 : i + 1 == THESEUS_PRINTED);
            if (asked && (column == EVERY || column == c))
                out[n++] = question == TREND ? value - table[c] : value;
        }
    return n;
}

static double p_of(const sample *s, unsigned question, unsigned column)
{
    double chosen[THESEUS_RUNS + 1][FIGURES], values[(THESEUS_RUNS + 1) * FIGURES];
    unsigned count = 0;
    for (unsigned run = 0; run <= s->runs; run++)
        count = choose(s->theirs[run], question, column, chosen[run]);
    for (unsigned run = 0; run <= s->runs; run++)
        memcpy(values + run * count, chosen[run], count * sizeof *values);
    return mw_outlying_p(values, s->runs + 1, count);
}

static void say_p(mw_writer *w, const char *table, const char *row, const sample *s,
                  unsigned column,
                  void (*say)(mw_writer *, const char *, const char *, const char *, double))
{
    for (unsigned q = 0; q < QUESTIONS && s->compared; q++)
        say(w, table, row, questions[q], p_of(s, q, column));
}

static void say_tests(mw_writer *w, const sample *s)
{
    static const char table[] = "Table I, tested";
    if (!s->compared)
        return;
    // These decide. Of the 18 tests of single columns, some would fail by chance.
    say_p(w, table, "all columns", s, EVERY, mw_say_test);
    for (unsigned c = 0; c < COLUMNS; c++)
        say_p(w, table, column_of(c), s, c, mw_say_figure);
    double p = p_of(s, ALL, EVERY);
    mw_say_remark(
        w, table,
        "Of %u runs, the published one and ours of the seeds 1 to %u, the share p lies at "
        "least as far from the middle of all runs as the published one: by the sum over "
        "the figures of how far their ranks are from the middle rank. If both programs "
        "do the same, p is at most 0.05 in one of 20 cases. The whole table, all "
        "columns: p = %.3f, so %s.",
        s->runs + 1, s->runs, p,
        p > MW_P_LEAST ? "nothing speaks against their run being one of ours"
                       : "their run is probably none of ours");
}

// ---- Table I, figures 1 to 7

static void say_table(mw_writer *w, sample *s)
{
    for (unsigned i = 0; i < THESEUS_PRINTED; i++) {
        const mw_name generation = row_of(i);
        const char *row = generation.text;
        if (s->runs < MW_RUNS_LEAST)
            mw_say_absent(w, "Table I", row, "too few runs to compare");
        mw_say_runs(w, "Table I", row, "fitness", s->fitness[i], s->runs);
        for (unsigned t = 0; t < THESEUS_TERMS; t++) {
            mw_say_runs(w, "Table I", row, mw_theseus_columns[t], s->share[i][t], s->runs);
            mw_say_figure(w, "Table I, absolute", row, mw_theseus_columns[t],
                          mw_quantile(s->absolute[i][t], s->runs, 0.5));
        }
    }
}

static void say_curve(mw_writer *w, sample *s)
{
    for (unsigned p = 0; p < POINTS; p++)
        mw_say_band(w, "Figure 7", "ours, median", p * STRIDE,
                    mw_quantile(s->curve[p], s->runs, 0.5), mw_quantile(s->curve[p], s->runs, 0.25),
                    mw_quantile(s->curve[p], s->runs, 0.75));
    for (unsigned i = 0; i < THESEUS_PRINTED && s->compared; i++)
        mw_say_point(w, "Figure 7", "published", mw_theseus_printed[i], s->theirs[0][i * COLUMNS]);
}

static void say_fittest(mw_writer *w, const mw_theseus_run *v)
{
    for (unsigned i = 0; i < THESEUS_PRINTED; i++)
        if (v->mazes[i])
            mw_say_maze(w, "Figures 1 to 6", v->mazes[i],
                        "Fittest individual in generation %u: %.0f moves", mw_theseus_printed[i],
                        v->terms[mw_theseus_printed[i]][0]);
}

void mw_theseus_say_longest(mw_writer *w, const char *row, double *longest, unsigned runs)
{
    mw_say_figure(w, "Same budget", row, "longest solution, median",
                  mw_quantile(longest, runs, 0.5));
    mw_say_figure(w, "Same budget", row, "best", mw_quantile(longest, runs, 1));
}

// What a guess leads to. `moves` are not normalised.
static void say_guess(mw_writer *w, const mw_theseus_guess *guess, sample *s)
{
    unsigned last = THESEUS_PRINTED - 1, runs = s->runs;
    mw_say_figure(w, "Guesses", guess->name, "runs", runs);
    say_p(w, "Guesses", guess->name, s, EVERY, mw_say_figure);
    mw_say_figure(w, "Guesses", guess->name, "fitness, generation 320",
                  mw_quantile(s->fitness[1], runs, 0.5));
    mw_say_figure(w, "Guesses", guess->name, "fitness, generation 1760",
                  mw_quantile(s->fitness[last], runs, 0.5));
    mw_say_figure(w, "Guesses", guess->name, "moves, generation 1760",
                  mw_quantile(s->absolute[last][0], runs, 0.5));
    mw_say_figure(w, "Guesses", guess->name, "mazes measured",
                  mw_quantile(s->evaluations, runs, 0.5));
}

bool mw_theseus_table(const mw_reproduction *how, unsigned part, mw_writer *w, mw_error *e)
{
    (void)part;
    sample *s = sample_of(how, mw_theseus_guesses, runs_of(how, THESEUS_RUNS), w, say_fittest, e);
    if (s) {
        say_tests(w, s);
        say_table(w, s);
        say_curve(w, s);
        say_guess(w, mw_theseus_guesses, s);
        mw_theseus_say_longest(w, "genetic algorithm", s->longest, s->runs);
    }
    bool ok = s;
    free(s);
    return ok;
}

bool mw_theseus_guessed(const mw_reproduction *how, unsigned part, mw_writer *w, mw_error *e)
{
    const mw_theseus_guess *guess = &mw_theseus_guesses[part + 1];
    if (how->quick) {
        mw_say_absent(w, "Guesses", guess->name, "takes too long for --quick");
        return true;
    }
    sample *s = sample_of(how, guess, runs_of(how, GUESS_RUNS), w, NULL, e);
    if (s)
        say_guess(w, guess, s);
    bool ok = s;
    free(s);
    return ok;
}
