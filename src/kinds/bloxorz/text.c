// text.c: the text forms of a Bloxorz maze. Ours is a map and a line for each switch:
//
//     bloxorz 7x3            .  nothing        o  floor       ~  fragile    S  start    G  hole
//     Soo1aao                1  a switch or splitter, named by 0-9 @ + _ -
//     oo~.~.o                a  a bridge that is away at first, A one that is there (not g, o, s)
//     oo.2..G
//     1 soft toggle A        soft: pressed by any part of the block; heavy: by standing on it only
//     2 split 1,1 7,1        the halves appear in column 1, row 1 and column 7, row 1
//
// A switch may `toggle`, `remove` and `add` bridges, in that order. In ids the words are joined by
// dots. Map files of numbers are read in map.c.
#include "kinds/bloxorz/draft.h"

#include "core/export.h"

#include <stdlib.h>
#include <string.h>

const char mw_bloxorz_names[EFFECTS_MAX + 1] = "0123456789@+_-";

draft *mw_bloxorz_draft(mw_source *src)
{
    draft *d = calloc(1, sizeof *d);
    if (!d) {
        mw_no_memory(src->error);
        return NULL;
    }
    d->src = src;
    d->start = d->goal = CELLS_MAX;
    memset(d->effect, NONE, sizeof d->effect);
    return d;
}

bool mw_bloxorz_read_options(draft *d)
{
    unsigned rules = 0;
    d->count_switching = mw_option_value(d->src, "count-switching", NULL);
    if (!mw_option_choice(d->src, "rules", &rules))
        return false;
    d->seed_rules = rules;
    return true;
}

// ---- checks and the finished maze

static bool check_start_and_goal(const draft *d)
{
    mw_source *src = d->src;
    if (d->goal == CELLS_MAX)
        return mw_fail(src, d->last_line, 1, "no hole; mark it with G (9 in a map of digits)");
    if (d->start == CELLS_MAX)
        return mw_fail(src, d->last_line, 1, "no start; mark it with S");
    bool there = d->base[d->start] != VOID || (d->letter[d->start] && d->there[d->start]);
    if (!there || d->base[d->start] == FRAGILE)
        return mw_fail(src, d->start_line, 1, "the block starts where %s",
                       there ? "it would break a fragile tile" : "there is nothing to stand on");
    if (d->start == d->goal)
        return mw_fail(src, d->start_line, 1, "the block starts in the hole");
    return true;
}

static bool check_effects(const draft *d)
{
    uint32_t moved = 0, known = 0;
    for (uint32_t c = 0; c < d->w * d->h; c++)
        if (d->letter[c])
            known |= LETTER(d->letter[c]);
    for (unsigned i = 0; i < EFFECTS_MAX; i++) {
        const draft_effect *e = &d->effects[i];
        char name = mw_bloxorz_names[i];
        if (e->used && !e->defined)
            return mw_fail(d->src, d->last_line, 1,
                           "nothing says what %c does; add a line such as '%c soft toggle A'", name,
                           name);
        if (e->defined && !e->used)
            return mw_fail(d->src, e->line, 1, "no cell of the map is marked %c", name);
        for (unsigned k = 0; k < 2 && e->split; k++)
            if (d->base[e->to[k]] == VOID && !d->letter[e->to[k]])
                return mw_fail(d->src, e->line, 1, "a half would appear where there is nothing");
        for (int l = 'A'; l <= 'Z'; l++)
            if (mw_bloxorz_moved(e) & ~known & LETTER(l))
                return mw_fail(d->src, e->line, 1, "the map has no bridge %c", l);
        moved |= mw_bloxorz_moved(e);
    }
    for (int l = 'A'; l <= 'Z'; l++)
        if (known & ~moved & LETTER(l))
            return mw_fail(d->src, d->last_line, 1, "no switch moves bridge %c", l);
    return true;
}

