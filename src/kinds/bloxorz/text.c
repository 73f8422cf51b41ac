// text.c: the text forms of a Bloxorz maze, and random ones. Ours is a map and a line for each
// switch:
//
//     bloxorz 7x3            .  nothing        o  floor       ~  fragile    S  start    G  hole
//     Soo1aao                1  a switch or splitter, named by 0-9 @ + _ -
//     oo~.~.o                a  a bridge that is away at first, A one that is there (not g, o, s)
//     oo.2..G
//     1 soft toggle A        soft: pressed by any part of the block; heavy: by standing on it only
//     2 split 1,1 7,1        the halves appear in column 1, row 1 and column 7, row 1
//
// A switch may `toggle`, `remove` and `add` bridges, in that order. `as 5` after that: by the
// seed's rules it works in its turn with those that toggle, though it only removes or only adds. In
// ids the words are joined by dots. text_paper.c reads and writes map files of numbers.
#include "kinds/bloxorz/draft.h"

#include "core/export.h"
#include "mazewright/rng.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

const char mw_bloxorz_names[EFFECTS_MAX + 1] = "0123456789@+_-";
static const char *const verbs[CHANGES] = {"toggle", "remove", "add"};

// ---- the map

static bool read_cell(draft *d, uint32_t c, char mark, uint32_t line, uint32_t column)
{
    char shown[16];
    draft_tile *t = &d->tiles[c];
    uint32_t *place = mark == 'S' ? &d->start : mark == 'G' ? &d->goal : NULL;
    const char *name = strchr(mw_bloxorz_names, mark);
    bool letter = (mark >= 'A' && mark <= 'Z') || (mark >= 'a' && mark <= 'z');
    t->base = mark == '.' ? VOID : mark == '~' ? FRAGILE : mark == 'G' ? GOAL : FLOOR;
    if (place) {
        if (*place != CELLS_MAX)
            return mw_fail(d->src, line, column, "a second %s; there is only one",
                           mark == 'S' ? "start" : "hole");
        *place = c;
        if (mark == 'S')
            d->start_line = line;
    } else if (name) {
        t->effect = (uint8_t)(name - mw_bloxorz_names);
    } else if (letter && mark != 'o') {
        if (strchr("OSgs", mark))
            return mw_fail(d->src, line, column,
                           "'%c' is no bridge, it looks too much like o, S or G", mark);
        t->base = VOID;
        t->bridge = mark;
    } else if (!strchr(".o~", mark)) {
        return mw_fail(d->src, line, column,
                       "%s is no tile; use . o ~ S G, letters for bridges, digits for switches",
                       mw_show_byte(mark, shown));
    }
    return true;
}

// ---- lines about switches, splitters and the start

static bool is_gap(const token *t)
{
    char c = t->line->text[t->at];
    return t->src->row_end == '/' ? c == '.' : c == ' ' || c == '\t';
}

bool mw_bloxorz_next_token(token *t)
{
    while (t->at < t->line->length && is_gap(t))
        t->at++;
    t->start = t->at;
    t->text = t->line->text + t->at;
    while (t->at < t->line->length && !is_gap(t))
        t->at++;
    t->length = t->at - t->start;
    return t->length;
}

static bool is(const token *t, const char *text)
{
    return strlen(text) == t->length && !memcmp(t->text, text, t->length);
}

static bool read_end(token *t)
{
    return !mw_bloxorz_next_token(t) || FAIL_AT(t, "nothing more belongs here");
}

// A token COLUMN,ROW, both counted from 1.
static bool read_place(const draft *d, token *t, uint16_t *cell)
{
    uint64_t x = 0, y = 0;
    const char *comma = mw_bloxorz_next_token(t) ? memchr(t->text, ',', t->length) : NULL;
    uint32_t before = comma ? (uint32_t)(comma - t->text) : 0;
    if (!comma || !mw_parse_number(t->text, before, d->w, &x) || !x ||
        !mw_parse_number(comma + 1, t->length - before - 1, d->h, &y) || !y)
        return FAIL_AT(t, "here belongs a cell as COLUMN,ROW, from 1,1 to %u,%u", d->w, d->h);
    *cell = (uint16_t)((y - 1) * d->w + x - 1);
    return true;
}

