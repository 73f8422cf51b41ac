// say.c: writes what jobs say: a line for each thing, a word and then its fields, with tabs between
// them. findings.c reads these lines.
#include "experiment/reproduce/reproduce.h"

#include <math.h>
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

// A figure, what it is a statistic of, and the two numbers that belong to that.
static void say_sampled(mw_writer *w, const char *const names[3], double v, const char *sampled,
                        double first, double second)
{
    mw_write(w, "figure\t%s\t%s\t%s\t%.17g\t%s\t%.17g\t%.17g\n", names[0], names[1], names[2], v,
             sampled, first, second);
}

void mw_say_share(mw_writer *w, const char *table, const char *row, const char *column,
                  double count, double of)
{
    say_sampled(w, (const char *[]){table, row, column}, 100 * count / of, "share", of, 0);
}

void mw_say_mean(mw_writer *w, const char *table, const char *row, const char *column,
                 const mw_moments *m)
{
    double mean = m->count > 0 ? m->mean : (double)NAN;
    say_sampled(w, (const char *[]){table, row, column}, mean, "mean", m->count,
                mw_moments_deviation(m));
}

void mw_say_ratio(mw_writer *w, const char *table, const char *row, const char *column,
                  const mw_moments *m)
{
    double mean = m->count > 0 ? m->mean : (double)NAN;
    say_sampled(w, (const char *[]){table, row, column}, mean, "ratio", m->count,
                mw_moments_deviation(m));
}

void mw_say_sum(mw_writer *w, const char *table, const char *row, const char *column,
                const mw_moments *m, double size)
{
    double sum = m->count > 0 ? size * m->mean : (double)NAN;
    say_sampled(w, (const char *[]){table, row, column}, sum, "sum", m->count,
                mw_moments_deviation(m));
}

void mw_say_runs(mw_writer *w, const char *table, const char *row, const char *column,
                 double *values, size_t count)
{
    bool enough = count >= MW_RUNS_LEAST;
    double low = enough ? mw_quantile(values, count, 0.025) : (double)NAN;
    double high = enough ? mw_quantile(values, count, 0.975) : (double)NAN;
    say_sampled(w, (const char *[]){table, row, column}, mw_quantile(values, count, 0.5), "runs",
                low, high);
}

void mw_say_test(mw_writer *w, const char *table, const char *row, const char *column, double p)
{
    say_sampled(w, (const char *[]){table, row, column}, p, "test", MW_P_LEAST, 1);
}

void mw_say_time(mw_writer *w, const char *table, const char *row, const char *column, double v)
{
    mw_write(w, "time\t%s\t%s\t%s\t%.17g\n", table, row, column, v);
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

void mw_say_no_maze(mw_writer *w, const char *table, const char *row, bool absent)
{
    mw_write(w, "%s\t%s\t%s\t%s\n", absent ? "no maze" : "absent", table, row,
             absent ? "no map" : "its map cannot be read");
}
