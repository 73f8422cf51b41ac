// graph.c: the whole state graph as an object, whose arrays are memoryviews of the library's
// memory. A view keeps the graph, and the graph keeps the maze.
#include "core.h"

#include "core/visited.h"

#include <stdlib.h>
#include <string.h>

// ---- memory as a buffer. Python's declarations of the buffer protocol belong to the limited API
// only since 3.11; the layout and the numbers have been the same since 3.9.
#define SLOT_GETBUFFER 1
#define WANTS_WRITABLE 0x1
#define WANTS_STRIDES  0x18
typedef struct buffer_view {
    void *memory;
    PyObject *object;
    Py_ssize_t length, item;
    int readonly, axes;
    char *format;
    Py_ssize_t *shape, *strides, *suboffsets;
    void *internal;
} buffer_view;

typedef struct array_object {
    PyObject_HEAD PyObject *owner;
    void *data;
    char format[4];
    Py_ssize_t item, shape[2], strides[2];
    int axes;
    bool writable;
} array_object;

static void array_dealloc(PyObject *self)
{
    Py_XDECREF(((array_object *)self)->owner);
    core_free(self);
}

// For callers that look at shape and strides, as a memoryview does, which asks to read only.
static int array_buffer(PyObject *self, buffer_view *view, int flags)
{
    array_object *a = (array_object *)self;
    if (flags & WANTS_WRITABLE || (flags & WANTS_STRIDES) != WANTS_STRIDES) {
        view->object = NULL;
        PyErr_SetString(PyExc_BufferError, "this memory is read-only, and has strides");
        return -1;
    }
    *view = (buffer_view){.memory = a->data,
                          .object = self,
                          .length = a->shape[0] * (a->axes == 2 ? a->shape[1] : 1) * a->item,
                          .item = a->item,
                          .readonly = !a->writable,
                          .axes = a->axes,
                          .format = a->format,
                          .shape = a->shape,
                          .strides = a->strides};
    Py_INCREF(self);
    return 0;
}

PyTypeObject *core_array_type(void)
{
    static PyType_Slot slots[] = {{Py_tp_new, core_refuse_new},
                                  {Py_tp_dealloc, array_dealloc},
                                  {SLOT_GETBUFFER, array_buffer},
                                  {0, NULL}};
    static PyType_Spec spec = {.name = "mazewright._core.Array",
                               .basicsize = sizeof(array_object),
                               .flags = Py_TPFLAGS_DEFAULT,
                               .slots = slots};
    return (PyTypeObject *)PyType_FromSpec(&spec);
}

static PyObject *make_view(PyObject *owner, void *data, const char *format, Py_ssize_t item,
                           Py_ssize_t count, Py_ssize_t stride, Py_ssize_t count2, bool writable)
{
    static char nothing[8]; // where there is no item, the memory may be NULL
    array_object *a = (array_object *)PyType_GenericAlloc(core.array, 0);
    if (!a)
        return NULL;
    Py_INCREF(owner);
    a->owner = owner;
    a->data = data ? data : nothing;
    a->item = item;
    a->writable = writable;
    strncpy(a->format, format, sizeof a->format - 1);
    a->axes = count2 ? 2 : 1;
    a->shape[0] = count, a->shape[1] = count2;
    a->strides[0] = stride, a->strides[1] = item;
    PyObject *view = PyMemoryView_FromObject((PyObject *)a);
    Py_DECREF(a);
    return view;
}

PyObject *core_view(PyObject *owner, const void *data, const char *format, Py_ssize_t item,
                    Py_ssize_t count, Py_ssize_t stride, Py_ssize_t count2)
{
    return make_view(owner, (void *)data, format, item, count, stride, count2, false);
}

PyObject *core_view_writable(PyObject *owner, void *data, const char *format, Py_ssize_t item,
                             Py_ssize_t count)
{
    return make_view(owner, data, format, item, count, item, 0, true);
}

// ---- the graph

typedef struct graph_object {
    PyObject_HEAD maze_object *maze;
    mw_graph *graph;
} graph_object;

static mw_graph *graph_of(PyObject *self)
{
    return ((graph_object *)self)->graph;
}

static void graph_dealloc(PyObject *self)
{
    mw_graph_free(graph_of(self));
    Py_XDECREF(((graph_object *)self)->maze);
    core_free(self);
}

