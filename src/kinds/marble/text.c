// text.c: the text forms of a marble maze. People draw walls, layer by layer; y grows
// upwards, and ^ is a hole into the next layer:
//
//     marble 3x2x2         +---+---+---+      S the marble's first cell, always the first one;
//                          |         ^ |      G the target, always the opposite corner;
//                          +   +---+   +      ### no part of the maze (in hollow ones)
//                          | S |       |
//                          +---+---+---+
//
// Ids have a digit for each cell: the sum of 1, 2 and 4 where it is open towards +x, +y and +z, or
// x where there is no cell; rows from y = 0, layer by layer.
#include "kinds/marble/marble.h"

#include "core/text.h"

#include <string.h>

// ---- what all forms share

static bool inner(const mw_maze *m, uint32_t cell)
{
    const uint32_t at[3] = {cell % m->w, cell / m->w % m->h, cell / m->w / m->h};
    const uint32_t size[3] = {m->w, m->h, m->d};
    for (unsigned a = X; a <= Z; a++)
        if (!at[a] || at[a] + 1 == size[a])
            return false;
    return true;
}

static bool read_options(mw_source *src, mw_maze *m)
{
    board *b = (board *)m->data;
    static const uint8_t counts[] = {4, 8, 24};
    unsigned choice = m->d == 1 ? 0 : 1;
    const mw_param *where = NULL;
    if (!mw_option_choice(src, "orientations", &choice))
        return false;
    b->hollow = mw_option_value(src, "outer", &where);
    if (b->hollow && mw_option_value(src, "all", NULL))
        return mw_fail_param(src, where, "a maze is either all or outer");
    b->orientations = counts[choice];
    mw_option_value(src, "orientations", &where);
    return (b->orientations == 4) == (m->d == 1) ||
           mw_fail_param(src, where,
                         m->d == 1 ? "a flat maze has 4 orientations"
                                   : "a maze in space has 8 or 24 orientations");
}

mw_maze *mw_marble_make(mw_source *src)
{
    if (!src->w) {
        mw_fail(src, 1, 1,
                "a marble maze needs its size in the first line, e.g. marble 4x4 or 5x5x5");
        return NULL;
    }
    uint32_t side = src->d == 1 ? FLAT_SIDE_MAX : SIDE_MAX;
    if (src->w > side || src->h > side || src->d > side || src->w * src->h * src->d < 2) {
        mw_fail_size(src, "a marble maze is 2x1 to %dx%d, or up to %dx%dx%d", FLAT_SIDE_MAX,
                     FLAT_SIDE_MAX, SIDE_MAX, SIDE_MAX, SIDE_MAX);
        return NULL;
    }
    mw_maze *m = mw_maze_new(src->kind, sizeof(board) + src->w * src->h * src->d);
    if (!m) {
        mw_no_memory(src->error);
        return NULL;
    }
    m->w = (uint16_t)src->w;
    m->h = (uint16_t)src->h;
    m->d = (uint16_t)src->d;
    m->words = 1;
    m->traits = MW_UNIT_COST;
    if (!read_options(src, m)) {
        mw_maze_free(m);
        return NULL;
    }
    board *b = (board *)m->data;
    for (uint32_t c = 0; c < mw_marble_cells(m); c++)
        b->cells[c] = b->hollow && inner(m, c) ? OUT_OF_MAZE : 0;
    return m;
}

// Is the wall in this direction one that may be missing: between two cells of the maze?
bool mw_marble_may_open(const mw_maze *m, uint32_t cell, unsigned axis)
{
    const board *b = mw_marble_board(m);
    const uint32_t at[3] = {cell % m->w, cell / m->w % m->h, cell / m->w / m->h};
    const uint32_t size[3] = {m->w, m->h, m->d};
    return at[axis] + 1 < size[axis] && b->cells[cell] != OUT_OF_MAZE &&
           b->cells[cell + mw_marble_stride(m, axis)] != OUT_OF_MAZE;
}

typedef struct reader {
    mw_source *src;
    mw_maze *m;
    mw_line line;
    uint32_t cell; // that is being read
} reader;

static bool open_wall(reader *r, unsigned axis, uint32_t column)
{
    board *b = (board *)r->m->data;
    if (!mw_marble_may_open(r->m, r->cell, axis))
        return mw_fail(r->src, r->line.number, column,
                       "there is no cell beyond this opening; close the wall");
    b->cells[r->cell] |= (uint8_t)(1u << axis);
    return true;
}

