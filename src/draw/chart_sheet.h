// chart_sheet.h: a chart while it is drawn, for the files that draw it: chart.c writes what is
// around the picture, chart_curves.c what is in it.
#ifndef MW_DRAW_CHART_SHEET_H
#define MW_DRAW_CHART_SHEET_H

#include "draw/chart.h"

#include <math.h>

#define COLOURS    8
#define TICKS_MOST 40

typedef struct scale {
    double least, most; // values at the ends of the scale
    double from, to;    // where these are in the picture
    bool log;
    bool whole; // all values are whole numbers
    double ticks[TICKS_MOST];
    unsigned tick_count;
} scale;

typedef struct sheet {
    mw_writer *w;
    const mw_chart *plot;
    scale x, y;
    double width, height;
    bool slanted;         // the labels below bars are
    unsigned label_lines; // else: into how many lines they are broken
    bool counted;         // lines over few whole numbers: these have ticks, and the points dots
} sheet;

static inline bool shown(double v, bool log)
{
    return isfinite(v) && (!log || v > 0);
}

static inline double place(const scale *s, double v)
{
    double part = s->log ? log10(v / s->least) / log10(s->most / s->least)
                         : (v - s->least) / (s->most - s->least);
    return s->from + part * (s->to - s->from);
}

static inline bool has_bars(const mw_chart *p)
{
    return p->form == MW_CHART_BARS || p->form == MW_CHART_STACKED;
}

static inline unsigned colour_of(const mw_chart *p, unsigned curve)
{
    unsigned c = p->curves[curve].colour ? p->curves[curve].colour - 1 : curve;
    return c % COLOURS + 1;
}

static inline const char *hollow_of(const mw_curve *c)
{
    return c->hollow ? " hollow" : "";
}

// Dots tell our lines from those of others: the ones that have fewer points have them.
static inline bool has_dots(const sheet *s, const mw_curve *c)
{
    return s->plot->form == MW_CHART_DOTS || s->counted != c->hollow;
}

void mw_chart_dot(sheet *, unsigned curve, double x, double y);
void mw_chart_curves(sheet *); // all that stands for values

#endif
