// draft.c: checks a draft and makes a maze of it; and makes a draft of a maze.
#include "kinds/bloxorz/draft.h"

#include <stdlib.h>
#include <string.h>

draft *mw_bloxorz_draft(mw_source *src)
{
    draft *d = calloc(1, sizeof *d);
    if (!d)
        return mw_no_memory(src->error);
    d->src = src;
    d->start = d->goal = CELLS_MAX;
    for (uint32_t c = 0; c < CELLS_MAX; c++)
        d->tiles[c].effect = NONE;
    return d;
}

bool mw_bloxorz_read_options(draft *d)
{
    unsigned rules = 0;
    d->count_switching = mw_option_value(d->src, "count-switching", NULL);
    d->no_half_in_hole = mw_option_value(d->src, "no-half-in-hole", NULL);
    if (!mw_option_choice(d->src, "rules", &rules))
        return false;
    d->seed_rules = rules;
    return true;
}

uint32_t mw_bloxorz_draft_letters(const draft *d)
{
    uint32_t set = 0;
    for (uint32_t c = 0; c < d->w * d->h; c++)
        set |= d->tiles[c].bridge ? LETTER(d->tiles[c].bridge) : 0;
    return set;
}

uint32_t mw_bloxorz_draft_effects(const draft *d)
{
    uint32_t set = 0;
    for (uint32_t c = 0; c < d->w * d->h; c++)
        set |= d->tiles[c].effect != NONE ? 1u << d->tiles[c].effect : 0;
    return set;
}

// ---- checks

static bool check_start_and_goal(const draft *d)
{
    mw_source *src = d->src;
    if (d->goal == CELLS_MAX)
        return mw_fail(src, d->last_line, 1, "no hole; mark it with G (9 in a map of digits)");
    if (d->start == CELLS_MAX)
        return mw_fail(src, d->last_line, 1, "no start; mark it with S");
    const draft_tile *t = &d->tiles[d->start];
    bool there = t->base != VOID || (t->bridge && !IS_SMALL(t->bridge));
    if (!there || t->base == FRAGILE)
        return mw_fail(src, d->start_line, 1, "the block starts where %s",
                       there ? "it would break a fragile tile" : "there is nothing to stand on");
    if (d->start == d->goal)
        return mw_fail(src, d->start_line, 1, "the block starts in the hole");
    return true;
}

static bool check_effects(const draft *d)
{
    uint32_t known = mw_bloxorz_draft_letters(d), used = mw_bloxorz_draft_effects(d);
    uint32_t moved = mw_bloxorz_all_changed(d->effects, EFFECTS_MAX);
    for (unsigned i = 0; i < EFFECTS_MAX; i++) {
        const effect *e = &d->effects[i];
        bool is_used = used >> i & 1, is_defined = d->defined >> i & 1;
        char name = mw_bloxorz_names[i];
        if (is_used && !is_defined)
            return mw_fail(d->src, d->last_line, 1,
                           "nothing says what %c does; add a line such as '%c soft toggle A'", name,
                           name);
        if (is_defined && !is_used)
            return mw_fail(d->src, d->effect_line[i], 1, "no cell of the map is marked %c", name);
        for (unsigned k = 0; k < 2 && e->split; k++)
            if (d->tiles[e->to[k]].base == VOID && !d->tiles[e->to[k]].bridge)
                return mw_fail(d->src, d->effect_line[i], 1,
                               "a half would appear where there is nothing");
        for (int l = 'A'; l <= 'Z'; l++)
            if (mw_bloxorz_changed(e) & ~known & LETTER(l))
                return mw_fail(d->src, d->effect_line[i], 1, "the map has no bridge %c", l);
    }
    for (int l = 'A'; l <= 'Z'; l++)
        if (known & ~moved & LETTER(l))
            return mw_fail(d->src, d->last_line, 1, "no switch moves bridge %c", l);
    return true;
}

