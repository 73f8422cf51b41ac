// search.c: the table of algorithms, and the work around each of them: it reads the options before,
// and replays the solution after.
#include "search/search.h"

#include "core/grow.h"
#include "core/registry.h"
#include "core/text.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- the table

enum proof { NEVER, UNIT_COST, ALWAYS, ADMISSIBLE }; // when is a solution proven optimal?

static const struct entry {
    void (*run)(mw_search_run *, mw_visited_type);
    enum proof proof;
    bool count_cost, reopen, store_optional;
} entries[] = {
    {.run = mw_bfs, .proof = UNIT_COST},
    {.run = mw_dfs, .proof = NEVER},
    {.run = mw_deepen, .proof = UNIT_COST, .store_optional = true},
    {.run = mw_best_first, .proof = ALWAYS, .count_cost = true},
    {.run = mw_best_first, .proof = NEVER},
    {.run = mw_best_first, .proof = ADMISSIBLE, .count_cost = true, .reopen = true},
    {.run = mw_best_first, .proof = ADMISSIBLE, .count_cost = true, .reopen = true},
    {.run = mw_deepen, .proof = ADMISSIBLE, .count_cost = true, .store_optional = true},
    {.run = mw_hill, .proof = NEVER, .store_optional = true},
};

static const mw_algorithm algorithms[] = {
    // in the order of `entries`
    {.name = "bfs", .about = "breadth-first: fewest moves"},
    {.name = "dfs", .about = "depth-first: some solution"},
    {.name = "ids", .about = "iterative deepening: fewest moves"},
    {.name = "ucs", .about = "uniform cost: least cost"},
    {.name = "greedy", .about = "greedy best-first: smallest estimate first", .informed = true},
    {.name = "astar", .about = "A*: least cost plus estimate first", .informed = true},
    {.name = "wastar",
     .about = "weighted A*: the estimate counts --weight times",
     .informed = true,
     .weighted = true},
    {.name = "idastar",
     .about = "IDA*: iterative deepening on cost plus estimate",
     .informed = true},
    {.name = "hill",
     .about = "hill climbing: to the smallest estimate one move away; often gets stuck",
     .informed = true,
     .incomplete = true},
    {0},
};
_Static_assert(sizeof algorithms / sizeof *algorithms == sizeof entries / sizeof *entries + 1,
               "one entry for each algorithm");

const mw_algorithm *mw_algorithms(void)
{
    return algorithms;
}

const mw_algorithm *mw_algorithm_find(const char *name)
{
    const mw_algorithm *a = algorithms;
    while (a->name && strcmp(a->name, name))
        a++;
    return a->name ? a : NULL;
}

const char *mw_outcome_name(mw_outcome o)
{
    static const char *const names[] = {"solved", "unsolvable", "limit"};
    return names[o];
}

const char *mw_limit_name(mw_limit l)
{
    static const char *const names[] = {"none", "states", "memory", "stopped", "stuck"};
    return names[l];
}

// ---- functions for the algorithms

bool mw_search_run_out_of_memory(mw_search_run *run)
{
    run->result->outcome = MW_OUTCOME_LIMIT;
    run->result->limit = MW_LIMIT_MEMORY;
    return false;
}

uint32_t mw_search_run_estimate(const mw_search_run *run, const mw_state *s)
{
    uint32_t h = mw_estimate(&run->estimator, s);
    return h == MW_FAR && (run->exhaust || !run->estimator.admissible) ? 1u << 28 : h;
}

bool mw_search_run_found_actions(mw_search_run *run, const uint16_t *actions, size_t count)
{
    mw_result *r = run->result;
    if (r->outcome == MW_OUTCOME_SOLVED) // an exhaustive run keeps its first solution
        return true;
    r->actions = mw_resize(&run->budget, NULL, 0, (count + 1) * sizeof *actions);
    if (!r->actions)
        return mw_search_run_out_of_memory(run);
    if (count) // without moves `actions` may be NULL
        memcpy(r->actions, actions, count * sizeof *actions);
    r->moves = (uint32_t)count;
    r->outcome = MW_OUTCOME_SOLVED;
    return true;
}

bool mw_search_run_found_states(mw_search_run *run, const mw_state *states, size_t count,
                                bool by_rank)
{
    const mw_maze *m = run->maze;
    uint16_t *actions = mw_resize(&run->budget, NULL, 0, count * sizeof *actions);
    if (!actions)
        return mw_search_run_out_of_memory(run);
    // Stored states may stand for others of the same rank, so the true states are found by playing.
    mw_state at = run->start;
    mw_edge edges[MW_EDGES_MAX];
    for (size_t i = 1; i < count; i++) {
        unsigned n = run->kind->rules->expand(m, &at, edges);
        const mw_edge *best = NULL;
        uint64_t rank = by_rank ? mw_rank(m, &states[i]) : 0;
        for (mw_edge *e = edges; e < edges + n; e++)
            if ((by_rank ? e->rank == rank : !memcmp(&e->to, &states[i], sizeof e->to)) &&
                e->status != MW_LOST && (!best || e->cost < best->cost))
                best = e;
        assert(best);
        actions[i - 1] = best->action;
        at = best->to;
    }
    bool kept = mw_search_run_found_actions(run, actions, count - 1);
    mw_release(&run->budget, actions, count * sizeof *actions);
    return kept;
}

