// test_marble.c: marble mazes in play: where the marble is predicted to go and where it goes, what
// the agents make of what they know, and whole simulations.
#include "mazewright/marble.h"
#include "kinds/marble/controller.h"
#include "kinds/marble/knowledge.h"
#include "support.h"

// ---- one move under physics

// The cell in which the marble comes to rest after a rotation, from the corner of a cell; UNKNOWN
// if it freezes, or does not rest there to begin with.
static uint32_t roll(const mw_maze *m, uint32_t cell, unsigned from, unsigned to)
{
    mw_marble_physics p = mw_marble_default_physics();
    scoped(mw_controller_close) controller c = {0};
    assert_true(mw_controller_open(&c, m, &mw_marble_ball, &p, 1));
    c.orientation = from;
    c.up = mw_marble_up(m, from);
    c.marble.at = mw_marble_corner(m, cell, c.up, p.wall / 2 + p.radius);
    mw_controller_settle(&c);
    assert_int_equal(mw_controller_cell(&c), cell);
    assert_int_equal(c.phase, MW_MARBLE_STABLE);
    mw_controller_rotate(&c, to);
    mw_controller_settle(&c);
    uint32_t end = c.phase == MW_MARBLE_STABLE ? mw_controller_cell(&c) : UNKNOWN;
    return end;
}

// The thesis's worked example (its section 3.4), cells counted from 1. Its figures are not in the
// text; this is a maze that does what the text says.
TEST(the_worked_example_of_the_thesis)
{
    static const char *const ids[] = {"marble:4x4:3322/2012/2310/0110",
                                      "marble:4x4:1122/1112/3230/0110"};
    static const struct {
        unsigned to, cell;
    } moves[] = {{1, 3}, {2, 12}, {1, 4}, {0, 4}, {3, 14}, {2, 16}}; // cw cw ccw ccw ccw ccw
    for (size_t i = 0; i < COUNT(ids); i++) {
        scoped_maze *m = maze_of_id(ids[i]);
        mw_marble_physics p = mw_marble_default_physics();
        scoped(mw_controller_close) controller c = {0};
        uint32_t cell = 0, orientation = MARBLE_FIRST;
        assert_true(mw_controller_open(&c, m, &mw_marble_ball, &p, 1));
        mw_controller_settle(&c);
        for (size_t j = 0; j < COUNT(moves); j++) {
            cell = mw_marble_predict(m, cell, orientation, moves[j].to, NULL);
            orientation = moves[j].to;
            mw_controller_rotate(&c, orientation);
            mw_controller_settle(&c);
            assert_int_equal(cell + 1, moves[j].cell);
            assert_int_equal(c.phase, MW_MARBLE_STABLE);
            assert_int_equal(mw_controller_cell(&c) + 1, moves[j].cell);
            // the thesis's number of a state: (location - 1) * orientations + orientation
            assert_int_equal(mw_controller_state(&c), (moves[j].cell - 1) * 4 + orientation);
        }
    }
}

