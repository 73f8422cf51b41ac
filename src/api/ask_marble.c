// ask_marble.c: what the page asks about marble mazes alone: their walls, a simulated agent, and a
// marble that the player tilts.
#include "kinds/marble/marble.h"
#include "api/question.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define BATCH 32 // frames in one event

// ---- simulate

typedef struct view {
    mw_api *api;
    const mw_maze *maze;
    mw_writer frames;
    unsigned count;
} view;

static void send_frames(view *v)
{
    if (v->count) {
        mw_json_close(&v->frames, ']');
        mw_json_close(&v->frames, '}');
        mw_api_event(v->api, &v->frames);
    }
    v->count = 0;
}

static bool see_frame(void *context, const mw_marble_frame *f)
{
    view *v = context;
    mw_writer *w = &v->frames;
    if (!v->count++) {
        mw_json_open(w, NULL, '{');
        mw_json_open(w, "frames", '[');
    }
    mw_json_open(w, NULL, '[');
    mw_json_rounded(w, NULL, f->time, 6);
    for (unsigned i = 0; i < 3; i++)
        mw_json_rounded(w, NULL, f->at[i], 6);
    for (unsigned i = 0; i < 3; i++)
        mw_json_rounded(w, NULL, f->up[i], 6);
    mw_json_text(w, NULL, mw_marble_phase_name(f->phase));
    mw_json_close(w, ']');
    if (v->count == BATCH)
        send_frames(v);
    return mw_api_goes_on(v->api);
}

static void see_move(void *context, const mw_marble_move *m)
{
    view *v = context;
    mw_writer w = {0};
    send_frames(v);
    mw_json_open(&w, NULL, '{');
    mw_json_open(&w, "move", '{');
    mw_answer_move(&w, v->maze, m);
    mw_json_close(&w, '}');
    mw_json_close(&w, '}');
    mw_api_event(v->api, &w);
}

static bool goes_on(void *context)
{
    return mw_api_goes_on(((view *)context)->api);
}

static bool read_engine(mw_question *q, mw_marble_plan *plan)
{
    const mw_marble_engine *const *e = q->api->host.engines;
    const char *name = mw_field_text(q, "engine");
    plan->engine = &mw_marble_ball;
    if (!name || !strcmp(name, mw_marble_engine_name(&mw_marble_ball)))
        return true;
    while (e && *e && strcmp(mw_marble_engine_name(*e), name))
        e++;
    if (!e || !*e)
        return mw_wrong(q, "there is no engine '%.40s' here; ball is everywhere", name);
    plan->engine = *e;
    return true;
}

static bool read_plan(mw_question *q, mw_marble_plan *plan)
{
    uint64_t moves = 0;
    const char *agent = mw_field_text(q, "agent");
    plan->agent = agent ? agent : "complete";
    plan->as = mw_field_text(q, "as");
    plan->seed = 1;
    plan->frame_time = 1.0 / 30;
    plan->recover = mw_field_bool(q, "recover");
    bool ok = mw_field_count(q, "seed", 0, INT64_MAX, &plan->seed) &&
              mw_field_count(q, "moves", 1, 100000, &moves) &&
              mw_field_number(q, "frame", 0.004, 10, &plan->frame_time) && read_engine(q, plan);
    plan->most_moves = (uint32_t)moves;
    return ok;
}

// The maze asked about. Where another number of orientations is wanted, *copy is a copy with these,
// which the caller frees.
static const mw_maze *read_maze(mw_question *q, mw_maze **copy)
{
    uint64_t orientations = 0;
    const mw_maze *m = mw_field_maze(q);
    *copy = NULL;
    if (!m || !mw_field_count(q, "orientations", 4, 24, &orientations))
        return NULL;
    if (!orientations)
        return m;
    return *copy = mw_marble_with_orientations(m, (unsigned)orientations, q->error);
}

