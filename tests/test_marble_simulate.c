// test_marble_simulate.c: whole simulations: every agent solves what it can, knows when there is
// nothing left to try, and does the same again from the same seed.
#include "mazewright/marble.h"
#include "kinds/marble/knowledge.h"
#include "support.h"

static mw_marble_result simulate(const mw_maze *m, const mw_marble_plan *plan)
{
    mw_marble_result r;
    mw_error e;
    if (!mw_marble_simulate(m, plan, &r, &e))
        fail_msg("%s", e.text);
    return r;
}

static mw_marble_physics without_error(void)
{
    mw_marble_physics p = mw_marble_default_physics();
    p.error = 0;
    return p;
}

// ---- what the moves say

typedef struct notes {
    unsigned moves, repeated, unrepeatable, right, known, wrong;
    uint32_t at;
    double time;
    bool planned;
} notes;

static void note(void *context, const mw_marble_move *m)
{
    notes *n = context;
    n->wrong += m->from != n->at || m->time <= n->time || m->known < n->known ||
                (m->unrepeatable && !m->repeated);
    n->moves++;
    n->repeated += m->repeated;
    n->unrepeatable += m->unrepeatable;
    n->right += m->to == m->predicted;
    n->known = m->known;
    n->at = m->to;
    n->time = m->time;
    n->planned = m->planned;
}

static void check_notes(const notes *n, const mw_marble_result *r)
{
    assert_int_equal(n->wrong, 0);
    assert_int_equal(n->moves, r->moves);
    assert_int_equal(n->repeated, r->repeated);
    assert_int_equal(n->unrepeatable, r->unrepeatable);
    assert_int_equal(n->right, r->predicted_right);
    assert_true(n->time <= r->simulated_seconds);
}

// A straight way with a side door halfway, far from both ends: the marble rolls past it whichever
// way it goes. After the thesis's figure 23.
#define PAST_THE_DOOR "marble:2x7:22/22/22/32/22/22/00"

TEST(every_agent_knows_when_there_is_nothing_left)
{
    static const char *const ids[] = {PAST_THE_DOOR, "marble:2x2:00/00", "marble:2x2x2:00/00/00/00",
                                      "marble:2x2x2,orientations=24:00/00/00/00"};
    for (size_t i = 0; i < COUNT(ids); i++)
        for (const mw_marble_agent *a = mw_marble_agents(); a->name; a++) {
            scoped_maze *m = maze_of_id(ids[i]);
            notes n = {0};
            mw_marble_plan plan = {.agent = a->name, .seed = 1, .move = note, .context = &n};
            scoped(mw_marble_result_free) mw_marble_result r = simulate(m, &plan);
            if (r.outcome != MW_MARBLE_IS_UNSOLVABLE)
                fail_msg("%s: %s says %s", ids[i], a->name, mw_marble_outcome_name(r.outcome));
            check_notes(&n, &r);
            // In the closed cell there is a state for each orientation, and all moves are tried.
            if (i == 1 && strcmp(a->name, "simulate-ahead"))
                assert_true(n.known == 4 && r.moves >= 8);
            assert_int_equal(r.theoretical_length, i ? 0 : 8);
        }
}

TEST(every_agent_solves_easy_mazes)
{
    static const struct {
        const char *id;
        uint32_t cells;
    } rows[] = {{"marble:2x1:10", 2},
                {"marble:5x1:11110", 5},
                {"marble:3x3:112/002/000", 5},
                {"marble:2x2x2:12/04/00/00", 4},
                {"marble:2x2x2,orientations=24:12/04/00/00", 4}};
    for (size_t i = 0; i < COUNT(rows); i++)
        for (const mw_marble_agent *a = mw_marble_agents(); a->name; a++) {
            scoped_maze *m = maze_of_id(rows[i].id);
            notes n = {0};
            mw_marble_plan plan = {.agent = a->name, .seed = 2, .move = note, .context = &n};
            scoped(mw_marble_result_free) mw_marble_result r = simulate(m, &plan);
            if (r.outcome != MW_MARBLE_IS_SOLVED)
                fail_msg("%s: %s says %s", rows[i].id, a->name, mw_marble_outcome_name(r.outcome));
            assert_int_equal(r.theoretical_length, rows[i].cells);
            check_notes(&n, &r);
        }
}

// ---- an agent that is followed move by move

typedef struct follower {
    knowledge k; // what the agent must know
    agent who;
    uint8_t *moves;
    unsigned made, count, wrong, surprises;
} follower;

