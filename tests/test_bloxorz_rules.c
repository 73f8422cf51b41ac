// test_bloxorz_rules.c: the rules of the rolling block one mechanism at a time, in mazes small
// enough to argue about.
#include "support.h"

TEST(blocks_roll_in_every_pose_and_direction)
{
    static const char *const open = "bloxorz:7x7:ooooooG/ooooooo/ooooooo/oooSooo/ooooooo/ooooooo/"
                                    "ooooooo";
    static const play_case rows[] = {
        {open, "", 0, MW_OPEN, "standing at row 4, column 4"},
        {open, "U", 1, MW_OPEN, "lying down from row 2, column 4"},
        {open, "R", 1, MW_OPEN, "lying to the right from row 4, column 5"},
        {open, "D", 1, MW_OPEN, "lying down from row 5, column 4"},
        {open, "L", 1, MW_OPEN, "lying to the right from row 4, column 2"},
        {open, "UU", 2, MW_OPEN, "standing at row 1, column 4"},
        {open, "UR", 2, MW_OPEN, "lying down from row 2, column 5"},
        {open, "UD", 2, MW_OPEN, "standing at row 4, column 4"},
        {open, "UL", 2, MW_OPEN, "lying down from row 2, column 3"},
        {open, "RU", 2, MW_OPEN, "lying to the right from row 3, column 5"},
        {open, "RR", 2, MW_OPEN, "standing at row 4, column 7"},
        {open, "RD", 2, MW_OPEN, "lying to the right from row 5, column 5"},
        {open, "RL", 2, MW_OPEN, "standing at row 4, column 4"},
        // the four edges, standing and lying beside them
        {open, "UUU", 2, MW_OPEN, "standing at row 1, column 4"},
        {open, "RRR", 2, MW_OPEN, "standing at row 4, column 7"},
        {open, "DDD", 2, MW_OPEN, "standing at row 7, column 4"},
        {open, "LLL", 2, MW_OPEN, "standing at row 4, column 1"},
        {open, "RRUR", 3, MW_OPEN, "lying down from row 2, column 7"},
        {open, "RRUUR", 4, MW_SOLVED, "standing at row 1, column 7"}, // over is over
        {open, "LLUL", 3, MW_OPEN, "lying down from row 2, column 1"},
        {open, "UURU", 3, MW_OPEN, "lying to the right from row 1, column 5"},
        {open, "DDRD", 3, MW_OPEN, "lying to the right from row 7, column 5"},
        {open, "LDDLL", 4, MW_OPEN, "standing at row 6, column 1"},
        // nothing under one of its cells, or under the only one; lying over the hole
        {"bloxorz:4x2:So.o/oooG", "R", 0, MW_OPEN, "standing at row 1, column 1"},
        {"bloxorz:4x2:S.oo/oooG", "R", 0, MW_OPEN, "standing at row 1, column 1"},
        {"bloxorz:4x2:Soo./oooG", "RR", 1, MW_OPEN, "lying to the right from row 1, column 2"},
        {"bloxorz:4x1:SoGo", "R", 1, MW_OPEN, "lying to the right from row 1, column 2"},
        {"bloxorz:4x1:SooG", "RR", 2, MW_SOLVED, "standing at row 1, column 4"},
    };
    check_plays(rows, COUNT(rows));
}

// Rolling back undoes a roll. On bare floor the block can be everywhere: w*h places to stand,
// (w-1)*h and w*(h-1) to lie.
TEST(rolling_back_undoes_a_roll)
{
    scoped_maze *m = maze_of_id("bloxorz:5x4:Soooo/ooooo/ooooo/ooooG");
    scoped_graph *g = whole_graph(m);
    assert_int_equal(g->reachable, 20 + 16 + 15);
    assert_int_equal(g->states, g->reachable);
    unsigned undone = 0;
    for (uint32_t s = 0; s < g->states; s++)
        for (uint32_t i = g->first[s]; i < g->first[s + 1]; i++) {
            uint32_t to = g->arcs[i].to;
            for (uint32_t k = g->first[to]; k < g->first[to + 1]; k++)
                if (g->arcs[k].action == (g->arcs[i].action + 2) % 4) {
                    assert_int_equal(g->arcs[k].to, s);
                    undone++;
                }
        }
    // All but the two rolls into the hole, where the game is over: from its left and from above.
    assert_int_equal(undone, g->edges - 2);
}

