// audit_plot.c: see audit_plot.h. Each panel is a chart of its own: a dot for each pair of an exact
// distance and an estimate, as large as there are states. What is estimated too high lies above the
// line on which both are equal.
#include "tool/verbs/audit_plot.h"
#include "core/memory.h"
#include "draw/chart.h"
#include "draw/html.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define PANEL_WIDTH  520u
#define PANEL_HEIGHT 400u

bool audit_plot_read(audit_plot *p, const settings *s)
{
    const char *file = p->file = s->value[O_PLOT];
    size_t length = file ? strlen(file) : 0;
    if (!file)
        return true;
    if (s->value[O_STATE] || s->value[O_MADE])
        return complain("--plot draws all states of a maze; leave --%s out",
                        s->value[O_STATE] ? "state" : "moves");
    if (length < 5 || length > 900 || strcmp(file + length - 4, ".svg") != 0)
        return complain("--plot %s: the name of a plot must end in .svg", file);
    return true;
}

static audit_panel *panel_of(audit_plot *p, const char *name, const mw_kind *kind, bool open)
{
    for (size_t i = 0; i < p->count; i++)
        if (p->panels[i].kind == kind && p->panels[i].open == open &&
            !strcmp(p->panels[i].name, name))
            return &p->panels[i];
    if (!mw_reserve(&(mw_budget){0}, (void **)&p->panels, &p->capacity, p->count + 1,
                    sizeof *p->panels))
        return NULL;
    audit_panel *a = &p->panels[p->count];
    *a = (audit_panel){.kind = kind, .open = open, .name = mw_text_copy(name, strlen(name))};
    p->count += a->name != NULL;
    return a->name ? a : NULL;
}

bool audit_plot_add(audit_plot *p, const char *label, const mw_kind *kind, const mw_audit *audit,
                    bool open)
{
    audit_panel *a = panel_of(p, audit->heuristic->name, kind, open);
    if (!a)
        return false;
    snprintf(a->label, sizeof a->label, "%s", label);
    a->mazes++;
    a->worst = audit->worst > a->worst ? audit->worst : a->worst;
    a->exact_states += audit->exact_states;
    mw_audit_pairs_add(&a->pairs, &p->details.pairs);
    return true;
}

// ---- a panel

// What the dots of a panel are made of.
typedef struct dots {
    const mw_audit_pairs *pairs;
    double *x, *y, *right, *over; // of each pair; how many of its states are estimated so
    uint32_t higher;              // estimates above it have a row of their own
    mw_chart_row rows[2];
    unsigned row_count;
} dots;

static void write_range(mw_writer *w, const char *name, uint32_t least, uint32_t step)
{
    if (step > 1)
        mw_write(w, "%s %u to %u", name, least, least + (step - 1));
    else
        mw_write(w, "%s %u", name, least);
}

static void write_pair(mw_writer *w, const dots *d, unsigned i, bool over)
{
    const mw_audit_pair *pair = &d->pairs->pair[i];
    write_range(w, "exact", pair->exact, d->pairs->exact_step);
    if (pair->estimate == MW_FAR)
        mw_write(w, ", called hopeless");
    else if (pair->estimate > d->higher)
        mw_write(w, ", estimate above %u", d->higher);
    else
        write_range(w, ", estimate", pair->estimate, d->pairs->estimate_step);
    mw_write(w, ": %s states", THOUSANDS(over ? d->over[i] : d->right[i]));
}

static void note_right(mw_writer *w, const void *context, unsigned i)
{
    write_pair(w, context, i, false);
}

static void note_over(mw_writer *w, const void *context, unsigned i)
{
    write_pair(w, context, i, true);
}

// Estimates far above all exact distances would leave no room for the others.
static void set_rows(dots *d)
{
    const mw_audit_pairs *p = d->pairs;
    bool hopeless = false;
    for (unsigned i = 0; i < p->count; i++)
        hopeless |= p->pair[i].estimate == MW_FAR;
    bool higher = p->most_estimate / 4 > p->most_exact;
    d->higher = higher ? 2 * p->most_exact + 2 : MW_FAR - 1;
    double top = higher ? d->higher : fmax(p->most_estimate, p->most_exact);
    if (higher)
        d->rows[d->row_count++] = (mw_chart_row){top * 1.08, "higher"};
    if (hopeless)
        d->rows[d->row_count++] = (mw_chart_row){top * (higher ? 1.2 : 1.1) + 1, "hopeless"};
}

