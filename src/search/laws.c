// laws.c: what every kind promises, checked on one maze; each failure is one sentence. Laws do not
// know what the rules should be, only that a kind keeps to the ones it states.
#include "mazewright/rng.h"
#include "core/text.h"
#include "search/graph.h"
#include "search/search.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define STATES_MAX   100000 // a law on states looks at so many, spread over the graph
#define FAILURES_MAX 20

typedef struct court {
    const mw_maze *m;
    const mw_kind *kind;
    const mw_graph *g; // NULL where it is too large
    const mw_limits *limits;
    uint64_t seed, states;
    unsigned failures;
    mw_limit limit; // hit within a law
    const char *law;
    void (*say)(void *, const char *);
    void *context;
} court;

static void fail(court *c, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void fail(court *c, const char *format, ...)
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

// What is left beside the graph that all laws look at.
static mw_limits rest_of(const court *c)
{
    mw_limits rest = *c->limits;
    mw_budget budget = mw_graph_budget(c->g);
    rest.bytes = mw_budget_rest(&budget);
    return rest;
}

// Has this failed for want of memory alone? `error`, which may be NULL, says why.
static bool starved(court *c, bool failed, const mw_error *error)
{
    bool so = failed && (!error || error->code == MW_ERROR_MEMORY);
    if (so)
        c->limit = MW_LIMIT_MEMORY;
    return so;
}

static const char *shown(const court *c, const mw_state *s, char buffer[120])
{
    char *text = mw_state_describe(c->m, s);
    snprintf(buffer, 120, "%s", text ? text : "?");
    free(text);
    return buffer;
}

// ---- text

static void law_actions(court *c)
{
    for (const mw_action *a = c->kind->rules->actions; a->word; a++)
        for (const mw_action *b = c->kind->rules->actions; b->word; b++)
            if (a != b && !strncmp(a->word, b->word, strlen(a->word)))
                fail(c, "the move %s begins with the move %s", b->word, a->word);
}

static void law_text(court *c)
{
    static const char *const forms[] = {"own", "id"};
    for (unsigned i = 0; i < 2; i++) {
        mw_error error;
        char *text = mw_maze_print(c->m, forms[i]);
        if (starved(c, !text, NULL))
            continue;
        mw_maze *again = i ? mw_maze_of_kind(c->m->kind, text, &error)
                           : mw_maze_read(c->m->kind, text, strlen(text), &error);
        bool unread = !again && !starved(c, true, &error);
        if (unread)
            fail(c, "the %s form is not read back: %s", forms[i], error.text);
        else if (again && !mw_maze_equal(c->m, again))
            fail(c, "the %s form reads back as another maze", forms[i]);
        const char *body = i ? strchr(text, ':') : NULL;
        if (body &&
            body[strspn(body, ":/.,_~+@=-abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                              "0123456789")])
            fail(c, "the id has a character that shells or addresses do not leave alone");
        mw_maze_free(again);
        free(text);
    }
}

// ---- states and edges

static bool spare_words_zero(const court *c, const mw_state *s)
{
    for (unsigned i = c->m->words; i < MW_STATE_WORDS; i++)
        if (s->w[i])
            return false;
    return true;
}

static void check_rank(court *c, const mw_state *s)
{
    char where[120];
    if (!c->kind->rules->count)
        return;
    uint64_t rank = c->kind->rules->rank(c->m, s);
    mw_state back;
    if (rank >= c->kind->rules->count(c->m))
        fail(c, "%s has rank %llu, beyond the count", shown(c, s, where), (unsigned long long)rank);
    else if (!c->kind->rules->unrank(c->m, rank, &back))
        fail(c, "%s has rank %llu, which unrank calls no state", shown(c, s, where),
             (unsigned long long)rank);
    else if (c->kind->rules->rank(c->m, &back) != rank)
        fail(c, "%s: unrank and rank do not return to %llu", shown(c, s, where),
             (unsigned long long)rank);
}

static void check_edge(court *c, const mw_state *s, const mw_edge *e, int previous)
{
    char where[120];
    unsigned actions = 0;
    while (c->kind->rules->actions[actions].word)
        actions++;
    shown(c, s, where);
    if (e->action >= actions)
        fail(c, "%s: action %u does not exist", where, e->action);
    else if ((int)e->action <= previous)
        fail(c, "%s: actions are not listed in rising order", where);
    if (!e->cost || (e->cost != 1 && c->m->traits & MW_UNIT_COST))
        fail(c, "%s: a move costs %u", where, e->cost);
    if (!spare_words_zero(c, &e->to))
        fail(c, "%s: a move leads to a state with bits in spare words", where);
    if (e->status == MW_LOST)
        return;
    if (e->status != (int16_t)c->kind->rules->status(c->m, &e->to))
        fail(c, "%s: a move says status %d, but the state there says otherwise", where, e->status);
    if (c->kind->rules->rank && e->rank != c->kind->rules->rank(c->m, &e->to))
        fail(c, "%s: a move's rank is not the rank of its state", where);
}

static void law_edges(court *c)
{
    mw_state s;
    mw_edge edges[MW_EDGES_MAX + 1], again[MW_EDGES_MAX + 1];
    uint32_t step = c->g->states / STATES_MAX + 1;
    for (uint32_t id = 0; id < c->g->states; id += step) {
        char where[120];
        mw_graph_state(c->g, id, &s);
        c->states++;
        check_rank(c, &s);
        if (!spare_words_zero(c, &s))
            fail(c, "%s has bits in spare words", shown(c, &s, where));
        if (c->kind->rules->status(c->m, &s) != MW_OPEN)
            continue;
        memset(edges, 0, sizeof edges);
        memset(again, 0, sizeof again);
        unsigned n = c->kind->rules->expand(c->m, &s, edges);
        if (n > MW_EDGES_MAX) {
            fail(c, "%s has %u moves, more than %d", shown(c, &s, where), n, MW_EDGES_MAX);
            return;
        }
        if (c->kind->rules->expand(c->m, &s, again) != n || memcmp(edges, again, n * sizeof *edges))
            fail(c, "%s does not expand to the same moves twice", shown(c, &s, where));
        for (unsigned i = 0; i < n; i++)
            check_edge(c, &s, &edges[i], i ? edges[i - 1].action : -1);
    }
}

static bool alike(const mw_edge *a, const mw_edge *b, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        if (a[i].action != b[i].action || a[i].rank != b[i].rank || a[i].cost != b[i].cost ||
            a[i].status != b[i].status)
            return false;
    return true;
}

// Random play keeps the true states, where the graph holds one for each rank: both must behave
// alike. It also catches gross mistakes before anything is built on them.
static void law_play(court *c)
{
    mw_rng rng;
    mw_rng_seed(&rng, c->seed);
    mw_state s, twin;
    mw_edge edges[MW_EDGES_MAX + 1], others[MW_EDGES_MAX + 1];
    c->kind->rules->start(c->m, &s);
    for (unsigned step = 0; step < 2000 && !c->failures; step++) {
        char where[120];
        unsigned n = c->kind->rules->status(c->m, &s) == MW_OPEN
                         ? c->kind->rules->expand(c->m, &s, edges)
                         : 0;
        for (unsigned i = 0; i < n; i++)
            check_edge(c, &s, &edges[i], i ? edges[i - 1].action : -1);
        check_rank(c, &s);
        if (c->kind->rules->count && !c->failures) {
            c->kind->rules->unrank(c->m, c->kind->rules->rank(c->m, &s), &twin);
            if (c->kind->rules->status(c->m, &s) != c->kind->rules->status(c->m, &twin) ||
                (n &&
                 (c->kind->rules->expand(c->m, &twin, others) != n || !alike(edges, others, n))))
                fail(c, "%s and another state of its rank do not behave alike",
                     shown(c, &s, where));
        }
        const mw_edge *e = n ? &edges[mw_rng_below(&rng, n)] : NULL;
        if (e && e->status == MW_OPEN)
            s = e->to;
        else
            c->kind->rules->start(c->m, &s);
    }
}

static void law_reversible(court *c)
{
    const mw_graph *g = c->g;
    if (!(c->m->traits & MW_REVERSIBLE))
        return;
    for (uint32_t s = 0; s < g->states; s++)
        for (uint32_t i = g->first[s]; i < g->first[s + 1]; i++) {
            uint32_t to = g->arcs[i].to, back = 0;
            if (to == MW_FAR || g->status[to] != MW_OPEN)
                continue;
            for (uint32_t j = g->first[to]; j < g->first[to + 1]; j++)
                back += g->arcs[j].to == s;
            if (!back) {
                mw_state state;
                char where[120];
                mw_graph_state(g, s, &state);
                fail(c, "a move out of %s cannot be undone, though the maze says that all can",
                     shown(c, &state, where));
            }
        }
}

// ---- heuristics and searches

static void law_heuristics(court *c)
{
    for (const mw_heuristic *h = c->kind->heuristics; h && h->name; h++) {
        mw_audit a;
        if (starved(c, !mw_audit_run(c->g, h, &a), NULL))
            return;
        if (a.claims & MW_ADMISSIBLE && !a.admissible)
            fail(c, "%s claims to be admissible, but estimates %u where the distance is %u",
                 h->name, a.over_estimate, a.over_exact);
        if (a.claims & MW_CONSISTENT && !a.consistent)
            fail(c, "%s claims to be consistent, but drops from %u to %u over a move of cost %u",
                 h->name, a.from_estimate, a.to_estimate, a.edge_cost);
    }
}

// Every algorithm with every store must tell the same story as the graph.
static void law_searches(court *c)
{
    static const mw_visited_type stores[] = {MW_VISITED_DENSE, MW_VISITED_HASHED, MW_VISITED_FULL};
    bool solvable = c->g->distance[0] != MW_FAR;
    if (c->g->reachable > STATES_MAX)
        return;
    for (const mw_algorithm *a = mw_algorithms(); a->name && !c->limit; a++)
        for (unsigned i = 0; i < 3 && !c->limit; i++) {
            mw_search_options o = {.algorithm = a->name, .store = stores[i], .limits = rest_of(c)};
            mw_result r;
            mw_error error;
            if (stores[i] == MW_VISITED_DENSE &&
                mw_visited_choose(c->m, stores[i]) != MW_VISITED_DENSE)
                continue;
            const char *store = mw_visited_name(stores[i]);
            bool ran = mw_search(c->m, &o, &r, &error);
            if (starved(c, !ran, &error))
                continue;
            if (!ran)
                fail(c, "%s refuses: %s", a->name, error.text);
            else if (r.outcome == MW_OUTCOME_LIMIT)
                c->limit = r.limit;
            else if ((r.outcome == MW_OUTCOME_SOLVED) != solvable)
                fail(c, "%s (%s) says %s", a->name, store, mw_outcome_name(r.outcome));
            else if (solvable &&
                     (r.cost < c->g->distance[0] || (r.optimal && r.cost != c->g->distance[0])))
                fail(c, "%s (%s) finds cost %llu where %u is least", a->name, store,
                     (unsigned long long)r.cost, c->g->distance[0]);
            mw_result_free(&r);
        }
}

// A maze in a mirror is as long as before, has as many states, and turns back into itself.
static void law_turning(court *c)
{
    const mw_design *d = c->kind->design;
    const mw_limits rest = rest_of(c);
    for (unsigned symmetry = 1; d && d->turn && symmetry < 8 && !c->limit; symmetry++) {
        mw_maze *turned = d->turn(c->m, symmetry);
        mw_limit limit = MW_LIMIT_MEMORY;
        mw_graph *g = turned ? mw_graph_build(turned, true, &rest, &limit) : NULL;
        c->limit = limit ? limit : c->limit;
        if (g && (g->reachable != c->g->reachable || g->distance[0] != c->g->distance[0]))
            fail(c, "symmetry %u gives a maze of length %d with %u states", symmetry,
                 (int)g->distance[0], g->reachable);
        // To undo it, swap the first two bits where rows and columns were swapped.
        unsigned undo = symmetry & 4 ? 4u | (symmetry & 1) << 1 | (symmetry & 2) >> 1 : symmetry;
        mw_maze *back = turned ? d->turn(turned, undo) : NULL;
        starved(c, !back, NULL);
        if (back && !mw_maze_equal(back, c->m))
            fail(c, "symmetry %u is not undone by symmetry %u", symmetry, undo);
        mw_maze_free(back);
        mw_graph_free(g);
        mw_maze_free(turned);
    }
}

// Steps of a designer keep a maze legal: it prints, reads back as itself, and can be played.
static void law_steps(court *c)
{
    mw_rng rng;
    mw_rng_seed(&rng, c->seed);
    mw_maze *m = c->kind->design ? mw_maze_clone(c->m) : NULL;
    starved(c, c->kind->design && !m, NULL);
    for (unsigned step = 0; m && step < 50 && !c->failures; step++) {
        mw_error error;
        c->kind->design->mutate(m, &rng);
        char *text = mw_maze_print(m, "own");
        mw_maze *again = text ? mw_maze_read(m->kind, text, strlen(text), &error) : NULL;
        bool unread = !starved(c, !text, NULL) && !again && !starved(c, true, &error);
        if (unread)
            fail(c, "after %u steps a maze is not read back: %s", step + 1, error.text);
        else if (again && !mw_maze_equal(m, again))
            fail(c, "after %u steps a maze reads back as another one", step + 1);
        mw_maze_free(again);
        free(text);
    }
    mw_maze_free(m);
}

static const struct {
    const char *name;
    void (*check)(court *);
    bool needs_graph; // and is tried only when all before it hold
} laws[] = {
    {"states of one rank behave alike in play", law_play, false},
    {"states, ranks and moves agree", law_edges, true},
    {"reversible mazes can be walked back", law_reversible, true},
    {"heuristics keep their claims", law_heuristics, true},
    {"all searches agree", law_searches, true},
    {"a turned maze is the same maze", law_turning, true},
    {"steps of a designer keep a maze legal", law_steps, false},
    {"printing and reading are inverse", law_text, false},
    {"moves can be told apart without blanks", law_actions, false},
};

mw_verdict mw_laws(const mw_maze *m, uint64_t seed, const mw_limits *limits,
                   void (*say)(void *, const char *), void *context)
{
    static const mw_limits none = {0};
    court c = {.m = m,
               .kind = m->kind,
               .limits = limits ? limits : &none,
               .seed = seed,
               .say = say,
               .context = context};
    mw_graph *g = NULL;
    mw_verdict v = {0};
    for (unsigned i = 0; i < sizeof laws / sizeof *laws && !v.limit; i++) {
        c.law = laws[i].name;
        if (laws[i].needs_graph && c.failures)
            continue;
        if (laws[i].needs_graph && !g)
            c.g = g = mw_graph_build(m, true, c.limits, &v.limit);
        if (v.limit)
            break;
        laws[i].check(&c);
        v.limit = c.limit;
        v.laws += !c.limit;
    }
    v.states = c.states;
    v.failures = c.failures;
    mw_graph_free(g);
    return v;
}
