// wrap.h: breaks text into lines, between words, or inside a word that is longer than a line.
#ifndef MW_DRAW_CAIRO_WRAP_H
#define MW_DRAW_CAIRO_WRAP_H

#include <cairo.h>
#include <stdbool.h>

typedef enum { MW_LEFT, MW_MIDDLE, MW_RIGHT } mw_align;

// How text is set; lengths in points.
typedef struct mw_wrap {
    double width, size;
    mw_align align;
    bool bold, fixed; // fixed: all letters are equally wide
    double grey;      // 0: black
    unsigned lines;   // the most lines; what does not fit is cut off with an ellipsis. 0: no limit
} mw_wrap;

#define MW_LEADING 1.35 // distance of two lines, as a multiple of the size

// Draws valid UTF-8, in which '\n' ends a line, with its upper edge at y. Returns its height.
double mw_wrap_draw(cairo_t *, const mw_wrap *, double x, double y, const char *text);
// Is nothing cut off, and no word broken?
bool mw_wrap_fits(cairo_t *, const mw_wrap *, const char *text);
double mw_wrap_height(cairo_t *, const mw_wrap *, const char *text); // only its height

#endif
