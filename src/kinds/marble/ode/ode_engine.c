// ode_engine.c: see ode_engine.h. Walls are static boxes, as large as can be, since a rolling
// marble could stumble over every seam between two. ODE moves a body; what it keeps of the body is
// overwritten before each step.
#include "kinds/marble/ode/ode_engine.h"

#include "kinds/marble/marble.h"
#include "kinds/marble/engine.h"

#include <ode/ode.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#define BOUNCE_SPEED 0.05 // below, a contact does not bounce
#define CONTACTS_MAX 16
#define SAME         1e-9 // lengths that differ by less are the same

typedef struct box {
    double low[3], high[3];
    dGeomID geom;
} box;

typedef struct ode {
    const mw_maze *maze;
    mw_marble_physics physics;
    vec centre;
    dThreadingImplementationID threading;
    dWorldID world;
    dJointGroupID joints;
    dBodyID body;
    dGeomID sphere;
    box *boxes;
    unsigned count;
    // The numbers of the boxes that a marble with its centre in cell i can touch: near[first[i]]
    // and those after it, up to before near[first[i + 1]].
    uint32_t *first, *near;
} ode;

// ---- walls

// One layer of walls, as squares in rows. A square is cleared when a box covers it.
typedef struct layer {
    unsigned width, height;
    bool square[FLAT_SIDE_MAX * FLAT_SIDE_MAX];
} layer;

static bool whole_row(const layer *l, unsigned y, unsigned from, unsigned to)
{
    for (unsigned x = from; x < to; x++)
        if (!l->square[x + y * l->width])
            return false;
    return true;
}

// Makes the widest box that begins with a square, as high as that width allows. Boxes reach beyond
// their squares by half a thickness, so that there are no pits where they meet.
static box cover(layer *l, unsigned axis, unsigned at, unsigned x, unsigned y, double half)
{
    unsigned first = mw_marble_first(axis), second = mw_marble_second(axis), right = x, top = y;
    while (right < l->width && l->square[right + y * l->width])
        right++;
    while (top < l->height && whole_row(l, top, x, right))
        memset(&l->square[x + top++ * l->width], 0, (right - x) * sizeof *l->square);
    box b = {0};
    b.low[axis] = at - half, b.high[axis] = at + half;
    b.low[first] = x - half, b.high[first] = right + half;
    b.low[second] = y - half, b.high[second] = top + half;
    return b;
}

// Fills o->boxes, which has room for a box for each square.
static void make_boxes(ode *o)
{
    layer l = {0};
    o->count = 0;
    for (unsigned axis = X; axis <= Z; axis++) {
        unsigned first = mw_marble_first(axis), second = mw_marble_second(axis);
        l.width = mw_marble_size(o->maze, first);
        l.height = mw_marble_size(o->maze, second);
        for (unsigned at = 0; at <= mw_marble_size(o->maze, axis); at++) {
            for (unsigned i = 0; i < l.width * l.height; i++) {
                int corner[3];
                corner[axis] = (int)at;
                corner[first] = (int)(i % l.width);
                corner[second] = (int)(i / l.width);
                l.square[i] = mw_marble_wall(o->maze, axis, corner);
            }
            for (unsigned i = 0; i < l.width * l.height; i++)
                if (l.square[i])
                    o->boxes[o->count++] =
                        cover(&l, axis, at, i % l.width, i / l.width, o->physics.wall / 2);
        }
    }
}

static bool can_touch(const ode *o, const box *b, uint32_t cell)
{
    double reach = o->physics.radius + SAME;
    for (unsigned a = X; a <= Z; a++) {
        double at = mw_marble_coordinate(o->maze, cell, a);
        if (b->high[a] < at - reach || b->low[a] > at + 1 + reach)
            return false;
    }
    return true;
}

// Fills o->near, or only counts while it is NULL.
static void make_near(ode *o)
{
    uint32_t cells = mw_marble_cells(o->maze), n = 0;
    for (uint32_t cell = 0; cell < cells; cell++) {
        o->first[cell] = n;
        for (unsigned i = 0; i < o->count; i++)
            if (can_touch(o, &o->boxes[i], cell)) {
                if (o->near)
                    o->near[n] = i;
                n++;
            }
    }
    o->first[cells] = n;
}

static bool make_walls(ode *o)
{
    uint32_t cells = mw_marble_cells(o->maze), squares = 3 * cells;
    for (unsigned a = X; a <= Z; a++)
        squares += cells / mw_marble_size(o->maze, a);
    o->boxes = calloc(squares, sizeof *o->boxes);
    o->first = malloc((cells + 1) * sizeof *o->first);
    if (!o->boxes || !o->first)
        return false;
    make_boxes(o);
    make_near(o);
    o->near = malloc(o->first[cells] * sizeof *o->near);
    if (!o->near)
        return false;
    make_near(o);
    for (unsigned i = 0; i < o->count; i++) {
        box *b = &o->boxes[i];
        b->geom = dCreateBox(NULL, b->high[X] - b->low[X], b->high[Y] - b->low[Y],
                             b->high[Z] - b->low[Z]);
        dGeomSetPosition(b->geom, (b->low[X] + b->high[X]) / 2, (b->low[Y] + b->high[Y]) / 2,
                         (b->low[Z] + b->high[Z]) / 2);
    }
    return true;
}

// ---- the world

static bool ready;

static void begin(void)
{
    ready = dInitODE2(0);
}

static void close_ode(void *world)
{
    ode *o = world;
    for (unsigned i = 0; i < o->count && o->boxes; i++)
        if (o->boxes[i].geom)
            dGeomDestroy(o->boxes[i].geom);
    if (o->sphere)
        dGeomDestroy(o->sphere);
    if (o->joints)
        dJointGroupDestroy(o->joints);
    if (o->world)
        dWorldDestroy(o->world); // and the body in it
    if (o->threading)
        dThreadingFreeImplementation(o->threading);
    free(o->boxes);
    free(o->first);
    free(o->near);
    free(o);
}

