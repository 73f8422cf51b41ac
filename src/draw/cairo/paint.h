// paint.h: what the files of this folder share: paints a scene on any cairo surface.
#ifndef MW_DRAW_CAIRO_PAINT_H
#define MW_DRAW_CAIRO_PAINT_H

#include "mazewright/mazewright.h"
#include "mazewright/scene.h"

#include <cairo.h>
#include <stdio.h>

// Paints at the current origin, without a background. Leaves cairo scaled by style.scale.
void mw_picture_paint(cairo_t *, const mw_scene *, const mw_style *, bool texts);
// Fills a surface with the paper and the scene.
cairo_status_t mw_picture_draw(cairo_surface_t *, const mw_scene *, const mw_style *, bool texts);

// Fills in *error and returns false.
bool mw_picture_fail(mw_error *, mw_error_code, const char *text);

// Opens a file to write a picture. NULL and *error: it cannot.
FILE *mw_picture_open(const char *file, mw_error *);
// The function with which cairo writes a stream. It always reports success, because cairo may abort
// after a failure; stdio keeps the error until mw_picture_close.
cairo_status_t mw_picture_write(void *file, const unsigned char *, unsigned length);
// Ends a page of PDF and frees it; `status` is that of drawing. Returns what failed, if anything.
cairo_status_t mw_picture_finish(cairo_surface_t *, cairo_status_t status);
// Closes the file. False and *error: cairo has failed with this status, or writing has failed.
bool mw_picture_close(FILE *, cairo_status_t, mw_error *);

#endif
