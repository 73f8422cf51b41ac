// findings_html.c: findings as a page: an overview, then for each paper its tables, with published
// and measured figures side by side, its charts and its mazes.
#include "mazewright/scene.h"
#include "draw/html.h"
#include "experiment/reproduce/findings.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NOTES_MOST  40
#define CURVES_MOST 32

// How a verdict looks: its class, and a sign that shows it without colours.
static const struct {
    const char *css, *sign;
} looks[] = {[MW_FIGURE_SAME] = {"good", " ="},
             [MW_FIGURE_DIFFERS] = {"odd", " ≠"},
             [MW_FIGURE_CHANGED] = {"bad", " ✗"},
             [MW_FIGURE_OURS] = {"", ""},
             [MW_FIGURE_ABSENT] = {"dim", ""}};

static void paragraph(mw_writer *w, const char *css, const char *text)
{
    mw_html_write(w, "<p class=\"%s\">%s</p>\n", css, text);
}

// ---- the overview

static void write_overview(mw_writer *w, const mw_findings *all, unsigned count)
{
    mw_write(w, "<p>Published figures and ours, side by side: <span class=\"good\">= the same"
                "</span>, <span class=\"odd\">≠ different, and why is noted</span>, "
                "<span class=\"bad\">✗ different, though it used to be the same</span>.</p>\n"
                "<table><tr><th>paper</th><th>published</th><th>same</th><th>differ, explained</th>"
                "<th>differ, unexpected</th><th>not measured</th><th>further ones of ours</th>"
                "</tr>\n");
    for (const mw_findings *f = all; f < all + count; f++) {
        unsigned n[MW_FIGURE_VERDICTS];
        mw_findings_count(f, n);
        unsigned published =
            n[MW_FIGURE_SAME] + n[MW_FIGURE_DIFFERS] + n[MW_FIGURE_CHANGED] + n[MW_FIGURE_ABSENT];
        mw_html_write(w, "<tr><td><a href=\"#%s\">%s</a></td><td>%u</td>", f->paper, f->title,
                      published);
        mw_write(
            w, "<td class=\"good\">%u</td><td>%u</td><td%s>%u</td><td>%u</td><td>%u</td></tr>\n",
            n[MW_FIGURE_SAME], n[MW_FIGURE_DIFFERS], n[MW_FIGURE_CHANGED] ? " class=\"bad\"" : "",
            n[MW_FIGURE_CHANGED], n[MW_FIGURE_ABSENT], n[MW_FIGURE_OURS]);
    }
    mw_write(w, "</table>\n");
}

// ---- a table

typedef struct notes {
    const char *text[NOTES_MOST];
    unsigned count;
} notes;

// The number of a note, from 1; the same sentence has the same number.
static unsigned note_number(notes *n, const char *text)
{
    unsigned i = 0;
    while (i < n->count && strcmp(n->text[i], text))
        i++;
    if (i == n->count && i < NOTES_MOST)
        n->text[n->count++] = text;
    return i + 1;
}

static bool column_published(const mw_findings_table *t, unsigned column)
{
    for (unsigned r = 0; r < t->row_count; r++) {
        const mw_figure *g = t->cells[r * t->column_count + column];
        if (g && *g->published)
            return true;
    }
    return false;
}

static void write_measured(mw_writer *w, const mw_figure *g, notes *n)
{
    mw_figure_verdict v = mw_figure_judge(g);
    mw_write(w, "<td class=\"%s\" title=\"%s\">", looks[v].css, mw_figure_verdict_name(v));
    mw_figure_write(w, g);
    mw_write(w, "%s", looks[v].sign);
    if (g->said && !isnan(g->least))
        mw_write(w, " <span class=\"dim\">[%g..%g]</span>", g->least, g->most);
    if (*g->note && v != MW_FIGURE_SAME && v != MW_FIGURE_ABSENT)
        mw_write(w, "<sup>%u</sup>", note_number(n, g->note));
    mw_write(w, "</td>");
}

static const char *why_absent(const mw_findings *f, const char *table, const char *row)
{
    for (size_t i = 0; i < f->remark_count; i++)
        if (!strcmp(f->remarks[i].table, table) && !strcmp(f->remarks[i].row, row))
            return f->remarks[i].text;
    return "";
}

