// chart.h: charts as SVG: bars in groups or stacked, lines with a band around them, dots, and
// cactus plots (how many mazes were answered with at most this effort). In a report, colours are
// CSS classes of the page that mw_html_begin (html.h) begins, so that one picture fits a
// light page, a dark page and paper. A chart in a file of its own has its colours inside.
#ifndef MW_DRAW_CHART_H
#define MW_DRAW_CHART_H

#include "core/text.h"

typedef enum {
    MW_CHART_BARS,
    MW_CHART_STACKED,
    MW_CHART_LINES,
    MW_CHART_DOTS,
    MW_CHART_CACTUS
} mw_chart_form;

// Values that are NaN, or not above 0 on a logarithmic axis, are left out; a line has a gap there.
typedef struct mw_curve {
    const char *name;
    const double *x; // lines and dots; else NULL
    const double *y; // bars: one for each label; cactus: the effort of each, in any order
    // Dots: the area of each stands for this; those of 0 are left out. NULL: all have one size.
    const double *weight;
    // Dots with weights: OPTIONAL, writes what a dot stands for.
    void (*note)(mw_writer *, const void *context, unsigned i);
    const void *context;
    const double *low, *high; // lines: the band around y; bars: the ends of the error bar; both or
                              // none
    unsigned count;
    unsigned colour; // from 1; 0: by its place among the curves
    // Bars are not filled, lines are dashed: for the results of others, whose stacks stand beside
    // the filled ones.
    bool hollow;
} mw_curve;

// A value of y that is no number: what is there has a name.
typedef struct mw_chart_row {
    double y;
    const char *name;
} mw_chart_row;

typedef struct mw_chart {
    mw_chart_form form;
    const char *title, *x_label, *y_label; // each may be NULL
    bool captioned;                        // the title is not drawn, because a caption has it
    const char *const *labels;             // bars: below each group
    unsigned label_count;
    const mw_curve *curves;
    unsigned curve_count;
    bool log_x, log_y;
    bool diagonal;            // dots: both axes have the same range, and the line y = x is drawn
    bool bisector;            // the same line, in axes that have ranges of their own
    const mw_chart_row *rows; // above all numbers, the lowest first
    unsigned row_count;
    bool alone;             // a file of its own
    unsigned width, height; // 0: 640 and 320
} mw_chart;

// Can these labels stand below groups of bars in a chart of this width, broken into a few lines?
// Else they are slanted.
bool mw_chart_labels_fit(const char *const *labels, unsigned count, unsigned width);
// An <svg> element; "" where there is nothing to show.
void mw_chart_write(mw_writer *, const mw_chart *);
// The values of bars, with a tab between them: a line for each label, and for each curve the value
// ('?': none) and half the height of its error bar.
void mw_chart_data(mw_writer *, const mw_chart *);

#endif
