// draw.c: draws tiles and the block from above and in front, in parallel perspective. Switches and
// what they move have the same colour and letter. And says in words what is where.
#include "kinds/bloxorz/bloxorz.h"

#include "core/math.h"
#include "core/text.h"
#include "mazewright/scene.h"

#include <math.h>
#include <stdlib.h>

#define MARGIN 0.4
#define ACROSS 0.80 // how far a step along x or y leads to the side
#define NEARER 0.44 // and how far down, towards the viewer
#define HIGH   0.86 // how far a step upwards leads up
#define THICK  0.16 // of a tile
#define GAP    0.08 // from the block to the border of its cell

// Where the board lies in the picture.
typedef struct view {
    mw_scene *scene;
    double left, top;
} view;

// Begins a picture: sets its size.
static view begin(const mw_maze *m, mw_scene *scene)
{
    scene->width = 2 * MARGIN + (m->w + m->h) * ACROSS;
    scene->height = 2 * MARGIN + 1.3 + (m->w + m->h) * NEARER + THICK * HIGH;
    return (view){.scene = scene, .left = MARGIN + m->h * ACROSS, .top = MARGIN + 1.3};
}

static void project(const view *v, double x, double y, double z, double *out)
{
    out[0] = v->left + (x - y) * ACROSS;
    out[1] = v->top + (x + y) * NEARER - z * HIGH;
}

typedef struct box {
    double from[3], to[3];
} box;

// The faces of a box that can be seen: top, left and right front.
static void draw_box(const view *v, mw_ink ink, const box *b)
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
            project(v, c[0] ? b->to[0] : b->from[0], c[1] ? b->to[1] : b->from[1],
                    c[2] ? b->to[2] : b->from[2], &xy[2 * i]);
        }
        mw_ink face = ink;
        face.shade = ink.shade ? ink.shade : shades[f];
        face.cell = f ? 0 : ink.cell;
        mw_draw_polygon(v->scene, face, xy, 4);
    }
}