// ---- from a draft to a maze

// A group for each letter, and for its bridges that are away and those that are there.
static bool make_groups(draft *d, board *b)
{
    for (int l = 'A'; l <= 'Z'; l++)
        for (int there = 0; there < 2; there++) {
            uint8_t g = b->group_count;
            bool found = false;
            for (uint32_t c = 0; c < d->w * d->h; c++)
                if (d->tiles[c].bridge == (there ? l : SMALL(l))) {
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
        set |= letters & LETTER(b->groups[g].letter) ? 1u << g : 0;
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
                 .count_switching = d->count_switching,
                 .no_half_in_hole = d->no_half_in_hole};
    for (unsigned i = 0; i < EFFECTS_MAX; i++) {
        index[i] = b->effect_count;
        b->effect_count += d->defined >> i & 1;
    }
    for (uint32_t c = 0; c < b->cells; c++) {
        const draft_tile *t = &d->tiles[c];
        b->tiles[c] = (tile){
            .base = t->base, .group = NONE, .effect = t->effect == NONE ? NONE : index[t->effect]};
    }
    if (!make_groups(d, b))
        return false;
    for (unsigned i = 0; i < EFFECTS_MAX; i++) {
        if (!(d->defined >> i & 1))
            continue;
        const effect *from = &d->effects[i];
        effect *e = &b->effects[index[i]]; // member by member: bytes between them must stay 0
        e->name = mw_bloxorz_names[i];
        e->heavy = from->heavy;
        e->split = from->split;
        e->as_5 = from->as_5;
        memcpy(e->to, from->to, sizeof e->to);
        for (unsigned k = 0; k < CHANGES; k++)
            e->changes[k] = groups_of(b, from->changes[k]);
    }
    mw_bloxorz_finish(m);
    return true;
}

mw_maze *mw_bloxorz_make(draft *d)
{
    if (!check_start_and_goal(d) || !check_effects(d))
        return NULL;
    mw_maze *m = mw_maze_new(d->src->kind, sizeof(board) + d->w * d->h * sizeof(tile));
    if (!m)
        return mw_no_memory(d->src->error);
    m->w = (uint16_t)d->w;
    m->h = (uint16_t)d->h;
    if (!fill_board(d, m)) {
        mw_maze_free(m);
        return NULL;
    }
    return m;
}

// ---- from a maze to a draft

static uint32_t letters_of(const board *b, uint32_t groups)
{
    uint32_t set = 0;
    for (unsigned g = 0; g < b->group_count; g++)
        set |= groups >> g & 1 ? LETTER(b->groups[g].letter) : 0;
    return set;
}

void mw_bloxorz_unmake(draft *d, const mw_maze *m)
{
    const board *b = mw_bloxorz_board(m);
    uint8_t names[EFFECTS_MAX] = {0};
    d->w = m->w;
    d->h = m->h;
    d->start = b->start;
    d->goal = b->goal;
    d->seed_rules = b->seed_rules;
    d->count_switching = b->count_switching;
    d->no_half_in_hole = b->no_half_in_hole;
    for (unsigned i = 0; i < b->effect_count; i++) {
        names[i] = (uint8_t)(strchr(mw_bloxorz_names, b->effects[i].name) - mw_bloxorz_names);
        effect *e = &d->effects[names[i]];
        *e = b->effects[i];
        for (unsigned k = 0; k < CHANGES; k++)
            e->changes[k] = letters_of(b, e->changes[k]);
        d->defined |= 1u << names[i];
    }
    for (uint32_t c = 0; c < b->cells; c++) {
        const tile *t = &b->tiles[c];
        d->tiles[c] =
            (draft_tile){.base = t->base,
                         .effect = t->effect == NONE ? NONE : names[t->effect],
                         .bridge = t->group == NONE ? 0 : mw_bloxorz_mark(&b->groups[t->group])};
    }
}
