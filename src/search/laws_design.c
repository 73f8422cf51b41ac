// laws_design.c: laws of what changes a maze or judges it as a whole: brushes, steps of a designer,
// strings of bits, mirrors, the fast evaluation and the best start.
#include "search/laws.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CELLS_MAX  100000 // of all mazes that one law makes
#define TURNED_MAX 200000 // states of a maze that is turned in every way

// ---- editing

// One stroke: the maze that it gives, or NULL. Says what is wrong with either.
static mw_maze *stroke(mw_check *c, const mw_maze *m, unsigned brush, uint32_t cell, unsigned side)
{
    const mw_editor *editor = c->kind->editor;
    mw_error error = {0};
    char what[100];
    snprintf(what, sizeof what, "brush '%s' on cell %u", editor->brushes[brush].name, cell);
    mw_maze *painted = editor->paint(m, brush, cell, side, &error);
    if (painted && (painted->w != m->w || painted->h != m->h || painted->d != m->d))
        mw_broken(c, "%s changes the size", what);
    else if (painted) {
        mw_must_read_back(c, painted, "own", what);
        mw_must_read_back(c, painted, "id", what);
    } else if (!mw_check_no_memory(c, true, &error) && (!*error.text || error.line || error.column))
        mw_broken(c, "%s fails without a sentence, or with a place in a text", what);
    return painted;
}

// Strokes at random, each on what the last one left.
void mw_law_brushes(mw_check *c)
{
    if (!c->kind->editor)
        return;
    const mw_brush *brushes = c->kind->editor->brushes;
    unsigned count = 0, strokes = mw_samples(c, 40, CELLS_MAX);
    while (brushes[count].name)
        count++;
    mw_rng rng;
    mw_rng_seed(&rng, c->seed);
    mw_maze *before = mw_maze_clone(c->m), *m = before ? mw_maze_clone(c->m) : NULL;
    mw_check_no_memory(c, !m, NULL);
    for (unsigned i = 0; m && i < strokes && mw_law_goes_on(c); i++) {
        unsigned brush = mw_rng_below(&rng, count);
        uint32_t cell = mw_rng_below(&rng, mw_cells_of(m));
        unsigned side = brushes[brush].side ? mw_rng_below(&rng, 6) : 0;
        mw_maze *painted = stroke(c, i ? m : c->m, brush, cell, side);
        if (painted) {
            mw_maze_free(m);
            m = painted;
        }
        if (!i && !mw_maze_equal(c->m, before))
            mw_broken(c, "brush '%s' changes the maze itself, not a copy", brushes[brush].name);
    }
    mw_maze_free(m);
    mw_maze_free(before);
}

// ---- designing

// Steps of a designer keep a maze legal: it prints, and reads back as itself.
void mw_law_steps(mw_check *c)
{
    mw_rng rng;
    mw_rng_seed(&rng, c->seed);
    mw_maze *m = c->kind->design ? mw_maze_clone(c->m) : NULL;
    mw_check_no_memory(c, c->kind->design && !m, NULL);
    for (unsigned step = 1; m && step <= mw_samples(c, 50, CELLS_MAX) && mw_law_goes_on(c);
         step++) {
        char what[40];
        snprintf(what, sizeof what, "after %u steps a maze", step);
        c->kind->design->mutate(m, &rng);
        if (m->w != c->m->w || m->h != c->m->h || m->d != c->m->d)
            mw_broken(c, "%s has another size", what);
        else
            mw_must_read_back(c, m, "own", what);
    }
    mw_maze_free(m);
}

// Does what a string of bits stands for, which is in *m, read back, and encode to it again?
static void check_bits(mw_check *c, const mw_maze *m, const uint64_t *bits, uint64_t *again,
                       size_t bytes)
{
    c->kind->design->encode(m, again);
    if (memcmp(bits, again, bytes) != 0)
        mw_broken(c, "a string of bits is a maze that is another string");
    mw_must_read_back(c, m, "id", "the maze of a string of bits");
}

// The bits of a maze, and strings that differ from them in more and more bits. Somebody's maze may
// have what no bits stand for; so it need not come back itself.
void mw_law_bits(mw_check *c)
{
    const mw_design *d = c->kind->design;
    unsigned count = MW_HAS(c->kind, design, bits) ? d->bits(c->m) : 0;
    if (!count)
        return;
    size_t words = (count + 63) / 64, bytes = words * sizeof(uint64_t);
    uint64_t *bits = calloc(2 * words, sizeof *bits);
    mw_maze *m = mw_maze_clone(c->m);
    mw_rng rng;
    mw_rng_seed(&rng, c->seed);
    bool ready = bits && m;
    mw_check_no_memory(c, !ready, NULL);
    if (ready)
        d->encode(c->m, bits);
    for (unsigned i = 0; ready && i < mw_samples(c, 20, CELLS_MAX) && mw_law_goes_on(c); i++) {
        if (d->decode(m, bits))
            check_bits(c, m, bits, bits + words, bytes);
        unsigned bit = mw_rng_below(&rng, count);
        bits[bit / 64] ^= UINT64_C(1) << bit % 64;
    }
    mw_maze_free(m);
    free(bits);
}

