// chain.c: turns Theseus mazes into genes and back, and runs chains of them on the processor.
#include "kinds/theseus/theseus.h"

#include "kinds/theseus/chain.h"
#include "design/chains/follow.h"

#include "core/text.h"

#include <assert.h>
#include <string.h>

static bool make_common(const mw_maze *m, void *common, mw_error *error)
{
    const board *b = mw_theseus_board(m);
    chain_common_block *f = common;
    if (m->w > CHAIN_SIDE_MAX || m->h > CHAIN_SIDE_MAX)
        return mw_chain_refuse(error, "boards of up to %dx%d cells", CHAIN_SIDE_MAX,
                               CHAIN_SIDE_MAX);
    if (b->block_count || b->minotaur == NOWHERE)
        return mw_chain_refuse(error, "mazes without moving blocks; for these, leave out --device");
    *f = (chain_common_block){.common.cells = b->cells};
    mw_theseus_fill_common(m, &f->common, chain_words(&f->common), f->left_of, f->above);
    return true;
}

// Genes have the walls between cells only. The border follows from the size and from the exit.
static void pack(const mw_maze *m, void *genes)
{
    const board *b = mw_theseus_board(m);
    chain_genes *g = genes;
    *g = (chain_genes){
        .theseus = b->theseus, .minotaur = b->minotaur, .exit = b->exit, .side = b->door};
    for (uint32_t c = 0; c < b->cells; c++) {
        if (c % m->w + 1 < m->w && !(b->bytes[c] & WALL(RIGHT)))
            mw_set_add(g->right, c);
        if (c + m->w < b->cells && !(b->bytes[c] & WALL(DOWN)))
            mw_set_add(g->down, c);
    }
}

static void unpack(const void *genes, mw_maze *m)
{
    const chain_genes *g = genes;
    board *b = (board *)m->data;
    b->theseus = g->theseus;
    b->minotaur = g->minotaur;
    b->exit = g->exit;
    b->door = (uint8_t)g->side;
    b->goal = b->door == WAIT ? b->exit : b->cells;
    assert(m->w);
    for (uint32_t c = 0; c < b->cells; c++) {
        bool open[4] = {[UP] = c >= m->w && mw_set_has(g->down, c - m->w),
                        [RIGHT] = mw_set_has(g->right, c),
                        [DOWN] = mw_set_has(g->down, c),
                        [LEFT] = c % m->w && mw_set_has(g->right, c - 1)};
        unsigned walls = 0;
        for (unsigned side = UP; side <= LEFT; side++)
            if (!open[side] && (c != b->exit || side != b->door))
                walls |= WALL(side);
        b->bytes[c] = (uint8_t)walls;
    }
    mw_theseus_refresh(m);
}

const struct mw_chains mw_theseus_chains = CHAIN_TABLE("theseus");
