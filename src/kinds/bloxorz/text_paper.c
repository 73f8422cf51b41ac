// text_paper.c: the form "paper", the map files of Hung et al. (2018): digits between blanks, then
// a line for each switch: the switch as column and row, its targets as row and column, all counted
// from 0.
//
//     0 nothing  1 floor  2 fragile  9 the hole           heavy switches: 3, and 8 only adds
//     7 splits the block in two                           soft ones: 5; 4 only removes, 6 only adds
#include "kinds/bloxorz/draft.h"

#include <stdlib.h>
#include <string.h>

enum { HEAVY = 3, SOFT_REMOVE, SOFT, SOFT_ADD, TELEPORT, HEAVY_ADD, HOLE };

typedef struct paper_switch {
    uint32_t line;
    effect effect; // without its changes, which `targets` tells
    bool has_targets;
    uint64_t targets[CHANGES][CELLS_MAX / 64]; // a bit for each cell
} paper_switch;

typedef struct paper {
    draft *draft;
    const mw_grid *grid;
    uint8_t digit[CELLS_MAX];
    uint32_t column[CELLS_MAX];       // of the digit in its line, from 1
    paper_switch *at[CELLS_MAX];      // by cell; NULL: no line about a switch there
    paper_switch *named[EFFECTS_MAX]; // one for each name
    uint32_t count, name_count;       // switches and names so far
    paper_switch switches[];
} paper;

static bool has_target(const paper_switch *s, unsigned change, uint32_t cell)
{
    return s->targets[change][cell / 64] >> cell % 64 & 1;
}

// ---- numbers

static bool next_number(token *t, uint64_t most, uint32_t *out)
{
    uint64_t value = 0;
    bool ok = mw_bloxorz_next_token(t) && mw_parse_number(t->text, t->length, most, &value);
    *out = (uint32_t)value;
    return ok || FAIL_AT(t, "here belongs a number from 0 to %llu", (unsigned long long)most);
}

// A target: its row, then its column.
static bool next_target(const draft *d, token *t, uint32_t *cell)
{
    uint32_t row = 0, column = 0;
    if (!next_number(t, d->h - 1, &row) || !next_number(t, d->w - 1, &column))
        return false;
    *cell = row * d->w + column;
    return true;
}

// Is the line read to its end? Else t->start is where the next token begins.
static bool at_end(token *t)
{
    token next = *t;
    bool more = mw_bloxorz_next_token(&next);
    t->start = next.start;
    return !more;
}

static bool read_end(token *t)
{
    return at_end(t) || FAIL_AT(t, "nothing more belongs to this line");
}

// ---- the map

static bool read_digit(paper *p, token *t, uint32_t cell)
{
    draft *d = p->draft;
    uint32_t digit;
    if (!next_number(t, HOLE, &digit))
        return false;
    if (digit == HOLE && d->goal != CELLS_MAX)
        return FAIL_AT(t, "a second hole; there is only one");
    if (digit == HOLE)
        d->goal = cell;
    p->digit[cell] = (uint8_t)digit;
    p->column[cell] = t->start + 1;
    d->tiles[cell].base = digit == HOLE ? GOAL : digit <= FRAGILE ? (uint8_t)digit : FLOOR;
    return true;
}

static bool read_rows(paper *p)
{
    const draft *d = p->draft;
    for (uint32_t y = 0; y < d->h; y++) {
        token t = {.src = d->src, .line = &p->grid->rows[y + 1]};
        for (uint32_t x = 0; x < d->w; x++)
            if (!read_digit(p, &t, y * d->w + x))
                return false;
        if (!at_end(&t))
            return FAIL_AT(&t, "this row has more than %u cells", d->w);
    }
    return true;
}

// ---- lines about switches

