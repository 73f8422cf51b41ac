// paper_marble.c: Dana Cremer's thesis (2007): agents that rotate a maze in which a marble rolls.
// Each row of its tables is an agent on a hundred random mazes. The mazes of the thesis are not
// known, so ours are a second sample. For the worked example of section 3.4 we search random mazes
// for one that behaves like it.
#include "kinds/marble/marble.h"
#include "kinds/marble/controller.h"
#include "mazewright/marble.h"
#include "experiment/reproduce/reproduce.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define FIRST_SEED 201 // of a set of mazes; docs/marble.md says why these
#define SET        100 // mazes, as in the thesis

enum { LARGE, SMALL, SETS };
static const struct {
    const char *name, *params;
} sets[SETS] = {
    [LARGE] = {"5x5x5 Outer-Layer", "5x5x5,outer"}, [SMALL] = {"3x3x3 All-Layer", "3x3x3,all"}};

#define COMPLETE "Complete Solution Prediction, "

typedef struct row {
    const char *name; // in the tables
    const char *agent;
    unsigned orientations;
    bool ours;     // not of the thesis; it gets out of frozen states
    bool predicts; // the text says more about it, on large mazes
    struct {
        const char *tables; // their numbers, a digit each
        bool slow;          // not for --quick
    } on[SETS];
} row;

static const row rows[] = {
    {"Depth-First", "depth-first", 8, .on = {{"7", true}, {"128", true}}},
    {"Breadth-First", "breadth-first", 8, .on = {{"7", true}, {"128", true}}},
    {"Simple Heuristic", "heuristic", 8, .on = {{"347", false}, {"28", false}}},
    {"Improved Heuristic", "improved-heuristic", 8, .on = {{"347", false}, {"8", false}}},
    {"Single Move Prediction", "single-move", 8, .predicts = true,
     .on = {{"457", false}, {"8", false}}},
    {COMPLETE "8 Orientations", "complete", 8, .predicts = true,
     .on = {{"567", false}, {"8", false}}},
    {COMPLETE "24 Orientations", "complete", 24, .predicts = true,
     .on = {{"67", true}, {"8", false}}},
    {"Simulate Ahead, 24 Orientations", "simulate-ahead", 24, .ours = true,
     .on = {{"7", true}, {"8", true}}},
};
#define ROWS (sizeof rows / sizeof *rows)

