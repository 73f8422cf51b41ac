// rook.h: the board of a rook maze, for all files of this folder.
#ifndef MW_KINDS_ROOK_ROOK_H
#define MW_KINDS_ROOK_ROOK_H

#include "mazewright/waist.h"

#define SIDE_MAX 36 // so that every jump is one character (1-9, a-z) in an id

typedef struct board { // maze->data
    uint16_t start, goal;
    uint8_t directions; // 4, or 8 for a queen
    bool no_u_turn;
    uint8_t jumps[]; // by cell; 0 at the goal
} board;

static inline const board *mw_rook_board(const mw_maze *m)
{
    return (const board *)m->data;
}

// Directions are actions: U R D L, then the diagonals as they lie on a number pad: 9 3 1 7.
extern const int8_t mw_rook_step_x[8], mw_rook_step_y[8];

// The cell to which a jump leads in a direction from column x, row y. False: it leaves the grid.
static inline bool mw_rook_jump(const mw_maze *m, uint32_t x, uint32_t y, unsigned direction,
                                int jump, uint32_t *to)
{
    int to_x = (int)x + mw_rook_step_x[direction] * jump;
    int to_y = (int)y + mw_rook_step_y[direction] * jump;
    *to = (uint32_t)(to_y * m->w + to_x);
    return to_x >= 0 && to_x < m->w && to_y >= 0 && to_y < m->h;
}

// The longest jump from a cell that stays in the grid in some direction.
uint32_t mw_rook_longest_jump(const mw_maze *, uint32_t cell);
double mw_rook_clusters(const mw_maze *, const mw_graph *);
void mw_rook_mutate(mw_maze *, mw_rng *); // one cell gets another jump
bool mw_rook_exact(mw_maze *, mw_exact *);

// ---- the parts of the kind

extern const mw_text mw_rook_text;
extern const mw_view mw_rook_view;     // draw.c
extern const mw_editor mw_rook_editor; // edit.c
extern const mw_fast mw_rook_fast;
extern const mw_design mw_rook_design;
extern const mw_chains mw_rook_chains;
void mw_rook_promela(const mw_maze *, mw_writer *); // export.c
void mw_rook_domain(const mw_maze *, mw_writer *);
void mw_rook_problem(const mw_maze *, mw_writer *);

#endif
