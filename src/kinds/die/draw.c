// draw.c: draws a die on its board, seen from above and a little from the south-east, so that three
// faces show; opposite faces add up to seven. And tells the board in words.
#include "kinds/die/die.h"

#include "core/math.h"
#include "core/text.h"
#include "mazewright/scene.h"

#include <math.h>
#include <stdio.h>

#define MARGIN 0.3
#define SIDE   0.56 // length of a side of the top face
#define DEPTH  0.24 // how far the bottom of the die is shifted to the right and down

static void place(const mw_maze *m, const mw_state *s, double *x, double *y)
{
    uint32_t cell = mw_die_cell(s);
    *x = MARGIN + cell % (m->w + 2u) - 0.5;
    *y = MARGIN + cell / (m->w + 2u) - 0.5;
}

// ---- the die, at rest or tipping over an edge
// Its own space: x to the east, y to the south, z up; at rest it fills the unit cube.

typedef struct point {
    double v[3];
} point;

enum { TOP, TO_SOUTH, TO_EAST, BOTTOM, TO_NORTH, TO_WEST }; // faces; the three that show first

static const point normals[6] = {{{0, 0, 1}},  {{0, 1, 0}},  {{1, 0, 0}},
                                 {{0, 0, -1}}, {{0, -1, 0}}, {{-1, 0, 0}}};
// The axes of the picture on the faces that show: to the right and down.
static const point rights[3] = {{{1, 0, 0}}, {{1, 0, 0}}, {{0, 0, -1}}};
static const point downs[3] = {{{0, 1, 0}}, {{0, 0, -1}}, {{0, 1, 0}}};

// A tip in a direction by an angle, of which these are sine and cosine.
typedef struct tip {
    unsigned axis; // X or Y: 0 or 1
    bool back;     // to the north or west
    double sine, cosine;
} tip;

static tip tip_of(unsigned direction, double quarters)
{
    return (tip){.axis = direction == EAST || direction == WEST ? 0 : 1,
                 .back = direction == NORTH || direction == WEST,
                 .sine = mw_sin_quarters(quarters),
                 .cosine = mw_cos_quarters(quarters)};
}

// Turns a direction with the die; `back`: the other way round.
static point turned(const tip *t, point p, bool back)
{
    double sine = t->back != back ? -t->sine : t->sine, along = p.v[t->axis], up = p.v[2];
    p.v[t->axis] = along * t->cosine + up * sine;
    p.v[2] = up * t->cosine - along * sine;
    return p;
}

// Turns a place about the edge over which the die tips.
static point moved(const tip *t, point p)
{
    double edge = t->back ? 0 : 1;
    p.v[t->axis] -= edge;
    p = turned(t, p, false);
    p.v[t->axis] += edge;
    return p;
}

static double dot(point a, point b)
{
    return a.v[0] * b.v[0] + a.v[1] * b.v[1] + a.v[2] * b.v[2];
}

static point sum(point a, double k, point b)
{
    for (unsigned i = 0; i < 3; i++)
        a.v[i] += k * b.v[i];
    return a;
}

static void project(const double *corner, point p, double *out)
{
    out[0] = corner[0] + p.v[0] * SIDE + (1 - p.v[2]) * DEPTH;
    out[1] = corner[1] + p.v[1] * SIDE + (1 - p.v[2]) * DEPTH;
}

static bool shows(point normal)
{
    return dot(normal, (point){{DEPTH / SIDE, DEPTH / SIDE, 1}}) > 1e-9;
}

// Where a face lies once the die has tipped all the way.
static unsigned face_after(unsigned face, const tip *t)
{
    tip whole = {.axis = t->axis, .back = t->back, .sine = 1};
    point normal = turned(&whole, normals[face], false);
    unsigned f = 0;
    while (dot(normals[f], normal) < 0.5)
        f++;
    return f;
}

// Pips of a face in a 3x3 grid: bit i for place i.
static const uint16_t pips[7] = {0, 0x010, 0x044, 0x054, 0x145, 0x155, 0x16d};

static bool has_pip(unsigned number, int column, int row)
{
    return pips[number] >> (3 * (row + 1) + column + 1) & 1;
}

// Where a pip lies on its face. A die at rest shows each number in one way only, so a face that
// turns in its own plane has pips that glide to other places; those with places in common stay.
static point pip_place(unsigned face, const tip *t, double share, unsigned number, int column,
                       int row)
{
    tip whole = {.axis = t->axis, .back = t->back, .sine = 1};
    unsigned after = face_after(face, t);
    point first = {0}, last = {0};
    if (face <= TO_EAST)
        first = sum(sum(first, column, rights[face]), row, downs[face]);
    if (after <= TO_EAST)
        last = turned(&whole, sum(sum(last, column, rights[after]), row, downs[after]), true);
    if (face > TO_EAST)
        return last;
    if (after > TO_EAST || has_pip(number, row, -column))
        return first;
    return sum(sum((point){0}, 1 - share, first), share, last);
}

