// die.h: the board of a rolling-die maze and its states, for all files of this folder.
#ifndef MW_KINDS_DIE_DIE_H
#define MW_KINDS_DIE_DIE_H

#include "kinds/die/chain.h"
#include "mazewright/waist.h"

enum { WALL = 0, FREE = 7 }; // 1 to 6: a labelled cell
enum { LABELS_NONE, LABELS_BEFORE, LABELS_AFTER };

#define SIDE_MAX 4096
#define FACE(f)  (uint8_t)(1u << (f)) // the bit of a face in a set of faces
#define NO_CLASS 0xff                 // the top face is forbidden

typedef struct orientation {
    uint8_t top, north, east;
    uint8_t class; // the rules cannot tell orientations of one class apart; or NO_CLASS
} orientation;

typedef struct roll_to { // the orientation after a roll, its class and top face
    uint8_t to, class, top;
    bool wins; // the roll wins if it ends on the goal
} roll_to;

typedef struct board {       // maze->data
    uint32_t start, goal;    // cells, counted with the border
    int32_t step[4];         // from a cell to its neighbour
    uint8_t forbidden, wins; // sets of top faces: bit f for face f
    uint8_t labels;          // LABELS_...
    bool cost_top;           // a roll costs the face that comes on top; else 1
    uint8_t classes;
    uint8_t told;                           // faces whose place the class tells: bit f for face f
    uint8_t example[ORIENTATIONS];          // for each class one of its orientations
    orientation orientations[ORIENTATIONS]; // 0 is the start's
    roll_to turns[ORIENTATIONS][4];
    uint8_t cells[]; // (w + 2) * (h + 2), with a border of walls
} board;

static inline const board *mw_die_board(const mw_maze *m)
{
    return (const board *)m->data;
}

// Cells have two numbers: on the board with its border of walls, as in `board`, and without it.
static inline uint32_t mw_die_inner(const mw_maze *m, uint32_t cell)
{
    uint32_t stride = m->w + 2u;
    return (cell / stride - 1) * m->w + cell % stride - 1;
}

static inline uint32_t mw_die_bordered(const mw_maze *m, uint32_t cell)
{
    return (cell / m->w + 1) * (m->w + 2u) + cell % m->w + 1;
}

// state: w[0] = cell | orientation << 32
static inline uint32_t mw_die_cell(const mw_state *s)
{
    return (uint32_t)s->w[0];
}

static inline const orientation *mw_die_orientation(const board *b, const mw_state *s)
{
    return &b->orientations[s->w[0] >> 32];
}

// Works out everything that follows from the start's orientation, the options and the cells.
void mw_die_prepare(mw_maze *, orientation first);
mw_maze *mw_die_open(const mw_maze *, unsigned margin);
bool mw_die_exact(mw_maze *, mw_exact *);
// What a maze has in common with all mazes of a search, and its genes (chain.c). They hold sets of
// cells only if the board has at most CHAIN_CELLS_MAX cells.
void mw_die_common(const mw_maze *, chain_common *);
void mw_die_pack(const mw_maze *, chain_genes *);
// The cell from which the way to the goal is longest for a die that lies as at the start; the start
// itself where that is not known.
uint32_t mw_die_farthest(const mw_maze *);

// ---- the parts of the kind

extern const mw_text mw_die_text;
extern const mw_view mw_die_view;     // draw.c
extern const mw_editor mw_die_editor; // edit.c
extern const mw_fast mw_die_fast;
extern const mw_heuristic mw_die_heuristics[];
extern const mw_design mw_die_design;
extern const mw_chains mw_die_chains;
void mw_die_promela(const mw_maze *, mw_writer *); // export.c
void mw_die_domain(const mw_maze *, mw_writer *);
void mw_die_problem(const mw_maze *, mw_writer *);

#endif
