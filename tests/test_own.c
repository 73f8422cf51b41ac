// test_own.c: what users bring to searches: features in expressions, heuristics and searches of
// their own.
#include "command_support.h"

#include "search/search.h"

#include <math.h>

static void drop_heuristic(mw_heuristic **h)
{
    mw_heuristic_free(*h);
}
#define scoped_heuristic scoped(drop_heuristic) mw_heuristic

static mw_heuristic *heuristic_of(const char *kind, const char *text)
{
    mw_error e;
    mw_heuristic *h = mw_heuristic_new(mw_kind_find(kind), text, &e);
    if (!h)
        fail_msg("%s: %s", text, e.text);
    return h;
}

// ---- features

// The state after some moves, and values of its features.
TEST(features_are_what_the_rules_speak_of)
{
    static const struct {
        const char *id, *moves, *feature;
        double value;
    } rows[] = {
        {"die:5x2:S...G/.....", "", "x", 1},
        {"die:5x2:S...G/.....", "", "dx", 4},
        {"die:5x2:S...G/.....", "", "one_up", 1},
        {"die:5x2:S...G/.....", "E", "x", 2},
        {"die:5x2:S...G/.....", "E", "dx", 3},
        {"die:5x2:S...G/.....", "E", "one_x", 1}, // the top rolls to the east
        {"die:5x2:S...G/.....", "E", "east", 1},
        {"die:5x2:S...G/.....", "S", "one_y", 1},
        {"die:5x2:S...G/.....", "S", "north", 6},
        {"die:5x2:S...G/.....", "S", "dy", 1},
        {"rook:3x1:[2]1G", "", "jump", 2},
        {"rook:3x1:[2]1G", "R", "jump", 0},
        {"rook:3x1:[2]1G", "R", "dx", 0},
        {"null:5x1:S...G", "R", "x", 2},
        {"null:5x1:S...G", "R", "goal_x", 5},
        {"marble:3x3#1", "", "down_z", 0},
        {"marble:3x3#1", "", "goal_x", 3},
        {"marble:3x3x3#1", "", "dz", 2},
        {"shipped", "", "x", 0},
    };
    for (size_t i = 0; i + 1 < COUNT(rows); i++) {
        scoped_maze *m = maze_of_id(rows[i].id);
        uint16_t *actions;
        mw_error e;
        mw_state s;
        double values[MW_FEATURES_MAX];
        long n = mw_moves_parse(m->kind, rows[i].moves, &actions, &e);
        assert_int_equal(mw_replay(m, actions, (size_t)n, &s, NULL, NULL), n);
        free(actions);
        mw_state_features(m, &s, values);
        const mw_feature *f = mw_features(m->kind);
        unsigned k = 0;
        while (f[k].name && strcmp(f[k].name, rows[i].feature) != 0)
            k++;
        assert_non_null(f[k].name);
        if (!same_number(values[k], rows[i].value))
            fail_msg("%s after '%s': %s is %g, not %g", rows[i].id, rows[i].moves, rows[i].feature,
                     values[k], rows[i].value);
    }
}

TEST(pieces_bridges_and_the_minotaur_have_features)
{
    scoped_reply block = answered("solve --steps --json shipped:bloxorz/04", "", DONE);
    scoped_json *o = json_loads(block.out, 0, NULL);
    json_t *steps = json_object_get(o, "steps");
    assert_int_equal(json_array_size(steps), integer_in(o, "moves") + 1);
    json_t *last = json_object_get(json_array_get(steps, json_array_size(steps) - 1), "features");
    assert_int_equal(json_number_value(json_object_get(last, "pose")), 0); // it stands in the hole
    assert_int_equal(json_number_value(json_object_get(last, "dx")), 0);
    assert_int_equal(json_number_value(json_object_get(last, "dy")), 0);
    scoped_reply hunted = answered("solve --steps shipped:theseus/01", "", DONE);
    assert_non_null(strstr(hunted.out, "in every state: goal_x 4"));
    assert_non_null(strstr(hunted.out, "minotaur_dx"));
}

// ---- expressions

static uint32_t estimate_at_start(const char *id, const char *text)
{
    scoped_maze *m = maze_of_id(id);
    scoped_heuristic *h = heuristic_of(m->kind->name, text);
    mw_state s;
    mw_state_start(m, &s);
    return h->estimate(h->context, m, &s);
}

