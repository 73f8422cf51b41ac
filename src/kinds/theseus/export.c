// export.c: a maze of Theseus and the Minotaur in Promela and PDDL.
//
// In Promela a turn is one step: Theseus, the blocks, and the Minotaur's two half-steps. In PDDL
// the half-steps are actions of their own that cost nothing; exactly one is possible at a time.
#include "kinds/theseus/theseus.h"

#include "core/export.h"

// Both languages count columns and rows from 1, so that the place outside a door has numbers, too.
static uint32_t column(const board *b, uint32_t cell)
{
    return (uint32_t)(mw_theseus_xs(b)[cell] + 1);
}

static uint32_t row(const board *b, uint32_t cell)
{
    return (uint32_t)(mw_theseus_ys(b)[cell] + 1);
}

// ---- Promela

// Writes the paths of all blocks one after the other, and where in that table each begins.
static void write_blocks(const board *b, mw_writer *w)
{
    uint8_t xs[BLOCKS_MAX * PATH_MAX], ys[BLOCKS_MAX * PATH_MAX], from[BLOCKS_MAX];
    uint8_t lengths[BLOCKS_MAX];
    uint32_t n = 0;
    for (unsigned i = 0; i < b->block_count; i++) {
        from[i] = (uint8_t)n;
        lengths[i] = b->blocks[i].period;
        for (unsigned k = 0; k < b->blocks[i].period; k++, n++) {
            xs[n] = (uint8_t)column(b, b->blocks[i].path[k]);
            ys[n] = (uint8_t)row(b, b->blocks[i].path[k]);
        }
    }
    mw_export_table(w, "path_x", xs, n, PATH_MAX);
    mw_export_table(w, "path_y", ys, n, PATH_MAX);
    mw_export_table(w, "path_from", from, b->block_count, BLOCKS_MAX);
    mw_export_table(w, "path_length", lengths, b->block_count, BLOCKS_MAX);
    mw_write(w, "    static int blocked(int x, int y, int turn)\n"
                "    {\n"
                "        for (int i = 0; i < BLOCKS; i++) {\n"
                "            int k = path_from[i] + turn %% path_length[i];\n"
                "            if (path_x[k] == x && path_y[k] == y)\n"
                "                return 1;\n"
                "        }\n"
                "        return 0;\n"
                "    }\n");
}

static const char rules[] =
    "    static const int step_x[] = {0, 1, 0, -1, 0}, step_y[] = {-1, 0, 1, 0, 0};\n"
    "    /* what comes of the move that was looked at last */\n"
    "    static int to_x, to_y, to_mx, to_my, to_turn;\n\n"
    "    static int go(int side) /* the Minotaur, if he can */\n"
    "    {\n"
    "        if (side < 0 || walls[(to_my - 1) * WIDTH + to_mx - 1] >> side & 1 ||\n"
    "            blocked(to_mx + step_x[side], to_my + step_y[side], to_turn))\n"
    "            return 0;\n"
    "        to_mx += step_x[side];\n"
    "        to_my += step_y[side];\n"
    "        return 1;\n"
    "    }\n\n"
    "    static int hunt(void) /* a half-step; has he caught him? */\n"
    "    {\n"
    "        int sideways = to_x > to_mx ? 1 : to_x < to_mx ? 3 : -1;\n"
    "        int upright = to_y < to_my ? 0 : to_y > to_my ? 2 : -1;\n"
    "        if (!go(VERTICAL_FIRST ? upright : sideways))\n"
    "            go(VERTICAL_FIRST ? sideways : upright);\n"
    "        return to_mx == to_x && to_my == to_y;\n"
    "    }\n\n"
    "    static int move(int x, int y, int mx, int my, int turn, int side)\n"
    "    {\n"
    "        to_x = x + step_x[side];\n"
    "        to_y = y + step_y[side];\n"
    "        to_mx = mx;\n"
    "        to_my = my;\n"
    "        to_turn = turn;\n"
    "        if (walls[(y - 1) * WIDTH + x - 1] >> side & 1 || blocked(to_x, to_y, turn) ||\n"
    "            (to_x == mx && to_y == my))\n"
    "            return 0;\n"
    "        if (!WIN_AFTER && to_x == EXIT_X && to_y == EXIT_Y)\n"
    "            return 1;\n"
    "        to_turn = (turn + 1) % PERIOD;\n"
    "        if (blocked(to_x, to_y, to_turn))\n"
    "            return 0;\n"
    "        if (mx == DEAD || blocked(mx, my, to_turn)) {\n"
    "            to_mx = to_my = DEAD;\n"
    "            return 1;\n"
    "        }\n"
    "        return !hunt() && !hunt();\n"
    "    }\n";

