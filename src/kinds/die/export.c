// export.c: a rolling-die maze in Promela and PDDL. In both a roll moves the faces: what was on
// top comes to a side, and the face opposite to the far side comes on top.
#include "kinds/die/die.h"

#include "core/export.h"

// ---- Promela

// SPIN reads at most 64 KiB of C at a time.
#define ROWS_AT_A_TIME(width) (32768 / ((width) + 40) + 1)

static void write_rows(const mw_maze *m, mw_writer *w)
{
    const board *b = mw_die_board(m);
    uint32_t width = m->w + 2u, height = m->h + 2u;
    mw_write(w, "/* # obstacle, . free, a digit: a label */\nc_decl {\n");
    for (uint32_t y = 0; y < height; y++) {
        if (y && y % ROWS_AT_A_TIME(width) == 0)
            mw_write(w, "}\nc_decl {\n");
        mw_write(w, "    static const char row%u[] = \"", y);
        for (uint32_t x = 0; x < width; x++) {
            uint8_t cell = b->cells[y * width + x];
            mw_write_char(w, cell == WALL ? '#' : cell == FREE ? '.' : (char)('0' + cell));
        }
        mw_write(w, "\";\n");
    }
    mw_write(w, "}\nc_decl {\n    static const char *const rows[] = {");
    for (uint32_t y = 0; y < height; y++)
        mw_write(w, "%srow%u,", y % 10 ? " " : "\n        ", y);
    mw_write(w, "\n    };\n");
}

static const char roll[] =
    "    static const int step_x[] = {0, 1, 0, -1}, step_y[] = {-1, 0, 1, 0}; /* N E S W */\n"
    "    /* where the roll leads that was looked at last */\n"
    "    static int to_x, to_y, to_top, to_north, to_east;\n\n"
    "    static int roll(int x, int y, int top, int north, int east, int d)\n"
    "    {\n"
    "        to_x = x + step_x[d];\n"
    "        to_y = y + step_y[d];\n"
    "        to_top = d == 0 ? 7 - north : d == 1 ? 7 - east : d == 2 ? north : east;\n"
    "        to_north = d == 0 ? top : d == 2 ? 7 - top : north;\n"
    "        to_east = d == 1 ? top : d == 3 ? 7 - top : east;\n"
    "        char cell = rows[to_y][to_x];\n"
    "        return (cell == '.' || cell == '0' + %s) && !(%u >> to_top & 1);\n"
    "    }\n";

static void write_state(const mw_maze *m, mw_writer *w)
{
    const board *b = mw_die_board(m);
    const orientation *o = &b->orientations[0];
    mw_export_variable(w, "x", m->w, b->start % (m->w + 2u));
    mw_export_variable(w, "y", m->h, b->start / (m->w + 2u));
    mw_export_variable(w, "top", 6, o->top);
    mw_export_variable(w, "north", 6, o->north);
    mw_export_variable(w, "east", 6, o->east);
    if (b->cost_top) {
        mw_write(w, "/* what the last roll costs is paid 1 a step, and this is still owed */\n");
        mw_export_variable(w, "owed", 5, 0);
    }
}

void mw_die_promela(const mw_maze *m, mw_writer *w)
{
    const board *b = mw_die_board(m);
    bool costs = b->cost_top;
    mw_export_model(m, w);
    write_rows(m, w);
    mw_write(w, roll, b->labels == LABELS_BEFORE ? "top" : "to_top", b->forbidden);
    mw_write(w, "}\n");
    write_state(m, w);
    mw_write(w, "\n#define HOME (x == %u && y == %u && (%u >> top & 1)%s)\n", b->goal % (m->w + 2u),
             b->goal / (m->w + 2u), b->wins, costs ? " && !owed" : "");
    mw_write(w,
             "#define MOVE(d, name) d_step { \\\n"
             "    c_expr { (%sroll(now.x, now.y, now.top, now.north, now.east, d)) } -> \\\n"
             "    c_code { now.x = to_x; now.y = to_y; \\\n"
             "        now.top = to_top; now.north = to_north; now.east = to_east;%s }; \\\n"
             "    printf(name); assert(!HOME) }\n\n",
             costs ? "!now.owed && " : "", costs ? " now.owed = to_top - 1;" : "");
    mw_export_loop(w);
    mw_export_moves(m, "MOVE", 0, 4, w);
    if (costs)
        mw_write(w, "    :: d_step { owed -> owed = owed - 1; assert(!HOME) }\n");
    mw_export_end(w);
}

// ---- PDDL

typedef struct rolling {
    const char *name, *beyond; // beyond: how the two cells lie
    const char *side;          // the face at one side of the die, which moves with the roll
    bool towards;              // the die rolls to this side; else away from it
} rolling;

static const rolling rolls[] = {
    {"roll-north", "north-of ?to ?from", "north", true},
    {"roll-east", "east-of ?to ?from", "east", true},
    {"roll-south", "north-of ?from ?to", "north", false},
    {"roll-west", "east-of ?from ?to", "east", false},
};

