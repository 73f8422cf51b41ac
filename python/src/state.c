// state.c: a position in play as a Python object: small, immutable, hashable. Each kind has a type
// of its own, whose attributes are the features of the kind.
#include "core.h"

#include "core/text.h"

#include <stdlib.h>
#include <string.h>

PyObject *core_new_state(maze_object *maze, const mw_state *at, bool lost)
{
    state_object *s = (state_object *)PyType_GenericAlloc(maze->states, 0);
    if (!s)
        return NULL;
    Py_INCREF(maze);
    s->maze = maze;
    s->at = *at;
    s->lost = lost;
    return (PyObject *)s;
}

static void state_dealloc(PyObject *self)
{
    Py_XDECREF(((state_object *)self)->maze);
    core_free(self);
}

mw_status core_status(const state_object *s)
{
    return s->lost ? MW_LOST : mw_state_status(s->maze->maze, &s->at);
}

static Py_hash_t state_hash(PyObject *self)
{
    const state_object *s = (const state_object *)self;
    uint64_t hash = 0;
    for (unsigned i = 0; i < s->maze->maze->words; i++)
        hash = (hash ^ s->at.w[i]) * UINT64_C(0x9e3779b97f4a7c15), hash ^= hash >> 29;
    Py_hash_t value = (Py_hash_t)hash;
    return value == -1 ? -2 : value;
}

static int by_words(const state_object *s, const state_object *t)
{
    for (unsigned i = 0; i < MW_STATE_WORDS; i++)
        if (s->at.w[i] != t->at.w[i])
            return s->at.w[i] < t->at.w[i] ? -1 : 1;
    return s->lost - t->lost;
}

// Equal mazes have equal states, and those of one maze an order, by which a heap breaks ties.
static PyObject *state_compare(PyObject *a, PyObject *b, int operation)
{
    if (!PyObject_TypeCheck(b, core.state))
        Py_RETURN_NOTIMPLEMENTED;
    const state_object *s = (const state_object *)a, *t = (const state_object *)b;
    int order = by_words(s, t);
    bool sorts = operation != Py_EQ && operation != Py_NE;
    if ((sorts || !order) && s->maze != t->maze && !mw_maze_equal(s->maze->maze, t->maze->maze)) {
        if (sorts)
            Py_RETURN_NOTIMPLEMENTED;
        order = 1;
    }
    Py_RETURN_RICHCOMPARE(order, 0, operation);
}

static PyObject *state_str(PyObject *self)
{
    const state_object *s = (const state_object *)self;
    return core_text_taken(mw_state_describe(s->maze->maze, &s->at));
}

static PyObject *state_repr(PyObject *self)
{
    PyObject *text = state_str(self);
    PyObject *made = text ? PyUnicode_FromFormat("<State %U>", text) : NULL;
    Py_XDECREF(text);
    return made;
}

// ---- features

static PyObject *lost_has_none(void)
{
    PyErr_SetString(PyExc_ValueError, "a lost state has no features");
    return NULL;
}

// One feature as an attribute; its closure is the feature.
static PyObject *get_feature(PyObject *self, void *closure)
{
    const state_object *s = (const state_object *)self;
    const mw_rules *rules = s->maze->maze->kind->rules;
    ptrdiff_t index = (const mw_feature *)closure - mw_features(s->maze->maze->kind);
    double values[MW_FEATURES_MAX];
    if (core_status(s) == MW_LOST)
        return lost_has_none();
    rules->measure(s->maze->maze, &s->at, UINT64_C(1) << index, values);
    return core_number(values[index]);
}

static PyObject *get_features(PyObject *self, void *closure)
{
    (void)closure;
    const state_object *s = (const state_object *)self;
    double values[MW_FEATURES_MAX];
    if (core_status(s) == MW_LOST)
        return lost_has_none();
    PyObject *all = PyDict_New();
    mw_state_features(s->maze->maze, &s->at, values);
    const mw_feature *f = mw_features(s->maze->maze->kind);
    for (unsigned i = 0; all && f[i].name; i++) {
        PyObject *value = core_number(values[i]);
        if (!value || PyDict_SetItemString(all, f[i].name, value))
            Py_CLEAR(all);
        Py_XDECREF(value);
    }
    return all;
}

// ---- rules

