// test_ladder.c: a graded set is graded, its mazes differ, and it repeats.
#include "mazewright/design.h"
#include "mazewright/ladder.h"
#include "support.h"

#include <math.h>

static mw_niches *search(const char *kind, const mw_ladder_plan *plan)
{
    mw_niches *n;
    mw_error e;
    if (!mw_ladder_search(mw_kind_find(kind), plan, &n, &e))
        fail_msg("%s: %s", kind, e.text);
    return n;
}

TEST(rungs_rise_and_differ)
{
    static const char *const sizes[][2] = {
        {"rook", "5x5"}, {"die", "5x5"}, {"theseus", "4x4"}, {"bloxorz", "7x6"}};
    for (size_t i = 0; i < COUNT(sizes); i++) {
        mw_ladder_plan plan = {.params = sizes[i][1], .evaluations = 3000, .seed = 4};
        mw_niches *n = search(sizes[i][0], &plan);
        mw_rung rungs[8];
        assert_int_equal(mw_ladder_pick(n, 8, rungs), 8);
        assert_int_equal(mw_niches_evaluations(n), 3000);
        for (unsigned k = 0; k < 8; k++) {
            assert_true(fabs(measure_of(rungs[k].maze, "difficulty") - rungs[k].difficulty) < 1e-9);
            assert_true(fabs(measure_of(rungs[k].maze, "player_steps") + rungs[k].energy) <
                        1e-6 * -rungs[k].energy);
            if (k)
                assert_true(rungs[k].difficulty > rungs[k - 1].difficulty);
            for (unsigned l = 0; l < k; l++)
                assert_true(mw_maze_difference(rungs[k].maze, rungs[l].maze) > 0);
        }
        double top = rungs[7].difficulty, bottom = rungs[0].difficulty;
        for (unsigned k = 1; k < 8; k++) // no step is more than three even ones
            assert_true(rungs[k].difficulty - rungs[k - 1].difficulty < 3 * (top - bottom) / 7);
        mw_niches_free(n);
    }
}

TEST(constraints_and_measures_are_heeded)
{
    mw_ladder_plan plan = {.params = "5x5",
                           .evaluations = 4000,
                           .seed = 1,
                           .objective = "-length",
                           .require = (const char *const[]){"unreaching == 0", "length >= 4", NULL},
                           .across = {"solutions", "forced"}};
    mw_niches *n = search("rook", &plan);
    unsigned count = mw_niches_count(n);
    assert_true(count >= 3);
    mw_rung *rungs = calloc(count + 5, sizeof *rungs);
    assert_int_equal(mw_ladder_pick(n, count + 5, rungs), count); // no more than there are
    for (unsigned i = 0; i < count; i++) {
        assert_true(measure_of(rungs[i].maze, "unreaching") == 0);
        assert_true(measure_of(rungs[i].maze, "length") >= 4);
        assert_true(measure_of(rungs[i].maze, "length") == -rungs[i].energy);
    }
    free(rungs);
    mw_niches_free(n);
}

TEST(merging_keeps_the_better)
{
    mw_ladder_plan plan = {.params = "5x5", .evaluations = 2000, .seed = 1};
    mw_niches *a = search("rook", &plan), *same = search("rook", &plan);
    plan.seed = 2;
    mw_niches *b = search("rook", &plan);
    unsigned alone = mw_niches_count(a), other = mw_niches_count(b);
    mw_niches_merge(a, same); // nothing new
    assert_int_equal(mw_niches_count(a), alone);
    mw_niches_merge(a, b);
    assert_true(mw_niches_count(a) >= alone && mw_niches_count(a) >= other);
    assert_int_equal(mw_niches_count(b), 0);
    assert_int_equal(mw_niches_evaluations(a), 6000);
    mw_niches_free(a);
    mw_niches_free(b);
    mw_niches_free(same);
}

TEST(niches_travel_as_text)
{
    mw_ladder_plan plan = {.params = "4x4", .evaluations = 700, .seed = 4};
    mw_niches *n = search("theseus", &plan);
    scoped_text *text = mw_niches_print(n);
    mw_niches *copy = mw_niches_parse(mw_kind_find("theseus"), text);
    assert_non_null(copy);
    scoped_text *again = mw_niches_print(copy);
    assert_string_equal(again, text); // their order, too
    assert_int_equal(mw_niches_evaluations(copy), 700);
    static const char *const nonsense[] = {"",
                                           "x",
                                           "7\n",
                                           "7\n1 0x1p+3",
                                           "7\n9999 1 rook:4x4#1",
                                           "7\n4294967297 1 rook:4x4#1",
                                           "18446744073709551616\n1 1 rook:4x4#1",
                                           "7\n1 nan rook:4x4#1",
                                           "7\n1 1 rook:4x"};
    for (size_t i = 0; i < COUNT(nonsense); i++)
        assert_null(mw_niches_parse(mw_kind_find("rook"), nonsense[i]));
    mw_niches_free(copy);
    mw_niches_free(n);
}

TEST(differences_see_through_mirrors)
{
    scoped_maze *m = maze_of_id("rook:5x5#7"), *other = maze_of_id("rook:5x5#8");
    assert_true(mw_maze_difference(m, m) == 0);
    for (unsigned symmetry = 1; symmetry < 8; symmetry++) {
        scoped_maze *turned = m->kind->design->turn(m, symmetry);
        assert_true(mw_maze_difference(m, turned) == 0);
    }
    double d = mw_maze_difference(m, other);
    assert_true(d > 0.05 && d < 1);
}

TEST(nonsense_is_refused)
{
    static const struct {
        mw_ladder_plan plan;
        const char *says;
    } rows[] = {
        {{.params = "5x5"}, "budget of 0"},
        {{.params = "500x5", .evaluations = 10}, "36x36"},
        {{.params = "5x5", .evaluations = 10, .across = {"lenght", NULL}}, "unknown name 'lenght'"},
        {{.params = "5x5", .evaluations = 10, .across = {"length", "dead + 1"}}, "not one measure"},
        {{.params = "5x5", .evaluations = 10, .objective = "1 +"}, "ends early"},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        mw_niches *n;
        mw_error e = {0};
        assert_false(mw_ladder_search(mw_kind_find("rook"), &rows[i].plan, &n, &e));
        assert_null(n);
        if (!strstr(e.text, rows[i].says))
            fail_msg("%s", e.text);
    }
}

TEST(the_verb_answers)
{
    static const command_case rows[] = {
        {"design rook 5x5#1 -m ladder -n 4 -e 2000 -q", 0, "difficulty", ""},
        {"design rook 5x5 -m ladder --across length -q", 2, "", "write two measures"},
        {"design rook 5x5 -m ladder --require 'length > 90' -e 500 -q", 1, "",
         "nothing solvable found"},
        {"design rook 2x1 -m ladder -e 50 -q", 1, "rook 2x1", "only 1 of 12 rungs"},
    };
    expect_answers(rows, COUNT(rows));
}
