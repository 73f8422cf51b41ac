// work.c: how long work runs and ends, and how what went wrong becomes an exception.
#include "core.h"

#include <string.h>
#include <time.h>

#define LOOK_EVERY 0.02 // seconds between two looks at signals

static _Thread_local double next_look; // by the clock; many short searches look, too

double core_clock(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

// Is the program ending because somebody pressed Ctrl-C? The main thread hears of that alone; then
// it waits for the other threads, whose work must end, too.
static bool is_ending(void)
{
    if (PySys_GetObject("last_type") != PyExc_KeyboardInterrupt)
        return false;
    PyObject *threading = PyImport_ImportModule("threading");
    PyObject *main = threading ? PyObject_CallMethod(threading, "main_thread", NULL) : NULL;
    PyObject *alive = main ? PyObject_CallMethod(main, "is_alive", NULL) : NULL;
    bool ending = alive == Py_False;
    Py_XDECREF(threading);
    Py_XDECREF(main);
    Py_XDECREF(alive);
    if (ending)
        PyErr_SetNone(PyExc_KeyboardInterrupt);
    return ending;
}

// Looks at signals. A thread that holds Python's lock lets others have it.
static bool look(core_work *w)
{
    PyGILState_STATE held = PyGILState_Ensure();
    if (!w->released)
        PyEval_RestoreThread(PyEval_SaveThread());
    bool ends = PyErr_Occurred() || PyErr_CheckSignals() || is_ending() || PyErr_Occurred();
    PyGILState_Release(held);
    return !ends;
}

bool core_work_goes_on(void *context)
{
    core_work *w = context;
    double t = core_clock();
    w->late = w->late || t > w->until;
    if (w->failed || w->late)
        return false;
    if (t < next_look)
        return true;
    next_look = t + LOOK_EVERY;
    w->failed = !look(w);
    return !w->failed;
}

void core_work_begin(core_work *w, double seconds, bool release)
{
    double t = core_clock();
    *w = (core_work){.stop = {.goes_on = core_work_goes_on, .context = w},
                     .until = seconds > 0 ? t + seconds : HUGE_VAL};
    mw_stop_begin(&w->stop);
    if (release)
        w->released = PyEval_SaveThread();
}

void core_work_hold(core_work *w)
{
    if (w->released)
        PyEval_RestoreThread(w->released);
    w->released = NULL;
}

bool core_work_end(core_work *w)
{
    core_work_hold(w);
    mw_stop_end(&w->stop);
    return !PyErr_Occurred();
}

bool core_limits(Py_ssize_t states, Py_ssize_t bytes, double seconds, mw_limits *limits)
{
    if (states < 0 || bytes < 0 || !(seconds >= 0)) {
        PyErr_SetString(PyExc_ValueError, "a limit is a number above 0, or None");
        return false;
    }
    *limits = (mw_limits){.states = (uint64_t)states, .bytes = (uint64_t)bytes};
    return true;
}

// ---- what went wrong

PyObject *core_no_memory(void)
{
    return PyErr_Occurred() ? NULL : PyErr_NoMemory();
}

PyObject *core_raise(const mw_error *e)
{
    if (PyErr_Occurred())
        return NULL;
    if (e->code == MW_ERROR_MEMORY)
        return PyErr_NoMemory();
    PyObject *type = e->code == MW_ERROR_LIMIT    ? core.LimitReached
                     : e->code == MW_ERROR_SYSTEM ? PyExc_OSError
                                                  : core.MazeError;
    PyObject *text = core_text(e->text);
    PyObject *raised = !text ? NULL
                       : e->line && type == core.MazeError
                           ? PyObject_CallFunction(type, "N",
                                                   PyUnicode_FromFormat("line %u, column %u: %U",
                                                                        e->line, e->column, text))
                           : PyObject_CallFunctionObjArgs(type, text, NULL);
    PyObject *line = PyLong_FromUnsignedLong(e->line);
    PyObject *column = PyLong_FromUnsignedLong(e->column);
    if (raised && line && column &&
        (type != core.MazeError || (!PyObject_SetAttrString(raised, "line", line) &&
                                    !PyObject_SetAttrString(raised, "column", column))))
        PyErr_SetObject(type, raised);
    Py_XDECREF(text);
    Py_XDECREF(raised);
    Py_XDECREF(line);
    Py_XDECREF(column);
    return NULL;
}

PyObject *core_raise_limit(mw_limit limit, const mw_limits *limits)
{
    if (PyErr_Occurred())
        return NULL;
    if (limit == MW_LIMIT_MEMORY && !limits->bytes)
        return PyErr_NoMemory();
    return PyErr_Format(core.LimitReached, "the limit of %s was hit",
                        limit == MW_LIMIT_STOPPED ? "seconds" : mw_limit_name(limit));
}

// ---- values

bool core_tell(PyObject *call, const mw_writer *line)
{
    PyGILState_STATE held = PyGILState_Ensure();
    PyObject *answer =
        line->failed ? PyErr_NoMemory() : PyObject_CallFunction(call, "s", line->text);
    Py_XDECREF(answer);
    PyGILState_Release(held);
    return answer;
}

PyObject *core_text(const char *text)
{
    return PyUnicode_DecodeUTF8(text, (Py_ssize_t)strlen(text), "replace");
}

PyObject *core_text_or_none(const char *text)
{
    if (!text)
        Py_RETURN_NONE;
    return core_text(text);
}

PyObject *core_words(const mw_kind *kind, const uint16_t *actions, Py_ssize_t count)
{
    PyObject *list = PyList_New(count);
    for (Py_ssize_t i = 0; list && i < count; i++) {
        PyObject *word = core_text(kind->rules->actions[actions[i]].word);
        if (!word || PyList_SetItem(list, i, word))
            Py_CLEAR(list);
    }
    return list;
}

PyObject *core_text_taken(char *text)
{
    PyObject *made = text ? core_text(text) : core_no_memory();
    free(text);
    return made;
}

const char **core_texts(PyObject *tuple)
{
    Py_ssize_t count = PyTuple_Size(tuple);
    const char **all = PyMem_Calloc((size_t)count + 1, sizeof *all);
    if (!all)
        core_no_memory();
    for (Py_ssize_t i = 0; all && i < count; i++)
        if (!PyArg_Parse(PyTuple_GetItem(tuple, i), "s", &all[i])) {
            PyMem_Free((void *)all);
            return NULL;
        }
    return all;
}

PyObject *core_number(double value)
{
    if (isnan(value))
        Py_RETURN_NONE;
    return isfinite(value) && value == floor(value) ? PyLong_FromDouble(value)
                                                    : PyFloat_FromDouble(value);
}

void core_free(void *object)
{
    PyTypeObject *type = Py_TYPE(object);
    freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
    release(object);
    Py_DECREF(type);
}

PyObject *core_refuse_new(PyTypeObject *type, PyObject *args, PyObject *named)
{
    (void)type, (void)args, (void)named;
    PyErr_SetString(PyExc_TypeError, "only a maze makes such objects");
    return NULL;
}