TEST(fragile_tiles_carry_half_a_block)
{
    static const play_case rows[] = {
        {"bloxorz:5x2:S~~oo/....G", "R", 1, MW_OPEN, "lying to the right from row 1, column 2"},
        {"bloxorz:5x2:S~~oo/....G", "RR", 2, MW_OPEN, "standing at row 1, column 4"},
        {"bloxorz:2x3:S./~./~G", "D", 1, MW_OPEN, "lying down from row 2, column 1"},
        {"bloxorz:5x2:Soo~o/....G", "RRL", 2, MW_LOST, "standing at row 1, column 4"},
        {"bloxorz:2x4:So/o./o./~G", "DD", 2, MW_LOST, "standing at row 4, column 1"},
        // a half is no heavier than a lying block's end
        {"bloxorz:5x3:Soo1o/ooooo/o~ooG/1.split.1,3.4,3", "RRa:R", 3, MW_OPEN,
         "half a at row 3, column 2 and half b at row 3, column 4"},
    };
    check_plays(rows, COUNT(rows));
}

TEST(soft_switches_are_pressed_by_all_and_heavy_ones_by_standing)
{
    static const char *const left = "bloxorz:4x2:S1oo/a..G/1.soft.toggle.A";
    static const char *const start = "bloxorz:4x2:1ooo/a..G/start.1,1/1.soft.toggle.A";
    static const char *const halves =
        "bloxorz:5x3:Soo1a/ooooo/o2o2G/1.split.1,3.5,2/2.soft.toggle.A";
    static const char *const heavy =
        "bloxorz:5x3:Soo1a/ooooo/o2o2G/1.split.1,3.5,2/2.heavy.toggle.A";
    static const play_case rows[] = {
        {left, "R", 1, MW_OPEN, "lying to the right from row 1, column 2, bridge a there"},
        {left, "RR", 2, MW_OPEN,
         "standing at row 1, column 4, bridge a there"}, // left, not pressed
        {left, "RLR", 3, MW_OPEN, "lying to the right from row 1, column 2"},
        {"bloxorz:4x2:So1o/a..G/1.soft.toggle.A", "R", 1, MW_OPEN,
         "lying to the right from row 1, column 2, bridge a there"},
        {"bloxorz:2x4:Sa/o./1./oG/1.soft.toggle.A", "D", 1, MW_OPEN,
         "lying down from row 2, column 1, bridge a there"},
        {"bloxorz:2x4:Sa/1./o./oG/1.soft.toggle.A", "D", 1, MW_OPEN,
         "lying down from row 2, column 1, bridge a there"},
        // under both ends: pressed twice
        {"bloxorz:4x2:S11o/a..G/1.soft.toggle.A", "R", 1, MW_OPEN,
         "lying to the right from row 1, column 2"},
        {"bloxorz:4x2:Soo1/a..G/1.soft.toggle.A", "RR", 2, MW_OPEN,
         "standing at row 1, column 4, bridge a there"},
        {"bloxorz:4x2:Soo1/a..G/1.heavy.toggle.A", "RR", 2, MW_OPEN,
         "standing at row 1, column 4, bridge a there"},
        {"bloxorz:4x2:S12o/a..G/1.heavy.toggle.A/2.heavy.add.A", "R", 1, MW_OPEN,
         "lying to the right from row 1, column 2"},
        {"bloxorz:2x4:Sa/1./1./oG/1.heavy.toggle.A", "D", 1, MW_OPEN,
         "lying down from row 2, column 1"},
        // two different ones: the left or upper one first; by the seed's rules those that remove,
        // then those that toggle, then those that add
        {"bloxorz:4x2:S12o/a..G/1.soft.add.A/2.soft.remove.A", "R", 1, MW_OPEN,
         "lying to the right from row 1, column 2"},
        {"bloxorz:4x2,rules=seed:S12o/a..G/1.soft.add.A/2.soft.remove.A", "R", 1, MW_OPEN,
         "lying to the right from row 1, column 2, bridge a there"},
        {"bloxorz:4x2,rules=seed:S12o/a..G/1.soft.toggle.A/2.soft.remove.A", "R", 1, MW_OPEN,
         "lying to the right from row 1, column 2, bridge a there"},
        {"bloxorz:4x2,rules=seed:S12o/A..G/1.soft.add.A/2.soft.toggle.A", "R", 1, MW_OPEN,
         "lying to the right from row 1, column 2"},
        {"bloxorz:4x2,rules=seed:S12o/a..G/1.soft.add.A.as.5/2.soft.remove.A.as.5", "R", 1, MW_OPEN,
         "lying to the right from row 1, column 2"},
        {"bloxorz:2x4,rules=seed:Sa/1./2./oG/1.soft.add.A/2.soft.remove.A.as.5", "D", 1, MW_OPEN,
         "lying down from row 2, column 1, bridge a there"},
        {halves, "RRa:R", 2, MW_OPEN, "half a at row 2, column 5 and half b at row 3, column 1"},
        {halves, "RRb:R", 3, MW_OPEN,
         "half a at row 2, column 5 and half b at row 3, column 2, bridge a there"},
        {heavy, "RRb:R", 3, MW_OPEN, "half a at row 2, column 5 and half b at row 3, column 2"},
        // nobody steps on the cell where the block starts
        {start, "", 0, MW_OPEN, "standing at row 1, column 1"},
        {start, "RL", 2, MW_OPEN, "standing at row 1, column 1, bridge a there"},
    };
    check_plays(rows, COUNT(rows));
}