// A group for each letter, and for its bridges that are there and those that are away.
static bool make_groups(draft *d, board *b)
{
    for (int l = 'A'; l <= 'Z'; l++)
        for (int there = 0; there < 2; there++) {
            uint8_t g = b->group_count;
            bool found = false;
            for (uint32_t c = 0; c < d->w * d->h; c++)
                if (d->letter[c] == l && d->there[c] == there) {
                    if (g == GROUPS_MAX)
                        return mw_fail(d->src, d->last_line, 1,
                                       "more than %d bridges move independently", GROUPS_MAX);
                    b->tiles[c].group = g;
                    found = true;
                }
            if (found)
                b->groups[b->group_count++] = (group){.letter = (uint8_t)l, .there = there};
        }
    return true;
}

static uint32_t groups_of(const board *b, uint32_t letters)
{
    uint32_t set = 0;
    for (unsigned g = 0; g < b->group_count; g++)
        if (letters & LETTER(b->groups[g].letter))
            set |= 1u << g;
    return set;
}

static bool fill_board(draft *d, mw_maze *m)
{
    board *b = (board *)m->data;
    uint8_t index[EFFECTS_MAX];
    *b = (board){.start = (uint16_t)d->start,
                 .goal = (uint16_t)d->goal,
                 .cells = (uint16_t)(d->w * d->h),
                 .seed_rules = d->seed_rules,
                 .count_switching = d->count_switching};
    for (uint32_t c = 0; c < d->w * d->h; c++)
        b->tiles[c] = (tile){.base = d->base[c], .group = NONE, .effect = NONE};
    if (!make_groups(d, b))
        return false;
    for (unsigned i = 0; i < EFFECTS_MAX; i++) {
        const draft_effect *e = &d->effects[i];
        index[i] = b->effect_count;
        if (!e->defined)
            continue;
        effect *out = &b->effects[b->effect_count++];
        out->name = mw_bloxorz_names[i];
        out->heavy = e->heavy;
        out->split = e->split;
        memcpy(out->to, e->to, sizeof e->to);
        out->toggle = groups_of(b, e->toggle);
        out->remove = groups_of(b, e->remove);
        out->add = groups_of(b, e->add);
    }
    for (uint32_t c = 0; c < d->w * d->h; c++)
        if (d->effect[c] != NONE)
            b->tiles[c].effect = index[d->effect[c]];
    mw_bloxorz_finish(m);
    return true;
}

mw_maze *mw_bloxorz_make(draft *d)
{
    if (!check_start_and_goal(d) || !check_effects(d))
        return NULL;
    mw_maze *m = mw_maze_new(d->src->kind, sizeof(board) + d->w * d->h * sizeof(tile));
    if (!m) {
        mw_no_memory(d->src->error);
        return NULL;
    }
    m->w = (uint16_t)d->w;
    m->h = (uint16_t)d->h;
    if (!fill_board(d, m)) {
        mw_maze_free(m);
        return NULL;
    }
    return m;
}

// ---- our own form

static bool read_cell(draft *d, uint32_t c, char mark, uint32_t line, uint32_t column)
{
    char shown[16];
    uint32_t *place = mark == 'S' ? &d->start : mark == 'G' ? &d->goal : NULL;
    const char *name = strchr(mw_bloxorz_names, mark);
    bool upper = mark >= 'A' && mark <= 'Z', lower = mark >= 'a' && mark <= 'z';
    d->base[c] = mark == '.' ? VOID : mark == '~' ? FRAGILE : mark == 'G' ? GOAL : FLOOR;
    if (place) {
        if (*place != CELLS_MAX)
            return mw_fail(d->src, line, column, "a second %s; there is only one",
                           mark == 'S' ? "start" : "hole");
        *place = c;
        if (mark == 'S')
            d->start_line = line;
    } else if (name) {
        d->effect[c] = (uint8_t)(name - mw_bloxorz_names);
        d->effects[d->effect[c]].used = true;
    } else if ((upper || lower) && mark != 'o') {
        if (strchr("OSgs", mark))
            return mw_fail(d->src, line, column,
                           "'%c' is no bridge, it looks too much like o, S or G", mark);
        d->base[c] = VOID;
        d->letter[c] = (uint8_t)(upper ? mark : mark - 'a' + 'A');
        d->there[c] = upper;
    } else if (!strchr(".o~", mark)) {
        return mw_fail(d->src, line, column,
                       "%s is no tile; use . o ~ S G, letters for bridges, digits for switches",
                       mw_show_byte(mark, shown));
    }
    return true;
}

