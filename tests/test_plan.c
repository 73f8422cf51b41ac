// test_plan.c: plans of experiments say what they mean, and are told where they do not.
#include "experiment/plan.h"
#include "support.h"

static bool no_files(UNUSED void *context, const char *name, UNUSED mw_plan_take *take,
                     UNUSED void *taker)
{
    fail_msg("%s was opened", name);
    return false;
}

TEST(plans_are_multiplied)
{
    static const struct {
        const char *text;
        unsigned mazes, configurations, runs;
    } rows[] = {
        {"random rook 5x5 seeds 1..7\nalgorithm bfs", 7, 1, 7},
        {"random rook 5x5 4x4 seeds 1..7 9 # two sizes\nalgorithm bfs dfs\nrepeat 3", 16, 2, 96},
        // blind searches have no heuristic, and only wastar has a weight
        {"random die 4x4 seeds 1\nalgorithm bfs astar wastar\nheuristic h2 h4\nweight 1.5 2 3", 1,
         9, 9},
        {"algorithm astar\nlimit states 10 100\nlimit seconds 1 2 3\nrandom die 4x4 seeds 1..2", 2,
         6, 12},
        // a heuristic of one kind is nothing to the other
        {"random die 4x4 seeds 1..3\nrandom theseus 5x5 seeds 1..4\nalgorithm bfs astar\n"
         "heuristic h2 h4 walk zero",
         7, 5, 3 * 4 + 4 * 3},
        // what a search cannot do is left out: paths only are kept by two of them
        {"random rook 5x5 seeds 1\nalgorithm bfs ids\nstore hashed none", 1, 3, 3},
        {"mazes rook:5x5#1 rook:5x5#2\n\talgorithm \"bfs\"\r\n", 2, 1, 2},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        scoped(mw_plan_free) mw_plan p = {0};
        mw_error e;
        if (!mw_plan_read(&p, rows[i].text, no_files, NULL, &e))
            fail_msg("%s: %u:%u: %s", rows[i].text, e.line, e.column, e.text);
        assert_int_equal(p.maze_count, rows[i].mazes);
        assert_int_equal(p.configuration_count, rows[i].configurations);
        assert_int_equal(p.run_count, rows[i].runs);
        for (uint32_t k = 0; k < p.configuration_count; k++)
            for (uint32_t l = 0; l < k; l++)
                assert_string_not_equal(p.configurations[k].label, p.configurations[l].label);
    }
}

TEST(the_hash_tells_plans_apart)
{
    static const char *const texts[] = {
        "random rook 5x5 seeds 1..7\nalgorithm bfs",
        "random rook 5x5 seeds 1..8\nalgorithm bfs",
        "random rook 5x5 seeds 1..7\nalgorithm ucs",
        "random rook 5x5 seeds 1..7\nalgorithm bfs\nrepeat 2",
        "random rook 5x5 seeds 1..7\nalgorithm bfs\nlimit states 5",
        "random rook 5x5 seeds 1..7\nalgorithm bfs\nlimit seconds 5",
    };
    uint64_t hashes[COUNT(texts)];
    mw_plan p;
    mw_error e;
    for (size_t i = 0; i < COUNT(texts); i++) {
        assert_true(mw_plan_read(&p, texts[i], no_files, NULL, &e));
        hashes[i] = p.hash;
        mw_plan_free(&p);
        for (size_t k = 0; k < i; k++)
            assert_true(hashes[i] != hashes[k]);
    }
    // how it is written does not matter
    assert_true(mw_plan_read(&p, "# the same\nalgorithm bfs\n\n  random rook 5x5 seeds 1..3 4..7",
                             no_files, NULL, &e));
    assert_true(p.hash == hashes[0]);
    mw_plan_free(&p);
}

