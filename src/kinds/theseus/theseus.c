// theseus.c: Theseus moves once, then the Minotaur twice, sideways first.
//
// A half-step depends only on the Minotaur's cell and on whether Theseus is left or right of him,
// and above or below him. So a table has nine entries for each cell. Where there are moving blocks,
// the half-step is worked out without the table.
#include "kinds/theseus/theseus.h"

#include "core/features.h"
#include "core/parts.h"
#include "core/text.h"

#include <assert.h>
#include <string.h>

// ---- the board and its tables

static uint32_t gcd(uint32_t a, uint32_t b)
{
    return b ? gcd(b, a % b) : a;
}

uint32_t mw_theseus_period(const block *blocks, unsigned count)
{
    uint32_t period = 1;
    for (unsigned i = 0; i < count; i++) {
        assert(blocks[i].period);
        period = period / gcd(period, blocks[i].period) * blocks[i].period;
    }
    return period;
}

#define BLOCKS_BYTES (PERIOD_MAX * BLOCKS_MAX * sizeof(uint16_t)) // of the table of the blocks

static int sign(int x)
{
    return (x > 0) - (x < 0);
}

// The side to which the Minotaur goes, up or down (vertical) or sideways, if Theseus is (dx, dy)
// cells away; WAIT if that brings him no nearer.
static unsigned towards(int dx, int dy, bool vertical)
{
    return vertical ? (dy > 0   ? DOWN
                       : dy < 0 ? UP
                                : WAIT)
                    : (dx > 0   ? RIGHT
                       : dx < 0 ? LEFT
                                : WAIT);
}

static uint16_t neighbour(const board *b, uint32_t cell, unsigned side)
{
    return side == b->door && cell == b->exit ? b->cells : (uint16_t)(cell + b->step[side]);
}

uint32_t mw_theseus_half_step(const board *b, uint32_t minotaur, uint32_t theseus, uint32_t turn,
                              barrier *barred)
{
    const int8_t *xs = mw_theseus_xs(b), *ys = mw_theseus_ys(b);
    int dx = xs[theseus] - xs[minotaur], dy = ys[theseus] - ys[minotaur];
    barrier first = NOTHING;
    uint32_t end = minotaur;
    for (unsigned attempt = 0, wanted = 0; attempt < 2 && end == minotaur; attempt++) {
        unsigned side = towards(dx, dy, b->vertical_first ? !attempt : attempt);
        if (side == WAIT)
            continue;
        uint32_t to = neighbour(b, minotaur, side);
        barrier here = b->bytes[minotaur] & WALL(side)    ? A_WALL
                       : mw_theseus_occupied(b, to, turn) ? A_BLOCK
                                                          : NOTHING;
        if (!wanted++)
            first = here;
        if (here == NOTHING)
            end = to;
    }
    if (barred)
        *barred = first;
    return end;
}

static void fill_places(board *b, uint32_t w, uint32_t h)
{
    int8_t *xs = (int8_t *)b->bytes + b->xs_at, *ys = (int8_t *)b->bytes + b->ys_at;
    for (uint32_t c = 0; c < w * h; c++) {
        xs[c] = (int8_t)(c % w);
        ys[c] = (int8_t)(c / w);
    }
    xs[b->cells] = (int8_t)(xs[b->exit] + (b->door == RIGHT) - (b->door == LEFT));
    ys[b->cells] = (int8_t)(ys[b->exit] + (b->door == DOWN) - (b->door == UP));
}

void mw_theseus_refresh_blocks(mw_maze *m)
{
    board *b = (board *)m->data;
    b->period = (uint8_t)mw_theseus_period(b->blocks, b->block_count);
    if (!b->block_count)
        return;
    uint16_t *at = (uint16_t *)(b->bytes + b->blocks_at);
    memset(at, 0, BLOCKS_BYTES);
    for (uint32_t turn = 0; turn < b->period; turn++)
        for (unsigned i = 0; i < b->block_count; i++)
            at[turn * BLOCKS_MAX + i] = b->blocks[i].path[turn % b->blocks[i].period];
}

