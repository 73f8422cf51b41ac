// findings_table_html.c: a table of findings as HTML, published and measured figures side by side.
// How wide it becomes is estimated from its texts, because a page on paper has no scroll bar.
#include "experiment/reproduce/findings_html.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// In pixels of the screen. A table on paper has smaller letters; see html.c.
#define SCREEN_WIDTH   1160.0 // of the page
#define PORTRAIT_WIDTH 860.0  // of what fits on paper in portrait format
#define DIGIT          7.9    // width of a digit
#define SMALL_DIGIT    6.8    // in an interval, which stands below its figure
#define PADDING        20.0   // of a cell, with the wider gap before a column
#define DENSE          0.86   // a table with smaller letters needs so much of its width
#define ROWS_ON_PAGE   20u    // a longer table may begin anywhere on a printed page
#define LABEL_LONG     28     // letters; longer labels of rows are broken

// How a verdict looks: its class, and a sign that shows it without colours.
static const struct {
    const char *css, *sign, *title;
} looks[] = {[MW_FIGURE_SAME] = {"good", "\u2009=", "the same"},
             [MW_FIGURE_DIFFERS] = {"odd", "\u2009≠", "differs; the note says why"},
             [MW_FIGURE_CHANGED] = {"bad", "\u2009✗", "differs, and should not"},
             [MW_FIGURE_OURS] = {"", "", "nothing was published"},
             [MW_FIGURE_ABSENT] = {"dim", "", "not compared here"}};

// ---- texts of cells

// Large numbers that stand beside no published one have commas.
static void write_ours(mw_writer *w, const mw_figure *g)
{
    if (!*g->published && g->said && g->measured >= 10000)
        mw_html_number(w, g->measured);
    else
        mw_figure_write(w, g);
}

static double text_width(const mw_figure *g, void (*write)(mw_writer *, const mw_figure *),
                         double digit)
{
    mw_writer text = {0};
    write(&text, g);
    double width = digit * (double)text.length;
    free(text.text);
    return width;
}

static double ours_width(const mw_figure *g)
{
    double note = *g->note ? 2 * SMALL_DIGIT : 0;
    return fmax(text_width(g, write_ours, DIGIT) + 2 * DIGIT + note,
                text_width(g, mw_figure_write_interval, SMALL_DIGIT));
}

// ---- how wide a table is

static bool column_published(const mw_findings_table *t, unsigned column)
{
    for (unsigned r = 0; r < t->row_count; r++) {
        const mw_figure *g = t->cells[r * t->column_count + column];
        if (g && *g->published)
            return true;
    }
    return false;
}

static bool table_published(const mw_findings_table *t)
{
    bool any = false;
    for (unsigned c = 0; c < t->column_count; c++)
        any |= column_published(t, c);
    return any;
}

static double longest_word(const char *text)
{
    size_t most = 0;
    for (; *text; text += strspn(text, " ")) {
        size_t word = strcspn(text, " ");
        most = word > most ? word : most;
        text += word;
    }
    return DIGIT * (double)most;
}

static double column_width(const mw_findings *f, const mw_findings_table *t, unsigned column)
{
    double paper = 0, ours = 5 * DIGIT;
    for (unsigned r = 0; r < t->row_count; r++) {
        const mw_figure *g = t->cells[r * t->column_count + column];
        paper = g ? fmax(paper, DIGIT * (double)strlen(g->published)) : paper;
        ours = g ? fmax(ours, ours_width(g)) : ours;
    }
    if (column_published(t, column))
        ours += fmax(paper, 5 * DIGIT) + PADDING / 2;
    double head = fmax(longest_word(t->columns[column]),
                       longest_word(mw_findings_unit(f, t->name, t->columns[column])));
    return fmax(ours, head) + PADDING;
}

// Letters of the label of a row, and of the reason why there is nothing in it.
static size_t label_length(const mw_findings *f, const mw_findings_table *t, unsigned row)
{
    const mw_said_remark *absent = mw_findings_why_absent(f, t->name, t->rows[row]);
    return strlen(t->rows[row]) + (absent ? strlen(absent->text) + 3 : 0);
}

static double label_width(const mw_findings *f, const mw_findings_table *t)
{
    double width = 60;
    for (unsigned r = 0; r < t->row_count; r++)
        width = fmax(width, DIGIT * (double)label_length(f, t, r) + PADDING);
    return fmin(width, DIGIT * LABEL_LONG + PADDING);
}

static double table_width(const mw_findings *f, const mw_findings_table *t)
{
    double width = label_width(f, t);
    for (unsigned c = 0; c < t->column_count; c++)
        width += column_width(f, t, c);
    return width;
}

bool mw_findings_table_is_wide(const mw_findings *f, const mw_findings_table *t)
{
    return table_width(f, t) > PORTRAIT_WIDTH;
}

// How many columns may stand beside each other: all, or so many that the parts of the table are
// about equal.
static unsigned columns_at_once(const mw_findings *f, const mw_findings_table *t)
{
    double room = SCREEN_WIDTH / DENSE - label_width(f, t);
    double parts = ceil((table_width(f, t) - label_width(f, t)) / room);
    return (unsigned)ceil(t->column_count / parts);
}

// ---- the table

static unsigned note_number(mw_notes *n, const char *text)
{
    unsigned i = 0;
    while (i < n->count && strcmp(n->texts[i], text))
        i++;
    if (i == n->count)
        n->texts[n->count++] = text;
    return i + 1;
}

