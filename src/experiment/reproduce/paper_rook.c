// paper_rook.c: Neller's slides "Rook Jumping Mazes: a Computer Science design project": the two
// mazes whose distances they print, the two sample mazes, the number of all mazes, the searches
// that they teach, and the longest mazes, which they believe nobody can find.
#include "mazewright/design.h"
#include "experiment/reproduce/reproduce.h"
#include "experiment/statistics.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SEEDS       100
#define EVALUATIONS 5000 // as Neller's course asks
#define OBJECTIVE   "slide2"

// ---- the mazes that they print

static const struct {
    const char *slide, *id;
} examples[] = {
    {"Penalize Unreaching States", "rook:5x5:S11112/41232/12222/33211/2432G"},
    {"Reward Longer Solution Paths", "rook:5x5:S33443/41232/31112/32332/3413G"},
};
#define EXAMPLES (sizeof examples / sizeof *examples)

static void say_distances(mw_writer *w, const char *slide, const mw_graph *g)
{
    const mw_maze *m = g->maze;
    uint32_t *distance = mw_cell_distances(g, NULL);
    w->failed |= !distance;
    for (unsigned cell = 0; distance && cell < (unsigned)m->w * m->h; cell++)
        mw_say_figure(w, slide, mw_named("row %u", cell / m->w + 1).text,
                      mw_named("column %u", cell % m->w + 1).text,
                      distance[cell] == MW_FAR ? (double)NAN : distance[cell]);
    free(distance);
}

static bool run_example(const mw_reproduction *how, unsigned part, mw_writer *w, mw_error *e)
{
    const char *slide = examples[part].slide;
    mw_limit limit;
    (void)how;
    mw_maze *m = mw_maze_from_id(examples[part].id, e);
    mw_graph *g = m ? mw_graph_build(m, true, NULL, &limit) : NULL;
    mw_evaluation at_a_glance;
    if (g && mw_evaluate(m, true, &at_a_glance)) {
        say_distances(w, slide, g);
        double length = at_a_glance.length, unreaching = at_a_glance.unreaching;
        mw_say_figure(w, "Scores", slide, "length", length);
        mw_say_figure(w, "Scores", slide, "unreaching states", unreaching);
        mw_say_figure(w, "Scores", slide, "rows*cols*unreaching - length",
                      m->w * m->h * unreaching - length);
        mw_say_maze(w, "Scores", m, "%s", slide);
    } else if (m) {
        w->failed = true; // out of memory
    }
    mw_graph_free(g);
    mw_maze_free(m);
    return m || !w->failed;
}

// ---- the two sample mazes, of which the slides print the numbers but no answers

static const struct {
    const char *row, *file;
    const char *option; // of the maze, to be left out
} samples[] = {
    {"Fisher, RJ 6001", "fisher-rj6001.rook", NULL},
    {"Abbott, No U-Turn", "abbott-no-u-turn.rook", NULL},
    {"Abbott, U-turns allowed", "abbott-no-u-turn.rook", ",no-u-turn"},
};
#define SAMPLES (sizeof samples / sizeof *samples)

// The maze without an option, by its id. Frees the maze.
static mw_maze *without_option(mw_maze *m, const char *option, mw_error *e)
{
    char *id = mw_maze_print(m, "id"), *at = id ? strstr(id, option) : NULL;
    mw_maze_free(m);
    if (at)
        memmove(at, at + strlen(option), strlen(at + strlen(option)) + 1);
    m = at ? mw_maze_from_id(id, e) : NULL;
    if (!id)
        mw_no_memory(e);
    free(id);
    return m;
}

static void say_sample(mw_writer *w, const char *row, const mw_maze *m, const mw_graph *g)
{
    static const char table[] = "Sample Mazes";
    static const struct {
        const char *measure, *column;
    } columns[] = {
        {"length", "jumps"},     {"solutions", "shortest solutions"}, {"states", "states"},
        {"dead", "dead states"}, {"forward_decisions", "decisions"},  {"difficulty", "difficulty"}};
    mw_analysis a = {0};
    mw_result r = {0};
    mw_error e;
    bool ok = mw_analyse(g, &a) && mw_search(m, &(mw_search_options){0}, &r, &e);
    for (unsigned i = 0; ok && i < sizeof columns / sizeof *columns; i++)
        mw_say_figure(w, table, row, columns[i].column, mw_analysis_value(&a, columns[i].measure));
    char *moves = ok && r.actions ? mw_moves_print(m->kind, r.actions, r.moves) : NULL;
    if (moves)
        mw_say_maze(w, table, m, "%s: %u jumps: %s", row, r.moves, moves);
    w->failed |= !moves; // out of memory: both mazes have a solution
    free(moves);
    mw_result_free(&r);
    mw_analysis_free(&a);
}

