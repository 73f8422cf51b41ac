// die.c: rolling-die mazes: a die rolls over its edges from S to G; some faces may never come on
// top.
//
// The rules look at the top face only, so orientations that the rules can never tell apart get one
// rank: with the default rules only the place of the 1 matters, 5 ranks a cell instead of 24.
#include "kinds/die/die.h"

#include "mazewright/rng.h"
#include "core/export.h"

#include <stdlib.h>
#include <string.h>

#define SIDE_MAX      4096
#define DEFAULT_START "123"
#define ALL_FACES     0x7e // bits 1 to 6
#define FACE(f)       (uint8_t)(1u << (f))

// ---- orientations

static orientation roll(orientation o, unsigned direction)
{
    switch (direction) {
    case NORTH: return (orientation){.top = 7 - o.north, .north = o.top, .east = o.east};
    case EAST: return (orientation){.top = 7 - o.east, .north = o.north, .east = o.top};
    case SOUTH: return (orientation){.top = o.north, .north = 7 - o.top, .east = o.east};
    default: return (orientation){.top = o.east, .north = o.north, .east = 7 - o.top};
    }
}

static uint8_t find_orientation(board *b, unsigned *known, orientation o)
{
    unsigned i = 0;
    while (i < *known && (b->orientations[i].top != o.top || b->orientations[i].north != o.north ||
                          b->orientations[i].east != o.east))
        i++;
    if (i == *known)
        b->orientations[(*known)++] = o;
    return (uint8_t)i;
}

static uint8_t labels_used(const mw_maze *m)
{
    const board *b = mw_die_board(m);
    uint8_t used = 0;
    for (uint32_t i = 0; i < (m->w + 2u) * (m->h + 2u); i++)
        if (b->cells[i] != WALL && b->cells[i] != FREE)
            used |= FACE(b->cells[i]);
    return used;
}

// Splits the orientations into classes: first by what the rules see of the top face, then by where
// the four rolls lead, until nothing splits any more.
static void find_classes(board *b, uint8_t labels)
{
    uint32_t sign[ORIENTATIONS];
    for (unsigned i = 0; i < ORIENTATIONS; i++) {
        uint8_t top = b->orientations[i].top;
        bool matters = b->cost_top || labels & FACE(top);
        sign[i] = b->forbidden & FACE(top) ? UINT32_MAX
                                           : (matters ? top : 0u) | (b->wins & FACE(top) ? 8u : 0u);
    }
    for (unsigned before = 0;;) {
        b->classes = 0;
        for (unsigned i = 0; i < ORIENTATIONS; i++) {
            unsigned j = 0;
            while (sign[j] != sign[i])
                j++;
            b->orientations[i].class = sign[i] == UINT32_MAX ? NO_CLASS
                                       : j < i               ? b->orientations[j].class
                                                             : b->classes++;
            if (j == i && sign[i] != UINT32_MAX)
                b->example[b->classes - 1] = (uint8_t)i;
        }
        if (b->classes == before)
            return;
        before = b->classes;
        for (unsigned i = 0; i < ORIENTATIONS; i++) {
            uint32_t next = b->orientations[i].class;
            for (unsigned d = 0; d < 4; d++)
                next = next * 25 + (b->orientations[b->turns[i][d].to].class + 1) % 256;
            sign[i] = b->orientations[i].class == NO_CLASS ? UINT32_MAX : next;
        }
    }
}