static unsigned mazes_in_set(const mw_reproduction *how)
{
    return how->mazes ? how->mazes : SET;
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

static mw_maze *random_maze(const char *params, unsigned seed, mw_error *e)
{
    return mw_maze_from_id(mw_named("marble:%s#%u", params, seed).text, e);
}

// One maze of the set, with the agent of the row.
static bool simulate(const mw_reproduction *how, const row *r, int set, unsigned maze,
                     mw_marble_result *out, mw_error *e)
{
    mw_name params = mw_named("%s,orientations=%u", sets[set].params, r->orientations);
    mw_marble_plan plan = {.agent = r->agent,
                           .seed = 1, // as `simulate` has it
                           .recover = r->ours,
                           .frame = frame_goes_on,
                           .frame_time = 10,
                           .goes_on = goes_on,
                           .context = (void *)how};
    mw_maze *m = random_maze(params.text, FIRST_SEED + maze, e);
    bool ok = m && mw_marble_simulate(m, &plan, out, e);
    mw_maze_free(m);
    return ok;
}

// ---- Tables 1 to 8

typedef struct tally {
    double mazes, outcomes[4];
    // These are sums over the solved mazes, as in the thesis.
    double moves, repeated, unrepeatable, right;
    double faultless, faultless_moves; // mazes in which every move was predicted, and their moves
    double vain;                       // the most moves until an agent had tried everything
} tally;

static void count(tally *t, const mw_marble_result *r)
{
    t->mazes++;
    t->outcomes[r->outcome]++;
    if (r->outcome == MW_MARBLE_IS_UNSOLVABLE)
        t->vain = fmax(t->vain, r->moves);
    if (r->outcome != MW_MARBLE_IS_SOLVED)
        return;
    t->moves += r->moves;
    t->repeated += r->repeated;
    t->unrepeatable += r->unrepeatable;
    t->right += r->predicted_right;
    if (r->predicted_right == r->moves) {
        t->faultless++;
        t->faultless_moves += r->moves;
    }
}

// Counts are scaled to a hundred mazes, however many --mazes says.
static void say_table(mw_writer *w, const char *table, const row *r, const tally *t)
{
    double each = SET / t->mazes;
    mw_say_figure(w, table, r->name, "moves", t->moves / t->outcomes[MW_MARBLE_IS_SOLVED]);
    if (!strcmp(table, "Table 7") || !strcmp(table, "Table 8")) // the others leave it out
        mw_say_figure(w, table, r->name, "solved %", each * t->outcomes[MW_MARBLE_IS_SOLVED]);
    mw_say_figure(w, table, r->name, "unsolvable %", each * t->outcomes[MW_MARBLE_IS_UNSOLVABLE]);
    mw_say_figure(w, table, r->name, "frozen %", each * t->outcomes[MW_MARBLE_IS_FROZEN]);
    mw_say_figure(w, table, r->name, "repeated", each * t->repeated);
    mw_say_figure(w, table, r->name, "unrepeatable", each * t->unrepeatable);
}

static void say_predictions(mw_writer *w, const row *r, const tally *t)
{
    static const char table[] = "Predictions";
    mw_say_figure(w, table, r->name, "moves until solved", SET / t->mazes * t->moves);
    mw_say_figure(w, table, r->name, "of them predicted %", 100 * t->right / t->moves);
    mw_say_figure(w, table, r->name, "solved as predicted", SET / t->mazes * t->faultless);
    mw_say_figure(w, table, r->name, "moves in these", t->faultless_moves / t->faultless);
    mw_say_figure(w, table, r->name, "most moves in vain", t->vain);
}

static bool run_tables(const mw_reproduction *how, unsigned part, mw_writer *w, mw_error *e)
{
    static const char too_long[] = "too long for --quick";
    const row *r = &rows[part % ROWS];
    int set = (int)(part / ROWS);
    bool left_out = how->quick && r->on[set].slow, predicts = r->predicts && set == LARGE;
    tally t = {0};
    char table[] = "Table 1";
    for (unsigned i = 0; !left_out && i < mazes_in_set(how) && mw_reproduction_goes_on(how); i++) {
        mw_marble_result result;
        if (!simulate(how, r, set, i, &result, e))
            return false;
        count(&t, &result);
        mw_marble_result_free(&result);
    }
    for (const char *digit = r->on[set].tables; *digit; digit++) {
        table[sizeof table - 2] = *digit;
        if (left_out)
            mw_say_absent(w, table, r->name, too_long);
        else
            say_table(w, table, r, &t);
    }
    if (predicts && left_out)
        mw_say_absent(w, "Predictions", r->name, too_long);
    else if (predicts)
        say_predictions(w, r, &t);
    return true;
}

// ---- what the text says of the mazes and of the blind agents

static bool run_mazes(const mw_reproduction *how, unsigned part, mw_writer *w, mw_error *e)
{
    double sum = 0;
    for (unsigned i = 0; i < mazes_in_set(how); i++) {
        mw_maze *m = random_maze(sets[part].params, FIRST_SEED + i, e);
        if (!m)
            return false;
        uint32_t *length = malloc(2 * mw_marble_cells(m) * sizeof *length);
        if (length) {
            mw_marble_ways(m, mw_marble_target(m), length, length + mw_marble_cells(m));
            sum += length[0];
        }
        w->failed |= !length;
        free(length);
        mw_maze_free(m);
    }
    mw_say_figure(w, "Mazes", sets[part].name, "cells from start to target",
                  sum / mazes_in_set(how));
    return true;
}

// Section 4.2: depth-first beside breadth-first, maze by maze.
static bool run_blind(const mw_reproduction *how, unsigned part, mw_writer *w, mw_error *e)
{
    static const char table[] = "Section 4.2";
    const char *name = sets[SMALL].name;
    const row *depth_first = &rows[0], *breadth_first = &rows[1];
    double saved = 0, unsolvable = 0, repeated = 0, unrepeatable = 0;
    (void)part;
    if (how->quick) {
        mw_say_absent(w, table, name, "too long for --quick");
        return true;
    }
    for (unsigned i = 0; i < mazes_in_set(how) && mw_reproduction_goes_on(how); i++) {
        mw_marble_result deep, broad;
        if (!simulate(how, depth_first, SMALL, i, &deep, e))
            return false;
        if (!simulate(how, breadth_first, SMALL, i, &broad, e)) {
            mw_marble_result_free(&deep);
            return false;
        }
        saved += deep.outcome == MW_MARBLE_IS_FROZEN && broad.outcome == MW_MARBLE_IS_SOLVED;
        unsolvable +=
            deep.outcome == MW_MARBLE_IS_UNSOLVABLE || broad.outcome == MW_MARBLE_IS_UNSOLVABLE;
        repeated += deep.repeated + broad.repeated;
        unrepeatable += deep.unrepeatable + broad.unrepeatable;
        mw_marble_result_free(&deep);
        mw_marble_result_free(&broad);
    }
    double each = (double)SET / mazes_in_set(how);
    mw_say_figure(w, table, name, "frozen depth-first, solved breadth-first", each * saved);
    mw_say_figure(w, table, name, "unsolvable for either", each * unsolvable);
    mw_say_figure(w, table, name, "repeatable %", 100 - 100 * unrepeatable / repeated);
    return true;
}

// ---- the worked example of section 3.4

#define MOVES 6
// The moves of the example and the cells to which they lead, counted from 1.
static const char example_moves[] = "cw cw ccw ccw ccw ccw";
static const unsigned example_cells[MOVES] = {3, 12, 4, 4, 14, 16};
#define EXAMPLES_TRIED 20000
static const char example[] = "worked example";

// The state after one more move; UINT32_MAX: the marble froze.
static uint32_t move(controller *c, uint16_t action)
{
    mw_tilt tilts[MARBLE_MOVES_MAX];
    unsigned n = mw_marble_tilts(c->maze, c->orientation, tilts);
    for (unsigned i = 0; i < n; i++)
        if (tilts[i].action == action) {
            mw_controller_rotate(c, tilts[i].to);
            break;
        }
    mw_controller_settle(c);
    return c->phase == MW_MARBLE_FROZEN ? UINT32_MAX : mw_controller_state(c);
}

static unsigned cell_of(uint32_t state)
{
    return state / 4 + 1; // a flat maze has four orientations
}

// Does the moves; states[0] becomes the state before the first, states[n] the state after the n-th.
// Returns how many moves lead to the same cells as in the example.
static unsigned follow(const mw_maze *m, const uint16_t *actions, uint32_t states[MOVES + 1])
{
    mw_marble_physics physics = mw_marble_default_physics();
    controller c;
    unsigned n = 0;
    if (!mw_controller_open(&c, m, &mw_marble_ball, &physics, 0))
        return 0;
    mw_controller_settle(&c);
    states[0] = mw_controller_state(&c);
    for (; n < MOVES; n++) {
        states[n + 1] = move(&c, actions[n]);
        if (states[n + 1] == UINT32_MAX || cell_of(states[n + 1]) != example_cells[n])
            break;
    }
    mw_controller_close(&c);
    return n;
}

// Is this the best solution? The agent that simulates everything in advance would find a better
// one.
static bool is_best(const mw_maze *m, const uint16_t *actions, mw_error *e)
{
    mw_marble_plan plan = {.agent = "simulate-ahead"};
    mw_marble_result r;
    if (!mw_marble_simulate(m, &plan, &r, e))
        return false;
    bool best = r.outcome == MW_MARBLE_IS_SOLVED && r.moves == MOVES &&
                !memcmp(r.actions, actions, MOVES * sizeof *actions);
    mw_marble_result_free(&r);
    return best;
}

static mw_maze *find_example(const mw_reproduction *how, const uint16_t *actions,
                             uint32_t states[MOVES + 1], unsigned *seed, mw_error *e)
{
    for (*seed = 1; *seed <= EXAMPLES_TRIED && mw_reproduction_goes_on(how); ++*seed) {
        mw_maze *m = random_maze("4x4", *seed, e);
        if (!m)
            return NULL;
        if (follow(m, actions, states) == MOVES && is_best(m, actions, e))
            return m;
        mw_maze_free(m);
    }
    *e = (mw_error){.text = "no random 4x4 maze behaves as the example does"};
    return NULL;
}

// The text mentions two ways back: one undoes the first move; out of cell 14 there is none.
static void say_ways_back(mw_writer *w, const mw_maze *m, const uint16_t *actions)
{
    mw_marble_physics physics = mw_marble_default_physics();
    controller c;
    double back = 0;
    if (!mw_controller_open(&c, m, &mw_marble_ball, &physics, 0)) {
        w->failed = true;
        return;
    }
    mw_controller_settle(&c);
    for (unsigned i = 0; i < MOVES - 1; i++) {
        move(&c, actions[i]);
        if (i == 0) {
            controller after = c; // it shares the world
            mw_say_figure(w, "Section 3.4", example, "state after its undoing",
                          move(&after, actions[2]));
        }
    }
    for (uint16_t a = 0; a < 2; a++) {
        controller after = c;
        back += cell_of(move(&after, a)) == example_cells[3];
    }
    mw_say_figure(w, "Section 3.4", example, "moves from cell 14 to cell 4", back);
    mw_controller_close(&c);
}

static void say_example(mw_writer *w, const mw_maze *m, const uint16_t *actions,
                        const uint32_t states[MOVES + 1], unsigned seed)
{
    double predicted = 0;
    for (unsigned i = 0; i < MOVES; i++) {
        mw_say_figure(w, "Figures 13 to 18", "cell", mw_named("move %u", i + 1).text,
                      cell_of(states[i + 1]));
        predicted += mw_marble_predict(m, states[i] / 4, states[i] % 4, states[i + 1] % 4, NULL) ==
                     states[i + 1] / 4;
    }
    mw_say_figure(w, "Section 3.4", example, "moves predicted", predicted);
    mw_say_figure(w, "Section 3.4", example, "state after move 1", states[1]);
    say_ways_back(w, m, actions);
    mw_say_maze(w, "Figures 13 to 18", m, "marble:4x4#%u, solved by %s", seed, example_moves);
}

static bool run_example(const mw_reproduction *how, unsigned part, mw_writer *w, mw_error *e)
{
    uint32_t states[MOVES + 1];
    uint16_t *actions = NULL;
    unsigned seed;
    (void)part;
    bool ok = mw_moves_parse(mw_kind_find("marble"), example_moves, &actions, e) == MOVES;
    mw_maze *m = ok ? find_example(how, actions, states, &seed, e) : NULL;
    if (m)
        say_example(w, m, actions, states, seed);
    mw_maze_free(m);
    free(actions);
    return m;
}

const mw_reproduce_job mw_reproduce_marble[] = {
    {.name = "tables", .parts = SETS * ROWS, .run = run_tables},
    {.name = "mazes", .parts = SETS, .run = run_mazes},
    {.name = "blind agents", .run = run_blind},
    {.name = "worked example", .run = run_example},
    {.name = NULL},
};
