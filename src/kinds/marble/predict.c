// predict.c: where the marble is expected to come to rest after a rotation. It rolls from cell to
// cell in the directions of gravity. Where it could go on or fall into an opening, the thesis
// compares an estimated speed with a threshold; our own prediction computes the fall: the marble
// passes the opening if it drops by less than its radius meanwhile.
//
// Where there is no such choice on its way, nothing needs to be computed.
#include "kinds/marble/marble.h"

#include "kinds/marble/frame.h"

#include <math.h>

#define STEP    0.005 // seconds
// The share of a force that speeds up a marble, the rest makes it spin: between two walls (5/9,
// less because it slips at first), and on one.
#define GROOVE  0.52
#define SURFACE (1 / 1.4)

static bool falls_forward(vec up, unsigned axis)
{
    return up.v[axis] < 0;
}

// The axis along which gravity changes its direction between two orientations; mw_marble_axes(m) if
// there is none.
static unsigned turned_axis(const mw_maze *m, vec from, vec to)
{
    unsigned a = X;
    while (a < mw_marble_axes(m) && falls_forward(from, a) == falls_forward(to, a))
        a++;
    return a;
}

static bool can_fall(const mw_maze *m, uint32_t cell, vec up, unsigned axis)
{
    return mw_marble_open(m, cell, axis, falls_forward(up, axis));
}

static uint32_t fall(const mw_maze *m, uint32_t cell, vec up, unsigned axis)
{
    return mw_marble_beyond(m, cell, axis, falls_forward(up, axis));
}

uint32_t mw_marble_next(const mw_maze *m, uint32_t cell, unsigned from, unsigned to)
{
    vec before = mw_marble_up(m, from), after = mw_marble_up(m, to);
    unsigned a = turned_axis(m, before, after);
    return a < mw_marble_axes(m) && can_fall(m, cell, after, a) ? fall(m, cell, after, a) : cell;
}

// The steepest axis but `along` on which the marble can fall out of the cell; mw_marble_axes(m) if
// there is none.
static unsigned steepest(const mw_maze *m, uint32_t cell, vec up, unsigned along)
{
    unsigned down = mw_marble_axes(m);
    for (unsigned a = X; a < mw_marble_axes(m); a++)
        if (a != along && can_fall(m, cell, up, a) &&
            (down == mw_marble_axes(m) || fabs(up.v[a]) > fabs(up.v[down]) + 1e-9))
            down = a;
    return down;
}

// ---- as the thesis predicts

#define THRESHOLD 0.5 // of the speed; between none and that of one cell, with 8 orientations

// The speed of a marble is 0 in the first cell that it enters, and again after each change of its
// direction. In each further cell of a straight way it grows by the part of gravity, whose length
// is 1 here, along this way.
uint32_t mw_marble_predict_thesis(const mw_maze *m, uint32_t cell, unsigned from, unsigned to,
                                  const mw_marble_physics *physics)
{
    vec up = mw_marble_up(m, to);
    unsigned along = turned_axis(m, mw_marble_up(m, from), up), none = mw_marble_axes(m);
    double speed = 0;
    (void)physics;
    if (along == none || !can_fall(m, cell, up, along))
        return cell;
    for (;;) {
        cell = fall(m, cell, up, along);
        bool on = can_fall(m, cell, up, along);
        unsigned down = steepest(m, cell, up, along);
        if (!on && down == none)
            return cell;
        if (on && (down == none || speed >= THRESHOLD)) {
            speed += fabs(up.v[along]);
        } else {
            along = down;
            speed = 0;
        }
    }
}

// ---- a way without a choice

// Goes from cell to cell while there is only one way. True where the marble rests; false where
// there is a choice. *cell is that place, and *along the axis along which the marble came.
static bool forced(const mw_maze *m, vec up, uint32_t *cell, unsigned *along)
{
    for (;;) {
        *cell = fall(m, *cell, up, *along);
        unsigned ways = 0, other = 0;
        for (unsigned a = X; a < mw_marble_axes(m); a++)
            if (can_fall(m, *cell, up, a)) {
                ways++;
                other = a;
            }
        if (!ways)
            return true;
        if (ways > 1)
            return false;
        *along = other;
    }
}

// ---- where there is a choice: step by step in time

typedef struct rolling {
    const mw_maze *m;
    const mw_marble_physics *physics;
    vec up; // in the end
    rotation rotation;
    double time;
    vec at;           // of the marble, from the centre of the maze
    double speed[3];  // in the direction of gravity along each axis
    double passed[3]; // how far it is, in that direction, from where it would lie in the cell
    uint32_t cell;
    unsigned along, rolled; // the axis along which it rolls, and cells along it
    bool first;             // it has not changed its direction yet
} rolling;

// From the middle of a marble that lies against a wall to the border of the cell.
static double near_wall(const rolling *r)
{
    return r->physics->wall / 2 + r->physics->radius;
}

static double sign(const rolling *r, unsigned axis)
{
    return falls_forward(r->up, axis) ? 1 : -1;
}

// What pulls the marble along each axis: gravity, and what the rotation of its frame adds.
static vec pull_now(const rolling *r)
{
    vec speed = {{r->speed[X] * sign(r, X), r->speed[Y] * sign(r, Y),
                  mw_marble_axes(r->m) > 2 ? r->speed[Z] * sign(r, Z) : 0}};
    if (r->time >= 2 * r->rotation.half)
        return scale(r->up, -r->physics->gravity);
    frame f = rotation_frame(&r->rotation, r->time, r->physics->gravity);
    return frame_acceleration(&f, r->at, speed);
}