static void write_row(mw_writer *w, const mw_findings *f, const mw_findings_table *t, unsigned row,
                      notes *n)
{
    const char *absent = why_absent(f, t->name, t->rows[row]);
    mw_html_write(w, "<tr><td>%s", t->rows[row]);
    if (*absent)
        mw_html_write(w, " <span class=\"dim\">(%s)</span>", absent);
    mw_write(w, "</td>");
    for (unsigned c = 0; c < t->column_count; c++) {
        const mw_figure *g = t->cells[row * t->column_count + c];
        bool published = column_published(t, c);
        if (published)
            mw_html_write(w, "<td class=\"first\">%s</td>", g ? g->published : "");
        if (g)
            write_measured(w, g, n);
        else
            mw_write(w, "<td></td>");
    }
    mw_write(w, "</tr>\n");
}

static void write_table_head(mw_writer *w, const mw_findings_table *t)
{
    mw_write(w, "<tr><th rowspan=\"2\"></th>");
    for (unsigned c = 0; c < t->column_count; c++) {
        bool published = column_published(t, c);
        mw_html_write(w,
                      published ? "<th class=\"first\" colspan=\"2\">%s</th>"
                                : "<th class=\"first\">%s</th>",
                      t->columns[c]);
    }
    mw_write(w, "</tr>\n<tr>");
    for (unsigned c = 0; c < t->column_count; c++)
        mw_write(w, column_published(t, c) ? "<th class=\"first\">paper</th><th>ours</th>"
                                           : "<th class=\"first\">ours</th>");
    mw_write(w, "</tr>\n");
}

static void write_table(mw_writer *w, const mw_findings *f, const mw_findings_table *t)
{
    notes n = {.count = 0};
    mw_html_write(w, "<h3>%s</h3>\n<div class=\"beside\"><div class=\"wide\"><table>\n", t->name);
    write_table_head(w, t);
    for (unsigned r = 0; r < t->row_count; r++)
        write_row(w, f, t, r, &n);
    mw_write(w, "</table>\n");
    for (unsigned i = 0; i < n.count; i++) {
        mw_html_write(w, "<p class=\"odd\"><sup>%u</sup> %s</p>\n", i + 1, n.text[i]);
    }
    for (size_t i = 0; i < f->remark_count; i++)
        if (!strcmp(f->remarks[i].table, t->name) && !*f->remarks[i].row)
            paragraph(w, "dim", f->remarks[i].text);
    mw_write(w, "</div>\n"); // charts follow, beside the table
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
    double *values; // CURVES_MOST * rows
    unsigned count, rows;
} bars;

// Adds a column, as published or as measured, unless it is empty.
static void add_bars(bars *b, const mw_findings_table *t, unsigned column, bool published,
                     bool hollow, unsigned colour)
{
    if (b->count == CURVES_MOST)
        return;
    double *y = b->values + (size_t)b->count * b->rows;
    bool any = false;
    for (unsigned r = 0; r < b->rows; r++) {
        const mw_figure *g = t->cells[r * t->column_count + column];
        y[r] = !g              ? NAN
               : !published    ? (g->said ? g->measured : NAN)
               : *g->published ? strtod(g->published, NULL)
                               : NAN;
        any |= !isnan(y[r]);
    }
    if (!any)
        return;
    snprintf(b->names[b->count], sizeof *b->names, "%s%s", t->columns[column],
             hollow ? ", published" : "");
    b->curves[b->count] = (mw_curve){
        .name = b->names[b->count], .y = y, .count = b->rows, .colour = colour, .hollow = hollow};
    b->count++;
}

static void write_figure(mw_writer *w, const mw_chart *p)
{
    mw_writer svg = {0};
    mw_chart_write(&svg, p);
    if (svg.length)
        mw_write(w, "<figure>\n%s</figure>\n", svg.text);
    w->failed |= svg.failed;
    free(svg.text);
}

static void plot_bars(mw_writer *w, const mw_chart_plan *plan, const mw_findings_table *t,
                      const bars *b, const char *title)
{
    mw_chart p = {.form = plan->form,
                  .title = title,
                  .x_label = plan->x_label,
                  .y_label = plan->y_label,
                  .labels = t->rows,
                  .label_count = b->rows,
                  .curves = b->curves,
                  .curve_count = b->count,
                  .log_y = plan->log_y,
                  .width = b->rows * b->count > 40 ? 1120 : 540,
                  .height = 300};
    write_figure(w, &p);
}

