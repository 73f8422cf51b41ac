// chart_curves.c: what stands for the values of a chart: bars, lines with a band, dots.
#include "draw/chart_sheet.h"

#include "core/math.h"
#include "draw/html.h"

#include <stdlib.h>

// Each curve has its own shape, so that readers can tell curves apart without colours. Curves of
// one colour belong together, and share it.
void mw_chart_dot(sheet *s, unsigned curve, double x, double y)
{
    static const char *const shapes[] = {"m-3-3h6v6h-6z", "m0-4l4 7h-8z", "m0-4l4 4l-4 4l-4-4z"};
    unsigned colour = colour_of(s->plot, curve);
    if (colour % 4 == 1)
        mw_write(s->w, "<circle class=\"dot s%u\" cx=\"%.1f\" cy=\"%.1f\" r=\"3\"/>\n", colour, x,
                 y);
    else
        mw_write(s->w, "<path class=\"dot s%u\" d=\"M%.1f %.1f%s\"/>\n", colour, x, y,
                 shapes[(colour + 2) % 4]);
}

static void tooltip(sheet *s, unsigned curve, const char *label, double v)
{
    const char *name = s->plot->curves[curve].name;
    mw_html_write(s->w, "<title>%s%s%s: ", label, name && *label ? ", " : "", name);
    mw_html_number(s->w, v);
    mw_write(s->w, "</title>");
}

static void write_bar(sheet *s, unsigned curve, unsigned label, double x, double wide, double from,
                      double to)
{
    const mw_chart *p = s->plot;
    double a = place(&s->y, from), b = place(&s->y, to);
    mw_write(s->w, "<rect class=\"s%u%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\">",
             colour_of(p, curve), hollow_of(&p->curves[curve]), x, fmin(a, b), wide, fabs(a - b));
    tooltip(s, curve, label < p->label_count ? p->labels[label] : "", p->curves[curve].y[label]);
    mw_write(s->w, "</rect>\n");
}

static void write_error_bar(sheet *s, const mw_curve *c, unsigned label, double x)
{
    if (!c->low || !c->high || !shown(c->low[label], s->y.log) || !shown(c->high[label], s->y.log))
        return;
    double low = place(&s->y, c->low[label]), high = place(&s->y, c->high[label]);
    mw_write(s->w,
             "<path fill=\"none\" stroke=\"currentColor\" d=\"M%.1f %.1fh8m-4 0V%.1fm-4 0h8\"/>\n",
             x - 4, low, high);
}

static void write_bars(sheet *s)
{
    const mw_chart *p = s->plot;
    bool stacked = p->form == MW_CHART_STACKED, hollow = false, filled = false;
    for (unsigned c = 0; c < p->curve_count; c++) {
        hollow |= p->curves[c].hollow;
        filled |= !p->curves[c].hollow;
    }
    bool pairs = hollow && filled;
    double group = (s->x.to - s->x.from) / p->label_count;
    double wide = group * 0.8 / (!stacked ? p->curve_count : pairs ? 2 : 1);
    for (unsigned i = 0; i < p->label_count; i++) {
        double below[2] = {0}; // of hollow and of filled stacks
        for (unsigned c = 0; c < p->curve_count; c++) {
            double v = i < p->curves[c].count ? p->curves[c].y[i] : NAN;
            unsigned side = stacked && pairs && !p->curves[c].hollow;
            if (!shown(v, s->y.log))
                continue;
            double x = s->x.from + group * (i + 0.1) + wide * (stacked ? side : c);
            double ground = stacked ? below[side] : s->y.log ? s->y.least : 0;
            write_bar(s, c, i, x + 0.5, fmax(wide - 1, 0.5), ground, stacked ? ground + v : v);
            write_error_bar(s, &p->curves[c], i, x + wide / 2);
            below[side] += v;
        }
    }
}

static void write_band(sheet *s, unsigned curve)
{
    const mw_curve *c = &s->plot->curves[curve];
    mw_write(s->w, "<polygon class=\"band s%u\" points=\"", colour_of(s->plot, curve));
    for (unsigned i = 0; i < 2 * c->count; i++) {
        unsigned at = i < c->count ? i : 2 * c->count - 1 - i;
        double v = i < c->count ? c->low[at] : c->high[at];
        if (shown(c->x[at], s->x.log) && shown(v, s->y.log))
            mw_write(s->w, "%.1f,%.1f ", place(&s->x, c->x[at]), place(&s->y, v));
    }
    mw_write(s->w, "\"/>\n");
}

static bool has_point(const sheet *s, const mw_curve *c, unsigned i)
{
    return i < c->count && shown(c->x[i], s->x.log) && shown(c->y[i], s->y.log);
}

