// report_html.c: the page of an experiment: the plan, tables of all configurations, plots of how
// many mazes each answered with which effort, and a comparison of two configurations maze by maze.
#include "mazewright/plugin.h"
#include "core/text.h"
#include "experiment/report.h"
#include "search/search.h"
#include "draw/chart.h"
#include "draw/html.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define COLOURS 8 // of a chart

typedef struct page {
    mw_writer *w;
    const mw_sheet *sheet;
    bool ok; // false: memory ran out
} page;

static void heads(page *p, const char *const *names)
{
    mw_write(p->w, "<div class=\"wide\"><table><tr>");
    for (; *names; names++)
        mw_write(p->w, "<th>%s</th>", *names);
    mw_write(p->w, "</tr>\n");
}

static void number_cell(page *p, double x)
{
    mw_write(p->w, "<td>");
    mw_html_number(p->w, x);
    mw_write(p->w, "</td>");
}

static void end_table(page *p)
{
    mw_write(p->w, "</table></div>\n");
}

// ---- what was asked

static void head(page *p)
{
    const mw_sheet *s = p->sheet;
    mw_html_begin(p->w, "Experiment");
    mw_write(p->w, "<p>");
    mw_html_number(p->w, (double)s->count);
    mw_write(p->w, " of ");
    mw_html_number(p->w, (double)s->plan.run_count);
    mw_write(p->w, " runs: %u mazes, %u configurations, each %u time%s. Mazewright ",
             s->plan.maze_count, s->plan.configuration_count, s->plan.repeats,
             s->plan.repeats > 1 ? "s" : "");
    mw_html_text(p->w, s->version);
    mw_write(p->w,
             "; plan %016" PRIx64 ", results %016" PRIx64 " (the same for the same results; the "
             "seconds are not in it).</p>\n<details><summary>The plan</summary><pre>",
             s->plan.hash, mw_sheet_digest(s));
    mw_html_text(p->w, s->plan.text);
    mw_write(p->w, "</pre></details>\n");
}

// ---- tables

static void summary_table(page *p, const mw_kind *kind)
{
    static const char *const names[] = {
        "configuration", "mazes", "solved", "unsolvable", "limit", "expanded", "generated",
        "stored",        "bytes", "moves",  "cost",       "ms",    NULL};
    heads(p, names);
    for (uint32_t c = 0; c < p->sheet->plan.configuration_count; c++) {
        mw_summary s;
        p->ok = mw_summarise((mw_side){p->sheet, c}, kind, &s) && p->ok;
        if (!s.mazes)
            continue;
        mw_html_write(p->w, "<tr><td>%s</td>", p->sheet->plan.configurations[c].label);
        const uint64_t counts[] = {s.mazes, s.solved, s.unsolvable, s.limit};
        for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
            number_cell(p, (double)counts[i]);
        for (unsigned e = 0; e < MW_EFFORTS; e++)
            number_cell(p, e == MW_SECONDS ? s.effort[e] * 1e3 : s.effort[e]);
        mw_write(p->w, "</tr>\n");
    }
    end_table(p);
}

// ---- algorithms by heuristics

// The rows of this table are labels without the heuristic.
static void strip(const mw_configuration *c, char out[sizeof c->label])
{
    size_t head = strlen(c->algorithm), middle = *c->heuristic ? strlen(c->heuristic) + 1 : 0;
    snprintf(out, sizeof c->label, "%s%s", c->algorithm, c->label + head + middle);
}

// The first configuration with this label when its heuristic is left out, and with this heuristic
// (NULL: with any). The number of configurations: there is none.
static uint32_t find_cell(const mw_plan *p, const char *row, const char *heuristic)
{
    char label[sizeof p->configurations->label];
    uint32_t c = 0;
    for (; c < p->configuration_count; c++) {
        strip(&p->configurations[c], label);
        if (!strcmp(label, row) &&
            (!heuristic || !strcmp(p->configurations[c].heuristic, heuristic)))
            break;
    }
    return c;
}

// A configuration opens a column if the kind has its heuristic and no earlier one has the same.
static bool opens_column(const mw_plan *p, uint32_t c, const mw_kind *kind)
{
    const char *name = p->configurations[c].heuristic;
    for (uint32_t i = 0; i < c; i++)
        if (!strcmp(p->configurations[i].heuristic, name))
            return false;
    mw_heuristic *own = NULL;
    mw_error error;
    bool has = !*name || !strcmp(name, "zero") || mw_heuristic_read(kind, name, &own, &error);
    mw_heuristic_free(own);
    return has;
}

