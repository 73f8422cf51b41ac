// heuristic.c: heuristics that are written in Python, as the library calls them; and those of the
// library, as Python calls them.
#include "core.h"

#include "search/search.h"

#include <string.h>

#define ESTIMATE_MAX   ((1u << 28) - 1) // as for heuristics that are expressions
#define CALLS_PER_LOOK 16               // calls between two looks at the clock and at signals

// ---- written in Python

static void refuse(const core_own *o, PyObject *type, PyObject *value)
{
    PyErr_Clear();
    PyObject *text =
        PyUnicode_FromFormat("a heuristic returns a number from 0 to %u, or math.inf where there "
                             "is no way to win; %.100S returned %.200R for %S",
                             ESTIMATE_MAX, o->shown, value, o->kept);
    if (text) // else what the text of the value raised
        PyErr_SetObject(type, text);
    Py_XDECREF(text);
}

// What was returned as an estimate: numbers that are not whole are rounded up.
static bool read_estimate(const core_own *o, PyObject *value, uint32_t *out)
{
    double number = PyFloat_AsDouble(value);
    if (number == -1 && PyErr_Occurred()) {
        bool huge = PyErr_ExceptionMatches(PyExc_OverflowError);
        if (huge || PyErr_ExceptionMatches(PyExc_TypeError))
            refuse(o, huge ? PyExc_ValueError : PyExc_TypeError, value);
        return false;
    }
    if (number == HUGE_VAL || number == MW_FAR) { // as tables of distances have it
        *out = MW_FAR;
        return true;
    }
    if (!(number >= 0 && number <= ESTIMATE_MAX)) {
        refuse(o, PyExc_ValueError, value);
        return false;
    }
    *out = (uint32_t)ceil(number);
    return true;
}

// The state that the function gets. The last one is used again where nobody has kept it.
static PyObject *state_for(core_own *o, const mw_state *s)
{
    if (o->kept && Py_REFCNT(o->kept) == 1) {
        o->kept->at = *s;
    } else {
        Py_XDECREF(o->kept);
        o->kept = (state_object *)core_new_state(o->maze, s, false);
    }
    return (PyObject *)o->kept;
}

// Once an exception is set, or the time is over, it is not called again until the search has ended.
static uint32_t estimate(void *context, const mw_maze *m, const mw_state *s)
{
    (void)m;
    core_own *o = context;
    core_work *w = o->work;
    uint32_t h = 0;
    w->late = w->late || (w->until < HUGE_VAL && core_clock() > w->until);
    if (w->failed || w->late || (!(o->calls++ % CALLS_PER_LOOK) && !core_work_goes_on(w)))
        return 0;
    PyObject *state = state_for(o, s);
    PyObject *value = state ? PyObject_CallFunctionObjArgs(o->call, state, NULL) : NULL;
    w->failed = !value || !read_estimate(o, value, &h);
    Py_XDECREF(value);
    return h;
}

bool core_own_begin(core_own *o, maze_object *maze, PyObject *call, core_work *work)
{
    *o = (core_own){.call = call, .maze = maze, .work = work};
    if (!PyCallable_Check(call)) {
        PyErr_SetString(PyExc_TypeError,
                        "a heuristic is a name, an expression over features, or a function");
        return false;
    }
    PyObject *name = PyObject_GetAttrString(call, "__name__");
    if (!name && PyErr_ExceptionMatches(PyExc_AttributeError)) {
        PyErr_Clear();
        name = PyObject_GetAttrString((PyObject *)Py_TYPE(call), "__name__");
    }
    o->shown = name ? PyObject_Str(name) : NULL;
    Py_XDECREF(name);
    const char *text;
    if (!o->shown || !PyArg_Parse(o->shown, "s", &text))
        return false;
    Py_INCREF(call);
    Py_INCREF(maze);
    o->held = true;
    o->heuristic = (mw_heuristic){
        .name = text, .about = "", .claims = mw_claims_nothing, .estimate = estimate, .context = o};
    return true;
}

void core_own_end(core_own *o)
{
    Py_XDECREF(o->shown);
    Py_XDECREF(o->kept);
    if (o->held) {
        Py_DECREF(o->call);
        Py_DECREF(o->maze);
    }
}

// ---- of the library

static uint32_t nothing(const mw_maze *m, const mw_state *s)
{
    (void)m, (void)s;
    return 0;
}

const mw_heuristic *core_heuristic_find(const mw_kind *kind, const char *text, mw_heuristic **made)
{
    static const mw_heuristic zero = {
        .name = "zero", .about = "0", .claims = mw_claims_consistent, .eval = nothing};
    mw_error error;
    const mw_heuristic *h = mw_heuristic_read(kind, text, made, &error);
    if (!h && *error.text)
        core_raise(&error);
    else if (!h)
        h = &zero;
    return PyErr_Occurred() ? NULL : h;
}

