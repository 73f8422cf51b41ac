// scene.c: see scene.h.
#include "mazewright/scene.h"

#include "core/memory.h"
#include "core/moves.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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
    if (s->failed || MW_STOPPING_AT(s->shape_count) ||
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

bool mw_scene_add_path(mw_scene *s, const mw_maze *m, const uint16_t *actions, uint32_t moves)
{
    mw_state state;
    double *xy = malloc(2 * ((size_t)moves + 1) * sizeof *xy);
    if (!xy || !MW_HAS(m->kind, view, place)) {
        s->failed = s->failed || !xy;
        free(xy);
        return false;
    }
    m->kind->rules->start(m, &state);
    m->kind->view->place(m, &state, &xy[0], &xy[1]);
    uint32_t n = 1;
    for (uint32_t i = 0; i < moves; i++) {
        mw_edge edges[MW_EDGES_MAX];
        const mw_edge *e = mw_find_move(m, &state, actions[i], edges);
        if (!e)
            break;
        state = e->to;
        m->kind->view->place(m, &state, &xy[2 * n], &xy[2 * n + 1]);
        n++;
    }
    mw_draw_line(s, (mw_ink){.role = MW_ROLE_PATH, .width = 0.09, .fade = 0.3}, xy, n);
    free(xy);
    return !s->failed;
}

void mw_scene_free(mw_scene *s)
{
    bool failed = s->failed;
    free(s->shapes);
    free(s->points);
    *s = (mw_scene){.failed = failed};
}
