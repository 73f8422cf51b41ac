// ask_edit.c: what an editor asks: strokes of a brush and a picture of each brush, empty boards,
// other sizes, mirrors and turns.
#include "api/question.h"
#include "core/edit.h"
#include "design/objective.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// Answers with a maze, which it frees; NULL: the error is told.
static bool answer_with(mw_question *q, mw_maze *m)
{
    if (m)
        mw_answer_maze(q, m);
    mw_maze_free(m);
    return m;
}

bool mw_api_paint(mw_question *q)
{
    const mw_maze *m = mw_field_maze(q);
    const char *name = mw_field_text(q, "brush");
    uint64_t cell = 0, side = 0;
    if (!m || !mw_field_count(q, "cell", 0, (uint64_t)m->w * m->h * m->d - 1, &cell) ||
        !mw_field_count(q, "side", 0, 5, &side))
        return false;
    const mw_brush *b = m->kind->editor ? m->kind->editor->brushes : NULL;
    while (b && b->name && strcmp(b->name, name))
        b++;
    if (!b || !b->name)
        return mw_wrong(q, "%s mazes have no brush '%.40s'", m->kind->name, name);
    return answer_with(q, m->kind->editor->paint(m, (unsigned)(b - m->kind->editor->brushes),
                                                 (uint32_t)cell, (unsigned)side, q->error));
}

// ---- the whole board

bool mw_api_blank(mw_question *q)
{
    const mw_kind *kind = mw_field_kind(q);
    mw_maze *m = kind ? mw_random_maze(kind, mw_field_text(q, "size"), 1, q->error) : NULL;
    mw_maze *blank = m ? mw_edit_resize(m, false, m->w, m->h, m->d, q->error) : NULL;
    mw_maze_free(m);
    return answer_with(q, blank);
}

bool mw_api_resize(mw_question *q)
{
    const mw_maze *m = mw_field_maze(q);
    uint64_t w = 0, h = 0, d = m ? m->d : 1;
    return m && mw_field_count(q, "w", 1, UINT16_MAX, &w) &&
           mw_field_count(q, "h", 1, UINT16_MAX, &h) && mw_field_count(q, "d", 1, UINT16_MAX, &d) &&
           answer_with(q, mw_edit_resize(m, true, (uint32_t)w, (uint32_t)h, (uint32_t)d, q->error));
}

bool mw_api_turn(mw_question *q)
{
    const mw_maze *m = mw_field_maze(q);
    const char *by = mw_field_text(q, "by");
    unsigned symmetry;
    if (!m)
        return false;
    if (!mw_edit_turns(m->kind))
        return mw_wrong(q, "%s mazes cannot be turned", m->kind->name);
    if (!mw_edit_symmetry(m->kind, by, &symmetry))
        return mw_wrong(q, "by is '%.40s'; it is left-right, up-down, right or left", by);
    mw_maze *turned = mw_edit_turn(m, symmetry);
    return turned ? answer_with(q, turned) : (bool)mw_no_memory(q->error);
}

// ---- pictures of brushes. Each is used on a small board, and the picture is of the cell.

#define BOARD_SIDE                                                                                 \
    10 // cells each way: there is room for every brush, and every digit is a jump that stays on it
#define MARGIN  0.08
#define INWARDS 0.9 // nearer to the middle of the cell, so that its sides belong to it

typedef struct stroke {
    mw_maze *after;
    uint32_t cell;
    mw_error why; // it was refused on the first cell
} stroke;

