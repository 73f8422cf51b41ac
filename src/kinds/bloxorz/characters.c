// characters.c: a Bloxorz board in characters, for terminals, with the block's pose, the switches
// and the bridges told beside it.
#include "kinds/bloxorz/bloxorz.h"

#include "core/text.h"
#include "mazewright/scene.h"

#include <stdio.h>

// Colours go by letter, as in the picture.
static uint8_t tint_of(char letter)
{
    return (uint8_t)(1 + (letter - 'A') % MW_TINTS);
}

// Sets a text of `first` and `second`, or of the first alone.
static void put(mw_glyph *g, char first, char second)
{
    snprintf(g->text, sizeof g->text, "%c%c", first, second);
}

static void put_tile(const mw_maze *m, const mw_state *s, uint32_t cell, mw_glyph *g)
{
    const board *b = mw_bloxorz_board(m);
    const tile *t = &b->tiles[cell];
    const effect *e = mw_bloxorz_effect(b, cell);
    char letters[GROUPS_MAX + 1] = "", letter;
    g->ground = MW_ROLE_FLOOR;
    g->ink = MW_ROLE_LABEL;
    if (t->group != NONE) {
        bool there = s->w[1] >> t->group & 1;
        letter = (char)b->groups[t->group].letter;
        snprintf(g->text, sizeof g->text, there ? "=%c=" : "(%c)", letter);
        g->ground = there ? MW_ROLE_FLOOR : MW_ROLE_ABSENT;
        g->tint = there ? tint_of(letter) : 0;
        g->ink = there ? MW_ROLE_MARK : MW_ROLE_LABEL;
        g->means = there ? "a bridge, there" : "a bridge, gone";
    } else if (t->base == GOAL) {
        snprintf(g->text, sizeof g->text, "\\_/");
        g->ground = MW_ROLE_GOAL;
        g->ink = MW_ROLE_MARK;
        g->means = "the hole";
    } else if (t->base == FRAGILE) {
        snprintf(g->text, sizeof g->text, ":::");
        g->ground = MW_ROLE_FRAGILE;
        g->ink = MW_ROLE_MARK;
        g->means = "fragile: lie, do not stand";
    } else if (!e) {
        put(g, '.', '\0');
    }
    if (e && !e->split) {
        mw_bloxorz_letters(b, mw_bloxorz_changed(e), letters);
        put(g, e->heavy ? 'x' : 'o', *letters);
        g->tint = tint_of(*letters);
        g->ink = MW_ROLE_MARK;
        g->means = e->heavy ? "a cross, a hard switch: stand" : "a ring, a soft switch: any part";
    } else if (e) {
        put(g, '<', '>');
        g->means = "a splitter: stand on it";
    }
}

static void put_block(const mw_state *s, uint32_t cell, mw_glyph *g)
{
    unsigned pose = mw_bloxorz_pose(s);
    bool first = cell == mw_bloxorz_cell(s);
    *g = (mw_glyph){.here = true, .ground = MW_ROLE_HERO, .ink = MW_ROLE_MARK};
    if (pose == SPLIT)
        put(g, g->part = first ? 'a' : 'b', '\0');
    else
        snprintf(g->text, sizeof g->text, pose == STANDING ? "^" : "###");
    g->means = pose == SPLIT      ? "a half of the block"
               : pose == STANDING ? "the block, standing"
                                  : "the block, lying";
}

void mw_bloxorz_glyph(const mw_maze *m, const mw_state *s, uint32_t cell, mw_glyph *g)
{
    const board *b = mw_bloxorz_board(m);
    uint32_t at = mw_bloxorz_cell(s);
    unsigned pose = mw_bloxorz_pose(s);
    uint32_t other = pose == SPLIT ? mw_bloxorz_half(s) : mw_bloxorz_far_cell(m, pose, at);
    g->empty = !mw_bloxorz_is_cell(b, cell);
    if (cell == at || cell == other)
        put_block(s, cell, g);
    else if (!g->empty)
        put_tile(m, s, cell, g);
}

// ---- beside the board

static void write_bridges(const board *b, const mw_state *s, mw_writer *w)
{
    char letters[GROUPS_MAX + 1];
    uint32_t all = (uint32_t)(((uint64_t)1 << b->group_count) - 1), there = (uint32_t)s->w[1];
    if (there & all)
        mw_write(w, "bridges there: %s\n", mw_bloxorz_letters(b, there & all, letters));
    if (~there & all)
        mw_write(w, "bridges gone: %s\n", mw_bloxorz_letters(b, ~there & all, letters));
}

void mw_bloxorz_aside(const mw_maze *m, const mw_state *s, mw_writer *w)
{
    static const char *const poses[] = {"the block stands on one tile", "the block lies left-right",
                                        "the block lies up-down", "the block is cut: a and b"};
    const board *b = mw_bloxorz_board(m);
    mw_write(w, "%s\n", poses[mw_bloxorz_pose(s)]);
    write_bridges(b, s, w);
    for (uint32_t c = 0; c < b->cells; c++) {
        const effect *e = mw_bloxorz_effect(b, c);
        if (!e)
            continue;
        mw_write(w, "%s row %u column %u:",
                 e->split   ? "<>"
                 : e->heavy ? "x"
                            : "o",
                 c / m->w + 1, c % m->w + 1);
        if (e->split)
            mw_write(w, " halves to row %u column %u and row %u column %u", e->to[0] / m->w + 1,
                     e->to[0] % m->w + 1, e->to[1] / m->w + 1, e->to[1] % m->w + 1);
        else
            mw_bloxorz_write_effect(b, e, w);
        mw_write(w, "\n");
    }
}
