// games.c: many games side by side as an object. It owns the arrays that a step reads and writes,
// and shows them as memoryviews, so that a step copies nothing and NumPy need not be there.
#include "core.h"

#include "mazewright/games.h"
#include "mazewright/scene.h"

#include <stdlib.h>
#include <string.h>

typedef struct games_object {
    PyObject_HEAD mw_games *games; // NULL: closed
    PyObject *mazes;               // a tuple, or None: each episode has a random one
    PyTypeObject *type;            // of random mazes
    mw_games_shape shape;
    mw_game_arrays now, last;
    int64_t *actions;
    bool busy; // guarded by Python's lock: a thread that does not hold it uses the games
} games_object;

// The arrays, and how many items a row has.
enum row { ONE, FEATURES, ACTIONS, CELLS };
static const struct field {
    const char *name, *format;
    size_t item, offset;
    enum row row;
    bool always, last; // is it there if nobody asks for it; has it a row of the last state
} fields[] = {
    {"features", "f", sizeof(float), offsetof(mw_game_arrays, features), FEATURES, false, true},
    {"rank", "q", sizeof(int64_t), offsetof(mw_game_arrays, rank), ONE, false, true},
    {"grid", "B", 1, offsetof(mw_game_arrays, grid), CELLS, false, true},
    {"mask", "b", 1, offsetof(mw_game_arrays, mask), ACTIONS, true, true},
    {"optimal", "b", 1, offsetof(mw_game_arrays, optimal), ACTIONS, false, true},
    {"distance", "I", sizeof(uint32_t), offsetof(mw_game_arrays, distance), ONE, false, true},
    {"reward", "d", sizeof(double), offsetof(mw_game_arrays, reward), ONE, true, false},
    {"terminated", "?", 1, offsetof(mw_game_arrays, terminated), ONE, true, false},
    {"truncated", "?", 1, offsetof(mw_game_arrays, truncated), ONE, true, false},
};
#define FIELDS (sizeof fields / sizeof *fields)

static void **place_of(mw_game_arrays *arrays, const struct field *f)
{
    return (void **)(void *)((char *)arrays + f->offset);
}

static size_t row_of(const mw_games_shape *s, enum row row)
{
    switch (row) {
    case ONE: return 1;
    case FEATURES: return s->features;
    case ACTIONS: return s->actions;
    case CELLS: return (size_t)s->width * s->height * s->depth * MW_GAMES_PLANES;
    }
    return 0;
}

static void games_dealloc(PyObject *self)
{
    games_object *g = (games_object *)self;
    mw_games_close(g->games);
    for (size_t i = 0; i < FIELDS; i++) {
        free(*place_of(&g->now, &fields[i]));
        free(*place_of(&g->last, &fields[i]));
    }
    free(g->actions);
    Py_XDECREF(g->mazes);
    Py_XDECREF(g->type);
    core_free(self);
}

// ---- making

// False: an exception is set.
static bool wants(PyObject *wanted, const char *name, bool *is)
{
    PyObject *text = PyUnicode_FromString(name);
    int found = text ? PySequence_Contains(wanted, text) : -1;
    Py_XDECREF(text);
    *is = found > 0;
    return found >= 0;
}

static bool make_arrays(games_object *g, PyObject *wanted, bool last)
{
    const size_t games = g->shape.games;
    for (size_t i = 0; i < FIELDS; i++) {
        const struct field *f = &fields[i];
        size_t row = row_of(&g->shape, f->row) * f->item;
        bool is;
        if (!wants(wanted, f->name, &is))
            return false;
        if (!is && !f->always)
            continue;
        *place_of(&g->now, f) = calloc(games, row ? row : 1);
        if (last && f->last)
            *place_of(&g->last, f) = calloc(games, row ? row : 1);
        if (!*place_of(&g->now, f) || (last && f->last && !*place_of(&g->last, f)))
            return PyErr_NoMemory();
    }
    g->actions = calloc(games, sizeof *g->actions);
    return g->actions || PyErr_NoMemory();
}

