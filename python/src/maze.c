// maze.c: the type of mazes: reading, printing, playing, pictures, measures, verifying. The class
// mazewright.Maze, which is written in Python, is made from it and gives names to the arguments.
#include "core.h"

#include "mazewright/scene.h"
#include "mazewright/session.h"

#include <stdlib.h>
#include <string.h>

#define SHOWN 10000 // cells of a maze that a notebook shows as a picture

static mw_maze *maze_of(PyObject *self)
{
    return ((maze_object *)self)->maze;
}

PyObject *core_new_maze(PyTypeObject *type, mw_maze *maze)
{
    if (!maze)
        return core_no_memory();
    PyTypeObject *states = core_state_type_of(maze->kind);
    maze_object *made = states ? (maze_object *)PyType_GenericAlloc(type, 0) : NULL;
    if (!made) {
        mw_maze_free(maze);
        return NULL;
    }
    Py_INCREF(states);
    made->states = states;
    made->maze = maze;
    return (PyObject *)made;
}

static void maze_dealloc(PyObject *self)
{
    mw_maze_free(maze_of(self));
    Py_XDECREF(((maze_object *)self)->states);
    core_free(self);
}

static PyObject *no_kind(const char *name)
{
    return PyErr_Format(core.MazeError, "there is no kind '%.60s'; mazewright.kinds() has all",
                        name);
}

// Maze(text, kind=None)
static PyObject *maze_new(PyTypeObject *type, PyObject *args, PyObject *named)
{
    static char *names[] = {"text", "kind", NULL};
    const char *text, *kind_name = NULL;
    Py_ssize_t length;
    if (!PyArg_ParseTupleAndKeywords(args, named, "s#|z", names, &text, &length, &kind_name))
        return NULL;
    const mw_kind *kind = kind_name ? mw_kind_find(kind_name) : NULL;
    if (kind_name && !kind)
        return no_kind(kind_name);
    mw_error error = {0};
    core_work work;
    core_work_begin(&work, 0, true);
    bool id = !kind && mw_is_id(text) && strlen(text) == (size_t)length;
    mw_maze *maze =
        id ? mw_maze_from_id(text, &error) : mw_maze_read(kind, text, (size_t)length, &error);
    if (!core_work_end(&work)) {
        mw_maze_free(maze);
        return NULL;
    }
    return maze ? core_new_maze(type, maze) : core_raise(&error);
}

static PyObject *maze_compare(PyObject *a, PyObject *b, int operation)
{
    if ((operation != Py_EQ && operation != Py_NE) || !PyObject_TypeCheck(b, core.maze))
        Py_RETURN_NOTIMPLEMENTED;
    return PyBool_FromLong(mw_maze_equal(maze_of(a), maze_of(b)) == (operation == Py_EQ));
}

static Py_hash_t maze_hash(PyObject *self)
{
    const mw_maze *m =
        maze_of(self); // equal mazes have the same text, but not always the same bytes
    PyObject *id = core_text_taken(mw_maze_print(m, "id"));
    Py_hash_t hash = id ? PyObject_Hash(id) : -1;
    Py_XDECREF(id);
    return hash;
}

// _print(form)
static PyObject *maze_print(PyObject *self, PyObject *args)
{
    const char *form;
    if (!PyArg_ParseTuple(args, "s", &form))
        return NULL;
    char *text = mw_maze_print(maze_of(self), form);
    if (!text)
        return PyErr_Format(core.MazeError, "this maze cannot be written in the form '%.40s'",
                            form);
    return core_text_taken(text);
}

// ---- playing

// A game of this maze after these moves. NULL: an exception is set.
static mw_session *play(const mw_maze *m, const char *moves)
{
    mw_error error = {0};
    mw_session *game = mw_session_open(m);
    if (!game) {
        core_no_memory();
    } else if (!mw_session_load(game, moves, &error)) {
        core_raise(&error);
        mw_session_close(game);
        game = NULL;
    }
    return game;
}

