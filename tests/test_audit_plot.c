// test_audit_plot.c: how many states have which exact distance and estimate (audit_pairs.h), ways
// to states of the graph, `audit --plot`, and what `ask audit` tells beyond `audit --json`.
#include "command_support.h"

#include "core/visited.h"
#include "search/audit_pairs.h"
#include "search/graph.h"
#include "search/search.h"

#include <sys/stat.h>

static const char *const families[] = {
    "null:9x1",    "rook:5x4",    "rook:4x4,queen",       "die:4x4",     "die:4x3,cost=top",
    "theseus:4x4", "bloxorz:7x5", "bloxorz:6x6,splits=1", "marble:3x3x2"};

// ---- pairs

// Exact distances worked out anew: a state's distance falls until no move lowers it any more.
static uint32_t *plain_distances(const mw_graph *g)
{
    uint32_t *d = calloc(g->states + 1, sizeof *d);
    const mw_maze *m = g->maze;
    mw_state s;
    mw_edge edges[MW_EDGES_MAX];
    assert_non_null(d);
    for (uint32_t id = 0; id < g->states; id++) {
        mw_graph_state(g, id, &s);
        d[id] = mw_state_status(m, &s) == MW_SOLVED ? 0 : MW_FAR;
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t id = 0; id < g->states; id++) {
            mw_graph_state(g, id, &s);
            if (mw_state_status(m, &s) != MW_OPEN)
                continue;
            for (unsigned n = mw_state_expand(m, &s, edges), i = 0; i < n; i++) {
                uint32_t to =
                    edges[i].status == MW_LOST ? MW_FAR : mw_visited_lookup(g->store, &edges[i].to);
                if (to == MW_FAR || d[to] == MW_FAR || d[to] + edges[i].cost >= d[id])
                    continue;
                d[id] = d[to] + edges[i].cost;
                changed = true;
            }
        }
    }
    return d;
}

static uint32_t estimate_of(const mw_estimator *e, const mw_graph *g, uint32_t id)
{
    mw_state s;
    mw_graph_state(g, id, &s);
    return mw_estimate(e, &s);
}

// Counts again, state by state, what lies in each bin.
static void check_pairs(const mw_graph *g, const mw_heuristic *h, const uint32_t *exact)
{
    static mw_audit_details d;
    mw_audit a, plain;
    mw_budget budget = {0};
    mw_estimator e;
    const mw_limits none = {0};
    uint64_t states = 0, over = 0;
    assert_true(mw_audit_run_detailed(g, h, &a, &d) && mw_audit_run(g, h, &plain));
    assert_memory_equal(&a, &plain, sizeof a);
    assert_int_equal(mw_estimator_init(&e, g->maze, h, MW_VISITED_AUTO, &none, &budget), MW_WITHIN);
    for (unsigned i = 0; i < d.pairs.count; i++) {
        const mw_audit_pair *pair = &d.pairs.pair[i];
        uint64_t in_bin = 0, over_in_bin = 0;
        for (uint32_t id = 0; id < g->states; id++) {
            uint32_t est = estimate_of(&e, g, id);
            bool same = est == MW_FAR || pair->estimate == MW_FAR
                            ? est == pair->estimate
                            : est / d.pairs.estimate_step * d.pairs.estimate_step == pair->estimate;
            if (exact[id] == MW_FAR || !same ||
                exact[id] / d.pairs.exact_step * d.pairs.exact_step != pair->exact)
                continue;
            in_bin++;
            over_in_bin += est > exact[id];
        }
        assert_true(in_bin && in_bin == pair->states && over_in_bin == pair->over);
        states += in_bin;
        over += over_in_bin;
    }
    assert_true(states == a.states && states == d.pairs.states);
    assert_true(over == a.overestimated && over == d.pairs.over);
    uint32_t nearest = MW_FAR;
    for (uint32_t id = 0; id < g->reachable; id++)
        if (exact[id] != MW_FAR && estimate_of(&e, g, id) > exact[id] && exact[id] < nearest)
            nearest = exact[id];
    assert_int_equal(d.over == MW_FAR ? MW_FAR : exact[d.over], nearest);
    assert_true(d.over == MW_FAR || estimate_of(&e, g, d.over) == d.over_estimate);
    mw_estimator_free(&e, &budget);
}

static void check_expression(const mw_graph *g, const char *text, const uint32_t *exact)
{
    mw_error error;
    mw_heuristic *own = mw_heuristic_new(g->maze->kind, text, &error);
    if (!own)
        fail_msg("%s: %s", text, error.text);
    check_pairs(g, own, exact);
    mw_heuristic_free(own);
}

