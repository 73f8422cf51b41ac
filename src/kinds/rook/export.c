// export.c: a rook maze in Promela and PDDL. Promela jumps by arithmetic over the table of
// numbers; PDDL has no arithmetic, so every jump is a fact.
#include "kinds/rook/rook.h"

#include "core/export.h"

static const char *const directions[] = {"up",       "right",      "down",      "left",
                                         "up-right", "down-right", "down-left", "up-left"};

// ---- Promela

static const char jump[] =
    "    static const int step_x[] = {0, 1, 0, -1, 1, 1, -1, -1};\n"
    "    static const int step_y[] = {-1, 0, 1, 0, -1, 1, 1, -1};\n"
    "    static int to_x, to_y; /* where the move leads that was looked at last */\n\n"
    "    static int jump(int x, int y, int d)\n"
    "    {\n"
    "        int far = jumps[y * WIDTH + x];\n"
    "        to_x = x + step_x[d] * far;\n"
    "        to_y = y + step_y[d] * far;\n"
    "        return to_x >= 0 && to_x < WIDTH && to_y >= 0 && to_y < HEIGHT;\n"
    "    }\n";

void mw_rook_promela(const mw_maze *m, mw_writer *w)
{
    const board *b = mw_rook_board(m);
    mw_export_model(m, w);
    mw_write(w, "c_decl {\n    enum { WIDTH = %u, HEIGHT = %u };\n", m->w, m->h);
    mw_export_table(w, "jumps", b->jumps, (uint32_t)m->w * m->h, m->w);
    if (b->no_u_turn)
        mw_write(w,
                 "    static const int back[] = {2, 3, 0, 1, 6, 7, 4, 5, 8}; /* 8: none yet */\n");
    mw_write(w, "%s}\n", jump);
    mw_export_variable(w, "x", m->w - 1u, b->start % m->w);
    mw_export_variable(w, "y", m->h - 1u, b->start / m->w);
    if (b->no_u_turn)
        mw_export_variable(w, "heading", 8, 8);
    mw_write(w,
             "\n#define MOVE(d, name) d_step { \\\n"
             "        c_expr { (%sjump(now.x, now.y, d)) } -> \\\n"
             "        c_code { now.x = to_x; now.y = to_y;%s }; \\\n"
             "        printf(name); assert(!(x == %u && y == %u)) }\n\n",
             b->no_u_turn ? "d != back[now.heading] && " : "",
             b->no_u_turn ? " now.heading = d;" : "", b->goal % m->w, b->goal / m->w);
    mw_export_loop(w);
    mw_export_moves(m, "MOVE", 0, b->directions, w);
    mw_export_end(w);
}

// ---- PDDL

void mw_rook_domain(const mw_maze *m, mw_writer *w)
{
    bool straight = mw_rook_board(m)->no_u_turn;
    mw_write(w,
             "(define (domain rook)\n"
             "  (:requirements :strips :typing)\n"
             "  (:types cell direction)\n"
             "  (:predicates (at ?c - cell) (jump ?d - direction ?from ?to - cell)%s)\n"
             "  (:action move\n"
             "    :parameters (?d%s - direction ?from ?to - cell)\n"
             "    :precondition (and (at ?from) (jump ?d ?from ?to)%s)\n"
             "    :effect (and (not (at ?from)) (at ?to)%s)))\n",
             straight ? "\n    (heading ?d - direction) (may-follow ?d ?last - direction)" : "",
             straight ? " ?last" : "",
             straight ? "\n      (heading ?last) (may-follow ?d ?last)" : "",
             straight ? "\n      (not (heading ?last)) (heading ?d)" : "");
}

static void write_jumps(const mw_maze *m, uint32_t from, mw_writer *w)
{
    const board *b = mw_rook_board(m);
    for (unsigned d = 0; d < b->directions && from != b->goal; d++) {
        uint32_t to;
        if (!mw_rook_jump(m, from % m->w, from / m->w, d, b->jumps[from], &to))
            continue;
        mw_write(w, "\n    (jump %s", directions[d]);
        mw_export_cell(m, from, w);
        mw_export_cell(m, to, w);
        mw_write_char(w, ')');
    }
}

// Which direction may follow which: any but the opposite one. Any may be the first.
static void write_headings(const board *b, mw_writer *w)
{
    mw_write(w, "\n    (heading none)");
    for (unsigned d = 0; d < b->directions; d++) {
        mw_write(w, "\n    (may-follow %s none)", directions[d]);
        for (unsigned last = 0; last < b->directions; last++)
            if (mw_rook_step_x[d] != -mw_rook_step_x[last] ||
                mw_rook_step_y[d] != -mw_rook_step_y[last])
                mw_write(w, " (may-follow %s %s)", directions[d], directions[last]);
    }
}

void mw_rook_problem(const mw_maze *m, mw_writer *w)
{
    const board *b = mw_rook_board(m);
    uint32_t cells = (uint32_t)m->w * m->h;
    mw_export_problem(m, w);
    mw_export_cells(m, cells, w);
    mw_write(w, "\n   ");
    for (unsigned d = 0; d < b->directions; d++)
        mw_write(w, " %s", directions[d]);
    mw_write(w, "%s - direction)\n  (:init\n   ", b->no_u_turn ? " none" : "");
    mw_export_fact(m, "at", b->start, w);
    if (b->no_u_turn)
        write_headings(b, w);
    for (uint32_t c = 0; c < cells; c++)
        write_jumps(m, c, w);
    mw_write(w, ")\n  (:goal");
    mw_export_fact(m, "at", b->goal, w);
    mw_write(w, "))\n");
}