static bool next_row(reader *r)
{
    return mw_next_line(r->src, &r->line) ||
           mw_fail(r->src, r->src->line, 1, "the maze ends early; there are more rows to come");
}

static bool at_end(reader *r)
{
    return !mw_next_line(r->src, &r->line) ||
           mw_fail(r->src, r->line.number, 1, "here the maze should have ended");
}

// ---- ids

static bool read_digits(reader *r)
{
    char shown[16];
    const board *b = mw_marble_board(r->m);
    for (uint32_t row = 0; row < (uint32_t)r->m->h * r->m->d; row++) {
        if (!next_row(r))
            return false;
        if (r->line.length != r->m->w)
            return mw_fail(r->src, r->line.number, 1, "this row has %u cells, not %u",
                           r->line.length, r->m->w);
        for (uint32_t x = 0; x < r->m->w; x++) {
            char c = r->line.text[x];
            r->cell = row * r->m->w + x;
            bool out = b->cells[r->cell] == OUT_OF_MAZE;
            if (out ? c != 'x' : c < '0' || c > '7')
                return mw_fail(r->src, r->line.number, x + 1,
                               out ? "%s: this cell is within the hollow; write x"
                                   : "%s is no cell; write a digit from 0 to 7",
                               mw_show_byte(c, shown));
            for (unsigned a = X; a <= Z && !out; a++)
                if ((c - '0') >> a & 1 && !open_wall(r, a, x + 1))
                    return false;
        }
    }
    return at_end(r);
}

// ---- drawings

static char at(const mw_line *line, uint32_t column)
{
    return column < line->length ? line->text[column] : ' ';
}

static bool same(const mw_line *line, uint32_t column, const char *text)
{
    for (uint32_t i = 0; text[i]; i++)
        if (at(line, column + i) != text[i])
            return false;
    return true;
}

static bool unexpected(reader *r, uint32_t column, const char *wanted)
{
    char shown[16];
    return mw_fail(r->src, r->line.number, column + 1, "%s; here stands %s",
                   mw_show_byte(at(&r->line, column), shown), wanted);
}

// Between two cells that are no part of the maze a blank is no opening.
static bool within_hollow(const mw_maze *m, uint32_t cell, unsigned axis)
{
    const board *b = mw_marble_board(m);
    return b->cells[cell] == OUT_OF_MAZE &&
           b->cells[cell + mw_marble_stride(m, axis)] == OUT_OF_MAZE;
}

// A line of walls: those above row y, or for y = -1 the lowest.
static bool read_walls(reader *r, uint32_t layer, int y)
{
    if (!next_row(r))
        return false;
    for (uint32_t x = 0; x <= r->m->w; x++) {
        if (at(&r->line, 4 * x) != '+')
            return unexpected(r, 4 * x, "the + of a corner");
        if (x == r->m->w)
            break;
        bool wall = same(&r->line, 4 * x + 1, "---");
        if (!wall && !same(&r->line, 4 * x + 1, "   "))
            return unexpected(r, 4 * x + 1, "--- or three blanks");
        r->cell = x + r->m->w * ((uint32_t)(y < 0 ? 0 : y) + r->m->h * layer);
        bool nothing = y >= 0 && within_hollow(r->m, r->cell, Y);
        if (!wall && y < 0)
            return mw_fail(r->src, r->line.number, 4 * x + 2, "the border must be closed");
        if (!wall && !nothing && !open_wall(r, Y, 4 * x + 2))
            return false;
    }
    return r->line.length <= 4u * r->m->w + 1 || unexpected(r, 4u * r->m->w + 1, "nothing more");
}

static bool read_inside(reader *r, uint32_t column)
{
    bool out = mw_marble_board(r->m)->cells[r->cell] == OUT_OF_MAZE;
    char mark = !r->cell ? 'S' : r->cell == mw_marble_target(r->m) ? 'G' : ' ';
    if (out)
        return same(&r->line, column, "###") || unexpected(r, column, "###: the hollow");
    if (at(&r->line, column) != ' ')
        return unexpected(r, column, "a blank");
    if (at(&r->line, column + 1) != mark)
        return unexpected(r, column + 1,
                          mark == 'S'   ? "S, for the marble begins here"
                          : mark == 'G' ? "G, for this is the target"
                                        : "a blank");
    char hole = at(&r->line, column + 2);
    if (hole != ' ' && hole != '^')
        return unexpected(r, column + 2, "a blank, or ^ for a hole into the next layer");
    return hole == ' ' || open_wall(r, Z, column + 3);
}

