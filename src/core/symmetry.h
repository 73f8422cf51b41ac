// symmetry.h: where a cell goes when a board is mirrored or turned, for the kinds with flat boards.
// Bit 0 of a symmetry swaps left and right, bit 1 swaps up and down, and after that bit 2 swaps
// rows and columns.
#ifndef MW_CORE_SYMMETRY_H
#define MW_CORE_SYMMETRY_H

#include "mazewright/waist.h"

static inline uint32_t mw_turned_cell(const mw_maze *m, uint32_t cell, unsigned symmetry)
{
    uint32_t x = cell % m->w, y = cell / m->w;
    x = symmetry & 1 ? m->w - 1u - x : x;
    y = symmetry & 2 ? m->h - 1u - y : y;
    return symmetry & 4 ? x * m->h + y : y * m->w + x;
}

// Where a side of a cell goes: 0 up, 1 right, 2 down, 3 left.
static inline unsigned mw_turned_side(unsigned side, unsigned symmetry)
{
    if (side % 2 ? symmetry & 1 : symmetry & 2)
        side ^= 2;
    return symmetry & 4 ? 3 - side : side;
}

static inline uint16_t mw_turned_w(const mw_maze *m, unsigned symmetry)
{
    return symmetry & 4 ? m->h : m->w;
}

static inline uint16_t mw_turned_h(const mw_maze *m, unsigned symmetry)
{
    return symmetry & 4 ? m->w : m->h;
}

#endif
