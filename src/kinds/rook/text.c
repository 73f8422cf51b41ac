// text.c: reads and writes rook mazes, and makes random ones.
//
// A row is either one run of characters (14221, S33443, 3413G) or numbers between blanks, with the
// start as [3], 3S or `3 START`, and the goal as G, GOAL, 0 or `0 FINISH`.
#include "kinds/rook/rook.h"

#include "core/export.h"
#include "mazewright/rng.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- reading

typedef struct cell_text {
    uint32_t line, column;
    uint8_t jump; // 0: the goal
    bool start;
} cell_text;

typedef struct rows { // the grid as read, before its size is known
    cell_text *cells;
    uint32_t count, width;
} rows;

static int digit(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'z' ? c - 'a' + 10 : -1;
}

static bool add_cell(mw_source *src, rows *r, const mw_line *row, uint32_t at, uint64_t jump,
                     bool start)
{
    if (jump >= SIDE_MAX)
        return mw_fail(src, row->number, at + 1, "a jump of %llu is too long; jumps are 1 to %d",
                       (unsigned long long)jump, SIDE_MAX - 1);
    if (r->count == SIDE_MAX * SIDE_MAX)
        return mw_fail(src, row->number, at + 1, "too many cells; a rook maze is at most %dx%d",
                       SIDE_MAX, SIDE_MAX);
    r->cells[r->count++] =
        (cell_text){.line = row->number, .column = at + 1, .jump = (uint8_t)jump, .start = start};
    return true;
}

// Reads the start, which is in brackets: a decimal number or one character. Moves *i to the ']'.
static bool read_bracket(mw_source *src, rows *r, const mw_line *row, uint32_t *i)
{
    uint32_t at = *i, from = at + 1;
    const char *end = memchr(row->text + from, ']', row->length - from);
    char shown[16];
    if (!end)
        return mw_fail(src, row->number, at + 1, "'[' without ']'; the start is written [3]");
    uint32_t length = (uint32_t)(end - row->text) - from;
    char c = row->text[from];
    uint64_t jump = 0;
    *i = from + length;
    if (length == 1 && digit(c) >= 0)
        jump = (uint64_t)digit(c);
    else if ((length != 1 || c != 'G') &&
             !mw_parse_number(row->text + from, length, UINT32_MAX, &jump))
        return mw_fail(src, row->number, from + 1, "%s is no jump; the start is written [3]",
                       mw_show_byte(c, shown));
    return add_cell(src, r, row, at, jump, true);
}

static bool read_run(mw_source *src, rows *r, const mw_line *row)
{
    char shown[16];
    for (uint32_t i = 0; i < row->length; i++) {
        uint32_t at = i;
        if (row->text[i] == '[') {
            if (!read_bracket(src, r, row, &i))
                return false;
            continue;
        }
        bool start = row->text[i] == 'S';
        if (start)
            i++;
        int jump = i == row->length ? -1 : row->text[i] == 'G' ? 0 : digit(row->text[i]);
        if (jump < 0)
            return mw_fail(src, row->number, (i < row->length ? i : at) + 1,
                           "%s is no jump; use 1-9 and a-z (10 to 35), S before the start, G for "
                           "the goal",
                           mw_show_byte(row->text[i < row->length ? i : at], shown));
        if (!add_cell(src, r, row, at, (uint64_t)jump, start))
            return false;
    }
    return true;
}

