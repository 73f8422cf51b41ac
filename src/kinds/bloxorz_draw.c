// bloxorz_draw.c: tiles and the block from above and in front, in parallel perspective. Switches
// and what they move have the same colour and letter.
#include "kinds/bloxorz.h"

#include "core/text.h"
#include "mazewright/scene.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MARGIN 0.4
#define ACROSS 0.80 // of a step along x or y: to the side,
#define DOWN   0.44 // and towards the viewer
#define HIGH   0.86 // of a step upwards
#define THICK  0.16 // of a tile

// From the board to the picture.
typedef struct view {
    mw_scene *scene;
    double left, top;
} view;

static view view_of(const mw_maze *m, mw_scene *scene)
{
    return (view){.scene = scene, .left = MARGIN + m->h * ACROSS, .top = MARGIN + 1.3};
}

static void project(const view *v, double x, double y, double z, double *out)
{
    out[0] = v->left + (x - y) * ACROSS;
    out[1] = v->top + (x + y) * DOWN - z * HIGH;
}

// The faces of a box that can be seen: top, left and right front.
static void draw_box(const view *v, mw_ink ink, const double *from, const double *to)
{
    static const uint8_t faces[3][4][3] = {
        {{0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}},
        {{0, 1, 0}, {1, 1, 0}, {1, 1, 1}, {0, 1, 1}},
        {{1, 0, 0}, {1, 1, 0}, {1, 1, 1}, {1, 0, 1}},
    };
    static const int8_t shades[3] = {0, -2, -1};
    for (unsigned f = 0; f < 3; f++) {
        double xy[8];
        for (unsigned i = 0; i < 4; i++) {
            const uint8_t *c = faces[f][i];
            project(v, c[0] ? to[0] : from[0], c[1] ? to[1] : from[1], c[2] ? to[2] : from[2],
                    &xy[2 * i]);
        }
        mw_ink face = ink;
        face.shade = ink.shade ? ink.shade : shades[f];
        face.cell = f ? 0 : ink.cell;
        mw_draw_polygon(v->scene, face, xy, 4);
    }
}

// A flat ring, disc or cross on a tile.
static void draw_ring(const view *v, mw_ink ink, double x, double y, double radius, unsigned from,
                      unsigned to)
{
    double xy[2 * 33];
    for (unsigned i = from; i <= to; i++) {
        double angle = i * 3.14159265358979 / 16;
        project(v, x + radius * cos(angle), y + radius * sin(angle), 0, &xy[2 * (i - from)]);
    }
    if (ink.width > 0)
        mw_draw_line(v->scene, ink, xy, to - from + 1);
    else
        mw_draw_polygon(v->scene, ink, xy, to - from + 1);
}

static void draw_stroke(const view *v, mw_ink ink, double x, double y, double dx, double dy)
{
    double xy[4];
    project(v, x - dx, y - dy, 0, &xy[0]);
    project(v, x + dx, y + dy, 0, &xy[2]);
    mw_draw_line(v->scene, ink, xy, 2);
}

static unsigned first_group(const effect *e)
{
    uint32_t all = e->toggle | e->remove | e->add;
    unsigned g = 0;
    while (g < 32 && !(all >> g & 1))
        g++;
    return g;
}

// Colours go by letter: groups of one letter are one bridge to a player.
static uint8_t tint_of(const board *b, unsigned g)
{
    return g < b->group_count ? (uint8_t)(1 + (b->groups[g].letter - 'A') % MW_TINTS) : 0;
}

