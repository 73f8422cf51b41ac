// laws_rules.c: laws of the rules: states, ranks, moves and costs agree; every search finds what
// the whole graph says.
#include "core/expression.h"
#include "search/laws.h"
#include "search/search.h"

#include <stdlib.h>
#include <string.h>

#define STATES_MAX   100000 // states that a law looks at, spread over the graph
#define DEEPENED_MAX 100000 // states times depth, for searches that deepen step by step

// ---- states and moves

static bool spare_words_zero(const mw_check *c, const mw_state *s)
{
    for (unsigned i = c->m->words; i < MW_STATE_WORDS; i++)
        if (s->w[i])
            return false;
    return true;
}

static void check_state(mw_check *c, const mw_state *s)
{
    char where[120];
    mw_status status = c->kind->rules->status(c->m, s);
    if (status != MW_LOST && status != MW_OPEN && status != MW_SOLVED)
        mw_broken(c, "%s has the status %d, which is none", mw_shown(c, s, where), (int)status);
    if (mw_cell_of(c, s) >= mw_cells_of(c->m))
        mw_broken(c, "%s is in cell %u, beyond the board", mw_shown(c, s, where), mw_cell_of(c, s));
    if (!c->kind->rules->count)
        return;
    uint64_t rank = c->kind->rules->rank(c->m, s);
    mw_state back;
    if (rank >= c->kind->rules->count(c->m))
        mw_broken(c, "%s has rank %llu, beyond the count", mw_shown(c, s, where),
                  (unsigned long long)rank);
    else if (!c->kind->rules->unrank(c->m, rank, &back))
        mw_broken(c, "%s has rank %llu, which unrank calls no state", mw_shown(c, s, where),
                  (unsigned long long)rank);
    else if (c->kind->rules->rank(c->m, &back) != rank)
        mw_broken(c, "%s: unrank and rank do not return to %llu", mw_shown(c, s, where),
                  (unsigned long long)rank);
}

static void check_edge(mw_check *c, const mw_state *s, const mw_edge *e, int previous)
{
    char where[120];
    unsigned actions = 0;
    while (c->kind->rules->actions[actions].word)
        actions++;
    mw_shown(c, s, where);
    if (e->action >= actions)
        mw_broken(c, "%s: action %u does not exist", where, e->action);
    else if ((int)e->action <= previous)
        mw_broken(c, "%s: actions are not listed in rising order", where);
    if (!e->cost || (e->cost != 1 && c->m->traits & MW_UNIT_COST))
        mw_broken(c, "%s: a move costs %u", where, e->cost);
    if (!spare_words_zero(c, &e->to))
        mw_broken(c, "%s: a move leads to a state with bits in spare words", where);
    if (e->status == MW_LOST)
        return;
    if (e->status != (int16_t)c->kind->rules->status(c->m, &e->to))
        mw_broken(c, "%s: a move says status %d, but the state there says otherwise", where,
                  e->status);
    if (c->kind->rules->rank && e->rank != c->kind->rules->rank(c->m, &e->to))
        mw_broken(c, "%s: a move's rank is not the rank of its state", where);
}

