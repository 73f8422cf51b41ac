// work.c: how long work runs and ends, and how what went wrong becomes an exception.
#include "core.h"

#include <string.h>
#include <time.h>

#define LOOK_EVERY 0.02 // seconds between two looks at signals

double core_clock(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

bool core_work_goes_on(void *context)
{
    core_work *w = context;
    double t = core_clock();
    w->late = w->late || t > w->until;
    if (w->failed || w->late)
        return false;
    if (t < w->next)
        return true;
    w->next = t + LOOK_EVERY;
    PyGILState_STATE held = PyGILState_Ensure();
    w->failed = PyErr_Occurred() || PyErr_CheckSignals();
    PyGILState_Release(held);
    return !w->failed;
}

void core_work_begin(core_work *w, double seconds, bool release)
{
    double t = core_clock();
    *w = (core_work){.stop = {.goes_on = core_work_goes_on, .context = w},
                     .until = seconds > 0 ? t + seconds : HUGE_VAL,
                     .next = t + LOOK_EVERY};
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

PyObject *core_text(const char *text)
{
    return PyUnicode_DecodeUTF8(text, (Py_ssize_t)strlen(text), "replace");
}

PyObject *core_text_taken(char *text)
{
    PyObject *made = text ? core_text(text) : core_no_memory();
    free(text);
    return made;
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
