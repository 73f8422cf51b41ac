// paper_bloxorz.c: Nguyen Thanh Hung and others, Solve Bloxorz game using Searching algorithms
// (2018): time, steps and memory of depth-first, breadth-first and best-first search in each stage.
//
// Their searches mark a state as visited when they make it, and notice the goal when they remove it
// from the list. They try moves in the order of the kind; only best-first tries those of a whole
// block as up, down, right, left. Its key is the kind's heuristic "corner".
#include "core/visited.h"
#include "kinds/bloxorz/bloxorz.h"
#include "experiment/reproduce/array_heap.h"
#include "experiment/reproduce/reproduce.h"
#include "parallel/clock.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define STAGES     33
#define TYPO_STAGE 33 // its line "7 6 ..." is about the switch in column 6, row 7
#define NODES_MOST 4000000

#define STATE_BYTES 200 // that a state takes, by the paper's formula

static const char figure1[] = "Figure 1", figure5[] = "Figure 5", ladder[] = "Shipped mazes",
                  bytes_table[] = "Memory in bytes", hill_table[] = "Hill climbing",
                  text_table[] = "Small blocks and the target";

enum { DFS, BFS, BEST, METHODS };
static const char *const methods[METHODS] = {"DFS", "BFS", "Best-First"};

// ---- their searches

typedef struct count {
    double steps; // moves + 1; NaN: no solution
    double memory, seconds;
    double bytes; // that the search held at most
} count;

// States are numbered in the order in which they are made. So the store itself is the queue of
// breadth-first; only the stack and the heap need a list.
typedef struct walk {
    const mw_maze *maze;
    const mw_heuristic *corner;
    int method;
    mw_visited store; // row: moves
    mw_budget budget;
    array_heap open; // the heap; a stack uses only its items
    uint32_t head;   // of the queue
} walk;

static bool make(walk *w, const mw_state *s, uint64_t rank, uint32_t moves)
{
    bool fresh;
    uint32_t id = mw_visited_add(&w->store, s, rank, &fresh);
    if (id == MW_NO_ID || id >= NODES_MOST)
        return false;
    if (!fresh)
        return true;
    *(uint32_t *)mw_visited_row(&w->store, id) = moves;
    // The keys of a stack count up, so nothing rises in it.
    uint32_t key = w->method == BEST ? w->corner->eval(w->maze, s) : id + 1;
    return w->method == BFS || array_heap_push(&w->open, key, id);
}

static bool removed(walk *w, uint32_t *id)
{
    bool any = w->method == BFS ? w->head < w->store.size : w->open.size > 0;
    if (any)
        *id = w->method == BFS   ? w->head++
              : w->method == DFS ? w->open.items[--w->open.size].id
                                 : array_heap_pop(&w->open);
    return any;
}

static bool make_next(walk *w, const mw_state *s, uint32_t moves)
{
    static const uint16_t best_order[] = {UP, DOWN, RIGHT, LEFT};
    mw_edge edges[MW_EDGES_MAX];
    unsigned n = w->maze->kind->rules->expand(w->maze, s, edges);
    bool ok = true;
    for (uint16_t k = 0; ok && k < SWITCH; k++) {
        uint16_t wanted = w->method == BEST && k < FIRST_HALF ? best_order[k] : k;
        for (const mw_edge *e = edges; ok && e < edges + n; e++)
            if (e->action == wanted && e->status != MW_LOST)
                ok = make(w, &e->to, e->rank, moves + 1);
    }
    return ok;
}

static bool walk_through(walk *w, count *c)
{
    const mw_kind *kind = w->maze->kind;
    mw_state s;
    kind->rules->start(w->maze, &s);
    bool ok = make(w, &s, mw_rank(w->maze, &s), 0);
    for (uint32_t id; ok && removed(w, &id);) {
        uint32_t moves = *(uint32_t *)mw_visited_row(&w->store, id);
        mw_visited_get(&w->store, id, &s);
        if (kind->rules->status(w->maze, &s) == MW_SOLVED) {
            c->steps = moves + 1;
            break;
        }
        c->memory += mw_bloxorz_pose(&s) == SPLIT ? 8 : 4;
        ok = make_next(w, &s, moves);
    }
    return ok;
}

static bool search(const mw_maze *m, int method, count *c)
{
    double started = mw_processor_seconds();
    walk w = {.maze = m, .corner = mw_heuristic_find(m->kind, "corner"), .method = method};
    *c = (count){.steps = NAN};
    bool ok = mw_visited_init(&w.store, m, mw_visited_choose(m, MW_VISITED_AUTO), sizeof(uint32_t),
                              &w.budget) &&
              walk_through(&w, c);
    c->bytes = (double)(w.budget.peak + w.open.budget.peak);
    mw_visited_free(&w.store);
    array_heap_free(&w.open);
    c->seconds = mw_processor_seconds() - started;
    return ok;
}

