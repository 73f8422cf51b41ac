// tilt.c: a marble maze that somebody holds and tilts. The caller says which direction is up.
// People turn a maze slowly, so the turning itself adds no forces.
#include "core/text.h"
#include "kinds/marble/controller.h"
#include "kinds/marble/marble.h"

#include <math.h>
#include <stdlib.h>

struct mw_marble_tilted {
    controller controller;
    marble first;
    double left_over; // seconds that were too few for a step
    bool solved;
};

mw_marble_tilted *mw_marble_tilted_open(const mw_maze *m, mw_error *error)
{
    if (!mw_marble_orientations(m)) {
        mw_refuse(error, "only marble mazes can be tilted");
        return NULL;
    }
    mw_marble_tilted *t = calloc(1, sizeof *t);
    if (!t ||
        !mw_controller_open(&t->controller, m, &mw_marble_ball, &mw_marble_presets()->physics, 0)) {
        free(t);
        return mw_no_memory(error);
    }
    t->first = t->controller.marble;
    mw_marble_tilted_restart(t);
    return t;
}

void mw_marble_tilted_close(mw_marble_tilted *t)
{
    if (t)
        mw_controller_close(&t->controller);
    free(t);
}

void mw_marble_tilted_restart(mw_marble_tilted *t)
{
    t->controller.marble = t->first;
    t->controller.time = t->left_over = 0;
    t->solved = mw_controller_cell(&t->controller) == mw_marble_target(t->controller.maze);
}

bool mw_marble_tilted_hold(mw_marble_tilted *t, const double up[3], double seconds, mw_error *error)
{
    controller *c = &t->controller;
    double length = sqrt(up[0] * up[0] + up[1] * up[1] + up[2] * up[2]);
    if (!(length > 1e-6 && length < 1e6))
        return mw_refuse(error, "up is no direction: write three numbers, not all of them 0");
    if (!(seconds >= 0 && seconds <= MW_MARBLE_HOLD))
        return mw_refuse(error, "the marble rolls for 0 to 0.25 seconds at a time");
    double pull = -c->physics.gravity / length;
    frame f = {.gravity = {{pull * up[0], pull * up[1], pull * up[2]}}};
    t->left_over += seconds;
    while (t->left_over >= c->physics.dt) {
        c->engine->step(c->world, &f, &c->marble);
        c->time += c->physics.dt;
        if (mw_controller_cell(c) == mw_marble_target(c->maze))
            t->solved = true;
        t->left_over -= c->physics.dt;
    }
    return true;
}

mw_marble_spot mw_marble_tilted_spot(const mw_marble_tilted *t)
{
    const controller *c = &t->controller;
    return (mw_marble_spot){.time = c->time,
                            .at = {c->marble.at.x, c->marble.at.y, c->marble.at.z},
                            .cell = mw_controller_cell(c),
                            .solved = t->solved};
}
