// gif.c: a solution as an animated GIF with a frame for each state. The palette has the colours of
// the shapes, and a cube of 6x6x6 colours, to which those of smooth edges are rounded.
#include "core/moves.h"
#include "draw/cairo/paint.h"
#include "draw/cairo/picture.h"

#include <assert.h>
#include <cairo.h>
#include <fcntl.h>
#include <gif_lib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define COLOURS 256
#define CUBE    216
#define DELAY   35  // hundredths of a second for a frame
#define LAST    200 // for the last frame

typedef struct animation {
    GifFileType *gif;
    ColorMapObject *palette;
    int colours; // in the palette so far: the cube, then those of shapes
    GifByteType *row;
    int width, height;
    const mw_limits *limits; // its bytes are for one frame
    unsigned char last[3];   // the pixel looked up last, and its place in the palette
    GifByteType last_place;
    mw_limit *hit; // which limit ended it
} animation;

static bool hit_limit(animation *f, mw_limit limit, mw_error *error)
{
    *f->hit = limit;
    return mw_picture_too_large(error);
}

static int difference(const GifColorType *c, int red, int green, int blue)
{
    return abs(c->Red - red) + abs(c->Green - green) + abs(c->Blue - blue);
}

static void add_colour(animation *f, mw_colour c)
{
    GifColorType k = {(GifByteType)(c.r * 255 + 0.5), (GifByteType)(c.g * 255 + 0.5),
                      (GifByteType)(c.b * 255 + 0.5)};
    for (int i = CUBE; i < f->colours; i++)
        if (!difference(&f->palette->Colors[i], k.Red, k.Green, k.Blue))
            return;
    if (f->colours < COLOURS)
        f->palette->Colors[f->colours++] = k;
}

static bool make_palette(animation *f, const mw_style *style)
{
    f->palette = GifMakeMapObject(COLOURS, NULL);
    if (!f->palette)
        return false;
    for (int i = 0; i < CUBE; i++)
        f->palette->Colors[i] = (GifColorType){
            (GifByteType)(i / 36 * 51), (GifByteType)(i / 6 % 6 * 51), (GifByteType)(i % 6 * 51)};
    f->colours = CUBE;
    add_colour(f, mw_style_paper(style));
    return true;
}

static GifByteType nearest(animation *f, const unsigned char *bgr)
{
    if (!memcmp(f->last, bgr, 3))
        return f->last_place;
    int place = 36 * ((bgr[2] + 25) / 51) + 6 * ((bgr[1] + 25) / 51) + (bgr[0] + 25) / 51;
    int least = difference(&f->palette->Colors[place], bgr[2], bgr[1], bgr[0]);
    for (int i = CUBE; i < f->colours; i++) {
        int d = difference(&f->palette->Colors[i], bgr[2], bgr[1], bgr[0]);
        if (d < least) {
            least = d;
            place = i;
        }
    }
    memcpy(f->last, bgr, 3);
    return f->last_place = (GifByteType)place;
}

// The extension that makes browsers repeat it for ever.
static bool put_loop(GifFileType *g)
{
    static const unsigned char forever[3] = {1, 0, 0};
    return EGifPutExtensionLeader(g, APPLICATION_EXT_FUNC_CODE) == GIF_OK &&
           EGifPutExtensionBlock(g, 11, "NETSCAPE2.0") == GIF_OK &&
           EGifPutExtensionBlock(g, 3, forever) == GIF_OK && EGifPutExtensionTrailer(g) == GIF_OK;
}

static bool put_frame(animation *f, cairo_surface_t *image, int delay)
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
            f->row[x] = nearest(f, pixels + y * stride + 4 * x);
        ok = EGifPutLine(f->gif, f->row, f->width) == GIF_OK;
    }
    return ok;
}

static bool put_state(animation *f, const mw_maze *m, const mw_state *s, const mw_style *style,
                      int delay, mw_error *error)
{
    mw_scene scene;
    if (!mw_scene_draw(&scene, m, s))
        return mw_no_memory(error);
    cairo_surface_t *image = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, f->width, f->height);
    bool ok = !mw_picture_draw(image, &scene, style, true) && put_frame(f, image, delay);
    cairo_surface_destroy(image);
    mw_scene_free(&scene);
    return ok || mw_picture_fail(error, MW_ERROR_SYSTEM,
                                 "cannot write it; check its folder and the space on the disk");
}