// The mazes of a tuple; NULL: an exception is set.
static const mw_maze **mazes_of(PyObject *tuple)
{
    Py_ssize_t count = PyTuple_Size(tuple);
    const mw_maze **mazes = count < 0 ? NULL : calloc((size_t)count + 1, sizeof *mazes);
    if (!mazes)
        return count < 0 ? NULL : (const mw_maze **)PyErr_NoMemory();
    for (Py_ssize_t i = 0; i < count; i++) {
        PyObject *one = PyTuple_GetItem(tuple, i);
        if (!PyObject_TypeCheck(one, core.maze)) {
            PyErr_SetString(PyExc_TypeError,
                            "what is played on is a Maze, or an id without a seed");
            free(mazes);
            return NULL;
        }
        mazes[i] = ((maze_object *)one)->maze;
    }
    return mazes;
}

static bool open_games(games_object *g, mw_games_options *options, PyObject *mazes, double seconds)
{
    const mw_maze **list = mazes == Py_None ? NULL : mazes_of(mazes);
    if (mazes != Py_None && !list)
        return false;
    options->mazes = list;
    options->maze_count = list ? (unsigned)PyTuple_Size(mazes) : 0;
    mw_error error = {0};
    core_work work;
    core_work_begin(&work, seconds, true);
    g->games = mw_games_open(options, &error);
    bool good = core_work_end(&work);
    free(list);
    if (good && !g->games)
        core_raise(&error);
    return good && g->games;
}

// Games(type, mazes or None, id, games, max_steps, random_start, restart, rewards, wanted, states,
// bytes, seconds)
static PyObject *games_new(PyTypeObject *type, PyObject *args, PyObject *named)
{
    PyTypeObject *mazes_type;
    PyObject *mazes, *wanted;
    mw_games_options o = {.size = sizeof o};
    mw_rewards *r = &o.rewards;
    unsigned long long games, max_steps;
    int random_start, restart;
    Py_ssize_t states, bytes;
    double seconds;
    bool optimal, distance;
    if (named && PyDict_Size(named))
        return PyErr_Format(PyExc_TypeError, "Games takes no names of arguments");
    if (!PyArg_ParseTuple(args, "O!OzKKpi(dddddd)Onnd", &PyType_Type, &mazes_type, &mazes,
                          &o.random, &games, &max_steps, &random_start, &restart, &r->solved,
                          &r->lost, &r->cost, &r->illegal, &r->shaped, &r->discount, &wanted,
                          &states, &bytes, &seconds) ||
        !core_limits(states, bytes, seconds, &o.limits) || !wants(wanted, "optimal", &optimal) ||
        !wants(wanted, "distance", &distance))
        return NULL;
    if (!PyType_IsSubtype(mazes_type, core.maze) ||
        (mazes != Py_None && !PyObject_TypeCheck(mazes, &PyTuple_Type)))
        return PyErr_Format(PyExc_TypeError, "Games needs the type of mazes, and a tuple of them");
    if (games > MW_GAMES_MAX || max_steps > UINT32_MAX)
        return PyErr_Format(core.MazeError, "there are 1 to %d games, of less than 2^32 steps",
                            MW_GAMES_MAX);
    o.games = (unsigned)games;
    o.max_steps = (uint32_t)max_steps;
    o.random_start = random_start;
    o.restart = (mw_restart)restart;
    o.distances = optimal || distance;
    games_object *g = (games_object *)PyType_GenericAlloc(type, 0);
    if (!g)
        return NULL;
    Py_INCREF(mazes);
    Py_INCREF(mazes_type);
    g->mazes = mazes;
    g->type = mazes_type;
    if (open_games(g, &o, mazes, seconds)) {
        g->shape = mw_games_shape_of(g->games);
        if (make_arrays(g, wanted, o.restart == MW_RESTART_SAME_STEP))
            return (PyObject *)g;
    }
    Py_DECREF(g);
    return NULL;
}

// ---- playing

// Games that may be used now; NULL: an exception is set.
static games_object *ready(PyObject *self)
{
    games_object *g = (games_object *)self;
    if (g->games && !g->busy)
        return g;
    PyErr_SetString(PyExc_RuntimeError, g->games ? "another thread is playing these games now"
                                                 : "these games are closed");
    return NULL;
}