void mw_law_edges(mw_check *c)
{
    mw_state s;
    mw_edge edges[MW_EDGES_MAX + 1], again[MW_EDGES_MAX + 1];
    uint32_t step = c->g->states / STATES_MAX + 1;
    for (uint32_t id = 0; id < c->g->states; id += step) {
        char where[120];
        mw_graph_state(c->g, id, &s);
        c->states++;
        check_state(c, &s);
        if (!spare_words_zero(c, &s))
            mw_broken(c, "%s has bits in spare words", mw_shown(c, &s, where));
        if (c->kind->rules->status(c->m, &s) != MW_OPEN)
            continue;
        memset(edges, 0, sizeof edges);
        memset(again, 0, sizeof again);
        unsigned n = c->kind->rules->expand(c->m, &s, edges);
        if (n > MW_EDGES_MAX) {
            mw_broken(c, "%s has %u moves, more than %d", mw_shown(c, &s, where), n, MW_EDGES_MAX);
            return;
        }
        if (c->kind->rules->expand(c->m, &s, again) != n || memcmp(edges, again, n * sizeof *edges))
            mw_broken(c, "%s does not expand to the same moves twice", mw_shown(c, &s, where));
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

// A reason is given for every move that is not legal, and for no other.
static void check_reasons(mw_check *c, const mw_state *s, const mw_edge *edges, unsigned n)
{
    const mw_action *actions = c->kind->rules->actions;
    for (uint16_t a = 0; actions[a].word; a++) {
        mw_writer w = {0};
        char where[120];
        bool legal = false;
        for (unsigned i = 0; i < n; i++)
            legal |= edges[i].action == a;
        c->kind->rules->why_not(c->m, s, a, &w);
        const char *why = w.text ? w.text : "";
        bool known = !mw_check_no_memory(c, w.failed, NULL);
        if (known && legal != !*why)
            mw_broken(c, "%s: %s is %s, but the reason against it is '%s'", mw_shown(c, s, where),
                      actions[a].word, legal ? "legal" : "not legal", why);
        else if (known && *why && (strchr(" .", why[strlen(why) - 1]) || why[strcspn(why, "\n\t")]))
            mw_broken(c,
                      "%s: the reason against %s ends with a blank or a full stop, or has "
                      "several lines",
                      mw_shown(c, s, where), actions[a].word);
        free(w.text);
    }
}

#define EDGES_ROOM (4 * MW_EDGES_MAX) // a kind that lists too many moves is told so, not trusted

// Random play keeps the true states, where the graph holds one for each rank: both must behave
// alike. It also catches gross mistakes before anything is built on them.
void mw_law_play(mw_check *c)
{
    mw_rng rng;
    mw_rng_seed(&rng, c->seed);
    mw_state s, twin;
    mw_edge edges[EDGES_ROOM], others[EDGES_ROOM];
    c->kind->rules->start(c->m, &s);
    for (unsigned step = 0; step < 2000 && !c->failures; step++) {
        char where[120];
        unsigned n = c->kind->rules->status(c->m, &s) == MW_OPEN
                         ? c->kind->rules->expand(c->m, &s, edges)
                         : 0;
        if (n > MW_EDGES_MAX) {
            mw_broken(c, "%s has %u moves, more than %d", mw_shown(c, &s, where), n, MW_EDGES_MAX);
            return;
        }
        for (unsigned i = 0; i < n; i++)
            check_edge(c, &s, &edges[i], i ? edges[i - 1].action : -1);
        check_state(c, &s);
        if (step < 300 && MW_HAS(c->kind, rules, why_not) &&
            c->kind->rules->status(c->m, &s) == MW_OPEN)
            check_reasons(c, &s, edges, n);
        if (c->kind->rules->count && !c->failures) {
            c->kind->rules->unrank(c->m, c->kind->rules->rank(c->m, &s), &twin);
            if (c->kind->rules->status(c->m, &s) != c->kind->rules->status(c->m, &twin) ||
                (n &&
                 (c->kind->rules->expand(c->m, &twin, others) != n || !alike(edges, others, n))))
                mw_broken(c, "%s and another state of its rank do not behave alike",
                          mw_shown(c, &s, where));
            mw_law_same_facts(c, &s, &twin);
        }
        const mw_edge *e = n ? &edges[mw_rng_below(&rng, n)] : NULL;
        if (e && e->status == MW_OPEN)
            s = e->to;
        else
            c->kind->rules->start(c->m, &s);
    }
}

void mw_law_reversible(mw_check *c)
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
                mw_broken(c, "a move out of %s cannot be undone, though the maze says that all can",
                          mw_shown(c, &state, where));
            }
        }
}

// ---- features, heuristics and searches

static bool is_name(const char *text)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz";
    return *text && strchr(letters, *text) &&
           !text[strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789_")];
}

