// paint.h: what the files of this folder share: paints a scene on any cairo surface.
#ifndef MW_DRAW_CAIRO_PAINT_H
#define MW_DRAW_CAIRO_PAINT_H

#include "mazewright/scene.h"

#include <cairo.h>
#include <stdio.h>

// Paints at the current origin, without a background. Leaves cairo scaled by style.scale.
void mw_picture_paint(cairo_t *, const mw_scene *, const mw_style *, bool texts);

// Writes for cairo's streams, which may abort where writing fails: so this never fails. stdio keeps
// the error for mw_picture_close.
cairo_status_t mw_picture_write(void *file, const unsigned char *, unsigned length);
// Closes the file. NULL, or what went wrong, in words.
const char *mw_picture_close(FILE *);

#endif
