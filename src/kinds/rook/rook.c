// rook.c: rook-jumping mazes: from a cell with number j, jump exactly j cells in a straight line.
//
// Variants: `no-u-turn` (never straight back; the state gains the last direction) and `queen` (the
// diagonals too).
#include "kinds/rook/rook.h"

#include "core/features.h"
#include "core/parts.h"
#include "core/text.h"

#include <stdlib.h>
#include <string.h>

const int8_t mw_rook_step_x[8] = {0, 1, 0, -1, 1, 1, -1, -1};
const int8_t mw_rook_step_y[8] = {-1, 0, 1, 0, -1, 1, 1, -1};

static unsigned opposite(unsigned direction)
{
    return (direction & 4) | ((direction + 2) & 3);
}

// ---- rules
// state: w[0] = cell | heading << 16     heading: 1 + the last direction; 0: none, or it does not
// matter

static void start(const mw_maze *m, mw_state *s)
{
    *s = (mw_state){{mw_rook_board(m)->start}};
}

static mw_status status(const mw_maze *m, const mw_state *s)
{
    return (s->w[0] & 0xffff) == mw_rook_board(m)->goal ? MW_SOLVED : MW_OPEN;
}

static uint64_t rank(const mw_maze *m, const mw_state *s)
{
    const board *b = mw_rook_board(m);
    return b->no_u_turn ? (s->w[0] & 0xffff) * (b->directions + 1u) + (s->w[0] >> 16) : s->w[0];
}

static unsigned expand(const mw_maze *m, const mw_state *s, mw_edge *edges)
{
    const board *b = mw_rook_board(m);
    uint32_t at = s->w[0] & 0xffff, heading = (uint32_t)(s->w[0] >> 16);
    uint32_t x = at % m->w, y = at / m->w, to;
    unsigned banned = heading ? opposite(heading - 1) : 8, n = 0;
    for (unsigned d = 0; d < b->directions; d++) {
        if (d == banned || !mw_rook_jump(m, x, y, d, b->jumps[at], &to))
            continue;
        if (b->no_u_turn)
            to |= (d + 1) << 16;
        mw_edge *e = &edges[n++];
        *e = (mw_edge){.to = {{to}}, .cost = 1, .action = (uint16_t)d};
        e->rank = rank(m, &e->to);
        e->status = (int16_t)status(m, &e->to);
    }
    return n;
}

static const char *const headings[] = {"up",       "right",      "down",      "left",
                                       "up right", "down right", "down left", "up left"};

static void describe(const mw_maze *m, const mw_state *s, mw_writer *w)
{
    uint32_t at = s->w[0] & 0xffff, heading = (uint32_t)(s->w[0] >> 16);
    mw_write(w, "row %u, column %u", at / m->w + 1, at % m->w + 1);
    if (heading)
        mw_write(w, ", heading %s", headings[heading - 1]);
}

static void why_not(const mw_maze *m, const mw_state *s, uint16_t action, mw_writer *w)
{
    const board *b = mw_rook_board(m);
    uint32_t at = s->w[0] & 0xffff, heading = (uint32_t)(s->w[0] >> 16), to;
    if (action >= b->directions)
        mw_write(w, "diagonal jumps are only for a queen");
    else if (heading && action == opposite(heading - 1))
        mw_write(w, "this maze allows no turn straight back");
    else if (!mw_rook_jump(m, at % m->w, at / m->w, action, b->jumps[at], &to))
        mw_write(w, "jump %u leaves the board", b->jumps[at]);
}

static const mw_feature features[] = {
    MW_PLACES("the player"),
    {.name = "jump", .about = "number that the player stands on; 0 at the goal"},
    {.name = "heading", .about = "with no-u-turn: the last jump, 1 to 4 for U R D L; else 0"},
    {0},
};

static void measure(const mw_maze *m, const mw_state *s, uint64_t wanted, double *values)
{
    (void)wanted;
    const board *b = mw_rook_board(m);
    uint32_t at = s->w[0] & 0xffff;
    mw_places(values, at % m->w + 1, at / m->w + 1, b->goal % m->w + 1, b->goal / m->w + 1);
    values[MW_PLACES_COUNT] = b->jumps[at];
    values[MW_PLACES_COUNT + 1] = (double)(s->w[0] >> 16);
}

enum { PLACE, HEADING }; // things

static unsigned things(const mw_maze *m)
{
    return mw_rook_board(m)->no_u_turn ? HEADING + 1 : PLACE + 1;
}

static void facts(const mw_maze *m, const mw_state *s, uint32_t *values)
{
    values[PLACE] = s->w[0] & 0xffff;
    if (mw_rook_board(m)->no_u_turn)
        values[HEADING] = (uint32_t)(s->w[0] >> 16);
}

