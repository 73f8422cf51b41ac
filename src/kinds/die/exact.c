// exact.c: finds the proven longest die maze on a small board by trying every placement of
// obstacles.
//
// One word holds a whole board for each class of orientations. So a layer of the breadth-first
// search takes a few shifts, and one search from a start serves every goal. The longest mazes
// rarely run from corner to corner (on 5x5 the longest such maze takes 24 rolls, the longest of all
// 29). So start and goal move, too: the maze returned is the longest for all their cells, and keeps
// only the size and the options.
#include "kinds/die/die.h"

#include "core/exact.h"
#include "core/symmetry.h"

#include <string.h>

#define CELLS_MAX 25

typedef uint64_t set;         // of cells; each row has w + 1 bits, of which the last stays 0
typedef struct planes {       // a set of states: cells by class
    set of[ORIENTATIONS + 1]; // forbidden rolls lead into the last one
} planes;

typedef struct search {
    mw_maze *maze;
    mw_exact *exact;
    chain_common common; // classes, where their rolls lead, and which of them win
    unsigned stride;
    set every; // cell
    bool stopped;
} search;

static set shift(const search *s, set cells, unsigned direction)
{
    switch (direction) {
    case NORTH: return cells >> s->stride;
    case EAST: return cells << 1;
    case SOUTH: return cells << s->stride;
    default: return cells >> 1;
    }
}

static bool wins(const search *s, unsigned class)
{
    return s->common.wins >> class & 1;
}

// ---- one placement

// Replaces `now` by the states one roll further, on free cells, that were not seen before. Returns
// false if there are none.
static bool step(const search *s, set free, planes *now, planes *seen)
{
    planes next;
    set any = 0;
    memset(&next, 0, (s->common.classes + 1) * sizeof *next.of);
    for (unsigned k = 0; k < s->common.classes; k++)
        for (unsigned d = 0; d < 4 && now->of[k]; d++)
            next.of[s->common.turns[k][d]] |= shift(s, now->of[k], d);
    for (unsigned k = 0; k < s->common.classes; k++) {
        now->of[k] = next.of[k] & free & ~seen->of[k];
        seen->of[k] |= now->of[k];
        any |= now->of[k];
    }
    return any;
}

static bool connected(const search *s, set free, set start)
{
    set known = start;
    for (set before = 0; before != known;) {
        before = known;
        known |= (known << 1 | known >> 1) & free;
        known |= (known << s->stride | known >> s->stride) & free;
    }
    return known == free;
}

static set winning(const search *s, const planes *p)
{
    set cells = 0;
    for (unsigned k = 0; k < s->common.classes; k++)
        if (wins(s, k))
            cells |= p->of[k];
    return cells;
}

// Is there only one way of this length? `many` are the states with more than one shortest way.
static bool unique(const search *s, set free, set start, set goal, uint32_t length)
{
    planes now = {.of[0] = 0}, seen, many = {.of[0] = 0};
    now.of[s->common.first] = start;
    seen = now;
    while (length--) {
        planes next = {.of[0] = 0}, twice = {.of[0] = 0};
        for (unsigned k = 0; k < s->common.classes; k++)
            for (unsigned d = 0; d < 4; d++) {
                unsigned to = s->common.turns[k][d];
                set moved = shift(s, now.of[k], d);
                twice.of[to] |= (moved & next.of[to]) | shift(s, many.of[k], d);
                next.of[to] |= moved;
            }
        for (unsigned k = 0; k < s->common.classes; k++) {
            now.of[k] = next.of[k] & free & ~seen.of[k];
            many.of[k] = twice.of[k] & now.of[k];
            seen.of[k] |= now.of[k];
        }
    }
    unsigned ways = 0;
    for (unsigned k = 0; k < s->common.classes; k++)
        if (wins(s, k) && now.of[k] & goal)
            ways += many.of[k] & goal ? 2 : 1;
    return ways == 1;
}

// Can every free cell reach the goal, in some orientation? Rolls can be taken back, so this is a
// search from the goal.
static bool all_reach(const search *s, set free, set goal)
{
    planes now = {.of[0] = 0}, seen;
    set reached = 0;
    for (unsigned k = 0; k < s->common.classes; k++)
        now.of[k] = wins(s, k) ? goal : 0;
    seen = now;
    while (step(s, free, &now, &seen)) {
    }
    for (unsigned k = 0; k < s->common.classes; k++)
        reached |= seen.of[k];
    return reached == free;
}