bool mw_search_run_found_id(mw_search_run *run, const mw_visited *store, uint32_t goal)
{
    size_t count = 1;
    for (uint32_t id = goal; id; id = *(uint32_t *)mw_visited_row(store, id))
        count++;
    mw_state *states = mw_resize(&run->budget, NULL, 0, count * sizeof *states);
    if (!states)
        return mw_search_run_out_of_memory(run);
    uint32_t id = goal;
    for (size_t i = count; i--; id = *(uint32_t *)mw_visited_row(store, id))
        mw_visited_get(store, id, &states[i]);
    bool kept = mw_search_run_found_states(run, states, count, store->by_rank);
    mw_release(&run->budget, states, count * sizeof *states);
    return kept;
}

// ---- one search

static bool find_algorithm(const char *name, unsigned *index, mw_error *error)
{
    char known[200] = "the algorithms are";
    size_t words = strlen(known), at = words;
    for (*index = 0; algorithms[*index].name; ++*index) {
        if (!strcmp(algorithms[*index].name, name))
            return true;
        at += (size_t)snprintf(known + at, sizeof known - at, " %s", algorithms[*index].name);
    }
    return mw_refuse_unknown(error, name, known, words, "unknown algorithm '%.40s'", name);
}

static bool proven(enum proof proof, const mw_search_run *run)
{
    switch (proof) {
    case NEVER: return false;
    case UNIT_COST: return run->maze->traits & MW_UNIT_COST;
    case ALWAYS: return true;
    case ADMISSIBLE: return run->estimator.admissible && run->weight <= MW_WEIGHT_ONE;
    }
    return false;
}

// False and *error: a search of the program's own has answered with moves that are no solution.
static bool explore(mw_search_run *run, const mw_search_options *o, const struct entry *entry,
                    mw_visited_type type, mw_error *error)
{
    mw_result *r = run->result;
    uint32_t illegal = 0;
    bool right = true;
    run->kind->rules->start(run->maze, &run->start);
    mw_status status = run->kind->rules->status(run->maze, &run->start);
    r->outcome = MW_OUTCOME_UNSOLVABLE;
    if (o->event && !mw_tell_source(run, o, entry->run))
        return true;
    if (run->tracer && status == MW_SOLVED)
        mw_tell_state(run, MW_EVENT_GOAL, &run->start);
    if (status == MW_SOLVED)
        mw_search_run_found_actions(run, NULL, 0);
    else if (status == MW_OPEN && o->explore)
        right = mw_own(run, o, &illegal);
    else if (status == MW_OPEN)
        entry->run(run, type);
    if (!right)
        return illegal
                   ? mw_refuse(error, "move %u of the solution of '%.40s' is not legal", illegal,
                               r->algorithm)
                   : mw_refuse(error, "the moves of '%.40s' do not solve the maze", r->algorithm);
    if (r->outcome == MW_OUTCOME_SOLVED) {
        mw_status end;
        size_t played = mw_replay(run->maze, r->actions, r->moves, NULL, &r->cost, &end);
        assert(played == r->moves && end == MW_SOLVED);
        r->optimal = proven(entry->proof, run);
    }
    return true;
}

// The algorithm, heuristic and weight that the options choose for a maze.
typedef struct choice {
    const char *name;
    const struct entry *entry;
    const mw_algorithm *algorithm;
    const mw_heuristic *heuristic;
    mw_heuristic *own; // made from an expression
    double weight;
} choice;

