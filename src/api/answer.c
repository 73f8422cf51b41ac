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
    mw_json_members(w, "kind=%s algorithm=%s heuristic=%s outcome=%s", m->kind->name, r->algorithm,
                    r->heuristic, mw_outcome_name(r->outcome));
    if (r->outcome == MW_OUTCOME_LIMIT)
        mw_json_text(w, "limit", limit);
    count_if(w, "moves", solved, r->moves);
    count_if(w, "cost", solved, r->cost);
    mw_json_members(w, "solution=%s expanded=%ju generated=%ju reopened=%ju frontier=%ju", moves,
                    r->expanded, r->generated, r->reopened, r->frontier);
    mw_json_members(w, "states_stored=%ju bytes=%ju optimal=%d store=%s", r->stored, r->bytes,
                    r->optimal, mw_visited_name(r->store));
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
    mw_json_members(w, "objective=%s energy=%g method=%s evaluations=%ju seed=%ju proven=%d",
                    r->objective, r->found->energy, r->method, r->found->evaluations, r->seed,
                    r->proven);
    free(id);
    free(text);
}

void mw_answer_simulation(mw_writer *w, const mw_maze *m, const mw_marble_plan *plan,
                          const mw_marble_result *r)
{
    char *actions = mw_moves_print(m->kind, r->actions, r->moves);
    w->failed = w->failed || !actions;
    mw_json_members(w,
                    "outcome=%s moves=%u repeated=%u unrepeatable=%u predicted_right=%u "
                    "theoretical_length=%u simulated_seconds=%g",
                    mw_marble_outcome_name(r->outcome), r->moves, r->repeated, r->unrepeatable,
                    r->predicted_right, r->theoretical_length, r->simulated_seconds);
    mw_json_members(w,
                    "agent=%s orientations=%u actions=%s engine=%s recovered=%u tried=%u seed=%ju",
                    plan->agent, mw_marble_orientations(m), actions,
                    mw_marble_engine_name(plan->engine), r->recovered, r->tried, plan->seed);
    free(actions);
}

void mw_answer_move(mw_writer *w, const mw_maze *m, const mw_marble_move *move)
{
    mw_json_members(w, "time=%g action=%s from=%u to=%u", move->time,
                    m->kind->rules->actions[move->action].word, move->from, move->to);
    mw_json_members(w, "predicted=%u repeated=%d unrepeatable=%d known=%u", move->predicted,
                    move->repeated, move->unrepeatable, move->known);
}