// A maze in a mirror is as long as before, has as many states, and turns back into itself.
static void check_turned(mw_check *c, unsigned symmetry)
{
    const mw_design *d = c->kind->design;
    const mw_limits rest = mw_rest_of_limits(c);
    mw_maze *turned = d->turn(c->m, symmetry);
    mw_limit limit = MW_LIMIT_MEMORY;
    mw_graph *g = turned ? mw_graph_build(turned, true, &rest, &limit) : NULL;
    c->limit = limit ? limit : c->limit;
    if (g && (g->reachable != c->g->reachable || g->distance[0] != c->g->distance[0]))
        mw_broken(c, "symmetry %u gives a maze of length %d with %u states", symmetry,
                  (int)g->distance[0], g->reachable);
    // To undo it, swap the first two bits where rows and columns were swapped.
    unsigned undo = symmetry & 4 ? 4u | (symmetry & 1) << 1 | (symmetry & 2) >> 1 : symmetry;
    mw_maze *back = turned ? d->turn(turned, undo) : NULL;
    mw_check_no_memory(c, !back, NULL);
    if (back && !mw_maze_equal(back, c->m))
        mw_broken(c, "symmetry %u is not undone by symmetry %u", symmetry, undo);
    mw_maze_free(back);
    mw_graph_free(g);
    mw_maze_free(turned);
}

// All symmetries, 0 (a plain copy) included; of a large maze one of them, chosen by the seed.
void mw_law_turning(mw_check *c)
{
    bool large = c->g->states > TURNED_MAX;
    unsigned first = large ? 1 + (unsigned)(c->seed % 7) : 0;
    for (unsigned s = first; s < (large ? first + 1 : 8) && mw_law_goes_on(c); s++)
        if (MW_HAS(c->kind, design, turn))
            check_turned(c, s);
}

// ---- judging

static bool same_number(double a, double b)
{
    return a == b || (isnan(a) && isnan(b));
}

// Cells that cannot reach the goal, or that the start cannot reach, where both tell them.
static void compare_cells(mw_check *c, const mw_evaluation *fast)
{
    static const char *const names[] = {"unreaching", "unreachable", NULL};
    const double told[] = {fast->unreaching, fast->unreachable};
    mw_analysis a;
    if (mw_check_no_memory(c, !mw_analyse_some(c->g, names, &a), NULL))
        return;
    for (unsigned k = 0; k < 2; k++) {
        double plain = mw_analysis_value(&a, names[k]);
        if (fabs(told[k] - plain) > 0) // not where either has no such number
            mw_broken(c, "%s is %g, but in the graph %g", names[k], told[k], plain);
    }
    mw_analysis_free(&a);
}

static void compare(mw_check *c, const mw_evaluation *fast, const mw_evaluation *plain, bool whole)
{
    const mw_measure *own = c->kind->measures;
    if (fast->length != plain->length)
        mw_broken(c, "the length is %u, but in the graph %u", fast->length, plain->length);
    if (fast->best_length != MW_FAR && fast->best_length != plain->best_length)
        mw_broken(c, "the best length is %u, but in the graph %u", fast->best_length,
                  plain->best_length);
    if (!isnan(fast->unreaching) || !isnan(fast->unreachable))
        compare_cells(c, fast);
    if (!whole)
        return;
    if (fast->states != plain->states || fast->dead != plain->dead || fast->losing != plain->losing)
        mw_broken(c, "%u states, %u dead, %llu losing moves, but in the graph %u, %u, %llu",
                  fast->states, fast->dead, (unsigned long long)fast->losing, plain->states,
                  plain->dead, (unsigned long long)plain->losing);
    for (unsigned i = 0; own && own[i].name; i++)
        if (!same_number(fast->own[i], plain->own[i]))
            mw_broken(c, "%s is %g, but in the graph %g", own[i].name, fast->own[i], plain->own[i]);
}

// The kind's fast evaluation, where it has one for this maze, within the limits.
static bool evaluate_fast(const mw_check *c, bool whole, mw_evaluation *e)
{
    const mw_limits rest = mw_rest_of_limits(c);
    return MW_HAS(c->kind, fast, evaluate) &&
           !(rest.bytes && MW_HAS(c->kind, fast, bytes) &&
             c->kind->fast->bytes(c->m) > rest.bytes) &&
           c->kind->fast->evaluate(c->m, whole, e);
}

void mw_law_evaluation(mw_check *c)
{
    for (int whole = 0; whole < 2; whole++) {
        mw_evaluation fast = {0}, plain = {0};
        if (evaluate_fast(c, whole, &fast) &&
            !mw_check_no_memory(c, !mw_evaluate_graph(c->g, whole, &plain), NULL))
            compare(c, &fast, &plain, whole);
    }
}

// From the best start that an evaluation names, the way is as long as it says.
void mw_law_best_start(mw_check *c)
{
    mw_evaluation e = {0};
    if (!MW_HAS(c->kind, design, set_start))
        return;
    bool known = c->kind->fast ? evaluate_fast(c, false, &e)
                               : !mw_check_no_memory(c, !mw_evaluate_graph(c->g, false, &e), NULL);
    if (!known || e.best_length == MW_FAR || !e.best_length)
        return;
    mw_maze *m = mw_maze_clone(c->m);
    if (mw_check_no_memory(c, !m, NULL))
        return;
    c->kind->design->set_start(m, &e.best);
    const mw_limits rest = mw_rest_of_limits(c);
    mw_graph *g = mw_graph_build(m, false, &rest, &c->limit);
    if (g && g->distance[0] != e.best_length)
        mw_broken(c, "from the best start the length is %u, not %u", g->distance[0], e.best_length);
    mw_must_read_back(c, m, "own", "the maze with the best start");
    mw_graph_free(g);
    mw_maze_free(m);
}
