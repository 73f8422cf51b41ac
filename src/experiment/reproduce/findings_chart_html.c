// findings_chart_html.c: the charts of findings: columns of a table as bars, stacks or lines, and
// the points that jobs say as lines or dots.
#include "experiment/reproduce/findings_html.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CURVES_MOST 32
#define WIDE        1120u // pixels
#define NARROW      540u

// A table and a chart of points may have the same name; lines of a table list its columns.
bool mw_chart_plan_of_table(const mw_chart_plan *plan)
{
    return plan->form == MW_CHART_BARS || plan->form == MW_CHART_STACKED ||
           (plan->form == MW_CHART_LINES && *plan->columns);
}

// ---- charts of a table

static bool listed(const char *list, const char *name)
{
    size_t length = strlen(name);
    for (const char *p = list; (p = strstr(p, name)); p += length)
        if ((p == list || p[-1] == ',') && (!p[length] || p[length] == ','))
            return true;
    return !*list;
}

typedef struct bars {
    mw_curve curves[CURVES_MOST];
    char names[CURVES_MOST][80];
    // For each curve, the values of all rows, and the ends of their intervals; then the numbers of
    // the rows, from 1.
    double *values;
    unsigned count, rows;
    bool lines, bars; // else stacks
    bool intervals;   // there are some
} bars;

static double *row_numbers(const bars *b)
{
    return b->values + (size_t)CURVES_MOST * 3 * b->rows;
}

static unsigned rows_of(const mw_chart_plan *plan, const mw_findings_table *t)
{
    return plan->rows && plan->rows < t->row_count ? plan->rows : t->row_count;
}

static double value_of(const mw_figure *g, bool published)
{
    if (!g || (published ? !*g->published : !g->said))
        return NAN;
    return published ? strtod(g->published, NULL) : g->measured;
}

static bool column_has(const mw_findings_table *t, unsigned column, unsigned rows, bool published)
{
    bool any = false;
    for (unsigned r = 0; r < rows; r++)
        any |= !isnan(value_of(t->cells[r * t->column_count + column], published));
    return any;
}

bool mw_chart_plan_is_wide(const mw_chart_plan *plan, const mw_findings_table *t)
{
    unsigned curves = 0, rows = rows_of(plan, t);
    for (unsigned c = 0; plan->form == MW_CHART_BARS && c < t->column_count; c++)
        if (listed(plan->columns, t->columns[c]))
            curves += column_has(t, c, rows, true) + column_has(t, c, rows, false);
    return curves * rows > 40 ||
           (plan->form != MW_CHART_LINES && !mw_chart_labels_fit(t->rows, rows, NARROW));
}

// Adds a column, as published or as measured, unless it is empty.
static void add_bars(bars *b, const mw_findings_table *t, unsigned column, bool published,
                     unsigned colour)
{
    if (b->count == CURVES_MOST || !column_has(t, column, b->rows, published))
        return;
    double *y = b->values + (size_t)b->count * 3 * b->rows, *low = y + b->rows,
           *high = low + b->rows;
    for (unsigned r = 0; r < b->rows; r++) {
        const mw_figure *g = t->cells[r * t->column_count + column];
        y[r] = value_of(g, published);
        low[r] = g ? g->low : (double)NAN;
        high[r] = g ? g->high : (double)NAN;
        b->intervals |= b->bars && !published && !isnan(low[r]);
    }
    snprintf(b->names[b->count], sizeof *b->names, "%s%s", t->columns[column],
             published ? ", published" : "");
    b->curves[b->count] = (mw_curve){.name = b->names[b->count],
                                     .x = b->lines ? row_numbers(b) : NULL,
                                     .y = y,
                                     .low = b->bars && !published ? low : NULL,
                                     .high = b->bars && !published ? high : NULL,
                                     .count = b->rows,
                                     .colour = colour,
                                     .hollow = published};
    b->count++;
}

// The caption has the title, and says what the forms of drawing mean that occur in the chart.
static void write_figure(mw_writer *w, const mw_chart *p, bool intervals)
{
    mw_writer svg = {0};
    bool hollow = false, filled = false;
    for (const mw_curve *c = p->curves; c < p->curves + p->curve_count; c++) {
        hollow |= c->hollow;
        filled |= !c->hollow;
    }
    mw_chart_write(&svg, p);
    if (svg.length) {
        mw_write(w, p->width == NARROW ? "<figure class=\"half\">\n%s" : "<figure>\n%s", svg.text);
        mw_html_write(w, "<figcaption>%s.%s%s</figcaption></figure>\n", p->title,
                      hollow && filled ? " Dashed: published; solid: ours." : "",
                      intervals ? " Lines with ends: the intervals." : "");
    }
    w->failed |= svg.failed;
    free(svg.text);
}

