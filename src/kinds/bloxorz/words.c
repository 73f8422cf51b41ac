// words.c: a Bloxorz maze in words: what its picture does not tell (what switches do, and
// where splitters send the halves), and what is in a cell.
#include "core/text.h"
#include "kinds/bloxorz/bloxorz.h"

#include <stdlib.h>
#include <string.h>

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

static void write_bridges(const board *b, const char *verb, uint32_t groups, bool *first,
                          mw_writer *w)
{
    char letters[GROUPS_MAX + 1] = "";
    for (unsigned g = 0, n = 0; g < b->group_count; g++)
        if (groups >> g & 1 && !strchr(letters, b->groups[g].letter))
            letters[n++] = (char)b->groups[g].letter;
    if (groups)
        mw_write(w, "%s %s %s", *first ? "" : " and", verb, letters);
    *first &= !groups;
}

static void write_effect(const board *b, const effect *e, mw_writer *w)
{
    bool first = true;
    write_bridges(b, "toggles", e->toggle, &first, w);
    write_bridges(b, "removes", e->remove, &first, w);
    write_bridges(b, "brings", e->add, &first, w);
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
    write_effect(b, e, w);
}

void mw_bloxorz_remark(const mw_maze *m, mw_writer *w)
{
    const board *b = mw_bloxorz_board(m);
    bool any = false;
    for (uint32_t c = 0; c < b->cells; c++) {
        if (b->tiles[c].effect == NONE)
            continue;
        mw_write(w, any ? "; " : "Seen from the start, ");
        write_device(m, c, &b->effects[b->tiles[c].effect], w);
        any = true;
    }
    if (any)
        mw_write(w, ".");
}

// ---- a cell

static void write_tile(const board *b, const mw_state *s, uint32_t cell, size_t begun, mw_writer *w)
{
    const tile *t = &b->tiles[cell];
    const effect *e = t->effect == NONE ? NULL : &b->effects[t->effect];
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
        write_effect(b, e, w);
    }
}

void mw_bloxorz_look(const mw_maze *m, const mw_state *s, uint32_t cell, mw_writer *w)
{
    const board *b = mw_bloxorz_board(m);
    size_t begun = w->length;
    uint32_t at = mw_bloxorz_cell(s);
    unsigned pose = mw_bloxorz_pose(s);
    uint32_t other = pose == SPLIT     ? mw_bloxorz_half(s)
                     : pose == ALONG_X ? at + 1
                     : pose == ALONG_Y ? at + m->w
                                       : at;
    if (b->tiles[cell].base == VOID && b->tiles[cell].group == NONE)
        return;
    if (cell == b->start)
        mw_write_part(w, begun, "start");
    write_tile(b, s, cell, begun, w);
    if (mw_bloxorz_is_target(b, cell))
        mw_write_part(w, begun, "a half appears here");
    if (cell == at || cell == other)
        mw_write_part(w, begun, "%s, you are here",
                      pose == SPLIT      ? "half of the block"
                      : pose == STANDING ? "block standing"
                                         : "block lying");
}