// The agent makes the moves it has chosen, until one of them does not lead where it should.
static void follow(void *context, const mw_marble_move *m)
{
    follower *f = context;
    mw_tilt tilts[MARBLE_MOVES_MAX];
    if (f->made == f->count) {
        f->count = mw_knowledge_choose(&f->k, f->who, m->from, f->moves);
        f->made = 0;
    }
    unsigned move = f->moves[f->made++];
    uint32_t before = f->k.at[m->from].child[move],
             predicted = mw_knowledge_predict(&f->k, m->from, move);
    mw_marble_tilts(f->k.maze, m->from % f->k.orientations, tilts);
    f->wrong += f->made > f->count || tilts[move].action != m->action ||
                m->predicted != predicted || m->repeated != (before != UNKNOWN) ||
                m->planned != (f->made == f->count);
    if (m->to != UNKNOWN)
        mw_knowledge_learn(&f->k, m->from, move, m->to);
    f->wrong += f->k.known != m->known;
    if (m->to != (before != UNKNOWN ? before : predicted)) {
        f->surprises += f->made < f->count;
        f->count = f->made;
    }
}

TEST(agents_do_as_they_choose_and_think_again_when_surprised)
{
    static const char *const families[] = {"marble:10x10", "marble:3x3x3", "marble:5x5x5,outer",
                                           "marble:3x3x3,orientations=24"};
    mw_marble_physics physics = mw_marble_default_physics();
    physics.error = 1e-3; // so that there are surprises
    unsigned surprises = 0;
    for (agent who = DEPTH_FIRST; who <= COMPLETE; who++)
        for (size_t n = 0; n < COUNT(families) * 4; n++) {
            scoped_maze *m = maze_of_seed(families[n % COUNT(families)], 201 + (unsigned)n);
            follower f = {.who = who};
            assert_true(mw_knowledge_init(&f.k, m, mw_marble_predict, NULL));
            f.moves = malloc(f.k.states + 1);
            mw_knowledge_see(&f.k, 0);
            mw_marble_plan plan = {.agent = mw_marble_agents()[who].name,
                                   .seed = n,
                                   .physics = &physics,
                                   .most_moves = 100,
                                   .recover = true,
                                   .move = follow,
                                   .context = &f};
            scoped(mw_marble_result_free) mw_marble_result r = simulate(m, &plan);
            assert_int_equal(f.wrong, 0);
            surprises += f.surprises;
            mw_knowledge_free(&f.k);
            free(f.moves);
        }
    assert_true(surprises > 3); // else this tells nothing
}

// ---- the same again

static void check_same(const mw_marble_result *a, const mw_marble_result *b)
{
    assert_int_equal(a->outcome, b->outcome);
    assert_int_equal(a->moves, b->moves);
    assert_int_equal(a->repeated, b->repeated);
    assert_int_equal(a->unrepeatable, b->unrepeatable);
    assert_int_equal(a->predicted_right, b->predicted_right);
    assert_int_equal(a->recovered, b->recovered);
    assert_int_equal(a->tried, b->tried);
    assert_true(a->simulated_seconds == b->simulated_seconds);
    if (a->moves)
        assert_memory_equal(a->actions, b->actions, a->moves * sizeof *a->actions);
}

TEST(a_seed_repeats_bit_for_bit)
{
    static const char *const families[] = {"marble:4x4", "marble:3x3x3",
                                           "marble:3x3x3,orientations=24"};
    unsigned compared = 0;
    for (size_t f = 0; f < COUNT(families); f++)
        for (const mw_marble_agent *a = mw_marble_agents(); a->name; a++)
            for (unsigned seed = 1; seed <= 2; seed++) {
                scoped_maze *m = maze_of_seed(families[f], seed);
                mw_marble_plan plan = {
                    .agent = a->name, .seed = seed, .recover = seed > 1, .most_moves = 100};
                scoped(mw_marble_result_free) mw_marble_result one = simulate(m, &plan),
                                                               other = simulate(m, &plan);
                check_same(&one, &other);
                compared += one.moves;
            }
    assert_true(compared > 500);
}

// ---- planning in a copy of the world

