// edit.c: the editor's brushes for a Bloxorz maze. A brush changes a draft of the maze, from which
// the maze is made anew. Switches and bridges need each other: so the first bridge of a letter
// comes with a switch, and a switch without bridges or a bridge without a switch becomes a tile.
#include "core/resize.h"
#include "kinds/bloxorz/draft.h"

#include <stdlib.h>
#include <string.h>

#define LETTERS 4 // A to D have brushes

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

#define FOR_EACH_LETTER(brush) brush("A"), brush("B"), brush("C"), brush("D")
#define BRUSH(title, ...)                                                                          \
    {                                                                                              \
        .name = title, .about = __VA_ARGS__                                                        \
    }
#define RING_BRUSH(l)                                                                              \
    BRUSH("ring " l, "a switch for bridge " l ", pressed by any part of the block")
#define CROSS_BRUSH(l)                                                                             \
    BRUSH("cross " l, "a switch for bridge " l ", pressed by the standing block only")
#define BRIDGE_BRUSH(l, state)                                                                     \
    BRUSH("bridge " l ", " state,                                                                  \
          "a tile of bridge " l ", at first " state "; the first one comes with a switch")
#define AWAY_BRUSH(l)  BRIDGE_BRUSH(l, "gone")
#define THERE_BRUSH(l) BRIDGE_BRUSH(l, "there")

static const mw_brush brushes[] = {
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
    [RING] = FOR_EACH_LETTER(RING_BRUSH),
    [CROSS] = FOR_EACH_LETTER(CROSS_BRUSH),
    [AWAY] = FOR_EACH_LETTER(AWAY_BRUSH),
    [THERE] = FOR_EACH_LETTER(THERE_BRUSH),
    {0},
};

// ---- cells

static void set_tile(draft *d, uint32_t cell, uint8_t base)
{
    d->tiles[cell] = (draft_tile){.base = base, .effect = NONE};
}

// The switch or splitter in a cell, or NULL.
static const effect *effect_at(const draft *d, uint32_t cell)
{
    return d->tiles[cell].effect == NONE ? NULL : &d->effects[d->tiles[cell].effect];
}

static uint32_t distance(const draft *d, uint32_t a, uint32_t b)
{
    return (uint32_t)(abs((int)(a % d->w) - (int)(b % d->w)) +
                      abs((int)(a / d->w) - (int)(b / d->w)));
}

static bool is_plain(const draft *d, uint32_t cell)
{
    return d->tiles[cell].base == FLOOR && !effect_at(d, cell) && cell != d->start;
}

static bool is_free(const draft *d, uint32_t cell)
{
    return is_plain(d, cell) && !mw_bloxorz_is_target(d->effects, EFFECTS_MAX, cell);
}

static bool is_splitter(const draft *d, uint32_t cell)
{
    return effect_at(d, cell) && effect_at(d, cell)->split;
}

static bool is_switch(const draft *d, uint32_t cell)
{
    return effect_at(d, cell) && !effect_at(d, cell)->split;
}

// The cell nearest to `to` for which is_one holds, other than `to` and `but`; CELLS_MAX: there is
// none.
static uint32_t nearest(const draft *d, bool (*is_one)(const draft *, uint32_t), uint32_t to,
                        uint32_t but)
{
    uint32_t best = CELLS_MAX;
    for (uint32_t c = 0; c < d->w * d->h; c++)
        if (c != to && c != but && is_one(d, c) &&
            (best == CELLS_MAX || distance(d, c, to) < distance(d, best, to)))
            best = c;
    return best;
}

// ---- switches and splitters

static void forget_unused(draft *d)
{
    d->defined = mw_bloxorz_draft_effects(d);
    for (unsigned i = 0; i < EFFECTS_MAX; i++)
        if (!(d->defined >> i & 1))
            d->effects[i] = (effect){0};
}

static bool same_effect(const effect *a, const effect *b)
{
    return a->heavy == b->heavy && a->split == b->split && a->as_5 == b->as_5 &&
           !memcmp(a->to, b->to, sizeof a->to) &&
           !memcmp(a->changes, b->changes, sizeof a->changes);
}

