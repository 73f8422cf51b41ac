// export.c: a Bloxorz maze in Promela and in PDDL. In both, a move is one step, in which the block
// rolls or a half moves, and the switches under it work.
#include "kinds/bloxorz/bloxorz.h"

#include "core/export.h"

// ---- Promela

static void write_tables(const mw_maze *m, mw_writer *w)
{
    const board *b = mw_bloxorz_board(m);
    uint8_t bridges[SIDE_MAX * SIDE_MAX], effects[SIDE_MAX * SIDE_MAX];
    mw_write(w, "    /* . nothing or a bridge, o floor, ~ fragile, G the hole */\n"
                "    static const char tiles[] =");
    for (uint32_t c = 0; c < b->cells; c++) {
        const tile *t = &b->tiles[c];
        mw_write(w, "%s%c%s", c % m->w ? "" : "\n        \"", ".o~G"[t->base],
                 (c + 1) % m->w ? "" : "\"");
        bridges[c] = t->group == NONE ? 0 : t->group + 1;
        effects[c] = t->effect == NONE ? 0 : t->effect + 1;
    }
    mw_write(w, ";\n");
    if (b->group_count)
        mw_export_table(w, "bridge", bridges, b->cells, m->w);
    mw_export_table(w, "effect", effects, b->cells, m->w);
    mw_write(w, "    static const struct { unsigned char heavy, split, x, y, x2, y2;\n"
                "        unsigned toggle, remove, add; } effects[] = {{0},");
    for (unsigned i = 0; i < b->effect_count; i++) {
        const effect *e = &b->effects[i];
        mw_write(w, "\n        {%u, %u, %u, %u, %u, %u, 0x%xu, 0x%xu, 0x%xu},", e->heavy, e->split,
                 e->to[0] % m->w, e->to[0] / m->w, e->to[1] % m->w, e->to[1] / m->w,
                 e->changes[TOGGLE], e->changes[REMOVE], e->changes[ADD]);
    }
    mw_write(w, "\n    };\n");
    if (!b->seed_rules)
        return;
    mw_write(w, "    static const char type[] = {0,"); // of each effect
    for (unsigned i = 0; i < b->effect_count; i++)
        mw_write(w, " %u,", mw_bloxorz_soft_type(&b->effects[i]));
    mw_write(w, "};\n");
}

// Two soft switches at once: in the game the left or upper one first, by the seed's rules the one
// of the smaller type.
static const char press_by_type[] =
    "    static void press_both(int x, int y, int x2, int y2)\n"
    "    {\n"
    "        int swaps = type[effect[y2 * WIDTH + x2]] < type[effect[y * WIDTH + x]];\n"
    "        press(swaps ? x2 : x, swaps ? y2 : y, 0);\n"
    "        press(swaps ? x : x2, swaps ? y : y2, 0);\n"
    "    }\n\n";
static const char lie_in_game[] =
    "            press(to_x, to_y, 0);\n"
    "            press(to_x + (to_pose == ALONG_X), to_y + (to_pose == ALONG_Y), 0);\n";
static const char lie_by_type[] =
    "            press_both(to_x, to_y,\n"
    "                to_x + (to_pose == ALONG_X), to_y + (to_pose == ALONG_Y));\n";

