// chart_data.c: the values of a chart as text, for other programs that draw.
#include "draw/chart.h"

#include <math.h>
#include <string.h>

// Quotes, tabs and line ends within a text become blanks.
static void write_plain(mw_writer *w, const char *text)
{
    for (; *text; text++)
        mw_write_char(w, strchr("\"'\n\t", *text) ? ' ' : *text);
}

void mw_chart_data(mw_writer *w, const mw_chart *p)
{
    mw_write(w, "label");
    for (unsigned c = 0; c < p->curve_count; c++) {
        mw_write_char(w, '\t');
        write_plain(w, p->curves[c].name);
        mw_write(w, "\terror");
    }
    for (unsigned i = 0; i < p->label_count; i++) {
        mw_write(w, "\n\"");
        write_plain(w, p->labels[i]);
        mw_write_char(w, '"');
        for (unsigned c = 0; c < p->curve_count; c++) {
            const mw_curve *k = &p->curves[c];
            if (isnan(k->y[i]))
                mw_write(w, "\t?\t0");
            else
                mw_write(w, "\t%.6g\t%.6g", k->y[i], k->high ? k->high[i] - k->y[i] : 0);
        }
    }
    mw_write_char(w, '\n');
}
