// paint.h: what picture.c and book.c share: a scene on any cairo surface.
#ifndef MW_PAINT_H
#define MW_PAINT_H

#include "mazewright/scene.h"

#include <cairo.h>

typedef enum { MW_PAINT_ALL, MW_PAINT_NO_TEXT, MW_PAINT_OUTLINES } mw_paint; // outlines: of floors

// From the current origin, without a background; style.scale is applied, and stays.
void mw_picture_paint(cairo_t *, const mw_scene *, const mw_style *, mw_paint);

#endif
