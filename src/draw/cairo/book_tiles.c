// book_tiles.c: a maze to walk on: a plan, and each cell of the picture as a tile to lay out.
#include "draw/cairo/paint.h"
#include "draw/cairo/picture.h"
#include "draw/cairo/press.h"
#include "draw/cairo/wrap.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The square of a cell, of side 1, in the picture. False: it has none, or is seen at an angle.
static bool cell_square(const mw_scene *s, uint32_t cell, mw_box *square, bool *slanted)
{
    for (uint32_t i = 0; i < s->shape_count; i++) {
        const mw_shape *shape = &s->shapes[i];
        const double *xy = &s->points[2 * (size_t)shape->first];
        if (shape->ink.cell != cell + 1)
            continue;
        *slanted |= shape->count != 4 || xy[1] != xy[3] || xy[2] != xy[4] || xy[5] != xy[7];
        *square = (mw_box){(xy[0] + xy[2] - 1) / 2, (xy[1] + xy[5] - 1) / 2, 1, 1};
        return !*slanted;
    }
    return false;
}

static bool draw_start(mw_scene *scene, const mw_maze *m, uint64_t most)
{
    mw_state start;
    m->kind->rules->start(m, &start);
    return mw_scene_draw_within(scene, m, &start, most);
}

const char *mw_book_no_tiles(const mw_maze *m)
{
    mw_scene scene = {0};
    bool slanted = false;
    mw_box square;
    if (m->d > 1)
        return "it is a maze in space, and tiles lie on a floor";
    if ((uint32_t)m->w * m->h > MW_BOOK_TILES)
        return "it has more than 1000 cells";
    bool drawn = draw_start(&scene, m, 0);
    for (uint32_t cell = 0; drawn && cell < (uint32_t)m->w * m->h; cell++)
        cell_square(&scene, cell, &square, &slanted);
    mw_scene_free(&scene);
    return !drawn ? "memory ran out" : slanted ? "its picture is not seen from above" : NULL;
}

static bool touches(const mw_scene *s, const mw_shape *shape, mw_box square)
{
    mw_box b = {shape->x, shape->y, 0, 0};
    double around = shape->ink.width / 2;
    if (shape->count)
        b = (mw_box){s->points[2 * (size_t)shape->first], s->points[2 * (size_t)shape->first + 1],
                     0, 0};
    else
        around += shape->size * (shape->type == MW_TEXT ? (double)strlen(shape->text) : 1);
    mw_box_include(&b, b.x, b.y, around);
    for (uint32_t k = shape->first; k < shape->first + shape->count; k++)
        mw_box_include(&b, s->points[2 * (size_t)k], s->points[2 * (size_t)k + 1], around);
    return b.x < square.x + 1 && b.x + b.w > square.x && b.y < square.y + 1 && b.y + b.h > square.y;
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
        if (touches(scene, &scene->shapes[i], square))
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

// One tile and, below it, where it belongs.
static void draw_named_tile(mw_press *p, unsigned i, const mw_scene *scene, uint32_t cell,
                            mw_box square, mw_box b)
{
    const mw_maze *m = p->book->mazes[i].maze;
    mw_state start;
    char text[120];
    double size = fmax(6, fmin(12, b.w / 24)), side = fmin(b.w, b.h - 2 * size);
    m->kind->rules->start(m, &start);
    bool first = m->kind->rules->cell && m->kind->rules->cell(m, &start) == cell;
    snprintf(text, sizeof text, "maze %u, row %u, column %u%s", i + 1, cell / m->w + 1,
             cell % m->w + 1, first ? ": the start" : "");
    draw_tile(p, scene, square, b.x + (b.w - side) / 2, b.y, side);
    mw_wrap label = {.width = b.w, .size = size, .align = MW_MIDDLE, .grey = 0.25, .lines = 1};
    mw_wrap_draw(p->c, &label, b.x, b.y + side + size * 0.4, text);
}

static void plan_page(mw_press *p, unsigned i, unsigned tiles)
{
    const mw_book_maze *m = &p->book->mazes[i];
    mw_box b = mw_press_body(p);
    char text[400];
    mw_press_begin(p, "Plan");
    snprintf(text, sizeof text, "Maze %u: %u tiles", i + 1, tiles);
    mw_press_bookmark(p, text);
    mw_wrap large = {.width = b.w, .size = 24, .bold = true, .lines = 1};
    mw_wrap plain = {.width = b.w, .size = 12};
    double y = b.y + mw_wrap_draw(p->c, &large, b.x, b.y, text) + 8;
    snprintf(text, sizeof text,
             "Lay the tiles out on the floor as in this picture, all the same way up. Each tile "
             "says below it in which row and column it lies; row 1 is at the top of the picture, "
             "column 1 at its left. Then be the player yourself. To beat: %.100s.",
             m->length);
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
    const unsigned columns = book->columns, rows = book->rows, cells = (unsigned)m->w * m->h;
    mw_scene scene = {0};
    mw_box b = mw_press_body(p), square;
    bool slanted = false;
    unsigned tiles = 0, at = 0;
    double w = (b.w - GUTTER * (columns - 1)) / columns, h = (b.h - GUTTER * (rows - 1)) / rows;
    bool drawn = !p->over && draw_start(&scene, m, book->most);
    p->over |= !drawn && book->most;
    p->failed |= !drawn;
    for (uint32_t cell = 0; drawn && cell < cells; cell++)
        tiles += cell_square(&scene, cell, &square, &slanted);
    plan_page(p, i, tiles);
    for (uint32_t cell = 0; drawn && cell < cells; cell++) {
        if (!cell_square(&scene, cell, &square, &slanted))
            continue;
        if (at == 0)
            mw_press_begin(p, "Tiles");
        draw_named_tile(
            p, i, &scene, cell, square,
            (mw_box){b.x + at % columns * (w + GUTTER), b.y + at / columns * (h + GUTTER), w, h});
        at = (at + 1) % (columns * rows);
        tiles--;
        if (!at || !tiles)
            mw_press_end(p);
    }
    mw_scene_free(&scene);
}
