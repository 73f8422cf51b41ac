// preview.c: the picture that others show beside a link: the maze on the left, as large as fits,
// and on the right what it is.
#include "draw/cairo/paint.h"
#include "draw/cairo/picture.h"
#include "draw/cairo/wrap.h"

#include <math.h>

#define EDGE 50.0
#define SIDE (MW_PREVIEW_HEIGHT - 2 * EDGE) // of the square in which the maze stands

static void draw_maze(cairo_t *c, const mw_scene *s, const mw_style *style)
{
    mw_style scaled = *style;
    scaled.scale = SIDE / fmax(s->width, s->height);
    cairo_save(c);
    cairo_translate(c, EDGE + (SIDE - s->width * scaled.scale) / 2,
                    EDGE + (SIDE - s->height * scaled.scale) / 2);
    mw_picture_paint(c, s, &scaled, true);
    cairo_restore(c);
}

static void draw_texts(cairo_t *c, const char *title, const char *about)
{
    const double x = SIDE + 2 * EDGE, width = MW_PREVIEW_WIDTH - x - EDGE;
    const mw_wrap large = {.width = width, .size = 60, .bold = true, .grey = 0.1, .lines = 3};
    const mw_wrap small = {.width = width, .size = 34, .grey = 0.3, .lines = 4};
    double height = mw_wrap_height(c, &large, title) + 20 + mw_wrap_height(c, &small, about);
    double y = (MW_PREVIEW_HEIGHT - height) / 2;
    y += mw_wrap_draw(c, &large, x, y, title) + 20;
    mw_wrap_draw(c, &small, x, y, about);
}

bool mw_picture_preview(const mw_scene *s, const char *title, const char *about, const char *file,
                        mw_error *error)
{
    const mw_style style = {.theme = MW_THEME_LIGHT, .scale = 1};
    const mw_colour paper = mw_style_paper(&style);
    FILE *f = mw_picture_open(file, error);
    if (!f)
        return false;
    cairo_surface_t *image =
        cairo_image_surface_create(CAIRO_FORMAT_RGB24, MW_PREVIEW_WIDTH, MW_PREVIEW_HEIGHT);
    cairo_t *c = cairo_create(image);
    cairo_set_source_rgb(c, paper.r, paper.g, paper.b);
    cairo_paint(c);
    draw_maze(c, s, &style);
    draw_texts(c, title, about);
    cairo_status_t status = cairo_status(c);
    cairo_destroy(c);
    if (!status)
        status = cairo_surface_write_to_png_stream(image, mw_picture_write, f);
    cairo_surface_destroy(image);
    return mw_picture_close(f, status, error);
}