// Uses a brush on the board, on the first cell from `from` on where it changes something; or where
// it is allowed at least. `after` is NULL if there is no such cell.
static stroke use(const mw_maze *board, unsigned brush, uint32_t from)
{
    const mw_editor *e = board->kind->editor;
    uint32_t cells = (uint32_t)board->w * board->h;
    mw_error error = {0};
    stroke found = {0};
    for (uint32_t i = 0; i < cells; i++)
        for (unsigned side = 0; side < (e->brushes[brush].side ? 4u : 1u); side++) {
            uint32_t cell = (from + i) % cells;
            mw_maze *m = e->paint(board, brush, cell, (side + 1) % 4, &error);
            bool changed = m && !mw_maze_equal(m, board);
            if (changed || (m && !found.after)) {
                mw_maze_free(found.after);
                found = (stroke){.after = m, .cell = cell};
            } else {
                mw_maze_free(m);
            }
            if (changed)
                return found;
            if (i == 0)
                found.why = error;
        }
    return found;
}

// A copy of the board on which every brush was used once, as far as that is possible.
static mw_maze *use_all(const mw_maze *blank)
{
    mw_maze *m = mw_maze_clone(blank);
    for (unsigned i = 0; m && blank->kind->editor->brushes[i].name; i++) {
        stroke s = use(m, i, i + 1);
        if (s.after) {
            mw_maze_free(m);
            m = s.after;
        }
    }
    return m;
}

typedef struct box {
    double left, top, right, bottom;
} box;

static box box_of(const mw_scene *scene, const mw_shape *s)
{
    if (s->type == MW_CIRCLE || s->type == MW_TEXT)
        return (box){s->x - s->size, s->y - s->size, s->x + s->size, s->y + s->size};
    box b = {DBL_MAX, DBL_MAX, -DBL_MAX, -DBL_MAX};
    for (uint32_t i = s->first; i < s->first + s->count; i++) {
        const double *p = &scene->points[2 * (size_t)i];
        b = (box){fmin(b.left, p[0]), fmin(b.top, p[1]), fmax(b.right, p[0]), fmax(b.bottom, p[1])};
    }
    return b;
}

// The floor of a cell. NULL: the scene has none there.
static const mw_shape *floor_of(const mw_scene *scene, uint32_t cell)
{
    for (uint32_t i = 0; i < scene->shape_count; i++)
        if (scene->shapes[i].ink.cell == cell + 1)
            return &scene->shapes[i];
    return NULL;
}

static bool overlap(box a, box b)
{
    return a.right > b.left && a.left < b.right && a.bottom > b.top && a.top < b.bottom;
}

// The box with the figure, if it stands there: it may be taller than the cell.
static box with_figure(const mw_scene *scene, box floor, bool *stands)
{
    box all = {DBL_MAX, DBL_MAX, -DBL_MAX, -DBL_MAX};
    for (uint32_t i = 0; i < scene->shape_count; i++) {
        box b = box_of(scene, &scene->shapes[i]);
        if (scene->shapes[i].ink.role == MW_ROLE_HERO)
            all = (box){fmin(all.left, b.left), fmin(all.top, b.top), fmax(all.right, b.right),
                        fmax(all.bottom, b.bottom)};
    }
    double middle = (floor.left + floor.right) / 2;
    *stands = overlap(all, floor) && all.left <= middle && all.right >= middle;
    if (*stands)
        floor.top = fmin(floor.top, all.top);
    return floor;
}

// Is the middle of a shape on the floor, or on one of its sides?
static bool lies_on(const mw_scene *scene, const mw_shape *s, const mw_shape *floor)
{
    box a = box_of(scene, s), f = box_of(scene, floor);
    double cx = (f.left + f.right) / 2, cy = (f.top + f.bottom) / 2;
    double x = cx + INWARDS * ((a.left + a.right) / 2 - cx);
    double y = cy + INWARDS * ((a.top + a.bottom) / 2 - cy);
    bool odd = false;
    for (uint32_t i = 0, j = floor->count - 1; i < floor->count; j = i++) {
        const double *p = &scene->points[2 * (size_t)(floor->first + i)],
                     *q = &scene->points[2 * (size_t)(floor->first + j)];
        if ((p[1] > y) != (q[1] > y) && x < (q[0] - p[0]) * (y - p[1]) / (q[1] - p[1]) + p[0])
            odd = !odd;
    }
    return odd;
}

