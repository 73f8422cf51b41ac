// map.c: the map files of Hung et al. (2018): digits between blanks, then a line for each
// switch: the switch as column and row, its targets as row and column, all counted from 0.
#include "kinds/bloxorz/draft.h"

#include <stdlib.h>
#include <string.h>

typedef struct numbers { // the numbers of a line
    const mw_line *line;
    uint32_t at, column;
    bool end; // no more
} numbers;

static bool next_number(draft *d, numbers *n, uint64_t most, uint32_t *out)
{
    words w = {.line = n->line, .at = n->at};
    uint64_t value = 0;
    n->end = !mw_bloxorz_next_word(&w);
    n->at = w.at;
    n->column = w.start + 1;
    if (n->end || !mw_parse_number(w.word, w.length, most, &value))
        return mw_fail(d->src, n->line->number, n->column, "here stands a number from 0 to %llu",
                       (unsigned long long)most);
    *out = (uint32_t)value;
    return true;
}

static bool at_end(numbers *n) // else n->column is that of the next word
{
    words w = {.line = n->line, .at = n->at};
    bool more = mw_bloxorz_next_word(&w);
    n->column = w.start + 1;
    return !more;
}

typedef struct seed_switch {
    uint32_t cell;
    draft_effect effect;              // letters unused
    uint64_t sets[3][CELLS_MAX / 64]; // toggled, removed, added
} seed_switch;

typedef struct seed_map {
    uint8_t digit[CELLS_MAX];
    uint32_t column[CELLS_MAX]; // where in its line the digit stands
    bool described[CELLS_MAX];
    seed_switch *switches;
    uint32_t count;
} seed_map;

static bool has_cell(const uint64_t *set, uint32_t c)
{
    return set[c / 64] >> c % 64 & 1;
}

static bool seed_rows(draft *d, seed_map *map, const mw_grid *grid)
{
    for (uint32_t y = 0; y < d->h; y++) {
        numbers n = {.line = &grid->rows[y + 1]};
        for (uint32_t x = 0; x < d->w; x++) {
            uint32_t c = y * d->w + x, digit;
            if (!next_number(d, &n, 9, &digit))
                return false;
            if (digit == 9 && d->goal != CELLS_MAX)
                return mw_fail(d->src, n.line->number, n.column,
                               "a second hole; there is only one");
            if (digit == 9)
                d->goal = c;
            map->digit[c] = (uint8_t)digit;
            map->column[c] = n.column;
            d->base[c] = digit == 0 ? VOID : digit == 2 ? FRAGILE : digit == 9 ? GOAL : FLOOR;
        }
        if (!at_end(&n))
            return mw_fail(d->src, n.line->number, n.column, "this row has more than %u cells",
                           d->w);
    }
    return true;
}

// n (row column)*n into a set; targets are plain cells.
static bool seed_targets(draft *d, const seed_map *map, numbers *n, uint64_t *set)
{
    uint32_t count = 0, row = 0, column = 0;
    if (!next_number(d, n, CELLS_MAX, &count))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        if (!next_number(d, n, d->h - 1, &row) || !next_number(d, n, d->w - 1, &column))
            return false;
        uint32_t c = row * d->w + column;
        if (map->digit[c] > 1)
            return mw_fail(d->src, n->line->number, n->column,
                           "a bridge lies where the map has a %u; bridges are 0 or 1",
                           map->digit[c]);
        set[c / 64] |= (uint64_t)1 << c % 64;
    }
    return true;
}

static bool seed_split(draft *d, numbers *n, draft_effect *e)
{
    uint32_t two = 0, row = 0, column = 0;
    e->split = true;
    if (!next_number(d, n, 2, &two))
        return false;
    if (two != 2)
        return mw_fail(d->src, n->line->number, n->column, "a teleport has 2 targets");
    for (unsigned i = 0; i < 2; i++) {
        if (!next_number(d, n, d->h - 1, &row) || !next_number(d, n, d->w - 1, &column))
            return false;
        e->to[i] = (uint16_t)(row * d->w + column);
    }
    return e->to[0] != e->to[1] ||
           mw_fail(d->src, n->line->number, n->column, "the halves appear in the same cell");
}

