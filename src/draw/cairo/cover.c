// cover.c: a picture for the title page of a book, from a PNG file that anybody may have made. Its
// chunks are looked at before cairo, and libpng behind it, sees any of it: how large the picture is
// stands in the first one, and only those are passed on that pixels need.
#include "draw/cairo/picture.h"
#include "draw/cairo/press.h"

#include "core/file.h"
#include "core/text.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct mw_cover {
    cairo_surface_t *image;
    uint32_t w, h;
};

#define SIGNATURE "\x89PNG\r\n\x1a\n"
#define LARGEST   4.0 // points for a pixel, at most

typedef struct reading {
    mw_writer png; // the signature, and the chunks that are passed on
    size_t at;     // how much of it cairo has read
    uint32_t w, h;
    unsigned depth; // bits of a colour
} reading;

static uint32_t big_endian(const unsigned char *p)
{
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

static bool is_one_of(const unsigned char *type, const char *types)
{
    char name[6];
    snprintf(name, sizeof name, "%.4s ", (const char *)type);
    return strstr(types, name);
}

// Passes on what the pixels need. False and *error: these are not the chunks of a PNG file.
static bool read_chunks(reading *r, const unsigned char *bytes, size_t length, mw_error *error)
{
    size_t at = sizeof SIGNATURE - 1;
    if (length < at || memcmp(bytes, SIGNATURE, at) != 0)
        return mw_refuse(error, "is not a PNG file; a cover is one");
    mw_write_bytes(&r->png, SIGNATURE, at);
    for (bool ended = false; !ended;) {
        if (length - at < 12 || big_endian(bytes + at) > length - at - 12)
            return mw_refuse(error, "is cut off after %zu bytes; copy it again", length);
        const unsigned char *type = bytes + at + 4;
        size_t size = big_endian(bytes + at) + (size_t)12;
        bool first = at == sizeof SIGNATURE - 1;
        if (first != is_one_of(type, "IHDR ") || (first && size != 25))
            return mw_refuse(error, "is damaged: a PNG file begins with its size");
        if (first) {
            r->w = big_endian(type + 4);
            r->h = big_endian(type + 8);
            r->depth = type[12];
        }
        ended = is_one_of(type, "IEND ");
        if (is_one_of(type, "IHDR PLTE tRNS IDAT IEND "))
            mw_write_bytes(&r->png, (const char *)bytes + at, size);
        at += size;
    }
    return !r->png.failed || mw_no_memory(error);
}

static bool check_size(const reading *r, uint64_t most, mw_error *error)
{
    uint64_t pixels = (uint64_t)r->w * r->h; // cairo keeps 4 bytes of each, or 16
    if (!pixels)
        return mw_refuse(error, "is damaged: it has no pixels");
    if (pixels > MW_COVER_PIXELS)
        return mw_refuse(error, "has %ux%u pixels; a cover has at most %d million", r->w, r->h,
                         MW_COVER_PIXELS / 1000000);
    if (r->w > MW_COVER_SIDE || r->h > MW_COVER_SIDE)
        return mw_refuse(error, "has %ux%u pixels; a cover has at most %d on a side", r->w, r->h,
                         MW_COVER_SIDE);
    if (!most || pixels * (r->depth == 16 ? 16 : 4) <= most)
        return true;
    return mw_picture_too_large(error);
}

static cairo_status_t pass_on(void *context, unsigned char *to, unsigned length)
{
    reading *r = context;
    if (length > r->png.length - r->at)
        return CAIRO_STATUS_READ_ERROR;
    memcpy(to, r->png.text + r->at, length);
    r->at += length;
    return CAIRO_STATUS_SUCCESS;
}

static mw_cover *decode(reading *r, mw_error *error)
{
    mw_cover *c = malloc(sizeof *c);
    if (!c) {
        mw_no_memory(error);
        return NULL;
    }
    *c = (mw_cover){cairo_image_surface_create_from_png_stream(pass_on, r), r->w, r->h};
    cairo_status_t status = cairo_surface_status(c->image);
    if (!status)
        return c;
    // cairo calls all that libpng objects to a lack of memory; it is one if the pixels find no room
    void *room = malloc((size_t)r->w * r->h * (r->depth == 16 ? 16 : 4));
    if (room)
        mw_refuse(error, "is damaged: its pixels cannot be read");
    else
        mw_no_memory(error);
    free(room);
    mw_cover_free(c);
    return NULL;
}

mw_cover *mw_cover_read(const char *file, uint64_t most, mw_error *error)
{
    size_t length;
    reading r = {0};
    char *bytes = mw_file_read(file, MW_COVER_BYTES, &length);
    if (!bytes) {
        if (errno == ENOMEM)
            mw_no_memory(error);
        else if (errno == EFBIG)
            mw_refuse(error, "is too large; a cover has at most %u MiB", MW_COVER_BYTES >> 20);
        else
            mw_refuse(error, "cannot read: %s", strerror(errno));
        return NULL;
    }
    bool ok =
        read_chunks(&r, (const unsigned char *)bytes, length, error) && check_size(&r, most, error);
    free(bytes);
    mw_cover *c = ok ? decode(&r, error) : NULL;
    free(r.png.text);
    return c;
}

void mw_cover_free(mw_cover *c)
{
    if (c)
        cairo_surface_destroy(c->image);
    free(c);
}

void mw_press_cover(mw_press *p, mw_box b)
{
    const mw_cover *c = p->book->cover;
    p->spent += (uint64_t)c->w * c->h * 4;
    p->over |= p->book->most && p->spent > p->book->most;
    if (p->over || b.w <= 0 || b.h <= 0)
        return;
    double scale = fmin(LARGEST, fmin(b.w / c->w, b.h / c->h));
    cairo_save(p->c);
    cairo_translate(p->c, b.x + (b.w - c->w * scale) / 2, b.y + (b.h - c->h * scale) / 2);
    cairo_scale(p->c, scale, scale);
    cairo_set_source_surface(p->c, c->image, 0, 0);
    cairo_paint(p->c);
    cairo_restore(p->c);
}
