// ask_play.c: questions of a player. Each comes with all moves made so far, which a session
// replays.
#include "api/question.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---- play

// Where gravity pulls, of kinds whose moves turn the maze.
static void write_down(mw_writer *w, const mw_maze *m, const mw_state *state)
{
    double down[3];
    if (!MW_HAS(m->kind, view, down)) {
        mw_json_null(w, "down");
        return;
    }
    m->kind->view->down(m, state, down);
    mw_json_open(w, "down", '[');
    for (unsigned i = 0; i < 3; i++)
        mw_json_rounded(w, NULL, down[i], 6);
    mw_json_close(w, ']');
}

// Where the player is, with the parts of him.
typedef struct cover {
    uint32_t cells[MW_COVERED_MAX];
    char parts[MW_COVERED_MAX]; // 0: all of him
    unsigned count;
} cover;

static cover cover_of(const mw_maze *m, const mw_state *s)
{
    cover c = {.cells = {mw_player_cell(m, s)}};
    c.count = MW_HAS(m->kind, view, covers) ? m->kind->view->covers(m, s, c.cells, c.parts)
                                            : c.cells[0] != MW_FAR;
    return c;
}

// What is in `after` and not in `before`: where a part that moved is now, whatever its name.
static cover new_cells(const cover *after, const cover *before)
{
    cover new = {0};
    for (unsigned i = 0; i < after->count; i++) {
        bool known = false;
        for (unsigned k = 0; k < before->count; k++)
            known |= before->cells[k] == after->cells[i];
        if (!known)
            new.cells[new.count++] = after->cells[i];
    }
    return new;
}

// The middle of a cell in the picture; NAN where it is not drawn.
static void find_middle(const mw_scene *scene, uint32_t cell, double *x, double *y)
{
    *x = *y = NAN;
    for (uint32_t i = 0; i < scene->shape_count; i++) {
        const mw_shape *shape = &scene->shapes[i];
        const double *at = &scene->points[2 * (size_t)shape->first];
        if (shape->ink.cell != cell + 1 || shape->type != MW_POLYGON)
            continue;
        *x = *y = 0;
        for (uint32_t k = 0; k < shape->count; k++) {
            *x += at[2 * (size_t)k] / shape->count;
            *y += at[2 * (size_t)k + 1] / shape->count;
        }
        return;
    }
}

static void write_part_place(mw_writer *w, const mw_scene *scene, uint32_t cell)
{
    double x, y;
    find_middle(scene, cell, &x, &y);
    mw_json_members(w, "cell=%u x=%.3f y=%.3f", cell, x, y);
}

static void write_action(mw_writer *w, const mw_action *a)
{
    bool straight = a->arrow >= MW_ARROW_UP && a->arrow <= MW_ARROW_LEFT;
    mw_json_members(w, "action=%s arrow=%u half=%s", a->word,
                    straight ? (uint32_t)(a->arrow - MW_ARROW_UP) : MW_FAR,
                    a->part ? (char[]){a->part, 0} : NULL);
}

static void write_edge(mw_writer *w, const mw_session *s, const mw_edge *e, const mw_scene *scene)
{
    const mw_maze *m = mw_session_maze(s);
    const mw_action *a = &m->kind->rules->actions[e->action];
    cover before = cover_of(m, mw_session_state(s)), after = cover_of(m, &e->to),
          moved = new_cells(&after, &before);
    const cover *shown = a->part && moved.count ? &moved : &after;
    mw_json_open(w, NULL, '{');
    write_action(w, a);
    if (shown == &moved)
        write_part_place(w, scene, moved.cells[0]);
    else if (after.count && after.parts[0]) // cut in parts, which are in several places
        mw_json_members(w, "cell=%u x=%.3f y=%.3f", after.cells[0], (double)NAN, (double)NAN);
    else
        mw_answer_place(w, m, &e->to);
    write_down(w, m, &e->to);
    mw_json_open(w, "cells", '[');
    for (unsigned i = 0; i < shown->count; i++)
        mw_json_count(w, NULL, shown->cells[i]);
    mw_json_close(w, ']');
    mw_json_text(w, "status", mw_status_name((mw_status)e->status));
    mw_json_close(w, '}');
}

// The moves of an open state: those that are legal, and why the others are not.
static void write_moves(mw_writer *w, const mw_session *s, const mw_scene *scene)
{
    const mw_maze *m = mw_session_maze(s);
    const mw_action *actions = m->kind->rules->actions;
    mw_edge edges[MW_EDGES_MAX];
    bool open = mw_session_status(s) == MW_OPEN;
    unsigned n = open ? m->kind->rules->expand(m, mw_session_state(s), edges) : 0;
    mw_json_open(w, "legal", '[');
    for (unsigned i = 0; i < n; i++)
        write_edge(w, s, &edges[i], scene);
    mw_json_close(w, ']');
    mw_json_open(w, "refused", '[');
    for (uint16_t a = 0, next = 0; open && actions[a].word; a++) {
        if (next < n && edges[next].action == a) { // both are in the order of the actions
            next++;
            continue;
        }
        mw_json_open(w, NULL, '{');
        write_action(w, &actions[a]);
        mw_json_owned(w, "why", mw_refusal(m, mw_session_state(s), a));
        mw_json_close(w, '}');
    }
    mw_json_close(w, ']');
}