static bool read_letters(token *t, uint32_t *set)
{
    if (!mw_bloxorz_next_token(t))
        return FAIL_AT(t, "here stand letters of bridges");
    for (uint32_t i = 0; i < t->length; i++) {
        char c = t->text[i];
        if (c < 'A' || c > 'Z' || strchr("GOS", c))
            return mw_fail(t->src, t->line->number, t->start + i + 1,
                           "here stand letters of bridges: A to Z without G, O and S");
        *set |= LETTER(c);
    }
    return true;
}

static bool read_switch(token *t, effect *e)
{
    e->heavy = is(t, "heavy");
    while (mw_bloxorz_next_token(t)) {
        unsigned k = 0;
        if (!e->heavy && mw_bloxorz_changed(e) && is(t, "as")) {
            e->as_5 = mw_bloxorz_next_token(t) && is(t, "5");
            return e->as_5 ? read_end(t) : FAIL_AT(t, "only 'as 5' is known");
        }
        while (k < CHANGES && !is(t, verbs[k]))
            k++;
        if (k == CHANGES)
            return FAIL_AT(t, "'%.*s' is unknown; a switch can toggle, remove and add",
                           (int)(t->length < 20 ? t->length : 20), t->text);
        if (!read_letters(t, &e->changes[k]))
            return false;
    }
    return mw_bloxorz_changed(e) ||
           FAIL_AT(t, "the switch does nothing; let it toggle, remove or add bridges");
}

static bool read_split(const draft *d, token *t, effect *e)
{
    e->split = true;
    if (!read_place(d, t, &e->to[0]) || !read_place(d, t, &e->to[1]))
        return false;
    if (e->to[0] == e->to[1])
        return FAIL_AT(t, "the halves appear in the same cell");
    return read_end(t);
}

// Is this a line about a switch, a splitter or the start, and not a row of the map?
static bool is_directive(const draft *d, const mw_line *line)
{
    token t = {.src = d->src, .line = line};
    if (!mw_bloxorz_next_token(&t))
        return false;
    bool start = is(&t, "start");
    return mw_bloxorz_next_token(&t) &&
           (start || is(&t, "soft") || is(&t, "heavy") || is(&t, "split"));
}

static bool read_start(draft *d, token *t)
{
    uint16_t cell;
    if (d->start != CELLS_MAX)
        return mw_fail(d->src, t->line->number, 1, "a second start; there is only one");
    if (!read_place(d, t, &cell))
        return false;
    d->start = cell;
    d->start_line = t->line->number;
    return read_end(t);
}

static bool read_directive(draft *d, const mw_line *line)
{
    token t = {.src = d->src, .line = line};
    mw_bloxorz_next_token(&t);
    if (is(&t, "start"))
        return read_start(d, &t);
    const char *name = t.length == 1 ? strchr(mw_bloxorz_names, *t.text) : NULL;
    if (!name)
        return FAIL_AT(&t, "'%.*s' is no name of a switch; use one of %s",
                       (int)(t.length < 20 ? t.length : 20), t.text, mw_bloxorz_names);
    unsigned i = (unsigned)(name - mw_bloxorz_names);
    if (d->defined >> i & 1)
        return mw_fail(d->src, line->number, 1, "a second line for %c", *name);
    d->defined |= 1u << i;
    d->effect_line[i] = line->number;
    mw_bloxorz_next_token(&t);
    return is(&t, "split") ? read_split(d, &t, &d->effects[i]) : read_switch(&t, &d->effects[i]);
}

