// test_theseus_rules.c: the rules of Theseus mazes one by one, in mazes small enough to argue
// about, and measures that can be counted by hand.
#include "support.h"

#include <math.h>

#define OPEN_4X4 "9113/8002/8002/c446/"

TEST(the_minotaur_takes_two_half_steps)
{
    static const play_case rows[] = {
        // Sideways first, or up and down first, until the first difference is gone.
        {"theseus:4x4:" OPEN_4X4 "t0.0/m3.3/x1.0", "W", 1, MW_OPEN, "*Minotaur row 4, column 2*"},
        {"theseus:4x4,order=vh:" OPEN_4X4 "t0.0/m3.3/x1.0", "W", 1, MW_OPEN, "*row 2, column 4*"},
        {"theseus:4x4:" OPEN_4X4 "t0.0/m1.3/x1.0", "W", 1, MW_OPEN, "*Minotaur row 3, column 1*"},
        // A wall on his left: he goes up instead, and left from there.
        {"theseus:3x2:913/c6e/t0.0/m2.1/x1.0", "D", 1, MW_OPEN, "*Minotaur row 2, column 3*"},
        {"theseus:3x2:913/c6e/t0.0/m2.1/x1.0", "W", 1, MW_OPEN, "*Minotaur row 1, column 2*"},
        // Reached in one half-step or two, and walked into.
        {"theseus:4x1:d557/t0.0/m1.0/x3.0", "W", 1, MW_LOST, "*"},
        {"theseus:4x1:d557/t0.0/m2.0/x3.0", "W", 1, MW_LOST, "*"},
        {"theseus:4x1:d557/t0.0/m3.0/x1.0", "W", 1, MW_OPEN, "*Minotaur row 1, column 2*"},
        {"theseus:4x1:d557/t0.0/m1.0/x3.0", "R", 1, MW_LOST, "*"},
        {"theseus:4x1:d557/t0.0/m3.0/x1.0", "U", 0, MW_OPEN, "*Theseus row 1, column 1*"},
        {"theseus:4x1:d557/t0.0/m3.0/x1.0", "L", 0, MW_OPEN, "*Theseus row 1, column 1*"},
        // A win on arrival comes before his answer; with win=after he must survive it.
        {"theseus:4x1:d557/t0.0/m3.0/x1.0", "R", 1, MW_SOLVED, "*Theseus row 1, column 2*"},
        {"theseus:4x1,win=after:d557/t0.0/m3.0/x1.0", "R", 1, MW_LOST, "*"},
        {"theseus:5x1,win=after:d5557/t0.0/m4.0/x1.0", "R", 1, MW_SOLVED, "*row 1, column 3*"},
        {"theseus:4x1:d557/t0.0/m1.0/x1.0", "R", 1, MW_LOST, "*"}, // he stands on the exit
        // He follows through a door: from the cell before it in time, from the next one not.
        {"theseus:4x1:d555/t3.0/m2.0/x3.0R", "R", 1, MW_SOLVED, "*Theseus outside*"},
        {"theseus:4x1,win=after:d555/t3.0/m2.0/x3.0R", "R", 1, MW_LOST, "*"},
        {"theseus:4x1,win=after:d555/t3.0/m1.0/x3.0R", "R", 1, MW_SOLVED,
         "*outside; Minotaur row 1, column 4*"},
        // Below a door in the top wall: he goes sideways first, then out.
        {"theseus:3x1,win=after:d47/t1.0/m2.0/x1.0U", "U", 1, MW_LOST, "*"},
        {"theseus:3x1,win=after,order=vh:d47/t1.0/m2.0/x1.0U", "U", 1, MW_LOST, "*"},
    };
    check_plays(rows, COUNT(rows));
}

