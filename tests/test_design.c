// test_design.c: designing: expressions, the annealer, objectives, and the figures that designs
// must reach.
#include "support.h"

#include "core/powers.h"
#include "design/objective.h"
#include "mazewright/design.h"

#include <math.h>

// ---- arithmetic

TEST(exp_and_log_are_right)
{
    for (int i = -1890; i <= 1890; i++) {
        double x = i * 0.37, large = exp(x); // to about 1e303 both ways
        assert_true(fabs(mw_exp(x) / large - 1) < 1e-15);
        assert_true(fabs(mw_log(large) - log(large)) <= 1e-15 * fabs(log(large)));
    }
    assert_true(mw_exp(-1000) == 0 && isinf(mw_exp(1000)) && isnan(mw_exp(NAN)));
    assert_true(isinf(mw_log(0)) && isnan(mw_log(-1)) && mw_log(1) == 0);
    assert_true(mw_pow(-2, 3) == -8 && mw_pow(2, -2) == 0.25 && isnan(mw_pow(-2, 0.5)));
}

static const char *const names[] = {"length", "unreaching", "a_b", NULL};
static const double values[] = {7, 2, 3};

TEST(expressions_have_values)
{
    static const struct {
        const char *text;
        double value;
    } rows[] = {
        {"1 + 2 * 3", 7},
        {"(1 + 2) * 3", 9},
        {"2 ^ 3 ^ 2", 512},
        {"-2 ^ 2", -4},
        {"10 - 4 - 3", 3},
        {"12 / 2 / 3", 2},
        {"25*unreaching - length + 0.5*a_b^2", 47.5},
        {"if(length == 7, 1, 100)", 1},
        {"if(length != 7, 1, 100)", 100},
        {"min(length, unreaching) + max(1, 2)", 4},
        {"abs(-3) + sqrt(16)", 7},
        {"length >= 7 && unreaching < 3 || 0", 1},
        {"!length + !0", 1},
        {"1 < 2 == 1", 1},
        {" 1e3 ", 1000},
        {"1 - -1", 2},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        mw_expression e;
        mw_error error;
        if (!mw_expression_compile(&e, rows[i].text, names, &error))
            fail_msg("%s: %s", rows[i].text, error.text);
        if (fabs(mw_expression_eval(&e, values) - rows[i].value) > 0)
            fail_msg("%s is %g, not %g", rows[i].text, mw_expression_eval(&e, values),
                     rows[i].value);
    }
}

TEST(constraints_say_by_how_much_they_fail)
{
    static const struct {
        const char *text;
        double miss;
    } rows[] = {
        {"length >= 7", 0},
        {"length >= 10", 3},
        {"length < 7", 1}, // equal, where it must not be
        {"length <= 4", 3},
        {"length == 9.5", 2.5},
        {"length != 7", 1},
        {"length >= 10 && unreaching == 4", 5},
        {"length >= 10 || unreaching == 4", 2},
        {"length >= 10 && length == 7", 3},
        {"if(length == 7, length >= 8, length >= 99)", 1},
        {"!(length == 7)", 1},
        {"length - 7", 1},
        {"length", 0},
        {"length / 0 - length / 0", INFINITY},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        mw_expression e;
        mw_error error;
        if (!mw_expression_compile(&e, rows[i].text, names, &error))
            fail_msg("%s: %s", rows[i].text, error.text);
        double miss = mw_expression_miss(&e, values);
        if (miss != rows[i].miss)
            fail_msg("%s misses by %g, not %g", rows[i].text, miss, rows[i].miss);
    }
}

