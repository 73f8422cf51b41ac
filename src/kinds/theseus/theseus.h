// theseus.h: the board of a Theseus maze and its states, for all files of this folder.
#ifndef MW_KINDS_THESEUS_THESEUS_H
#define MW_KINDS_THESEUS_THESEUS_H

#include "core/bitstring.h"
#include "kinds/theseus/backward.h"
#include "mazewright/waist.h"

#define WALL(side) (1u << (side)) // a bit per side, as in .thm files

#define SIDE_MAX   64
#define CELLS_MAX  (SIDE_MAX * SIDE_MAX)
#define BLOCKS_MAX 8
#define PATH_MAX   24     // steps of one block's path
#define PERIOD_MAX 120    // most turns until all blocks are back where they began
#define NOWHERE    0xffff // the cell of a dead Minotaur

typedef struct block { // in each turn it stands on path[turn % period]
    uint8_t period;
    uint16_t path[PATH_MAX];
} block;

// What a maze consists of; everything else in a board follows from it.
typedef struct layout {
    uint16_t w, h;
    uint16_t theseus, minotaur; // the cells where they begin
    uint16_t exit;              // the goal cell; if there is a door, the cell inside it
    uint8_t door;               // the side of the exit cell with the door; WAIT: there is none
    bool vertical_first;        // the Minotaur tries up and down first; else sideways
    bool win_after;             // Theseus must survive the Minotaur's answer to his last move
    uint8_t block_count;
    block blocks[BLOCKS_MAX];
    uint8_t walls[CELLS_MAX];
} layout;

typedef struct board { // maze->data
    uint16_t theseus, minotaur, exit;
    uint8_t door, vertical_first, win_after, block_count;
    uint16_t cells;     // w * h; the place outside the door is cell number `cells`
    uint16_t goal;      // where Theseus has won: `exit`, or `cells` with a door
    uint16_t minotaurs; // how many places the Minotaur can have; NOWHERE counts, and is the last
    uint8_t period;     // turns until all blocks are back where they began
    int16_t step[4];
    block blocks[BLOCKS_MAX];
    uint32_t xs_at, ys_at, half_at, blocks_at; // where in `bytes` the tables begin
    // Four tables: the walls of each cell; the x, then the y, of each cell and of the place
    // outside; for each cell where a half-step leads (nine entries); if there are blocks, for each
    // of PERIOD_MAX turns the cells of BLOCKS_MAX blocks. The last one is as large for short paths
    // as for long ones, so that a designer can change paths in place.
    uint8_t bytes[];
} board;

static inline const board *mw_theseus_board(const mw_maze *m)
{
    return (const board *)m->data;
}

// state: w[0] = theseus | minotaur << 16 | turn << 32     the turn counts modulo the blocks' period
static inline mw_state mw_theseus_state(uint32_t theseus, uint32_t minotaur, uint32_t turn)
{
    return (mw_state){{theseus | (uint64_t)minotaur << 16 | (uint64_t)turn << 32}};
}

static inline uint32_t mw_theseus_place(const mw_state *s)
{
    return s->w[0] & 0xffff;
}

static inline uint32_t mw_theseus_minotaur(const mw_state *s)
{
    return s->w[0] >> 16 & 0xffff;
}

static inline uint32_t mw_theseus_turn(const mw_state *s)
{
    return (uint32_t)(s->w[0] >> 32);
}

static inline const int8_t *mw_theseus_xs(const board *b)
{
    return (const int8_t *)b->bytes + b->xs_at;
}

static inline const int8_t *mw_theseus_ys(const board *b)
{
    return (const int8_t *)b->bytes + b->ys_at;
}

// The cells of all blocks in this turn, which is below the period; block_count of them.
static inline const uint16_t *mw_theseus_blocks_in(const board *b, uint32_t turn)
{
    return (const uint16_t *)(b->bytes + b->blocks_at) + (size_t)turn * BLOCKS_MAX;
}

// Does a block stand on this cell in this turn?
static inline bool mw_theseus_occupied(const board *b, uint32_t cell, uint32_t turn)
{
    const uint16_t *at = mw_theseus_blocks_in(b, turn);
    for (unsigned i = 0; i < b->block_count; i++)
        if (at[i] == cell)
            return true;
    return false;
}

// What bars the Minotaur's way.
typedef enum barrier { NOTHING, A_WALL, A_BLOCK } barrier;

// The cell to which one half-step takes the Minotaur, after the blocks have moved in this turn.
// *barred, which may be NULL, becomes what bars the direction that he tried first.
uint32_t mw_theseus_half_step(const board *, uint32_t minotaur, uint32_t theseus, uint32_t turn,
                              barrier *barred);

static inline bool mw_theseus_on_border(uint32_t w, uint32_t h, uint32_t cell, unsigned side)
{
    uint32_t x = cell % w, y = cell / w;
    return side == UP ? !y : side == DOWN ? y + 1u == h : side == LEFT ? !x : x + 1u == w;
}

// A wall between two cells comes or goes; both cells have it.
static inline void mw_theseus_flip_wall(uint8_t *walls, uint32_t w, uint32_t cell, unsigned side)
{
    walls[cell] ^= (uint8_t)WALL(side);
    walls[mw_theseus_beside(w, cell, side)] ^= (uint8_t)WALL((side + 2) & 3);
}

