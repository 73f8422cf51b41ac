// press.h: what the pages of a book have in common: the page, its head and foot, boxes and
// pictures. A page consists of boxes. In a box, text takes the height that it needs, and the
// picture the rest.
#ifndef MW_DRAW_CAIRO_PRESS_H
#define MW_DRAW_CAIRO_PRESS_H

#include "draw/cairo/book.h"

#include <cairo.h>
#include <math.h>

// Lengths are in points, 1/72 inch.
#define GUTTER 20.0 // between boxes

typedef struct mw_box {
    double x, y, w, h;
} mw_box;

typedef struct mw_press {
    const mw_book *book;
    cairo_surface_t *surface;
    cairo_t *c;
    double w, h;   // of the page
    double margin; // around what is printed, but for the heads and the numbers of pages
    double text;   // size of text, in proportion to that on A4
    int page;
    bool failed;    // memory ran out
    bool over;      // the book's limit of memory was reached
    uint64_t spent; // bytes that cairo keeps for this page
} mw_press;

static inline mw_box mw_press_body(const mw_press *p)
{
    return (mw_box){p->margin, p->margin, p->w - 2 * p->margin, p->h - 2 * p->margin};
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

// The mazes of a section, or those before the first section.
typedef struct mw_part {
    const char *name;    // in the heads of its pages, and in the contents
    const char *title;   // NULL: it has none
    unsigned first, end; // its mazes
    unsigned index;      // of the section
} mw_part;
// The part after this one, which is all zero at the beginning. False: there is none.
bool mw_press_part(const mw_book *, mw_part *);

void mw_press_begin(mw_press *, const char *chapter); // a page; chapter NULL: without head and foot
void mw_press_end(mw_press *);
void mw_press_bookmark(mw_press *, const char *name); // of the page that was begun
// The smallest box around a shape of the scene.
mw_box mw_press_bounds(const mw_scene *, const mw_shape *);
// Draws a maze in the middle of a box, as large as fits, with its solution if `solved`.
void mw_press_maze(mw_press *, const mw_book_maze *, mw_box, bool solved);
// Ten dots, of which as many are filled as the difficulty says. The last ends at x. Returns their
// width.
double mw_press_dots(mw_press *, double difficulty, double x, double y, double radius);
// The rules below y, paragraph by paragraph, in letters so small that room is left on the page for
// a picture. Returns where they end.
double mw_press_rules(mw_press *, const mw_kind *, double y);
// The pages before the mazes: the title, the contents, how to play (book_front.c).
void mw_press_front(mw_press *);
// The cover of the book in the middle of a box, as large as fits (cover.c).
void mw_press_cover(mw_press *, mw_box);
// The plan of the book's i-th maze, and its tiles (book_tiles.c).
void mw_press_tiles(mw_press *, unsigned i);

#endif
