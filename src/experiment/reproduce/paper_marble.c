// paper_marble.c: Dana Cremer's thesis (2007): agents that rotate a maze in which a marble rolls.
// Each row of its tables is an agent on a hundred random mazes. The mazes of the thesis are not
// known, so ours are a second sample. The worked example is in paper_marble_example.c.
#include "experiment/reproduce/paper_marble.h"
#include "kinds/marble/marble.h"
#include "mazewright/marble.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define FIRST_SEED 2001 // of the mazes of a set; docs/marble.md says why these
#define SET        100  // mazes, as in the thesis
#define QUICK_SET  20

enum { LARGE, SMALL, SETS };
static const struct {
    const char *name, *params;
} sets[SETS] = {
    [LARGE] = {"5x5x5 Outer-Layer", "5x5x5,outer"}, [SMALL] = {"3x3x3 All-Layer", "3x3x3,all"}};

static const char predictions[] = "Predictions", not_quick[] = "not with --quick";

#define COMPLETE "Complete Solution Prediction, "

typedef struct row {
    const char *name; // in the tables
    const char *agent;
    unsigned orientations;
    bool ours;     // what the thesis only thinks of: planning with the simulator, recovery
    bool recovers; // it tips the maze when the marble is frozen
    bool predicts; // the text says more about it, on large mazes
    const char *tables[SETS]; // their numbers, a digit each
} row;

static const row rows[] = {
    {"Depth-First", "depth-first", 8, .tables = {"7", "128"}},
    {"Breadth-First", "breadth-first", 8, .tables = {"7", "128"}},
    {"Simple Heuristic", "heuristic", 8, .tables = {"347", "28"}},
    {"Improved Heuristic", "improved-heuristic", 8, .tables = {"347", "8"}},
    {"Single Move Prediction", "single-move", 8, .predicts = true, .tables = {"457", "8"}},
    {COMPLETE "8 Orientations", "complete", 8, .predicts = true, .tables = {"567", "8"}},
    {COMPLETE "24 Orientations", "complete", 24, .predicts = true, .tables = {"67", "8"}},
    {"Recovering, 8 Orientations", "complete", 8, .ours = true, .recovers = true,
     .tables = {"7", "8"}},
    {"Simulate Ahead, 8 Orientations", "simulate-ahead", 8, .ours = true, .tables = {"7", "8"}},
    {"Simulate Ahead, Recovering, 24 Orientations", "simulate-ahead", 24, .ours = true,
     .recovers = true, .tables = {"7", "8"}},
};
#define ROWS (sizeof rows / sizeof *rows)

static unsigned mazes_in_set(const mw_reproduction *how)
{
    return how->mazes ? how->mazes : how->quick ? QUICK_SET : SET;
}

static unsigned long long first_seed(const mw_reproduction *how)
{
    return how->seed ? how->seed : FIRST_SEED;
}

// The preset that is compared with the thesis, and the other one, whose rows stand beside it.
static const char *preset_of(const mw_reproduction *how, bool other)
{
    const char *as = mw_marble_as(how);
    const mw_marble_preset *p = mw_marble_presets();
    while (other && p->name && !strcmp(p->name, as))
        p++;
    return other ? p->name : as;
}

static bool goes_on(void *how)
{
    return mw_reproduction_goes_on(how);
}

static bool frame_goes_on(void *how, const mw_marble_frame *f)
{
    (void)f;
    return goes_on(how);
}

static mw_maze *random_maze(const char *params, unsigned long long seed, mw_error *e)
{
    return mw_maze_from_id(mw_named("marble:%s#%llu", params, seed).text, e);
}

// One maze of the set, with the agent of the row.
static bool simulate(const mw_reproduction *how, const char *as, const row *r, int set,
                     unsigned maze, mw_marble_result *out, mw_error *e)
{
    mw_name params = mw_named("%s,orientations=%u", sets[set].params, r->orientations);
    mw_marble_plan plan = {.size = sizeof plan,
                           .agent = r->agent,
                           .as = as,
                           .seed = 1, // as `simulate` has it
                           .recover = r->recovers,
                           .frame = frame_goes_on,
                           .frame_time = 10,
                           .goes_on = goes_on,
                           .context = (void *)how};
    mw_maze *m = random_maze(params.text, first_seed(how) + maze, e);
    bool ok = m && mw_marble_simulate(m, &plan, out, e);
    mw_maze_free(m);
    return ok;
}

// ---- a share of the moves of many mazes

