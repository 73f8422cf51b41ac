// random.c: random Bloxorz mazes, with as much of everything as the options ask for.
#include "kinds/bloxorz/draft.h"

#include "mazewright/rng.h"

#include <assert.h>
#include <stdlib.h>

#define SWITCHES_MAX 12 // each with a letter of its own

// A cell of plain floor that is neither start nor hole; turned to floor if there is none.
static uint32_t plain_cell(draft *d, mw_rng *rng)
{
    for (;;) {
        uint32_t c = mw_rng_below(rng, d->w * d->h);
        if (c == d->start || c == d->goal || d->letter[c] || d->effect[c] != NONE)
            continue;
        d->base[c] = FLOOR;
        return c;
    }
}

static void random_switch(draft *d, mw_rng *rng, unsigned i)
{
    draft_effect *e = &d->effects[i];
    uint32_t letter = LETTER("ABCDEF"[i]);
    *e = (draft_effect){.defined = true, .used = true, .heavy = mw_rng_below(rng, 2)};
    uint32_t *sets[] = {&e->toggle, &e->remove, &e->add};
    *sets[mw_rng_below(rng, 3)] = letter;
    d->effect[plain_cell(d, rng)] = (uint8_t)i;
    for (unsigned k = 0; k < 2; k++) {
        uint32_t c = plain_cell(d, rng);
        d->base[c] = VOID;
        d->letter[c] = (uint8_t) "ABCDEF"[i];
        d->there[c] = mw_rng_below(rng, 2);
    }
}

// A bridge of one to three cells in a row, as far as there is room.
static void random_bridge(draft *d, mw_rng *rng, char letter)
{
    uint32_t c = plain_cell(d, rng), length = 1 + mw_rng_below(rng, 3);
    bool down = mw_rng_below(rng, 2), there = mw_rng_below(rng, 2);
    for (uint32_t x = c % d->w, y = c / d->w; length && x < d->w && y < d->h; length--) {
        c = y * d->w + x;
        if (c == d->start || c == d->goal || d->letter[c] || d->effect[c] != NONE)
            break;
        d->base[c] = VOID;
        d->letter[c] = (uint8_t)letter;
        d->there[c] = there;
        *(down ? &y : &x) += 1;
    }
}

static void random_switch_and_bridge(draft *d, mw_rng *rng, unsigned i, bool heavy)
{
    static const char letters[SWITCHES_MAX + 1] = "ABCDEFHIJKLM";
    draft_effect *e = &d->effects[i];
    *e = (draft_effect){.defined = true, .used = true, .heavy = heavy};
    uint32_t *sets[] = {&e->toggle, &e->remove, &e->add};
    *sets[mw_rng_below(rng, 3)] = LETTER(letters[i]);
    d->effect[plain_cell(d, rng)] = (uint8_t)i;
    random_bridge(d, rng, letters[i]);
}

static void random_split(draft *d, mw_rng *rng, unsigned i)
{
    draft_effect *e = &d->effects[i];
    *e = (draft_effect){.defined = true, .used = true, .split = true};
    d->effect[plain_cell(d, rng)] = (uint8_t)i;
    e->to[0] = (uint16_t)plain_cell(d, rng);
    do
        e->to[1] = (uint16_t)plain_cell(d, rng);
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
        d->base[c] = random_tile(w, rng);
    d->start = mw_rng_below(rng, cells);
    d->goal = (d->start + 1 + mw_rng_below(rng, cells - 1)) % cells;
    d->base[d->start] = FLOOR;
    d->base[d->goal] = GOAL;
    for (; i < w->switches; i++)
        random_switch(d, rng, i);
    for (; i < w->switches + w->soft + w->heavy; i++)
        random_switch_and_bridge(d, rng, i, i >= w->switches + w->soft);
    for (; i < w->switches + w->soft + w->heavy + w->splits; i++)
        random_split(d, rng, i);
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
