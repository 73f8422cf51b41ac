// say.c: writes what jobs say: a line for each thing, a word and then its fields, with tabs between
// them. findings.c reads these lines.
#include "experiment/reproduce/reproduce.h"

#include <stdlib.h>

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

void mw_say_maze(mw_writer *w, const char *chart, const char *caption, const mw_maze *m)
{
    char *id = mw_maze_print(m, "id");
    if (id)
        mw_write(w, "maze\t%s\t%s\t%s\n", chart, caption, id);
    else
        w->failed = true;
    free(id);
}

void mw_say_remark(mw_writer *w, const char *table, const char *text)
{
    mw_write(w, "remark\t%s\t%s\n", table, text);
}

void mw_say_absent(mw_writer *w, const char *table, const char *row, const char *why)
{
    mw_write(w, "absent\t%s\t%s\t%s\n", table, row, why);
}
