// ask_play.c: questions of a player. Each comes with all moves made so far, which a session
// replays.
#include "api/question.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---- play

static void write_legal(mw_writer *w, const mw_session *s)
{
    const mw_maze *m = mw_session_maze(s);
    mw_edge edges[MW_EDGES_MAX];
    unsigned n = 0;
    if (mw_session_status(s) == MW_OPEN)
        n = m->kind->rules->expand(m, mw_session_state(s), edges);
    mw_json_open(w, "legal", '[');
    for (unsigned i = 0; i < n; i++) {
        const mw_action *a = &m->kind->rules->actions[edges[i].action];
        bool straight = a->arrow >= MW_ARROW_UP && a->arrow <= MW_ARROW_LEFT;
        mw_json_open(w, NULL, '{');
        mw_json_members(w, "action=%s arrow=%u half=%s", a->word,
                        straight ? (uint32_t)(a->arrow - MW_ARROW_UP) : MW_FAR,
                        a->part ? (char[]){a->part, 0} : NULL);
        mw_answer_place(w, m, &edges[i].to);
        mw_json_text(w, "status", mw_status_name((mw_status)edges[i].status));
        mw_json_close(w, '}');
    }
    mw_json_close(w, ']');
}

static void write_scene(mw_writer *w, const char *key, const mw_session *s, double t,
                        const mw_style *style)
{
    mw_scene scene;
    bool draws = MW_HAS(mw_session_maze(s)->kind, view, draw),
         drawn = draws && mw_session_draw(s, t, &scene);
    if (drawn) {
        mw_answer_scene(w, key, &scene, style);
        mw_scene_free(&scene);
    } else {
        mw_json_null(w, key);
    }
    w->failed = w->failed || (draws && !drawn);
}

// The last move of a session as n pictures.
static void write_frames(mw_writer *w, const mw_session *s, uint64_t n, const mw_style *style)
{
    bool moving = mw_session_moves(s) && MW_HAS(mw_session_maze(s)->kind, view, draw);
    mw_json_open(w, "frames", '[');
    for (uint64_t i = 1; moving && i <= n; i++)
        write_scene(w, NULL, s, (double)i / (double)n, style);
    mw_json_close(w, ']');
}

bool mw_api_play(mw_question *q)
{
    mw_writer *w = q->out;
    mw_style style;
    uint64_t frames = 0;
    mw_session *s = mw_field_session(q);
    if (!s || !mw_field_style(q, &style) || !mw_field_count(q, "frames", 0, 60, &frames))
        return false;
    const mw_maze *m = mw_session_maze(s);
    const mw_state *state = mw_session_state(s);
    if (!mw_api_can_draw(q, m, frames ? frames : 1))
        return false;
    mw_json_owned(w, "moves", mw_session_text(s));
    mw_json_count(w, "count", mw_session_moves(s));
    mw_json_text(w, "status", mw_status_name(mw_session_status(s)));
    mw_json_owned(w, "state", mw_state_describe(m, state));
    write_legal(w, s);
    mw_answer_place(w, m, state);
    write_scene(w, "scene", s, 1, &style);
    if (frames)
        write_frames(w, s, frames, &style);
    return true;
}

// ---- look

bool mw_api_look(mw_question *q)
{
    mw_writer *w = q->out;
    mw_session *s = mw_field_session(q);
    if (!s)
        return false;
    const mw_maze *m = mw_session_maze(s);
    if (!mw_api_can_draw(q, m, 1))
        return false;
    mw_json_members(w, "w=%u h=%u d=%u", m->w, m->h, m->d);
    if (MW_HAS(m->kind, view, look)) {
        mw_json_open(w, "cells", '[');
        for (uint32_t c = 0; c < (uint32_t)m->w * m->h * m->d; c++) {
            mw_writer words = {0};
            m->kind->view->look(m, mw_session_state(s), c, &words);
            mw_json_owned(w, NULL, mw_writer_take(&words));
        }
        mw_json_close(w, ']');
    } else {
        mw_json_null(w, "cells");
    }
    mw_json_maybe(w, "player", mw_player_cell(m, mw_session_state(s)));
    return true;
}