static void fill_half_steps(board *b, uint32_t c)
{
    uint16_t *half = (uint16_t *)(b->bytes + b->half_at) + c * 9;
    for (int dx = -1; dx <= 1; dx++)
        for (int dy = -1; dy <= 1; dy++) {
            uint16_t to = (uint16_t)c;
            for (unsigned attempt = 2; attempt--;) { // the preferred one is written last
                unsigned side = towards(dx, dy, b->vertical_first ? !attempt : attempt);
                if (side != WAIT && !(b->bytes[c] & WALL(side)))
                    to = neighbour(b, c, side);
            }
            *half++ = to;
        }
}

void mw_theseus_refresh(mw_maze *m)
{
    board *b = (board *)m->data;
    fill_places(b, m->w, m->h);
    for (uint32_t c = 0; c < b->cells; c++)
        fill_half_steps(b, c);
}

void mw_theseus_refresh_cell(mw_maze *m, uint32_t cell)
{
    fill_half_steps((board *)m->data, cell);
}

mw_maze *mw_theseus_make(const mw_kind *kind, const layout *l)
{
    uint32_t cells = (uint32_t)l->w * l->h;
    uint32_t xs_at = cells, ys_at = xs_at + cells + 1, half_at = (ys_at + cells + 2) & ~1u;
    uint32_t blocks_at = half_at + cells * 9 * 2;
    uint32_t end = blocks_at + (l->block_count ? (uint32_t)BLOCKS_BYTES : 0);
    mw_maze *m = mw_maze_new(kind, sizeof(board) + end);
    if (!m)
        return NULL;
    m->w = l->w;
    m->h = l->h;
    m->traits = MW_UNIT_COST;
    board *b = (board *)m->data;
    *b = (board){.theseus = l->theseus,
                 .minotaur = l->minotaur,
                 .exit = l->exit,
                 .door = l->door,
                 .vertical_first = l->vertical_first,
                 .win_after = l->win_after,
                 .block_count = l->block_count,
                 .cells = (uint16_t)cells,
                 .goal = (uint16_t)(l->door == WAIT ? l->exit : cells),
                 .minotaurs = (uint16_t)(l->minotaur == NOWHERE ? 1 : cells + (l->block_count > 0)),
                 .step = {[UP] = (int16_t)-l->w, [RIGHT] = 1, [DOWN] = (int16_t)l->w, [LEFT] = -1},
                 .xs_at = xs_at,
                 .ys_at = ys_at,
                 .half_at = half_at,
                 .blocks_at = blocks_at};
    for (unsigned i = 0; i < l->block_count; i++) {
        b->blocks[i].period = l->blocks[i].period;
        memcpy(b->blocks[i].path, l->blocks[i].path,
               l->blocks[i].period * sizeof *l->blocks[i].path);
    }
    memcpy(b->bytes, l->walls, cells);
    mw_theseus_refresh_blocks(m);
    mw_theseus_refresh(m);
    return m;
}

void mw_theseus_layout(const mw_maze *m, layout *l)
{
    const board *b = mw_theseus_board(m);
    *l = (layout){.w = m->w,
                  .h = m->h,
                  .theseus = b->theseus,
                  .minotaur = b->minotaur,
                  .exit = b->exit,
                  .door = b->door,
                  .vertical_first = b->vertical_first,
                  .win_after = b->win_after,
                  .block_count = b->block_count};
    memcpy(l->blocks, b->blocks, sizeof l->blocks);
    memcpy(l->walls, b->bytes, b->cells);
}

// ---- rules

static void start(const mw_maze *m, mw_state *s)
{
    *s = mw_theseus_state(mw_theseus_board(m)->theseus, mw_theseus_board(m)->minotaur, 0);
}

static mw_status status(const mw_maze *m, const mw_state *s)
{
    return mw_theseus_place(s) == mw_theseus_board(m)->goal ? MW_SOLVED : MW_OPEN;
}

