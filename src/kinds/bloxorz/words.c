// words.c: a Bloxorz maze in words: what its switches do, what is in a cell, which cells belong
// together, why a move is not possible, and how a game was lost.
#include "kinds/bloxorz/bloxorz.h"

#include "core/text.h"

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
