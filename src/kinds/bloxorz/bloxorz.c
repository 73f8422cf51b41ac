// bloxorz.c: a 1x1x2 block rolls over tiles until it stands in the hole; switches move bridges, and
// splitters cut the block in two halves that join again when one moves beside the other.
//
// There are two rule sets: the game's, and `seed`, that of Hung et al. (2018). There, on every move
// both halves press their switches and both need a tile below them, and it matters which half is
// which. Of two soft switches under the block, the one of the smaller type works first; by the
// game's rules, the left or upper one.
#include "kinds/bloxorz/bloxorz.h"

#include "core/features.h"
#include "core/parts.h"
#include "core/text.h"

#include <stdlib.h>

const int8_t mw_bloxorz_steps[4][2] = {
    [UP] = {0, -1}, [RIGHT] = {1, 0}, [DOWN] = {0, 1}, [LEFT] = {-1, 0}};
const uint8_t mw_bloxorz_half_order[4] = {LEFT, RIGHT, UP, DOWN};

const roll mw_bloxorz_rolls[3][4] = {
    [STANDING] = {[UP] = {0, -2, ALONG_Y},
                  [RIGHT] = {1, 0, ALONG_X},
                  [DOWN] = {0, 1, ALONG_Y},
                  [LEFT] = {-2, 0, ALONG_X}},
    [ALONG_X] = {[UP] = {0, -1, ALONG_X},
                 [RIGHT] = {2, 0, STANDING},
                 [DOWN] = {0, 1, ALONG_X},
                 [LEFT] = {-1, 0, STANDING}},
    [ALONG_Y] = {[UP] = {0, -1, STANDING},
                 [RIGHT] = {1, 0, ALONG_Y},
                 [DOWN] = {0, 2, STANDING},
                 [LEFT] = {-1, 0, ALONG_Y}},
};

void mw_bloxorz_finish(mw_maze *m)
{
    board *b = (board *)m->data;
    b->splits = false;
    for (unsigned i = 0; i < b->effect_count; i++)
        b->splits |= b->effects[i].split;
    m->words = b->group_count ? 2 : 1;
    m->traits = MW_UNIT_COST | (b->effect_count ? 0 : MW_REVERSIBLE);
}

// ---- tiles

const char *mw_bloxorz_letters(const board *b, uint32_t groups, char out[GROUPS_MAX + 1])
{
    unsigned n = 0;
    for (unsigned g = 0; g < b->group_count; g++)
        if (groups >> g & 1 &&
            !(n && out[n - 1] == (char)b->groups[g].letter)) // in alphabetic order
            out[n++] = (char)b->groups[g].letter;
    out[n] = '\0';
    return out;
}

static bool inside(const mw_maze *m, int x, int y)
{
    return x >= 0 && y >= 0 && x < m->w && y < m->h;
}

static bool present(const board *b, uint32_t cell, uint32_t bridges)
{
    const tile *t = &b->tiles[cell];
    return t->base != VOID || (t->group != NONE && bridges >> t->group & 1);
}

// A soft switch fires under any part of the block.
static uint32_t press_soft(const board *b, uint32_t cell, uint32_t bridges)
{
    const effect *e = mw_bloxorz_soft(b, cell);
    return e ? mw_bloxorz_fire(e, bridges) : bridges;
}

static uint32_t press_both(const board *b, uint32_t one, uint32_t two, uint32_t bridges)
{
    bool swaps = mw_bloxorz_swaps(b, one, two);
    bridges = press_soft(b, swaps ? two : one, bridges);
    return press_soft(b, swaps ? one : two, bridges);
}

// ---- rules

static void start(const mw_maze *m, mw_state *s)
{
    const board *b = mw_bloxorz_board(m);
    *s = (mw_state){{b->start, mw_bloxorz_first_bridges(b)}};
}

static bool is_home(const board *b, unsigned pose, uint32_t cell)
{
    return pose == STANDING && cell == b->goal;
}

static mw_status status(const mw_maze *m, const mw_state *s)
{
    return is_home(mw_bloxorz_board(m), mw_bloxorz_pose(s), mw_bloxorz_cell(s)) ? MW_SOLVED
                                                                                : MW_OPEN;
}

static uint64_t rank_of(const board *b, unsigned pose, uint32_t cell, uint32_t half,
                        uint64_t bridges)
{
    uint64_t place =
        pose < SPLIT ? (uint64_t)pose * b->cells + cell : (3u + (uint64_t)cell) * b->cells + half;
    return place << b->group_count | bridges;
}

static uint64_t rank(const mw_maze *m, const mw_state *s)
{
    return rank_of(mw_bloxorz_board(m), mw_bloxorz_pose(s), mw_bloxorz_cell(s), mw_bloxorz_half(s),
                   s->w[1]);
}

