// svg.c: a scene as SVG. Numbers are rounded to hundredths, so that all machines write the same
// bytes.
#include "core/memory.h"
#include "mazewright/scene.h"

#include "core/text.h"

#include <math.h>
#include <stdlib.h>

// By hand, because a large picture has a hundred million numbers.
static void number(mw_writer *w, double x)
{
    long long hundredths = (long long)floor(x * 100 + 0.5);
    unsigned long long left = (unsigned long long)(hundredths < 0 ? -hundredths : hundredths);
    char digits[24], *at = digits + sizeof digits;
    unsigned rest = (unsigned)(left % 100);
    if (rest % 10)
        *--at = (char)('0' + rest % 10);
    if (rest)
        *--at = (char)('0' + rest / 10);
    if (rest)
        *--at = '.';
    left /= 100;
    do
        *--at = (char)('0' + left % 10);
    while (left /= 10);
    if (hundredths < 0)
        *--at = '-';
    mw_write_bytes(w, at, (size_t)(digits + sizeof digits - at));
}

static void attribute(mw_writer *w, const char *name, double x)
{
    mw_write(w, " %s=\"", name);
    number(w, x);
    mw_write_char(w, '"');
}

static void paint(mw_writer *w, const char *what, mw_colour c)
{
    mw_write(w, " %s=\"#%02x%02x%02x\"", what, (unsigned)(c.r * 255 + 0.5),
             (unsigned)(c.g * 255 + 0.5), (unsigned)(c.b * 255 + 0.5));
    if (c.a < 1) {
        mw_write(w, " %s-opacity=\"", what);
        number(w, c.a);
        mw_write_char(w, '"');
    }
}

static void points(mw_writer *w, const mw_scene *s, const mw_shape *shape, double scale)
{
    mw_write(w, " points=\"");
    for (uint32_t i = 0; i < 2 * shape->count; i++) {
        if (i)
            mw_write_char(w, i % 2 ? ',' : ' ');
        number(w, s->points[2 * (size_t)shape->first + i] * scale);
    }
    mw_write_char(w, '"');
}

static void text(mw_writer *w, const char *t)
{
    for (; *t; t++)
        if (*t == '<' || *t == '&' || *t == '>')
            mw_write(w, "&#%d;", *t);
        else
            mw_write_char(w, *t);
}

static void write_shape(mw_writer *w, const mw_scene *s, const mw_shape *shape,
                        const mw_style *style)
{
    mw_colour c = mw_style_colour(style, &shape->ink);
    bool line = shape->ink.width > 0 && shape->type != MW_TEXT;
    mw_colour around;
    double outline = mw_style_outline(style, shape, &around);
    static const char *const names[] = {"polygon", "polyline", "circle", "text"};
    mw_write(w, "<%s", names[shape->type]);
    if (shape->type == MW_POLYGON || shape->type == MW_LINE)
        points(w, s, shape, style->scale);
    if (shape->type == MW_CIRCLE) {
        attribute(w, "cx", shape->x * style->scale);
        attribute(w, "cy", shape->y * style->scale);
        attribute(w, "r", shape->size * style->scale);
    }
    if (line) {
        mw_write(w, " fill=\"none\"");
        paint(w, "stroke", c);
        attribute(w, "stroke-width", shape->ink.width * style->scale);
        mw_write(w, " stroke-linecap=\"round\" stroke-linejoin=\"round\"");
    } else {
        paint(w, "fill", c);
    }
    if (outline > 0) {
        paint(w, "stroke", around);
        attribute(w, "stroke-width", outline * style->scale);
    }
    if (shape->type != MW_TEXT) {
        mw_write(w, "/>\n");
        return;
    }
    // Capitals and digits are about 0.7 of the font's size high; this puts them into the middle.
    attribute(w, "x", shape->x * style->scale);
    attribute(w, "y", (shape->y + shape->size / 2) * style->scale);
    attribute(w, "font-size", shape->size / 0.7 * style->scale);
    mw_write_char(w, '>');
    text(w, shape->text);
    mw_write(w, "</text>\n");
}

typedef struct svg {
    mw_painter painter;
    mw_writer *w;
    const mw_style *style;
    bool (*write)(void *context, const char *, size_t); // NULL: the text is kept whole
    void *context;
    mw_shape joined; // the ink of the path that is being written;
    bool joining;    // there is one
} svg;