TEST(blocks_bar_and_kill)
{
    static const play_case rows[] = {
        // Neither may enter the block's cell: Theseus stays in column 2, the Minotaur gets as far
        // as column 4.
        {"theseus:5x1:d5557/t1.0/m4.0/x0.0/b2.0.W", "R", 0, MW_OPEN, "*Theseus row 1, column 2*"},
        {"theseus:5x1:d5557/t1.0/m4.0/x0.0/b2.0.W", "WWW", 3, MW_OPEN,
         "*Minotaur row 1, column 4*"},
        {"theseus:5x1:d5557/t1.0/m4.0/x0.0", "W", 1, MW_OPEN, "*Minotaur row 1, column 3*"},
        // Barred on his left, he goes down, and from there left.
        {"theseus:3x2:913/c46/t0.1/m2.0/x0.0/b1.0.W", "W", 1, MW_OPEN,
         "*Minotaur row 2, column 2*"},
        // The block comes over Theseus; unless he leaves just before.
        {"theseus:5x1:d5557/t1.0/m4.0/x0.0/b2.0.LR", "W", 1, MW_LOST, "*"},
        {"theseus:6x1:d55557/t1.0/m5.0/x4.0/b2.0.LR", "L", 1, MW_OPEN, "*Theseus row 1, column 1*"},
        // He may not enter the cell that the block is about to leave.
        {"theseus:5x1:d5557/t1.0/m4.0/x0.0/b2.0.RL", "R", 0, MW_OPEN, "*Theseus row 1, column 2*"},
        // The block comes over the Minotaur: he is gone, also after it has left. Without it he
        // would have caught Theseus.
        {"theseus:5x1:d5557/t0.0/m4.0/x2.0/b3.0.RL", "W", 1, MW_OPEN,
         "*Minotaur dead; turn 2 of 2*"},
        {"theseus:5x1:d5557/t0.0/m4.0/x2.0/b3.0.RL", "WWWR", 4, MW_OPEN, "*Minotaur dead*"},
        {"theseus:5x1:d5557/t0.0/m4.0/x2.0/b3.0.RL", "WRR", 3, MW_SOLVED, "*Minotaur dead*"},
        {"theseus:5x1:d5557/t0.0/m4.0/x2.0", "WR", 2, MW_LOST, "*"},
        // Walking into him is too early, waiting is not.
        {"theseus:3x1:d57/t0.0/m1.0/x2.0/b2.0.LR", "R", 1, MW_LOST, "*"},
        {"theseus:3x1:d57/t0.0/m1.0/x2.0/b2.0.LR", "W", 1, MW_OPEN, "*Minotaur dead*"},
        // The block steps before the Minotaur answers: out of his way, or into it.
        {"theseus:3x2:913/c46/t0.0/m2.0/x2.1/b1.0.DU", "W", 1, MW_LOST, "*"},
        {"theseus:3x2:913/c46/t0.0/m2.0/x2.1/b1.1.UD", "W", 1, MW_OPEN,
         "*row 1, column 3; turn 2*"},
        // A win on arrival comes before the block, too.
        {"theseus:5x1:d5557/t1.0/m4.0/x0.0/b3.0.W", "L", 1, MW_SOLVED, "*Theseus row 1, column 1*"},
        {"theseus:3x2:913/c46/t1.0/m2.1/x0.0/b0.1.UD", "L", 1, MW_SOLVED, "*row 1, column 1*"},
        {"theseus:3x2,win=after:913/c46/t1.0/m2.1/x0.0/b0.1.UD", "L", 1, MW_LOST, "*"},
    };
    check_plays(rows, COUNT(rows));
}

// So that it has a place in a grid of distances.
TEST(outside_counts_as_the_cell_before_the_door)
{
    scoped_maze *m = maze_of_id("theseus:5x1:fd555/t1.0/m0.0/x4.0R");
    scoped_graph *g = whole_graph(m);
    uint32_t *distances = mw_cell_distances(g, NULL);
    const uint32_t expected[] = {MW_FAR, 4, 3, 2, 0};
    assert_memory_equal(distances, expected, sizeof expected);
    free(distances);
}

