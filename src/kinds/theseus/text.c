// text.c: reads the text forms of a Theseus maze, which print.c writes, and makes random mazes.
// People draw walls:
//
//     +---+---+---+        T Theseus, M the Minotaur, X the exit: in a cell it is a goal cell,
//     |     M     |        outside a gap in the border it is a door. Cells may also be one
//     +   +---+   +        character wide (+-+). Blocks follow the drawing:
//     |       |     X
//     +   +---+   +        block 3 1 RRLL     starts in column 3, row 1 and walks that way,
//     |     T     |                           over and over; it must end where it began
//     +---+---+---+
//
// Ids have a hexadecimal digit for the walls of each cell (1 up, 2 right, 4 down, 8 left), then
// items: 953/878/c56/t1.2/m1.0/x2.1R. Files in .thm form have the same digits.
#include "kinds/theseus/theseus.h"

#include "core/export.h"
#include "mazewright/rng.h"

#include <stdlib.h>
#include <string.h>

// What is placed on a board once: its letter and its name.
static const struct {
    char letter;
    const char *name;
} pieces[] = {{'T', "Theseus"}, {'M', "Minotaur"}, {'X', "exit"}};
#define PIECES (sizeof pieces / sizeof *pieces)

typedef struct reader {
    mw_source *src;
    layout *l;
    bool seen[PIECES]; // which pieces were read already
} reader;

// ---- pieces and checks shared by all forms

static bool place(reader *r, char piece, uint32_t x, uint32_t y, uint32_t line, uint32_t column)
{
    uint16_t *const cells[PIECES] = {&r->l->theseus, &r->l->minotaur, &r->l->exit};
    unsigned i = 0;
    while (pieces[i].letter != piece)
        i++;
    if (r->seen[i])
        return mw_fail(r->src, line, column, "a second %s; there is only one", pieces[i].name);
    if (x >= r->l->w || y >= r->l->h)
        return mw_fail(r->src, line, column, "this lies outside the %ux%u grid", r->l->w, r->l->h);
    r->seen[i] = true;
    *cells[i] = (uint16_t)(y * r->l->w + x);
    return true;
}

static bool place_door(reader *r, uint32_t x, uint32_t y, unsigned side, uint32_t line,
                       uint32_t column)
{
    if (!place(r, 'X', x, y, line, column))
        return false;
    r->l->door = (uint8_t)side;
    return true;
}

// Two neighbours must agree on the wall between them, and the border must be closed but for the
// door.
static bool check_walls(reader *r, const uint32_t *line_of_row)
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

static bool check_pieces(reader *r, uint32_t last_line)
{
    const layout *l = r->l;
    for (unsigned i = 0; i < PIECES; i++)
        if (!r->seen[i])
            return mw_fail(r->src, last_line, 1, "no %s; mark it with %c", pieces[i].name,
                           pieces[i].letter);
    if (l->theseus == l->minotaur)
        return mw_fail(r->src, last_line, 1, "Theseus and the Minotaur start in the same cell");
    if (l->door == WAIT && l->theseus == l->exit)
        return mw_fail(r->src, last_line, 1, "Theseus starts on the exit");
    return true;
}

bool mw_theseus_read_options(mw_source *src, layout *l)
{
    unsigned order = 0, win = 0;
    if (!mw_option_choice(src, "order", &order) || !mw_option_choice(src, "win", &win))
        return false;
    l->vertical_first = order;
    l->win_after = win;
    return true;
}

// ---- blocks

// Adds a block that begins in column x and row y, from 0, and walks by the letters of `steps`.
static bool add_block(reader *r, uint32_t x, uint32_t y, const char *steps, uint32_t length,
                      uint32_t line, uint32_t column)
{
    layout *l = r->l;
    char shown[16];
    if (l->block_count == BLOCKS_MAX)
        return mw_fail(r->src, line, 1, "too many blocks; there are at most %d", BLOCKS_MAX);
    if (!length || length > PATH_MAX)
        return mw_fail(r->src, line, column, "a block's path has 1 to %d steps", PATH_MAX);
    block *b = &l->blocks[l->block_count++];
    b->period = (uint8_t)length;
    int at_x = (int)x, at_y = (int)y;
    for (uint32_t i = 0;; i++) {
        if (at_x < 0 || at_x >= l->w || at_y < 0 || at_y >= l->h)
            return mw_fail(r->src, line, column, "the block's path leaves the %ux%u grid", l->w,
                           l->h);
        if (i == length)
            break;
        b->path[i] = (uint16_t)(at_y * l->w + at_x);
        const char *side = strchr(mw_theseus_sides, steps[i]);
        if (!side)
            return mw_fail(r->src, line, column + i, "%s is no step; use U R D L, or W to rest",
                           mw_show_byte(steps[i], shown));
        at_x += (*side == 'R') - (*side == 'L');
        at_y += (*side == 'D') - (*side == 'U');
    }
    if (at_x != (int)x || at_y != (int)y)
        return mw_fail(r->src, line, column, "the block's path does not end where it began");
    if (b->path[0] == l->theseus || b->path[0] == l->minotaur)
        return mw_fail(r->src, line, column, "the block starts on %s",
                       b->path[0] == l->theseus ? "Theseus" : "the Minotaur");
    uint32_t period = mw_theseus_period(l->blocks, l->block_count);
    if (period > PERIOD_MAX)
        return mw_fail(r->src, line, column,
                       "the blocks are back together only after %u turns; at most %d are allowed",
                       period, PERIOD_MAX);
    return true;
}

