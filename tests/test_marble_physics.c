// test_marble_physics.c: does a marble move as one would? Textbook accelerations, energy, bounces,
// walls that hold; two engines, written independently, that agree; and the same bits whenever the
// same thing happens again.
#include "marble_support.h"
#include "kinds/marble/ode/ode_engine.h"
#include "parallel/tasks.h"

static const mw_marble_engine *const engines[] = {&mw_marble_ball, &mw_marble_ode};

// ---- shared

static bool same_marble(const marble *a, const marble *b)
{
    // NOLINTNEXTLINE(bugprone-suspicious-memory-comparison,cert-*) every bit is meant
    return !memcmp(a, b, sizeof *a);
}

// ---- one marble and a few walls, without a controller

// A straight corridor of 20 cells along x, of which one wall is the floor.
static mw_maze *corridor(void)
{
    return maze_of_id("marble:20x1:11111111111111111110");
}

typedef struct slope {
    const char *name;
    double friction, tilt; // along x
    bool groove;           // between the floor and a wall, both as steep
    double expected;       // acceleration
} slope;

static double acceleration_on(const mw_marble_engine *e, const slope *s)
{
    scoped_maze *m = corridor();
    mw_marble_physics p = mw_marble_default_physics();
    p.friction = s->friction;
    void *world = e->open(m, &p);
    assert_non_null(world);
    double low = p.radius + p.wall / 2, down = p.gravity * cos(s->tilt), side = down * sqrt(0.5);
    frame f = {
        .gravity = {{p.gravity * sin(s->tilt), s->groove ? -side : 0, s->groove ? -side : -down}}};
    marble b = {.at = {{1, s->groove ? low : 0.5, low}}};
    unsigned steps = 250;
    for (unsigned i = 0; i < steps; i++)
        e->step(world, &f, &b);
    e->close(world);
    assert_true(b.at.x < 19); // it has not met the end
    return b.speed.x / (steps * p.dt);
}

TEST(slopes_accelerate_as_in_textbooks)
{
    const double g = 9.81;
    const slope slopes[] = {
        {"rolling on a plane", 0.6, 0.3, false, 5. / 7 * g * sin(0.3)},
        {"rolling on a steep plane", 1, 0.9, false, 5. / 7 * g * sin(0.9)},
        {"rolling in a groove", 0.6, 0.3, true, 5. / 9 * g * sin(0.3)},
        {"sliding on a plane", 0, 0.3, false, g * sin(0.3)},
        {"sliding in a groove", 0, 0.3, true, g * sin(0.3)},
        {"slipping on a plane", 0.25, 0.8, false, g * (sin(0.8) - 0.25 * cos(0.8))},
        {"slipping in a groove", 0.25, 0.9, true, g * (sin(0.9) - 0.25 * sqrt(2) * cos(0.9))},
    };
    for (size_t k = 0; k < COUNT(engines); k++)
        for (size_t i = 0; i < COUNT(slopes); i++) {
            double a = acceleration_on(engines[k], &slopes[i]);
            if (!(fabs(a / slopes[i].expected - 1) < 0.02))
                fail_msg("%s, %s: %g and not %g", engines[k]->name, slopes[i].name, a,
                         slopes[i].expected);
        }
}

static double energy(const marble *b, const mw_marble_physics *p, vec gravity)
{
    return dot(b->speed, b->speed) / 2 + 0.2 * p->radius * p->radius * dot(b->spin, b->spin) -
           dot(gravity, b->at);
}

// Falls askew down a shaft, with spin, bounces and comes to rest. The most that a step adds to the
// energy, as a share of what the fall releases.
static double most_energy_gained(const mw_marble_engine *e, double restitution, vec gravity)
{
    scoped_maze *m = maze_of_id("marble:1x6:2/2/2/2/2/0");
    mw_marble_physics p = mw_marble_default_physics();
    p.restitution = restitution;
    void *world = e->open(m, &p);
    assert_non_null(world);
    frame f = {.gravity = gravity};
    marble b = {.at = {{0.5, 5.5, 0.4}}, .speed = {{0.7, 0, -0.4}}, .spin = {{3, -2, 5}}};
    double least = energy(&b, &p, gravity), most = 0;
    for (unsigned i = 0; i < 2500; i++) {
        e->step(world, &f, &b);
        double now = energy(&b, &p, gravity);
        most = fmax(most, now - least);
        least = fmin(least, now);
    }
    e->close(world);
    return most / (norm(gravity) * 5);
}

