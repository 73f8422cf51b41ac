// test_marble_controller.c: does the controller go through its phases as it says, with either
// engine underneath, and is physics that makes no sense refused?
#include "marble_support.h"
#include "kinds/marble/ode/ode_engine.h"

#include <stddef.h>

static const mw_marble_engine *const engines[] = {&mw_marble_ball, &mw_marble_ode};

// ---- an engine that only remembers what it is told

static frame told;

static void *open_deaf(UNUSED const mw_maze *m, UNUSED const mw_marble_physics *p)
{
    return &told;
}

static void close_deaf(UNUSED void *world)
{
}

static void step_deaf(void *world, const frame *f, UNUSED marble *b)
{
    *(frame *)world = *f;
}

// In the frame of the maze, up turns against the maze: the gravity that an engine is told and the
// rotation that it is told must be of one motion.
TEST(gravity_turns_as_the_maze_does)
{
    static const mw_marble_engine deaf = {
        .name = "deaf", .open = open_deaf, .close = close_deaf, .step = step_deaf};
    for (size_t i = 0; i < COUNT(mazes); i++) {
        scoped_maze *m = maze_of_id(mazes[i]);
        scoped(mw_controller_close) controller c = opened(m, &deaf, NULL);
        const double dt = c.physics.dt;
        mw_rng rng = seeded(i);
        for (unsigned n = 0; n < 10; n++) {
            rotate_somewhere(&c, &rng);
            mw_controller_step(&c);
            frame before = told;
            for (mw_marble_phase phase = c.phase; c.phase != MW_MARBLE_WAITING; phase = c.phase) {
                mw_controller_step(&c);
                vec turn = scale(add(before.turn, told.turn), 0.5);
                vec gravity = scale(add(before.gravity, told.gravity), 0.5);
                vec change = scale(sub(told.gravity, before.gravity), 1 / dt);
                assert_true(norm(add(change, cross(turn, gravity))) < 0.02); // of up to 12
                assert_true(fabs(norm(told.gravity) - c.physics.gravity) < 1e-9);
                if (norm(sub(told.turn_acceleration, before.turn_acceleration)) < 1e-9)
                    assert_true(norm(sub(scale(sub(told.turn, before.turn), 1 / dt),
                                         told.turn_acceleration)) < 1e-6);
                else // once, at the switch
                    assert_int_equal(phase, MW_MARBLE_DECELERATING);
                before = told;
            }
            mw_controller_settle(&c);
        }
    }
}

// ---- phases

static double angle_off(vec a, vec b)
{
    return angle_between(unit(a), unit(b));
}

// One move, step by step; returns the phase that it ends in.
static mw_marble_phase watch_move(controller *c, mw_rng *rng)
{
    rotate_somewhere(c, rng);
    vec from = c->up;
    vec to = mw_marble_up(c->maze, c->orientation);
    double sweep = angle_off(from, to), begun = c->time;
    assert_int_equal(c->phase, MW_MARBLE_ACCELERATING);
    while (c->phase == MW_MARBLE_ACCELERATING)
        mw_controller_step(c);
    assert_int_equal(c->phase, MW_MARBLE_DECELERATING);
    double half = c->time - begun;
    assert_true(fabs(angle_off(from, mw_controller_up(c)) - sweep / 2) < 1e-9);
    assert_true(fabs(angle_off(to, mw_controller_up(c)) - sweep / 2) < 1e-9);
    // Half the sweep under a constant acceleration, within a step.
    assert_true(fabs(half - sqrt(sweep / c->physics.acceleration)) <= c->physics.dt);
    while (c->phase == MW_MARBLE_DECELERATING)
        mw_controller_step(c);
    assert_int_equal(c->phase, MW_MARBLE_WAITING);
    assert_true(fabs(c->time - begun - 2 * half) < 1e-9);
    // The error is one of each of the axes about which up can turn.
    double axes = c->maze->d == 1 ? 1 : sqrt(2);
    assert_true(angle_off(to, c->up) <= c->physics.error * axes * (1 + 1e-6) + 1e-12);
    double waits = c->time;
    while (c->phase == MW_MARBLE_WAITING)
        mw_controller_step(c);
    assert_true(c->time - waits >= c->physics.rest_time - 1e-9);
    mw_marble_phase end = c->phase;
    for (unsigned i = 0; i < 10; i++)
        mw_controller_step(c);
    assert_int_equal(c->phase, end);
    bool rests = mw_marble_rests(c->maze, mw_controller_cell(c), c->orientation);
    assert_int_equal(end, rests ? MW_MARBLE_STABLE : MW_MARBLE_FROZEN);
    return end;
}

