// heuristics.c: estimates for rolling-die mazes: those of Fuchs and Cremilleux (2014), h3 in
// both the form they printed and the form they ran, the exact one for the open grid, and the exact
// one for the maze's own board without its obstacles.
//
// Each looks at where one face is: the one that must end on top ("the 1").
#include "kinds/die/die.h"

#include <stdlib.h>

// Where the goal lies, seen from the 1.
typedef struct view {
    uint32_t manhattan;
    bool up;           // the 1 is on top
    bool down;         // or below
    int32_t behind;    // if the 1 is on a side: how far the goal lies behind it; negative: in front
    uint32_t sideways; // and how far beside
} view;

static unsigned wanted_face(const board *b)
{
    unsigned f = 1;
    while (!(b->wins >> f & 1))
        f++;
    return f;
}

static view look(const mw_maze *m, const mw_state *s)
{
    const board *b = mw_die_board(m);
    const orientation *o = mw_die_orientation(b, s);
    int32_t stride = m->w + 2, at = (int32_t)mw_die_cell(s), goal = (int32_t)b->goal;
    int32_t south = goal / stride - at / stride, east = goal % stride - at % stride;
    unsigned one = wanted_face(b);
    view v = {.manhattan = (uint32_t)(abs(south) + abs(east))};
    if (o->top == one)
        v.up = true;
    else if (o->top == 7 - one)
        v.down = true;
    else if (o->north == one || o->north == 7 - one) {
        v.behind = o->north == one ? south : -south;
        v.sideways = (uint32_t)abs(east);
    } else {
        v.behind = o->east == one ? -east : east;
        v.sideways = (uint32_t)abs(south);
    }
    if (v.up || v.down) { // no direction: keep the two distances for `aligned`
        v.behind = south;
        v.sideways = (uint32_t)abs(east);
    }
    return v;
}

static bool aligned(const view *v)
{
    return !v->behind || !v->sideways;
}

// h4 holds where one face wins and the opposite one is forbidden; further rules only lengthen the
// way.
static unsigned one_face(const mw_maze *m)
{
    const board *b = mw_die_board(m);
    bool single = b->wins == 1u << wanted_face(b);
    bool fits = single && b->forbidden >> (7 - wanted_face(b)) & 1;
    return fits ? MW_ADMISSIBLE | MW_CONSISTENT : 0;
}

static uint32_t h1(const mw_maze *m, const mw_state *s)
{
    (void)m;
    (void)s;
    return 0;
}

static uint32_t h2(const mw_maze *m, const mw_state *s)
{
    return look(m, s).manhattan;
}

static uint32_t h3_printed(const mw_maze *m, const mw_state *s)
{
    view v = look(m, s);
    if (v.up)
        return !v.manhattan ? 0 : v.manhattan + (aligned(&v) ? 2 : 4);
    if (!v.down && v.behind < 0) // faces the goal
        return v.manhattan + 4;
    if (!v.down && v.behind > 0 && !v.sideways)
        return v.manhattan + 2;
    if (!v.down && v.behind > 0 && (v.behind == 1 || v.sideways == 1))
        return v.manhattan;
    return v.manhattan + 4;
}

static uint32_t h3_programmed(const mw_maze *m, const mw_state *s)
{
    view v = look(m, s);
    if (v.up)
        return v.manhattan + (aligned(&v) ? 0 : 4);
    if (!v.down && v.behind < 0)
        return v.manhattan;
    if (!v.down && v.behind > 0)
        return v.manhattan + (v.sideways && (v.behind == 1 || v.sideways == 1) ? 0 : 2);
    return v.manhattan + 4;
}

static uint32_t h4(const mw_maze *m, const mw_state *s)
{
    view v = look(m, s);
    if (v.up)
        return v.manhattan + (!v.manhattan ? 0 : aligned(&v) ? 2 : 4);
    if (v.down)
        return v.manhattan;
    return v.manhattan + (v.behind == 1 ? 0 : v.behind > 1 ? 2 : 4);
}

static mw_maze *without_obstacles(const mw_maze *m)
{
    return mw_die_open(m, 0);
}

const mw_heuristic mw_die_heuristics[] = {
    {.name = "h1", .about = "0", .claims = mw_claims_consistent, .eval = h1, .open = mw_die_open},
    {.name = "h2",
     .about = "Manhattan distance",
     .claims = mw_claims_consistent,
     .eval = h2,
     .open = mw_die_open},
    {.name = "h3",
     .about = "Manhattan and the place of the 1, as Fuchs and Cremilleux print it",
     .claims = mw_claims_nothing,
     .eval = h3_printed,
     .open = mw_die_open},
    {.name = "h3-programmed",
     .about = "the same as their program computed it",
     .claims = mw_claims_nothing,
     .eval = h3_programmed,
     .open = mw_die_open},
    {.name = "empty-board",
     .about = "exact distance on this board without its obstacles",
     .claims = mw_claims_consistent,
     .relax = without_obstacles,
     .open = mw_die_open},
    {.name = "h4",
     .about = "exact distance on the open grid (one winning face, its opposite forbidden)",
     .claims = one_face,
     .eval = h4,
     .open = mw_die_open},
    {0},
};
