// simulate.c: a whole simulation: the controller moves the maze, the agent looks where the marble
// rests, learns, and thinks of what to do next.
#include "kinds/marble/controller.h"
#include "kinds/marble/knowledge.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_MOVES 100000
#define TIP        0.25 // radians, out of a frozen state

// ---- physics

mw_marble_physics mw_marble_default_physics(void)
{
    return (mw_marble_physics){.radius = 0.2,
                               .wall = 0.1,
                               .gravity = 9.81,
                               .friction = 0.6,
                               .restitution = 0.4,
                               .dt = 0.004,
                               .acceleration = 1.23,
                               .error = 5e-6,
                               .rest_energy = 1e-5,
                               .rest_time = 0.5,
                               .give_up = 30};
}

__attribute__((format(printf, 2, 3))) static bool refuse(mw_error *error, const char *format, ...)
{
    va_list list;
    *error = (mw_error){0};
    va_start(list, format);
    vsnprintf(error->text, sizeof error->text, format, list);
    va_end(list);
    return false;
}

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
            return refuse(error, "%s is %g; it must be from %g to %g", bounds[i].name,
                          bounds[i].value, bounds[i].least, bounds[i].most);
    if (p->radius + p->wall / 2 > 0.48)
        return refuse(error, "a marble of radius %g does not fit between walls of thickness %g",
                      p->radius, p->wall);
    double way = sqrt((double)m->w * m->w + m->h * m->h + m->d * m->d);
    double step = sqrt(2 * p->gravity * way) * p->dt;
    return step < 0.75 * p->radius ||
           refuse(error,
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
    bool flat = m->d == 1,
         fits = flat ? orientations == 4 : orientations == 8 || orientations == 24;
    mw_maze *out = NULL;
    if (!is_marble(m))
        refuse(error, "only marble mazes can be simulated");
    else if (!fits)
        refuse(error, "a %s orientations", flat ? "flat maze has 4" : "maze in space has 8 or 24");
    else if (!(out = mw_maze_clone(m)))
        mw_no_memory(error);
    board *b = out ? (board *)out->data : NULL;
    if (b)
        b->orientations = (uint8_t)orientations;
    return out;
}

// ---- names

static const mw_marble_agent agents[] = {
    {"depth-first", "any unknown state, however far"},
    {"breadth-first", "the nearest unknown state"},
    {"heuristic", "the unknown state whose parent is nearest to the target"},
    {"improved-heuristic", "the one whose next cell is nearest"},
    {"single-move", "the one whose predicted cell is nearest"},
    {"complete", "a whole way over predicted states; else as single-move"},
    {"simulate-ahead", "a whole way over states tried out in a copy of the world"},
    {0},
};
static choose_moves *const choices[] = {mw_choose_depth_first,
                                        mw_choose_breadth_first,
                                        mw_choose_heuristic,
                                        mw_choose_improved,
                                        mw_choose_single_move,
                                        mw_choose_complete,
                                        NULL}; // plans with the simulator

const mw_marble_agent *mw_marble_agents(void)
{
    return agents;
}

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
    choose_moves *choose;
    controller controller;
    knowledge knowledge;
    uint8_t *moves; // thought of, and not yet made
    unsigned made, count;
    uint32_t *expected; // simulate-ahead: the state after each of them
    mw_marble_result *out;
    uint32_t capacity; // of its actions
    double next_frame;
    bool stopped;
    // simulate-ahead: the moment in which each state was first imagined
    controller *moments;
} run;

static void show_frame(run *r)
{
    const controller *c = &r->controller;
    if (!r->plan.frame || c->time < r->next_frame)
        return;
    r->next_frame = c->time + r->plan.frame_time;
    mw_marble_frame f = {
        .time = c->time, .at = {c->marble.at.x, c->marble.at.y, c->marble.at.z}, .phase = c->phase};
    vec up = mw_controller_up(c);
    f.up[0] = up.x, f.up[1] = up.y, f.up[2] = up.z;
    if (!r->plan.frame(r->plan.context, &f))
        r->stopped = true;
}