static PyObject *done(games_object *g, core_work *work, bool played, const mw_error *error)
{
    g->busy = false;
    bool good = core_work_end(work);
    if (!good)
        return NULL;
    if (!played && error->code == MW_ERROR_REQUEST)
        return PyErr_Format(PyExc_RuntimeError, "%s", error->text);
    if (!played)
        return core_raise(error);
    Py_RETURN_NONE;
}

// reset(seeds, which): bytes of an unsigned 64-bit number and of a bool for each game, or None
static PyObject *games_reset(PyObject *self, PyObject *args)
{
    games_object *g = ready(self);
    const char *seeds, *which;
    Py_ssize_t seeds_length, which_length;
    if (!g || !PyArg_ParseTuple(args, "z#z#", &seeds, &seeds_length, &which, &which_length))
        return NULL;
    const size_t games = g->shape.games;
    if ((seeds && (size_t)seeds_length != games * sizeof(uint64_t)) ||
        (which && (size_t)which_length != games))
        return PyErr_Format(PyExc_ValueError, "there are %u games", g->shape.games);
    uint64_t *numbers = malloc(games * sizeof *numbers);
    bool *chosen = malloc(games * sizeof *chosen);
    PyObject *answer = numbers && chosen ? Py_None : PyErr_NoMemory();
    if (answer && seeds)
        memcpy(numbers, seeds, games * sizeof *numbers);
    for (size_t i = 0; answer && which && i < games; i++)
        chosen[i] = which[i] != 0;
    if (answer) {
        mw_error error = {0};
        core_work work;
        g->busy = true;
        core_work_begin(&work, 0, true);
        bool played = mw_games_reset(g->games, seeds ? numbers : NULL, which ? chosen : NULL,
                                     &g->now, &error);
        core_work_hold(&work);
        answer = done(g, &work, played, &error);
    }
    free(numbers);
    free(chosen);
    return answer;
}

static PyObject *games_step(PyObject *self, PyObject *none)
{
    (void)none;
    games_object *g = ready(self);
    if (!g)
        return NULL;
    mw_error error = {0};
    core_work work;
    g->busy = true;
    core_work_begin(&work, 0, true);
    bool played = mw_games_step(g->games, g->actions, &g->now, &g->last, &error);
    core_work_hold(&work);
    return done(g, &work, played, &error);
}

static PyObject *games_close(PyObject *self, PyObject *none)
{
    (void)none;
    games_object *g = (games_object *)self;
    if (g->games && !ready(self))
        return NULL;
    mw_games_close(g->games);
    g->games = NULL;
    Py_RETURN_NONE;
}

// ---- looking

// array(name, last)
static PyObject *games_array(PyObject *self, PyObject *args)
{
    games_object *g = (games_object *)self;
    const char *name;
    int last;
    if (!PyArg_ParseTuple(args, "sp", &name, &last))
        return NULL;
    Py_ssize_t games = g->shape.games;
    if (!strcmp(name, "actions"))
        return core_view_writable(self, g->actions, "q", sizeof *g->actions, games);
    for (const struct field *f = fields; f < fields + FIELDS; f++) {
        const void *data = strcmp(f->name, name) ? NULL : *place_of(last ? &g->last : &g->now, f);
        Py_ssize_t row = (Py_ssize_t)row_of(&g->shape, f->row), item = (Py_ssize_t)f->item;
        if (data)
            return core_view(self, data, f->format, item, games * row, item, 0);
    }
    return PyErr_Format(PyExc_KeyError, "%.40s", name);
}

