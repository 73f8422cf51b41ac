// test_pddl.c: a planner that knows no mazes finds as short a solution from `--to pddl` as we do.
#include "pddl.h"
#include "support.h"

// The planner itself: what a plan costs, and what is no PDDL.
TEST(the_planner_plans)
{
    static const char domain[] =
        "(define (domain d) (:requirements :adl :action-costs) (:types place)"
        " (:predicates (at ?p - place) (way ?a ?b - place) (wet) (dry ?p - place))"
        " (:action go :parameters (?a ?b - place) :precondition (and (at ?a) (way ?a ?b))"
        "  :effect (and (not (at ?a)) (at ?b) (when (not (dry ?b)) (wet)) %s)))"
        "(define (problem p) (:domain d) (:objects a b c d - place)"
        " (:init (at a) (way a b) (way b d) (way a c) (way c d) (way d d) (dry a) (dry c)"
        "  (dry d) (= (total-cost) 0))"
        " (:goal (and (at d) %s)) %s)";
    static const struct {
        const char *effect, *goal, *metric;
        long cost;
    } cases[] = {
        {"", "", "", 2},
        {"", "(not (wet))", "", 2},
        {"", "(exists (?p - place) (and (at ?p) (way ?p ?p)))", "", 2},
        {"", "(or (wet) (at a))", "", 2},
        {"(increase (total-cost) 7)", "", "(:metric minimize (total-cost))", 14},
        {"", "(at b)", "", -1}, // in two places at once
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        const char *text = formatted(domain, cases[i].effect, cases[i].goal, cases[i].metric);
        assert_int_equal(pddl_solve(text), cases[i].cost);
    }
}

static long plans_like_ours(const mw_maze *m, const char *name)
{
    scoped_text *text = mw_maze_print(m, "pddl");
    long here = least_cost(m), there = pddl_solve(text);
    if (here != there)
        fail_msg("%s: the planner finds %ld, we find %ld", name, there, here);
    return here;
}

// One text is the other two in a row.
TEST(the_parts_are_the_whole)
{
    static const char *const ids[] = {"rook:5x5#1", "die:4x4#1", "theseus:4x4#1", "bloxorz:5x5#1"};
    for (size_t i = 0; i < COUNT(ids); i++) {
        scoped_maze *m = maze_of_id(ids[i]);
        scoped_text *whole = mw_maze_print(m, "pddl"), *domain = mw_maze_print(m, "pddl-domain"),
                    *problem = mw_maze_print(m, "pddl-problem");
        size_t length = strlen(domain);
        assert_memory_equal(whole, domain, length);
        assert_string_equal(whole + length, problem);
    }
}

typedef struct family { // random mazes: KIND:SIZE,OPTIONS#1 and so on
    const char *id;
    unsigned seeds;
} family;

// Some of each family can be solved and some of all cannot, else the comparison would say little.
static void check_families(const family *families, size_t count)
{
    unsigned unsolvable = 0;
    for (size_t i = 0; i < count; i++) {
        unsigned solved = 0;
        for (unsigned seed = 1; seed <= families[i].seeds; seed++) {
            const char *id = formatted("%s#%u", families[i].id, seed);
            scoped_maze *m = maze_of_id(id);
            solved += plans_like_ours(m, id) >= 0;
        }
        if (!solved)
            fail_msg("%s: none of %u can be solved", families[i].id, families[i].seeds);
        unsolvable += families[i].seeds - solved;
    }
    assert_true(unsolvable);
}

TEST(rook_mazes)
{
    static const family families[] = {
        {"rook:5x5", 30}, {"rook:4x6,no-u-turn", 30}, {"rook:3x3,queen,no-u-turn", 30}};
    check_families(families, COUNT(families));
}

TEST(die_mazes)
{
    static const family families[] = {{"die:4x4,obstacles=20", 12},
                                      {"die:5x4,obstacles=30,never=none,goal=25", 12},
                                      {"die:4x5,obstacles=10,start=312,never=4,goal=any", 12},
                                      {"die:4x4,obstacles=20,cost=top", 12}};
    check_families(families, COUNT(families));
}

TEST(theseus_mazes)
{
    static const family families[] = {{"theseus:4x4,horizontal=30,vertical=30", 16},
                                      {"theseus:4x4,exit=door,horizontal=30,vertical=30", 16},
                                      {"theseus:4x4,order=vh,horizontal=30,vertical=30", 16},
                                      {"theseus:4x4,win=after,horizontal=30,vertical=30", 16},
                                      {"theseus:3x4,win=after,exit=door,horizontal=30", 16}};
    check_families(families, COUNT(families));
}