// Computes rank and status from the parts of the state: reading back a state that was just written
// would make the processor wait.
static mw_edge *put(const mw_maze *m, mw_edge *e, unsigned pose, uint32_t cell, uint32_t half,
                    uint32_t bridges, unsigned action, bool lost)
{
    const board *b = mw_bloxorz_board(m);
    if (pose == SPLIT && !mw_bloxorz_ordered(b) && half < cell) {
        uint32_t swap = cell;
        cell = half;
        half = swap;
    }
    *e = (mw_edge){.to = {{cell | half << 16 | (uint64_t)pose << 32, bridges}},
                   .rank = rank_of(b, pose, cell, half, bridges),
                   .cost = 1,
                   .action = (uint16_t)action,
                   .status = (int16_t)(lost                     ? MW_LOST
                                       : is_home(b, pose, cell) ? MW_SOLVED
                                                                : MW_OPEN)};
    return e + 1;
}

// The whole block comes down on `cell` in `pose`. The caller has checked that there are tiles.
static mw_edge *land(const mw_maze *m, mw_edge *e, unsigned pose, uint32_t cell, uint32_t bridges,
                     unsigned action)
{
    const board *b = mw_bloxorz_board(m);
    if (pose == STANDING) {
        const effect *f = mw_bloxorz_effect(b, cell);
        bool lost = b->tiles[cell].base == FRAGILE;
        if (f && f->split)
            return put(m, e, SPLIT, f->to[0], f->to[1], bridges, action, lost);
        if (f)
            bridges = mw_bloxorz_fire(f, bridges);
        return put(m, e, pose, cell, 0, bridges, action, lost);
    }
    bridges = press_both(b, cell, mw_bloxorz_far_cell(m, pose, cell), bridges);
    return put(m, e, pose, cell, 0, bridges, action, false);
}

static mw_edge *expand_whole(const mw_maze *m, const mw_state *s, mw_edge *e)
{
    const board *b = mw_bloxorz_board(m);
    uint32_t bridges = (uint32_t)s->w[1];
    int x = (int)(mw_bloxorz_cell(s) % m->w), y = (int)(mw_bloxorz_cell(s) / m->w);
    for (unsigned d = 0; d < 4; d++) {
        roll r = mw_bloxorz_rolls[mw_bloxorz_pose(s)][d];
        int to_x = x + r.x, to_y = y + r.y;
        int far_x = to_x + (r.pose == ALONG_X), far_y = to_y + (r.pose == ALONG_Y);
        uint32_t to = (uint32_t)(to_y * m->w + to_x);
        if (inside(m, to_x, to_y) && inside(m, far_x, far_y) && present(b, to, bridges) &&
            present(b, (uint32_t)(far_y * m->w + far_x), bridges))
            e = land(m, e, r.pose, to, bridges, d);
    }
    return e;
}

// The pose of two halves after one has moved: ALONG_X or ALONG_Y if they touch, and so join, else
// SPLIT. Halves that a splitter makes do not join, wherever they appear.
static unsigned join(const mw_maze *m, uint32_t one, uint32_t two)
{
    int dx = abs((int)(one % m->w) - (int)(two % m->w)),
        dy = abs((int)(one / m->w) - (int)(two / m->w));
    return dx == 1 && !dy ? ALONG_X : !dx && dy == 1 ? ALONG_Y : SPLIT;
}

// One half steps from the cell `from`; the half in `other` stays. `second`: the half that steps is
// the second one of an ordered pair.
static mw_edge *step_half(const mw_maze *m, mw_edge *e, uint32_t from, uint32_t other, bool second,
                          uint32_t bridges, unsigned direction, unsigned action)
{
    const board *b = mw_bloxorz_board(m);
    const int8_t *step = mw_bloxorz_steps[direction];
    int x = (int)(from % m->w) + step[0], y = (int)(from / m->w) + step[1];
    uint32_t to = (uint32_t)(y * m->w + x);
    if (!inside(m, x, y) || to == other || !present(b, to, bridges) ||
        (b->seed_rules && !present(b, other, bridges)) || (b->no_half_in_hole && to == b->goal))
        return e;
    // By the seed's rules both halves press their switches, of one type the first half first.
    bridges = b->seed_rules ? press_both(b, second ? other : to, second ? to : other, bridges)
                            : press_soft(b, to, bridges);
    unsigned pose = join(m, to, other);
    if (pose != SPLIT)
        return put(m, e, pose, to < other ? to : other, 0, bridges, action, false);
    return put(m, e, SPLIT, second ? other : to, second ? to : other, bridges, action, false);
}