TEST(pairs_are_those_of_a_plain_count_on_mazes_of_every_kind)
{
    for (size_t f = 0; f < COUNT(families); f++)
        for (unsigned seed = 1; seed <= (SANITIZED ? 2 : 6); seed++) {
            scoped_maze *m = maze_of_seed(families[f], seed);
            scoped_graph *g = whole_graph(m);
            uint32_t *exact = plain_distances(g);
            for (const mw_heuristic *h = mw_heuristics(m->kind); h->name; h++)
                check_pairs(g, h, exact);
            check_expression(g, "2", exact);
            const char *first = mw_features(m->kind)->name;
            if (first) {
                check_expression(g, formatted("1000*%s", first), exact);
                check_expression(g, formatted("if(%s > 1, 1/0, %s)", first, first), exact);
            }
            free(exact);
        }
}

// More than 1,000 different pairs are put into bins, and no state is lost; their order is all one.
TEST(bins_grow_until_pairs_are_few_enough)
{
    enum { MANY = 30000 };
    static uint32_t exact[MANY], estimate[MANY];
    static mw_audit_pairs forwards, backwards, halves[2];
    mw_rng rng = seeded(7);
    forwards = backwards = halves[0] = halves[1] = (mw_audit_pairs){0};
    mw_audit_pairs *all[] = {&forwards, &backwards, &halves[0], &halves[1]};
    for (unsigned i = 0; i < MANY; i++) {
        exact[i] = (uint32_t)mw_rng_below(&rng, 300);
        estimate[i] = i % 100 ? (uint32_t)mw_rng_below(&rng, 1u << 28) : MW_FAR;
    }
    for (unsigned k = 0; k < 4; k++)
        mw_audit_pairs_widen(all[k], 299, (1u << 28) - 1);
    for (unsigned i = 0; i < MANY; i++) {
        unsigned j = MANY - 1 - i;
        const mw_audit_pair one = {exact[i], estimate[i], 1, estimate[i] > exact[i]};
        const mw_audit_pair other = {exact[j], estimate[j], 1, estimate[j] > exact[j]};
        mw_audit_pairs_count(&forwards, &one);
        mw_audit_pairs_count(&backwards, &other);
        mw_audit_pairs_count(&halves[i % 2], &one);
    }
    mw_audit_pairs_add(&halves[0], &halves[1]);
    assert_true(forwards.count > MW_AUDIT_PAIRS_MOST / 4 && forwards.count <= MW_AUDIT_PAIRS_MOST);
    assert_true(forwards.exact_step > 1 && forwards.estimate_step > 1);
    assert_true(forwards.states == MANY && halves[0].states == MANY);
    assert_true(forwards.count == backwards.count && forwards.count == halves[0].count);
    assert_memory_equal(forwards.pair, backwards.pair, forwards.count * sizeof *forwards.pair);
    assert_memory_equal(forwards.pair, halves[0].pair, forwards.count * sizeof *forwards.pair);
    uint64_t sum = 0, over = 0, hopeless = 0;
    for (unsigned i = 0; i < forwards.count; i++) {
        const mw_audit_pair *p = &forwards.pair[i];
        sum += p->states;
        over += p->over;
        hopeless += p->estimate == MW_FAR ? p->states : 0;
        assert_true(p->exact % forwards.exact_step == 0 && p->over <= p->states);
    }
    assert_true(sum == MANY && hopeless == MANY / 100 && over == forwards.over);
}

// ---- ways

TEST(moves_to_a_state_lead_there_at_least_cost)
{
    for (size_t f = 0; f < COUNT(families); f++) {
        scoped_maze *m = maze_of_seed(families[f], 3);
        scoped_graph *g = whole_graph(m);
        for (uint32_t id = 0; id < g->reachable; id += 1 + g->reachable / 200) {
            uint32_t count, cost = 0;
            uint16_t *actions = mw_graph_moves_to(g, id, &count);
            mw_state s;
            mw_edge edges[MW_EDGES_MAX];
            mw_state_start(m, &s);
            for (uint32_t i = 0; i < count; i++) {
                unsigned n = mw_state_expand(m, &s, edges), k = 0;
                while (k < n && edges[k].action != actions[i])
                    k++;
                assert_true(k < n);
                cost += edges[k].cost;
                s = edges[k].to;
            }
            assert_int_equal(mw_visited_lookup(g->store, &s), id);
            assert_int_equal(cost, g->depth[id]);
            free(actions);
        }
    }
}