static void plot_bars(mw_writer *w, const mw_chart_plan *plan, const mw_findings_table *t,
                      const bars *b)
{
    mw_chart p = {.form = plan->form,
                  .title = plan->title,
                  .captioned = true,
                  .x_label = plan->x_label,
                  .y_label = plan->y_label,
                  .labels = t->rows,
                  .label_count = b->rows,
                  .curves = b->curves,
                  .curve_count = b->count,
                  .log_y = plan->log_y,
                  .width = mw_chart_plan_is_wide(plan, t) ? WIDE : NARROW,
                  .height = 300};
    write_figure(w, &p, b->intervals);
}

// What was published stands beside what was measured, and is hollow.
void mw_findings_chart_table(mw_writer *w, const mw_chart_plan *plan, const mw_findings_table *t)
{
    bars b = {.rows = rows_of(plan, t),
              .lines = plan->form == MW_CHART_LINES,
              .bars = plan->form == MW_CHART_BARS};
    unsigned colour = 0;
    b.values = malloc((size_t)b.rows * (3 * CURVES_MOST + 1) * sizeof *b.values + 1);
    if (!b.values) {
        w->failed = true;
        return;
    }
    for (unsigned r = 0; r < b.rows; r++)
        row_numbers(&b)[r] = r + 1;
    for (unsigned c = 0; c < t->column_count; c++)
        if (listed(plan->columns, t->columns[c])) {
            colour++;
            add_bars(&b, t, c, true, colour);
            add_bars(&b, t, c, false, colour);
        }
    if (b.count)
        plot_bars(w, plan, t, &b);
    free(b.values);
}

// ---- charts of points

static int by_x(const void *a, const void *b)
{
    const mw_said_point *p = a, *q = b;
    return p->x < q->x ? -1 : p->x > q->x;
}

static bool has_curve(const mw_curve *curves, unsigned count, const char *name)
{
    unsigned i = 0;
    while (i < count && strcmp(curves[i].name, name))
        i++;
    return i < count;
}

// The curve to which a point belongs, by x. Its numbers, four for each point, go into `numbers`;
// `points` has room for all points of the findings.
static mw_curve curve_of(const mw_findings *f, const mw_said_point *one, mw_said_point *points,
                         double *numbers)
{
    unsigned n = 0;
    bool band = true;
    for (size_t i = 0; i < f->point_count; i++)
        if (!strcmp(f->points[i].chart, one->chart) && !strcmp(f->points[i].series, one->series))
            points[n++] = f->points[i];
    qsort(points, n, sizeof *points, by_x);
    double *x = numbers, *y = x + n, *low = y + n, *high = low + n;
    for (unsigned i = 0; i < n; i++) {
        x[i] = points[i].x;
        y[i] = points[i].y;
        low[i] = points[i].low;
        high[i] = points[i].high;
        band = band && !isnan(low[i]);
    }
    return (mw_curve){.name = one->series,
                      .x = x,
                      .y = y,
                      .low = band ? low : NULL,
                      .high = band ? high : NULL,
                      .count = n,
                      .hollow = !strncmp(one->series, "published", 9)};
}

void mw_findings_chart_points(mw_writer *w, const mw_findings *f, const mw_chart_plan *plan)
{
    mw_curve curves[CURVES_MOST];
    unsigned n = 0;
    mw_said_point *points = malloc((f->point_count + 1) * sizeof *points);
    double *numbers = malloc((4 * f->point_count + 1) * sizeof *numbers), *free_from = numbers;
    bool ok = points && numbers;
    w->failed |= !ok;
    for (size_t i = 0; ok && i < f->point_count && n < CURVES_MOST; i++)
        if (!strcmp(f->points[i].chart, plan->name) && !has_curve(curves, n, f->points[i].series)) {
            curves[n] = curve_of(f, &f->points[i], points, free_from);
            free_from += 4 * (size_t)curves[n++].count;
        }
    mw_chart p = {.form = plan->form,
                  .title = plan->title,
                  .captioned = true,
                  .x_label = plan->x_label,
                  .y_label = plan->y_label,
                  .curves = curves,
                  .curve_count = n,
                  .log_x = plan->log_x,
                  .log_y = plan->log_y,
                  .height = 340};
    write_figure(w, &p, false);
    free(points);
    free(numbers);
}