static bool search_all(const mw_maze *m, count found[METHODS], mw_error *error)
{
    for (int method = 0; method < METHODS; method++)
        if (!search(m, method, &found[method])) {
            *error = (mw_error){.text = "out of memory, or more than 4,000,000 positions"};
            return false;
        }
    return true;
}

static void say_counts(const count found[METHODS], const char *table, const char *row, mw_writer *w)
{
    for (int method = 0; method < METHODS; method++) {
        const struct {
            const char *name;
            double value;
        } columns[] = {{"time", found[method].seconds},
                       {"steps", found[method].steps},
                       {"memory", found[method].memory}};
        for (int i = 0; i < 3; i++)
            (i ? mw_say_figure : mw_say_time)(
                w, table, row, mw_named("%s %s", methods[method], columns[i].name).text,
                columns[i].value);
    }
}

// ---- stages, by the paper's rules

// The same maze with an option more.
static mw_maze *with_option(const mw_maze *m, const char *option, mw_error *error)
{
    char *id = mw_maze_print(m, "id");
    if (!id)
        return mw_no_memory(error);
    mw_writer w = {0};
    const char *body = strchr(strchr(id, ':') + 1, ':');
    mw_write(&w, "%.*s,%s%s", (int)(body - id), id, option, body);
    char *longer = mw_writer_take(&w);
    mw_maze *out = longer ? mw_maze_from_id(longer, error) : mw_no_memory(error);
    free(longer);
    free(id);
    return out;
}

// The same maze with the rules of the paper. Frees m; where that is NULL, so is the answer.
static mw_maze *by_the_papers_rules(mw_maze *m, mw_error *error)
{
    mw_maze *out = m ? with_option(m, "rules=seed", error) : NULL;
    mw_maze_free(m);
    return out;
}

// The memory of figure 1 by the paper's formula, and what our searches hold.
static void say_bytes(const count found[METHODS], const char *row, mw_writer *w)
{
    for (int method = 0; method < METHODS; method++) {
        mw_say_figure(w, bytes_table, row, mw_named("%s memory x 200", methods[method]).text,
                      found[method].memory * STATE_BYTES);
        mw_say_figure(w, bytes_table, row, mw_named("%s here", methods[method]).text,
                      found[method].bytes);
    }
}

// The search that the authors began with and gave up, with every estimate that there is.
static bool say_hill(const mw_maze *m, const char *row, mw_writer *w, mw_error *error)
{
    bool ok = true;
    for (const mw_heuristic *h = m->kind->heuristics; ok && h->name; h++) {
        mw_result r;
        ok = mw_search(m, &(mw_search_options){.algorithm = "hill", .heuristic = h->name}, &r,
                       error);
        if (!ok)
            break;
        mw_say_figure(w, hill_table, row, mw_named("%s steps", h->name).text,
                      r.outcome == MW_OUTCOME_SOLVED ? r.moves + 1.0 : (double)NAN);
        mw_say_figure(w, hill_table, row, mw_named("%s states", h->name).text, (double)r.expanded);
        mw_result_free(&r);
    }
    return ok;
}

// The rule of the paper's text that its program does not keep: halves may not pass the target.
static bool say_text_rule(const mw_maze *m, const count program[METHODS], const char *row,
                          mw_writer *w, mw_error *error)
{
    count text[METHODS];
    if (!mw_bloxorz_board(m)->splits)
        return true;
    mw_maze *barred = with_option(m, "no-half-in-hole", error);
    bool ok = barred && search_all(barred, text, error);
    for (int method = 0; ok && method < METHODS; method++) {
        const count *by[] = {&program[method], &text[method]};
        static const char *const names[] = {"program", "text"};
        for (int i = 0; i < 2; i++) {
            const mw_name line = mw_named("%s, %s", row, names[i]);
            mw_say_figure(w, text_table, line.text, mw_named("%s steps", methods[method]).text,
                          by[i]->steps);
            mw_say_figure(w, text_table, line.text, mw_named("%s memory", methods[method]).text,
                          by[i]->memory);
        }
    }
    mw_maze_free(barred);
    return ok;
}

// Everything that is measured in one stage.
static bool say_stage(const mw_maze *m, const char *table, const char *row, count found[METHODS],
                      mw_writer *w, mw_error *error)
{
    if (!search_all(m, found, error))
        return false;
    say_counts(found, table, row, w);
    say_bytes(found, row, w);
    return say_hill(m, row, w, error) && say_text_rule(m, found, row, w, error);
}

