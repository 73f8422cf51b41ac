// engine.h: the small interface between the simulation and what moves the marble. The maze stands
// still and gravity turns; an engine adds what a rotating frame does to the marble: exact for a
// sphere.
#ifndef MW_KINDS_MARBLE_ENGINE_H
#define MW_KINDS_MARBLE_ENGINE_H

#include "kinds/marble/vector.h"
#include "mazewright/marble.h"

// The marble, in the frame of the maze, whose first cell has the corner 0, 0, 0 and sides of 1.
typedef struct marble {
    vec at, speed, spin; // spin: relative to the maze
} marble;

// How the frame moves just now.
typedef struct frame {
    vec gravity;      // acceleration
    vec turn, hasten; // of the maze: angular velocity and acceleration
} frame;

struct mw_marble_engine {
    const char *name;
    // NULL: out of memory.
    void *(*open)(const mw_maze *, const mw_marble_physics *);
    void (*close)(void *world);
    // One step of physics.dt. An engine keeps nothing of the marble between calls, so that a world
    // is saved and restored by copying the marble.
    void (*step)(void *world, const frame *, marble *);
};

// What the frame adds to the acceleration of the marble, and to that of its spin.
static inline vec frame_acceleration(const frame *f, vec from_centre, vec speed)
{
    vec a = sub(f->gravity, cross(f->hasten, from_centre));
    a = sub(a, scale(cross(f->turn, speed), 2));
    return sub(a, cross(f->turn, cross(f->turn, from_centre)));
}

static inline vec frame_spin(const frame *f, vec spin)
{
    return scale(add(f->hasten, cross(f->turn, spin)), -1);
}

#endif