// With two gaps: press_by_type, and what a lying block presses.
static const char block_rules[] =
    "    static const int step_x[] = {0, 1, 0, -1}, step_y[] = {-1, 0, 1, 0}; /* U R D L */\n"
    "    enum { STANDING, ALONG_X, ALONG_Y, SPLIT };\n"
    "    /* what comes of the move that was looked at last */\n"
    "    static int to_pose, to_x, to_y, to_x2, to_y2;\n"
    "    static unsigned to_bridges;\n\n"
    "    static int there(int x, int y)\n"
    "    {\n"
    "        if (x < 0 || x >= WIDTH || y < 0 || y >= HEIGHT)\n"
    "            return 0;\n"
    "        return tiles[y * WIDTH + x] != '.' || RAISED(y * WIDTH + x);\n"
    "    }\n\n"
    "    static void press(int x, int y, int standing)\n"
    "    {\n"
    "        int e = effect[y * WIDTH + x];\n"
    "        if (e && (standing || !effects[e].heavy))\n"
    "            to_bridges = ((to_bridges ^ effects[e].toggle) & ~effects[e].remove) | "
    "effects[e].add;\n"
    "    }\n\n"
    "%s"
    "    static void order(void) /* halves that are not told apart: by their cells */\n"
    "    {\n"
    "        if (!ORDERED && (to_y2 < to_y || (to_y2 == to_y && to_x2 < to_x))) {\n"
    "            int x = to_x, y = to_y;\n"
    "            to_x = to_x2;\n"
    "            to_y = to_y2;\n"
    "            to_x2 = x;\n"
    "            to_y2 = y;\n"
    "        }\n"
    "    }\n\n"
    "    static int roll(int pose, int x, int y, unsigned bridges, int d)\n"
    "    {\n"
    "        int along = d & 1 ? ALONG_X : ALONG_Y, length = pose == along ? 2 : 1;\n"
    "        /* the block's cell is its left or upper one */\n"
    "        int far = d == 1 || d == 2 ? length : pose == STANDING ? 2 : 1;\n"
    "        if (pose == SPLIT)\n"
    "            return 0;\n"
    "        to_x = x + step_x[d] * far;\n"
    "        to_y = y + step_y[d] * far;\n"
    "        to_pose = pose == STANDING ? along : pose == along ? STANDING : pose;\n"
    "        to_bridges = bridges;\n"
    "        if (!there(to_x, to_y) ||\n"
    "            !there(to_x + (to_pose == ALONG_X), to_y + (to_pose == ALONG_Y)))\n"
    "            return 0;\n"
    "        to_x2 = to_y2 = 0;\n"
    "        if (to_pose != STANDING) {\n"
    "%s"
    "            return 1;\n"
    "        }\n"
    "        if (tiles[to_y * WIDTH + to_x] == '~')\n"
    "            return 0;\n"
    "        int e = effect[to_y * WIDTH + to_x];\n"
    "        if (effects[e].split) {\n"
    "            to_pose = SPLIT;\n"
    "            to_x = effects[e].x;\n"
    "            to_y = effects[e].y;\n"
    "            to_x2 = effects[e].x2;\n"
    "            to_y2 = effects[e].y2;\n"
    "            order();\n"
    "        } else\n"
    "            press(to_x, to_y, 1);\n"
    "        return 1;\n"
    "    }\n";

static const char half_in_game[] = "        if (SEED && second)\n"
                                   "            press(x2, y2, 0);\n"
                                   "        press(x, y, 0);\n"
                                   "        if (SEED && !second)\n"
                                   "            press(x2, y2, 0);\n";
static const char half_by_type[] = "        if (second)\n"
                                   "            press_both(x2, y2, x, y);\n"
                                   "        else\n"
                                   "            press_both(x, y, x2, y2);\n";

// With two gaps: whether the hole is forbidden, and what the halves press.
static const char half_rules[] =
    "\n    /* a half at x, y steps; the other one stays; second: it is the second of the two */\n"
    "    static int half(int pose, int x, int y, int x2, int y2, int second, unsigned bridges, "
    "int d)\n"
    "    {\n"
    "        to_bridges = bridges;\n"
    "        if (pose != SPLIT)\n"
    "            return 0;\n"
    "        x += step_x[d];\n"
    "        y += step_y[d];\n"
    "        if (!there(x, y) || (x == x2 && y == y2) || (SEED && !there(x2, y2))%s)\n"
    "            return 0;\n"
    "%s"
    "        int dx = abs(x - x2), dy = abs(y - y2);\n"
    "        to_pose = dx + dy == 1 ? (dx ? ALONG_X : ALONG_Y) : SPLIT;\n"
    "        to_x = second ? x2 : x;\n"
    "        to_y = second ? y2 : y;\n"
    "        to_x2 = second ? x : x2;\n"
    "        to_y2 = second ? y : y2;\n"
    "        if (to_pose == SPLIT)\n"
    "            order();\n"
    "        else {\n"
    "            to_x = x < x2 ? x : x2;\n"
    "            to_y = y < y2 ? y : y2;\n"
    "            to_x2 = to_y2 = 0;\n"
    "        }\n"
    "        return 1;\n"
    "    }\n";

static void write_state(const mw_maze *m, mw_writer *w)
{
    const board *b = mw_bloxorz_board(m);
    mw_export_variable(w, "x", m->w - 1u, b->start % m->w);
    mw_export_variable(w, "y", m->h - 1u, b->start / m->w);
    mw_export_variable(w, "pose", 3, STANDING);
    if (b->splits) {
        mw_export_variable(w, "x2", m->w - 1u, 0);
        mw_export_variable(w, "y2", m->h - 1u, 0);
    }
    if (b->group_count)
        mw_export_variable(w, "bridges", (uint32_t)(((uint64_t)1 << b->group_count) - 1),
                           mw_bloxorz_first_bridges(b));
}

