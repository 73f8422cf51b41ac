// answer.c: see answer.h.
#include "api/answer.h"

#include <stdlib.h>

static void count_if(mw_writer *w, const char *key, bool there, uint64_t n)
{
    if (there)
        mw_json_count(w, key, n);
    else
        mw_json_null(w, key);
}

void mw_answer_search(mw_writer *w, const mw_maze *m, const mw_result *r, const char *limit)
{
    bool solved = r->outcome == MW_OUTCOME_SOLVED;
    char *moves = solved ? mw_moves_print(m->kind, r->actions, r->moves) : NULL;
    w->failed = w->failed || (solved && !moves);
    mw_json_text(w, "kind", m->kind->name);
    mw_json_text(w, "algorithm", r->algorithm);
    mw_json_text(w, "heuristic", r->heuristic);
    mw_json_text(w, "outcome", mw_outcome_name(r->outcome));
    if (r->outcome == MW_OUTCOME_LIMIT)
        mw_json_text(w, "limit", limit);
    count_if(w, "moves", solved, r->moves);
    count_if(w, "cost", solved, r->cost);
    mw_json_text(w, "solution", moves);
    mw_json_count(w, "expanded", r->expanded);
    mw_json_count(w, "generated", r->generated);
    mw_json_count(w, "reopened", r->reopened);
    mw_json_count(w, "frontier", r->frontier);
    mw_json_count(w, "states_stored", r->stored);
    mw_json_count(w, "bytes", r->bytes);
    mw_json_bool(w, "optimal", r->optimal);
    mw_json_text(w, "store", mw_visited_name(r->store));
    free(moves);
}

void mw_answer_measures(mw_writer *w, const mw_analysis *a)
{
    for (unsigned i = 0; i < a->count; i++)
        mw_json_number(w, a->values[i].name, a->values[i].value);
}

char *mw_answer_hardest(const mw_graph *g, const mw_analysis *a)
{
    mw_state s;
    if (a->hardest == MW_FAR)
        return NULL;
    mw_graph_state(g, a->hardest, &s);
    return mw_state_describe(g->maze, &s);
}

void mw_answer_design(mw_writer *w, const mw_design_report *r)
{
    char *id = mw_maze_print(r->found->maze, "id"), *text = mw_maze_print(r->found->maze, "own");
    w->failed = w->failed || !id || !text;
    mw_json_text(w, "id", id);
    mw_json_text(w, "maze", text);
    if (r->analysis) {
        mw_json_open(w, "features", '{');
        mw_answer_measures(w, r->analysis);
        mw_json_close(w, '}');
    } else {
        mw_json_null(w, "features");
    }
    mw_json_text(w, "objective", r->objective);
    mw_json_number(w, "energy", r->found->energy);
    mw_json_text(w, "method", r->method);
    mw_json_count(w, "evaluations", r->found->evaluations);
    mw_json_count(w, "seed", r->seed);
    mw_json_bool(w, "proven", r->proven);
    free(id);
    free(text);
}

void mw_answer_simulation(mw_writer *w, const mw_maze *m, const mw_marble_plan *plan,
                          const mw_marble_result *r)
{
    char *actions = mw_moves_print(m->kind, r->actions, r->moves);
    w->failed = w->failed || !actions;
    mw_json_text(w, "outcome", mw_marble_outcome_name(r->outcome));
    mw_json_count(w, "moves", r->moves);
    mw_json_count(w, "repeated", r->repeated);
    mw_json_count(w, "unrepeatable", r->unrepeatable);
    mw_json_count(w, "predicted_right", r->predicted_right);
    mw_json_count(w, "theoretical_length", r->theoretical_length);
    mw_json_number(w, "simulated_seconds", r->simulated_seconds);
    mw_json_text(w, "agent", plan->agent);
    mw_json_count(w, "orientations", mw_marble_orientations(m));
    mw_json_text(w, "actions", actions);
    mw_json_text(w, "engine", mw_marble_engine_name(plan->engine));
    mw_json_count(w, "recovered", r->recovered);
    mw_json_count(w, "tried", r->tried);
    mw_json_count(w, "seed", plan->seed);
    free(actions);
}

void mw_answer_move(mw_writer *w, const mw_maze *m, const mw_marble_move *move)
{
    mw_json_number(w, "time", move->time);
    mw_json_text(w, "action", m->kind->rules->actions[move->action].word);
    mw_json_count(w, "from", move->from);
    mw_json_maybe(w, "to", move->to);
    mw_json_count(w, "predicted", move->predicted);
    mw_json_bool(w, "repeated", move->repeated);
    mw_json_bool(w, "unrepeatable", move->unrepeatable);
    mw_json_count(w, "known", move->known);
}
