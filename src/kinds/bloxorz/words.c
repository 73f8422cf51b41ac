// words.c: a Bloxorz maze in words: what its switches do, what is in a cell, which cells belong
// together, why a move is not possible, how a game was lost, and what a state is like.
#include "kinds/bloxorz/bloxorz.h"

#include "core/text.h"

#include <assert.h>
#include <stdlib.h>

// ---- what the picture does not tell

// A place as seen from the start, in the letters of the moves.
static void write_place(const mw_maze *m, uint32_t cell, mw_writer *w)
{
    uint32_t start = mw_bloxorz_board(m)->start;
    int dx = (int)(cell % m->w) - (int)(start % m->w),
        dy = (int)(cell / m->w) - (int)(start / m->w);
    if (dx)
        mw_write(w, "%d%c", abs(dx), dx > 0 ? 'R' : 'L');
    if (dy)
        mw_write(w, "%s%d%c", dx ? " " : "", abs(dy), dy > 0 ? 'D' : 'U');
    if (!dx && !dy)
        mw_write(w, "the start");
}

void mw_bloxorz_write_effect(const board *b, const effect *e, mw_writer *w)
{
    static const char *const verbs[CHANGES] = {"toggles", "removes", "brings"};
    char letters[GROUPS_MAX + 1];
    const char *before = "";
    for (unsigned k = 0; k < CHANGES; k++)
        if (e->changes[k]) {
            mw_write(w, "%s %s %s", before, verbs[k],
                     mw_bloxorz_letters(b, e->changes[k], letters));
            before = " and";
        }
}

static void write_device(const mw_maze *m, uint32_t cell, const effect *e, mw_writer *w)
{
    const board *b = mw_bloxorz_board(m);
    mw_write(w, e->split ? "splitter " : e->heavy ? "cross " : "ring ");
    write_place(m, cell, w);
    if (e->split) {
        mw_write(w, ": halves to ");
        write_place(m, e->to[0], w);
        mw_write(w, " and ");
        write_place(m, e->to[1], w);
        return;
    }
    mw_write(w, ":");
    mw_bloxorz_write_effect(b, e, w);
}

void mw_bloxorz_remark(const mw_maze *m, mw_writer *w)
{
    const board *b = mw_bloxorz_board(m);
    bool any = false;
    for (uint32_t c = 0; c < b->cells; c++) {
        const effect *e = mw_bloxorz_effect(b, c);
        if (!e)
            continue;
        mw_write(w, any ? "; " : "Seen from the start, ");
        write_device(m, c, e, w);
        any = true;
    }
    if (any)
        mw_write(w, ".");
    if (b->splits && b->seed_rules)
        mw_write(w, " At every move both halves need a tile and press their switches.");
    if (b->splits && b->no_half_in_hole)
        mw_write(w, " No half may move onto the hole.");
}

// ---- a cell

static void write_tile(const board *b, const mw_state *s, uint32_t cell, size_t begun, mw_writer *w)
{
    const tile *t = &b->tiles[cell];
    const effect *e = mw_bloxorz_effect(b, cell);
    if (t->group != NONE)
        mw_write_part(w, begun, "bridge %c, %s", b->groups[t->group].letter,
                      s->w[1] >> t->group & 1 ? "there" : "gone");
    else if (!e)
        mw_write_part(w, begun, "%s",
                      t->base == FRAGILE ? "fragile tile"
                      : t->base == GOAL  ? "hole"
                                         : "tile");
    else if (e->split)
        mw_write_part(w, begun, "splitter");
    else {
        mw_write_part(w, begun, "%s switch that", e->heavy ? "cross" : "ring");
        mw_bloxorz_write_effect(b, e, w);
    }
}

void mw_bloxorz_look(const mw_maze *m, const mw_state *s, uint32_t cell, mw_writer *w)
{
    const board *b = mw_bloxorz_board(m);
    size_t begun = w->length;
    uint32_t at = mw_bloxorz_cell(s);
    unsigned pose = mw_bloxorz_pose(s);
    uint32_t other = pose == SPLIT ? mw_bloxorz_half(s) : mw_bloxorz_far_cell(m, pose, at);
    if (!mw_bloxorz_is_cell(b, cell))
        return;
    if (cell == b->start)
        mw_write_part(w, begun, "start");
    write_tile(b, s, cell, begun, w);
    if (mw_bloxorz_is_target(b->effects, b->effect_count, cell))
        mw_write_part(w, begun, "a half appears here");
    if (cell == at || cell == other)
        mw_write_part(w, begun, "%s, you are here",
                      pose == SPLIT      ? "half of the block"
                      : pose == STANDING ? "block standing"
                                         : "block lying");
}

