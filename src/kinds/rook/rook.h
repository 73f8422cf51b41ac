// rook.h: the board of a rook maze, shared by its rules (rook.c) and its design (design.c).
#ifndef MW_KINDS_ROOK_ROOK_H
#define MW_KINDS_ROOK_ROOK_H

#include "mazewright/waist.h"

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

uint32_t mw_rook_longest_jump(const mw_maze *, uint32_t cell); // that stays in the grid somewhere
double mw_rook_clusters(const mw_maze *, const mw_graph *);
bool mw_rook_evaluate(const mw_maze *, bool whole, mw_evaluation *);
unsigned mw_rook_bits(const mw_maze *); // bits.c
void mw_rook_encode(const mw_maze *, uint64_t *bits);
bool mw_rook_decode(mw_maze *, const uint64_t *bits);
bool mw_rook_exact(mw_maze *, mw_exact *); // exact.c
void mw_rook_mutate(mw_maze *, mw_rng *);  // one cell gets another jump
extern const mw_design mw_rook_design;
extern const mw_chains mw_rook_chains; // chain.c

void mw_rook_draw(const mw_maze *, const mw_state *, mw_scene *); // draw.c
void mw_rook_place(const mw_maze *, const mw_state *, double *x, double *y);
void mw_rook_animate(const mw_maze *, const mw_state *from, const mw_edge *, double t, mw_scene *);
void mw_rook_look(const mw_maze *, const mw_state *, uint32_t cell, mw_writer *);
extern const mw_brush mw_rook_brushes[]; // edit.c
mw_maze *mw_rook_paint(const mw_maze *, unsigned brush, uint32_t cell, unsigned side, mw_error *);

void mw_rook_promela(const mw_maze *, mw_writer *); // export.c
void mw_rook_domain(const mw_maze *, mw_writer *);
void mw_rook_problem(const mw_maze *, mw_writer *);

#endif