// Their names can stand in an expression, and every state has a number for each.
void mw_law_features(mw_check *c)
{
    const mw_feature *of = mw_features(c->kind);
    unsigned count = 0;
    for (; count < MW_FEATURES_MAX && of[count].name; count++) {
        mw_expression e;
        mw_error error;
        if (!is_name(of[count].name) ||
            !mw_expression_compile(&e, of[count].name, (const char *[]){of[count].name, NULL},
                                   &error))
            mw_broken(c, "the feature '%s' is no name in an expression", of[count].name);
        if (!of[count].about || !*of[count].about)
            mw_broken(c, "nothing is said about the feature '%s'", of[count].name);
        for (unsigned i = 0; i < count; i++)
            if (!strcmp(of[i].name, of[count].name))
                mw_broken(c, "two features are called '%s'", of[i].name);
    }
    if (count == MW_FEATURES_MAX && of[count].name)
        mw_broken(c, "there are more than %d features", MW_FEATURES_MAX);
    uint32_t step = c->g->states / STATES_MAX + 1;
    for (uint32_t id = 0; count && id < c->g->states; id += step) {
        double values[MW_FEATURES_MAX], alone[MW_FEATURES_MAX];
        mw_state s;
        char where[120];
        for (unsigned i = 0; i < MW_FEATURES_MAX; i++)
            values[i] = alone[i] = NAN;
        mw_graph_state(c->g, id, &s);
        mw_state_features(c->m, &s, values);
        unsigned one = id % count;
        c->kind->rules->measure(c->m, &s, (uint64_t)1 << one, alone);
        for (unsigned i = 0; i < count; i++)
            if (!isfinite(values[i]))
                mw_broken(c, "%s has no value for the feature '%s'", mw_shown(c, &s, where),
                          of[i].name);
        if (isfinite(values[one]) && alone[one] != values[one])
            mw_broken(c, "%s: the feature '%s' is %g, but %g where only it is wanted",
                      mw_shown(c, &s, where), of[one].name, values[one], alone[one]);
    }
}

// ---- heuristics and searches

void mw_law_heuristics(mw_check *c)
{
    for (const mw_heuristic *h = mw_heuristics(c->kind); h->name; h++) {
        mw_audit a;
        if (mw_check_no_memory(c, !mw_audit_run(c->g, h, &a), NULL))
            return;
        if (a.claims & MW_ADMISSIBLE && !a.admissible)
            mw_broken(c, "%s claims to be admissible, but estimates %u where the distance is %u",
                      h->name, a.over_estimate, a.over_exact);
        if (a.claims & MW_CONSISTENT && !a.consistent)
            mw_broken(c,
                      "%s claims to be consistent, but drops from %u to %u over a move of cost %u",
                      h->name, a.from_estimate, a.to_estimate, a.edge_cost);
    }
}

// Would this algorithm take long? One that deepens step by step goes over the states again and
// again.
static bool takes_long(const mw_check *c, const mw_algorithm *a)
{
    uint64_t deepest = 0;
    mw_error error;
    mw_search_options none = {.algorithm = a->name, .store = MW_VISITED_NONE};
    for (uint32_t s = 0; s < c->g->reachable; s++)
        deepest = c->g->depth[s] > deepest ? c->g->depth[s] : deepest;
    return mw_search_valid(c->m, &none, &error) && c->g->reachable * deepest > DEEPENED_MAX;
}

// Every algorithm with every store must tell the same story as the graph.
void mw_law_searches(mw_check *c)
{
    static const mw_visited_type stores[] = {MW_VISITED_DENSE, MW_VISITED_HASHED, MW_VISITED_FULL};
    bool solvable = c->g->distance[0] != MW_FAR;
    if (c->g->reachable > STATES_MAX)
        return;
    for (const mw_algorithm *a = mw_algorithms(); a->name && !c->limit; a++)
        for (unsigned i = 0; i < 3 && !c->limit && !takes_long(c, a); i++) {
            mw_search_options o = {
                .algorithm = a->name, .store = stores[i], .limits = mw_rest_of_limits(c)};
            mw_result r;
            mw_error error;
            if (stores[i] == MW_VISITED_DENSE &&
                mw_visited_choose(c->m, stores[i]) != MW_VISITED_DENSE)
                continue;
            const char *store = mw_visited_name(stores[i]);
            bool ran = mw_search(c->m, &o, &r, &error);
            if (mw_check_no_memory(c, !ran, &error))
                continue;
            if (!ran)
                mw_broken(c, "%s refuses: %s", a->name, error.text);
            else if (a->incomplete && r.limit == MW_LIMIT_STUCK)
                ; // it claims nothing
            else if (r.outcome == MW_OUTCOME_LIMIT)
                c->limit = r.limit;
            else if ((r.outcome == MW_OUTCOME_SOLVED) != solvable)
                mw_broken(c, "%s (%s) says %s", a->name, store, mw_outcome_name(r.outcome));
            else if (solvable &&
                     (r.cost < c->g->distance[0] || (r.optimal && r.cost != c->g->distance[0])))
                mw_broken(c, "%s (%s) finds cost %llu where %u is least", a->name, store,
                          (unsigned long long)r.cost, c->g->distance[0]);
            mw_result_free(&r);
        }
}
