// chart.c: see chart.h. A chart has two scales. First title, legend and axes with ticks are
// written, then the curves.
#include "draw/chart_sheet.h"

#include "core/math.h"
#include "core/powers.h"
#include "draw/html.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LETTER       6.3  // width of a letter, on average
#define LINE         16.0 // height of a line of text
#define LABEL_LINE   13.0 // and of one of several that belong together
#define LINES_MOST   4    // of a label
#define LEFT         66.0 // beside the picture: for the numbers of its axis
#define RIGHT        22.0
#define COUNTED_MOST 12 // a whole number up to this one has a tick of its own

// ---- scales

static void widen(scale *s, double v)
{
    if (!shown(v, s->log))
        return;
    s->least = fmin(s->least, v);
    s->most = fmax(s->most, v);
    s->whole &= v == floor(v);
}

static void tick(scale *s, double v)
{
    if (s->tick_count < TICKS_MOST)
        s->ticks[s->tick_count++] = v;
}

// Moves the ends to round numbers and puts a few ticks between them.
static void linear_ticks(scale *s)
{
    // Values that differ only in their last digits count as equal: there is no room for ticks.
    if (s->most - s->least <= 1e-12 * fmax(fabs(s->least), fabs(s->most)))
        s->most = s->least + (s->least != 0 ? fabs(s->least) : 1);
    double raw = (s->most - s->least) / 5, power = mw_pow(10, floor(log10(raw)));
    double step = power * (raw > 5 * power ? 10 : raw > 2 * power ? 5 : raw > power ? 2 : 1);
    double first = floor(s->least / step + 1e-9), last = ceil(s->most / step - 1e-9);
    s->least = first * step;
    s->most = last * step;
    for (int i = 0; first + i <= last; i++)
        tick(s, (first + i) * step);
}

// Are the values few whole numbers, such as stages? Then each has a tick, and the ends stay.
static bool counting_ticks(scale *s)
{
    if (!s->whole || s->most - s->least > COUNTED_MOST || s->most <= s->least)
        return false;
    for (int i = 0; i <= s->most - s->least; i++)
        tick(s, s->least + i);
    return true;
}

static void log_ticks(scale *s, bool from_below)
{
    double first = floor(log10(s->least * (from_below ? 0.8 : 1)) + 1e-9);
    double last = ceil(log10(s->most) - 1e-9);
    last = fmax(last, first + 1);
    s->least = mw_pow(10, first);
    s->most = mw_pow(10, last);
    int every = (int)ceil((last - first) / 8);
    for (int i = (int)first; i <= (int)last; i += every)
        for (int k = 1; k <= (last - first <= 1 && i < last ? 5 : 1); k += k == 1 ? 1 : 3)
            tick(s, k * mw_pow(10, i));
}

static double stack_height(const mw_chart *p, unsigned label, bool hollow)
{
    double sum = 0;
    for (const mw_curve *c = p->curves; c < p->curves + p->curve_count; c++)
        if (c->hollow == hollow && label < c->count && shown(c->y[label], false))
            sum += c->y[label];
    return sum;
}

static bool has_title(const mw_chart *p)
{
    return p->title && !p->captioned;
}

// A point counts only if both its coordinates can be shown. In a cactus plot, x is the number of
// points so far.
static void find_ranges(sheet *s)
{
    const mw_chart *p = s->plot;
    for (const mw_curve *c = p->curves; c < p->curves + p->curve_count; c++)
        for (unsigned i = 0, met = 0; i < c->count; i++) {
            double x = c->x ? c->x[i] : met + 1;
            if (!shown(x, s->x.log) || !shown(c->y[i], s->y.log))
                continue;
            met++;
            widen(&s->x, x);
            widen(&s->y, p->form == MW_CHART_STACKED ? stack_height(p, i, c->hollow) : c->y[i]);
            if (c->low && c->high) {
                widen(&s->y, c->low[i]);
                widen(&s->y, c->high[i]);
            }
        }
}