static uint64_t rank_of(const board *b, uint32_t theseus, uint32_t minotaur, uint32_t turn)
{
    uint32_t place = minotaur == NOWHERE ? b->minotaurs - 1u : minotaur;
    return ((uint64_t)turn * b->minotaurs + place) * (b->cells + 1u) + theseus;
}

static uint64_t rank(const mw_maze *m, const mw_state *s)
{
    return rank_of(mw_theseus_board(m), mw_theseus_place(s), mw_theseus_minotaur(s),
                   mw_theseus_turn(s));
}

// Where the Minotaur's two half-steps lead, without blocks: to Theseus's cell if he catches him.
static inline uint32_t answer(const board *b, const int8_t *xs, const int8_t *ys, uint32_t minotaur,
                              uint32_t theseus)
{
    const uint16_t *half = (const uint16_t *)(b->bytes + b->half_at);
    for (unsigned i = 0; i < 2; i++) {
        int dx = xs[theseus] - xs[minotaur], dy = ys[theseus] - ys[minotaur];
        minotaur = half[minotaur * 9 + (uint32_t)(sign(dx) + 1) * 3 + (uint32_t)(sign(dy) + 1)];
    }
    return minotaur; // in Theseus's cell both signs are 0, so he stays there
}

static uint32_t answer_among_blocks(const board *b, uint32_t minotaur, uint32_t theseus,
                                    uint32_t turn)
{
    if (minotaur == NOWHERE || mw_theseus_occupied(b, minotaur, turn))
        return NOWHERE; // a block has come over him
    for (unsigned i = 0; i < 2 && minotaur != theseus; i++)
        minotaur = mw_theseus_half_step(b, minotaur, theseus, turn, NULL);
    return minotaur;
}

// Without blocks. Every move is worked out, and kept if it is legal: that is faster than a branch
// on walls, which a processor cannot predict.
static unsigned expand_plain(const board *b, uint32_t at, uint32_t minotaur, mw_edge *edges)
{
    const int8_t *xs = mw_theseus_xs(b), *ys = mw_theseus_ys(b);
    const int32_t steps[] = {b->step[UP], b->step[RIGHT], b->step[DOWN], b->step[LEFT], 0};
    unsigned n = 0, walls = b->bytes[at];
    for (unsigned side = UP; side <= WAIT; side++) {
        bool legal = !(walls & WALL(side));
        uint32_t to = legal ? at + (uint32_t)steps[side] : at;
        if (side == b->door && at == b->exit)
            to = b->cells;
        bool home = to == b->goal, won = home && !b->win_after;
        uint32_t end = won ? minotaur : answer(b, xs, ys, minotaur, to);
        bool dead = to == minotaur || end == to;
        edges[n] = (mw_edge){.to = mw_theseus_state(to, end, 0),
                             .rank = (uint64_t)end * (b->cells + 1u) + to,
                             .cost = 1,
                             .action = (uint16_t)side,
                             .status = (int16_t)(dead   ? MW_LOST
                                                 : home ? MW_SOLVED
                                                        : MW_OPEN)};
        n += legal;
    }
    return n;
}

static unsigned expand_among_blocks(const board *b, uint32_t at, uint32_t minotaur, uint32_t turn,
                                    mw_edge *edges)
{
    uint32_t next = (turn + 1) % b->period;
    unsigned n = 0, walls = b->bytes[at];
    for (unsigned side = UP; side <= WAIT; side++) {
        uint32_t to = side == WAIT ? at : neighbour(b, at, side), end = minotaur;
        if (walls & WALL(side) || mw_theseus_occupied(b, to, turn))
            continue;
        bool home = to == b->goal, dead = to == minotaur, answered = !home || b->win_after;
        if (!dead && answered) {
            end = answer_among_blocks(b, minotaur, to, next);
            dead = end == to || mw_theseus_occupied(b, to, next);
        }
        uint32_t then = answered ? next : turn; // after a win on arrival nothing moves any more
        edges[n++] = (mw_edge){.to = mw_theseus_state(to, end, then),
                               .rank = dead ? 0 : rank_of(b, to, end, then),
                               .cost = 1,
                               .action = (uint16_t)side,
                               .status = (int16_t)(dead   ? MW_LOST
                                                   : home ? MW_SOLVED
                                                          : MW_OPEN)};
    }
    return n;
}