static PyObject *state_moves(PyObject *self, PyObject *none)
{
    (void)none;
    const state_object *s = (const state_object *)self;
    const mw_maze *m = s->maze->maze;
    mw_edge edges[MW_EDGES_MAX];
    unsigned count = core_status(s) == MW_OPEN ? mw_state_expand(m, &s->at, edges) : 0;
    PyObject *list = PyList_New((Py_ssize_t)count);
    for (unsigned i = 0; list && i < count; i++) {
        PyObject *to = core_new_state(s->maze, &edges[i].to, edges[i].status == MW_LOST);
        PyObject *move = to ? Py_BuildValue("(sNI)", m->kind->rules->actions[edges[i].action].word,
                                            to, edges[i].cost)
                            : NULL;
        if (!move || PyList_SetItem(list, (Py_ssize_t)i, move))
            Py_CLEAR(list);
    }
    return list;
}

static PyObject *get_status(PyObject *self, void *wanted)
{
    return PyBool_FromLong(core_status((state_object *)self) == *(const mw_status *)wanted);
}

static PyObject *get_rank(PyObject *self, void *closure)
{
    (void)closure;
    const state_object *s = (const state_object *)self;
    uint64_t rank = s->lost ? UINT64_MAX : mw_state_rank(s->maze->maze, &s->at);
    if (rank == UINT64_MAX)
        Py_RETURN_NONE;
    return PyLong_FromUnsignedLongLong(rank);
}

static PyObject *get_cell(PyObject *self, void *closure)
{
    (void)closure;
    const state_object *s = (const state_object *)self;
    const mw_maze *m = s->maze->maze;
    if (s->lost || !MW_HAS(m->kind, rules, cell))
        Py_RETURN_NONE;
    return PyLong_FromUnsignedLong(m->kind->rules->cell(m, &s->at));
}

static PyObject *get_maze(PyObject *self, void *closure)
{
    (void)closure;
    PyObject *maze = (PyObject *)((state_object *)self)->maze;
    Py_INCREF(maze);
    return maze;
}

// ---- copies

static PyObject *state_copy(PyObject *self, PyObject *unused)
{
    (void)unused;
    Py_INCREF(self); // it never changes
    return self;
}

// Tells whether bytes are those of a state of this maze, in this version. 0: an exception is set.
static uint64_t mark_of(const mw_maze *m, const mw_state *at, bool lost)
{
    mw_writer w = {0};
    char *id = mw_maze_print(m, "id");
    w.failed = !id;
    mw_write(&w, "%s %d %s ", mw_version(), lost, id ? id : "");
    mw_write_bytes(&w, (const char *)at, sizeof *at);
    uint64_t mark = w.failed ? 0 : mw_hash_bytes(w.text, w.length) | 1;
    if (!mark)
        core_no_memory();
    free(w.text);
    free(id);
    return mark;
}

// For pickle: what core_state makes a state from.
static PyObject *state_reduce(PyObject *self, PyObject *none)
{
    (void)none;
    const state_object *s = (const state_object *)self;
    uint64_t mark = mark_of(s->maze->maze, &s->at, s->lost);
    if (!mark)
        return NULL;
    return Py_BuildValue("O(Oy#OK)", core.make_state, s->maze, (const char *)&s->at,
                         (Py_ssize_t)sizeof s->at, s->lost ? Py_True : Py_False,
                         (unsigned long long)mark);
}

// state(maze, bytes, lost, mark)
PyObject *core_state(PyObject *module, PyObject *args)
{
    (void)module;
    PyObject *maze;
    const char *bytes;
    Py_ssize_t count;
    int lost;
    unsigned long long mark;
    mw_state at;
    if (!PyArg_ParseTuple(args, "O!y#pK", core.maze, &maze, &bytes, &count, &lost, &mark))
        return NULL;
    if (count == sizeof at)
        memcpy(&at, bytes, sizeof at);
    uint64_t right = count == sizeof at ? mark_of(((maze_object *)maze)->maze, &at, lost) : 1;
    if (right && (count != sizeof at || right != mark))
        PyErr_SetString(PyExc_ValueError, "this is no state of this maze; one that another version "
                                          "of mazewright has pickled cannot be read");
    return PyErr_Occurred() ? NULL : core_new_state((maze_object *)maze, &at, lost);
}

static PyObject *state_svg(PyObject *self, PyObject *none)
{
    (void)none;
    const state_object *s = (const state_object *)self;
    return core_state_svg(s->maze->maze, &s->at);
}

