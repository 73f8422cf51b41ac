// text.c: reads and writes rolling-die mazes, and makes random ones. A cell is one character: . for
// a free cell, *, x or # for an obstacle, S for the start, G for the goal, 1 to 6 for a label.
#include "kinds/die/die.h"

#include "core/export.h"
#include "mazewright/rng.h"

#include <string.h>

#define DEFAULT_START "123"
#define ALL_FACES     0x7e // bits 1 to 6

// ---- reading

static bool read_faces(mw_source *src, const char *name, const char *word, uint8_t word_means,
                       uint8_t *faces)
{
    const mw_param *where;
    const char *value = mw_option_value(src, name, &where);
    if (!value)
        return true;
    if (!strcmp(value, word)) {
        *faces = word_means;
        return true;
    }
    *faces = 0;
    for (const char *p = value; *p; p++) {
        if (*p < '1' || *p > '6')
            return mw_fail_param(src, where, "%s=%.20s: write faces from 1 to 6, or %s", name,
                                 value, word);
        *faces |= FACE(*p - '0');
    }
    return *faces || mw_fail_param(src, where, "%s= needs faces from 1 to 6, or %s", name, word);
}

static bool read_start(mw_source *src, orientation *o)
{
    const mw_param *where = NULL;
    const char *value = mw_option_value(src, "start", &where);
    if (!value)
        value = DEFAULT_START;
    uint8_t pairs = 0; // bits 1, 2, 3: opposite faces add up to 7
    for (unsigned i = 0; i < 3 && value[i] >= '1' && value[i] <= '6'; i++) {
        int face = value[i] - '0';
        pairs |= FACE(face > 3 ? 7 - face : face);
    }
    if (strlen(value) != 3 || pairs != 0x0e)
        return mw_fail_param(src, where,
                             "start=%.20s: write the faces on top, north and east, e.g. 123; "
                             "opposite faces add up to 7",
                             value);
    *o = (orientation){.top = (uint8_t)(value[0] - '0'),
                       .north = (uint8_t)(value[1] - '0'),
                       .east = (uint8_t)(value[2] - '0')};
    return true;
}

static bool read_options(mw_source *src, board *b, orientation *first)
{
    unsigned labels = 0, cost = 0;
    b->forbidden = FACE(6);
    b->wins = FACE(1);
    if (!read_start(src, first) || !read_faces(src, "never", "none", 0, &b->forbidden) ||
        !read_faces(src, "goal", "any", ALL_FACES, &b->wins) ||
        !mw_option_choice(src, "labels", &labels) || !mw_option_choice(src, "cost", &cost))
        return false;
    b->labels = (uint8_t)labels;
    b->cost_top = cost;
    if (b->forbidden & FACE(first->top)) {
        const mw_param *where = NULL; // one of the two is given: the defaults agree
        if (!mw_option_value(src, "never", &where))
            mw_option_value(src, "start", &where);
        return mw_fail_param(src, where,
                             "the die starts with %u on top, which is forbidden; change start= or "
                             "never=",
                             first->top);
    }
    return true;
}

static mw_maze *make(mw_source *src, uint32_t w, uint32_t h, orientation *first)
{
    mw_maze *m = mw_maze_new(src->kind, sizeof(board) + (w + 2) * (h + 2));
    if (!m)
        return mw_no_memory(src->error);
    m->w = (uint16_t)w;
    m->h = (uint16_t)h;
    if (!read_options(src, (board *)m->data, first)) {
        mw_maze_free(m);
        return NULL;
    }
    return m;
}

static bool read_cell(mw_source *src, board *b, char c, uint32_t at, const mw_line *row,
                      uint32_t column)
{
    char shown[16];
    uint32_t *mark = c == 'S' ? &b->start : c == 'G' ? &b->goal : NULL;
    if (mark && *mark)
        return mw_fail(src, row->number, column, "a second %s; there is one S and one G",
                       c == 'S' ? "start" : "goal");
    if (mark)
        *mark = at;
    if (c >= '1' && c <= '6') {
        b->cells[at] = (uint8_t)(c - '0');
        return b->labels != LABELS_NONE ||
               mw_fail(src, row->number, column,
                       "a labelled cell needs labels=before or labels=after in the header");
    }
    bool wall = c == '*' || c == 'x' || c == '#';
    if (!mark && c != '.' && !wall)
        return mw_fail(src, row->number, column,
                       "%s is no cell; use . * S G, or 1 to 6 for a label", mw_show_byte(c, shown));
    b->cells[at] = wall ? WALL : FREE;
    return true;
}

static uint32_t row_width(const mw_line *row)
{
    uint32_t width = 0;
    for (uint32_t i = 0; i < row->length; i++)
        width += row->text[i] != ' ' && row->text[i] != '\t';
    return width;
}

static bool read_cells(mw_source *src, const mw_grid *grid, const mw_maze *m, board *b)
{
    for (uint32_t y = 0; y < grid->height; y++) {
        const mw_line *row = &grid->rows[y];
        if (!mw_grid_width(src, row, row_width(row), m->w, SIDE_MAX))
            return false;
        uint32_t at = (y + 1) * (m->w + 2u) + 1;
        for (uint32_t i = 0; i < row->length; i++)
            if (row->text[i] != ' ' && row->text[i] != '\t' &&
                !read_cell(src, b, row->text[i], at++, row, i + 1))
                return false;
    }
    if (!b->start || !b->goal)
        return mw_fail(src, grid->rows[grid->height - 1].number, 1, "no %s; mark its cell with %c",
                       b->start ? "goal" : "start", b->start ? 'G' : 'S');
    return true;
}

