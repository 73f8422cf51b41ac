// bits.c: a rook maze as a string of bits for genetic search: the jump of each cell but the
// goal's, row by row, in as many bits as tell apart the jumps that stay in the grid there.
#include "kinds/rook/rook.h"

#include "core/bitstring.h"

#include <string.h>

static uint32_t cells_of(const mw_maze *m)
{
    return (uint32_t)m->w * m->h;
}

unsigned mw_rook_bits(const mw_maze *m)
{
    unsigned n = 0;
    for (uint32_t c = 0; c < cells_of(m); c++)
        n += c != mw_rook_board(m)->goal ? mw_bits_bits(mw_rook_longest_jump(m, c)) : 0;
    return n;
}

void mw_rook_encode(const mw_maze *m, uint64_t *bits)
{
    const board *b = mw_rook_board(m);
    mw_bits s = {.bits = bits};
    memset(bits, 0, (mw_rook_bits(m) + 63u) / 64 * sizeof *bits);
    for (uint32_t c = 0; c < cells_of(m); c++)
        if (c != b->goal)
            mw_bits_put_number(&s, b->jumps[c] - 1u, mw_bits_bits(mw_rook_longest_jump(m, c)));
}

bool mw_rook_decode(mw_maze *m, const uint64_t *bits)
{
    board *b = (board *)m->data;
    mw_bits s = {.read = bits};
    for (uint32_t c = 0; c < cells_of(m); c++) {
        uint32_t longest = mw_rook_longest_jump(m, c);
        if (c == b->goal)
            continue;
        uint32_t jump = mw_bits_take_number(&s, mw_bits_bits(longest)) + 1;
        if (jump > longest)
            return false;
        b->jumps[c] = (uint8_t)jump;
    }
    return true;
}