static bool read_own(draft *d, const mw_grid *grid)
{
    uint32_t rows = 0;
    while (rows < grid->height &&
           (d->src->h ? rows < d->src->h : !is_directive(d, &grid->rows[rows])))
        rows++;
    d->h = rows;
    d->w = grid->rows[0].length;
    if (!mw_grid_height(d->src, rows))
        return false;
    if (!rows || rows > SIDE_MAX)
        return mw_fail(d->src, grid->rows[0].number, 1, "a bloxorz maze has 1 to %d rows",
                       SIDE_MAX);
    for (uint32_t y = 0; y < rows; y++) {
        const mw_line *row = &grid->rows[y];
        if (!mw_grid_width(d->src, row, row->length, d->w, SIDE_MAX))
            return false;
        for (uint32_t x = 0; x < d->w; x++)
            if (!read_cell(d, y * d->w + x, row->text[x], row->number, x + 1))
                return false;
    }
    for (uint32_t i = rows; i < grid->height; i++)
        if (!is_directive(d, &grid->rows[i]))
            return mw_fail(d->src, grid->rows[i].number, 1,
                           "after the map come lines such as '1 soft toggle A' only");
        else if (!read_directive(d, &grid->rows[i]))
            return false;
    return true;
}

static mw_maze *parse(mw_source *src)
{
    mw_grid grid = {0};
    mw_maze *m = NULL;
    draft *d = mw_bloxorz_draft(src);
    if (d && mw_bloxorz_read_options(d) && mw_grid_read(src, SIDE_MAX + CELLS_MAX + 1, &grid)) {
        const mw_line *first = &grid.rows[0];
        bool blanks =
            memchr(first->text, ' ', first->length) || memchr(first->text, '\t', first->length);
        bool numbers_only = src->bare ? blanks : mw_bloxorz_begins_paper(src, first);
        d->last_line = grid.rows[grid.height - 1].number;
        if (numbers_only ? mw_bloxorz_read_paper(d, &grid) : read_own(d, &grid))
            m = mw_bloxorz_make(d);
    }
    mw_grid_free(&grid);
    free(d);
    return m;
}

// ---- writing

static bool start_is_plain(const board *b)
{
    const tile *t = &b->tiles[b->start];
    return t->base == FLOOR && t->effect == NONE;
}

static char cell_char(const board *b, uint32_t c)
{
    const tile *t = &b->tiles[c];
    if (c == b->start && start_is_plain(b))
        return 'S';
    if (t->group != NONE)
        return mw_bloxorz_mark(&b->groups[t->group]);
    return t->effect != NONE ? b->effects[t->effect].name : ".o~G"[t->base];
}

static void print_place(const mw_maze *m, const char *gap, uint32_t cell, mw_writer *w)
{
    mw_write(w, "%s%u,%u", gap, cell % m->w + 1, cell / m->w + 1);
}

static void print(const mw_maze *m, bool compact, mw_writer *w)
{
    const board *b = mw_bloxorz_board(m);
    const char *gap = compact ? "." : " ";
    char letters[GROUPS_MAX + 1];
    for (uint32_t c = 0; c < b->cells; c++) {
        mw_write_char(w, cell_char(b, c));
        if ((c + 1) % m->w == 0)
            mw_write_char(w, '\n');
    }
    if (!start_is_plain(b)) {
        mw_write(w, "start");
        print_place(m, gap, b->start, w);
        mw_write_char(w, '\n');
    }
    for (unsigned i = 0; i < b->effect_count; i++) {
        const effect *e = &b->effects[i];
        mw_write(w, "%c%s%s", e->name, gap, e->split ? "split" : e->heavy ? "heavy" : "soft");
        if (e->split) {
            print_place(m, gap, e->to[0], w);
            print_place(m, gap, e->to[1], w);
        }
        for (unsigned k = 0; k < CHANGES; k++)
            if (e->changes[k])
                mw_write(w, "%s%s%s%s", gap, verbs[k], gap,
                         mw_bloxorz_letters(b, e->changes[k], letters));
        if (e->as_5)
            mw_write(w, "%sas%s5", gap, gap);
        mw_write_char(w, '\n');
    }
}

static void print_options(const mw_maze *m, mw_writer *w)
{
    const board *b = mw_bloxorz_board(m);
    mw_write(w, "%s%s%s", b->seed_rules ? " rules=seed" : "",
             b->count_switching ? " count-switching" : "",
             b->no_half_in_hole ? " no-half-in-hole" : "");
}