static mw_maze *parse(mw_source *src)
{
    mw_grid grid = {0};
    mw_maze *m = NULL;
    orientation first;
    if (mw_grid_read(src, SIDE_MAX, &grid) && mw_grid_height(src, grid.height) &&
        mw_grid_width(src, &grid.rows[0], row_width(&grid.rows[0]), row_width(&grid.rows[0]),
                      SIDE_MAX) &&
        (m = make(src, row_width(&grid.rows[0]), grid.height, &first))) {
        if (read_cells(src, &grid, m, (board *)m->data))
            mw_die_prepare(m, first);
        else {
            mw_maze_free(m);
            m = NULL;
        }
    }
    mw_grid_free(&grid);
    return m;
}

// ---- writing

static char cell_char(const board *b, uint32_t at, bool compact)
{
    uint8_t c = b->cells[at];
    return at == b->start  ? 'S'
           : at == b->goal ? 'G'
           : c == FREE     ? '.'
           : c == WALL     ? (compact ? 'x' : '*')
                           : (char)('0' + c);
}

static void print(const mw_maze *m, bool compact, mw_writer *w)
{
    for (uint32_t y = 1; y <= m->h && !w->failed; y++) {
        for (uint32_t x = 1; x <= m->w; x++)
            mw_write_char(w, cell_char(mw_die_board(m), y * (m->w + 2u) + x, compact));
        mw_write_char(w, '\n');
    }
}

static void print_paper(const mw_maze *m, mw_writer *w)
{
    print(m, false, w);
}

static void print_faces(mw_writer *w, uint8_t faces)
{
    for (unsigned f = 1; f <= 6; f++)
        if (faces & FACE(f))
            mw_write(w, "%u", f);
}

static void print_options(const mw_maze *m, mw_writer *w)
{
    const board *b = mw_die_board(m);
    const orientation *o = &b->orientations[0];
    if (o->top != 1 || o->north != 2 || o->east != 3)
        mw_write(w, " start=%u%u%u", o->top, o->north, o->east);
    if (b->forbidden != FACE(6)) {
        mw_write(w, b->forbidden ? " never=" : " never=none");
        print_faces(w, b->forbidden);
    }
    if (b->wins != FACE(1)) {
        mw_write(w, b->wins == ALL_FACES ? " goal=any" : " goal=");
        print_faces(w, b->wins == ALL_FACES ? 0 : b->wins);
    }
    if (b->labels)
        mw_write(w, " labels=%s", b->labels == LABELS_BEFORE ? "before" : "after");
    if (b->cost_top)
        mw_write(w, " cost=top");
}

// ---- random mazes

static mw_maze *random_maze(mw_source *src, mw_rng *rng)
{
    uint32_t w = src->w, h = src->h;
    uint64_t obstacles = 20;
    orientation first;
    if (!mw_random_size(src, 2, SIDE_MAX) || !mw_option_number(src, "obstacles", 100, &obstacles))
        return NULL;
    mw_maze *m = make(src, w, h, &first);
    if (!m)
        return NULL;
    board *b = (board *)m->data;
    for (uint32_t y = 1; y <= h; y++) {
        if (w >= 1000 && mw_stopping()) {
            mw_maze_free(m);
            return mw_no_memory(src->error);
        }
        for (uint32_t x = 1; x <= w; x++)
            b->cells[y * (w + 2) + x] = mw_rng_below(rng, 100) < obstacles ? WALL : FREE;
    }
    b->start = w + 2 + 1;
    b->goal = h * (w + 2) + w;
    b->cells[b->start] = b->cells[b->goal] = FREE;
    mw_die_prepare(m, first);
    return m;
}

const mw_text mw_die_text = {
    .size = sizeof(mw_text),
    .how_to_read =
        "Each character is a cell: S is where the die begins, G the goal, . a free cell and * a "
        "dark one, which cannot be entered. North is up. The die begins with 1 on top, 2 to the "
        "north and 3 to the east, or with the three faces after start= in the first line. "
        "There, never= names other faces that may never be on top (none: every face may), goal= "
        "the faces of which one must be on top at the goal (any: every face will do), and "
        "cost=top means that a roll costs the face that comes on top. With labels=before a cell "
        "with a digit may be entered only with that face on top before the roll, with "
        "labels=after only with that face on top after it.",
    .options =
        (const mw_option[]){
            {.name = "start", .value = "123", .about = "faces on top, north and east at the start"},
            {.name = "never", .value = "6|none", .about = "faces that may never be on top"},
            {.name = "goal", .value = "1|any", .about = "faces of which one must be on top at G"},
            {.name = "labels",
             .value = "none|before|after",
             .about = "a labelled cell is entered with that face on top before or after the roll"},
            {.name = "cost",
             .value = "1|top",
             .about = "cost of a roll: 1, or the face that comes up"},
            {.name = "obstacles",
             .value = "20",
             .about = "per cent of the cells of a random maze",
             .only_random = true},
            {0},
        },
    .parse = parse,
    .print = print,
    .print_options = print_options,
    .forms =
        (const mw_form[]){
            {.name = "paper",
             .about = "the bare grid, as in the course puzzles",
             .print = print_paper},
            MW_EXPORT_FORMS(die),
            {0},
        },
    .random = random_maze,
    .generator = 1,
};