// ---- the picture

#define PLOTTED "'die:5x5,obstacles=0#1'"

// After a wanted change: run this test with PICTURES=write, and look at the picture.
TEST(a_plot_is_as_it_was_looked_at)
{
    const char *name = "tests/pictures/audit-plot.svg";
    const char *to = getenv("PICTURES") ? SOURCE_DIR "/tests/pictures" : scratch();
    scoped_reply r = answered(
        formatted(
            "audit --plot %s/audit-plot.svg -H 'h3,far=if(dx > 2, 1/0, dx),high=100*dy' " PLOTTED,
            to),
        "", 1);
    scoped_text *is = read_file(to, "audit-plot.svg"), *was = read_file(SOURCE_DIR, name);
    assert_non_null(is);
    assert_non_null(was);
    if (strcmp(is, was))
        fail_msg("%s looks different", name);
    assert_non_null(strstr(is, ">too high: 20, by at most 2</text>"));
    assert_non_null(strstr(is, ">not too high: 85 of 105 states, 79 of them exact</text>"));
    assert_non_null(strstr(is, ">hopeless</text>"));
    assert_non_null(strstr(is, ">higher</text>"));
    assert_non_null(strstr(is, "<title>exact 1, estimate 3: 2 states</title>"));
}

TEST(an_expression_in_a_plot_is_text)
{
    const char *file = scratch_path("hostile.svg");
    scoped_reply r = ask(formatted("audit --plot %s -H 'dx < 2 && dy > 1' " PLOTTED, file));
    scoped_text *svg = read_file("/", file);
    assert_non_null(strstr(svg, "dx &lt; 2 &amp;&amp; dy &gt; 1 on die"));
    // Long names that begin alike have a panel each.
    char sum[200] = "dx";
    for (unsigned i = 0; i < 60; i++)
        strcat(sum, "+0");
    scoped_reply two =
        ask(formatted("audit --plot %s -H '%s,%s+1' rook:3x3#1 " PLOTTED, file, sum, sum));
    scoped_text *both = read_file("/", file);
    unsigned panels = 0;
    for (const char *p = both; (p = strstr(p, "<g transform=\"translate(")); p++)
        panels++;
    assert_int_equal(panels, 6); // two on the rook maze, two on the die maze and on its open board
}

