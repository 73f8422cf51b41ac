// marble.c: a marble maze under physics for Python: an agent plays it, and every moment is kept.
#include "core.h"

#include "api/answer.h"
#include "mazewright/marble.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#define NUMBERS 7 // of a moment: time, where the marble is, and where up is

typedef struct simulation {
    core_work work;
    const mw_maze *maze;
    mw_marble_physics physics;
    bool kept;       // are moments?
    mw_writer times; // NUMBERS doubles of each moment
    mw_writer phases;
    PyObject *told; // called with each move
} simulation;

static bool see_moment(void *context, const mw_marble_frame *f)
{
    simulation *s = context;
    const double numbers[NUMBERS] = {f->time,  f->at[0], f->at[1], f->at[2],
                                     f->up[0], f->up[1], f->up[2]};
    if (s->kept) {
        mw_write_bytes(&s->times, (const char *)numbers, sizeof numbers);
        mw_write_char(&s->phases, (char)f->phase);
    }
    return !s->times.failed && !s->phases.failed && core_work_goes_on(&s->work);
}

static void see_move(void *context, const mw_marble_move *m)
{
    simulation *s = context;
    mw_writer w = {0};
    mw_json_open(&w, NULL, '{');
    mw_answer_move(&w, s->maze, m);
    mw_json_close(&w, '}');
    s->work.failed = s->work.failed || !core_tell(s->told, &w);
    free(w.text);
}

static bool goes_on(void *context)
{
    return core_work_goes_on(&((simulation *)context)->work);
}

// The physics: of the preset, and what was given by name. False: an exception is set.
static bool read_physics(const char *preset, PyObject *given, mw_marble_physics *out)
{
#define CONSTANT(name)                                                                             \
    {                                                                                              \
#name, offsetof(mw_marble_physics, name)                                                   \
    }
    static const struct {
        const char *name;
        size_t at;
    } constants[] = {CONSTANT(radius),       CONSTANT(wall),        CONSTANT(gravity),
                     CONSTANT(friction),     CONSTANT(restitution), CONSTANT(dt),
                     CONSTANT(acceleration), CONSTANT(error),       CONSTANT(rest_energy),
                     CONSTANT(rest_time),    CONSTANT(give_up)};
    const mw_marble_preset *p = mw_marble_presets();
    Py_ssize_t known = 0;
    while (preset && p->name && strcmp(p->name, preset) != 0)
        p++;
    if (!p->name)
        return PyErr_Format(core.MazeError, "there is no preset '%.60s'", preset);
    *out = p->physics;
    for (size_t i = 0; i < sizeof constants / sizeof *constants; i++) {
        PyObject *value = PyDict_GetItemString(given, constants[i].name);
        double *to = (double *)(void *)((char *)out + constants[i].at);
        known += value != NULL;
        *to = value ? PyFloat_AsDouble(value) : *to;
        if (PyErr_Occurred())
            return false;
    }
    return known == PyDict_Size(given) ||
           PyErr_Format(PyExc_TypeError,
                        "the physics has radius, wall, gravity, friction, restitution, dt, "
                        "acceleration, error, rest_energy, rest_time and give_up, "
                        "and nothing else");
}

static PyObject *say(const simulation *s, const mw_maze *m, const mw_marble_plan *plan,
                     const mw_marble_result *r)
{
    mw_writer w = {0};
    mw_json_open(&w, NULL, '{');
    mw_answer_simulation(&w, m, plan, r);
    mw_json_close(&w, '}');
    bool failed = w.failed || s->times.failed || s->phases.failed;
    PyObject *text = failed ? PyErr_NoMemory() : core_text(w.text);
    free(w.text);
    return Py_BuildValue("(NNN)", text,
                         PyBytes_FromStringAndSize(s->times.text, (Py_ssize_t)s->times.length),
                         PyBytes_FromStringAndSize(s->phases.text, (Py_ssize_t)s->phases.length));
}

// simulate(maze, agent, preset, seed, orientations, moves, recover, frame, physics, seconds, told):
// the result as JSON, the moments, their phases
PyObject *core_simulate(PyObject *module, PyObject *args)
{
    (void)module;
    PyObject *maze, *physics, *answer = NULL;
    Py_ssize_t seed, orientations, moves;
    int recover;
    double frame, seconds;
    simulation s = {0};
    mw_marble_plan plan = {.size = sizeof plan,
                           .engine = &mw_marble_ball,
                           .physics = &s.physics,
                           .frame = see_moment,
                           .move = see_move,
                           .goes_on = goes_on,
                           .context = &s};
    mw_marble_result r = {0};
    mw_error error = {0};
    if (!PyArg_ParseTuple(args, "O!sznnnpdO!dO", core.maze, &maze, &plan.agent, &plan.as, &seed,
                          &orientations, &moves, &recover, &frame, &PyDict_Type, &physics, &seconds,
                          &s.told) ||
        !read_physics(plan.as, physics, &s.physics))
        return NULL;
    if (seed < 0 || orientations < 0 || moves < 0 || moves > UINT32_MAX || !(frame >= 0) ||
        !(seconds >= 0))
        return PyErr_Format(PyExc_ValueError,
                            "seed, orientations, moves and frames cannot be below 0");
    plan.seed = (uint64_t)seed;
    plan.most_moves = (uint32_t)moves;
    plan.recover = recover;
    s.kept = frame > 0;
    plan.frame_time = frame > 0 ? frame : 1;
    const mw_maze *m = ((maze_object *)maze)->maze;
    mw_maze *copy = NULL;
    if (orientations)
        m = copy = mw_marble_with_orientations(
            m, orientations > 1000 ? 1000 : (unsigned)orientations, &error);
    s.maze = m;
    core_work_begin(&s.work, seconds, true);
    bool done = m && mw_marble_simulate(m, &plan, &r, &error);
    if (core_work_end(&s.work))
        answer = done ? say(&s, m, &plan, &r) : core_raise(&error);
    mw_marble_result_free(&r);
    mw_maze_free(copy);
    free(s.times.text);
    free(s.phases.text);
    return answer;
}
