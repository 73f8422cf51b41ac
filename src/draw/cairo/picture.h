// picture.h: scenes as PNG and PDF files and as coloured characters, through cairo; a library of
// its own, so that the main one needs libc only.
#ifndef MW_DRAW_CAIRO_PICTURE_H
#define MW_DRAW_CAIRO_PICTURE_H

#include "mazewright/scene.h"

#include <stdio.h>

// What goes wrong where the picture needs more memory than it may take (mw_scene.most): bytes of
// pixels, or of what cairo remembers of a page of PDF until it is done.
extern const char mw_picture_too_large[];
extern const char mw_picture_stopped[]; // the limits said so
uint64_t mw_picture_pdf_bytes(const mw_scene *);

// Each returns NULL, or what went wrong in words.
const char *mw_picture_png(const mw_scene *, const mw_style *, const char *file);
const char *mw_picture_pdf(const mw_scene *, const mw_style *, const char *file);
// A solution, animated: a frame for each state; within so many bytes (0: no limit).
const char *mw_picture_gif(const mw_maze *, const uint16_t *actions, uint32_t moves,
                           const mw_style *, const mw_limits *, const char *file);
// As characters, each of which shows two pixels, one above the other, or a letter on the upper one.
// style.scale is the number of columns for a cell.
typedef struct mw_character {
    int column, row;
    char letter;                   // 0: none
    unsigned char up[3], below[3]; // red, green, blue; with a letter: its ground, and itself
} mw_character;
const char *mw_picture_characters(const mw_scene *, const mw_style *,
                                  void (*put)(void *context, const mw_character *), void *context);
// The same, for a terminal with 24-bit colours.
const char *mw_picture_terminal(const mw_scene *, const mw_style *, FILE *);

// Gives back what cairo and its fonts keep from picture to picture; for the end of a program.
void mw_picture_end(void);

#endif
