// fast_moves.c: the tables of moves that fast.c looks up, see fast.h.
#include "kinds/bloxorz/fast.h"

static const change nothing = {UINT32_MAX, 0};

static change change_of(const effect *e)
{
    uint32_t set = e->changes[REMOVE] | e->changes[ADD];
    return (change){~set, (e->changes[TOGGLE] & ~set) | e->changes[ADD]};
}

static uint32_t bit_of_switch(const fast *f, uint32_t cell)
{
    for (uint32_t i = 0; i < f->switch_count; i++)
        if (f->switches[i] == cell)
            return 1u << i;
    return 0;
}

// If there is a soft switch in this cell, the move presses it.
static void press(const fast *f, move *v, uint32_t cell, uint32_t off)
{
    const effect *e = cell == off ? NULL : mw_bloxorz_soft(f->b, cell);
    if (!e)
        return;
    v->does = then(v->does, change_of(e));
    v->fires |= bit_of_switch(f, cell);
}

static void stand(const fast *f, move *v, uint32_t cell, uint32_t off, bool firm)
{
    const effect *e = effect_at(f, cell, off);
    v->to = (uint32_t)STANDING << f->shift | f->tile[cell];
    if (f->b->tiles[cell].base == FRAGILE && !firm) {
        v->to = BROKEN | f->tile[cell];
    } else if (e && e->split) {
        v->to = split_place(f, f->tile[e->to[0]], f->tile[e->to[1]]);
        v->fires = bit_of_switch(f, cell);
    } else if (e) {
        v->does = change_of(e);
        v->fires = bit_of_switch(f, cell);
    }
}

static bool has_tile(const fast *f, int x, int y, uint32_t *cell)
{
    *cell = (uint32_t)(y * f->m->w + x);
    return x >= 0 && y >= 0 && x < f->m->w && y < f->m->h && f->tile[*cell] != UINT16_MAX;
}

static move roll_to(const fast *f, uint32_t pose, uint32_t from, unsigned d, uint32_t off,
                    bool firm)
{
    const roll *r = &mw_bloxorz_rolls[pose][d];
    int x = from % f->m->w + r->x, y = from / f->m->w + r->y;
    move v = {.to = NOWHERE, .does = nothing};
    uint32_t near, far;
    if (!has_tile(f, x, y, &near) ||
        !has_tile(f, x + (r->pose == ALONG_X), y + (r->pose == ALONG_Y), &far))
        return v;
    v.need = f->bridge[f->tile[near]] | f->bridge[f->tile[far]];
    if (r->pose == STANDING) {
        stand(f, &v, near, off, firm);
        return v;
    }
    v.to = (uint32_t)r->pose << f->shift | f->tile[near];
    bool swaps = mw_bloxorz_swaps(f->b, near, far);
    press(f, &v, swaps ? far : near, off);
    press(f, &v, swaps ? near : far, off);
    return v;
}

static void fill_steps(fast *f, uint32_t t, uint32_t off)
{
    uint32_t c = f->cell[t], to;
    f->soft[t] = (move){.to = NOWHERE, .does = nothing};
    press(f, &f->soft[t], c, off);
    f->step_count[t] = 0;
    for (unsigned d = 0; d < 4; d++) {
        const int8_t *step = mw_bloxorz_steps[mw_bloxorz_half_order[d]];
        move v = {.does = nothing};
        if (!has_tile(f, (int)(c % f->m->w) + step[0], (int)(c / f->m->w) + step[1], &to) ||
            (f->b->no_half_in_hole && to == f->b->goal))
            continue;
        v.to = f->tile[to];
        v.need = f->bridge[v.to];
        press(f, &v, to, off);
        f->steps[t * 4 + f->step_count[t]++] = v;
    }
}

void mw_bloxorz_fill_moves(fast *f, uint32_t off, bool firm)
{
    for (uint32_t t = 0; t < f->tiles; t++) {
        for (uint32_t pose = STANDING; pose <= ALONG_Y; pose++) {
            uint32_t place = pose << f->shift | t;
            f->roll_count[place] = 0;
            for (unsigned d = 0; d < 4; d++) {
                move v = roll_to(f, pose, f->cell[t], d, off, firm);
                if (v.to != NOWHERE)
                    f->rolls[place * 4 + f->roll_count[place]++] = v;
            }
        }
        if (f->b->splits)
            fill_steps(f, t, off);
    }
}

static void join(fast *f, uint32_t i, uint32_t j, uint32_t pose)
{
    if (j != UINT16_MAX)
        f->meet[i << f->shift | j] = f->meet[j << f->shift | i] = pose << f->shift | i;
}

void mw_bloxorz_fill_meetings(fast *f)
{
    uint32_t w = f->m->w;
    for (uint32_t i = 0; i < f->tiles; i++)
        for (uint32_t j = 0; j < f->tiles; j++)
            f->meet[i << f->shift | j] = split_place(f, i, j);
    for (uint32_t i = 0; i < f->tiles; i++) {
        uint32_t c = f->cell[i];
        // NOLINTBEGIN(clang-analyzer-core.CallAndMessage) number_tiles went over all cells
        if (c % w + 1 < w)
            join(f, i, f->tile[c + 1], ALONG_X);
        if (c / w + 1 < f->m->h)
            join(f, i, f->tile[c + w], ALONG_Y);
        // NOLINTEND(clang-analyzer-core.CallAndMessage)
    }
}