static PyMethodDef state_methods[] = {
    {"_repr_svg_", state_svg, METH_NOARGS, NULL},
    {"__copy__", state_copy, METH_NOARGS, NULL},
    {"__deepcopy__", state_copy, METH_O, NULL},
    {"__reduce__", state_reduce, METH_NOARGS, NULL},
    {"moves", state_moves, METH_NOARGS,
     "moves()\n--\n\nThe legal moves, as (word, state, cost). Moves that lose are among them.\n\n"
     ">>> import mazewright\n"
     ">>> [word for word, state, cost in mazewright.maze('rook:5x5#7').start.moves()]\n"
     "['R', 'D']\n"},
    {NULL, NULL, 0, NULL}};

static PyGetSetDef state_attributes[] = {
    {"is_goal", get_status, NULL, "Is the maze solved here?",
     (void *)&(const mw_status){MW_SOLVED}},
    {"is_lost", get_status, NULL, "Is the game lost here?", (void *)&(const mw_status){MW_LOST}},
    {"rank", get_rank, NULL,
     "A number that states have in common where the rules cannot tell them apart; None: there is "
     "none.",
     NULL},
    {"cell", get_cell, NULL,
     "The cell where the player stands, counted along rows from 0; None: the kind names none.",
     NULL},
    {"maze", get_maze, NULL, "The maze.", NULL},
    {"features", get_features, NULL, "All features by name, as a dict.", NULL},
    {NULL, NULL, NULL, NULL, NULL}};

PyTypeObject *core_state_type(void)
{
    static PyType_Slot slots[] = {
        {Py_tp_doc,
         "A position in play. It never changes, and can be a key of a dict. It has the features of "
         "its\nkind as attributes, such as state.dx; `features` has all of them by name."},
        {Py_tp_new, core_refuse_new},
        {Py_tp_dealloc, state_dealloc},
        {Py_tp_hash, state_hash},
        {Py_tp_richcompare, state_compare},
        {Py_tp_str, state_str},
        {Py_tp_repr, state_repr},
        {Py_tp_methods, state_methods},
        {Py_tp_getset, state_attributes},
        {0, NULL}};
    static PyType_Spec spec = {.name = "mazewright.State",
                               .basicsize = sizeof(state_object),
                               .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
                               .slots = slots};
    return (PyTypeObject *)PyType_FromSpec(&spec);
}

// Has every state an attribute of this name?
static bool is_taken(const char *name)
{
    for (const PyGetSetDef *a = state_attributes; a->name; a++)
        if (!strcmp(a->name, name))
            return true;
    return !strcmp(name, "moves");
}

// Attributes, one for each feature. They live as long as the program, as the types do.
static PyGetSetDef *feature_attributes(const mw_kind *kind)
{
    const mw_feature *f = mw_features(kind);
    PyGetSetDef *all = PyMem_Calloc(MW_FEATURES_MAX + 1, sizeof *all), *next = all;
    for (unsigned i = 0; all && f[i].name; i++)
        if (!is_taken(f[i].name))
            *next++ = (PyGetSetDef){
                .name = f[i].name, .get = get_feature, .doc = f[i].about, .closure = (void *)&f[i]};
    return all;
}

static PyTypeObject *make_type(const mw_kind *kind)
{
    PyGetSetDef *attributes = feature_attributes(kind);
    PyObject *bases = attributes ? PyTuple_Pack(1, core.state) : NULL, *type = NULL;
    if (bases) {
        PyType_Slot slots[] = {{Py_tp_dealloc, state_dealloc},
                               {Py_tp_new, core_refuse_new},
                               {Py_tp_getset, attributes},
                               {0, NULL}};
        PyType_Spec spec = {.name = "mazewright.State",
                            .basicsize = sizeof(state_object),
                            .flags = Py_TPFLAGS_DEFAULT,
                            .slots = slots};
        type = PyType_FromSpecWithBases(&spec, bases);
    }
    Py_XDECREF(bases);
    if (!type) {
        PyMem_Free(attributes);
        core_no_memory();
    }
    return (PyTypeObject *)type;
}

PyTypeObject *core_state_type_of(const mw_kind *kind)
{
    PyObject *known = PyDict_GetItemString(core.state_types, kind->name);
    if (known)
        return (PyTypeObject *)known;
    PyTypeObject *made = make_type(kind);
    if (made && PyDict_SetItemString(core.state_types, kind->name, (PyObject *)made))
        Py_CLEAR(made);
    Py_XDECREF(made); // the table keeps it
    return made;
}
