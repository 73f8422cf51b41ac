// picture.c: see picture.h. Every shape is a path that is filled or stroked.
#include "draw/cairo/picture.h"

#include "core/text.h"
#include "draw/cairo/paint.h"

#include <cairo-pdf.h>
#include <cairo.h>
#include <errno.h>
#include <fontconfig/fontconfig.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

bool mw_picture_fail(mw_error *error, mw_error_code code, const char *text)
{
    mw_refuse(error, "%s", text);
    error->code = code;
    return false;
}

bool mw_picture_too_large(mw_error *error)
{
    return mw_picture_fail(
        error, MW_ERROR_LIMIT,
        "stopped at the limit: memory; take a smaller --scale, or a larger limit");
}

typedef struct counter {
    mw_painter painter;
    uint64_t bytes;
} counter;

// A square takes about 850 bytes, as measured.
static void count_shape(mw_painter *p, const mw_scene *s, const mw_shape *shape)
{
    (void)s;
    ((counter *)p)->bytes += 1024 + 64 * (uint64_t)shape->count;
}

uint64_t mw_picture_pdf_bytes(const mw_scene *s)
{
    counter c = {.painter = {count_shape}, .bytes = mw_scene_bytes(s)};
    mw_scene_paint(s, &c.painter);
    return c.bytes;
}

static bool pixels_fit(const mw_scene *s, double scale)
{
    double bytes = 4 * ceil(s->width * scale) * ceil(s->height * scale);
    return !s->most || bytes + (double)mw_scene_bytes(s) <= (double)s->most;
}

static void set_colour(cairo_t *c, mw_colour k)
{
    cairo_set_source_rgba(c, k.r, k.g, k.b, k.a);
}

static void draw_text(cairo_t *c, const mw_shape *s)
{
    cairo_text_extents_t e;
    cairo_select_font_face(c, "Helvetica", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_BOLD);
    cairo_set_font_size(c, s->size / 0.7);
    cairo_text_extents(c, s->text, &e);
    cairo_move_to(c, s->x - e.x_bearing - e.width / 2, s->y + s->size / 2);
    cairo_show_text(c, s->text);
}

static void draw_shape(cairo_t *c, const mw_scene *scene, const mw_shape *s)
{
    const double *p = scene->points + 2 * (size_t)s->first;
    cairo_new_path(c);
    if (s->type == MW_CIRCLE)
        cairo_arc(c, s->x, s->y, s->size, 0, 2 * 3.14159265358979);
    for (uint32_t i = 0; i < s->count; i++)
        cairo_line_to(c, p[2 * i], p[2 * i + 1]);
    if (s->type == MW_POLYGON)
        cairo_close_path(c);
    if (s->type == MW_TEXT) {
        draw_text(c, s);
    } else if (s->ink.width > 0) {
        cairo_set_line_width(c, s->ink.width);
        cairo_stroke(c);
    } else {
        cairo_fill(c);
    }
}

typedef struct canvas {
    mw_painter painter;
    cairo_t *c;
    const mw_style *style;
    bool texts;
} canvas;

static void paint_shape(mw_painter *p, const mw_scene *s, const mw_shape *shape)
{
    const canvas *v = (const canvas *)p;
    if (shape->type == MW_TEXT && !v->texts)
        return;
    set_colour(v->c, mw_style_colour(v->style, &shape->ink));
    draw_shape(v->c, s, shape);
    mw_shape line = *shape;
    mw_colour around;
    line.ink.width = mw_style_outline(v->style, shape, &around);
    if (line.ink.width > 0) {
        set_colour(v->c, around);
        draw_shape(v->c, s, &line);
    }
}

void mw_picture_paint(cairo_t *c, const mw_scene *s, const mw_style *style, bool texts)
{
    cairo_scale(c, style->scale, style->scale);
    cairo_set_line_cap(c, CAIRO_LINE_CAP_ROUND);
    cairo_set_line_join(c, CAIRO_LINE_JOIN_ROUND);
    canvas v = {.painter = {paint_shape}, .c = c, .style = style, .texts = texts};
    mw_scene_paint(s, &v.painter);
}

cairo_status_t mw_picture_draw(cairo_surface_t *surface, const mw_scene *s, const mw_style *style,
                               bool texts)
{
    cairo_t *c = cairo_create(surface);
    set_colour(c, mw_style_paper(style));
    cairo_paint(c);
    mw_picture_paint(c, s, style, texts);
    cairo_status_t status = cairo_status(c);
    cairo_destroy(c);
    cairo_surface_flush(surface);
    return status;
}