// Of a player in parts, where each one is.
static void write_halves(mw_writer *w, const mw_session *s, const mw_scene *scene)
{
    cover c = cover_of(mw_session_maze(s), mw_session_state(s));
    mw_json_open(w, "halves", '[');
    for (unsigned i = 0; i < c.count && c.parts[i]; i++) {
        mw_json_open(w, NULL, '{');
        mw_json_text(w, "half", (char[]){c.parts[i], 0});
        write_part_place(w, scene, c.cells[i]);
        mw_json_close(w, '}');
    }
    mw_json_close(w, ']');
}

// The last move of a session as n pictures.
static bool write_frames(mw_writer *w, const mw_session *s, uint64_t n, const mw_scene *before,
                         const mw_style *style)
{
    bool moving = mw_session_moves(s) && MW_HAS(mw_session_maze(s)->kind, view, draw), ok = true;
    mw_json_open(w, "frames", '[');
    for (uint64_t i = 1; moving && ok && i <= n; i++) {
        mw_scene scene;
        ok = mw_session_draw(s, (double)i / (double)n, &scene);
        if (ok) {
            mw_answer_scene(w, NULL, &scene, before, style);
            mw_scene_free(&scene);
        }
    }
    mw_json_close(w, ']');
    return ok;
}

// The position in words and numbers, and its picture.
static void write_position(mw_writer *w, const mw_session *s, const mw_scene *scene,
                           const mw_scene *before, const mw_style *style)
{
    const mw_maze *m = mw_session_maze(s);
    char *loss = mw_session_loss(s);
    mw_json_owned(w, "moves", mw_session_text(s));
    mw_json_count(w, "count", mw_session_moves(s));
    mw_json_text(w, "status", mw_status_name(mw_session_status(s)));
    mw_json_owned(w, "state", mw_state_describe(m, mw_session_state(s)));
    mw_json_text(w, "loss", loss);
    free(loss);
    write_moves(w, s, scene);
    mw_answer_place(w, m, mw_session_state(s));
    write_halves(w, s, scene);
    write_down(w, m, mw_session_state(s));
    if (MW_HAS(m->kind, view, draw))
        mw_answer_scene(w, "scene", scene, before, style);
    else
        mw_json_null(w, "scene");
}

bool mw_api_play(mw_question *q)
{
    mw_style style;
    uint64_t frames = 0;
    mw_session *s = mw_field_session(q);
    if (!s || !mw_field_style(q, &style) || !mw_field_count(q, "frames", 0, 60, &frames))
        return false;
    const mw_maze *m = mw_session_maze(s);
    bool draws = MW_HAS(m->kind, view, draw);
    if (!mw_api_can_draw(q, m, frames ? frames : 1))
        return false;
    mw_scene scene = {0}, before = {0};
    bool changes = draws && mw_field_bool(q, "changes") && mw_session_moves(s);
    bool ok =
        !draws || (mw_session_draw(s, 1, &scene) && (!changes || mw_session_draw(s, 0, &before)));
    if (ok)
        write_position(q->out, s, &scene, changes ? &before : NULL, &style);
    if (ok && frames)
        ok = write_frames(q->out, s, frames, changes ? &before : NULL, &style);
    mw_scene_free(&scene);
    mw_scene_free(&before);
    return ok || mw_no_memory(q->error);
}

// ---- ties

// What one cell does to another one.
static void write_tie(mw_writer *w, const mw_session *s, uint32_t from, uint32_t to)
{
    const mw_maze *m = mw_session_maze(s);
    const char *does = m->kind->view->tie(m, mw_session_state(s), from, to);
    if (!does)
        return;
    mw_json_open(w, NULL, '{');
    mw_json_members(w, "from=%u to=%u does=%s", from, to, does);
    mw_json_close(w, '}');
}

bool mw_api_ties(mw_question *q)
{
    mw_writer *w = q->out;
    uint64_t cell = 0;
    mw_session *s = mw_field_session(q);
    if (!s)
        return false;
    const mw_maze *m = mw_session_maze(s);
    uint32_t cells = (uint32_t)m->w * m->h * m->d;
    if (!mw_field_count(q, "cell", 0, cells - 1, &cell))
        return false;
    mw_json_open(w, "ties", '[');
    for (uint32_t c = 0; MW_HAS(m->kind, view, tie) && c < cells; c++) {
        write_tie(w, s, (uint32_t)cell, c);
        if (c != cell)
            write_tie(w, s, c, (uint32_t)cell);
    }
    mw_json_close(w, ']');
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
    char text[2000];
    mw_session *s = mw_field_session(q);
    if (!s || !mw_field_count(q, "grade", 1, MW_HINTS, &grade))
        return false;
    mw_advice a = mw_session_advise(s);
    bool leads = a.known && a.winnable && a.distance;
    mw_session_hint(s, (unsigned)grade, text, sizeof text);
    mw_json_members(w, "text=%s known=%d winnable=%d distance=%u back=%u", text, a.known,
                    a.winnable, a.distance, a.back);
    const mw_action *next = &mw_session_maze(s)->kind->rules->actions[a.action];
    mw_json_text(w, "action", leads && grade == 3 ? next->word : NULL);
    bool tells_way = leads && (grade == 2 || grade == 3);
    mw_json_members(w, "x=%.3f y=%.3f", tells_way ? a.x : (double)NAN,
                    tells_way ? a.y : (double)NAN);
    bool lost = a.known && !a.winnable && mw_session_optimum(s) != MW_FAR;
    mw_json_maybe(w, "fatal", lost ? mw_session_moves(s) - a.back + 1 : MW_FAR);
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
