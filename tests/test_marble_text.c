// test_marble_text.c: marble mazes as drawings and as ids, the random ones, and the orientations.
// What is wrong is refused at its place and in its words; what is printed reads back as itself; a
// random maze is a tree, and stays one however often it is changed.
#include "kinds/marble/marble.h"
#include "support.h"

#include <math.h>

// ---- what is refused

#define TOP2   "+---+---+\n"
#define HEAD2  "marble 2x2\n"
#define BEYOND "there is no cell beyond this opening; close the wall"

TEST(bad_drawings_are_refused)
{
    static const bad_text rows[] = {
        // the size
        {TOP2 "|     G |\n+   +   +\n| S     |\n" TOP2, 1, 1, "needs its size in the first line"},
        {"marble\n" TOP2 "|     G |\n+   +   +\n| S     |\n" TOP2, 1, 1, "needs its size"},
        {"marble outer\n", 1, 1, "needs its size"},
        {"marble 0x2\n", 1, 8, "is not a size"},
        {"marble 1x1\n+---+\n| S |\n+---+\n", 1, 8, "2x1 to 50x50, or up to 20x20x20"},
        {"marble 51x2\n", 1, 8, "2x1 to 50x50, or up to 20x20x20"},
        {"marble 2x51\n", 1, 8, "2x1 to 50x50, or up to 20x20x20"},
        {"marble 21x3x3\n", 1, 8, "2x1 to 50x50, or up to 20x20x20"},
        {"marble 3x3x21\n", 1, 8, "2x1 to 50x50, or up to 20x20x20"},
        {"marble 65535x65535x65535\n", 1, 8, "2x1 to 50x50, or up to 20x20x20"},
        // options
        {"marble 2x2 orientations=8\n", 1, 12, "a flat maze has 4 orientations"},
        {"marble 2x2 orientations=24\n", 1, 12, "a flat maze has 4 orientations"},
        {"marble 2x2x2 orientations=4\n", 1, 14, "a maze in space has 8 or 24 orientations"},
        {"marble 2x2x2 orientations=9\n", 1, 14, "orientations=9 is unknown; write"},
        {"marble 2x2x2 all outer\n", 1, 18, "a maze is either all or outer"},
        {"marble 2x2x2 inner\n", 1, 14, "marble has no option 'inner'"},
        // the border
        {HEAD2 "+   +---+\n|     G |\n+   +   +\n| S     |\n" TOP2, 2, 2, BEYOND},
        {HEAD2 TOP2 "|     G |\n+   +   +\n| S     |\n+---+   +\n", 6, 6,
         "the border must be closed"},
        {HEAD2 TOP2 "|     G  \n+   +   +\n| S     |\n" TOP2, 3, 9, BEYOND},
        {HEAD2 TOP2 "|     G |\n+   +   +\n  S     |\n" TOP2, 5, 1, "the | of the border"},
        {HEAD2 TOP2 "|     G |\n+   +   +\n| S    ^|\n" TOP2, 5, 8, BEYOND},
        // the marble and the target
        {HEAD2 TOP2 "|     G |\n+   +   +\n|       |\n" TOP2, 5, 3,
         "S, for the marble begins here"},
        {HEAD2 TOP2 "|       |\n+   +   +\n| S     |\n" TOP2, 3, 7, "G, for this is the target"},
        {HEAD2 TOP2 "| G     |\n+   +   +\n|     S |\n" TOP2, 3, 3, "'G'; here belongs a blank"},
        {HEAD2 TOP2 "|     G |\n+   +   +\n| S   S |\n" TOP2, 5, 7, "'S'; here belongs a blank"},
        {HEAD2 TOP2 "|     G |\n+   +   +\n| G     |\n" TOP2, 5, 3, "'G'; here belongs S"},
        // other characters
        {HEAD2 "*---+---+\n|     G |\n+   +   +\n| S     |\n" TOP2, 2, 1,
         "'*'; here belongs the +"},
        {HEAD2 "+---+--\n|     G |\n+   +   +\n| S     |\n" TOP2, 2, 6, "--- or three blanks"},
        {HEAD2 TOP2 "|     G |\n+ - +   +\n| S     |\n" TOP2, 4, 2, "--- or three blanks"},
        {HEAD2 TOP2 "|   / G |\n+   +   +\n| S     |\n" TOP2, 3, 5,
         "'/'; here belongs | or a blank"},
        {HEAD2 TOP2 "|  v  G |\n+   +   +\n| S     |\n" TOP2, 3, 4,
         "'v'; here belongs a blank, or ^"},
        {HEAD2 TOP2 "|\x80    G |\n+   +   +\n| S     |\n" TOP2, 3, 2, "byte 0x80; here belongs a"},
        {HEAD2 TOP2 "|     G ||\n+   +   +\n| S     |\n" TOP2, 3, 10, "here belongs nothing more"},
        {HEAD2 "+---+---+---+\n|     G |\n+   +   +\n| S     |\n" TOP2, 2, 10, "nothing more"},
        // rows
        {HEAD2, 2, 1, "the maze ends early; there are more rows to come"},
        {HEAD2 TOP2 "|     G |\n+   +   +\n| S     |\n", 6, 1, "the maze ends early"},
        {HEAD2 TOP2 "|     G |\n" TOP2, 5, 1, "the maze ends early"},
        {HEAD2 TOP2 "|     G |\n+   +   +\n| S     |\n" TOP2 TOP2, 7, 1,
         "here the maze should have ended"},
        {"marble 2x1x2\n" TOP2 "| S     |\n" TOP2, 5, 1, "the maze ends early"},
        {"marble 2x1x2\n" TOP2 "| S   ^ |\n" TOP2 TOP2 "|     G |\n" TOP2, 3, 7, "a blank"},
        {"marble 2x1x2\n" TOP2 "| S    ^|\n" TOP2 TOP2 "|     G^|\n" TOP2, 6, 8, BEYOND},
    };
    refuse_texts("marble", rows, COUNT(rows));
}