static void mend_typo(char *text)
{
    char *typo = strstr(text, "\n7 6 ");
    if (typo) {
        typo[1] = '6';
        typo[3] = '7';
    }
}

// Reads a map of the authors; *m is NULL if it is not there. False and *error: it cannot be read.
static bool published_stage(const mw_reproduction *how, unsigned stage, mw_maze **m,
                            mw_error *error)
{
    const mw_name file = mw_named("map%02u.txt", stage);
    bool ok = mw_published_maze(how, "bloxorz", file.text, stage == TYPO_STAGE ? mend_typo : NULL,
                                m, error);
    if (!*m)
        return ok;
    *m = by_the_papers_rules(*m, error);
    return *m;
}

static bool run_stage(const mw_reproduction *how, unsigned part, mw_writer *w, mw_error *error)
{
    const mw_name row = mw_named("%02u", part + 1);
    count found[METHODS];
    mw_maze *m;
    bool read = published_stage(how, part + 1, &m, error);
    if (!m) {
        mw_say_no_maze(w, figure1, row.text, read);
        return read;
    }
    if (part + 1 == TYPO_STAGE)
        mw_say_remark(w, figure1,
                      "Stage 33 is measured with a slip of its published map mended: the line "
                      "\"7 6 ...\" names the switch \"6 7\".");
    bool ok = say_stage(m, figure1, row.text, found, w, error);
    mw_maze_free(m);
    return ok;
}

static bool run_shipped(const mw_reproduction *how, unsigned part, mw_writer *w, mw_error *error)
{
    const mw_name row = mw_named("%02u", part + 1);
    count found[METHODS];
    mw_maze *m = by_the_papers_rules(mw_shipped_maze(how, "bloxorz", part + 1, error), error);
    bool ok = m && say_stage(m, ladder, row.text, found, w, error);
    if (ok && isnan(found[BFS].steps))
        mw_say_remark(w, ladder,
                      "Stage %s has no solution by the paper's rules, by which both halves of a "
                      "split block press their switches at every move.",
                      row.text);
    mw_maze_free(m);
    return ok;
}

// ---- figure 5: which search is best. The paper says it in words; here the mean places decide, and
// beside them the totals.

typedef struct ranking {
    double places[METHODS], total[METHODS];
} ranking;

static void add_values(const double values[METHODS], ranking *r)
{
    double *places = r->places;
    for (int a = 0; a < METHODS; a++)
        r->total[a] += values[a];
    for (int a = 0; a < METHODS; a++)
        for (int b = 0; b < METHODS; b++) // equals share their places
            places[a] += values[b] < values[a] ? 1 : values[b] == values[a] ? 0.5 : 0;
}

// The places by these values: 1 for the least.
static void say_places(const double values[METHODS], const char *column, bool timed, mw_writer *w)
{
    for (int a = 0; a < METHODS; a++) {
        int place = 1;
        for (int b = 0; b < METHODS; b++)
            place += values[b] < values[a];
        (timed ? mw_say_time : mw_say_figure)(w, figure5, methods[a], column, place);
    }
}

static bool run_places(const mw_reproduction *how, unsigned part, mw_writer *w, mw_error *error)
{
    (void)part;
    ranking time = {0}, steps = {0}, memory = {0};
    unsigned given = 0;
    bool ok = true;
    for (unsigned stage = 1; ok && stage <= STAGES; stage++) {
        count found[METHODS];
        mw_maze *m;
        if (!published_stage(how, stage, &m, error) || !m)
            continue; // if it is broken, run_stage has said so
        ok = search_all(m, found, error);
        mw_maze_free(m);
        given++;
        add_values((double[]){found[DFS].seconds, found[BFS].seconds, found[BEST].seconds}, &time);
        add_values((double[]){found[DFS].steps, found[BFS].steps, found[BEST].steps}, &steps);
        add_values((double[]){found[DFS].memory, found[BFS].memory, found[BEST].memory}, &memory);
    }
    for (int i = 0; !given && i < METHODS; i++)
        mw_say_no_maze(w, figure5, methods[i], true);
    if (ok && given) {
        say_places(time.places, "place by time", true, w);
        say_places(steps.places, "place by steps", false, w);
        say_places(memory.places, "place by memory", false, w);
        say_places(steps.total, "by total steps", false, w);
        say_places(memory.total, "by total memory", false, w);
    }
    return ok;
}

const mw_reproduce_job mw_reproduce_bloxorz[] = {
    {.name = "stages", .parts = STAGES, .run = run_stage},
    {.name = "places", .run = run_places},
    {.name = "shipped stages", .shipped = "bloxorz", .run = run_shipped},
    {.name = NULL},
};
