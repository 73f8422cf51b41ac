// chart.c: curves for Python, drawn as the charts of reports are.
#include "core.h"

#include "draw/chart.h"

// Takes (name, xs, ys); xs and ys are bytes of doubles, which live as long as the tuple.
static bool read_curve(PyObject *tuple, mw_curve *c)
{
    const char *xs, *ys;
    Py_ssize_t x_bytes, y_bytes;
    if (!PyArg_ParseTuple(tuple, "zy#y#", &c->name, &xs, &x_bytes, &ys, &y_bytes))
        return false;
    c->x = (const double *)(const void *)xs;
    c->y = (const double *)(const void *)ys;
    c->count = (unsigned)(x_bytes / (Py_ssize_t)sizeof *c->x);
    if (x_bytes == y_bytes && x_bytes == (Py_ssize_t)(c->count * sizeof *c->x))
        return true;
    PyErr_SetString(PyExc_ValueError, "a curve needs as many x as y");
    return false;
}

// _chart(curves, dots, title, x, y, log_x, log_y): `curves` is a tuple.
PyObject *core_chart(PyObject *module, PyObject *args)
{
    (void)module;
    PyObject *tuple, *svg = NULL;
    int dots, log_x, log_y;
    mw_chart chart = {.alone = true};
    if (!PyArg_ParseTuple(args, "O!pzzzpp", &PyTuple_Type, &tuple, &dots, &chart.title,
                          &chart.x_label, &chart.y_label, &log_x, &log_y))
        return NULL;
    chart.form = dots ? MW_CHART_DOTS : MW_CHART_LINES;
    chart.log_x = log_x;
    chart.log_y = log_y;
    chart.curve_count = (unsigned)PyTuple_Size(tuple);
    mw_curve *curves = PyMem_Calloc((size_t)chart.curve_count + 1, sizeof *curves);
    if (!curves)
        return core_no_memory();
    chart.curves = curves;
    unsigned read = 0;
    while (read < chart.curve_count && read_curve(PyTuple_GetItem(tuple, read), &curves[read]))
        read++;
    if (read == chart.curve_count) {
        mw_writer w = {0};
        mw_write_bytes(&w, "", 0); // a text also where there is nothing to show
        mw_chart_write(&w, &chart);
        svg = core_text_taken(mw_writer_take(&w));
    }
    PyMem_Free(curves);
    return svg;
}