// The maze of a game, as an object. NULL: an exception is set.
static PyObject *maze_object_of(games_object *g, PyObject *args)
{
    Py_ssize_t game;
    if (!PyArg_ParseTuple(args, "n", &game))
        return NULL;
    if (game < 0 || (size_t)game >= g->shape.games)
        return PyErr_Format(PyExc_IndexError, "games have the numbers 0 to %u", g->shape.games - 1);
    if (g->mazes != Py_None) {
        Py_ssize_t count = PyTuple_Size(g->mazes);
        PyObject *one = PyTuple_GetItem(g->mazes, game % count);
        Py_XINCREF(one);
        return one;
    }
    const mw_maze *m = mw_games_maze(g->games, (unsigned)game);
    return m ? core_new_maze(g->type, mw_maze_clone(m))
             : PyErr_Format(PyExc_RuntimeError, "game %zd has not begun; reset it", game);
}

static PyObject *games_maze(PyObject *self, PyObject *args)
{
    games_object *g = ready(self);
    return g ? maze_object_of(g, args) : NULL;
}

static PyObject *games_state(PyObject *self, PyObject *args)
{
    games_object *g = ready(self);
    PyObject *maze = g ? maze_object_of(g, args) : NULL;
    Py_ssize_t game;
    PyObject *state =
        maze && PyArg_ParseTuple(args, "n", &game)
            ? core_new_state((maze_object *)maze, mw_games_state(g->games, (unsigned)game), false)
            : NULL;
    Py_XDECREF(maze);
    return state;
}

// svg(game)
static PyObject *games_svg(PyObject *self, PyObject *args)
{
    games_object *g = ready(self);
    PyObject *maze = g ? maze_object_of(g, args) : NULL;
    Py_ssize_t game;
    if (!maze || !PyArg_ParseTuple(args, "n", &game)) {
        Py_XDECREF(maze);
        return NULL;
    }
    const mw_maze *m = ((maze_object *)maze)->maze;
    const mw_style style = {0};
    mw_scene scene;
    PyObject *text = NULL;
    if (!MW_HAS(m->kind, view, draw)) {
        PyErr_Format(core.MazeError, "%.40s mazes cannot be drawn", m->kind->name);
    } else if (mw_scene_of(&scene, m, mw_games_state(g->games, (unsigned)game), 0)) {
        text = core_text_taken(mw_scene_svg(&scene, &style));
        mw_scene_free(&scene);
    } else {
        core_no_memory();
    }
    Py_DECREF(maze);
    return text;
}

static PyObject *games_shape(PyObject *self, PyObject *none)
{
    (void)none;
    games_object *g = ready(self);
    if (!g)
        return NULL;
    const mw_games_shape s = mw_games_shape_of(g->games);
    return Py_BuildValue("{sIsIsIs(III)sKsNsK}", "games", s.games, "actions", s.actions, "features",
                         s.features, "size", s.depth, s.height, s.width, "ranks",
                         (unsigned long long)s.ranks, "glyphs", PyBool_FromLong(s.glyphs), "bytes",
                         (unsigned long long)s.bytes);
}

PyTypeObject *core_games_type(void)
{
    static PyMethodDef methods[] = {
        {"reset", games_reset, METH_VARARGS, "Begins episodes."},
        {"step", games_step, METH_NOARGS, "Makes a move in each game, those of the array actions."},
        {"close", games_close, METH_NOARGS, "Frees the games; the arrays remain."},
        {"array", games_array, METH_VARARGS, "An array by its name, as a memoryview."},
        {"maze", games_maze, METH_VARARGS, "The maze of a game."},
        {"state", games_state, METH_VARARGS, "The state of a game."},
        {"svg", games_svg, METH_VARARGS, "A picture of a game."},
        {"shape", games_shape, METH_NOARGS, "What all games have in common."},
        {NULL, NULL, 0, NULL}};
    static PyType_Slot slots[] = {{Py_tp_doc, "Games side by side, for mazewright.vector_env."},
                                  {Py_tp_new, games_new},
                                  {Py_tp_dealloc, games_dealloc},
                                  {Py_tp_methods, methods},
                                  {0, NULL}};
    static PyType_Spec spec = {.name = "mazewright._core.Games",
                               .basicsize = sizeof(games_object),
                               .flags = Py_TPFLAGS_DEFAULT,
                               .slots = slots};
    return (PyTypeObject *)PyType_FromSpec(&spec);
}
