// chain.c: turns rook mazes into genes and back, and runs chains of them on the processor.
#include "kinds/rook/rook.h"

#include "kinds/rook/chain.h"
#include "design/chains/follow.h"

static bool make_common(const mw_maze *m, void *common, mw_error *error)
{
    const board *b = mw_rook_board(m);
    chain_common *f = common;
    if (m->w > CHAIN_SIDE_MAX || m->h > CHAIN_SIDE_MAX)
        return mw_chain_refuse(error, "grids of up to %dx%d cells", CHAIN_SIDE_MAX, CHAIN_SIDE_MAX);
    if (b->no_u_turn)
        return mw_chain_refuse(error, "mazes without no-u-turn");
    *f = (chain_common){.w = m->w,
                        .h = m->h,
                        .cells = (uint32_t)m->w * m->h,
                        .longest = (m->w > m->h ? m->w : m->h) - 1u,
                        .queen = b->directions == 8};
    for (uint32_t n = 0; n <= m->w; n++)
        for (uint32_t c = 0; c < f->cells; c++)
            if (c % m->w < n)
                mw_set_add(f->columns[n], c);
    return true;
}

static void pack(const mw_maze *m, void *genes)
{
    const board *b = mw_rook_board(m);
    chain_genes *g = genes;
    *g = (chain_genes){.start = b->start, .goal = b->goal};
    for (uint32_t c = 0; c < (uint32_t)m->w * m->h; c++)
        if (b->jumps[c] && b->jumps[c] <= CHAIN_JUMPS)
            mw_set_add(g->with[b->jumps[c] - 1], c);
}

static void unpack(const void *genes, mw_maze *m)
{
    const chain_genes *g = genes;
    board *b = (board *)m->data;
    b->start = g->start;
    b->goal = g->goal;
    for (uint32_t c = 0; c < (uint32_t)m->w * m->h; c++) {
        b->jumps[c] = 0;
        for (uint8_t j = 0; j < CHAIN_JUMPS; j++)
            if (mw_set_has(g->with[j], c))
                b->jumps[c] = j + 1;
    }
}

const struct mw_chains mw_rook_chains = CHAIN_TABLE("rook");