// Reads a number n and then n targets. All targets are plain cells.
static bool read_targets(const paper *p, token *t, paper_switch *s, unsigned change)
{
    uint32_t count = 0, cell;
    if (!next_number(t, CELLS_MAX, &count))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        if (!next_target(p->draft, t, &cell))
            return false;
        if (p->digit[cell] > 1)
            return FAIL_AT(t, "a bridge lies where the map has a %u; bridges are 0 or 1",
                           p->digit[cell]);
        s->targets[change][cell / 64] |= (uint64_t)1 << cell % 64;
        s->has_targets = true;
    }
    return true;
}

static bool read_teleport(const draft *d, token *t, effect *e)
{
    uint32_t two = 0, cell;
    e->split = true;
    if (!next_number(t, 2, &two))
        return false;
    if (two != 2)
        return FAIL_AT(t, "a teleport has 2 targets");
    for (unsigned i = 0; i < 2; i++) {
        if (!next_target(d, t, &cell))
            return false;
        e->to[i] = (uint16_t)cell;
    }
    return e->to[0] != e->to[1] || FAIL_AT(t, "the halves appear in the same cell");
}

// Reads what a switch does: one list of targets, or up to three: what it toggles, removes and adds.
static bool read_effect(const paper *p, token *t, uint32_t digit, paper_switch *s)
{
    if (digit == TELEPORT)
        return read_teleport(p->draft, t, &s->effect);
    if (digit == SOFT_REMOVE)
        return read_targets(p, t, s, REMOVE);
    if (digit == SOFT_ADD || digit == HEAVY_ADD)
        return read_targets(p, t, s, ADD);
    bool some[CHANGES] = {false};
    for (unsigned k = 0; k < CHANGES && (!k || !at_end(t)); k++) {
        if (!read_targets(p, t, s, k))
            return false;
        for (uint32_t i = 0; i < CELLS_MAX / 64; i++)
            some[k] |= s->targets[k][i];
    }
    s->effect.as_5 = digit == SOFT && !some[TOGGLE] && some[REMOVE] != some[ADD];
    return true;
}

static bool read_switch(paper *p, const mw_line *line)
{
    const draft *d = p->draft;
    token t = {.src = d->src, .line = line};
    uint32_t x, y;
    if (!next_number(&t, d->w - 1, &x) || !next_number(&t, d->h - 1, &y))
        return false;
    uint32_t c = y * d->w + x, digit = p->digit[c];
    if (digit < HEAVY || digit > HEAVY_ADD)
        return mw_fail(d->src, line->number, 1, "column %u, row %u (from 0) is no switch but a %u",
                       x, y, digit);
    if (p->at[c])
        return mw_fail(d->src, line->number, 1, "a second line for column %u, row %u (from 0)", x,
                       y);
    paper_switch *s = p->at[c] = &p->switches[p->count++];
    s->line = line->number;
    s->effect.heavy = digit == HEAVY || digit == HEAVY_ADD;
    return read_effect(p, &t, digit, s) && read_end(&t);
}

// ---- names for switches, letters for bridges

static bool same_switch(const paper_switch *a, const paper_switch *b)
{
    return a->effect.heavy == b->effect.heavy && a->effect.split == b->effect.split &&
           a->effect.as_5 == b->effect.as_5 &&
           !memcmp(a->effect.to, b->effect.to, sizeof a->effect.to) &&
           !memcmp(a->targets, b->targets, sizeof a->targets);
}

// Names the switches, in the order of their cells and not of the lines. Those that do the same
// share a name; those that do nothing become floor.
static bool name_switches(paper *p)
{
    draft *d = p->draft;
    for (uint32_t c = 0; c < d->w * d->h; c++) {
        paper_switch *s = p->at[c];
        uint32_t i = 0;
        if (!s || (!s->effect.split && !s->has_targets))
            continue;
        while (i < p->name_count && !same_switch(p->named[i], s))
            i++;
        if (i == EFFECTS_MAX)
            return mw_fail(d->src, s->line, 1, "more than %d switches that do different things",
                           EFFECTS_MAX);
        if (i == p->name_count) {
            p->named[p->name_count++] = s;
            d->effects[i] = s->effect;
            d->effect_line[i] = s->line;
            d->defined |= 1u << i;
        }
        d->tiles[c].effect = (uint8_t)i;
    }
    return true;
}