static void write_measured(mw_writer *w, const mw_figure *g, mw_notes *n)
{
    mw_figure_verdict v = mw_figure_judge(g);
    mw_html_write(w, "<td class=\"%s\" title=\"%s%s%s\">", looks[v].css, looks[v].title,
                  *g->interval ? ": " : "", g->interval);
    write_ours(w, g);
    mw_write(w, "%s", looks[v].sign);
    if (*g->note && (v == MW_FIGURE_DIFFERS || v == MW_FIGURE_CHANGED)) {
        unsigned number = note_number(n, g->note);
        mw_html_write(w, "<sup><a href=\"#%s-note-%u\">%u</a></sup>", n->paper, number, number);
    }
    if (g->said && !isnan(g->low)) {
        mw_write(w, "<small>");
        mw_figure_write_interval(w, g);
        mw_write(w, "</small>");
    }
    mw_write(w, "</td>");
}

static void write_row(mw_writer *w, const mw_findings *f, const mw_findings_table *t, unsigned row,
                      unsigned first, unsigned end, mw_notes *n)
{
    const mw_said_remark *absent = mw_findings_why_absent(f, t->name, t->rows[row]);
    mw_html_write(w, "<tr><th scope=\"row\"%s>%s",
                  label_length(f, t, row) > LABEL_LONG ? " class=long" : "", t->rows[row]);
    if (absent)
        mw_html_write(w, " <span class=\"dim\">(%s)</span>", absent->text);
    mw_write(w, "</th>");
    for (unsigned c = first; c < end; c++) {
        const mw_figure *g = t->cells[row * t->column_count + c];
        if (column_published(t, c))
            mw_html_write(w, "<td class=\"first\">%s</td>", g ? g->published : "");
        if (g)
            write_measured(w, g, n);
        else
            mw_write(w, "<td></td>");
    }
    mw_write(w, "</tr>\n");
}

static void write_head(mw_writer *w, const mw_findings *f, const mw_findings_table *t,
                       unsigned first, unsigned end)
{
    bool two = table_published(t); // then a second line says whose figure it is
    mw_write(w, two ? "<thead><tr><td rowspan=\"2\"></td>" : "<thead><tr><td></td>");
    for (unsigned c = first; c < end; c++) {
        const char *unit = mw_findings_unit(f, t->name, t->columns[c]);
        mw_html_write(w, "<th class=\"first\" scope=\"col\" colspan=\"%d\">%s",
                      column_published(t, c) ? 2 : 1, t->columns[c]);
        if (*unit)
            mw_html_write(w, " <span class=\"dim\">(%s)</span>", unit);
        mw_write(w, "</th>");
    }
    for (unsigned c = first; two && c < end; c++)
        mw_write(w, "%s%s", c == first ? "</tr>\n<tr>" : "",
                 column_published(t, c) ? "<th class=\"first\" scope=\"col\">paper</th>"
                                          "<th scope=\"col\">ours</th>"
                                        : "<th class=\"first\" scope=\"col\">ours</th>");
    mw_write(w, "</tr></thead>\n<tbody>\n");
}

void mw_findings_write_tally(mw_writer *w, const mw_tally *t)
{
    const struct {
        unsigned count;
        const char *what;
    } parts[] = {{t->equal, "equal"},
                 {t->inside, "inside the interval"},
                 {t->differ, "differ as the notes explain"},
                 {t->changed, "differ unexpectedly"},
                 {t->absent, "not compared here"}};
    const char *between = ":";
    if (!t->published) {
        mw_write(w, "Nothing was published; all figures are ours.");
        return;
    }
    mw_write(w, "%u published figure%s", t->published, t->published > 1 ? "s" : "");
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (parts[i].count) {
            mw_write(w, "%s %u %s", between, parts[i].count, parts[i].what);
            between = ",";
        }
    mw_write(w, ".");
}

static void write_caption(mw_writer *w, const mw_findings_table *t, bool continued)
{
    mw_tally tally = {0};
    for (unsigned i = 0; i < t->row_count * t->column_count; i++)
        if (t->cells[i])
            mw_tally_add(&tally, t->cells[i]);
    mw_write(w, "<caption>");
    if (continued)
        mw_write(w, "Continued.");
    else
        mw_findings_write_tally(w, &tally);
    mw_write(w, "</caption>\n");
}

void mw_findings_write_table(mw_writer *w, const mw_findings *f, const mw_findings_table *t,
                             mw_notes *n)
{
    bool dense = table_width(f, t) > SCREEN_WIDTH;
    mw_write(w, "<div class=\"wide\">");
    unsigned at_once = columns_at_once(f, t);
    for (unsigned first = 0; first < t->column_count; first += at_once) {
        unsigned end = first + at_once < t->column_count ? first + at_once : t->column_count;
        mw_write(w, "<table class=\"%s%s\">\n", dense ? "dense" : "",
                 t->row_count > ROWS_ON_PAGE ? " long" : "");
        write_caption(w, t, first > 0);
        write_head(w, f, t, first, end);
        for (unsigned r = 0; r < t->row_count; r++)
            write_row(w, f, t, r, first, end, n);
        mw_write(w, "</tbody></table>\n");
    }
    for (size_t i = 0; i < f->remark_count; i++)
        if (!strcmp(f->remarks[i].table, t->name) && !*f->remarks[i].row)
            mw_html_write(w, "<p class=\"dim\">%s</p>\n", f->remarks[i].text);
    mw_writer empty = {0};
    mw_findings_write_empty(&empty, f, t);
    if (empty.length)
        mw_html_write(w, "<p class=\"dim\">%s</p>\n", empty.text);
    w->failed |= empty.failed;
    free(empty.text);
    mw_write(w, "</div>\n");
}