// _graph(all, states, bytes, seconds)
PyObject *core_graph(PyObject *maze, PyObject *args)
{
    int all;
    Py_ssize_t states, bytes;
    double seconds;
    mw_limits limits;
    mw_limit hit = MW_WITHIN;
    if (!PyArg_ParseTuple(args, "pnnd", &all, &states, &bytes, &seconds) ||
        !core_limits(states, bytes, seconds, &limits))
        return NULL;
    graph_object *made = (graph_object *)PyType_GenericAlloc(core.graph, 0);
    if (!made)
        return NULL;
    Py_INCREF(maze);
    made->maze = (maze_object *)maze;
    core_work work;
    core_work_begin(&work, seconds, true);
    made->graph = mw_graph_build(made->maze->maze, all, &limits, &hit);
    if (core_work_end(&work) && made->graph)
        return (PyObject *)made;
    core_raise_limit(hit, &limits);
    Py_DECREF(made);
    return NULL;
}

// The arrays of a graph.
enum which { DISTANCE, DEPTH, STATUS, FIRST, TO, COST, ACTION, ENDS, BACK_FIRST, BACK };

static PyObject *get_array(PyObject *self, void *closure)
{
    const mw_graph *g = graph_of(self);
    const mw_arc *a = g->arcs;
    Py_ssize_t states = g->states, edges = (Py_ssize_t)g->edges, arc = sizeof *a;
    switch (*(const enum which *)closure) {
    case DISTANCE: return core_view(self, g->distance, "I", 4, states, 4, 0);
    case DEPTH: return core_view(self, g->depth, "I", 4, states, 4, 0);
    case STATUS: return core_view(self, g->status, "b", 1, states, 1, 0);
    case FIRST: return core_view(self, g->first, "I", 4, states + 1, 4, 0);
    case TO: return core_view(self, a ? &a->to : NULL, "I", 4, edges, arc, 0);
    case COST: return core_view(self, a ? &a->cost : NULL, "I", 4, edges, arc, 0);
    case ACTION: return core_view(self, a ? &a->action : NULL, "H", 2, edges, arc, 0);
    case ENDS: return core_view(self, a ? &a->status : NULL, "h", 2, edges, arc, 0);
    case BACK_FIRST: return core_view(self, g->back_first, "I", 4, states + 1, 4, 0);
    case BACK: return core_view(self, g->back, "I", 4, g->back_first[states], 4, 0);
    }
    return NULL;
}

static PyObject *get_states(PyObject *self, void *only_reachable)
{
    const mw_graph *g = graph_of(self);
    return PyLong_FromUnsignedLong(only_reachable ? g->reachable : g->states);
}

static PyObject *get_edges(PyObject *self, void *closure)
{
    (void)closure;
    return PyLong_FromUnsignedLongLong(graph_of(self)->edges);
}

static PyObject *get_maze(PyObject *self, void *closure)
{
    (void)closure;
    PyObject *maze = (PyObject *)((graph_object *)self)->maze;
    Py_INCREF(maze);
    return maze;
}

static PyObject *graph_state(PyObject *self, PyObject *args)
{
    Py_ssize_t id;
    mw_state s;
    if (!PyArg_ParseTuple(args, "n", &id))
        return NULL;
    if (id < 0 || id >= (Py_ssize_t)graph_of(self)->states)
        return PyErr_Format(PyExc_IndexError, "states have the numbers 0 to %u",
                            graph_of(self)->states - 1);
    mw_graph_state(graph_of(self), (uint32_t)id, &s);
    return core_new_state(((graph_object *)self)->maze, &s, false);
}

static PyObject *graph_id(PyObject *self, PyObject *args)
{
    PyObject *given;
    if (!PyArg_ParseTuple(args, "O!", core.state, &given))
        return NULL;
    const state_object *s = (const state_object *)given;
    const mw_graph *g = graph_of(self);
    bool here = s->maze->maze == g->maze || mw_maze_equal(s->maze->maze, g->maze);
    uint32_t id =
        here && core_status(s) != MW_LOST ? mw_visited_lookup(g->store, &s->at) : MW_NO_ID;
    if (id == MW_NO_ID)
        return PyErr_Format(PyExc_ValueError,
                            here ? "the graph has no such state: it is lost, or out of reach"
                                 : "this state belongs to another maze");
    return PyLong_FromUnsignedLong(id);
}

static PyObject *graph_solution(PyObject *self, PyObject *none)
{
    (void)none;
    uint32_t *ids = NULL, count = mw_graph_solution(graph_of(self), &ids);
    PyObject *list = PyList_New((Py_ssize_t)count);
    for (uint32_t i = 0; list && i < count; i++) {
        PyObject *id = PyLong_FromUnsignedLong(ids[i]);
        if (!id || PyList_SetItem(list, (Py_ssize_t)i, id))
            Py_CLEAR(list);
    }
    free(ids);
    return list;
}