static uint32_t cell_of(const search *s, set one) // in the maze, counted with its border
{
    unsigned bit = (unsigned)__builtin_ctzll(one);
    return (bit / s->stride + 1) * (s->maze->w + 2u) + bit % s->stride + 1;
}

static void keep(search *s, set free, set start, set goal, uint32_t length)
{
    board *b = (board *)s->maze->data;
    for (set rest = s->every; rest; rest &= rest - 1)
        b->cells[cell_of(s, rest)] = free & rest & -rest ? FREE : WALL;
    b->start = cell_of(s, start);
    b->goal = cell_of(s, goal);
    if (!mw_exact_found(s->exact, s->maze, length))
        s->stopped = true;
}

// Tries all goals at once: the length for a goal is the depth at which the search first meets a
// winning state in its cell.
static void evaluate(search *s, set free, set start)
{
    planes now = {.of[0] = 0}, seen;
    set met = start; // the start cannot be the goal
    now.of[s->common.first] = start;
    seen = now;
    for (uint32_t depth = 1; step(s, free, &now, &seen); depth++) {
        set goals = winning(s, &now) & ~met;
        met |= goals;
        for (; goals && depth > s->exact->length; goals &= goals - 1) {
            set goal = goals & -goals;
            if ((!s->exact->unique || unique(s, free, start, goal, depth)) &&
                (!s->exact->all_reach || all_reach(s, free, goal)))
                keep(s, free, start, goal, depth);
        }
    }
}

// ---- all placements

// Does a turned board play the same? It does if the classes can be renamed so that all rolls agree
// and the start's class keeps its name.
static bool symmetric(const search *s, unsigned symmetry)
{
    uint8_t name[ORIENTATIONS + 1], queue[ORIENTATIONS];
    unsigned known = 1;
    if (symmetry & 4 && s->maze->w != s->maze->h)
        return false;
    memset(name, NO_CLASS, sizeof name);
    name[s->common.classes] = (uint8_t)s->common.classes;
    queue[0] = name[s->common.first] = (uint8_t)s->common.first;
    for (unsigned i = 0; i < known; i++)
        for (unsigned d = 0; d < 4; d++) {
            uint8_t k = s->common.turns[queue[i]][d];
            uint8_t as = s->common.turns[name[queue[i]]][mw_turned_side(d, symmetry)];
            if (name[k] == NO_CLASS && as != s->common.classes && wins(s, k) == wins(s, as)) {
                name[k] = as;
                queue[known++] = k;
            } else if (name[k] != as)
                return false;
        }
    return known == s->common.classes;
}

// Of starts that are the same to a player one is enough: the one with the lowest cell.
static bool representative(const search *s, unsigned bit)
{
    uint32_t cell = bit / s->stride * s->maze->w + bit % s->stride;
    for (unsigned symmetry = 1; symmetry < 8; symmetry++)
        if (symmetric(s, symmetry) && mw_turned_cell(s->maze, cell, symmetry) < cell)
            return false;
    return true;
}

static void try_start(search *s, set start)
{
    set others = s->every & ~start, free = others;
    do { // all subsets, the largest first
        // If a free cell cannot be reached, the maze is the same as with an obstacle there, which
        // is another subset.
        if (connected(s, free | start, start))
            evaluate(s, free | start, start);
        if (!mw_exact_count(s->exact))
            s->stopped = true;
        free = (free - 1) & others;
    } while (free != others && !s->stopped);
}

bool mw_die_exact(mw_maze *m, mw_exact *e)
{
    const board *b = mw_die_board(m);
    if ((uint32_t)m->w * m->h > CELLS_MAX || !(m->traits & MW_UNIT_COST))
        return false;
    search s = {.maze = m, .exact = e, .stride = m->w + 1u};
    for (unsigned i = 0; i < (m->w + 2u) * (m->h + 2u); i++)
        if (b->cells[i] != WALL && b->cells[i] != FREE)
            return false;
    for (unsigned i = 0; i < s.stride * m->h; i++)
        if (i % s.stride < m->w)
            s.every |= (set)1 << i;
    mw_die_common(m, &s.common);
    e->length = 0;
    e->nodes = 0;
    e->bound = (uint32_t)m->w * m->h * s.common.classes - 1; // no state is met twice
    for (set rest = s.every; rest && !s.stopped; rest &= rest - 1)
        if (representative(&s, (unsigned)__builtin_ctzll(rest)))
            try_start(&s, rest & -rest);
    if (!s.stopped)
        e->bound = e->length;
    e->proven = e->length == e->bound;
    return true;
}