static void draw_switch(const view *v, const board *b, const effect *e, double x, double y)
{
    mw_ink ink = {.role = MW_ROLE_DEVICE, .tint = tint_of(b, first_group(e)), .width = 0.07};
    char letters[4] = "";
    unsigned n = 0;
    if (e->split) {
        ink.tint = 0;
        draw_ring(v, ink, x - 0.08, y, 0.27, 8, 24);
        draw_ring(v, ink, x + 0.08, y, 0.27, 24, 40);
        return;
    }
    if (e->heavy) {
        draw_stroke(v, ink, x, y, 0.24, 0.24);
        draw_stroke(v, ink, x, y, 0.24, -0.24);
    } else {
        draw_ring(v, ink, x, y, 0.28, 0, 32);
    }
    uint32_t all = e->toggle | e->remove | e->add;
    for (unsigned g = 0; g < b->group_count && n < 3; g++) {
        char letter = (char)b->groups[g].letter;
        if (all >> g & 1 && !(n && letters[n - 1] == letter))
            letters[n++] = letter;
    }
    double at[2];
    project(v, x + 0.38, y - 0.3, 0, at);
    mw_draw_text(v->scene, (mw_ink){.role = MW_ROLE_LABEL, .tint = ink.tint, .shade = -2}, at[0],
                 at[1] + 0.02, 0.17, letters);
}

static void draw_tile(const view *v, const mw_maze *m, uint32_t c, uint32_t bridges)
{
    const board *b = mw_bloxorz_board(m);
    const tile *t = &b->tiles[c];
    double x = c % m->w, y = c / m->w;
    bool bridge = t->group != NONE, there = bridge && bridges >> t->group & 1;
    const double from[3] = {x + 0.02, y + 0.02, -THICK}, to[3] = {x + 0.98, y + 0.98, 0};
    if (bridge && !there) {
        double xy[8];
        project(v, x + 0.08, y + 0.08, 0, &xy[0]);
        project(v, x + 0.92, y + 0.08, 0, &xy[2]);
        project(v, x + 0.92, y + 0.92, 0, &xy[4]);
        project(v, x + 0.08, y + 0.92, 0, &xy[6]);
        mw_draw_polygon(
            v->scene, (mw_ink){.role = MW_ROLE_ABSENT, .tint = tint_of(b, t->group), .width = 0.04},
            xy, 4);
    } else if (t->base != VOID || there) {
        mw_ink ink = {.role = t->base == FRAGILE ? MW_ROLE_FRAGILE : MW_ROLE_FLOOR,
                      .cell = t->base == FRAGILE || bridge ? 0 : c + 1,
                      .tint = bridge ? tint_of(b, t->group) : 0};
        draw_box(v, ink, from, to);
    } else {
        return;
    }
    double at[2];
    project(v, x + 0.5, y + 0.5, 0, at);
    if (bridge)
        mw_draw_text(v->scene, (mw_ink){.role = there ? MW_ROLE_MARK : MW_ROLE_LABEL}, at[0], at[1],
                     0.24, (const char[]){(char)b->groups[t->group].letter, 0});
    if (t->base == GOAL)
        draw_ring(v, (mw_ink){.role = MW_ROLE_FLOOR, .shade = -5}, x + 0.5, y + 0.5, 0.4, 0, 31);
    if (t->base == GOAL)
        draw_ring(v, (mw_ink){.role = MW_ROLE_GOAL, .width = 0.06}, x + 0.5, y + 0.5, 0.4, 0, 32);
    if (c == b->start)
        draw_ring(v, (mw_ink){.role = MW_ROLE_START}, x + 0.5, y + 0.5, 0.12, 0, 31);
    if (t->effect != NONE)
        draw_switch(v, b, &b->effects[t->effect], x + 0.5, y + 0.5);
}

static void draw_block(const view *v, const mw_maze *m, uint32_t cell, double along_x,
                       double along_y, double high)
{
    double x = cell % m->w, y = cell / m->w;
    const double from[3] = {x + 0.08, y + 0.08, 0.01};
    const double to[3] = {x + along_x - 0.08, y + along_y - 0.08, high};
    draw_box(v, (mw_ink){.role = MW_ROLE_HERO}, from, to);
}