// _play(moves)
static PyObject *maze_play(PyObject *self, PyObject *args)
{
    const char *moves;
    if (!PyArg_ParseTuple(args, "s", &moves))
        return NULL;
    mw_session *game = play(maze_of(self), moves);
    PyObject *state = game ? core_new_state((maze_object *)self, mw_session_state(game),
                                            mw_session_status(game) == MW_LOST)
                           : NULL;
    mw_session_close(game);
    return state;
}

// _split(moves): the words
static PyObject *maze_split(PyObject *self, PyObject *args)
{
    const mw_kind *kind = maze_of(self)->kind;
    const char *moves;
    uint16_t *actions = NULL;
    mw_error error = {0};
    if (!PyArg_ParseTuple(args, "s", &moves))
        return NULL;
    long count = mw_moves_parse(kind, moves, &actions, &error);
    PyObject *words = count < 0 ? core_raise(&error) : core_words(kind, actions, (Py_ssize_t)count);
    free(actions);
    return words;
}

// _hint(moves, grade, states, bytes, seconds)
static PyObject *maze_hint(PyObject *self, PyObject *args)
{
    const char *moves;
    int grade;
    Py_ssize_t states, bytes;
    double seconds;
    mw_limits limits;
    char text[2000];
    if (!PyArg_ParseTuple(args, "sinnd", &moves, &grade, &states, &bytes, &seconds) ||
        !core_limits(states, bytes, seconds, &limits))
        return NULL;
    if (grade < 1 || grade > MW_HINTS)
        return PyErr_Format(PyExc_ValueError, "grade is 1 to %d", MW_HINTS);
    mw_session *game = play(maze_of(self), moves);
    if (!game)
        return NULL;
    core_work work;
    core_work_begin(&work, seconds, true);
    if (states || bytes)
        mw_session_limit(game, &limits);
    mw_session_hint(game, (unsigned)grade, text, sizeof text);
    bool good = core_work_end(&work);
    mw_session_close(game);
    return good ? core_text(text) : NULL;
}

// A picture.
typedef struct picture {
    mw_session *game;
    const mw_state *at;
    double part;          // of the last move, which is under way if it is below 1
    const uint16_t *path; // of a solution
    long moves;           // in it
    mw_style style;
} picture;

static char *draw(const mw_maze *m, const picture *p)
{
    core_work work;
    mw_scene scene = {0};
    char *svg = NULL;
    core_work_begin(&work, 0, true);
    if (p->part < 1 ? mw_session_draw(p->game, p->part, &scene)
                    : mw_scene_of(&scene, m, p->at, 0)) {
        if (p->moves > 0)
            mw_scene_add_path(&scene, m, p->path, (uint32_t)p->moves);
        svg = mw_scene_svg(&scene, &p->style);
    }
    mw_scene_free(&scene);
    core_work_end(&work);
    return svg;
}

// Heat for each cell from a list; NULL: an exception is set. Free with PyMem_Free.
static double *read_heat(const mw_maze *m, PyObject *list)
{
    Py_ssize_t cells = (Py_ssize_t)m->w * m->h * m->d;
    if (PyList_Size(list) != cells) {
        PyErr_Format(PyExc_ValueError, "heat has a number for each of the %zd cells", cells);
        return NULL;
    }
    double *heat = PyMem_Calloc((size_t)cells, sizeof *heat);
    if (!heat)
        core_no_memory();
    for (Py_ssize_t i = 0; heat && i < cells; i++) {
        heat[i] = PyFloat_AsDouble(PyList_GetItem(list, i));
        if (!PyErr_Occurred() && !(heat[i] <= 1))
            PyErr_Format(PyExc_ValueError, "heat is from 0 to 1, or below 0 where there is none");
        if (PyErr_Occurred()) {
            PyMem_Free(heat);
            return NULL;
        }
    }
    return heat;
}