// ---- features

bool mw_api_features(mw_question *q)
{
    mw_writer *w = q->out;
    mw_session *s = mw_field_session(q);
    if (!s)
        return false;
    const mw_maze *m = mw_session_maze(s);
    mw_json_text(w, "status", mw_status_name(mw_session_status(s)));
    mw_json_owned(w, "state", mw_state_describe(m, mw_session_state(s)));
    if (mw_session_status(s) == MW_LOST)
        mw_json_null(w, "features");
    else
        mw_answer_features(w, m, mw_session_state(s));
    return true;
}

// ---- advice

bool mw_api_optimum(mw_question *q)
{
    mw_session *s = mw_field_session(q);
    if (!s)
        return false;
    uint32_t optimum = mw_session_optimum(s); // MW_FAR also where a limit was hit
    mw_json_bool(q->out, "known", optimum != MW_FAR || mw_session_hit(s) == MW_WITHIN);
    mw_json_maybe(q->out, "optimum", optimum);
    return true;
}

bool mw_api_hint(mw_question *q)
{
    mw_writer *w = q->out;
    uint64_t grade = 1;
    char text[200];
    mw_session *s = mw_field_session(q);
    if (!s || !mw_field_count(q, "grade", 1, MW_HINTS, &grade))
        return false;
    mw_advice a = mw_session_advise(s);
    bool leads = a.known && a.winnable && a.distance;
    mw_session_hint(s, (unsigned)grade, text, sizeof text);
    mw_json_members(w, "text=%s known=%d winnable=%d distance=%u back=%u", text, a.known,
                    a.winnable, a.distance, a.back);
    const mw_action *next = &mw_session_maze(s)->kind->rules->actions[a.action];
    mw_json_text(w, "action", leads && grade >= 3 ? next->word : NULL);
    bool tells_way = leads && grade >= 2;
    mw_json_members(w, "x=%.3f y=%.3f", tells_way ? a.x : (double)NAN,
                    tells_way ? a.y : (double)NAN);
    return true;
}

// The session follows the advice move by move to the end. Its text begins with the moves that were
// made before, so these are cut off.
bool mw_api_solution(mw_question *q)
{
    mw_session *s = mw_field_session(q);
    if (!s)
        return false;
    uint32_t made = mw_session_moves(s);
    mw_advice a = mw_session_advise(s);
    bool winnable = a.winnable;
    mw_json_bool(q->out, "known", a.known);
    while (a.winnable && a.distance && mw_session_move(s, a.action))
        a = mw_session_advise(s);
    char *text = mw_session_text(s);
    uint16_t *actions = NULL;
    mw_error ignored;
    const mw_kind *kind = mw_session_maze(s)->kind;
    long count = text ? mw_moves_parse(kind, text, &actions, &ignored) : -1;
    char *rest =
        count >= 0 && winnable ? mw_moves_print(kind, actions + made, (size_t)count - made) : NULL;
    bool cut = a.winnable && a.distance; // the next move could not be made
    q->out->failed = q->out->failed || count < 0 || cut || (winnable && !rest);
    mw_json_text(q->out, "moves", rest);
    mw_json_maybe(q->out, "count", winnable ? (uint32_t)count - made : MW_FAR);
    if (count >= 0)
        free(actions);
    free(rest);
    free(text);
    return true;
}

bool mw_api_verify(mw_question *q)
{
    mw_verify_options options = {.size = sizeof options,
                                 .strict = mw_field_bool(q, "strict"),
                                 .optimal = mw_field_bool(q, "optimal")};
    mw_verification v;
    const mw_maze *m = mw_field_maze(q);
    if (!m || !mw_api_limits(q, &options.limits))
        return false;
    const char *moves = mw_field_text(q, "moves");
    mw_verifier *verifier = mw_verifier_open(m, &options);
    bool done = verifier && mw_verify(verifier, moves, strlen(moves), &v, q->error);
    if (!verifier)
        mw_no_memory(q->error);
    mw_verifier_close(verifier);
    if (done)
        mw_answer_verification(q->out, &v);
    return done;
}