TEST(bad_expressions_are_refused)
{
    static const struct {
        const char *text;
        uint32_t column;
        const char *message;
    } rows[] = {
        {"", 1, "ends early"},
        {"1 +", 4, "ends early"},
        {"1 2", 3, "should have ended"},
        {"(1", 3, "')'"},
        {"1)", 2, "should have ended"},
        {"lenght", 1,
         "unknown name 'lenght'; did you mean 'length'? The names are length unreaching a_b"},
        {"foo", 1, "unknown name 'foo'; the names are length unreaching a_b"},
        {"mni(1, 2)", 1, "did you mean 'min'?"},
        {"2 * foo", 5, "unknown name 'foo'"},
        {"min(1)", 6, "comma"},
        {"min 1", 5, "'('"},
        {"if(1, 2, 3", 11, "')'"},
        {"1e999", 1, "too large"},
        {"$", 1, "a number, a name or '('"},
        {"1 = 2", 3, "'=' is written '==' in a condition"},
        {"(length = 2)", 9, "'=' is written '=='"},
        {"min(1 = 2, 3)", 7, "'=' is written '=='"},
        {"length => 2", 8, "'=>' is written '>='"},
        {"length =< 2", 8, "'=<' is written '<='"},
        {"length > 2 and a_b", 12, "'and' is written '&&'"},
        {"length > 2 & a_b", 12, "'&' is written '&&'"},
        {"length > 2 android", 12, "should have ended"},
        {"2 <= length <= 4", 13, "a second comparison belongs after '&&'"},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        mw_expression e;
        mw_error error;
        if (mw_expression_compile(&e, rows[i].text, names, &error))
            fail_msg("'%s' is accepted", rows[i].text);
        if (error.column != rows[i].column || !strstr(error.text, rows[i].message))
            fail_msg("'%s' says %u: %s", rows[i].text, error.column, error.text);
    }
}

TEST(hostile_expressions_do_no_harm)
{
    mw_expression e;
    mw_error error;
    char deep[20001];
    memset(deep, '(', 20000);
    deep[20000] = '\0';
    assert_false(mw_expression_compile(&e, deep, names, &error));
    memset(deep, '-', 20000);
    assert_false(mw_expression_compile(&e, deep, names, &error));
    for (unsigned i = 0; i < 20000; i++)
        deep[i] = i % 2 ? '+' : '1';
    assert_false(mw_expression_compile(&e, deep, names, &error));
    mw_rng rng = seeded(5);
    unsigned accepted = 0;
    for (unsigned i = 0; i < 20000; i++) {
        static const char *const parts[] = {
            "1", "length", "(", ")",  "+", "-",  "*", "/",   "^", "min(",
            ",", "if(",    "!", "==", "<", "&&", " ", "a_b", "."};
        char text[200] = "";
        for (unsigned k = mw_rng_below(&rng, 16); k--;)
            strcat(text, parts[mw_rng_below(&rng, COUNT(parts))]);
        bool valid = mw_expression_compile(&e, text, names, &error);
        if (valid)
            mw_expression_eval(&e, values);
        else
            assert_true(error.text[0]);
        accepted += valid;
    }
    assert_true(accepted > 200); // short ones are right now and then
}

// ---- the annealer, on a landscape whose lowest point is known: all bits set

typedef struct bits {
    unsigned char at[40];
} bits;

static double zeros(void *context, const void *where)
{
    ++*(unsigned *)context;
    unsigned n = 0;
    for (unsigned i = 0; i < 40; i++)
        n += !((const bits *)where)->at[i];
    return n;
}

static void flip(UNUSED void *context, void *where, mw_rng *rng)
{
    ((bits *)where)->at[mw_rng_below(rng, 40)] ^= 1;
}

TEST(every_method_finds_the_bottom)
{
    for (mw_cooling method = MW_ANNEAL; method <= MW_QUENCH; method++) {
        if (method == MW_WANDER) // a random walk does not get there
            continue;
        unsigned evaluations = 0;
        bits first = {{0}}, second = {{0}};
        mw_landscape land = {
            .bytes = sizeof first, .context = &evaluations, .energy = zeros, .step = flip};
        mw_schedule plan = {.cooling = method, .evaluations = 5000, .seed = 3};
        double energy = mw_local_search(&land, &plan, &first);
        assert_true(evaluations >= 5000 && evaluations <= 5001);
        if (energy > 0)
            fail_msg("method %d ends at %g", (int)method, energy);
        assert_true(mw_local_search(&land, &plan, &second) == energy);
        assert_memory_equal(&first, &second, sizeof first); // same seed, same result
    }
}