static bool run_sample(const mw_reproduction *how, unsigned part, mw_writer *w, mw_error *e)
{
    mw_limit limit;
    mw_maze *m = mw_shipped_variant(how, samples[part].file, e);
    if (m && samples[part].option)
        m = without_option(m, samples[part].option, e);
    mw_graph *g = m ? mw_graph_build(m, false, NULL, &limit) : NULL;
    if (g)
        say_sample(w, samples[part].row, m, g);
    else if (m)
        w->failed = true; // out of memory
    mw_graph_free(g);
    mw_maze_free(m);
    return m;
}

// ---- how many mazes there are

// How many jumps are legal in a cell. Found by trying each of them while all other cells jump by 1.
static unsigned jumps_in(unsigned side, unsigned cell, unsigned goal)
{
    unsigned legal = 0;
    for (unsigned jump = 1; jump < side; jump++) {
        mw_writer w = {0};
        mw_error e;
        mw_state s;
        mw_edge edges[MW_EDGES_MAX];
        mw_write(&w, "rook:%ux%u:", side, side);
        for (unsigned c = 0; c < side * side; c++) {
            mw_write(&w, "%s%s", c && c % side == 0 ? "/" : "", c == cell ? "S" : "");
            mw_write_char(&w, c == goal ? 'G' : (char)('0' + (c == cell ? jump : 1)));
        }
        mw_maze *m = w.failed ? NULL : mw_maze_from_id(w.text, &e);
        if (m) {
            m->kind->rules->start(m, &s);
            legal += m->kind->rules->expand(m, &s, edges) > 0;
        }
        mw_maze_free(m);
        free(w.text);
    }
    return legal;
}

static bool run_space(const mw_reproduction *how, unsigned part, mw_writer *w, mw_error *e)
{
    const unsigned side = 5, goal = 12;
    double mazes = 1;
    (void)how, (void)part, (void)e;
    for (unsigned cell = 0; cell < side * side; cell++)
        if (cell != goal)
            mazes *= jumps_in(side, cell, goal);
    mw_say_figure(w, "Puzzle Design as Search", "5x5, center goal", "10^13 configurations",
                  mazes / 1e13);
    return true;
}

// ---- energy over iterations

static const struct {
    const char *name;
    mw_cooling cooling;
} methods[] = {
    {"descent", MW_DESCENT},  {"restarts", MW_RESTARTS}, {"uphill", MW_UPHILL},
    {"annealing", MW_ANNEAL}, {"quench", MW_QUENCH},     {"super-drunk", MW_WANDER},
};
#define METHODS (sizeof methods / sizeof *methods)

#define POINTS 41
static double evaluations_at(unsigned point)
{
    return rint(50 * pow(EVALUATIONS / 50.0, (double)point / (POINTS - 1)));
}

typedef struct descent { // of one seed: the least energy so far at each point
    const mw_reproduction *how;
    double *least;
} descent;

static bool goes_on(void *context)
{
    return mw_reproduction_goes_on(((const descent *)context)->how);
}

static void watch(void *context, const mw_design_news *n)
{
    const descent *d = context;
    for (unsigned i = POINTS; n->better && i-- > 0 && evaluations_at(i) >= (double)n->evaluations;)
        d->least[i] = n->energy;
}

// The median over all seeds, and the quartiles as a band.
static void say_energies(mw_writer *w, const char *method, double (*energies)[SEEDS],
                         unsigned seeds)
{
    static const struct {
        const char *name;
        double share;
    } quantiles[] = {
        {"median", 0.5}, {"lower quartile", 0.25}, {"upper quartile", 0.75}, {"best", 0}};
    for (unsigned i = 0; i < POINTS; i++) {
        double high = mw_quantile(energies[i], seeds, 0.75);
        // It is infinite until three quarters of the seeds have found a maze that can be solved.
        if (isfinite(high))
            mw_say_band(w, "Energy", method, evaluations_at(i),
                        mw_quantile(energies[i], seeds, 0.5), mw_quantile(energies[i], seeds, 0.25),
                        high);
    }
    for (unsigned q = 0; q < sizeof quantiles / sizeof *quantiles; q++)
        mw_say_figure(w, "Energy", method, quantiles[q].name,
                      mw_quantile(energies[POINTS - 1], seeds, quantiles[q].share));
}

