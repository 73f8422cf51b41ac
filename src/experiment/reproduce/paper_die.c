// paper_die.c: Fuchs and Cremilleux, Rolling Die Mazes (2014): nodes generated and visited by A*
// with their three heuristics on five puzzles (paper_astar.h), and an audit of what they claim
// about these.
#include "experiment/reproduce/paper_astar.h"
#include "experiment/reproduce/reproduce.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define PUZZLES     5
#define NODES_MOST  2000000
#define AUDIT_REACH 8u // cells from the goal to each border of the audited board

static const char ladder[] = "Shipped mazes", audited[] = "Section 2, audited";
static const char examples[] = "Section 2, worked examples";

static const struct heuristic {
    const char *shown, *name;
} heuristics[] = {{"h1", "h1"},
                  {"h2", "h2"},
                  {"h3", "h3-programmed"},
                  {"h3 as printed", "h3"},
                  {"h4 (ours)", "h4"}};
#define HEURISTICS (sizeof heuristics / sizeof *heuristics)

typedef struct counts {
    double generated, visited, moves; // moves NaN: there is no solution
} counts;

static bool count(const mw_maze *m, const struct heuristic *h, counts *c, mw_error *error)
{
    mw_result r;
    uint64_t visited;
    mw_paper_search(m, mw_heuristic_find(m->kind, h->name), &(mw_limits){.states = NODES_MOST}, &r,
                    &visited);
    *c = (counts){.generated = (double)r.generated,
                  .visited = (double)visited,
                  .moves = r.outcome == MW_OUTCOME_SOLVED ? r.moves : (double)NAN};
    bool ok = r.outcome != MW_OUTCOME_LIMIT;
    mw_result_free(&r);
    return ok || mw_refuse(error, "out of memory, or more than 2,000,000 positions");
}

// ---- the five puzzles, and the shipped mazes

static bool say_puzzle(const mw_maze *m, const char *table, mw_writer *w, mw_error *error)
{
    for (const struct heuristic *h = heuristics; h < heuristics + HEURISTICS; h++) {
        counts c;
        if (!count(m, h, &c, error))
            return false;
        mw_say_figure(w, table, h->shown, "generated", c.generated);
        mw_say_figure(w, table, h->shown, "visited", c.visited);
        mw_say_figure(w, table, h->shown, "moves", c.moves);
    }
    return true;
}

static bool run_puzzle(const mw_reproduction *how, unsigned part, mw_writer *w, mw_error *error)
{
    const mw_name puzzle = mw_named("Puzzle %u", part + 1);
    const char *table = puzzle.text;
    const mw_name file = mw_named("puzzle%u.txt", part + 1);
    mw_maze *m;
    bool read = mw_published_maze(how, "die", file.text, NULL, &m, error);
    if (!m) {
        for (unsigned i = 0; i < 3; i++)
            mw_say_no_maze(w, table, heuristics[i].shown, read);
        return read;
    }
    bool ok = say_puzzle(m, table, w, error);
    mw_say_maze(w, "The puzzles", m, "%s", table);
    mw_maze_free(m);
    return ok;
}

static bool run_shipped(const mw_reproduction *how, unsigned part, mw_writer *w, mw_error *error)
{
    const mw_name row = mw_named("%02u", part + 1);
    mw_maze *m = mw_shipped_maze(how, "die", part + 1, error);
    bool ok = m;
    for (const struct heuristic *h = heuristics; ok && h < heuristics + HEURISTICS; h++) {
        counts c;
        ok = count(m, h, &c, error);
        mw_say_figure(w, ladder, row.text, mw_named("%s generated", h->shown).text, c.generated);
        mw_say_figure(w, ladder, row.text, mw_named("%s visited", h->shown).text, c.visited);
    }
    mw_maze_free(m);
    return ok;
}

// ---- the worked examples of section 2