TEST(corridors_are_predicted_as_they_are)
{
    static const struct {
        const char *id;
        uint32_t cell;
        unsigned from, to;
        uint32_t next, end;
    } rows[] = {
        // flat, gravity from -x, -y to +x, -y: straight on, and blocked
        {"marble:5x2:00000/11110", 5, 0, 1, 6, 9},
        {"marble:5x2:00000/01110", 5, 0, 1, 5, 5},
        {"marble:5x2:00000/10110", 5, 0, 1, 6, 6},
        // an opening below after one cell swallows the marble, after two it passes,
        {"marble:4x4:0200/1110/0000/0000", 4, 0, 1, 5, 1},
        {"marble:4x4:0020/1110/0000/0000", 4, 0, 1, 5, 7},
        {"marble:8x6:02000000/11111110/00000000/00000000/00000000/00000000", 8, 0, 1, 9, 1},
        {"marble:8x6:00200000/11111110/00000000/00000000/00000000/00000000", 8, 0, 1, 9, 15},
        // and the same in the mirror;
        {"marble:4x4:0200/1110/0000/0000", 7, 1, 0, 6, 4},
        {"marble:4x4:0020/1110/0000/0000", 7, 1, 0, 6, 2},
        // but above the centre the rotation helps it over
        {"marble:4x4:0000/0000/0200/1110", 12, 0, 1, 13, 15},
        {"marble:8x6:00000000/00000000/00000000/00000000/02000000/11111110", 40, 0, 1, 41, 47},
        // two openings: the first one, or none
        {"marble:4x4:0220/1110/0000/0000", 4, 0, 1, 5, 1},
        {"marble:5x2:02020/11110", 5, 0, 1, 6, 9},
        // bends without a choice; and with one, at speed
        {"marble:4x4:0030/0300/1000/0000", 8, 0, 1, 9, 3},
        {"marble:5x4:00000/03110/02000/10000", 15, 0, 1, 16, 9},
        {"marble:5x4:00200/03110/02000/10000", 15, 0, 1, 16, 9},
        // no opening in the direction that changes: it stays, whatever the others do
        {"marble:2x8:00/00/00/00/00/00/00/00", 0, 0, 1, 0, 0},
        // in space, 8 orientations
        {"marble:5x2x2:00000/00000/00000/11110", 15, 0, 1, 16, 19},
        {"marble:5x2x2:00000/00000/00000/01110", 15, 0, 1, 15, 15},
        {"marble:5x2x2:00000/00000/02000/11110", 15, 0, 1, 16, 11},
        {"marble:5x2x2:00000/00000/00200/11110", 15, 0, 1, 16, 19},
        {"marble:5x2x2:00000/04000/00000/11110", 15, 0, 1, 16, 6},
        {"marble:5x2x2:00000/00400/00000/11110", 15, 0, 1, 16, 19},
        {"marble:5x2x2:00000/00400/02000/11110", 15, 0, 1, 16, 11},
        {"marble:5x2x2:00000/04000/00200/11110", 15, 0, 1, 16, 6},
        // 24: the steeper way down counts more than the less steep one
        {"marble:5x2x2,orientations=24:00000/00000/02000/11110", 15, 1, 4, 16, 19},
        {"marble:5x2x2,orientations=24:00000/04000/00000/11110", 15, 1, 4, 16, 6},
        {"marble:5x2x2,orientations=24:00000/00000/02000/11110", 15, 2, 5, 16, 11},
        {"marble:5x2x2,orientations=24:00000/00400/00000/11110", 15, 2, 5, 16, 19},
        // after a bend: z, then an opening in y that is less steep, or steeper; y, and one in z
        {"marble:2x2x4,orientations=24:00/04/00/04/02/04/00/10", 14, 1, 4, 15, 3},
        {"marble:2x2x4,orientations=24:00/04/00/04/02/04/00/10", 14, 2, 5, 15, 9},
        {"marble:2x4x2,orientations=24:00/00/04/00/02/02/02/10", 14, 1, 4, 15, 5},
        // and among the three of a vertex nothing moves
        {"marble:5x2x2,orientations=24:00000/00000/02000/11110", 15, 1, 2, 15, 15},
        {"marble:5x2x2,orientations=24:00000/00000/02000/11110", 15, 2, 0, 15, 15},
    };
    unsigned wrong = 0;
    for (size_t i = 0; i < COUNT(rows); i++) {
        scoped_maze *m = maze_of_id(rows[i].id);
        uint32_t next = mw_marble_next(m, rows[i].cell, rows[i].from, rows[i].to),
                 end = mw_marble_predict(m, rows[i].cell, rows[i].from, rows[i].to, NULL),
                 rolled = roll(m, rows[i].cell, rows[i].from, rows[i].to);
        if (next != rows[i].next || end != rows[i].end || rolled != rows[i].end) {
            print_error("%s, cell %u, %u to %u: next %u, predicted %u, rolled %u\n", rows[i].id,
                        rows[i].cell, rows[i].from, rows[i].to, next, end, rolled);
            wrong++;
        }
    }
    assert_int_equal(wrong, 0);
}

static const char *const random_families[] = {"marble:4x4",   "marble:10x7",
                                              "marble:3x3x3", "marble:5x5x5,outer",
                                              "marble:7x3x4", "marble:4x4x4,outer,orientations=24"};