// ---- the two ends between which annealing lies: which steps uphill are taken

typedef struct walk {
    double last; // energy of the state that the next step begins from
    unsigned tried, rises, late_rises;
} walk;

// A step is told where it begins, so a rise that was accepted shows in the next step.
static void stagger(void *context, void *where, mw_rng *rng)
{
    walk *w = context;
    double energy = zeros(&(unsigned){0}, where);
    bool rose = w->tried && energy > w->last;
    w->rises += rose;
    w->late_rises += rose && w->tried > 300;
    w->tried++;
    w->last = energy;
    flip(NULL, where, rng);
}

static double zeros_only(UNUSED void *context, const void *where)
{
    return zeros(&(unsigned){0}, where);
}

static walk walk_by(mw_cooling cooling)
{
    bits first = {{0}};
    walk w = {0};
    mw_landscape land = {
        .bytes = sizeof first, .context = &w, .energy = zeros_only, .step = stagger};
    mw_schedule plan = {.cooling = cooling, .evaluations = 5000, .seed = 3, .hot = 4, .cold = 1};
    mw_local_search(&land, &plan, &first);
    return w;
}

TEST(a_super_drunk_takes_every_step_and_quenched_metal_soon_none_uphill)
{
    walk drunk = walk_by(MW_WANDER), quenched = walk_by(MW_QUENCH), annealed = walk_by(MW_ANNEAL);
    assert_true(drunk.rises > 2000); // about half of all steps of a random walk lead uphill
    assert_true(quenched.rises > 20);
    assert_int_equal(quenched.late_rises, 0);
    assert_true(annealed.late_rises > 500);
}

// ---- mazes

static mw_designed design(const char *kind, const char *params, const char *objective,
                          const char *const *require, uint64_t evaluations, uint64_t seed)
{
    mw_design_plan plan = {
        .params = params,
        .objective = objective,
        .require = require,
        .schedule = {.cooling = MW_ANNEAL, .evaluations = evaluations, .seed = seed}};
    mw_designed d;
    mw_error error;
    if (!mw_design_maze(mw_kind_find(kind), &plan, NULL, &d, &error))
        fail_msg("%s", error.text);
    return d;
}

static uint32_t solved_length(const mw_maze *m)
{
    scoped_result r = {0};
    mw_error error;
    assert_true(mw_search(m, &(mw_search_options){0}, &r, &error));
    assert_int_equal(r.outcome, MW_OUTCOME_SOLVED);
    uint32_t moves = r.moves;
    return moves;
}

static int by_length(const void *a, const void *b)
{
    return (int)*(const uint32_t *)a - (int)*(const uint32_t *)b;
}

// Neller's course asks for a median energy of -18 on 5x5 within 5,000 evaluations.
TEST(rook_reaches_the_course_target)
{
    uint32_t lengths[21];
    for (unsigned i = 0; i < 21; i++) {
        mw_designed d = design("rook", "5x5", "slide2", NULL, 5000, i + 1);
        assert_non_null(d.maze);
        lengths[i] = solved_length(d.maze);
        assert_true(d.energy == -(double)lengths[i]); // no cell without a way to the goal
        mw_maze_free(d.maze);
    }
    qsort(lengths, 21, sizeof *lengths, by_length);
    assert_in_range(lengths[10], 18, 21); // 21 is proven to be the longest there is
}

TEST(designs_are_what_they_say)
{
    static const struct {
        const char *kind, *params, *objective;
        uint64_t evaluations;
        uint32_t least;
    } rows[] = {
        {"theseus", "6x6", "longest", 20000, 60},
        {"theseus", "5x5,exit=door", "longest", 5000, 25},
        {"theseus", "5x5", "parameters", 1000, 10},
        {"die", "5x5", "longest", 2000, 18},
        {"bloxorz", "8x6,floor=60", "longest", 1000, 20},
        {"rook", "6x6", "longest", 20000, 20},
        {"rook", "4x4", "preferred", 500, 3},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        mw_designed a =
            design(rows[i].kind, rows[i].params, rows[i].objective, NULL, rows[i].evaluations, 9);
        mw_designed b =
            design(rows[i].kind, rows[i].params, rows[i].objective, NULL, rows[i].evaluations, 9);
        assert_non_null(a.maze);
        assert_true(mw_maze_equal(a.maze, b.maze)); // same seed, same maze
        uint32_t length = solved_length(a.maze);
        if (length < rows[i].least)
            fail_msg("%s %s: only %u moves", rows[i].kind, rows[i].params, length);
        if (!strcmp(rows[i].objective, "longest"))
            assert_true(a.energy == -(double)length);
        mw_maze_free(a.maze);
        mw_maze_free(b.maze);
    }
}

