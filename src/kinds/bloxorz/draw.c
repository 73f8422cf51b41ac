// draw.c: draws tiles and the block from above and in front, in parallel perspective. Switches and
// what they move have the same colour and letter. What the block hides is drawn on top of it.
#include "kinds/bloxorz/bloxorz.h"

#include "core/math.h"
#include "mazewright/scene.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define MARGIN  0.25
#define ACROSS  0.80 // how far a step along x or y leads to the side
#define NEARER  0.44 // and how far down, towards the viewer
#define HIGH    0.86 // how far a step upwards leads up
#define THICK   0.16 // of a tile
#define GAP     0.08 // from the block to the border of its cell
#define RIM     0.08 // width of the line that sets the block off from what is around it
#define UPRIGHT 1.85 // height of the block when it stands
#define FLAT    0.92 // and when it lies
#define PIP     0.08 // radius of the pips on halves

// Where the board lies in the picture.
typedef struct view {
    mw_scene *scene;
    double left, top;
} view;

// Begins a picture. It is as large as the tiles and all bridges, with room for a block that stands
// on any of them, so its size is the same in all states.
static view begin(const mw_maze *m, mw_scene *scene)
{
    const board *b = mw_bloxorz_board(m);
    int left = INT_MAX, right = INT_MIN, back = INT_MAX, front = INT_MIN;
    for (uint32_t c = 0; c < b->cells; c++) {
        int x = (int)(c % m->w), y = (int)(c / m->w);
        if (!mw_bloxorz_is_cell(b, c))
            continue;
        left = x - y - 1 < left ? x - y - 1 : left;
        right = x - y + 1 > right ? x - y + 1 : right;
        back = x + y < back ? x + y : back;
        front = x + y + 2 > front ? x + y + 2 : front;
    }
    scene->width = 2 * MARGIN + (right - left) * ACROSS;
    scene->height = 2 * MARGIN + (front - back) * NEARER + (UPRIGHT + THICK) * HIGH;
    return (view){.scene = scene,
                  .left = MARGIN - left * ACROSS,
                  .top = MARGIN - back * NEARER + UPRIGHT * HIGH};
}

static void project(const view *v, double x, double y, double z, double *out)
{
    out[0] = v->left + (x - y) * ACROSS;
    out[1] = v->top + (x + y) * NEARER - z * HIGH;
}

typedef struct box {
    double from[3], to[3];
} box;

// One of the faces that can be seen of a box: 0 top, 1 left and 2 right front.
static void find_face(const view *v, const box *b, unsigned face, double xy[8])
{
    static const uint8_t faces[3][4][3] = {
        {{0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}},
        {{0, 1, 0}, {1, 1, 0}, {1, 1, 1}, {0, 1, 1}},
        {{1, 0, 0}, {1, 1, 0}, {1, 1, 1}, {1, 0, 1}},
    };
    for (unsigned i = 0; i < 4; i++) {
        const uint8_t *c = faces[face][i];
        project(v, c[0] ? b->to[0] : b->from[0], c[1] ? b->to[1] : b->from[1],
                c[2] ? b->to[2] : b->from[2], &xy[2 * i]);
    }
}

// A rim around a part of the block, in the colour of floors.
static void draw_rim(const view *v, const double *xy, double fade)
{
    mw_draw_polygon(v->scene, (mw_ink){.role = MW_ROLE_FLOOR, .width = RIM, .fade = fade}, xy, 4);
}

static void draw_solid(const view *v, const box *b, double fade)
{
    static const int8_t shades[3] = {2, 0, 1};
    double xy[3][8];
    for (unsigned f = 0; f < 3; f++) {
        find_face(v, b, f, xy[f]);
        draw_rim(v, xy[f], fade);
    }
    for (unsigned f = 0; f < 3; f++)
        mw_draw_polygon(v->scene, (mw_ink){.role = MW_ROLE_HERO, .shade = shades[f], .fade = fade},
                        xy[f], 4);
}

// A flat ring or disc at a height z, or a part of it: `from` and `to` count 32nds of a turn.
static void draw_ring(const view *v, mw_ink ink, const double at[3], double radius, unsigned from,
                      unsigned to)
{
    double xy[2 * 33];
    for (unsigned i = from; i <= to; i++) {
        double quarters = i / 8.0;
        project(v, at[0] + radius * mw_cos_quarters(quarters),
                at[1] + radius * mw_sin_quarters(quarters), at[2], &xy[2 * (i - from)]);
    }
    if (ink.width > 0)
        mw_draw_line(v->scene, ink, xy, to - from + 1);
    else
        mw_draw_polygon(v->scene, ink, xy, to - from + 1);
}