TEST(energy_never_grows)
{
    static const vec gravities[] = {{{0, -9.81, 0}}, {{-1, -9.7, 0.5}}, {{-5.66, -5.66, -5.66}}};
    static const double restitutions[] = {0, 0.2, 0.4};
    // ODE pushes the marble out of a wall at a speed, and that speed is energy.
    static const double allowed[] = {1e-6, 1e-3};
    for (size_t k = 0; k < COUNT(engines); k++)
        for (size_t i = 0; i < COUNT(gravities); i++)
            for (size_t j = 0; j < COUNT(restitutions); j++) {
                double gain = most_energy_gained(engines[k], restitutions[j], gravities[i]);
                if (!(gain <= allowed[k]))
                    fail_msg("%s: gravity %zu, restitution %g: energy grows by %g",
                             engines[k]->name, i, restitutions[j], gain);
            }
}

TEST(bounces_give_back_their_share)
{
    static const double restitutions[] = {0, 0.4, 0.9, 1}, speeds[] = {0.1, 1, 8};
    scoped_maze *m = corridor();
    for (size_t k = 0; k < COUNT(engines); k++)
        for (size_t i = 0; i < COUNT(restitutions); i++)
            for (size_t j = 0; j < COUNT(speeds); j++) {
                mw_marble_physics p = mw_marble_default_physics();
                p.restitution = restitutions[i];
                void *world = engines[k]->open(m, &p);
                assert_non_null(world);
                marble b = {.at = {{0.75 + 0.1 * speeds[j], 0.5, 0.5}},
                            .speed = {{-speeds[j], 0, 0}}};
                for (unsigned t = 0; t < 3000 && b.speed.x < 0; t++)
                    engines[k]->step(world, &(frame){0}, &b);
                // However little bounces, ODE pushes the marble out of the wall.
                double share = b.speed.x / speeds[j], out = !i && k ? 0.2 : 1e-9;
                if (!(share <= 1.05 * p.restitution + out && share >= 0.95 * p.restitution - 1e-9))
                    fail_msg("%s: restitution %g at speed %g: %g comes back", engines[k]->name,
                             p.restitution, speeds[j], share);
                engines[k]->close(world);
            }
}

// Two open layers and a hole in between; beside it, both engines have boxes that meet.
#define HOLED "marble:3x3x2:332/332/114/332/332/110"

TEST(rolling_over_seams_is_smooth)
{
    static const struct {
        double x, y, vx, vy;
    } ways[] = {{1.7, 1.4, 0, 2},  {1.7, 2.6, 0, -2},    {1.4, 1.7, 2, 0},
                {2.6, 1.7, -2, 0}, {1.2, 1.5, 0.5, 1.5}, {1.5, 1.2, 1.5, 0.5}};
    static const double allowed[] = {1e-9, 1e-3}; // ODE lets the marble sink in a little
    scoped_maze *m = maze_of_id(HOLED);
    mw_marble_physics p = mw_marble_default_physics();
    for (size_t k = 0; k < COUNT(engines); k++)
        for (size_t i = 0; i < COUNT(ways); i++) {
            void *world = engines[k]->open(m, &p);
            assert_non_null(world);
            vec speed = {{ways[i].vx, ways[i].vy, 0}};
            marble b = {.at = {{ways[i].x, ways[i].y, 1 + p.wall / 2 + p.radius}},
                        .speed = speed,
                        .spin = scale(cross((vec){{0, 0, 1}}, speed), 1 / p.radius)};
            frame f = {.gravity = {{0, 0, -p.gravity}}};
            double most = 0;
            for (unsigned t = 0; t < 150; t++) {
                engines[k]->step(world, &f, &b);
                most = fmax(most, norm(sub(b.speed, speed)));
            }
            engines[k]->close(world);
            if (!(most <= allowed[k]))
                fail_msg("%s, way %zu: the speed changes by %g", engines[k]->name, i, most);
        }
}

