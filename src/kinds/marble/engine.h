// engine.h: the interface between the simulation and an engine, which moves the marble among the
// walls.
#ifndef MW_KINDS_MARBLE_ENGINE_H
#define MW_KINDS_MARBLE_ENGINE_H

#include "kinds/marble/frame.h"
#include "mazewright/marble.h"

// The marble, in the frame of the maze, whose first cell has the corner 0, 0, 0 and sides of 1.
typedef struct marble {
    vec at, speed, spin; // spin: relative to the maze
} marble;

struct mw_marble_engine {
    const char *name;
    // NULL: out of memory.
    void *(*open)(const mw_maze *, const mw_marble_physics *);
    void (*close)(void *world);
    // Moves the marble for physics.dt seconds. An engine keeps nothing of the marble between calls,
    // so that a copy of the marble saves the moment.
    void (*step)(void *world, const frame *, marble *);
};

#endif
