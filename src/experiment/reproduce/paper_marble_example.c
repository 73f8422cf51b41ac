// paper_marble_example.c: the worked example of section 3.4 of the thesis, a flat maze of 4x4
// cells. Its walls are only in a picture. But a maze is a spanning tree of its cells, and there are
// only 100,352 of 4x4; so all of them are tried, and those in which the marble goes as printed are
// told.
#include "experiment/reproduce/paper_marble.h"
#include "kinds/marble/controller.h"
#include "kinds/marble/marble.h"
#include "mazewright/marble.h"

#include <stdlib.h>
#include <string.h>

#define MOVES 6
// The cells to which the moves of the example lead, counted from 1, and the orientations, from the
// first one on: cw cw ccw ccw ccw ccw.
static const unsigned example_cells[MOVES] = {3, 12, 4, 4, 14, 16};
static const unsigned example_orientations[MOVES + 1] = {0, 1, 2, 1, 0, 3, 2};

static const char cells_table[] = "Figures 13 to 18", said_table[] = "Section 3.4",
                  all_table[] = "All mazes of 4x4";

// ---- all spanning trees of the cells

#define SIDE  4
#define CELLS (SIDE * SIDE)
#define WALLS (2 * SIDE * (SIDE - 1))

typedef struct tree {
    uint8_t part[CELLS]; // another cell of the same part; itself: this cell stands for the part
    char opens[CELLS];   // as in ids: 1 towards +x, 2 towards +y
    unsigned wall;       // the next one to decide on
    unsigned openings;   // so far
} tree;

static uint8_t part_of(const tree *t, uint8_t cell)
{
    while (t->part[cell] != cell)
        cell = t->part[cell];
    return cell;
}

// The walls are numbered: first those across x, then those across y, along x within both.
static uint8_t behind_wall(unsigned wall, bool *across_y)
{
    *across_y = wall >= WALLS / 2;
    unsigned k = wall % (WALLS / 2);
    return (uint8_t)(*across_y ? k : k / (SIDE - 1) * SIDE + k % (SIDE - 1));
}

// Opens the next wall if that joins two parts.
static bool open_wall(tree *t)
{
    bool across_y;
    uint8_t cell = behind_wall(t->wall, &across_y);
    uint8_t beyond = (uint8_t)(cell + (across_y ? SIDE : 1));
    uint8_t a = part_of(t, cell), b = part_of(t, beyond);
    t->wall++;
    t->openings++;
    t->part[a] = b;
    t->opens[cell] = (char)(t->opens[cell] + (across_y ? 2 : 1));
    return a != b;
}

static mw_maze *maze_of(const tree *t, mw_error *e)
{
    const char *o = t->opens;
    return mw_maze_from_id(
        mw_named("marble:4x4:%.4s/%.4s/%.4s/%.4s", o, o + SIDE, o + 2 * SIDE, o + 3 * SIDE).text,
        e);
}

// ---- what the marble does in one maze

typedef struct search {
    const mw_reproduction *how;
    const mw_marble_preset *preset;
    mw_marble_prediction *prediction;
    unsigned mazes, so, fewest, predicted, both; // those in which the marble goes so, ...
    mw_maze *shown[2]; // the first ones that have the fewest moves, and that are predicted
    mw_error *error;
} search;

// The state after one more move; UINT32_MAX: the marble froze.
static uint32_t rotate(controller *c, unsigned orientation)
{
    mw_controller_rotate(c, orientation);
    mw_controller_settle(c);
    return c->phase == MW_MARBLE_FROZEN ? UINT32_MAX : mw_controller_state(c);
}

static unsigned cell_of(uint32_t state)
{
    return state / 4 + 1; // a flat maze has four orientations
}

// Does the moves; states[n] becomes the state after the n-th, from 1 on. False: the marble goes
// elsewhere than in the example, or memory ran out, and then *error says so.
static bool follow(search *s, const mw_maze *m, uint32_t states[MOVES + 1])
{
    controller c;
    unsigned n = 0;
    if (!mw_controller_open(&c, m, &mw_marble_ball, &s->preset->physics, 0))
        return mw_no_memory(s->error);
    mw_controller_settle(&c);
    for (; n < MOVES; n++) {
        states[n + 1] = rotate(&c, example_orientations[n + 1]);
        if (states[n + 1] == UINT32_MAX || cell_of(states[n + 1]) != example_cells[n])
            break;
    }
    mw_controller_close(&c);
    return n == MOVES;
}

// Could the marble rest where it rests in the example? This costs little, and few mazes are left.
static bool could_rest(const mw_maze *m)
{
    unsigned n = 0;
    while (n < MOVES && mw_marble_rests(m, example_cells[n] - 1, example_orientations[n + 1]))
        n++;
    return n == MOVES;
}

// The fewest moves to the target: those of the agent that simulates everything in advance. 0: it
// finds no way.
static unsigned fewest_moves(const search *s, const mw_maze *m)
{
    mw_marble_plan plan = {.size = sizeof plan, .agent = "simulate-ahead", .as = s->preset->name};
    mw_marble_result r;
    if (!mw_marble_simulate(m, &plan, &r, s->error))
        return 0;
    unsigned moves = r.outcome == MW_MARBLE_IS_SOLVED ? r.moves : 0;
    mw_marble_result_free(&r);
    return moves;
}