TEST(estimates_are_whole_numbers)
{
    static const struct {
        const char *text;
        uint32_t estimate;
    } rows[] = {
        {"dx + dy", 4},        {"dx / 3", 2},   {"-dx", 0},         {"dx * 0.5", 2},
        {"1 / 0", MW_FAR},     {"-1 / 0", 0},   {"0 / 0", 0},       {"1e300", (1u << 28) - 1},
        {"sqrt(dx^2 + 9)", 5}, {"top == 1", 1}, {"max(dx, dy)", 4}, {"mine='dx + 1'", 5},
        {"mine=dx + 1", 5},    {"dx == 4", 1},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        uint32_t h = estimate_at_start("die:5x2:S...G/.....", rows[i].text);
        if (h != rows[i].estimate)
            fail_msg("%s is %u, not %u", rows[i].text, h, rows[i].estimate);
    }
    scoped_heuristic *named = heuristic_of("die", "my-own='dx'"),
                     *unnamed = heuristic_of("die", "dx");
    assert_string_equal(named->name, "my-own");
    assert_string_equal(unnamed->name, "dx");
}

TEST(wrong_expressions_are_told_with_their_place)
{
    static const struct {
        const char *text;
        uint32_t column;
        const char *says;
    } rows[] = {
        {"dx + zz", 6, "unknown name 'zz'"},
        {"mine=dx +", 10, "ends early"},
        {"mine='dx + )'", 12, "here belongs"},
        {"h2=dx", 0, "die has a heuristic 'h2' already"},
        {"topp", 1, "did you mean 'top'?"},
        {"dx dy", 4, "should have ended"},
        {"", 1, "ends early"},
        {"mine=", 6, "ends early"},
        {"dx = 3", 4, "'=' is written '=='"},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        mw_error e;
        assert_null(mw_heuristic_new(mw_kind_find("die"), rows[i].text, &e));
        if (e.column != rows[i].column || !strstr(e.text, rows[i].says))
            fail_msg("%s: column %u, '%s'", rows[i].text, e.column, e.text);
    }
}

// An expression that says the same as a built-in heuristic leads the same search.
TEST(an_expression_searches_as_the_heuristic_that_it_repeats)
{
    static const char *const algorithms[] = {"greedy", "astar", "wastar", "idastar", "hill"};
    for (unsigned seed = 1; seed <= 40; seed++) {
        scoped_maze *m = maze_of_seed("die:7x7", seed);
        for (size_t a = 0; a < COUNT(algorithms); a++) {
            mw_search_options o = {.algorithm = algorithms[a], .heuristic = "h2"};
            scoped_result built = search_with(m, &o);
            o.heuristic = "mine=dx + dy";
            scoped_result own = search_with(m, &o);
            assert_int_equal(built.outcome, own.outcome);
            assert_int_equal(built.expanded, own.expanded);
            assert_int_equal(built.moves, own.moves);
            assert_string_equal(own.heuristic, "mine");
            assert_false(own.optimal && strcmp(algorithms[a], "idastar") == 0);
        }
    }
}

// "optimal" is said where it is proven on this maze, and nowhere else.
TEST(optimal_is_said_only_where_it_is_proven)
{
    static const char *const texts[] = {"dx + dy", "dx + dy + 2*(one_up != 1)", "3*dx + 3*dy"};
    unsigned proven = 0, unproven = 0, longer = 0;
    for (unsigned seed = 1; seed <= 300; seed++) {
        scoped_maze *m = maze_of_seed("die:6x6", seed);
        scoped_graph *g = mw_graph_build(m, false, NULL, NULL);
        const mw_search_options o = {.algorithm = "astar", .heuristic = texts[seed % COUNT(texts)]};
        scoped_result r = search_with(m, &o);
        scoped_heuristic *h = heuristic_of("die", o.heuristic);
        mw_audit a;
        assert_true(mw_audit_run(g, h, &a));
        assert_false(r.optimal);
        mw_search_prove(m, &o, &r);
        assert_int_equal(r.optimal, r.outcome == MW_OUTCOME_SOLVED && a.admissible);
        assert_true(!r.optimal || r.cost == g->distance[0]);
        proven += r.optimal;
        unproven += r.outcome == MW_OUTCOME_SOLVED && !r.optimal;
        longer += r.outcome == MW_OUTCOME_SOLVED && r.cost > g->distance[0];
    }
    assert_true(proven > 20 && unproven > 20 && longer > 0);
}