TEST(simulate_ahead_is_never_surprised_nor_beaten)
{
    static const char *const families[] = {"marble:4x4", "marble:3x3x3"};
    mw_marble_physics physics = without_error();
    unsigned compared = 0;
    for (size_t f = 0; f < COUNT(families); f++)
        for (unsigned seed = 1; seed <= (SANITIZED ? 5 : 15); seed++) {
            scoped_maze *m = maze_of_seed(families[f], seed);
            notes n = {0};
            mw_marble_plan plan = {.agent = "simulate-ahead",
                                   .seed = seed,
                                   .physics = &physics,
                                   .move = note,
                                   .context = &n};
            scoped(mw_marble_result_free) mw_marble_result ahead = simulate(m, &plan);
            assert_int_not_equal(ahead.outcome, MW_MARBLE_IS_FROZEN);
            check_notes(&n, &ahead);
            assert_true(!ahead.moves || n.planned);
            assert_int_equal(ahead.unrepeatable, 0);
            // It has thought once only: as much for the first move as for all.
            plan = (mw_marble_plan){
                .agent = "simulate-ahead", .seed = seed, .physics = &physics, .most_moves = 1};
            scoped(mw_marble_result_free) mw_marble_result first = simulate(m, &plan);
            assert_int_equal(first.tried, ahead.tried);
            for (const mw_marble_agent *a = mw_marble_agents(); a[1].name; a++) {
                plan = (mw_marble_plan){.agent = a->name, .seed = seed, .physics = &physics};
                scoped(mw_marble_result_free) mw_marble_result r = simulate(m, &plan);
                if (r.outcome == MW_MARBLE_IS_SOLVED) {
                    assert_int_equal(ahead.outcome, MW_MARBLE_IS_SOLVED);
                    assert_true(ahead.moves <= r.moves);
                    compared++;
                }
            }
        }
    assert_true(compared > (SANITIZED ? 20 : 60));
}

// ---- ends

static bool stop_at(void *context, const mw_marble_frame *f)
{
    double *last = context;
    *last = f->time;
    return f->time < 5;
}

TEST(limits_end_a_simulation)
{
    mw_maze *m = maze_of_id(PAST_THE_DOOR);
    mw_marble_plan plan = {.agent = "breadth-first", .most_moves = 3};
    mw_marble_result r = simulate(m, &plan);
    assert_int_equal(r.outcome, MW_MARBLE_IS_LIMITED);
    assert_int_equal(r.moves, 3);
    assert_string_equal(mw_marble_outcome_name(r.outcome), "limit");
    mw_marble_result_free(&r);
    double last = 0;
    plan = (mw_marble_plan){.agent = "breadth-first", .frame = stop_at, .context = &last};
    r = simulate(m, &plan);
    assert_int_equal(r.outcome, MW_MARBLE_IS_LIMITED);
    assert_true(last >= 5 && last < 5.1 && r.simulated_seconds == last);
    mw_marble_result_free(&r);
    mw_maze_free(m);
    // A target that is reached with the last move is reached.
    m = maze_of_id("marble:5x1:11110");
    plan = (mw_marble_plan){.agent = "complete", .most_moves = 1};
    r = simulate(m, &plan);
    assert_int_equal(r.outcome, MW_MARBLE_IS_SOLVED);
    assert_int_equal(r.moves, 1);
    mw_marble_result_free(&r);
    mw_maze_free(m);
}

TEST(a_frozen_marble_can_be_tipped_out)
{
    unsigned frozen = 0;
    for (unsigned seed = 201; seed < 230 && frozen < 3; seed++) {
        scoped_maze *m = maze_of_seed("marble:5x5x5,outer", seed);
        mw_marble_plan plan = {.agent = "breadth-first", .seed = seed};
        scoped(mw_marble_result_free) mw_marble_result r = simulate(m, &plan);
        assert_int_equal(r.recovered, 0);
        if (r.outcome == MW_MARBLE_IS_FROZEN) {
            plan.recover = true;
            notes n = {0};
            plan.move = note;
            plan.context = &n;
            scoped(mw_marble_result_free) mw_marble_result on = simulate(m, &plan);
            assert_int_not_equal(on.outcome, MW_MARBLE_IS_FROZEN);
            assert_true(on.recovered > 0);
            assert_true(on.moves >= r.moves);
            assert_memory_equal(on.actions, r.actions, r.moves * sizeof *r.actions);
            assert_true(on.simulated_seconds > r.simulated_seconds);
            check_notes(&n, &on);
            frozen++;
        }
    }
    assert_int_equal(frozen, 3);
}

// ---- plans that make no sense

static void refuse(const mw_maze *m, const mw_marble_plan *plan, const char *says)
{
    scoped(mw_marble_result_free) mw_marble_result r = {0};
    mw_error e;
    assert_false(mw_marble_simulate(m, plan, &r, &e));
    if (!strstr(e.text, says))
        fail_msg("'%s' does not say '%s'", e.text, says);
    assert_null(r.actions);
}