// The features of all states: a bytearray of doubles has them, and the view keeps that.
static PyObject *graph_features(PyObject *self, PyObject *none)
{
    (void)none;
    const mw_graph *g = graph_of(self);
    const mw_feature *f = mw_features(g->maze->kind);
    Py_ssize_t count = 0, item = sizeof(double);
    while (f[count].name)
        count++;
    if (!count)
        return PyErr_Format(core.MazeError, "%.40s mazes have no features", g->maze->kind->name);
    PyObject *bytes = PyByteArray_FromStringAndSize(NULL, (Py_ssize_t)g->states * count * item);
    double *row = bytes ? (double *)(void *)PyByteArray_AsString(bytes) : NULL;
    if (!row)
        return NULL;
    for (uint32_t id = 0; id < g->states; id++, row += count) {
        double values[MW_FEATURES_MAX];
        mw_state s;
        mw_graph_state(g, id, &s);
        mw_state_features(g->maze, &s, values);
        memcpy(row, values, (size_t)(count * item));
    }
    PyObject *view =
        core_view(bytes, PyByteArray_AsString(bytes), "d", item, g->states, count * item, count);
    Py_DECREF(bytes);
    return view;
}

static PyObject *graph_repr(PyObject *self)
{
    const mw_graph *g = graph_of(self);
    return PyUnicode_FromFormat("<Graph of %u states, %llu moves>", (unsigned)g->states,
                                (unsigned long long)g->edges);
}

static PyObject *graph_reduce(PyObject *self, PyObject *none)
{
    (void)self, (void)none;
    PyErr_SetString(PyExc_TypeError,
                    "a state graph cannot be copied or pickled; pickle its maze, and call "
                    "maze.graph() where the graph is needed");
    return NULL;
}

static PyMethodDef graph_methods[] = {
    {"__reduce__", graph_reduce, METH_NOARGS, NULL},
    {"state", graph_state, METH_VARARGS, "state(id)\n--\n\nThe state of this number."},
    {"id", graph_id, METH_VARARGS,
     "id(state)\n--\n\nThe number of this state, or of the one that stands for all which the rules "
     "cannot tell\nfrom it."},
    {"solution", graph_solution, METH_NOARGS,
     "solution()\n--\n\nNumbers of the states of a shortest solution; [] if there is none."},
    {"features", graph_features, METH_NOARGS,
     "features()\n--\n\nThe features of all states: a row for each state, a column for each "
     "feature,\nin the order of State.features."},
    {NULL, NULL, 0, NULL}};

#define ARRAY(name, array, about)                                                                  \
    {                                                                                              \
        name, get_array, NULL, about, (void *)&(const enum which)                                  \
        {                                                                                          \
            array                                                                                  \
        }                                                                                          \
    }
static PyGetSetDef graph_attributes[] = {
    {"maze", get_maze, NULL, "The maze.", NULL},
    {"states", get_states, NULL, "How many states it has.", NULL},
    {"reachable", get_states, NULL,
     "How many of them the start can reach. They have the numbers from 0; 0 is the start.",
     (void *)&core},
    {"edges", get_edges, NULL, "How many moves it has.", NULL},
    ARRAY("distance", DISTANCE, "Of each state: least cost to a solved state; FAR: no way."),
    ARRAY("depth", DEPTH, "Of each state: least cost from the start; FAR: no way."),
    ARRAY("status", STATUS, "Of each state: 1 solved, 0 open."),
    ARRAY("first", FIRST, "The moves out of state s are first[s] to first[s + 1] - 1."),
    ARRAY("edge_to", TO, "Of each move: the state that it leads to; FAR: it loses."),
    ARRAY("edge_cost", COST, "Of each move: its cost."),
    ARRAY("edge_action", ACTION, "Of each move: the index of its word in Maze.actions."),
    ARRAY("edge_status", ENDS, "Of each move: -1 it loses, 0 play goes on, 1 it solves."),
    ARRAY("back_first", BACK_FIRST, "As first, for `back`."),
    ARRAY("back", BACK, "States with a move to state s: back_first[s] to back_first[s + 1] - 1."),
    {NULL, NULL, NULL, NULL, NULL}};

PyTypeObject *core_graph_type(void)
{
    static PyType_Slot slots[] = {
        {Py_tp_doc, "Every state of a maze with its moves and exact distances. The arrays are "
                    "read-only\nmemoryviews; numpy.asarray(graph.distance) copies nothing."},
        {Py_tp_new, core_refuse_new},
        {Py_tp_dealloc, graph_dealloc},
        {Py_tp_repr, graph_repr},
        {Py_tp_methods, graph_methods},
        {Py_tp_getset, graph_attributes},
        {0, NULL}};
    static PyType_Spec spec = {.name = "mazewright.Graph",
                               .basicsize = sizeof(graph_object),
                               .flags = Py_TPFLAGS_DEFAULT,
                               .slots = slots};
    return (PyTypeObject *)PyType_FromSpec(&spec);
}