// The audit sees the overestimate of a state that the rules cannot tell from another one, or else
// the search does not, either: both look at the same one of them.
TEST(states_that_are_one_to_the_rules_are_one_to_an_expression)
{
    scoped_heuristic *h = heuristic_of("die", "1000 * (north == 2) + dx + dy");
    for (unsigned seed = 1; seed <= 100; seed++) {
        scoped_maze *m = maze_of_seed("die:5x5", seed);
        scoped_graph *g = mw_graph_build(m, false, NULL, NULL);
        mw_audit a;
        assert_true(mw_audit_run(g, h, &a));
        const mw_search_options o = {.size = sizeof o, .algorithm = "astar", .own = h};
        scoped_result r = search_with(m, &o);
        if (a.admissible && r.outcome == MW_OUTCOME_SOLVED)
            assert_int_equal(r.cost, g->distance[0]);
    }
}

TEST(the_command_takes_expressions)
{
    static const command_case rows[] = {
        {"solve -a astar -H 'dx + dy' shipped:die/01", DONE, "dx + dy    solved, optimal", ""},
        {"solve -a astar -H 'h2,mine=max(dx, dy),h4' shipped:die/01", DONE, "mine  ", ""},
        {"solve -a astar -H all -H 'mine=dx' shipped:die/01", DONE, "mine  ", ""},
        {"solve -a astar -H top shipped:die/01 shipped:rook/01", DONE, "top  ",
         "rook has no heuristic 'top'"},
        {"solve -a astar -H dxx shipped:die/01", USAGE, "", "has a heuristic 'dxx'"},
        {"solve -a astar -H 'dx +' shipped:die/01", USAGE, "",
         "column 5: the expression ends early"},
        {"solve -a astar -H 'dx + tob' shipped:die/01", USAGE, "",
         "column 6, for die mazes: unknown name 'tob'; did you mean 'top'?"},
        {"solve -a astar -H 'dx + tob' rook.die", USAGE, "", "column 6, for die mazes: "},
        {"solve -a astar -H 'dx + posse' -k bloxorz -", USAGE, "", "did you mean 'pose'?"},
        {"solve -a 'bfs, astar' -H ' h2, mine=dx' shipped:die/01", DONE, "mine       solved", ""},
        {"solve -a astar -H 'zero=dx' shipped:die/01", USAGE, "", "heuristic 'zero' already"},
        {"solve -a astar -H 'all=dx' shipped:die/01", USAGE, "", "'all' means every heuristic"},
        {"solve -a astar -H $(seq -s , 65) shipped:die/01", USAGE, "", "at most 64 at a time"},
        {"solve -a astar -H all,$(seq -s , 63) shipped:die/01", DONE, "astar      63 ", ""},
        {"audit -H \"$(seq -s + 3000)\" shipped:die/01", USAGE, "", "...: column"},
        {"audit -H 'a=dx' -H 'a=dy' shipped:die/01", USAGE, "",
         "a=dx and a=dy have the same name; give each its own"},
        {"audit -H 'dx + dy' shipped:die/01", DONE, "dx + dy is admissible and consistent", ""},
        {"audit -H 'mine=dx+dy+2*(top!=1)' shipped:die", NO, "expanded by A*", ""},
        {"audit -H 'dx' --state 'row 1' shipped:die/01", DONE, "dx  exact", ""},
        {"trace -a astar -H 'mine=dx' shipped:die/01", DONE, "\"heuristic\":\"mine=dx\"", ""},
        {"help features die", DONE, "one_up  ", ""},
        {"help die", DONE, "features of a state", ""},
        {"solve --count-as paper -H 'dx + dy' shipped:die/01", DONE, "dx + dy", ""},
    };
    expect_answers(rows, COUNT(rows));
    // The same numbers as h2 has in the tables of ranks.
    scoped_reply r = answered("audit -H 'mine=dx + dy' --json shipped:die/05", "", DONE);
    scoped_reply h2 = answered("solve -a astar -H h2 --json shipped:die/05", "", DONE);
    scoped_json *a = json_loads(r.out, JSON_DISABLE_EOF_CHECK, NULL);
    scoped_json *s = json_loads(h2.out, 0, NULL);
    assert_int_equal(integer_in(a, "expanded"), integer_in(s, "expanded"));
    assert_true(integer_in(a, "exact_states") > 0 && integer_in(a, "largest_gap") > 0);
}

