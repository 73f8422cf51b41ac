// draw.c: a flat marble maze from above; one in space in parallel perspective, with walls of glass
// and only those edges at which walls really meet. And what is in a cell, in words.
#include "kinds/marble/marble.h"

#include "core/text.h"
#include "mazewright/scene.h"

#include <stdlib.h>

#define MARGIN 0.4
// How far a step along x and along y leads to the right and down. A step along z leads up by HIGH.
// They differ, so that no two corners of the maze lie on each other.
static const double along_x[2] = {0.88, 0.22}, along_y[2] = {-0.46, 0.4};
#define HIGH   0.93
#define RADIUS 0.18
#define RIM    0.08 // width of the line around marble and target, in the colour of the floor
#define CORNER 0.25 // from the walls to the middle of a marble in a corner

static void project(const mw_maze *m, double x, double y, double z, double *out)
{
    if (m->d == 1) { // y upwards
        out[0] = MARGIN + x;
        out[1] = MARGIN + m->h - y;
        return;
    }
    out[0] = MARGIN + x * along_x[0] + (y - m->h) * along_y[0];
    out[1] = MARGIN + x * along_x[1] + y * along_y[1] + (m->d - z) * HIGH;
}

// The marble in the corner of a cell into which it falls.
static vec corner_of(const mw_maze *m, uint32_t cell, unsigned orientation)
{
    return mw_marble_corner(m, cell, mw_marble_up(m, orientation), CORNER);
}

static void place(const mw_maze *m, const mw_state *s, double *x, double *y)
{
    vec at = corner_of(m, mw_marble_state_cell(m, s), mw_marble_state_orientation(m, s));
    double xy[2];
    project(m, at.x, at.y, at.z, xy);
    *x = xy[0];
    *y = xy[1];
}

static void draw_flat_walls(const mw_maze *m, mw_scene *scene)
{
    for (int y = 0; y <= m->h; y++)
        for (int x = 0; x <= m->w; x++)
            for (unsigned axis = X; axis <= Y; axis++) {
                double xy[4];
                if (!mw_marble_wall(m, axis, (const int[]){x, y, 0}))
                    continue;
                project(m, x, y, 0, &xy[0]);
                project(m, x + (axis == Y), y + (axis == X), 0, &xy[2]);
                mw_draw_line(scene, (mw_ink){.role = MW_ROLE_WALL, .width = 0.1}, xy, 2);
            }
}

// A pane of glass.
static void draw_pane(const mw_maze *m, mw_scene *scene, unsigned axis, const int *corner)
{
    double xy[8];
    for (unsigned i = 0; i < 4; i++) {
        double at[3] = {corner[0], corner[1], corner[2]};
        at[mw_marble_first(axis)] += i == 1 || i == 2;
        at[mw_marble_second(axis)] += i >= 2;
        project(m, at[0], at[1], at[2], &xy[2 * i]);
    }
    mw_draw_polygon(scene, (mw_ink){.role = MW_ROLE_GLASS, .fade = 0.9, .shade = axis == Z ? 1 : 0},
                    xy, 4);
}

// Where exactly two panes meet, in one plane, they look like one wall; everywhere else an edge is
// drawn.
static void draw_edge(const mw_maze *m, mw_scene *scene, unsigned along, const int *corner)
{
    unsigned a = mw_marble_first(along), b = mw_marble_second(along);
    const int below_a[3] = {corner[X] - (a == X), corner[Y] - (a == Y), corner[Z] - (a == Z)};
    const int below_b[3] = {corner[X] - (b == X), corner[Y] - (b == Y), corner[Z] - (b == Z)};
    const bool panes[4] = {mw_marble_wall(m, b, corner), mw_marble_wall(m, b, below_a),
                           mw_marble_wall(m, a, corner), mw_marble_wall(m, a, below_b)};
    unsigned count = panes[0] + panes[1] + panes[2] + panes[3];
    bool flat = count == 2 && panes[0] == panes[1];
    if (!count || flat)
        return;
    double xy[4];
    project(m, corner[0], corner[1], corner[2], &xy[0]);
    project(m, corner[0] + (along == X), corner[1] + (along == Y), corner[2] + (along == Z),
            &xy[2]);
    mw_draw_line(scene, (mw_ink){.role = MW_ROLE_EDGE, .width = 0.025, .fade = 0.25}, xy, 2);
}

// Draws from the far corner to the near one, so that glass lies over what is behind it.
static void draw_glass(const mw_maze *m, mw_scene *scene, bool edges)
{
    for (int depth = 0; depth <= m->w + m->h + m->d; depth++)
        for (int x = 0; x <= m->w && x <= depth; x++)
            for (int y = 0; y <= m->h && x + y <= depth; y++) {
                int corner[3] = {x, y, depth - x - y};
                for (unsigned axis = X; corner[Z] <= m->d && axis <= Z; axis++)
                    if (edges && corner[axis] < (int)mw_marble_size(m, axis))
                        draw_edge(m, scene, axis, corner);
                    else if (!edges && mw_marble_wall(m, axis, corner))
                        draw_pane(m, scene, axis, corner);
            }
}

static void draw_target(const mw_maze *m, mw_scene *scene)
{
    double xy[8];
    if (m->d == 1) {
        project(m, m->w - 1, m->h, 0, xy);
        mw_draw_rect(scene, (mw_ink){.role = MW_ROLE_FLOOR, .width = RIM}, xy[0] + 0.1, xy[1] + 0.1,
                     0.8, 0.8);
        mw_draw_rect(scene, (mw_ink){.role = MW_ROLE_GOAL}, xy[0] + 0.1, xy[1] + 0.1, 0.8, 0.8);
        mw_draw_text(scene, (mw_ink){.role = MW_ROLE_MARK}, xy[0] + 0.5, xy[1] + 0.5, 0.3, "G");
        return;
    }
    for (unsigned i = 0; i < 4; i++)
        project(m, m->w - 0.9 + (i == 1 || i == 2) * 0.8, m->h - 0.9 + (i >= 2) * 0.8, m->d - 1,
                &xy[2 * i]);
    mw_draw_polygon(scene, (mw_ink){.role = MW_ROLE_GOAL}, xy, 4);
}