TEST(a_plot_that_cannot_be_written_is_refused_before_the_work)
{
    static const struct {
        const char *arguments;
        int code;
        const char *says;
    } cases[] = {
        {"audit --plot x.png " PLOTTED, 2, "--plot x.png: the name of a plot must end in .svg"},
        {"audit --plot .svg " PLOTTED, 2, "must end in .svg"},
        {"audit --plot - " PLOTTED, 2, "--plot needs a file"},
        {"audit --plot x.svg --moves E " PLOTTED, 2, "leave --moves out"},
        {"audit --plot x.svg --state 'row 1' " PLOTTED, 2, "leave --state out"},
        {"audit --plot /nowhere/x.svg " PLOTTED, 5, "/nowhere/x.svg: cannot write"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        scoped_reply r = ask(cases[i].arguments);
        if (r.code != cases[i].code || *r.out || !strstr(r.err, cases[i].says)) {
            show(&r);
            fail_msg("'%s' was expected", cases[i].says);
        }
    }
}

TEST(without_an_audit_the_old_plot_stays)
{
    const char *file = scratch_file("old.svg", "old");
    scoped_reply none = ask(formatted("audit --plot %s marble:3x3#1", file));
    assert_non_null(strstr(none.err, "nothing was audited, so"));
    scoped_reply large = ask(formatted("audit --limit-states 10 --plot %s " PLOTTED, file));
    assert_int_equal(large.code, 4);
    scoped_text *kept = read_file("/", file);
    assert_string_equal(kept, "old");
}

// ---- questions

static json_t *asked(const char *question)
{
    scoped_reply r = ask_on("ask", question, strlen(question));
    json_t *answer = json_loads(r.out, 0, NULL);
    if (!answer)
        show(&r);
    assert_non_null(answer);
    return answer;
}

TEST(the_counterexample_can_be_played)
{
    scoped_json *answer = asked("{\"ask\":\"audit\",\"maze\":\"die:5x5,obstacles=0#1\","
                                "\"heuristic\":\"h3\",\"plot\":true,\"expanded\":true}");
    assert_true(true_in(answer, "known"));
    assert_int_equal(integer_in(answer, "optimum"), 12);
    json_t *audit = json_array_get(field(answer, "audits"), 0), *reached = field(audit, "reached");
    assert_int_equal(integer_in(audit, "expanded"), 23);
    assert_int_equal(integer_in(audit, "cost"), 12);
    assert_int_equal(integer_in(field(audit, "start"), "estimate"), 12);
    assert_string_equal(text_in(field(audit, "start"), "moves"), "");
    assert_int_equal(integer_in(reached, "estimate"), 3);
    assert_int_equal(integer_in(reached, "exact"), 1);
    assert_int_equal(integer_in(field(reached, "features"), "top"), 5);
    assert_string_equal(text_in(reached, "moves"),
                        text_in(field(audit, "counterexample"), "moves"));
    assert_string_equal(text_in(field(audit, "fall"), "action"), "S");
    json_t *pairs = field(field(audit, "plot"), "pairs"), *pair;
    long long states = 0, over = 0;
    size_t i;
    json_array_foreach(pairs, i, pair)
    {
        states += json_integer_value(json_array_get(pair, 2));
        over += json_integer_value(json_array_get(pair, 3));
    }
    assert_int_equal(states, integer_in(audit, "states"));
    assert_int_equal(over, integer_in(audit, "overestimated"));
    scoped_json *play = asked(formatted(
        "{\"ask\":\"hint\",\"grade\":3,\"maze\":\"die:5x5,obstacles=0#1\",\"moves\":\"%s\"}",
        text_in(reached, "moves")));
    assert_int_equal(integer_in(play, "distance"), 1);
}

// Where the whole graph is too large, one cheapest solution can still refute a heuristic.
TEST(a_large_maze_is_audited_along_a_solution)
{
    const char *question = "{\"ask\":\"audit\",\"maze\":\"%s\",\"heuristic\":\"%s\",\"states\":%u}";
    scoped_json *high = asked(formatted(question, "theseus:60x60#2", "2*(dx + dy)", 10000));
    scoped_json *right = asked(formatted(question, "theseus:60x60#2", "dx + dy", 10000));
    scoped_json *none = asked(formatted(question, "rook:5x5#1", "dx", 2));
    scoped_json *all = asked(formatted(question, "rook:5x5#1", "dx", 1000));
    json_t *along = field(high, "along"), *reached = field(along, "reached");
    assert_false(true_in(high, "known"));
    assert_int_equal(integer_in(along, "states"), 66);
    assert_int_equal(integer_in(along, "overestimated"), 65);
    assert_int_equal(integer_in(field(right, "along"), "overestimated"), 0);
    assert_true(null_in(none, "along"));
    assert_null(json_object_get(all, "along"));
    scoped_maze *m = maze_of_id("theseus:60x60#2");
    mw_error error;
    uint16_t *actions;
    long count = mw_moves_parse(m->kind, text_in(reached, "moves"), &actions, &error);
    assert_int_equal(count + integer_in(reached, "exact"), 65); // the moves are those of a solution
    mw_state s;
    mw_status status;
    assert_int_equal(mw_replay(m, actions, (size_t)count, &s, NULL, &status), count);
    scoped_text *words = mw_state_describe(m, &s);
    assert_string_equal(words, text_in(reached, "state"));
    assert_int_equal(integer_in(reached, "estimate"),
                     2 * integer_in(field(reached, "features"), "dx") +
                         2 * integer_in(field(reached, "features"), "dy"));
    free(actions);
}

// A state that the start cannot reach has no moves; the nearest one that it can reach is told, too.
TEST(a_counterexample_may_be_out_of_reach)
{
    const char *question = "{\"ask\":\"audit\",\"maze\":\"rook:4x4#1@1\",\"heuristic\":\"%s\"}";
    scoped_json *one = asked(formatted(question, "9*(x==4)*(y==2)"));
    json_t *audit = json_array_get(field(one, "audits"), 0);
    assert_true(null_in(field(audit, "counterexample"), "moves"));
    assert_null(json_object_get(audit, "reached"));
    scoped_json *two = asked(formatted(question, "9*(x==4)*(y==2) + 9*(x==1)*(y==1)"));
    audit = json_array_get(field(two, "audits"), 0);
    assert_true(null_in(field(audit, "counterexample"), "moves"));
    assert_string_equal(text_in(field(audit, "counterexample"), "state"), "row 2, column 4");
    assert_string_equal(text_in(field(audit, "reached"), "moves"), "");
    assert_int_equal(integer_in(field(audit, "reached"), "exact"), 2);
    assert_null(json_object_get(audit, "plot"));
    assert_null(json_object_get(audit, "expanded"));
}