// Calls `check` for every move out of every state in which the marble can rest.
static void every_move(const mw_maze *m,
                       void (*check)(const mw_maze *, uint32_t, unsigned, unsigned, void *),
                       void *context)
{
    const board *b = mw_marble_board(m);
    for (uint32_t cell = 0; cell < mw_marble_cells(m); cell++)
        for (unsigned o = 0; o < b->orientations; o++) {
            mw_tilt tilts[MARBLE_MOVES_MAX];
            if (b->cells[cell] == OUT_OF_MAZE || !mw_marble_rests(m, cell, o))
                continue;
            unsigned n = mw_marble_tilts(m, o, tilts);
            for (unsigned i = 0; i < n; i++)
                check(m, cell, o, tilts[i].to, context);
        }
}

static void check_prediction(const mw_maze *m, uint32_t cell, unsigned from, unsigned to,
                             UNUSED void *context)
{
    uint32_t end = mw_marble_predict(m, cell, from, to, NULL);
    assert_true(end < mw_marble_cells(m));
    assert_true(mw_marble_board(m)->cells[end] != OUT_OF_MAZE);
    assert_true(mw_marble_rests(m, end, to));
    if (mw_marble_next(m, cell, from, to) == cell)
        assert_int_equal(end, cell);
}

// The example of figures 32 and 33 of the thesis, and what follows from its words for openings of
// different steepness. Cells are counted from 0.
TEST(the_thesis_predicts_by_a_threshold_of_speed)
{
    static const struct {
        const char *id;
        unsigned cell, from, to, end;
    } rows[] = {
        // Too slow at the first opening; blocked; one cell straight on is fast enough to pass.
        {"marble:5x4:00000/00020/03110/11000", 15, 0, 1, 14},
        // With an opening where it has just turned, it falls.
        {"marble:5x4:00000/00220/03110/11000", 15, 0, 1, 7},
        // A wall at once: it stays.
        {"marble:5x4:00000/00020/03110/11000", 10, 0, 1, 10},
        // One cell straight on is enough with 8 orientations; with 24 it depends on the slope.
        {"marble:5x2x2:00200/11110/00000/00000", 5, 0, 1, 9},
        {"marble:5x2x2,orientations=24:00200/11110/00000/00000", 5, 0, 3, 9},
        {"marble:5x2x2,orientations=24:00200/11110/00000/00000", 5, 1, 4, 9},
        {"marble:5x2x2,orientations=24:00200/11110/00000/00000", 5, 2, 5, 2},
        // Near the same vertex nothing moves.
        {"marble:5x2x2,orientations=24:00200/11110/00000/00000", 5, 0, 1, 5},
    };
    unsigned wrong = 0;
    for (size_t i = 0; i < COUNT(rows); i++) {
        scoped_maze *m = maze_of_id(rows[i].id);
        uint32_t end = mw_marble_predict_thesis(m, rows[i].cell, rows[i].from, rows[i].to, NULL);
        if (end != rows[i].end) {
            print_error("row %zu: cell %u, not %u\n", i, end, rows[i].end);
            wrong++;
        }
    }
    assert_int_equal(wrong, 0);
}

// The steeper of two openings, with each of the three ways to hold the maze near a vertex. Both
// ways down begin in the cell that the marble enters first, (1,1,1).
TEST(the_thesis_falls_into_the_steeper_opening)
{
    // Open: (0,1,1)-(1,1,1) along x; below it (1,0,1) along y and (1,1,0) along z.
    scoped_maze *m = maze_of_id("marble:2x2x2,orientations=24:00/04/02/10");
    // x, y, z are 1, 0.8, 0.6 in the first way, then 0.8, 0.6, 1 and 0.6, 1, 0.8.
    assert_int_equal(mw_marble_predict_thesis(m, 6, 0, 3, NULL), 5);
    assert_int_equal(mw_marble_predict_thesis(m, 6, 1, 4, NULL), 3);
    assert_int_equal(mw_marble_predict_thesis(m, 6, 2, 5, NULL), 5);
}

TEST(predictions_end_where_a_marble_can_rest)
{
    for (size_t f = 0; f < COUNT(random_families); f++)
        for (unsigned seed = 1; seed <= 100; seed++) {
            scoped_maze *m = maze_of_seed(random_families[f], seed);
            every_move(m, check_prediction, NULL);
        }
    static const char *const open[] = {
        // everything open: no tree, but a maze
        "marble:4x4:3332/3332/3332/1110", "marble:3x3x3:776/776/554/776/776/554/332/332/110",
        "marble:3x3x3,orientations=24:776/776/554/776/776/554/332/332/110"};
    for (size_t i = 0; i < COUNT(open); i++) {
        scoped_maze *m = maze_of_id(open[i]);
        every_move(m, check_prediction, NULL);
    }
}