TEST(narrow_cases_keep_all_laws)
{
    static const char *const ids[] = {
        // A block comes where the maze has just been won: over the exit, or over the Minotaur.
        "theseus:3x2:913/c46/t1.0/m2.1/x0.0/b0.1.UD",
        "theseus:5x1:d5557/t1.0/m4.0/x0.0/b3.0.RL",
        // A designer has no other cell for anybody.
        "theseus:2x1:d7/t0.0/m1.0/x1.0",
        "theseus:1x2:b/6/t0.1/m0.0/x0.1L",
        "theseus:3x1:d57/t0.0/m1.0/x1.0/b2.0.W",
    };
    for (size_t i = 0; i < COUNT(ids); i++) {
        scoped_maze *m = maze_of_id(ids[i]);
        assert_true(keeps_all_laws(m, ids[i]));
    }
}

TEST(measures_are_as_counted_by_hand)
{
    static const struct {
        const char *id;
        double values[8]; // moves, enemy_moves, static, traps, blocks_faced, false_paths; dead,
    } rows[] = {
        // states
        // RRR. He comes up to the wall between columns 4 and 5 (1 step; then it bars 1 half-step),
        // stands for a turn (2 half-steps), and is too late. States: he in column 6 once, then in
        // column 5 with Theseus anywhere.
        {"theseus:6x1:d557d7/t0.0/m5.0/x3.0", {3, 1, 1, 1, 1 + 2, 0, 0, 5}},
        // He also answers the last move: 2 more half-steps, in the same trap.
        {"theseus:6x1,win=after:d557d7/t0.0/m5.0/x3.0", {3, 1, 2, 1, 1 + 2 + 2, 0, 0, 5}},
        // L wins; R and W meet him.
        {"theseus:4x1:d557/t1.0/m3.0/x0.0", {1, 0, 0, 0, 0, 2, 0, 2}},
        {"theseus:4x1,win=after:d557/t1.0/m3.0/x0.0", {1, 2, 0, 0, 0, 2, 0, 2}},
        // URU, as a wall bars UUR; he is below a wall in the bottom row. U: up is walled twice.
        // R: one step right, then up is walled. U: walled twice, a second trap, if he answers.
        // Theseus can be in four cells and on the exit, he always below him.
        {"theseus:2x4:d3/92/c6/d7/t0.2/m0.3/x1.0", {3, 1, 1, 1, 2 + 1, 0, 0, 5}},
        {"theseus:2x4,win=after:d3/92/c6/d7/t0.2/m0.3/x1.0", {3, 1, 2, 2, 2 + 1 + 2, 0, 0, 5}},
        // No way to the exit, nor out of his cell: two states for ever.
        {"theseus:4x1:d7ff/t0.0/m3.0/x2.0", {NAN, NAN, NAN, NAN, NAN, 0, 2, 2}},
        // RR: a block kills him in the first turn, and he counts no more. States: the start; then
        // Theseus in three cells and the block in two.
        {"theseus:5x1:d5557/t0.0/m4.0/x2.0/b3.0.RL", {2, 0, 0, 0, 0, 0, 0, 1 + 3 * 2}},
        // RR: he comes up to a resting block, which bars his second half-step as a wall would.
        {"theseus:6x1:d55557/t0.0/m5.0/x2.0/b3.0.W", {2, 1, 0, 0, 1, 0, 0, 4}},
    };
    static const char *const names[] = {"moves",        "enemy_moves", "static", "traps",
                                        "blocks_faced", "false_paths", "dead",   "states"};
    unsigned wrong = 0;
    for (size_t i = 0; i < COUNT(rows); i++) {
        scoped_maze *m = maze_of_id(rows[i].id);
        scoped_graph *g = whole_graph(m);
        scoped_analysis a = {0};
        assert_true(mw_analyse(g, &a));
        for (size_t k = 0; k < COUNT(names); k++) {
            double found = value_of(&a, names[k]), expected = rows[i].values[k];
            if (!same_number(found, expected)) {
                print_error("%s: %s: %g, not %g\n", rows[i].id, names[k], found, expected);
                wrong++;
            }
        }
    }
    assert_int_equal(wrong, 0);
}