static void draw_stroke(const view *v, mw_ink ink, const double from[3], const double to[3])
{
    double xy[4];
    project(v, from[0], from[1], from[2], &xy[0]);
    project(v, to[0], to[1], to[2], &xy[2]);
    mw_draw_line(v->scene, ink, xy, 2);
}

static void write_letters(const view *v, mw_role role, const double at[3], const char *letters)
{
    static const double sizes[] = {0, 0.27, 0.2, 0.15}; // there is room for three
    char few[4] = {0};
    double xy[2];
    snprintf(few, sizeof few, "%.3s", letters);
    project(v, at[0], at[1], at[2], xy);
    mw_draw_text(v->scene, (mw_ink){.role = role}, xy[0], xy[1], sizes[strlen(few)], few);
}

// Colours go by letter: groups of one letter are one bridge to a player.
static uint8_t tint_of(char letter)
{
    return (uint8_t)(1 + (letter - 'A') % MW_TINTS);
}

// Four strokes that point to a middle, where a letter has room.
static void draw_cross(const view *v, mw_ink ink, const double at[3])
{
    for (unsigned i = 0; i < 4; i++) {
        double dx = i & 1 ? 1 : -1, dy = i & 2 ? 1 : -1;
        draw_stroke(v, ink, (const double[]){at[0] + dx * 0.2, at[1] + dy * 0.2, at[2]},
                    (const double[]){at[0] + dx * 0.38, at[1] + dy * 0.38, at[2]});
    }
}

// The sign of a switch or splitter.
static void draw_sign(const view *v, const effect *e, const double at[3], mw_ink ink)
{
    if (e->split) {
        draw_ring(v, ink, (const double[]){at[0] - 0.08, at[1], at[2]}, 0.3, 8, 24);
        draw_ring(v, ink, (const double[]){at[0] + 0.08, at[1], at[2]}, 0.3, 24, 40);
    } else if (e->heavy) {
        draw_cross(v, ink, at);
    } else {
        draw_ring(v, ink, at, 0.36, 0, 32);
    }
}

// A switch or splitter in the colour of `ink`, or, if that is a device's, in its own.
static void draw_device(const view *v, const board *b, const effect *e, const double at[3],
                        mw_ink ink, bool lettered)
{
    char letters[GROUPS_MAX + 1];
    bool floor = ink.role == MW_ROLE_DEVICE;
    mw_bloxorz_letters(b, mw_bloxorz_changed(e), letters);
    if (floor)
        draw_sign(v, e, at, (mw_ink){.role = MW_ROLE_FLOOR, .width = ink.width + 0.06});
    ink.tint = floor && *letters ? tint_of(*letters) : 0;
    draw_sign(v, e, at, ink);
    if (lettered && *letters)
        write_letters(v, floor ? MW_ROLE_LABEL : ink.role, at, letters);
}

// The top of a cell, less a border.
static void find_square(const view *v, uint32_t x, uint32_t y, double border, double xy[8])
{
    find_face(v, &(box){{x + border, y + border, 0}, {x + 1 - border, y + 1 - border, 0}}, 0, xy);
}

// A tile with sides. `cell`: as in mw_ink.
static void draw_slab(const view *v, uint32_t cell, uint32_t x, uint32_t y, double fade)
{
    double xy[8];
    for (unsigned f = 3; f-- > 0;) {
        find_face(v, &(box){{x, y, -THICK}, {x + 1, y + 1, 0}}, f, xy);
        mw_draw_polygon(
            v->scene,
            (mw_ink){.role = f ? MW_ROLE_EDGE : MW_ROLE_FLOOR, .cell = f ? 0 : cell, .fade = fade},
            xy, 4);
    }
}

// A bridge that is there: a striped tile.
static void draw_bridge(const view *v, uint32_t c, uint32_t x, uint32_t y, char letter, double fade)
{
    double xy[8];
    find_square(v, x, y, 0.08, xy);
    mw_draw_polygon(
        v->scene,
        (mw_ink){.role = MW_ROLE_FLOOR, .tint = tint_of(letter), .fade = fade, .cell = c + 1}, xy,
        4);
    for (unsigned i = 0; i < 2; i++)
        draw_stroke(v, (mw_ink){.role = MW_ROLE_FLOOR, .width = 0.04, .fade = fade},
                    (const double[]){x + 0.12, y + 0.25 + 0.5 * i, 0},
                    (const double[]){x + 0.88, y + 0.25 + 0.5 * i, 0});
    write_letters(v, MW_ROLE_MARK, (const double[]){x + 0.5, y + 0.5, 0},
                  (const char[]){letter, '\0'});
}

