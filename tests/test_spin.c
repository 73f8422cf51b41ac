// test_spin.c: SPIN, a model checker that knows no mazes, finds as short a solution from
// `--to promela` as we do, and none where there is none. Skipped where it is not installed.
#include "support.h"

static void need_spin(void)
{
    if (system("command -v spin cc > /dev/null")) {
        print_message("no spin here (Debian: spin); skipped\n");
        skip();
    }
}

// Runs SPIN on the model maze.pml. moves.txt then has the moves of its counterexample, a line
// each; it is empty where SPIN has searched everything and found none.
static const char script[] =
    "cd '%s' && rm -f *.trail moves.txt && spin -a maze.pml > spin.txt 2>&1 && "
    "cc -w -DBFS -DSAFETY -o pan pan.c && ./pan -w16 -m100000 > pan.txt && : > moves.txt && "
    "if grep -q 'errors: 1' pan.txt; then ./pan -r > replay.txt; "
    "grep -v '[^A-Za-z0-9:]' replay.txt > moves.txt; "
    "else grep -q 'errors: 0' pan.txt && ! grep -q 'not completed' pan.txt; fi";

// The least cost of SPIN's solution, which is played by our rules; -1: none.
static long spin_solves(const mw_maze *m, const char *name)
{
    scoped_text *text = mw_maze_print(m, "promela");
    scratch_file("maze.pml", text);
    if (system(formatted(script, scratch())))
        fail_msg("%s: SPIN does not work with this model", name);
    scoped_text *moves = read_file(scratch(), "moves.txt");
    uint16_t *actions = NULL;
    mw_error e;
    uint64_t cost = 0;
    mw_status end = MW_OPEN;
    for (char *p = moves; *p; p++)
        *p = *p == '\n' ? ' ' : *p;
    long count = mw_moves_parse(m->kind, moves, &actions, &e);
    bool found = *moves;
    if (count < 0)
        fail_msg("%s: SPIN's moves are %s: %s", name, moves, e.text);
    size_t played = mw_replay(m, actions, (size_t)count, NULL, &cost, &end);
    if (found && (played != (size_t)count || end != MW_SOLVED))
        fail_msg("%s: %s is no solution", name, moves);
    free(actions);
    return found ? (long)cost : -1;
}

static void solves_like_ours(mw_maze *m, const char *name, bool can_be_solved)
{
    long here = least_cost(m), there = spin_solves(m, name);
    if (here != there || (here >= 0) != can_be_solved)
        fail_msg("%s: SPIN finds %ld, we find %ld", name, there, here);
    mw_maze_free(m);
}

static void check_ids(const char *const *ids, size_t count, bool can_be_solved)
{
    need_spin();
    for (size_t i = 0; i < count; i++)
        solves_like_ours(maze_of_id(ids[i]), ids[i], can_be_solved);
}

TEST(solvable_mazes)
{
    static const char *const ids[] = {
        "rook:8x5,queen,no-u-turn#6",
        "die:9x7,obstacles=25,never=none,goal=25#3",
        "die:7x7,cost=top#2",
        "theseus:7x5,order=vh,win=after,exit=door#10",
        "bloxorz:8x6,floor=90,soft=2,heavy=2#7",
        "bloxorz:7x5,floor=90,splits=1,switches=2,rules=seed,count-switching#5",
        ("bloxorz:9x3,rules=seed:Soo3...../........./o1ao2oooG/1.soft.remove.A/2.soft.add.A/"
         "3.split.1,3.5,3"),
        "bloxorz:9x3,rules=seed:Soo3...../........./ooao2oooG/2.soft.add.A/3.split.5,3.1,3",
        "bloxorz:7x1,rules=seed:S12oaaG/1.soft.add.A/2.soft.remove.A",
        "bloxorz:5x3:Soo1./...../ooooG/1.split.3,3.4,3", // halves appear side by side, and
        "bloxorz:5x3:Soo1./...../ooooG/1.split.2,3.4,3", // come side by side by a move
        ("bloxorz:9x3,rules=seed:Soo3...../........./o1ao2oooG/1.soft.remove.A/2.soft.add.A/"
         "3.split.5,3.1,3"),
    };
    check_ids(ids, COUNT(ids), true);
}

TEST(unsolvable_mazes)
{
    static const char *const ids[] = {
        "rook:4x4#3",
        "die:6x6,obstacles=35#2",
        "theseus:6x6,horizontal=30,vertical=30#2",
        "bloxorz:7x6,floor=70,switches=2#2",
        "bloxorz:7x1:S1ooaaG/1.heavy.add.A",
        "bloxorz:1x7:G/a/a/o/1/2/S/1.soft.add.A/2.soft.remove.A",
        "bloxorz:7x1,rules=seed:S12oaaG/1.soft.add.A.as.5/2.soft.remove.A.as.5",
        "bloxorz:9x3,no-half-in-hole:Soo1...../........./oooGoooo./1.split.1,3.7,3",
    };
    check_ids(ids, COUNT(ids), false);
}

TEST(shipped_mazes_too)
{
    static const char *const names[] = {
        "puzzles/rook/12.rook",       "puzzles/variants/labels-before.die",
        "puzzles/theseus/11.theseus", "puzzles/variants/blocks.theseus",
        "puzzles/bloxorz/23.bloxorz", "puzzles/variants/rules-seed.bloxorz",
    };
    need_spin();
    for (size_t i = 0; i < COUNT(names); i++) {
        scoped_text *text = read_file(SOURCE_DIR, names[i]);
        assert_non_null(text);
        solves_like_ours(maze_of_text(NULL, text), names[i], true);
    }
}
