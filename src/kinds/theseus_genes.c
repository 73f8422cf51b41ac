// theseus_genes.c: a Theseus maze as the string of bits that Nihalani et al. (2010) breed.
//
// The cells of Theseus, the Minotaur and the exit, highest bit first; then the walls below cells,
// then those beside cells, each row by row. The border is no part of it, so a door has no place.
#include "kinds/theseus.h"

#include <string.h>

// Bits are read and written from the first on.
typedef struct strand {
    uint64_t *bits;
    const uint64_t *read; // the same, where they are only read
    unsigned at;
} strand;

static void put(strand *s, bool bit)
{
    s->bits[s->at / 64] |= (uint64_t)bit << s->at % 64;
    s->at++;
}

static bool take(strand *s)
{
    bool bit = s->read[s->at / 64] >> s->at % 64 & 1;
    s->at++;
    return bit;
}

static unsigned place_bits(uint32_t cells)
{
    unsigned n = 0;
    while (1u << n < cells)
        n++;
    return n;
}

unsigned mw_theseus_bits(const mw_maze *m)
{
    const board *b = mw_theseus_board(m);
    if (b->door != WAIT || b->block_count || b->minotaur == NOWHERE)
        return 0;
    return 3 * place_bits(b->cells) + m->w * (m->h - 1u) + (m->w - 1u) * m->h;
}

static void put_place(strand *s, uint32_t cell, unsigned bits)
{
    while (bits--)
        put(s, cell >> bits & 1);
}

static uint32_t take_place(strand *s, unsigned bits)
{
    uint32_t cell = 0;
    while (bits--)
        cell = cell << 1 | take(s);
    return cell;
}

void mw_theseus_encode(const mw_maze *m, uint64_t *bits)
{
    const board *b = mw_theseus_board(m);
    unsigned each = place_bits(b->cells);
    strand s = {.bits = bits};
    memset(bits, 0, (mw_theseus_bits(m) + 63u) / 64 * sizeof *bits);
    put_place(&s, b->theseus, each);
    put_place(&s, b->minotaur, each);
    put_place(&s, b->exit, each);
    for (uint32_t c = 0; c + m->w < b->cells; c++)
        put(&s, b->bytes[c] & WALL(DOWN));
    for (uint32_t c = 0; c < b->cells; c++)
        if ((c + 1) % m->w)
            put(&s, b->bytes[c] & WALL(RIGHT));
}

// The border and the walls of the strand.
static void take_walls(strand *s, uint32_t w, uint32_t h, uint8_t *walls)
{
    memset(walls, 0, w * h);
    for (uint32_t x = 0; x < w; x++) {
        walls[x] |= WALL(UP);
        walls[w * (h - 1) + x] |= WALL(DOWN);
    }
    for (uint32_t c = 0; c < w * (h - 1); c++)
        if (take(s)) {
            walls[c] |= WALL(DOWN);
            walls[c + w] |= WALL(UP);
        }
    for (uint32_t y = 0, c = 0; y < h; y++, c++) {
        walls[c] |= WALL(LEFT);
        for (; c + 1 < w * (y + 1); c++)
            if (take(s)) {
                walls[c] |= WALL(RIGHT);
                walls[c + 1] |= WALL(LEFT);
            }
        walls[c] |= WALL(RIGHT);
    }
}

bool mw_theseus_decode(mw_maze *m, const uint64_t *bits)
{
    board *b = (board *)m->data;
    unsigned each = place_bits(b->cells);
    strand s = {.read = bits};
    uint32_t theseus = take_place(&s, each), minotaur = take_place(&s, each),
             exit = take_place(&s, each);
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