// What the switches do to a cell: a bit for each switch and change, 0 if it is no bridge.
static uint64_t treatment(const paper *p, uint32_t cell)
{
    uint64_t bits = 0;
    for (uint32_t i = 0; i < p->name_count; i++)
        for (unsigned k = 0; k < CHANGES; k++)
            bits = bits << 1 | has_target(p->named[i], k, cell);
    return bits;
}

// Gives the bridges letters. Those to which all switches do the same share one.
static bool name_bridges(paper *p)
{
    static const char letters[] = "ABCDEFHIJKLMNPQRTUVWXYZ";
    draft *d = p->draft;
    uint64_t treatments[sizeof letters];
    uint32_t known = 0;
    for (uint32_t c = 0; c < d->w * d->h; c++) {
        uint64_t bits = treatment(p, c);
        uint32_t l = 0;
        if (!bits)
            continue;
        while (l < known && treatments[l] != bits)
            l++;
        if (l == sizeof letters - 1)
            return mw_fail(d->src, d->last_line, 1, "more than %d bridges that move independently",
                           (int)sizeof letters - 1);
        if (l == known)
            treatments[known++] = bits;
        for (uint32_t i = 0; i < p->name_count; i++)
            for (unsigned k = 0; k < CHANGES; k++)
                if (has_target(p->named[i], k, c))
                    d->effects[i].changes[k] |= LETTER(letters[l]);
        d->tiles[c].bridge = p->digit[c] ? letters[l] : SMALL(letters[l]);
        d->tiles[c].base = VOID;
    }
    return true;
}

// ---- the whole file

static bool read_head(paper *p)
{
    draft *d = p->draft;
    token t = {.src = d->src, .line = &p->grid->rows[0]};
    uint32_t x, y;
    if (!next_number(&t, SIDE_MAX, &d->h) || !next_number(&t, SIDE_MAX, &d->w))
        return false;
    if (!d->w || !d->h)
        return FAIL_AT(&t, "a map has at least one row and one column");
    if (!next_number(&t, d->w - 1, &x) || !next_number(&t, d->h - 1, &y))
        return false;
    d->start = y * d->w + x;
    d->start_line = t.line->number;
    if (!read_end(&t))
        return false;
    if (d->src->w && (d->src->w != d->w || d->src->h != d->h))
        return mw_fail(d->src, d->src->size_line, d->src->size_column,
                       "the header says %ux%u, but the map is %ux%u", d->src->w, d->src->h, d->w,
                       d->h);
    return p->grid->height > d->h ||
           mw_fail(d->src, d->last_line, 1, "the first line says %u rows, but there are %u", d->h,
                   p->grid->height - 1);
}

static bool read_paper(paper *p)
{
    const draft *d = p->draft;
    if (!read_head(p) || !read_rows(p))
        return false;
    for (uint32_t i = d->h + 1; i < p->grid->height; i++)
        if (!read_switch(p, &p->grid->rows[i]))
            return false;
    for (uint32_t c = 0; c < d->w * d->h; c++)
        if (p->digit[c] >= HEAVY && p->digit[c] <= HEAVY_ADD && !p->at[c])
            return mw_fail(d->src, p->grid->rows[c / d->w + 1].number, p->column[c],
                           "the switch in column %u, row %u (from 0) has no line below the map",
                           c % d->w, c / d->w);
    return name_switches(p) && name_bridges(p);
}

bool mw_bloxorz_read_paper(draft *d, const mw_grid *grid)
{
    paper *p = calloc(1, sizeof *p + grid->height * sizeof *p->switches);
    if (!p)
        return mw_no_memory(d->src->error);
    p->draft = d;
    p->grid = grid;
    bool ok = read_paper(p);
    free(p);
    return ok;
}

