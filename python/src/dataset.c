// dataset.c: datasets for Python: each maze is told as a line of JSON, the one that the command
// writes.
#include "core.h"

#include "api/dataset_line.h"

#include <stdlib.h>
#include <string.h>

typedef struct making {
    core_work work;
    const char *prompt; // NULL: all that is known
    PyObject *told;
} making;

static bool goes_on(void *context)
{
    return core_work_goes_on(&((making *)context)->work);
}

static bool take_item(void *context, const mw_dataset_item *item)
{
    making *m = context;
    mw_writer w = {0};
    mw_json_open(&w, NULL, '{');
    if (m->prompt)
        mw_answer_prompt(&w, item, m->prompt);
    else
        mw_answer_dataset(&w, item);
    mw_json_close(&w, '}');
    m->work.failed = m->work.failed || !core_tell(m->told, &w);
    free(w.text);
    return !m->work.failed;
}

// The texts of a tuple, which live as long as it. False: an exception is set.
static bool read_sources(PyObject *tuple, const char *sources[MW_DATASET_SOURCES + 1])
{
    Py_ssize_t count = PyTuple_Size(tuple);
    if (!count || count > MW_DATASET_SOURCES)
        return PyErr_Format(PyExc_ValueError, "a dataset is made of 1 to %d kinds of mazes",
                            MW_DATASET_SOURCES);
    for (Py_ssize_t i = 0; i < count; i++)
        if (!PyArg_Parse(PyTuple_GetItem(tuple, i), "s", &sources[i]))
            return false;
    return true;
}

// Pairs of a name and a percentage.
static bool read_splits(PyObject *tuple, mw_dataset_split splits[MW_DATASET_SPLITS],
                        unsigned *count)
{
    Py_ssize_t given = PyTuple_Size(tuple);
    if (given > MW_DATASET_SPLITS)
        return PyErr_Format(PyExc_ValueError, "a dataset has at most %d splits", MW_DATASET_SPLITS);
    for (Py_ssize_t i = 0; i < given; i++) {
        int percent;
        if (!PyArg_ParseTuple(PyTuple_GetItem(tuple, i), "si", &splits[i].name, &percent))
            return false;
        splits[i].percent = percent < 0 || percent > 100 ? 101 : (unsigned)percent;
    }
    *count = (unsigned)given;
    return true;
}

// [(source, band, wanted, found), ...]
static PyObject *cells_of(const mw_dataset_result *r)
{
    PyObject *list = PyList_New((Py_ssize_t)r->cell_count);
    for (unsigned i = 0; list && i < r->cell_count; i++) {
        const mw_dataset_cell *c = &r->cells[i];
        PyObject *cell = Py_BuildValue("(sIKK)", c->source, c->band, (unsigned long long)c->wanted,
                                       (unsigned long long)c->found);
        if (!cell || PyList_SetItem(list, (Py_ssize_t)i, cell))
            Py_CLEAR(list);
    }
    return list;
}

// dataset(sources, count, first band, last band, splits, unsolvable, seed, prompt, seconds, told):
// (cells, stopped)
PyObject *core_dataset(PyObject *module, PyObject *args)
{
    (void)module;
    making m = {0};
    PyObject *sources, *splits, *answer = NULL;
    Py_ssize_t count, seed;
    int first, last;
    double seconds;
    const char *prompt, *names[MW_DATASET_SOURCES + 1] = {NULL};
    mw_dataset_split parts[MW_DATASET_SPLITS];
    mw_dataset_plan plan = {.size = sizeof plan, .sources = names, .splits = parts};
    mw_error error = {0};
    if (!PyArg_ParseTuple(args, "O!niiO!dnzdO", &PyTuple_Type, &sources, &count, &first, &last,
                          &PyTuple_Type, &splits, &plan.unsolvable, &seed, &prompt, &seconds,
                          &m.told) ||
        !read_sources(sources, names) || !read_splits(splits, parts, &plan.split_count))
        return NULL;
    if (count < 1 || first < 1 || last < 1 || seed < 0)
        return PyErr_Format(PyExc_ValueError, "count and bands are above 0, seed is 0 or above");
    plan.count = (uint64_t)count;
    plan.first_band = (unsigned)first;
    plan.last_band = (unsigned)last;
    plan.seed = (uint64_t)seed;
    m.prompt = prompt ? mw_prompt_text(prompt, &error) : NULL;
    if ((prompt && !m.prompt) || !mw_dataset_valid(&plan, &error))
        return core_raise(&error);
    const mw_dataset_watch watch = {
        .size = sizeof watch, .context = &m, .item = take_item, .goes_on = goes_on};
    mw_dataset_result found = {0};
    core_work_begin(&m.work, seconds, true);
    bool done = mw_dataset_run(&plan, &watch, &found, &error);
    if (core_work_end(&m.work))
        answer = done ? Py_BuildValue("(NN)", cells_of(&found), PyBool_FromLong(found.stopped))
                      : core_raise(&error);
    mw_dataset_result_free(&found);
    return answer;
}
