// ball.c: our own engine: a sphere among the walls of a maze. It can only touch the twelve walls
// that meet at the nearest corner of cells, so contacts are looked up and not searched for.
// Impulses with Coulomb friction and restitution are found by going over the contacts a few times.
#include "kinds/marble/engine.h"

#include "kinds/marble/marble.h"

#include <stdlib.h>

#define SWEEPS       10   // over the contacts
#define BOUNCE_SPEED 0.05 // below, a contact does not bounce
#define CONTACTS_MAX 8

// The walls that meet at a corner of cells. Across each axis there are up to four. Bit 0 is for the
// wall that lies below the corner along both other axes, bit 1 for the one above it along the first
// of them, bit 2 along the second, bit 3 along both.
typedef struct corner {
    uint8_t across[3];
} corner;

typedef struct ball {
    mw_marble_physics physics;
    vec centre;
    unsigned w, h, d; // corners
    double half;      // of a wall's thickness
    corner corners[];
} ball;

// One or more of these walls as one slab: thin across one axis, and along each of the two others it
// lies below the corner, above it or on both sides.
enum { BELOW = 1, ABOVE = 2, BOTH = 3 };
typedef struct slab {
    uint8_t first, second;
} slab;

// The slabs that any four walls are made of, with as few seams between them as possible.
static const slab slabs[16][2] = {
    [1] = {{BELOW, BELOW}},
    [2] = {{ABOVE, BELOW}},
    [3] = {{BOTH, BELOW}},
    [4] = {{BELOW, ABOVE}},
    [5] = {{BELOW, BOTH}},
    [6] = {{ABOVE, BELOW}, {BELOW, ABOVE}},
    [7] = {{BOTH, BELOW}, {BELOW, BOTH}},
    [8] = {{ABOVE, ABOVE}},
    [9] = {{BELOW, BELOW}, {ABOVE, ABOVE}},
    [10] = {{ABOVE, BOTH}},
    [11] = {{BOTH, BELOW}, {ABOVE, BOTH}},
    [12] = {{BOTH, ABOVE}},
    [13] = {{BOTH, ABOVE}, {BELOW, BOTH}},
    [14] = {{BOTH, ABOVE}, {ABOVE, BOTH}},
    [15] = {{BOTH, BOTH}},
};

// ---- building

static void *open_ball(const mw_maze *m, const mw_marble_physics *p)
{
    unsigned w = m->w + 1u, h = m->h + 1u, d = m->d + 1u;
    ball *b = calloc(1, sizeof *b + (size_t)w * h * d * sizeof *b->corners);
    if (!b)
        return NULL;
    *b = (ball){.physics = *p,
                .centre = {{m->w / 2.0, m->h / 2.0, m->d / 2.0}},
                .w = w,
                .h = h,
                .d = d,
                .half = p->wall / 2};
    for (unsigned i = 0; i < w * h * d; i++)
        for (unsigned axis = X; axis <= Z; axis++)
            for (unsigned quarter = 0; quarter < 4; quarter++) {
                int at[3] = {(int)(i % w), (int)(i / w % h), (int)(i / w / h)};
                at[mw_marble_first(axis)] -= quarter & 1 ? 0 : 1;
                at[mw_marble_second(axis)] -= quarter & 2 ? 0 : 1;
                if (mw_marble_wall(m, axis, at))
                    b->corners[i].across[axis] |= (uint8_t)(1u << quarter);
            }
    return b;
}

static void close_ball(void *world)
{
    free(world);
}

// ---- contacts

typedef struct contact {
    vec point;  // of the wall, from the corner
    vec normal; // towards the marble
    double distance;
    slab slab;
    uint8_t axis;
    double gap, wanted; // normal speed after the step
    double push;        // impulses so far
    vec drag;
} contact;

static inline double clamped(double x, double low, double high)
{
    return x < low ? low : x > high ? high : x;
}

static inline double along(double x, uint8_t side, double half)
{
    return side == BELOW && x > half ? half : side == ABOVE && x < -half ? -half : x;
}

// One case for each axis: an index that is known only when it runs would keep vectors in memory,
// which makes the engine 5 % slower.
static inline vec closest(vec p, unsigned axis, slab s, double half)
{
    switch (axis) {
    case X:
        return (vec){
            {clamped(p.x, -half, half), along(p.y, s.first, half), along(p.z, s.second, half)}};
    case Y:
        return (vec){
            {along(p.x, s.first, half), clamped(p.y, -half, half), along(p.z, s.second, half)}};
    default:
        return (vec){
            {along(p.x, s.first, half), along(p.y, s.second, half), clamped(p.z, -half, half)}};
    }
}

static bool within(vec p, const contact *c, double half)
{
    vec q = closest(p, c->axis, c->slab, half);
    return dot(sub(p, q), sub(p, q)) < 1e-18;
}

