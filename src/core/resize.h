// resize.h: where a cell goes when a flat board gets another size. Cells stay where they are,
// counted from the upper left.
#ifndef MW_CORE_RESIZE_H
#define MW_CORE_RESIZE_H

#include "mazewright/waist.h"

// Does a cell of a maze lie within the other size, too?
static inline bool mw_stays(const mw_maze *m, uint32_t cell, uint32_t w, uint32_t h)
{
    return cell % m->w < w && cell / m->w < h;
}

// Its number there; that of the nearest cell if it is cut off.
static inline uint32_t mw_resized_cell(const mw_maze *m, uint32_t cell, uint32_t w, uint32_t h)
{
    uint32_t x = cell % m->w, y = cell / m->w;
    return (y < h ? y : h - 1) * w + (x < w ? x : w - 1);
}

// A cell other than `taken`: this one, or one beside it. There are at least two cells.
static inline uint32_t mw_other_cell(uint32_t cell, uint32_t taken)
{
    return cell != taken ? cell : cell ? cell - 1 : 1;
}

#endif