static bool run_method(const mw_reproduction *how, unsigned part, mw_writer *w, mw_error *e)
{
    const mw_kind *kind = mw_kind_find("rook");
    double energies[POINTS][SEEDS], best = INFINITY;
    mw_maze *found = NULL;
    bool ok = true;
    unsigned seeds = 0;
    for (; ok && seeds < SEEDS && mw_reproduction_goes_on(how); seeds++) {
        double least[POINTS];
        descent d = {.how = how, .least = least};
        mw_design_plan plan = {.params = "5x5",
                               .objective = OBJECTIVE,
                               .schedule = {.cooling = methods[part].cooling,
                                            .evaluations = EVALUATIONS,
                                            .seed = seeds + 1}};
        const mw_design_watch told = {.context = &d, .goes_on = goes_on, .progress = watch};
        mw_designed designed;
        for (unsigned i = 0; i < POINTS; i++)
            least[i] = INFINITY;
        ok = mw_design_maze(kind, &plan, &told, &designed, e);
        for (unsigned i = 0; ok && i < POINTS; i++)
            energies[i][seeds] = least[i];
        if (ok && designed.maze && designed.energy < best) {
            best = designed.energy;
            mw_maze *worse = found;
            found = designed.maze;
            designed.maze = worse;
        }
        mw_maze_free(designed.maze);
    }
    if (ok && seeds)
        say_energies(w, methods[part].name, energies, seeds);
    if (found)
        mw_say_maze(w, "Energy", found, "%s: energy %.0f", methods[part].name, best);
    mw_maze_free(found);
    return ok;
}

// ---- the longest mazes

#define SMALLEST 3
#define LARGEST  7 // takes seconds; the next size takes hours

static bool watch_proof(void *how, const mw_maze *m, uint32_t length, uint64_t nodes)
{
    (void)m, (void)length, (void)nodes;
    return mw_reproduction_goes_on(how);
}

static bool prove(const mw_reproduction *how, const char *params, bool all_reach, mw_exact *exact,
                  mw_maze **m, mw_error *e)
{
    static const char *const require[] = {"unreaching == 0", NULL};
    mw_design_plan plan = {.params = params, .require = all_reach ? require : NULL};
    *exact = (mw_exact){.watch = watch_proof, .context = (void *)how};
    return mw_design_exactly(mw_kind_find("rook"), &plan, exact, m, e);
}

static bool run_proof(const mw_reproduction *how, unsigned part, mw_writer *w, mw_error *e)
{
    static const char table[] = "Proven maxima";
    const mw_name name = mw_named("%ux%u", SMALLEST + part, SMALLEST + part);
    const char *size = name.text;
    if (how->quick && SMALLEST + part == LARGEST) {
        mw_say_absent(w, table, size, "too long for --quick");
        return true;
    }
    for (unsigned all_reach = 0; all_reach < 2; all_reach++) {
        mw_exact exact;
        mw_maze *m = NULL;
        if (!prove(how, size, all_reach, &exact, &m, e))
            return false;
        if (exact.proven && m) {
            mw_say_figure(w, table, size,
                          all_reach ? "longest, every cell reaches the goal" : "longest",
                          exact.length);
            mw_say_maze(w, table, m, "%s: %u moves%s", size, exact.length,
                        all_reach ? ", every cell reaches the goal" : "");
        }
        mw_maze_free(m);
    }
    return true;
}

// The least energy that any search can reach.
static bool run_least(const mw_reproduction *how, unsigned part, mw_writer *w, mw_error *e)
{
    mw_exact exact;
    mw_maze *m = NULL;
    (void)part;
    if (!prove(how, "5x5", true, &exact, &m, e))
        return false;
    if (exact.proven && m) {
        mw_say_point(w, "Energy", "proven least", evaluations_at(0), -(double)exact.length);
        mw_say_point(w, "Energy", "proven least", evaluations_at(POINTS - 1),
                     -(double)exact.length);
        mw_say_figure(w, "Energy", "proven least", "best", -(double)exact.length);
    }
    mw_maze_free(m);
    return true;
}

const mw_reproduce_job mw_reproduce_rook[] = {
    {.name = "mazes of the slides", .parts = EXAMPLES, .run = run_example},
    {.name = "sample mazes", .parts = SAMPLES, .run = run_sample},
    {.name = "size of the space", .run = run_space},
    {.name = "energy over iterations", .parts = METHODS, .run = run_method},
    {.name = "proven maxima", .parts = LARGEST - SMALLEST + 1, .run = run_proof},
    {.name = "proven least energy", .run = run_least},
    {.name = NULL},
};
