// press.h: what the pages of a book have in common: the page, its head and foot, boxes and
// pictures. A page consists of boxes. In a box, text takes the height that it needs, and the
// picture the rest.
#ifndef MW_DRAW_CAIRO_PRESS_H
#define MW_DRAW_CAIRO_PRESS_H

#include "draw/cairo/book.h"

#include <cairo.h>
#include <math.h>

// Lengths are in points, 1/72 inch.
#define MARGIN 54.0
#define GUTTER 20.0 // between boxes

typedef struct mw_box {
    double x, y, w, h;
} mw_box;

typedef struct mw_press {
    const mw_book *book;
    cairo_surface_t *surface;
    cairo_t *c;
    double w, h; // of the page
    int page;
    bool failed;    // memory ran out
    bool over;      // the book's limit of memory was reached
    uint64_t spent; // bytes that cairo keeps for this page
} mw_press;

static inline mw_box mw_press_body(const mw_press *p)
{
    return (mw_box){MARGIN, MARGIN, p->w - 2 * MARGIN, p->h - 2 * MARGIN};
}

// Makes a box as large as is needed to hold what lies around this point.
static inline void mw_box_include(mw_box *b, double x, double y, double around)
{
    double right = fmax(b->x + b->w, x + around), low = fmax(b->y + b->h, y + around);
    b->x = fmin(b->x, x - around);
    b->y = fmin(b->y, y - around);
    b->w = right - b->x;
    b->h = low - b->y;
}

void mw_press_begin(mw_press *, const char *chapter); // a page; chapter NULL: without head and foot
void mw_press_end(mw_press *);
void mw_press_bookmark(mw_press *, const char *name); // of the page that was begun
// The smallest box around a shape of the scene.
mw_box mw_press_bounds(const mw_scene *, const mw_shape *);
// Draws a maze in the middle of a box, as large as fits, with its solution if `solved`.
void mw_press_maze(mw_press *, const mw_book_maze *, mw_box, bool solved);
// The rules below y, paragraph by paragraph. Returns where they end.
double mw_press_rules(mw_press *, const mw_kind *, double y);
// The plan of the book's i-th maze, and its tiles (book_tiles.c).
void mw_press_tiles(mw_press *, unsigned i);

#endif