// Calls `each` for the states of a solution, until it fails.
static bool for_each_state(animation *f, const mw_maze *m, const uint16_t *actions, uint32_t moves,
                           const mw_style *style,
                           bool (*each)(animation *, const mw_maze *, const mw_state *,
                                        const mw_style *, int delay, mw_error *),
                           mw_error *error)
{
    mw_state state;
    m->kind->rules->start(m, &state);
    for (uint32_t i = 0;; i++) {
        const mw_limits *l = f->limits;
        if (l->keep_going && !l->keep_going(l->context, &(mw_progress){0}))
            return hit_limit(f, MW_LIMIT_STOPPED, error);
        if (!each(f, m, &state, style, i == moves ? LAST : DELAY, error))
            return false;
        if (i == moves)
            return true;
        mw_edge edges[MW_EDGES_MAX];
        const mw_edge *e = mw_find_move(m, &state, actions[i], edges);
        if (!e)
            return mw_picture_fail(error, MW_ERROR_SYSTEM, "the moves do not belong to this maze");
        state = e->to;
    }
}

// Finds the size of the animation and the colours of its shapes.
static bool look_at(animation *f, const mw_maze *m, const mw_state *s, const mw_style *style,
                    int delay, mw_error *error)
{
    mw_scene scene;
    (void)delay;
    uint64_t most = f->limits->bytes;
    if (!mw_scene_draw_within(&scene, m, s, most))
        return most ? hit_limit(f, MW_LIMIT_MEMORY, error) : (bool)mw_no_memory(error);
    f->width = (int)ceil(scene.width * style->scale);
    f->height = (int)ceil(scene.height * style->scale);
    uint64_t bytes = mw_scene_bytes(&scene) + 4 * (uint64_t)f->width * (uint64_t)f->height;
    for (uint32_t i = 0; i < scene.shape_count; i++) {
        mw_colour around;
        add_colour(f, mw_style_colour(style, &scene.shapes[i].ink));
        if (mw_style_outline(style, &scene.shapes[i], &around) > 0)
            add_colour(f, around);
    }
    bool fits = mw_picture_fits(&scene, style, MW_GIF_SIDE, error);
    mw_scene_free(&scene);
    if (!fits)
        return false;
    return !most || bytes <= most || hit_limit(f, MW_LIMIT_MEMORY, error);
}

static bool write_animation(animation *f, const mw_maze *m, const uint16_t *actions, uint32_t moves,
                            const mw_style *style, const char *file, mw_error *error)
{
    int code, handle = open(file, O_WRONLY | O_CREAT | O_TRUNC,
                            0666); // giflib would let only its owner read it
    f->gif = handle >= 0 ? EGifOpenFileHandle(handle, &code) : NULL;
    if (!f->gif)
        return mw_picture_fail(error, MW_ERROR_SYSTEM,
                               "cannot write it; check its folder and permissions");
    EGifSetGifVersion(f->gif, true);
    bool ok = EGifPutScreenDesc(f->gif, f->width, f->height, 8, 0, f->palette) == GIF_OK &&
              put_loop(f->gif);
    ok = ok ? for_each_state(f, m, actions, moves, style, put_state, error)
            : mw_picture_fail(error, MW_ERROR_SYSTEM, "cannot write it");
    if (EGifCloseFile(f->gif, &code) != GIF_OK && ok)
        ok = mw_picture_fail(error, MW_ERROR_SYSTEM, "cannot write it: disk full?");
    return ok;
}

bool mw_picture_gif(const mw_maze *m, const uint16_t *actions, uint32_t moves,
                    const mw_style *style, const mw_limits *limits, const char *file,
                    // NOLINTNEXTLINE(readability-non-const-parameter) for_each_state writes to it
                    mw_limit *hit, mw_error *error)
{
    animation f = {.limits = limits, .hit = hit};
    bool ok = make_palette(&f, style) || mw_no_memory(error);
    ok = ok && for_each_state(&f, m, actions, moves, style, look_at, error);
    assert(!ok || f.width > 0);
    if (ok && !(f.row = malloc((size_t)f.width)))
        ok = mw_no_memory(error);
    if (ok) {
        f.last_place = nearest(&f, (const unsigned char[]){1, 1, 1}); // fills `last`
        ok = write_animation(&f, m, actions, moves, style, file, error);
    }
    GifFreeMapObject(f.palette);
    free(f.row);
    return ok;
}