static bool set_scales(sheet *s)
{
    const mw_chart *p = s->plot;
    s->x = (scale){.least = INFINITY, .most = -INFINITY, .log = p->log_x, .whole = true};
    s->y = (scale){
        .least = INFINITY, .most = -INFINITY, .log = p->log_y && p->form != MW_CHART_STACKED};
    find_ranges(s);
    if (s->x.least > s->x.most || s->y.least > s->y.most)
        return false;
    if (p->diagonal) {
        s->x.least = s->y.least = fmin(s->x.least, s->y.least);
        s->x.most = s->y.most = fmax(s->x.most, s->y.most);
    }
    // The axis of bars begins at 0; that of curves, too, where this costs at most half the height.
    if (!s->y.log && s->y.least > 0 && (has_bars(p) || s->y.least < s->y.most / 2))
        s->y.least = 0;
    if (p->form == MW_CHART_CACTUS && !s->x.log)
        s->x.least = 0;
    if (s->y.log)
        log_ticks(&s->y, has_bars(p));
    else
        linear_ticks(&s->y);
    if (p->row_count) // a little room above the last one
        s->y.most = p->rows[p->row_count - 1].y + 0.06 * (s->y.most - s->y.least);
    if (s->x.log) {
        log_ticks(&s->x, false);
    } else if (!has_bars(p)) {
        s->counted = p->form == MW_CHART_LINES && counting_ticks(&s->x);
        if (!s->counted)
            linear_ticks(&s->x);
    }
    return true;
}

// ---- title, legend and axes

static void write_tick(mw_writer *w, double v)
{
    if (fabs(v) < 1e-12)
        v = 0;
    if (v != 0 && (fabs(v) >= 1e7 || fabs(v) < 1e-3))
        mw_write(w, "%g", v);
    else
        mw_html_number(w, v);
}

static double letters(const char *text)
{
    return text ? mw_utf8_count(text) : 0;
}

static double longest_label(const mw_chart *p)
{
    double n = 0;
    for (unsigned i = 0; i < p->label_count; i++)
        n = fmax(n, letters(p->labels[i]));
    return n;
}

// What a curve looks like, for the legend.
static void write_sample(sheet *s, unsigned curve, double x, double y)
{
    const mw_curve *c = &s->plot->curves[curve];
    unsigned colour = colour_of(s->plot, curve);
    if (has_bars(s->plot))
        mw_write(s->w, "<rect class=\"s%u%s\" x=\"%.1f\" y=\"%.1f\" width=\"12\" height=\"10\"/>",
                 colour, hollow_of(c), x, y + 2);
    else if (s->plot->form != MW_CHART_DOTS)
        mw_write(s->w, "<path class=\"curve s%u%s\" d=\"M%.1f %.1fh18\"/>", colour, hollow_of(c), x,
                 y + 7);
    if (has_dots(s, c))
        mw_chart_dot(s, curve, x + (s->counted ? 9 : 6), y + 7);
}

// The names of the curves, below the title, in as many lines as they need. Returns where they end;
// without `draw` it only measures.
static double legend(sheet *s, double top, bool draw)
{
    const mw_chart *p = s->plot;
    double x = s->x.from, y = top, sample = has_bars(p) || p->form == MW_CHART_DOTS ? 17 : 23;
    if (p->curve_count < 2 && !(p->curve_count && p->curves[0].name && !p->title))
        return top;
    for (unsigned i = 0; i < p->curve_count; i++) {
        double wide = sample + 7 + LETTER * letters(p->curves[i].name) + 8;
        if (x > s->x.from && x + wide > s->width) {
            x = s->x.from;
            y += LINE;
        }
        if (draw) {
            write_sample(s, i, x, y);
            mw_html_write(s->w, "<text x=\"%.1f\" y=\"%.1f\">%s</text>\n", x + sample, y + 11,
                          p->curves[i].name);
        }
        x += wide;
    }
    return y + LINE + 4;
}

// Breaks a label into lines of at most so many letters, between words, and writes them from y on;
// without a writer it only counts them. Returns their number; 0: a word is too long.
static unsigned break_label(mw_writer *w, const char *label, double most, double x, double y)
{
    unsigned lines = 0;
    for (size_t fits; *label; label += fits + strspn(label + fits, " "), lines++) {
        char text[200];
        fits = 0;
        for (size_t end = 0; label[end]; fits = end) {
            end += strspn(label + end, " ");
            end += strcspn(label + end, " ");
            if (letters(label) - letters(label + end) > most || end >= sizeof text)
                break;
        }
        if (!fits)
            return 0;
        snprintf(text, sizeof text, "%.*s", (int)fits, label);
        if (w)
            mw_html_write(w, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">%s</text>\n", x,
                          y + lines * LABEL_LINE, text);
    }
    return lines;
}