// The place of a bridge that is gone, with three dashes on each side. They keep away from the sides
// of tiles behind it.
static void draw_gone(const view *v, uint32_t c, uint32_t x, uint32_t y, char letter)
{
    mw_ink ink = {.role = MW_ROLE_ABSENT, .tint = tint_of(letter), .fade = 0.9, .cell = c + 1};
    double xy[8];
    find_square(v, x, y, 0, xy);
    mw_draw_polygon(v->scene, ink, xy, 4);
    ink = (mw_ink){.role = MW_ROLE_ABSENT, .tint = ink.tint, .width = 0.05};
    find_square(v, x, y, 0.2, xy);
    for (unsigned i = 0; i < 12; i++) {
        unsigned j = 2 * (i / 3), k = (j + 2) % 8;
        double from = (0.05 + i % 3) / 2.6, to = from + 0.2;
        double dx = xy[k] - xy[j], dy = xy[k + 1] - xy[j + 1];
        mw_draw_line(v->scene, ink,
                     (const double[]){xy[j] + dx * from, xy[j + 1] + dy * from, xy[j] + dx * to,
                                      xy[j + 1] + dy * to},
                     2);
    }
    write_letters(v, MW_ROLE_LABEL, (const double[]){x + 0.5, y + 0.5, 0},
                  (const char[]){letter, '\0'});
}

static void draw_fragile(const view *v, uint32_t c, uint32_t x, uint32_t y, double fade)
{
    double xy[8];
    find_square(v, x, y, 0.08, xy);
    mw_draw_polygon(v->scene, (mw_ink){.role = MW_ROLE_FRAGILE, .fade = fade, .cell = c + 1}, xy,
                    4);
    for (unsigned i = 0; i < 9; i++)
        draw_ring(v, (mw_ink){.role = MW_ROLE_MARK, .fade = fade},
                  (const double[]){x + 0.24 + 0.26 * (i % 3), y + 0.24 + 0.26 * (i / 3), 0}, 0.065,
                  0, 31);
}

static void draw_tile(const view *v, const mw_maze *m, uint32_t c, uint32_t bridges, double fade)
{
    const board *b = mw_bloxorz_board(m);
    const tile *t = &b->tiles[c];
    uint32_t x = c % m->w, y = c / m->w;
    const double middle[3] = {x + 0.5, y + 0.5, 0};
    bool bridge = t->group != NONE, there = !bridge || bridges >> t->group & 1;
    if (!mw_bloxorz_is_cell(b, c))
        return;
    if (there)
        draw_slab(v, bridge || t->base == FRAGILE ? 0 : c + 1, x, y, fade);
    if (bridge && there)
        draw_bridge(v, c, x, y, (char)b->groups[t->group].letter, fade);
    else if (bridge)
        draw_gone(v, c, x, y, (char)b->groups[t->group].letter);
    if (t->base == FRAGILE)
        draw_fragile(v, c, x, y, fade);
    if (t->base == GOAL) {
        draw_ring(v, (mw_ink){.role = MW_ROLE_FLOOR, .width = 0.26}, middle, 0.34, 0, 32);
        draw_ring(v, (mw_ink){.role = MW_ROLE_GOAL}, middle, 0.25, 0, 31);
        draw_ring(v, (mw_ink){.role = MW_ROLE_GOAL, .width = 0.06}, middle, 0.4, 0, 32);
    }
    if (c == b->start)
        draw_ring(v, (mw_ink){.role = MW_ROLE_START}, middle, 0.12, 0, 31);
    if (t->effect != NONE)
        draw_device(v, b, &b->effects[t->effect], middle,
                    (mw_ink){.role = MW_ROLE_DEVICE, .width = 0.07}, true);
}

static void draw_tiles(const view *v, const mw_maze *m, uint32_t from, uint32_t to,
                       uint32_t bridges)
{
    for (uint32_t c = from; c < to; c++)
        draw_tile(v, m, c, bridges, 0);
}

