// simulate.c: a whole simulation: the controller rotates the maze, the agent sees where the marble
// rests, learns from it and chooses what to do next.
#include "kinds/marble/controller.h"
#include "core/grow.h"
#include "core/text.h"
#include "kinds/marble/knowledge.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_MOVES 100000
#define TIP        0.25 // radians by which the maze is tipped out of a frozen state

// ---- physics

bool mw_marble_check_physics(const mw_maze *m, const mw_marble_physics *p, mw_error *error)
{
    const struct {
        const char *name;
        double value, least, most;
    } bounds[] = {
        {"the radius", p->radius, 0.01, 0.45},
        {"the thickness of walls", p->wall, 0.01, 0.5},
        {"gravity", p->gravity, 0.01, 1000},
        {"friction", p->friction, 0, 10},
        {"restitution", p->restitution, 0, 1},
        {"the time step", p->dt, 1e-6, 0.1},
        {"the acceleration", p->acceleration, 0.001, 100},
        {"the error of an orientation", p->error, 0, 0.1},
        {"the energy at rest", p->rest_energy, 1e-12, 1},
        {"the time at rest", p->rest_time, 0.001, 100},
        {"the time after which to give up", p->give_up, 0.1, 1e6},
    };
    for (size_t i = 0; i < sizeof bounds / sizeof *bounds; i++)
        if (!(bounds[i].value >= bounds[i].least && bounds[i].value <= bounds[i].most))
            return mw_refuse(error, "%s is %g; it must be from %g to %g", bounds[i].name,
                             bounds[i].value, bounds[i].least, bounds[i].most);
    if (p->radius + p->wall / 2 > 0.48)
        return mw_refuse(error, "a marble of radius %g does not fit between walls of thickness %g",
                         p->radius, p->wall);
    double way = sqrt((double)m->w * m->w + m->h * m->h + m->d * m->d);
    double step = sqrt(2 * p->gravity * way) * p->dt;
    return step < 0.75 * p->radius ||
           mw_refuse(
               error,
               "in one time step the marble may move by %g cells and pass through walls; take a "
               "shorter step, so that it is below %g",
               step, 0.75 * p->radius);
}

// ---- schemes

static bool is_marble(const mw_maze *m)
{
    return !strcmp(m->kind->name, "marble");
}

unsigned mw_marble_orientations(const mw_maze *m)
{
    return is_marble(m) ? mw_marble_board(m)->orientations : 0;
}

mw_maze *mw_marble_with_orientations(const mw_maze *m, unsigned orientations, mw_error *error)
{
    bool flat = m->d == 1;
    if (!is_marble(m))
        return mw_no_maze(error, "only marble mazes can be simulated");
    if (flat ? orientations != 4 : orientations != 8 && orientations != 24)
        return mw_no_maze(error, "a %s orientations",
                          flat ? "flat maze has 4" : "maze in space has 8 or 24");
    mw_maze *out = mw_maze_clone(m);
    if (!out)
        return mw_no_memory(error);
    board *b = (board *)out->data;
    b->orientations = (uint8_t)orientations;
    return out;
}

// ---- names

const char *mw_marble_phase_name(mw_marble_phase p)
{
    static const char *const names[] = {"waiting", "stable",   "accelerating", "decelerating",
                                        "solved",  "finished", "frozen"};
    return names[p];
}

const char *mw_marble_outcome_name(mw_marble_outcome o)
{
    static const char *const names[] = {"solved", "unsolvable", "frozen", "limit"};
    return names[o];
}

const char *mw_marble_engine_name(const mw_marble_engine *e)
{
    return e->name;
}

// ---- a run

typedef struct run {
    const mw_maze *maze;
    mw_marble_plan plan; // with the defaults filled in
    agent agent;
    controller controller;
    knowledge knowledge;
    uint8_t *moves;       // that the agent has chosen
    unsigned made, count; // how many of them it has made, and how many there are
    uint32_t *expected;   // simulate-ahead: the state after each of them
    mw_marble_result *out;
    uint32_t capacity; // of its actions
    double next_frame;
    bool stopped;
    // simulate-ahead: the moment in which each state was first reached in a copy of the world
    controller *moments;
} run;

static void show_frame(run *r)
{
    const controller *c = &r->controller;
    if (!r->plan.frame || c->time < r->next_frame)
        return;
    r->next_frame = c->time + r->plan.frame_time;
    vec at = c->marble.at, up = mw_controller_up(c);
    mw_marble_frame f = {
        .time = c->time, .at = {at.x, at.y, at.z}, .up = {up.x, up.y, up.z}, .phase = c->phase};
    if (!r->plan.frame(r->plan.context, &f))
        r->stopped = true;
}

