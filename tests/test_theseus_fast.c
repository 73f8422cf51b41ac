// test_theseus_fast.c: the fast evaluator of Theseus mazes agrees with the whole state graph.
#include "theseus_support.h"

static void check_same(const char *id, const mw_evaluation *a, const mw_evaluation *b)
{
    const double left[] = {a->length, a->best_length, a->states, a->dead, (double)a->losing};
    const double right[] = {b->length, b->best_length, b->states, b->dead, (double)b->losing};
    for (size_t i = 0; i < COUNT(left); i++)
        if (left[i] != right[i])
            fail_msg("%s: number %zu is %g, or %g plainly", id, i, left[i], right[i]);
    for (int i = 0; i < 6; i++)
        if (!same_number(a->own[i], b->own[i]))
            fail_msg("%s: measure %d is %g, or %g plainly", id, i, a->own[i], b->own[i]);
}

// The best start is a legal state, and as far from the goal as it is said to be.
static void check_best(const mw_graph *g, const mw_evaluation *e)
{
    const mw_rules *rules = g->maze->kind->rules;
    uint64_t best = rules->rank(g->maze, &e->best);
    mw_state s;
    for (uint32_t i = 0; i < g->states; i++) {
        mw_graph_state(g, i, &s);
        if (rules->rank(g->maze, &s) == best)
            assert_int_equal(g->distance[i], e->best_length);
    }
    assert_true(rules->unrank(g->maze, best, &s));
    assert_memory_equal(&s, &e->best, sizeof s);
}

static void check_evaluation(const char *id)
{
    scoped_maze *m = maze_of_id(id);
    mw_evaluation fast, plain, brief;
    assert_true(m->kind->fast->evaluate(m, true, &fast));
    assert_true(mw_evaluate_plainly(m, true, &plain));
    check_same(id, &fast, &plain);
    assert_true(mw_evaluate(m, false, &brief));
    assert_int_equal(brief.length, plain.length);
    assert_int_equal(brief.best_length, plain.best_length);
    scoped_graph *g = whole_graph(m);
    if (fast.best_length)
        check_best(g, &fast);
}

TEST(fast_evaluation_agrees_with_the_graph)
{
    mw_rng rng = seeded(2013);
    for (int i = 0; i < 3200; i++) {
        char id[120];
        random_id(&rng, i % 16 ? 6 : 12, i, id);
        check_evaluation(id);
    }
}

// Sets of more than one word, and rows as long as half a word, nearly a word, and a word.
TEST(fast_evaluation_agrees_on_large_boards)
{
    static const char *const ids[] = {
        "theseus:16x16#1",
        "theseus:16x16,order=vh,win=after,exit=door#2",
        "theseus:20x20,exit=door#3",
        "theseus:20x20,order=vh,win=after#4",
        "theseus:32x32,win=after,exit=door,horizontal=35,vertical=30#5",
        "theseus:33x4,exit=door#6",
        "theseus:63x4,win=after,exit=door,order=vh#7",
        "theseus:64x1#8",
        "theseus:64x2,exit=door,horizontal=0#9",
        "theseus:64x5,order=vh#10",
        "theseus:1x64,exit=door,win=after#11",
        "theseus:5x64#12",
    };
    for (size_t i = 0; i < COUNT(ids); i++)
        check_evaluation(ids[i]);
}

// Of mazes with blocks, the fast evaluator knows the lengths only.
TEST(lengths_among_blocks_agree_with_the_graph)
{
    mw_rng rng = seeded(2016);
    for (int i = 0; i < 200; i++) {
        scoped_text *any = random_blocks_id(&rng, i % 8 ? 6 : 9, i);
        const char *id = i % 2 ? any : generated_blocks_id(&rng, i);
        scoped_maze *m = maze_of_id(id);
        mw_evaluation fast, plain;
        assert_true(m->kind->fast->evaluate(m, false, &fast));
        assert_true(mw_evaluate_plainly(m, false, &plain));
        if (fast.length != plain.length || fast.best_length != plain.best_length)
            fail_msg("%s: %u and %u, but plainly %u and %u", id, fast.length, fast.best_length,
                     plain.length, plain.best_length);
        if (!fast.best_length)
            continue;
        m->kind->design->set_start(m, &fast.best); // the blocks begin as in that turn
        assert_true(reads_back(m, "own"));
        assert_int_equal(length_by(m, "bfs", NULL, MW_VISITED_AUTO), fast.best_length);
    }
}

TEST(what_is_not_for_the_fast_evaluator_is_evaluated_plainly)
{
    static const char *const ids[] = {
        "theseus:5x1:d5557/t0.0/m4.0/x2.0/b3.0.RL",
        "theseus:4x3,win=after:9113/8002/c446/t0.0/m3.2/x3.0/b1.1.RL",
        "theseus:33x33,horizontal=35,vertical=35#1",
    };
    for (size_t i = 0; i < COUNT(ids); i++) {
        scoped_maze *m = maze_of_id(ids[i]);
        mw_evaluation e;
        assert_false(m->kind->fast->evaluate(m, true, &e));
        assert_true(mw_evaluate(m, true, &e));
        int length = length_by(m, "bfs", NULL, MW_VISITED_AUTO);
        assert_int_equal(e.length, length < 0 ? MW_FAR : (uint32_t)length);
        assert_true(e.best_length >= 1 && e.states >= 2);
        assert_true(same_number(e.own[5], (double)e.losing));
    }
}