// The block at rest on a cell; SPLIT: a half of it.
static box block_at(const mw_maze *m, uint32_t cell, unsigned pose)
{
    double x = cell % m->w, y = cell / m->w, high = pose == STANDING ? UPRIGHT : FLAT;
    return (box){{x + GAP, y + GAP, 0.01},
                 {x + (pose == ALONG_X ? 2 : 1) - GAP, y + (pose == ALONG_Y ? 2 : 1) - GAP, high}};
}

// On top of the block: its letter if it is a half, and the sign of what it hides in this cell.
static void draw_top(const view *v, const mw_maze *m, uint32_t cell, double high, char half)
{
    const board *b = mw_bloxorz_board(m);
    const effect *e = mw_bloxorz_effect(b, cell);
    const double at[3] = {cell % m->w + 0.5, cell / m->w + 0.5, high};
    const mw_ink ink = {.role = MW_ROLE_MARK, .width = 0.05};
    if (e)
        draw_device(v, b, e, at, ink, !half);
    else if (b->tiles[cell].base == GOAL)
        draw_ring(v, ink, at, 0.33, 0, 32);
    if (half)
        write_letters(v, MW_ROLE_MARK, at, (const char[]){half, '\0'});
}

// Pips on both front faces of a half: one for a, two for b.
static void draw_pips(const view *v, const box *b, char half)
{
    unsigned pips = half == 'a' ? 1 : 2;
    for (unsigned i = 0; i < pips; i++) {
        double share = (i + 1.0) / (pips + 1), high = b->to[2] / 2, xy[2];
        project(v, b->from[0] + (b->to[0] - b->from[0]) * share, b->to[1], high, xy);
        mw_draw_circle(v->scene, (mw_ink){.role = MW_ROLE_MARK}, xy[0], xy[1], PIP);
        project(v, b->to[0], b->from[1] + (b->to[1] - b->from[1]) * share, high, xy);
        mw_draw_circle(v->scene, (mw_ink){.role = MW_ROLE_MARK}, xy[0], xy[1], PIP);
    }
}

static void draw_half(const view *v, const mw_maze *m, uint32_t cell, char half, double fade)
{
    box b = block_at(m, cell, SPLIT);
    draw_solid(v, &b, fade);
    if (fade > 0)
        return;
    draw_pips(v, &b, half);
    draw_top(v, m, cell, FLAT, half);
}

static void draw_block(const view *v, const mw_maze *m, uint32_t cell, unsigned pose, double fade)
{
    uint32_t far = mw_bloxorz_far_cell(m, pose, cell);
    box b = block_at(m, cell, pose);
    draw_solid(v, &b, fade);
    if (fade > 0)
        return;
    draw_top(v, m, cell, b.to[2], '\0');
    if (far != cell)
        draw_top(v, m, far, b.to[2], '\0');
}

// The block, or its two halves, in a state.
static void draw_pose(const view *v, const mw_maze *m, const mw_state *s, double fade)
{
    uint32_t cell = mw_bloxorz_cell(s), other = mw_bloxorz_half(s);
    unsigned pose = mw_bloxorz_pose(s);
    bool behind = cell % m->w + cell / m->w > other % m->w + other / m->w;
    if (pose != SPLIT) {
        draw_block(v, m, cell, pose, fade);
        return;
    }
    if (behind) // the half further back first
        draw_half(v, m, other, 'b', fade);
    draw_half(v, m, cell, 'a', fade);
    if (!behind)
        draw_half(v, m, other, 'b', fade);
}

static void place(const mw_maze *m, const mw_state *s, double *x, double *y)
{
    mw_scene none = {0};
    view v = begin(m, &none);
    uint32_t cell = mw_bloxorz_cell(s);
    unsigned pose = mw_bloxorz_pose(s);
    double at[2];
    project(&v, cell % m->w + (pose == ALONG_X ? 1 : 0.5),
            cell / m->w + (pose == ALONG_Y ? 1 : 0.5), 0, at);
    *x = at[0];
    *y = at[1];
}

static void draw(const mw_maze *m, const mw_state *s, mw_scene *scene)
{
    view v = begin(m, scene);
    draw_tiles(&v, m, 0, mw_bloxorz_board(m)->cells, (uint32_t)s->w[1]);
    draw_pose(&v, m, s, 0);
}

// ---- a move under way