// ---- why a move is not possible

static bool inside(const mw_maze *m, int x, int y)
{
    return x >= 0 && y >= 0 && x < m->w && y < m->h;
}

// What is missing at a place where a part of the block would come to lie. False: nothing is.
static bool write_missing(const mw_maze *m, uint32_t bridges, int x, int y, mw_writer *w)
{
    const board *b = mw_bloxorz_board(m);
    const tile *t = inside(m, x, y) ? &b->tiles[y * m->w + x] : NULL;
    if (t && t->group != NONE && t->base == VOID && !(bridges >> t->group & 1))
        mw_write(w, "bridge %c is gone there", b->groups[t->group].letter);
    else if (!t || (t->base == VOID && t->group == NONE))
        mw_write(w, "there is no tile");
    else
        return false;
    return true;
}

static void refuse_whole(const mw_maze *m, const mw_state *s, unsigned action, mw_writer *w)
{
    uint32_t cell = mw_bloxorz_cell(s), bridges = (uint32_t)s->w[1];
    if (action >= FIRST_HALF) {
        mw_write(w, "the block is whole; only a cut one has halves");
        return;
    }
    roll r = mw_bloxorz_rolls[mw_bloxorz_pose(s)][action];
    int x = (int)(cell % m->w) + r.x, y = (int)(cell / m->w) + r.y;
    if (!write_missing(m, bridges, x, y, w))
        write_missing(m, bridges, x + (r.pose == ALONG_X), y + (r.pose == ALONG_Y), w);
}

static void refuse_half(const mw_maze *m, const mw_state *s, unsigned action, mw_writer *w)
{
    const board *b = mw_bloxorz_board(m);
    bool second = action >= SECOND_HALF;
    uint32_t from = second ? mw_bloxorz_half(s) : mw_bloxorz_cell(s);
    uint32_t other = second ? mw_bloxorz_cell(s) : mw_bloxorz_half(s);
    const int8_t *step = mw_bloxorz_steps[mw_bloxorz_half_order[action % 4]];
    int x = (int)(from % m->w) + step[0], y = (int)(from / m->w) + step[1];
    if (write_missing(m, (uint32_t)s->w[1], x, y, w))
        return;
    if ((uint32_t)(y * m->w + x) == other)
        mw_write(w, "the other half is there");
    else if (b->no_half_in_hole && y * m->w + x == b->goal)
        mw_write(w, "no half may move onto the hole");
    else if (b->seed_rules &&
             write_missing(m, (uint32_t)s->w[1], (int)(other % m->w), (int)(other / m->w), w))
        mw_write(w, " below the other half");
}

void mw_bloxorz_why_not(const mw_maze *m, const mw_state *s, uint16_t action, mw_writer *w)
{
    const board *b = mw_bloxorz_board(m);
    if (mw_bloxorz_pose(s) != SPLIT)
        refuse_whole(m, s, action, w);
    else if (action < FIRST_HALF)
        mw_write(w, "the block is cut; move one of its halves");
    else if (b->count_switching && action >= SECOND_HALF && action < SWITCH)
        mw_write(w, "only the active half moves; switch to the other one first");
    else if (!b->count_switching && action == SWITCH)
        mw_write(w, "both halves can move; there is nothing to switch");
    else if (action < SWITCH)
        refuse_half(m, s, action, w);
}

// ---- how a game was lost, and what belongs together

void mw_bloxorz_how_lost(const mw_maze *m, const mw_state *from, const mw_edge *e, mw_writer *w)
{
    (void)m;
    (void)from;
    (void)e; // there is one way only
    mw_write(w, "The fragile tile broke under the standing block, and the block fell");
}

const char *mw_bloxorz_tie(const mw_maze *m, const mw_state *s, uint32_t from, uint32_t to)
{
    static const char *const does[CHANGES] = {"toggles it", "takes it away", "brings it"};
    (void)s;
    const board *b = mw_bloxorz_board(m);
    const effect *e = mw_bloxorz_effect(b, from);
    unsigned bridge = b->tiles[to].group;
    if (e && e->split)
        return to == e->to[0] || to == e->to[1] ? "a half appears here" : NULL;
    for (unsigned k = 0; e && bridge != NONE && k < CHANGES; k++)
        if (e->changes[k] >> bridge & 1)
            return does[k];
    return NULL;
}

