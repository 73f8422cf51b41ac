// random.c: random Bloxorz mazes with tiles, switches and splitters as the options ask for.
#include "kinds/bloxorz/draft.h"

#include "mazewright/rng.h"

#include <assert.h>
#include <stdlib.h>

#define SWITCHES_MAX 12 // each with a letter of its own

static bool is_free(const draft *d, uint32_t c)
{
    return c != d->start && c != d->goal && !d->tiles[c].bridge && d->tiles[c].effect == NONE;
}

// Turns a random free cell into floor. There always is one: read_wishes sees to that.
static uint32_t floor_cell(draft *d, mw_rng *rng)
{
    uint32_t c;
    do
        c = mw_rng_below(rng, d->w * d->h);
    while (!is_free(d, c));
    d->tiles[c].base = FLOOR;
    return c;
}

static void set_bridge(draft *d, uint32_t c, char letter, bool there)
{
    d->tiles[c].base = VOID;
    d->tiles[c].bridge = there ? letter : SMALL(letter);
}

// A switch that changes its own letter in some way. Returns the letter.
static char random_switch(draft *d, mw_rng *rng, unsigned i, bool heavy)
{
    char letter = "ABCDEFHIJKLM"[i];
    d->effects[i] = (effect){.heavy = heavy};
    d->effects[i].changes[mw_rng_below(rng, CHANGES)] = LETTER(letter);
    d->tiles[floor_cell(d, rng)].effect = (uint8_t)i;
    return letter;
}

static void random_switch_and_cells(draft *d, mw_rng *rng, unsigned i)
{
    char letter = random_switch(d, rng, i, mw_rng_below(rng, 2));
    for (unsigned k = 0; k < 2; k++) {
        uint32_t c = floor_cell(d, rng);
        set_bridge(d, c, letter, mw_rng_below(rng, 2));
    }
}

// A switch and a bridge of one to three cells in a row, as far as there is room.
static void random_switch_and_bridge(draft *d, mw_rng *rng, unsigned i, bool heavy)
{
    char letter = random_switch(d, rng, i, heavy);
    uint32_t c = floor_cell(d, rng), length = 1 + mw_rng_below(rng, 3);
    bool down = mw_rng_below(rng, 2), there = mw_rng_below(rng, 2);
    for (uint32_t x = c % d->w, y = c / d->w; length && x < d->w && y < d->h; length--) {
        c = y * d->w + x;
        if (!is_free(d, c))
            break;
        set_bridge(d, c, letter, there);
        *(down ? &y : &x) += 1;
    }
}

static void random_split(draft *d, mw_rng *rng, unsigned i)
{
    effect *e = &d->effects[i];
    e->split = true;
    d->tiles[floor_cell(d, rng)].effect = (uint8_t)i;
    e->to[0] = (uint16_t)floor_cell(d, rng);
    do
        e->to[1] = (uint16_t)floor_cell(d, rng);
    while (e->to[1] == e->to[0]);
}

typedef struct wishes {
    uint64_t floor, fragile, switches, soft, heavy, splits;
} wishes;

static bool read_wishes(mw_source *src, wishes *w)
{
    *w = (wishes){.floor = 80, .fragile = UINT64_MAX};
    if (!mw_option_number(src, "floor", 100, &w->floor) ||
        !mw_option_number(src, "fragile", 100, &w->fragile) ||
        !mw_option_number(src, "switches", 6, &w->switches) ||
        !mw_option_number(src, "soft", 6, &w->soft) ||
        !mw_option_number(src, "heavy", 6, &w->heavy) ||
        !mw_option_number(src, "splits", 6, &w->splits))
        return false;
    uint64_t moving = w->switches + w->soft + w->heavy;
    if (moving > SWITCHES_MAX || moving + w->splits > EFFECTS_MAX)
        return mw_fail(src, src->size_line, src->size_column,
                       "at most %d switches, and %d with splitters", SWITCHES_MAX, EFFECTS_MAX);
    uint64_t needed = 2 + 3 * w->switches + 4 * (w->soft + w->heavy) + 3 * w->splits;
    return needed <= src->w * src->h ||
           mw_fail(src, src->size_line, src->size_column, "too small for so many switches");
}

static uint8_t random_tile(const wishes *w, mw_rng *rng)
{
    if (mw_rng_below(rng, 100) >= w->floor)
        return VOID;
    bool fragile = w->fragile > 100 ? !mw_rng_below(rng, 12) : mw_rng_below(rng, 100) < w->fragile;
    return fragile ? FRAGILE : FLOOR;
}

static void random_draft(draft *d, const wishes *w, mw_rng *rng)
{
    uint32_t cells = d->w * d->h;
    unsigned i = 0;
    assert(cells > 1);
    for (uint32_t c = 0; c < cells; c++)
        d->tiles[c].base = random_tile(w, rng);
    d->start = mw_rng_below(rng, cells);
    d->goal = (d->start + 1 + mw_rng_below(rng, cells - 1)) % cells;
    d->tiles[d->start].base = FLOOR;
    d->tiles[d->goal].base = GOAL;
    for (; i < w->switches; i++)
        random_switch_and_cells(d, rng, i);
    for (; i < w->switches + w->soft + w->heavy; i++)
        random_switch_and_bridge(d, rng, i, i >= w->switches + w->soft);
    for (; i < w->switches + w->soft + w->heavy + w->splits; i++)
        random_split(d, rng, i);
    d->defined = (1u << i) - 1;
}

mw_maze *mw_bloxorz_random(mw_source *src, mw_rng *rng)
{
    wishes w;
    if (!mw_random_size(src, 4, SIDE_MAX))
        return NULL;
    draft *d = mw_bloxorz_draft(src);
    mw_maze *m = NULL;
    if (d && mw_bloxorz_read_options(d) && read_wishes(src, &w)) {
        d->w = src->w;
        d->h = src->h;
        random_draft(d, &w, rng);
        m = mw_bloxorz_make(d);
    }
    free(d);
    return m;
}