TEST(bad_plans_are_refused)
{
    scoped_maze *m = maze_of_id("marble:4x4#1"), *rook = maze_of_id("rook:5x5#1");
    mw_marble_plan plan = {.agent = "oracle"};
    refuse(m, &plan, "unknown agent 'oracle'; the agents are");
    for (const mw_marble_agent *a = mw_marble_agents(); a->name; a++)
        refuse(m, &plan, a->name);
    plan.agent = ""; // not the default
    refuse(m, &plan, "unknown agent ''");
    char name[5000];
    memset(name, 'x', sizeof name);
    name[sizeof name - 1] = '\0';
    plan.agent = name;
    refuse(m, &plan, "simulate-ahead"); // the list is not cut off
    plan = (mw_marble_plan){0};
    refuse(rook, &plan, "only marble mazes can be simulated");
    static const struct {
        size_t member;
        double value;
        const char *says;
    } rows[] = {
        {offsetof(mw_marble_physics, radius), 0, "the radius is 0; it must be from"},
        {offsetof(mw_marble_physics, radius), 0.45, "does not fit"},
        {offsetof(mw_marble_physics, wall), 0, "the thickness of walls is 0"},
        {offsetof(mw_marble_physics, gravity), -9.81, "gravity is -9.81"},
        {offsetof(mw_marble_physics, gravity), 1000, "pass through walls"},
        {offsetof(mw_marble_physics, friction), -1, "friction is -1"},
        {offsetof(mw_marble_physics, restitution), 1.01, "restitution is 1.01"},
        {offsetof(mw_marble_physics, dt), 0, "the time step is 0"},
        {offsetof(mw_marble_physics, dt), 0.05, "pass through walls"},
        {offsetof(mw_marble_physics, acceleration), 0, "the acceleration is 0"},
        {offsetof(mw_marble_physics, error), 1, "the error of an orientation is 1"},
        {offsetof(mw_marble_physics, rest_energy), 0, "the energy at rest is 0"},
        {offsetof(mw_marble_physics, rest_time), 0, "the time at rest is 0"},
        {offsetof(mw_marble_physics, give_up), 0, "the time after which to give up is 0"},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        mw_marble_physics p = mw_marble_default_physics();
        plan = (mw_marble_plan){.physics = &p};
        memcpy((char *)&p + rows[i].member, &rows[i].value, sizeof(double));
        refuse(m, &plan, rows[i].says);
        double nan = strtod("nan", NULL);
        memcpy((char *)&p + rows[i].member, &nan, sizeof(double));
        refuse(m, &plan, "it must be from");
    }
}

TEST(the_default_agent_is_complete)
{
    scoped_maze *m = maze_of_id("marble:3x3x3#1");
    mw_marble_plan plain = {.seed = 3}, named = {.seed = 3, .agent = "complete"};
    scoped(mw_marble_result_free) mw_marble_result a = simulate(m, &plain), b = simulate(m, &named);
    check_same(&a, &b);
}

// A preset is a physics and a prediction; the prediction shows in how many moves were right.
TEST(presets_are_settings_by_name)
{
    const mw_marble_preset *ours = mw_marble_presets(), *thesis = ours + 1;
    assert_string_equal(ours->name, "mazewright");
    assert_string_equal(thesis->name, "thesis");
    assert_null(thesis[1].name);
    scoped_maze *m = maze_of_id("marble:5x5x5,outer#5");
    mw_marble_plan plan = {.size = sizeof plan, .seed = 3};
    scoped(mw_marble_result_free) mw_marble_result plain = simulate(m, &plan);
    plan.as = "mazewright";
    scoped(mw_marble_result_free) mw_marble_result named = simulate(m, &plan);
    check_same(&plain, &named);
    plan.as = "thesis";
    scoped(mw_marble_result_free) mw_marble_result other = simulate(m, &plan);
    plan.physics = &thesis->physics;
    scoped(mw_marble_result_free) mw_marble_result same = simulate(m, &plan);
    check_same(&other, &same);
    plan.as = NULL; // the thesis's physics with our prediction
    scoped(mw_marble_result_free) mw_marble_result mixed = simulate(m, &plan);
    assert_true(other.simulated_seconds != plain.simulated_seconds);
    assert_true(other.moves != mixed.moves || other.predicted_right != mixed.predicted_right);
    plan.as = "Thesis";
    refuse(m, &plan, "unknown preset 'Thesis'; there are mazewright and thesis");
    // A program of version 2.0 has no such member, and what is there is not read.
    plan = (mw_marble_plan){.seed = 3, .as = "Thesis"};
    scoped(mw_marble_result_free) mw_marble_result old = simulate(m, &plan);
    check_same(&plain, &old);
}