static unsigned count_predicted(const search *s, const mw_maze *m)
{
    const unsigned *at = example_orientations;
    unsigned right = 0, cell = 1;
    for (unsigned i = 0; i < MOVES; cell = example_cells[i++])
        right += s->prediction(m, cell - 1, at[i], at[i + 1], &s->preset->physics) + 1 ==
                 example_cells[i];
    return right;
}

static void keep_first(mw_maze **shown, const mw_maze *m, bool wanted, mw_error *e)
{
    if (wanted && !*shown && !(*shown = mw_maze_clone(m)))
        mw_no_memory(e);
}

static void try_maze(search *s, const tree *t)
{
    uint32_t states[MOVES + 1];
    mw_maze *m = maze_of(t, s->error);
    s->mazes++;
    if (m && could_rest(m) && follow(s, m, states)) {
        bool fewest = fewest_moves(s, m) == MOVES, predicted = count_predicted(s, m) == MOVES;
        s->so++;
        s->fewest += fewest;
        s->predicted += predicted;
        s->both += fewest && predicted;
        keep_first(&s->shown[0], m, fewest, s->error);
        keep_first(&s->shown[1], m, predicted, s->error);
    }
    mw_maze_free(m);
}

// Each wall is opened or not; a tree has one opening less than cells.
static void try_all(search *s, const tree *t)
{
    if (*s->error->text || !mw_reproduction_goes_on(s->how) ||
        t->openings + WALLS - t->wall < CELLS - 1)
        return;
    if (t->openings == CELLS - 1) {
        try_maze(s, t);
        return;
    }
    tree opened = *t, closed = *t;
    if (open_wall(&opened))
        try_all(s, &opened);
    closed.wall++;
    try_all(s, &closed);
}

// ---- what is told

// The text mentions two ways back: one undoes the first move; out of cell 14 there is none.
static void say_ways_back(mw_writer *w, const search *s, const mw_maze *m, const char *name)
{
    controller c;
    double back = 0;
    const unsigned *at = example_orientations;
    if (!mw_controller_open(&c, m, &mw_marble_ball, &s->preset->physics, 0)) {
        w->failed = true;
        return;
    }
    mw_controller_settle(&c);
    for (unsigned i = 0; i < MOVES - 1; i++) {
        rotate(&c, at[i + 1]);
        if (i == 0) {
            controller after = c; // it shares the world
            mw_say_figure(w, said_table, name, "state after its undoing", rotate(&after, at[0]));
        }
    }
    for (unsigned turn = 1; turn <= 3; turn += 2) { // both quarter turns
        controller after = c;
        back += cell_of(rotate(&after, (at[MOVES - 1] + turn) % 4)) == example_cells[3];
    }
    mw_say_figure(w, said_table, name, "moves from cell 14 to cell 4", back);
    mw_controller_close(&c);
}

// The moves of the example as text; the caller frees it. NULL: memory ran out.
static char *moves_of(const mw_maze *m)
{
    uint16_t actions[MOVES] = {0};
    for (unsigned i = 0; i < MOVES; i++) {
        mw_tilt tilts[MARBLE_MOVES_MAX];
        unsigned n = mw_marble_tilts(m, example_orientations[i], tilts);
        for (unsigned k = 0; k < n; k++)
            if (tilts[k].to == example_orientations[i + 1])
                actions[i] = tilts[k].action;
    }
    return mw_moves_print(m->kind, actions, MOVES);
}

static void say_example(mw_writer *w, search *s, const mw_maze *m, const char *name)
{
    uint32_t states[MOVES + 1] = {0};
    char *moves = moves_of(m);
    w->failed |= !moves || !follow(s, m, states);
    for (unsigned i = 0; !w->failed && i < MOVES; i++)
        mw_say_figure(w, cells_table, name, mw_named("move %u", i + 1).text,
                      cell_of(states[i + 1]));
    mw_say_figure(w, said_table, name, "moves predicted", count_predicted(s, m));
    mw_say_figure(w, said_table, name, "fewest moves", fewest_moves(s, m));
    if (!w->failed) {
        mw_say_figure(w, said_table, name, "state after move 1", states[1]);
        mw_say_maze(w, cells_table, m, "%s; solved by %s", name, moves);
    }
    say_ways_back(w, s, m, name);
    free(moves);
}

static void say_counts(mw_writer *w, const search *s)
{
    mw_say_figure(w, all_table, "mazes", "count", s->mazes);
    mw_say_figure(w, all_table, "the marble goes as printed", "count", s->so);
    mw_say_figure(w, all_table, "and no solution is shorter", "count", s->fewest);
    mw_say_figure(w, all_table, "and every move is predicted", "count", s->predicted);
    mw_say_figure(w, all_table, "both", "count", s->both);
}

bool mw_marble_example(const mw_reproduction *how, unsigned part, mw_writer *w, mw_error *e)
{
    static const char *const names[] = {"fewest moves", "every move predicted"};
    search s = {.how = how, .error = e};
    tree none = {.wall = 0};
    (void)part;
    s.preset = mw_marble_find_preset(mw_marble_as(how), &s.prediction, e);
    if (!s.preset)
        return false;
    *e = (mw_error){.text = ""};
    for (uint8_t cell = 0; cell < CELLS; cell++) {
        none.part[cell] = cell;
        none.opens[cell] = '0';
    }
    try_all(&s, &none);
    say_counts(w, &s);
    for (unsigned i = 0; i < 2; i++) {
        if (s.shown[i])
            say_example(w, &s, s.shown[i], names[i]);
        else
            mw_say_absent(w, said_table, names[i], "there is no such maze");
        mw_maze_free(s.shown[i]);
    }
    return !*e->text;
}
