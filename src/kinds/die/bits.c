// bits.c: a die maze without numbered cells as a string of bits for genetic search: the cells
// of start and goal, then a bit for each cell, row by row: is it an obstacle?
#include "kinds/die/die.h"

#include "core/bitstring.h"

#include <string.h>

static uint32_t cells_of(const mw_maze *m)
{
    return (uint32_t)m->w * m->h;
}

static uint32_t with_border(const mw_maze *m, uint32_t cell)
{
    return (cell / m->w + 1) * (m->w + 2u) + cell % m->w + 1;
}

static uint32_t without_border(const mw_maze *m, uint32_t cell)
{
    return (cell / (m->w + 2u) - 1) * m->w + cell % (m->w + 2u) - 1;
}

unsigned mw_die_bits(const mw_maze *m)
{
    return mw_die_board(m)->labels ? 0 : 2 * mw_bits_bits(cells_of(m)) + cells_of(m);
}

void mw_die_encode(const mw_maze *m, uint64_t *bits)
{
    const board *b = mw_die_board(m);
    unsigned place = mw_bits_bits(cells_of(m));
    mw_bits s = {.bits = bits};
    memset(bits, 0, (mw_die_bits(m) + 63u) / 64 * sizeof *bits);
    mw_bits_put_number(&s, without_border(m, b->start), place);
    mw_bits_put_number(&s, without_border(m, b->goal), place);
    for (uint32_t c = 0; c < cells_of(m); c++)
        mw_bits_put(&s, b->cells[with_border(m, c)] == WALL);
}

bool mw_die_decode(mw_maze *m, const uint64_t *bits)
{
    board *b = (board *)m->data;
    unsigned place = mw_bits_bits(cells_of(m));
    mw_bits s = {.read = bits};
    uint32_t start = mw_bits_take_number(&s, place), goal = mw_bits_take_number(&s, place);
    if (start >= cells_of(m) || goal >= cells_of(m) || start == goal)
        return false;
    b->start = with_border(m, start);
    b->goal = with_border(m, goal);
    for (uint32_t c = 0; c < cells_of(m); c++)
        b->cells[with_border(m, c)] = mw_bits_take(&s) ? WALL : FREE;
    return b->cells[b->start] == FREE && b->cells[b->goal] == FREE;
}
