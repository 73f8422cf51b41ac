// book_pages.c: see book.h. A page consists of boxes. In a box, text takes the height that it
// needs, and the picture takes the rest.
#include "draw/cairo/book.h"

#include "draw/cairo/paint.h"
#include "draw/cairo/picture.h"
#include "draw/cairo/press.h"
#include "draw/cairo/wrap.h"

#include <cairo-pdf.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define LARGEST     64.0  // side of a cell of a maze, at most
#define ANSWER_HIGH 354.0 // of the pictures of a row of solutions, together; on A5, 210
#define A4_HIGH     841.890

// ---- pages

void mw_press_begin(mw_press *p, const char *chapter)
{
    mw_box b = mw_press_body(p);
    char number[20];
    snprintf(number, sizeof number, "%d", ++p->page);
    if (!chapter)
        return;
    mw_wrap small = {.width = b.w / 2 - 10, .size = 8, .grey = 0.4, .lines = 1};
    mw_wrap_draw(p->c, &small, b.x, p->margin - 26, p->book->title);
    small.align = MW_RIGHT;
    mw_wrap_draw(p->c, &small, b.x + b.w / 2 + 10, p->margin - 26, chapter);
    mw_wrap folio = {.width = b.w, .size = 9, .align = MW_MIDDLE};
    mw_wrap_draw(p->c, &folio, b.x, p->h - p->margin + 16, number);
}

void mw_press_end(mw_press *p)
{
    cairo_show_page(p->c);
    p->spent = 0;
}

void mw_press_bookmark(mw_press *p, const char *name)
{
    char at[40];
    snprintf(at, sizeof at, "page=%d", p->page);
    cairo_pdf_surface_add_outline(p->surface, CAIRO_PDF_OUTLINE_ROOT, name, at, 0);
}

// ---- pictures

mw_box mw_press_bounds(const mw_scene *s, const mw_shape *shape)
{
    double around = shape->ink.width / 2, x = shape->x, y = shape->y;
    if (shape->type == MW_CIRCLE)
        around += shape->size;
    else if (shape->type == MW_TEXT)
        around += shape->size * 0.6 * (int)strlen(shape->text);
    if (shape->count) {
        x = s->points[2 * (size_t)shape->first];
        y = s->points[2 * (size_t)shape->first + 1];
    }
    mw_box b = {x - around, y - around, 2 * around, 2 * around};
    for (uint32_t k = shape->first; k < shape->first + shape->count; k++)
        mw_box_include(&b, s->points[2 * (size_t)k], s->points[2 * (size_t)k + 1], around);
    return b;
}

typedef struct measurer {
    mw_painter painter;
    mw_box box;
} measurer;

static void include_shape(mw_painter *p, const mw_scene *s, const mw_shape *shape)
{
    mw_box *b = &((measurer *)p)->box, one = mw_press_bounds(s, shape);
    mw_box_include(b, one.x, one.y, 0.05);
    mw_box_include(b, one.x + one.w, one.y + one.h, 0.05);
}

// The smallest box around all shapes of a scene, and a little more.
static mw_box bounds(const mw_scene *s)
{
    measurer m = {.painter = {include_shape}, .box = {s->width / 2, s->height / 2, 0, 0}};
    mw_scene_paint(s, &m.painter);
    return m.box;
}

bool mw_book_has_room(const mw_maze *m, uint64_t most)
{
    mw_scene scene;
    mw_state start;
    m->kind->rules->start(m, &start);
    bool drawn = mw_scene_of(&scene, m, &start, most);
    bool fits = !drawn || !most || mw_picture_pdf_bytes(&scene) <= most; // else said later
    mw_scene_free(&scene);
    return fits;
}