PyObject *core_state_svg(const mw_maze *m, const mw_state *at)
{
    const picture p = {.at = at, .part = 1, .style = {.scale = 40}};
    if ((uint64_t)m->w * m->h * m->d > SHOWN || !MW_HAS(m->kind, view, draw))
        Py_RETURN_NONE;
    return core_text_taken(draw(m, &p));
}

// _svg(moves, solution, theme, scale, part, heat); None: mazes of this kind cannot be drawn
static PyObject *maze_svg(PyObject *self, PyObject *args)
{
    const mw_maze *m = maze_of(self);
    const char *moves, *solution, *theme;
    picture p = {0};
    PyObject *list;
    if (!PyArg_ParseTuple(args, "szsddO", &moves, &solution, &theme, &p.style.scale, &p.part,
                          &list))
        return NULL;
    if (!mw_theme_find(theme, &p.style.theme))
        return PyErr_Format(PyExc_ValueError, "theme is 'light', 'dark' or 'print'");
    if (!(p.style.scale > 0 && p.style.scale <= 1000))
        return PyErr_Format(PyExc_ValueError, "scale is above 0 and at most 1000");
    if (!(p.part >= 0 && p.part <= 1))
        return PyErr_Format(PyExc_ValueError, "part is from 0 to 1");
    if (!MW_HAS(m->kind, view, draw))
        Py_RETURN_NONE;
    mw_error error = {0};
    uint16_t *actions = NULL;
    double *heat = list == Py_None ? NULL : read_heat(m, list);
    p.style.heat = heat;
    mw_session *line = PyErr_Occurred() ? NULL : play(m, solution ? solution : ""); // is it legal?
    p.moves = line && solution ? mw_moves_parse(m->kind, solution, &actions, &error) : 0;
    p.path = actions;
    p.game = line ? play(m, moves) : NULL;
    p.at = p.game ? mw_session_state(p.game) : NULL;
    char *svg = p.game ? draw(m, &p) : NULL;
    mw_session_close(line);
    mw_session_close(p.game);
    PyMem_Free(heat);
    free(actions);
    return core_text_taken(svg);
}

// ---- measures

// Of the values, those named; all if no names are given.
static PyObject *values_of(const mw_analysis *a, const char *const *names)
{
    PyObject *all = PyDict_New();
    for (unsigned i = 0; all && (*names ? !!names[i] : i < a->count); i++) {
        const char *name = *names ? names[i] : a->values[i].name;
        PyObject *value = core_number(mw_analysis_value(a, name));
        if (!value || PyDict_SetItemString(all, name, value))
            Py_CLEAR(all);
        Py_XDECREF(value);
    }
    return all;
}

// Are all names measures? *all: one of them looks at legal states that the player cannot reach,
// too, which those of a kind may do. False: an exception is set.
static bool look_up(const mw_kind *kind, const char *const *names, bool *all)
{
    static const char *const beyond[] = {"backward_decisions", "unreaching", "unreachable"};
    *all = !*names;
    for (; *names; names++) {
        const mw_value *v = mw_measures();
        const mw_measure *own = kind->measures;
        while (v->name && strcmp(v->name, *names))
            v++;
        while (own && own->name && strcmp(own->name, *names))
            own++;
        if (!v->name && !(own && own->name))
            return PyErr_Format(core.MazeError,
                                "%s mazes have no measure '%.60s'; analyse() without names has all",
                                kind->name, *names);
        *all |= !v->name;
        for (size_t i = 0; i < sizeof beyond / sizeof *beyond; i++)
            *all |= !strcmp(*names, beyond[i]);
    }
    return true;
}