// Those in the row of higher estimates that have the same exact distance share a dot.
static void set_dots(dots *d)
{
    const mw_audit_pairs *p = d->pairs;
    unsigned shared = 0;
    set_rows(d);
    for (unsigned i = 0; i < p->count; i++) {
        const mw_audit_pair *pair = &p->pair[i];
        d->x[i] = pair->exact + (p->exact_step - 1) / 2.0;
        d->y[i] = pair->estimate == MW_FAR     ? d->rows[d->row_count - 1].y
                  : pair->estimate > d->higher ? d->rows[0].y
                                               : pair->estimate + (p->estimate_step - 1) / 2.0;
        bool higher = pair->estimate > d->higher && pair->estimate != MW_FAR;
        bool joins = higher && i && pair[-1].exact == pair->exact && pair[-1].estimate > d->higher;
        shared = joins ? shared : i;
        d->right[shared] += (double)(pair->states - pair->over);
        d->over[shared] += (double)pair->over;
    }
}

static void name_axis(char *text, size_t size, const char *name, uint32_t step)
{
    if (step > 1)
        snprintf(text, size, "%s, counted in steps of %u", name, step);
    else
        snprintf(text, size, "%s", name);
}

static void write_title(char *text, size_t size, const audit_panel *a)
{
    if (a->mazes > 1)
        snprintf(text, size, "%.40s on %u %s mazes%s", a->name, a->mazes, a->kind->name,
                 a->open ? ", open boards" : "");
    else
        snprintf(text, size, "%.40s on %.40s%s", a->name, a->label, a->open ? ", open board" : "");
}

static void describe_over(char *text, size_t size, const audit_panel *a)
{
    const mw_audit_pairs *p = &a->pairs;
    if (!p->over)
        snprintf(text, size, "too high: none, so it is admissible here");
    else if (a->worst == MW_FAR)
        snprintf(text, size, "too high: %s, some called hopeless", THOUSANDS((double)p->over));
    else
        snprintf(text, size, "too high: %s, by at most %u", THOUSANDS((double)p->over), a->worst);
}

static bool write_panel(mw_writer *w, const audit_panel *a)
{
    const mw_audit_pairs *p = &a->pairs;
    char title[120], x_label[80], y_label[80], right[80], over[80];
    double *values = calloc(4 * (size_t)p->count + 1, sizeof *values);
    dots d = {.pairs = p,
              .x = values,
              .y = values + p->count,
              .right = values + 2 * p->count,
              .over = values + 3 * p->count};
    if (!values)
        return false;
    set_dots(&d);
    write_title(title, sizeof title, a);
    name_axis(x_label, sizeof x_label, "exact distance", p->exact_step);
    name_axis(y_label, sizeof y_label, "estimate", p->estimate_step);
    snprintf(right, sizeof right, "not too high: %s of %s states, %s of them exact",
             THOUSANDS((double)(p->states - p->over)), THOUSANDS((double)p->states),
             THOUSANDS((double)a->exact_states));
    describe_over(over, sizeof over, a);
    const mw_curve common = {.x = d.x, .y = d.y, .context = &d, .count = p->count};
    mw_curve both[] = {common, common};
    both[0].name = right;
    both[0].weight = d.right;
    both[0].note = note_right;
    both[1].name = over;
    both[1].weight = d.over;
    both[1].note = note_over;
    mw_chart_write(w, &(mw_chart){.form = MW_CHART_DOTS,
                                  .title = title,
                                  .x_label = x_label,
                                  .y_label = y_label,
                                  .curves = both,
                                  .curve_count = 2,
                                  .bisector = true,
                                  .rows = d.rows,
                                  .row_count = d.row_count,
                                  .width = PANEL_WIDTH,
                                  .height = PANEL_HEIGHT});
    free(values);
    return true;
}

// ---- the picture

// Panels stand in two columns.
static bool write_picture(mw_writer *w, const audit_plot *p)
{
    unsigned columns = p->count > 1 ? 2 : 1, rows = ((unsigned)p->count + columns - 1) / columns;
    mw_write(w,
             "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %u %u\" width=\"%u\" "
             "height=\"%u\">\n<style>\n",
             columns * PANEL_WIDTH, rows * PANEL_HEIGHT, columns * PANEL_WIDTH,
             rows * PANEL_HEIGHT);
    mw_html_chart_style(w);
    mw_write(w, "</style>\n<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n");
    bool ok = true;
    for (unsigned i = 0; ok && i < p->count; i++) {
        mw_write(w, "<g transform=\"translate(%u %u)\">\n", i % columns * PANEL_WIDTH,
                 i / columns * PANEL_HEIGHT);
        ok = write_panel(w, &p->panels[i]);
        mw_write(w, "</g>\n");
    }
    mw_write(w, "</svg>\n");
    return ok;
}

int audit_plot_end(audit_plot *p)
{
    int code = EXIT_DONE;
    mw_writer w = {0};
    if (p->file && !p->count && !interrupted())
        complain("nothing was audited, so %s is not written", p->file);
    if (p->file && p->count && !interrupted()) { // a part would take the place of a whole one
        w.failed = !write_picture(&w, p);
        code = write_file(p->file, &w);
    }
    for (size_t i = 0; i < p->count; i++)
        free(p->panels[i].name);
    free(p->panels);
    return code;
}
