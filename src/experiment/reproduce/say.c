// say.c: writes what jobs say: a line for each thing, a word and then its fields, with tabs between
// them. findings.c reads these lines.
#include "experiment/reproduce/reproduce.h"

#include <stdio.h>
#include <stdlib.h>

mw_name mw_named(const char *format, ...)
{
    mw_name name;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(name.text, sizeof name.text, format, arguments);
    va_end(arguments);
    return name;
}

void mw_say_figure(mw_writer *w, const char *table, const char *row, const char *column, double v)
{
    mw_write(w, "figure\t%s\t%s\t%s\t%.17g\n", table, row, column, v);
}

void mw_say_point(mw_writer *w, const char *chart, const char *series, double x, double y)
{
    mw_write(w, "point\t%s\t%s\t%.17g\t%.17g\n", chart, series, x, y);
}

void mw_say_band(mw_writer *w, const char *chart, const char *series, double x, double y,
                 double low, double high)
{
    mw_write(w, "point\t%s\t%s\t%.17g\t%.17g\t%.17g\t%.17g\n", chart, series, x, y, low, high);
}

void mw_say_maze(mw_writer *w, const char *chart, const mw_maze *m, const char *caption, ...)
{
    va_list arguments;
    char *id = mw_maze_print(m, "id");
    w->failed |= !id;
    mw_write(w, "maze\t%s\t", chart);
    va_start(arguments, caption);
    mw_write_list(w, caption, arguments);
    va_end(arguments);
    mw_write(w, "\t%s\n", id ? id : "");
    free(id);
}

void mw_say_remark(mw_writer *w, const char *table, const char *text, ...)
{
    va_list arguments;
    mw_write(w, "remark\t%s\t", table);
    va_start(arguments, text);
    mw_write_list(w, text, arguments);
    va_end(arguments);
    mw_write_char(w, '\n');
}

void mw_say_absent(mw_writer *w, const char *table, const char *row, const char *why)
{
    mw_write(w, "absent\t%s\t%s\t%s\n", table, row, why);
}