typedef struct heuristic_object {
    PyObject_HEAD maze_object *maze;
    PyObject *given;    // its name or expression, or None
    mw_heuristic *made; // from an expression
    mw_estimator estimator;
    mw_budget budget;
} heuristic_object;

static void heuristic_dealloc(PyObject *self)
{
    heuristic_object *h = (heuristic_object *)self;
    mw_estimator_free(&h->estimator, &h->budget);
    mw_heuristic_free(h->made);
    Py_XDECREF(h->given);
    Py_XDECREF(h->maze);
    core_free(self);
}

// Heuristic(maze, name)
static PyObject *heuristic_new(PyTypeObject *type, PyObject *args, PyObject *named)
{
    PyObject *maze;
    const char *name = NULL;
    if (named && PyDict_Size(named))
        return PyErr_Format(PyExc_TypeError, "a maze and a name are needed, without keywords");
    if (!PyArg_ParseTuple(args, "O!z", core.maze, &maze, &name))
        return NULL;
    heuristic_object *h = (heuristic_object *)PyType_GenericAlloc(type, 0);
    if (!h)
        return NULL;
    Py_INCREF(maze);
    h->maze = (maze_object *)maze;
    h->given = PyTuple_GetItem(args, 1);
    Py_INCREF(h->given);
    const mw_maze *m = h->maze->maze;
    const mw_heuristic *found = name ? NULL : mw_heuristic_default(m);
    if (!found)
        found = core_heuristic_find(m->kind, name ? name : "zero", &h->made);
    const mw_limits none = {0};
    mw_limit hit = MW_WITHIN;
    core_work work;
    if (found) {
        core_work_begin(&work, 0, true);
        hit = mw_estimator_init(&h->estimator, m, found, MW_VISITED_AUTO, &none, &h->budget);
        core_work_end(&work);
        if (hit != MW_WITHIN)
            core_raise_limit(hit, &none);
    }
    if (!PyErr_Occurred())
        return (PyObject *)h;
    Py_DECREF(h);
    return NULL;
}

static PyObject *heuristic_call(PyObject *self, PyObject *args, PyObject *named)
{
    const heuristic_object *h = (const heuristic_object *)self;
    PyObject *given;
    if (named && PyDict_Size(named))
        return PyErr_Format(PyExc_TypeError, "a heuristic is called with a state");
    if (!PyArg_ParseTuple(args, "O!", core.state, &given))
        return NULL;
    const state_object *s = (const state_object *)given;
    if (s->maze != h->maze && !mw_maze_equal(s->maze->maze, h->maze->maze))
        return PyErr_Format(PyExc_ValueError, "this state belongs to another maze");
    uint32_t estimate = core_status(s) == MW_LOST ? MW_FAR : mw_estimate(&h->estimator, &s->at);
    return estimate == MW_FAR ? PyFloat_FromDouble(HUGE_VAL) : PyLong_FromUnsignedLong(estimate);
}

static PyObject *get_name(PyObject *self, void *closure)
{
    (void)closure;
    return core_text(((heuristic_object *)self)->estimator.heuristic->name);
}

static PyObject *get_admissible(PyObject *self, void *closure)
{
    (void)closure;
    return PyBool_FromLong(((heuristic_object *)self)->estimator.admissible);
}

static PyObject *heuristic_repr(PyObject *self)
{
    const heuristic_object *h = (const heuristic_object *)self;
    PyObject *name = core_text(h->estimator.heuristic->name);
    PyObject *text = name ? PyUnicode_FromFormat("<Heuristic %U of %R>", name, h->maze) : NULL;
    Py_XDECREF(name);
    return text;
}

static PyObject *heuristic_reduce(PyObject *self, PyObject *none)
{
    (void)none;
    const heuristic_object *h = (const heuristic_object *)self;
    return Py_BuildValue("O(OO)", core.heuristic, h->maze, h->given);
}

PyTypeObject *core_heuristic_type(void)
{
    static PyMethodDef methods[] = {{"__reduce__", heuristic_reduce, METH_NOARGS, NULL},
                                    {NULL, NULL, 0, NULL}};
    static PyGetSetDef attributes[] = {
        {"__name__", get_name, NULL, "Its name.", NULL},
        {"admissible", get_admissible, NULL, "Does it claim never to be too high?", NULL},
        {NULL, NULL, NULL, NULL, NULL}};
    static PyType_Slot slots[] = {{Py_tp_doc, "A heuristic of the library: call it with a state."},
                                  {Py_tp_new, heuristic_new},
                                  {Py_tp_dealloc, heuristic_dealloc},
                                  {Py_tp_call, heuristic_call},
                                  {Py_tp_repr, heuristic_repr},
                                  {Py_tp_methods, methods},
                                  {Py_tp_getset, attributes},
                                  {0, NULL}};
    static PyType_Spec spec = {.name = "mazewright.Heuristic",
                               .basicsize = sizeof(heuristic_object),
                               .flags = Py_TPFLAGS_DEFAULT,
                               .slots = slots};
    return (PyTypeObject *)PyType_FromSpec(&spec);
}