// What falls onto such a place comes straight up again.
TEST(falling_onto_seams_is_straight)
{
    scoped_maze *m = maze_of_id(HOLED);
    mw_marble_physics p = mw_marble_default_physics();
    for (size_t k = 0; k < COUNT(engines); k++)
        for (unsigned i = 0; i < 60; i++) {
            void *world = engines[k]->open(m, &p);
            assert_non_null(world);
            double off = 1.9 + 0.005 * i;
            marble b = {.at = {{i % 2 ? 1.7 : off, i % 2 ? off : 1.7, 1.5}}, .speed = {{0, 0, -3}}};
            frame f = {.gravity = {{0, 0, -p.gravity}}};
            for (unsigned t = 0; t < 100; t++)
                engines[k]->step(world, &f, &b);
            engines[k]->close(world);
            assert_true(fabs(b.speed.x) < 1e-9 && fabs(b.speed.y) < 1e-9);
        }
}

// What nothing touches flies straight and keeps its spin, however the maze turns meanwhile.
TEST(a_free_marble_flies_straight)
{
    static const struct {
        vec axis, speed, spin;
        double rate, pull; // of the maze
    } flights[] = {
        {{{0, 0, 1}}, {{2, 0, 0}}, {{1, 2, 3}}, 0.8, 0},
        {{{0, 0, 1}}, {{2, 0, 0}}, {{1, 2, 3}}, 0, 1.2},
        {{{0, 0, -1}}, {{1, 0.3, -0.2}}, {{-4, 0, 2}}, 0.8, -1.2},
        {{{0, 1, 0}}, {{-2, 0, 0}}, {{3, 0, 1}}, 0.5, 1.2},
        {{{1, 0, 0}}, {{0, 0.5, 0.3}}, {{0, 1, 0}}, 1, -1},
    };
    const vec start = {{6, 0.05, -0.05}}, centre = {{10, 0.5, 0.5}};
    const unsigned steps = 1000;
    scoped_maze *m = corridor();
    mw_marble_physics p = mw_marble_default_physics();
    p.dt = 1e-4;
    for (size_t k = 0; k < COUNT(engines); k++)
        for (size_t i = 0; i < COUNT(flights); i++) {
            void *world = engines[k]->open(m, &p);
            assert_non_null(world);
            vec axis = flights[i].axis;
            marble b = {add(centre, start), flights[i].speed, flights[i].spin};
            double rate = flights[i].rate, pull = flights[i].pull, end = steps * p.dt;
            vec first = scale(axis, rate), real_speed = add(b.speed, cross(first, start));
            vec real_spin = add(b.spin, first), real = add(start, scale(real_speed, end));
            for (unsigned t = 0; t < steps; t++) {
                double now = rate + pull * (t + 0.5) * p.dt;
                frame f = {.turn = scale(axis, now), .turn_acceleration = scale(axis, pull)};
                engines[k]->step(world, &f, &b);
            }
            double angle = rate * end + pull * end * end / 2;
            vec last = scale(axis, rate + pull * end);
            vec at = turned(real, axis, -angle), spin = sub(turned(real_spin, axis, -angle), last);
            vec speed = sub(turned(real_speed, axis, -angle), cross(last, at));
            assert_true(norm(sub(sub(b.at, centre), at)) < 1e-4);
            assert_true(norm(sub(b.speed, speed)) < 1e-3);
            assert_true(norm(sub(b.spin, spin)) < 1e-3);
            engines[k]->close(world);
        }
}

// ---- walls, one box for each square, found without the engines

typedef struct unit_wall {
    double low[3], high[3];
} unit_wall;

typedef struct walls {
    unit_wall *all;
    unsigned *first; // all[first[cell]] .. all[first[cell + 1] - 1] are near the cell
} walls;

static bool near_cell(const unit_wall *u, const int *at)
{
    for (unsigned a = X; a <= Z; a++)
        if (u->high[a] < at[a] - 0.25 || u->low[a] > at[a] + 1.25) // more than a radius
            return false;
    return true;
}

static bool known(const unit_wall *from, const unit_wall *to)
{
    // NOLINTNEXTLINE(bugprone-suspicious-memory-comparison,cert-*) every bit is meant
    while (from < to && memcmp(from, to, sizeof *to))
        from++;
    return from < to;
}

