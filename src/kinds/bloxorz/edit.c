// edit.c: the editor's brushes for a Bloxorz maze. A change is made to a draft of it, and
// the maze is made anew. Switches and bridges need each other: so the first bridge of a letter
// comes with a switch, and what loses its last partner turns into plain tiles.
#include "kinds/bloxorz/draft.h"

#include <stdlib.h>
#include <string.h>

#define LETTERS 4 // that have brushes

enum {
    ERASE,
    TILE,
    BREAKING,
    HOLE,
    START,
    SPLITTER,
    ONE_HALF,
    OTHER_HALF,
    TOGGLES,
    REMOVES,
    BRINGS,
    RING,
    CROSS = RING + LETTERS,
    AWAY = CROSS + LETTERS,
    THERE = AWAY + LETTERS,
};

#define SWITCHES(l)                                                                                \
    {                                                                                              \
        .name = "ring " l, .about = "a switch for bridge " l ", pressed by any part of the block"  \
    }
#define CROSSES(l)                                                                                 \
    {                                                                                              \
        .name = "cross " l,                                                                        \
        .about = "a switch for bridge " l ", pressed by the standing block only"                   \
    }
#define BRIDGES(l, state)                                                                          \
    {                                                                                              \
        .name = "bridge " l ", " state,                                                            \
        .about = "a tile of bridge " l ", at first " state "; the first one comes with a switch"   \
    }

const mw_brush mw_bloxorz_brushes[] = {
    [ERASE] = {.name = "nothing", .about = "no tile at all"},
    [TILE] = {.name = "tile", .about = "a plain tile"},
    [BREAKING] = {.name = "fragile", .about = "a tile that breaks under the standing block"},
    [HOLE] = {.name = "hole", .about = "where the block must stand in the end"},
    [START] = {.name = "start", .about = "the block begins here"},
    [SPLITTER] = {.name = "splitter", .about = "cuts the block that stands on it in two halves"},
    [ONE_HALF] = {.name = "first half", .about = "the nearest splitter sends one half here"},
    [OTHER_HALF] = {.name = "second half", .about = "the nearest splitter sends one half here"},
    [TOGGLES] = {.name = "toggles", .about = "this switch brings its bridges or takes them away"},
    [REMOVES] = {.name = "removes", .about = "this switch only takes its bridges away"},
    [BRINGS] = {.name = "brings", .about = "this switch only brings its bridges"},
    [RING] = SWITCHES("A"),
    SWITCHES("B"),
    SWITCHES("C"),
    SWITCHES("D"),
    [CROSS] = CROSSES("A"),
    CROSSES("B"),
    CROSSES("C"),
    CROSSES("D"),
    [AWAY] = BRIDGES("A", "gone"),
    BRIDGES("B", "gone"),
    BRIDGES("C", "gone"),
    BRIDGES("D", "gone"),
    [THERE] = BRIDGES("A", "there"),
    BRIDGES("B", "there"),
    BRIDGES("C", "there"),
    BRIDGES("D", "there"),
    {0},
};

// ---- a maze as a draft

static uint32_t letters_of(const board *b, uint32_t groups)
{
    uint32_t set = 0;
    for (unsigned g = 0; g < b->group_count; g++)
        set |= groups >> g & 1 ? LETTER(b->groups[g].letter) : 0;
    return set;
}

static void fill(draft *d, const mw_maze *m)
{
    const board *b = mw_bloxorz_board(m);
    uint8_t names[EFFECTS_MAX];
    d->w = m->w;
    d->h = m->h;
    d->start = b->start;
    d->goal = b->goal;
    d->seed_rules = b->seed_rules;
    d->count_switching = b->count_switching;
    for (unsigned i = 0; i < b->effect_count; i++) {
        const effect *e = &b->effects[i];
        names[i] = (uint8_t)(strchr(mw_bloxorz_names, e->name) - mw_bloxorz_names);
        d->effects[names[i]] = (draft_effect){.defined = true,
                                              .used = true,
                                              .heavy = e->heavy,
                                              .split = e->split,
                                              .to = {e->to[0], e->to[1]},
                                              .toggle = letters_of(b, e->toggle),
                                              .remove = letters_of(b, e->remove),
                                              .add = letters_of(b, e->add)};
    }
    for (uint32_t c = 0; c < b->cells; c++) {
        const tile *t = &b->tiles[c];
        d->base[c] = t->base;
        if (t->group != NONE) {
            d->letter[c] = b->groups[t->group].letter;
            d->there[c] = b->groups[t->group].there;
        }
        if (t->effect != NONE)
            d->effect[c] = names[t->effect];
    }
}

// ---- cells

