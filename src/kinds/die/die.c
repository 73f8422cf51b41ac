// die.c: rolling-die mazes: a die rolls over its edges from S to G; some faces may never come on
// top.
//
// The rules look at the top face only. Orientations that the rules can never tell apart form a
// class and have the same rank: with the default rules only the place of the 1 matters, so a cell
// has 5 ranks instead of 24.
#include "kinds/die/die.h"

#include "core/features.h"
#include "core/parts.h"
#include "core/text.h"

#include <string.h>

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

enum { UPWARD = WEST + 1, DOWNWARD }; // where a face is; else NORTH to WEST

static unsigned where(const orientation *o, uint8_t face)
{
    return o->north == face       ? NORTH
           : o->east == face      ? EAST
           : 7 - o->north == face ? SOUTH
           : 7 - o->east == face  ? WEST
           : o->top == face       ? UPWARD
                                  : DOWNWARD;
}

// Only what all orientations of a class have in common can be told of a state.
static void find_told(board *b)
{
    b->told = 0;
    for (uint8_t face = 1; face <= 3; face++) {
        bool same = true;
        for (const orientation *o = b->orientations; o < b->orientations + ORIENTATIONS; o++)
            same = same && (o->class == NO_CLASS ||
                            where(o, face) == where(&b->orientations[b->example[o->class]], face));
        b->told |= same ? FACE(face) : 0;
    }
}

void mw_die_prepare(mw_maze *m, orientation first)
{
    board *b = (board *)m->data;
    unsigned known = 0;
    memset(b->example, 0, sizeof b->example); // there may have been more classes before
    memset(b->turns, 0, sizeof b->turns);
    find_orientation(b, &known, first);
    for (unsigned i = 0; i < ORIENTATIONS; i++)
        for (unsigned d = 0; d < 4; d++)
            b->turns[i][d].to = find_orientation(b, &known, roll(b->orientations[i], d));
    uint8_t labels = labels_used(m);
    find_classes(b, labels);
    find_told(b);
    for (unsigned i = 0; i < ORIENTATIONS; i++)
        for (unsigned d = 0; d < 4; d++) {
            roll_to *t = &b->turns[i][d];
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

// ---- open boards

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
        roll_to t = b->turns[from][d];
        uint8_t cell = b->cells[to];
        bool legal = ((cell == FREE) | (cell == (before ? top : t.top))) & (t.class != NO_CLASS);
        // Every edge is written, and kept if it is legal: that is faster than a branch on walls,
        // which a processor cannot predict.
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

static void why_not(const mw_maze *m, const mw_state *s, uint16_t action, mw_writer *w)
{
    const board *b = mw_die_board(m);
    uint32_t to = mw_die_cell(s) + (uint32_t)b->step[action], stride = m->w + 2u;
    uint8_t top = mw_die_orientation(b, s)->top, cell = b->cells[to];
    roll_to t = b->turns[s->w[0] >> 32][action];
    if (cell == WALL)
        mw_write(w, to % stride % (stride - 1) && to / stride % (m->h + 1u)
                        ? "a blocked square is there"
                        : "the board ends there");
    else if (cell != FREE && cell != (b->labels == LABELS_BEFORE ? top : t.top))
        mw_write(w,
                 b->labels == LABELS_BEFORE ? "the square is for %u, and %u is on top"
                                            : "the square is for %u, and %u would be on top",
                 cell, b->labels == LABELS_BEFORE ? top : t.top);
    else if (t.class == NO_CLASS)
        mw_write(w, "%u would be on top", t.top);
}

static const mw_feature features[] = {
    MW_PLACES("the die"),
    {.name = "top", .about = "face on top"},
    {.name = "north", .about = "face to the north"},
    {.name = "east", .about = "face to the east"},
    {.name = "one_x", .about = "where the 1 points: 1 east, -1 west, else 0"},
    {.name = "one_y", .about = "where the 1 points: 1 south, -1 north, else 0"},
    {.name = "one_up", .about = "1 with the 1 on top, -1 with the 1 below, else 0"},
    {0},
};

// Where a face points along the axis of which `side` is the face at one end: 1 there, -1 at the
// other end.
static int points(uint8_t side, uint8_t face)
{
    return (side == face) - (side == 7 - face);
}

static void measure(const mw_maze *m, const mw_state *s, uint64_t wanted, double *values)
{
    (void)wanted;
    const board *b = mw_die_board(m);
    const orientation *o = mw_die_orientation(b, s);
    uint32_t at = mw_die_cell(s), stride = m->w + 2u;
    mw_places(values, at % stride, at / stride, b->goal % stride, b->goal / stride);
    double *own = values + MW_PLACES_COUNT;
    own[0] = o->top;
    own[1] = o->north;
    own[2] = o->east;
    own[3] = points(o->east, 1);
    own[4] = -points(o->north, 1);
    own[5] = points(o->top, 1);
}

// ---- facts
// Things: where the die is, then where each face is that is told. The face opposite to it is told
// with it.

static unsigned things(const mw_maze *m)
{
    uint8_t told = mw_die_board(m)->told;
    return 1u + !!(told & FACE(1)) + !!(told & FACE(2)) + !!(told & FACE(3));
}

static void facts(const mw_maze *m, const mw_state *s, uint32_t *values)
{
    const board *b = mw_die_board(m);
    *values++ = mw_die_inner(m, mw_die_cell(s));
    for (uint8_t face = 1; face <= 3; face++)
        if (b->told & FACE(face))
            *values++ = where(mw_die_orientation(b, s), face);
}

static void tell_fact(const mw_maze *m, unsigned thing, uint32_t value, mw_writer *w)
{
    static const char *const sides[] = {"north", "east", "south", "west"};
    const board *b = mw_die_board(m);
    uint8_t face = 0;
    if (!thing) {
        mw_write(w, "the die is on row %u, column %u", value / m->w + 1, value % m->w + 1);
        return;
    }
    while (thing)
        thing -= b->told >> ++face & 1;
    if (value == UPWARD || value == DOWNWARD)
        mw_write(w, "the %u is on top", value == UPWARD ? face : 7u - face);
    else
        mw_write(w, "the %u faces %s", face, sides[value]);
}

// ---- dense index

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
    return mw_die_inner(m, mw_die_cell(s));
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
    .why_not = why_not,
    .features = features,
    .measure = measure,
    .things = things,
    .facts = facts,
    .tell_fact = tell_fact,
};

const mw_kind mw_die = {
    .size = sizeof(mw_kind),
    .name = "die",
    .about = "rolling die: roll the die from S to G; 6 may never be on top, 1 must be at the end",
    .how_to_play =
        "Roll the die to the goal, G. It rolls over its edges, one square at a time, up, down, "
        "left "
        "or right, never off the board and never onto a blocked square, the one with a cross.\n"
        "The 6 may never come to lie on top. At the goal the 1 must be on top; with another face "
        "up "
        "you may roll over the goal and come back later.\n"
        "The picture shows the top of the die, its face towards you and its right one; opposite "
        "faces add up to seven. Before you take a real die for help, see that it shows the same "
        "three faces: many dice are its mirror image.\n"
        "In solutions N is a roll up (north), E right (east), S down (south) and W left (west).",
    .rules = &rules,
    .text = &mw_die_text,
    .view = &mw_die_view,
    .editor = MW_MAKES(&mw_die_editor),
    .fast = &mw_die_fast,
    .heuristics = mw_die_heuristics,
    .design = MW_MAKES(&mw_die_design),
};