#define TOP3   "+---+---+---+\n"
#define ROW3   "|   |   |   |\n" TOP3
#define HOLLOW "marble 3x3x3 outer\n"
#define FIRST  TOP3 ROW3 ROW3 "| S |   |   |\n" TOP3
#define MIDDLE TOP3 ROW3 "|   |###|   |\n" TOP3 ROW3
#define LAST   TOP3 "|   |   | G |\n" TOP3 ROW3 ROW3

TEST(nothing_opens_into_the_hollow)
{
    static const bad_text rows[] = {
        {HOLLOW FIRST TOP3 ROW3 "|    ###|   |\n" TOP3 ROW3 LAST, 12, 5, BEYOND},
        {HOLLOW FIRST TOP3 ROW3 "|   |###    |\n" TOP3 ROW3 LAST, 12, 9, BEYOND},
        {HOLLOW FIRST TOP3 "|   |   |   |\n+---+   +---+\n|   |###|   |\n" TOP3 ROW3 LAST, 11, 6,
         BEYOND},
        {HOLLOW FIRST TOP3 ROW3 "|   |###|   |\n+---+   +---+\n" ROW3 LAST, 13, 6, BEYOND},
        {HOLLOW TOP3 ROW3 "|   |  ^|   |\n" TOP3 "| S |   |   |\n" TOP3 MIDDLE LAST, 5, 8, BEYOND},
        {HOLLOW FIRST TOP3 ROW3 ROW3 ROW3 LAST, 12, 6, "###: the hollow"},
        {HOLLOW FIRST TOP3 ROW3 "|   |##^|   |\n" TOP3 ROW3 LAST, 12, 6, "###: the hollow"},
        {HOLLOW FIRST TOP3 ROW3 "|###|###|   |\n" TOP3 ROW3 LAST, 12, 2, "'#'; here belongs a"},
        {"marble 3x3x3\n" FIRST MIDDLE LAST, 12, 6, "'#'; here belongs a blank"},
    };
    refuse_texts("marble", rows, COUNT(rows));
    scoped_maze *closed = maze_of_text(NULL, HOLLOW FIRST MIDDLE LAST);
    scoped_maze *same = maze_of_id("marble:3x3x3,outer:000/000/000/000/0x0/000/000/000/000");
    assert_true(mw_maze_equal(closed, same));
}