TEST(experiments_take_expressions)
{
    scratch_file("own.plan", "algorithm bfs astar idastar\n"
                             "heuristic h2 \"mine=dx + dy\" \"far=dx + dy + 4*(one_up != 1)\"\n"
                             "mazes shipped:die\n");
    static const command_case rows[] = {
        {"experiment %s/own.plan -o %s/own.db", DONE, "astar/mine", ""},
        {"experiment %s/own.plan -o %s/own.db --threads 2", DONE, "84 of 84 runs", ""},
        {"experiment report %s/own.db", DONE, ",astar,far=dx + dy + 4*(one_up != 1),", ""},
        {"experiment report %s/own.db -o %s/own.html", DONE, "", ""},
    };
    expect_answers(rows, COUNT(rows));
    static const struct {
        const char *plan, *says;
    } wrong[] = {
        {"algorithm astar\nheuristic \"mine=dx\" \"mine=dy\"\nmazes shipped:die\n", "twice"},
        {"algorithm astar\nheuristic \"dx + qq\"\nmazes shipped:die\n", "unknown name 'qq'"},
        {"algorithm astar\nheuristic \"dx+dx+dx+dx+dx+dx+dx+dx+dx+dx+dx+dx+dx+dx\"\n"
         "mazes shipped:die\n",
         "needs a name"},
    };
    for (size_t i = 0; i < COUNT(wrong); i++) {
        scratch_file("wrong.plan", wrong[i].plan);
        scoped_reply r = ask(formatted("experiment %s/wrong.plan", scratch()));
        assert_int_equal(r.code, 3);
        assert_non_null(strstr(r.err, wrong[i].says));
    }
}

// ---- in C

static uint32_t straight_ahead(void *context, const mw_maze *m, const mw_state *s)
{
    double values[MW_FEATURES_MAX];
    ++*(unsigned *)context;
    mw_state_features(m, s, values);
    return (uint32_t)(values[4] + values[5]); // dx, dy
}

TEST(a_heuristic_in_c_is_searched_with)
{
    unsigned calls = 0;
    const mw_heuristic mine = {.name = "mine",
                               .claims = mw_claims_consistent,
                               .estimate = straight_ahead,
                               .context = &calls};
    scoped_maze *m = maze_of_id("die:20x20#5");
    const mw_search_options own = {.size = sizeof own, .algorithm = "astar", .own = &mine};
    const mw_search_options h2 = {.algorithm = "astar", .heuristic = "h2"};
    scoped_result a = search_with(m, &own), b = search_with(m, &h2);
    assert_int_equal(a.expanded, b.expanded);
    assert_int_equal(a.cost, b.cost);
    assert_true(a.optimal && calls >= a.stored);
    assert_string_equal(a.heuristic, "mine");
}

typedef struct bread {
    mw_state state[4000];
    uint32_t parent[4000];
    uint16_t action[4000];
    bool lie, exhaust;
} bread;

static bool seen(const bread *b, uint32_t count, const mw_maze *m, const mw_state *s)
{
    for (uint32_t i = 0; i < count; i++)
        if (mw_state_rank(m, &b->state[i]) == mw_state_rank(m, s))
            return true;
    return false;
}

static void found(bread *b, mw_search_run *run, uint32_t last, uint16_t action)
{
    uint16_t moves[4000];
    size_t n = 4000;
    moves[--n] = b->lie ? (uint16_t)(action ^ 1) : action;
    for (uint32_t i = last; i; i = b->parent[i])
        moves[--n] = b->action[i];
    mw_explore_found(run, moves + n, 4000 - n);
}

