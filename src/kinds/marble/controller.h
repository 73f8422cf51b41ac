// controller.h: rotates the maze and waits for the marble: the state machine of the thesis. It owns
// the engine's world, which keeps nothing of the marble; so a copy of the struct that shares the
// world is a copy of the moment.
#ifndef MW_KINDS_MARBLE_CONTROLLER_H
#define MW_KINDS_MARBLE_CONTROLLER_H

#include "kinds/marble/engine.h"
#include "mazewright/rng.h"

typedef struct controller {
    const mw_maze *maze;
    const mw_marble_engine *engine;
    void *world;
    mw_marble_physics physics;
    mw_rng rng; // of the error
    mw_marble_phase phase;
    marble marble;
    double time;
    vec up;               // with the error of the last rotation
    unsigned orientation; // without
    // The rotation under way.
    rotation rotation;
    vec to; // up when it ends, but for the error
    unsigned step, steps;
    // Waiting.
    double waited, rested;
    bool gave_up; // the marble did not come to rest in time
} controller;

// False: out of memory. Free with mw_controller_close, once for a controller and all its copies.
bool mw_controller_open(controller *, const mw_maze *, const mw_marble_engine *,
                        const mw_marble_physics *, uint64_t seed);
void mw_controller_close(controller *);

// Makes one time step, after which the phase may be another. In STABLE, SOLVED, FINISHED and FROZEN
// nothing happens.
void mw_controller_step(controller *);
// Begins a rotation, when STABLE or FROZEN: to an orientation, or so that `up` points up.
void mw_controller_rotate(controller *, unsigned orientation);
void mw_controller_tip(controller *, vec up);
// Is it rotating the maze, or waiting for the marble to come to rest?
bool mw_controller_moves(const controller *);
// Makes steps until the marble rests, or has not come to rest in time.
void mw_controller_settle(controller *);

vec mw_controller_up(const controller *); // also while it rotates
uint32_t mw_controller_cell(const controller *);
uint32_t mw_controller_state(const controller *); // cell * orientations + orientation

#endif