TEST(constraints_hold)
{
    mw_designed d =
        design("rook", "5x5", "-length",
               (const char *const[]){"unreaching == 0", "solutions == 1", NULL}, 3000, 2);
    assert_non_null(d.maze);
    scoped_graph *g = whole_graph(d.maze);
    mw_analysis a;
    assert_true(mw_analyse_some(g, (const char *const[]){"solutions", "unreaching", NULL}, &a));
    assert_true(value_of(&a, "solutions") == 1 && value_of(&a, "unreaching") == 0);
    assert_true(isnan(value_of(&a, "branching"))); // not asked for
    mw_analysis_free(&a);
    mw_maze_free(d.maze);
    d = design("rook", "5x5", "-length", (const char *const[]){"length > 99", NULL}, 1000, 2);
    assert_null(d.maze); // contradiction: nothing found, and said so
    // One maze in millions has this length; the search is led there by how much others miss it.
    d = design("rook", "5x5", "0", (const char *const[]){"length >= 18", NULL}, 20000, 2);
    assert_non_null(d.maze);
    mw_maze_free(d.maze);
    d = design("rook", "5x5", "length / (rows - 5)", NULL, 1000, 2);
    assert_null(d.maze); // an objective without a finite value
}

// By how much A* misses the optimum, and the states that it expands, for each heuristic.
TEST(heuristics_have_measures)
{
    static const char *const mazes[] = {"rook:5x5#%d", "die:6x6,never=none#%d",
                                        "die:5x5,cost=top#%d", "theseus:5x5#%d",
                                        "bloxorz:8x6,floor=70#%d"};
    double missed = 0;
    for (size_t i = 0; i < COUNT(mazes) * 20; i++) {
        scoped_maze *m = maze_of_id(formatted(mazes[i / 20], (int)(i % 20) + 1));
        scoped_result least = search_with(m, &(mw_search_options){0});
        for (const mw_heuristic *h = mw_heuristics(m->kind); h->name; h++) {
            mw_objective o;
            mw_error error;
            char measures[2][MW_WORD_SIZE];
            double all[MW_NAMES_MAX];
            mw_state best;
            unsigned excess = 0, expanded = 0;
            scoped_result r =
                search_with(m, &(mw_search_options){.algorithm = "astar", .heuristic = h->name});
            snprintf(measures[0], sizeof *measures, "excess_%s", h->name);
            snprintf(measures[1], sizeof *measures, "expanded_%s", h->name);
            for (unsigned k = 0; k < COUNT(measures); k++)
                for (char *c = measures[k]; *c; c++)
                    *c = *c == '-' ? '_' : *c;
            assert_true(mw_objective_init(&o, m->kind, "solvable", NULL, &error) &&
                        mw_objective_also(&o, measures[0], &excess, &error) &&
                        mw_objective_also(&o, measures[1], &expanded, &error));
            assert_true(mw_objective_values(&o, m, all, &best));
            bool solved = least.outcome == MW_OUTCOME_SOLVED;
            double miss = solved ? (double)r.cost - (double)least.cost : -1;
            missed += fmax(miss, 0);
            if (all[excess] != miss || all[expanded] != (double)r.expanded)
                fail_msg("%s, %s: %g, %g", mazes[i / 20], h->name, all[excess], all[expanded]);
        }
    }
    assert_true(missed > 10);
}