// Makes steps until the marble rests, or has not come to rest in time. Only the run's own
// controller is shown, and no copy of it.
static void settle(run *r, controller *c)
{
    do {
        mw_controller_step(c);
        if (c == &r->controller)
            show_frame(r);
    } while (!r->stopped && mw_controller_moves(c));
}

// Brings the marble out of a frozen state: tips the maze a little towards each neighbouring
// orientation and back, until the marble rests where it should.
static void recover(run *r, controller *c)
{
    mw_tilt tilts[MARBLE_MOVES_MAX];
    unsigned n = mw_marble_tilts(c->maze, c->orientation, tilts);
    assert(n);
    vec home = mw_marble_up(c->maze, c->orientation);
    for (unsigned i = 0; i < 2 * n && c->phase == MW_MARBLE_FROZEN && !r->stopped; i++) {
        vec axis = unit(cross(home, mw_marble_up(c->maze, tilts[i % n].to)));
        mw_controller_tip(c, turned(home, axis, i < n ? TIP : -TIP));
        settle(r, c);
        if (c->phase == MW_MARBLE_FINISHED)
            return;
        mw_controller_tip(c, home);
        settle(r, c);
        r->out->recovered += c == &r->controller;
    }
}

// ---- planning with the simulator

// Tries a move in a copy of the moment. Returns the state that it leads to, or UNKNOWN.
static uint32_t try_move(run *r, const controller *from, unsigned to, controller *after)
{
    *after = *from;
    if (r->plan.goes_on && !r->plan.goes_on(r->plan.context))
        r->stopped = true;
    after->physics.error = 0; // the error of the real move is not known
    mw_controller_rotate(after, to);
    settle(r, after);
    r->out->tried++;
    if (after->phase == MW_MARBLE_FROZEN && r->plan.recover)
        recover(r, after);
    return after->phase == MW_MARBLE_STABLE ? mw_controller_state(after) : UNKNOWN;
}

// Searches breadth first, by trying moves from this moment on, for the fewest moves to the target.
// Returns their number, 0 if there is no way.
static unsigned plan_ahead(run *r, uint32_t from)
{
    knowledge *k = &r->knowledge;
    mw_knowledge_search(k, from);
    r->moments[from] = r->controller;
    while (k->head < k->tail && !r->stopped) {
        uint32_t s = k->queue[k->head++];
        mw_tilt tilts[MARBLE_MOVES_MAX];
        unsigned n = mw_marble_tilts(r->maze, s % k->orientations, tilts);
        for (unsigned i = 0; i < n; i++) {
            controller after;
            uint32_t to = try_move(r, &r->moments[s], tilts[i].to, &after);
            if (to == UNKNOWN || !mw_knowledge_reach(k, s, i, to))
                continue;
            r->moments[to] = after;
            if (to / k->orientations == mw_marble_target(r->maze))
                return mw_knowledge_retrace(k, to, r->moves, r->expected);
        }
    }
    return 0;
}

// ---- the loop

static void choose_moves(run *r, uint32_t state)
{
    r->made = 0;
    r->count = r->agent == SIMULATE_AHEAD
                   ? plan_ahead(r, state)
                   : mw_knowledge_choose(&r->knowledge, r->agent, state, r->moves);
}

static bool note_action(run *r, uint16_t action)
{
    mw_marble_result *o = r->out;
    if (o->moves == r->capacity) {
        uint32_t more = r->capacity ? 2 * r->capacity : 64;
        uint16_t *grown = realloc(o->actions, more * sizeof *grown);
        if (!grown)
            return false;
        o->actions = grown;
        r->capacity = more;
    }
    o->actions[o->moves++] = action;
    return true;
}

// Makes the next of the moves that the agent has chosen. False: out of memory.
static bool make_move(run *r)
{
    knowledge *k = &r->knowledge;
    controller *c = &r->controller;
    mw_tilt tilts[MARBLE_MOVES_MAX];
    unsigned move = r->moves[r->made];
    uint32_t from = mw_controller_state(c), before = k->at[from].child[move];
    mw_marble_tilts(r->maze, c->orientation, tilts);
    mw_marble_move m = {.action = tilts[move].action,
                        .from = from,
                        .predicted = mw_knowledge_predict(k, from, move),
                        .repeated = before != UNKNOWN,
                        .planned = r->made + 1 == r->count};
    if (!note_action(r, m.action))
        return false;
    mw_controller_rotate(c, tilts[move].to);
    settle(r, c);
    if (c->phase == MW_MARBLE_FROZEN && r->plan.recover)
        recover(r, c);
    bool rests = c->phase == MW_MARBLE_STABLE;
    m.time = c->time;
    m.to = rests ? mw_controller_state(c) : UNKNOWN;
    m.unrepeatable = m.repeated && m.to != before;
    if (rests)
        mw_knowledge_learn(k, from, move, m.to);
    m.known = k->known;
    r->out->repeated += m.repeated;
    r->out->unrepeatable += m.unrepeatable;
    r->out->predicted_right += m.to == m.predicted;
    if (r->plan.move)
        r->plan.move(r->plan.context, &m);
    // The moves that follow make sense only if this one led where it should.
    uint32_t expected = r->agent == SIMULATE_AHEAD ? r->expected[r->made]
                        : before != UNKNOWN        ? before
                                                   : m.predicted;
    r->made++;
    if (m.to != expected)
        r->count = r->made;
    return true;
}