// Draws a maze in the middle of a box, as large as fits, but no cell larger than LARGEST.
void mw_press_maze(mw_press *p, const mw_book_maze *m, mw_box b, bool solved)
{
    mw_scene scene = {0};
    mw_state start;
    m->maze->kind->rules->start(m->maze, &start);
    bool drawn = !p->over && mw_scene_of(&scene, m->maze, &start, p->book->most);
    if (drawn && solved && m->actions)
        drawn = mw_scene_add_path(&scene, m->maze, m->actions, m->count);
    p->spent += drawn ? mw_picture_pdf_bytes(&scene) : 0;
    p->over |= p->book->most && (!drawn || p->spent > p->book->most);
    p->failed |= !drawn;
    if (p->over)
        drawn = false;
    if (drawn && b.w > 0 && b.h > 0) {
        mw_box seen = bounds(&scene);
        double scale = fmin(LARGEST, fmin(b.w / seen.w, b.h / seen.h));
        mw_style style = {.theme = p->book->theme, .scale = scale};
        cairo_save(p->c);
        cairo_translate(p->c, b.x + b.w / 2 - (seen.x + seen.w / 2) * scale,
                        b.y + b.h / 2 - (seen.y + seen.h / 2) * scale);
        mw_picture_paint(p->c, &scene, &style, true);
        cairo_restore(p->c);
    }
    mw_scene_free(&scene);
}

double mw_press_dots(mw_press *p, double difficulty, double x, double y, double radius)
{
    if (isnan(difficulty))
        return 0;
    double step = 2.8 * radius;
    cairo_set_source_rgb(p->c, 0, 0, 0);
    cairo_set_line_width(p->c, radius / 4);
    for (int i = 0; i < 10; i++) {
        cairo_new_path(p->c);
        cairo_arc(p->c, x - (9 - i) * step - radius, y, radius, 0, 2 * 3.14159265358979);
        if (i < lround(difficulty))
            cairo_fill_preserve(p->c);
        cairo_stroke(p->c);
    }
    return 10 * step;
}

// ---- mazes

// The number and the dots, then the length to beat. Returns the height.
static double draw_heading(mw_press *p, unsigned i, mw_box b, double size)
{
    const mw_book_maze *m = &p->book->mazes[i];
    char text[200];
    double dots = mw_press_dots(p, m->difficulty, b.x + b.w, b.y + size * 0.75, size * 0.22);
    mw_wrap number = {.width = b.w - dots, .size = size * 1.4, .bold = true, .lines = 1};
    mw_wrap plain = {.width = b.w, .size = size, .lines = 2};
    snprintf(text, sizeof text, "%u", i + 1);
    double y = b.y + mw_wrap_draw(p->c, &number, b.x, b.y - size * 0.15, text);
    snprintf(text, sizeof text, "%.60s: %.100s", m->maze->kind->name, m->length);
    return y + mw_wrap_draw(p->c, &plain, b.x, y, text) - b.y;
}

// How a note is set: smaller where it would take more than a third of the box.
static mw_wrap note_wrap(mw_press *p, const char *note, mw_box b, double size)
{
    mw_wrap w = {.width = b.w, .size = size};
    while (w.size > 5 && mw_wrap_height(p->c, &w, note) > b.h / 3)
        w.size -= 0.5;
    w.lines = (unsigned)fmax(1, b.h / 3 / (w.size * MW_LEADING));
    return w;
}

static void draw_entry(mw_press *p, unsigned i, mw_box b)
{
    const mw_book_maze *m = &p->book->mazes[i];
    double size = fmax(6.5, fmin(13, b.w / 20));
    double head = draw_heading(p, i, b, size);
    mw_wrap note = note_wrap(p, m->note, b, fmax(6, size * 0.75));
    mw_wrap id = {.width = b.w, .size = fmax(5, size * 0.5), .grey = 0.35, .lines = 3};
    id.fixed = true;
    double notes = mw_wrap_height(p->c, &note, m->note);
    double ids = mw_wrap_height(p->c, &id, m->id), bottom = b.y + b.h;
    mw_wrap_draw(p->c, &id, b.x, bottom - ids, m->id);
    mw_wrap_draw(p->c, &note, b.x, b.y + head, m->note);
    head += notes + size * 0.4;
    mw_press_maze(p, m, (mw_box){b.x, b.y + head, b.w, b.h - head - ids - 4}, false);
}