static bool seed_line(draft *d, seed_map *map, const mw_line *line)
{
    numbers n = {.line = line};
    uint32_t x, y;
    if (!next_number(d, &n, d->w - 1, &x) || !next_number(d, &n, d->h - 1, &y))
        return false;
    uint32_t c = y * d->w + x, digit = map->digit[c];
    if (digit < 3 || digit > 8)
        return mw_fail(d->src, line->number, 1, "column %u, row %u (from 0) is no switch but a %u",
                       x, y, digit);
    if (map->described[c])
        return mw_fail(d->src, line->number, 1, "a second line for column %u, row %u (from 0)", x,
                       y);
    map->described[c] = true;
    seed_switch *s = &map->switches[map->count++];
    *s = (seed_switch){
        .cell = c, .effect.heavy = digit == 3 || digit == 8, .effect.line = line->number};
    if (digit == 7) {
        if (!seed_split(d, &n, &s->effect))
            return false;
    } else if (digit == 3 || digit == 5) {
        for (unsigned k = 0; k < 3 && (!k || !at_end(&n)); k++)
            if (!seed_targets(d, map, &n, s->sets[k]))
                return false;
    } else if (!seed_targets(d, map, &n, s->sets[digit == 4 ? 1 : 2])) {
        return false;
    }
    return at_end(&n) ||
           mw_fail(d->src, line->number, n.column, "nothing more belongs to this line");
}

static bool same_switch(const seed_switch *a, const seed_switch *b)
{
    return a->effect.heavy == b->effect.heavy && a->effect.split == b->effect.split &&
           !memcmp(a->effect.to, b->effect.to, sizeof a->effect.to) &&
           !memcmp(a->sets, b->sets, sizeof a->sets);
}

static bool does_nothing(const seed_switch *s)
{
    static const uint64_t none[3][CELLS_MAX / 64];
    return !s->effect.split && !memcmp(s->sets, none, sizeof none);
}

static int by_cell(const void *a, const void *b)
{
    uint32_t x = ((const seed_switch *)a)->cell, y = ((const seed_switch *)b)->cell;
    return (x > y) - (x < y);
}

// Switches that do the same share a name; names go from the top left down, whatever the lines'
// order.
static bool seed_names(draft *d, seed_map *map)
{
    uint32_t kept = 0;
    qsort(map->switches, map->count, sizeof *map->switches, by_cell);
    for (uint32_t i = 0; i < map->count; i++) {
        uint32_t j = 0;
        if (does_nothing(&map->switches[i])) // plain floor, then
            continue;
        while (j < kept && !same_switch(&map->switches[j], &map->switches[i]))
            j++;
        if (j == EFFECTS_MAX)
            return mw_fail(d->src, map->switches[i].effect.line, 1,
                           "more than %d switches that do different things", EFFECTS_MAX);
        if (j == kept)
            map->switches[kept++] = map->switches[i];
        d->effect[map->switches[i].cell] = (uint8_t)j;
        d->effects[j] = map->switches[j].effect;
        d->effects[j].defined = d->effects[j].used = true;
    }
    map->count = kept;
    return true;
}

// Bridges that every switch treats alike share a letter.
static bool seed_letters(draft *d, seed_map *map)
{
    static const char letters[] = "ABCDEFHIJKLMNPQRTUVWXYZ";
    uint32_t first[sizeof letters], known = 0;
    for (uint32_t c = 0; c < d->w * d->h; c++) {
        bool bridge = false;
        for (uint32_t i = 0; i < map->count; i++)
            for (unsigned k = 0; k < 3; k++)
                bridge |= has_cell(map->switches[i].sets[k], c);
        if (!bridge)
            continue;
        uint32_t l = 0;
        for (; l < known; l++) {
            bool alike = true;
            for (uint32_t i = 0; i < map->count; i++)
                for (unsigned k = 0; k < 3; k++)
                    alike &= has_cell(map->switches[i].sets[k], c) ==
                             has_cell(map->switches[i].sets[k], first[l]);
            if (alike)
                break;
        }
        if (l == sizeof letters - 1)
            return mw_fail(d->src, d->last_line, 1, "more than %d bridges that move independently",
                           (int)sizeof letters - 1);
        if (l == known) {
            first[known++] = c;
            for (uint32_t i = 0; i < map->count; i++) {
                uint32_t *sets[3] = {&d->effects[i].toggle, &d->effects[i].remove,
                                     &d->effects[i].add};
                for (unsigned k = 0; k < 3; k++)
                    if (has_cell(map->switches[i].sets[k], c))
                        *sets[k] |= LETTER(letters[l]);
            }
        }
        d->letter[c] = (uint8_t)letters[l];
        d->there[c] = map->digit[c];
        d->base[c] = VOID;
    }
    return true;
}