static cairo_surface_t *image_for(const mw_scene *s, double scale)
{
    return cairo_image_surface_create(CAIRO_FORMAT_ARGB32, (int)ceil(s->width * scale),
                                      (int)ceil(s->height * scale));
}

cairo_status_t mw_picture_write(void *file, const unsigned char *bytes, unsigned length)
{
    fwrite(bytes, 1, length, file);
    return CAIRO_STATUS_SUCCESS;
}

static cairo_status_t write_png(void *file, const unsigned char *bytes, unsigned length)
{
    mw_picture_write(file, bytes, length);
    return mw_stopping() ? CAIRO_STATUS_WRITE_ERROR : CAIRO_STATUS_SUCCESS;
}

static _Thread_local cairo_surface_t *abandoned;

cairo_status_t mw_picture_finish(cairo_surface_t *page, cairo_status_t status)
{
    // cairo would now write all that was drawn before the work was stopped, and it can neither be
    // told to leave that nor be asked meanwhile. So the page is left as it is: the program ends.
    if (mw_stopped()) {
        abandoned = page;
        return cairo_surface_status(abandoned);
    }
    cairo_surface_finish(page);
    status = status ? status : cairo_surface_status(page);
    cairo_surface_destroy(page);
    return status;
}

FILE *mw_picture_open(const char *file, mw_error *error)
{
    FILE *f = fopen(file, "wb");
    if (!f)
        mw_picture_fail(error, MW_ERROR_SYSTEM, strerror(errno));
    return f;
}

// False and *error: cairo has failed with this status.
static bool drawn(cairo_status_t status, mw_error *error)
{
    if (mw_stopped())
        return mw_picture_fail(error, MW_ERROR_LIMIT, "stopped before it was drawn");
    return !status ||
           mw_picture_fail(error,
                           status == CAIRO_STATUS_NO_MEMORY ? MW_ERROR_MEMORY : MW_ERROR_SYSTEM,
                           cairo_status_to_string(status));
}

bool mw_picture_close(FILE *f, cairo_status_t status, mw_error *error)
{
    bool failed = ferror(f);
    failed |= fclose(f) != 0;
    return drawn(status, error) &&
           (!failed || mw_picture_fail(error, MW_ERROR_SYSTEM, "the disk is full, or gone"));
}

void mw_picture_end(void)
{
    if (!abandoned) // else it still uses what would be freed
        cairo_debug_reset_static_data();
    FcFini();
}

bool mw_picture_fits(const mw_scene *s, const mw_style *style, int most, mw_error *error)
{
    double side = ceil(fmax(s->width, s->height) * style->scale);
    *error = (mw_error){.code = MW_ERROR_INPUT};
    if (side > most)
        snprintf(error->text, sizeof error->text,
                 "the picture is too large: %.0f pixels a side of at most %d; take a smaller "
                 "--scale",
                 side, most);
    return side <= most;
}

bool mw_picture_pdf_fits(const mw_scene *s, mw_error *error)
{
    return mw_picture_pdf_bytes(s) <= (s->most ? s->most : MW_PDF_BYTES) ||
           mw_picture_fail(error, MW_ERROR_LIMIT,
                           "stopped at the limit: memory; write it as SVG or PNG, or give a larger "
                           "--limit-memory");
}

bool mw_picture_png(const mw_scene *s, const mw_style *style, const char *file, mw_error *error)
{
    if (!mw_picture_fits(s, style, MW_PNG_SIDE, error))
        return false;
    if (!pixels_fit(s, style->scale))
        return mw_picture_too_large(error);
    FILE *f = mw_picture_open(file, error);
    if (!f)
        return false;
    cairo_surface_t *image = image_for(s, style->scale);
    cairo_status_t status = mw_picture_draw(image, s, style, true);
    if (!status)
        status = cairo_surface_write_to_png_stream(image, write_png, f);
    cairo_surface_destroy(image);
    return mw_picture_close(f, status, error);
}

bool mw_picture_pdf(const mw_scene *s, const mw_style *style, const char *file, mw_error *error)
{
    if (!mw_picture_pdf_fits(s, error))
        return false;
    FILE *f = mw_picture_open(file, error);
    if (!f)
        return false;
    cairo_surface_t *page = cairo_pdf_surface_create_for_stream(
        mw_picture_write, f, s->width * style->scale, s->height * style->scale);
    cairo_status_t status = mw_picture_draw(page, s, style, true);
    status = mw_picture_finish(page, status);
    return mw_picture_close(f, status, error);
}

