// draw.c: draws a Theseus maze: walls, a round hero, a horned foe, and moving blocks with their
// paths; and tells it in words.
#include "kinds/theseus/theseus.h"

#include "core/text.h"
#include "mazewright/scene.h"

#include <math.h>
#include <string.h>

#define MARGIN 0.75 // room for an exit through the border
#define RADIUS 0.27 // of Theseus, and of the Minotaur's head
#define RIM    0.04 // around both, in the colour of the floor
#define WIDTH  0.72 // of the Minotaur with his horns and the rim

static void centre(const mw_maze *m, uint32_t cell, double *x, double *y)
{
    const board *b = mw_theseus_board(m);
    *x = MARGIN + mw_theseus_xs(b)[cell] + 0.5;
    *y = MARGIN + mw_theseus_ys(b)[cell] + 0.5;
}

static void place(const mw_maze *m, const mw_state *s, double *x, double *y)
{
    centre(m, mw_theseus_place(s), x, y);
}

static void draw_exit(const mw_maze *m, mw_scene *scene)
{
    const board *b = mw_theseus_board(m);
    double x, y;
    centre(m, b->exit, &x, &y);
    if (b->door == WAIT) {
        mw_draw_rect(scene, (mw_ink){.role = MW_ROLE_FLOOR, .width = 2 * RIM}, x - 0.36, y - 0.36,
                     0.72, 0.72);
        mw_draw_rect(scene, (mw_ink){.role = MW_ROLE_GOAL}, x - 0.36, y - 0.36, 0.72, 0.72);
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

static void draw_head(mw_scene *scene, mw_ink ink, double x, double y, double size)
{
    for (int side = -1; side <= 1; side += 2) // horns
        mw_draw_polygon(scene, ink,
                        (const double[]){x + side * 0.08 * size, y - 0.2 * size,
                                         x + side * 0.27 * size, y - 0.1 * size,
                                         x + side * 0.31 * size, y - 0.37 * size},
                        3);
    mw_draw_circle(scene, ink, x, y, RADIUS * size);
}

static void draw_foe(mw_scene *scene, double x, double y, double size, double fade)
{
    draw_head(scene, (mw_ink){.role = MW_ROLE_FLOOR, .width = 2 * RIM, .fade = fade}, x, y, size);
    draw_head(scene, (mw_ink){.role = MW_ROLE_FOE, .fade = fade}, x, y, size);
    for (int side = -1; side <= 1; side += 2) // eyes
        mw_draw_circle(scene, (mw_ink){.role = MW_ROLE_MARK, .fade = fade}, x + side * 0.1 * size,
                       y - 0.04 * size, 0.045 * size);
}

static void draw_hero(mw_scene *scene, double x, double y, double size)
{
    mw_draw_circle(scene, (mw_ink){.role = MW_ROLE_FLOOR, .width = 2 * RIM}, x, y, RADIUS * size);
    mw_draw_circle(scene, (mw_ink){.role = MW_ROLE_HERO}, x, y, RADIUS * size);
    mw_draw_text(scene, (mw_ink){.role = MW_ROLE_MARK}, x, y, 0.26 * size, "T");
}

// ---- moving blocks

// Does a block take the step between two cells of its path, in this direction?
static bool takes(const block *k, uint32_t from, uint32_t to)
{
    for (unsigned i = 0; i < k->period; i++)
        if (k->path[i] == from && k->path[(i + 1u) % k->period] == to)
            return true;
    return false;
}

// A triangle whose tip is `size` away from x and y, in the direction dx, dy of length 1.
static void draw_tip(mw_scene *scene, mw_ink ink, double x, double y, double dx, double dy,
                     double size)
{
    mw_draw_polygon(scene, ink,
                    (const double[]){x + dx * size, y + dy * size, x - (dx + dy) * size * 0.7,
                                     y - (dy - dx) * size * 0.7, x - (dx - dy) * size * 0.7,
                                     y - (dy + dx) * size * 0.7},
                    3);
}

// A step of a path, as dashes. Blocks differ in the number of dashes, so that one can tell their
// paths apart in black and white. A step in one direction only has an arrow.
static void draw_step(const mw_maze *m, mw_scene *scene, const block *k, unsigned dashes,
                      uint32_t from, uint32_t to)
{
    const mw_ink ink = {.role = MW_ROLE_DEVICE, .width = 0.05};
    double x, y, to_x, to_y;
    centre(m, from, &x, &y);
    centre(m, to, &to_x, &to_y);
    double dx = to_x - x, dy = to_y - y;
    for (unsigned i = 0; i < dashes; i++) {
        double begin = (i + 0.25) / dashes, end = (i + 0.75) / dashes;
        mw_draw_line(scene, ink,
                     (const double[]){x + dx * begin, y + dy * begin, x + dx * end, y + dy * end},
                     2);
    }
    if (!takes(k, to, from))
        draw_tip(scene, (mw_ink){.role = MW_ROLE_DEVICE}, x + dx * 0.5, y + dy * 0.5, dx, dy, 0.13);
}

// The path of a block: its steps; a dot where it passes, and a ring around it where it rests.
static void draw_path(const mw_maze *m, mw_scene *scene, const block *k, unsigned dashes)
{
    for (unsigned i = 0; i < k->period; i++) {
        uint32_t from = k->path[i], to = k->path[(i + 1u) % k->period];
        double x, y;
        centre(m, from, &x, &y);
        mw_draw_circle(scene, (mw_ink){.role = MW_ROLE_DEVICE}, x, y, 0.06);
        if (from == to)
            mw_draw_circle(scene, (mw_ink){.role = MW_ROLE_DEVICE, .width = 0.04}, x, y, 0.15);
        else if (from < to || !takes(k, to, from)) // a step there and back is drawn once
            draw_step(m, scene, k, dashes, from, to);
    }
}

// A block on its way, with an arrow where it goes, or a bar if it rests.
static void draw_block(const mw_maze *m, mw_scene *scene, const block *k, double x, double y,
                       uint32_t turn)
{
    const board *b = mw_theseus_board(m);
    const mw_ink mark = {.role = MW_ROLE_MARK};
    uint32_t from = k->path[turn % k->period], to = k->path[(turn + 1) % k->period];
    mw_draw_rect(scene, (mw_ink){.role = MW_ROLE_DEVICE}, x - 0.36, y - 0.36, 0.72, 0.72);
    if (from == to)
        mw_draw_rect(scene, mark, x - 0.16, y - 0.05, 0.32, 0.1);
    else
        draw_tip(scene, mark, x, y, mw_theseus_xs(b)[to] - mw_theseus_xs(b)[from],
                 mw_theseus_ys(b)[to] - mw_theseus_ys(b)[from], 0.2);
}

// Somebody or something that has gone a share of the way from one cell to another.
typedef struct step {
    uint32_t from, to;
    double share;
} step;

static void place_on(const mw_maze *m, step s, double *x, double *y)
{
    double to_x, to_y;
    centre(m, s.from, x, y);
    centre(m, s.to, &to_x, &to_y);
    *x += (to_x - *x) * s.share;
    *y += (to_y - *y) * s.share;
}

// Theseus and the Minotaur. Where they meet they become smaller and make room for each other, so
// that one sees both; beside the border of the picture they move inwards together.
static void draw_figures(const mw_maze *m, step hero, step foe, double foe_fade, mw_scene *scene)
{
    double x, y, foe_x, foe_y, close = 0;
    place_on(m, hero, &x, &y);
    if (foe.from != NOWHERE) {
        place_on(m, foe, &foe_x, &foe_y);
        double apart = fabs(x - foe_x) + fabs(y - foe_y);
        close = apart < 1 ? 1 - apart : 0;
        double size = 1 - 0.36 * close, reach = WIDTH / 2 * size;
        double left = x - 0.22 * close - reach, right = foe_x + 0.2 * close + reach;
        double inwards = close * (left < 0               ? -left
                                  : right > scene->width ? scene->width - right
                                                         : 0);
        x += inwards;
        draw_foe(scene, foe_x + 0.2 * close + inwards, foe_y, size, foe_fade);
    }
    draw_hero(scene, x - 0.22 * close, y, 1 - 0.36 * close);
}

// A moment of play. The blocks are on their way from their cells in turn turns.from to turns.to.
static void draw_moment(const mw_maze *m, step hero, step foe, double foe_fade, step turns,
                        mw_scene *scene)
{
    const board *b = mw_theseus_board(m);
    double x, y;
    scene->width = m->w + 2 * MARGIN;
    scene->height = m->h + 2 * MARGIN;
    for (uint32_t c = 0; c < b->cells; c++)
        mw_draw_rect(scene, (mw_ink){.role = MW_ROLE_FLOOR, .cell = c + 1}, MARGIN + c % m->w,
                     MARGIN + c / m->w, 1, 1);
    draw_exit(m, scene);
    for (unsigned i = 0; i < b->block_count; i++)
        draw_path(m, scene, &b->blocks[i], 3 + 2 * (i % 3));
    for (unsigned i = 0; i < b->block_count; i++) {
        const block *k = &b->blocks[i];
        step way = {k->path[turns.from % k->period], k->path[turns.to % k->period], turns.share};
        place_on(m, way, &x, &y);
        draw_block(m, scene, k, x, y, turns.from);
    }
    if (b->block_count && b->door == WAIT) { // a frame, for when a block stands on the exit
        centre(m, b->exit, &x, &y);
        mw_draw_rect(scene, (mw_ink){.role = MW_ROLE_GOAL, .width = 0.06}, x - 0.42, y - 0.42, 0.84,
                     0.84);
    }
    draw_walls(m, scene);
    draw_figures(m, hero, foe, foe_fade, scene);
}

static void draw(const mw_maze *m, const mw_state *s, mw_scene *scene)
{
    uint32_t at = mw_theseus_place(s), minotaur = mw_theseus_minotaur(s), turn = mw_theseus_turn(s);
    draw_moment(m, (step){at, at, 0}, (step){minotaur, minotaur, 0}, 0, (step){turn, turn, 0},
                scene);
}

// The part of the time from `begin` to `end` that has passed, 0 to 1.
static double passed(double t, double begin, double end)
{
    return t <= begin ? 0 : t >= end ? 1 : (t - begin) / (end - begin);
}

// Theseus moves in the first third of the time, and if there are blocks, they move in its second
// half. Each of the Minotaur's half-steps takes another third. If a block kills him, he fades.
static void animate(const mw_maze *m, const mw_state *from, const mw_edge *e, double t,
                    mw_scene *scene)
{
    const board *b = mw_theseus_board(m);
    if (t >= 1) {
        draw(m, &e->to, scene);
        return;
    }
    uint32_t to = mw_theseus_place(&e->to), turn = mw_theseus_turn(&e->to);
    uint32_t minotaur = mw_theseus_minotaur(from), end = mw_theseus_minotaur(&e->to);
    double third = 1.0 / 3, walked = b->block_count ? third / 2 : third;
    double blocks = passed(t, walked, third);
    step hero = {mw_theseus_place(from), to, passed(t, 0, walked)};
    step foe = {minotaur, minotaur, 0};
    if (end != minotaur && end != NOWHERE) {
        uint32_t middle = mw_theseus_half_step(b, minotaur, to, turn, NULL);
        foe = t < 2 * third ? (step){minotaur, middle, passed(t, third, 2 * third)}
                            : (step){middle, end, passed(t, 2 * third, 1)};
    }
    draw_moment(m, hero, foe, end == NOWHERE ? blocks : 0,
                (step){mw_theseus_turn(from), turn, blocks}, scene);
}

static void look(const mw_maze *m, const mw_state *s, uint32_t cell, mw_writer *w)
{
    static const char *const names[] = {"above", "right", "below", "left", NULL};
    static const char *const ways[] = {"upwards", "to the right", "downwards", "to the left"};
    const board *b = mw_theseus_board(m);
    size_t begun = w->length;
    mw_write_walls(w, begun, b->bytes[cell], names);
    if (cell == b->exit)
        mw_write_part(w, begun, "exit%s%s", b->door == WAIT ? "" : " ",
                      b->door == WAIT ? "" : ways[b->door]);
    for (unsigned i = 0; i < b->block_count; i++)
        if (b->blocks[i].path[mw_theseus_turn(s) % b->blocks[i].period] == cell)
            mw_write_part(w, begun, "block");
    if (cell == mw_theseus_minotaur(s))
        mw_write_part(w, begun, "Minotaur");
    if (cell == mw_theseus_place(s))
        mw_write_part(w, begun, "Theseus, you are here");
    if (cell == b->exit && mw_theseus_place(s) == b->cells)
        mw_write_part(w, begun, "Theseus outside, you are here");
}

static void remark(const mw_maze *m, mw_writer *w)
{
    const board *b = mw_theseus_board(m);
    for (unsigned i = 0; i < b->block_count; i++) {
        const block *k = &b->blocks[i];
        mw_write(w, "%s in column %u, row %u%s: ", i ? "; the one" : "The block",
                 k->path[0] % m->w + 1, k->path[0] / m->w + 1,
                 i ? "" : " steps after each of your moves and before the Minotaur");
        mw_theseus_print_path(b, k, w);
    }
    if (b->block_count)
        mw_write(w,
                 ", over and over. Nobody can enter a block; one that comes over somebody, Theseus "
                 "or the Minotaur, kills him.");
}

static void glyph(const mw_maze *m, const mw_state *s, uint32_t cell, mw_glyph *g)
{
    const board *b = mw_theseus_board(m);
    uint32_t theseus = mw_theseus_place(s) == b->cells ? b->exit : mw_theseus_place(s);
    bool foe = cell == mw_theseus_minotaur(s), home = cell == b->exit;
    bool barred = mw_theseus_occupied(b, cell, mw_theseus_turn(s));
    g->here = cell == theseus;
    g->walls = b->bytes[cell] & 15;
    g->ground = g->here  ? MW_ROLE_HERO
                : foe    ? MW_ROLE_FOE
                : barred ? MW_ROLE_DEVICE
                : home   ? MW_ROLE_GOAL
                         : MW_ROLE_FLOOR;
    g->ink = g->here || foe || barred || home ? MW_ROLE_MARK : MW_ROLE_LABEL;
    g->means = g->here && foe ? "the Minotaur has caught Theseus"
               : g->here      ? "Theseus: you"
               : foe          ? "the Minotaur"
               : barred       ? "a moving block"
               : home         ? "the exit"
                              : NULL;
    const char *text = g->here && foe ? "T*M"
                       : g->here      ? "T"
                       : foe          ? "M"
                       : barred       ? "###"
                       : home         ? "X"
                                      : "";
    memcpy(g->text, text, strlen(text) + 1);
}

// Where each block goes next.
static void aside(const mw_maze *m, const mw_state *s, mw_writer *w)
{
    const board *b = mw_theseus_board(m);
    uint32_t turn = mw_theseus_turn(s);
    for (unsigned i = 0; i < b->block_count; i++) {
        const block *k = &b->blocks[i];
        uint32_t at = k->path[turn % k->period], to = k->path[(turn + 1) % k->period];
        mw_write(w, "block row %u column %u: %s\n", at / m->w + 1, at % m->w + 1,
                 to == at          ? "rests"
                 : to == at + 1    ? "right"
                 : to + 1 == at    ? "left"
                 : to == at + m->w ? "down"
                                   : "up");
    }
}

// A block goes on to the next cell of its path.
static const char *tie(const mw_maze *m, const mw_state *s, uint32_t from, uint32_t to)
{
    const board *b = mw_theseus_board(m);
    uint32_t turn = mw_theseus_turn(s);
    for (unsigned i = 0; i < b->block_count; i++) {
        const block *k = &b->blocks[i];
        if (from != to && k->path[turn % k->period] == from &&
            k->path[(turn + 1) % k->period] == to)
            return "goes here next";
    }
    return NULL;
}

const mw_view mw_theseus_view = {
    .size = sizeof(mw_view),
    .draw = draw,
    .place = place,
    .animate = animate,
    .look = look,
    .remark = remark,
    .glyph = glyph,
    .aside = aside,
    .tie = tie,
};