// The text prints the first board in one line. With six columns, D lies 4 columns and 1 row from
// the goal, as the text says; with no other number of columns it does. The second board is lost;
// the text says that there the 1 is on top, and that 4 of the 6 rolls are the distance. The die of
// a maze starts with the 1 on top, so it starts at D.
static const struct {
    const char *row, *heuristic, *id;
} worked[] = {
    {"h2(D)", "h2", "die:6x5:....../.S.***/*....G/....../..*..."},
    {"h3(D)", "h3", "die:6x5:....../...***/*S...G/....../..*..."},
    {"h3(D) as programmed", "h3-programmed", "die:6x5:....../...***/*S...G/....../..*..."},
    {"h4(D) (ours)", "h4", "die:6x5:....../...***/*S...G/....../..*..."},
};
#define WORKED (sizeof worked / sizeof *worked)

static bool run_worked(const mw_reproduction *how, unsigned part, mw_writer *w, mw_error *error)
{
    (void)how;
    (void)part;
    for (unsigned i = 0; i < WORKED; i++) {
        mw_maze *m = mw_maze_from_id(worked[i].id, error);
        mw_state s;
        if (!m)
            return false;
        m->kind->rules->start(m, &s);
        mw_say_figure(w, examples, worked[i].row, "estimate",
                      mw_heuristic_find(m->kind, worked[i].heuristic)->eval(m, &s));
        if (i < 2)
            mw_say_maze(w, examples, m, "%s: the die is at D", worked[i].row);
        mw_maze_free(m);
    }
    return true;
}

// ---- their claims: every heuristic admissible and consistent

// An empty board with the goal in its middle: it has every position of a die relative to a goal
// that is up to AUDIT_REACH cells away.
static mw_maze *open_board(mw_error *error)
{
    mw_writer w = {0};
    const unsigned side = 2 * AUDIT_REACH + 1;
    for (unsigned y = 0; y < side; y++) {
        for (unsigned x = 0; x < side; x++)
            mw_write_char(&w, x == AUDIT_REACH && y == AUDIT_REACH ? 'G' : x || y ? '.' : 'S');
        mw_write_char(&w, '\n');
    }
    char *text = mw_writer_take(&w);
    mw_maze *m = text ? mw_maze_read(mw_kind_find("die"), text, strlen(text), error) : NULL;
    free(text);
    return m;
}

static void say_audit(const mw_maze *m, const mw_audit *a, const char *row, mw_writer *w)
{
    mw_say_figure(w, audited, row, "overestimated states", (double)a->overestimated);
    mw_say_figure(w, audited, row, "inconsistent moves", (double)a->inconsistent);
    mw_say_figure(w, audited, row, "states", (double)a->states);
    mw_say_figure(w, audited, row, "worst overestimate", a->worst);
    if (a->admissible)
        return;
    char *where = mw_state_describe(m, &a->over);
    mw_say_remark(
        w, audited,
        "%s: smallest counterexample, goal in row %u, column %u: %s: estimate %u, exact %u.", row,
        AUDIT_REACH + 1, AUDIT_REACH + 1, where ? where : "?", a->over_estimate, a->over_exact);
    free(where);
}

static bool run_audit(const mw_reproduction *how, unsigned part, mw_writer *w, mw_error *error)
{
    (void)how;
    (void)part;
    mw_limit limit;
    mw_maze *m = open_board(error);
    mw_graph *g = m ? mw_graph_build(m, true, &(mw_limits){0}, &limit) : NULL;
    bool ok = g;
    for (const struct heuristic *h = heuristics; ok && h < heuristics + HEURISTICS; h++) {
        mw_audit a;
        ok = mw_audit_run(g, mw_heuristic_find(m->kind, h->name), &a);
        const char *row = strcmp(h->shown, "h3") ? h->shown : "h3 as programmed";
        if (ok)
            say_audit(m, &a, row, w);
    }
    if (m && !ok)
        mw_no_memory(error);
    mw_graph_free(g);
    mw_maze_free(m);
    return ok;
}

const mw_reproduce_job mw_reproduce_die[] = {
    {.name = "puzzles", .parts = PUZZLES, .run = run_puzzle},
    {.name = "shipped mazes", .shipped = "die", .run = run_shipped},
    {.name = "worked examples", .run = run_worked},
    {.name = "audit", .run = run_audit},
    {.name = NULL},
};
