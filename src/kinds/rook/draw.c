// draw.c: draws a rook maze as a board of numbers, with a ring around the player's number; and
// tells the board in words.
#include "kinds/rook/rook.h"

#include "core/text.h"
#include "mazewright/scene.h"

#include <stdio.h>

#define MARGIN 0.3

static void place(const mw_maze *m, const mw_state *s, double *x, double *y)
{
    uint32_t cell = s->w[0] & 0xffff;
    *x = MARGIN + cell % m->w + 0.5;
    *y = MARGIN + cell / m->w + 0.5;
}

static void draw_board(const mw_maze *m, mw_scene *scene)
{
    const board *b = mw_rook_board(m);
    scene->width = m->w + 2 * MARGIN;
    scene->height = m->h + 2 * MARGIN;
    for (uint32_t c = 0; c < (uint32_t)m->w * m->h; c++) {
        double x = MARGIN + c % m->w, y = MARGIN + c / m->w;
        char number[4];
        mw_draw_rect(scene, (mw_ink){.role = MW_ROLE_FLOOR, .cell = c + 1}, x, y, 1, 1);
        if (c == b->goal) {
            mw_draw_circle(scene, (mw_ink){.role = MW_ROLE_FLOOR, .width = 0.06}, x + 0.5, y + 0.5,
                           0.29);
            mw_draw_circle(scene, (mw_ink){.role = MW_ROLE_GOAL}, x + 0.5, y + 0.5, 0.29);
            mw_draw_text(scene, (mw_ink){.role = MW_ROLE_MARK}, x + 0.5, y + 0.5, 0.3, "G");
            continue;
        }
        if (c == b->start) {
            mw_draw_rect(scene, (mw_ink){.role = MW_ROLE_FLOOR, .width = 0.08}, x + 0.06, y + 0.06,
                         0.88, 0.88);
            mw_draw_rect(scene, (mw_ink){.role = MW_ROLE_START, .width = 0.04}, x + 0.06, y + 0.06,
                         0.88, 0.88);
        }
        snprintf(number, sizeof number, "%u", b->jumps[c]);
        mw_draw_text(scene, (mw_ink){.role = MW_ROLE_LABEL}, x + 0.5, y + 0.5, 0.4, number);
    }
}

// A ring high up in a jump is nearer to the eye, so it is larger. Rims in the colour of the floor
// set it off.
static void draw_ring(mw_scene *scene, double x, double y, double height)
{
    double width = 0.08 + 0.02 * height, radius = 0.36 + 0.15 * height;
    mw_draw_circle(scene, (mw_ink){.role = MW_ROLE_FLOOR, .width = width + 0.06}, x, y, radius);
    mw_draw_circle(scene, (mw_ink){.role = MW_ROLE_HERO, .width = width}, x, y, radius);
}

static void draw(const mw_maze *m, const mw_state *s, mw_scene *scene)
{
    double x, y;
    draw_board(m, scene);
    place(m, s, &x, &y);
    draw_ring(scene, x, y, 0);
}

static void animate(const mw_maze *m, const mw_state *from, const mw_edge *e, double t,
                    mw_scene *scene)
{
    double x, y, to_x, to_y;
    draw_board(m, scene);
    place(m, from, &x, &y);
    place(m, &e->to, &to_x, &to_y);
    draw_ring(scene, x * (1 - t) + to_x * t, y * (1 - t) + to_y * t, 4 * t * (1 - t));
}

static void look(const mw_maze *m, const mw_state *s, uint32_t cell, mw_writer *w)
{
    const board *b = mw_rook_board(m);
    size_t begun = w->length;
    if (cell == b->start)
        mw_write_part(w, begun, "start");
    if (cell == b->goal)
        mw_write_part(w, begun, "goal");
    else
        mw_write_part(w, begun, "jump %u", b->jumps[cell]);
    if (cell == (s->w[0] & 0xffff))
        mw_write_part(w, begun, "you are here");
}

static void glyph(const mw_maze *m, const mw_state *s, uint32_t cell, mw_glyph *g)
{
    const board *b = mw_rook_board(m);
    g->here = cell == (s->w[0] & 0xffff);
    g->ground = g->here ? MW_ROLE_HERO : cell == b->goal ? MW_ROLE_GOAL : MW_ROLE_FLOOR;
    g->ink = g->here || cell == b->goal ? MW_ROLE_MARK : MW_ROLE_LABEL;
    g->means = cell == b->goal ? "goal" : NULL;
    if (cell == b->goal)
        snprintf(g->text, sizeof g->text, "G");
    else
        snprintf(g->text, sizeof g->text, "%u", b->jumps[cell]);
}

const mw_view mw_rook_view = {
    .size = sizeof(mw_view),
    .draw = draw,
    .place = place,
    .animate = animate,
    .look = look,
    .glyph = glyph,
};
