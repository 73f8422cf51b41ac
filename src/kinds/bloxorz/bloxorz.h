// bloxorz.h: the board of a Bloxorz maze, shared by its rules (bloxorz.c), its text forms
// (text.c), its heuristics (heuristics.c), its evaluator (fast.c,
// table.c) and its steps of design (design.c).
#ifndef MW_KINDS_BLOXORZ_BLOXORZ_H
#define MW_KINDS_BLOXORZ_BLOXORZ_H

#include "mazewright/waist.h"

#define SIDE_MAX    64
#define GROUPS_MAX  32 // bits of bridges in a state
#define EFFECTS_MAX 14 // different switches and splitters: as many as there are names for them
#define NONE        0xff

extern const char mw_bloxorz_names[EFFECTS_MAX + 1]; // of switches and splitters in a map

enum { UP, RIGHT, DOWN, LEFT };                        // directions, and actions of the whole block
enum { FIRST_HALF = 4, SECOND_HALF = 8, SWITCH = 12 }; // actions after these four
// The directions of the four actions of a half: a:L a:R a:U a:D.
extern const uint8_t mw_bloxorz_half_order[4];

enum { STANDING, ALONG_X, ALONG_Y, SPLIT }; // pose of the block
enum { VOID, FLOOR, FRAGILE, GOAL };        // what a cell is

typedef struct tile {
    uint8_t base;   // VOID under a bridge
    uint8_t group;  // of the bridge here, or NONE
    uint8_t effect; // of the switch or splitter here, or NONE
} tile;

typedef struct group { // bridge cells that always change together
    uint8_t letter;    // 'A' to 'Z'
    bool there;        // at the start
} group;

typedef struct effect {
    char name; // in the map
    bool heavy, split;
    uint16_t to[2];               // of a splitter: where the halves appear
    uint32_t toggle, remove, add; // sets of groups, in this order
} effect;

typedef struct board { // maze->data
    uint16_t start, goal, cells;
    bool seed_rules, count_switching;
    bool splits; // there is a splitter
    uint8_t group_count, effect_count;
    group groups[GROUPS_MAX];
    effect effects[EFFECTS_MAX];
    tile tiles[];
} board;

static inline const board *mw_bloxorz_board(const mw_maze *m)
{
    return (const board *)m->data;
}

// state: w[0] = cell | second half << 16 | pose << 32     w[1] = a bit for each group that is there
// A lying block's cell is its left or upper one. Halves: the active one first with count-switching,
// in their own order with the seed's rules, else the one with the smaller cell first.
static inline uint32_t mw_bloxorz_cell(const mw_state *s)
{
    return s->w[0] & 0xffff;
}

static inline uint32_t mw_bloxorz_half(const mw_state *s)
{
    return s->w[0] >> 16 & 0xffff;
}

static inline unsigned mw_bloxorz_pose(const mw_state *s)
{
    return (unsigned)(s->w[0] >> 32);
}

// The bridges after a switch was pressed.
static inline uint32_t mw_bloxorz_fire(const effect *e, uint32_t bridges)
{
    return ((bridges ^ e->toggle) & ~e->remove) | e->add;
}

// Does a half appear here?
static inline bool mw_bloxorz_is_target(const board *b, uint32_t cell)
{
    for (unsigned i = 0; i < b->effect_count; i++)
        if (b->effects[i].split && (b->effects[i].to[0] == cell || b->effects[i].to[1] == cell))
            return true;
    return false;
}

// Does the order of the two halves matter?
static inline bool mw_bloxorz_ordered(const board *b)
{
    return b->seed_rules || b->count_switching;
}

// Rolling: how the block's cell moves, and its new pose, by pose and direction U, R, D, L.
typedef struct roll {
    int8_t x, y;
    uint8_t pose;
} roll;
extern const roll mw_bloxorz_rolls[3][4];

// Sets `words`, `traits` and `splits` once everything else is filled in.
void mw_bloxorz_finish(mw_maze *);

mw_maze *mw_bloxorz_parse(mw_source *);
mw_maze *mw_bloxorz_random(mw_source *, mw_rng *);
void mw_bloxorz_print(const mw_maze *, bool compact, mw_writer *);
void mw_bloxorz_print_options(const mw_maze *, mw_writer *);
extern const mw_form mw_bloxorz_forms[];
extern const mw_heuristic mw_bloxorz_heuristics[];
extern const mw_measure mw_bloxorz_measures[];
bool mw_bloxorz_evaluate(const mw_maze *, bool whole, mw_evaluation *);
uint64_t mw_bloxorz_evaluate_bytes(const mw_maze *);
extern const mw_design mw_bloxorz_design;

void mw_bloxorz_remark(const mw_maze *, mw_writer *); // words.c
void mw_bloxorz_look(const mw_maze *, const mw_state *, uint32_t cell, mw_writer *);
void mw_bloxorz_draw(const mw_maze *, const mw_state *, mw_scene *); // draw.c
void mw_bloxorz_place(const mw_maze *, const mw_state *, double *x, double *y);
void mw_bloxorz_animate(const mw_maze *, const mw_state *from, const mw_edge *, double t,
                        mw_scene *);
extern const mw_brush mw_bloxorz_brushes[]; // edit.c
mw_maze *mw_bloxorz_paint(const mw_maze *, unsigned brush, uint32_t cell, unsigned side,
                          mw_error *);

void mw_bloxorz_promela(const mw_maze *, mw_writer *); // promela.c
void mw_bloxorz_domain(const mw_maze *, mw_writer *);  // pddl.c
void mw_bloxorz_problem(const mw_maze *, mw_writer *);
void mw_bloxorz_pddl(const mw_maze *, mw_writer *);

#endif