static void write_state(const mw_maze *m, mw_writer *w)
{
    const board *b = mw_theseus_board(m);
    uint32_t far_x = m->w + 1u, far_y = m->h + 1u, dead = far_x > far_y ? far_x : far_y;
    bool alive = b->minotaur != NOWHERE;
    mw_export_variable(w, "x", far_x, column(b, b->theseus));
    mw_export_variable(w, "y", far_y, row(b, b->theseus));
    mw_export_variable(w, "mx", dead + 1, alive ? column(b, b->minotaur) : dead + 1);
    mw_export_variable(w, "my", dead + 1, alive ? row(b, b->minotaur) : dead + 1);
    if (b->period > 1)
        mw_export_variable(w, "turn", b->period - 1u, 0);
}

void mw_theseus_promela(const mw_maze *m, mw_writer *w)
{
    const board *b = mw_theseus_board(m);
    mw_export_model(m, w);
    mw_write(w,
             "c_decl {\n"
             "    enum { WIDTH = %u, EXIT_X = %u, EXIT_Y = %u, VERTICAL_FIRST = %u,\n"
             "           WIN_AFTER = %u, BLOCKS = %u, PERIOD = %u, DEAD = %u };\n"
             "    /* by cell: 1 a wall above, 2 right, 4 below, 8 left */\n",
             m->w, column(b, b->goal), row(b, b->goal), b->vertical_first, b->win_after,
             b->block_count, b->period, (m->w > m->h ? m->w : m->h) + 2u);
    mw_export_table(w, "walls", b->bytes, b->cells, m->w);
    if (b->block_count)
        write_blocks(b, w);
    else
        mw_write(w, "    static int blocked(int x, int y, int turn) { return 0; }\n");
    mw_write_bytes(w, rules, sizeof rules - 1);
    mw_write(w, "}\n");
    write_state(m, w);
    mw_write(
        w,
        "\n#define MOVE(side, name) d_step { \\\n"
        "        c_expr { (move(now.x, now.y, now.mx, now.my, %s, side)) } -> \\\n"
        "        c_code { now.x = to_x; now.y = to_y; now.mx = to_mx; now.my = to_my;%s }; \\\n"
        "        printf(name); assert(!(x == %u && y == %u)) }\n\n",
        b->period > 1 ? "now.turn" : "0", b->period > 1 ? " now.turn = to_turn;" : "",
        column(b, b->goal), row(b, b->goal));
    mw_export_loop(w);
    mw_export_moves(m, "MOVE", 0, 5, w);
    mw_export_end(w);
}

// ---- PDDL

// The condition that the Minotaur can go nearer to Theseus along an axis: no wall or block bars
// him.
#define WAY_ALONG(axis)                                                                            \
    "(exists (?s2 - side ?b2 - cell ?p2 ?q2 - " axis ") (and (" axis "-of ?m ?p2)\n"               \
    "        (" axis "-of ?t ?q2) (towards-" axis " ?s2 ?p2 ?q2) (way ?s2 ?m ?b2)\n"               \
    "        (not (block ?b2 ?k))))"

static const char domain[] =
    "(define (domain theseus)\n"
    "  (:requirements :adl :action-costs)\n"
    "  (:types cell side column row turn phase)\n"
    "  (:constants his-turn first-step second-step - phase)\n"
    "  (:predicates (theseus ?c - cell) (minotaur ?c - cell) (gone) (turn ?k - turn)\n"
    "    (now ?p - phase) (then ?p ?next - phase) (next-turn ?k ?l - turn) (exit ?c - cell)\n"
    "    (way ?s - side ?a ?b - cell) (block ?c - cell ?k - turn)\n"
    "    (column-of ?c - cell ?x - column) (row-of ?c - cell ?y - row)\n"
    "    (towards-column ?s - side ?a ?b - column) (towards-row ?s - side ?a ?b - row))\n"
    "  (:functions (total-cost) - number)\n"
    "  (:action move\n"
    "    :parameters (?s - side ?from ?to - cell ?k ?l - turn)\n"
    "    :precondition (and (now his-turn) (theseus ?from) (way ?s ?from ?to) (turn ?k)\n"
    "      (next-turn ?k ?l) (not (block ?to ?k)) (not (minotaur ?to))\n"
    "      %s)\n"
    "    :effect (and (not (theseus ?from)) (theseus ?to) (not (turn ?k)) (turn ?l)\n"
    "      (not (now his-turn)) (now first-step) (increase (total-cost) 1)\n"
    "      (forall (?m - cell) (when (and (minotaur ?m) (block ?m ?l))\n"
    "        (and (not (minotaur ?m)) (gone))))))\n"
    "  (:action nobody-hunts\n"
    "    :parameters ()\n"
    "    :precondition (and (now first-step) (gone))\n"
    "    :effect (and (not (now first-step)) (now his-turn)))\n";

// A half-step along one axis, which `unless` may forbid. Where he would catch Theseus there is no
// action, so that the game ends there.
static void write_hunt(const char *axis, const char *unless, mw_writer *w)
{
    mw_write(
        w,
        "  (:action hunt-along-%s\n"
        "    :parameters (?p ?next - phase ?s - side ?m ?b ?t - cell ?x ?z - %s ?k - turn)\n"
        "    :precondition (and (now ?p) (then ?p ?next) (minotaur ?m) (theseus ?t) (turn ?k)\n"
        "      (%s-of ?m ?x) (%s-of ?t ?z) (towards-%s ?s ?x ?z) (way ?s ?m ?b)\n"
        "      (not (block ?b ?k)) (not (= ?b ?t))%s)\n"
        "    :effect (and (not (now ?p)) (now ?next) (not (minotaur ?m)) (minotaur ?b)))\n",
        axis, axis, axis, axis, axis, unless);
}

