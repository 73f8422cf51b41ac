// bits.c: a Theseus maze as the string of bits that Nihalani et al. (2010) breed.
//
// The cells of Theseus, the Minotaur and the exit, highest bit first; then the walls below cells,
// then those beside cells, each row by row. The border is no part of it, so a door has no place.
#include "kinds/theseus/theseus.h"

#include "core/bitstring.h"

#include <string.h>

unsigned mw_theseus_bits(const mw_maze *m)
{
    const board *b = mw_theseus_board(m);
    if (b->door != WAIT || b->block_count || b->minotaur == NOWHERE)
        return 0;
    return 3 * mw_bits_bits(b->cells) + m->w * (m->h - 1u) + (m->w - 1u) * m->h;
}

void mw_theseus_encode(const mw_maze *m, uint64_t *bits)
{
    const board *b = mw_theseus_board(m);
    unsigned each = mw_bits_bits(b->cells);
    mw_bits s = {.bits = bits};
    memset(bits, 0, (mw_theseus_bits(m) + 63u) / 64 * sizeof *bits);
    mw_bits_put_number(&s, b->theseus, each);
    mw_bits_put_number(&s, b->minotaur, each);
    mw_bits_put_number(&s, b->exit, each);
    for (uint32_t c = 0; c + m->w < b->cells; c++)
        mw_bits_put(&s, b->bytes[c] & WALL(DOWN));
    for (uint32_t c = 0; c < b->cells; c++)
        if ((c + 1) % m->w)
            mw_bits_put(&s, b->bytes[c] & WALL(RIGHT));
}

// The border and the walls of the strand.
static void take_walls(mw_bits *s, uint32_t w, uint32_t h, uint8_t *walls)
{
    memset(walls, 0, w * h);
    for (uint32_t x = 0; x < w; x++) {
        walls[x] |= WALL(UP);
        walls[w * (h - 1) + x] |= WALL(DOWN);
    }
    for (uint32_t c = 0; c < w * (h - 1); c++)
        if (mw_bits_take(s)) {
            walls[c] |= WALL(DOWN);
            walls[c + w] |= WALL(UP);
        }
    for (uint32_t y = 0, c = 0; y < h; y++, c++) {
        walls[c] |= WALL(LEFT);
        for (; c + 1 < w * (y + 1); c++)
            if (mw_bits_take(s)) {
                walls[c] |= WALL(RIGHT);
                walls[c + 1] |= WALL(LEFT);
            }
        walls[c] |= WALL(RIGHT);
    }
}

bool mw_theseus_decode(mw_maze *m, const uint64_t *bits)
{
    board *b = (board *)m->data;
    unsigned each = mw_bits_bits(b->cells);
    mw_bits s = {.read = bits};
    uint32_t theseus = mw_bits_take_number(&s, each), minotaur = mw_bits_take_number(&s, each),
             exit = mw_bits_take_number(&s, each);
    if (theseus >= b->cells || minotaur >= b->cells || exit >= b->cells || theseus == minotaur ||
        theseus == exit)
        return false;
    b->theseus = (uint16_t)theseus;
    b->minotaur = (uint16_t)minotaur;
    b->exit = b->goal = (uint16_t)exit;
    take_walls(&s, m->w, m->h, b->bytes);
    mw_theseus_refresh(m);
    return true;
}
