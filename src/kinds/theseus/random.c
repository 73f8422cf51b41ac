// random.c: makes random Theseus mazes. blocks.c draws their moving blocks.
#include "kinds/theseus/theseus.h"

#include "core/text.h"
#include "mazewright/rng.h"

static void random_walls(layout *l, mw_rng *rng, uint64_t horizontal, uint64_t vertical)
{
    mw_theseus_clear_walls(l->walls, l->w, l->h);
    for (uint32_t y = 0; y < l->h; y++)
        for (uint32_t x = 0; x < l->w; x++) {
            if (y + 1 < l->h && mw_rng_below(rng, 100) < horizontal)
                mw_theseus_flip_wall(l->walls, l->w, y * l->w + x, DOWN);
            if (x + 1 < l->w && mw_rng_below(rng, 100) < vertical)
                mw_theseus_flip_wall(l->walls, l->w, y * l->w + x, RIGHT);
        }
}

// The exit: a door somewhere in the border, or a cell.
static void random_exit(layout *l, mw_rng *rng, bool door)
{
    l->exit = (uint16_t)mw_rng_below(rng, (uint32_t)l->w * l->h);
    l->door = WAIT;
    if (door) {
        unsigned side;
        l->exit =
            (uint16_t)mw_theseus_border(l->w, l->h, mw_rng_below(rng, 2u * (l->w + l->h)), &side);
        l->door = (uint8_t)side;
        l->walls[l->exit] &= (uint8_t)~WALL(l->door);
    }
}

mw_maze *mw_theseus_random(mw_source *src, mw_rng *rng)
{
    uint64_t horizontal = 25, vertical = 15; // as Nihalani et al. start their populations
    uint64_t blocks = 0;
    unsigned door = 0;
    layout l = {.w = (uint16_t)src->w, .h = (uint16_t)src->h};
    if (!mw_random_size(src, 3, SIDE_MAX) || !mw_option_choice(src, "exit", &door) ||
        !mw_option_number(src, "horizontal", 100, &horizontal) ||
        !mw_option_number(src, "vertical", 100, &vertical) ||
        !mw_option_number(src, "blocks", BLOCKS_MAX, &blocks) || !mw_theseus_read_options(src, &l))
        return NULL;
    uint32_t cells = (uint32_t)l.w * l.h;
    if (blocks * CELLS_PER_BLOCK > cells) {
        mw_fail_size(src, "%u moving %s a board of at least %u cells", (unsigned)blocks,
                     blocks == 1 ? "block needs" : "blocks need",
                     (unsigned)blocks * CELLS_PER_BLOCK);
        return NULL;
    }
    random_walls(&l, rng, horizontal, vertical);
    random_exit(&l, rng, door);
    do
        l.theseus = (uint16_t)mw_rng_below(rng, cells);
    while (l.door == WAIT && l.theseus == l.exit);
    do
        l.minotaur = (uint16_t)mw_rng_below(rng, cells);
    while (l.minotaur == l.theseus);
    l.block_count = (uint8_t)blocks;
    const mw_theseus_room room = {
        l.w, l.h, l.theseus, l.minotaur, l.door == WAIT ? l.exit : cells, l.walls};
    mw_theseus_draw_blocks(&room, l.blocks, l.block_count, rng);
    mw_maze *m = mw_theseus_make(src->kind, &l);
    if (!m)
        mw_no_memory(src->error);
    return m;
}