// Gives a cell an effect, under the name of one that does the same or under a new name.
static const char *set_effect(draft *d, uint32_t cell, effect e)
{
    unsigned i = 0;
    d->tiles[cell].effect = NONE;
    forget_unused(d);
    while (i < EFFECTS_MAX && !(d->defined >> i & 1 && same_effect(&d->effects[i], &e)))
        i++;
    if (i == EFFECTS_MAX)
        for (i = 0; d->defined >> i & 1;)
            i++;
    if (i == EFFECTS_MAX)
        return "there are as many different switches as there can be";
    d->effects[i] = e;
    d->defined |= 1u << i;
    d->tiles[cell].effect = (uint8_t)i;
    return NULL;
}

// Turns switches whose bridges are gone into tiles, and bridges that nothing moves into a tile or
// nothing.
static void tidy(draft *d)
{
    forget_unused(d);
    uint32_t known = mw_bloxorz_draft_letters(d);
    for (unsigned i = 0; i < EFFECTS_MAX; i++)
        for (unsigned k = 0; k < CHANGES; k++)
            d->effects[i].changes[k] &= known;
    uint32_t moved = mw_bloxorz_all_changed(d->effects, EFFECTS_MAX);
    for (uint32_t c = 0; c < d->w * d->h; c++) {
        char bridge = d->tiles[c].bridge;
        if (is_switch(d, c) && !mw_bloxorz_changed(effect_at(d, c)))
            d->tiles[c].effect = NONE;
        if (bridge && !(moved & LETTER(bridge)))
            set_tile(d, c, IS_SMALL(bridge) ? VOID : FLOOR);
    }
    forget_unused(d);
}

// ---- brushes. Each returns a sentence that says what is wrong, or NULL.

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
    if (d->tiles[cell].base == VOID && !d->tiles[cell].bridge)
        d->tiles[cell].base = FLOOR;
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
    return set_effect(d, cell, (effect){.split = true, .to = {(uint16_t)one, (uint16_t)other}});
}

static const char *paint_half(draft *d, uint32_t cell, unsigned half)
{
    uint32_t splitter = is_splitter(d, cell) ? cell : nearest(d, is_splitter, cell, cell);
    if (splitter == CELLS_MAX)
        return "there is no splitter yet";
    effect e = *effect_at(d, splitter);
    if (e.to[!half] == cell)
        return "the other half appears here";
    e.to[half] = (uint16_t)cell;
    return set_effect(d, splitter, e);
}

static const char *paint_change(draft *d, uint32_t cell, unsigned change)
{
    if (!is_switch(d, cell))
        return "this is no switch";
    effect e = {.heavy = effect_at(d, cell)->heavy};
    e.changes[change] = mw_bloxorz_changed(effect_at(d, cell));
    return set_effect(d, cell, e);
}

// Adds a letter to a switch of the same weight, or puts a new switch there.
static const char *paint_switch(draft *d, uint32_t cell, uint32_t letter, bool heavy)
{
    effect e = {.heavy = heavy};
    if (is_switch(d, cell) && effect_at(d, cell)->heavy == heavy)
        e = *effect_at(d, cell);
    if (!(mw_bloxorz_changed(&e) & letter))
        e.changes[TOGGLE] |= letter;
    set_tile(d, cell, FLOOR);
    if (!(mw_bloxorz_draft_letters(d) & letter))
        return "there is no such bridge yet; paint it first, and a switch comes with it";
    return set_effect(d, cell, e);
}

static const char *paint_bridge(draft *d, uint32_t cell, char letter, bool there)
{
    d->tiles[cell] =
        (draft_tile){.base = VOID, .effect = NONE, .bridge = there ? letter : SMALL(letter)};
    forget_unused(d);
    if (mw_bloxorz_all_changed(d->effects, EFFECTS_MAX) & LETTER(letter))
        return NULL;
    uint32_t at = nearest(d, is_free, cell, cell);
    if (at == CELLS_MAX)
        return "there is no plain tile left for a switch that moves this bridge";
    return set_effect(d, at, (effect){.changes[TOGGLE] = LETTER(letter)});
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
                               : paint_change(d, cell, brush - TOGGLES);
}