// ?t is on top and ?s at the side. Rolling towards that side, the top goes there and the face
// opposite to ?s comes up; away from it, ?s comes up and the face opposite to ?t goes there.
static void write_roll(const board *b, const rolling *r, mw_writer *w)
{
    const char *up = r->towards ? "?o" : "?s", *side = r->towards ? "?t" : "?o";
    mw_write(w,
             "  (:action %s\n"
             "    :parameters (?from ?to - cell ?t ?s ?o - face)\n"
             "    :precondition (and (at ?from) (%s) (top ?t) (%s ?s) (opposite %s ?o)\n"
             "      (allowed %s)",
             r->name, r->beyond, r->side, r->towards ? "?s" : "?t", up);
    if (b->labels)
        mw_write(w, " (admits ?to %s)", b->labels == LABELS_BEFORE ? "?t" : up);
    mw_write(w,
             ")\n"
             "    :effect (and (not (at ?from)) (at ?to) (not (top ?t)) (top %s)\n"
             "      (not (%s ?s)) (%s %s)",
             up, r->side, r->side, side);
    if (b->cost_top)
        mw_write(w, " (increase (total-cost) (pips %s))", up);
    mw_write(w, "))\n");
}

static bool several(uint8_t faces)
{
    return faces & (faces - 1);
}

void mw_die_domain(const mw_maze *m, mw_writer *w)
{
    const board *b = mw_die_board(m);
    mw_write(w,
             "(define (domain die)\n"
             "  (:requirements :strips :typing%s%s)\n"
             "  (:types cell face)\n"
             "  (:predicates (at ?c - cell) (top ?f - face) (north ?f - face) (east ?f - face)\n"
             "    (north-of ?a ?b - cell) (east-of ?a ?b - cell)\n"
             "    (opposite ?f ?g - face) (allowed ?f - face)%s)\n",
             several(b->wins) ? " :disjunctive-preconditions" : "",
             b->cost_top ? " :action-costs" : "", b->labels ? " (admits ?c - cell ?f - face)" : "");
    if (b->cost_top)
        mw_write(w, "  (:functions (total-cost) - number (pips ?f - face) - number)\n");
    for (unsigned d = 0; d < 4; d++)
        write_roll(b, &rolls[d], w);
    mw_write(w, ")\n");
}

static void write_cell(const mw_maze *m, uint32_t at, mw_writer *w)
{
    mw_export_cell(m, mw_die_inner(m, at), w);
}

static void write_pair(const mw_maze *m, const char *name, uint32_t a, uint32_t b, mw_writer *w)
{
    mw_write(w, " (%s", name);
    write_cell(m, a, w);
    write_cell(m, b, w);
    mw_write_char(w, ')');
}

static void write_board(const mw_maze *m, mw_writer *w)
{
    const board *b = mw_die_board(m);
    uint32_t stride = m->w + 2u;
    for (uint32_t at = stride; at < stride * (m->h + 1u); at++) {
        if (b->cells[at] == WALL)
            continue;
        mw_write(w, "\n   ");
        if (b->cells[at - stride] != WALL)
            write_pair(m, "north-of", at - stride, at, w);
        if (b->cells[at + 1] != WALL)
            write_pair(m, "east-of", at + 1, at, w);
        for (unsigned f = 1; b->labels && f <= 6; f++)
            if (b->cells[at] == FREE || b->cells[at] == f) {
                mw_write(w, " (admits");
                write_cell(m, at, w);
                mw_write(w, " f%u)", f);
            }
    }
}

static void write_goal(const mw_maze *m, mw_writer *w)
{
    const board *b = mw_die_board(m);
    mw_write(w, ")\n  (:goal (and (at");
    write_cell(m, b->goal, w);
    mw_write(w, several(b->wins) ? ") (or" : ")");
    for (unsigned f = 1; f <= 6; f++)
        if (b->wins >> f & 1)
            mw_write(w, " (top f%u)", f);
    mw_write(w, "%s))%s)\n", several(b->wins) ? ")" : "",
             b->cost_top ? "\n  (:metric minimize (total-cost))" : "");
}

void mw_die_problem(const mw_maze *m, mw_writer *w)
{
    const board *b = mw_die_board(m);
    const orientation *o = &b->orientations[0];
    uint32_t stride = m->w + 2u;
    mw_export_problem(m, w);
    mw_write(w, "\n   ");
    for (uint32_t at = stride; at < stride * (m->h + 1u); at++) {
        if (b->cells[at] != WALL)
            write_cell(m, at, w);
        if (at % stride == stride - 1)
            mw_write(w, "\n   ");
    }
    mw_write(w, " - cell\n    f1 f2 f3 f4 f5 f6 - face)\n  (:init\n    (at");
    write_cell(m, b->start, w);
    mw_write(w, ") (top f%u) (north f%u) (east f%u)\n   ", o->top, o->north, o->east);
    for (unsigned f = 1; f <= 6; f++) {
        mw_write(w, " (opposite f%u f%u)", f, 7 - f);
        if (!(b->forbidden >> f & 1))
            mw_write(w, " (allowed f%u)", f);
    }
    if (b->cost_top) {
        mw_write(w, "\n    (= (total-cost) 0)");
        for (unsigned f = 1; f <= 6; f++)
            mw_write(w, " (= (pips f%u) %u)", f, f);
    }
    write_board(m, w);
    write_goal(m, w);
}