// One part of a row between blanks. `first` is the index of the row's first cell.
static bool read_span(mw_source *src, rows *r, const mw_line *row, const mw_span *s, uint32_t first)
{
    uint32_t at = s->column - 1, length = s->length;
    bool finish = mw_span_is(s, "FINISH");
    uint64_t jump;
    if (mw_span_is(s, "START") || mw_span_is(s, "S")) {
        // It marks the number before it; `3 0 START` is one cell.
        if (r->count - first >= 2 && row->text[r->cells[r->count - 1].column - 1] == '0')
            r->count--;
        if (r->count == first || !r->cells[r->count - 1].jump)
            return mw_fail(src, row->number, s->column,
                           "'%.*s' must follow the jump of the start cell", (int)length, s->text);
        r->cells[r->count - 1].start = true;
        return true;
    }
    if (finish && r->count > first && !r->cells[r->count - 1].jump)
        return true; // `0 FINISH` is one cell
    if (finish || mw_span_is(s, "G") || mw_span_is(s, "GOAL"))
        return add_cell(src, r, row, at, 0, false);
    bool bracket = length > 2 && s->text[0] == '[' && s->text[length - 1] == ']';
    bool before = length > 1 && s->text[0] == 'S', after = length > 1 && s->text[length - 1] == 'S';
    bool start = bracket || before || after;
    if (!mw_parse_number(s->text + (bracket || before), length - start - bracket, UINT32_MAX,
                         &jump))
        return mw_fail(src, row->number, s->column,
                       "'%.*s' is no jump; use a number, [3] for the start and G for the goal",
                       (int)(length < 30 ? length : 30), s->text);
    return add_cell(src, r, row, at, jump, start);
}

static bool read_spans(mw_source *src, rows *r, const mw_line *row)
{
    uint32_t first = r->count, at = 0;
    for (mw_span s; (s = mw_next_span(row, &at)).length;)
        if (!read_span(src, r, row, &s, first))
            return false;
    return true;
}

static bool read_row(mw_source *src, rows *r, const mw_line *row)
{
    uint32_t before = r->count;
    const mw_span whole = {.text = row->text, .length = row->length};
    bool blanks = memchr(row->text, ' ', row->length) || memchr(row->text, '\t', row->length);
    blanks = blanks || mw_span_is(&whole, "GOAL") || mw_span_is(&whole, "FINISH");
    if (!(blanks ? read_spans(src, r, row) : read_run(src, r, row)))
        return false;
    uint32_t width = r->count - before;
    if (!r->width)
        r->width = width;
    return mw_grid_width(src, row, width, r->width, SIDE_MAX);
}

// Fills the board from the cells; the start is the top left cell unless one is marked.
static bool fill(mw_source *src, const rows *r, const mw_maze *m, board *b)
{
    const cell_text *start = NULL, *goal = NULL;
    assert(r->count);
    for (uint32_t i = 0; i < r->count; i++) {
        const cell_text *c = &r->cells[i];
        b->jumps[i] = c->jump;
        if (c->start && start)
            return mw_fail(src, c->line, c->column, "a second start; the first is at %u:%u",
                           start->line, start->column);
        if (!c->jump && goal)
            return mw_fail(src, c->line, c->column, "a second goal; the first is at %u:%u",
                           goal->line, goal->column);
        if (c->start && !c->jump)
            return mw_fail(src, c->line, c->column, "the start cannot be the goal");
        if (c->jump >= m->w && c->jump >= m->h)
            return mw_fail(src, c->line, c->column, "jump %u leaves the grid in every direction",
                           c->jump);
        if (c->start)
            start = c;
        if (!c->jump)
            goal = c;
    }
    if (!goal)
        return mw_fail(src, r->cells[r->count - 1].line, 1, "no goal; mark its cell with G");
    if (!start)
        start = &r->cells[0];
    if (start == goal)
        return mw_fail(src, goal->line, goal->column,
                       "no start: it is the top left cell unless marked [3], and that is the goal");
    b->start = (uint16_t)(start - r->cells);
    b->goal = (uint16_t)(goal - r->cells);
    return true;
}

static mw_maze *make(mw_source *src, uint32_t w, uint32_t h)
{
    mw_maze *m = mw_maze_new(src->kind, sizeof(board) + (size_t)w * h);
    if (!m)
        return mw_no_memory(src->error);
    m->w = (uint16_t)w;
    m->h = (uint16_t)h;
    m->traits = MW_UNIT_COST;
    board *b = (board *)m->data;
    b->directions = mw_option_value(src, "queen", NULL) ? 8 : 4;
    b->no_u_turn = mw_option_value(src, "no-u-turn", NULL);
    return m;
}