// A point between two gaps is a dot, or nobody would see it.
static void write_line(sheet *s, unsigned curve)
{
    const mw_curve *c = &s->plot->curves[curve];
    bool drawing = false;
    if (c->low && c->high)
        write_band(s, curve);
    mw_write(s->w, "<path class=\"curve s%u%s\" d=\"", colour_of(s->plot, curve), hollow_of(c));
    for (unsigned i = 0; i < c->count; i++) {
        bool on = has_point(s, c, i);
        if (on)
            mw_write(s->w, "%c%.1f %.1f", drawing ? 'L' : 'M', place(&s->x, c->x[i]),
                     place(&s->y, c->y[i]));
        drawing = on;
    }
    mw_write(s->w, "\"/>\n");
    for (unsigned i = 0; i < c->count; i++)
        if (has_point(s, c, i) &&
            (has_dots(s, c) || (!(i && has_point(s, c, i - 1)) && !has_point(s, c, i + 1))))
            mw_chart_dot(s, curve, place(&s->x, c->x[i]), place(&s->y, c->y[i]));
}

// How large dots with weights may be: the largest weight, and the radius of its dot, which hardly
// reaches its neighbours. Smaller ones stay large enough to be seen.
typedef struct dot_size {
    double weight, radius;
} dot_size;

static dot_size largest_dot(const sheet *s)
{
    const mw_chart *p = s->plot;
    double most = 0, gap = INFINITY;
    for (const mw_curve *c = p->curves; c < p->curves + p->curve_count; c++)
        for (unsigned i = 0; c->weight && i < c->count; i++) {
            most = fmax(most, c->weight[i]);
            if (i && c->x[i] > c->x[i - 1])
                gap = fmin(gap, place(&s->x, c->x[i]) - place(&s->x, c->x[i - 1]));
        }
    return (dot_size){most, fmin(fmax(0.7 * gap, 3), 12)};
}

static void write_weighted_dot(sheet *s, unsigned curve, unsigned i, dot_size largest)
{
    const mw_curve *c = &s->plot->curves[curve];
    double r = fmax(largest.radius * sqrt(c->weight[i] / largest.weight), 1.2);
    double x = place(&s->x, c->x[i]), y = place(&s->y, c->y[i]);
    unsigned colour = colour_of(s->plot, curve);
    bool round = colour % 4 == 1;
    if (round)
        mw_write(s->w, "<circle class=\"dot s%u\" cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\">", colour, x,
                 y, r);
    else // a square of the same area
        mw_write(s->w,
                 "<rect class=\"dot s%u\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\">",
                 colour, x - 0.886 * r, y - 0.886 * r, 1.772 * r, 1.772 * r);
    if (c->note) {
        mw_write(s->w, "<title>");
        c->note(s->w, c->context, i);
        mw_write(s->w, "</title>");
    }
    mw_write(s->w, round ? "</circle>\n" : "</rect>\n");
}

static void write_dots(sheet *s, unsigned curve)
{
    const mw_curve *c = &s->plot->curves[curve];
    dot_size largest = largest_dot(s);
    for (unsigned i = 0; i < c->count; i++)
        if (c->weight && has_point(s, c, i) && c->weight[i] > 0)
            write_weighted_dot(s, curve, i, largest);
        else if (!c->weight && has_point(s, c, i))
            mw_chart_dot(s, curve, place(&s->x, c->x[i]), place(&s->y, c->y[i]));
}

// A line through the sorted values: it shows how many of them are at most this large.
static void write_cactus(sheet *s, unsigned curve)
{
    const mw_curve *c = &s->plot->curves[curve];
    double *sorted = malloc((c->count + 1) * sizeof *sorted);
    unsigned n = 0;
    if (!sorted) {
        s->w->failed = true;
        return;
    }
    for (unsigned i = 0; i < c->count; i++)
        if (shown(c->y[i], s->y.log))
            sorted[n++] = c->y[i];
    qsort(sorted, n, sizeof *sorted, mw_compare_doubles);
    mw_write(s->w, "<path class=\"curve s%u%s\" d=\"", colour_of(s->plot, curve), hollow_of(c));
    for (unsigned i = 0; i < n; i++)
        mw_write(s->w, "%c%.1f %.1f", i ? 'L' : 'M', place(&s->x, i + 1), place(&s->y, sorted[i]));
    mw_write(s->w, "\"/>\n");
    free(sorted);
}

// The line y = x, as far as both axes have numbers.
static void write_bisector(sheet *s)
{
    const mw_chart *p = s->plot;
    double least = fmax(s->x.least, s->y.least);
    double most = fmin(s->x.most, p->row_count ? p->rows[0].y : s->y.most);
    if (least < most)
        mw_write(s->w,
                 "<path class=\"axis\" stroke-dasharray=\"4 3\" d=\"M%.1f %.1fL%.1f %.1f\"/>\n",
                 place(&s->x, least), place(&s->y, least), place(&s->x, most), place(&s->y, most));
}

void mw_chart_curves(sheet *s)
{
    const mw_chart *p = s->plot;
    if (has_bars(p))
        write_bars(s);
    if (p->diagonal)
        mw_write(s->w,
                 "<path class=\"axis\" stroke-dasharray=\"4 3\" d=\"M%.1f %.1fL%.1f %.1f\"/>\n",
                 s->x.from, s->y.from, s->x.to, s->y.to);
    if (p->bisector)
        write_bisector(s);
    for (unsigned i = 0; i < p->curve_count; i++) {
        if (p->form == MW_CHART_LINES)
            write_line(s, i);
        else if (p->form == MW_CHART_DOTS)
            write_dots(s, i);
        else if (p->form == MW_CHART_CACTUS)
            write_cactus(s, i);
    }
}
