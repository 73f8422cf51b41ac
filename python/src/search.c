// search.c: searches and audits for Python: with the heuristics of the library, or with functions
// of the program; with the events of a search.
#include "core.h"

#include <stdlib.h>

// ---- events

typedef struct record {
    maze_object *maze;
    core_work *work;
    PyObject *events;
    Py_ssize_t most;
} record;

static PyObject *id_or_none(uint32_t id)
{
    if (id == MW_FAR)
        Py_RETURN_NONE;
    return PyLong_FromUnsignedLong(id);
}

static PyObject *state_or_none(maze_object *maze, const mw_state *s, bool lost)
{
    if (!s)
        Py_RETURN_NONE;
    return core_new_state(maze, s, lost);
}

static PyObject *event_values(const record *r, const mw_event *e)
{
    bool moved = e->from && e->type != MW_EVENT_SOURCE;
    const mw_action *actions = r->maze->maze->kind->rules->actions;
    return Py_BuildValue("{sssNsNsNsNszsNsIsKsNsNsIsz}", "type", mw_event_name(e->type), "state",
                         state_or_none(r->maze, e->state, e->status == MW_LOST), "from",
                         state_or_none(r->maze, e->from, false), "id", id_or_none(e->id), "parent",
                         id_or_none(e->parent), "action", moved ? actions[e->action].word : NULL,
                         "fresh", PyBool_FromLong(e->fresh), "moves", e->moves, "g",
                         (unsigned long long)e->g, "h", id_or_none(e->h), "f", core_number(e->f),
                         "bound", e->bound, "why", e->why);
}

static void keep_event(void *context, const mw_event *e)
{
    record *r = context;
    if (r->work->failed || r->work->late)
        return;
    if (PyList_Size(r->events) >= r->most) {
        r->work->late = true; // there is no more to be told
        return;
    }
    PyObject *event = event_values(r, e);
    r->work->failed = !event || PyList_Append(r->events, event);
    Py_XDECREF(event);
}

// ---- searching

static PyObject *result_values(const mw_maze *m, const mw_result *r, double seconds)
{
    bool solved = r->outcome == MW_OUTCOME_SOLVED;
    PyObject *text = solved ? core_text_taken(mw_moves_print(m->kind, r->actions, r->moves))
                            : core_text_or_none(NULL);
    if (!text)
        return NULL;
    return Py_BuildValue(
        "{sssNssszsNsNsNsNsNsKsKsKsKsKsKsd}", "algorithm", r->algorithm, "heuristic",
        core_text_or_none(r->heuristic), "outcome", mw_outcome_name(r->outcome), "limit",
        r->limit == MW_WITHIN ? NULL : mw_limit_name(r->limit), "optimal",
        PyBool_FromLong(r->optimal), "moves", text, "actions",
        core_words(m->kind, r->actions, (Py_ssize_t)r->moves), "length",
        core_number(solved ? (double)r->moves : NAN), "cost",
        core_number(solved ? (double)r->cost : NAN), "expanded", (unsigned long long)r->expanded,
        "generated", (unsigned long long)r->generated, "reopened", (unsigned long long)r->reopened,
        "frontier", (unsigned long long)r->frontier, "stored", (unsigned long long)r->stored,
        "bytes", (unsigned long long)r->bytes, "seconds", seconds);
}

typedef struct search {
    mw_search_options options;
    core_own own;
    core_work work;
    record record;
    double seconds; // the limit
    bool prove;
} search;

// None, a text, or what can be called.
static bool read_heuristic(search *s, maze_object *maze, PyObject *given)
{
    if (given == Py_None)
        return true;
    if (PyUnicode_Check(given))
        return PyArg_Parse(given, "s", &s->options.heuristic);
    s->options.own = &s->own.heuristic;
    return core_own_begin(&s->own, maze, given, &s->work);
}

// Once it is late, a function is not called any more. Then what was found and proven does not
// count.
static void forget_what_came_late(const search *s, bool proven, mw_result *r)
{
    if (!s->options.own || !s->work.late)
        return;
    if (!proven) {
        free(r->actions);
        r->actions = NULL;
        r->moves = 0;
        r->outcome = MW_OUTCOME_LIMIT;
        r->limit = MW_LIMIT_STOPPED;
    }
    r->optimal = false;
}

static PyObject *run(search *s, maze_object *maze)
{
    const mw_maze *m = maze->maze;
    mw_error error = {0};
    mw_result r;
    double begun = core_clock();
    core_work_begin(&s->work, s->seconds, !s->options.own && !s->options.event);
    bool done = mw_search(m, &s->options, &r, &error);
    double taken = core_clock() - begun;
    bool prove = done && s->prove && !s->options.event && !s->work.failed && !s->work.late;
    if (prove)
        mw_search_prove(m, &s->options, &r);
    if (done)
        forget_what_came_late(s, prove, &r);
    PyObject *values = NULL;
    if (core_work_end(&s->work))
        values = done ? result_values(m, &r, taken) : core_raise(&error);
    if (done)
        mw_result_free(&r);
    return values;
}