// What one press does to a bridge that is there, A, and to one that is away, a. Whatever the order
// of the words: first toggled, then removed, then added.
TEST(a_switch_toggles_then_removes_then_adds)
{
    static const struct {
        const char *does;
        bool there_after[2]; // one that was away; that was there
    } rows[] = {
        {"toggle.A", {true, false}},
        {"remove.A", {false, false}},
        {"add.A", {true, true}},
        {"toggle.A.remove.A", {false, false}},
        {"remove.A.toggle.A", {false, false}},
        {"toggle.A.add.A", {true, true}},
        {"add.A.toggle.A", {true, true}},
        {"remove.A.add.A", {true, true}},
        {"add.A.remove.A", {true, true}},
        {"add.A.remove.A.toggle.A", {true, true}},
    };
    for (size_t i = 0; i < 2 * COUNT(rows); i++) {
        bool before = i % 2, after = rows[i / 2].there_after[before];
        const char *where = before == after ? "standing at row 1, column 4"
                            : after         ? "standing at row 1, column 4, bridge a there"
                                            : "standing at row 1, column 4, bridge A gone";
        const char *id = formatted("bloxorz:4x2:Soo1/%s..G/1.%s.%s", before ? "A" : "a",
                                   i % 3 ? "soft" : "heavy", rows[i / 2].does);
        const play_case row = {id, "RR", 2, MW_OPEN, where};
        check_plays(&row, 1);
    }
}

TEST(bridges_count_as_they_were_before_the_move)
{
    static const char *const under = "bloxorz:4x2:S1Ao/...G/1.soft.remove.A";
    static const char *const half = "bloxorz:5x3:Soo1o/ooooo/o2oAG/1.split.1,3.4,3/2.soft.remove.A";
    static const char *const half_by_seed =
        "bloxorz:5x3,rules=seed:Soo1o/ooooo/o2oAG/1.split.1,3.4,3/2.soft.remove.A";
    static const play_case rows[] = {
        // a switch does not make the ground on which the block would have to lie to press it
        {"bloxorz:4x2:S1ao/...G/1.soft.add.A", "R", 0, MW_OPEN, "standing at row 1, column 1"},
        // the block stays where its bridge was, and can leave, but not come back
        {under, "R", 1, MW_OPEN, "lying to the right from row 1, column 2, bridge A gone"},
        {under, "RR", 2, MW_OPEN, "standing at row 1, column 4, bridge A gone"},
        {under, "RRL", 2, MW_OPEN, "standing at row 1, column 4, bridge A gone"},
        {under, "RL", 2, MW_OPEN, "standing at row 1, column 1, bridge A gone"},
        // in the game a half stays on nothing while the other moves; by the paper's rules it has
        // to leave first
        {half, "RRa:R", 3, MW_OPEN,
         "half a at row 3, column 2 and half b at row 3, column 4, bridge A gone"},
        {half, "RRa:Ra:U", 4, MW_OPEN,
         "half a at row 2, column 2 and half b at row 3, column 4, bridge A gone"},
        {half_by_seed, "RRa:Ra:U", 3, MW_OPEN,
         "half a at row 3, column 2 and half b at row 3, column 4, bridge A gone"},
        {half_by_seed, "RRa:Rb:Ua:U", 5, MW_OPEN,
         "half a at row 2, column 2 and half b at row 2, column 4, bridge A gone"},
        {half_by_seed, "RRa:Rb:Ub:D", 4, MW_OPEN,
         "half a at row 3, column 2 and half b at row 2, column 4, bridge A gone"},
    };
    check_plays(rows, COUNT(rows));
}

