// wrap.c: see wrap.h. Each line gets as many words as fit.
#include "draw/cairo/wrap.h"

#include "core/text.h"

#include <stdio.h>
#include <string.h>

#define LINE_MAX_BYTES 400

static const char ellipsis[] = "\xe2\x80\xa6";

static void select_font(cairo_t *c, const mw_wrap *w)
{
    cairo_select_font_face(c, w->fixed ? "monospace" : "Helvetica", CAIRO_FONT_SLANT_NORMAL,
                           w->bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
    cairo_set_font_size(c, w->size);
}

static double width_of(cairo_t *c, const char *text, size_t length, const char *end)
{
    char line[LINE_MAX_BYTES + 8];
    cairo_text_extents_t e;
    snprintf(line, sizeof line, "%.*s%s", (int)length, text, end);
    cairo_text_extents(c, line, &e);
    return e.x_advance;
}

static size_t next_character(const char *text, size_t at)
{
    unsigned n = mw_utf8_length(text + at);
    return at + (n ? n : 1);
}

// How many bytes of the text, at most `most`, fit into the width together with `end`; at least one
// character.
static size_t fitting(cairo_t *c, const char *text, size_t most, double width, const char *end)
{
    size_t n = most ? next_character(text, 0) : 0;
    for (size_t next; n < most && (next = next_character(text, n)) <= most; n = next)
        if (width_of(c, text, next, end) > width)
            break;
    return n;
}

// How many bytes the next line of the text has.
static size_t line_length(cairo_t *c, const char *text, double width)
{
    size_t n = strcspn(text, " \n");
    if (n > LINE_MAX_BYTES / 2 || width_of(c, text, n, "") > width)
        return fitting(c, text, n < LINE_MAX_BYTES / 2 ? n : LINE_MAX_BYTES / 2, width, "");
    while (text[n] == ' ') {
        size_t more = n + 1 + strcspn(text + n + 1, " \n");
        if (more > LINE_MAX_BYTES || width_of(c, text, more, "") > width)
            break;
        n = more;
    }
    return n;
}

static void draw_line(cairo_t *c, const mw_wrap *w, double x, double y, const char *text,
                      size_t length, const char *end)
{
    char line[LINE_MAX_BYTES + 8];
    double rest = w->width - width_of(c, text, length, end);
    snprintf(line, sizeof line, "%.*s%s", (int)length, text, end);
    cairo_move_to(c,
                  x + (w->align == MW_LEFT     ? 0
                       : w->align == MW_MIDDLE ? rest / 2
                                               : rest),
                  y + w->size);
    cairo_show_text(c, line);
}

static double set(cairo_t *c, const mw_wrap *w, double x, double y, const char *text, bool seen)
{
    unsigned lines = 0;
    select_font(c, w);
    cairo_set_source_rgb(c, w->grey, w->grey, w->grey);
    while (*text) {
        size_t n = line_length(c, text, w->width);
        const char *next = text + n + (text[n] == ' ' || text[n] == '\n'), *end = "";
        lines++;
        if (lines == w->lines && *next) { // the rest does not fit
            end = ellipsis;
            if (width_of(c, text, n, end) > w->width)
                n = fitting(c, text, n, w->width, end);
            next += strlen(next);
        }
        if (seen)
            draw_line(c, w, x, y + (lines - 1) * MW_LEADING * w->size, text, n, end);
        text = next;
    }
    return lines * MW_LEADING * w->size;
}

double mw_wrap_draw(cairo_t *c, const mw_wrap *w, double x, double y, const char *text)
{
    return set(c, w, x, y, text, true);
}

double mw_wrap_height(cairo_t *c, const mw_wrap *w, const char *text)
{
    return set(c, w, 0, 0, text, false);
}

bool mw_wrap_fits(cairo_t *c, const mw_wrap *w, const char *text)
{
    unsigned lines = 0;
    select_font(c, w);
    while (*text) {
        size_t word = strcspn(text, " \n"), n = line_length(c, text, w->width);
        if (n < word || (++lines > w->lines && w->lines))
            return false;
        text += n + (text[n] == ' ' || text[n] == '\n');
    }
    return true;
}