// The fast evaluator of rook mazes against the state graph.
TEST(rook_evaluation_agrees_with_the_graph)
{
    static const char *const params[] = {"5x5", "8x8", "3x7,queen", "6x4,goal=center", "2x1"};
    for (unsigned i = 0; i < 500; i++) {
        const char *id = formatted("rook:%s#%u", params[i % 5], i);
        scoped_maze *m = maze_of_id(id);
        assert_true(keeps_all_laws(m, id)); // one of them compares the two
    }
}

TEST(copies_share_a_canonical_id)
{
    static const char *const ids[] = {"rook:5x3#4", "die:4x5,obstacles=20#2",
                                      "theseus:5x4,exit=door#3",
                                      "bloxorz:6x5,switches=1,splits=1#2"};
    for (size_t i = 0; i < COUNT(ids); i++) {
        scoped_maze *m = maze_of_id(ids[i]);
        scoped_text *id = mw_canonical_id(m);
        for (unsigned symmetry = 1; symmetry < 8; symmetry++) {
            scoped_maze *turned = m->kind->design->turn(m, symmetry);
            scoped_text *other = mw_canonical_id(turned);
            assert_string_equal(id, other);
        }
    }
}

// ---- difficulty

TEST(difficulty_is_as_worked_out_by_hand)
{
    // SG: the only move wins. One step, no choice, nothing can go wrong.
    mw_maze *m = maze_of_id("null:2x1:SG");
    assert_true(fabs(measure_of(m, "player_steps") - 1) < 1e-6);
    assert_true(measure_of(m, "choice_bits") == 0 && measure_of(m, "difficulty") == 1);
    mw_maze_free(m);
    // .SG: from the middle he goes right with 1/3 + 2/3 * 1/2 = 2/3, else left and back: E = 1 + (1
    // + E)/3, so E = 2.
    m = maze_of_id("null:3x1:.SG");
    assert_true(fabs(measure_of(m, "player_steps") - 2) < 1e-6);
    assert_true(fabs(measure_of(m, "choice_bits") - 1) < 1e-12 && measure_of(m, "win_chance") == 1);
    mw_maze_free(m);
    m = maze_of_id("null:4x1:S.xG"); // no solution, no grade
    assert_true(isnan(measure_of(m, "difficulty")));
    mw_maze_free(m);
}

// The moves that the player expects to make from each state, by plain repetition. Nothing is lost
// in such a maze, so he never begins again.
static double steps_by_repetition(const mw_graph *g)
{
    double *steps = calloc(g->states, sizeof *steps), change = 1;
    assert_non_null(steps);
    while (change > 1e-14) {
        change = 0;
        for (uint32_t s = 0; s < g->reachable; s++) {
            uint32_t moves = g->first[s + 1] - g->first[s], right = MW_FAR;
            double sum = 0;
            for (uint32_t i = g->first[s]; i < g->first[s + 1]; i++) {
                sum += steps[g->arcs[i].to] / moves;
                if (right == MW_FAR && g->distance[g->arcs[i].to] + 1 == g->distance[s])
                    right = g->arcs[i].to;
            }
            double now = g->status[s] == MW_SOLVED ? 0 : 1 + steps[right] / 3 + sum * 2 / 3;
            change = fmax(change, fabs(now - steps[s]) / fmax(now, 1));
            steps[s] = now;
        }
    }
    double start = steps[0];
    free(steps);
    return start;
}

TEST(difficulty_of_very_hard_mazes_is_exact)
{
    const mw_design_plan plan = {.params = "6x6",
                                 .objective = "-player_steps",
                                 .require = (const char *const[]){"dead == 0", NULL},
                                 .schedule = {.evaluations = 4000, .seed = 3}};
    mw_designed found;
    mw_error error;
    assert_true(mw_design_maze(mw_kind_find("rook"), &plan, NULL, &found, &error));
    mw_graph *g = mw_graph_build(found.maze, false, NULL, NULL);
    assert_non_null(g);
    double exact = steps_by_repetition(g), told = measure_of(found.maze, "player_steps");
    assert_true(exact > 2000 && fabs(told - exact) < 1e-6 * exact);
    mw_graph_free(g);
    mw_maze_free(found.maze);
}

