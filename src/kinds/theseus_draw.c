// theseus_draw.c: a maze of walls, a round hero and a horned foe.
#include "kinds/theseus.h"

#include "core/text.h"
#include "mazewright/scene.h"

#define MARGIN 0.75 // room for an exit through the border

static void centre(const mw_maze *m, uint32_t cell, double *x, double *y)
{
    const board *b = mw_theseus_board(m);
    *x = MARGIN + mw_theseus_xs(b)[cell] + 0.5;
    *y = MARGIN + mw_theseus_ys(b)[cell] + 0.5;
}

void mw_theseus_where(const mw_maze *m, const mw_state *s, double *x, double *y)
{
    centre(m, mw_theseus_place(s), x, y);
}

static void draw_exit(const mw_maze *m, mw_scene *scene)
{
    const board *b = mw_theseus_board(m);
    double x, y;
    centre(m, b->exit, &x, &y);
    if (b->door == WAIT) {
        mw_draw_rect(scene, (mw_ink){.role = MW_ROLE_GOAL, .fade = 0.35}, x - 0.36, y - 0.36, 0.72,
                     0.72);
        mw_draw_text(scene, (mw_ink){.role = MW_ROLE_MARK}, x, y, 0.3, "X");
        return;
    }
    // An arrow through the gap.
    static const double along[4][2] = {{0, -1}, {1, 0}, {0, 1}, {-1, 0}};
    double dx = along[b->door][0], dy = along[b->door][1];
    double tip_x = x + dx * 1.1, tip_y = y + dy * 1.1, back_x = x + dx * 0.72,
           back_y = y + dy * 0.72;
    mw_draw_polygon(scene, (mw_ink){.role = MW_ROLE_GOAL},
                    (const double[]){tip_x, tip_y, back_x - dy * 0.28, back_y + dx * 0.28,
                                     back_x + dy * 0.28, back_y - dx * 0.28},
                    3);
}

// Each wall once: those above and left of cells, and the far border.
static void draw_walls(const mw_maze *m, mw_scene *scene)
{
    const board *b = mw_theseus_board(m);
    const mw_ink wall = {.role = MW_ROLE_WALL, .width = 0.11};
    for (uint32_t c = 0; c < b->cells; c++) {
        double x = MARGIN + c % m->w, y = MARGIN + c / m->w;
        bool last_x = (c + 1) % m->w == 0, last_y = c + m->w >= b->cells;
        if (b->bytes[c] & WALL(UP))
            mw_draw_line(scene, wall, (const double[]){x, y, x + 1, y}, 2);
        if (b->bytes[c] & WALL(LEFT))
            mw_draw_line(scene, wall, (const double[]){x, y, x, y + 1}, 2);
        if (last_x && b->bytes[c] & WALL(RIGHT))
            mw_draw_line(scene, wall, (const double[]){x + 1, y, x + 1, y + 1}, 2);
        if (last_y && b->bytes[c] & WALL(DOWN))
            mw_draw_line(scene, wall, (const double[]){x, y + 1, x + 1, y + 1}, 2);
    }
}

static void draw_foe(mw_scene *scene, double x, double y)
{
    const mw_ink foe = {.role = MW_ROLE_FOE};
    for (int side = -1; side <= 1; side += 2) // horns
        mw_draw_polygon(scene, foe,
                        (const double[]){x + side * 0.08, y - 0.2, x + side * 0.27, y - 0.1,
                                         x + side * 0.31, y - 0.37},
                        3);
    mw_draw_circle(scene, foe, x, y, 0.27);
    for (int side = -1; side <= 1; side += 2) // eyes
        mw_draw_circle(scene, (mw_ink){.role = MW_ROLE_MARK}, x + side * 0.1, y - 0.04, 0.045);
}

void mw_theseus_draw(const mw_maze *m, const mw_state *s, mw_scene *scene)
{
    const board *b = mw_theseus_board(m);
    double x, y;
    scene->width = m->w + 2 * MARGIN;
    scene->height = m->h + 2 * MARGIN;
    for (uint32_t c = 0; c < b->cells; c++)
        mw_draw_rect(scene, (mw_ink){.role = MW_ROLE_FLOOR, .cell = c + 1}, MARGIN + c % m->w,
                     MARGIN + c / m->w, 1, 1);
    draw_exit(m, scene);
    for (unsigned i = 0; i < b->block_count; i++) {
        const block *k = &b->blocks[i];
        centre(m, k->path[mw_theseus_turn(s) % k->period], &x, &y);
        mw_draw_rect(scene, (mw_ink){.role = MW_ROLE_DEVICE}, x - 0.4, y - 0.4, 0.8, 0.8);
    }
    draw_walls(m, scene);
    if (mw_theseus_hunter(s) != NOWHERE) {
        centre(m, mw_theseus_hunter(s), &x, &y);
        draw_foe(scene, x, y);
    }
    mw_theseus_where(m, s, &x, &y);
    mw_draw_circle(scene, (mw_ink){.role = MW_ROLE_HERO}, x, y, 0.27);
    mw_draw_text(scene, (mw_ink){.role = MW_ROLE_MARK}, x, y, 0.26, "T");
}

void mw_theseus_remark(const mw_maze *m, mw_writer *w)
{
    const board *b = mw_theseus_board(m);
    for (unsigned i = 0; i < b->block_count; i++) {
        const block *k = &b->blocks[i];
        mw_write(w, "%s in column %u, row %u ", i ? "; the one" : "The block",
                 k->path[0] % m->w + 1, k->path[0] / m->w + 1);
        mw_write(w, i ? "" : "steps after each of your moves and before the Minotaur: ");
        mw_theseus_print_path(b, k, w);
    }
    if (b->block_count)
        mw_write(w,
                 ", over and over. Nobody can enter a block; one that comes over somebody, Theseus "
                 "or the Minotaur, kills him.");
}
