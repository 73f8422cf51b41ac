// rook_draw.c: a rook maze as a board of numbers; the player's cell has a ring, so that its number
// can still be read.
#include "kinds/rook.h"

#include "mazewright/scene.h"

#include <stdio.h>

#define MARGIN 0.3

void mw_rook_place(const mw_maze *m, const mw_state *s, double *x, double *y)
{
    uint32_t cell = s->w[0] & 0xffff;
    *x = MARGIN + cell % m->w + 0.5;
    *y = MARGIN + cell / m->w + 0.5;
}

void mw_rook_draw(const mw_maze *m, const mw_state *s, mw_scene *scene)
{
    const board *b = mw_rook_board(m);
    double hero_x, hero_y;
    scene->width = m->w + 2 * MARGIN;
    scene->height = m->h + 2 * MARGIN;
    for (uint32_t c = 0; c < (uint32_t)m->w * m->h; c++) {
        double x = MARGIN + c % m->w, y = MARGIN + c / m->w;
        char number[4];
        mw_draw_rect(scene, (mw_ink){.role = MW_ROLE_FLOOR, .cell = c + 1}, x + 0.03, y + 0.03,
                     0.94, 0.94);
        if (c == b->goal) {
            mw_draw_circle(scene, (mw_ink){.role = MW_ROLE_GOAL}, x + 0.5, y + 0.5, 0.36);
            mw_draw_text(scene, (mw_ink){.role = MW_ROLE_MARK}, x + 0.5, y + 0.5, 0.34, "G");
            continue;
        }
        if (c == b->start)
            mw_draw_rect(scene, (mw_ink){.role = MW_ROLE_START, .width = 0.04}, x + 0.07, y + 0.07,
                         0.86, 0.86);
        snprintf(number, sizeof number, "%u", b->jumps[c]);
        mw_draw_text(scene, (mw_ink){.role = MW_ROLE_LABEL}, x + 0.5, y + 0.5, 0.4, number);
    }
    mw_rook_place(m, s, &hero_x, &hero_y);
    mw_draw_circle(scene, (mw_ink){.role = MW_ROLE_HERO, .width = 0.08}, hero_x, hero_y, 0.4);
}