// Published bars stand beside measured ones, and are hollow. Stacks cannot, so there are two
// charts.
static void chart_table(mw_writer *w, const mw_chart_plan *plan, const mw_findings_table *t)
{
    bars b = {.rows = plan->rows && plan->rows < t->row_count ? plan->rows : t->row_count};
    bool stacked = plan->form == MW_CHART_STACKED;
    b.values = malloc((size_t)b.rows * CURVES_MOST * sizeof *b.values + 1);
    if (!b.values) {
        w->failed = true;
        return;
    }
    for (int published = 1; published >= 0; published--) {
        unsigned colour = 0;
        for (unsigned c = 0; c < t->column_count; c++) {
            if (!listed(plan->columns, t->columns[c]))
                continue;
            colour++;
            if (stacked)
                add_bars(&b, t, c, published, false, colour);
            else if (published) {
                add_bars(&b, t, c, true, true, colour);
                add_bars(&b, t, c, false, false, colour);
            }
        }
        char title[200];
        snprintf(title, sizeof title, "%s%s", plan->title,
                 !stacked    ? ""
                 : published ? ": published"
                             : ": ours");
        if (b.count)
            plot_bars(w, plan, t, &b, title);
        b.count = 0;
    }
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

static void chart_points(mw_writer *w, const mw_findings *f, const mw_chart_plan *plan)
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
                  .x_label = plan->x_label,
                  .y_label = plan->y_label,
                  .curves = curves,
                  .curve_count = n,
                  .log_x = plan->log_x,
                  .log_y = plan->log_y,
                  .height = 340};
    write_figure(w, &p);
    free(points);
    free(numbers);
}

// A table and a chart of points may have the same name.
static bool of_table(const mw_chart_plan *plan)
{
    return plan->form == MW_CHART_BARS || plan->form == MW_CHART_STACKED;
}

// ---- mazes

static void write_maze(mw_writer *w, const mw_said_maze *said)
{
    mw_error error;
    mw_scene scene = {0};
    mw_state start;
    mw_maze *m = mw_maze_from_id(said->id, &error);
    char *svg = NULL;
    if (m)
        m->kind->rules->start(m, &start);
    if (m && mw_scene_draw(&scene, m, &start))
        svg = mw_scene_svg(&scene, &(mw_style){.theme = MW_THEME_LIGHT, .scale = 22});
    mw_html_write(w, "<figure title=\"%s\">", said->id);
    mw_write(w, "%s", svg ? svg : "");
    mw_html_write(w, "<figcaption>%s</figcaption></figure>\n", said->caption);
    free(svg);
    mw_scene_free(&scene);
    mw_maze_free(m);
}

static void write_mazes(mw_writer *w, const mw_findings *f)
{
    for (size_t i = 0; i < f->maze_count; i++) {
        const char *chart = f->mazes[i].chart;
        size_t first = 0;
        while (strcmp(f->mazes[first].chart, chart))
            first++;
        if (first < i)
            continue; // written together with the first of this name
        mw_html_write(w, "<h3>%s</h3>\n", chart);
        for (size_t k = i; k < f->maze_count; k++)
            if (!strcmp(f->mazes[k].chart, chart))
                write_maze(w, &f->mazes[k]);
    }
}

// ---- the page

static void write_paper(mw_writer *w, const mw_findings *f)
{
    unsigned count;
    mw_findings_table *tables = mw_findings_tables(f, &count);
    mw_html_write(w, "<h2 id=\"%s\">%s</h2>\n", f->paper, f->title);
    paragraph(w, "dim", f->source);
    for (size_t i = 0; i < f->failure_count; i++)
        paragraph(w, "bad", f->failures[i].text);
    w->failed |= !tables;
    for (unsigned i = 0; tables && i < count; i++) {
        write_table(w, f, &tables[i]);
        for (size_t c = 0; c < f->chart_count; c++)
            if (of_table(&f->charts[c]) && !strcmp(f->charts[c].name, tables[i].name))
                chart_table(w, &f->charts[c], &tables[i]);
        mw_write(w, "</div>\n");
    }
    for (size_t c = 0; c < f->chart_count; c++)
        if (!of_table(&f->charts[c]))
            chart_points(w, f, &f->charts[c]);
    write_mazes(w, f);
    mw_findings_tables_free(tables, tables ? count : 0);
}

void mw_findings_report(mw_writer *w, const mw_findings *all, unsigned count)
{
    mw_html_begin(w, "The papers' figures, measured again");
    write_overview(w, all, count);
    for (unsigned i = 0; i < count; i++)
        write_paper(w, &all[i]);
    mw_write(w, "<p class=\"dim\">mazewright %s</p>\n", mw_version());
    mw_html_end(w);
}
