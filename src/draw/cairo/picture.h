// picture.h: scenes as PNG and PDF files and as coloured characters, through cairo. This is a
// library of its own, so that the main one needs only libc.
#ifndef MW_DRAW_CAIRO_PICTURE_H
#define MW_DRAW_CAIRO_PICTURE_H

#include "mazewright/mazewright.h"
#include "mazewright/scene.h"

#include <stdio.h>

// A function that fails returns false and fills in *error. MW_ERROR_LIMIT: it needs more memory
// than it may take (mw_scene.most) for its pixels, or for what cairo keeps of a page of PDF until
// the page is done.
bool mw_picture_png(const mw_scene *, const mw_style *, const char *file, mw_error *);
bool mw_picture_pdf(const mw_scene *, const mw_style *, const char *file, mw_error *);
// A solution, animated, with a frame for each state. limits->bytes is for one frame (0: no limit).
// With MW_ERROR_LIMIT, *hit says which limit it was: MW_LIMIT_MEMORY or MW_LIMIT_STOPPED.
bool mw_picture_gif(const mw_maze *, const uint16_t *actions, uint32_t moves, const mw_style *,
                    const mw_limits *, const char *file, mw_limit *hit, mw_error *);
bool mw_picture_too_large(mw_error *); // fills in that error; false
#define MW_PNG_SIDE 30000              // pixels a side, at most
#define MW_GIF_SIDE 4000
// Has the picture at most so many pixels a side? False and *error.
bool mw_picture_fits(const mw_scene *, const mw_style *, int most, mw_error *);
// cairo keeps all of a page of PDF until the page is done; without a limit, it may take this much.
#define MW_PDF_BYTES (2ull << 30)
uint64_t mw_picture_pdf_bytes(const mw_scene *);        // that cairo keeps for a scene
bool mw_picture_pdf_fits(const mw_scene *, mw_error *); // within mw_scene.most? False and *error
// A PNG of this size that shows the scene and tells what it is, for links; '\n' ends a line.
#define MW_PREVIEW_WIDTH  1200
#define MW_PREVIEW_HEIGHT 630
bool mw_picture_preview(const mw_scene *, const char *title, const char *about, const char *file,
                        mw_error *);
// A picture made of characters. Each shows two pixels, one above the other, or a letter on the
// colour of the upper one. style.scale is the number of columns for a cell.
typedef struct mw_character {
    int column, row;
    char letter; // 0: none
    unsigned char up[3],
        below[3]; // red, green, blue; with a letter: its background, and its colour
} mw_character;
bool mw_picture_characters(const mw_scene *, const mw_style *,
                           void (*put)(void *context, const mw_character *), void *context,
                           mw_error *);
// The same, for a terminal with 24-bit colours.
bool mw_picture_terminal(const mw_scene *, const mw_style *, FILE *, mw_error *);

// Frees what cairo and its fonts keep between pictures. For the end of a program.
void mw_picture_end(void);

#endif