TEST(a_block_is_split_and_joined)
{
    static const char *const row3 = "bloxorz:5x3:Soo1o/ooooo/ooooG/1.split.1,3.4,3";
    static const char *const turned = "bloxorz:5x3:Soo1o/ooooo/ooooG/1.split.4,3.1,3";
    static const char *const column1 = "bloxorz:5x4:Soo1o/ooooo/ooooo/ooooG/1.split.1,2.1,4";
    static const char *const beside = "bloxorz:5x3:Soo1o/ooooo/ooooG/1.split.1,3.2,3";
    static const char *const hole = "bloxorz:5x3:Soo1o/ooooo/oGooo/1.split.1,3.4,3";
    static const char *const barred =
        "bloxorz:5x3,no-half-in-hole:Soo1o/ooooo/oGooo/1.split.1,3.4,3";
    static const play_case rows[] = {
        {row3, "RR", 2, MW_OPEN, "half a at row 3, column 1 and half b at row 3, column 4"},
        {turned, "RR", 2, MW_OPEN, "half a at row 3, column 1 and half b at row 3, column 4"},
        {"bloxorz:5x3,rules=seed:Soo1o/ooooo/ooooG/1.split.4,3.1,3", "RR", 2, MW_OPEN,
         "half a at row 3, column 4 and half b at row 3, column 1"},
        {"bloxorz:5x3,count-switching:Soo1o/ooooo/ooooG/1.split.4,3.1,3", "RRa:Uswitch", 4, MW_OPEN,
         "half a at row 3, column 1 and half b at row 2, column 4"},
        {"bloxorz:5x2:So1oo/....G/1.split.1,1.5,1", "R", 1, MW_OPEN,
         "lying to the right from row 1, column 2"}, // only standing splits
        // a half goes where there is a tile
        {row3, "RRa:L", 2, MW_OPEN, "half a at row 3, column 1 and half b at row 3, column 4"},
        {row3, "RRb:D", 2, MW_OPEN, "half a at row 3, column 1 and half b at row 3, column 4"},
        {row3, "RRR", 2, MW_OPEN, "half a at row 3, column 1 and half b at row 3, column 4"},
        // joined along both axes, by either half; corner to corner is not joined
        {row3, "RRa:Ra:R", 4, MW_OPEN, "lying to the right from row 3, column 3"},
        {row3, "RRa:Ra:RL", 5, MW_OPEN, "standing at row 3, column 2"},
        {row3, "RRb:Lb:L", 4, MW_OPEN, "lying to the right from row 3, column 1"},
        {column1, "RRa:D", 3, MW_OPEN, "lying down from row 3, column 1"},
        {column1, "RRb:U", 3, MW_OPEN, "lying down from row 2, column 1"},
        {row3, "RRb:Ub:Rb:R", 5, MW_OPEN,
         "half a at row 2, column 4 and half b at row 3, column 3"},
        // halves that appear side by side join after a move only, and never share a cell
        {beside, "RR", 2, MW_OPEN, "half a at row 3, column 1 and half b at row 3, column 2"},
        {beside, "RRa:R", 2, MW_OPEN, "half a at row 3, column 1 and half b at row 3, column 2"},
        {beside, "RRa:U", 3, MW_OPEN, "half a at row 2, column 1 and half b at row 3, column 2"},
        {beside, "RRa:Ua:R", 4, MW_OPEN, "lying down from row 2, column 2"},
        // a half does not fall into the hole
        {hole, "RRa:R", 3, MW_OPEN, "half a at row 3, column 2 and half b at row 3, column 4"},
        {hole, "RRa:Ra:R", 4, MW_OPEN, "lying to the right from row 3, column 3"},
        {hole, "RRa:Ra:RL", 5, MW_SOLVED, "standing at row 3, column 2"},
        // with the option it may not even move there; a whole block may lie over the hole
        {barred, "RRa:R", 2, MW_OPEN, "half a at row 3, column 1 and half b at row 3, column 4"},
        {barred, "RRb:Lb:L", 3, MW_OPEN, "half a at row 3, column 1 and half b at row 3, column 3"},
        {barred, "RRa:Ua:Ra:Ra:DUR", 8, MW_OPEN, "standing at row 2, column 5"},
        {"bloxorz:4x1,no-half-in-hole:SoGo", "R", 1, MW_OPEN,
         "lying to the right from row 1, column 2"},
    };
    check_plays(rows, COUNT(rows));
}