// Moves of one maze belong together, so what is sampled are mazes: the share deviates as the sums
// over mazes do. For two sums x and y, x / y deviates as the mean of (x - share * y) / mean y does.
typedef struct ratio {
    double count, x, y, xx, xy, yy;
} ratio;

static void ratio_add(ratio *r, double x, double y)
{
    r->count++;
    r->x += x;
    r->y += y;
    r->xx += x * x;
    r->xy += x * y;
    r->yy += y * y;
}

static void ratio_say(mw_writer *w, const char *table, const char *name, const char *column,
                      const ratio *r)
{
    double share = r->x / r->y, mean = r->y / r->count;
    double squares = fmax(0, r->xx - 2 * share * r->xy + share * share * r->yy);
    mw_moments m = {.count = r->y > 0 ? r->count : 0,
                    .mean = 100 * share,
                    .squares = 1e4 * squares / (mean * mean)};
    mw_say_ratio(w, table, name, column, &m);
}

// ---- Tables 1 to 8

typedef struct tally {
    double mazes, outcomes[4];
    mw_moments moves;                  // of solved mazes, as in the thesis
    mw_moments repeated, unrepeatable; // of all mazes, where those of unsolved ones are 0
    mw_moments made;                   // moves, in the same way
    ratio right;                       // of the moves in solved mazes
    mw_moments faultless;              // moves in solved mazes in which every move was predicted
    double vain;                       // the most moves until an agent had tried everything
} tally;

static void count(tally *t, const mw_marble_result *r)
{
    bool solved = r->outcome == MW_MARBLE_IS_SOLVED;
    t->mazes++;
    t->outcomes[r->outcome]++;
    if (r->outcome == MW_MARBLE_IS_UNSOLVABLE)
        t->vain = fmax(t->vain, r->moves);
    mw_moments_add(&t->made, solved ? r->moves : 0);
    mw_moments_add(&t->repeated, solved ? r->repeated : 0);
    mw_moments_add(&t->unrepeatable, solved ? r->unrepeatable : 0);
    if (!solved)
        return;
    mw_moments_add(&t->moves, r->moves);
    ratio_add(&t->right, r->predicted_right, r->moves);
    if (r->predicted_right == r->moves)
        mw_moments_add(&t->faultless, r->moves);
}

// Sums are those of a hundred mazes, however many --mazes says.
static void say_table(mw_writer *w, const char *table, const char *name, const tally *t)
{
    static const char *const columns[] = {[MW_MARBLE_IS_SOLVED] = "solved %",
                                          [MW_MARBLE_IS_UNSOLVABLE] = "unsolvable %",
                                          [MW_MARBLE_IS_FROZEN] = "frozen %"};
    bool last = !strcmp(table, "Table 7") || !strcmp(table, "Table 8");
    mw_say_mean(w, table, name, "moves", &t->moves);
    for (int i = last ? MW_MARBLE_IS_SOLVED : MW_MARBLE_IS_UNSOLVABLE; i <= MW_MARBLE_IS_FROZEN;
         i++)
        mw_say_share(w, table, name, columns[i], t->outcomes[i], t->mazes);
    mw_say_sum(w, table, name, "repeated", &t->repeated, SET);
    mw_say_sum(w, table, name, "unrepeatable", &t->unrepeatable, SET);
}

static void say_predictions(mw_writer *w, const char *name, const tally *t)
{
    const char *table = predictions;
    mw_say_sum(w, table, name, "moves until solved", &t->made, SET);
    ratio_say(w, table, name, "of them predicted %", &t->right);
    mw_say_share(w, table, name, "solved as predicted", t->faultless.count, t->mazes);
    mw_say_mean(w, table, name, "moves in these", &t->faultless);
    mw_say_figure(w, table, name, "most moves in vain", t->vain);
}

// Is the row measured this time? --quick leaves out what is not compared with the thesis, and
// depth-first search in large mazes, which takes longest.
static bool is_wanted(const mw_reproduction *how, const row *r, int set, bool other)
{
    return !how->quick || !(other || r->ours || (set == LARGE && r == rows));
}