TEST(broken_plans_are_told)
{
    static const struct {
        const char *text;
        unsigned line, column;
        const char *says;
    } rows[] = {
        {"", 0, 1, "names no maze"},
        {"mazes rook:5x5#1\n", 1, 1, "names no algorithm"},
        {"algorithm bfs\n  nonsense x", 2, 3, "unknown word 'nonsense'"},
        {"algorithm bfs\nmazes", 2, 1, "mazes FILE|GLOB|ID|shipped:KIND..."},
        {"algorithm bfs bsf", 1, 15, "unknown algorithm 'bsf'"},
        {"algorithm bfs bfs", 1, 15, "twice"},
        {"mazes rook:5x5#1 rook:5x5#1\nalgorithm bfs", 1, 18, "already, as rook:5x5#1@"},
        {"mazes rook:5y5#1", 1, 7, "not a size"},
        {"random rok 5x5 seeds 1", 1, 8, "unknown kind 'rok'"},
        {"random rook 5x5 seeds", 1, 1, "seeds FROM..TO"},
        {"random rook seeds 1..4", 1, 1, "seeds FROM..TO"},
        {"random rook 5x5 seeds 4..1", 1, 23, "not a range"},
        {"random rook 5x5 seeds 1..99999999", 1, 23, "not a range"},
        {"random rook 5x5 seeds -1", 1, 23, "not a range"},
        {"random rook 5y5 seeds 1", 1, 13, "not a size"},
        {"random die 5x5,obstcles=3 seeds 1", 1, 12, "no option 'obstcles'"},
        {"random rook 5x5#1 seeds 1", 1, 13, ""},
        {"random rook 5x5 seeds 1\nalgorithm bfs\nheuristic landing", 3, 11,
         "no run of this plan can use 'landing'"},
        {"random die 5x5 seeds 1\nalgorithm astar\nheuristic h2 h9", 3, 14,
         "has no heuristic 'h9'"},
        {"random die 5x5 seeds 1\nalgorithm astar\nweight 2", 3, 8, "can use '2'"},
        {"random rook 5x5 seeds 1\nalgorithm bfs\nstore none", 2, 11, "can use 'bfs'"},
        {"weight 0", 1, 8, "not a weight"},
        {"weight 2 2.000000000000000000000000000000000000001", 1, 10, "not a weight"},
        {"weight 2x", 1, 8, "not a weight"},
        {"store everywhere", 1, 7, "unknown store"},
        {"limit states 1e6 0", 1, 18, "not a limit"},
        {"limit memory 512Q", 1, 14, "not a limit"},
        {"limit seconds nan", 1, 15, "not a limit"},
        {"limit time 5", 1, 7, "states|memory|seconds"},
        {"limit states", 1, 7, "states|memory|seconds"},
        {"repeat 0", 1, 8, "from 1 to"},
        {"repeat 1.5", 1, 8, "from 1 to"},
        {"repeat 2 3", 1, 8, "from 1 to"},
        {"mazes \"rook:5x5#1", 1, 7, "does not end"},
        {"mazes no/such/file*.rook", 1, 7, "no file is named"},
        {"list no/such/list", 1, 6, "cannot read"},
        {"\x01\x7f", 1, 1, "unknown word '?\?'"},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        scoped(mw_plan_free) mw_plan p = {0};
        mw_error e;
        if (mw_plan_read(&p, rows[i].text, no_files, NULL, &e) || e.line != rows[i].line ||
            e.column != rows[i].column || !strstr(e.text, rows[i].says) || !*e.text)
            fail_msg("'%s': %u:%u: %s", rows[i].text, e.line, e.column, e.text);
    }
}

// A few lines that multiply to more than there is memory for.
TEST(small_plans_of_much_are_refused)
{
    static const char *const limits[] = {"states", "memory", "seconds"};
    char text[4000];
    scoped(mw_plan_free) mw_plan p = {0};
    mw_error e;
    int at = snprintf(text, sizeof text, "random rook 5x5 seeds 1\nalgorithm bfs");
    for (size_t i = 0; i < COUNT(limits); i++) {
        at += snprintf(text + at, sizeof text - (size_t)at, "\nlimit %s", limits[i]);
        for (int k = 0; k < 250; k++)
            at += snprintf(text + at, sizeof text - (size_t)at, " %d", 1000 + k);
    }
    assert_true((size_t)at < sizeof text);
    assert_false(mw_plan_read(&p, text, no_files, NULL, &e));
    assert_non_null(strstr(e.text, "more than 100000 ways to search"));
}

// Plans under random damage are read or refused, and nothing worse.
TEST(damaged_plans_are_harmless)
{
    static const char good[] =
        "random die 4x4,obstacles=20 seeds 1..9\nalgorithm bfs astar wastar\n"
        "heuristic h2 h4\nweight 1.5 2\nlimit states 1e4\nlimit memory 5M\n"
        "limit seconds 3\nrepeat 2\nstore auto hashed\n";
    unsigned read = 0;
    mw_rng rng = seeded(8);
    for (int i = 0; i < 3000; i++) {
        damaged d = {.length = sizeof good - 1};
        memcpy(d.text, good, d.length);
        for (unsigned n = 1 + mw_rng_below(&rng, 4); n--;)
            damage(&d, "0123456789 .#\"\nseaxk", &rng);
        d.text[d.length < DAMAGED_MAX ? d.length : DAMAGED_MAX - 1] = '\0';
        if (strstr(d.text, "mazes") || strstr(d.text, "list"))
            continue; // of no files here
        scoped(mw_plan_free) mw_plan p = {0};
        mw_error e;
        if (mw_plan_read(&p, d.text, no_files, NULL, &e))
            read++;
        else
            assert_true(e.line > 0 && *e.text);
    }
    if (read < 20 || read > 2500)
        fail_msg("%u of 3000 were plans", read);
}
