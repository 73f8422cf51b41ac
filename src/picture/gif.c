// gif.c: a solution as an animated GIF: a frame for each state. Pictures have few colours of their
// own; what smooth edges add is rounded to a palette of 6x6x6 and greys.
#include "picture/paint.h"
#include "picture/picture.h"

#include <cairo.h>
#include <fcntl.h>
#include <gif_lib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define COLOURS   256
#define CUBE      216
#define DELAY     35  // hundredths of a second for a frame
#define LAST      200 // for the last one
#define FRAME_MAX 4000

typedef struct film {
    GifFileType *gif;
    GifByteType *row;
    int width, height;
} film;

static ColorMapObject *make_palette(void)
{
    ColorMapObject *map = GifMakeMapObject(COLOURS, NULL);
    for (int i = 0; map && i < COLOURS; i++) {
        int grey = (i - CUBE) * 255 / (COLOURS - CUBE - 1);
        map->Colors[i] =
            i < CUBE ? (GifColorType){(GifByteType)(i / 36 * 51), (GifByteType)(i / 6 % 6 * 51),
                                      (GifByteType)(i % 6 * 51)}
                     : (GifColorType){(GifByteType)grey, (GifByteType)grey, (GifByteType)grey};
    }
    return map;
}

static GifByteType nearest(const unsigned char *bgr)
{
    int level[3], cube_error = 0, grey_error = 0;
    int grey = (bgr[0] + bgr[1] + bgr[2]) / 3, shade = (grey * (COLOURS - CUBE - 1) + 127) / 255;
    int shown = shade * 255 / (COLOURS - CUBE - 1);
    for (int i = 0; i < 3; i++) {
        level[i] = (bgr[i] + 25) / 51;
        cube_error += abs(level[i] * 51 - bgr[i]);
        grey_error += abs(shown - bgr[i]);
    }
    return (GifByteType)(grey_error < cube_error ? CUBE + shade
                                                 : 36 * level[2] + 6 * level[1] + level[0]);
}

// For ever, as browsers understand it.
static bool put_loop(GifFileType *g)
{
    static const unsigned char forever[3] = {1, 0, 0};
    return EGifPutExtensionLeader(g, APPLICATION_EXT_FUNC_CODE) == GIF_OK &&
           EGifPutExtensionBlock(g, 11, "NETSCAPE2.0") == GIF_OK &&
           EGifPutExtensionBlock(g, 3, forever) == GIF_OK && EGifPutExtensionTrailer(g) == GIF_OK;
}

static bool put_frame(film *f, cairo_surface_t *image, int delay)
{
    GraphicsControlBlock control = {.DisposalMode = DISPOSE_DO_NOT,
                                    .DelayTime = delay,
                                    .TransparentColor = NO_TRANSPARENT_COLOR};
    GifByteType block[4];
    const unsigned char *pixels = cairo_image_surface_get_data(image);
    int stride = cairo_image_surface_get_stride(image);
    EGifGCBToExtension(&control, block);
    bool ok = EGifPutExtension(f->gif, GRAPHICS_EXT_FUNC_CODE, 4, block) == GIF_OK &&
              EGifPutImageDesc(f->gif, 0, 0, f->width, f->height, false, NULL) == GIF_OK;
    for (int y = 0; ok && y < f->height; y++) {
        for (int x = 0; x < f->width; x++)
            f->row[x] = nearest(pixels + y * stride + 4 * x);
        ok = EGifPutLine(f->gif, f->row, f->width) == GIF_OK;
    }
    return ok;
}

static const char *put_state(film *f, const mw_maze *m, const mw_state *s, const mw_style *style,
                             int delay)
{
    mw_scene scene;
    if (!mw_scene_draw(&scene, m, s))
        return "out of memory";
    cairo_surface_t *image = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, f->width, f->height);
    cairo_t *c = cairo_create(image);
    mw_colour paper = mw_style_paper(style);
    cairo_set_source_rgb(c, paper.r, paper.g, paper.b);
    cairo_paint(c);
    mw_picture_paint(c, &scene, style, MW_PAINT_ALL);
    cairo_status_t status = cairo_status(c);
    cairo_destroy(c);
    cairo_surface_flush(image);
    bool ok = !status && put_frame(f, image, delay);
    cairo_surface_destroy(image);
    mw_scene_free(&scene);
    return ok ? NULL : "cannot write it; check its folder and the space on the disk";
}

static const char *put_states(film *f, const mw_maze *m, const uint16_t *actions, uint32_t moves,
                              const mw_style *style)
{
    mw_state state;
    m->kind->start(m, &state);
    for (uint32_t i = 0;; i++) {
        const char *wrong = put_state(f, m, &state, style, i == moves ? LAST : DELAY);
        if (wrong || i == moves)
            return wrong;
        mw_edge edges[MW_EDGES_MAX];
        unsigned n = m->kind->expand(m, &state, edges), e = 0;
        while (e < n && edges[e].action != actions[i])
            e++;
        if (e == n)
            return "the moves do not belong to this maze";
        state = edges[e].to;
    }
}

const char *mw_picture_gif(const mw_maze *m, const uint16_t *actions, uint32_t moves,
                           const mw_style *style, const char *file)
{
    mw_scene scene;
    mw_state start;
    int error = 0;
    m->kind->start(m, &start);
    if (!mw_scene_draw(&scene, m, &start))
        return "out of memory";
    film f = {.width = (int)ceil(scene.width * style->scale),
              .height = (int)ceil(scene.height * style->scale)};
    mw_scene_free(&scene);
    if (f.width > FRAME_MAX || f.height > FRAME_MAX)
        return "the picture is too large; take a smaller --scale";
    ColorMapObject *palette = make_palette();
    f.row = malloc((size_t)f.width);
    int handle = open(file, O_WRONLY | O_CREAT | O_TRUNC, 0666); // giflib would keep it from others
    f.gif = palette && f.row && handle >= 0 ? EGifOpenFileHandle(handle, &error) : NULL;
    const char *wrong = f.gif ? NULL : "cannot write it; check its folder and permissions";
    if (f.gif) {
        EGifSetGifVersion(f.gif, true);
        bool ok =
            EGifPutScreenDesc(f.gif, f.width, f.height, 8, 0, palette) == GIF_OK && put_loop(f.gif);
        wrong = ok ? put_states(&f, m, actions, moves, style) : "cannot write it";
        if (EGifCloseFile(f.gif, &error) != GIF_OK && !wrong)
            wrong = "cannot write it: disk full?";
    }
    GifFreeMapObject(palette);
    free(f.row);
    return wrong;
}