// ---- terminal

// A letter on a character of the screen, and its colour; 0: none.
typedef struct letter {
    char letter;
    unsigned char ink[3];
} letter;

typedef struct screen {
    mw_painter painter;
    const unsigned char *pixels;
    int stride, columns, rows; // rows of characters
    const mw_style *style;
    letter *letters;
} screen;

// Puts a text on the characters that it covers.
static void place_text(mw_painter *p, const mw_scene *scene, const mw_shape *t)
{
    screen *s = (screen *)p;
    int length = (int)strlen(t->text);
    int x = (int)(t->x * s->style->scale - length / 2.0 + 0.5);
    int y = (int)(t->y * s->style->scale / 2);
    mw_colour ink = mw_style_colour(s->style, &t->ink);
    (void)scene;
    for (int i = 0; t->type == MW_TEXT && y >= 0 && y < s->rows && i < length; i++)
        if (x + i >= 0 && x + i < s->columns)
            s->letters[(size_t)y * (size_t)s->columns + (size_t)(x + i)] =
                (letter){.letter = t->text[i],
                         .ink = {(unsigned char)(ink.r * 255), (unsigned char)(ink.g * 255),
                                 (unsigned char)(ink.b * 255)}};
}

static void set_pixel(unsigned char *to, const unsigned char *bgr)
{
    to[0] = bgr[2];
    to[1] = bgr[1];
    to[2] = bgr[0];
}

static mw_character character_at(const screen *s, int column, int row)
{
    mw_character c = {.column = column, .row = row};
    const letter *l = &s->letters[(size_t)row * (size_t)s->columns + (size_t)column];
    const unsigned char *upper = s->pixels + 2 * (ptrdiff_t)row * s->stride + 4 * (ptrdiff_t)column;
    set_pixel(c.up, upper); // blue, green, red
    set_pixel(c.below, upper + s->stride);
    c.letter = l->letter;
    if (l->letter)
        memcpy(c.below, l->ink, sizeof c.below);
    return c;
}

bool mw_picture_characters(const mw_scene *s, const mw_style *style,
                           void (*put)(void *context, const mw_character *), void *context,
                           mw_error *error)
{
    if (!mw_picture_fits(s, style, MW_PNG_SIDE, error))
        return false;
    if (!pixels_fit(s, style->scale))
        return mw_picture_too_large(error);
    cairo_surface_t *image = image_for(s, style->scale);
    screen view = {.painter = {place_text},
                   .columns = cairo_image_surface_get_width(image),
                   .rows = cairo_image_surface_get_height(image) / 2,
                   .style = style};
    view.letters = calloc((size_t)view.columns * (size_t)view.rows + 1, sizeof *view.letters);
    bool ok = drawn(view.letters ? mw_picture_draw(image, s, style, false) : CAIRO_STATUS_NO_MEMORY,
                    error) &&
              (mw_scene_paint(s, &view.painter) || drawn(CAIRO_STATUS_NO_MEMORY, error));
    view.pixels = cairo_image_surface_get_data(image);
    view.stride = cairo_image_surface_get_stride(image);
    for (int row = 0; ok && row < view.rows; row++)
        for (int column = 0; column < view.columns; column++) {
            mw_character c = character_at(&view, column, row);
            put(context, &c);
        }
    free(view.letters);
    cairo_surface_destroy(image);
    return ok;
}

static void print_character(void *context, const mw_character *c)
{
    FILE *f = context;
    const unsigned char *ink = c->letter ? c->below : c->up, *ground = c->letter ? c->up : c->below;
    if (!c->column && c->row)
        fputs("\033[0m\n", f);
    fprintf(f, "\033[%d;38;2;%d;%d;%d;48;2;%d;%d;%dm", c->letter ? 1 : 22, ink[0], ink[1], ink[2],
            ground[0], ground[1], ground[2]);
    if (c->letter)
        fputc(c->letter, f);
    else
        fputs("\xe2\x96\x80", f); // the upper half
}

bool mw_picture_terminal(const mw_scene *s, const mw_style *style, FILE *f, mw_error *error)
{
    bool ok = mw_picture_characters(s, style, print_character, f, error);
    fputs("\033[0m\n", f);
    return ok;
}
