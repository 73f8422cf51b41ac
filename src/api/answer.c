// answer.c: see answer.h.
#include "api/answer.h"
#include "core/text.h"

#include <stdlib.h>
#include <string.h>

void mw_answer_solution(mw_writer *w, const mw_maze *m, const mw_result *r)
{
    bool solved = r->outcome == MW_OUTCOME_SOLVED;
    mw_json_count_if(w, "moves", solved, r->moves);
    mw_json_count_if(w, "cost", solved, r->cost);
    if (solved)
        mw_json_owned(w, "solution", mw_moves_print(m->kind, r->actions, r->moves));
    else
        mw_json_null(w, "solution");
}

void mw_answer_search(mw_writer *w, const mw_maze *m, const mw_result *r, double weight,
                      const char *limit)
{
    mw_json_members(w, "kind=%s algorithm=%s heuristic=%s outcome=%s", m->kind->name, r->algorithm,
                    r->heuristic, mw_outcome_name(r->outcome));
    if (r->outcome == MW_OUTCOME_LIMIT)
        mw_json_text(w, "limit", limit);
    mw_answer_solution(w, m, r);
    mw_json_members(w, "expanded=%ju generated=%ju reopened=%ju frontier=%ju", r->expanded,
                    r->generated, r->reopened, r->frontier);
    mw_json_members(w, "states_stored=%ju bytes=%ju optimal=%d store=%s", r->stored, r->bytes,
                    r->optimal, mw_visited_name(r->store));
    if (mw_algorithm_find(r->algorithm)->weighted)
        mw_json_number(w, "weight", weight);
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

void mw_answer_laws(mw_writer *w, const mw_maze *m, const mw_verdict *v, uint64_t seed,
                    mw_writer *failures)
{
    mw_json_members(w, "kind=%s laws=%u states=%ju seed=%ju", m->kind->name, v->laws, v->states,
                    seed);
    mw_json_list(w, "failures", failures);
}

void mw_answer_features(mw_writer *w, const mw_maze *m, const mw_state *s)
{
    double values[MW_FEATURES_MAX];
    const mw_feature *f = mw_features(m->kind);
    mw_state_features(m, s, values);
    mw_json_open(w, "features", '{');
    for (unsigned i = 0; i < MW_FEATURES_MAX && f[i].name; i++)
        mw_json_number(w, f[i].name, values[i]);
    mw_json_close(w, '}');
}

char *mw_answer_form(const mw_maze *m, const char *form, mw_error *error)
{
    const mw_form *forms = MW_HAS(m->kind, text, forms) ? m->kind->text->forms : NULL, *f = forms;
    while (f && f->name && strcmp(f->name, form))
        f++;
    bool own = f && f->name; // a form of the kind's own
    const char *lacks = own && f->lacks ? f->lacks(m) : NULL;
    if (lacks) {
        mw_refuse(error,
                  "the form '%s' cannot hold %s, which this maze has; 'own' and 'id' hold all",
                  form, lacks);
        return NULL;
    }
    if (own || !strcmp(form, "own") || !strcmp(form, "id")) {
        char *text = mw_maze_print(m, form);
        return text ? text : mw_no_memory(error);
    }
    mw_writer w = {0};
    mw_write(&w, "the forms are own id");
    for (f = forms; f && f->name; f++)
        mw_write(&w, " %s", f->name);
    if (w.failed)
        mw_no_memory(error);
    else
        mw_refuse_unknown(error, form, w.text, strlen("the forms are "),
                          "%s mazes have no form '%.40s'", m->kind->name, form);
    if (!w.failed)
        error->code = MW_ERROR_REQUEST;
    free(w.text);
    return NULL;
}

mw_design_report mw_report_of(const mw_kind *kind, const mw_design_plan *plan,
                              const mw_design_result *r, const mw_analysis *a)
{
    return (mw_design_report){.found = &r->designed,
                              .analysis = a,
                              .objective = mw_design_objective(kind, plan),
                              .method = plan->method,
                              .seed = r->seed,
                              .proven = r->proven};
}

void mw_answer_design(mw_writer *w, const mw_design_report *r)
{
    mw_json_owned(w, "maze", mw_maze_print(r->found->maze, "own"));
    if (r->analysis) {
        mw_json_open(w, "features", '{');
        mw_answer_measures(w, r->analysis);
        mw_json_close(w, '}');
    } else {
        mw_json_null(w, "features");
    }
    mw_json_members(w, "objective=%s energy=%g method=%s evaluations=%ju seed=%ju proven=%d",
                    r->objective, r->found->energy, r->method->name, r->found->evaluations, r->seed,
                    r->proven);
}

void mw_answer_simulation(mw_writer *w, const mw_maze *m, const mw_marble_plan *plan,
                          const mw_marble_result *r)
{
    mw_json_members(w,
                    "outcome=%s moves=%u repeated=%u unrepeatable=%u predicted_right=%u "
                    "theoretical_length=%u simulated_seconds=%g",
                    mw_marble_outcome_name(r->outcome), r->moves, r->repeated, r->unrepeatable,
                    r->predicted_right, r->theoretical_length, r->simulated_seconds);
    mw_json_members(w, "agent=%s orientations=%u", plan->agent, mw_marble_orientations(m));
    mw_json_owned(w, "actions", mw_moves_print(m->kind, r->actions, r->moves));
    mw_json_members(w, "engine=%s recovered=%u tried=%u seed=%ju as=%s",
                    mw_marble_engine_name(plan->engine), r->recovered, r->tried, plan->seed,
                    plan->as ? plan->as : mw_marble_presets()->name);
}

void mw_answer_move(mw_writer *w, const mw_maze *m, const mw_marble_move *move)
{
    mw_json_members(w, "time=%g action=%s from=%u to=%u", move->time,
                    m->kind->rules->actions[move->action].word, move->from, move->to);
    mw_json_members(w, "predicted=%u repeated=%d unrepeatable=%d known=%u", move->predicted,
                    move->repeated, move->unrepeatable, move->known);
}

void mw_answer_verification(mw_writer *w, const mw_verification *v)
{
    mw_json_members(w, "legal=%d solved=%d moves=%ju", v->legal, v->solved, v->moves);
    if (v->optimal < 0)
        mw_json_null(w, "optimal");
    else
        mw_json_bool(w, "optimal", v->optimal);
    mw_json_count_if(w, "first_illegal", v->first_illegal, v->first_illegal);
    mw_json_text(w, "reason", *v->reason ? v->reason : NULL);
    mw_json_number(w, "progress", v->progress);
}

static void write_parts(mw_writer *w, const mw_weighed *const weighed[2])
{
    mw_harder_part parts[MW_HARDER_PARTS];
    int harder = mw_harder(weighed[0], weighed[1], parts);
    mw_json_count_if(w, "harder", harder >= 0, (uint64_t)harder);
    if (harder < -1) {
        mw_json_null(w, "parts");
        return;
    }
    mw_json_open(w, "parts", '[');
    for (unsigned i = 0; i < MW_HARDER_PARTS; i++) {
        mw_json_open(w, NULL, '{');
        mw_json_members(w, "name=%s about=%s grades=%g", parts[i].name, parts[i].about,
                        parts[i].grades);
        mw_json_open(w, "values", '[');
        for (unsigned k = 0; k < 2; k++)
            mw_json_number(w, NULL, parts[i].values[k]);
        mw_json_close(w, ']');
        mw_json_close(w, '}');
    }
    mw_json_close(w, ']');
}

static void add_sentence(void *context, const char *sentence)
{
    mw_json_text(context, NULL, sentence);
}

void mw_answer_comparison(mw_writer *w, const mw_maze *const mazes[2],
                          const mw_weighed *const weighed[2])
{
    mw_json_open(w, "ids", '[');
    for (unsigned i = 0; i < 2; i++)
        mw_json_owned(w, NULL, mw_maze_print(mazes[i], "id"));
    mw_json_close(w, ']');
    write_parts(w, weighed);
    mw_json_open(w, "measures", '[');
    for (unsigned i = 0; mw_weighed_measures()[i].name; i++) {
        mw_json_open(w, NULL, '{');
        mw_json_members(w, "name=%s about=%s", weighed[0]->values[i].name,
                        weighed[0]->values[i].about);
        mw_json_open(w, "values", '[');
        for (unsigned k = 0; k < 2; k++)
            mw_json_number(w, NULL, weighed[k]->values[i].value);
        mw_json_close(w, ']');
        mw_json_close(w, '}');
    }
    mw_json_close(w, ']');
    mw_json_open(w, "sentences", '[');
    w->failed |= !mw_harder_say(weighed, (const char *const[]){"A", "B"}, add_sentence, w);
    mw_json_close(w, ']');
}