// The macros of moves: MOVE rolls the block, FIRST and SECOND move a half, TURN makes the other
// half the active one.
static void write_macros(const mw_maze *m, mw_writer *w)
{
    const board *b = mw_bloxorz_board(m);
    const char *bridges = b->group_count ? "now.bridges" : "0";
    mw_write(w,
             "\n#define STEP(can, name) d_step { \\\n"
             "    c_expr { (can) } -> \\\n"
             "    c_code { now.x = to_x; now.y = to_y; now.pose = to_pose;%s%s }; \\\n"
             "    printf(name); assert(!(pose == 0 && x == %u && y == %u)) }\n"
             "#define MOVE(d, name) STEP(roll(now.pose, now.x, now.y, %s, d), name)\n",
             b->splits ? " now.x2 = to_x2; now.y2 = to_y2;" : "",
             b->group_count ? " now.bridges = to_bridges;" : "", b->goal % m->w, b->goal / m->w,
             bridges);
    if (!b->splits)
        return;
    mw_write(w,
             "/* halves move in the order L R U D */\n"
             "#define FIRST(i, name) \\\n"
             "    STEP(half(now.pose, now.x, now.y, now.x2, now.y2, 0, %s, half_order[i]), name)\n",
             bridges);
    if (!b->count_switching)
        mw_write(w,
                 "#define SECOND(i, name) \\\n"
                 "    STEP(half(now.pose, now.x2, now.y2, now.x, now.y, 1, %s, half_order[i]), "
                 "name)\n",
                 bridges);
    else
        mw_write(w, "#define TURN(i, name) d_step { pose == 3 -> \\\n"
                    "    c_code { to_x = now.x; to_y = now.y; now.x = now.x2; now.y = now.y2; \\\n"
                    "        now.x2 = to_x; now.y2 = to_y; }; \\\n"
                    "    printf(name) }\n");
}

void mw_bloxorz_promela(const mw_maze *m, mw_writer *w)
{
    const board *b = mw_bloxorz_board(m);
    mw_export_model(m, w);
    mw_write(w,
             "#define RAISED(cell) %s\n"
             "c_decl {\n"
             "    enum { WIDTH = %u, HEIGHT = %u, SEED = %u, ORDERED = %u };\n",
             b->group_count ? "(bridge[cell] && to_bridges >> (bridge[cell] - 1) & 1)" : "0", m->w,
             m->h, b->seed_rules, mw_bloxorz_ordered(b));
    write_tables(m, w);
    if (b->splits)
        mw_write(w, "    static const int half_order[] = {3, 1, 0, 2};\n");
    mw_write(w, block_rules, b->seed_rules ? press_by_type : "",
             b->seed_rules ? lie_by_type : lie_in_game);
    if (b->splits)
        mw_write(w, half_rules,
                 b->no_half_in_hole ? " ||\n            tiles[y * WIDTH + x] == 'G'" : "",
                 b->seed_rules ? half_by_type : half_in_game);
    mw_write(w, "}\n");
    write_state(m, w);
    write_macros(m, w);
    mw_write_char(w, '\n');
    mw_export_loop(w);
    mw_export_moves(m, "MOVE", 0, FIRST_HALF, w);
    if (b->splits) {
        mw_export_moves(m, "FIRST", FIRST_HALF, SECOND_HALF, w);
        if (b->count_switching)
            mw_export_moves(m, "TURN", SWITCH, SWITCH + 1, w);
        else
            mw_export_moves(m, "SECOND", SECOND_HALF, SWITCH, w);
    }
    mw_export_end(w);
}

// ---- PDDL: the domain. The block is the cells that it is on, two when it lies; rolling is told by
// which cell is next to which. Switches are conditional effects of a move.

// Is there a tile or a raised bridge in a cell?
#define THERE(cell)                                                                                \
    "(or (floor " cell ") (exists (?u - bridge) (and (part " cell " ?u) (raised ?u))))"