TEST(bad_ids_are_refused)
{
    static const bad_text rows[] = {
        {"marble:#1", 1, 8, "the id needs a size"},
        {"marble:4#1", 1, 8, "is not a size"},
        {"marble:0x3#1", 1, 8, "is not a size"},
        {"marble:1x1#1", 1, 8, "2x1 to 50x50, or up to 20x20x20"},
        {"marble:51x2#1", 1, 8, "2x1 to 50x50, or up to 20x20x20"},
        {"marble:51x2:0", 1, 8, "2x1 to 50x50, or up to 20x20x20"},
        {"marble:1x51#1", 1, 8, "2x1 to 50x50, or up to 20x20x20"},
        {"marble:21x3x3#1", 1, 8, "2x1 to 50x50, or up to 20x20x20"},
        {"marble:20x20x21#1", 1, 8, "2x1 to 50x50, or up to 20x20x20"},
        {"marble:50x50x2#1", 1, 8, "2x1 to 50x50, or up to 20x20x20"},
        {"marble:4x4,orientations=8#1", 1, 12, "a flat maze has 4 orientations"},
        {"marble:4x4,orientations=24:0", 1, 12, "a flat maze has 4 orientations"},
        {"marble:3x3x3,orientations=4#1", 1, 14, "a maze in space has 8 or 24 orientations"},
        {"marble:4x4,orientations=5#1", 1, 12, "write orientations=4|8|24"},
        {"marble:3x3x3,all,outer#1", 1, 18, "a maze is either all or outer"},
        {"marble:3x3x3,outer,all#1", 1, 14, "a maze is either all or outer"},
        {"marble:2x2:10", 2, 12, "the maze ends early; there are more rows to come"},
        {"marble:2x2:10/00/00", 3, 18, "here the maze should have ended"},
        {"marble:2x2:1/00", 1, 12, "this row has 1 cells, not 2"},
        {"marble:2x2:100/00", 1, 12, "this row has 3 cells, not 2"},
        {"marble:2x2:18/00", 1, 13, "'8' is no cell; write a digit from 0 to 7"},
        {"marble:2x2:1x/00", 1, 13, "'x' is no cell"},
        {"marble:2x2:1-/00", 1, 13, "'-' is no cell"},
        {"marble:2x2:01/00", 1, 13, BEYOND},
        {"marble:2x2:00/20", 2, 15, BEYOND},
        {"marble:2x2:40/00", 1, 12, BEYOND},
        {"marble:2x1x2:44/04", 2, 18, BEYOND},
        {"marble:3x3x3,outer:000/040/000/000/0x0/000/000/000/000", 2, 25, BEYOND},
        {"marble:3x3x3,outer:000/000/000/020/0x0/000/000/000/000", 4, 33, BEYOND},
        {"marble:3x3x3,outer:000/000/000/000/1x0/000/000/000/000", 5, 36, BEYOND},
        {"marble:3x3x3,outer:000/000/000/000/000/000/000/000/000", 5, 37, "within the hollow"},
        {"marble:3x3x3:000/000/000/000/0x0/000/000/000/000", 5, 31, "'x' is no cell"},
    };
    refuse_texts("marble", rows, COUNT(rows));
}

// ---- print and read

static const char *const families[] = {
    "marble:2x1",
    "marble:1x2",
    "marble:1x1x2",
    "marble:4x4",
    "marble:9x5,outer",
    "marble:1x50",
    "marble:50x50",
    "marble:2x2x2,orientations=24",
    "marble:3x3x3",
    "marble:3x3x3,outer",
    "marble:1x5x4",
    "marble:4x1x3,outer",
    "marble:7x3x4",
    "marble:7x3x4,outer,orientations=24",
    "marble:5x5x5,outer",
    "marble:5x5x5,outer,orientations=24",
    "marble:6x4x9,orientations=24",
    "marble:20x20x20",
    "marble:20x20x20,outer,orientations=24",
};

