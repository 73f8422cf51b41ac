// bits.c: a Bloxorz maze as a string of bits, for genetic search: the cells of the start, the hole
// and each switch and splitter, with what it does; then what each cell is, row by row. Which
// switches and splitters there are, and the letters of the bridges, is no part of it.
#include "kinds/bloxorz/bloxorz.h"

#include "core/bitstring.h"

#include <string.h>

#define CHANGE_BITS 2 // what a switch does to a letter: nothing, or 1 + one of the changes
#define FIRST_MARK  3 // cells: VOID, FLOOR, FRAGILE, then for each letter a bridge away and there

// The letters of the maze's bridges, in order. Returns their number.
static unsigned letters_of(const board *b, char letters[GROUPS_MAX + 1])
{
    return (unsigned)strlen(mw_bloxorz_letters(b, UINT32_MAX, letters));
}

static unsigned cell_bits(unsigned letter_count)
{
    return mw_bits_for(FIRST_MARK + 2 * letter_count);
}

// In how many cells a switch or splitter is.
static unsigned cells_with(const board *b, unsigned i)
{
    unsigned n = 0;
    for (uint32_t c = 0; c < b->cells; c++)
        n += b->tiles[c].effect == i;
    return n;
}

unsigned mw_bloxorz_bits(const mw_maze *m)
{
    const board *b = mw_bloxorz_board(m);
    char letters[GROUPS_MAX + 1];
    unsigned count = letters_of(b, letters), place = mw_bits_for(b->cells), n = 2 * place;
    for (unsigned i = 0; i < b->effect_count; i++) {
        if (cells_with(b, i) != 1) // there is one place for it in the string
            return 0;
        n += place + (b->effects[i].split ? 2 * place : count * CHANGE_BITS);
    }
    return n + b->cells * cell_bits(count);
}

// ---- writing

static uint32_t mark_of(const board *b, uint32_t cell, const char *letters)
{
    const tile *t = &b->tiles[cell];
    if (t->group == NONE)
        return cell == b->goal ? FLOOR : t->base;
    const group *g = &b->groups[t->group];
    return FIRST_MARK + 2 * (uint32_t)(strchr(letters, g->letter) - letters) + g->there;
}

static uint32_t groups_with(const board *b, char letter)
{
    uint32_t set = 0;
    for (unsigned g = 0; g < b->group_count; g++)
        set |= b->groups[g].letter == (uint8_t)letter ? 1u << g : 0;
    return set;
}

static void put_effect(mw_bits *s, const board *b, unsigned i, const char *letters)
{
    const effect *e = &b->effects[i];
    unsigned place = mw_bits_for(b->cells);
    uint32_t cell = 0;
    while (b->tiles[cell].effect != i)
        cell++;
    mw_bits_put_number(s, cell, place);
    for (unsigned k = 0; k < 2 && e->split; k++)
        mw_bits_put_number(s, e->to[k], place);
    for (const char *l = letters; *l && !e->split; l++) {
        uint32_t groups = groups_with(b, *l), what = 0;
        for (unsigned k = 0; k < CHANGES; k++)
            what = e->changes[k] & groups ? k + 1 : what;
        mw_bits_put_number(s, what, CHANGE_BITS);
    }
}

void mw_bloxorz_encode(const mw_maze *m, uint64_t *out)
{
    const board *b = mw_bloxorz_board(m);
    char letters[GROUPS_MAX + 1];
    unsigned each = cell_bits(letters_of(b, letters));
    mw_bits s = mw_bits_write(out, mw_bloxorz_bits(m));
    mw_bits_put_number(&s, b->start, mw_bits_for(b->cells));
    mw_bits_put_number(&s, b->goal, mw_bits_for(b->cells));
    for (unsigned i = 0; i < b->effect_count; i++)
        put_effect(&s, b, i, letters);
    for (uint32_t c = 0; c < b->cells; c++)
        mw_bits_put_number(&s, mark_of(b, c, letters), each);
}

// ---- reading

typedef struct reading {
    board *b;
    mw_bits s;
    char letters[GROUPS_MAX + 1];
    unsigned letter_count, place;                // place: bits of a cell's number
    uint16_t at[EFFECTS_MAX];                    // the cell of each switch and splitter
    uint8_t what[EFFECTS_MAX][GROUPS_MAX];       // of each switch, to each letter
    uint8_t groups[FIRST_MARK + 2 * GROUPS_MAX]; // of a cell's mark
} reading;

static bool take_cell(reading *r, uint16_t *cell)
{
    uint32_t n = mw_bits_take_number(&r->s, r->place);
    *cell = (uint16_t)n;
    return n < r->b->cells;
}

