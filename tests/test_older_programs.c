// test_older_programs.c: a program that was compiled before members were added to options and plans
// still works: nothing behind the size that it knows is read or written.
#include "mazewright/design.h"
#include "mazewright/genetic.h"
#include "mazewright/ladder.h"
#include "mazewright/marble.h"
#include "support.h"

#include <stddef.h>

static void never(UNUSED void *context, UNUSED const mw_event *e)
{
    fail_msg("what lies beyond the size of the options is looked at");
}

TEST(older_programs_work)
{
    mw_error e;
    scoped_maze *m = maze_of_id("rook:5x5#4651"), *marble = maze_of_id("marble:4x4#1");
    const mw_search_options all = {.algorithm = "astar", .limits.states = 100000, .event = never};
    size_t event = offsetof(mw_search_options, event);
    mw_result *r = at_page_end(&(mw_result){0}, sizeof *r);
    assert_true(mw_search_valid(m, of_size(&all, event), &e));
    assert_true(mw_search(m, of_size(&all, event), r, &e));
    assert_int_equal(r->outcome, MW_OUTCOME_SOLVED);
    mw_result_free(r);
    mw_search_options longer = all; // what is there, but not in the size, is not looked at either
    longer.size = event;
    assert_true(mw_search(m, &longer, r, &e));
    mw_result_free(r);
    mw_marble_plan plan = {.agent = "complete"};
    mw_marble_result *played = at_page_end(&(mw_marble_result){0}, sizeof *played);
    assert_true(
        mw_marble_simulate(marble, of_size(&plan, offsetof(mw_marble_plan, goes_on)), played, &e));
    assert_true(played->outcome != MW_MARBLE_IS_LIMITED && played->moves > 2);
    mw_marble_result_free(played);
}

static bool never_asked(UNUSED void *context)
{
    fail_msg("what lies beyond the size of the watch is looked at");
    return false;
}

TEST(older_designers_work)
{
    mw_error e;
    const mw_kind *rook = mw_kind_find("rook");
    const mw_design_plan plan = {.params = "4x4", .schedule = {.evaluations = 100, .seed = 1}};
    const mw_design_watch watch = {.context = NULL, .goes_on = never_asked};
    mw_designed *found = at_page_end(&(mw_designed){0}, sizeof *found);
    assert_true(mw_design_maze(rook, of_size(&plan, offsetof(mw_design_plan, resample)),
                               of_size(&watch, offsetof(mw_design_watch, goes_on)), found, &e));
    assert_non_null(found->maze);
    mw_maze_free(found->maze);
    const mw_genetic_plan breeding = {.params = "4x4", .population = 10, .generations = 3};
    mw_bred *bred = at_page_end(&(mw_bred){0}, sizeof *bred);
    assert_true(mw_genetic(rook, of_size(&breeding, offsetof(mw_genetic_plan, watch)), bred, &e));
    assert_non_null(bred->best);
    mw_maze_free(bred->best);
    mw_maze_free(bred->fittest);
}

static bool never_watched(UNUSED void *context, UNUSED unsigned niches, UNUSED uint64_t evaluations)
{
    fail_msg("what lies beyond the size of the plan is looked at");
    return false;
}

// The plan is completed as far as the program knows it, and keeps its size.
TEST(older_plans_work)
{
    mw_error e;
    mw_maze *longest;
    mw_niches *niches;
    const mw_kind *rook = mw_kind_find("rook");
    const mw_design_plan plan = {.params = "3x3", .require = (const char *const[]){"never"}};
    mw_exact exact = {0};
    assert_true(mw_design_exactly(rook, of_size(&plan, offsetof(mw_design_plan, require)), &exact,
                                  &longest, &e));
    assert_true(exact.proven);
    mw_maze_free(longest);
    size_t size = offsetof(mw_design_plan, resample);
    mw_design_plan *completed = of_size(&(mw_design_plan){.params = "3x3"}, size);
    assert_true(mw_design_complete(rook, completed, 1, &e));
    assert_int_equal(completed->schedule.evaluations, MW_DESIGN_BUDGET);
    assert_int_equal(completed->count, 1);
    assert_int_equal(completed->size, size);
    mw_ladder_plan rungs = {.params = "4x4", .evaluations = 200, .watch = never_watched};
    assert_true(
        mw_ladder_search(rook, of_size(&rungs, offsetof(mw_ladder_plan, watch)), &niches, &e));
    mw_niches_free(niches);
    rungs.size = offsetof(mw_ladder_plan, watch);
    assert_true(mw_ladder_search(rook, &rungs, &niches, &e));
    assert_int_equal(mw_niches_evaluations(niches), 200);
    mw_niches_free(niches);
}

static double squared(UNUSED void *context, const void *state)
{
    return *(const double *)state * *(const double *)state;
}

static void move(UNUSED void *context, void *state, mw_rng *rng)
{
    *(double *)state += mw_rng_unit(rng) - 0.5;
}

static bool never_told(UNUSED void *context, UNUSED const void *state, UNUSED double energy,
                       UNUSED uint64_t evaluations)
{
    fail_msg("what lies beyond the size of the landscape is looked at");
    return false;
}

TEST(older_landscapes_work)
{
    const mw_landscape land = {
        .bytes = sizeof(double), .energy = squared, .step = move, .watch = never_told};
    const mw_schedule schedule = {.evaluations = 5000, .seed = 1};
    double place = 9;
    size_t size = offsetof(mw_landscape, watch);
    assert_true(mw_local_search(of_size(&land, size), &schedule, &place) < 1);
    mw_landscape longer = land;
    longer.size = size;
    assert_true(mw_local_search(&longer, &schedule, &place) < 1);
}

// A program that leaves the size 0 has the members of version 2.0: those of the list.
TEST(no_size_is_that_of_the_first_version)
{
    mw_error e;
    scoped_maze *m = maze_of_id("die:5x5#3");
    mw_result *r = at_page_end(&(mw_result){0}, sizeof *r);
    mw_search_options *o = at_page_end(&(mw_search_options){.weight = 3}, sizeof *o);
    assert_true(mw_search(m, o, r, &e));
    mw_result_free(r);
}
