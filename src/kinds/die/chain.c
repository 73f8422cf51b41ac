// chain.c: turns die mazes into genes and back, and runs chains of them on the processor.
#include "kinds/die/die.h"

#include "design/chains/follow.h"

void mw_die_common(const mw_maze *m, chain_common *f)
{
    const board *b = mw_die_board(m);
    *f = (chain_common){.w = m->w,
                        .h = m->h,
                        .cells = (uint32_t)m->w * m->h,
                        .classes = b->classes,
                        .first = b->orientations[0].class};
    for (uint32_t y = 0, c = 0; y < m->h && f->cells <= CHAIN_CELLS_MAX; y++)
        for (uint32_t x = 0; x < m->w; x++, c++) {
            if (x)
                mw_set_add(f->left, c);
            if (x + 1 < m->w)
                mw_set_add(f->right, c);
        }
    for (uint32_t k = 0; k < f->classes; k++) {
        f->wins |= (uint32_t)(b->wins >> b->orientations[b->example[k]].top & 1) << k;
        for (unsigned d = 0; d < 4; d++) {
            uint8_t to = b->turns[b->example[k]][d].class;
            f->turns[k][d] = to == NO_CLASS ? b->classes : to;
        }
    }
}

void mw_die_pack(const mw_maze *m, chain_genes *g)
{
    const board *b = mw_die_board(m);
    *g = (chain_genes){.start = (uint16_t)mw_die_inner(m, b->start),
                       .goal = (uint16_t)mw_die_inner(m, b->goal)};
    for (uint32_t y = 0, c = 0; y < m->h; y++)
        for (uint32_t x = 0; x < m->w; x++, c++)
            if (b->cells[(y + 1) * (m->w + 2u) + x + 1] != WALL)
                mw_set_add(g->free, c);
}

static bool make_common(const mw_maze *m, void *common, mw_error *error)
{
    const board *b = mw_die_board(m);
    if (m->w > CHAIN_SIDE_MAX || m->h > CHAIN_SIDE_MAX)
        return mw_chain_refuse(error, "boards of up to %dx%d cells", CHAIN_SIDE_MAX,
                               CHAIN_SIDE_MAX);
    if (b->cost_top || b->labels)
        return mw_chain_refuse(error, "mazes without labels, in which every roll costs the same");
    mw_die_common(m, common);
    return true;
}

static void pack(const mw_maze *m, void *genes)
{
    mw_die_pack(m, genes);
}

static void unpack(const void *genes, mw_maze *m)
{
    const chain_genes *g = genes;
    board *b = (board *)m->data;
    b->start = mw_die_bordered(m, g->start);
    b->goal = mw_die_bordered(m, g->goal);
    for (uint32_t c = 0; c < (uint32_t)m->w * m->h; c++)
        b->cells[mw_die_bordered(m, c)] = mw_set_has(g->free, c) ? FREE : WALL;
}

const struct mw_chains mw_die_chains = CHAIN_TABLE("die");