static void settle(run *r)
{
    controller *c = &r->controller;
    do {
        mw_controller_step(c);
        show_frame(r);
    } while (!r->stopped && (c->phase == MW_MARBLE_ACCELERATING ||
                             c->phase == MW_MARBLE_DECELERATING || c->phase == MW_MARBLE_WAITING));
}

// Out of a frozen state: tip towards each neighbouring orientation a little, and back.
static void recover(run *r, controller *c, bool shown)
{
    mw_tilt tilts[MARBLE_MOVES_MAX];
    unsigned n = mw_marble_tilts(c->maze, c->orientation, tilts);
    assert(n);
    mw_up straight = mw_marble_up(c->maze, c->orientation);
    vec home = {straight.v[0], straight.v[1], straight.v[2]};
    for (unsigned i = 0; i < 2 * n && c->phase == MW_MARBLE_FROZEN && !r->stopped; i++) {
        mw_up to = mw_marble_up(c->maze, tilts[i % n].to);
        vec axis = unit(cross(home, (vec){to.v[0], to.v[1], to.v[2]}));
        mw_controller_tip(c, turned(home, axis, i < n ? TIP : -TIP));
        shown ? settle(r) : mw_controller_settle(c);
        if (c->phase == MW_MARBLE_FINISHED)
            return;
        mw_controller_tip(c, home);
        shown ? settle(r) : mw_controller_settle(c);
        if (shown)
            r->out->recovered++;
    }
}

// ---- planning with the simulator

static uint32_t imagine(run *r, const controller *from, unsigned to, controller *after)
{
    *after = *from;
    if (r->plan.goes_on && !r->plan.goes_on(r->plan.context))
        r->stopped = true;
    after->physics.error = 0; // whatever it will be, it is not known
    mw_controller_rotate(after, to);
    mw_controller_settle(after);
    r->out->tried++;
    if (after->phase == MW_MARBLE_FROZEN && r->plan.recover)
        recover(r, after, false);
    return after->phase == MW_MARBLE_STABLE ? mw_controller_state(after) : UNKNOWN;
}

// Breadth first over what really happens, from this moment on: the fewest moves to the target, or
// none if there is no way.
static unsigned plan_ahead(run *r, uint8_t *moves)
{
    knowledge *k = &r->knowledge;
    uint32_t from = mw_controller_state(&r->controller), head = 0, tail = 0;
    memset(k->met, 0, k->states * sizeof *k->met);
    k->queue[tail++] = from;
    k->met[from] = true;
    r->moments[from] = r->controller;
    while (head < tail && !r->stopped) {
        uint32_t s = k->queue[head++];
        mw_tilt tilts[MARBLE_MOVES_MAX];
        unsigned n = mw_marble_tilts(r->maze, s % k->orientations, tilts);
        for (unsigned i = 0; i < n; i++) {
            controller after;
            uint32_t to = imagine(r, &r->moments[s], tilts[i].to, &after);
            if (to == UNKNOWN || k->met[to])
                continue;
            k->met[to] = true;
            k->before[to] = s;
            k->by[to] = (uint8_t)i;
            k->queue[tail++] = to;
            r->moments[to] = after;
            if (to / k->orientations != mw_marble_target(r->maze))
                continue;
            unsigned length = 0;
            for (uint32_t t = to; t != from; t = k->before[t])
                length++;
            unsigned at = length;
            for (uint32_t t = to; t != from; t = k->before[t]) {
                moves[--at] = k->by[t];
                r->expected[at] = t;
            }
            return length;
        }
    }
    return 0;
}

// ---- the loop