static mw_edge *expand_split(const mw_maze *m, const mw_state *s, mw_edge *e)
{
    const board *b = mw_bloxorz_board(m);
    uint32_t one = mw_bloxorz_cell(s), two = mw_bloxorz_half(s), bridges = (uint32_t)s->w[1];
    for (unsigned i = 0; i < 4; i++)
        e = step_half(m, e, one, two, false, bridges, mw_bloxorz_half_order[i], FIRST_HALF + i);
    if (b->count_switching)
        return put(m, e, SPLIT, two, one, bridges, SWITCH, false);
    for (unsigned i = 0; i < 4; i++)
        e = step_half(m, e, two, one, true, bridges, mw_bloxorz_half_order[i], SECOND_HALF + i);
    return e;
}

static unsigned expand(const mw_maze *m, const mw_state *s, mw_edge *edges)
{
    bool split = mw_bloxorz_pose(s) == SPLIT;
    return (unsigned)((split ? expand_split(m, s, edges) : expand_whole(m, s, edges)) - edges);
}

static void describe(const mw_maze *m, const mw_state *s, mw_writer *w)
{
    static const char *const poses[] = {"standing at", "lying to the right from", "lying down from",
                                        "half a at"};
    const board *b = mw_bloxorz_board(m);
    uint32_t at = mw_bloxorz_cell(s), half = mw_bloxorz_half(s);
    mw_write(w, "%s row %u, column %u", poses[mw_bloxorz_pose(s)], at / m->w + 1, at % m->w + 1);
    if (mw_bloxorz_pose(s) == SPLIT)
        mw_write(w, " and half b at row %u, column %u", half / m->w + 1, half % m->w + 1);
    for (unsigned g = 0; g < b->group_count; g++)
        if ((s->w[1] >> g & 1) != b->groups[g].there)
            mw_write(w, ", bridge %c %s", mw_bloxorz_mark(&b->groups[g]),
                     b->groups[g].there ? "gone" : "there");
}

#define BRIDGE(name_end, letter)                                                                   \
    {                                                                                              \
        .name = "bridge_" name_end,                                                                \
        .about = "share of bridge " letter " that is there, 0 to 1; 0 without such a bridge"       \
    }
static const mw_feature features[] = {
    MW_PLACES("the block (lying: of its left or upper half)"),
    {.name = "x2", .about = "column of its other half; standing: the same"},
    {.name = "y2", .about = "row of its other half; standing: the same"},
    {.name = "pose", .about = "0 standing, 1 lying along a row, 2 along a column, 3 two halves"},
    BRIDGE("a", "A"),
    BRIDGE("b", "B"),
    BRIDGE("c", "C"),
    BRIDGE("d", "D"),
    BRIDGE("e", "E"),
    BRIDGE("f", "F"),
    BRIDGE("g", "G"),
    BRIDGE("h", "H"),
    BRIDGE("i", "I"),
    BRIDGE("j", "J"),
    BRIDGE("k", "K"),
    BRIDGE("l", "L"),
    BRIDGE("m", "M"),
    BRIDGE("n", "N"),
    BRIDGE("o", "O"),
    BRIDGE("p", "P"),
    BRIDGE("q", "Q"),
    BRIDGE("r", "R"),
    BRIDGE("s", "S"),
    BRIDGE("t", "T"),
    BRIDGE("u", "U"),
    BRIDGE("v", "V"),
    BRIDGE("w", "W"),
    BRIDGE("x", "X"),
    BRIDGE("y", "Y"),
    BRIDGE("z", "Z"),
    {0},
};

static void measure(const mw_maze *m, const mw_state *s, uint64_t wanted, double *values)
{
    enum { OTHER_X = MW_PLACES_COUNT, OTHER_Y, POSE, BRIDGES };
    const board *b = mw_bloxorz_board(m);
    unsigned pose = mw_bloxorz_pose(s), w = m->w;
    uint32_t at = mw_bloxorz_cell(s);
    uint32_t other = pose == SPLIT ? mw_bloxorz_half(s) : mw_bloxorz_far_cell(m, pose, at);
    mw_places(values, at % w + 1, at / w + 1, b->goal % w + 1, b->goal / w + 1);
    values[OTHER_X] = other % w + 1;
    values[OTHER_Y] = other / w + 1;
    values[POSE] = pose;
    if (!(wanted >> BRIDGES))
        return;
    uint8_t there['Z' - 'A' + 1] = {0}, all['Z' - 'A' + 1] = {0};
    for (unsigned g = 0; g < b->group_count; g++) {
        there[b->groups[g].letter - 'A'] += s->w[1] >> g & 1;
        all[b->groups[g].letter - 'A']++;
    }
    for (unsigned i = 0; i < sizeof all; i++)
        values[BRIDGES + i] = all[i] ? (double)there[i] / all[i] : 0;
}

// ---- dense index

static uint64_t count(const mw_maze *m)
{
    const board *b = mw_bloxorz_board(m);
    return (uint64_t)(3u + (b->splits ? b->cells : 0)) * b->cells << b->group_count;
}