static bool is_gap(const words *w, char c)
{
    return w->dots ? c == '.' : c == ' ' || c == '\t';
}

bool mw_bloxorz_next_word(words *w)
{
    while (w->at < w->line->length && is_gap(w, w->line->text[w->at]))
        w->at++;
    w->start = w->at;
    w->word = w->line->text + w->at;
    while (w->at < w->line->length && !is_gap(w, w->line->text[w->at]))
        w->at++;
    w->length = w->at - w->start;
    return w->length;
}

static bool is(const words *w, const char *text)
{
    return strlen(text) == w->length && !memcmp(w->word, text, w->length);
}

// A word COLUMN,ROW, both counted from 1.
static bool read_place(draft *d, words *w, uint16_t *cell)
{
    uint64_t x = 0, y = 0;
    const char *comma = mw_bloxorz_next_word(w) ? memchr(w->word, ',', w->length) : NULL;
    uint32_t before = comma ? (uint32_t)(comma - w->word) : 0;
    if (!comma || !mw_parse_number(w->word, before, d->w, &x) || !x ||
        !mw_parse_number(comma + 1, w->length - before - 1, d->h, &y) || !y)
        return mw_fail(d->src, w->line->number, w->start + 1,
                       "here stands a cell as COLUMN,ROW, from 1,1 to %u,%u", d->w, d->h);
    *cell = (uint16_t)((y - 1) * d->w + x - 1);
    return true;
}

static bool read_letters(draft *d, words *w, uint32_t *set)
{
    if (!mw_bloxorz_next_word(w))
        return mw_fail(d->src, w->line->number, w->start + 1, "here stand letters of bridges");
    for (uint32_t i = 0; i < w->length; i++) {
        char c = w->word[i];
        if (c < 'A' || c > 'Z' || strchr("GOS", c))
            return mw_fail(d->src, w->line->number, w->start + i + 1,
                           "here stand letters of bridges: A to Z without G, O and S");
        *set |= LETTER(c);
    }
    return true;
}

static bool read_switch(draft *d, words *w, draft_effect *e)
{
    e->heavy = is(w, "heavy");
    while (mw_bloxorz_next_word(w)) {
        uint32_t *set = is(w, "toggle")   ? &e->toggle
                        : is(w, "remove") ? &e->remove
                        : is(w, "add")    ? &e->add
                                          : NULL;
        if (!set)
            return mw_fail(d->src, w->line->number, w->start + 1,
                           "'%.*s' is unknown; a switch can toggle, remove and add",
                           (int)(w->length < 20 ? w->length : 20), w->word);
        if (!read_letters(d, w, set))
            return false;
    }
    return mw_bloxorz_moved(e) ||
           mw_fail(d->src, w->line->number, w->start + 1,
                   "the switch does nothing; let it toggle, remove or add bridges");
}

static bool read_split(draft *d, words *w, draft_effect *e)
{
    e->split = true;
    if (!read_place(d, w, &e->to[0]) || !read_place(d, w, &e->to[1]))
        return false;
    if (e->to[0] == e->to[1])
        return mw_fail(d->src, w->line->number, w->start + 1, "the halves appear in the same cell");
    return !mw_bloxorz_next_word(w) ||
           mw_fail(d->src, w->line->number, w->start + 1, "nothing more belongs here");
}

// Is this a line about a switch, a splitter or the start, and not a row of the map?
static bool is_directive(const draft *d, const mw_line *line)
{
    words w = {.line = line, .dots = d->src->row_end == '/'};
    if (!mw_bloxorz_next_word(&w))
        return false;
    bool start = is(&w, "start");
    return mw_bloxorz_next_word(&w) &&
           (start || is(&w, "soft") || is(&w, "heavy") || is(&w, "split"));
}