// Moves the marble along an axis for some seconds under a share of the pull, never backwards.
static void advance(rolling *r, unsigned axis, double pull, double share, double seconds)
{
    r->speed[axis] += share * pull * sign(r, axis) * seconds;
    if (r->speed[axis] < 0)
        r->speed[axis] = 0;
    r->passed[axis] += r->speed[axis] * seconds;
    r->at.v[axis] += sign(r, axis) * r->speed[axis] * seconds;
}

// The part of the step just made in which the marble was beyond a place on its way.
static double beyond(const rolling *r, double place)
{
    double step = r->speed[r->along] * STEP, over = r->passed[r->along] - place;
    return over <= 0 ? 0 : over >= step ? 1 : over / step;
}

// The share of the pull that speeds up the marble. In space it rolls between two walls and, over an
// opening, on one; in a flat maze it rolls on one wall and, over an opening, flies.
static double share(const rolling *r, bool falls)
{
    if (mw_marble_axes(r->m) == 2)
        return falls ? 1 : SURFACE;
    return falls ? SURFACE : GROOVE;
}

// Rolls on until `end` is passed. How far the marble drops into openings meanwhile is in `passed`.
static void cross_cell(rolling *r, const bool *open, double end)
{
    double begin = 1 - near_wall(r) + r->physics->wall / 2; // behind the wall of the cell before
    bool falls = false;
    for (unsigned tries = 0; r->passed[r->along] < end && tries < 4000; tries++) {
        vec pull = pull_now(r);
        advance(r, r->along, pull.v[r->along], share(r, falls), STEP);
        double over = beyond(r, begin) - beyond(r, end);
        for (unsigned a = X; over > 0 && a < mw_marble_axes(r->m); a++)
            if (a != r->along && open[a]) {
                advance(r, a, pull.v[a], share(r, true), over * STEP);
                falls = true;
            }
        r->time += STEP;
    }
}

// Does a marble that has changed its direction before pass the opening? It has bounced off walls,
// and its speed cannot be computed. Simulations showed that it passes openings that are less steep
// than its way, openings as steep after two cells and, in a flat maze, all openings.
static bool is_fast(const rolling *r, unsigned down)
{
    double steeper = fabs(r->up.v[r->along]) / fabs(r->up.v[down]);
    return mw_marble_axes(r->m) == 2 || steeper > 1.15 || r->rolled * steeper > 1.9;
}

// Does a marble that has not changed its direction yet fall into an opening, and along which axis?
// It started from rest, so its speed can be computed.
static bool drops(rolling *r, unsigned *down)
{
    bool open[3] = {false};
    for (unsigned a = X; a < mw_marble_axes(r->m); a++)
        open[a] = can_fall(r->m, r->cell, r->up, a);
    cross_cell(r, open, 2 - near_wall(r) - r->physics->wall / 2);
    for (unsigned a = X; a < mw_marble_axes(r->m); a++)
        if (a != r->along && open[a] && r->passed[a] > r->passed[*down] + 1e-9)
            *down = a;
    return r->passed[*down] >= r->physics->radius;
}

// The axis along which the marble leaves the cell that it has entered; mw_marble_axes(m): it rests
// there.
static unsigned choose(rolling *r)
{
    static const bool closed[3];
    bool on = can_fall(r->m, r->cell, r->up, r->along);
    unsigned down = steepest(r->m, r->cell, r->up, r->along);
    if (!on)
        return down;
    if (down == mw_marble_axes(r->m)) {
        if (r->first)
            cross_cell(r, closed, 1);
        return r->along;
    }
    return (r->first ? drops(r, &down) : !is_fast(r, down)) ? down : r->along;
}

// Enters the next cell. `passed` counts from the new cell on, and drops into openings that the
// marble has passed are forgotten.
static void enter(rolling *r, unsigned way)
{
    for (unsigned a = X; a < mw_marble_axes(r->m); a++)
        if (a != way)
            r->speed[a] = r->passed[a] = 0;
    r->passed[way] -= 1;
    r->rolled = way == r->along ? r->rolled + 1 : 1;
    r->first &= way == r->along;
    r->along = way;
    r->cell = fall(r->m, r->cell, r->up, way);
}

static void begin_rolling(rolling *r, vec before)
{
    double corner = 0.5 - near_wall(r);
    r->rotation = rotation_between(before, r->up);
    rotation_takes(&r->rotation, sqrt(r->rotation.angle / r->physics->acceleration));
    for (unsigned a = X; a <= Z; a++)
        r->at.v[a] = mw_marble_coordinate(r->m, r->cell, a) + 0.5 - mw_marble_size(r->m, a) / 2.0 +
                     (a >= mw_marble_axes(r->m)  ? 0
                      : falls_forward(before, a) ? corner
                                                 : -corner);
}

uint32_t mw_marble_predict(const mw_maze *m, uint32_t cell, unsigned from, unsigned to,
                           const mw_marble_physics *physics)
{
    vec before = mw_marble_up(m, from), up = mw_marble_up(m, to);
    unsigned along = turned_axis(m, before, up);
    if (along == mw_marble_axes(m) || !can_fall(m, cell, up, along))
        return cell; // into another corner of the same cell
    uint32_t end = cell;
    unsigned way = along;
    if (forced(m, up, &end, &way))
        return end;
    rolling r = {.m = m,
                 .physics = physics ? physics : &mw_marble_presets()->physics,
                 .up = up,
                 .cell = cell,
                 .along = along,
                 .rolled = 1,
                 .first = true};
    begin_rolling(&r, before);
    r.cell = fall(m, cell, up, along);
    for (uint32_t guard = mw_marble_cells(m); guard; guard--) {
        way = choose(&r);
        if (way == mw_marble_axes(m))
            break;
        enter(&r, way);
    }
    return r.cell;
}