static bool play(run *r)
{
    controller *c = &r->controller;
    settle(r, c); // first the marble comes to rest in its corner
    if (c->phase == MW_MARBLE_STABLE)
        mw_knowledge_see(&r->knowledge, mw_controller_state(c));
    while (c->phase == MW_MARBLE_STABLE && !r->stopped) {
        if (mw_controller_cell(c) == mw_marble_target(r->maze)) {
            c->phase = MW_MARBLE_SOLVED;
        } else if (r->out->moves == r->plan.most_moves) {
            r->stopped = true;
        } else {
            if (r->made == r->count)
                choose_moves(r, mw_controller_state(c));
            if (r->made == r->count)
                c->phase = MW_MARBLE_FINISHED;
            else if (!make_move(r))
                return false;
        }
    }
    r->out->simulated_seconds = c->time;
    r->out->outcome = c->phase == MW_MARBLE_SOLVED   ? MW_MARBLE_IS_SOLVED
                      : r->stopped || c->gave_up     ? MW_MARBLE_IS_LIMITED
                      : c->phase == MW_MARBLE_FROZEN ? MW_MARBLE_IS_FROZEN
                                                     : MW_MARBLE_IS_UNSOLVABLE;
    return true;
}

static bool find_agent(const char *name, agent *out, mw_error *error)
{
    const mw_marble_agent *agents = mw_marble_agents();
    char known[200] = "";
    size_t n = 0;
    for (unsigned i = 0; agents[i].name; i++) {
        if (!strcmp(agents[i].name, name)) {
            *out = (agent)i;
            return true;
        }
        n += (size_t)snprintf(known + n, sizeof known - n, " %s", agents[i].name);
    }
    return mw_refuse(error, "unknown agent '%.40s'; the agents are%s", name, known);
}

bool mw_marble_simulate(const mw_maze *m, const mw_marble_plan *plan, mw_marble_result *out,
                        mw_error *error)
{
    run r = {.maze = m, .out = out};
    MW_TAKE_OPTIONS(mw_marble_plan, &r.plan, plan, context);
    mw_marble_prediction *prediction;
    r.plan.engine = plan->engine ? plan->engine : &mw_marble_ball;
    r.plan.most_moves = plan->most_moves ? plan->most_moves : MOST_MOVES;
    *out = (mw_marble_result){0};
    if (!is_marble(m))
        return mw_refuse(error, "only marble mazes can be simulated");
    const mw_marble_preset *preset = mw_marble_find_preset(r.plan.as, &prediction, error);
    if (!preset)
        return false;
    mw_marble_physics physics = plan->physics ? *plan->physics : preset->physics;
    if (!find_agent(plan->agent ? plan->agent : "complete", &r.agent, error) ||
        !mw_marble_check_physics(m, &physics, error))
        return false;
    bool ok =
        mw_knowledge_init(&r.knowledge, m, prediction, &physics) &&
        mw_controller_open(&r.controller, m, r.plan.engine, &physics, plan->seed) &&
        (r.moves = malloc(r.knowledge.states + 1)) &&
        (r.expected = malloc((r.knowledge.states + 1) * sizeof *r.expected)) &&
        (r.agent != SIMULATE_AHEAD || (r.moments = malloc(r.knowledge.states * sizeof *r.moments)));
    if (ok) {
        out->theoretical_length = r.knowledge.path[0] != UNKNOWN ? r.knowledge.path[0] : 0;
        ok = play(&r);
    }
    mw_controller_close(&r.controller);
    mw_knowledge_free(&r.knowledge);
    free(r.moves);
    free(r.expected);
    free(r.moments);
    if (!ok) {
        mw_marble_result_free(out);
        return mw_no_memory(error);
    }
    return true;
}

void mw_marble_result_free(mw_marble_result *r)
{
    free(r->actions);
    *r = (mw_marble_result){0};
}