// Drops contacts at seams. Where slabs meet, the marble touches one of them; the nearest point of
// the other lies within that one and is no contact.
static unsigned without_seams(contact *c, unsigned n, double half)
{
    unsigned kept = 0;
    for (unsigned i = 0; i < n; i++) {
        bool seam = false;
        for (unsigned j = 0; j < n && !seam; j++) {
            bool nearer = c[j].distance < c[i].distance - 1e-12 ||
                          (j < i && c[j].distance <= c[i].distance + 1e-12);
            seam = j != i && nearer && within(c[i].point, &c[j], half);
        }
        c[i].gap = seam ? (double)NAN : 0;
    }
    for (unsigned i = 0; i < n; i++)
        if (!isnan(c[i].gap))
            c[kept++] = c[i];
    return kept;
}

static unsigned find_contacts(const ball *b, vec at, double reach, contact *out)
{
    double x = floor(at.x + 0.5), y = floor(at.y + 0.5), z = floor(at.z + 0.5);
    if (!(x >= 0 && y >= 0 && z >= 0 && x < b->w && y < b->h && z < b->d))
        return 0; // it has left the maze, and nothing stops it
    const corner *k = &b->corners[(unsigned)x + b->w * ((unsigned)y + b->h * (unsigned)z)];
    vec p = {{at.x - x, at.y - y, at.z - z}};
    unsigned n = 0;
    for (unsigned axis = X; axis <= Z; axis++) {
        if (fabs(p.v[axis]) > reach + b->half)
            continue;
        const slab *s = slabs[k->across[axis]];
        for (unsigned i = 0; i < 2 && s[i].first; i++) {
            vec q = closest(p, axis, s[i], b->half), away = sub(p, q);
            double square = dot(away, away);
            if (square > reach * reach || square == 0)
                continue;
            double length = sqrt(square);
            out[n++] = (contact){.point = q,
                                 .normal = scale(away, 1 / length),
                                 .distance = length,
                                 .slab = s[i],
                                 .axis = (uint8_t)axis};
        }
    }
    return n > 1 ? without_seams(out, n, b->half) : n;
}

// ---- impulses; the marble has mass 1 and moment of inertia 2/5 r^2

static void push(contact *c, marble *m)
{
    double more = c->wanted - dot(m->speed, c->normal);
    double all = c->push + more > 0 ? c->push + more : 0;
    m->speed = add(m->speed, scale(c->normal, all - c->push));
    c->push = all;
}

static void drag(contact *c, marble *m, const mw_marble_physics *p)
{
    // The speed of the marble's surface along the wall. An impulse changes it 1 + 5/2 times as much
    // as it changes the marble's speed, since it also changes the spin.
    vec slip = sub(m->speed, scale(cross(m->spin, c->normal), p->radius));
    slip = sub(slip, scale(c->normal, dot(slip, c->normal)));
    vec all = sub(c->drag, scale(slip, 1 / 3.5));
    double size = norm(all), most = p->friction * c->push;
    if (size > most)
        all = scale(all, most / size);
    vec more = sub(all, c->drag);
    c->drag = all;
    m->speed = add(m->speed, more);
    m->spin = sub(m->spin, scale(cross(c->normal, more), 2.5 / p->radius));
}

static void step_ball(void *world, const frame *f, marble *m)
{
    const ball *b = world;
    const mw_marble_physics *p = &b->physics;
    contact contacts[CONTACTS_MAX];
    vec faster = scale(frame_acceleration(f, sub(m->at, b->centre), m->speed), p->dt);
    m->speed = add(m->speed, faster);
    m->spin = add(m->spin, scale(frame_spin(f, m->spin), p->dt));
    double reach = p->radius + norm(m->speed) * p->dt;
    unsigned n = find_contacts(b, m->at, reach, contacts);
    for (unsigned i = 0; i < n; i++) {
        contact *c = &contacts[i];
        double speed = dot(m->speed, c->normal);
        c->gap = c->distance - p->radius;
        if (c->gap < 0) { // the marble is moved out of the wall; it is never deep within
            m->at = sub(m->at, scale(c->normal, c->gap));
            c->gap = 0;
        }
        // In this step the marble comes up to the wall at most, or bounces off. The speed that
        // gravity adds in the step does not count for the bounce: else slow marbles would gain
        // energy.
        double met = speed - dot(faster, c->normal);
        c->wanted = -c->gap / p->dt;
        if (met < -BOUNCE_SPEED && speed < c->wanted)
            c->wanted = fmax(c->wanted, -p->restitution * met);
    }
    for (unsigned sweep = 0; sweep < SWEEPS && n; sweep++)
        for (unsigned i = 0; i < n; i++) {
            push(&contacts[i], m);
            drag(&contacts[i], m, p);
        }
    m->at = add(m->at, scale(m->speed, p->dt));
}

const mw_marble_engine mw_marble_ball = {
    .name = "ball", .open = open_ball, .close = close_ball, .step = step_ball};
