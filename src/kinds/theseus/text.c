// text.c: reads the text forms of a Theseus maze, which print.c writes. People draw walls:
//
//     +---+---+---+        T Theseus, M the Minotaur, X the exit: in a cell it is a goal cell,
//     |     M     |        outside a gap in the border it is a door. Cells may also be one
//     +   +---+   +        character wide (+-+). Blocks follow the drawing:
//     |       |     X
//     +   +---+   +        block 3 1 RRLL     starts in column 3, row 1 and walks that way,
//     |     T     |                           over and over; it must end where it began
//     +---+---+---+
//
// Ids and .thm files have digits instead: text_digits.c.
#include "kinds/theseus/text.h"

#include "core/export.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

// What is placed on a board once: its letter and its name.
static const struct {
    char letter;
    const char *name;
} pieces[PIECES] = {{'T', "Theseus"}, {'M', "Minotaur"}, {'X', "exit"}};

// ---- pieces and checks shared by all forms

bool mw_theseus_put(mw_theseus_reader *r, char piece, uint32_t x, uint32_t y, uint32_t line,
                    uint32_t column)
{
    uint16_t *const cells[PIECES] = {&r->l->theseus, &r->l->minotaur, &r->l->exit};
    unsigned i = 0;
    while (i < PIECES && pieces[i].letter != piece)
        i++;
    assert(i < PIECES);
    if (r->seen[i])
        return mw_fail(r->src, line, column, "a second %s; there is only one", pieces[i].name);
    if (x >= r->l->w || y >= r->l->h)
        return mw_fail(r->src, line, column, "this lies outside the %ux%u grid", r->l->w, r->l->h);
    r->seen[i] = true;
    *cells[i] = (uint16_t)(y * r->l->w + x);
    return true;
}

bool mw_theseus_put_door(mw_theseus_reader *r, uint32_t x, uint32_t y, unsigned side, uint32_t line,
                         uint32_t column)
{
    if (!mw_theseus_put(r, 'X', x, y, line, column))
        return false;
    r->l->door = (uint8_t)side;
    return true;
}

bool mw_theseus_check_pieces(mw_theseus_reader *r, uint32_t last_line)
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

bool mw_theseus_add_block(mw_theseus_reader *r, uint32_t x, uint32_t y, const char *steps,
                          uint32_t length, uint32_t line, uint32_t column)
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
static bool read_block(mw_theseus_reader *r, const mw_line *line)
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
    return mw_theseus_add_block(r, (uint32_t)where[0] - 1, (uint32_t)where[1] - 1, steps.text,
                                steps.length, line->number, steps.column);
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
static bool read_border(mw_theseus_reader *r, const mw_line *top, drawing *d)
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
static bool check_outside(mw_theseus_reader *r, const drawing *d, const mw_line *line)
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

static bool read_wall_line(mw_theseus_reader *r, const drawing *d, uint32_t y)
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
            !mw_theseus_put_door(r, x, y ? y - 1 : 0, y ? DOWN : UP, line->number,
                                 at + d->pitch / 2 + 1))
            return false;
    }
    return true;
}

// Reads what stands in a cell. The Minotaur may stand on the exit: " MX".
static bool read_pieces(mw_theseus_reader *r, const drawing *d, const mw_line *line, uint32_t x,
                        uint32_t y)
{
    char shown[16];
    for (uint32_t at = d->left + x * d->pitch + 1; at < d->left + (x + 1) * d->pitch; at++) {
        char piece = char_at(line, at);
        if (piece == 'E' || piece == 'G')
            piece = 'X';
        if (piece == 'T' || piece == 'M' || piece == 'X') {
            if (!mw_theseus_put(r, piece, x, y, line->number, at + 1))
                return false;
        } else if (piece != ' ' && piece != '.') {
            return mw_fail(r->src, line->number, at + 1, "%s is no piece; use T, M, X or a blank",
                           mw_show_byte(piece, shown));
        }
    }
    return true;
}

static bool read_cell_line(mw_theseus_reader *r, const drawing *d, uint32_t y)
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
            !mw_theseus_put_door(r, x ? x - 1 : 0, y, x ? RIGHT : LEFT, line->number, at + 1))
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

static bool read_drawing(mw_theseus_reader *r, const mw_grid *grid)
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
    for (uint32_t i = 0; i < lines; i++) {
        uint32_t at = 0;
        mw_span begin = mw_next_span(&d.rows[i], &at);
        if (*begin.text == '#')
            return mw_fail(r->src, d.rows[i].number, begin.column,
                           "'#' is no wall of a drawing; write +---+ and |");
    }
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
    if (!mw_theseus_check_pieces(r, grid->rows[last - 1].number))
        return false;
    for (uint32_t i = last; i < grid->height; i++)
        if (!(i == last && only_exit(&grid->rows[i])) && !read_block(r, &grid->rows[i]))
            return false;
    return true;
}

static bool recognises(mw_source *src)
{
    mw_line first;
    return mw_next_line(src, &first) && mw_theseus_is_thm(&first);
}

static mw_maze *parse(mw_source *src)
{
    mw_grid grid = {0};
    mw_maze *m = NULL;
    layout *l = calloc(1, sizeof *l);
    mw_theseus_reader r = {.src = src, .l = l};
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
        ok = mw_theseus_is_thm(head) ? mw_theseus_read_thm(&r, &grid)
             : drawn                 ? read_drawing(&r, &grid)
                                     : mw_theseus_read_compact(&r, &grid);
    }
    if (ok && !(m = mw_theseus_make(src->kind, l)))
        mw_no_memory(src->error);
    mw_grid_free(&grid);
    free(l);
    return m;
}

const mw_text mw_theseus_text = {
    .size = sizeof(mw_text),
    .how_to_read =
        "Each cell is three characters wide, between walls --- and | and corners +. T is "
        "Theseus, M the Minotaur, and X the exit: a cell, or a gap in the outer wall, which may "
        "be without an X. In the first line, order=vh means that the Minotaur tries up and down "
        "before he tries sideways, and win=after that you have won only if he does not reach "
        "you with the two steps after yours. A line 'block 3 1 RRLL' is a moving block: it "
        "begins in column 3, row 1, counted from 1 at the top left, and takes the steps R, R, "
        "L, L over and over (W: it rests), through walls, too.",
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
    .random = mw_theseus_random,
    .generator = 1,
    .recognises = recognises,
};
