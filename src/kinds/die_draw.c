// die_draw.c: a die on its board, seen from above and a little from the south-east: so three faces
// show, and the hidden ones are those that add up to seven.
#include "kinds/die.h"

#include "mazewright/scene.h"

#include <stdio.h>

#define MARGIN 0.3
#define SIDE   0.56 // of the top face
#define DEPTH  0.24 // by which the other faces lean

void mw_die_place(const mw_maze *m, const mw_state *s, double *x, double *y)
{
    uint32_t cell = mw_die_cell(s);
    *x = MARGIN + cell % (m->w + 2u) - 0.5;
    *y = MARGIN + cell / (m->w + 2u) - 0.5;
}

// Pips of a face on the unit square, in thirds around its middle; bit i for place i of a 3x3 grid.
static const uint16_t pips[7] = {0, 0x010, 0x044, 0x054, 0x145, 0x155, 0x16d};

// A face with its corners, clockwise from the upper left.
static void draw_face(mw_scene *scene, const double *q, unsigned face, int shade, double radius)
{
    mw_draw_polygon(scene, (mw_ink){.role = MW_ROLE_HERO, .shade = (int8_t)shade}, q, 4);
    for (unsigned i = 0; i < 9; i++) {
        if (!(pips[face] >> i & 1))
            continue;
        double u = 0.5 + (i % 3 - 1.0) * 0.27, v = 0.5 + (i / 3 - 1.0) * 0.27;
        double x = q[0] + (q[2] - q[0]) * u + (q[6] - q[0]) * v;
        double y = q[1] + (q[3] - q[1]) * u + (q[7] - q[1]) * v;
        mw_draw_circle(scene, (mw_ink){.role = MW_ROLE_MARK}, x, y, radius);
    }
}

static void draw_die(mw_scene *scene, const orientation *o, double x, double y)
{
    double l = x - (SIDE + DEPTH) / 2, t = y - (SIDE + DEPTH) / 2, r = l + SIDE, b = t + SIDE;
    draw_face(scene, (const double[]){l, t, r, t, r, b, l, b}, o->top, 0, 0.055);
    draw_face(scene, (const double[]){l, b, r, b, r + DEPTH, b + DEPTH, l + DEPTH, b + DEPTH},
              7u - o->north, -2, 0.032);
    draw_face(scene, (const double[]){r, t, r + DEPTH, t + DEPTH, r + DEPTH, b + DEPTH, r, b},
              o->east, 2, 0.032);
    mw_draw_polygon(scene, (mw_ink){.role = MW_ROLE_WALL, .width = 0.025},
                    (const double[]){l, t, r, t, r + DEPTH, t + DEPTH, r + DEPTH, b + DEPTH,
                                     l + DEPTH, b + DEPTH, l, b},
                    6);
}

void mw_die_draw(const mw_maze *m, const mw_state *s, mw_scene *scene)
{
    const board *b = mw_die_board(m);
    scene->width = m->w + 2 * MARGIN;
    scene->height = m->h + 2 * MARGIN;
    for (uint32_t c = 0; c < (uint32_t)m->w * m->h; c++) {
        uint32_t at = (c / m->w + 1) * (m->w + 2u) + c % m->w + 1;
        double x = MARGIN + c % m->w, y = MARGIN + c / m->w;
        bool wall = b->cells[at] == WALL;
        mw_draw_rect(
            scene,
            (mw_ink){.role = wall ? MW_ROLE_BLOCKED : MW_ROLE_FLOOR, .cell = wall ? 0 : c + 1},
            x + 0.03, y + 0.03, 0.94, 0.94);
        if (at == b->start)
            mw_draw_rect(scene, (mw_ink){.role = MW_ROLE_START, .width = 0.04}, x + 0.08, y + 0.08,
                         0.84, 0.84);
        if (at == b->goal) {
            mw_draw_rect(scene, (mw_ink){.role = MW_ROLE_GOAL, .width = 0.08}, x + 0.1, y + 0.1,
                         0.8, 0.8);
            mw_draw_text(scene, (mw_ink){.role = MW_ROLE_GOAL}, x + 0.5, y + 0.5, 0.36, "G");
        } else if (!wall && b->cells[at] != FREE) {
            mw_draw_text(scene, (mw_ink){.role = MW_ROLE_LABEL}, x + 0.5, y + 0.5, 0.36,
                         (const char[]){(char)('0' + b->cells[at]), 0});
        }
    }
    double x, y;
    mw_die_place(m, s, &x, &y);
    draw_die(scene, mw_die_orientation(b, s), x, y);
}
