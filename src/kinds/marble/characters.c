// characters.c: a marble maze in characters, for terminals, layer by layer; which way is down is
// told beside it.
#include "kinds/marble/marble.h"

#include "core/text.h"
#include "mazewright/scene.h"

void mw_marble_glyph(const mw_maze *m, const mw_state *s, uint32_t cell, mw_glyph *g)
{
    g->empty = mw_marble_board(m)->cells[cell] == OUT_OF_MAZE;
    if (g->empty)
        return;
    for (unsigned side = 0; side < 4; side++) {
        bool forward;
        unsigned axis = mw_marble_axis(side, &forward);
        g->walls |= (uint8_t)(mw_marble_open(m, cell, axis, forward) ? 0 : 1u << side);
    }
    bool target = cell == mw_marble_target(m);
    bool above = m->d > 1 && mw_marble_open(m, cell, Z, true);
    bool below = m->d > 1 && mw_marble_open(m, cell, Z, false);
    g->here = cell == mw_marble_state_cell(m, s);
    g->ground = g->here ? MW_ROLE_HERO : target ? MW_ROLE_GOAL : MW_ROLE_FLOOR;
    g->ink = g->here || target ? MW_ROLE_MARK : MW_ROLE_LABEL;
    g->text[0] = above ? '^' : ' ';
    g->text[1] = g->here ? 'o' : target ? 'G' : ' ';
    g->text[2] = below ? 'v' : ' ';
    g->means = g->here ? "the marble" : target ? "goal" : NULL;
}

static unsigned steepest(vec up)
{
    unsigned axis = X;
    for (unsigned a = Y; a <= Z; a++)
        if (up.v[a] * up.v[a] > up.v[axis] * up.v[axis])
            axis = a;
    return axis;
}

static const char *const names[3][2] = {{"left", "right"}, {"front", "back"}, {"low", "high"}};

static void tell_place(const mw_maze *m, uint32_t cell, mw_writer *w)
{
    mw_write(w, "the marble lies at row %u, column %u", m->h - mw_marble_coordinate(m, cell, Y),
             mw_marble_coordinate(m, cell, X) + 1);
    if (m->d > 1)
        mw_write(w, ", layer %u", mw_marble_coordinate(m, cell, Z) + 1);
}

// Of a corner, bit a is set if it lies forwards along axis a.
static void tell_corner(const mw_maze *m, unsigned corner, mw_writer *w)
{
    static const char *const heights[2] = {"lower", "upper"};
    bool right = corner >> X & 1, back = corner >> Y & 1, high = corner >> Z & 1;
    if (m->d == 1)
        mw_write(w, "the %s %s corner is down", heights[back], names[X][right]);
    else
        mw_write(w, "the %s %s %s corner is down", heights[high], names[Y][back], names[X][right]);
}

static unsigned corner_down(vec up)
{
    unsigned corner = 0;
    for (unsigned a = X; a <= Z; a++)
        corner |= (unsigned)(up.v[a] < 0) << a;
    return corner;
}

// Where the marble is and which way is down: together they are the state.
void mw_marble_describe(const mw_maze *m, const mw_state *s, mw_writer *w)
{
    vec up = mw_marble_up(m, mw_marble_state_orientation(m, s));
    tell_place(m, mw_marble_state_cell(m, s), w);
    mw_write(w, "; ");
    tell_corner(m, corner_down(up), w);
    unsigned axis = steepest(up);
    if (mw_marble_board(m)->orientations == 24)
        mw_write(w, "; steepest: %s to %s", names[axis][up.v[axis] > 0],
                 names[axis][up.v[axis] < 0]);
}

// ---- facts

enum { PLACE, CORNER, STEEPEST }; // things; the last one with 24 orientations only

unsigned mw_marble_things(const mw_maze *m)
{
    return mw_marble_board(m)->orientations == 24 ? STEEPEST + 1 : CORNER + 1;
}

void mw_marble_facts(const mw_maze *m, const mw_state *s, uint32_t *values)
{
    vec up = mw_marble_up(m, mw_marble_state_orientation(m, s));
    values[PLACE] = mw_marble_state_cell(m, s);
    values[CORNER] = corner_down(up);
    if (mw_marble_board(m)->orientations == 24)
        values[STEEPEST] = steepest(up);
}

void mw_marble_tell_fact(const mw_maze *m, unsigned thing, uint32_t value, mw_writer *w)
{
    static const char *const axes[] = {"width", "depth", "height"};
    if (thing == PLACE)
        tell_place(m, value, w);
    else if (thing == CORNER)
        tell_corner(m, value, w);
    else
        mw_write(w, "the maze is steepest along its %s", axes[value]);
}

// ---- beside the board, and why a move is not possible

void mw_marble_aside(const mw_maze *m, const mw_state *s, mw_writer *w)
{
    vec up = mw_marble_up(m, mw_marble_state_orientation(m, s));
    bool right = up.x < 0, top = up.y < 0;
    if (m->d == 1)
        mw_write(w,
                 "the maze stands on its\n%s %s corner:\n"
                 "  %c---%c\n  |   |\n  %c---%c\n",
                 top ? "upper" : "lower", right ? "right" : "left", top && !right ? '*' : '+',
                 top && right ? '*' : '+', !top && !right ? '*' : '+', !top && right ? '*' : '+');
    else
        mw_write(w, "^ open above, v open below\n");
}

void mw_marble_why_not(const mw_maze *m, const mw_state *s, uint16_t action, mw_writer *w)
{
    mw_tilt tilts[MARBLE_MOVES_MAX];
    unsigned n = mw_marble_tilts(m, mw_marble_state_orientation(m, s), tilts);
    const char *word = m->kind->rules->actions[action].word;
    for (unsigned i = 0; i < n; i++)
        if (tilts[i].action == action)
            return;
    if (m->d == 1 && mw_marble_board(m)->orientations == 4)
        mw_write(w, "a flat maze only turns cw and ccw");
    else if (*word == 'c')
        mw_write(w, "a maze in space does not turn so; it tips with x, y and z");
    else if (mw_marble_board(m)->orientations == 8)
        mw_write(w, "no axis is steeper than the others in this maze");
    else
        mw_write(w, "the steepest axis cannot be tipped");
}
