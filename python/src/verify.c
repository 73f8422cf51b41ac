// verify.c: answers to one maze, whose distances are kept from one answer to the next.
#include "core.h"

#include "mazewright/verify.h"

typedef struct verifier_object {
    PyObject_HEAD maze_object *maze;
    mw_verifier *verifier;
    bool busy; // with an answer, in another thread; guarded by Python's lock
} verifier_object;

static void verifier_dealloc(PyObject *self)
{
    verifier_object *v = (verifier_object *)self;
    mw_verifier_close(v->verifier);
    Py_XDECREF(v->maze);
    core_free(self);
}

// Verifier(maze, strict, optimal, states, bytes)
static PyObject *verifier_new(PyTypeObject *type, PyObject *args, PyObject *named)
{
    PyObject *maze;
    int strict, optimal;
    Py_ssize_t states, bytes;
    mw_verify_options options = {.size = sizeof options};
    if (named && PyDict_Size(named))
        return PyErr_Format(PyExc_TypeError, "a verifier has no arguments by name");
    if (!PyArg_ParseTuple(args, "O!ppnn", core.maze, &maze, &strict, &optimal, &states, &bytes) ||
        !core_limits(states, bytes, 0, &options.limits))
        return NULL;
    verifier_object *v = (verifier_object *)PyType_GenericAlloc(type, 0);
    if (!v)
        return NULL;
    Py_INCREF(maze);
    v->maze = (maze_object *)maze;
    options.strict = strict;
    options.optimal = optimal;
    v->verifier = mw_verifier_open(v->maze->maze, &options);
    if (v->verifier)
        return (PyObject *)v;
    Py_DECREF(v);
    return core_no_memory();
}

static PyObject *values_of(const mw_verification *v)
{
    return Py_BuildValue(
        "{sNsNsKsKsNsNsNszsN}", "legal", PyBool_FromLong(v->legal), "solved",
        PyBool_FromLong(v->solved), "moves", v->moves, "cost", v->cost, "first_illegal",
        core_number(v->first_illegal ? (double)v->first_illegal : NAN), "optimal",
        v->optimal < 0 ? core_number(NAN) : PyBool_FromLong(v->optimal), "progress",
        core_number(v->progress), "limit", v->limit == MW_WITHIN ? NULL : mw_limit_name(v->limit),
        "reason", core_text_or_none(*v->reason ? v->reason : NULL));
}

// verify(text, seconds)
static PyObject *verifier_verify(PyObject *self, PyObject *args)
{
    verifier_object *v = (verifier_object *)self;
    const char *text;
    Py_ssize_t length;
    double seconds;
    mw_verification found = {0};
    mw_error error = {0};
    core_work work;
    if (!PyArg_ParseTuple(args, "s#d", &text, &length, &seconds))
        return NULL;
    if (v->busy)
        return PyErr_Format(PyExc_RuntimeError, "this verifier is at work in another thread");
    v->busy = true;
    core_work_begin(&work, seconds, true);
    bool done = mw_verify(v->verifier, text, (size_t)length, &found, &error);
    core_work_hold(&work);
    v->busy = false;
    if (!core_work_end(&work))
        return NULL;
    return done ? values_of(&found) : core_raise(&error);
}

static PyObject *get_bytes(PyObject *self, void *closure)
{
    (void)closure;
    return PyLong_FromUnsignedLongLong(mw_verifier_bytes(((verifier_object *)self)->verifier));
}

PyTypeObject *core_verifier_type(void)
{
    static PyMethodDef methods[] = {
        {"verify", verifier_verify, METH_VARARGS,
         "verify(text, seconds)\n--\n\nWhat came of one answer, as a dict."},
        {NULL, NULL, 0, NULL}};
    static PyGetSetDef attributes[] = {
        {"bytes", get_bytes, NULL, "Of memory that its distances take.", NULL},
        {NULL, NULL, NULL, NULL, NULL}};
    static PyType_Slot slots[] = {{Py_tp_doc, "Verifies answers to one maze."},
                                  {Py_tp_new, verifier_new},
                                  {Py_tp_dealloc, verifier_dealloc},
                                  {Py_tp_methods, methods},
                                  {Py_tp_getset, attributes},
                                  {0, NULL}};
    static PyType_Spec spec = {.name = "mazewright._core.Verifier",
                               .basicsize = sizeof(verifier_object),
                               .flags = Py_TPFLAGS_DEFAULT,
                               .slots = slots};
    return (PyTypeObject *)PyType_FromSpec(&spec);
}
