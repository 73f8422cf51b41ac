// theseus.h: the board of a Theseus maze and its states, for all files of this folder.
#ifndef MW_KINDS_THESEUS_THESEUS_H
#define MW_KINDS_THESEUS_THESEUS_H

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
    uint32_t xs_at, ys_at, half_at, occupied_at; // where in `bytes` the tables begin
    // Four tables: the walls of each cell; the x, then the y, of each cell and of the place
    // outside; for each cell where a half-step leads (nine entries); for each turn which cells
    // blocks occupy.
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

// The cell to which one half-step takes the Minotaur, after the blocks have moved in this turn.
// *walled, which may be NULL, becomes true if the direction that he tried first was barred.
uint32_t mw_theseus_half_step(const board *, uint32_t minotaur, uint32_t theseus, uint32_t turn,
                              bool *walled);

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

uint32_t mw_theseus_period(const layout *); // turns until all blocks are back where they began
// A new maze with this layout; NULL: out of memory.
mw_maze *mw_theseus_make(const mw_kind *, const layout *);
// Fills the tables again after walls or the exit have changed. The blocks must be unchanged.
void mw_theseus_refresh(mw_maze *);
// Does the same if only the walls of this cell have changed.
void mw_theseus_refresh_cell(mw_maze *, uint32_t cell);
// The layout of a maze.
void mw_theseus_layout(const mw_maze *, layout *);

extern const char mw_theseus_sides[]; // letters of UP to WAIT
bool mw_theseus_read_options(mw_source *, layout *);

// ---- print.c
void mw_theseus_print(const mw_maze *, bool compact, mw_writer *);
void mw_theseus_print_options(const mw_maze *, mw_writer *);
void mw_theseus_print_thm(const mw_maze *, mw_writer *);
const char *mw_theseus_thm_lacks(const mw_maze *); // what the form "thm" cannot say of it, or NULL
void mw_theseus_print_path(const board *, const block *, mw_writer *);

// What the Minotaur does along a path of states; the last state is won.
typedef struct tally {
    uint32_t enemy_moves, standing, traps, blocks_faced;
} tally;
tally mw_theseus_tally(const board *, const mw_state *path, uint32_t count);

// Fills in the frame of a maze. Its two tables belong to the caller, who has set them to 0:
// `left_of` has FRAME_LINES(w) sets and `above` has FRAME_LINES(h) sets, of `words` words each.
void mw_theseus_fill_frame(const mw_maze *, mw_theseus_frame *, uint32_t words, mw_word *left_of,
                           mw_word *above);

// ---- the parts of the kind

extern const mw_text mw_theseus_text;
extern const mw_view mw_theseus_view;     // draw.c
extern const mw_editor mw_theseus_editor; // edit.c
extern const mw_fast mw_theseus_fast;
// In this order: moves, enemy_moves, static, traps, blocks_faced, false_paths.
extern const mw_measure mw_theseus_measures[];
extern const mw_design mw_theseus_design;
extern const mw_chains mw_theseus_chains;
void mw_theseus_promela(const mw_maze *, mw_writer *); // export.c
void mw_theseus_domain(const mw_maze *, mw_writer *);
void mw_theseus_problem(const mw_maze *, mw_writer *);

#endif