static unsigned seeds_of(const mw_maze *m)
{
    return mw_marble_cells(m) < 500 ? 40 : 4;
}

TEST(what_is_printed_reads_back_as_itself)
{
    for (size_t f = 0; f < COUNT(families); f++)
        for (unsigned seed = 1; seed <= 40; seed++) {
            scoped_maze *m = maze_of_seed(families[f], seed);
            unsigned seeds = seeds_of(m);
            assert_true(reads_back(m, "own") && reads_back(m, "id"));
            if (seed == seeds)
                break;
        }
}

TEST(printed_forms_stay_as_they_are)
{
    static const printed_form rows[] = {
        {"marble:3x2x2,all,orientations=8:104/010/020/100", "id", "marble:3x2x2:104/010/020/100"},
        {"marble:3x2x2:304/010/020/100", "own",
         "marble 3x2x2\n+---+---+---+\n|   |       |\n+   +---+---+\n| S     |  ^|\n"
         "+---+---+---+\n+---+---+---+\n|       | G |\n+---+   +---+\n|   |   |   |\n"
         "+---+---+---+\n"},
        {"marble:4x4x3,outer,orientations=24:1110/2002/2002/0000/0000/0xx0/0xx0/0000/0000/0000/"
         "0000/1110",
         "own",
         "marble 4x4x3 outer orientations=24\n"
         "+---+---+---+---+\n|   |   |   |   |\n+   +---+---+   +\n|   |   |   |   |\n"
         "+   +---+---+   +\n|   |   |   |   |\n+---+---+---+---+\n| S             |\n"
         "+---+---+---+---+\n"
         "+---+---+---+---+\n|   |   |   |   |\n+---+---+---+---+\n|   |### ###|   |\n"
         "+---+   +   +---+\n|   |### ###|   |\n+---+---+---+---+\n|   |   |   |   |\n"
         "+---+---+---+---+\n"
         "+---+---+---+---+\n|             G |\n+---+---+---+---+\n|   |   |   |   |\n"
         "+---+---+---+---+\n|   |   |   |   |\n+---+---+---+---+\n|   |   |   |   |\n"
         "+---+---+---+---+\n"},
        {"marble:4x4#1@1", "id",
         "marble:4x4:2122/3032/2122/1100"}, // as long as the generator keeps its number
        {"marble:3x3x3,outer#1@1", "id", "marble:3x3x3,outer:622/122/110/354/0x6/454/202/110/100"},
    };
    check_printed_forms(rows, COUNT(rows));
}

// ---- random damage

static bool can_be_evaluated(const mw_maze *m, UNUSED unsigned try)
{
    mw_evaluation v;
    return mw_marble_cells(m) >= 500 || mw_evaluate(m, true, &v);
}

TEST(damaged_mazes_are_refused_or_read_as_something)
{
    static const char *const ids[] = {"marble:4x4#1", "marble:3x3x3#2", "marble:3x4x3,outer#3",
                                      "marble:2x2x3,orientations=24#4", NULL};
    check_damages(&(damage_plan){.ids = ids,
                                 .forms = (const char *const[]){"own", "id", NULL},
                                 .kind_known = true,
                                 .known = "01234567xSG^+-|#:/,= \n",
                                 .seed = 74,
                                 .tries = 20000,
                                 .good = can_be_evaluated});
}

// ---- random mazes are trees

