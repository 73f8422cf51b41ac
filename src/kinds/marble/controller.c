// controller.c: see controller.h. For each phase there is one function, which makes one time step
// and returns the phase that comes next.
#include "kinds/marble/controller.h"

#include "kinds/marble/marble.h"

static double random_within(controller *c, double most)
{
    return most * (2 * mw_rng_unit(&c->rng) - 1);
}

bool mw_controller_open(controller *c, const mw_maze *m, const mw_marble_engine *e,
                        const mw_marble_physics *p, uint64_t seed)
{
    *c = (controller){.maze = m,
                      .engine = e,
                      .physics = *p,
                      .phase = MW_MARBLE_WAITING,
                      .orientation = MARBLE_FIRST,
                      .up = mw_marble_up(m, MARBLE_FIRST),
                      .world = e->open(m, p)};
    mw_rng_seed(&c->rng, seed);
    c->marble.at = mw_marble_corner(m, 0, c->up, p->wall / 2 + p->radius);
    return c->world;
}

void mw_controller_close(controller *c)
{
    if (c->world)
        c->engine->close(c->world);
}

uint32_t mw_controller_cell(const controller *c)
{
    uint32_t cell = 0;
    for (unsigned a = X; a <= Z; a++) {
        double at = c->marble.at.v[a];
        uint32_t size = mw_marble_size(c->maze, a);
        cell += mw_marble_stride(c->maze, a) * (at < 0 ? 0 : at >= size ? size - 1 : (uint32_t)at);
    }
    return cell;
}

uint32_t mw_controller_state(const controller *c)
{
    return mw_controller_cell(c) * mw_marble_board(c->maze)->orientations + c->orientation;
}

bool mw_controller_moves(const controller *c)
{
    return c->phase == MW_MARBLE_ACCELERATING || c->phase == MW_MARBLE_DECELERATING ||
           c->phase == MW_MARBLE_WAITING;
}

// ---- phases

static void advance(controller *c, frame f)
{
    c->engine->step(c->world, &f, &c->marble);
    c->time += c->physics.dt;
}

static mw_marble_phase wait(controller *c)
{
    const mw_marble_physics *p = &c->physics;
    advance(c, (frame){.gravity = scale(c->up, -p->gravity)});
    const marble *m = &c->marble;
    double energy = dot(m->speed, m->speed) / 2 +
                    0.2 * p->radius * p->radius * dot(m->spin, m->spin); // I/2 = r^2/5
    c->waited += p->dt;
    c->rested = energy < p->rest_energy ? c->rested + p->dt : 0;
    c->gave_up = c->waited >= p->give_up;
    if (c->gave_up)
        return MW_MARBLE_FINISHED;
    if (c->rested < p->rest_time)
        return MW_MARBLE_WAITING;
    return mw_marble_rests(c->maze, mw_controller_cell(c), c->orientation) ? MW_MARBLE_STABLE
                                                                           : MW_MARBLE_FROZEN;
}

vec mw_controller_up(const controller *c)
{
    double rate;
    bool rotates = c->phase == MW_MARBLE_ACCELERATING || c->phase == MW_MARBLE_DECELERATING;
    return rotates ? rotation_up(&c->rotation, c->step * c->physics.dt, &rate) : c->up;
}

// One step of a rotation, with the forces of the middle of the step.
static void rotate(controller *c)
{
    advance(c, rotation_frame(&c->rotation, (c->step + 0.5) * c->physics.dt, c->physics.gravity));
    c->step++;
}

static mw_marble_phase accelerate(controller *c)
{
    rotate(c);
    return c->step < c->steps / 2 ? MW_MARBLE_ACCELERATING : MW_MARBLE_DECELERATING;
}

// When the rotation ends, up is where it should be but for a small random error.
static mw_marble_phase decelerate(controller *c)
{
    rotate(c);
    if (c->step < c->steps)
        return MW_MARBLE_DECELERATING;
    bool flat = c->maze->d == 1;
    vec axis = c->rotation.axis;
    double error = flat ? c->physics.error : c->physics.error * sqrt(0.5);
    vec up = turned(c->to, axis, random_within(c, error));
    if (!flat)
        up = turned(up, unit(cross(c->to, axis)), random_within(c, error));
    c->up = unit(up);
    c->waited = c->rested = 0;
    return MW_MARBLE_WAITING;
}

void mw_controller_step(controller *c)
{
    static mw_marble_phase (*const act[MW_MARBLE_PHASES])(controller *) = {
        [MW_MARBLE_WAITING] = wait,
        [MW_MARBLE_ACCELERATING] = accelerate,
        [MW_MARBLE_DECELERATING] = decelerate,
    };
    if (mw_controller_moves(c))
        c->phase = act[c->phase](c);
}

void mw_controller_tip(controller *c, vec up)
{
    double dt = c->physics.dt;
    c->to = up;
    c->rotation = rotation_between(c->up, up);
    // An even number of steps that takes about as long as the acceleration asks for.
    double seconds = 2 * sqrt(c->rotation.angle / c->physics.acceleration);
    c->steps = 2 * (unsigned)(seconds / dt / 2 + 0.5);
    c->steps = c->steps ? c->steps : 2;
    rotation_takes(&c->rotation, c->steps / 2 * dt);
    c->step = 0;
    c->phase = MW_MARBLE_ACCELERATING;
}

void mw_controller_rotate(controller *c, unsigned orientation)
{
    c->orientation = orientation;
    mw_controller_tip(c, mw_marble_up(c->maze, orientation));
}

void mw_controller_settle(controller *c)
{
    do
        mw_controller_step(c);
    while (mw_controller_moves(c));
}
