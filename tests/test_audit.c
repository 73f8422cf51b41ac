// test_audit.c: the estimates of single states (`audit --state`, `--moves`), and A* counted in the
// way of a paper (`solve --count-as paper`).
#include "command_support.h"

#include "experiment/reproduce/paper_astar.h"

// The board of the paper's worked examples.
#define BOARD "'die:6x5:S...../...***/*....G/....../..*...'"

// ---- estimates of single states

TEST(the_worked_examples_of_the_die_paper_come_out)
{
    static const struct {
        const char *arguments, *estimate;
    } cases[] = {
        {"audit --json -H h2 --state 'row 2, column 2, top 1, north 2' " BOARD, "\"h2\":5}"},
        {"audit --json -H h3 --state 'row 3, column 2, top 1, north 2' " BOARD, "\"h3\":6}"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        scoped_reply r = answered(cases[i].arguments, "", 0);
        if (!strstr(r.out, cases[i].estimate) || strchr(r.out, '\n') != strrchr(r.out, '\n')) {
            show(&r);
            fail_msg("one state with the estimate %s was expected", cases[i].estimate);
        }
    }
}

static unsigned lines_of(const char *text)
{
    unsigned n = 0;
    for (; *text; text++)
        n += *text == '\n';
    return n;
}

// Words may be left out, and states that the rules cannot tell apart are found by what tells them
// apart for a person.
TEST(words_choose_states)
{
    static const struct {
        const char *arguments;
        unsigned states;
    } cases[] = {
        {"audit --json --state 'row 2, column 2, top 1' " BOARD, 4},
        {"audit --json --state 'ROW 2 ;column 2,top 1' " BOARD, 4},
        {"audit --json --state 'row 2, column 2' " BOARD, 20}, // 24 without those with 6 on top
        {"audit --json --state 'row 2, column 2, top 3, north 1, east 5' " BOARD, 0},
        {"audit --json --state 'row 2, column 2, top 3, north 1, east 2' " BOARD, 1},
        {"audit --json --state 'row 1' rook:4x4#1", 4},
        {"audit --json --state 'ow 1' rook:4x4#1", 0},
        {"audit --json --state 'row 1, row 1' rook:4x4#1", 0},
        {"audit --json --state '' rook:4x4#1", 16},
        {"audit --json --moves '' rook:4x4#1", 1},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        scoped_reply r = ask(cases[i].arguments);
        bool said = strstr(r.err, "no state is described by") && strstr(r.err, "The start is: row");
        if (lines_of(r.out) != cases[i].states || r.code != (cases[i].states ? 0 : 2) ||
            said != !cases[i].states) {
            show(&r);
            fail_msg("%u states were expected", cases[i].states);
        }
    }
}

TEST(an_estimate_that_is_too_high_is_marked)
{
    scoped_reply r = answered(
        "audit -H h3,h4 --state 'row 1, column 2, top 5, north 1' die:3x3:S../.G./...", "", 1);
    assert_non_null(strstr(r.out, "3!   1      1\n! more than the exact distance\n"));
    scoped_reply far = answered("audit --json --state 'Theseus row 1, column 2; Minotaur row 3, "
                                "column 2' theseus:4x4#1",
                                "", 0);
    assert_non_null(strstr(far.out, "\"exact\":null"));
}

TEST(moves_lead_to_a_state)
{
    scoped_reply r =
        answered("audit --json -H h4 --moves ESW die:5x5:S..../...../..G../...../.....", "", 0);
    assert_non_null(strstr(r.out, "\"state\":\"row 2, column 1, top 1,"));
    scoped_reply gone = ask("audit --moves EEEE die:3x3:S../.../..G");
    assert_int_equal(gone.code, 2);
    assert_non_null(strstr(gone.err, "--moves: move 2 (E) is not possible there"));
}

TEST(what_does_not_go_together_is_refused)
{
    static const struct {
        const char *arguments, *says;
    } cases[] = {
        {"audit --state 'row 1' --moves E rook:4x4#1", "leave --moves out"},
        {"audit --state 'row 1' --open 3 die:4x4#1", "leave --open out"},
        {"audit --moves E --open 3 die:4x4#1", "leave --open out"},
        {"audit --moves Q die:4x4#1", "--moves"},
        {"solve --count-as paper -a bfs die:4x4#1", "counts the nodes of A*"},
        {"solve --count-as paper -a astar,bfs die:4x4#1", "counts the nodes of A*"},
        {"solve --count-as paper -w 3 die:4x4#1", "leave --weight out"},
        {"solve --count-as paper --store dense die:4x4#1", "leave --store out"},
        {"solve --count-as papers die:4x4#1", "it is mazewright or paper"},
        {"solve --count-as paper -H h9 die:4x4#1", "no kind of maze has a heuristic 'h9'"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        scoped_reply r = ask(cases[i].arguments);
        if (r.code != 2 || *r.out || !strstr(r.err, cases[i].says)) {
            show(&r);
            fail_msg("'%s' was expected", cases[i].says);
        }
    }
}

// ---- A* in the paper's way

TEST(the_paper_s_way_to_count_is_that_of_the_paper)
{
    static const struct {
        const char *heuristic;
        unsigned generated, visited;
    } rows[] = {{"h1", 95, 84}, {"h2", 67, 50}, {"h3-programmed", 38, 34}, {"h4", 32, 28}};
    for (size_t i = 0; i < COUNT(rows); i++) {
        scoped_reply r = answered(
            formatted("solve --json --count-as paper -H %s '" PUZZLE "'", rows[i].heuristic), "",
            0);
        assert_non_null(strstr(r.out, formatted("\"generated\":%u,", rows[i].generated)));
        assert_non_null(
            strstr(r.out, formatted("\"count_as\":\"paper\",\"visited\":%u,", rows[i].visited)));
        assert_non_null(strstr(r.out, "\"moves\":16,"));
    }
}

// On every kind and with every heuristic that claims to be consistent, it finds what A* finds.
TEST(it_works_on_every_kind)
{
    static const char *const ids[] = {"rook:6x6#%u",         "die:6x6#%u",
                                      "die:5x5,cost=top#%u", "theseus:5x5#%u",
                                      "bloxorz:8x6#%u",      "bloxorz:9x7,splits=1#%u",
                                      "marble:3x3x3#%u",     "rook:5x5,queen#%u"};
    unsigned solved = 0;
    for (size_t i = 0; i < COUNT(ids); i++)
        for (unsigned seed = 1; seed <= 8; seed++) {
            scoped_maze *m = maze_of_id(formatted(ids[i], seed));
            const mw_heuristic *zero = NULL, *all = m->kind->heuristics;
            for (const mw_heuristic *h = zero;; h = h ? h + 1 : all) {
                if (h && !h->name)
                    break;
                scoped_result r = {0}, ours = searched(m, "ucs", NULL, MW_VISITED_AUTO);
                uint64_t visited;
                mw_paper_search(m, h, NULL, &r, &visited);
                assert_int_equal(r.outcome, ours.outcome);
                assert_true(!r.optimal || r.cost == ours.cost);
                assert_true(r.outcome != MW_OUTCOME_SOLVED || visited == r.expanded + 1);
                solved += r.optimal;
                if (!all)
                    break;
            }
        }
    assert_true(solved > 50);
}

TEST(its_limits_are_kept)
{
    scoped_reply few = ask("solve --json --count-as paper --limit-states 1000 '" HUGE_DIE "'");
    scoped_reply small = ask("solve --json --count-as paper --limit-memory 1M '" HUGE_DIE "'");
    scoped_reply soon = ask("solve --json --count-as paper --limit-seconds 0.1 '" HUGE_DIE "'");
    assert_int_equal(few.code, 4);
    assert_int_equal(small.code, 4);
    assert_int_equal(soon.code, 4);
    assert_non_null(strstr(few.out, "\"limit\":\"states\""));
    assert_non_null(strstr(small.out, "\"limit\":\"memory\""));
    assert_non_null(strstr(soon.out, "\"limit\":\"seconds\""));
}