// Breadth-first search, as a student writes it.
static void breadth_first(void *context, mw_search_run *run)
{
    bread *b = context;
    const mw_maze *m = run->maze;
    uint32_t count = 1;
    mw_explore_start(run, &b->state[0]);
    for (uint32_t at = 0; at < count; at++) {
        mw_edge edges[MW_EDGES_MAX];
        unsigned n;
        if (!mw_explore_expand(run, &b->state[at], edges, &n))
            return;
        for (unsigned i = 0; i < n; i++) {
            if (edges[i].status == MW_LOST || seen(b, count, m, &edges[i].to))
                continue;
            if (edges[i].status == MW_SOLVED) {
                found(b, run, at, edges[i].action);
                return;
            }
            b->state[count] = edges[i].to;
            b->parent[count] = at;
            b->action[count++] = edges[i].action;
            mw_explore_stored(run, count);
        }
    }
    if (b->exhaust)
        mw_explore_exhausted(run);
}

typedef struct story {
    unsigned expanded, generated, goals, ends;
    char *way;
} story;

static void listen(void *context, const mw_event *e)
{
    story *s = context;
    s->expanded += e->type == MW_EVENT_EXPAND;
    s->generated += e->type == MW_EVENT_GENERATE;
    s->goals += e->type == MW_EVENT_GOAL;
    s->ends += e->type == MW_EVENT_END;
}

TEST(a_search_in_c_counts_and_tells_as_built_in_ones_do)
{
    static const char *const families[] = {"rook:5x5", "die:5x5", "theseus:4x4", "bloxorz:6x5"};
    static bread b;
    for (size_t f = 0; f < COUNT(families); f++)
        for (unsigned seed = 1; seed <= 20; seed++) {
            scoped_maze *m = maze_of_seed(families[f], seed);
            story told = {0};
            b.exhaust = true;
            mw_search_options o = {.size = sizeof o,
                                   .algorithm = "mine",
                                   .explore = breadth_first,
                                   .explore_context = &b,
                                   .event = listen,
                                   .event_context = &told};
            scoped_result own = search_with(m, &o);
            scoped_result bfs = searched(m, "bfs", NULL, MW_VISITED_AUTO);
            assert_string_equal(own.algorithm, "mine");
            assert_int_equal(own.outcome, bfs.outcome);
            assert_int_equal(own.moves, bfs.moves);
            assert_int_equal(told.expanded, own.expanded);
            assert_int_equal(told.generated, own.generated);
            assert_int_equal(told.goals, own.outcome == MW_OUTCOME_SOLVED);
            assert_int_equal(told.ends, 1);
            assert_false(own.optimal);
            if (own.outcome == MW_OUTCOME_UNSOLVABLE)
                assert_int_equal(own.expanded, bfs.expanded);
        }
}

TEST(a_search_in_c_is_not_believed)
{
    static bread b;
    scoped_maze *m = maze_of_id("rook:5x5#4651");
    mw_result r;
    mw_error e;
    b = (bread){.lie = true};
    mw_search_options o = {
        .size = sizeof o, .algorithm = "mine", .explore = breadth_first, .explore_context = &b};
    assert_false(mw_search(m, &o, &r, &e));
    assert_true(strstr(e.text, "is not legal") || strstr(e.text, "do not solve"));
    b = (bread){0};
    scoped_maze *walled = maze_of_id("null:5x1:S.x.G");
    scoped_result stuck = search_with(walled, &o);
    assert_int_equal(stuck.outcome, MW_OUTCOME_LIMIT);
    assert_int_equal(stuck.limit, MW_LIMIT_STUCK);
    o.limits.states = 5;
    scoped_result limited = search_with(m, &o);
    assert_int_equal(limited.limit, MW_LIMIT_STATES);
}

// The time for a state is at most three times that with h2.
TEST(an_expression_is_fast)
{
    scoped_maze *m = maze_of_id("die:300x300,obstacles=30#3");
    double least[2] = {HUGE_VAL, HUGE_VAL};
    for (unsigned round = 0; round < 5; round++)
        for (unsigned i = 0; i < 2; i++) {
            const mw_search_options o = {.algorithm = "astar",
                                         .heuristic = i ? "dx + dy + 2*(top != 1)" : "h2"};
            double from = mw_seconds();
            scoped_result r = search_with(m, &o);
            double each = (mw_seconds() - from) / (double)r.generated;
            least[i] = each < least[i] ? each : least[i];
        }
    print_message("an estimate and its move: %.0f ns with h2, %.0f ns with an expression\n",
                  least[0] * 1e9, least[1] * 1e9);
    assert_true(least[1] < 3 * least[0] || SANITIZED);
}
