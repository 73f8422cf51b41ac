// search.h: what all searches share: a run with its limits, its heuristic and its solution.
#ifndef MW_SEARCH_SEARCH_H
#define MW_SEARCH_SEARCH_H

#include "core/stop.h"
#include "core/visited.h"

// A heuristic made ready for one maze.
typedef struct mw_estimator {
    const mw_maze *maze;
    const mw_heuristic *heuristic; // NULL: estimates 0
    mw_maze *easier;
    uint32_t *table; // exact distances in the easier maze, by rank
    uint64_t table_bytes;
    bool admissible;
    bool by_rank; // `estimate` sees one state of each rank, always the same
} mw_estimator;

// The heuristic that a user names: one of the kind, or an expression, which becomes *own; the
// caller frees that. NULL for "zero", and with *error when it is none; then error->text is not
// empty.
const mw_heuristic *mw_heuristic_read(const mw_kind *, const char *text, mw_heuristic **own,
                                      mw_error *);
// How many bytes of such a text are its name: "mine=dx + dy" has 4, "h2" has 2.
size_t mw_heuristic_name_length(const char *text);
// Prepares a heuristic for a maze. Returns MW_WITHIN, or the limit that was hit while the distances
// of the easier maze were worked out. The store is that of the search, never AUTO: with FULL,
// `estimate` sees every state as it is.
mw_limit mw_estimator_init(mw_estimator *, const mw_maze *, const mw_heuristic *, mw_visited_type,
                           const mw_limits *, mw_budget *);
void mw_estimator_free(mw_estimator *, mw_budget *);
uint32_t mw_estimate(const mw_estimator *, const mw_state *);

struct mw_search_run {
    const mw_maze *maze;
    const mw_kind *kind;
    mw_limited work;
    bool exhaust;
    bool count_cost; // order by the cost so far, too: not in greedy, nor in ids, which counts moves
    bool reopen;     // take a closed state up again when a cheaper way to it turns up
    uint64_t weight; // of the estimate, in units of MW_WEIGHT_ONE
    mw_budget budget;
    mw_estimator estimator;
    mw_result *result;
    mw_state start;
    struct mw_tracer *tracer; // NULL: nobody watches
    bool exhausted;           // a search of a program's own says so
};

#define MW_WEIGHT_ONE 1024

// To be called before each state is expanded. False: a limit was hit; the result says which.
static inline bool mw_search_run_on(mw_search_run *run)
{
    mw_result *r = run->result;
    if (run->work.limits->states && r->stored > run->work.limits->states) {
        r->outcome = MW_OUTCOME_LIMIT;
        r->limit = MW_LIMIT_STATES;
        return false;
    }
    if (++r->expanded % 4096 == 0) {
        run->work.progress =
            (mw_progress){.expanded = r->expanded, .stored = r->stored, .bytes = run->budget.used};
        if (mw_stopping()) {
            r->outcome = MW_OUTCOME_LIMIT;
            r->limit = MW_LIMIT_STOPPED;
            r->expanded--; // this state is not expanded
            return false;
        }
    }
    return true;
}

// Notes in the result that memory ran out, or its limit was hit. Always false.
bool mw_search_run_out_of_memory(mw_search_run *);
// The estimate of a state. MW_FAR (no way to win) becomes a very large number where all states must
// be counted, or where the heuristic is not admissible and may be wrong.
uint32_t mw_search_run_estimate(const mw_search_run *, const mw_state *);
// Records a solution, given as the states passed (start first, goal last) or as actions. Only the
// first solution of a run is recorded. False: memory ran out.
bool mw_search_run_found_states(mw_search_run *, const mw_state *states, size_t count,
                                bool by_rank);
bool mw_search_run_found_actions(mw_search_run *, const uint16_t *actions, size_t count);
// Records the solution that ends in this state. Each row of the store begins with the id of the
// parent.
bool mw_search_run_found_id(mw_search_run *, const mw_visited *, uint32_t goal);

// ---- telling the events of a search (events.c). Call these only where the run has a tracer.
typedef void mw_explorer(mw_search_run *, mw_visited_type);
// Makes the tracer and tells the event of the start. False: memory ran out.
bool mw_tell_source(mw_search_run *, const mw_search_options *, mw_explorer *);
// Tells the last event and frees the tracer.
void mw_tell_end(mw_search_run *, const mw_search_options *);
// A state was expanded into these edges. False: memory ran out.
bool mw_tell_expand(mw_search_run *, const mw_state *, const mw_edge *, unsigned count);
// A state that the tracer may not have met, because the search did not find it by expanding. False:
// memory ran out.
bool mw_tell_met(mw_search_run *, const mw_state *);
void mw_tell_skip(mw_search_run *, const mw_state *from, const mw_edge *, const char *why);
void mw_tell_way(mw_search_run *, const mw_state *from,
                 const mw_edge *);                                    // the way kept from now on
void mw_tell_state(mw_search_run *, mw_event_type, const mw_state *); // close or goal
void mw_tell_round(mw_search_run *, uint32_t bound);

// Expands a state, counts its edges, and tells the events where the run has a tracer. False: a
// limit was hit.
static inline bool mw_search_run_expand(mw_search_run *run, const mw_state *s, mw_edge *edges,
                                        unsigned *count)
{
    if (!mw_search_run_on(run))
        return false;
    *count = run->kind->rules->expand(run->maze, s, edges);
    run->result->generated += *count;
    return !run->tracer || mw_tell_expand(run, s, edges, *count);
}

// The algorithms. Each begins at run->start, which is open. The outcome is MW_OUTCOME_UNSOLVABLE
// before, and stays so unless the algorithm finds a solution or hits a limit. The type of the store
// is never AUTO.
void mw_bfs(mw_search_run *, mw_visited_type);
void mw_dfs(mw_search_run *, mw_visited_type);
void mw_best_first(mw_search_run *, mw_visited_type);
void mw_deepen(mw_search_run *, mw_visited_type);
void mw_hill(mw_search_run *, mw_visited_type); // may get stuck: MW_LIMIT_STUCK
// A search of a program's own. False: it calls moves a solution that are none; *illegal is the
// number of the first move that is not legal, 0 if all are.
bool mw_own(mw_search_run *, const mw_search_options *, uint32_t *illegal);

#endif
