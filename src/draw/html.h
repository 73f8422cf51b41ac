// html.h: a report as one HTML file that needs nothing else: no scripts, no fonts, no files; light
// or dark as the reader's system is, and black on white on paper.
#ifndef MW_DRAW_HTML_H
#define MW_DRAW_HTML_H

#include "core/text.h"

// Head and style; after it, the writer is within <main>. The title is the <h1>, too.
void mw_html_begin(mw_writer *, const char *title);
void mw_html_end(mw_writer *);
// The style of charts with the colours of the light page written out, for an SVG file of its own.
void mw_html_chart_style(mw_writer *);
// Text with < > & " escaped, for elements and attributes. NULL is an empty text.
void mw_html_text(mw_writer *, const char *);
// As mw_write, but every text is escaped. Knows %s, %d, %u, %lu (a uint64_t), %f, %g and %%, with a
// precision.
void mw_html_write(mw_writer *, const char *format, ...) MW_PRINTF(2, 3);
// One cell of a table, <td class="..."> (NULL: none) with the text escaped.
void mw_html_cell(mw_writer *, const char *css_class, const char *text);
// A number as readers like it, with up to four significant digits after the point: "1,271",
// "0.016".
void mw_html_number(mw_writer *, double);

#endif