// The effect of a switch that is pressed in one cell. Three facts tell what it does to a bridge.
#define PRESS(weight, cell)                                                                        \
    "\n      (forall (?g - bridge) (and\n"                                                         \
    "        (when (or (" weight "-raises " cell " ?g)\n"                                          \
    "          (and (" weight "-flips " cell " ?g) (not (raised ?g)))) (raised ?g))\n"             \
    "        (when (or (" weight "-lowers " cell " ?g)\n"                                          \
    "          (and (" weight "-flips " cell " ?g) (raised ?g))) (not (raised ?g)))))"

// Is bridge ?g raised after the soft switch in a cell was pressed? `was` says whether it was
// before.
#define UP_AFTER(cell, was, was_not)                                                               \
    "(or (soft-raises " cell " ?g) (and (soft-flips " cell " ?g) " was_not ")\n"                   \
    "          (and (not (soft-raises " cell " ?g)) (not (soft-lowers " cell " ?g))\n"             \
    "            (not (soft-flips " cell " ?g)) " was "))"
#define AFTER_ONE(cell)      UP_AFTER(cell, "(raised ?g)", "(not (raised ?g))")
#define AFTER_BOTH(one, two) UP_AFTER(two, AFTER_ONE(one), "(not " AFTER_ONE(one) ")")

// The same by the seed's rules: the soft switch of two that is early works before one that is not,
// and one that is late after one that is not.
#define SWAPS(one, two)                                                                            \
    "(or (and (early " two ") (not (early " one "))) (and (late " one ") (not (late " two "))))"
#define AFTER_BOTH_BY_TYPE(one, two)                                                               \
    "(or (and " SWAPS(one, two) " " AFTER_BOTH(two, one) ")\n          (and (not " SWAPS(          \
        one, two) ") " AFTER_BOTH(one, two) "))"

#define RAISED_IF(condition)                                                                       \
    "\n      (forall (?g - bridge) (and (when " condition "\n        (raised ?g))\n"               \
    "        (when (not " condition ")\n        (not (raised ?g)))))"
// The effect of soft switches in two cells, of which the first is pressed first.
#define PRESS_BOTH(one, two)         RAISED_IF(AFTER_BOTH(one, two))
#define PRESS_BOTH_BY_TYPE(one, two) RAISED_IF(AFTER_BOTH_BY_TYPE(one, two))

// With two gaps, for predicates that only some rules need.
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
    "    (splitter ?c - cell) (splits ?c ?one ?two - cell)%s%s)\n";

// The whole block. Where it lies is told by the direction ?e, right or down, from its cell ?p to
// its cell ?q: in this order their switches work.
static void write_block(bool by_type, mw_writer *w)
{
    mw_write(w,
             "  (:action lie-down\n"
             "    :parameters (?e - direction ?c ?p ?q - cell)\n"
             "    :precondition (and (standing) (on ?c) (forward ?e) (next ?e ?p ?q)\n"
             "      (or (next ?e ?c ?p) (next ?e ?q ?c))\n"
             "      %s\n"
             "      %s)\n"
             "    :effect (and (not (standing)) (lying) (not (on ?c)) (on ?p) (on ?q)%s))\n",
             THERE("?p"), THERE("?q"),
             by_type ? PRESS_BOTH_BY_TYPE("?p", "?q") : PRESS_BOTH("?p", "?q"));
    mw_write(w,
             "  (:action roll-over\n"
             "    :parameters (?d ?e - direction ?p ?q ?a ?b - cell)\n"
             "    :precondition (and (lying) (on ?p) (forward ?e) (next ?e ?p ?q) (on ?q)\n"
             "      (across ?d ?e) (next ?d ?p ?a) (next ?d ?q ?b)\n"
             "      %s\n"
             "      %s)\n"
             "    :effect (and (not (on ?p)) (not (on ?q)) (on ?a) (on ?b)%s))\n",
             THERE("?a"), THERE("?b"),
             by_type ? PRESS_BOTH_BY_TYPE("?a", "?b") : PRESS_BOTH("?a", "?b"));
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
    if (b->no_half_in_hole)
        mw_write(w, "\n      (not (hole ?to))");
    if (joins)
        mw_write(w,
                 ")\n    :effect (and (not (split)) (not (%s ?c)) (not (%s ?o)) (lying) (on ?to) "
                 "(on ?o)",
                 moving, other);
    else
        mw_write(w, ")\n    :effect (and (not (%s ?c)) (%s ?to)", moving, moving);
    mw_write(w, "%s))\n",
             !b->seed_rules ? PRESS("soft", "?to")
             : second       ? PRESS_BOTH_BY_TYPE("?o", "?to")
                            : PRESS_BOTH_BY_TYPE("?to", "?o"));
}