// block COLUMN ROW STEPS, both counted from 1
static bool read_block(reader *r, const mw_line *line)
{
    uint32_t at = 0;
    uint64_t where[2];
    mw_span s = mw_next_span(line, &at);
    if (!mw_span_is(&s, "block"))
        return mw_fail(r->src, line->number, 1,
                       "after the drawing come lines such as 'block 3 1 RRLL' only");
    for (unsigned i = 0; i < 2; i++) {
        s = mw_next_span(line, &at);
        if (!mw_parse_number(s.text, s.length, i ? r->l->h : r->l->w, &where[i]) || !where[i])
            return mw_fail(r->src, line->number, s.column,
                           "here belongs the block's %s, from 1 to %u", i ? "row" : "column",
                           i ? r->l->h : r->l->w);
    }
    mw_span steps = mw_next_span(line, &at), more = mw_next_span(line, &at);
    if (more.length)
        return mw_fail(r->src, line->number, more.column,
                       "the steps of a block are one word, e.g. RRLL");
    return add_block(r, (uint32_t)where[0] - 1, (uint32_t)where[1] - 1, steps.text, steps.length,
                     line->number, steps.column);
}

// ---- drawings

typedef struct drawing {
    const mw_line *rows;  // the first is the upper border
    uint32_t left, pitch; // column of the first '+', and from one '+' to the next
} drawing;

static char char_at(const mw_line *line, uint32_t at)
{
    return at < line->length ? line->text[at] : ' ';
}

// The size, from the upper border and the number of lines below it.
static bool read_border(reader *r, const mw_line *top, drawing *d)
{
    const char *first = memchr(top->text, '+', top->length);
    d->left = (uint32_t)(first - top->text);
    const char *second = memchr(first + 1, '+', top->length - d->left - 1);
    d->pitch = second ? (uint32_t)(second - first) : 0;
    if (d->pitch < 2 || (top->length - d->left - 1) % d->pitch)
        return mw_fail(r->src, top->number, d->left + 1,
                       "the drawing begins with its upper border, e.g. +---+---+");
    uint32_t width = (top->length - d->left - 1) / d->pitch;
    if (width > SIDE_MAX)
        return mw_fail(r->src, top->number, 1, "%u columns; a theseus maze has at most %d", width,
                       SIDE_MAX);
    r->l->w = (uint16_t)width;
    return true;
}

// A row may have nothing outside the borders but the X of a door. So a row with more cells than the
// first one is refused, not cut off.
static bool check_outside(reader *r, const drawing *d, const mw_line *line)
{
    char shown[16];
    uint32_t right = d->left + r->l->w * d->pitch;
    for (uint32_t at = 0; at < line->length; at++)
        if ((at < d->left || at > right) && !strchr(" \tXEG", line->text[at]))
            return mw_fail(r->src, line->number, at + 1,
                           "%s stands outside the %u columns of the upper border",
                           mw_show_byte(line->text[at], shown), r->l->w);
    return true;
}