// Everything that follows from the start's orientation, the options and the cells.
void mw_die_prepare(mw_maze *m, orientation first)
{
    board *b = (board *)m->data;
    unsigned known = 0;
    memset(b->example, 0, sizeof b->example); // it may be done anew, with fewer classes
    memset(b->turns, 0, sizeof b->turns);
    find_orientation(b, &known, first);
    for (unsigned i = 0; i < ORIENTATIONS; i++)
        for (unsigned d = 0; d < 4; d++)
            b->turns[i][d].to = find_orientation(b, &known, roll(b->orientations[i], d));
    uint8_t labels = labels_used(m);
    find_classes(b, labels);
    for (unsigned i = 0; i < ORIENTATIONS; i++)
        for (unsigned d = 0; d < 4; d++) {
            turn *t = &b->turns[i][d];
            const orientation *o = &b->orientations[t->to];
            t->class = o->class;
            t->top = o->top;
            t->wins = b->wins & FACE(o->top);
        }
    int32_t stride = m->w + 2;
    int32_t step[4] = {[NORTH] = -stride, [EAST] = 1, [SOUTH] = stride, [WEST] = -1};
    memcpy(b->step, step, sizeof step);
    m->traits = (b->cost_top ? 0 : MW_UNIT_COST) |
                (b->labels == LABELS_BEFORE && labels ? 0 : MW_REVERSIBLE);
}

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
    if (!m) {
        mw_no_memory(src->error);
        return NULL;
    }
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
    if (!mark && c != '.' && c != '*' && c != 'x')
        return mw_fail(src, row->number, column,
                       "%s is no cell; use . * S G, or 1 to 6 for a label", mw_show_byte(c, shown));
    b->cells[at] = c == '*' || c == 'x' ? WALL : FREE;
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
    for (uint32_t y = 1; y <= m->h; y++) {
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

// ---- random mazes and open boards

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
    for (uint32_t y = 1; y <= h; y++)
        for (uint32_t x = 1; x <= w; x++)
            b->cells[y * (w + 2) + x] = mw_rng_below(rng, 100) < obstacles ? WALL : FREE;
    b->start = w + 2 + 1;
    b->goal = h * (w + 2) + w;
    b->cells[b->start] = b->cells[b->goal] = FREE;
    mw_die_prepare(m, first);
    return m;
}

mw_maze *mw_die_open(const mw_maze *m, unsigned margin)
{
    const board *b = mw_die_board(m);
    uint32_t w = m->w, h = m->h, stride = w + 2 * margin + 2;
    if (margin > SIDE_MAX || w + 2 * margin > SIDE_MAX || h + 2 * margin > SIDE_MAX)
        return NULL;
    mw_maze *out = mw_maze_new(m->kind, sizeof(board) + stride * (h + 2 * margin + 2));
    if (!out)
        return NULL;
    out->w = (uint16_t)(w + 2 * margin);
    out->h = (uint16_t)(h + 2 * margin);
    board *o = (board *)out->data;
    *o = (board){
        .forbidden = b->forbidden, .wins = b->wins, .labels = b->labels, .cost_top = b->cost_top};
    for (uint32_t y = 1; y <= out->h; y++)
        memset(o->cells + y * stride + 1, FREE, out->w);
    for (uint32_t y = 1; y <= h; y++)
        for (uint32_t x = 1; x <= w; x++) {
            uint32_t from = y * (w + 2) + x, to = (y + margin) * stride + x + margin;
            if (b->cells[from] != WALL)
                o->cells[to] = b->cells[from];
            if (from == b->start)
                o->start = to;
            if (from == b->goal)
                o->goal = to;
        }
    mw_die_prepare(out, b->orientations[0]);
    return out;
}

// ---- rules

static void start(const mw_maze *m, mw_state *s)
{
    *s = (mw_state){{mw_die_board(m)->start}};
}

static mw_status status(const mw_maze *m, const mw_state *s)
{
    const board *b = mw_die_board(m);
    bool home = mw_die_cell(s) == b->goal && b->wins & FACE(mw_die_orientation(b, s)->top);
    return home ? MW_SOLVED : MW_OPEN;
}

static uint64_t rank(const mw_maze *m, const mw_state *s)
{
    const board *b = mw_die_board(m);
    return (uint64_t)mw_die_cell(s) * b->classes + mw_die_orientation(b, s)->class;
}

