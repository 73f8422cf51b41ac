// bloxorz.h: the board and the states of a Bloxorz maze, and what its files share. The rules are in
// bloxorz.c; each other file has one part of the kind.
#ifndef MW_KINDS_BLOXORZ_BLOXORZ_H
#define MW_KINDS_BLOXORZ_BLOXORZ_H

#include "mazewright/waist.h"

#define SIDE_MAX    64
#define GROUPS_MAX  32 // bits of bridges in a state
#define EFFECTS_MAX 14 // different switches and splitters: as many as there are names for them
#define BRIDGE_MAX  4  // the most cells of a bridge that a designer makes
#define NONE        0xff

extern const char mw_bloxorz_names[EFFECTS_MAX + 1]; // of switches and splitters in a map

enum { UP, RIGHT, DOWN, LEFT };                        // directions, and actions of the whole block
enum { FIRST_HALF = 4, SECOND_HALF = 8, SWITCH = 12 }; // actions after these four
extern const int8_t mw_bloxorz_steps[4][2];            // x and y, by direction
extern const uint8_t mw_bloxorz_half_order[4]; // directions of a half's actions: a:L a:R a:U a:D

enum { STANDING, ALONG_X, ALONG_Y, SPLIT }; // pose of the block
enum { VOID, FLOOR, FRAGILE, GOAL };        // what a cell is
enum { TOGGLE, REMOVE, ADD, CHANGES };      // what a switch does to bridges, in this order

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
    bool as_5;      // of a soft switch that only removes or only adds: map files have a 5 there
    uint16_t to[2]; // of a splitter: where the halves appear
    uint32_t changes[CHANGES]; // of a switch: the groups that it toggles, removes and adds
} effect;

typedef struct board { // maze->data
    uint16_t start, goal, cells;
    bool seed_rules, count_switching;
    bool splits; // there is a splitter
    uint8_t group_count, effect_count;
    group groups[GROUPS_MAX];
    bool no_half_in_hole; // here, where a byte was free: texts of old mazes give the same bytes
    effect effects[EFFECTS_MAX];
    tile tiles[];
} board;

static inline const board *mw_bloxorz_board(const mw_maze *m)
{
    return (const board *)m->data;
}

// ---- tiles and switches

// Can there be anything to stand on? A bridge counts also while it is away: a block may stay on one
// that has just been taken away.
static inline bool mw_bloxorz_is_cell(const board *b, uint32_t cell)
{
    return b->tiles[cell].base != VOID || b->tiles[cell].group != NONE;
}

// The switch or splitter in a cell, or NULL.
static inline const effect *mw_bloxorz_effect(const board *b, uint32_t cell)
{
    return b->tiles[cell].effect == NONE ? NULL : &b->effects[b->tiles[cell].effect];
}

// All groups that a switch changes.
static inline uint32_t mw_bloxorz_changed(const effect *e)
{
    return e->changes[TOGGLE] | e->changes[REMOVE] | e->changes[ADD];
}

// All groups that any of these switches changes.
static inline uint32_t mw_bloxorz_all_changed(const effect *effects, unsigned count)
{
    uint32_t set = 0;
    for (const effect *e = effects; e < effects + count; e++)
        set |= mw_bloxorz_changed(e);
    return set;
}

// The bridges after a switch was pressed.
static inline uint32_t mw_bloxorz_fire(const effect *e, uint32_t bridges)
{
    return ((bridges ^ e->changes[TOGGLE]) & ~e->changes[REMOVE]) | e->changes[ADD];
}

// The type of a soft switch, which is its digit in map files: 4 only removes, 6 only adds, else 5.
static inline unsigned mw_bloxorz_soft_type(const effect *e)
{
    bool adds = e->changes[ADD], removes = e->changes[REMOVE];
    return e->as_5 || e->changes[TOGGLE] || adds == removes ? 5 : adds ? 6 : 4;
}

// The soft switch in a cell, or NULL.
static inline const effect *mw_bloxorz_soft(const board *b, uint32_t cell)
{
    const effect *e = mw_bloxorz_effect(b, cell);
    return e && !e->heavy && !e->split ? e : NULL;
}