static bool read_directive(draft *d, const mw_line *line)
{
    words w = {.line = line, .dots = d->src->row_end == '/'};
    mw_bloxorz_next_word(&w);
    if (is(&w, "start")) {
        uint16_t cell;
        if (d->start != CELLS_MAX)
            return mw_fail(d->src, line->number, 1, "a second start; there is only one");
        if (!read_place(d, &w, &cell))
            return false;
        d->start = cell;
        d->start_line = line->number;
        return !mw_bloxorz_next_word(&w) ||
               mw_fail(d->src, line->number, w.start + 1, "nothing more belongs here");
    }
    const char *name = w.length == 1 ? strchr(mw_bloxorz_names, *w.word) : NULL;
    if (!name)
        return mw_fail(d->src, line->number, w.start + 1,
                       "'%.*s' is no name of a switch; use one of %s",
                       (int)(w.length < 20 ? w.length : 20), w.word, mw_bloxorz_names);
    draft_effect *e = &d->effects[name - mw_bloxorz_names];
    if (e->defined)
        return mw_fail(d->src, line->number, 1, "a second line for %c", *name);
    e->defined = true;
    e->line = line->number;
    mw_bloxorz_next_word(&w);
    return is(&w, "split") ? read_split(d, &w, e) : read_switch(d, &w, e);
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

mw_maze *mw_bloxorz_parse(mw_source *src)
{
    mw_grid grid = {0};
    mw_maze *m = NULL;
    draft *d = mw_bloxorz_draft(src);
    if (d && mw_bloxorz_read_options(d) && mw_grid_read(src, SIDE_MAX + CELLS_MAX + 1, &grid)) {
        const mw_line *first = &grid.rows[0];
        bool numbers_only = src->bare && (memchr(first->text, ' ', first->length) ||
                                          memchr(first->text, '\t', first->length));
        d->last_line = grid.rows[grid.height - 1].number;
        if (numbers_only ? mw_bloxorz_read_map(d, &grid) : read_own(d, &grid))
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
        return (char)(b->groups[t->group].letter + (b->groups[t->group].there ? 0 : 'a' - 'A'));
    return t->effect != NONE ? b->effects[t->effect].name : ".o~G"[t->base];
}

static void print_letters(const board *b, const char *gap, const char *word, uint32_t set,
                          mw_writer *w)
{
    if (!set)
        return;
    mw_write(w, "%s%s%s", gap, word, gap);
    for (unsigned g = 0; g < b->group_count; g++)
        if (set >> g & 1 &&
            !(g && set >> (g - 1) & 1 && b->groups[g - 1].letter == b->groups[g].letter))
            mw_write_char(w, (char)b->groups[g].letter);
}

static void print_place(const mw_maze *m, const char *gap, uint32_t cell, mw_writer *w)
{
    mw_write(w, "%s%u,%u", gap, cell % m->w + 1, cell / m->w + 1);
}

void mw_bloxorz_print(const mw_maze *m, bool compact, mw_writer *w)
{
    const board *b = mw_bloxorz_board(m);
    const char *gap = compact ? "." : " ";
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
        print_letters(b, gap, "toggle", e->toggle, w);
        print_letters(b, gap, "remove", e->remove, w);
        print_letters(b, gap, "add", e->add, w);
        mw_write_char(w, '\n');
    }
}

void mw_bloxorz_print_options(const mw_maze *m, mw_writer *w)
{
    const board *b = mw_bloxorz_board(m);
    mw_write(w, "%s%s", b->seed_rules ? " rules=seed" : "",
             b->count_switching ? " count-switching" : "");
}

const mw_form mw_bloxorz_forms[] = {
    {.name = "paper", .about = "the map files of Hung et al.", .print = mw_bloxorz_print_map},
    MW_EXPORT_FORMS(bloxorz),
    {0},
};