static void draw_face(mw_scene *scene, const double *corner, const tip *t, double share,
                      unsigned face, unsigned number)
{
    point normal = turned(t, normals[face], false), middle = {{0.5, 0.5, 0.5}};
    double xy[8], flat = normal.v[2] * normal.v[2];
    middle = sum(middle, 0.5, normals[face]);
    for (unsigned i = 0; i < 4; i++) {
        point at = sum(middle, i == 1 || i == 2 ? 0.5 : -0.5, rights[face % 3]);
        at = sum(at, i >= 2 ? 0.5 : -0.5, downs[face % 3]);
        project(corner, moved(t, at), &xy[2 * i]);
    }
    int8_t shade = (int8_t)lround(2 * flat + normal.v[0] * normal.v[0]);
    mw_draw_polygon(scene, (mw_ink){.role = MW_ROLE_HERO, .shade = shade}, xy, 4);
    for (int row = -1; row <= 1; row++)
        for (int column = -1; column <= 1; column++) {
            if (!has_pip(number, column, row))
                continue;
            point at = sum(middle, 0.27, pip_place(face, t, share, number, column, row));
            project(corner, moved(t, at), xy);
            mw_draw_circle(scene, (mw_ink){.role = MW_ROLE_MARK}, xy[0], xy[1],
                           0.032 + 0.023 * flat);
        }
}

// A rim around all corners of the die, in the colour of the floor, beginning at the one furthest
// to the left.
static void draw_rim(mw_scene *scene, const double *corner, const tip *t)
{
    double at[8][2], xy[16];
    unsigned first = 0, now, n = 0;
    for (unsigned i = 0; i < 8; i++) {
        point p = {{i & 1, i >> 1 & 1, 1 - (i >> 2)}};
        project(corner, moved(t, p), at[i]);
        if (at[i][0] < at[first][0] - 1e-9)
            first = i;
    }
    now = first;
    do { // the next corner is the one that has all others to its right
        unsigned next = now ? 0 : 1;
        for (unsigned i = 0; i < 8; i++) {
            double ax = at[next][0] - at[now][0], ay = at[next][1] - at[now][1];
            double bx = at[i][0] - at[now][0], by = at[i][1] - at[now][1];
            double side = ax * by - ay * bx, longer = bx * bx + by * by - ax * ax - ay * ay;
            if (side < -1e-9 || (side < 1e-9 && longer > 1e-9))
                next = i;
        }
        xy[2 * n] = at[now][0];
        xy[2 * n++ + 1] = at[now][1];
        now = next;
    } while (now != first && n < 8);
    mw_draw_polygon(scene, (mw_ink){.role = MW_ROLE_FLOOR, .width = 0.08}, xy, n);
}

// The die in the middle of a cell, after a share of a roll. The die is smaller than a cell, so it
// also glides a little while it rolls.
static void draw_die(mw_scene *scene, const orientation *o, double x, double y, unsigned direction,
                     double share)
{
    const unsigned numbers[6] = {o->top,      7u - o->north, o->east,
                                 7u - o->top, o->north,      7u - o->east};
    tip t = tip_of(direction, share);
    double corner[2] = {x - (SIDE + DEPTH) / 2, y - (SIDE + DEPTH) / 2};
    corner[t.axis] += (t.back ? -1 : 1) * share * (1 - SIDE);
    draw_rim(scene, corner, &t);
    for (unsigned f = 0; f < 6; f++)
        if (shows(turned(&t, normals[f], false)))
            draw_face(scene, corner, &t, share, f, numbers[f]);
}

// ---- the board

// A square that nobody may enter, with a cross.
static void draw_blocked(mw_scene *scene, double x, double y)
{
    const mw_ink cross = {.role = MW_ROLE_FLOOR, .width = 0.05};
    mw_draw_rect(scene, (mw_ink){.role = MW_ROLE_BLOCKED}, x, y, 1, 1);
    mw_draw_line(scene, cross, (const double[]){x + 0.2, y + 0.2, x + 0.8, y + 0.8}, 2);
    mw_draw_line(scene, cross, (const double[]){x + 0.8, y + 0.2, x + 0.2, y + 0.8}, 2);
}

// A frame inside a square, on a broader one in the colour of the floor.
static void draw_frame(mw_scene *scene, mw_role role, double x, double y, double border,
                       double width)
{
    double side = 1 - 2 * border;
    mw_draw_rect(scene, (mw_ink){.role = MW_ROLE_FLOOR, .width = width + 0.04}, x + border,
                 y + border, side, side);
    mw_draw_rect(scene, (mw_ink){.role = role, .width = width}, x + border, y + border, side, side);
}