// ---- random mazes, with tiles, switches and splitters as the options ask for

#define SWITCHES_MAX 12 // each with a letter of its own

static bool is_free(const draft *d, uint32_t c)
{
    return c != d->start && c != d->goal && !d->tiles[c].bridge && d->tiles[c].effect == NONE;
}

// Turns a random free cell into floor. There always is one: read_amounts sees to that.
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

typedef struct amounts {
    uint64_t floor, fragile, switches, soft, heavy, splits;
} amounts;

static bool read_amounts(mw_source *src, amounts *w)
{
    *w = (amounts){.floor = 80, .fragile = UINT64_MAX};
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

static uint8_t random_tile(const amounts *w, mw_rng *rng)
{
    if (mw_rng_below(rng, 100) >= w->floor)
        return VOID;
    bool fragile = w->fragile > 100 ? !mw_rng_below(rng, 12) : mw_rng_below(rng, 100) < w->fragile;
    return fragile ? FRAGILE : FLOOR;
}

static void random_draft(draft *d, const amounts *w, mw_rng *rng)
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

static mw_maze *random_maze(mw_source *src, mw_rng *rng)
{
    amounts w;
    if (!mw_random_size(src, 4, SIDE_MAX))
        return NULL;
    draft *d = mw_bloxorz_draft(src);
    mw_maze *m = NULL;
    if (d && mw_bloxorz_read_options(d) && read_amounts(src, &w)) {
        d->w = src->w;
        d->h = src->h;
        random_draft(d, &w, rng);
        m = mw_bloxorz_make(d);
    }
    free(d);
    return m;
}

// ---- the part of the kind

#define RANDOM(option, usual, text)                                                                \
    {                                                                                              \
        .name = (option), .value = (usual), .about = (text), .only_random = true                   \
    }

const mw_text mw_bloxorz_text = {
    .size = sizeof(mw_text),
    .how_to_read =
        "Each character is a cell: . nothing, o a tile, ~ a fragile tile, S the tile where the "
        "block begins, standing, and G the hole. A large letter is a bridge that is there at "
        "the start, a small letter one that is away; all cells of one letter move together. A "
        "digit, @, +, _ or - is a switch or a splitter; a line below the map says what it does. "
        "'1 soft toggle A remove B add C': any part of the block presses it; then bridge A "
        "comes or goes, B goes and C comes. A heavy switch is pressed only by the block "
        "standing on it. '2 split 8,1 15,4': the halves appear in column 8, row 1 and in column "
        "15, row 4, counted from 1 at the top left. U is a roll up on the map, R right, D down "
        "and L left.",
    .parse = parse,
    .print = print,
    .options =
        (const mw_option[]){
            {.name = "rules",
             .value = "game|seed",
             .about = "the game's rules, or those of Hung et al.: both halves press the "
                      "switches under them on every move, and switches under one block work in "
                      "the order of their types"},
            {.name = "count-switching",
             .about = "turning to the other half is a move of its own; a is the active one"},
            {.name = "no-half-in-hole",
             .about = "a half may not move onto the hole: the text of Hung et al., not their "
                      "program"},
            RANDOM("floor", "80", "per cent of the cells of a random maze"),
            RANDOM("fragile", "8", "per cent of the tiles of a random maze that are fragile"),
            RANDOM("switches", "0", "switches of a random maze, soft or heavy"),
            RANDOM("soft", "0", "soft switches of a random maze, each with a bridge in one piece"),
            RANDOM("heavy", "0",
                   "heavy switches of a random maze, each with a bridge in one piece"),
            RANDOM("splits", "0", "splitters of a random maze"),
            {0},
        },
    .print_options = print_options,
    .forms =
        (const mw_form[]){
            {.name = "paper",
             .about = "the map files of Hung et al.",
             .print = mw_bloxorz_print_paper},
            MW_EXPORT_FORMS(bloxorz),
            {0},
        },
    .random = random_maze,
    .generator = 1,
    .recognises = mw_bloxorz_recognises_paper,
};