static bool unrank(const mw_maze *m, uint64_t r, mw_state *s)
{
    const board *b = mw_bloxorz_board(m);
    uint64_t place = r >> b->group_count;
    uint32_t bridges = (uint32_t)(r & (((uint64_t)1 << b->group_count) - 1));
    unsigned pose = place / b->cells < 3 ? (unsigned)(place / b->cells) : SPLIT;
    uint32_t cell = (uint32_t)(pose == SPLIT ? place / b->cells - 3 : place % b->cells);
    uint32_t half = pose == SPLIT ? (uint32_t)(place % b->cells) : 0;
    *s = (mw_state){{cell | half << 16 | (uint64_t)pose << 32, bridges}};
    if (!mw_bloxorz_is_cell(b, cell))
        return false;
    if (pose == STANDING)
        return b->tiles[cell].base != FRAGILE;
    if (pose == SPLIT)
        return cell != half && (mw_bloxorz_ordered(b) || cell < half) &&
               mw_bloxorz_is_cell(b, half);
    bool fits = pose == ALONG_X ? cell % m->w + 1u < m->w : cell / m->w + 1u < m->h;
    return fits && mw_bloxorz_is_cell(b, mw_bloxorz_far_cell(m, pose, cell));
}

static uint32_t cell(const mw_maze *m, const mw_state *s)
{
    (void)m;
    return mw_bloxorz_cell(s);
}

static const mw_rules rules = {
    .size = sizeof(mw_rules),
    .actions = (const mw_action[]){{.word = "U", .arrow = MW_ARROW_UP},
                                   {.word = "R", .arrow = MW_ARROW_RIGHT},
                                   {.word = "D", .arrow = MW_ARROW_DOWN},
                                   {.word = "L", .arrow = MW_ARROW_LEFT},
                                   {.word = "a:L", .arrow = MW_ARROW_LEFT, .part = 'a'},
                                   {.word = "a:R", .arrow = MW_ARROW_RIGHT, .part = 'a'},
                                   {.word = "a:U", .arrow = MW_ARROW_UP, .part = 'a'},
                                   {.word = "a:D", .arrow = MW_ARROW_DOWN, .part = 'a'},
                                   {.word = "b:L", .arrow = MW_ARROW_LEFT, .part = 'b'},
                                   {.word = "b:R", .arrow = MW_ARROW_RIGHT, .part = 'b'},
                                   {.word = "b:U", .arrow = MW_ARROW_UP, .part = 'b'},
                                   {.word = "b:D", .arrow = MW_ARROW_DOWN, .part = 'b'},
                                   {.word = "switch", .about = "the other half"},
                                   {0}},
    .start = start,
    .status = status,
    .expand = expand,
    .describe = describe,
    .count = count,
    .rank = rank,
    .unrank = unrank,
    .cell = cell,
    .why_not = mw_bloxorz_why_not,
    .features = features,
    .measure = measure,
    .how_lost = mw_bloxorz_how_lost,
    .things = mw_bloxorz_things,
    .facts = mw_bloxorz_facts,
    .tell_fact = mw_bloxorz_tell_fact,
};

const mw_kind mw_bloxorz = {
    .size = sizeof(mw_kind),
    .name = "bloxorz",
    .about = "roll a 1x1x2 block over the tiles until it stands in the hole",
    .how_to_play =
        "Roll the block over its edges until it stands upright in the hole, the disc in a ring. It "
        "is twice as high as wide: standing, it covers one tile, lying, two. There must be a tile "
        "under every part of it.\n"
        "On a fragile tile, which has dots, the block may lie but not stand. Switches move the "
        "bridges that have their letters: striped tiles, and dashes where one is gone; beside the "
        "maze stands what each one does, with its "
        "place as seen from the start: 2R 1U is two tiles towards R and one towards U. A ring "
        "works under any part of the "
        "block, a cross only under the block standing on it. Two brackets are a splitter: a block "
        "that stands on it is cut in two halves, which appear elsewhere, move one tile at a time "
        "and join when one moves beside the other. A half cannot press a cross or fall into the "
        "hole.\n"
        "In solutions R is a roll to the lower right of the picture, D to the lower left, L to the "
        "upper left and U to the upper right. a: and b: are moves of one half; a is the one in the "
        "row further up, or, in the same row, further left.",
    .rules = &rules,
    .text = &mw_bloxorz_text,
    .view = &mw_bloxorz_view,
    .editor = MW_MAKES(&mw_bloxorz_editor),
    .fast = &mw_bloxorz_fast,
    .heuristics = mw_bloxorz_heuristics,
    .measures = mw_bloxorz_measures,
    .design = MW_MAKES(&mw_bloxorz_design),
};
