// frame.h: the maze stands still and gravity turns. A frame says how, at one moment: what a marble
// feels in the coordinates of the maze. A rotation is a turn from one orientation to another, which
// speeds up in its first half and slows down in its second.
#ifndef MW_KINDS_MARBLE_FRAME_H
#define MW_KINDS_MARBLE_FRAME_H

#include "kinds/marble/vector.h"

typedef struct frame {
    vec gravity;                 // acceleration
    vec turn, turn_acceleration; // of the maze: angular velocity and acceleration
} frame;

// The acceleration of a marble in the frame, and what the frame adds to that of its spin. Both are
// exact for a sphere.
static inline vec frame_acceleration(const frame *f, vec from_centre, vec speed)
{
    vec a = sub(f->gravity, cross(f->turn_acceleration, from_centre));
    a = sub(a, scale(cross(f->turn, speed), 2));
    return sub(a, cross(f->turn, cross(f->turn, from_centre)));
}

static inline vec frame_spin(const frame *f, vec spin)
{
    return scale(add(f->turn_acceleration, cross(f->turn, spin)), -1);
}

typedef struct rotation {
    vec from, axis;
    double angle, half; // radians; seconds that each half takes
    double pull;        // angular acceleration
} rotation;

// A rotation between two directions of up; rotation_takes says how long it takes.
static inline rotation rotation_between(vec from, vec to)
{
    return (rotation){
        .from = from, .axis = unit(cross(from, to)), .angle = angle_between(from, to)};
}

static inline void rotation_takes(rotation *r, double half)
{
    r->half = half;
    r->pull = r->angle / (half * half);
}

// The direction of up some seconds after the beginning, and how fast the angle grows.
static inline vec rotation_up(const rotation *r, double t, double *rate)
{
    double left = 2 * r->half - t;
    *rate = r->pull * (t < r->half ? t : left);
    return turned(r->from, r->axis,
                  t < r->half ? r->pull * t * t / 2 : r->angle - r->pull * left * left / 2);
}

// The frame at that moment. In the coordinates of the maze it is up that turns; the maze itself
// turns the other way.
static inline frame rotation_frame(const rotation *r, double t, double gravity)
{
    double rate, pull = t < r->half ? r->pull : -r->pull;
    vec up = rotation_up(r, t, &rate);
    return (frame){.gravity = scale(up, -gravity),
                   .turn = scale(r->axis, -rate),
                   .turn_acceleration = scale(r->axis, -pull)};
}

#endif