static void check_tree(const mw_maze *m)
{
    const board *b = mw_marble_board(m);
    uint32_t cells = mw_marble_cells(m), inside = 0, openings = 0, reached = 0;
    uint32_t *length = malloc(2 * cells * sizeof *length);
    mw_marble_ways(m, mw_marble_target(m), length, length + cells);
    for (uint32_t c = 0; c < cells; c++) {
        const uint32_t at[3] = {c % m->w, c / m->w % m->h, c / m->w / m->h};
        const uint32_t size[3] = {m->w, m->h, m->d};
        bool surface = false;
        for (unsigned a = X; a <= Z; a++)
            surface |= !at[a] || at[a] + 1 == size[a];
        bool out = b->hollow && !surface;
        assert_true((b->cells[c] == OUT_OF_MAZE) == out);
        inside += !out;
        reached += length[c] > 0;
        for (unsigned a = X; a <= Z; a++)
            if (mw_marble_open(m, c, a, true)) {
                assert_true(at[a] + 1 < size[a]);
                assert_true(!out && b->cells[c + mw_marble_stride(m, a)] != OUT_OF_MAZE);
                openings++;
            }
    }
    assert_int_equal(reached, inside);      // all connected,
    assert_int_equal(openings, inside - 1); // and only just
    free(length);
}

TEST(random_mazes_are_trees)
{
    for (size_t f = 0; f < COUNT(families); f++)
        for (unsigned seed = 1; seed <= 40; seed++) {
            scoped_maze *m = maze_of_seed(families[f], seed);
            unsigned seeds = seeds_of(m);
            check_tree(m);
            if (seed == seeds)
                break;
        }
}

TEST(changed_mazes_are_trees_that_read_back)
{
    mw_rng rng = seeded(7);
    for (size_t f = 0; f < COUNT(families); f++) {
        scoped_maze *m = maze_of_seed(families[f], 5), *first = mw_maze_clone(m);
        bool large = mw_marble_cells(m) > 500, changed = false;
        for (unsigned i = 1; i <= 500; i++) {
            m->kind->design->mutate(m, &rng);
            changed |= !mw_maze_equal(m, first);
            if (i % (large ? 250 : 10) == 0) {
                check_tree(m);
                assert_true(reads_back(m, "own") && reads_back(m, "id"));
            }
        }
        // In a row of cells there is nothing to change.
        assert_true(changed == ((m->w > 1) + (m->h > 1) + (m->d > 1) > 1));
    }
}

// ---- orientations

static unsigned turn(const mw_maze *m, unsigned orientation, const char *action)
{
    mw_tilt tilts[MARBLE_MOVES_MAX];
    unsigned n = mw_marble_tilts(m, orientation, tilts);
    for (unsigned i = 0; i < n; i++)
        if (!strcmp(m->kind->rules->actions[tilts[i].action].word, action))
            return tilts[i].to;
    return UINT32_MAX;
}

static void check_up(const mw_maze *m, unsigned orientation)
{
    vec up = mw_marble_up(m, orientation);
    double square = 0;
    for (unsigned a = X; a <= Z; a++) {
        square += up.v[a] * up.v[a];
        assert_true(m->d == 1 && a == Z ? up.v[a] == 0 : fabs(up.v[a]) > 0.3);
    }
    assert_true(fabs(square - 1) < 1e-12);
}

// Each move leads to an orientation from which one leads back; they are all different.
static void check_moves(const mw_maze *m, unsigned orientation, unsigned count)
{
    mw_tilt tilts[MARBLE_MOVES_MAX], back[MARBLE_MOVES_MAX];
    assert_int_equal(mw_marble_tilts(m, orientation, tilts), count);
    for (unsigned i = 0; i < count; i++) {
        bool returns = false;
        assert_true(tilts[i].to < mw_marble_board(m)->orientations && tilts[i].to != orientation);
        for (unsigned j = 0; j < i; j++)
            assert_true(tilts[j].to != tilts[i].to && tilts[j].action < tilts[i].action);
        unsigned n = mw_marble_tilts(m, tilts[i].to, back);
        for (unsigned j = 0; j < n; j++)
            returns |= back[j].to == orientation;
        assert_true(returns);
    }
}

