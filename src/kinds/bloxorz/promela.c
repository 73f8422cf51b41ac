// promela.c: a Bloxorz maze in Promela. A move is one step, in which the block rolls, or a
// half moves, and the switches under it work. The PDDL is in pddl.c.
#include "kinds/bloxorz/bloxorz.h"

#include "core/export.h"

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
                 e->to[0] % m->w, e->to[0] / m->w, e->to[1] % m->w, e->to[1] / m->w, e->toggle,
                 e->remove, e->add);
    }
    mw_write(w, "\n    };\n");
}

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
    "            press(to_x, to_y, 0);\n"
    "            press(to_x + (to_pose == ALONG_X), to_y + (to_pose == ALONG_Y), 0);\n"
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
    "        if (!there(x, y) || (x == x2 && y == y2) || (SEED && !there(x2, y2)))\n"
    "            return 0;\n"
    "        if (SEED && second)\n"
    "            press(x2, y2, 0);\n"
    "        press(x, y, 0);\n"
    "        if (SEED && !second)\n"
    "            press(x2, y2, 0);\n"
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
    uint32_t there = 0;
    for (unsigned g = 0; g < b->group_count; g++)
        there |= (uint32_t)b->groups[g].there << g;
    mw_export_variable(w, "x", m->w - 1u, b->start % m->w);
    mw_export_variable(w, "y", m->h - 1u, b->start / m->w);
    mw_export_variable(w, "pose", 3, STANDING);
    if (b->splits) {
        mw_export_variable(w, "x2", m->w - 1u, 0);
        mw_export_variable(w, "y2", m->h - 1u, 0);
    }
    if (b->group_count)
        mw_export_variable(w, "bridges", (uint32_t)(((uint64_t)1 << b->group_count) - 1), there);
}

// MOVE rolls the block, FIRST and SECOND move a half, TURN takes the other half in hand.
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
    mw_export_title(m, "/* ", " */", w);
    mw_export_how(w);
    mw_write(w,
             "#define RAISED(cell) %s\n"
             "c_decl {\n"
             "    enum { WIDTH = %u, HEIGHT = %u, SEED = %u, ORDERED = %u };\n",
             b->group_count ? "(bridge[cell] && to_bridges >> (bridge[cell] - 1) & 1)" : "0", m->w,
             m->h, b->seed_rules, mw_bloxorz_ordered(b));
    write_tables(m, w);
    if (b->splits)
        mw_write(w, "    static const int half_order[] = {3, 1, 0, 2};\n");
    mw_write_bytes(w, block_rules, sizeof block_rules - 1);
    if (b->splits)
        mw_write_bytes(w, half_rules, sizeof half_rules - 1);
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