// Leaves no walls but the border.
static inline void mw_theseus_clear_walls(uint8_t *walls, uint32_t w, uint32_t h)
{
    for (uint32_t c = 0; c < w * h; c++) {
        walls[c] = 0;
        for (unsigned side = UP; side <= LEFT; side++)
            if (mw_theseus_on_border(w, h, c, side))
                walls[c] |= (uint8_t)WALL(side);
    }
}

// The turns until all of these blocks are back where they began.
uint32_t mw_theseus_period(const block *, unsigned count);
// A new maze with this layout; NULL: out of memory.
mw_maze *mw_theseus_make(const mw_kind *, const layout *);
// Fills the tables again after walls or the exit have changed. The blocks must be unchanged.
void mw_theseus_refresh(mw_maze *);
// Fills the table of the blocks again after their paths have changed, and sets the period.
void mw_theseus_refresh_blocks(mw_maze *);
// Does the same if only the walls of this cell have changed.
void mw_theseus_refresh_cell(mw_maze *, uint32_t cell);
// The layout of a maze.
void mw_theseus_layout(const mw_maze *, layout *);

extern const char mw_theseus_sides[]; // letters of UP to WAIT
bool mw_theseus_read_options(mw_source *, layout *);

mw_maze *mw_theseus_random(mw_source *, mw_rng *); // random.c

// ---- print.c
void mw_theseus_print(const mw_maze *, bool compact, mw_writer *);
void mw_theseus_print_options(const mw_maze *, mw_writer *);
void mw_theseus_print_thm(const mw_maze *, mw_writer *);
const char *mw_theseus_thm_lacks(const mw_maze *); // what the form "thm" cannot say of it, or NULL
void mw_theseus_print_path(const board *, const block *, mw_writer *);

// ---- blocks.c
// Where blocks can be.
typedef struct mw_theseus_room {
    uint32_t w, h;
    uint32_t theseus, minotaur, goal; // no block begins on these cells
    const uint8_t *walls;
} mw_theseus_room;

static inline mw_theseus_room mw_theseus_room_of(const mw_maze *m)
{
    const board *b = mw_theseus_board(m);
    return (mw_theseus_room){m->w, m->h, b->theseus, b->minotaur, b->goal, b->bytes};
}

#define CELLS_PER_BLOCK 8 // that a board must have, so that random blocks have room
// Draws `count` blocks at random. The board has at least CELLS_PER_BLOCK cells for each.
void mw_theseus_draw_blocks(const mw_theseus_room *, block *, unsigned count, mw_rng *);
void mw_theseus_change_block(mw_maze *, mw_rng *);        // a small random change; there is a block
void mw_theseus_rotate_blocks(mw_maze *, uint32_t turns); // begins as it is after so many turns
// Does a block walk through this side of a cell?
bool mw_theseus_crosses(const mw_maze *, uint32_t cell, unsigned side);
// All blocks as bits: how many (0 also where some path cannot be written so), to bits, and from
// bits. decode returns false for bits that stand for nothing. The walls are there already.
unsigned mw_theseus_block_bits(const mw_maze *);
void mw_theseus_encode_blocks(const mw_maze *, mw_bits *);
bool mw_theseus_decode_blocks(mw_maze *, mw_bits *);

// What the Minotaur does along a path of states; the last state is won.
typedef struct tally {
    uint32_t enemy_moves, standing, traps, blocks_faced, stopped_by_blocks;
} tally;
tally mw_theseus_tally(const board *, const mw_state *path, uint32_t count);

// Fills in what a maze has in common with all mazes of a search. Its two tables belong to the
// caller, who has set them to 0: `left_of` has SIDE_SETS(w) sets and `above` has SIDE_SETS(h) sets,
// of `words` words each.
void mw_theseus_fill_common(const mw_maze *, mw_theseus_common *, uint32_t words, mw_word *left_of,
                            mw_word *above);

// ---- words.c: see mw_rules
unsigned mw_theseus_things(const mw_maze *);
void mw_theseus_facts(const mw_maze *, const mw_state *, uint32_t *values);
void mw_theseus_tell_fact(const mw_maze *, unsigned thing, uint32_t value, mw_writer *);

// ---- fast_blocks.c: the lengths of a maze with blocks, from its own start and from the best one.
// False: it has no blocks or is too large, or memory ran out. And the memory that this takes.
bool mw_theseus_evaluate_among_blocks(const mw_maze *, mw_evaluation *);
uint64_t mw_theseus_bytes_among_blocks(const mw_maze *);

// ---- the parts of the kind

extern const mw_text mw_theseus_text;
extern const mw_view mw_theseus_view;     // draw.c
extern const mw_editor mw_theseus_editor; // edit.c
extern const mw_fast mw_theseus_fast;
// In this order: moves, enemy_moves, static, traps, blocks_faced, false_paths; then those of moving
// blocks, which have no value where there are none.
extern const mw_measure mw_theseus_measures[];
extern const mw_design mw_theseus_design;
extern const mw_chains mw_theseus_chains;
void mw_theseus_promela(const mw_maze *, mw_writer *); // export.c
void mw_theseus_domain(const mw_maze *, mw_writer *);
void mw_theseus_problem(const mw_maze *, mw_writer *);

#endif