static bool read_wall_line(reader *r, const drawing *d, uint32_t y)
{
    const mw_line *line = &d->rows[2 * y];
    layout *l = r->l;
    for (uint32_t x = 0; x <= l->w; x++) {
        uint32_t at = d->left + x * d->pitch;
        if (char_at(line, at) != '+')
            return mw_fail(r->src, line->number, at + 1, "here belongs a corner, '+'");
        if (x == l->w)
            break;
        char mark = char_at(line, at + d->pitch / 2);
        bool door = mark == 'X' && (!y || y == l->h); // drawn in the gap itself
        if (mark != '-' && mark != ' ' && !door)
            return mw_fail(r->src, line->number, at + d->pitch / 2 + 1,
                           "here belongs a wall, '-', or a blank");
        bool wall = mark == '-';
        if (wall && y)
            l->walls[(y - 1) * l->w + x] |= WALL(DOWN);
        if (wall && y < l->h)
            l->walls[y * l->w + x] |= WALL(UP);
        if (!wall && (!y || y == l->h) &&
            !place_door(r, x, y ? y - 1 : 0, y ? DOWN : UP, line->number, at + d->pitch / 2 + 1))
            return false;
    }
    return true;
}

// Reads what stands in a cell. The Minotaur may stand on the exit: " MX".
static bool read_pieces(reader *r, const drawing *d, const mw_line *line, uint32_t x, uint32_t y)
{
    char shown[16];
    for (uint32_t at = d->left + x * d->pitch + 1; at < d->left + (x + 1) * d->pitch; at++) {
        char piece = char_at(line, at);
        if (piece == 'E' || piece == 'G')
            piece = 'X';
        if (piece == 'T' || piece == 'M' || piece == 'X') {
            if (!place(r, piece, x, y, line->number, at + 1))
                return false;
        } else if (piece != ' ' && piece != '.') {
            return mw_fail(r->src, line->number, at + 1, "%s is no piece; use T, M, X or a blank",
                           mw_show_byte(piece, shown));
        }
    }
    return true;
}

static bool read_cell_line(reader *r, const drawing *d, uint32_t y)
{
    const mw_line *line = &d->rows[2 * y + 1];
    layout *l = r->l;
    for (uint32_t x = 0; x <= l->w; x++) {
        uint32_t at = d->left + x * d->pitch;
        char mark = char_at(line, at);
        bool door = mark == 'X' && (!x || x == l->w); // drawn in the gap itself
        if (mark != '|' && mark != ' ' && !door)
            return mw_fail(r->src, line->number, at + 1, "here belongs a wall, '|', or a blank");
        bool wall = mark == '|';
        if (wall && x)
            l->walls[y * l->w + x - 1] |= WALL(RIGHT);
        if (wall && x < l->w)
            l->walls[y * l->w + x] |= WALL(LEFT);
        if (!wall && (!x || x == l->w) &&
            !place_door(r, x ? x - 1 : 0, y, x ? RIGHT : LEFT, line->number, at + 1))
            return false;
        if (x < l->w && !read_pieces(r, d, line, x, y))
            return false;
    }
    return true;
}

static bool only_exit(const mw_line *line) // an X above or below a door
{
    for (uint32_t i = 0; i < line->length; i++)
        if (!strchr(" \tX", line->text[i]))
            return false;
    return true;
}

static bool has_corner(const mw_line *line)
{
    return memchr(line->text, '+', line->length);
}

static bool read_drawing(reader *r, const mw_grid *grid)
{
    uint32_t first = only_exit(&grid->rows[0]) ? 1 : 0, last = grid->height;
    while (last > first && !has_corner(&grid->rows[last - 1]))
        last--;
    if (first == last || !has_corner(&grid->rows[first]))
        return mw_fail(r->src, grid->rows[0].number, 1,
                       "the drawing begins with its upper border, e.g. +---+---+");
    drawing d = {.rows = &grid->rows[first]};
    if (!read_border(r, d.rows, &d))
        return false;
    uint32_t lines = last - first;
    if (lines % 2 == 0 || lines < 3 || lines / 2 > SIDE_MAX)
        return mw_fail(
            r->src, grid->rows[last - 1].number, 1,
            "the drawing has %u lines; it needs 2 for each row, up to %d rows, and 1 more", lines,
            SIDE_MAX);
    r->l->h = (uint16_t)(lines / 2);
    if (!mw_grid_width(r->src, d.rows, r->l->w, r->l->w, SIDE_MAX) ||
        !mw_grid_height(r->src, r->l->h))
        return false;
    for (uint32_t i = 0; i < lines; i++)
        if (!check_outside(r, &d, &d.rows[i]))
            return false;
    for (uint32_t y = 0; y <= r->l->h; y++)
        if (!read_wall_line(r, &d, y) || (y < r->l->h && !read_cell_line(r, &d, y)))
            return false;
    if (!check_pieces(r, grid->rows[last - 1].number))
        return false;
    for (uint32_t i = last; i < grid->height; i++)
        if (!(i == last && only_exit(&grid->rows[i])) && !read_block(r, &grid->rows[i]))
            return false;
    return true;
}