// Those of the 27 cells around each cell, once each.
static walls walls_of(const mw_maze *m, double half)
{
    const int size[3] = {m->w, m->h, m->d};
    uint32_t cells = mw_marble_cells(m);
    walls w = {malloc(cells * 27 * 6 * sizeof *w.all), malloc((cells + 1) * sizeof *w.first)};
    unsigned n = 0;
    assert_true(w.all && w.first);
    for (uint32_t cell = 0; cell < cells; cell++) {
        const int home[3] = {(int)cell % size[X], (int)cell / size[X] % size[Y],
                             (int)cell / size[X] / size[Y]};
        w.first[cell] = n;
        for (int near = 0; near < 27; near++) {
            int at[3] = {home[X] + near % 3 - 1, home[Y] + near / 3 % 3 - 1,
                         home[Z] + near / 9 - 1};
            bool inside = true;
            for (unsigned a = X; a <= Z; a++)
                inside = inside && at[a] >= 0 && at[a] < size[a];
            uint32_t c = inside ? (uint32_t)(at[X] + size[X] * (at[Y] + size[Y] * at[Z])) : 0;
            if (!inside || mw_marble_board(m)->cells[c] == OUT_OF_MAZE)
                continue;
            for (unsigned side = 0; side < 6; side++) {
                unsigned axis = side / 2;
                if (mw_marble_open(m, c, axis, side % 2))
                    continue;
                unit_wall *u = &w.all[n];
                for (unsigned a = X; a <= Z; a++)
                    u->low[a] = at[a] - half, u->high[a] = at[a] + 1 + half;
                u->low[axis] = at[axis] + (int)(side % 2) - half;
                u->high[axis] = at[axis] + (int)(side % 2) + half;
                n += near_cell(u, home) && !known(w.all + w.first[cell], u);
            }
        }
    }
    w.first[cells] = n;
    return w;
}

static double penetration(const walls *w, const controller *c)
{
    const double at[3] = {c->marble.at.x, c->marble.at.y, c->marble.at.z};
    uint32_t cell = mw_controller_cell(c);
    double nearest = INFINITY;
    for (unsigned i = w->first[cell]; i < w->first[cell + 1]; i++) {
        double square = 0;
        for (unsigned a = X; a <= Z; a++) {
            double off = fmax(0, fmax(w->all[i].low[a] - at[a], at[a] - w->all[i].high[a]));
            square += off * off;
        }
        nearest = fmin(nearest, square);
    }
    return c->physics.radius - sqrt(nearest);
}

// Is it in the maze, and either where it was or beyond an opening?
static void assert_no_wall_was_passed(const controller *c, uint32_t before)
{
    const mw_maze *m = c->maze;
    const vec at = c->marble.at;
    uint32_t now = mw_controller_cell(c);
    bool way = now == before;
    for (unsigned a = X; a <= Z && !way; a++) {
        uint32_t stride = mw_marble_stride(m, a);
        way = (now == before + stride && mw_marble_open(m, before, a, true)) ||
              (now + stride == before && mw_marble_open(m, before, a, false));
    }
    if (!way || !(at.x > 0 && at.y > 0 && at.z > 0 && at.x < m->w && at.y < m->h && at.z < m->d) ||
        mw_marble_board(m)->cells[now] == OUT_OF_MAZE)
        fail_msg("%s: from cell %u to %u, at %g %g %g", c->engine->name, before, now, at.x, at.y,
                 at.z);
}

static double worst_penetration(const mw_marble_engine *e, const char *id, unsigned moves)
{
    scoped_maze *m = maze_of_id(id);
    scoped(mw_controller_close) controller c = opened(m, e, NULL);
    walls w = walls_of(m, c.physics.wall / 2);
    double worst = penetration(&w, &c);
    mw_rng rng = seeded(7);
    for (unsigned i = 0; i < moves; i++) {
        rotate_somewhere(&c, &rng);
        do {
            uint32_t before = mw_controller_cell(&c);
            mw_controller_step(&c);
            assert_no_wall_was_passed(&c, before);
            worst = fmax(worst, penetration(&w, &c));
        } while (moving(&c));
        assert_int_not_equal(c.phase, MW_MARBLE_FINISHED);
    }
    free(w.all);
    free(w.first);
    return worst;
}

TEST(walls_hold)
{
    // What falls through five cells moves 0.04 in a step before ODE looks for contacts.
    static const double allowed[] = {0.01, 0.04};
    const unsigned moves[] = {MANY(1000), MANY(100)};
    for (size_t k = 0; k < COUNT(engines); k++) {
        double worst = -1;
        for (size_t i = 0; i < COUNT(mazes); i++)
            worst = fmax(worst, worst_penetration(engines[k], mazes[i], moves[k]));
        print_message("%s: penetrates walls by %.2g at most\n", engines[k]->name, worst);
        assert_true(worst <= allowed[k]);
    }
}

