// text_digits.c: reads Theseus mazes whose walls are digits. Ids have a hexadecimal digit for the
// walls of each cell (1 up, 2 right, 4 down, 8 left), then items: 953/878/c56/t1.2/m1.0/x2.1R.
// Files in .thm form have the same digits, and a fact in each line.
#include "kinds/theseus/text.h"

#include <string.h>

// Two neighbours must agree on the wall between them, and the border must be closed but for the
// door.
static bool check_walls(mw_theseus_reader *r, const uint32_t *line_of_row)
{
    const layout *l = r->l;
    if (l->door != WAIT && !mw_theseus_on_border(l->w, l->h, l->exit, l->door))
        return mw_fail(r->src, line_of_row[l->exit / l->w], l->exit % l->w + 1u,
                       "the exit's door must be in the border of the board");
    for (uint32_t c = 0; c < (uint32_t)l->w * l->h; c++)
        for (unsigned side = UP; side <= LEFT; side++) {
            bool wall = l->walls[c] & WALL(side);
            uint32_t line = line_of_row[c / l->w], column = c % l->w + 1;
            if (mw_theseus_on_border(l->w, l->h, c, side)) {
                bool door = l->door == side && l->exit == c;
                if (wall == door)
                    return mw_fail(r->src, line, column,
                                   door ? "the exit's door is walled up"
                                        : "the border is open here, but this is not the exit");
            } else if (wall !=
                       !!(l->walls[mw_theseus_beside(l->w, c, side)] & WALL((side + 2) & 3))) {
                return mw_fail(r->src, line, column,
                               "this cell and its neighbour do not agree on the wall between them");
            }
        }
    return true;
}

// ---- ids

static bool read_digits(mw_theseus_reader *r, const mw_line *line, uint32_t y)
{
    layout *l = r->l;
    char shown[16];
    if (!mw_grid_width(r->src, line, line->length, l->w, SIDE_MAX))
        return false;
    for (uint32_t x = 0; x < line->length; x++) {
        const char *hex = "0123456789abcdef", *digit = strchr(hex, line->text[x]);
        if (!digit)
            return mw_fail(r->src, line->number, x + 1,
                           "%s is no digit; the walls of a cell are 0 to 9 or a to f",
                           mw_show_byte(line->text[x], shown));
        l->walls[y * l->w + x] = (uint8_t)(digit - hex);
    }
    return true;
}

// An item of an id: t1.2 m1.0 x2.1 x2.1R b0.0.RRLL, columns and rows counted from 0.
static bool read_item(mw_theseus_reader *r, const mw_line *line)
{
    char kind = line->text[0];
    uint32_t at = 1;
    uint64_t where[2];
    for (unsigned i = 0; i < 2; i++) {
        uint32_t from = at;
        while (at < line->length && line->text[at] >= '0' && line->text[at] <= '9')
            at++;
        if (!strchr("tmxb", kind) ||
            !mw_parse_number(line->text + from, at - from, SIDE_MAX, &where[i]) ||
            (!i && (at == line->length || line->text[at++] != '.')))
            return mw_fail(r->src, line->number, 1,
                           "not an item; write t1.2, m1.2, x1.2, x1.2R or b1.2.RRLL");
    }
    uint32_t x = (uint32_t)where[0], y = (uint32_t)where[1], left = line->length - at;
    if (kind == 'b' && left && line->text[at] == '.')
        return (mw_theseus_check_pieces(r, line->number) &&
                mw_theseus_add_block(r, x, y, line->text + at + 1, left - 1, line->number, at + 2));
    if (kind == 'b')
        return mw_fail(r->src, line->number, 1, "not an item; a block has a path: b1.2.RRLL");
    const char *side = left == 1 ? memchr(mw_theseus_sides, line->text[at], 4) : NULL;
    if (kind == 'x' && side)
        return mw_theseus_put_door(r, x, y, (unsigned)(side - mw_theseus_sides), line->number, 1);
    if (left)
        return mw_fail(r->src, line->number, at + 1, "nothing more belongs to this item");
    return mw_theseus_put(r, (char)(kind - 'a' + 'A'), x, y, line->number, 1);
}

bool mw_theseus_read_compact(mw_theseus_reader *r, const mw_grid *grid)
{
    uint32_t line_of_row[SIDE_MAX] = {0};
    layout *l = r->l;
    if (!r->src->w)
        return mw_fail(r->src, grid->rows[0].number, 1,
                       "draw the walls, beginning with +---+, or state the size for digits");
    if (r->src->w > SIDE_MAX || r->src->h > SIDE_MAX || grid->height < r->src->h)
        return mw_fail_size(r->src, "each row needs a row of digits; a maze is at most %dx%d",
                            SIDE_MAX, SIDE_MAX);
    if (!mw_grid_height(r->src, r->src->h))
        return false;
    l->w = (uint16_t)r->src->w;
    l->h = (uint16_t)r->src->h;
    for (uint32_t i = 0; i < grid->height; i++) {
        if (i < l->h)
            line_of_row[i] = grid->rows[i].number;
        if (!(i < l->h ? read_digits(r, &grid->rows[i], i) : read_item(r, &grid->rows[i])))
            return false;
    }
    return mw_theseus_check_pieces(r, grid->rows[grid->height - 1].number) &&
           check_walls(r, line_of_row);
}