static void draw_board(const mw_maze *m, mw_scene *scene)
{
    const board *b = mw_die_board(m);
    scene->width = m->w + 2 * MARGIN;
    scene->height = m->h + 2 * MARGIN;
    for (uint32_t c = 0; c < (uint32_t)m->w * m->h && !scene->failed; c++) {
        uint32_t at = mw_die_bordered(m, c);
        double x = MARGIN + c % m->w, y = MARGIN + c / m->w;
        bool wall = b->cells[at] == WALL;
        if (wall)
            draw_blocked(scene, x, y);
        else
            mw_draw_rect(scene, (mw_ink){.role = MW_ROLE_FLOOR, .cell = c + 1}, x, y, 1, 1);
        if (at == b->start)
            draw_frame(scene, MW_ROLE_START, x, y, 0.05, 0.03);
        if (at == b->goal) {
            draw_frame(scene, MW_ROLE_GOAL, x, y, 0.09, 0.07);
            mw_draw_text(scene, (mw_ink){.role = MW_ROLE_LABEL}, x + 0.5, y + 0.5, 0.36, "G");
        } else if (!wall && b->cells[at] != FREE) {
            mw_draw_text(scene, (mw_ink){.role = MW_ROLE_LABEL}, x + 0.5, y + 0.5, 0.36,
                         (const char[]){(char)('0' + b->cells[at]), 0});
        }
    }
    mw_draw_rect(scene, (mw_ink){.role = MW_ROLE_WALL, .width = 0.04}, MARGIN, MARGIN, m->w, m->h);
}

static void draw(const mw_maze *m, const mw_state *s, mw_scene *scene)
{
    double x, y;
    draw_board(m, scene);
    place(m, s, &x, &y);
    draw_die(scene, mw_die_orientation(mw_die_board(m), s), x, y, NORTH, 0);
}

static void animate(const mw_maze *m, const mw_state *from, const mw_edge *e, double t,
                    mw_scene *scene)
{
    double x, y;
    if (t >= 1) {
        draw(m, &e->to, scene);
        return;
    }
    draw_board(m, scene);
    place(m, from, &x, &y);
    draw_die(scene, mw_die_orientation(mw_die_board(m), from), x, y, e->action, t);
}

static void look(const mw_maze *m, const mw_state *s, uint32_t cell, mw_writer *w)
{
    const board *b = mw_die_board(m);
    uint32_t at = mw_die_bordered(m, cell);
    size_t begun = w->length;
    uint8_t what = b->cells[at];
    if (what != WALL && what != FREE)
        mw_write_part(w, begun, "label %u", what);
    else
        mw_write_part(w, begun,
                      at == b->start  ? "start"
                      : at == b->goal ? "goal"
                      : what == WALL  ? "wall"
                                      : "free");
    if (at == mw_die_cell(s)) {
        const orientation *o = mw_die_orientation(b, s);
        mw_write_part(w, begun, "die with top %u, north %u, east %u, you are here", o->top,
                      o->north, o->east);
    }
}

// ---- in characters

static void glyph(const mw_maze *m, const mw_state *s, uint32_t cell, mw_glyph *g)
{
    const board *b = mw_die_board(m);
    uint32_t at = mw_die_bordered(m, cell);
    unsigned what = b->cells[at], top = mw_die_orientation(b, s)->top;
    bool goal = at == b->goal, label = what != WALL && what != FREE;
    g->here = at == mw_die_cell(s);
    g->ground = g->here        ? MW_ROLE_HERO
                : what == WALL ? MW_ROLE_BLOCKED
                : goal         ? MW_ROLE_GOAL
                               : MW_ROLE_FLOOR;
    g->ink = g->here || goal ? MW_ROLE_MARK : MW_ROLE_LABEL;
    g->means = g->here          ? "the die, its top face"
               : what == WALL   ? "blocked square"
               : goal           ? "goal"
               : label          ? "square for one face only"
               : at == b->start ? "start"
                                : NULL;
    snprintf(g->text, sizeof g->text, "%s",
             what == WALL     ? "###"
             : goal           ? "G"
             : at == b->start ? "S"
                              : ".");
    if (g->here || label)
        snprintf(g->text, sizeof g->text, "%u", g->here ? top : what);
}

static void aside(const mw_maze *m, const mw_state *s, mw_writer *w)
{
    const orientation *o = mw_die_orientation(mw_die_board(m), s);
    mw_write(w,
             "    +---+\n"
             "    | %u |      top %u\n"
             "+---+---+---+---+\n"
             "| %u |(%u)| %u | %u |\n"
             "+---+---+---+---+\n"
             "    | %u |      below %u\n"
             "    +---+\n",
             o->north, o->top, 7u - o->east, o->top, o->east, 7u - o->top, 7u - o->north,
             7u - o->top);
}

const mw_view mw_die_view = {
    .size = sizeof(mw_view),
    .draw = draw,
    .place = place,
    .animate = animate,
    .look = look,
    .glyph = glyph,
    .aside = aside,
};