// ---- the two engines

TEST(the_engines_agree)
{
    unsigned moves = 0, same = 0, changed = 0;
    double spent[2] = {0, 0};
    for (size_t i = 0; i < COUNT(mazes); i++) {
        scoped_maze *m = maze_of_id(mazes[i]);
        scoped(mw_controller_close) controller ball = opened(m, &mw_marble_ball, NULL),
                                               ode = opened(m, &mw_marble_ode, NULL);
        void *world = ode.world;
        mw_rng rng = seeded(i);
        for (unsigned n = 0; n < MANY(100); n++) {
            uint32_t before = mw_controller_cell(&ball);
            rotate_somewhere(&ball, &rng);
            ode = ball;
            ode.engine = &mw_marble_ode;
            ode.world = world;
            double begun = mw_processor_seconds();
            mw_controller_settle(&ball);
            spent[0] += mw_processor_seconds() - begun;
            begun = mw_processor_seconds();
            mw_controller_settle(&ode);
            spent[1] += mw_processor_seconds() - begun;
            moves++;
            same += mw_controller_cell(&ball) == mw_controller_cell(&ode);
            changed += mw_controller_cell(&ball) != before;
        }
    }
    print_message("%u of %u moves end in the same cell, and in another than before %u; ball takes "
                  "%.3g s and ode %.3g s\n",
                  same, moves, changed, spent[0], spent[1]);
    assert_true(changed > moves / 3); // else agreement would say little
    assert_true(same >= 0.97 * moves);
}

// ---- the same bits

static marble after_moves(const mw_marble_engine *e, const char *id, unsigned moves)
{
    scoped_maze *m = maze_of_id(id);
    controller c = opened(m, e, NULL);
    mw_rng rng = seeded(3);
    for (unsigned i = 0; i < moves; i++) {
        rotate_somewhere(&c, &rng);
        mw_controller_settle(&c);
    }
    mw_controller_close(&c);
    return c.marble;
}

TEST(the_same_again_has_the_same_bits)
{
    for (size_t k = 0; k < COUNT(engines); k++)
        for (size_t i = 0; i < COUNT(mazes); i++) {
            marble a = after_moves(engines[k], mazes[i], MANY(20));
            marble b = after_moves(engines[k], mazes[i], MANY(20));
            assert_true(same_marble(&a, &b));
        }
}

TEST(a_restored_moment_goes_on_with_the_same_bits)
{
    for (size_t k = 0; k < COUNT(engines); k++)
        for (size_t i = 0; i < COUNT(mazes); i++) {
            scoped_maze *m = maze_of_id(mazes[i]);
            scoped(mw_controller_close) controller c = opened(m, engines[k], NULL),
                                                   fresh = opened(m, engines[k], NULL);
            void *other_world = fresh.world;
            mw_rng rng = seeded(11);
            for (unsigned n = 0; n < MANY(10); n++) {
                rotate_somewhere(&c, &rng);
                for (uint32_t steps = mw_rng_below(&rng, 600); steps && moving(&c); steps--)
                    mw_controller_step(&c);
                controller saved = c;
                if (moving(&c))
                    mw_controller_settle(&c);
                marble first = c.marble;
                rotate_somewhere(&c, &rng); // the world sees something else in between
                mw_controller_settle(&c);
                c = saved;
                fresh = saved;
                fresh.world = other_world;
                if (moving(&c)) {
                    mw_controller_settle(&c);
                    mw_controller_settle(&fresh);
                }
                assert_true(same_marble(&first, &c.marble));
                assert_true(same_marble(&first, &fresh.marble));
            }
        }
}

static void run_task(void *context, uint64_t i)
{
    marble *results = context;
    results[i] = after_moves(engines[i % 2], mazes[i / 2], MANY(20));
}

TEST(threads_change_no_bits)
{
    marble alone[2 * COUNT(mazes)], together[2 * COUNT(mazes)];
    for (uint64_t i = 0; i < COUNT(alone); i++)
        run_task(alone, i);
    mw_tasks tasks = {.count = COUNT(together), .threads = 4, .context = together, .run = run_task};
    assert_true(mw_tasks_run(&tasks));
    assert_memory_equal(alone, together, sizeof alone);
}