// The title of a section above its first mazes. Returns where it ends.
static double draw_section(mw_press *p, const mw_part *part, mw_box b)
{
    mw_wrap large = {.width = b.w, .size = 22 * p->text, .bold = true, .lines = 2};
    return b.y + mw_wrap_draw(p->c, &large, b.x, b.y, part->title) + 14 * p->text;
}

// A section begins on a new page.
static void part_pages(mw_press *p, const mw_part *part)
{
    const mw_book *book = p->book;
    unsigned columns = book->columns, rows = book->rows, each = columns * rows;
    double low = p->h - p->margin, y = p->margin;
    for (unsigned i = part->first; i < part->end; i++) {
        unsigned at = (i - part->first) % each;
        mw_box b = mw_press_body(p);
        if (!at) {
            if (i != part->first)
                mw_press_end(p);
            mw_press_begin(p, part->name);
            y = b.y;
        }
        if (i == part->first) {
            mw_press_bookmark(p, part->name);
            y = part->title ? draw_section(p, part, b) : b.y;
        }
        double w = (b.w - GUTTER * (columns - 1)) / columns;
        double h = (low - y - GUTTER * (rows - 1)) / rows;
        draw_entry(
            p, i,
            (mw_box){b.x + at % columns * (w + GUTTER), y + at / columns * (h + GUTTER), w, h});
    }
    mw_press_end(p);
}

// ---- solutions

// How many solutions stand in a row.
static unsigned answers_of(const mw_press *p)
{
    unsigned most = p->book->paper == MW_PAPER_A5 ? 2 : 3;
    return p->book->count < most ? p->book->count : most;
}

// The fewer they are, the larger.
static double answer_high(const mw_press *p)
{
    return (p->book->paper == MW_PAPER_A5 ? 210 : ANSWER_HIGH) / answers_of(p);
}

static mw_wrap answer_wrap(const mw_press *p, double width)
{
    double most = mw_press_body(p).h - answer_high(p) - 120; // a solution must fit below titles
    double size = 7 + 1.5 * (3 - answers_of(p)) * p->text;
    return (mw_wrap){.width = width,
                     .size = size,
                     .fixed = true,
                     .lines = (unsigned)(most / (size * MW_LEADING))};
}

static double answer_height(mw_press *p, const mw_book_maze *m, double width)
{
    mw_wrap words = answer_wrap(p, width);
    return 18 + answer_high(p) + 6 + mw_wrap_height(p->c, &words, m->moves);
}

static void draw_answer(mw_press *p, unsigned i, double x, double y, double width)
{
    const mw_book_maze *m = &p->book->mazes[i];
    char text[200];
    mw_wrap head = {.width = width, .size = 10, .bold = true, .lines = 1};
    mw_wrap words = answer_wrap(p, width);
    snprintf(text, sizeof text, "%u. %.60s%s%.100s", i + 1, m->maze->kind->name,
             m->actions ? ", " : "", m->actions ? m->length : "");
    mw_wrap_draw(p->c, &head, x, y, text);
    mw_press_maze(p, m, (mw_box){x, y + 18, width, answer_high(p)}, true);
    mw_wrap_draw(p->c, &words, x, y + 18 + answer_high(p) + 6, m->moves);
}

static double begin_solutions(mw_press *p, bool first)
{
    mw_box b = mw_press_body(p);
    mw_press_begin(p, "Solutions");
    if (!first)
        return b.y;
    mw_press_bookmark(p, "Solutions");
    mw_wrap large = {.width = b.w, .size = 24 * p->text, .bold = true};
    return b.y + mw_wrap_draw(p->c, &large, b.x, b.y, "Solutions") + 8;
}

