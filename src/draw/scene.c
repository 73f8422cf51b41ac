// scene.c: see scene.h.
#include "mazewright/scene.h"

#include "core/memory.h"
#include "core/moves.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// How the shapes of a maze come again. While a kind draws them for a reader, its scene has
// `painter`, and keeps one shape at a time.
typedef struct mw_redraw {
    const mw_maze *maze;
    mw_state state;
    mw_painter *painter;
    uint64_t count; // of shapes so far
} mw_redraw;

uint64_t mw_scene_bytes(const mw_scene *s)
{
    return (uint64_t)s->shape_capacity * sizeof *s->shapes +
           (uint64_t)s->point_capacity * 2 * sizeof *s->points;
}

static bool grow(mw_scene *s, void **items, uint32_t *capacity, uint64_t need, size_t bytes)
{
    mw_budget budget = {.used = mw_scene_bytes(s), .limit = s->most};
    size_t room = *capacity;
    if (need > UINT32_MAX || !mw_reserve(&budget, items, &room, (size_t)need, bytes))
        return false;
    *capacity = (uint32_t)room;
    return true;
}

static void add(mw_scene *s, const mw_shape *shape, const double *xy, uint32_t points)
{
    mw_redraw *r = s->redraw, *passing = r && r->painter ? r : NULL;
    if (s->failed || MW_STOPPING_AT(passing ? passing->count++ : s->shape_count) ||
        !grow(s, (void **)&s->shapes, &s->shape_capacity, (uint64_t)s->shape_count + 1,
              sizeof *s->shapes) ||
        !grow(s, (void **)&s->points, &s->point_capacity, (uint64_t)s->point_count + points,
              2 * sizeof *s->points)) {
        s->failed = true;
        return;
    }
    mw_shape *new = &s->shapes[s->shape_count++];
    *new = *shape;
    new->first = s->point_count;
    new->count = points;
    if (points)
        memcpy(s->points + 2 * (size_t)s->point_count, xy, points * 2 * sizeof *xy);
    s->point_count += points;
    if (passing) {
        passing->painter->shape(passing->painter, s, new);
        s->shape_count = s->point_count = 0;
    }
}

void mw_draw_polygon(mw_scene *s, mw_ink ink, const double *xy, uint32_t points)
{
    add(s, &(mw_shape){.type = MW_POLYGON, .ink = ink}, xy, points);
}

void mw_draw_line(mw_scene *s, mw_ink ink, const double *xy, uint32_t points)
{
    add(s, &(mw_shape){.type = MW_LINE, .ink = ink}, xy, points);
}

void mw_draw_rect(mw_scene *s, mw_ink ink, double x, double y, double w, double h)
{
    mw_draw_polygon(s, ink, (const double[]){x, y, x + w, y, x + w, y + h, x, y + h}, 4);
}

void mw_draw_circle(mw_scene *s, mw_ink ink, double x, double y, double radius)
{
    add(s, &(mw_shape){.type = MW_CIRCLE, .ink = ink, .x = x, .y = y, .size = radius}, NULL, 0);
}

void mw_draw_text(mw_scene *s, mw_ink ink, double x, double y, double size, const char *text)
{
    mw_shape shape = {.type = MW_TEXT, .ink = ink, .x = x, .y = y, .size = size};
    strncpy(shape.text, text, sizeof shape.text - 1);
    add(s, &shape, NULL, 0);
}

static bool drawn(mw_scene *s)
{
    if (s->failed)
        mw_scene_free(s);
    return !s->failed;
}

bool mw_scene_draw(mw_scene *s, const mw_maze *m, const mw_state *state)
{
    return mw_scene_draw_within(s, m, state, 0);
}

bool mw_scene_draw_within(mw_scene *s, const mw_maze *m, const mw_state *state, uint64_t most)
{
    *s = (mw_scene){.most = most};
    if (!MW_HAS(m->kind, view, draw))
        return false;
    m->kind->view->draw(m, state, s);
    return drawn(s);
}

bool mw_scene_of(mw_scene *s, const mw_maze *m, const mw_state *state, uint64_t most)
{
    *s = (mw_scene){.failed = true}; // so it takes no shape, and the kind only says how large it is
    if (!MW_HAS(m->kind, view, draw))
        return false;
    m->kind->view->draw(m, state, s);
    s->most = most;
    mw_redraw *r = s->redraw = malloc(sizeof *r);
    s->failed = !r;
    if (r)
        *r = (mw_redraw){.maze = m, .state = *state};
    return !s->failed;
}

// Lets the kind draw, and hands each shape to the painter.
static bool paint_again(const mw_redraw *r, mw_painter *p)
{
    mw_redraw passing = {.painter = p};
    mw_scene s = {.redraw = &passing};
    r->maze->kind->view->draw(r->maze, &r->state, &s);
    s.redraw = NULL;
    mw_scene_free(&s);
    return !s.failed;
}

bool mw_scene_paint(const mw_scene *s, mw_painter *p)
{
    bool ok = !s->redraw || paint_again(s->redraw, p);
    for (uint32_t i = 0; ok && i < s->shape_count; i++) {
        p->shape(p, s, &s->shapes[i]);
        ok = !MW_STOPPING_AT(i);
    }
    return ok;
}

bool mw_scene_draw_move(mw_scene *s, const mw_maze *m, const mw_state *from, uint16_t action,
                        double t)
{
    mw_edge edges[MW_EDGES_MAX];
    const mw_edge *e = mw_find_move(m, from, action, edges);
    if (!e || !MW_HAS(m->kind, view, animate))
        return e && mw_scene_draw(s, m, t < 1 ? from : &e->to);
    *s = (mw_scene){0};
    m->kind->view->animate(m, from, e, t, s);
    return drawn(s);
}

// A long path is drawn in pieces, so that no shape takes long to paint.
bool mw_scene_add_path(mw_scene *s, const mw_maze *m, const uint16_t *actions, uint32_t moves)
{
    enum { POINTS = 1000 };
    const mw_ink ink = {.role = MW_ROLE_PATH, .width = 0.09, .fade = 0.15};
    mw_state state;
    double xy[2 * POINTS];
    if (!MW_HAS(m->kind, view, place))
        return false;
    m->kind->rules->start(m, &state);
    m->kind->view->place(m, &state, &xy[0], &xy[1]);
    uint32_t n = 1;
    for (uint32_t i = 0; i < moves && !s->failed; i++) {
        mw_edge edges[MW_EDGES_MAX];
        const mw_edge *e = mw_find_move(m, &state, actions[i], edges);
        if (!e)
            break;
        if (n == POINTS) {
            mw_draw_line(s, ink, xy, n);
            memmove(xy, xy + 2 * (n - 1), 2 * sizeof *xy); // the next piece begins where it ends
            n = 1;
        }
        state = e->to;
        m->kind->view->place(m, &state, &xy[2 * n], &xy[2 * n + 1]);
        n++;
        s->failed |= MW_STOPPING_AT(i);
    }
    mw_draw_line(s, ink, xy, n);
    return !s->failed;
}

void mw_scene_free(mw_scene *s)
{
    bool failed = s->failed;
    free(s->shapes);
    free(s->points);
    free(s->redraw);
    *s = (mw_scene){.failed = failed};
}