TEST(phases_follow_each_other)
{
    static const double errors[] = {5e-6, 0.05, 0};
    unsigned ends[MW_MARBLE_PHASES] = {0};
    for (size_t i = 0; i < COUNT(mazes); i++)
        for (size_t j = 0; j < COUNT(errors); j++) {
            scoped_maze *m = maze_of_id(mazes[i]);
            mw_marble_physics p = mw_marble_default_physics();
            p.error = errors[j];
            scoped(mw_controller_close) controller c = {0};
            mw_rng rng = seeded(i);
            assert_true(mw_controller_open(&c, m, engines[i % 2], &p, i));
            assert_int_equal(c.phase, MW_MARBLE_WAITING);
            mw_controller_settle(&c);
            assert_int_equal(c.phase, MW_MARBLE_STABLE);
            assert_int_equal(mw_controller_cell(&c), 0);
            for (unsigned n = 0; n < 30; n++)
                ends[watch_move(&c, &rng)]++;
        }
    assert_true(ends[MW_MARBLE_STABLE] > 0);
    assert_true(ends[MW_MARBLE_FROZEN] > 0);
}

TEST(a_marble_that_never_rests_is_given_up)
{
    scoped_maze *m = maze_of_id("marble:6x6#1");
    mw_marble_physics p = mw_marble_default_physics();
    p.restitution = 1;
    p.friction = 0;
    p.give_up = 3;
    for (size_t k = 0; k < COUNT(engines); k++) {
        scoped(mw_controller_close) controller c = opened(m, engines[k], &p);
        mw_rng rng = seeded(1);
        double begun = 0;
        for (unsigned i = 0; i < 20 && c.phase != MW_MARBLE_FINISHED; i++) {
            rotate_somewhere(&c, &rng);
            while (c.phase != MW_MARBLE_WAITING)
                mw_controller_step(&c);
            begun = c.time;
            mw_controller_settle(&c);
        }
        assert_int_equal(c.phase, MW_MARBLE_FINISHED);
        assert_true(c.gave_up);
        assert_true(fabs(c.time - begun - p.give_up) < 2 * p.dt);
        mw_marble_plan plan = {.engine = engines[k], .physics = &p, .seed = 1};
        scoped(mw_marble_result_free) mw_marble_result r = {0};
        mw_error e;
        assert_true(mw_marble_simulate(m, &plan, &r, &e));
        assert_int_equal(r.outcome, MW_MARBLE_IS_LIMITED);
        assert_true(r.moves > 0);
    }
}

// ---- what is refused

TEST(bad_physics_is_refused)
{
#define FIELD(name) offsetof(mw_marble_physics, name)
    static const struct {
        size_t field;
        double value;
        const char *says;
    } bad[] = {
        {FIELD(friction), -0.1, "friction is -0.1"},
        {FIELD(friction), NAN, "friction is"},
        {FIELD(radius), 0, "the radius is 0"},
        {FIELD(radius), 0.6, "the radius is 0.6"},
        {FIELD(radius), 0.45, "does not fit between walls"},
        {FIELD(radius), NAN, "the radius is"},
        {FIELD(wall), 0, "the thickness of walls is 0"},
        {FIELD(wall), NAN, "the thickness of walls is"},
        {FIELD(gravity), 0, "gravity is 0"},
        {FIELD(gravity), -9.81, "gravity is -9.81"},
        {FIELD(gravity), INFINITY, "gravity is inf"},
        {FIELD(gravity), NAN, "gravity is"},
        {FIELD(restitution), 1.01, "restitution is 1.01"},
        {FIELD(restitution), -0.5, "restitution is -0.5"},
        {FIELD(restitution), NAN, "restitution is"},
        {FIELD(dt), 0, "the time step is 0"},
        {FIELD(dt), 0.05, "pass through walls"},
        {FIELD(dt), NAN, "the time step is"},
        {FIELD(acceleration), 0, "the acceleration is 0"},
        {FIELD(acceleration), NAN, "the acceleration is"},
        {FIELD(error), -1, "the error of an orientation is -1"},
        {FIELD(error), NAN, "the error of an orientation is"},
        {FIELD(rest_energy), 0, "the energy at rest is 0"},
        {FIELD(rest_energy), NAN, "the energy at rest is"},
        {FIELD(rest_time), 0, "the time at rest is 0"},
        {FIELD(rest_time), NAN, "the time at rest is"},
        {FIELD(give_up), 0, "the time after which to give up is 0"},
        {FIELD(give_up), NAN, "the time after which to give up is"},
    };
#undef FIELD
    scoped_maze *m = maze_of_id("marble:5x5x5,outer#1");
    mw_marble_physics usual = mw_marble_default_physics();
    mw_error e;
    unsigned wrong = 0;
    assert_true(mw_marble_check_physics(m, &usual, &e));
    for (size_t i = 0; i < COUNT(bad); i++) {
        mw_marble_physics p = usual;
        memcpy((char *)&p + bad[i].field, &bad[i].value, sizeof bad[i].value);
        mw_marble_plan plan = {.physics = &p};
        mw_marble_result r;
        bool refused = !mw_marble_check_physics(m, &p, &e) && strstr(e.text, bad[i].says) &&
                       !mw_marble_simulate(m, &plan, &r, &e) && strstr(e.text, bad[i].says);
        if (!refused)
            print_message("not refused with '%s': '%s'\n", bad[i].says, e.text);
        wrong += !refused;
    }
    assert_int_equal(wrong, 0);
}