static bool read_row(reader *r, uint32_t layer, uint32_t y)
{
    if (!next_row(r))
        return false;
    if (at(&r->line, 0) != '|')
        return unexpected(r, 0, "the | of the border");
    for (uint32_t x = 0; x < r->m->w; x++) {
        r->cell = x + r->m->w * (y + r->m->h * layer);
        char side = at(&r->line, 4 * x + 4);
        if (!read_inside(r, 4 * x + 1))
            return false;
        if (side != '|' && side != ' ')
            return unexpected(r, 4 * x + 4, "| or a blank");
        if (side == ' ' && !within_hollow(r->m, r->cell, X) && !open_wall(r, X, 4 * x + 5))
            return false;
    }
    return r->line.length <= 4u * r->m->w + 1 || unexpected(r, 4u * r->m->w + 1, "nothing more");
}

static bool read_drawing(reader *r)
{
    for (uint32_t layer = 0; layer < r->m->d; layer++) {
        for (uint32_t y = r->m->h; y--;)
            if (!read_walls(r, layer, (int)y) || !read_row(r, layer, y))
                return false;
        if (!read_walls(r, layer, -1))
            return false;
    }
    return at_end(r);
}

mw_maze *mw_marble_parse(mw_source *src)
{
    reader r = {.src = src, .m = mw_marble_make(src)};
    if (r.m && !(src->body ? read_digits(&r) : read_drawing(&r))) {
        mw_maze_free(r.m);
        return NULL;
    }
    return r.m;
}

// ---- writing

static void print_digits(const mw_maze *m, mw_writer *w)
{
    const board *b = mw_marble_board(m);
    for (uint32_t c = 0; c < mw_marble_cells(m); c++) {
        mw_write_char(w, b->cells[c] == OUT_OF_MAZE ? 'x' : (char)('0' + b->cells[c]));
        if ((c + 1) % m->w == 0)
            mw_write_char(w, '\n');
    }
}

static void print_walls(const mw_maze *m, uint32_t layer, int y, mw_writer *w)
{
    const board *b = mw_marble_board(m);
    for (uint32_t x = 0; x < m->w; x++) {
        uint32_t c = x + m->w * ((uint32_t)(y < 0 ? 0 : y) + m->h * layer);
        bool hollow = y >= 0 && b->cells[c] == OUT_OF_MAZE && (uint32_t)y + 1 < m->h &&
                      b->cells[c + m->w] == OUT_OF_MAZE;
        bool open = hollow || (y >= 0 && mw_marble_open(m, c, Y, true));
        mw_write(w, "+%s", open ? "   " : "---");
    }
    mw_write(w, "+\n");
}

static void print_row(const mw_maze *m, uint32_t layer, uint32_t y, mw_writer *w)
{
    const board *b = mw_marble_board(m);
    mw_write_char(w, '|');
    for (uint32_t x = 0; x < m->w; x++) {
        uint32_t c = x + m->w * (y + m->h * layer);
        bool out = b->cells[c] == OUT_OF_MAZE;
        bool hollow = out && x + 1 < m->w && b->cells[c + 1] == OUT_OF_MAZE;
        if (out)
            mw_write(w, "###");
        else
            mw_write(w, " %c%c",
                     !c                         ? 'S'
                     : c == mw_marble_target(m) ? 'G'
                                                : ' ',
                     mw_marble_open(m, c, Z, true) ? '^' : ' ');
        mw_write_char(w, hollow || mw_marble_open(m, c, X, true) ? ' ' : '|');
    }
    mw_write_char(w, '\n');
}

void mw_marble_print(const mw_maze *m, bool compact, mw_writer *w)
{
    if (compact) {
        print_digits(m, w);
        return;
    }
    for (uint32_t layer = 0; layer < m->d; layer++) {
        for (uint32_t y = m->h; y--;) {
            print_walls(m, layer, (int)y, w);
            print_row(m, layer, y, w);
        }
        print_walls(m, layer, -1, w);
    }
}

void mw_marble_print_options(const mw_maze *m, mw_writer *w)
{
    const board *b = mw_marble_board(m);
    if (b->hollow)
        mw_write(w, " outer");
    if (b->orientations == 24)
        mw_write(w, " orientations=24");
}
