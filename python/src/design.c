// design.c: designing a maze for Python, which may hear of each better one.
#include "core.h"

#include "mazewright/design.h"

typedef struct design {
    core_work work;
    PyTypeObject *type; // of the mazes
    PyObject *told;     // called with progress, or None
    mw_designed found;
    bool proven;
    double seconds;
} design;

static bool goes_on(void *context)
{
    return core_work_goes_on(&((design *)context)->work);
}

static void tell(void *context, const mw_design_news *n)
{
    design *d = context;
    if (d->work.failed || (d->told == Py_None))
        return;
    PyGILState_STATE held = PyGILState_Ensure();
    PyObject *maze = n->better ? core_new_maze(d->type, mw_maze_clone(n->better)) : Py_None;
    if (!n->better)
        Py_INCREF(maze);
    PyObject *energy = core_number(n->energy);
    PyObject *answer =
        maze && energy
            ? PyObject_CallFunction(d->told, "KOO", (unsigned long long)n->total, energy, maze)
            : NULL;
    d->work.failed = !answer;
    Py_XDECREF(maze);
    Py_XDECREF(energy);
    Py_XDECREF(answer);
    PyGILState_Release(held);
}

static void keep(void *context, mw_design_result *r)
{
    design *d = context;
    mw_maze_free(d->found.maze);
    d->found = r->designed;
    r->designed.maze = NULL;
    d->proven = r->proven;
    d->seconds = r->seconds;
}

static PyObject *say(design *d)
{
    if (!d->found.maze)
        return PyErr_Format(core.MazeError,
                            d->proven ? "there is no such maze: proven"
                                      : "nothing solvable found that satisfies the constraints; "
                                        "try more evaluations or another seed");
    PyObject *maze = core_new_maze(d->type, d->found.maze);
    d->found.maze = NULL;
    if (!maze)
        return NULL;
    return Py_BuildValue("{sNsNsKsNsNsNsd}", "maze", maze, "energy", core_number(d->found.energy),
                         "evaluations", (unsigned long long)d->found.evaluations, "length",
                         core_number(d->found.length ? (double)d->found.length : NAN), "proven",
                         PyBool_FromLong(d->proven), "stopped", PyBool_FromLong(d->found.stopped),
                         "seconds", d->seconds);
}

// _design(type, kind, size, objective, require, method, seconds, evaluations, seed, bytes,
// progress)
PyObject *core_design(PyObject *module, PyObject *args)
{
    (void)module;
    design d = {0};
    const char *kind_name, *method;
    PyObject *type, *require, *answer = NULL;
    Py_ssize_t evaluations, seed, bytes;
    mw_design_plan plan = {.size = sizeof plan};
    mw_error error = {0};
    if (!PyArg_ParseTuple(args, "O!sszO!zdnnnO", &PyType_Type, &type, &kind_name, &plan.params,
                          &plan.objective, &PyTuple_Type, &require, &method, &plan.seconds,
                          &evaluations, &seed, &bytes, &d.told))
        return NULL;
    const mw_kind *kind = mw_kind_find(kind_name);
    plan.method = method ? mw_method_find(method) : NULL;
    if (!kind)
        return PyErr_Format(core.MazeError, "there is no kind '%.60s'; mazewright.kinds() has all",
                            kind_name);
    if (method && (!plan.method || plan.method->way == MW_BY_LADDER))
        return PyErr_Format(core.MazeError, "there is no method '%.60s' here", method);
    if (evaluations < 0 || seed < 0 || bytes < 0 || !(plan.seconds >= 0))
        return PyErr_Format(PyExc_ValueError,
                            "seconds, evaluations, seed and limit_memory cannot be below 0");
    d.type = (PyTypeObject *)type;
    plan.schedule.evaluations = (uint64_t)evaluations;
    plan.schedule.seed = (uint64_t)seed;
    plan.bytes = (uint64_t)bytes;
    plan.require = core_texts(require);
    const mw_design_watch watch = {.size = sizeof watch,
                                   .context = &d,
                                   .goes_on = goes_on,
                                   .progress = tell,
                                   .found = keep,
                                   .clock = core_clock};
    if (plan.require) {
        core_work_begin(&d.work, 0, true);
        bool done = mw_design_run(kind, &plan, &watch, &error);
        if (core_work_end(&d.work))
            answer = done ? say(&d) : core_raise(&error);
    }
    mw_maze_free(d.found.maze);
    PyMem_Free((void *)plan.require);
    return answer;
}
