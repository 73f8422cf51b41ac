// gnuplot_chart.h: charts through gnuplot, in one style. The data (.tsv) and the script (.gp) are
// kept beside the picture, so that anyone can draw it otherwise.
#ifndef MW_DRAW_CAIRO_GNUPLOT_CHART_H
#define MW_DRAW_CAIRO_GNUPLOT_CHART_H

#include <stdbool.h>

typedef struct mw_series {
    const char *name;
    const double *values; // one for each label; NaN: none
    const double *errors; // half the height of error bars; may be NULL
} mw_series;

typedef struct mw_chart {
    const char *title, *y_label;
    const char *const *labels; // below the bars
    unsigned label_count;
    const mw_series *series;
    unsigned series_count;
    bool stacked, logarithmic;
} mw_chart;

// Writes NAME.tsv, NAME.gp and, with gnuplot, NAME.svg; `file` is NAME.svg. NULL, or what went
// wrong in words; *drawn tells whether there is a picture: where gnuplot is missing there is none,
// and that is not an error.
const char *mw_chart_write(const mw_chart *, const char *file, bool *drawn);

#endif