// The same in `fast`, which has tables of moves of its own. Halves that appear side by side need
// two moves before they are a block again.
TEST(fast_joins_halves_alike)
{
    for (unsigned column = 1; column <= 3; column++) {
        mw_evaluation e;
        scoped_maze *m =
            maze_of_id(formatted("bloxorz:5x3:Soo1./...../ooooG/1.split.%u,3.4,3", column));
        assert_true(m->kind->fast->evaluate(m, true, &e));
        assert_int_equal(e.length, column == 3 ? 5 : 6 - column);
        assert_int_equal(length_by(m, "bfs", NULL, MW_VISITED_AUTO), e.length);
    }
}

#define WITH_HALVES_AT(options, halves)                                                            \
    "bloxorz:5x3" options ":Soo1a/ooooo/o2ooG/1.split." halves "/2.soft.toggle.A"

TEST(halves_fire_when_they_move_or_by_the_paper_always)
{
    static const char *const rest = WITH_HALVES_AT("", "1,3.4,3");
    static const char *const rest_by_seed = WITH_HALVES_AT(",rules=seed", "1,3.4,3");
    static const char *const on = WITH_HALVES_AT("", "2,3.4,3");
    static const char *const on_by_seed = WITH_HALVES_AT(",rules=seed", "2,3.4,3");
    static const char *const onto = WITH_HALVES_AT("", "1,3.3,3");
    static const play_case rows[] = {
        // a half that stays on its switch
        {rest, "RRa:R", 3, MW_OPEN,
         "half a at row 3, column 2 and half b at row 3, column 4, bridge a there"},
        {rest, "RRa:Rb:U", 4, MW_OPEN,
         "half a at row 2, column 4 and half b at row 3, column 2, bridge a there"},
        {rest_by_seed, "RRa:R", 3, MW_OPEN,
         "half a at row 3, column 2 and half b at row 3, column 4, bridge a there"},
        {rest_by_seed, "RRa:Rb:U", 4, MW_OPEN,
         "half a at row 3, column 2 and half b at row 2, column 4"},
        {rest_by_seed, "RRa:Rb:Ub:D", 5, MW_OPEN,
         "half a at row 3, column 2 and half b at row 3, column 4, bridge a there"},
        // a half that appears on one, and stays there while the other comes and joins it
        {on, "RR", 2, MW_OPEN, "half a at row 3, column 2 and half b at row 3, column 4"},
        {on, "RRb:L", 3, MW_OPEN, "lying to the right from row 3, column 2"},
        {on_by_seed, "RR", 2, MW_OPEN, "half a at row 3, column 2 and half b at row 3, column 4"},
        {on_by_seed, "RRb:L", 3, MW_OPEN,
         "lying to the right from row 3, column 2, bridge a there"},
        // one that moves onto a switch and joins there: once for the step, not again for joining
        {onto, "RRa:R", 3, MW_OPEN, "lying to the right from row 3, column 2, bridge a there"},
    };
    check_plays(rows, COUNT(rows));
}

TEST(counting_adds_a_move_for_each_change_of_halves)
{
    static const struct {
        const char *size, *body;
        int length, changes;
    } rows[] = {
        // No way but RR. The left half, which is first, walks two cells, and R stands in the hole.
        {"5x3", "Soo1./...../ooooG/1.split.1,3.4,3", 5, 0},
        // The same, but now the right half is first; joined farther left, the hole is not reached
        // in as few moves even without a change.
        {"5x3", "Soo1./...../ooooG/1.split.4,3.1,3", 5, 1},
        // Each half has a switch for its own bridge and is shut in without it; meeting takes both
        // bridges. So both step outwards, and of the 5 columns between them all but one are
        // walked: 6 moves, at least one by each. If the right half walks, U and R win.
        {"6x4", "Soo1../....../ooG.../2oabo3/1.split.2,4.5,4/2.soft.add.A/3.soft.add.B", 10, 1},
        // The left half opens D, the right one C, the left one A, each shut off until then: two
        // changes. 1 + 2 + 2 moves for that, 7 to meet from the ends, wherever that is; at either
        // end of the row L or R stands in column 7, and DD wins.
        {"9x6",
         "Soo1...../........./4c2oaaod3/......o../......o../......G../1.split.4,3.7,3/"
         "2.soft.add.D/3.soft.add.C/4.soft.add.A",
         17, 2},
    };
    for (size_t i = 0; i < 2 * COUNT(rows); i++) {
        bool counting = i % 2;
        const char *id = formatted("bloxorz:%s%s:%s", rows[i / 2].size,
                                   counting ? ",count-switching" : "", rows[i / 2].body);
        scoped_maze *m = maze_of_id(id);
        assert_int_equal(length_by(m, "bfs", NULL, MW_VISITED_AUTO),
                         rows[i / 2].length + (counting ? rows[i / 2].changes : 0));
    }
}
