// paint.h: what picture.c and book.c share: a scene on any cairo surface.
#ifndef MW_DRAW_CAIRO_PAINT_H
#define MW_DRAW_CAIRO_PAINT_H

#include "mazewright/scene.h"

#include <cairo.h>
#include <stdio.h>

// From the current origin, without a background; style.scale is applied, and stays.
void mw_picture_paint(cairo_t *, const mw_scene *, const mw_style *, bool texts);

// For cairo's streams, which may abort when they cannot write: never fails, but stdio remembers.
cairo_status_t mw_picture_write(void *file, const unsigned char *, unsigned length);
// Closes it; NULL, or what went wrong in words.
const char *mw_picture_close(FILE *);

#endif