// ---- digits

static bool read_digits(reader *r, const mw_line *line, uint32_t y)
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
static bool read_item(reader *r, const mw_line *line)
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
            (!i && char_at(line, at++) != '.'))
            return mw_fail(r->src, line->number, 1,
                           "not an item; write t1.2, m1.2, x1.2, x1.2R or b1.2.RRLL");
    }
    uint32_t x = (uint32_t)where[0], y = (uint32_t)where[1], left = line->length - at;
    if (kind == 'b' && left && line->text[at] == '.')
        return (check_pieces(r, line->number) &&
                add_block(r, x, y, line->text + at + 1, left - 1, line->number, at + 2));
    if (kind == 'b')
        return mw_fail(r->src, line->number, 1, "not an item; a block has a path: b1.2.RRLL");
    const char *side = left == 1 ? memchr(mw_theseus_sides, line->text[at], 4) : NULL;
    if (kind == 'x' && side)
        return place_door(r, x, y, (unsigned)(side - mw_theseus_sides), line->number, 1);
    if (left)
        return mw_fail(r->src, line->number, at + 1, "nothing more belongs to this item");
    return place(r, (char)(kind - 'a' + 'A'), x, y, line->number, 1);
}

static bool read_compact(reader *r, const mw_grid *grid)
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
    return check_pieces(r, grid->rows[grid->height - 1].number) && check_walls(r, line_of_row);
}

// ---- .thm files

typedef struct thm {
    uint32_t line_of_row[SIDE_MAX];
    uint32_t rows; // read so far
    bool in_walls;
} thm;

static bool thm_number(reader *r, const mw_line *line, uint32_t *at, uint32_t *out)
{
    mw_span s = mw_next_span(line, at);
    uint64_t n;
    if (!mw_parse_number(s.text, s.length, SIDE_MAX, &n))
        return mw_fail(r->src, line->number, s.column, "here belongs a number from 0 to %u",
                       SIDE_MAX);
    *out = (uint32_t)n;
    return true;
}

static bool thm_exit(reader *r, const mw_line *line, uint32_t *at, uint32_t x, uint32_t y)
{
    mw_span s = mw_next_span(line, at);
    const char *compass = "NESW.", *side = s.length == 1 ? strchr(compass, *s.text) : NULL;
    if (!side)
        return mw_fail(r->src, line->number, s.column,
                       "the exit's side is N, E, S or W, or . for the cell itself");
    return place_door(r, x, y, (unsigned)(side - compass), line->number, 1);
}

static bool thm_order(reader *r, const mw_line *line, uint32_t *at)
{
    mw_span s = mw_next_span(line, at);
    r->l->vertical_first = mw_span_is(&s, "vh");
    return r->l->vertical_first || mw_span_is(&s, "hv") ||
           mw_fail(r->src, line->number, s.column, "the order is hv or vh");
}

static bool thm_line(reader *r, thm *t, const mw_line *line)
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
    return exit ? thm_exit(r, line, &at, x, y) : place(r, piece, x, y, line->number, 1);
}

static bool read_thm(reader *r, const mw_grid *grid)
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
    return check_pieces(r, last) && check_walls(r, t.line_of_row);
}

static bool is_thm(const mw_line *first)
{
    static const char head[] = "theseus-maze";
    return first->length >= strlen(head) && !memcmp(first->text, head, strlen(head));
}

static bool recognises(mw_source *src)
{
    mw_line first;
    return mw_next_line(src, &first) && is_thm(&first);
}

static mw_maze *parse(mw_source *src)
{
    mw_grid grid = {0};
    mw_maze *m = NULL;
    layout *l = calloc(1, sizeof *l);
    reader r = {.src = src, .l = l};
    bool ok = l || mw_no_memory(src->error);
    if (ok) {
        l->door = WAIT;
        l->theseus = l->minotaur = NOWHERE;
        ok = mw_theseus_read_options(src, l) &&
             mw_grid_read(src, 2 * SIDE_MAX + BLOCKS_MAX + 20, &grid);
    }
    if (ok) {
        const mw_line *head = &grid.rows[0];
        bool drawn = has_corner(head) || only_exit(head);
        ok = is_thm(head) ? read_thm(&r, &grid)
             : drawn      ? read_drawing(&r, &grid)
                          : read_compact(&r, &grid);
    }
    if (ok && !(m = mw_theseus_make(src->kind, l)))
        mw_no_memory(src->error);
    mw_grid_free(&grid);
    free(l);
    return m;
}

// ---- random mazes