static PyObject *analyse(const mw_maze *m, const char *const *names, mw_limits *limits,
                         double seconds)
{
    mw_limit hit = MW_WITHIN;
    mw_analysis a = {0};
    bool all;
    if (!look_up(m->kind, names, &all))
        return NULL;
    core_work work;
    core_work_begin(&work, seconds, true);
    mw_graph *graph = mw_graph_build(m, all, limits, &hit);
    bool measured = graph && mw_analyse_some(graph, *names ? names : NULL, &a);
    mw_graph_free(graph);
    PyObject *values = NULL;
    if (core_work_end(&work))
        values = measured ? values_of(&a, names)
                          : core_raise_limit(hit != MW_WITHIN ? hit
                                             : work.late      ? MW_LIMIT_STOPPED
                                                              : MW_LIMIT_MEMORY,
                                             limits);
    if (measured)
        mw_analysis_free(&a);
    return values;
}

// _analyse(names, states, bytes, seconds)
static PyObject *maze_analyse(PyObject *self, PyObject *args)
{
    PyObject *tuple;
    Py_ssize_t states, bytes;
    double seconds;
    mw_limits limits;
    if (!PyArg_ParseTuple(args, "O!nnd", &PyTuple_Type, &tuple, &states, &bytes, &seconds) ||
        !core_limits(states, bytes, seconds, &limits))
        return NULL;
    const char **names = core_texts(tuple);
    PyObject *values = names ? analyse(maze_of(self), names, &limits, seconds) : NULL;
    PyMem_Free((void *)names);
    return values;
}

// ---- attributes

static PyObject *get_kind(PyObject *self, void *closure)
{
    (void)closure;
    return core_text(maze_of(self)->kind->name);
}

static PyObject *get_size(PyObject *self, void *closure)
{
    (void)closure;
    const mw_maze *m = maze_of(self);
    return Py_BuildValue("(iii)", m->w, m->h, m->d);
}

static PyObject *get_actions(PyObject *self, void *closure)
{
    (void)closure;
    PyObject *words = PyList_New(0);
    for (const mw_action *a = maze_of(self)->kind->rules->actions; words && a->word; a++) {
        PyObject *word = core_text(a->word);
        if (!word || PyList_Append(words, word))
            Py_CLEAR(words);
        Py_XDECREF(word);
    }
    return words;
}

static PyObject *get_start(PyObject *self, void *closure)
{
    (void)closure;
    mw_state start;
    mw_state_start(maze_of(self), &start);
    return core_new_state((maze_object *)self, &start, false);
}

static PyMethodDef maze_methods[] = {
    {"_print", maze_print, METH_VARARGS, NULL},   {"_play", maze_play, METH_VARARGS, NULL},
    {"_split", maze_split, METH_VARARGS, NULL},   {"_hint", maze_hint, METH_VARARGS, NULL},
    {"_svg", maze_svg, METH_VARARGS, NULL},       {"_analyse", maze_analyse, METH_VARARGS, NULL},
    {"_search", core_search, METH_VARARGS, NULL}, {"_audit", core_audit, METH_VARARGS, NULL},
    {"_graph", core_graph, METH_VARARGS, NULL},   {"_encode", core_encode, METH_NOARGS, NULL},
    {"_decode", core_decode, METH_VARARGS, NULL}, {NULL, NULL, 0, NULL}};

static PyGetSetDef maze_attributes[] = {
    {"kind", get_kind, NULL, "The name of its kind.", NULL},
    {"size", get_size, NULL, "Columns, rows and layers.", NULL},
    {"actions", get_actions, NULL, "The words of all moves of its kind.", NULL},
    {"start", get_start, NULL, "The state in which play begins.", NULL},
    {NULL, NULL, NULL, NULL, NULL}};

PyTypeObject *core_maze_type(void)
{
    static PyType_Slot slots[] = {{Py_tp_new, maze_new},
                                  {Py_tp_dealloc, maze_dealloc},
                                  {Py_tp_hash, maze_hash},
                                  {Py_tp_richcompare, maze_compare},
                                  {Py_tp_methods, maze_methods},
                                  {Py_tp_getset, maze_attributes},
                                  {0, NULL}};
    static PyType_Spec spec = {.name = "mazewright._core.Maze",
                               .basicsize = sizeof(maze_object),
                               .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
                               .slots = slots};
    return (PyTypeObject *)PyType_FromSpec(&spec);
}