static bool choose(const mw_maze *m, const mw_search_options *o, choice *c, mw_error *error)
{
    static const struct entry own = {.proof = NEVER, .count_cost = true, .store_optional = true};
    static const mw_algorithm any = {.informed = true, .incomplete = true};
    unsigned index;
    const char *name = o->algorithm ? o->algorithm : m->traits & MW_UNIT_COST ? "bfs" : "ucs";
    *c = (choice){0};
    if (o->explore)
        *c =
            (choice){.name = o->algorithm ? o->algorithm : "own", .entry = &own, .algorithm = &any};
    else if (!find_algorithm(name, &index, error))
        return false;
    else
        *c = (choice){.name = name, .entry = &entries[index], .algorithm = &algorithms[index]};
    if (o->store == MW_VISITED_NONE && !c->entry->store_optional)
        return mw_refuse(
            error,
            "store 'none' is for ids, idastar and hill, not for '%.40s'; use dense, hashed "
            "or full",
            name);
    if (o->store == MW_VISITED_DENSE && mw_visited_choose(m, o->store) != MW_VISITED_DENSE)
        return mw_refuse(error,
                         "the dense store does not fit this maze of kind '%.40s'; use hashed",
                         m->kind->name);
    c->weight = !c->algorithm->weighted ? 1 : o->weight == 0 ? 2 : o->weight;
    if (!(c->weight >= 0 && c->weight <= 1000))
        return mw_refuse(error, "bad weight for '%.40s'; it must lie between 0 and 1000", name);
    if (c->algorithm->informed)
        c->heuristic = o->own         ? o->own
                       : o->heuristic ? mw_heuristic_read(m->kind, o->heuristic, &c->own, error)
                                      : mw_heuristic_default(m);
    return !c->algorithm->informed || c->heuristic || !o->heuristic ||
           !strcmp(o->heuristic, "zero");
}

bool mw_search_valid(const mw_maze *m, const mw_search_options *given, mw_error *error)
{
    mw_search_options o;
    choice c;
    MW_TAKE_OPTIONS(mw_search_options, &o, given, event_context);
    bool valid = choose(m, &o, &c, error);
    mw_heuristic_free(c.own);
    return valid;
}

bool mw_search(const mw_maze *m, const mw_search_options *given, mw_result *r, mw_error *error)
{
    choice c;
    mw_search_options options;
    const mw_search_options *o = &options;
    MW_TAKE_OPTIONS(mw_search_options, &options, given, event_context);
    *r = (mw_result){0};
    if (!choose(m, o, &c, error))
        return false;
    mw_search_run run = {.maze = m,
                         .kind = m->kind,
                         .exhaust = o->exhaust,
                         .count_cost = c.entry->count_cost,
                         .reopen = c.entry->reopen,
                         .weight = (uint64_t)(c.weight * MW_WEIGHT_ONE + 0.5),
                         .result = r,
                         .budget.limit = o->limits.bytes};
    r->algorithm = o->explore ? c.name : c.algorithm->name;
    r->own_name = c.own ? mw_text_copy(c.own->name, strlen(c.own->name)) : NULL;
    r->heuristic = !c.algorithm->informed ? NULL
                   : c.own                ? r->own_name
                   : c.heuristic          ? c.heuristic->name
                                          : "zero";
    bool marks = c.entry->run == mw_bfs && !o->event; // at most two bits a rank
    r->store =
        c.entry->run == mw_hill
            ? MW_VISITED_NONE
            : mw_visited_choose_within(m, o->store, marks ? 2 : MW_SLOT_BITS, o->limits.bytes);
    r->limit = mw_estimator_init(&run.estimator, m, c.heuristic, r->store, &o->limits, &run.budget);
    if (c.own && !r->own_name)
        r->limit = MW_LIMIT_MEMORY;
    mw_limited_begin(&run.work, &o->limits);
    bool right = true;
    if (r->limit == MW_WITHIN)
        right = explore(&run, o, c.entry, r->store, error);
    else
        r->outcome = MW_OUTCOME_LIMIT;
    if (o->event)
        mw_tell_end(&run, o);
    mw_limited_end(&run.work);
    mw_estimator_free(&run.estimator, &run.budget);
    mw_heuristic_free(c.own);
    r->bytes = run.budget.peak;
    if (!right)
        mw_result_free(r);
    return right;
}

#define PROOF_STATES 4000000 // that a proof looks at where there is no other limit

void mw_search_prove(const mw_maze *m, const mw_search_options *given, mw_result *r)
{
    choice c;
    mw_search_options o;
    mw_error error;
    mw_audit a;
    MW_TAKE_OPTIONS(mw_search_options, &o, given, event_context);
    bool open = r->outcome == MW_OUTCOME_SOLVED && !r->optimal && o.store != MW_VISITED_FULL &&
                choose(m, &o, &c, &error);
    bool untested = open && (c.own || o.own || mw_heuristic_is_added(m->kind, c.heuristic));
    if (untested && c.entry->proof == ADMISSIBLE && c.weight <= 1) {
        if (!o.limits.states)
            o.limits.states = PROOF_STATES;
        mw_graph *g = mw_graph_build(m, false, &o.limits, NULL);
        r->optimal = g && mw_audit_run(g, c.heuristic, &a) && a.admissible;
        mw_graph_free(g);
    }
    if (open)
        mw_heuristic_free(c.own);
}

void mw_result_free(mw_result *r)
{
    free(r->actions);
    free(r->own_name);
    *r = (mw_result){0};
}