static void random_walls(layout *l, mw_rng *rng, uint64_t horizontal, uint64_t vertical)
{
    mw_theseus_clear_walls(l->walls, l->w, l->h);
    for (uint32_t y = 0; y < l->h; y++)
        for (uint32_t x = 0; x < l->w; x++) {
            if (y + 1 < l->h && mw_rng_below(rng, 100) < horizontal)
                mw_theseus_flip_wall(l->walls, l->w, y * l->w + x, DOWN);
            if (x + 1 < l->w && mw_rng_below(rng, 100) < vertical)
                mw_theseus_flip_wall(l->walls, l->w, y * l->w + x, RIGHT);
        }
}

// The exit: a door somewhere in the border, or a cell.
static void random_exit(layout *l, mw_rng *rng, bool door)
{
    l->exit = (uint16_t)mw_rng_below(rng, (uint32_t)l->w * l->h);
    l->door = WAIT;
    if (door) {
        unsigned side;
        l->exit =
            (uint16_t)mw_theseus_border(l->w, l->h, mw_rng_below(rng, 2u * (l->w + l->h)), &side);
        l->door = (uint8_t)side;
        l->walls[l->exit] &= (uint8_t)~WALL(l->door);
    }
}

static mw_maze *random_maze(mw_source *src, mw_rng *rng)
{
    uint64_t horizontal = 25, vertical = 15; // as Nihalani et al. start their populations
    uint64_t blocks = 0;
    unsigned door = 0;
    layout l = {.w = (uint16_t)src->w, .h = (uint16_t)src->h};
    if (!mw_random_size(src, 3, SIDE_MAX) || !mw_option_choice(src, "exit", &door) ||
        !mw_option_number(src, "horizontal", 100, &horizontal) ||
        !mw_option_number(src, "vertical", 100, &vertical) ||
        !mw_option_number(src, "blocks", BLOCKS_MAX, &blocks) || !mw_theseus_read_options(src, &l))
        return NULL;
    uint32_t cells = (uint32_t)l.w * l.h;
    if (blocks * CELLS_PER_BLOCK > cells) {
        mw_fail_size(src, "%u moving %s a board of at least %u cells", (unsigned)blocks,
                     blocks == 1 ? "block needs" : "blocks need",
                     (unsigned)blocks * CELLS_PER_BLOCK);
        return NULL;
    }
    random_walls(&l, rng, horizontal, vertical);
    random_exit(&l, rng, door);
    do
        l.theseus = (uint16_t)mw_rng_below(rng, cells);
    while (l.door == WAIT && l.theseus == l.exit);
    do
        l.minotaur = (uint16_t)mw_rng_below(rng, cells);
    while (l.minotaur == l.theseus);
    l.block_count = (uint8_t)blocks;
    const mw_theseus_room room = {
        l.w, l.h, l.theseus, l.minotaur, l.door == WAIT ? l.exit : cells, l.walls};
    mw_theseus_draw_blocks(&room, l.blocks, l.block_count, rng);
    mw_maze *m = mw_theseus_make(src->kind, &l);
    if (!m)
        mw_no_memory(src->error);
    return m;
}

const mw_text mw_theseus_text = {
    .size = sizeof(mw_text),
    .options =
        (const mw_option[]){
            {.name = "order",
             .value = "hv|vh",
             .about = "the Minotaur's order: sideways first, or not"},
            {.name = "win",
             .value = "arrival|after",
             .about =
                 "the exit wins on arrival, or only if Theseus survives the Minotaur's answer"},
            {.name = "exit",
             .value = "cell|door",
             .about = "the exit of a random maze",
             .only_random = true},
            {.name = "horizontal",
             .value = "25",
             .about = "per cent of walls below cells",
             .only_random = true},
            {.name = "vertical",
             .value = "15",
             .about = "per cent of walls beside cells",
             .only_random = true},
            {.name = "blocks",
             .value = "0",
             .about = "moving blocks of a random maze, up to 8: they walk fixed paths, nobody can "
                      "enter them, and "
                      "they kill whom they come over",
             .only_random = true},
            {0},
        },
    .parse = parse,
    .print = mw_theseus_print,
    .print_options = mw_theseus_print_options,
    .forms =
        (const mw_form[]){
            {.name = "thm",
             .about = "a list of facts, with walls as digits (no blocks, win on arrival)",
             .print = mw_theseus_print_thm,
             .lacks = mw_theseus_thm_lacks},
            MW_EXPORT_FORMS(theseus),
            {0},
        },
    .random = random_maze,
    .generator = 1,
    .recognises = recognises,
};