static void grid_row(page *p, const mw_kind *kind, const char *label)
{
    const mw_plan *plan = &p->sheet->plan;
    mw_html_write(p->w, "<tr><td>%s</td>", label);
    for (uint32_t h = 0; h < plan->configuration_count; h++) {
        if (!opens_column(plan, h, kind))
            continue;
        mw_summary s = {.effort = {(double)NAN}};
        uint32_t cell = find_cell(plan, label, plan->configurations[h].heuristic);
        if (cell < plan->configuration_count)
            p->ok = mw_summarise((mw_side){p->sheet, cell}, kind, &s) && p->ok;
        number_cell(p, s.effort[0]);
    }
    mw_write(p->w, "</tr>\n");
}

static void grid(page *p, const mw_kind *kind)
{
    const mw_plan *plan = &p->sheet->plan;
    char label[sizeof plan->configurations->label];
    mw_write(p->w, "<p>States expanded, by algorithm and heuristic:</p>\n"
                   "<div class=\"wide\"><table><tr><th></th>");
    for (uint32_t h = 0; h < plan->configuration_count; h++)
        if (opens_column(plan, h, kind)) {
            const char *name = plan->configurations[h].heuristic;
            mw_html_write(p->w, "<th>%s</th>", *name ? name : "-");
        }
    mw_write(p->w, "</tr>\n");
    for (uint32_t c = 0; c < plan->configuration_count; c++) {
        strip(&plan->configurations[c], label);
        if (find_cell(plan, label, NULL) == c)
            grid_row(p, kind, label);
    }
    end_table(p);
}

// ---- plots

static void cactus(page *p, const mw_kind *kind, mw_run_effort effort, const char *title)
{
    const mw_plan *plan = &p->sheet->plan;
    uint32_t n = plan->configuration_count, shown = 0;
    mw_curve *curves = calloc(n + 1, sizeof *curves);
    double **values = calloc(n + 1, sizeof *values);
    p->ok = p->ok && curves && values;
    for (uint32_t c = 0; p->ok && c < n; c++) {
        size_t count;
        mw_side_row *answers = mw_side_rows((mw_side){p->sheet, c}, &count);
        mw_curve curve = {.name = plan->configurations[c].label,
                          .hollow = shown / COLOURS % 2}; // dashed when the colours repeat
        values[c] = answers ? calloc(count + 1, sizeof **values) : NULL;
        p->ok = values[c];
        for (size_t i = 0; p->ok && i < count; i++)
            if (answers[i].maze->kind == kind && mw_answered(&answers[i].row))
                values[c][curve.count++] = mw_run_effort_of(&answers[i].row, effort);
        curve.y = values[c];
        if (curve.count)
            curves[shown++] = curve;
        free(answers);
    }
    if (p->ok) {
        mw_write(p->w, "<figure>");
        mw_chart_write(p->w, &(mw_chart){.form = MW_CHART_CACTUS,
                                         .title = title,
                                         .x_label = "mazes answered",
                                         .y_label = mw_run_effort_name(effort),
                                         .curves = curves,
                                         .curve_count = shown,
                                         .log_y = true,
                                         .width = 560,
                                         .height = 380});
        mw_write(p->w, "</figure>\n");
    }
    for (uint32_t c = 0; values && c < n; c++)
        free(values[c]);
    free(values);
    free(curves);
}

// The dots of each kind of maze are a curve of their own.
static unsigned dots(const mw_pair *pairs, size_t count, mw_run_effort effort, double *x, double *y,
                     mw_curve curves[MW_KINDS_MAX])
{
    unsigned kinds = 0;
    for (const mw_kind *const *k = mw_kinds(); *k && kinds < MW_KINDS_MAX; k++) {
        mw_curve c = {.name = (*k)->name, .x = x, .y = y};
        for (size_t i = 0; i < count; i++) {
            *x = mw_run_effort_of(&pairs[i].first, effort);
            *y = mw_run_effort_of(&pairs[i].second, effort);
            bool shown = pairs[i].maze->kind == *k && !isnan(*x) && !isnan(*y);
            x += shown;
            y += shown;
            c.count += shown;
        }
        if (c.count)
            curves[kinds++] = c;
    }
    return kinds;
}

