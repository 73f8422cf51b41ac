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
#include "mazewright/rng.h"

#include <stdlib.h>

// ---- what all forms share

static bool inner(const mw_maze *m, uint32_t cell)
{
    for (unsigned a = X; a <= Z; a++) {
        uint32_t at = mw_marble_coordinate(m, cell, a);
        if (!at || at + 1 == mw_marble_size(m, a))
            return false;
    }
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

mw_maze *mw_marble_closed(mw_source *src)
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
    if (!m)
        return mw_no_memory(src->error);
    m->w = (uint16_t)src->w;
    m->h = (uint16_t)src->h;
    m->d = (uint16_t)src->d;
    m->traits = MW_UNIT_COST;
    return m;
}

void mw_marble_hollow_out(mw_maze *m)
{
    board *b = (board *)m->data;
    for (uint32_t c = 0; b->hollow && c < mw_marble_cells(m); c++)
        if (inner(m, c))
            b->cells[c] = OUT_OF_MAZE;
}

// A maze of the size and options of the source, with all walls closed.
static mw_maze *new_maze(mw_source *src)
{
    mw_maze *m = mw_marble_closed(src);
    if (m && !read_options(src, m)) {
        mw_maze_free(m);
        return NULL;
    }
    if (m)
        mw_marble_hollow_out(m);
    return m;
}

bool mw_marble_may_open(const mw_maze *m, uint32_t cell, unsigned axis)
{
    const board *b = mw_marble_board(m);
    return mw_marble_coordinate(m, cell, axis) + 1 < mw_marble_size(m, axis) &&
           b->cells[cell] != OUT_OF_MAZE &&
           b->cells[mw_marble_beyond(m, cell, axis, true)] != OUT_OF_MAZE;
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
    return mw_fail(r->src, r->line.number, column + 1, "%s; here belongs %s",
                   mw_show_byte(at(&r->line, column), shown), wanted);
}

static bool read_row_end(reader *r)
{
    uint32_t end = 4u * r->m->w + 1;
    return r->line.length <= end || unexpected(r, end, "nothing more");
}

// Reads a blank where a wall could be. It opens the wall, except within the hollow, where there is
// none.
static bool read_blank(reader *r, unsigned axis, uint32_t column)
{
    int corner[3];
    for (unsigned a = X; a <= Z; a++)
        corner[a] = (int)mw_marble_coordinate(r->m, r->cell, a) + (a == axis);
    return !mw_marble_wall(r->m, axis, corner) || open_wall(r, axis, column);
}

// Reads a line of walls: those above row y or, for y = -1, those below the lowest row.
static bool read_walls(reader *r, uint32_t layer, int y)
{
    if (!next_row(r))
        return false;
    for (uint32_t x = 0; x <= r->m->w; x++) {
        if (at(&r->line, 4 * x) != '+')
            return unexpected(r, 4 * x, "the + of a corner");
        if (x == r->m->w)
            break;
        if (same(&r->line, 4 * x + 1, "---"))
            continue;
        if (!same(&r->line, 4 * x + 1, "   "))
            return unexpected(r, 4 * x + 1, "--- or three blanks");
        if (y < 0)
            return mw_fail(r->src, r->line.number, 4 * x + 2, "the border must be closed");
        r->cell = mw_marble_cell(r->m, x, (uint32_t)y, layer);
        if (!read_blank(r, Y, 4 * x + 2))
            return false;
    }
    return read_row_end(r);
}

// The letter that stands in a cell.
static char mark_of(const mw_maze *m, uint32_t cell)
{
    return !cell ? 'S' : cell == mw_marble_target(m) ? 'G' : ' ';
}

static bool read_inside(reader *r, uint32_t column)
{
    bool out = mw_marble_board(r->m)->cells[r->cell] == OUT_OF_MAZE;
    char mark = mark_of(r->m, r->cell);
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
        r->cell = mw_marble_cell(r->m, x, y, layer);
        char side = at(&r->line, 4 * x + 4);
        if (!read_inside(r, 4 * x + 1))
            return false;
        if (side != '|' && side != ' ')
            return unexpected(r, 4 * x + 4, "| or a blank");
        if (side == ' ' && !read_blank(r, X, 4 * x + 5))
            return false;
    }
    return read_row_end(r);
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

