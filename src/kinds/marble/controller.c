// controller.c: see controller.h. Each phase is one function that does a step of it and says which
// phase comes next.
#include "kinds/marble/controller.h"

#include "kinds/marble/marble.h"

#include <string.h>

static vec vec_of(mw_up up)
{
    return (vec){up.v[0], up.v[1], up.v[2]};
}

static double random_within(controller *c, double most)
{
    return most * (2 * mw_rng_unit(&c->rng) - 1);
}

// The marble's place in the corner of a cell, for the first moment.
static vec corner_of(const controller *c, uint32_t cell)
{
    double low = c->physics.wall / 2 + c->physics.radius, high = 1 - low;
    double up[3] = {c->up.x, c->up.y, c->up.z}, at[3];
    const uint32_t place[3] = {cell % c->maze->w, cell / c->maze->w % c->maze->h,
                               cell / c->maze->w / c->maze->h};
    for (unsigned a = 0; a < 3; a++)
        at[a] = place[a] + (up[a] > 0 ? low : up[a] < 0 ? high : 0.5);
    return (vec){at[0], at[1], at[2]};
}

bool mw_controller_open(controller *c, const mw_maze *m, const mw_marble_engine *e,
                        const mw_marble_physics *p, uint64_t seed)
{
    *c = (controller){.maze = m,
                      .engine = e,
                      .physics = *p,
                      .phase = MW_MARBLE_WAITING,
                      .orientation = MARBLE_FIRST,
                      .up = vec_of(mw_marble_up(m, MARBLE_FIRST)),
                      .world = e->open(m, p)};
    mw_rng_seed(&c->rng, seed);
    c->marble.at = corner_of(c, 0);
    return c->world;
}

void mw_controller_close(controller *c)
{
    if (c->world)
        c->engine->close(c->world);
}

uint32_t mw_controller_cell(const controller *c)
{
    const double at[3] = {c->marble.at.x, c->marble.at.y, c->marble.at.z};
    const uint16_t size[3] = {c->maze->w, c->maze->h, c->maze->d};
    uint32_t place[3];
    for (unsigned a = 0; a < 3; a++)
        place[a] = at[a] < 0 ? 0 : at[a] >= size[a] ? size[a] - 1u : (uint32_t)at[a];
    return place[0] + c->maze->w * (place[1] + c->maze->h * place[2]);
}

uint32_t mw_controller_state(const controller *c)
{
    return mw_controller_cell(c) * mw_marble_board(c->maze)->orientations + c->orientation;
}

// ---- phases

static void advance(controller *c, vec up, vec turn, vec hasten)
{
    frame f = {.gravity = scale(up, -c->physics.gravity), .turn = turn, .hasten = hasten};
    c->engine->step(c->world, &f, &c->marble);
    c->time += c->physics.dt;
}

static mw_marble_phase wait(controller *c)
{
    static const vec none;
    const mw_marble_physics *p = &c->physics;
    advance(c, c->up, none, none);
    const marble *m = &c->marble;
    double energy = dot(m->speed, m->speed) / 2 +
                    0.2 * p->radius * p->radius * dot(m->spin, m->spin); // I/2 = r^2/5
    c->waited += p->dt;
    c->rested = energy < p->rest_energy ? c->rested + p->dt : 0;
    c->restless = c->waited >= p->give_up;
    if (c->restless)
        return MW_MARBLE_FINISHED;
    if (c->rested < p->rest_time)
        return MW_MARBLE_WAITING;
    return mw_marble_rests(c->maze, mw_controller_cell(c), c->orientation) ? MW_MARBLE_STABLE
                                                                           : MW_MARBLE_FROZEN;
}

// How far a rotation has come after some time: the angle, and how fast it grows.
static double turned_by(const controller *c, double t, double *rate)
{
    double half = c->steps / 2 * c->physics.dt, left = 2 * half - t;
    *rate = c->pull * (t < half ? t : left);
    return t < half ? c->pull * t * t / 2 : c->angle - c->pull * left * left / 2;
}

vec mw_controller_up(const controller *c)
{
    double rate;
    bool rotates = c->phase == MW_MARBLE_ACCELERATING || c->phase == MW_MARBLE_DECELERATING;
    return rotates ? turned(c->from, c->axis, turned_by(c, c->step * c->physics.dt, &rate)) : c->up;
}

// Forces are those of the middle of the step. In the frame of the maze it is up that turns; the
// maze itself turns the other way.
static void rotate(controller *c)
{
    double rate, angle = turned_by(c, (c->step + 0.5) * c->physics.dt, &rate);
    double pull = c->step < c->steps / 2 ? c->pull : -c->pull;
    advance(c, turned(c->from, c->axis, angle), scale(c->axis, -rate), scale(c->axis, -pull));
    c->step++;
}

static mw_marble_phase accelerate(controller *c)
{
    rotate(c);
    return c->step < c->steps / 2 ? MW_MARBLE_ACCELERATING : MW_MARBLE_DECELERATING;
}

// The brake catches the maze almost where it should be.
static mw_marble_phase decelerate(controller *c)
{
    rotate(c);
    if (c->step < c->steps)
        return MW_MARBLE_DECELERATING;
    vec side = c->maze->d == 1 ? (vec){0, 0, 1} : unit(cross(c->to, c->axis));
    double error = c->maze->d == 1 ? c->physics.error : c->physics.error * sqrt(0.5);
    vec up = turned(c->to, c->axis, random_within(c, error));
    if (c->maze->d > 1)
        up = turned(up, side, random_within(c, error));
    c->up = unit(up);
    c->waited = c->rested = 0;
    return MW_MARBLE_WAITING;
}

static mw_marble_phase stay(controller *c)
{
    return c->phase;
}

void mw_controller_step(controller *c)
{
    static mw_marble_phase (*const act[MW_MARBLE_PHASES])(controller *) = {
        [MW_MARBLE_WAITING] = wait,
        [MW_MARBLE_STABLE] = stay,
        [MW_MARBLE_ACCELERATING] = accelerate,
        [MW_MARBLE_DECELERATING] = decelerate,
        [MW_MARBLE_SOLVED] = stay,
        [MW_MARBLE_FINISHED] = stay,
        [MW_MARBLE_FROZEN] = stay,
    };
    c->phase = act[c->phase](c);
}

void mw_controller_tip(controller *c, vec up)
{
    double seconds;
    c->from = c->up;
    c->to = up;
    c->angle = angle_between(c->from, up);
    c->axis = unit(cross(c->from, up));
    // An even number of steps that takes about as long as the acceleration asks for.
    seconds = 2 * sqrt(c->angle / c->physics.acceleration);
    c->steps = 2 * (unsigned)(seconds / c->physics.dt / 2 + 0.5);
    c->steps = c->steps ? c->steps : 2;
    double half = c->steps / 2 * c->physics.dt;
    c->pull = c->angle / (half * half);
    c->step = 0;
    c->phase = MW_MARBLE_ACCELERATING;
}

void mw_controller_rotate(controller *c, unsigned orientation)
{
    c->orientation = orientation;
    mw_controller_tip(c, vec_of(mw_marble_up(c->maze, orientation)));
}

void mw_controller_settle(controller *c)
{
    do
        mw_controller_step(c);
    while (c->phase == MW_MARBLE_ACCELERATING || c->phase == MW_MARBLE_DECELERATING ||
           c->phase == MW_MARBLE_WAITING);
}