static void decide(run *r)
{
    uint32_t state = mw_controller_state(&r->controller);
    r->made = 0;
    r->count = r->choose ? r->choose(&r->knowledge, state, r->moves) : plan_ahead(r, r->moves);
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

// Makes the next move of those thought of. False: out of memory.
static bool make_move(run *r)
{
    knowledge *k = &r->knowledge;
    controller *c = &r->controller;
    mw_tilt tilts[MARBLE_MOVES_MAX];
    unsigned move = r->moves[r->made];
    uint32_t from = mw_controller_state(c), before = k->child[from][move];
    mw_marble_tilts(r->maze, c->orientation, tilts);
    mw_marble_move m = {.action = tilts[move].action,
                        .from = from,
                        .predicted = mw_knowledge_predict(k, from, move),
                        .repeated = before != UNKNOWN,
                        .planned = r->made + 1 == r->count};
    if (!note_action(r, m.action))
        return false;
    mw_controller_rotate(c, tilts[move].to);
    settle(r);
    if (c->phase == MW_MARBLE_FROZEN && r->plan.recover)
        recover(r, c, true);
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
    // What was thought of beyond holds only if all went as expected.
    uint32_t expected = !r->choose          ? r->expected[r->made]
                        : before != UNKNOWN ? before
                                            : m.predicted;
    r->made++;
    if (m.to != expected)
        r->count = r->made;
    return true;
}

static bool live(run *r)
{
    controller *c = &r->controller;
    settle(r); // at first the marble comes to rest in its corner
    if (c->phase == MW_MARBLE_STABLE)
        mw_knowledge_see(&r->knowledge, mw_controller_state(c));
    while (c->phase == MW_MARBLE_STABLE && !r->stopped) {
        if (mw_controller_cell(c) == mw_marble_target(r->maze)) {
            c->phase = MW_MARBLE_SOLVED;
        } else if (r->out->moves == r->plan.most_moves) {
            r->stopped = true;
        } else {
            if (r->made == r->count)
                decide(r);
            if (r->made == r->count)
                c->phase = MW_MARBLE_FINISHED;
            else if (!make_move(r))
                return false;
        }
    }
    r->out->simulated_seconds = c->time;
    r->out->outcome = c->phase == MW_MARBLE_SOLVED   ? MW_MARBLE_IS_SOLVED
                      : r->stopped || c->restless    ? MW_MARBLE_IS_LIMITED
                      : c->phase == MW_MARBLE_FROZEN ? MW_MARBLE_IS_FROZEN
                                                     : MW_MARBLE_IS_UNSOLVABLE;
    return true;
}

static bool fill_plan(run *r, const mw_marble_plan *plan, mw_marble_physics *physics,
                      mw_error *error)
{
    r->plan = *plan;
    *physics = plan->physics ? *plan->physics : mw_marble_default_physics();
    if (!r->plan.engine)
        r->plan.engine = &mw_marble_ball;
    if (!r->plan.most_moves)
        r->plan.most_moves = MOST_MOVES;
    const char *name = plan->agent ? plan->agent : "complete";
    size_t i = 0;
    while (agents[i].name && strcmp(agents[i].name, name))
        i++;
    if (agents[i].name) {
        r->choose = choices[i];
        return mw_marble_check_physics(r->maze, physics, error);
    }
    *error = (mw_error){0};
    int n =
        snprintf(error->text, sizeof error->text, "unknown agent '%.40s'; the agents are", name);
    for (i = 0; agents[i].name; i++)
        n += snprintf(error->text + n, sizeof error->text - (size_t)n, " %s", agents[i].name);
    return false;
}

bool mw_marble_simulate(const mw_maze *m, const mw_marble_plan *plan, mw_marble_result *out,
                        mw_error *error)
{
    run r = {.maze = m, .out = out};
    mw_marble_physics physics;
    *out = (mw_marble_result){0};
    if (!is_marble(m))
        return refuse(error, "only marble mazes can be simulated");
    if (!fill_plan(&r, plan, &physics, error))
        return false;
    mw_foresight foresight = {.radius = physics.radius,
                              .wall = physics.wall,
                              .gravity = physics.gravity,
                              .acceleration = physics.acceleration};
    bool ok = mw_knowledge_init(&r.knowledge, m, foresight) &&
              mw_controller_open(&r.controller, m, r.plan.engine, &physics, plan->seed) &&
              (r.moves = malloc(r.knowledge.states + 1)) &&
              (r.expected = malloc((r.knowledge.states + 1) * sizeof *r.expected)) &&
              (r.choose || (r.moments = malloc(r.knowledge.states * sizeof *r.moments)));
    if (ok) {
        out->theoretical_length = r.knowledge.path[0] != UNKNOWN ? r.knowledge.path[0] : 0;
        ok = live(&r);
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