void mw_bloxorz_domain(const mw_maze *m, mw_writer *w)
{
    const board *b = mw_bloxorz_board(m);
    bool ordered = mw_bloxorz_ordered(b);
    mw_write(w, head, b->seed_rules ? "\n    (early ?c - cell) (late ?c - cell)" : "",
             b->no_half_in_hole ? "\n    (hole ?c - cell)" : "");
    write_block(b->seed_rules, w);
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

// ---- PDDL: the problem

// A cell in a format, and its two arguments.
#define CELL        " c-%u-%u"
#define AT(m, cell) (cell) % (m)->w + 1u, (cell) / (m)->w + 1u

static void write_next(const mw_maze *m, const char *there, const char *back, uint32_t a,
                       uint32_t b, mw_writer *w)
{
    if (mw_bloxorz_is_cell(mw_bloxorz_board(m), b))
        mw_write(w, " (next %s" CELL CELL ") (next %s" CELL CELL ")", there, AT(m, a), AT(m, b),
                 back, AT(m, b), AT(m, a));
}

// What a switch does to each bridge. A bridge that it adds is raised in the end, whatever else it
// does; else one that it removes is lowered.
static void write_switch(const mw_maze *m, const char *weight, uint32_t cell, const effect *e,
                         mw_writer *w)
{
    static const char *const verbs[CHANGES] = {"flips", "lowers", "raises"};
    for (unsigned g = 0; g < mw_bloxorz_board(m)->group_count; g++) {
        unsigned k = CHANGES;
        while (k && !(e->changes[k - 1] >> g & 1))
            k--;
        if (k)
            mw_write(w, " (%s-%s" CELL " bridge%u)", weight, verbs[k - 1], AT(m, cell), g);
    }
}

static void write_tile(const mw_maze *m, uint32_t cell, mw_writer *w)
{
    const board *b = mw_bloxorz_board(m);
    const tile *t = &b->tiles[cell];
    const effect *e = mw_bloxorz_effect(b, cell);
    mw_write(w, "\n   ");
    if (t->base != VOID)
        mw_export_fact(m, "floor", cell, w);
    if (t->base == FRAGILE)
        mw_export_fact(m, "fragile", cell, w);
    if (b->no_half_in_hole && t->base == GOAL)
        mw_export_fact(m, "hole", cell, w);
    if (t->group != NONE)
        mw_write(w, " (part" CELL " bridge%u)", AT(m, cell), t->group);
    if (cell % m->w + 1u < m->w)
        write_next(m, "right", "left", cell, cell + 1, w);
    if (cell / m->w + 1u < m->h)
        write_next(m, "down", "up", cell, cell + m->w, w);
    if (e && e->split)
        mw_write(w, " (splitter" CELL ") (splits" CELL CELL CELL ")", AT(m, cell), AT(m, cell),
                 AT(m, e->to[0]), AT(m, e->to[1]));
    if (e && !e->split)
        write_switch(m, "any", cell, e, w);
    if (mw_bloxorz_soft(b, cell))
        write_switch(m, "soft", cell, e, w);
    if (b->seed_rules && mw_bloxorz_soft(b, cell) && mw_bloxorz_soft_type(e) != 5)
        mw_export_fact(m, mw_bloxorz_soft_type(e) < 5 ? "early" : "late", cell, w);
}

static void write_objects(const mw_maze *m, mw_writer *w)
{
    const board *b = mw_bloxorz_board(m);
    mw_write(w, "\n   ");
    for (uint32_t c = 0; c < b->cells; c++) {
        if (mw_bloxorz_is_cell(b, c))
            mw_export_cell(m, c, w);
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
    mw_export_problem(m, w);
    write_objects(m, w);
    mw_write(w, "  (:init (standing)");
    mw_export_fact(m, "on", b->start, w);
    mw_write(w, "\n    (forward right) (forward down)\n"
                "    (across up right) (across down right) (across left down) (across right down)");
    for (unsigned g = 0; g < b->group_count; g++)
        if (b->groups[g].there)
            mw_write(w, " (raised bridge%u)", g);
    for (uint32_t c = 0; c < b->cells; c++)
        if (mw_bloxorz_is_cell(b, c))
            write_tile(m, c, w);
    mw_write(w, ")\n  (:goal (and (standing)");
    mw_export_fact(m, "on", b->goal, w);
    mw_write(w, ")))\n");
}