typedef struct score {
    unsigned right, all;
} score;

static void compare(const mw_maze *m, uint32_t cell, unsigned from, unsigned to, void *context)
{
    score *s = context;
    uint32_t rolled = roll(m, cell, from, to);
    if (rolled == UNKNOWN)
        return;
    s->right += rolled == mw_marble_predict(m, cell, from, to, NULL);
    s->all++;
}

TEST(most_predictions_are_right)
{
    static const struct {
        const char *family;
        unsigned seeds;
        double least;
    } rows[] = {{"marble:4x4", 30, 0.97},
                {"marble:3x3x3", 5, 0.97},
                {"marble:3x3x3,orientations=24", 2, 0.97}};
    for (size_t i = 0; i < COUNT(rows); i++) {
        score s = {0};
        for (unsigned seed = 1; seed <= rows[i].seeds; seed++) {
            scoped_maze *m = maze_of_seed(rows[i].family, seed);
            every_move(m, compare, &s);
        }
        if (s.right < rows[i].least * s.all)
            fail_msg("%s: only %u of %u are right", rows[i].family, s.right, s.all);
    }
}

// ---- knowledge

static knowledge know(const mw_maze *m)
{
    knowledge k;
    assert_true(mw_knowledge_init(&k, m, mw_marble_predict, NULL));
    return k;
}

static void check_choice(knowledge *k, agent who, uint32_t state, const char *expected)
{
    uint8_t moves[1000];
    char found[1000] = "";
    assert_true(k->states < sizeof moves);
    unsigned n = mw_knowledge_choose(k, who, state, moves);
    for (unsigned i = 0; i < n; i++)
        found[i] = (char)('0' + moves[i]);
    assert_string_equal(found, expected);
}

// As in the thesis's figures 28 and 29: 0 > 3 > 2 > 9 > ? against 0 > 3 > ?
TEST(blind_agents_go_deep_or_wide)
{
    scoped_maze *m = maze_of_id("marble:4x4#1");
    scoped(mw_knowledge_free) knowledge k = know(m);
    mw_knowledge_see(&k, 0);
    assert_int_equal(k.known, 1);
    check_choice(&k, DEPTH_FIRST, 0, "0");
    mw_knowledge_learn(&k, 0, 0, 3);
    mw_knowledge_learn(&k, 3, 0, 2);
    mw_knowledge_learn(&k, 2, 0, 9);
    mw_knowledge_learn(&k, 2, 1, 0);
    check_choice(&k, BREADTH_FIRST, 0, "1");
    mw_knowledge_learn(&k, 0, 1, 2);
    assert_int_equal(k.known, 4);
    check_choice(&k, DEPTH_FIRST, 0, "0000");
    check_choice(&k, BREADTH_FIRST, 0, "01");
    // a loop is no way; neither is a known move
    mw_knowledge_learn(&k, 9, 0, 3);
    check_choice(&k, DEPTH_FIRST, 0, "0001");
    mw_knowledge_learn(&k, 9, 1, 9);
    check_choice(&k, DEPTH_FIRST, 0, "01");
    // the latest result counts
    mw_knowledge_learn(&k, 0, 0, 9);
    check_choice(&k, BREADTH_FIRST, 0, "001");
    // nothing left
    mw_knowledge_learn(&k, 3, 1, 0);
    mw_knowledge_learn(&k, 9, 0, 9);
    for (agent who = DEPTH_FIRST; who <= SINGLE_MOVE; who++)
        check_choice(&k, who, 0, "");
}

#define AT(cell, orientation) ((cell)*4u + (orientation))

