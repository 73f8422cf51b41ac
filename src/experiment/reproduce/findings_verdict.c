// findings_verdict.c: decides whether a measured figure is the published one, counts verdicts, and
// arranges figures as tables.
#include "experiment/reproduce/findings.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *mw_figure_verdict_name(mw_figure_verdict v)
{
    static const char *const names[] = {[MW_FIGURE_SAME] = "same",
                                        [MW_FIGURE_DIFFERS] = "differs",
                                        [MW_FIGURE_CHANGED] = "changed",
                                        [MW_FIGURE_OURS] = "ours",
                                        [MW_FIGURE_ABSENT] = "absent"};
    return names[v];
}

static int decimals_of(const char *number)
{
    const char *point = strchr(number, '.');
    return point ? (int)strspn(point + 1, "0123456789") : 0;
}

// A paper rounds what it prints; so what we measure is rounded the same way before it is compared.
static bool prints_alike(const char *published, double measured)
{
    char theirs[64], ours[64];
    int decimals = decimals_of(published);
    snprintf(theirs, sizeof theirs, "%.*f", decimals, strtod(published, NULL));
    snprintf(ours, sizeof ours, "%.*f", decimals, measured);
    return !strcmp(theirs, ours);
}

mw_figure_verdict mw_figure_judge(const mw_figure *g)
{
    if (!*g->published) // the p of a test has an interval, without its lower end
        return g->said && g->measured <= g->low ? MW_FIGURE_CHANGED : MW_FIGURE_OURS;
    double published = strtod(g->published, NULL);
    if (!g->said || (*g->interval && isnan(g->low)))
        return MW_FIGURE_ABSENT;
    bool same = isfinite(g->measured) && (prints_alike(g->published, g->measured) ||
                                          (published >= g->low && published <= g->high));
    // Of all statistics, one in twenty lies outside by chance.
    bool expected = g->expected && !*g->interval;
    return same ? MW_FIGURE_SAME : expected ? MW_FIGURE_CHANGED : MW_FIGURE_DIFFERS;
}

bool mw_figure_equal(const mw_figure *g)
{
    return *g->published && g->said && isfinite(g->measured) &&
           prints_alike(g->published, g->measured);
}

void mw_figure_write(mw_writer *w, const mw_figure *g)
{
    double v = g->measured;
    int decimals = *g->published ? decimals_of(g->published) : 0;
    if (!g->said || isnan(v))
        mw_write(w, "-");
    else if (*g->published && (v == 0 || prints_alike(g->published, v)))
        mw_write(w, "%.*f", decimals, v);
    else if (fabs(v - round(v)) <= 1e-12 * fabs(v) && fabs(v) < 1e15) // a sum has rounding errors
        mw_write(w, "%.0f", v);
    else if (fabs(v) >= 1000)
        mw_write(w, "%.1f", v);
    else
        mw_write(w, fabs(v) >= 0.001 ? "%.4g" : fabs(v) >= 1e-6 ? "%.6f" : "%.2g", v);
}

// One decimal more than the published figure has, where that is not too long. The published figure
// is on the grid to which the ends are rounded, so it does not get out of the interval.
static void write_end(mw_writer *w, double v, int decimals)
{
    mw_write(w, "%.*f", v == floor(v) ? 0 : fabs(v) < 1000 ? decimals + 1 : decimals, v);
}

void mw_figure_write_interval(mw_writer *w, const mw_figure *g)
{
    int decimals = decimals_of(g->published);
    if (!g->said || isnan(g->low))
        return;
    mw_write_char(w, '[');
    write_end(w, g->low, decimals);
    mw_write(w, "..");
    write_end(w, g->high, decimals);
    mw_write_char(w, ']');
}

void mw_findings_count(const mw_findings *f, unsigned count[MW_FIGURE_VERDICTS])
{
    memset(count, 0, MW_FIGURE_VERDICTS * sizeof *count);
    for (size_t i = 0; i < f->figure_count; i++)
        count[mw_figure_judge(&f->figures[i])]++;
}

void mw_findings_forget_times(mw_findings *f)
{
    for (size_t i = 0; i < f->figure_count; i++)
        f->figures[i].said &= !f->figures[i].timed;
}

const char *mw_findings_unit(const mw_findings *f, const char *table, const char *column)
{
    const char *unit = "";
    for (size_t i = 0; i < f->unit_count; i++) {
        const mw_said_unit *u = &f->units[i];
        if (!strcmp(u->table, table) && !strcmp(u->column, column))
            return u->unit;
        if (!strcmp(u->table, table) && !*u->column)
            unit = u->unit;
    }
    return unit;
}

const char *mw_findings_title(const mw_findings *f, const char *table)
{
    for (size_t i = 0; i < f->title_count; i++)
        if (!strcmp(f->titles[i].table, table))
            return f->titles[i].text;
    return "";
}

const mw_said_remark *mw_findings_why_absent(const mw_findings *f, const char *table,
                                             const char *row)
{
    for (size_t i = 0; i < f->remark_count; i++)
        if (!strcmp(f->remarks[i].table, table) && !strcmp(f->remarks[i].row, row))
            return &f->remarks[i];
    return NULL;
}

// ---- figures counted

void mw_tally_add(mw_tally *t, const mw_figure *g)
{
    mw_figure_verdict v = mw_figure_judge(g);
    bool equal = v == MW_FIGURE_SAME && mw_figure_equal(g);
    t->published += v != MW_FIGURE_OURS;
    t->equal += equal;
    t->inside += v == MW_FIGURE_SAME && !equal;
    t->differ += v == MW_FIGURE_DIFFERS;
    t->changed += v == MW_FIGURE_CHANGED;
    t->absent += v == MW_FIGURE_ABSENT;
    t->ours += v == MW_FIGURE_OURS && g->said;
}

