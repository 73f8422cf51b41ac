// book_pages.c: see book.h. A page consists of boxes. In a box, text takes the height that it
// needs, and the picture takes the rest.
#include "draw/cairo/book.h"

#include "draw/cairo/paint.h"
#include "draw/cairo/picture.h"
#include "draw/cairo/press.h"
#include "draw/cairo/wrap.h"

#include <cairo-pdf.h>
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define LARGEST     64.0  // side of a cell of a maze, at most
#define ANSWERS     3     // solutions in a row, at most
#define ANSWER_HIGH 360.0 // of the pictures of a row of solutions, together

// ---- pages

void mw_press_begin(mw_press *p, const char *chapter)
{
    mw_box b = mw_press_body(p);
    char number[20];
    snprintf(number, sizeof number, "%d", ++p->page);
    if (!chapter)
        return;
    mw_wrap small = {.width = b.w / 2 - 10, .size = 8, .grey = 0.4, .lines = 1};
    mw_wrap_draw(p->c, &small, b.x, 28, p->book->title);
    small.align = MW_RIGHT;
    mw_wrap_draw(p->c, &small, b.x + b.w / 2 + 10, 28, chapter);
    mw_wrap folio = {.width = b.w, .size = 9, .align = MW_MIDDLE};
    mw_wrap_draw(p->c, &folio, b.x, p->h - 38, number);
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

// Draws ten dots, of which as many are filled as the difficulty says. The last ends at x. Returns
// their width.
static double draw_dots(mw_press *p, double difficulty, double x, double y, double radius)
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

// ---- the title page

static unsigned count_of(const mw_book *b, const mw_kind *kind)
{
    unsigned n = 0;
    for (unsigned i = 0; i < b->count; i++)
        n += !kind || b->mazes[i].maze->kind == kind;
    return n;
}

static unsigned kinds_of(const mw_book *b)
{
    unsigned n = 0;
    for (const mw_kind *const *k = mw_kinds(); *k; k++)
        n += count_of(b, *k) > 0;
    return n;
}

static const mw_book_maze *first_of(const mw_book *b, const mw_kind *kind)
{
    unsigned i = 0;
    while (b->mazes[i].maze->kind != kind)
        i++;
    return &b->mazes[i];
}

static double draw_contents(mw_press *p, double y)
{
    const mw_book *b = p->book;
    unsigned kinds = kinds_of(b), each = b->columns * b->rows, pages = (b->count + each - 1) / each;
    const struct {
        const char *name;
        unsigned page;
    } chapters[] = {{"How to play", 2}, {"Mazes", 2 + kinds}, {"Solutions", 2 + kinds + pages}};
    mw_wrap left = {.width = 160, .size = 12}, right = left;
    right.align = MW_RIGHT;
    for (unsigned i = 0; i < 3; i++) {
        char number[20];
        snprintf(number, sizeof number, "%u", chapters[i].page);
        mw_wrap_draw(p->c, &left, p->w / 2 - 80, y, chapters[i].name);
        y += mw_wrap_draw(p->c, &right, p->w / 2 - 80, y, number);
    }
    return y;
}

static double draw_kinds(mw_press *p, double y)
{
    const mw_book *b = p->book;
    mw_box page = mw_press_body(p);
    char text[100];
    unsigned kinds = kinds_of(b);
    mw_wrap large = {.width = page.w, .size = 15, .align = MW_MIDDLE};
    mw_wrap small = {.width = page.w, .size = 11, .align = MW_MIDDLE, .grey = 0.25};
    snprintf(text, sizeof text, "%u maze%s of %u kind%s", b->count, b->count == 1 ? "" : "s", kinds,
             kinds == 1 ? "" : "s");
    y += mw_wrap_draw(p->c, &large, page.x, y, text) + 4;
    for (const mw_kind *const *k = mw_kinds(); *k; k++)
        if (count_of(b, *k)) {
            snprintf(text, sizeof text, "%s: %u", (*k)->name, count_of(b, *k));
            y += mw_wrap_draw(p->c, &small, page.x, y, text);
        }
    return y;
}

// The text of the title page below its picture. Returns where it ends.
static double draw_imprint(mw_press *p, double y)
{
    mw_box b = mw_press_body(p);
    mw_wrap small = {.width = b.w, .size = 9, .align = MW_MIDDLE, .grey = 0.25};
    y = draw_kinds(p, y) + 22;
    y = draw_contents(p, y) + 24;
    draw_dots(p, 4, p->w / 2 + 44, y, 3.2);
    y += 10;
    return y + mw_wrap_draw(p->c, &small, b.x, y,
                            "Dots tell how hard a maze is: one is a stroll, ten is for a long "
                            "winter.");
}

// Draws the first maze of each of the first four kinds.
static void draw_cover(mw_press *p, mw_box b)
{
    unsigned kinds = kinds_of(p->book), n = kinds < 4 ? kinds : 4, i = 0;
    unsigned columns = n == 4 ? 2 : n, rows = n == 4 ? 2 : 1;
    double w = (b.w - GUTTER * (columns - 1)) / columns, h = (b.h - GUTTER * (rows - 1)) / rows;
    for (const mw_kind *const *k = mw_kinds(); *k && i < n; k++)
        if (count_of(p->book, *k)) {
            mw_box one = {b.x + i % columns * (w + GUTTER), b.y + i / columns * (h + GUTTER), w, h};
            mw_press_maze(p, first_of(p->book, *k), one, false);
            i++;
        }
}

static void title_page(mw_press *p)
{
    const mw_book *b = p->book;
    mw_box page = mw_press_body(p);
    mw_press_begin(p, NULL);
    mw_press_bookmark(p, b->title);
    mw_wrap title = {.width = page.w, .size = 38, .align = MW_MIDDLE, .bold = true, .lines = 3};
    double top = page.y + 12 + mw_wrap_draw(p->c, &title, page.x, page.y + 12, b->title);
    double text = 160 + 11 * MW_LEADING * kinds_of(b), bottom = page.y + page.h - text;
    draw_cover(p, (mw_box){page.x + 50, top + 24, page.w - 100, bottom - top - 54});
    draw_imprint(p, bottom);
    mw_press_end(p);
}

// ---- how to play

// The rules below y, paragraph by paragraph. Returns where they end.
double mw_press_rules(mw_press *p, const mw_kind *kind, double y)
{
    mw_box b = mw_press_body(p);
    const char *rules = kind->how_to_play ? kind->how_to_play : kind->about;
    mw_wrap plain = {.width = b.w, .size = 12};
    for (size_t n; *rules; rules += n + (rules[n] == '\n')) {
        char paragraph[1200];
        n = strcspn(rules, "\n");
        snprintf(paragraph, sizeof paragraph, "%.*s", (int)n, rules);
        y += mw_wrap_draw(p->c, &plain, b.x, y, paragraph) + 8;
    }
    return y;
}

static void rules_page(mw_press *p, const mw_kind *kind)
{
    mw_box b = mw_press_body(p);
    char title[100], line[200];
    mw_press_begin(p, "How to play");
    snprintf(title, sizeof title, "How to play: %.60s", kind->name);
    mw_press_bookmark(p, title);
    mw_wrap large = {.width = b.w, .size = 24, .bold = true, .lines = 1};
    mw_wrap about = {.width = b.w, .size = 12, .grey = 0.35};
    double y = b.y + mw_wrap_draw(p->c, &large, b.x, b.y, title) + 8;
    if (kind->how_to_play) {
        snprintf(line, sizeof line, "%c%s", toupper((unsigned char)kind->about[0]),
                 kind->about + 1);
        y += mw_wrap_draw(p->c, &about, b.x, y, line) + 10;
    }
    y = mw_press_rules(p, kind, y);
    double left = b.y + b.h - y - 20;
    mw_press_maze(p, first_of(p->book, kind),
                  (mw_box){b.x + 80, y + 10, b.w - 160, fmin(left, 320)}, false);
    mw_press_end(p);
}

// ---- mazes

// The number and the dots, then the length to beat. Returns the height.
static double draw_heading(mw_press *p, unsigned i, mw_box b, double size)
{
    const mw_book_maze *m = &p->book->mazes[i];
    char text[200];
    double dots = draw_dots(p, m->difficulty, b.x + b.w, b.y + size * 0.75, size * 0.22);
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

static void maze_pages(mw_press *p)
{
    const mw_book *book = p->book;
    unsigned columns = book->columns, rows = book->rows;
    mw_box b = mw_press_body(p);
    double w = (b.w - GUTTER * (columns - 1)) / columns, h = (b.h - GUTTER * (rows - 1)) / rows;
    for (unsigned i = 0; i < book->count; i++) {
        unsigned at = i % (columns * rows);
        if (!at) {
            if (i)
                mw_press_end(p);
            mw_press_begin(p, "Mazes");
        }
        if (!i)
            mw_press_bookmark(p, "Mazes");
        draw_entry(
            p, i,
            (mw_box){b.x + at % columns * (w + GUTTER), b.y + at / columns * (h + GUTTER), w, h});
    }
    mw_press_end(p);
}

// ---- solutions

// How many solutions stand in a row.
static unsigned answers_of(const mw_press *p)
{
    return p->book->count < ANSWERS ? p->book->count : ANSWERS;
}

// The fewer they are, the larger.
static double answer_high(const mw_press *p)
{
    return ANSWER_HIGH / answers_of(p);
}

static mw_wrap answer_wrap(const mw_press *p, double width)
{
    double most = mw_press_body(p).h - answer_high(p) - 80; // one solution must fit on a page
    double size = 7 + 1.5 * (ANSWERS - answers_of(p));
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
    mw_wrap large = {.width = b.w, .size = 24, .bold = true};
    return b.y + mw_wrap_draw(p->c, &large, b.x, b.y, "Solutions") + 8;
}

// Solutions stand in rows; a row is as high as its highest solution.
static void solution_pages(mw_press *p)
{
    const mw_book *book = p->book;
    mw_box b = mw_press_body(p);
    unsigned answers = answers_of(p);
    double width = (b.w - GUTTER * (answers - 1)) / answers;
    double y = begin_solutions(p, true);
    for (unsigned first = 0; first < book->count; first += answers) {
        unsigned end = first + answers < book->count ? first + answers : book->count;
        double high = 0;
        for (unsigned i = first; i < end; i++)
            high = fmax(high, answer_height(p, &book->mazes[i], width));
        if (y + high > b.y + b.h) {
            mw_press_end(p);
            y = begin_solutions(p, false);
        }
        for (unsigned i = first; i < end; i++)
            draw_answer(p, i, b.x + (i - first) * (width + GUTTER), y, width);
        y += high + GUTTER;
    }
    mw_press_end(p);
}

static void print_all(mw_press *p)
{
    for (unsigned i = 0; p->book->tiles && i < p->book->count; i++)
        mw_press_tiles(p, i);
    if (p->book->tiles) {
        solution_pages(p);
        return;
    }
    title_page(p);
    for (const mw_kind *const *k = mw_kinds(); *k; k++)
        if (count_of(p->book, *k))
            rules_page(p, *k);
    maze_pages(p);
    solution_pages(p);
}

bool mw_book_pdf(const mw_book *book, const char *file, mw_error *error)
{
    static const double sizes[MW_PAPERS][2] = {
        [MW_PAPER_A4] = {595.276, 841.890}, [MW_PAPER_LETTER] = {612, 792}};
    mw_press p = {.book = book, .w = sizes[book->paper][0], .h = sizes[book->paper][1]};
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