static unsigned expand(const mw_maze *m, const mw_state *s, mw_edge *edges)
{
    const board *b = mw_theseus_board(m);
    uint32_t at = mw_theseus_place(s), minotaur = mw_theseus_minotaur(s);
    return b->block_count || minotaur == NOWHERE
               ? expand_among_blocks(b, at, minotaur, mw_theseus_turn(s), edges)
               : expand_plain(b, at, minotaur, edges);
}

static void describe_cell(const mw_maze *m, uint32_t cell, mw_writer *w)
{
    if (cell == mw_theseus_board(m)->cells)
        mw_write(w, "outside");
    else
        mw_write(w, "row %u, column %u", cell / m->w + 1, cell % m->w + 1);
}

static void describe(const mw_maze *m, const mw_state *s, mw_writer *w)
{
    const board *b = mw_theseus_board(m);
    mw_write(w, "Theseus ");
    describe_cell(m, mw_theseus_place(s), w);
    mw_write(w, "; Minotaur ");
    if (mw_theseus_minotaur(s) == NOWHERE)
        mw_write(w, "dead");
    else
        describe_cell(m, mw_theseus_minotaur(s), w);
    if (b->period > 1)
        mw_write(w, "; turn %u of %u", mw_theseus_turn(s) + 1, b->period);
}

static void why_not(const mw_maze *m, const mw_state *s, uint16_t action, mw_writer *w)
{
    const board *b = mw_theseus_board(m);
    uint32_t at = mw_theseus_place(s), turn = mw_theseus_turn(s);
    if (action == WAIT)
        return;
    if (b->bytes[at] & WALL(action))
        mw_write(w, "a wall is there");
    else if (mw_theseus_occupied(b, neighbour(b, at, action), turn))
        mw_write(w, "a block is there");
}

static void how_lost(const mw_maze *m, const mw_state *from, const mw_edge *e, mw_writer *w)
{
    (void)m;
    uint32_t at = mw_theseus_place(&e->to);
    mw_write(w, "%s",
             at == mw_theseus_minotaur(from)     ? "You walked into the Minotaur"
             : at == mw_theseus_minotaur(&e->to) ? "The Minotaur caught you"
                                                 : "A block came over you");
}

static const mw_feature features[] = {
    MW_PLACES("Theseus"),
    {.name = "minotaur_x", .about = "column of the Minotaur, from 1; 0: dead"},
    {.name = "minotaur_y", .about = "row of the Minotaur, from 1; 0: dead"},
    {.name = "minotaur_dx", .about = "columns between the Minotaur and Theseus; 0: dead"},
    {.name = "minotaur_dy", .about = "rows between the Minotaur and Theseus; 0: dead"},
    {.name = "alive", .about = "1 while the Minotaur lives, else 0"},
    {.name = "turn", .about = "where the blocks are on their paths, from 1; 1 without blocks"},
    {0},
};

static void measure(const mw_maze *m, const mw_state *s, uint64_t wanted, double *values)
{
    (void)wanted;
    const board *b = mw_theseus_board(m);
    const int8_t *xs = mw_theseus_xs(b), *ys = mw_theseus_ys(b);
    uint32_t at = mw_theseus_place(s), minotaur = mw_theseus_minotaur(s);
    bool alive = minotaur != NOWHERE;
    mw_places(values, xs[at] + 1, ys[at] + 1, xs[b->goal] + 1, ys[b->goal] + 1);
    double *own = values + MW_PLACES_COUNT;
    own[0] = alive ? xs[minotaur] + 1 : 0;
    own[1] = alive ? ys[minotaur] + 1 : 0;
    own[2] = alive ? mw_apart(own[0], values[0]) : 0;
    own[3] = alive ? mw_apart(own[1], values[1]) : 0;
    own[4] = alive;
    own[5] = mw_theseus_turn(s) + 1;
}

// ---- dense index

