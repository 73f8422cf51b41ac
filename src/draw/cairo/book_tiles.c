// book_tiles.c: a maze to walk on: a plan, and each cell of the picture as a tile to lay out.
#include "draw/cairo/paint.h"
#include "draw/cairo/picture.h"
#include "draw/cairo/press.h"
#include "draw/cairo/wrap.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A square of side 1 of the picture, to be printed as a tile.
typedef struct tile {
    int column, row; // in the picture, from 0; beyond the board -1, or its width or height
    uint32_t cell;   // whose floor it is, + 1; 0: the tile lies beyond the board, for an exit there
    bool goal;
    mw_box square;
} tile;

static bool draw_start(mw_scene *scene, const mw_maze *m, uint64_t most)
{
    mw_state start;
    m->kind->rules->start(m, &start);
    return mw_scene_draw_within(scene, m, &start, most);
}

// Is this the floor of a cell that is not seen straight from above?
static bool is_slanted(const mw_scene *s, const mw_shape *shape)
{
    const double *xy = &s->points[2 * (size_t)shape->first];
    return shape->ink.cell &&
           (shape->count != 4 || xy[1] != xy[3] || xy[2] != xy[4] || xy[5] != xy[7]);
}

const char *mw_book_no_tiles(const mw_maze *m)
{
    mw_scene scene = {0};
    bool slanted = false;
    if (m->d > 1)
        return "it is a maze in space, and tiles lie on a floor";
    if ((uint32_t)m->w * m->h > MW_BOOK_TILES)
        return "it has more than 1000 cells";
    bool drawn = draw_start(&scene, m, 0);
    for (uint32_t i = 0; drawn && i < scene.shape_count; i++)
        slanted |= is_slanted(&scene, &scene.shapes[i]);
    mw_scene_free(&scene);
    return !drawn ? "memory ran out" : slanted ? "its picture is not seen from above" : NULL;
}

static bool touches(mw_box b, mw_box square)
{
    return b.x < square.x + 1 && b.x + b.w > square.x && b.y < square.y + 1 && b.y + b.h > square.y;
}

// Is the middle of the box inside the square, and not on its edge?
static bool is_middle_in(mw_box b, mw_box square)
{
    return fabs(b.x + b.w / 2 - square.x - 0.5) < 0.499 &&
           fabs(b.y + b.h / 2 - square.y - 0.5) < 0.499;
}

// The tile of the i-th place. Places are the squares of the picture, row by row, and those around
// it, where there may be an exit. The board lies in the middle of the picture. False: there is
// nothing to stand on.
static bool find_tile(const mw_scene *s, const mw_maze *m, uint32_t i, tile *t)
{
    *t = (tile){.column = (int)(i % (m->w + 2u)) - 1, .row = (int)(i / (m->w + 2u)) - 1};
    t->square = (mw_box){(s->width - m->w) / 2 + t->column, (s->height - m->h) / 2 + t->row, 1, 1};
    for (uint32_t k = 0; k < s->shape_count; k++) {
        const mw_shape *shape = &s->shapes[k];
        bool goal = shape->ink.role == MW_ROLE_GOAL;
        if ((!goal && !shape->ink.cell) || !is_middle_in(mw_press_bounds(s, shape), t->square))
            continue;
        t->goal |= goal;
        t->cell = t->cell ? t->cell : shape->ink.cell;
    }
    return t->cell || t->goal;
}

static uint32_t places_of(const mw_maze *m)
{
    return (m->w + 2u) * (m->h + 2u);
}

// Paints the part of the picture that lies in the square, at x, y, and a line around it to cut
// along.
static void draw_tile(mw_press *p, const mw_scene *scene, mw_box square, double x, double y,
                      double side)
{
    mw_scene part = *scene;
    mw_style style = {.theme = p->book->theme, .scale = side};
    part.shapes = calloc(scene->shape_count, sizeof *part.shapes);
    part.shape_count = 0;
    p->failed |= !part.shapes;
    for (uint32_t i = 0; part.shapes && i < scene->shape_count; i++)
        if (touches(mw_press_bounds(scene, &scene->shapes[i]), square))
            part.shapes[part.shape_count++] = scene->shapes[i];
    p->spent += mw_picture_pdf_bytes(&part);
    p->over |= p->book->most && p->spent > p->book->most;
    cairo_save(p->c);
    cairo_rectangle(p->c, x, y, side, side);
    cairo_clip(p->c);
    cairo_translate(p->c, x - square.x * side, y - square.y * side);
    if (!p->over && part.shapes)
        mw_picture_paint(p->c, &part, &style, true);
    cairo_restore(p->c);
    cairo_set_source_rgb(p->c, 0.5, 0.5, 0.5);
    cairo_set_line_width(p->c, 0.6);
    cairo_rectangle(p->c, x, y, side, side);
    cairo_stroke(p->c);
    free(part.shapes);
}

