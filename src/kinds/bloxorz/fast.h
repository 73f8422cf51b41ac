// fast.h: the tables with which fast.c walks through a Bloxorz maze; fast_moves.c fills them.
#ifndef MW_KINDS_BLOXORZ_FAST_H
#define MW_KINDS_BLOXORZ_FAST_H

#include "kinds/bloxorz/bloxorz.h"

#define NOWHERE      UINT32_MAX
#define BROKEN       0x80000000u // with the number of a fragile tile: the block stands on it
#define SWITCHES_MAX 32          // on the board: each has a bit of `fired`

typedef struct change { // of the bridges: (bridges & keep) ^ flip
    uint32_t keep, flip;
} change;

typedef struct move {
    uint32_t to;   // a place, NOWHERE, or BROKEN and a tile
    uint32_t need; // bridges that must be there
    change does;
    uint32_t fires; // a bit for each switch that it presses
} move;

typedef struct fast {
    const mw_maze *m;
    const board *b;
    uint32_t tiles, shift, groups, codes; // a tile fits into `shift` bits
    uint32_t start, goal;                 // a code; a place
    uint16_t cell[SIDE_MAX * SIDE_MAX];   // of each tile
    uint16_t tile[SIDE_MAX * SIDE_MAX];   // of each cell
    uint16_t switches[SWITCHES_MAX];      // cells
    uint32_t switch_count;
    void *memory;        // of all tables below
    move *rolls;         // by place of the whole block: up to 4 each
    move *steps;         // by tile, of a half: up to 4 each
    uint8_t *roll_count; // by place
    uint8_t *step_count; // by tile
    move *soft;          // by tile: the switches that a half presses by staying there
    uint32_t *bridge;    // by tile: its bit, or 0
    uint32_t *meet; // by two tiles: the place of the two halves there; a whole block if they touch
    uint64_t *seen; // by code
    uint32_t *queue;
    uint32_t met; // codes in the queue
    uint32_t fired;
    uint64_t losing;
    bool broken[SIDE_MAX * SIDE_MAX]; // by tile: the block can break it
    bool won;                         // a move has led to the hole
} fast;

static inline change then(change first, change second)
{
    return (change){first.keep & second.keep, (first.flip & second.keep) ^ second.flip};
}

static inline uint32_t changed(change c, uint32_t bridges)
{
    return (bridges & c.keep) ^ c.flip;
}

static inline const effect *effect_at(const fast *f, uint32_t cell, uint32_t off)
{
    return cell == off ? NULL : mw_bloxorz_effect(f->b, cell);
}

static inline uint32_t split_place(const fast *f, uint32_t first, uint32_t second)
{
    if (!mw_bloxorz_ordered(f->b) && second < first)
        return (3 + second) << f->shift | first;
    return (3 + first) << f->shift | second;
}

// Fills rolls and steps. off: a cell whose switch counts as floor, or NOWHERE; firm: fragile tiles
// count as floor, too.
void mw_bloxorz_fill_moves(fast *, uint32_t off, bool firm);
// Fills meet.
void mw_bloxorz_fill_meetings(fast *);

#endif