// ---- recognising

// Reads up to 4 numbers of a line, and counts them all. False: it has something else.
static bool count_numbers(mw_source *src, const mw_line *line, uint64_t most, uint64_t first[4],
                          uint32_t *count)
{
    token t = {.src = src, .line = line};
    for (*count = 0; mw_bloxorz_next_token(&t); ++*count) {
        uint64_t value;
        if (!mw_parse_number(t.text, t.length, most, &value))
            return false;
        if (*count < 4)
            first[*count] = value;
    }
    return true;
}

bool mw_bloxorz_begins_paper(mw_source *src, const mw_line *line)
{
    uint64_t head[4];
    uint32_t count;
    return src->row_end == '\n' && count_numbers(src, line, CELLS_MAX, head, &count) && count == 4;
}

// A first line of four numbers, rows and columns the first of them; then at least so many lines,
// the first one with a digit for each column.
bool mw_bloxorz_recognises_paper(mw_source *src)
{
    mw_line line;
    uint64_t head[4], digits[4], lines = 0;
    uint32_t count;
    if (!mw_next_line(src, &line) || !count_numbers(src, &line, CELLS_MAX, head, &count) ||
        count != 4 || !head[0] || !mw_next_line(src, &line) ||
        !count_numbers(src, &line, HOLE, digits, &count) || count != head[1])
        return false;
    do
        lines++;
    while (lines < head[0] && mw_next_line(src, &line));
    return lines == head[0];
}

// ---- writing

static unsigned digit_of(const board *b, uint32_t c)
{
    const tile *t = &b->tiles[c];
    const effect *e = mw_bloxorz_effect(b, c);
    if (t->group != NONE)
        return b->groups[t->group].there;
    if (!e)
        return t->base == GOAL ? HOLE : t->base;
    bool only_add = !e->changes[TOGGLE] && !e->changes[REMOVE];
    return e->split ? TELEPORT : !e->heavy ? mw_bloxorz_soft_type(e) : only_add ? HEAVY_ADD : HEAVY;
}

static void print_targets(const mw_maze *m, uint32_t groups, mw_writer *w)
{
    const board *b = mw_bloxorz_board(m);
    unsigned n = 0;
    for (uint32_t c = 0; c < b->cells; c++)
        n += b->tiles[c].group != NONE && groups >> b->tiles[c].group & 1;
    mw_write(w, " %u", n);
    for (uint32_t c = 0; c < b->cells; c++)
        if (b->tiles[c].group != NONE && groups >> b->tiles[c].group & 1)
            mw_write(w, " %u %u", c / m->w, c % m->w);
}

void mw_bloxorz_print_paper(const mw_maze *m, mw_writer *w)
{
    const board *b = mw_bloxorz_board(m);
    mw_write(w, "%u %u %u %u\n", m->h, m->w, b->start % m->w, b->start / m->w);
    for (uint32_t c = 0; c < b->cells; c++)
        mw_write(w, "%u%s", digit_of(b, c), (c + 1) % m->w ? " " : "\n");
    for (uint32_t c = 0; c < b->cells; c++) {
        const effect *e = mw_bloxorz_effect(b, c);
        if (!e)
            continue;
        unsigned digit = digit_of(b, c);
        mw_write(w, "%u %u", c % m->w, c / m->w);
        if (digit == TELEPORT)
            mw_write(w, " 2 %u %u %u %u", e->to[0] / m->w, e->to[0] % m->w, e->to[1] / m->w,
                     e->to[1] % m->w);
        else if (digit == HEAVY || digit == SOFT)
            for (unsigned k = 0; k < CHANGES; k++)
                print_targets(m, e->changes[k], w);
        else
            print_targets(m, e->changes[digit == SOFT_REMOVE ? REMOVE : ADD], w);
        mw_write_char(w, '\n');
    }
}