// Both cells are covered, and the game's rules would press the switch of `one` first. Does that of
// `two` work first? By the seed's rules it does if its type is smaller.
static inline bool mw_bloxorz_swaps(const board *b, uint32_t one, uint32_t two)
{
    if (!b->seed_rules)
        return false;
    const effect *first = mw_bloxorz_soft(b, one), *second = mw_bloxorz_soft(b, two);
    return first && second && mw_bloxorz_soft_type(second) < mw_bloxorz_soft_type(first);
}

// The bridges that are there at the start.
static inline uint32_t mw_bloxorz_first_bridges(const board *b)
{
    uint32_t bridges = 0;
    for (unsigned g = 0; g < b->group_count; g++)
        bridges |= (uint32_t)b->groups[g].there << g;
    return bridges;
}

// A group's letter as the map has it: small where the bridge is away at the start.
static inline char mw_bloxorz_mark(const group *g)
{
    return (char)(g->there ? g->letter : g->letter - 'A' + 'a');
}

// The letters of a set of groups, each once.
const char *mw_bloxorz_letters(const board *, uint32_t groups, char out[GROUPS_MAX + 1]);

// Does a half appear here?
static inline bool mw_bloxorz_is_target(const effect *effects, unsigned count, uint32_t cell)
{
    for (const effect *e = effects; e < effects + count; e++)
        if (e->split && (e->to[0] == cell || e->to[1] == cell))
            return true;
    return false;
}

// Does the order of the two halves matter?
static inline bool mw_bloxorz_ordered(const board *b)
{
    return b->seed_rules || b->count_switching;
}

// ---- states

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

// The other cell of a whole block, or the same one where it stands.
static inline uint32_t mw_bloxorz_far_cell(const mw_maze *m, unsigned pose, uint32_t cell)
{
    return pose == ALONG_X ? cell + 1 : pose == ALONG_Y ? cell + m->w : cell;
}

// Rolling: how the block's cell moves, and its new pose, by pose and direction U, R, D, L.
typedef struct roll {
    int8_t x, y;
    uint8_t pose;
} roll;
extern const roll mw_bloxorz_rolls[3][4];

// Sets `words`, `traits` and `splits` once everything else is filled in.
void mw_bloxorz_finish(mw_maze *);

// ---- the parts of the kind

extern const mw_text mw_bloxorz_text;
extern const mw_view mw_bloxorz_view;                                                // draw.c
void mw_bloxorz_glyph(const mw_maze *, const mw_state *, uint32_t cell, mw_glyph *); // characters.c
void mw_bloxorz_aside(const mw_maze *, const mw_state *, mw_writer *);
void mw_bloxorz_write_effect(const board *, const effect *, mw_writer *); // words.c
void mw_bloxorz_remark(const mw_maze *, mw_writer *);
void mw_bloxorz_look(const mw_maze *, const mw_state *, uint32_t cell, mw_writer *);
void mw_bloxorz_why_not(const mw_maze *, const mw_state *, uint16_t action, mw_writer *);
void mw_bloxorz_how_lost(const mw_maze *, const mw_state *, const mw_edge *, mw_writer *);
unsigned mw_bloxorz_things(const mw_maze *);
void mw_bloxorz_facts(const mw_maze *, const mw_state *, uint32_t *values);
void mw_bloxorz_tell_fact(const mw_maze *, unsigned thing, uint32_t value, mw_writer *);
const char *mw_bloxorz_tie(const mw_maze *, const mw_state *, uint32_t from, uint32_t to);
extern const mw_editor mw_bloxorz_editor; // edit.c
extern const mw_fast mw_bloxorz_fast;
extern const mw_measure mw_bloxorz_measures[]; // fast.c
extern const mw_heuristic mw_bloxorz_heuristics[];
extern const mw_design mw_bloxorz_design;
mw_maze *mw_bloxorz_turn(const mw_maze *, unsigned symmetry); // design.c: as turn of mw_editor
unsigned mw_bloxorz_bits(const mw_maze *);                    // bits.c
void mw_bloxorz_encode(const mw_maze *, uint64_t *);
bool mw_bloxorz_decode(mw_maze *, const uint64_t *);
void mw_bloxorz_promela(const mw_maze *, mw_writer *); // export.c
void mw_bloxorz_domain(const mw_maze *, mw_writer *);
void mw_bloxorz_problem(const mw_maze *, mw_writer *);

#endif
