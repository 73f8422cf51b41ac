// wrap.h: text in lines, broken between words, and inside one that is longer than a line.
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
    unsigned lines;   // at most so many, the last one shortened; 0: any number
} mw_wrap;

#define MW_LEADING 1.35 // from line to line, as a multiple of the size

// Valid UTF-8; '\n' ends a line. The upper edge is at y; returns the height.
double mw_wrap_draw(cairo_t *, const mw_wrap *, double x, double y, const char *text);
double mw_wrap_height(cairo_t *, const mw_wrap *, const char *text); // the same, unseen

#endif