bool mw_api_simulate(mw_question *q)
{
    mw_maze *copy;
    mw_marble_result r = {0};
    view v = {.api = q->api, .maze = read_maze(q, &copy)};
    mw_marble_plan plan = {.size = sizeof plan,
                           .move = see_move,
                           .goes_on = goes_on,
                           .context = &v,
                           .frame = see_frame};
    bool ok = v.maze && read_plan(q, &plan) && mw_marble_simulate(v.maze, &plan, &r, q->error);
    if (ok) {
        send_frames(&v);
        mw_answer_simulation(q->out, v.maze, &plan, &r);
    }
    free(v.frames.text);
    mw_marble_result_free(&r);
    mw_maze_free(copy);
    return ok;
}

// ---- walls

static void write_cell(mw_writer *w, const char *key, const mw_maze *m, uint32_t cell)
{
    mw_json_open(w, key, '[');
    mw_json_count(w, NULL, cell % m->w);
    mw_json_count(w, NULL, cell / m->w % m->h);
    mw_json_count(w, NULL, cell / m->w / m->h);
    mw_json_close(w, ']');
}

static void write_walls(mw_writer *w, const mw_maze *m)
{
    mw_json_open(w, "walls", '[');
    for (int z = 0; z <= m->d; z++)
        for (int y = 0; y <= m->h; y++)
            for (int x = 0; x <= m->w; x++)
                for (unsigned axis = X; axis <= Z; axis++) {
                    const int corner[3] = {x, y, z};
                    if (!mw_marble_wall(m, axis, corner))
                        continue;
                    mw_json_open(w, NULL, '[');
                    mw_json_count(w, NULL, axis);
                    for (unsigned i = 0; i < 3; i++)
                        mw_json_count(w, NULL, (uint64_t)corner[i]);
                    mw_json_close(w, ']');
                }
    mw_json_close(w, ']');
}

bool mw_api_walls(mw_question *q)
{
    mw_writer *w = q->out;
    const mw_maze *m = mw_field_maze(q);
    if (!m)
        return false;
    if (!mw_marble_orientations(m))
        return mw_wrong(q, "only marble mazes have walls that a marble runs into");
    mw_marble_physics physics = mw_marble_default_physics();
    mw_json_members(w, "w=%u h=%u d=%u", m->w, m->h, m->d);
    write_walls(w, m);
    write_cell(w, "start", m, 0);
    write_cell(w, "target", m, mw_marble_target(m));
    mw_json_members(w, "orientations=%u radius=%g wall=%g", mw_marble_orientations(m),
                    physics.radius, physics.wall);
    return true;
}

// ---- tilt

static bool read_up(mw_question *q, double up[3])
{
    const char *text = mw_field_text(q, "up");
    char *end = (char *)text;
    for (unsigned i = 0; i < 3; i++) {
        const char *from = end;
        up[i] = strtod(from, &end);
        if (end == from || *end != (i < 2 ? ',' : '\0'))
            return mw_wrong(q, "up is '%.40s'; write three numbers, e.g. 0,-1,0", text);
        end += i < 2;
    }
    return true;
}

bool mw_api_tilt(mw_question *q)
{
    mw_api *p = q->api;
    double up[3], seconds = 0;
    const mw_maze *m = mw_field_maze(q);
    if (!m || !read_up(q, up) || !mw_field_number(q, "seconds", 0, MW_MARBLE_HOLD, &seconds))
        return false;
    if (!p->marble && !(p->marble = mw_marble_tilted_open(m, q->error)))
        return false;
    if (mw_field_bool(q, "restart"))
        mw_marble_tilted_restart(p->marble);
    if (!mw_marble_tilted_hold(p->marble, up, seconds, q->error))
        return false;
    mw_marble_spot at = mw_marble_tilted_spot(p->marble);
    mw_json_open(q->out, "at", '[');
    for (unsigned i = 0; i < 3; i++)
        mw_json_rounded(q->out, NULL, at.at[i], 6);
    mw_json_close(q->out, ']');
    mw_json_members(q->out, "cell=%u solved=%d time=%.6f", at.cell, at.solved, at.time);
    return true;
}
