// ask_search.c: searches: their results, their events, and measures of the whole state graph.
#include "api/question.h"
#include "core/stop.h"
#include "mazewright/layout.h"
#include "play/session_graph.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---- solve

static bool read_search(mw_question *q, mw_search_options *o)
{
    *o = (mw_search_options){.algorithm = mw_field_text(q, "algorithm"),
                             .heuristic = mw_field_text(q, "heuristic"),
                             .weight = 2};
    return mw_api_limits(q, &o->limits) && mw_field_number(q, "weight", 0.001, 1000, &o->weight);
}

bool mw_api_solve(mw_question *q)
{
    mw_search_options o;
    mw_result r;
    const mw_maze *m = mw_field_maze(q);
    if (!m || !read_search(q, &o) || !mw_search(m, &o, &r, q->error))
        return false;
    mw_search_prove(m, &o, &r);
    mw_answer_search(q->out, m, &r, o.weight, mw_limit_name(r.limit));
    mw_result_free(&r);
    return true;
}

// ---- trace

typedef struct tale {
    const mw_maze *maze;
    const mw_graph *graph; // NULL: the states have no number in it
    bool numbered;         // they are to have one
    mw_writer events, states;
    uint64_t most, told;
    double weight;
    uint32_t known; // states that the list has
    bool informed, cut;
} tale;

static void tell_state(tale *t, const mw_event *e)
{
    t->known++;
    mw_json_open(&t->states, NULL, '[');
    mw_json_owned(&t->states, NULL, mw_state_describe(t->maze, e->state));
    mw_json_maybe(&t->states, NULL, mw_player_cell(t->maze, e->state));
    if (t->numbered)
        mw_json_maybe(&t->states, NULL, t->graph ? mw_graph_find(t->graph, e->state) : MW_FAR);
    mw_json_close(&t->states, ']');
}

static void tell_event(void *context, const mw_event *e)
{
    tale *t = context;
    mw_writer *w = &t->events;
    if (t->told == t->most) {
        t->cut = true;
        return;
    }
    t->told++;
    if (e->state && e->id == t->known) // ids are given in the order in which states are met
        tell_state(t, e);
    mw_json_open(w, NULL, '[');
    mw_json_count(w, NULL, e->type);
    mw_json_maybe(w, NULL, e->state ? e->id : MW_FAR);
    if (e->state) {
        bool moved = e->parent != MW_FAR;
        mw_json_maybe(w, NULL, e->parent);
        mw_json_maybe(w, NULL, moved ? e->action : MW_FAR);
        mw_json_maybe(w, NULL, mw_player_cell(t->maze, e->state));
        mw_json_count(w, NULL, e->g);
        mw_json_maybe(w, NULL, t->informed ? e->h : MW_FAR);
        mw_json_number(w, NULL, e->f);
        mw_json_number(w, NULL, e->status);
    } else { // a new round has a bound, and nothing else
        for (unsigned i = 0; i < 7; i++)
            mw_json_maybe(w, NULL, i == 5 && e->type == MW_EVENT_DEEPEN ? e->bound : MW_FAR);
    }
    mw_json_close(w, ']');
}

static void write_tale(mw_question *q, tale *t, const mw_result *r)
{
    mw_writer *w = q->out;
    mw_json_open(w, "types", '[');
    for (int i = 0; i <= MW_EVENT_END; i++)
        mw_json_text(w, NULL, mw_event_name((mw_event_type)i));
    mw_json_close(w, ']');
    mw_json_list(w, "events", &t->events);
    mw_json_list(w, "states", &t->states);
    mw_json_bool(w, "cut", t->cut);
    mw_json_open(w, "result", '{');
    mw_answer_search(w, t->maze, r, t->weight, mw_limit_name(r->limit));
    mw_json_close(w, '}');
}

bool mw_api_trace(mw_question *q)
{
    mw_search_options o;
    mw_result r;
    tale t = {.maze = mw_field_maze(q), .most = 20000};
    if (!t.maze || !read_search(q, &o) || !mw_field_count(q, "events", 1, 200000, &t.most))
        return false;
    t.numbered = mw_field_bool(q, "graph");
    t.graph = t.numbered ? mw_session_graph(q->api->games[0].session) : NULL;
    o.event = tell_event;
    o.event_context = &t;
    t.weight = o.weight;
    const mw_algorithm *a = o.algorithm ? mw_algorithm_find(o.algorithm) : NULL;
    t.informed = a && a->informed;
    bool ok = mw_search(t.maze, &o, &r, q->error);
    if (ok) {
        mw_search_prove(t.maze, &o, &r);
        write_tale(q, &t, &r);
        mw_result_free(&r);
    }
    free(t.events.text);
    free(t.states.text);
    return ok;
}

// ---- analyse

static void write_verdict(mw_writer *w, const mw_graph *g, const mw_analysis *a)
{
    mw_json_open(w, "verdict", '{');
    mw_json_members(w, "solvable=%d length=%g unique=%d dead=%g difficulty=%g states=%g",
                    g->distance[0] != MW_FAR, mw_analysis_value(a, "length"),
                    mw_analysis_value(a, "solutions") == 1, mw_analysis_value(a, "dead"),
                    mw_analysis_value(a, "difficulty"), mw_analysis_value(a, "states"));
    mw_json_close(w, '}');
}

static void write_analysis(mw_writer *w, const mw_graph *g, const mw_analysis *a)
{
    const mw_maze *m = g->maze;
    char *hardest = mw_answer_hardest(g, a);
    w->failed = w->failed || (!hardest && a->hardest != MW_FAR);
    mw_json_open(w, "measures", '[');
    for (unsigned i = 0; i < a->count; i++) {
        mw_json_open(w, NULL, '{');
        mw_json_members(w, "name=%s about=%s value=%g", a->values[i].name, a->values[i].about,
                        a->values[i].value);
        mw_json_close(w, '}');
    }
    mw_json_close(w, ']');
    write_verdict(w, g, a);
    mw_json_text(w, "hardest_start", hardest);
    free(hardest);
    uint32_t *distance = mw_cell_distances(g, NULL);
    w->failed = w->failed || (!distance && m->kind->rules->cell);
    if (!distance) {
        mw_json_null(w, "distances");
        return;
    }
    mw_json_open(w, "distances", '[');
    for (uint32_t c = 0; c < (uint32_t)m->w * m->h * m->d; c++)
        mw_json_maybe(w, NULL, distance[c]);
    mw_json_close(w, ']');
    free(distance);
}

bool mw_api_analyse(mw_question *q)
{
    mw_limits limits;
    mw_limit limit = MW_WITHIN;
    mw_analysis a = {0};
    const mw_maze *m = mw_field_maze(q);
    if (!m || !mw_api_limits(q, &limits))
        return false;
    mw_limited work; // for the measures, too
    mw_graph *g = mw_graph_build(m, true, &limits, &limit);
    mw_limited_begin(&work, &limits);
    bool known = g && mw_analyse(g, &a);
    if (g && !known)
        limit = mw_stopped() ? MW_LIMIT_STOPPED : MW_LIMIT_MEMORY;
    mw_limited_end(&work);
    mw_json_bool(q->out, "known", known);
    if (known)
        write_analysis(q->out, g, &a);
    else
        mw_json_text(q->out, "limit", mw_limit_name(limit));
    mw_analysis_free(&a);
    mw_graph_free(g);
    return true;
}