// ---- .thm files

typedef struct thm {
    uint32_t line_of_row[SIDE_MAX];
    uint32_t rows; // read so far
    bool in_walls;
} thm;

static bool thm_number(mw_theseus_reader *r, const mw_line *line, uint32_t *at, uint32_t *out)
{
    mw_span s = mw_next_span(line, at);
    uint64_t n;
    if (!mw_parse_number(s.text, s.length, SIDE_MAX, &n))
        return mw_fail(r->src, line->number, s.column, "here belongs a number from 0 to %u",
                       SIDE_MAX);
    *out = (uint32_t)n;
    return true;
}

static bool thm_exit(mw_theseus_reader *r, const mw_line *line, uint32_t *at, uint32_t x,
                     uint32_t y)
{
    mw_span s = mw_next_span(line, at);
    const char *compass = "NESW.", *side = s.length == 1 ? strchr(compass, *s.text) : NULL;
    if (!side)
        return mw_fail(r->src, line->number, s.column,
                       "the exit's side is N, E, S or W, or . for the cell itself");
    return mw_theseus_put_door(r, x, y, (unsigned)(side - compass), line->number, 1);
}

static bool thm_order(mw_theseus_reader *r, const mw_line *line, uint32_t *at)
{
    mw_span s = mw_next_span(line, at);
    r->l->vertical_first = mw_span_is(&s, "vh");
    return r->l->vertical_first || mw_span_is(&s, "hv") ||
           mw_fail(r->src, line->number, s.column, "the order is hv or vh");
}

static bool thm_line(mw_theseus_reader *r, thm *t, const mw_line *line)
{
    uint32_t at = 0, x = 0, y = 0;
    layout *l = r->l;
    mw_span s = mw_next_span(line, &at);
    if (t->in_walls && t->rows < l->h) {
        t->line_of_row[t->rows] = line->number;
        return read_digits(r, line, t->rows++);
    }
    t->in_walls = false;
    if (mw_span_is(&s, "walls")) {
        t->in_walls = l->h;
        return l->h || mw_fail(r->src, line->number, 1, "the size comes before the walls");
    }
    if (mw_span_is(&s, "name") || mw_span_is(&s, "end"))
        return true;
    if (mw_span_is(&s, "order"))
        return thm_order(r, line, &at);
    bool size = mw_span_is(&s, "size"), exit = mw_span_is(&s, "exit");
    char piece = mw_span_is(&s, "theseus") ? 'T' : mw_span_is(&s, "minotaur") ? 'M' : 0;
    if (!size && !exit && !piece)
        return mw_fail(r->src, line->number, 1, "'%.*s' is unknown in a .thm file",
                       (int)(s.length < 20 ? s.length : 20), s.text);
    if (!thm_number(r, line, &at, &x) || !thm_number(r, line, &at, &y))
        return false;
    if (size && l->h)
        return mw_fail(r->src, line->number, 1, "a second size");
    if (size) {
        l->w = (uint16_t)x;
        l->h = (uint16_t)y;
        return (x && y) || mw_fail(r->src, line->number, 1, "the size is at least 1 1");
    }
    return exit ? thm_exit(r, line, &at, x, y) : mw_theseus_put(r, piece, x, y, line->number, 1);
}

bool mw_theseus_read_thm(mw_theseus_reader *r, const mw_grid *grid)
{
    thm t = {0};
    for (uint32_t i = 1; i < grid->height; i++)
        if (!thm_line(r, &t, &grid->rows[i]))
            return false;
    uint32_t last = grid->rows[grid->height - 1].number;
    if (!r->l->h)
        return mw_fail(r->src, last, 1, "the size is missing: add a line such as 'size 5 5'");
    if (r->src->w && r->src->w != r->l->w)
        return mw_fail_size(r->src, "the header says %u columns, but there are %u", r->src->w,
                            r->l->w);
    if (!mw_grid_height(r->src, r->l->h))
        return false;
    if (t.rows < r->l->h)
        return mw_fail(r->src, last, 1, "%u rows of walls are missing", r->l->h - t.rows);
    return mw_theseus_check_pieces(r, last) && check_walls(r, t.line_of_row);
}

bool mw_theseus_is_thm(const mw_line *first)
{
    static const char head[] = "theseus-maze";
    return first->length >= strlen(head) && !memcmp(first->text, head, strlen(head));
}
