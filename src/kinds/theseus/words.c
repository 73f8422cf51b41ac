// words.c: a state of a Theseus maze as a player would speak of it: where Theseus, the Minotaur and
// the blocks are, and whether the Minotaur is held.
#include "kinds/theseus/theseus.h"

#include "core/text.h"

// Things: if there is no Minotaur, the blocks follow Theseus.
enum { THESEUS, MINOTAUR, HELD, BLOCKS };

enum { FREE, IS_HELD, GONE }; // values of HELD

static unsigned first_block(const mw_maze *m)
{
    return mw_theseus_board(m)->minotaur == NOWHERE ? MINOTAUR : BLOCKS;
}

unsigned mw_theseus_things(const mw_maze *m)
{
    return first_block(m) + mw_theseus_board(m)->block_count;
}

// Would the Minotaur stand still if Theseus waited?
static bool is_held(const board *b, uint32_t minotaur, uint32_t theseus, uint32_t turn)
{
    uint32_t next = (turn + 1) % b->period;
    return !mw_theseus_occupied(b, minotaur, next) &&
           mw_theseus_half_step(b, minotaur, theseus, next, NULL) == minotaur;
}

void mw_theseus_facts(const mw_maze *m, const mw_state *s, uint32_t *values)
{
    const board *b = mw_theseus_board(m);
    uint32_t at = mw_theseus_place(s), minotaur = mw_theseus_minotaur(s), turn = mw_theseus_turn(s);
    values[THESEUS] = at;
    if (b->minotaur != NOWHERE) {
        values[MINOTAUR] = minotaur;
        values[HELD] = minotaur == NOWHERE ? GONE : is_held(b, minotaur, at, turn) ? IS_HELD : FREE;
    }
    for (unsigned i = 0; i < b->block_count; i++)
        values[first_block(m) + i] = mw_theseus_blocks_in(b, turn)[i];
}

static void tell_place(const mw_maze *m, uint32_t cell, mw_writer *w)
{
    if (cell == mw_theseus_board(m)->cells)
        mw_write(w, " is outside");
    else
        mw_write(w, " is on row %u, column %u", cell / m->w + 1, cell % m->w + 1);
}

void mw_theseus_tell_fact(const mw_maze *m, unsigned thing, uint32_t value, mw_writer *w)
{
    const board *b = mw_theseus_board(m);
    if (thing == HELD && first_block(m) > HELD) {
        static const char *const walls[] = {"no wall holds the Minotaur",
                                            "a wall holds the Minotaur", "nobody chases Theseus"};
        static const char *const others[] = {"no wall or block holds the Minotaur",
                                             "a wall or block holds the Minotaur",
                                             "nobody chases Theseus"};
        mw_write(w, "%s", (b->block_count ? others : walls)[value]);
    } else if (value == NOWHERE) {
        mw_write(w, "the Minotaur is dead");
    } else {
        if (thing < first_block(m))
            mw_write(w, thing == THESEUS ? "Theseus" : "the Minotaur");
        else if (b->block_count == 1)
            mw_write(w, "the block");
        else
            mw_write(w, "block %u", thing - first_block(m) + 1);
        tell_place(m, value, w);
    }
}