// A flat ring or disc on a tile, or a part of it: `from` and `to` count 32nds of a turn.
static void draw_ring(const view *v, mw_ink ink, double x, double y, double radius, unsigned from,
                      unsigned to)
{
    double xy[2 * 33];
    for (unsigned i = from; i <= to; i++) {
        double quarters = i / 8.0;
        project(v, x + radius * mw_cos_quarters(quarters), y + radius * mw_sin_quarters(quarters),
                0, &xy[2 * (i - from)]);
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

// Colours go by letter: groups of one letter are one bridge to a player.
static uint8_t tint_of(char letter)
{
    return (uint8_t)(1 + (letter - 'A') % MW_TINTS);
}

static void draw_switch(const view *v, const board *b, const effect *e, double x, double y)
{
    mw_ink ink = {.role = MW_ROLE_DEVICE, .width = 0.07};
    char letters[GROUPS_MAX + 1];
    if (e->split) {
        draw_ring(v, ink, x - 0.08, y, 0.27, 8, 24);
        draw_ring(v, ink, x + 0.08, y, 0.27, 24, 40);
        return;
    }
    mw_bloxorz_letters(b, mw_bloxorz_changed(e), letters);
    ink.tint = tint_of(letters[0]);
    letters[3] = '\0'; // there is room for three
    if (e->heavy) {
        draw_stroke(v, ink, x, y, 0.24, 0.24);
        draw_stroke(v, ink, x, y, 0.24, -0.24);
    } else {
        draw_ring(v, ink, x, y, 0.28, 0, 32);
    }
    double at[2];
    project(v, x + 0.38, y - 0.3, 0, at);
    mw_draw_text(v->scene, (mw_ink){.role = MW_ROLE_LABEL, .tint = ink.tint, .shade = -2}, at[0],
                 at[1] + 0.02, 0.17, letters);
}

static void draw_tile(const view *v, const mw_maze *m, uint32_t c, uint32_t bridges, double fade)
{
    const board *b = mw_bloxorz_board(m);
    const tile *t = &b->tiles[c];
    double x = c % m->w, y = c / m->w, at[2];
    bool bridge = t->group != NONE, there = bridge && bridges >> t->group & 1;
    const char letter[2] = {bridge ? (char)b->groups[t->group].letter : '\0'};
    uint8_t tint = bridge ? tint_of(*letter) : 0;
    if (!mw_bloxorz_is_cell(b, c))
        return;
    if (bridge && !there) {
        double xy[8];
        project(v, x + 0.08, y + 0.08, 0, &xy[0]);
        project(v, x + 0.92, y + 0.08, 0, &xy[2]);
        project(v, x + 0.92, y + 0.92, 0, &xy[4]);
        project(v, x + 0.08, y + 0.92, 0, &xy[6]);
        mw_draw_polygon(v->scene, (mw_ink){.role = MW_ROLE_ABSENT, .tint = tint, .width = 0.04}, xy,
                        4);
    } else {
        bool fragile = t->base == FRAGILE;
        mw_ink ink = {.role = fragile ? MW_ROLE_FRAGILE : MW_ROLE_FLOOR,
                      .cell = fragile || bridge ? 0 : c + 1,
                      .tint = tint,
                      .fade = fade};
        draw_box(v, ink, &(box){{x + 0.02, y + 0.02, -THICK}, {x + 0.98, y + 0.98, 0}});
    }
    project(v, x + 0.5, y + 0.5, 0, at);
    if (bridge)
        mw_draw_text(v->scene, (mw_ink){.role = there ? MW_ROLE_MARK : MW_ROLE_LABEL}, at[0], at[1],
                     0.24, letter);
    if (t->base == GOAL) {
        draw_ring(v, (mw_ink){.role = MW_ROLE_FLOOR, .shade = -5}, x + 0.5, y + 0.5, 0.4, 0, 31);
        draw_ring(v, (mw_ink){.role = MW_ROLE_GOAL, .width = 0.06}, x + 0.5, y + 0.5, 0.4, 0, 32);
    }
    if (c == b->start)
        draw_ring(v, (mw_ink){.role = MW_ROLE_START}, x + 0.5, y + 0.5, 0.12, 0, 31);
    if (t->effect != NONE)
        draw_switch(v, b, &b->effects[t->effect], x + 0.5, y + 0.5);
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
    double x = cell % m->w, y = cell / m->w, high = pose == STANDING ? 1.85 : 0.92;
    return (box){{x + GAP, y + GAP, 0.01},
                 {x + (pose == ALONG_X ? 2 : 1) - GAP, y + (pose == ALONG_Y ? 2 : 1) - GAP, high}};
}

static void draw_block(const view *v, const mw_maze *m, uint32_t cell, unsigned pose, double fade)
{
    box b = block_at(m, cell, pose);
    draw_box(v, (mw_ink){.role = MW_ROLE_HERO, .fade = fade}, &b);
}

// The block, or its two halves, in a state.
static void draw_pose(const view *v, const mw_maze *m, const mw_state *s, double fade)
{
    uint32_t cell = mw_bloxorz_cell(s), other = mw_bloxorz_half(s);
    unsigned pose = mw_bloxorz_pose(s);
    bool behind = cell % m->w + cell / m->w > other % m->w + other / m->w;
    if (pose == SPLIT && behind) // the half further back first
        draw_block(v, m, other, pose, fade);
    draw_block(v, m, cell, pose, fade);
    if (pose == SPLIT && !behind)
        draw_block(v, m, other, pose, fade);
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
                            unsigned axis, bool far)
{
    if (normal[0] + normal[1] + normal[2] * (2 * NEARER / HIGH) <= 1e-9)
        return;
    unsigned one = 1u << (axis + 1) % 3, two = 1u << (axis + 2) % 3, at = far ? 1u << axis : 0;
    const unsigned round[4] = {at, at | one, at | one | two, at | two};
    double xy[8];
    for (unsigned i = 0; i < 4; i++)
        project(v, corners[round[i]][0], corners[round[i]][1], corners[round[i]][2], &xy[2 * i]);
    int8_t shade = (int8_t)-lround(normal[0] * normal[0] + 2 * normal[1] * normal[1]);
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
    for (unsigned axis = 0; axis < 3; axis++)
        for (int far = 0; far < 2; far++) {
            double normal[3] = {0}, out = far ? 1 : -1;
            if (axis == across)
                normal[across] = out;
            else if (axis == 2)
                normal[along] = sign * out * sine, normal[2] = out * cosine;
            else
                normal[along] = sign * out * cosine, normal[2] = -out * sine;
            draw_moved_face(v, corners, normal, axis, far);
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
        draw_block(v, m, other, SPLIT, 0);
    if (active) {
        a.from[2] += share * (1 - share);
        a.to[2] += share * (1 - share);
        draw_box(v, (mw_ink){.role = MW_ROLE_HERO}, &a);
    } else {
        draw_rolling(v, &a, &b, direction, share);
    }
    if (!behind)
        draw_block(v, m, other, SPLIT, 0);
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
    draw_box(v, (mw_ink){.role = MW_ROLE_HERO, .fade = share}, &b);
    draw_tiles(v, m, cell + 1, mw_bloxorz_board(m)->cells, bridges);
}

// The block sinks into the hole. What the floor hides of it is not drawn.
static void draw_drop(const view *v, const mw_maze *m, const mw_state *s, double share)
{
    box b = block_at(m, mw_bloxorz_cell(s), STANDING);
    b.to[2] += (b.from[2] - b.to[2]) * share;
    if (share < 1)
        draw_box(v, (mw_ink){.role = MW_ROLE_HERO}, &b);
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

// ---- in words: what the picture does not tell

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

void mw_bloxorz_write_effect(const board *b, const effect *e, mw_writer *w)
{
    static const char *const verbs[CHANGES] = {"toggles", "removes", "brings"};
    char letters[GROUPS_MAX + 1];
    const char *before = "";
    for (unsigned k = 0; k < CHANGES; k++)
        if (e->changes[k]) {
            mw_write(w, "%s %s %s", before, verbs[k],
                     mw_bloxorz_letters(b, e->changes[k], letters));
            before = " and";
        }
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
    mw_write(w, ":");
    mw_bloxorz_write_effect(b, e, w);
}

static void remark(const mw_maze *m, mw_writer *w)
{
    const board *b = mw_bloxorz_board(m);
    bool any = false;
    for (uint32_t c = 0; c < b->cells; c++) {
        const effect *e = mw_bloxorz_effect(b, c);
        if (!e)
            continue;
        mw_write(w, any ? "; " : "Seen from the start, ");
        write_device(m, c, e, w);
        any = true;
    }
    if (any)
        mw_write(w, ".");
    if (b->splits && b->seed_rules)
        mw_write(w, " At every move both halves need a tile and press their switches.");
    if (b->splits && b->no_half_in_hole)
        mw_write(w, " No half may move onto the hole.");
}

// ---- a cell

static void write_tile(const board *b, const mw_state *s, uint32_t cell, size_t begun, mw_writer *w)
{
    const tile *t = &b->tiles[cell];
    const effect *e = mw_bloxorz_effect(b, cell);
    if (t->group != NONE)
        mw_write_part(w, begun, "bridge %c, %s", b->groups[t->group].letter,
                      s->w[1] >> t->group & 1 ? "there" : "gone");
    else if (!e)
        mw_write_part(w, begun, "%s",
                      t->base == FRAGILE ? "fragile tile"
                      : t->base == GOAL  ? "hole"
                                         : "tile");
    else if (e->split)
        mw_write_part(w, begun, "splitter");
    else {
        mw_write_part(w, begun, "%s switch that", e->heavy ? "cross" : "ring");
        mw_bloxorz_write_effect(b, e, w);
    }
}

static void look(const mw_maze *m, const mw_state *s, uint32_t cell, mw_writer *w)
{
    const board *b = mw_bloxorz_board(m);
    size_t begun = w->length;
    uint32_t at = mw_bloxorz_cell(s);
    unsigned pose = mw_bloxorz_pose(s);
    uint32_t other = pose == SPLIT ? mw_bloxorz_half(s) : mw_bloxorz_far_cell(m, pose, at);
    if (!mw_bloxorz_is_cell(b, cell))
        return;
    if (cell == b->start)
        mw_write_part(w, begun, "start");
    write_tile(b, s, cell, begun, w);
    if (mw_bloxorz_is_target(b->effects, b->effect_count, cell))
        mw_write_part(w, begun, "a half appears here");
    if (cell == at || cell == other)
        mw_write_part(w, begun, "%s, you are here",
                      pose == SPLIT      ? "half of the block"
                      : pose == STANDING ? "block standing"
                                         : "block lying");
}

const mw_view mw_bloxorz_view = {
    .size = sizeof(mw_view),
    .draw = draw,
    .place = place,
    .animate = animate,
    .look = look,
    .remark = remark,
    .glyph = mw_bloxorz_glyph,
    .aside = mw_bloxorz_aside,
};