static double letters_below(double from, double to, unsigned labels)
{
    return ((to - from) / labels - 4) / LETTER;
}

// The most lines that a label needs; 0: one of them cannot be broken, or needs too many.
static unsigned lines_of_labels(const char *const *labels, unsigned count, double most)
{
    unsigned lines = 0, worst = 1;
    for (unsigned i = 0; i < count; i++) {
        lines = break_label(NULL, labels[i], most, 0, 0);
        if (!lines || lines > LINES_MOST)
            return 0;
        worst = lines > worst ? lines : worst;
    }
    return worst;
}

bool mw_chart_labels_fit(const char *const *labels, unsigned count, unsigned width)
{
    return lines_of_labels(labels, count, letters_below(LEFT, width - RIGHT, count));
}

// How far a slanted label reaches to the left, and down.
static double slant(double letter_count)
{
    return 0.71 * LETTER * letter_count + 6;
}

// Makes room for slanted labels: below the picture, and left of it where a label begins there.
static void make_room_for_slanted(sheet *s)
{
    const mw_chart *p = s->plot;
    s->height += slant(longest_label(p)) - 20;
    for (unsigned i = 0; i < p->label_count; i++) {
        double group = (s->x.to - s->x.from) / p->label_count;
        double over = slant(letters(p->labels[i])) - (s->x.from + group * (i + 0.5));
        s->x.from += fmax(over, 0);
    }
    // Labels as long as the picture make it wider, so that there is something left of it.
    double lack = s->width / 4.0 - (s->x.to - s->x.from);
    s->width += fmax(lack, 0);
    s->x.to += fmax(lack, 0);
}

// Leaves room for all text around the picture.
static void lay_out(sheet *s)
{
    const mw_chart *p = s->plot;
    s->width = p->width ? p->width : 640;
    s->height = p->height ? p->height : 320;
    s->x.from = LEFT;
    s->x.to = s->width - RIGHT;
    double group = p->label_count ? (s->x.to - s->x.from) / p->label_count : 0;
    double longest = longest_label(p);
    s->slanted = has_bars(p) && longest > 3 && LETTER * longest + 4 > group;
    if (s->slanted)
        s->label_lines = lines_of_labels(p->labels, p->label_count,
                                         letters_below(s->x.from, s->x.to, p->label_count));
    s->slanted &= !s->label_lines;
    double more = s->label_lines ? LABEL_LINE * (s->label_lines - 1) : 0;
    s->height += more;
    if (s->slanted)
        make_room_for_slanted(s);
    double below =
        (p->x_label && *p->x_label ? LINE + 4 : 4) + (s->slanted ? slant(longest) + 4 : 20 + more);
    s->y.from = s->height - below;
    s->y.to = legend(s, has_title(p) ? 24 : 6, false) + 4;
}

// A line across the picture, up to where its name is to be written.
static void begin_grid_line(sheet *s, double y)
{
    mw_write(s->w,
             "<path class=\"grid\" d=\"M%.1f %.1fH%.1f\"/><text x=\"%.1f\" y=\"%.1f\" "
             "text-anchor=\"end\">",
             s->x.from, y, s->x.to, s->x.from - 6, y + 4);
}

static void write_axes(sheet *s)
{
    mw_writer *w = s->w;
    for (unsigned i = 0; i < s->y.tick_count; i++) {
        if (s->plot->row_count &&
            place(&s->y, s->y.ticks[i]) < place(&s->y, s->plot->rows[0].y) + LABEL_LINE)
            continue; // it would stand in or above the name of the row
        begin_grid_line(s, place(&s->y, s->y.ticks[i]));
        write_tick(w, s->y.ticks[i]);
        mw_write(w, "</text>\n");
    }
    for (unsigned i = 0; i < s->plot->row_count; i++) {
        begin_grid_line(s, place(&s->y, s->plot->rows[i].y));
        mw_html_write(w, "%s</text>\n", s->plot->rows[i].name);
    }
    for (unsigned i = 0; i < s->x.tick_count; i++) {
        double x = place(&s->x, s->x.ticks[i]);
        mw_write(w,
                 "<path class=\"axis\" d=\"M%.1f %.1fv4\"/><text x=\"%.1f\" y=\"%.1f\" "
                 "text-anchor=\"middle\">",
                 x, s->y.from, x, s->y.from + 16);
        write_tick(w, s->x.ticks[i]);
        mw_write(w, "</text>\n");
    }
    mw_write(w, "<path class=\"axis\" d=\"M%.1f %.1fV%.1fH%.1f\"/>\n", s->x.from, s->y.to,
             s->y.from, s->x.to);
}