// ---- facts
// Things: where the block is and how it lies; if it can be cut, whether it is; each bridge; each
// switch, or all that are alike: is it pressed?
// value of the first: cell | second half << 12 | pose << 24

static_assert(SIDE_MAX * SIDE_MAX <= 1 << 12, "a cell has 12 bits of a value");

unsigned mw_bloxorz_things(const mw_maze *m)
{
    const board *b = mw_bloxorz_board(m);
    unsigned n = 1u + b->splits + b->group_count;
    for (unsigned i = 0; i < b->effect_count; i++)
        n += !b->effects[i].split;
    return n;
}

void mw_bloxorz_facts(const mw_maze *m, const mw_state *s, uint32_t *values)
{
    const board *b = mw_bloxorz_board(m);
    uint32_t at = mw_bloxorz_cell(s);
    unsigned pose = mw_bloxorz_pose(s);
    uint32_t other = pose == SPLIT ? mw_bloxorz_half(s) : mw_bloxorz_far_cell(m, pose, at);
    *values++ = at | mw_bloxorz_half(s) << 12 | pose << 24;
    if (b->splits)
        *values++ = pose == SPLIT;
    for (unsigned g = 0; g < b->group_count; g++)
        *values++ = s->w[1] >> g & 1;
    for (unsigned i = 0; i < b->effect_count; i++)
        if (!b->effects[i].split)
            *values++ = b->effects[i].heavy
                            ? pose == STANDING && b->tiles[at].effect == i
                            : b->tiles[at].effect == i || b->tiles[other].effect == i;
}

static void tell_block(const mw_maze *m, uint32_t value, mw_writer *w)
{
    uint32_t at = value & 0xfff, half = value >> 12 & 0xfff;
    unsigned x = at % m->w + 1, y = at / m->w + 1, pose = value >> 24;
    if (pose == STANDING)
        mw_write(w, "the block stands on row %u, column %u", y, x);
    else if (pose == ALONG_X)
        mw_write(w, "the block lies on row %u, columns %u and %u", y, x, x + 1);
    else if (pose == ALONG_Y)
        mw_write(w, "the block lies on rows %u and %u, column %u", y, y + 1, x);
    else
        mw_write(w, "half a is on row %u, column %u and half b on row %u, column %u", y, x,
                 half / m->w + 1, half % m->w + 1);
}

static void tell_bridge(const board *b, unsigned bridge, bool there, mw_writer *w)
{
    char letter = (char)b->groups[bridge].letter;
    for (unsigned g = 0; g < b->group_count; g++)
        if (g != bridge && b->groups[g].letter == b->groups[bridge].letter)
            letter = mw_bloxorz_mark(&b->groups[bridge]); // only in a part of it
    mw_write(w, "bridge %c is %s", letter, there ? "there" : "gone");
}

static void tell_switch(const mw_maze *m, unsigned number, bool pressed, mw_writer *w)
{
    static const char *const names[2][2] = {
        {"the ring switch on ", "a ring switch like that on "},
        {"the cross switch on ", "a cross switch like that on "}};
    const board *b = mw_bloxorz_board(m);
    uint32_t cell = 0, more = 0;
    unsigned i = 0;
    for (; i < b->effect_count && (b->effects[i].split || number--); i++)
        ;
    while (b->tiles[cell].effect != i)
        cell++;
    for (uint32_t c = cell + 1; c < b->cells; c++)
        more += b->tiles[c].effect == i;
    mw_write(w, pressed ? "the block presses " : "nothing presses ");
    mw_write(w, "%srow %u, column %u", names[b->effects[i].heavy][more > 0], cell / m->w + 1,
             cell % m->w + 1);
}

void mw_bloxorz_tell_fact(const mw_maze *m, unsigned thing, uint32_t value, mw_writer *w)
{
    const board *b = mw_bloxorz_board(m);
    unsigned bridges = 1u + b->splits, switches = bridges + b->group_count;
    if (!thing)
        tell_block(m, value, w);
    else if (thing < bridges)
        mw_write(w, value ? "the block is cut in two halves" : "the block is whole");
    else if (thing < switches)
        tell_bridge(b, thing - bridges, value, w);
    else
        tell_switch(m, thing - switches, value, w);
}