// The solutions of a part from y on, in rows; a row is as high as its highest solution. Returns
// where they end.
static double part_solutions(mw_press *p, const mw_part *part, double y)
{
    const mw_book *book = p->book;
    mw_box b = mw_press_body(p);
    unsigned answers = answers_of(p);
    double width = (b.w - GUTTER * (answers - 1)) / answers;
    mw_wrap title = {.width = b.w, .size = 14 * p->text, .bold = true, .lines = 1};
    for (unsigned first = part->first; first < part->end; first += answers) {
        unsigned end = first + answers < part->end ? first + answers : part->end;
        bool begins = first == part->first && part->title;
        double high = 0, above = begins ? title.size * MW_LEADING + 6 : 0;
        for (unsigned i = first; i < end; i++)
            high = fmax(high, answer_height(p, &book->mazes[i], width));
        if (y + above + high > b.y + b.h) {
            mw_press_end(p);
            y = begin_solutions(p, false);
        }
        if (begins)
            mw_wrap_draw(p->c, &title, b.x, y, part->title);
        y += above;
        for (unsigned i = first; i < end; i++)
            draw_answer(p, i, b.x + (i - first) * (width + GUTTER), y, width);
        y += high + GUTTER;
    }
    return y;
}

static void solution_pages(mw_press *p)
{
    mw_part part = {0};
    double y = begin_solutions(p, true);
    while (mw_press_part(p->book, &part))
        y = part_solutions(p, &part, y);
    mw_press_end(p);
}

// ---- all pages

bool mw_press_part(const mw_book *b, mw_part *part)
{
    unsigned next = part->end ? part->index + 1 : 0;
    bool untitled = !part->end && (!b->section_count || b->sections[0].first > 0);
    if (untitled) {
        *part = (mw_part){.name = "Mazes",
                          .end = b->section_count ? b->sections[0].first : b->count,
                          .index = UINT_MAX}; // before the section 0
        return true;
    }
    if (next >= b->section_count)
        return false;
    const mw_book_section *s = &b->sections[next];
    *part = (mw_part){.name = s->title,
                      .title = s->title,
                      .first = s->first,
                      .end = next + 1 < b->section_count ? s[1].first : b->count,
                      .index = next};
    return true;
}

static void print_all(mw_press *p)
{
    mw_part part = {0};
    for (unsigned i = 0; p->book->tiles && i < p->book->count; i++)
        mw_press_tiles(p, i);
    if (!p->book->tiles) {
        mw_press_front(p);
        while (mw_press_part(p->book, &part))
            part_pages(p, &part);
    }
    if (!p->book->without_solutions)
        solution_pages(p);
}

bool mw_book_pdf(const mw_book *book, const char *file, mw_error *error)
{
    static const double sizes[MW_PAPERS][4] = {[MW_PAPER_A4] = {595.276, A4_HIGH, 54, 1},
                                               [MW_PAPER_A5] = {419.528, 595.276, 40, 0.8},
                                               [MW_PAPER_LETTER] = {612, 792, 54, 1}};
    const double *size = sizes[book->paper];
    mw_press p = {.book = book, .w = size[0], .h = size[1], .margin = size[2], .text = size[3]};
    FILE *f = mw_picture_open(file, error);
    if (!f)
        return false;
    p.surface = cairo_pdf_surface_create_for_stream(mw_picture_write, f, p.w, p.h);
    p.c = cairo_create(p.surface);
    cairo_pdf_surface_set_metadata(p.surface, CAIRO_PDF_METADATA_TITLE, book->title);
    print_all(&p);
    cairo_status_t status = cairo_status(p.c);
    cairo_destroy(p.c);
    status = mw_picture_finish(p.surface, status);
    bool ok = mw_picture_close(f, status, error);
    if (p.over) {
        remove(file);
        return mw_picture_too_large(error);
    }
    return ok && (!p.failed || mw_no_memory(error));
}
