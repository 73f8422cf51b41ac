// module.c: the module `mazewright._core`: its types and exceptions, and questions in JSON.
#include "core.h"

#include "mazewright/ask.h"

#include <stdlib.h>

core_types core;

// ---- questions

// The library keeps the mazes last asked about. One question at a time may use what is kept; one
// that comes meanwhile, from another thread or from a callback, is answered without it.
static mw_api *kept;
static bool busy; // guarded by Python's lock

typedef struct asking {
    core_work work;
    PyObject *told; // called with each line of progress, or None
} asking;
static asking *now; // whose question `kept` answers

static void tell(void *context, const char *json)
{
    asking *a = context;
    if (a->work.failed || a->told == Py_None)
        return;
    PyGILState_STATE held = PyGILState_Ensure();
    PyObject *answer = PyObject_CallFunction(a->told, "s", json);
    a->work.failed = !answer;
    Py_XDECREF(answer);
    PyGILState_Release(held);
}

static void tell_now(void *unused, const char *json)
{
    (void)unused;
    tell(now, json);
}

static bool goes_on_now(void *unused)
{
    (void)unused;
    return core_work_goes_on(&now->work);
}

static PyObject *ask(mw_api *api, asking *a, const char *text, Py_ssize_t length)
{
    if (!api)
        return core_no_memory();
    core_work_begin(&a->work, 0, true);
    char *answer = mw_api_ask(api, text, (size_t)length);
    if (core_work_end(&a->work))
        return core_text_taken(answer);
    free(answer);
    return NULL;
}

// _ask(text, progress)
PyObject *core_ask(PyObject *module, PyObject *args)
{
    (void)module;
    const char *text;
    Py_ssize_t length;
    asking a = {0};
    PyObject *answer;
    if (!PyArg_ParseTuple(args, "s#O", &text, &length, &a.told))
        return NULL;
    if (busy) {
        const mw_api_host host = {.size = sizeof host,
                                  .event = tell,
                                  .goes_on = core_work_goes_on,
                                  .context = &a}; // its first member is the work
        mw_api *api = mw_api_open(&host);
        answer = ask(api, &a, text, length);
        mw_api_close(api);
        return answer;
    }
    const mw_api_host host = {.size = sizeof host, .event = tell_now, .goes_on = goes_on_now};
    if (!kept)
        kept = mw_api_open(&host);
    busy = true;
    now = &a;
    answer = ask(kept, &a, text, length);
    busy = false;
    return answer;
}

// ---- the module

// Adds an object, and keeps a reference to it in *place.
static bool add(PyObject *module, const char *name, void *object, void *place)
{
    if (!object)
        return false;
    Py_INCREF(object);
    *(void **)place = object;
    if (!PyModule_AddObject(module, name, object))
        return true;
    Py_DECREF(object);
    return false;
}

static PyObject *maze_error(void)
{
    PyObject *values = Py_BuildValue("{sisi}", "line", 0, "column", 0);
    PyObject *type = values ? PyErr_NewExceptionWithDoc(
                                  "mazewright.MazeError",
                                  "What was given is wrong: a maze, moves, a name. The text says "
                                  "what to do about it.\n`line` and `column` say where; 0: nowhere "
                                  "in particular.",
                                  PyExc_ValueError, values)
                            : NULL;
    Py_XDECREF(values);
    return type;
}

static bool fill(PyObject *m)
{
    core.state_types = PyDict_New();
    return core.state_types && add(m, "MazeError", maze_error(), &core.MazeError) &&
           add(m, "LimitReached",
               PyErr_NewExceptionWithDoc("mazewright.LimitReached",
                                         "Work ended at a limit before it was done.",
                                         PyExc_RuntimeError, NULL),
               &core.LimitReached) &&
           add(m, "Maze", core_maze_type(), &core.maze) &&
           add(m, "State", core_state_type(), &core.state) &&
           add(m, "Graph", core_graph_type(), &core.graph) &&
           add(m, "Array", core_array_type(), &core.array) &&
           add(m, "Heuristic", core_heuristic_type(), &core.heuristic) &&
           add(m, "Games", core_games_type(), &core.games) &&
           add(m, "Verifier", core_verifier_type(), &core.verifier) &&
           (core.make_state = PyObject_GetAttrString(m, "state")) &&
           !PyModule_AddStringConstant(m, "version", mw_version()) &&
           !PyModule_AddObject(m, "FAR", PyLong_FromUnsignedLong(MW_FAR));
}

PyMODINIT_FUNC PyInit__core(void); // the one name that the binary exports
PyMODINIT_FUNC PyInit__core(void)
{
    static PyMethodDef functions[] = {{"design", core_design, METH_VARARGS, NULL},
                                      {"simulate", core_simulate, METH_VARARGS, NULL},
                                      {"dataset", core_dataset, METH_VARARGS, NULL},
                                      {"state", core_state, METH_VARARGS, NULL},
                                      {"ask", core_ask, METH_VARARGS, NULL},
                                      {"chart", core_chart, METH_VARARGS, NULL},
                                      {NULL, NULL, 0, NULL}};
    static PyModuleDef definition = {PyModuleDef_HEAD_INIT, .m_name = "mazewright._core",
                                     .m_size = -1, .m_methods = functions};
    PyObject *module = PyModule_Create(&definition);
    if (module && !fill(module))
        Py_CLEAR(module);
    return module;
}
