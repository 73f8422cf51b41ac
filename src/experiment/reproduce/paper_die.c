// paper_die.c: Fuchs and Cremilleux, Rolling Die Mazes (2014): nodes generated and visited by A*
// with their three heuristics on five puzzles, and an audit of what they claim about these.
//
// Their search, as far as their counts show: it distinguishes full orientations. Visited nodes are
// those taken from the heap, with start and goal. Generated nodes are those put into the heap, and
// those found again on a shorter way; closed nodes are never reopened. A node that is found again
// gets its new key in its place in the heap, rises, and then sinks from there, below items with an
// equal key, although its key became smaller.
#include "core/visited.h"
#include "experiment/reproduce/array_heap.h"
#include "experiment/reproduce/reproduce.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define PUZZLES     5
#define NODES_MOST  2000000
#define AUDIT_REACH 8u // cells from the goal to each border of the audited board

static const char ladder[] = "Shipped mazes", audited[] = "Section 2, audited";

static const struct heuristic {
    const char *shown, *name;
} heuristics[] = {{"h1", "h1"},
                  {"h2", "h2"},
                  {"h3", "h3-programmed"},
                  {"h3 as printed", "h3"},
                  {"h4 (ours)", "h4"}};
#define HEURISTICS (sizeof heuristics / sizeof *heuristics)

// ---- their search

typedef struct node { // row of the store
    uint32_t g, h;
    bool closed;
} node;

typedef struct astar {
    const mw_maze *maze;
    const mw_heuristic *heuristic;
    mw_visited store;
    mw_budget budget;
    array_heap open;
    uint32_t generated, visited;
    double moves; // NaN: there is no solution
} astar;

static void found_again(array_heap *h, uint32_t id, uint32_t key)
{
    size_t i = 0;
    while (h->items[i].id != id)
        i++;
    h->items[i].key = key;
    array_heap_sink(h, array_heap_rise(h, i));
}

static bool reach(astar *a, const mw_state *s, uint32_t g)
{
    bool fresh;
    uint32_t id = mw_visited_add(&a->store, s, mw_rank(a->maze, s), &fresh);
    if (id == MW_NO_ID || id >= NODES_MOST)
        return false;
    node *n = mw_visited_row(&a->store, id);
    if (!fresh && (n->closed || g >= n->g))
        return true;
    a->generated += g > 0; // the start is not counted
    n->g = g;
    if (!fresh) {
        found_again(&a->open, id, g + n->h);
        return true;
    }
    n->h = a->heuristic->eval(a->maze, s);
    return array_heap_push(&a->open, g + n->h, id);
}

static bool search(astar *a)
{
    const mw_kind *kind = a->maze->kind;
    mw_state s;
    mw_edge edges[MW_EDGES_MAX];
    kind->rules->start(a->maze, &s);
    bool ok = reach(a, &s, 0);
    while (ok && a->open.size) {
        uint32_t id = array_heap_pop(&a->open);
        node *n = mw_visited_row(&a->store, id);
        uint32_t g = n->g; // the row may move
        n->closed = true;
        a->visited++;
        mw_visited_get(&a->store, id, &s);
        if (kind->rules->status(a->maze, &s) == MW_SOLVED) {
            a->moves = g;
            break;
        }
        unsigned count = kind->rules->expand(a->maze, &s, edges);
        for (unsigned i = 0; ok && i < count; i++)
            if (edges[i].status != MW_LOST)
                ok = reach(a, &edges[i].to, g + 1);
    }
    return ok;
}

static bool search_with(astar *a, const mw_maze *m, const char *heuristic)
{
    *a = (astar){.maze = m,
                 .heuristic = mw_heuristic_find(m->kind, heuristic),
                 .open = {.eager = true},
                 .moves = NAN};
    bool ok = mw_visited_init(&a->store, m, MW_VISITED_FULL, sizeof(node), &a->budget) && search(a);
    mw_visited_free(&a->store);
    array_heap_free(&a->open);
    return ok;
}

static bool too_large(mw_error *error)
{
    *error = (mw_error){.text = "out of memory, or more than 2,000,000 positions"};
    return false;
}

// ---- the five puzzles, and the shipped mazes

static bool say_puzzle(const mw_maze *m, const char *table, mw_writer *w, mw_error *error)
{
    for (const struct heuristic *h = heuristics; h < heuristics + HEURISTICS; h++) {
        astar a;
        if (!search_with(&a, m, h->name))
            return too_large(error);
        mw_say_figure(w, table, h->shown, "generated", a.generated);
        mw_say_figure(w, table, h->shown, "visited", a.visited);
        mw_say_figure(w, table, h->shown, "moves", a.moves);
    }
    return true;
}

static bool run_puzzle(const mw_reproduction *how, unsigned part, mw_writer *w, mw_error *error)
{
    const mw_name puzzle = mw_named("Puzzle %u", part + 1);
    const char *table = puzzle.text;
    char *text = mw_published_text(how, "die", mw_named("puzzle%u.txt", part + 1).text);
    if (!text) {
        for (unsigned i = 0; i < 3; i++)
            mw_say_absent(w, table, heuristics[i].shown, "no puzzle");
        if (!part)
            mw_say_remark(w, table,
                          "The course's puzzles are not ours to give: name their folder with "
                          "--maps DIR (DIR/die/puzzle1.txt to puzzle5.txt).");
        return true;
    }
    mw_maze *m = mw_maze_read(mw_kind_find("die"), text, strlen(text), error);
    bool ok = m && say_puzzle(m, table, w, error);
    if (m)
        mw_say_maze(w, "The puzzles", m, "%s", table);
    mw_maze_free(m);
    free(text);
    return ok;
}

static bool run_shipped(const mw_reproduction *how, unsigned part, mw_writer *w, mw_error *error)
{
    const mw_name row = mw_named("%02u", part + 1);
    mw_maze *m = mw_shipped_maze(how, "die", part + 1, error);
    bool ok = m;
    for (const struct heuristic *h = heuristics; ok && h < heuristics + HEURISTICS; h++) {
        astar a;
        ok = search_with(&a, m, h->name) || too_large(error);
        mw_say_figure(w, ladder, row.text, mw_named("%s generated", h->shown).text, a.generated);
        mw_say_figure(w, ladder, row.text, mw_named("%s visited", h->shown).text, a.visited);
    }
    mw_maze_free(m);
    return ok;
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
    {.name = "audit", .run = run_audit},
    {.name = NULL},
};