TEST(rotations_undo_each_other)
{
    static const struct {
        const char *id;
        unsigned orientations, moves;
    } schemes[] = {{"marble:3x3#1", 4, 2},
                   {"marble:3x3x3#1", 8, 3},
                   {"marble:3x3x3,orientations=24#1", 24, 4}};
    for (size_t s = 0; s < COUNT(schemes); s++) {
        scoped_maze *m = maze_of_id(schemes[s].id);
        assert_int_equal(mw_marble_board(m)->orientations, schemes[s].orientations);
        for (unsigned o = 0; o < schemes[s].orientations; o++) {
            check_up(m, o);
            check_moves(m, o, schemes[s].moves);
            if (schemes[s].orientations == 4) {
                unsigned four = o;
                for (int i = 0; i < 4; i++)
                    four = turn(m, four, "cw");
                assert_int_equal(four, o);
                assert_int_equal(turn(m, turn(m, o, "cw"), "ccw"), o);
                continue;
            }
            static const char *const flips[] = {"x", "y", "z"};
            for (unsigned a = X; a <= Z; a++) {
                unsigned to = turn(m, o, flips[a]);
                if (to == UINT32_MAX) // over the steepest axis
                    continue;
                assert_int_equal(turn(m, to, flips[a]), o);
                vec before = mw_marble_up(m, o), after = mw_marble_up(m, to);
                for (unsigned i = X; i <= Z; i++)
                    assert_true(after.v[i] == (i == a ? -before.v[i] : before.v[i]));
            }
            if (schemes[s].orientations == 24) {
                assert_int_equal(turn(m, turn(m, turn(m, o, "n"), "n"), "n"), o);
                assert_int_equal(turn(m, turn(m, o, "n"), "p"), o);
                assert_int_equal(turn(m, o, "n") / 3, o / 3);
            }
        }
    }
}

// A player hears where the marble lies and which corner is down, where gravity then pulls.
TEST(a_state_is_told_in_words)
{
    static const struct {
        const char *id;
        unsigned orientation;
        const char *words;
    } rows[] = {
        {"marble:5x4#1", 0, "the marble lies at row 4, column 1; the lower left corner is down"},
        {"marble:5x4#1", 1, "the marble lies at row 4, column 1; the lower right corner is down"},
        {"marble:5x4#1", 2, "the marble lies at row 4, column 1; the upper right corner is down"},
        {"marble:5x4#1", 3, "the marble lies at row 4, column 1; the upper left corner is down"},
        {"marble:3x3x3#1", 0,
         "the marble lies at row 3, column 1, layer 1; the lower front left corner is down"},
        {"marble:3x3x3#1", 7,
         "the marble lies at row 3, column 1, layer 1; the upper back right corner is down"},
        {"marble:3x3x3,orientations=24#1", 1,
         "the marble lies at row 3, column 1, layer 1; the lower front left corner is down; "
         "steepest: high to low"},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        scoped_maze *m = maze_of_id(rows[i].id);
        const mw_state s = {{rows[i].orientation}};
        vec up = mw_marble_up(m, rows[i].orientation);
        double down[3];
        char *words = mw_state_describe(m, &s);
        assert_string_equal(words, rows[i].words);
        free(words);
        m->kind->view->down(m, &s, down);
        for (unsigned a = X; a <= Z; a++)
            assert_true(down[a] == -up.v[a]);
    }
}

// Clockwise, the maze's right side goes down, and the marble rolls to the right.
TEST(the_marble_begins_at_the_bottom_and_rolls_the_right_way)
{
    scoped_maze *m = maze_of_id("marble:3x3:112/002/000");
    assert_true(mw_marble_rests(m, 0, MARBLE_FIRST));
    assert_int_equal(mw_marble_predict(m, 0, 0, turn(m, 0, "cw"), NULL), 2);
    assert_int_equal(mw_marble_predict(m, 0, 0, turn(m, 0, "ccw"), NULL), 0);
    unsigned right = turn(m, 0, "cw");
    assert_int_equal(mw_marble_predict(m, 2, right, turn(m, right, "cw"), NULL), 8);
}