static void set_tile(draft *d, uint32_t cell, uint8_t base)
{
    d->base[cell] = base;
    d->letter[cell] = 0;
    d->there[cell] = false;
    d->effect[cell] = NONE;
}

static uint32_t distance(const draft *d, uint32_t a, uint32_t b)
{
    return (uint32_t)(abs((int)(a % d->w) - (int)(b % d->w)) +
                      abs((int)(a / d->w) - (int)(b / d->w)));
}

static bool is_target(const draft *d, uint32_t cell)
{
    for (unsigned i = 0; i < EFFECTS_MAX; i++)
        if (d->effects[i].split && (d->effects[i].to[0] == cell || d->effects[i].to[1] == cell))
            return true;
    return false;
}

static bool is_plain(const draft *d, uint32_t cell)
{
    return d->base[cell] == FLOOR && d->effect[cell] == NONE && cell != d->start;
}

static bool is_free(const draft *d, uint32_t cell)
{
    return is_plain(d, cell) && !is_target(d, cell);
}

static bool is_splitter(const draft *d, uint32_t cell)
{
    return d->effect[cell] != NONE && d->effects[d->effect[cell]].split;
}

// The nearest cell of a sort, but for these two; CELLS_MAX: there is none.
static uint32_t nearest(const draft *d, bool (*sort)(const draft *, uint32_t), uint32_t to,
                        uint32_t but)
{
    uint32_t best = CELLS_MAX;
    for (uint32_t c = 0; c < d->w * d->h; c++)
        if (c != to && c != but && sort(d, c) &&
            (best == CELLS_MAX || distance(d, c, to) < distance(d, best, to)))
            best = c;
    return best;
}

static uint32_t letters_in_map(const draft *d)
{
    uint32_t set = 0;
    for (uint32_t c = 0; c < d->w * d->h; c++)
        set |= d->letter[c] ? LETTER(d->letter[c]) : 0;
    return set;
}

// ---- switches and splitters

static void forget_unused(draft *d)
{
    for (unsigned i = 0; i < EFFECTS_MAX; i++)
        d->effects[i].used = false;
    for (uint32_t c = 0; c < d->w * d->h; c++)
        if (d->effect[c] != NONE)
            d->effects[d->effect[c]].used = true;
    for (unsigned i = 0; i < EFFECTS_MAX; i++)
        if (!d->effects[i].used)
            d->effects[i] = (draft_effect){0};
}

static bool same_effect(const draft_effect *a, const draft_effect *b)
{
    return a->heavy == b->heavy && a->split == b->split && a->to[0] == b->to[0] &&
           a->to[1] == b->to[1] && a->toggle == b->toggle && a->remove == b->remove &&
           a->add == b->add;
}

// The effect of a cell, under the name of one that does the same or a new one.
static const char *set_effect(draft *d, uint32_t cell, draft_effect e)
{
    unsigned i = 0;
    e.defined = e.used = true;
    d->effect[cell] = NONE;
    forget_unused(d);
    while (i < EFFECTS_MAX && !(d->effects[i].used && same_effect(&d->effects[i], &e)))
        i++;
    if (i == EFFECTS_MAX)
        for (i = 0; i < EFFECTS_MAX && d->effects[i].used;)
            i++;
    if (i == EFFECTS_MAX)
        return "there are as many different switches as there can be";
    d->effects[i] = e;
    d->effect[cell] = (uint8_t)i;
    return NULL;
}

// A switch whose bridges are gone is a tile; a bridge that nothing moves is a tile or nothing.
static void tidy(draft *d)
{
    forget_unused(d);
    uint32_t known = letters_in_map(d), moved = 0;
    for (unsigned i = 0; i < EFFECTS_MAX; i++) {
        draft_effect *e = &d->effects[i];
        e->toggle &= known;
        e->remove &= known;
        e->add &= known;
        moved |= mw_bloxorz_moved(e);
    }
    for (uint32_t c = 0; c < d->w * d->h; c++) {
        const draft_effect *e = d->effect[c] == NONE ? NULL : &d->effects[d->effect[c]];
        if (e && !e->split && !mw_bloxorz_moved(e))
            d->effect[c] = NONE;
        if (d->letter[c] && !(moved & LETTER(d->letter[c])))
            set_tile(d, c, d->there[c] ? FLOOR : VOID);
    }
    forget_unused(d);
}

// ---- brushes. Each returns what is wrong, or NULL.

static const char *paint_hole(draft *d, uint32_t cell)
{
    if (cell == d->start)
        return "the block begins here; the hole must be elsewhere";
    set_tile(d, d->goal, FLOOR);
    set_tile(d, cell, GOAL);
    d->goal = cell;
    return NULL;
}

static const char *paint_start(draft *d, uint32_t cell)
{
    if (d->base[cell] == VOID && !d->letter[cell])
        d->base[cell] = FLOOR;
    d->start = cell;
    return NULL;
}