// In a corridor of five cells: gravity pulls to the left in orientations 0 and 3, else to the
// right. Moves are 0, clockwise, and 1.
TEST(informed_agents_differ_in_what_they_look_at)
{
    scoped_maze *m = maze_of_id("marble:5x1:11110");
    knowledge k = know(m);
    for (uint32_t cell = 0; cell < 5; cell++)
        assert_int_equal(k.path[cell], 5 - cell);
    // the parent: of cells 0 and 3, 3 is nearer to the target
    mw_knowledge_learn(&k, AT(0, 0), 0, AT(3, 1));
    check_choice(&k, BREADTH_FIRST, AT(0, 0), "1");
    check_choice(&k, HEURISTIC, AT(0, 0), "00");
    // the next cell: back from 3 is 2, on from 2 is 3
    mw_knowledge_learn(&k, AT(3, 1), 0, AT(3, 1));
    mw_knowledge_learn(&k, AT(0, 0), 1, AT(2, 3));
    mw_knowledge_learn(&k, AT(2, 3), 0, AT(2, 3));
    check_choice(&k, HEURISTIC, AT(0, 0), "01");
    check_choice(&k, IMPROVED_HEURISTIC, AT(0, 0), "11");
    mw_knowledge_free(&k);
    // the predicted cell: 3 stays 3, but 1 rolls through to the end
    k = know(m);
    mw_knowledge_learn(&k, AT(0, 0), 0, AT(3, 1));
    mw_knowledge_learn(&k, AT(0, 0), 1, AT(1, 3));
    check_choice(&k, IMPROVED_HEURISTIC, AT(0, 0), "00");
    check_choice(&k, SINGLE_MOVE, AT(0, 0), "11");
    assert_int_equal(mw_knowledge_predict(&k, AT(1, 3), 1), AT(4, 2));
    mw_knowledge_free(&k);
}

TEST(the_complete_agent_plans_all_the_way)
{
    mw_maze *m = maze_of_id("marble:5x1:11110");
    knowledge k = know(m);
    mw_knowledge_see(&k, AT(0, 0));
    check_choice(&k, COMPLETE, AT(0, 0), "0");
    // experience counts more than the prediction: another way
    mw_knowledge_learn(&k, AT(0, 0), 0, AT(0, 1));
    check_choice(&k, COMPLETE, AT(0, 0), "11");
    // and where both have failed it is left with what single-move would do
    mw_knowledge_learn(&k, AT(0, 3), 1, AT(0, 3));
    mw_knowledge_learn(&k, AT(0, 3), 0, AT(0, 3));
    mw_knowledge_learn(&k, AT(0, 0), 1, AT(0, 3));
    mw_knowledge_learn(&k, AT(0, 1), 1, AT(0, 1));
    check_choice(&k, COMPLETE, AT(0, 0), "00");
    check_choice(&k, SINGLE_MOVE, AT(0, 0), "00");
    mw_knowledge_learn(&k, AT(0, 1), 0, AT(0, 1));
    check_choice(&k, COMPLETE, AT(0, 0), "");
    mw_knowledge_free(&k);
    // a corner: two predicted moves, none of them tried before
    mw_maze_free(m);
    m = maze_of_id("marble:3x3:112/002/000");
    k = know(m);
    mw_knowledge_see(&k, 0);
    check_choice(&k, COMPLETE, 0, "00");
    mw_knowledge_free(&k);
    mw_maze_free(m);
}

TEST(three_orientations_at_a_vertex_are_known_together)
{
    mw_maze *m = maze_of_id("marble:3x3x3,orientations=24#1");
    knowledge k = know(m);
    mw_knowledge_see(&k, 24 * 5 + 7);
    assert_int_equal(k.known, 3);
    for (uint32_t s = 24 * 5 + 6; s < 24 * 5 + 9; s++) {
        assert_true(k.at[s].seen);
        assert_int_equal(k.at[s].child[0], UNKNOWN);
        assert_int_equal(k.at[s].child[1], UNKNOWN);
        assert_int_equal(k.at[s].child[2], 24 * 5 + 6 + (s + 1) % 3); // n
        assert_int_equal(k.at[s].child[3], 24 * 5 + 6 + (s + 2) % 3); // p
    }
    mw_knowledge_learn(&k, 24 * 5 + 6, 0, 24 * 5 + 8);
    assert_int_equal(k.known, 3);
    mw_knowledge_learn(&k, 24 * 5 + 6, 1, 24 * 2 + 3);
    assert_int_equal(k.known, 6);
    mw_knowledge_free(&k);
    mw_maze_free(m);
    m = maze_of_id("marble:3x3x3#1");
    k = know(m);
    mw_knowledge_see(&k, 8 * 5 + 7);
    assert_int_equal(k.known, 1);
    mw_knowledge_free(&k);
    mw_maze_free(m);
}