static void tell_fact(const mw_maze *m, unsigned thing, uint32_t value, mw_writer *w)
{
    if (thing == PLACE)
        mw_write(w, "you are on row %u, column %u", value / m->w + 1, value % m->w + 1);
    else if (value)
        mw_write(w, "your last jump went %s", headings[value - 1]);
    else
        mw_write(w, "you have not jumped yet");
}

static uint64_t count(const mw_maze *m)
{
    const board *b = mw_rook_board(m);
    return (uint64_t)m->w * m->h * (b->no_u_turn ? b->directions + 1u : 1u);
}

static bool unrank(const mw_maze *m, uint64_t r, mw_state *s)
{
    const board *b = mw_rook_board(m);
    uint64_t ways = b->no_u_turn ? b->directions + 1u : 1u;
    *s = (mw_state){{r / ways | r % ways << 16}};
    return true;
}

static uint32_t cell(const mw_maze *m, const mw_state *s)
{
    (void)m;
    return s->w[0] & 0xffff;
}

// ---- heuristic and measure

// 1 if this cell's number leads straight to the goal, else 2.
static uint32_t landing(const mw_maze *m, const mw_state *s)
{
    const board *b = mw_rook_board(m);
    int at = (int)(s->w[0] & 0xffff), jump = b->jumps[at];
    int dx = abs(at % m->w - b->goal % m->w), dy = abs(at / m->w - b->goal / m->w);
    bool straight = (dx == jump && dy == 0) || (dx == 0 && dy == jump);
    bool diagonal = b->directions == 8 && dx == jump && dy == jump;
    return at == b->goal ? 0 : straight || diagonal ? 1 : 2;
}

static uint32_t cluster_size(const mw_maze *m, uint8_t *left, uint32_t from)
{
    uint32_t stack[SIDE_MAX * SIDE_MAX], depth = 0, size = 0;
    uint8_t jump = left[from];
    left[from] = 0;
    stack[depth++] = from;
    while (depth) {
        uint32_t at = stack[--depth];
        size++;
        for (unsigned d = 0; d < 4; d++) {
            uint32_t to;
            if (!mw_rook_jump(m, at % m->w, at / m->w, d, 1, &to) || left[to] != jump)
                continue;
            left[to] = 0;
            stack[depth++] = to;
        }
    }
    return size;
}

double mw_rook_clusters(const mw_maze *m, const mw_graph *g)
{
    (void)g;
    uint8_t left[SIDE_MAX * SIDE_MAX]; // jumps not yet counted
    uint32_t cells = (uint32_t)m->w * m->h;
    double sum = 0;
    memcpy(left, mw_rook_board(m)->jumps, cells);
    for (uint32_t i = 0; i < cells; i++)
        if (left[i]) {
            double others = cluster_size(m, left, i) - 1;
            sum += others * others;
        }
    return sum;
}

static const mw_rules rules = {
    .size = sizeof(mw_rules),
    .actions =
        (const mw_action[]){{.word = "U", .arrow = MW_ARROW_UP},
                            {.word = "R", .arrow = MW_ARROW_RIGHT},
                            {.word = "D", .arrow = MW_ARROW_DOWN},
                            {.word = "L", .arrow = MW_ARROW_LEFT},
                            {.word = "9", .arrow = MW_ARROW_UP_RIGHT, .about = "up and right"},
                            {.word = "3", .arrow = MW_ARROW_DOWN_RIGHT, .about = "down and right"},
                            {.word = "1", .arrow = MW_ARROW_DOWN_LEFT, .about = "down and left"},
                            {.word = "7", .arrow = MW_ARROW_UP_LEFT, .about = "up and left"},
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

const mw_kind mw_rook = {
    .size = sizeof(mw_kind),
    .name = "rook",
    .about =
        "rook-jumping: jump exactly as far as the number you stand on, up, down, left or right",
    .how_to_play =
        "You begin on the number with the ring and want to reach the goal, G.\n"
        "Jump in a straight line up, down, left or right, exactly as many squares as the number "
        "that you stand on says. What lies between does not matter, but you may not leave the "
        "board.\n"
        "In solutions U is a jump up, R right, D down and L left. Where diagonal jumps are "
        "allowed, "
        "9 is up and right, 3 down and right, 1 down and left, 7 up and left.",
    .rules = &rules,
    .text = &mw_rook_text,
    .view = &mw_rook_view,
    .editor = MW_MAKES(&mw_rook_editor),
    .fast = &mw_rook_fast,
    .heuristics =
        (const mw_heuristic[]){
            {.name = "landing",
             .about = "1 if the next jump can reach the goal, else 2",
             .claims = mw_claims_consistent,
             .eval = landing},
            {0},
        },
    .measures =
        (const mw_measure[]){
            {.name = "clusters",
             .about = "sum of (size - 1)^2 over groups of adjacent equal jumps",
             .eval = mw_rook_clusters},
            {0},
        },
    .design = MW_MAKES(&mw_rook_design),
};
