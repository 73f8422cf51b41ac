// laws.c: what every kind promises, checked on one maze; each failure is one sentence. Laws do not
// know what the rules should be, only that a kind keeps to the ones it states.
#include "search/laws.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FAILURES_MAX 20 // are said

// ---- what the laws share

void mw_broken(mw_check *c, const char *format, ...)
{
    if (++c->failures > FAILURES_MAX)
        return;
    mw_writer w = {0};
    char text[300];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    mw_write(&w, "%s: %s", c->law, text);
    if (c->failures == FAILURES_MAX)
        mw_write(&w, " (further failures are not listed)");
    c->say(c->context, w.text ? w.text : text);
    free(w.text);
}

bool mw_check_no_memory(mw_check *c, bool failed, const mw_error *error)
{
    bool no_memory = failed && (!error || error->code == MW_ERROR_MEMORY);
    if (no_memory)
        c->limit = mw_stopped() ? MW_LIMIT_STOPPED : MW_LIMIT_MEMORY;
    return no_memory;
}

bool mw_told_to_stop(mw_check *c)
{
    c->work.progress.stored = c->states;
    if (mw_stopping())
        c->limit = MW_LIMIT_STOPPED;
    return c->limit == MW_LIMIT_STOPPED;
}

mw_limits mw_rest_of_limits(const mw_check *c)
{
    mw_limits rest = *c->work.limits;
    if (c->g) {
        mw_budget budget = mw_graph_budget(c->g);
        rest.bytes = mw_budget_rest(&budget);
    }
    return rest;
}

const char *mw_shown(const mw_check *c, const mw_state *s, char buffer[120])
{
    char *text = mw_state_describe(c->m, s);
    snprintf(buffer, 120, "%s", text ? text : "?");
    free(text);
    return buffer;
}

void mw_must_read_back(mw_check *c, const mw_maze *m, const char *form, const char *what)
{
    mw_error error;
    char *text = mw_maze_print(m, form);
    if (mw_check_no_memory(c, !text, NULL))
        return;
    mw_maze *again = strcmp(form, "id") ? mw_maze_read(m->kind, text, strlen(text), &error)
                                        : mw_maze_of_kind(m->kind, text, &error);
    if (again && !mw_maze_equal(m, again))
        mw_broken(c, "%s reads back as another maze", what);
    else if (!again && !mw_check_no_memory(c, true, &error))
        mw_broken(c, "%s is not read back: %s", what, error.text);
    mw_maze_free(again);
    free(text);
}

bool mw_law_goes_on(mw_check *c)
{
    return !c->failures && !c->limit && !mw_told_to_stop(c);
}

uint32_t mw_cells_of(const mw_maze *m)
{
    return (uint32_t)m->w * m->h * m->d;
}

unsigned mw_samples(const mw_check *c, unsigned most, uint32_t cells)
{
    uint32_t fit = cells / mw_cells_of(c->m);
    return fit > most ? most : fit ? fit : 1;
}

void mw_begin_play(const mw_check *c, mw_play *p)
{
    c->kind->rules->start(c->m, &p->state);
    p->status = c->kind->rules->status(c->m, &p->state);
}

void mw_play_on(const mw_check *c, mw_rng *rng, mw_play *p)
{
    mw_edge edges[MW_EDGES_MAX + 1];
    unsigned n = p->status == MW_OPEN ? c->kind->rules->expand(c->m, &p->state, edges) : 0;
    const mw_edge *e = n ? &edges[mw_rng_below(rng, n)] : NULL;
    if (e)
        *p = (mw_play){.state = e->to, .status = (mw_status)e->status};
    else
        mw_begin_play(c, p);
}

uint32_t mw_cell_of(const mw_check *c, const mw_state *s)
{
    return MW_HAS(c->kind, rules, cell) ? c->kind->rules->cell(c->m, s) : 0;
}

// ---- text

// Moves can be told apart without blanks, and by arrows.
static void law_actions(mw_check *c)
{
    for (const mw_action *a = c->kind->rules->actions; a->word; a++) {
        for (const char *p = a->word; *p; p++)
            if (*p <= ' ' || *p > '~' || *p == ',')
                mw_broken(c, "the move '%s' has a blank or another character that no move has",
                          a->word);
        if (!*a->word || (unsigned)a->arrow > MW_ARROW_UP_LEFT ||
            (a->part && (a->part <= ' ' || a->part > '~')))
            mw_broken(c, "the move '%s' is empty, or its arrow or part is none", a->word);
        for (const mw_action *b = c->kind->rules->actions; b->word; b++)
            if (a != b && !strncmp(a->word, b->word, strlen(a->word)))
                mw_broken(c, "the move %s begins with the move %s", b->word, a->word);
            else if (a < b && a->arrow && a->arrow == b->arrow && a->part == b->part)
                mw_broken(c, "the moves %s and %s have the same arrow", a->word, b->word);
    }
}