void mw_theseus_domain(const mw_maze *m, mw_writer *w)
{
    const board *b = mw_theseus_board(m);
    static const char along_column[] = "\n      (not " WAY_ALONG("column") ")";
    static const char along_row[] = "\n      (not " WAY_ALONG("row") ")";
    mw_write(w, domain,
             b->win_after ? "(not (block ?to ?l))" : "(or (exit ?to) (not (block ?to ?l)))");
    write_hunt("column", b->vertical_first ? along_row : "", w);
    write_hunt("row", b->vertical_first ? "" : along_column, w);
    mw_write(w,
             "  (:action stand-still\n"
             "    :parameters (?p ?next - phase ?m ?t - cell ?k - turn)\n"
             "    :precondition (and (now ?p) (then ?p ?next) (minotaur ?m) (theseus ?t) (turn ?k)"
             "%s%s)\n"
             "    :effect (and (not (now ?p)) (now ?next))))\n",
             along_column, along_row);
}

static void write_list(const char *type, uint32_t count, mw_writer *w)
{
    mw_write(w, "\n   ");
    for (uint32_t i = 0; i < count; i++)
        mw_write(w, " %s%u", type, i);
    mw_write(w, " - %s", type);
}

// For each two columns, or rows: on which side of the first one the second one lies.
static void write_axis(const char *type, uint32_t count, const char *less, const char *more,
                       mw_writer *w)
{
    for (uint32_t a = 0; a < count; a++) {
        mw_write(w, "\n   ");
        for (uint32_t b = 0; b < count; b++)
            if (a != b)
                mw_write(w, " (towards-%s %s %s%u %s%u)", type, b < a ? less : more, type, a, type,
                         b);
    }
}

static void write_ways(const mw_maze *m, uint32_t cell, mw_writer *w)
{
    static const char *const sides[] = {"up", "right", "down", "left", "wait"};
    const board *b = mw_theseus_board(m);
    mw_write(w, "\n   ");
    for (unsigned side = UP; side <= WAIT && cell < b->cells; side++) {
        bool door = side != WAIT && side == b->door && cell == b->exit;
        if (b->bytes[cell] & WALL(side))
            continue;
        mw_write(w, " (way %s", sides[side]);
        mw_export_cell(m, cell, w);
        mw_export_cell(m,
                       door           ? b->cells
                       : side == WAIT ? cell
                                      : cell + (uint32_t)b->step[side],
                       w);
        mw_write_char(w, ')');
    }
    mw_write(w, " (column-of");
    mw_export_cell(m, cell, w);
    mw_write(w, " column%u) (row-of", column(b, cell));
    mw_export_cell(m, cell, w);
    mw_write(w, " row%u)", row(b, cell));
}

static void write_turns(const mw_maze *m, mw_writer *w)
{
    const board *b = mw_theseus_board(m);
    for (uint32_t k = 0; k < b->period; k++) {
        mw_write(w, "\n    (next-turn turn%u turn%u)", k, (k + 1) % b->period);
        for (unsigned i = 0; i < b->block_count; i++) {
            mw_write(w, " (block");
            mw_export_cell(m, b->blocks[i].path[k % b->blocks[i].period], w);
            mw_write(w, " turn%u)", k);
        }
    }
}

void mw_theseus_problem(const mw_maze *m, mw_writer *w)
{
    const board *b = mw_theseus_board(m);
    uint32_t cells = b->cells + (b->door != WAIT);
    mw_export_problem(m, w);
    mw_export_cells(m, cells, w);
    mw_write(w, "\n    up right down left wait - side");
    write_list("column", m->w + 2u, w);
    write_list("row", m->h + 2u, w);
    write_list("turn", b->period, w);
    mw_write(w, ")\n  (:init\n    (= (total-cost) 0) (now his-turn) (then first-step second-step)\n"
                "    (then second-step his-turn) (turn turn0)");
    mw_export_fact(m, "theseus", b->theseus, w);
    mw_export_fact(m, "exit", b->goal, w);
    if (b->minotaur == NOWHERE)
        mw_write(w, " (gone)");
    else
        mw_export_fact(m, "minotaur", b->minotaur, w);
    write_axis("column", m->w + 2u, "left", "right", w);
    write_axis("row", m->h + 2u, "up", "down", w);
    for (uint32_t c = 0; c < cells; c++)
        write_ways(m, c, w);
    write_turns(m, w);
    mw_write(w, ")\n  (:goal (and");
    mw_export_fact(m, "theseus", b->goal, w);
    mw_write(w, "%s))\n  (:metric minimize (total-cost)))\n",
             b->win_after ? " (now his-turn)" : "");
}
