// pddl.c: a Bloxorz maze in PDDL. The block is the cells that it is on, two when it lies;
// rolling is told by which cell is next to which. One action is one move: switches are conditional
// effects of it.
#include "kinds/bloxorz/bloxorz.h"

#include "core/export.h"

// ---- the domain

// Something is there to lie on in a cell.
#define THERE(cell)                                                                                \
    "(or (floor " cell ") (exists (?u - bridge) (and (part " cell " ?u) (raised ?u))))"

// A switch pressed in one cell: what it does to a bridge, told by three facts.
#define PRESS(weight, cell)                                                                        \
    "\n      (forall (?g - bridge) (and\n"                                                         \
    "        (when (or (" weight "-raises " cell " ?g)\n"                                          \
    "          (and (" weight "-flips " cell " ?g) (not (raised ?g)))) (raised ?g))\n"             \
    "        (when (or (" weight "-lowers " cell " ?g)\n"                                          \
    "          (and (" weight "-flips " cell " ?g) (raised ?g))) (not (raised ?g)))))"

// Is ?g up once the soft switch in a cell has worked, given what it was before?
#define UP_AFTER(cell, was, was_not)                                                               \
    "(or (soft-raises " cell " ?g) (and (soft-flips " cell " ?g) " was_not ")\n"                   \
    "          (and (not (soft-raises " cell " ?g)) (not (soft-lowers " cell " ?g))\n"             \
    "            (not (soft-flips " cell " ?g)) " was "))"
#define AFTER_ONE(cell)      UP_AFTER(cell, "(raised ?g)", "(not (raised ?g))")
#define AFTER_BOTH(one, two) UP_AFTER(two, AFTER_ONE(one), "(not " AFTER_ONE(one) ")")

#define RAISED_IF(condition)                                                                       \
    "\n      (forall (?g - bridge) (and (when " condition "\n        (raised ?g))\n"               \
    "        (when (not " condition ")\n        (not (raised ?g)))))"
// Soft switches in two cells, one after the other.
#define PRESS_BOTH(one, two) RAISED_IF(AFTER_BOTH(one, two))

static const char head[] =
    "(define (domain bloxorz)\n"
    "  (:requirements :adl)\n"
    "  (:types cell direction bridge)\n"
    "  (:predicates (standing) (lying) (split) (on ?c - cell)\n"
    "    (half ?c - cell) (first ?c - cell) (second ?c - cell)\n"
    "    (next ?d - direction ?a ?b - cell) (across ?d ?e - direction)\n"
    "    (forward ?d - direction)\n"
    "    (floor ?c - cell) (fragile ?c - cell) (part ?c - cell ?g - bridge) (raised ?g - bridge)\n"
    "    (soft-raises ?c - cell ?g - bridge) (soft-lowers ?c - cell ?g - bridge)\n"
    "    (soft-flips ?c - cell ?g - bridge)\n"
    "    (any-raises ?c - cell ?g - bridge) (any-lowers ?c - cell ?g - bridge)\n"
    "    (any-flips ?c - cell ?g - bridge)\n"
    "    (splitter ?c - cell) (splits ?c ?one ?two - cell))\n";

// The whole block. Where it lies is told by the direction ?e, right or down, from its cell ?p to
// its cell ?q: in this order their switches work.
static void write_block(mw_writer *w)
{
    mw_write(w,
             "  (:action lie-down\n"
             "    :parameters (?e - direction ?c ?p ?q - cell)\n"
             "    :precondition (and (standing) (on ?c) (forward ?e) (next ?e ?p ?q)\n"
             "      (or (next ?e ?c ?p) (next ?e ?q ?c))\n"
             "      %s\n"
             "      %s)\n"
             "    :effect (and (not (standing)) (lying) (not (on ?c)) (on ?p) (on ?q)%s))\n",
             THERE("?p"), THERE("?q"), PRESS_BOTH("?p", "?q"));
    mw_write(w,
             "  (:action roll-over\n"
             "    :parameters (?d ?e - direction ?p ?q ?a ?b - cell)\n"
             "    :precondition (and (lying) (on ?p) (forward ?e) (next ?e ?p ?q) (on ?q)\n"
             "      (across ?d ?e) (next ?d ?p ?a) (next ?d ?q ?b)\n"
             "      %s\n"
             "      %s)\n"
             "    :effect (and (not (on ?p)) (not (on ?q)) (on ?a) (on ?b)%s))\n",
             THERE("?a"), THERE("?b"), PRESS_BOTH("?a", "?b"));
}