// The maze of a draft, in which something is wrong if there is a sentence about it. Frees the
// draft.
static mw_maze *finish(draft *d, const char *wrong)
{
    mw_error *error = d->src->error;
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

static mw_maze *paint(const mw_maze *m, unsigned brush, uint32_t cell, unsigned side,
                      mw_error *error)
{
    (void)side;
    *error = (mw_error){0};
    mw_source src = {.kind = m->kind, .error = error};
    draft *d = mw_bloxorz_draft(&src);
    if (!d)
        return NULL;
    mw_bloxorz_unmake(d, m);
    return finish(d, apply(d, brush, cell));
}

// ---- another size. Plain cells have no tile; an empty board has tiles everywhere.

static void move_effects(const mw_maze *m, draft *d, uint32_t w, uint32_t h)
{
    for (unsigned i = 0; i < EFFECTS_MAX; i++)
        for (unsigned k = 0; k < 2 && d->effects[i].split; k++)
            d->effects[i].to[k] = (uint16_t)mw_resized_cell(m, d->effects[i].to[k], w, h);
}

// The cells of a draft of `m` in another size. A splitter that sends halves to where no tile is
// left becomes a tile.
static void move_tiles(const mw_maze *m, draft *d, uint32_t w, uint32_t h)
{
    draft_tile moved[CELLS_MAX];
    for (uint32_t c = 0; c < CELLS_MAX; c++)
        moved[c] = (draft_tile){.base = VOID, .effect = NONE};
    for (uint32_t c = 0; c < d->w * d->h; c++)
        if (mw_stays(m, c, w, h))
            moved[mw_resized_cell(m, c, w, h)] = d->tiles[c];
    memcpy(d->tiles, moved, sizeof moved);
    move_effects(m, d, w, h);
    for (uint32_t c = 0; c < w * h; c++) {
        const effect *e = effect_at(d, c);
        for (unsigned k = 0; e && e->split && k < 2; k++)
            if (e->to[0] == e->to[1] ||
                (d->tiles[e->to[k]].base == VOID && !d->tiles[e->to[k]].bridge))
                d->tiles[c].effect = NONE;
    }
}

static void clear(draft *d, uint32_t cells)
{
    d->defined = 0;
    memset(d->effects, 0, sizeof d->effects);
    for (uint32_t c = 0; c < cells; c++)
        set_tile(d, c, FLOOR);
}

static mw_maze *resize(const mw_maze *m, bool keep, mw_source *src)
{
    uint32_t w = src->w, h = src->h;
    draft *d = mw_random_size(src, 4, SIDE_MAX) ? mw_bloxorz_draft(src) : NULL;
    if (!d)
        return NULL;
    mw_bloxorz_unmake(d, m);
    if (keep)
        move_tiles(m, d, w, h);
    else
        clear(d, w * h);
    d->goal = keep ? mw_resized_cell(m, d->goal, w, h) : w * h - 1;
    d->start = mw_other_cell(keep ? mw_resized_cell(m, d->start, w, h) : 0, d->goal);
    d->w = w;
    d->h = h;
    if (d->tiles[d->goal].base != GOAL)
        set_tile(d, d->goal, GOAL);
    const draft_tile *at = &d->tiles[d->start];
    if (at->base == FRAGILE || (at->base == VOID && (!at->bridge || IS_SMALL(at->bridge))))
        set_tile(d, d->start, FLOOR);
    return finish(d, NULL);
}

const mw_editor mw_bloxorz_editor = {
    .size = sizeof(mw_editor),
    .brushes = brushes,
    .paint = paint,
    .resize = resize,
    .turn = mw_bloxorz_turn,
};