// Leaves of a scene what belongs to a cell, whose floor was in the box. Where it has no floor now,
// what is around shows the gap.
static void crop(mw_scene *scene, const mw_shape *floor, box was)
{
    uint32_t kept = 0;
    bool stands;
    box b = with_figure(scene, was, &stands);
    b = (box){b.left - MARGIN, b.top - MARGIN, b.right + MARGIN, b.bottom + MARGIN};
    const mw_shape there = floor ? *floor : (mw_shape){0};
    for (uint32_t i = 0; i < scene->shape_count; i++) {
        mw_shape s = scene->shapes[i];
        bool keeps = !floor                       ? overlap(box_of(scene, &s), b)
                     : s.ink.role == MW_ROLE_HERO ? stands
                                                  : lies_on(scene, &s, &there);
        if (!keeps)
            continue;
        s.x -= b.left;
        s.y -= b.top;
        scene->shapes[kept++] = s;
    }
    scene->shape_count = kept;
    for (uint32_t p = 0; p < scene->point_count; p++) {
        scene->points[2 * (size_t)p] -= b.left;
        scene->points[2 * (size_t)p + 1] -= b.top;
    }
    scene->width = b.right - b.left;
    scene->height = b.bottom - b.top;
}

static bool draw(mw_scene *scene, const mw_maze *m)
{
    mw_state start;
    m->kind->rules->start(m, &start);
    return mw_scene_draw(scene, m, &start);
}

// The picture of one stroke: the cell after it, where the board before has its floor.
static bool draw_stroke(mw_writer *w, const mw_maze *board, const stroke *s, const mw_style *style)
{
    mw_scene before, after;
    if (!draw(&before, board))
        return false;
    bool drawn = draw(&after, s->after);
    const mw_shape *was = floor_of(&before, s->cell),
                   *is = drawn ? floor_of(&after, s->cell) : NULL;
    bool there = drawn && (was || is);
    if (there) {
        crop(&after, is, was ? box_of(&before, was) : box_of(&after, is));
        mw_answer_scene(w, "scene", &after, NULL, style);
    }
    if (drawn)
        mw_scene_free(&after);
    mw_scene_free(&before);
    return there;
}

static void write_brush(mw_writer *w, const mw_maze *blank, const mw_maze *full, unsigned brush,
                        const mw_style *style)
{
    const mw_maze *board = blank;
    stroke s = use(blank, brush, blank->w + 1u); // away from the border and from the middle
    const mw_error why = s.why;
    if (!s.after || mw_maze_equal(s.after, blank)) {
        mw_maze_free(s.after);
        board = full;
        s = use(full, brush, 0);
    }
    mw_json_open(w, NULL, '{');
    mw_json_text(w, "name", blank->kind->editor->brushes[brush].name);
    if (!s.after)
        mw_json_text(w, "why", why.text);
    if (!s.after || !draw_stroke(w, board, &s, style))
        mw_json_null(w, "scene");
    mw_json_close(w, '}');
    mw_maze_free(s.after);
}

// Without a board of this size the brushes have no pictures.
bool mw_api_brushes(mw_question *q)
{
    mw_style style;
    mw_error error;
    const mw_maze *m = mw_field_maze(q);
    if (!m || !mw_field_style(q, &style))
        return false;
    bool draws = MW_HAS(m->kind, view, draw);
    mw_maze *blank = draws ? mw_edit_resize(m, false, BOARD_SIDE, BOARD_SIDE, 1, &error) : NULL;
    mw_maze *full = blank ? use_all(blank) : NULL;
    mw_json_open(q->out, "brushes", '[');
    for (unsigned i = 0; full && blank->kind->editor->brushes[i].name; i++)
        write_brush(q->out, blank, full, i, &style);
    mw_json_close(q->out, ']');
    mw_maze_free(full);
    mw_maze_free(blank);
    return true;
}
