// design.c: the small random changes by which `design` searches for a marble maze. A wall is
// opened, which makes a ring, and one of the openings in the ring is closed: so a tree stays a
// tree.
#include "kinds/marble/marble.h"

#include "mazewright/rng.h"

#include <string.h>

#define CELLS_MAX (SIDE_MAX * SIDE_MAX * SIDE_MAX)

typedef struct walk {
    uint16_t from[CELLS_MAX], queue[CELLS_MAX]; // from: where a cell was reached from
} walk;

// The way from one cell to another; its length in steps, 0 if there is none.
static uint32_t find_way(const mw_maze *m, walk *k, uint32_t start, uint32_t end)
{
    uint32_t head = 0, tail = 0, steps = 0;
    memset(k->from, 0xff, mw_marble_cells(m) * sizeof *k->from);
    k->queue[tail++] = (uint16_t)end;
    k->from[end] = (uint16_t)end;
    while (head < tail && k->from[start] == UINT16_MAX) {
        uint32_t c = k->queue[head++];
        for (unsigned i = 0; i < 6; i++) {
            if (!mw_marble_open(m, c, i / 2, i % 2))
                continue;
            uint32_t next = mw_marble_beyond(m, c, i / 2, i % 2);
            if (k->from[next] == UINT16_MAX) {
                k->from[next] = (uint16_t)c;
                k->queue[tail++] = (uint16_t)next;
            }
        }
    }
    if (k->from[start] == UINT16_MAX)
        return 0;
    for (uint32_t c = start; c != end; c = k->from[c])
        steps++;
    return steps;
}

static void set_wall(mw_maze *m, uint32_t one, uint32_t other, bool open)
{
    board *b = (board *)m->data;
    uint32_t low = one < other ? one : other, gap = one < other ? other - one : one - other;
    unsigned axis = gap == 1 && m->w > 1 ? X : gap == m->w && m->h > 1 ? Y : Z;
    uint8_t bit = (uint8_t)(1u << axis);
    b->cells[low] = (uint8_t)(open ? b->cells[low] | bit : b->cells[low] & ~bit);
}

static void mutate(mw_maze *m, mw_rng *rng)
{
    walk k;
    for (unsigned tries = 0; tries < 100; tries++) {
        uint32_t cell = mw_rng_below(rng, mw_marble_cells(m));
        unsigned axis = mw_rng_below(rng, mw_marble_axes(m));
        if (!mw_marble_may_open(m, cell, axis) || mw_marble_open(m, cell, axis, true))
            continue;
        uint32_t other = mw_marble_beyond(m, cell, axis, true);
        uint32_t steps = find_way(m, &k, cell, other);
        if (steps) { // in a tree there is always a way
            uint32_t c = cell;
            for (uint32_t nth = mw_rng_below(rng, steps); nth; nth--)
                c = k.from[c];
            set_wall(m, c, k.from[c], false);
        }
        set_wall(m, cell, other, true);
        return;
    }
}

const mw_design mw_marble_design = {
    .size = sizeof(mw_design),
    .mutate = mutate,
    .presets =
        (const mw_preset[]){
            {.name = "longest",
             .about = "a long shortest solution, as predicted",
             .objective = "-length"},
            {.name = "hardest",
             .about = "the highest grade of difficulty for a person",
             .objective = "-player_steps"},
            {0},
        },
};