// A face of a box that is turning, unless it looks away from the viewer. Bit a of a corner's number
// says at which end of axis a the corner was before the turn.
static void draw_moved_face(const view *v, double corners[8][3], const double *normal,
                            unsigned axis, bool far, bool rim)
{
    if (normal[0] + normal[1] + normal[2] * (2 * NEARER / HIGH) <= 1e-9)
        return;
    unsigned one = 1u << (axis + 1) % 3, two = 1u << (axis + 2) % 3, at = far ? 1u << axis : 0;
    const unsigned round[4] = {at, at | one, at | one | two, at | two};
    double xy[8];
    for (unsigned i = 0; i < 4; i++)
        project(v, corners[round[i]][0], corners[round[i]][1], corners[round[i]][2], &xy[2 * i]);
    int8_t shade = (int8_t)lround(normal[0] * normal[0] + 2 * normal[2] * normal[2]);
    if (rim)
        draw_rim(v, xy, 0);
    else
        mw_draw_polygon(v->scene, (mw_ink){.role = MW_ROLE_HERO, .shade = shade}, xy, 4);
}

// A block that rolls from box a to box b over the edge between them. The two boxes differ a little
// in size. So b is turned back to where a is, and what turns is a box between the two.
static void draw_rolling(const view *v, const box *a, const box *b, unsigned direction,
                         double share)
{
    unsigned along = direction == LEFT || direction == RIGHT ? 0 : 1, across = 1 - along;
    bool back = direction == LEFT || direction == UP;
    double edge = back ? a->from[along] - GAP : a->to[along] + GAP, sign = back ? -1 : 1;
    double sine = mw_sin_quarters(share), cosine = mw_cos_quarters(share), corners[8][3];
    for (unsigned i = 0; i < 8; i++) {
        bool ahead = i >> along & 1, high = i >> 2 & 1;
        const double *a_along = ahead != back ? a->to : a->from;
        const double *b_along = high != back ? b->to : b->from;
        double a_ahead = (a_along[along] - edge) * sign, a_up = high ? a->to[2] : a->from[2];
        double b_ahead = ahead ? -b->from[2] : -b->to[2], b_up = (b_along[along] - edge) * sign;
        double ahead_of = a_ahead + (b_ahead - a_ahead) * share, up = a_up + (b_up - a_up) * share;
        const double *width = i >> across & 1 ? a->to : a->from;
        corners[i][along] = edge + sign * (ahead_of * cosine + up * sine);
        corners[i][across] = width[across];
        corners[i][2] = up * cosine - ahead_of * sine;
    }
    for (unsigned i = 0; i < 12; i++) { // the rims first
        unsigned axis = i / 2 % 3, far = i % 2;
        double normal[3] = {0}, out = far ? 1 : -1;
        if (axis == across)
            normal[across] = out;
        else if (axis == 2)
            normal[along] = sign * out * sine, normal[2] = out * cosine;
        else
            normal[along] = sign * out * cosine, normal[2] = -out * sine;
        draw_moved_face(v, corners, normal, axis, far, i < 6);
    }
}

// One half rolls; or, with count-switching, hops to show that it is the active one now.
static void draw_halves(const view *v, const mw_maze *m, const mw_state *s, unsigned action,
                        double share)
{
    bool second = action >= SECOND_HALF, active = action == SWITCH;
    uint32_t mover = second ? mw_bloxorz_half(s) : mw_bloxorz_cell(s);
    uint32_t other = second ? mw_bloxorz_cell(s) : mw_bloxorz_half(s);
    unsigned direction = mw_bloxorz_half_order[action % 4];
    const int8_t *step = mw_bloxorz_steps[direction];
    uint32_t to = active ? mover : (uint32_t)((int)mover + step[0] + step[1] * m->w);
    box a = block_at(m, mover, SPLIT), b = block_at(m, to, SPLIT);
    uint32_t depth = mover % m->w + mover / m->w + to % m->w + to / m->w;
    bool behind = depth > 2 * (other % m->w + other / m->w);
    if (behind)
        draw_half(v, m, other, second ? 'a' : 'b', 0);
    if (active) {
        a.from[2] += share * (1 - share);
        a.to[2] += share * (1 - share);
        draw_solid(v, &a, 0);
    } else {
        draw_rolling(v, &a, &b, direction, share);
    }
    if (!behind)
        draw_half(v, m, other, second ? 'a' : 'b', 0);
}

// Where the whole block comes down.
static uint32_t landing(const mw_maze *m, const mw_state *s, unsigned direction, unsigned *pose)
{
    roll r = mw_bloxorz_rolls[mw_bloxorz_pose(s)][direction];
    *pose = r.pose;
    return (uint32_t)((int)mw_bloxorz_cell(s) + r.x + r.y * m->w);
}