// As the command does, refuses what this algorithm has no use for.
static bool has_use_for(const mw_search_options *o, PyObject *heuristic)
{
    const mw_algorithm *a = mw_algorithm_find(o->algorithm ? o->algorithm : "bfs");
    if (a && !a->informed && heuristic != Py_None)
        PyErr_SetString(PyExc_ValueError, "a heuristic is for informed algorithms, such as astar");
    else if (a && !a->weighted && o->weight != 0)
        PyErr_SetString(PyExc_ValueError,
                        "a weight is for algorithms that have one, such as wastar");
    return !PyErr_Occurred();
}

// _search(algorithm, heuristic, weight, states, bytes, seconds, prove, exhaust, events): a dict, or
// with events (dict, list of events)
PyObject *core_search(PyObject *self, PyObject *args)
{
    maze_object *maze = (maze_object *)self;
    search s = {.options.size = sizeof s.options};
    Py_ssize_t states, bytes;
    int prove, exhaust;
    PyObject *given, *values = NULL;
    if (!PyArg_ParseTuple(args, "zOdnndppn", &s.options.algorithm, &given, &s.options.weight,
                          &states, &bytes, &s.seconds, &prove, &exhaust, &s.record.most) ||
        !core_limits(states, bytes, s.seconds, &s.options.limits) ||
        !has_use_for(&s.options, given))
        return NULL;
    s.prove = prove;
    s.options.exhaust = exhaust;
    if (s.record.most > 0) {
        s.record.maze = maze;
        s.record.work = &s.work;
        s.record.events = PyList_New(0);
        s.options.event = keep_event;
        s.options.event_context = &s.record;
    }
    if ((!s.options.event || s.record.events) && read_heuristic(&s, maze, given))
        values = run(&s, maze);
    core_own_end(&s.own);
    if (values && s.record.events)
        return Py_BuildValue("(NN)", values, s.record.events);
    Py_XDECREF(s.record.events);
    return values;
}

// ---- auditing

static PyObject *over_of(maze_object *maze, const mw_audit *a)
{
    if (a->admissible)
        Py_RETURN_NONE;
    return Py_BuildValue("{sNsNsI}", "state", core_new_state(maze, &a->over, false), "estimate",
                         id_or_none(a->over_estimate), "exact", a->over_exact);
}

static PyObject *drop_of(maze_object *maze, const mw_audit *a)
{
    if (a->consistent)
        Py_RETURN_NONE;
    return Py_BuildValue("{sNsNsNsNsIss}", "from", core_new_state(maze, &a->from, false), "to",
                         core_new_state(maze, &a->to, false), "from_estimate",
                         id_or_none(a->from_estimate), "to_estimate", id_or_none(a->to_estimate),
                         "cost", a->edge_cost, "action",
                         maze->maze->kind->rules->actions[a->action].word);
}

static PyObject *audit_values(maze_object *maze, const mw_audit *a)
{
    return Py_BuildValue(
        "{sNsKsNsNsNsKsKsNsdsIsKsNsN}", "heuristic", core_text(a->heuristic->name), "states",
        (unsigned long long)a->states, "admissible", PyBool_FromLong(a->admissible), "consistent",
        PyBool_FromLong(a->consistent), "exact", PyBool_FromLong(a->exact), "overestimated",
        (unsigned long long)a->overestimated, "inconsistent", (unsigned long long)a->inconsistent,
        "worst", id_or_none(a->worst), "mean_error", a->mean_error, "gap", a->gap, "exact_states",
        (unsigned long long)a->exact_states, "overestimate", over_of(maze, a), "inconsistency",
        drop_of(maze, a));
}

// _audit(heuristic, states, bytes, seconds)
PyObject *core_audit(PyObject *self, PyObject *args)
{
    maze_object *maze = (maze_object *)self;
    const mw_maze *m = maze->maze;
    Py_ssize_t states, bytes;
    double seconds;
    PyObject *given, *values = NULL;
    search s = {0};
    mw_heuristic *made = NULL;
    mw_audit a;
    if (!PyArg_ParseTuple(args, "Onnd", &given, &states, &bytes, &seconds) ||
        !core_limits(states, bytes, seconds, &s.options.limits))
        return NULL;
    const mw_heuristic *h = NULL;
    if (read_heuristic(&s, maze, given))
        h = s.options.own             ? s.options.own
            : s.options.heuristic     ? core_heuristic_find(m->kind, s.options.heuristic, &made)
            : mw_heuristic_default(m) ? mw_heuristic_default(m)
                                      : core_heuristic_find(m->kind, "zero", &made);
    if (h) {
        mw_limit hit = MW_WITHIN;
        core_work_begin(&s.work, seconds, true);
        mw_graph *g = mw_graph_build(m, true, &s.options.limits, &hit);
        if (s.options.own)
            core_work_hold(&s.work);
        bool audited = g && mw_audit_run(g, h, &a) && !s.work.failed && !s.work.late;
        mw_graph_free(g);
        if (core_work_end(&s.work))
            values = audited ? audit_values(maze, &a)
                             : core_raise_limit(hit != MW_WITHIN ? hit
                                                : s.work.late    ? MW_LIMIT_STOPPED
                                                                 : MW_LIMIT_MEMORY,
                                                &s.options.limits);
    }
    mw_heuristic_free(made);
    core_own_end(&s.own);
    return values;
}