static void law_text(mw_check *c)
{
    mw_must_read_back(c, c->m, "own", "the own form");
    mw_must_read_back(c, c->m, "id", "the id form");
    char *id = mw_maze_print(c->m, "id");
    const char *body = mw_check_no_memory(c, !id, NULL) ? NULL : strchr(id, ':');
    if (body && body[strspn(body, ":/.,_~+@=-abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                  "0123456789")])
        mw_broken(c, "the id has a character that shells or addresses do not leave alone");
    free(id);
}

#define RANDOM_SIDE 64 // of the mazes that are made

static void law_random(mw_check *c)
{
    const mw_maze *m = c->m;
    char id[100];
    mw_error error;
    if (!MW_HAS(c->kind, text, random))
        return;
    unsigned w = m->w < RANDOM_SIDE ? m->w : RANDOM_SIDE,
             h = m->h < RANDOM_SIDE ? m->h : RANDOM_SIDE;
    char depth[8] = "";
    if (m->d > 1)
        snprintf(depth, sizeof depth, "x%u", m->d);
    snprintf(id, sizeof id, "%.40s:%ux%u%s#%ju", c->kind->name, w, h, depth, (uintmax_t)c->seed);
    mw_maze *first = mw_maze_of_kind(c->kind, id, &error);
    bool known = !mw_check_no_memory(c, !first, &error);
    mw_maze *again = known ? mw_maze_of_kind(c->kind, id, &error) : NULL;
    known = known && !mw_check_no_memory(c, !again, &error);
    if (known && (!first != !again || (first && !mw_maze_equal(first, again))))
        mw_broken(c, "%s is another maze the second time", id);
    mw_maze_free(first);
    mw_maze_free(again);
}

// ---- all of them

static const struct {
    const char *name;
    void (*check)(mw_check *);
    bool needs_graph; // and is tried only when all before it hold
} laws[] = {
    {"states of one rank behave alike in play", mw_law_play, false},
    {"moves can be told apart without blanks", law_actions, false},
    {"printing and reading are inverse", law_text, false},
    {"a seed always makes the same maze", law_random, false},
    {"pictures show where the player is", mw_law_pictures, false},
    {"a move under way begins and ends as drawn", mw_law_animations, false},
    {"every cell can be told in words", mw_law_words, false},
    {"a brush gives a maze or a reason", mw_law_brushes, false},
    {"a maze of another size is a maze", mw_law_resizing, false},
    {"a mirror twice and four turns change nothing", mw_law_mirrors, false},
    {"steps of a designer keep a maze legal", mw_law_steps, false},
    {"a string of bits is a maze or refused", mw_law_bits, false},
    {"states, ranks and moves agree", mw_law_edges, true},
    {"features are numbers by name", mw_law_features, true},
    {"facts can be told apart", mw_law_facts, true},
    {"reversible mazes can be walked back", mw_law_reversible, true},
    {"heuristics keep their claims", mw_law_heuristics, true},
    {"all searches agree", mw_law_searches, true},
    {"a turned maze is the same maze", mw_law_turning, true},
    {"the fast evaluation is that of the graph", mw_law_evaluation, true},
    {"play can begin at the best start", mw_law_best_start, true},
};

mw_verdict mw_laws(const mw_maze *m, uint64_t seed, const mw_limits *limits,
                   void (*say)(void *, const char *), void *context)
{
    static const mw_limits none = {0};
    mw_check c = {.m = m, .kind = m->kind, .seed = seed, .say = say, .context = context};
    mw_graph *g = NULL;
    mw_verdict v = {0};
    mw_limited_begin(&c.work, limits ? limits : &none);
    for (unsigned i = 0; i < sizeof laws / sizeof *laws && !v.limit; i++) {
        c.law = laws[i].name;
        if (laws[i].needs_graph && c.failures)
            continue;
        if (laws[i].needs_graph && !g)
            c.g = g = mw_graph_build(m, true, c.work.limits, &v.limit);
        if (v.limit)
            break;
        if (!mw_told_to_stop(&c))
            laws[i].check(&c);
        v.limit = c.limit;
        v.laws += !c.limit;
    }
    mw_limited_end(&c.work);
    v.states = c.states;
    v.failures = c.failures;
    mw_graph_free(g);
    return v;
}
