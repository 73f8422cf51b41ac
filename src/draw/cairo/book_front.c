// book_front.c: the pages of a book before its mazes: the title page with a picture and the
// contents, and how to play each kind.
#include "draw/cairo/press.h"
#include "draw/cairo/wrap.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

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

// ---- contents

#define ON_TITLE_PAGE 8 // entries at most; more have pages of their own

static unsigned entries_of(const mw_book *b)
{
    mw_part part = {0};
    unsigned n = 1 + !b->without_solutions;
    while (mw_press_part(b, &part))
        n++;
    return n;
}

static unsigned pages_of(const mw_book *b, const mw_part *part)
{
    unsigned each = b->columns * b->rows;
    return (part->end - part->first + each - 1) / each;
}

// What stands in a list of contents. Those before `from` are passed over, and there are at most
// `most`.
typedef struct listing {
    double x, width, step;
    unsigned from, most;
    unsigned at; // of the entry that is next
} listing;

// Draws an entry, if it is one of these. Returns where the next one stands.
static double draw_entry(mw_press *p, listing *l, double y, const char *name, unsigned page)
{
    char number[20];
    unsigned at = l->at++;
    if (at < l->from || at >= l->from + l->most)
        return y;
    mw_wrap left = {.width = l->width - 36 * p->text, .size = 12 * p->text, .lines = 1};
    mw_wrap right = {.width = l->width, .size = left.size, .align = MW_RIGHT};
    snprintf(number, sizeof number, "%u", page);
    mw_wrap_draw(p->c, &left, l->x, y, name);
    mw_wrap_draw(p->c, &right, l->x, y, number);
    return y + l->step;
}

static unsigned contents_per_page(const mw_press *p)
{
    return (unsigned)((mw_press_body(p).h - 60 * p->text) / (20 * p->text));
}

// Pages that the contents take.
static unsigned contents_pages(const mw_press *p)
{
    unsigned n = entries_of(p->book), each = contents_per_page(p);
    return n <= ON_TITLE_PAGE ? 0 : (n + each - 1) / each;
}

static double draw_contents(mw_press *p, listing *l, double y)
{
    const mw_book *b = p->book;
    mw_part part = {0};
    unsigned page = 2 + contents_pages(p);
    y = draw_entry(p, l, y, "How to play", page);
    page += kinds_of(b);
    while (mw_press_part(b, &part)) {
        y = draw_entry(p, l, y, part.name, page);
        page += pages_of(b, &part);
    }
    return b->without_solutions ? y : draw_entry(p, l, y, "Solutions", page);
}

static void contents_page(mw_press *p, unsigned number)
{
    mw_box b = mw_press_body(p);
    unsigned each = contents_per_page(p);
    listing l = {.x = b.x, .width = b.w, .step = 20 * p->text, .from = number * each, .most = each};
    mw_press_begin(p, "Contents");
    if (!number)
        mw_press_bookmark(p, "Contents");
    mw_wrap large = {.width = b.w, .size = 24 * p->text, .bold = true, .lines = 1};
    double y = b.y + mw_wrap_draw(p->c, &large, b.x, b.y, "Contents") + 10 * p->text;
    draw_contents(p, &l, y);
    mw_press_end(p);
}

// ---- the title page