static const char *paint_splitter(draft *d, uint32_t cell)
{
    if (is_splitter(d, cell))
        return NULL;
    uint32_t one = nearest(d, is_plain, cell, cell), other = nearest(d, is_plain, cell, one);
    if (other == CELLS_MAX)
        return "a splitter needs two other tiles where the halves appear";
    set_tile(d, cell, FLOOR);
    return set_effect(d, cell,
                      (draft_effect){.split = true, .to = {(uint16_t)one, (uint16_t)other}});
}

static const char *paint_half(draft *d, uint32_t cell, unsigned half)
{
    uint32_t splitter = is_splitter(d, cell) ? cell : nearest(d, is_splitter, cell, cell);
    if (splitter == CELLS_MAX)
        return "there is no splitter yet";
    draft_effect e = d->effects[d->effect[splitter]];
    if (e.to[!half] == cell)
        return "the other half appears here";
    e.to[half] = (uint16_t)cell;
    return set_effect(d, splitter, e);
}

static const char *paint_action(draft *d, uint32_t cell, unsigned brush)
{
    if (d->effect[cell] == NONE || is_splitter(d, cell))
        return "this is no switch";
    draft_effect e = d->effects[d->effect[cell]];
    uint32_t letters = mw_bloxorz_moved(&e);
    e.toggle = brush == TOGGLES ? letters : 0;
    e.remove = brush == REMOVES ? letters : 0;
    e.add = brush == BRINGS ? letters : 0;
    return set_effect(d, cell, e);
}

// A further letter for a switch of the same sort, or a new switch.
static const char *paint_switch(draft *d, uint32_t cell, uint32_t letter, bool heavy)
{
    draft_effect e = {.heavy = heavy};
    if (d->effect[cell] != NONE && !is_splitter(d, cell) &&
        d->effects[d->effect[cell]].heavy == heavy)
        e = d->effects[d->effect[cell]];
    if (!(mw_bloxorz_moved(&e) & letter))
        e.toggle |= letter;
    set_tile(d, cell, FLOOR);
    if (!(letters_in_map(d) & letter))
        return "there is no such bridge yet; paint it first, and a switch comes with it";
    return set_effect(d, cell, e);
}

static const char *paint_bridge(draft *d, uint32_t cell, char letter, bool there)
{
    uint32_t moved = 0;
    set_tile(d, cell, VOID);
    d->letter[cell] = (uint8_t)letter;
    d->there[cell] = there;
    forget_unused(d);
    for (unsigned i = 0; i < EFFECTS_MAX; i++)
        moved |= mw_bloxorz_moved(&d->effects[i]);
    if (moved & LETTER(letter))
        return NULL;
    uint32_t at = nearest(d, is_free, cell, cell);
    if (at == CELLS_MAX)
        return "there is no plain tile left for a switch that moves this bridge";
    return set_effect(d, at, (draft_effect){.toggle = LETTER(letter)});
}

static const char *apply(draft *d, unsigned brush, uint32_t cell)
{
    bool changes_tile = brush <= BREAKING || brush == SPLITTER || brush >= RING;
    if (changes_tile && cell == d->goal)
        return "this is the hole; put the hole elsewhere first";
    if (brush <= BREAKING) {
        set_tile(d, cell, brush == ERASE ? VOID : brush == TILE ? FLOOR : FRAGILE);
        return NULL;
    }
    if (brush >= AWAY)
        return paint_bridge(d, cell, (char)('A' + (brush - AWAY) % LETTERS), brush >= THERE);
    if (brush >= RING)
        return paint_switch(d, cell, LETTER('A' + (brush - RING) % LETTERS), brush >= CROSS);
    return brush == HOLE       ? paint_hole(d, cell)
           : brush == START    ? paint_start(d, cell)
           : brush == SPLITTER ? paint_splitter(d, cell)
           : brush < TOGGLES   ? paint_half(d, cell, brush - ONE_HALF)
                               : paint_action(d, cell, brush);
}

mw_maze *mw_bloxorz_paint(const mw_maze *m, unsigned brush, uint32_t cell, unsigned side,
                          mw_error *error)
{
    (void)side;
    *error = (mw_error){0};
    mw_source src = {.kind = m->kind, .error = error};
    draft *d = mw_bloxorz_draft(&src);
    if (!d)
        return NULL;
    fill(d, m);
    const char *wrong = apply(d, brush, cell);
    mw_maze *out = NULL;
    if (wrong) {
        mw_no_maze(error, "%s", wrong);
    } else {
        tidy(d);
        out = mw_bloxorz_make(d);
        error->line = error->column = 0; // there is no text to point into
    }
    free(d);
    return out;
}