// The block stands up in ?c, or is split there.
static void write_stand(const char *name, const char *parameters, const char *condition,
                        const char *then, mw_writer *w)
{
    mw_write(w,
             "  (:action %s\n"
             "    :parameters (?d - direction ?p ?q ?c%s - cell)\n"
             "    :precondition (and (lying) (on ?p) (next ?d ?p ?q) (on ?q) (next ?d ?q ?c)\n"
             "      (not (fragile ?c)) %s\n"
             "      %s)\n"
             "    :effect (and (not (lying)) (not (on ?p)) (not (on ?q)) %s))\n",
             name, parameters, condition, THERE("?c"), then);
}

// Halves: `moving` and `other` name the predicates of the one that moves and of the one that stays.
static void write_half(const board *b, bool second, bool joins, mw_writer *w)
{
    bool ordered = mw_bloxorz_ordered(b);
    const char *moving = !ordered ? "half" : second ? "second" : "first";
    const char *other = !ordered ? "half" : second ? "first" : "second";
    mw_write(w,
             "  (:action %s-%s\n"
             "    :parameters (?d - direction ?c ?o ?to - cell)\n"
             "    :precondition (and (split) (%s ?c) (%s ?o) (not (= ?c ?o)) (next ?d ?c ?to)\n"
             "      (not (= ?to ?o)) %s(exists (?e - direction) (next ?e ?to ?o))%s\n"
             "      " THERE("?to"),
             joins ? "join" : "step", moving, moving, other, joins ? "" : "(not ",
             joins ? "" : ")");
    if (b->seed_rules)
        mw_write(w, "\n      " THERE("?o"));
    if (joins)
        mw_write(w,
                 ")\n    :effect (and (not (split)) (not (%s ?c)) (not (%s ?o)) (lying) (on ?to) "
                 "(on ?o)",
                 moving, other);
    else
        mw_write(w, ")\n    :effect (and (not (%s ?c)) (%s ?to)", moving, moving);
    mw_write(w, "%s))\n",
             !b->seed_rules ? PRESS("soft", "?to")
             : second       ? PRESS_BOTH("?o", "?to")
                            : PRESS_BOTH("?to", "?o"));
}

void mw_bloxorz_domain(const mw_maze *m, mw_writer *w)
{
    const board *b = mw_bloxorz_board(m);
    bool ordered = mw_bloxorz_ordered(b);
    mw_write(w, "%s", head);
    write_block(w);
    write_stand("stand-up", "", "(not (splitter ?c))", "(standing) (on ?c)" PRESS("any", "?c"), w);
    write_stand("split-up", " ?one ?two", "(splits ?c ?one ?two)",
                ordered ? "(split) (first ?one) (second ?two)" : "(split) (half ?one) (half ?two)",
                w);
    for (int joins = 0; joins < 2; joins++) {
        write_half(b, false, joins, w);
        if (ordered && !b->count_switching)
            write_half(b, true, joins, w);
    }
    if (b->count_switching)
        mw_write(w,
                 "  (:action switch\n"
                 "    :parameters (?c ?o - cell)\n"
                 "    :precondition (and (split) (first ?c) (second ?o))\n"
                 "    :effect (and (not (first ?c)) (not (second ?o)) (first ?o) (second ?c)))\n");
    mw_write(w, ")\n");
}

// ---- the problem

static void write_cell(const mw_maze *m, uint32_t cell, mw_writer *w)
{
    mw_export_cell(w, cell % m->w, cell / m->w);
}

static bool is_cell(const board *b, uint32_t cell)
{
    return b->tiles[cell].base != VOID || b->tiles[cell].group != NONE;
}

static void write_fact(const mw_maze *m, const char *name, uint32_t cell, mw_writer *w)
{
    mw_write(w, " (%s", name);
    write_cell(m, cell, w);
    mw_write_char(w, ')');
}

