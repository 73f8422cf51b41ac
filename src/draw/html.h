// html.h: a report as one HTML file that needs no scripts, fonts or other files. It is light or
// dark like the reader's system, and black on white on paper.
#ifndef MW_DRAW_HTML_H
#define MW_DRAW_HTML_H

#include "core/text.h"

// Writes the head and the beginning of the body, up to <main> and the title as <h1>.
void mw_html_begin(mw_writer *, const char *title);
void mw_html_end(mw_writer *);
// The style of charts with the colours of the light page written out, for an SVG file of its own.
void mw_html_chart_style(mw_writer *);
// Text with < > & " escaped, for elements and attributes. NULL is an empty text.
void mw_html_text(mw_writer *, const char *);
// As mw_write, but every text is escaped. Knows %s, %d, %u, %lu (a uint64_t), %f, %g and %%, with a
// precision.
void mw_html_write(mw_writer *, const char *format, ...) MW_PRINTF(2, 3);
// A number: whole ones with commas ("1,271"), others with four significant digits ("0.016"), NaN as
// "-".
void mw_html_number(mw_writer *, double);

#endif
