// findings_verdict.c: decides whether a measured figure is the published one, and arranges figures
// as tables.
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
    if (!*g->published)
        return MW_FIGURE_OURS;
    if (!g->said)
        return MW_FIGURE_ABSENT;
    bool same = isfinite(g->measured) && (prints_alike(g->published, g->measured) ||
                                          (g->measured >= g->least && g->measured <= g->most));
    return same ? MW_FIGURE_SAME : g->expected ? MW_FIGURE_CHANGED : MW_FIGURE_DIFFERS;
}

void mw_figure_write(mw_writer *w, const mw_figure *g)
{
    double v = g->measured;
    int decimals = *g->published ? decimals_of(g->published) : 0;
    if (!g->said || isnan(v))
        mw_write(w, "-");
    else if (*g->published && (v == 0 || prints_alike(g->published, v)))
        mw_write(w, "%.*f", decimals, v);
    else if (v == floor(v) && fabs(v) < 1e15)
        mw_write(w, "%.0f", v);
    else
        mw_write(w, "%.*f", fabs(v) >= 1000 ? 1 : (int)fmin(3 - floor(log10(fabs(v))), 6), v);
}

void mw_findings_count(const mw_findings *f, unsigned count[MW_FIGURE_VERDICTS])
{
    memset(count, 0, MW_FIGURE_VERDICTS * sizeof *count);
    for (size_t i = 0; i < f->figure_count; i++)
        count[mw_figure_judge(&f->figures[i])]++;
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

static bool arrange(const mw_findings *f, mw_findings_table *t)
{
    t->rows = calloc(f->figure_count, sizeof *t->rows);
    t->columns = calloc(f->figure_count, sizeof *t->columns);
    for (size_t i = 0; t->rows && t->columns && i < f->figure_count; i++)
        if (!strcmp(f->figures[i].table, t->name)) {
            join(t->rows, &t->row_count, f->figures[i].row);
            join(t->columns, &t->column_count, f->figures[i].column);
        }
    t->cells = calloc((size_t)t->row_count * t->column_count + 1, sizeof *t->cells);
    bool ok = t->rows && t->columns && t->cells;
    for (size_t i = 0; ok && i < f->figure_count; i++)
        if (!strcmp(f->figures[i].table, t->name)) {
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

void mw_findings_tables_free(mw_findings_table *tables, unsigned count)
{
    for (unsigned i = 0; tables && i < count; i++) {
        free(tables[i].rows);
        free(tables[i].columns);
        free(tables[i].cells);
    }
    free(tables);
}
