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

// Where the marble is and which way is down: together they are the state.
void mw_marble_describe(const mw_maze *m, const mw_state *s, mw_writer *w)
{
    static const char *const names[3][2] = {{"left", "right"}, {"front", "back"}, {"low", "high"}};
    static const char *const heights[2] = {"lower", "upper"};
    uint32_t cell = mw_marble_state_cell(m, s);
    unsigned steepest = X;
    vec up = mw_marble_up(m, mw_marble_state_orientation(m, s));
    mw_write(w, "the marble lies at row %u, column %u", m->h - mw_marble_coordinate(m, cell, Y),
             mw_marble_coordinate(m, cell, X) + 1);
    if (m->d == 1) {
        mw_write(w, "; the %s %s corner is down", heights[up.y < 0], names[X][up.x < 0]);
        return;
    }
    mw_write(w, ", layer %u; the %s %s %s corner is down", mw_marble_coordinate(m, cell, Z) + 1,
             heights[up.z < 0], names[Y][up.y < 0], names[X][up.x < 0]);
    for (unsigned a = Y; a <= Z; a++)
        if (up.v[a] * up.v[a] > up.v[steepest] * up.v[steepest])
            steepest = a;
    if (mw_marble_board(m)->orientations == 24)
        mw_write(w, "; steepest: %s to %s", names[steepest][up.v[steepest] > 0],
                 names[steepest][up.v[steepest] < 0]);
}

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
