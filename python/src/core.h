// core.h: what the files of the Python module `mazewright._core` share: its types, and how long
// work runs. The module uses Python's limited API only, so one binary serves CPython 3.9 and later.
#ifndef MAZEWRIGHT_PYTHON_CORE_H
#define MAZEWRIGHT_PYTHON_CORE_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "mazewright/mazewright.h"
#include "mazewright/text.h"

#include <stdbool.h>

typedef struct maze_object {
    PyObject_HEAD mw_maze *maze;
    PyTypeObject *states; // the type of its states, which has the features of the kind
} maze_object;

typedef struct state_object {
    PyObject_HEAD maze_object *maze;
    mw_state at;
    bool lost; // a move that loses led here: the bytes of a state need not tell that
} state_object;
mw_status core_status(const state_object *);

// Set once, when the module is made.
typedef struct core_types {
    PyObject *MazeError, *LimitReached;
    PyObject *state_types; // by the name of the kind
    PyObject *make_state;  // the function `state` of the module, which pickles name
    PyTypeObject *maze, *state, *graph, *array, *heuristic, *verifier, *games;
} core_types;
extern core_types core;

// ---- types, each made by the file of its name; NULL: an exception is set
PyTypeObject *core_maze_type(void);
PyTypeObject *core_state_type(void);
PyTypeObject *core_graph_type(void);
PyTypeObject *core_array_type(void);
PyTypeObject *core_heuristic_type(void);
PyTypeObject *core_verifier_type(void);
PyTypeObject *core_games_type(void);
// The type of the states of one kind.
PyTypeObject *core_state_type_of(const mw_kind *);
void core_free(void *object); // frees the memory of an object, and its reference to its type

// For types whose objects only this module makes: raises TypeError.
PyObject *core_refuse_new(PyTypeObject *, PyObject *args, PyObject *named);

// New objects. A maze is taken over, also where NULL is returned.
PyObject *core_new_maze(PyTypeObject *, mw_maze *);
PyObject *core_new_state(maze_object *, const mw_state *, bool lost);
// Memory that `owner` keeps alive, as a memoryview. format: as in Python's struct; stride in bytes.
// count2 > 0: rows of so many items.
PyObject *core_view(PyObject *owner, const void *data, const char *format, Py_ssize_t item,
                    Py_ssize_t count, Py_ssize_t stride, Py_ssize_t count2);
// The same of items one after the other, which Python may change.
PyObject *core_view_writable(PyObject *owner, void *data, const char *format, Py_ssize_t item,
                             Py_ssize_t count);

// ---- methods of mazes and functions that have a file of their own
PyObject *core_search(PyObject *self, PyObject *args);
PyObject *core_audit(PyObject *self, PyObject *args);
PyObject *core_graph(PyObject *maze, PyObject *args);
PyObject *core_state_svg(const mw_maze *, const mw_state *); // None: the maze is too large
PyObject *core_encode(PyObject *self, PyObject *unused);
PyObject *core_decode(PyObject *self, PyObject *args);

// ---- functions of the module
PyObject *core_design(PyObject *module, PyObject *args);
PyObject *core_simulate(PyObject *module, PyObject *args);
PyObject *core_dataset(PyObject *module, PyObject *args);
PyObject *core_state(PyObject *module, PyObject *args);
PyObject *core_ask(PyObject *module, PyObject *args);
PyObject *core_chart(PyObject *module, PyObject *args);

// ---- errors: all return NULL
PyObject *core_raise(const mw_error *); // keeps an exception that is set already
PyObject *core_raise_limit(mw_limit, const mw_limits *);
PyObject *core_no_memory(void); // where the library returned NULL: an exception may be set already

// The texts of a tuple, NULL-terminated, which live as long as it; freed with PyMem_Free. NULL: an
// exception is set.
const char **core_texts(PyObject *tuple);
// A text that may end within a character.
PyObject *core_text(const char *);
PyObject *core_text_or_none(const char *); // NULL becomes None
// The words of actions, as a list.
PyObject *core_words(const mw_kind *, const uint16_t *actions, Py_ssize_t count);
// Takes over a text of the library; NULL: out of memory.
PyObject *core_text_taken(char *);
// Calls back with a line of JSON. False: an exception is set.
bool core_tell(PyObject *call, const mw_writer *line);
// A whole number as int, other ones as float, NaN as None.
PyObject *core_number(double);

// ---- long work: it ends at a signal that raises an exception, and at a limit of time
typedef struct core_work {
    mw_stop stop;
    double until;            // the limit of time, in seconds by the clock
    bool failed;             // an exception is set
    bool late;               // the time is over
    PyThreadState *released; // NULL: this thread still holds Python's lock
} core_work;
double core_clock(void);
// `release`: other threads may run meanwhile, and nothing of Python may be touched. seconds 0: no
// limit.
void core_work_begin(core_work *, double seconds, bool release);
void core_work_hold(core_work *); // what follows calls Python: takes the lock again
bool core_work_end(core_work *);  // false: an exception is set
bool core_work_goes_on(void *work);

// Limits as Python passes them: states, bytes, seconds; 0: none. False: an exception is set.
bool core_limits(Py_ssize_t states, Py_ssize_t bytes, double seconds, mw_limits *);

// ---- heuristics of a program in Python
typedef struct core_own {
    PyObject *call, *shown; // `shown`: what its name is
    bool held;              // `call` and `maze` are references of this struct
    maze_object *maze;
    state_object *kept; // a state that nobody else has: the next call gets it again
    core_work *work;
    unsigned calls;
    mw_heuristic heuristic;
} core_own;
// Makes `heuristic` from what can be called, which is kept until core_own_end. False: an exception
// is set.
bool core_own_begin(core_own *, maze_object *, PyObject *call, core_work *);
void core_own_end(core_own *);
// A heuristic by its name, or from an expression, which becomes *made. NULL: an exception is set.
const mw_heuristic *core_heuristic_find(const mw_kind *, const char *text, mw_heuristic **made);

#endif