// Where the tile belongs, and what is special about it.
static void name_tile(const mw_maze *m, unsigned i, const tile *t, char *text, size_t size)
{
    const char *above = t->row < 0 ? "above row" : t->row >= m->h ? "below row" : "row";
    const char *left = t->column < 0       ? "left of column"
                       : t->column >= m->w ? "right of column"
                                           : "column";
    int row = t->row < 0 ? 0 : t->row < m->h ? t->row : m->h - 1;
    int column = t->column < 0 ? 0 : t->column < m->w ? t->column : m->w - 1;
    mw_state start;
    m->kind->rules->start(m, &start);
    bool first = t->cell && m->kind->rules->cell && m->kind->rules->cell(m, &start) == t->cell - 1;
    snprintf(text, size, "maze %u, %s %d, %s %d%s%s", i + 1, above, row + 1, left, column + 1,
             first ? ": the start" : "", t->goal ? ": the goal" : "");
}

// One tile. Its name stands on it, at the lower edge, so that it stays when the tile is cut out,
// and says which way up it lies.
static void draw_named_tile(mw_press *p, unsigned i, const mw_scene *scene, const tile *t, mw_box b)
{
    char text[120];
    double side = fmin(b.w, b.h), size = fmax(5, fmin(10, side / 40));
    double x = b.x + (b.w - side) / 2, low = b.y + side - 2;
    name_tile(p->book->mazes[i].maze, i, t, text, sizeof text);
    draw_tile(p, scene, t->square, x, b.y, side);
    mw_wrap label = {.width = side - 4, .size = size, .align = MW_MIDDLE, .grey = 0.25, .lines = 1};
    double wide = fmin(label.width, size * (0.5 * (double)strlen(text) + 1));
    cairo_set_source_rgb(p->c, 1, 1, 1);
    cairo_rectangle(p->c, x + (side - wide) / 2, low - size * MW_LEADING, wide, size * MW_LEADING);
    cairo_fill(p->c);
    mw_wrap_draw(p->c, &label, x + 2, low - size * MW_LEADING, text);
}

static void plan_page(mw_press *p, unsigned i, unsigned tiles)
{
    const mw_book_maze *m = &p->book->mazes[i];
    mw_box b = mw_press_body(p);
    char text[400];
    mw_press_begin(p, "Plan");
    snprintf(text, sizeof text, "Maze %u: %u tiles", i + 1, tiles);
    mw_press_bookmark(p, text);
    mw_wrap large = {.width = b.w, .size = 24 * p->text, .bold = true, .lines = 1};
    mw_wrap plain = {.width = b.w, .size = 12 * p->text};
    double y = b.y + mw_wrap_draw(p->c, &large, b.x, b.y, text) + 8;
    snprintf(text, sizeof text,
             "Lay the tiles out on the floor as in this picture, all the same way up. Each tile "
             "says at its lower edge in which row and column it lies; row 1 is at the top of the "
             "picture, column 1 at its left. Then be the player yourself. %s%.100s%s",
             m->actions ? "To beat: " : "But ", m->length, m->actions ? "." : "");
    y += mw_wrap_draw(p->c, &plain, b.x, y, text) + 8;
    if (*m->note)
        y += mw_wrap_draw(p->c, &plain, b.x, y, m->note) + 8;
    y = mw_press_rules(p, m->maze->kind, y);
    mw_press_maze(p, m, (mw_box){b.x, y + 6, b.w, b.y + b.h - y - 6}, false);
    mw_press_end(p);
}

// The plan of a maze, and its tiles.
void mw_press_tiles(mw_press *p, unsigned i)
{
    const mw_book *book = p->book;
    const mw_maze *m = book->mazes[i].maze;
    const unsigned columns = book->columns, rows = book->rows;
    mw_scene scene = {0};
    mw_box b = mw_press_body(p);
    tile t;
    unsigned tiles = 0, at = 0;
    double w = (b.w - GUTTER * (columns - 1)) / columns, h = (b.h - GUTTER * (rows - 1)) / rows;
    bool drawn = !p->over && draw_start(&scene, m, book->most);
    p->over |= !drawn && book->most;
    p->failed |= !drawn;
    for (uint32_t place = 0; drawn && place < places_of(m); place++)
        tiles += find_tile(&scene, m, place, &t);
    plan_page(p, i, tiles);
    for (uint32_t place = 0; drawn && place < places_of(m); place++) {
        if (!find_tile(&scene, m, place, &t))
            continue;
        if (at == 0)
            mw_press_begin(p, "Tiles");
        draw_named_tile(
            p, i, &scene, &t,
            (mw_box){b.x + at % columns * (w + GUTTER), b.y + at / columns * (h + GUTTER), w, h});
        at = (at + 1) % (columns * rows);
        tiles--;
        if (!at || !tiles)
            mw_press_end(p);
    }
    mw_scene_free(&scene);
}