// A fragile tile breaks, and the block falls: in front of the tiles behind it, and behind the
// others.
static void draw_fall(const view *v, const mw_maze *m, const mw_state *s, double share)
{
    uint32_t cell = mw_bloxorz_cell(s), bridges = (uint32_t)s->w[1];
    box b = block_at(m, cell, STANDING);
    b.from[2] -= share * 0.5;
    b.to[2] -= share * 0.5;
    draw_tiles(v, m, 0, cell, bridges);
    draw_tile(v, m, cell, bridges, share);
    draw_solid(v, &b, share);
    draw_tiles(v, m, cell + 1, mw_bloxorz_board(m)->cells, bridges);
}

// The block sinks into the hole. What the floor hides of it is not drawn.
static void draw_drop(const view *v, const mw_maze *m, const mw_state *s, double share)
{
    box b = block_at(m, mw_bloxorz_cell(s), STANDING);
    b.to[2] += (b.from[2] - b.to[2]) * share;
    if (share < 1)
        draw_solid(v, &b, 0);
}

// All tiles while bridges appear or disappear.
static void draw_changing_tiles(const view *v, const mw_maze *m, uint32_t before, uint32_t after,
                                double share)
{
    const board *b = mw_bloxorz_board(m);
    for (uint32_t c = 0; c < b->cells; c++) {
        uint8_t g = b->tiles[c].group;
        bool changes = share > 0 && g != NONE && (before ^ after) >> g & 1;
        draw_tile(v, m, c, changes ? 0 : before, 0);
        if (changes)
            draw_tile(v, m, c, UINT32_MAX, after >> g & 1 ? 1 - share : share);
    }
}

// The block rolls first. If something follows from that, it takes the last three tenths of the
// time.
static void animate(const mw_maze *m, const mw_state *from, const mw_edge *e, double t,
                    mw_scene *scene)
{
    bool whole = mw_bloxorz_pose(from) != SPLIT, lost = e->status == MW_LOST;
    bool split = whole && mw_bloxorz_pose(&e->to) == SPLIT, solved = e->status == MW_SOLVED;
    bool follows = lost || solved || split || from->w[1] != e->to.w[1];
    double end = follows ? 0.7 : 1, share = t < end ? t / end : 1;
    double rest = t < end ? 0 : (t - end) / (1 - end);
    if (t <= 0 || (t >= 1 && !lost && !solved)) {
        draw(m, t <= 0 ? from : &e->to, scene);
        return;
    }
    view v = begin(m, scene);
    if (lost && rest > 0) {
        draw_fall(&v, m, &e->to, rest);
        return;
    }
    draw_changing_tiles(&v, m, (uint32_t)from->w[1], (uint32_t)e->to.w[1], rest);
    if (!whole) {
        draw_halves(&v, m, from, e->action, share);
        return;
    }
    unsigned pose;
    uint32_t to = landing(m, from, e->action, &pose);
    if (split && rest > 0) {
        draw_block(&v, m, to, pose, rest);
        draw_pose(&v, m, &e->to, 1 - rest);
    } else if (solved && rest > 0) {
        draw_drop(&v, m, &e->to, rest);
    } else {
        box a = block_at(m, mw_bloxorz_cell(from), mw_bloxorz_pose(from)),
            b = block_at(m, to, pose);
        draw_rolling(&v, &a, &b, e->action, share);
    }
}

static unsigned covers(const mw_maze *m, const mw_state *s, uint32_t *cells, char *parts)
{
    unsigned pose = mw_bloxorz_pose(s);
    bool split = pose == SPLIT;
    cells[0] = mw_bloxorz_cell(s);
    cells[1] = split ? mw_bloxorz_half(s) : mw_bloxorz_far_cell(m, pose, cells[0]);
    parts[0] = split ? 'a' : 0;
    parts[1] = split ? 'b' : 0;
    return pose == STANDING ? 1 : 2;
}

const mw_view mw_bloxorz_view = {
    .size = sizeof(mw_view),
    .draw = draw,
    .place = place,
    .animate = animate,
    .look = mw_bloxorz_look,
    .remark = mw_bloxorz_remark,
    .glyph = mw_bloxorz_glyph,
    .aside = mw_bloxorz_aside,
    .covers = covers,
    .tie = mw_bloxorz_tie,
};