static double draw_kinds(mw_press *p, double y)
{
    const mw_book *b = p->book;
    mw_box page = mw_press_body(p);
    char text[100];
    unsigned kinds = kinds_of(b);
    mw_wrap large = {.width = page.w, .size = 15 * p->text, .align = MW_MIDDLE};
    mw_wrap small = {.width = page.w, .size = 11 * p->text, .align = MW_MIDDLE, .grey = 0.25};
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

// The text of the title page below its picture, and how high it is without the contents.
static double imprint_height(const mw_press *p)
{
    return (98 + 11 * MW_LEADING * kinds_of(p->book)) * p->text;
}

static void draw_imprint(mw_press *p, double y, listing *l)
{
    mw_box b = mw_press_body(p);
    mw_wrap small = {.width = b.w, .size = fmax(7.5, 9 * p->text), .align = MW_MIDDLE};
    small.grey = 0.25;
    y = draw_kinds(p, y) + 22 * p->text;
    if (l->most)
        y = draw_contents(p, l, y) + 24 * p->text;
    mw_press_dots(p, 4, p->w / 2 + 44 * p->text, y, 3.2 * p->text);
    mw_wrap_draw(p->c, &small, b.x, y + 10 * p->text,
                 "Dots tell how hard a maze is: one is a stroll, ten is for a long winter.");
}

// How many of n boxes stand in a row of this box, so that they are as large as they can be.
static unsigned columns_for(unsigned n, mw_box b)
{
    unsigned best = 1;
    double largest = 0;
    for (unsigned columns = 1; columns <= n; columns++) {
        unsigned rows = (n + columns - 1) / columns;
        double side =
            fmin((b.w - GUTTER * (columns - 1)) / columns, (b.h - GUTTER * (rows - 1)) / rows);
        if (side > largest) {
            largest = side;
            best = columns;
        }
    }
    return best;
}

// Draws the first maze of each of the first four kinds. The last row may have fewer; it is in the
// middle.
static void draw_mazes(mw_press *p, mw_box b)
{
    unsigned kinds = kinds_of(p->book), n = kinds < 4 ? kinds : 4, i = 0;
    unsigned columns = columns_for(n, b), rows = (n + columns - 1) / columns;
    double w = (b.w - GUTTER * (columns - 1)) / columns, h = (b.h - GUTTER * (rows - 1)) / rows;
    for (const mw_kind *const *k = mw_kinds(); *k && i < n; k++)
        if (count_of(p->book, *k)) {
            unsigned row = i / columns, here = row + 1 < rows ? columns : n - row * columns;
            double left = b.x + (columns - here) * (w + GUTTER) / 2;
            mw_box one = {left + i % columns * (w + GUTTER), b.y + row * (h + GUTTER), w, h};
            mw_press_maze(p, first_of(p->book, *k), one, false);
            i++;
        }
}

// The title, as large as it can be without a broken word.
static mw_wrap title_wrap(mw_press *p, double width)
{
    double largest = 38 * p->text;
    mw_wrap w = {.width = width, .align = MW_MIDDLE, .bold = true, .lines = 3};
    for (w.size = largest; w.size > largest / 2 && !mw_wrap_fits(p->c, &w, p->book->title);)
        w.size -= 1;
    return w;
}

static void title_page(mw_press *p)
{
    const mw_book *b = p->book;
    mw_box page = mw_press_body(p);
    unsigned entries = contents_pages(p) ? 0 : entries_of(b);
    double width = b->section_count ? fmin(page.w, 340) : 160 * p->text;
    listing l = {.x = (p->w - width) / 2,
                 .width = width,
                 .step = 12 * MW_LEADING * p->text,
                 .most = entries};
    mw_press_begin(p, NULL);
    mw_press_bookmark(p, b->title);
    mw_wrap title = title_wrap(p, page.w);
    double top = page.y + 12 + mw_wrap_draw(p->c, &title, page.x, page.y + 12, b->title) + 24;
    double bottom = page.y + page.h - imprint_height(p) - l.step * entries;
    mw_box picture = {page.x, top, page.w, bottom - 30 - top};
    if (b->cover) {
        mw_press_cover(p, picture);
    } else {
        picture.x += 50 * p->text;
        picture.w -= 100 * p->text;
        draw_mazes(p, picture);
    }
    draw_imprint(p, bottom, &l);
    mw_press_end(p);
}

// ---- how to play

#define SMALLEST_RULES 6.0
#define OF_SOLUTIONS   "In solutions " // begins the paragraph on the letters in which they stand

// Sets the rules, or only measures them. Returns where they end.
static double set_rules(mw_press *p, const mw_kind *kind, double y, double size, bool seen)
{
    mw_box b = mw_press_body(p);
    const char *rules = kind->how_to_play ? kind->how_to_play : kind->about;
    mw_wrap plain = {.width = b.w, .size = size};
    for (size_t n; *rules; rules += n + (rules[n] == '\n')) {
        char paragraph[1200];
        n = strcspn(rules, "\n");
        if (p->book->without_solutions && !strncmp(rules, OF_SOLUTIONS, sizeof OF_SOLUTIONS - 1))
            continue;
        snprintf(paragraph, sizeof paragraph, "%.*s", (int)n, rules);
        y += (seen ? mw_wrap_draw(p->c, &plain, b.x, y, paragraph)
                   : mw_wrap_height(p->c, &plain, paragraph)) +
             8 * p->text;
    }
    return y;
}

double mw_press_rules(mw_press *p, const mw_kind *kind, double y)
{
    mw_box b = mw_press_body(p);
    double size = 12 * p->text, low = b.y + b.h - 140 * p->text;
    while (size > SMALLEST_RULES && set_rules(p, kind, y, size, false) > low)
        size -= 0.5;
    return set_rules(p, kind, y, size, true);
}

static void rules_page(mw_press *p, const mw_kind *kind)
{
    mw_box b = mw_press_body(p);
    char title[100], line[200];
    mw_press_begin(p, "How to play");
    snprintf(title, sizeof title, "How to play: %.60s", kind->name);
    mw_press_bookmark(p, title);
    mw_wrap large = {.width = b.w, .size = 24 * p->text, .bold = true, .lines = 1};
    mw_wrap about = {.width = b.w, .size = 12 * p->text, .grey = 0.35};
    double y = b.y + mw_wrap_draw(p->c, &large, b.x, b.y, title) + 8;
    if (kind->how_to_play) {
        snprintf(line, sizeof line, "%c%s", toupper((unsigned char)kind->about[0]),
                 kind->about + 1);
        y += mw_wrap_draw(p->c, &about, b.x, y, line) + 10;
    }
    y = mw_press_rules(p, kind, y);
    double left = b.y + b.h - y - 20;
    mw_press_maze(p, first_of(p->book, kind),
                  (mw_box){b.x + 80 * p->text, y + 10, b.w - 160 * p->text, fmin(left, 320)},
                  false);
    mw_press_end(p);
}

void mw_press_front(mw_press *p)
{
    title_page(p);
    for (unsigned i = 0, n = contents_pages(p); i < n; i++)
        contents_page(p, i);
    for (const mw_kind *const *k = mw_kinds(); *k; k++)
        if (count_of(p->book, *k))
            rules_page(p, *k);
}