mw_tally mw_findings_tally(const mw_findings *f)
{
    mw_tally t = {0};
    for (size_t i = 0; i < f->figure_count; i++)
        mw_tally_add(&t, &f->figures[i]);
    return t;
}

#define MAPS "die/puzzle1.txt to puzzle5.txt and bloxorz/map01.txt to map33.txt"

const char *mw_findings_no_maps(const mw_reproduction *how)
{
    return how->maps
               ? "The folder of --maps lacks mazes of the authors: it should have " MAPS "."
               : "The authors' own mazes are not ours to give, so they do not come with "
                 "Mazewright, and what was published about them cannot be measured. If you have "
                 "them, name their folder with --maps DIR; it should have " MAPS ". Without it, "
                 "the shipped mazes are measured instead, in tables of their own.";
}

static const char *reason_of(const mw_findings *f, const mw_figure *g, bool *no_maze)
{
    const mw_said_remark *why = mw_findings_why_absent(f, g->table, g->row);
    *no_maze = !g->timed && why && why->no_maze;
    return g->timed  ? "times are left out"
           : why     ? why->text
           : g->said ? "in too few mazes to compare"
                     : "not measured this time";
}

mw_gap *mw_findings_gaps(const mw_findings *f, unsigned *count)
{
    mw_gap *gaps = calloc(f->figure_count + 1, sizeof *gaps);
    *count = 0;
    for (size_t i = 0; gaps && i < f->figure_count; i++) {
        if (mw_figure_judge(&f->figures[i]) != MW_FIGURE_ABSENT)
            continue;
        bool no_maze;
        const char *why = reason_of(f, &f->figures[i], &no_maze);
        unsigned k = 0;
        while (k < *count && strcmp(gaps[k].why, why))
            k++;
        gaps[k].why = why;
        gaps[k].maps = no_maze;
        gaps[k].count++;
        *count = k == *count ? k + 1 : *count;
    }
    return gaps;
}

// ---- tables

// The place of a name in a list; a new name is added at the end, where the list must have room.
static unsigned join(const char **names, unsigned *count, const char *name)
{
    unsigned i = 0;
    while (i < *count && strcmp(names[i], name))
        i++;
    if (i == *count)
        names[(*count)++] = name;
    return i;
}

// Is anything in the row of this figure, published or measured?
static bool row_has_something(const mw_findings *f, const mw_figure *g)
{
    for (size_t i = 0; i < f->figure_count; i++) {
        const mw_figure *other = &f->figures[i];
        if ((*other->published || other->said) && !strcmp(other->row, g->row) &&
            !strcmp(other->table, g->table))
            return true;
    }
    return false;
}

static bool arrange(const mw_findings *f, mw_findings_table *t)
{
    t->rows = calloc(f->figure_count, sizeof *t->rows);
    t->columns = calloc(f->figure_count, sizeof *t->columns);
    t->empty = calloc(f->figure_count, sizeof *t->empty);
    for (size_t i = 0; t->rows && t->columns && t->empty && i < f->figure_count; i++) {
        const mw_figure *g = &f->figures[i];
        if (strcmp(g->table, t->name))
            continue;
        join(t->columns, &t->column_count, g->column);
        if (row_has_something(f, g))
            join(t->rows, &t->row_count, g->row);
        else
            join(t->empty, &t->empty_count, g->row);
    }
    t->cells = calloc((size_t)t->row_count * t->column_count + 1, sizeof *t->cells);
    bool ok = t->rows && t->columns && t->empty && t->cells;
    for (size_t i = 0; ok && i < f->figure_count; i++)
        if (!strcmp(f->figures[i].table, t->name) && row_has_something(f, &f->figures[i])) {
            unsigned row = join(t->rows, &t->row_count, f->figures[i].row);
            unsigned column = join(t->columns, &t->column_count, f->figures[i].column);
            t->cells[row * t->column_count + column] = &f->figures[i];
        }
    return ok;
}

mw_findings_table *mw_findings_tables(const mw_findings *f, unsigned *count)
{
    const char **names = calloc(f->figure_count + 1, sizeof *names);
    *count = 0;
    for (size_t i = 0; names && i < f->figure_count; i++)
        if (row_has_something(f, &f->figures[i]))
            join(names, count, f->figures[i].table);
    mw_findings_table *tables = calloc(*count + 1, sizeof *tables);
    bool ok = names && tables;
    for (unsigned i = 0; ok && i < *count; i++) {
        tables[i].name = names[i];
        ok = arrange(f, &tables[i]);
    }
    free(names);
    if (ok)
        return tables;
    if (tables)
        mw_findings_tables_free(tables, *count);
    return NULL;
}

void mw_findings_write_empty(mw_writer *w, const mw_findings *f, const mw_findings_table *t)
{
    if (!t->empty_count)
        return;
    const mw_said_remark *why = mw_findings_why_absent(f, t->name, t->empty[0]);
    mw_write(w, "Left out: %u row%s of ours (%s).", t->empty_count, t->empty_count > 1 ? "s" : "",
             why ? why->text : "not measured this time");
}

void mw_findings_tables_free(mw_findings_table *tables, unsigned count)
{
    for (unsigned i = 0; tables && i < count; i++) {
        free(tables[i].rows);
        free(tables[i].columns);
        free(tables[i].empty);
        free(tables[i].cells);
    }
    free(tables);
}