static bool read_seed_map(draft *d, const mw_grid *grid, seed_map *map)
{
    numbers n = {.line = &grid->rows[0]};
    uint32_t x, y;
    if (!next_number(d, &n, SIDE_MAX, &d->h) || !next_number(d, &n, SIDE_MAX, &d->w) || !d->w ||
        !d->h || !next_number(d, &n, d->w - 1, &x) || !next_number(d, &n, d->h - 1, &y))
        return d->src->error->text[0] ? false
                                      : mw_fail(d->src, n.line->number, n.column,
                                                "a map has at least one row and one column");
    d->start = y * d->w + x;
    d->start_line = n.line->number;
    if (!at_end(&n))
        return mw_fail(d->src, n.line->number, n.column, "nothing more belongs to this line");
    if (grid->height < d->h + 1)
        return mw_fail(d->src, d->last_line, 1, "the first line says %u rows, but there are %u",
                       d->h, grid->height - 1);
    if (!seed_rows(d, map, grid))
        return false;
    for (uint32_t i = d->h + 1; i < grid->height; i++)
        if (!seed_line(d, map, &grid->rows[i]))
            return false;
    for (uint32_t c = 0; c < d->w * d->h; c++)
        if (map->digit[c] >= 3 && map->digit[c] <= 8 && !map->described[c])
            return mw_fail(d->src, grid->rows[c / d->w + 1].number, map->column[c],
                           "the switch in column %u, row %u (from 0) has no line below the map",
                           c % d->w, c / d->w);
    return seed_names(d, map) && seed_letters(d, map);
}

bool mw_bloxorz_read_map(draft *d, const mw_grid *grid)
{
    seed_map *map = calloc(1, sizeof *map);
    bool ok = map && (map->switches = calloc(grid->height, sizeof *map->switches));
    ok = ok ? read_seed_map(d, grid, map) : (bool)mw_no_memory(d->src->error);
    if (map)
        free(map->switches);
    free(map);
    return ok;
}

// ---- writing

static unsigned seed_digit(const board *b, uint32_t c)
{
    const tile *t = &b->tiles[c];
    if (t->group != NONE)
        return b->groups[t->group].there;
    if (t->effect == NONE)
        return (const unsigned[]){[VOID] = 0, [FLOOR] = 1, [FRAGILE] = 2, [GOAL] = 9}[t->base];
    const effect *e = &b->effects[t->effect];
    bool only_add = !e->toggle && !e->remove, only_remove = !e->toggle && !e->add;
    return e->split ? 7 : e->heavy ? (only_add ? 8 : 3) : only_add ? 6 : only_remove ? 4 : 5;
}

static void print_seed_set(const mw_maze *m, uint32_t set, mw_writer *w)
{
    const board *b = mw_bloxorz_board(m);
    unsigned n = 0;
    for (uint32_t c = 0; c < b->cells; c++)
        n += b->tiles[c].group != NONE && set >> b->tiles[c].group & 1;
    mw_write(w, " %u", n);
    for (uint32_t c = 0; c < b->cells; c++)
        if (b->tiles[c].group != NONE && set >> b->tiles[c].group & 1)
            mw_write(w, " %u %u", c / m->w, c % m->w);
}

void mw_bloxorz_print_map(const mw_maze *m, mw_writer *w)
{
    const board *b = mw_bloxorz_board(m);
    mw_write(w, "%u %u %u %u\n", m->h, m->w, b->start % m->w, b->start / m->w);
    for (uint32_t c = 0; c < b->cells; c++)
        mw_write(w, "%u%s", seed_digit(b, c), (c + 1) % m->w ? " " : "\n");
    for (uint32_t c = 0; c < b->cells; c++) {
        if (b->tiles[c].effect == NONE)
            continue;
        const effect *e = &b->effects[b->tiles[c].effect];
        unsigned digit = seed_digit(b, c);
        mw_write(w, "%u %u", c % m->w, c / m->w);
        if (digit == 7) {
            mw_write(w, " 2 %u %u %u %u", e->to[0] / m->w, e->to[0] % m->w, e->to[1] / m->w,
                     e->to[1] % m->w);
        } else if (digit == 3 || digit == 5) {
            print_seed_set(m, e->toggle, w);
            print_seed_set(m, e->remove, w);
            print_seed_set(m, e->add, w);
        } else {
            print_seed_set(m, digit == 4 ? e->remove : e->add, w);
        }
        mw_write_char(w, '\n');
    }
}