void mw_bloxorz_place(const mw_maze *m, const mw_state *s, double *x, double *y)
{
    mw_scene none = {0};
    view v = view_of(m, &none);
    uint32_t cell = mw_bloxorz_cell(s);
    unsigned pose = mw_bloxorz_pose(s);
    double at[2];
    project(&v, cell % m->w + (pose == ALONG_X ? 1 : 0.5),
            cell / m->w + (pose == ALONG_Y ? 1 : 0.5), 0, at);
    *x = at[0];
    *y = at[1];
}

void mw_bloxorz_draw(const mw_maze *m, const mw_state *s, mw_scene *scene)
{
    view v = view_of(m, scene);
    scene->width = 2 * MARGIN + (m->w + m->h) * ACROSS;
    scene->height = 2 * MARGIN + 1.3 + (m->w + m->h) * DOWN + THICK * HIGH;
    uint32_t bridges = (uint32_t)s->w[1], cell = mw_bloxorz_cell(s);
    for (uint32_t c = 0; c < mw_bloxorz_board(m)->cells; c++)
        draw_tile(&v, m, c, bridges);
    switch (mw_bloxorz_pose(s)) {
    case STANDING: draw_block(&v, m, cell, 1, 1, 1.85); break;
    case ALONG_X: draw_block(&v, m, cell, 2, 1, 0.92); break;
    case ALONG_Y: draw_block(&v, m, cell, 1, 2, 0.92); break;
    default: { // the half further back first
        uint32_t other = mw_bloxorz_half(s);
        bool swap = cell % m->w + cell / m->w > other % m->w + other / m->w;
        draw_block(&v, m, swap ? other : cell, 1, 1, 0.92);
        draw_block(&v, m, swap ? cell : other, 1, 1, 0.92);
    }
    }
}

// ---- what the picture does not tell: what switches do, and where splitters send the halves

// A place as seen from the start, in the letters of the moves.
static void write_place(const mw_maze *m, uint32_t cell, mw_writer *w)
{
    uint32_t start = mw_bloxorz_board(m)->start;
    int dx = (int)(cell % m->w) - (int)(start % m->w),
        dy = (int)(cell / m->w) - (int)(start / m->w);
    if (dx)
        mw_write(w, "%d%c", abs(dx), dx > 0 ? 'R' : 'L');
    if (dy)
        mw_write(w, "%s%d%c", dx ? " " : "", abs(dy), dy > 0 ? 'D' : 'U');
    if (!dx && !dy)
        mw_write(w, "the start");
}

static void write_bridges(const board *b, const char *verb, uint32_t groups, bool *first,
                          mw_writer *w)
{
    char letters[GROUPS_MAX + 1] = "";
    for (unsigned g = 0, n = 0; g < b->group_count; g++)
        if (groups >> g & 1 && !strchr(letters, b->groups[g].letter))
            letters[n++] = (char)b->groups[g].letter;
    if (groups)
        mw_write(w, "%s %s %s", *first ? "" : " and", verb, letters);
    *first &= !groups;
}

static void write_device(const mw_maze *m, uint32_t cell, const effect *e, mw_writer *w)
{
    const board *b = mw_bloxorz_board(m);
    mw_write(w, e->split ? "splitter " : e->heavy ? "cross " : "ring ");
    write_place(m, cell, w);
    if (e->split) {
        mw_write(w, ": halves to ");
        write_place(m, e->to[0], w);
        mw_write(w, " and ");
        write_place(m, e->to[1], w);
        return;
    }
    bool first = true;
    mw_write(w, ":");
    write_bridges(b, "toggles", e->toggle, &first, w);
    write_bridges(b, "removes", e->remove, &first, w);
    write_bridges(b, "brings", e->add, &first, w);
}

void mw_bloxorz_remark(const mw_maze *m, mw_writer *w)
{
    const board *b = mw_bloxorz_board(m);
    bool any = false;
    for (uint32_t c = 0; c < b->cells; c++) {
        if (b->tiles[c].effect == NONE)
            continue;
        mw_write(w, any ? "; " : "Seen from the start, ");
        write_device(m, c, &b->effects[b->tiles[c].effect], w);
        any = true;
    }
    if (any)
        mw_write(w, ".");
}