static uint64_t count(const mw_maze *m)
{
    const board *b = mw_theseus_board(m);
    return (uint64_t)b->period * b->minotaurs * (b->cells + 1u);
}

static bool unrank(const mw_maze *m, uint64_t r, mw_state *s)
{
    const board *b = mw_theseus_board(m);
    uint32_t theseus = (uint32_t)(r % (b->cells + 1u));
    uint64_t rest = r / (b->cells + 1u);
    uint32_t minotaur = (uint32_t)(rest % b->minotaurs), turn = (uint32_t)(rest / b->minotaurs);
    bool can_be_dead = b->block_count || b->minotaur == NOWHERE;
    if (can_be_dead && minotaur == b->minotaurs - 1u)
        minotaur = NOWHERE;
    *s = mw_theseus_state(theseus, minotaur, turn);
    if (theseus == b->cells && b->door == WAIT)
        return false;
    return theseus != minotaur && !mw_theseus_occupied(b, theseus, turn) &&
           (minotaur == NOWHERE || !mw_theseus_occupied(b, minotaur, turn));
}

static uint32_t cell(const mw_maze *m, const mw_state *s)
{
    const board *b = mw_theseus_board(m);
    return mw_theseus_place(s) == b->cells ? b->exit : mw_theseus_place(s);
}

// ---- heuristic: the way to the exit as if there were no Minotaur

static mw_maze *without_minotaur(const mw_maze *m)
{
    layout l;
    mw_theseus_layout(m, &l);
    l.minotaur = NOWHERE;
    return mw_theseus_make(m->kind, &l);
}

static void forget_minotaur(const mw_maze *m, const mw_maze *easier, const mw_state *s,
                            mw_state *out)
{
    (void)m;
    (void)easier;
    *out = mw_theseus_state(mw_theseus_place(s), NOWHERE, mw_theseus_turn(s));
}

static const mw_rules rules = {
    .size = sizeof(mw_rules),
    .actions = (const mw_action[]){{.word = "U", .arrow = MW_ARROW_UP},
                                   {.word = "R", .arrow = MW_ARROW_RIGHT},
                                   {.word = "D", .arrow = MW_ARROW_DOWN},
                                   {.word = "L", .arrow = MW_ARROW_LEFT},
                                   {.word = "W", .about = "wait"},
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
    .how_lost = how_lost,
    .things = mw_theseus_things,
    .facts = mw_theseus_facts,
    .tell_fact = mw_theseus_tell_fact,
};

const mw_kind mw_theseus = {
    .size = sizeof(mw_kind),
    .name = "theseus",
    .about = "Theseus and the Minotaur: reach the exit; for each of your steps he takes two",
    .how_to_play =
        "You are Theseus, T. Reach the exit, a triangle or the square X, before the Minotaur, the "
        "horned head, reaches you.\n"
        "Take one step up, down, left or right, or wait. Then the Minotaur takes two. For each of "
        "them he goes sideways if that brings him nearer to you and no wall is in his way; if not, "
        "he goes up or down if that does; if not, he stands still. Nobody walks through walls. If "
        "he catches you, or you walk into him, you have lost.\n"
        "In some mazes blocks move along dashed paths, one step each turn, after you and before "
        "the "
        "Minotaur. Nobody steps onto a block. A block that moves onto somebody crushes him: you "
        "have lost then, and the Minotaur is gone.\n"
        "He is fast but simple: since he would rather go sideways, walls can hold him. Lure him "
        "behind one.\n"
        "In solutions U is a step up, R right, D down, L left, and W is to wait.",
    .rules = &rules,
    .text = &mw_theseus_text,
    .view = &mw_theseus_view,
    .editor = MW_MAKES(&mw_theseus_editor),
    .fast = &mw_theseus_fast,
    .heuristics =
        (const mw_heuristic[]){
            {.name = "walk",
             .about = "moves to the exit as if there were no Minotaur",
             .claims = mw_claims_consistent,
             .relax = without_minotaur,
             .project = forget_minotaur},
            {0},
        },
    .measures = mw_theseus_measures,
    .design = MW_MAKES(&mw_theseus_design),
};