static void scatter(page *p, mw_side a, mw_side b, mw_run_effort effort, const char *title)
{
    const mw_configuration *all = p->sheet->plan.configurations;
    size_t count;
    mw_pair *pairs = mw_pairs(a, b, &count);
    double *room = pairs ? calloc(2 * count + 2, sizeof *room) : NULL;
    mw_curve curves[MW_KINDS_MAX];
    p->ok = p->ok && room;
    if (room) {
        unsigned kinds = dots(pairs, count, effort, room, room + count + 1, curves);
        mw_write(p->w, "<figure>");
        mw_chart_write(p->w, &(mw_chart){.form = MW_CHART_DOTS,
                                         .title = title,
                                         .x_label = all[a.configuration].label,
                                         .y_label = all[b.configuration].label,
                                         .curves = curves,
                                         .curve_count = kinds,
                                         .log_x = true,
                                         .log_y = true,
                                         .diagonal = true,
                                         .width = 480,
                                         .height = 420});
        mw_write(p->w, "</figure>\n");
    }
    free(room);
    free(pairs);
}

// ---- the comparison of two

static void probability(page *p, double x)
{
    mw_write(p->w, x < 0.001 ? "<td>%.1e</td>" : "<td>%.3f</td>", x);
}

static void comparison_table(page *p, const mw_comparison *c)
{
    static const char *const names[] = {"effort",      "pairs",      "less", "equal",
                                        "more",        "ratio",      "from", "to",
                                        "sign test p", "Wilcoxon p", NULL};
    heads(p, names);
    for (mw_run_effort e = 0; e < MW_EFFORTS; e++) {
        const mw_difference *d = &c->efforts[e];
        const double numbers[] = {(double)d->pairs, (double)d->less, (double)d->equal,
                                  (double)d->more,  d->ratio.median, d->ratio.low,
                                  d->ratio.high};
        mw_html_write(p->w, "<tr><td>%s</td>", mw_run_effort_name(e));
        for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
            number_cell(p, numbers[i]);
        probability(p, d->sign);
        probability(p, d->wilcoxon);
        mw_write(p->w, "</tr>\n");
    }
    end_table(p);
}

static void pair(page *p, uint32_t first, uint32_t second)
{
    const mw_configuration *all = p->sheet->plan.configurations;
    mw_side a = {p->sheet, first}, b = {p->sheet, second};
    mw_comparison c;
    p->ok = p->ok && mw_compare(a, b, 1, &c);
    if (!p->ok)
        return;
    mw_html_write(p->w,
                  "<h2>%s against %s</h2>\n<p>%" PRIu64 " mazes: %" PRIu64
                  " answered by both, %" PRIu64 " only by the former, %" PRIu64
                  " only by the latter. Less, equal, more: in how many "
                  "mazes the former had less, as much or more. The ratio, former to latter, is the "
                  "median over the mazes, with the interval in which it lies with 95 %% confidence "
                  "(bootstrap).</p>\n",
                  all[second].label, all[first].label, c.mazes, c.both, c.second, c.first);
    if (c.contradictions)
        mw_html_write(
            p->w, "<p class=\"bad\">%" PRIu64 " mazes have contradicting answers, e.g. %s.</p>\n",
            c.contradictions, c.contradiction);
    comparison_table(p, &c);
    scatter(p, a, b, MW_EXPANDED, "States expanded");
    scatter(p, a, b, MW_SECONDS, "Seconds");
}

// ---- the whole

static void sections(page *p)
{
    const mw_plan *plan = &p->sheet->plan;
    mw_write(p->w, "<p>In the tables, efforts are medians over the mazes that a configuration "
                   "answered: solved, or proven unsolvable; moves and cost over those it solved. "
                   "Of repeated runs, the fastest counts. In the plots, each configuration has its "
                   "mazes in the order of its own effort: the lower and the farther to the right, "
                   "the better.</p>\n");
    for (const mw_kind *const *k = mw_kinds(); *k; k++) {
        uint32_t n = 0;
        for (uint32_t i = 0; i < plan->maze_count; i++)
            n += plan->mazes[i].kind == *k;
        if (!n)
            continue;
        mw_write(p->w, "<h2>%s, %u maze%s</h2>\n", (*k)->name, n, n > 1 ? "s" : "");
        summary_table(p, *k);
        grid(p, *k);
        cactus(p, *k, MW_EXPANDED, "States expanded");
        cactus(p, *k, MW_SECONDS, "Seconds");
    }
}

bool mw_report_html(const mw_sheet *sheet, uint32_t first, uint32_t second, FILE *f)
{
    mw_writer w = {0};
    page p = {.w = &w, .sheet = sheet, .ok = true};
    head(&p);
    sections(&p);
    if (first != second)
        pair(&p, first, second);
    mw_html_end(&w);
    char *text = mw_writer_take(&w);
    if (text)
        fputs(text, f);
    bool ok = text && p.ok;
    free(text);
    return ok;
}
