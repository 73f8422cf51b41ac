// ask_scene.c: pictures: a scene as JSON, with its colours, and as SVG.
#include "api/question.h"
#include "core/text.h"

#include <math.h>
#include <stdlib.h>

static void write_colour(mw_writer *w, const char *key, mw_colour c)
{
    char text[12];
    const double parts[4] = {c.r, c.g, c.b, c.a};
    char *at = text;
    *at++ = '#';
    for (unsigned i = 0; i < (c.a < 1 ? 4 : 3); i++) {
        unsigned byte = (unsigned)(fmin(fmax(parts[i], 0), 1) * 255 + 0.5);
        *at++ = "0123456789abcdef"[byte >> 4];
        *at++ = "0123456789abcdef"[byte & 15];
    }
    *at = '\0';
    mw_json_text(w, key, text);
}

static void write_shape(mw_writer *w, const mw_scene *s, const mw_shape *shape,
                        const mw_style *style)
{
    static const char *const types[] = {
        [MW_POLYGON] = "p", [MW_LINE] = "l", [MW_CIRCLE] = "c", [MW_TEXT] = "x"};
    mw_json_open(w, NULL, '{');
    mw_json_text(w, "t", types[shape->type]);
    write_colour(w, "c", mw_style_colour(style, &shape->ink));
    mw_json_text(w, "r", mw_role_name(shape->ink.role));
    if (shape->type == MW_POLYGON || shape->type == MW_LINE) {
        mw_json_open(w, "p", '[');
        for (uint32_t i = 0; i < 2 * shape->count; i++)
            mw_json_rounded(w, NULL, s->points[2 * (size_t)shape->first + i], 3);
        mw_json_close(w, ']');
    } else {
        mw_json_rounded(w, "x", shape->x, 3);
        mw_json_rounded(w, "y", shape->y, 3);
        mw_json_rounded(w, "s", shape->size, 3);
    }
    if (shape->type == MW_TEXT)
        mw_json_text(w, "text", shape->text);
    else if (shape->ink.width > 0)
        mw_json_rounded(w, "w", shape->ink.width, 3);
    if (shape->ink.cell)
        mw_json_count(w, "cell", shape->ink.cell - 1);
    mw_json_close(w, '}');
}

// The lines around floors are the same for all of them.
static void write_lines(mw_writer *w, const mw_style *style)
{
    mw_colour colour;
    double width = mw_style_outline(style, &(mw_shape){.type = MW_POLYGON}, &colour);
    mw_json_open(w, "lines", '{');
    write_colour(w, "c", colour);
    mw_json_rounded(w, "w", width, 3);
    mw_json_close(w, '}');
}

static uint64_t shape_hash(const mw_scene *s, const mw_shape *shape)
{
    const mw_ink *ink = &shape->ink;
    const double own[] = {shape->type, ink->role, ink->tint, ink->shade, ink->width,
                          ink->fade,   ink->cell, shape->x,  shape->y,   shape->size};
    const uint64_t parts[] = {
        mw_hash_bytes(own, sizeof own), mw_hash_bytes(shape->text, sizeof shape->text),
        mw_hash_bytes(s->points + 2 * (size_t)shape->first, shape->count * 2 * sizeof(double))};
    return mw_hash_bytes(parts, sizeof parts);
}

static int by_value(const void *a, const void *b)
{
    uint64_t one = *(const uint64_t *)a, two = *(const uint64_t *)b;
    return (one > two) - (one < two);
}

// The sorted hashes of all shapes, which the caller frees; NULL: out of memory.
static uint64_t *list_shapes(const mw_scene *s)
{
    uint64_t *hashes = malloc((s->shape_count + 1) * sizeof *hashes);
    for (uint32_t i = 0; hashes && i < s->shape_count; i++)
        hashes[i] = shape_hash(s, &s->shapes[i]);
    if (hashes)
        qsort(hashes, s->shape_count, sizeof *hashes, by_value);
    return hashes;
}

static bool has_shape(const uint64_t *hashes, uint32_t count, const mw_scene *s,
                      const mw_shape *shape)
{
    uint64_t hash = shape_hash(s, shape);
    return bsearch(&hash, hashes, count, sizeof hash, by_value);
}

void mw_answer_scene(mw_writer *w, const char *key, const mw_scene *s, const mw_scene *before,
                     const mw_style *style)
{
    uint64_t *known = before ? list_shapes(before) : NULL;
    w->failed = w->failed || (before && !known);
    mw_json_open(w, key, '{');
    mw_json_rounded(w, "w", s->width, 3);
    mw_json_rounded(w, "h", s->height, 3);
    write_colour(w, "paper", mw_style_paper(style));
    write_lines(w, style);
    mw_json_open(w, "shapes", '[');
    for (uint32_t i = 0; i < s->shape_count; i++)
        if (!known || !has_shape(known, before->shape_count, s, &s->shapes[i]))
            write_shape(w, s, &s->shapes[i], style);
    mw_json_close(w, ']');
    mw_json_close(w, '}');
    free(known);
}

// Draws the line of a solution from the start of the maze. *moves is its text, or NULL if there is
// none; *known becomes false where a limit was hit.
static bool add_solution(mw_question *q, mw_scene *scene, const mw_maze *m, char **moves,
                         bool *known)
{
    mw_search_options o = {0};
    mw_result r;
    if (!mw_api_limits(q, &o.limits) || !mw_search(m, &o, &r, q->error))
        return false;
    bool solved = r.outcome == MW_OUTCOME_SOLVED;
    *known = *known && r.outcome != MW_OUTCOME_LIMIT;
    if (solved) {
        mw_scene_add_path(scene, m, r.actions, r.moves);
        *moves = mw_moves_print(m->kind, r.actions, r.moves);
    }
    q->out->failed = q->out->failed || scene->failed || (solved && !*moves);
    mw_result_free(&r);
    return true;
}

bool mw_api_svg(mw_question *q)
{
    mw_style style;
    mw_limits limits;
    mw_scene scene;
    char *moves = NULL;
    double *heat = NULL;
    mw_session *s = mw_field_session(q);
    if (!s || !mw_field_style(q, &style) || !mw_api_limits(q, &limits))
        return false;
    const mw_maze *m = mw_session_maze(s);
    if (!mw_api_can_draw(q, m, 1))
        return false;
    if (!MW_HAS(m->kind, view, draw))
        return mw_wrong(q, "%s mazes have no picture", m->kind->name);
    if (!mw_scene_draw(&scene, m, mw_session_state(s)))
        return mw_no_memory(q->error);
    if (mw_field_bool(q, "distances"))
        style.heat = heat = mw_maze_heat(m, &limits, NULL);
    bool known = !mw_field_bool(q, "distances") || !m->kind->rules->cell || heat;
    bool ok = !mw_field_bool(q, "solution") || add_solution(q, &scene, m, &moves, &known);
    char *svg = ok ? mw_scene_svg(&scene, &style) : NULL;
    q->out->failed = q->out->failed || (ok && !svg);
    mw_json_text(q->out, "svg", svg);
    mw_json_text(q->out, "moves", moves);
    mw_json_bool(q->out, "known", known);
    free(svg);
    free(moves);
    free(heat);
    mw_scene_free(&scene);
    return ok;
}