static void write_group_labels(sheet *s)
{
    const mw_chart *p = s->plot;
    double group = (s->x.to - s->x.from) / p->label_count;
    // Where even slanted labels would overlap, some are left out.
    unsigned every = (unsigned)ceil((s->slanted ? 13 : LETTER * longest_label(p) + 4) / group);
    every = s->label_lines ? 1 : every;
    for (unsigned i = 0; i < p->label_count; i += every ? every : 1) {
        double x = s->x.from + group * (i + 0.5), y = s->y.from + 14;
        if (s->label_lines)
            break_label(s->w, p->labels[i], letters_below(s->x.from, s->x.to, p->label_count), x,
                        y);
        else if (s->slanted)
            mw_html_write(s->w,
                          "<text transform=\"translate(%.1f %.1f)rotate(-45)\" "
                          "text-anchor=\"end\">%s</text>\n",
                          x + 4, y - 2, p->labels[i]);
        else
            mw_html_write(s->w, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">%s</text>\n", x,
                          y, p->labels[i]);
    }
}

// What the chart shows, for those who cannot see it.
static void write_alt(sheet *s)
{
    const mw_chart *p = s->plot;
    mw_html_write(s->w, "%s", p->title ? p->title : "chart");
    bool named = p->y_label && *p->y_label;
    if (named)
        mw_html_write(s->w, ": %s", p->y_label);
    if (named && p->x_label && *p->x_label)
        mw_html_write(s->w, " by %s", p->x_label);
    for (unsigned i = 0; i < p->curve_count && p->curves[i].name; i++)
        mw_html_write(s->w, "%s%s", i ? ", " : "; ", p->curves[i].name);
}

static void write_frame(sheet *s)
{
    const mw_chart *p = s->plot;
    mw_writer *w = s->w;
    mw_write(w, p->alone ? "<svg xmlns=\"http://www.w3.org/2000/svg\"" : "<svg");
    mw_write(w,
             " class=\"chart\" role=\"img\" viewBox=\"0 0 %.0f %.0f\" width=\"%.0f\" "
             "height=\"%.0f\" aria-label=\"",
             s->width, s->height, s->width, s->height);
    write_alt(s);
    mw_write(w, "\">\n");
    if (p->alone) {
        mw_write(w, "<style>\n");
        mw_html_chart_style(w);
        mw_write(w, "</style>\n<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n");
    }
    if (has_title(p)) {
        mw_html_write(w, "<text class=\"title\" x=\"%.1f\" y=\"15\">%s</text>\n", s->x.from,
                      p->title);
    }
    legend(s, has_title(p) ? 24 : 6, true);
    write_axes(s);
    if (has_bars(p))
        write_group_labels(s);
    if (p->x_label) {
        mw_html_write(
            w, "<text class=\"label\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">%s</text>\n",
            (s->x.from + s->x.to) / 2, s->height - 5, p->x_label);
    }
    if (p->y_label) {
        mw_html_write(w,
                      "<text class=\"label\" transform=\"translate(12 %.1f)rotate(-90)\" "
                      "text-anchor=\"middle\">%s</text>\n",
                      (s->y.from + s->y.to) / 2, p->y_label);
    }
}

void mw_chart_write(mw_writer *w, const mw_chart *p)
{
    sheet s = {.w = w, .plot = p};
    if (!p->curve_count || (has_bars(p) && !p->label_count) || !set_scales(&s))
        return;
    lay_out(&s);
    write_frame(&s);
    mw_chart_curves(&s);
    mw_write(w, "</svg>\n");
}