static unsigned expand(const mw_maze *m, const mw_state *s, mw_edge *edges)
{
    const board *b = mw_die_board(m);
    uint32_t at = mw_die_cell(s), from = (uint32_t)(s->w[0] >> 32);
    uint8_t top = b->orientations[from].top;
    bool before = b->labels == LABELS_BEFORE;
    unsigned n = 0;
    for (unsigned d = 0; d < 4; d++) {
        uint32_t to = at + (uint32_t)b->step[d];
        turn t = b->turns[from][d];
        uint8_t cell = b->cells[to];
        bool legal = ((cell == FREE) | (cell == (before ? top : t.top))) & (t.class != NO_CLASS);
        // Written always and kept if legal: a branch on random walls costs more than the write.
        edges[n] = (mw_edge){.to = {{to | (uint64_t)t.to << 32}},
                             .rank = (uint64_t)to * b->classes + t.class,
                             .cost = b->cost_top ? t.top : 1,
                             .action = (uint16_t)d,
                             .status = (int16_t)((to == b->goal) & t.wins)};
        n += legal;
    }
    return n;
}

static void describe(const mw_maze *m, const mw_state *s, mw_writer *w)
{
    const orientation *o = mw_die_orientation(mw_die_board(m), s);
    uint32_t at = mw_die_cell(s), stride = m->w + 2u;
    mw_write(w, "row %u, column %u, top %u, north %u, east %u", at / stride, at % stride, o->top,
             o->north, o->east);
}

static uint64_t count(const mw_maze *m)
{
    return (uint64_t)(m->w + 2u) * (m->h + 2u) * mw_die_board(m)->classes;
}

static bool unrank(const mw_maze *m, uint64_t r, mw_state *s)
{
    const board *b = mw_die_board(m);
    uint64_t at = r / b->classes, o = b->example[r % b->classes];
    *s = (mw_state){{at | o << 32}};
    uint8_t label = b->cells[at];
    return label == FREE ||
           (label != WALL && (b->labels == LABELS_BEFORE || label == b->orientations[o].top));
}

static uint32_t cell(const mw_maze *m, const mw_state *s)
{
    uint32_t at = mw_die_cell(s), stride = m->w + 2u;
    return (at / stride - 1) * m->w + at % stride - 1;
}

static const mw_rules rules = {
    .size = sizeof(mw_rules),
    .actions = (const mw_action[]){{.word = "N", .arrow = MW_ARROW_UP},
                                   {.word = "E", .arrow = MW_ARROW_RIGHT},
                                   {.word = "S", .arrow = MW_ARROW_DOWN},
                                   {.word = "W", .arrow = MW_ARROW_LEFT},
                                   {0}},
    .start = start,
    .status = status,
    .expand = expand,
    .describe = describe,
    .count = count,
    .rank = rank,
    .unrank = unrank,
    .cell = cell,
};

static const mw_text text = {
    .size = sizeof(mw_text),
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

static const mw_view view = {
    .size = sizeof(mw_view),
    .draw = mw_die_draw,
    .place = mw_die_place,
    .animate = mw_die_animate,
    .look = mw_die_look,
};

static const mw_editor editor = {
    .size = sizeof(mw_editor),
    .brushes = mw_die_brushes,
    .paint = mw_die_paint,
};

static const mw_fast fast = {
    .size = sizeof(mw_fast),
    .evaluate = mw_die_evaluate,
};

const mw_kind mw_die = {
    .size = sizeof(mw_kind),
    .name = "die",
    .about = "rolling die: roll the die from S to G; 6 may never be on top, 1 must be at the end",
    .how_to_play =
        "Roll the die to the goal, G. It rolls over its edges, one square at a time, up, down, "
        "left "
        "or right, never off the board and never onto a dark square.\n"
        "The 6 may never come to lie on top. At the goal the 1 must be on top; with another face "
        "up "
        "you may roll over the goal and come back later.\n"
        "The picture shows the top of the die, its face towards you and its right one; opposite "
        "faces add up to seven. Before you take a real die for help, see that it shows the same "
        "three faces: many dice are its mirror image.\n"
        "In solutions N is a roll up (north), E right (east), S down (south) and W left (west).",
    .rules = &rules,
    .text = &text,
    .view = &view,
    .editor = &editor,
    .fast = &fast,
    .heuristics = mw_die_heuristics,
    .design = &mw_die_design,
};
