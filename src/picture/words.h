// words.h: text in lines, broken between words, and inside one that is longer than a line.
#ifndef MW_WORDS_H
#define MW_WORDS_H

#include <cairo.h>
#include <stdbool.h>

typedef enum { MW_LEFT, MW_MIDDLE, MW_RIGHT } mw_align;

// How text is set; lengths in points.
typedef struct mw_words {
    double width, size;
    mw_align align;
    bool bold, fixed; // fixed: all letters are equally wide
    double grey;      // 0: black
    unsigned lines;   // at most so many, the last one shortened; 0: any number
} mw_words;

#define MW_LEADING 1.35 // from line to line, as a multiple of the size

// Valid UTF-8; '\n' ends a line. The upper edge is at y; returns the height.
double mw_words_draw(cairo_t *, const mw_words *, double x, double y, const char *text);
double mw_words_height(cairo_t *, const mw_words *, const char *text); // the same, unseen

#endif