// Every switch changes some bridge, and every bridge is changed by some switch.
static bool take_effects(reading *r)
{
    uint32_t changed = 0;
    for (unsigned i = 0; i < r->b->effect_count; i++) {
        effect *e = &r->b->effects[i];
        uint32_t own = 0;
        if (!take_cell(r, &r->at[i]))
            return false;
        for (unsigned k = 0; k < 2 && e->split; k++)
            if (!take_cell(r, &e->to[k]))
                return false;
        for (unsigned l = 0; l < r->letter_count && !e->split; l++) {
            r->what[i][l] = (uint8_t)mw_bits_take_number(&r->s, CHANGE_BITS);
            own |= r->what[i][l] ? 1u << l : 0;
        }
        if (e->split ? e->to[0] == e->to[1] : !own)
            return false;
        changed |= own;
    }
    return changed == (uint32_t)(((uint64_t)1 << r->letter_count) - 1);
}

// Numbers the groups that the marks of the cells ask for, in the order of marks: by letter, bridges
// that are away first. Every letter needs a bridge, and no bridge is larger than designers make it.
// Where that is not so, the groups stay as they are: the letters are known from them alone.
static bool make_groups(reading *r, const unsigned count[])
{
    board *b = r->b;
    unsigned n = 0;
    for (unsigned mark = FIRST_MARK; mark < FIRST_MARK + 2 * r->letter_count; mark++) {
        unsigned other = FIRST_MARK + ((mark - FIRST_MARK) ^ 1);
        if (count[mark] > BRIDGE_MAX || !(count[mark] + count[other]) ||
            n + !!count[mark] > GROUPS_MAX)
            return false;
        r->groups[mark] = (uint8_t)n;
        n += count[mark] > 0;
    }
    memset(b->groups, 0, sizeof b->groups);
    b->group_count = (uint8_t)n;
    for (unsigned mark = FIRST_MARK; mark < FIRST_MARK + 2 * r->letter_count; mark++)
        if (count[mark])
            b->groups[r->groups[mark]] =
                (group){.letter = (uint8_t)r->letters[(mark - FIRST_MARK) / 2],
                        .there = (mark - FIRST_MARK) % 2};
    return true;
}

static bool take_tiles(reading *r)
{
    board *b = r->b;
    unsigned each = cell_bits(r->letter_count), most = FIRST_MARK + 2 * r->letter_count;
    unsigned count[FIRST_MARK + 2 * GROUPS_MAX] = {0};
    mw_bits again = r->s;
    for (uint32_t c = 0; c < b->cells; c++) {
        uint32_t mark = mw_bits_take_number(&r->s, each);
        if (mark >= most)
            return false;
        count[mark]++;
    }
    if (!make_groups(r, count))
        return false;
    for (uint32_t c = 0; c < b->cells; c++) {
        uint32_t mark = mw_bits_take_number(&again, each);
        bool bridge = mark >= FIRST_MARK;
        b->tiles[c] = (tile){.base = (uint8_t)(bridge ? VOID : mark),
                             .group = bridge ? r->groups[mark] : NONE,
                             .effect = NONE};
    }
    return true;
}

// Puts the hole, switches and splitters on the floor, each in a cell of its own.
static bool place_everything(reading *r)
{
    board *b = r->b;
    if (b->start == b->goal || b->tiles[b->goal].base != FLOOR)
        return false;
    b->tiles[b->goal].base = GOAL;
    for (unsigned i = 0; i < b->effect_count; i++) {
        tile *t = &b->tiles[r->at[i]];
        if (t->base != FLOOR || t->effect != NONE)
            return false;
        t->effect = (uint8_t)i;
    }
    const tile *start = &b->tiles[b->start];
    return start->base == FLOOR || (start->group != NONE && b->groups[start->group].there);
}

static bool connect_switches(reading *r)
{
    board *b = r->b;
    for (unsigned i = 0; i < b->effect_count; i++) {
        effect *e = &b->effects[i];
        memset(e->changes, 0, sizeof e->changes);
        for (unsigned l = 0; l < r->letter_count && !e->split; l++)
            if (r->what[i][l])
                e->changes[r->what[i][l] - 1] |= groups_with(b, r->letters[l]);
        for (unsigned k = 0; k < 2 && e->split; k++)
            if (!mw_bloxorz_is_cell(b, e->to[k]))
                return false;
    }
    return true;
}

bool mw_bloxorz_decode(mw_maze *m, const uint64_t *in)
{
    board *b = (board *)m->data;
    reading r = {.b = b, .s = mw_bits_read(in), .place = mw_bits_for(b->cells)};
    r.letter_count = letters_of(b, r.letters);
    if (!take_cell(&r, &b->start) || !take_cell(&r, &b->goal) || !take_effects(&r) ||
        !take_tiles(&r))
        return false;
    if (!place_everything(&r) || !connect_switches(&r))
        return false;
    mw_bloxorz_finish(m);
    return true;
}