static mw_maze *parse(mw_source *src)
{
    reader r = {.src = src, .m = new_maze(src)};
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

static void print_walls(const mw_maze *m, int layer, int y, mw_writer *w)
{
    for (int x = 0; x < m->w; x++)
        mw_write(w, "+%s", mw_marble_wall(m, Y, (const int[]){x, y + 1, layer}) ? "---" : "   ");
    mw_write(w, "+\n");
}

static void print_row(const mw_maze *m, int layer, int y, mw_writer *w)
{
    const board *b = mw_marble_board(m);
    mw_write_char(w, '|');
    for (int x = 0; x < m->w; x++) {
        uint32_t c = mw_marble_cell(m, (uint32_t)x, (uint32_t)y, (uint32_t)layer);
        if (b->cells[c] == OUT_OF_MAZE)
            mw_write(w, "###");
        else
            mw_write(w, " %c%c", mark_of(m, c), mw_marble_open(m, c, Z, true) ? '^' : ' ');
        mw_write_char(w, mw_marble_wall(m, X, (const int[]){x + 1, y, layer}) ? '|' : ' ');
    }
    mw_write_char(w, '\n');
}

static void print(const mw_maze *m, bool compact, mw_writer *w)
{
    if (compact) {
        print_digits(m, w);
        return;
    }
    for (int layer = 0; layer < m->d; layer++) {
        for (int y = m->h; y--;) {
            print_walls(m, layer, y, w);
            print_row(m, layer, y, w);
        }
        print_walls(m, layer, -1, w);
    }
}

static void print_options(const mw_maze *m, mw_writer *w)
{
    const board *b = mw_marble_board(m);
    mw_write(w, "%s%s", b->hollow ? " outer" : "", b->orientations == 24 ? " orientations=24" : "");
}

// ---- random mazes. Such a maze is a spanning tree of its cells: if there were no gravity, there
// would be one way between any two.

static uint32_t root_of(uint32_t *parent, uint32_t c)
{
    while (parent[c] != c)
        c = parent[c] = parent[parent[c]];
    return c;
}

// Goes over the walls in a random order and opens those that join two separate parts.
static void carve(mw_maze *m, uint32_t *parent, uint32_t *walls, mw_rng *rng)
{
    board *b = (board *)m->data;
    uint32_t cells = mw_marble_cells(m), n = 0;
    for (uint32_t c = 0; c < cells; c++) {
        parent[c] = c;
        for (unsigned a = X; a <= Z; a++)
            if (mw_marble_may_open(m, c, a))
                walls[n++] = 3 * c + a;
    }
    while (n) {
        uint32_t i = mw_rng_below(rng, n), cell = walls[i] / 3, axis = walls[i] % 3;
        walls[i] = walls[--n];
        uint32_t one = root_of(parent, cell),
                 other = root_of(parent, mw_marble_beyond(m, cell, axis, true));
        if (one != other) {
            parent[one] = other;
            b->cells[cell] |= (uint8_t)(1u << axis);
        }
    }
}

static mw_maze *random_maze(mw_source *src, mw_rng *rng)
{
    mw_maze *m = new_maze(src);
    if (!m)
        return NULL;
    uint32_t *memory = malloc(4 * (size_t)mw_marble_cells(m) * sizeof *memory);
    if (memory) {
        carve(m, memory, memory + mw_marble_cells(m), rng);
    } else {
        mw_no_memory(src->error);
        mw_maze_free(m);
        m = NULL;
    }
    free(memory);
    return m;
}

const mw_text mw_marble_text = {
    .size = sizeof(mw_text),
    .how_to_read =
        "Each cell is three characters wide, between walls --- and | and corners +. S is the "
        "marble, G the goal, and ### no cell of the maze. A maze in space is drawn layer by "
        "layer, the first layer, z = 0, at the top; within a layer y grows upwards and x to the "
        "right, and ^ is a hole into the next layer.",
    .parse = parse,
    .print = print,
    .options =
        (const mw_option[]){
            {.name = "all", .about = "every cell belongs to the maze (default)"},
            {.name = "outer", .about = "only cells at the surface belong to it"},
            {.name = "orientations",
             .value = "4|8|24",
             .about = "4 in a flat maze, else 8 (default) or 24"},
            {0},
        },
    .print_options = print_options,
    .random = random_maze,
    .generator = 1,
};