// A row of one set of mazes with one of the two presets. Those of the other preset stand in the
// last two tables, which have all agents.
static bool run_tables(const mw_reproduction *how, unsigned part, mw_writer *w, mw_error *e)
{
    const row *r = &rows[part % ROWS];
    int set = part / ROWS % SETS;
    bool other = part / ROWS / SETS, wanted = is_wanted(how, r, set, other);
    const char *as = preset_of(how, other);
    mw_name name = mw_named(other ? "%s, as %s" : "%s", r->name, as);
    tally t = {0};
    char table[] = "Table 1";
    for (unsigned i = 0; wanted && i < mazes_in_set(how) && mw_reproduction_goes_on(how); i++) {
        mw_marble_result result;
        if (!simulate(how, as, r, set, i, &result, e))
            return false;
        count(&t, &result);
        mw_marble_result_free(&result);
    }
    for (const char *digit = r->tables[set]; *digit; digit++) {
        table[sizeof table - 2] = *digit;
        if (!wanted)
            mw_say_absent(w, table, name.text, not_quick);
        else if (!other || *digit >= '7')
            say_table(w, table, name.text, &t);
    }
    if (r->predicts && set == LARGE && wanted)
        say_predictions(w, name.text, &t);
    else if (r->predicts && set == LARGE)
        mw_say_absent(w, predictions, name.text, not_quick);
    return true;
}

// ---- what the text says of the mazes and of the blind agents

static bool run_mazes(const mw_reproduction *how, unsigned part, mw_writer *w, mw_error *e)
{
    mw_moments cells = {0};
    for (unsigned i = 0; i < mazes_in_set(how); i++) {
        mw_maze *m = random_maze(sets[part].params, first_seed(how) + i, e);
        if (!m)
            return false;
        uint32_t *length = malloc(2 * mw_marble_cells(m) * sizeof *length);
        if (length) {
            mw_marble_ways(m, mw_marble_target(m), length, length + mw_marble_cells(m));
            mw_moments_add(&cells, length[0]);
        }
        w->failed |= !length;
        free(length);
        mw_maze_free(m);
    }
    mw_say_mean(w, "Mazes", sets[part].name, "cells from start to target", &cells);
    mw_say_remark(w, part == LARGE ? "Table 7" : "Table 8",
                  "Random mazes of the seeds %llu to %llu, simulated as %s (docs/marble.md) unless "
                  "the row says otherwise.",
                  first_seed(how), first_seed(how) + mazes_in_set(how) - 1, preset_of(how, false));
    return true;
}

// Section 4.2: depth-first beside breadth-first, maze by maze.
static bool run_blind(const mw_reproduction *how, unsigned part, mw_writer *w, mw_error *e)
{
    static const char table[] = "Section 4.2";
    const char *name = sets[SMALL].name, *as = preset_of(how, false);
    const row *depth_first = &rows[0], *breadth_first = &rows[1];
    double saved = 0, unsolvable = 0;
    unsigned mazes = 0;
    ratio repeatable = {0};
    (void)part;
    for (; mazes < mazes_in_set(how) && mw_reproduction_goes_on(how); mazes++) {
        mw_marble_result deep, broad;
        if (!simulate(how, as, depth_first, SMALL, mazes, &deep, e))
            return false;
        if (!simulate(how, as, breadth_first, SMALL, mazes, &broad, e)) {
            mw_marble_result_free(&deep);
            return false;
        }
        saved += deep.outcome == MW_MARBLE_IS_FROZEN && broad.outcome == MW_MARBLE_IS_SOLVED;
        unsolvable +=
            deep.outcome == MW_MARBLE_IS_UNSOLVABLE || broad.outcome == MW_MARBLE_IS_UNSOLVABLE;
        const mw_marble_result *both[] = {&deep, &broad};
        for (unsigned k = 0; k < 2; k++) // in solved mazes, as in Table 1
            if (both[k]->outcome == MW_MARBLE_IS_SOLVED)
                ratio_add(&repeatable, both[k]->repeated - both[k]->unrepeatable,
                          both[k]->repeated);
        mw_marble_result_free(&deep);
        mw_marble_result_free(&broad);
    }
    mw_say_share(w, table, name, "frozen depth-first, solved breadth-first", saved, mazes);
    mw_say_share(w, table, name, "unsolvable for either", unsolvable, mazes);
    ratio_say(w, table, name, "repeatable %", &repeatable);
    return true;
}

const mw_reproduce_job mw_reproduce_marble[] = {
    {.name = "tables", .parts = 2 * SETS * ROWS, .run = run_tables},
    {.name = "mazes", .parts = SETS, .run = run_mazes},
    {.name = "blind agents", .run = run_blind},
    {.name = "worked example", .run = mw_marble_example},
    {.name = NULL},
};