static void write_next(const mw_maze *m, const char *there, const char *back, uint32_t a,
                       uint32_t b, mw_writer *w)
{
    if (!is_cell(mw_bloxorz_board(m), b))
        return;
    for (int i = 0; i < 2; i++) {
        mw_write(w, " (next %s", i ? back : there);
        write_cell(m, i ? b : a, w);
        write_cell(m, i ? a : b, w);
        mw_write_char(w, ')');
    }
}

// What a switch does to each bridge: adding has the last word, then removing.
static void write_switch(const mw_maze *m, const char *weight, uint32_t cell, const effect *e,
                         mw_writer *w)
{
    const board *b = mw_bloxorz_board(m);
    for (unsigned g = 0; g < b->group_count; g++) {
        const char *does = e->add >> g & 1      ? "raises"
                           : e->remove >> g & 1 ? "lowers"
                           : e->toggle >> g & 1 ? "flips"
                                                : NULL;
        if (!does)
            continue;
        mw_write(w, " (%s-%s", weight, does);
        write_cell(m, cell, w);
        mw_write(w, " bridge%u)", g);
    }
}

static void write_tile(const mw_maze *m, uint32_t cell, mw_writer *w)
{
    const board *b = mw_bloxorz_board(m);
    const tile *t = &b->tiles[cell];
    mw_write(w, "\n   ");
    if (t->base != VOID)
        write_fact(m, "floor", cell, w);
    if (t->base == FRAGILE)
        write_fact(m, "fragile", cell, w);
    if (t->group != NONE) {
        mw_write(w, " (part");
        write_cell(m, cell, w);
        mw_write(w, " bridge%u)", t->group);
    }
    if (cell % m->w + 1u < m->w)
        write_next(m, "right", "left", cell, cell + 1, w);
    if (cell / m->w + 1u < m->h)
        write_next(m, "down", "up", cell, cell + m->w, w);
    const effect *e = t->effect == NONE ? NULL : &b->effects[t->effect];
    if (e && e->split) {
        write_fact(m, "splitter", cell, w);
        mw_write(w, " (splits");
        write_cell(m, cell, w);
        write_cell(m, e->to[0], w);
        write_cell(m, e->to[1], w);
        mw_write_char(w, ')');
    } else if (e) {
        write_switch(m, "any", cell, e, w);
        if (!e->heavy)
            write_switch(m, "soft", cell, e, w);
    }
}

static void write_objects(const mw_maze *m, mw_writer *w)
{
    const board *b = mw_bloxorz_board(m);
    mw_write(w, "  (:objects\n   ");
    for (uint32_t c = 0; c < b->cells; c++) {
        if (is_cell(b, c))
            write_cell(m, c, w);
        mw_write(w, (c + 1) % m->w ? "" : "\n   ");
    }
    mw_write(w, " - cell\n    up right down left - direction");
    for (unsigned g = 0; g < b->group_count; g++)
        mw_write(w, "%s bridge%u", g ? "" : "\n   ", g);
    mw_write(w, "%s)\n", b->group_count ? " - bridge" : "");
}

void mw_bloxorz_problem(const mw_maze *m, mw_writer *w)
{
    const board *b = mw_bloxorz_board(m);
    mw_export_title(m, "; ", "", w);
    mw_write(w, "(define (problem maze)\n  (:domain bloxorz)\n");
    write_objects(m, w);
    mw_write(w, "  (:init (standing)");
    write_fact(m, "on", b->start, w);
    mw_write(w, "\n    (forward right) (forward down)\n"
                "    (across up right) (across down right) (across left down) (across right down)");
    for (unsigned g = 0; g < b->group_count; g++)
        if (b->groups[g].there)
            mw_write(w, " (raised bridge%u)", g);
    for (uint32_t c = 0; c < b->cells; c++)
        if (is_cell(b, c))
            write_tile(m, c, w);
    mw_write(w, ")\n  (:goal (and (standing)");
    write_fact(m, "on", b->goal, w);
    mw_write(w, ")))\n");
}

void mw_bloxorz_pddl(const mw_maze *m, mw_writer *w)
{
    mw_bloxorz_domain(m, w);
    mw_bloxorz_problem(m, w);
}
