// picture.h: scenes as PNG and PDF files and as coloured characters, through cairo; a library of
// its own, so that the main one needs libc only.
#ifndef MW_PICTURE_H
#define MW_PICTURE_H

#include "mazewright/scene.h"

#include <stdio.h>

// Each returns NULL, or what went wrong in words.
const char *mw_picture_png(const mw_scene *, const mw_style *, const char *file);
const char *mw_picture_pdf(const mw_scene *, const mw_style *, const char *file);
// For a terminal with 24-bit colours: each character shows two pixels, one above the other.
// style.scale is the number of columns for a cell.
const char *mw_picture_terminal(const mw_scene *, const mw_style *, FILE *);

#endif