TEST(classics_are_graded_in_their_order)
{
    static const char *const files[] = {"lm01", "lm04", "lm06", "abbott-original"};
    double before = 0;
    for (size_t i = 0; i < 4; i++) {
        scoped_text *text = published_text(formatted("data/theseus/%s.thm", files[i]));
        scoped_maze *m = maze_of_text("theseus", text);
        double grade = measure_of(m, "difficulty");
        assert_true(grade > before);
        before = grade;
    }
}

// ---- the verb

TEST(the_verb_answers)
{
    static const command_case rows[] = {
        {"design rook 5x5#7 -e 2000 -q", 0, "rook 5x5", ""},
        {"design rook --list", 0, "slide2", ""},
        {"design rook", 2, "", "one kind and one size"},
        {"design", 2, "", "needs a kind and a size"},
        {"design nothing 5x5", 2, "", "needs a kind and a size"},
        {"design null 5x1", 2, "", "needs a kind and a size"},
        {"design rook 99x99", 2, "", "2x1 to 36x36"},
        {"design rook 5x5#x", 2, "", "not a seed"},
        {"design rook 5x5 -m magic", 2, "", "unknown method 'magic'; the methods are anneal"},
        {"design rook 5x5 --objective lenght", 2, "",
         "unknown name 'lenght'; did you mean 'length'? The names are rows"},
        {"design theseus 5x5 --objective lenght", 2, "", " ...\n"},
        {"design rook 5x5 --require '1 +'", 2, "", "constraint '1 +', column 4"},
        {"design rook 5x5 -e 0", 2, "", "0 evaluations"},
        {"design rook 5x5 -e 100 --require 'length > 99'", 1, "",
         "nothing solvable found that satisfies"},
        {"design die 2x1 -e 50", 1, "", "nothing solvable found"},
        {"design rook 5x5#99999999999999999999 -e 50", 2, "", "is not a seed"},
        {"design rook 5x5 --seconds 0.2 -q", 0, "# energy -", ""},
    };
    expect_answers(rows, COUNT(rows));
}

TEST(json_has_the_fields_of_the_contract)
{
    static const char *const fields[] = {
        "\"id\":",     "\"maze\":",       "\"features\":{\"length\":", "\"objective\":",
        "\"energy\":", "\"method\":",     "\"evaluations\":3000",      "\"seconds\":",
        "\"seed\":5",  "\"proven\":false"};
    scoped_text *out = output_of("design theseus 5x5#5 -e 3000 -n 2 --json", 0);
    scoped_text *again = output_of("design theseus 5x5#5 -e 3000 -n 2 --json", 0);
    for (size_t i = 0; i < COUNT(fields); i++)
        if (!strstr(out, fields[i]))
            fail_msg("no %s in %s", fields[i], out);
    // The same seed gives the same bytes, up to the seconds.
    assert_memory_equal(out, again, (size_t)(strstr(out, "\"seconds\"") - out));
}

TEST(what_is_found_is_kept)
{
    run_command("convert rook:2x1:S1G -o %s/kept.db", NULL, NULL); // not a catalogue
    assert_int_equal(run_command("design rook 4x4 -e 500 -q --catalogue %s/kept.db", NULL, NULL),
                     3);
    assert_int_equal(remove(scratch_path("kept.db")), 0);
    for (int twice = 0; twice < 2; twice++) // the second time, everything is known already
        assert_int_equal(
            run_command("design rook 4x4#1 -n 3 -e 500 -q --catalogue %s/kept.db", NULL, NULL), 0);
    assert_int_equal(run_command("design rook 4x4 -m exact --catalogue %s/kept.db", NULL, NULL), 0);
    scoped_text *out = output_of("catalogue list %s/kept.db --sort -length", 0);
    char *proven = strstr(out, "exact, proven");
    unsigned lines = 0;
    for (const char *p = out; *p; p++)
        lines += *p == '\n';
    assert_in_range(lines, 3, 5); // a heading, up to three mazes, the proven one
    assert_non_null(proven);
    assert_int_equal(run_command("catalogue verify %s/kept.db", NULL, NULL), 0);
}