static void make_body(ode *o)
{
    dMass mass;
    dMassSetSphereTotal(&mass, 1, o->physics.radius);
    o->body = dBodyCreate(o->world);
    dBodySetMass(o->body, &mass);
    dBodySetAutoDisableFlag(o->body, 0);
    dBodySetGyroscopicMode(o->body, 0); // a sphere has no gyroscopic torque
    o->sphere = dCreateSphere(NULL, o->physics.radius);
    dGeomSetBody(o->sphere, o->body);
}

static void *open_ode(const mw_maze *m, const mw_marble_physics *p)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, begin);
    if (!ready || !dAllocateODEDataForThread(dAllocateFlagBasicData))
        return NULL;
    ode *o = calloc(1, sizeof *o);
    if (!o)
        return NULL;
    o->maze = m;
    o->physics = *p;
    o->centre = (vec){{m->w / 2.0, m->h / 2.0, m->d / 2.0}};
    o->world = dWorldCreate();
    o->joints = dJointGroupCreate(0);
    o->threading = dThreadingAllocateSelfThreadedImplementation();
    if (!o->world || !o->joints || !o->threading || !make_walls(o)) {
        close_ode(o);
        return NULL;
    }
    // ODE's default is one implementation for all worlds, which two threads must not share.
    dWorldSetStepThreadingImplementation(
        o->world, dThreadingImplementationGetFunctions(o->threading), o->threading);
    dWorldSetGravity(o->world, 0, 0, 0); // gravity is part of the frame
    dWorldSetERP(o->world, 0.2);
    dWorldSetCFM(o->world, 1e-10);
    dWorldSetContactSurfaceLayer(o->world, 1e-4);
    make_body(o);
    return o;
}

// ---- contacts

typedef struct touch {
    dContactGeom geom;
    const box *box;
} touch;

static bool within(const dReal *p, const box *b)
{
    for (unsigned a = X; a <= Z; a++)
        if (p[a] < b->low[a] - SAME || p[a] > b->high[a] + SAME)
            return false;
    return true;
}

// Is this touch at a seam? Where boxes meet, the marble touches one of them; the nearest point of
// the other lies within that one.
static bool at_seam(const touch *t, unsigned n, unsigned i)
{
    for (unsigned j = 0; j < n; j++) {
        double deeper = t[j].geom.depth - t[i].geom.depth;
        bool nearer = deeper > SAME || (deeper >= -SAME && j < i);
        if (j != i && nearer && within(t[i].geom.pos, t[j].box))
            return true;
    }
    return false;
}

static unsigned find_touches(const ode *o, vec at, touch *out)
{
    unsigned n = 0;
    for (unsigned a = X; a <= Z; a++)
        if (!(at.v[a] >= 0 && at.v[a] < mw_marble_size(o->maze, a)))
            return 0; // it has left the maze, and nothing stops it
    uint32_t cell = mw_marble_cell(o->maze, (uint32_t)at.x, (uint32_t)at.y, (uint32_t)at.z);
    for (uint32_t i = o->first[cell]; i < o->first[cell + 1] && n < CONTACTS_MAX; i++) {
        const box *b = &o->boxes[o->near[i]];
        bool apart = false;
        for (unsigned a = X; a <= Z; a++)
            apart |=
                at.v[a] < b->low[a] - o->physics.radius || at.v[a] > b->high[a] + o->physics.radius;
        out[n].box = b;
        if (!apart && dCollide(o->sphere, b->geom, 1, &out[n].geom, sizeof *out))
            n++;
    }
    return n;
}

static void join(const ode *o, const touch *t)
{
    dContact c = {.geom = t->geom,
                  .surface = {.mode = dContactApprox1 | dContactBounce,
                              .mu = o->physics.friction,
                              .bounce = o->physics.restitution,
                              .bounce_vel = BOUNCE_SPEED}};
    dJointAttach(dJointCreateContact(o->world, o->joints, &c), o->body, NULL);
}

static vec vec_of(const dReal *v)
{
    return (vec){{v[0], v[1], v[2]}};
}

static void step_ode(void *world, const frame *f, marble *m)
{
    static const dMatrix3 straight = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
    const ode *o = world;
    double inertia = 0.4 * o->physics.radius * o->physics.radius;
    vec force = frame_acceleration(f, sub(m->at, o->centre), m->speed);
    vec torque = scale(frame_spin(f, m->spin), inertia);
    touch touches[CONTACTS_MAX];
    dBodySetPosition(o->body, m->at.x, m->at.y, m->at.z);
    dBodySetRotation(o->body, straight);
    dBodySetLinearVel(o->body, m->speed.x, m->speed.y, m->speed.z);
    dBodySetAngularVel(o->body, m->spin.x, m->spin.y, m->spin.z);
    dBodySetForce(o->body, force.x, force.y, force.z);
    dBodySetTorque(o->body, torque.x, torque.y, torque.z);
    unsigned n = find_touches(o, m->at, touches);
    for (unsigned i = 0; i < n; i++)
        if (!at_seam(touches, n, i))
            join(o, &touches[i]);
    dWorldStep(o->world, o->physics.dt);
    dJointGroupEmpty(o->joints);
    m->at = vec_of(dBodyGetPosition(o->body));
    m->speed = vec_of(dBodyGetLinearVel(o->body));
    m->spin = vec_of(dBodyGetAngularVel(o->body));
}

const mw_marble_engine mw_marble_ode = {
    .name = "ode", .open = open_ode, .close = close_ode, .step = step_ode};