static mw_maze *parse(mw_source *src)
{
    mw_grid grid = {0};
    mw_maze *m = NULL;
    rows r = {.cells = malloc(SIDE_MAX * SIDE_MAX * sizeof *r.cells)};
    bool ok = r.cells || mw_no_memory(src->error);
    ok = ok && mw_grid_read(src, SIDE_MAX, &grid);
    for (uint32_t y = 0; ok && y < grid.height; y++)
        ok = read_row(src, &r, &grid.rows[y]);
    ok = ok && mw_grid_height(src, grid.height) && (m = make(src, r.width, grid.height));
    if (ok && !fill(src, &r, m, (board *)m->data)) {
        mw_maze_free(m);
        m = NULL;
    }
    mw_grid_free(&grid);
    free(r.cells);
    return m;
}

// ---- writing

static void print(const mw_maze *m, bool compact, mw_writer *w)
{
    const board *b = mw_rook_board(m);
    const char *digits = "G123456789abcdefghijklmnopqrstuvwxyz";
    int wide = m->w > 10 || m->h > 10 ? 2 : 1; // digits of the longest jump
    for (uint32_t i = 0; i < (uint32_t)m->w * m->h; i++) {
        uint32_t x = i % m->w;
        if (compact)
            mw_write(w, "%s%c", i == b->start ? "S" : "", digits[b->jumps[i]]);
        else {
            // every cell is as wide as the start's, which has brackets
            char number[12] = " G ";
            if (b->jumps[i])
                snprintf(number, sizeof number, i == b->start ? "[%u]" : " %u ", b->jumps[i]);
            int padded = wide + 2;
            if (x + 1 == m->w && i != b->start)
                number[strlen(number) - 1] = '\0', padded--;
            mw_write(w, "%s%*s", x ? " " : "", padded, number);
        }
        if (x + 1 == m->w)
            mw_write_char(w, '\n');
    }
}

static void print_options(const mw_maze *m, mw_writer *w)
{
    mw_write(w, "%s%s", mw_rook_board(m)->no_u_turn ? " no-u-turn" : "",
             mw_rook_board(m)->directions == 8 ? " queen" : "");
}

static void print_paper(const mw_maze *m, mw_writer *w)
{
    const board *b = mw_rook_board(m);
    for (uint32_t i = 0; i < (uint32_t)m->w * m->h; i++) {
        const char *end = (i + 1) % m->w ? "\t" : "\n";
        if (i == b->goal)
            mw_write(w, "GOAL%s", end);
        else
            // a blank before a 12 that is alone in its row: without it, it would be read as 1 and 2
            mw_write(w, i == b->start ? "[%u]%s" : m->w == 1 ? " %u%s" : "%u%s", b->jumps[i], end);
    }
}

// ---- random mazes: every cell any jump that stays in the grid somewhere

static mw_maze *random_maze(mw_source *src, mw_rng *rng)
{
    uint32_t w = src->w, h = src->h;
    unsigned center = 0;
    if (!mw_random_size(src, 2, SIDE_MAX) || !mw_option_choice(src, "goal", &center))
        return NULL;
    mw_maze *m = make(src, w, h);
    if (!m)
        return NULL;
    board *b = (board *)m->data;
    b->goal = (uint16_t)(center ? h / 2 * w + w / 2 : w * h - 1);
    for (uint32_t i = 0; i < w * h; i++) {
        b->jumps[i] = (uint8_t)(1 + mw_rng_below(rng, mw_rook_longest_jump(m, i)));
    }
    b->jumps[b->goal] = 0;
    return m;
}

const mw_text mw_rook_text = {
    .size = sizeof(mw_text),
    .how_to_read =
        "Each number is a cell, and says how far to jump from it. You begin on the number in "
        "brackets, [ ]. G is the goal. In the first line, queen means that you may jump "
        "diagonally, too, and no-u-turn that you may never jump straight back the way you came.",
    .options =
        (const mw_option[]){
            {.name = "no-u-turn", .about = "never jump straight back the way you came"},
            {.name = "queen", .about = "jump diagonally too"},
            {.name = "goal",
             .value = "corner|center",
             .about = "where a random maze ends",
             .only_random = true},
            {0},
        },
    .parse = parse,
    .print = print,
    .print_options = print_options,
    .forms =
        (const mw_form[]){
            {.name = "paper",
             .about = "the bare grid, with tabs, as printed by Neller",
             .print = print_paper},
            MW_EXPORT_FORMS(rook),
            {0},
        },
    .random = random_maze,
    .generator = 1,
};