// Hands on what has been written, once it is this much.
static void pass_on(svg *v, size_t least)
{
    mw_writer *w = v->w;
    if (!v->write || w->failed || w->length < least)
        return;
    w->failed = !v->write(v->context, w->text, w->length);
    w->length = 0;
}

// ---- lines and dots of one ink as one path, in scenes that allow it

static bool can_join(const mw_scene *s, const mw_shape *shape)
{
    return s->joins &&
           (shape->type == MW_LINE || (shape->type == MW_CIRCLE && shape->ink.width <= 0));
}

static bool same_ink(const mw_shape *a, const mw_shape *b)
{
    const mw_ink *i = &a->ink, *k = &b->ink;
    return a->type == b->type && a->size == b->size && i->role == k->role && i->tint == k->tint &&
           i->shade == k->shade && i->width == k->width && i->fade == k->fade && i->cell == k->cell;
}

// Ends the path, if there is one.
static void end_path(svg *v)
{
    if (!v->joining)
        return;
    double width = v->joined.type == MW_LINE ? v->joined.ink.width : 2 * v->joined.size;
    mw_write(v->w, "\" fill=\"none\"");
    paint(v->w, "stroke", mw_style_colour(v->style, &v->joined.ink));
    attribute(v->w, "stroke-width", width * v->style->scale);
    mw_write(v->w, " stroke-linecap=\"round\" stroke-linejoin=\"round\"/>\n");
    v->joining = false;
}

// A place in tenths.
static void place(mw_writer *w, char letter, double x, double y)
{
    mw_write_char(w, letter);
    number(w, floor(x * 10 + 0.5) / 10);
    mw_write_char(w, ' ');
    number(w, floor(y * 10 + 0.5) / 10);
}

static void add_to_path(svg *v, const mw_scene *s, const mw_shape *shape)
{
    double scale = v->style->scale;
    if (!v->joining)
        mw_write(v->w, "<path d=\"");
    v->joined = *shape;
    v->joining = true;
    if (shape->type == MW_CIRCLE) { // a line without length and with round ends
        place(v->w, 'M', shape->x * scale, shape->y * scale);
        mw_write(v->w, "h0");
    }
    for (uint32_t i = 0; i < shape->count; i++) {
        const double *xy = s->points + 2 * ((size_t)shape->first + i);
        place(v->w, i ? 'L' : 'M', xy[0] * scale, xy[1] * scale);
    }
}

static void add_shape(mw_painter *p, const mw_scene *s, const mw_shape *shape)
{
    svg *v = (svg *)p;
    if (v->w->failed)
        return;
    if (!can_join(s, shape) || !same_ink(shape, &v->joined))
        end_path(v);
    if (can_join(s, shape))
        add_to_path(v, s, shape);
    else
        write_shape(v->w, s, shape, v->style);
    pass_on(v, 1 << 16);
}

static void write_scene(svg *v, const mw_scene *s)
{
    mw_writer *w = v->w;
    double width = s->width * v->style->scale, height = s->height * v->style->scale;
    mw_write(w, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 ");
    number(w, width);
    mw_write_char(w, ' ');
    number(w, height);
    mw_write_char(w, '"');
    attribute(w, "width", width);
    attribute(w, "height", height);
    mw_write(w, " font-family=\"Helvetica, Arial, sans-serif\" font-weight=\"600\" "
                "text-anchor=\"middle\">\n<rect width=\"100%%\" height=\"100%%\"");
    paint(w, "fill", mw_style_paper(v->style));
    mw_write(w, "/>\n");
    w->failed |= !mw_scene_paint(s, &v->painter);
    end_path(v);
    mw_write(w, "</svg>\n");
    pass_on(v, 0);
}

char *mw_scene_svg(const mw_scene *s, const mw_style *style)
{
    uint64_t taken = mw_scene_bytes(s);
    mw_writer w = {.most = !s->most ? 0 : taken < s->most ? mw_bytes_up_to(s->most - taken) : 1};
    write_scene(&(svg){.painter = {add_shape}, .w = &w, .style = style}, s);
    return mw_writer_take(&w);
}

bool mw_scene_write_svg(const mw_scene *s, const mw_style *style,
                        bool (*write)(void *, const char *, size_t), void *context)
{
    mw_writer w = {0};
    svg v = {.painter = {add_shape}, .w = &w, .style = style, .write = write, .context = context};
    write_scene(&v, s);
    free(w.text);
    return !w.failed;
}