// The maze with the marble at a place of the picture.
static void draw_all(const mw_maze *m, double x, double y, mw_scene *scene)
{
    bool flat = m->d == 1;
    scene->width = 2 * MARGIN + (flat ? m->w : m->w * along_x[0] - m->h * along_y[0]);
    scene->height =
        2 * MARGIN + (flat ? m->h : m->w * along_x[1] + m->h * along_y[1] + m->d * HIGH);
    for (uint32_t c = 0; flat && c < mw_marble_cells(m); c++)
        mw_draw_rect(scene, (mw_ink){.role = MW_ROLE_FLOOR, .cell = c + 1}, MARGIN + c % m->w,
                     MARGIN + m->h - 1 - c / m->w, 1, 1);
    if (!flat)
        draw_glass(m, scene, false);
    draw_target(m, scene);
    if (flat)
        mw_draw_circle(scene, (mw_ink){.role = MW_ROLE_FLOOR, .width = RIM}, x, y, RADIUS);
    mw_draw_circle(scene, (mw_ink){.role = MW_ROLE_HERO}, x, y, RADIUS);
    mw_draw_circle(scene, (mw_ink){.role = MW_ROLE_MARK, .fade = 0.35}, x - 0.07, y - 0.07, 0.05);
    if (flat)
        draw_flat_walls(m, scene);
    else
        draw_glass(m, scene, true);
}

static void draw(const mw_maze *m, const mw_state *s, mw_scene *scene)
{
    double x, y;
    place(m, s, &x, &y);
    draw_all(m, x, y, scene);
}

static uint32_t step_nearer(const mw_maze *m, const uint32_t *length, uint32_t cell)
{
    for (unsigned i = 0; i < 6; i++) {
        uint32_t next = mw_marble_beyond(m, cell, i / 2, i % 2);
        if (mw_marble_open(m, cell, i / 2, i % 2) && length[next] < length[cell])
            return next;
    }
    return cell;
}

// Where the marble is on its way: first to the other side of its cell, then from cell to cell
// without crossing walls. `memory` has room for two numbers a cell.
static vec roll(const mw_maze *m, const mw_state *from, const mw_state *to, double t,
                uint32_t *memory)
{
    unsigned end = mw_marble_state_orientation(m, to);
    uint32_t cell = mw_marble_state_cell(m, from), goal = mw_marble_state_cell(m, to);
    mw_marble_ways(m, goal, memory, memory + mw_marble_cells(m));
    double passed = t * memory[cell];
    vec at, next;
    if (passed < 1) {
        at = corner_of(m, cell, mw_marble_state_orientation(m, from));
        next = corner_of(m, cell, end);
    } else {
        passed -= 1;
        while (passed >= 1 && cell != goal) {
            cell = step_nearer(m, memory, cell);
            passed -= 1;
        }
        at = corner_of(m, cell, end);
        next = corner_of(m, step_nearer(m, memory, cell), end);
    }
    return add(at, scale(sub(next, at), passed));
}

static void animate(const mw_maze *m, const mw_state *from, const mw_edge *e, double t,
                    mw_scene *scene)
{
    uint32_t *memory = malloc(2 * (size_t)mw_marble_cells(m) * sizeof *memory);
    if (t >= 1) {
        draw(m, &e->to, scene);
    } else if (!memory) {
        scene->failed = true;
    } else {
        vec at = roll(m, from, &e->to, t, memory);
        double xy[2];
        project(m, at.x, at.y, at.z, xy);
        draw_all(m, xy[0], xy[1], scene);
    }
    free(memory);
}

static void look(const mw_maze *m, const mw_state *s, uint32_t cell, mw_writer *w)
{
    static const char *const flat[] = {"above", "right", "below", "left", NULL};
    static const char *const space[] = {"behind", "right", "in front", "left",
                                        "above",  "below", NULL};
    size_t begun = w->length;
    unsigned walls = 0;
    if (mw_marble_board(m)->cells[cell] == OUT_OF_MAZE)
        return;
    for (unsigned side = 0; side < 6; side++) {
        bool forward;
        unsigned axis = mw_marble_axis(side, &forward);
        walls |= mw_marble_open(m, cell, axis, forward) ? 0 : 1u << side;
    }
    mw_write_walls(w, begun, walls, m->d == 1 ? flat : space);
    if (!cell)
        mw_write_part(w, begun, "start");
    if (cell == mw_marble_target(m))
        mw_write_part(w, begun, "target");
    if (cell == mw_marble_state_cell(m, s))
        mw_write_part(w, begun, "marble, you are here");
}

static void down(const mw_maze *m, const mw_state *s, double out[3])
{
    vec up = mw_marble_up(m, mw_marble_state_orientation(m, s));
    for (unsigned a = X; a <= Z; a++)
        out[a] = up.v[a] == 0 ? 0 : -up.v[a];
}

const mw_view mw_marble_view = {
    .size = sizeof(mw_view),
    .draw = draw,
    .place = place,
    .animate = animate,
    .look = look,
    .glyph = mw_marble_glyph,
    .aside = mw_marble_aside,
    .upward = true, // y counts upwards in a flat maze, and to the back in one in space
    .down = down,
};