TEST(bloxorz_mazes)
{
    static const family families[] = {
        {"bloxorz:6x5", 10},
        {"bloxorz:5x5,floor=90,switches=2", 16},
        {"bloxorz:5x5,floor=90,soft=2,heavy=1", 16},
        {"bloxorz:5x4,floor=90,splits=1", 12},
        {"bloxorz:5x4,floor=90,splits=1,switches=1,count-switching", 12},
        {"bloxorz:5x4,floor=90,splits=1,switches=2,rules=seed", 12},
        {"bloxorz:5x4,floor=90,splits=1,switches=1,no-half-in-hole", 12},
        {"bloxorz:5x4,floor=90,splits=1,switches=2,rules=seed,count-switching", 12}};
    check_families(families, COUNT(families));
}

// Of two switches pressed in one move the left or upper one works first; by the seed's rules the
// one of the smaller type, and of one type the first half's.
TEST(the_order_of_switches)
{
    static const struct {
        const char *id;
        long moves;
    } cases[] = {
        {"bloxorz:7x1:S12oaaG/1.soft.remove.A/2.soft.add.A", 4},
        {"bloxorz:7x1:S12oaaG/1.soft.add.A/2.soft.remove.A", -1},
        {"bloxorz:7x2:Soo..../.12oaaG/1.soft.remove.A/2.soft.add.A", 5},
        {"bloxorz:7x1:S1ooaaG/1.heavy.add.A", -1},
        {"bloxorz:7x1:Gaao12S/1.soft.remove.A/2.soft.add.A", 4},
        {"bloxorz:1x7:G/a/a/o/1/2/S/1.soft.add.A/2.soft.remove.A", -1},
        {"bloxorz:9x3,rules=seed:Soo3...../........./o1ao2oooG/1.soft.remove.A/2.soft.add.A/"
         "3.split.1,3.5,3",
         8},
        {"bloxorz:9x3,rules=seed:Soo3...../........./o1ao2oooG/1.soft.remove.A/2.soft.add.A/"
         "3.split.5,3.1,3",
         8},
        {"bloxorz:9x3,rules=seed:Soo3...../........./o1ao2oooG/1.soft.remove.A.as.5/"
         "2.soft.add.A.as.5/3.split.1,3.5,3",
         8},
        {"bloxorz:9x3,rules=seed:Soo3...../........./o1ao2oooG/1.soft.remove.A.as.5/"
         "2.soft.add.A.as.5/3.split.5,3.1,3",
         -1},
        {"bloxorz:7x1,rules=seed:S12oaaG/1.soft.add.A/2.soft.remove.A", 4},
        {"bloxorz:7x1,rules=seed:S12oaaG/1.soft.add.A.as.5/2.soft.remove.A", 4},
        {"bloxorz:7x1,rules=seed:S12oaaG/1.soft.add.A/2.soft.remove.A.as.5", 4},
        {"bloxorz:7x1,rules=seed:S12oaaG/1.soft.add.A.as.5/2.soft.remove.A.as.5", -1},
        {"bloxorz:7x2,rules=seed:Soo..../.12oaaG/1.soft.add.A/2.soft.toggle.A", 5},
        {"bloxorz:7x2,rules=seed:Soo..../.12oaaG/1.soft.toggle.A/2.soft.remove.A", 5},
        {"bloxorz:9x3:Soo1...../........./oooGoooo./1.split.1,3.7,3", 8},
        {"bloxorz:9x3,no-half-in-hole:Soo1...../........./oooGoooo./1.split.1,3.7,3", -1},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        scoped_maze *m = maze_of_id(cases[i].id);
        assert_int_equal(plans_like_ours(m, cases[i].id), cases[i].moves);
    }
}

// Halves that appear side by side stay apart, so one must move off and back before R; else these
// mazes would be solved in 3 moves. Halves that a move brings side by side join.
TEST(when_halves_join)
{
    static const char *const options[] = {"", ",rules=seed", ",count-switching",
                                          ",no-half-in-hole"};
    for (size_t i = 0; i < COUNT(options); i++)
        for (unsigned column = 2; column <= 3; column++) {
            const char *id =
                formatted("bloxorz:5x3%s:Soo1./...../ooooG/1.split.%u,3.4,3", options[i], column);
            scoped_maze *m = maze_of_id(id);
            assert_int_equal(plans_like_ours(m, id), column == 3 ? 5 : 4);
        }
}

TEST(shipped_variants)
{
    static const char *const names[] = {
        "puzzles/rook/05.rook",          "puzzles/variants/no-u-turn.rook",
        "puzzles/variants/queen.rook",   "puzzles/die/03.die",
        "puzzles/variants/cost-top.die", "puzzles/variants/labels-after.die",
        "puzzles/variants/free.die",     "puzzles/variants/labels-before.die",
        "puzzles/theseus/05.theseus",    "puzzles/variants/block.theseus",
        "puzzles/bloxorz/01.bloxorz",    "puzzles/variants/blocks.theseus",
    };
    for (size_t i = 0; i < COUNT(names); i++) {
        scoped_text *text = read_file(SOURCE_DIR, names[i]);
        assert_non_null(text);
        scoped_maze *m = maze_of_text(NULL, text);
        assert_true(plans_like_ours(m, names[i]) > 0);
    }
}
