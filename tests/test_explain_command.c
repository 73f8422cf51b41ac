// test_explain_command.c: accounts of mazes as users see them: `mazewright explain` and the
// questions `explain` and `compare`. That they are right is in test_explain.c; here the accounts of
// the shipped mazes are compared with explain.golden, and what is told is played on the board.
#include "command_support.h"

#include "core/text.h"
#include "mazewright/explain.h"

#include <math.h>

// The object that the command prints; the test fails if there are several.
static json_t *object_of(const char *arguments, int code)
{
    scoped_text *text = output_of(arguments, code);
    json_t *o = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
    if (!o)
        fail_msg("%s: %.300s", arguments, text);
    return o;
}

static long long maybe_in(const json_t *o, const char *name)
{
    return json_is_null(field(o, name)) ? -1 : integer_in(o, name);
}

// ---- the shipped mazes

// A line of explain.golden: figures, and a number for all the words.
static void write_golden(mw_writer *w, const char *file, const json_t *o)
{
    size_t i;
    json_t *must;
    mw_writer words = {0};
    unsigned facts = 0;
    long long ending = maybe_in(o, "point_of_no_return");
    json_array_foreach(field(o, "must_pass"), i, must)
    {
        facts += true_in(must, "fact");
        mw_write(&words, "%s after", text_in(must, "words"));
        size_t k;
        json_t *before;
        json_array_foreach(field(must, "after"), k, before)
            mw_write(&words, " %u", (unsigned)json_integer_value(before));
        mw_write(&words, "\n");
    }
    mw_write(w, "%s length=%u ways=%u passed=%u facts=%u away=%d no_return=%d words=%08x\n", file,
             (unsigned)integer_in(o, "length"), (unsigned)integer_in(o, "ways"),
             (unsigned)integer_in(o, "passed"), facts, (int)maybe_in(o, "away"), (int)ending,
             (unsigned)(mw_hash_bytes(words.text, words.length) & 0xffffffff));
    free(words.text);
}

static json_t *account_of_file(const char *file)
{
    return object_of(formatted("explain --json %s/%s", SOURCE_DIR, file), DONE);
}

// EXPLAIN_GOLDEN=FILE writes the lines as they are now into a file, to compare and to take over.
TEST(shipped_mazes_have_their_golden_accounts)
{
    char **names = shipped_mazes();
    const char *to = getenv("EXPLAIN_GOLDEN");
    scoped_text *golden = read_file(SOURCE_DIR, "tests/explain.golden");
    mw_writer now = {0};
    for (size_t i = 0; names[i]; i++) {
        scoped_json *o = account_of_file(names[i]);
        write_golden(&now, names[i], o);
    }
    free_names(names);
    FILE *out = to ? fopen(to, "w") : NULL;
    if (out) {
        fputs(now.text, out);
        fclose(out);
    }
    assert_non_null(golden);
    char *line = now.text, *other = golden;
    for (; *line && *other; line += strcspn(line, "\n") + 1, other += strcspn(other, "\n") + 1) {
        size_t n = strcspn(line, "\n") + 1;
        if (strncmp(line, other, n))
            fail_msg("the account is now\n%.*sand was\n%.*s", (int)n, line,
                     (int)strcspn(other, "\n") + 1, other);
    }
    assert_true(!*line && !*other);
    free(now.text);
}

// The state after so many moves of the way.
static mw_state state_at(const mw_maze *m, const json_t *way, long long moves)
{
    mw_state s;
    mw_writer text = {0};
    mw_error e;
    uint16_t *actions;
    mw_write(&text, "%s", "");
    for (long long i = 0; i < moves; i++)
        mw_write(&text, "%s ", json_string_value(json_array_get(way, (size_t)i)));
    long count = mw_moves_parse(m->kind, text.text, &actions, &e);
    assert_int_equal(count, moves);
    assert_int_equal(mw_replay(m, actions, (size_t)count, &s, NULL, NULL), moves);
    free(actions);
    free(text.text);
    return s;
}

// What the account says of a state is so on the board; facts come about where it says.
static void check_must(const mw_maze *m, const json_t *o, const json_t *must)
{
    const json_t *way = field(o, "way");
    long long at = integer_in(must, "at");
    mw_state s = state_at(m, way, at);
    if (true_in(must, "fact")) {
        assert_true(null_in(must, "state") && null_in(must, "features") && null_in(must, "cell"));
        assert_true(at > 0);
        assert_true(!(m->traits & MW_UNIT_COST) || at >= integer_in(must, "depth"));
        return;
    }
    scoped_text *words = mw_state_describe(m, &s);
    assert_string_equal(text_in(must, "state"), words);
    double values[MW_FEATURES_MAX];
    const mw_feature *f = mw_features(m->kind);
    mw_state_features(m, &s, values);
    for (unsigned i = 0; f[i].name; i++)
        assert_true(isnan(values[i]) || number_in(field(must, "features"), f[i].name) == values[i]);
    if (m->kind->rules->cell)
        assert_int_equal(integer_in(must, "cell"), m->kind->rules->cell(m, &s));
    if (m->traits & MW_UNIT_COST)
        assert_int_equal(at, integer_in(must, "depth"));
}

// Everything before a must is before it in the list, and region by region.
static void check_order(const json_t *musts)
{
    size_t i, k;
    json_t *must, *before;
    long long region = 0;
    json_array_foreach(musts, i, must)
    {
        long long here = integer_in(must, "region");
        assert_true(here == region || (here == region + 1 && !true_in(must, "fact")));
        assert_int_equal(json_array_size(field(must, "after")) > 0, i > 0);
        json_array_foreach(field(must, "after"), k, before)
        {
            const json_t *other = json_array_get(musts, (size_t)json_integer_value(before));
            assert_true(json_integer_value(before) < (long long)i);
            assert_true(integer_in(other, "at") <= integer_in(must, "at"));
        }
        region = here;
    }
}

TEST(what_is_told_can_be_seen_on_the_board)
{
    char **names = shipped_mazes();
    for (size_t n = 0; names[n]; n += SANITIZED ? 7 : 1) {
        scoped_maze *m = maze_of_file(names[n]);
        scoped_json *o = account_of_file(names[n]);
        const json_t *musts = field(o, "must_pass");
        size_t i;
        json_t *must;
        assert_true(true_in(o, "known") && true_in(o, "winnable") && !true_in(o, "lost"));
        mw_state end = state_at(m, field(o, "way"), integer_in(o, "length"));
        assert_int_equal(mw_state_status(m, &end), MW_SOLVED);
        json_array_foreach(musts, i, must) check_must(m, o, must);
        check_order(musts);
        assert_int_equal(json_array_size(field(o, "regions")), integer_in(o, "passed"));
    }
    free_names(names);
}

// ---- the verb

#define ROOK5    "shipped:rook/05"
#define THESEUS5 "shipped:theseus/05"
#define NO_WAY   "theseus:6x6#2"

TEST(accounts_are_told_with_their_codes)
{
    static const command_case cases[] = {
        {"explain " ROOK5, DONE, ": A shortest solution has 10 moves. Every solution passes 8\n",
         ""},
        {"explain " ROOK5, DONE, "    Then different ways through 13 states, the shortest of 4 m",
         ""},
        {"explain shipped:bloxorz/14", DONE, "\n    - Nothing presses the cross switch on row 4, ",
         ""},
        {"explain shipped:bloxorz/14", DONE, "Point of no return, after 3 moves: the block stands",
         ""},
        {"explain shipped:die/12", DONE,
         "\n    - In no fixed order: the die is on row 4, column 7;", ""},
        {"explain shipped:marble/03", DONE,
         "Then 10 moves: cw cw ccw ccw ccw ccw ccw cw cw ccw. Other ways ", ""},
        {"explain 'null 5x1#1' --kind null", INPUT, "", "null 5x1#1"},
        {"explain null:5x1:S...G", DONE, "Then 4 moves without another way: RRRR.\n", ""},
        {"explain --moves RRR " THESEUS5, DONE, "A shortest way to win from here has 26 moves.",
         ""},
        {"explain --moves L " THESEUS5, NO, "Move 1 (L) lost it.", ""},
        {"explain --moves '' " NO_WAY, NO, "cannot be won at all", ""},
        {"explain --moves R null:3x1:S.G null:3x1:SG.", DONE, "\nnull:3x1:SG.: This is solved", ""},
        {"explain --moves RR null:3x1:S.G", DONE, "This is solved; nothing is left to do.", ""},
        {"explain --moves RRDD " THESEUS5, USAGE, "", "move 3 (D) is not possible there: a wall"},
        {"explain --moves 'RR\033[2J' " THESEUS5, USAGE, "", "no kind has such moves"},
        {"explain --limit-states 10 shipped:die/12", LIMIT, "", "too large to know what every"},
        {"explain --limit-states 90 shipped:die/11", LIMIT, "", "limit: states"},
        {"explain --limit-memory 100K die:100x100,obstacles=0#1", LIMIT, "", "limit: memory"},
        {"explain --format csv shipped:rook/01", DONE, ",winnable,length,cost,states,ways,", ""},
        {"explain shipped:theseus/01", DONE,
         "A wrong move can lose at the\n    beginning, and after 1, 2, 3, 4 moves.", ""},
        {"explain --moves R " THESEUS5, DONE, " 1. Now: Theseus is on row 4, column 3", ""},
        {"explain --compare " ROOK5 " " NO_WAY, DONE, "1 shortest\n  solution, against 0.", ""},
        {"explain -o /nosuch/x.html " ROOK5, BROKEN, "", "/nosuch/x.html: cannot write"},
        {"hint " NO_WAY, NO, "States that can still be reached", ""},
        {"explain shipped:theseus/13", DONE,
         "On each of them:\n    - The Minotaur is dead, and nobody chases Theseus\n", ""},
        {"explain --compare null:2x1:SG null:3x1:S.G", DONE,
         "B is harder than A, though the difficulty of both is 1.0. A simulated player", ""},
        {"explain --theme dark " ROOK5, USAGE, "", "--theme is for pictures"},
        {"explain -o x.txt " ROOK5, USAGE, "", "must end in .html"},
        {"explain -o x.html --json " ROOK5, USAGE, "", "leave out --json"},
        {"explain --compare " ROOK5, USAGE, "", "needs two mazes or more"},
        {"explain --compare --moves R " ROOK5, USAGE, "", "do not go together"},
        {"explain --compare rook:5x5#1..13", USAGE, "", "at most 12 mazes"},
        {"explain --compare " ROOK5 " " NO_WAY, DONE, "B has no solution, so it has no diffi", ""},
        {"explain --compare " ROOK5 " " ROOK5, DONE, "A and B are equally hard", ""},
        {"explain --compare --limit-states 20 " ROOK5 " shipped:rook/06", LIMIT, "",
         "limit: states"},
    };
    expect_answers(cases, COUNT(cases));
}

// Where the graph is too large, a search may still find how long the shortest solution is.
TEST(what_can_be_known_of_a_large_maze_is_told)
{
    scoped_reply r = ask("explain --limit-memory 600K die:60x60,obstacles=0,never=none#1");
    assert_int_equal(r.code, LIMIT);
    assert_non_null(strstr(r.out, "a shortest solution has 118 moves.\n"));
    scoped_json *o = object_of("explain --json --limit-states 10 shipped:die/12", LIMIT);
    assert_true(!true_in(o, "known") && null_in(o, "winnable") && null_in(o, "must_pass"));
    assert_string_equal(text_in(o, "limit"), "states");
}

// The account of a position begins there, and goes on as that of the start does.
TEST(accounts_of_positions_go_on)
{
    scoped_json *start = object_of("explain --json " THESEUS5, DONE),
                *later = object_of("explain --json --moves RRUUU " THESEUS5, DONE);
    const json_t *all = field(start, "must_pass"), *rest = field(later, "must_pass");
    assert_string_equal(text_in(later, "made"), "RRUUU");
    assert_int_equal(json_array_size(all) - 5, json_array_size(rest));
    for (size_t i = 0; i < json_array_size(rest); i++) {
        const json_t *one = json_array_get(all, i + 5), *other = json_array_get(rest, i);
        assert_string_equal(text_in(one, "words"), text_in(other, "words"));
        assert_int_equal(integer_in(one, "depth"), integer_in(other, "depth") + 5);
    }
    scoped_json *lost = object_of("explain --json --moves L " THESEUS5, NO);
    assert_true(true_in(lost, "lost") && !true_in(lost, "winnable"));
    assert_int_equal(integer_in(lost, "fatal_move"), 1);
    assert_string_equal(text_in(field(lost, "refutation"), "action"), "L");
    assert_int_equal(integer_in(field(lost, "refutation"), "states"), 3);
    assert_non_null(strstr(text_in(lost, "words"), "Move 1 (L) lost it."));
}

static unsigned count_of(const char *text, const char *part)
{
    unsigned count = 0;
    for (const char *at = text; (at = strstr(at, part)); at += strlen(part))
        count++;
    return count;
}

TEST(pictures_are_shown_at_each_step)
{
    scoped_text *plain = output_of("explain --pictures shipped:bloxorz/14", DONE);
    assert_int_equal(count_of(plain, "\\_/"), 4); // the hole, on each board but the last
    // The last board stands below the words of the end.
    const char *end = strstr(plain, "\nAt the end: "), *board = end ? strstr(end, "=A=") : NULL;
    assert_true(board && board < strstr(plain, "\nPoint of no return"));
    char *page = strdup(scratch_path("account.html"));
    scoped_reply r =
        ask(formatted("explain -o %s shipped:bloxorz/14 shipped:marble/03 " NO_WAY, page));
    assert_int_equal(r.code, NO);
    assert_string_equal(r.out, "");
    scoped_text *html = bytes_of(page, &(size_t){0});
    assert_int_equal(count_of(html, "<svg"), 5);
    assert_int_equal(count_of(html, "<h2>"), 3);
    assert_int_equal(count_of(html, "<svg"), count_of(html, "</svg>"));
    assert_int_equal(count_of(html, "<li>"), count_of(html, "</li>"));
    assert_non_null(strstr(html, "</html>"));
    assert_int_equal(count_of(html, "http"), count_of(html, "xmlns=\"http")); // nothing is fetched
    free(page);
}

// ---- which maze is harder

static double grades_of(const json_t *o)
{
    size_t i;
    json_t *part;
    double sum = 0;
    json_array_foreach(field(o, "parts"), i, part) sum += number_in(part, "grades");
    return sum;
}

static double measure_in(const json_t *o, const char *name, size_t maze)
{
    size_t i;
    json_t *measure;
    json_array_foreach(
        field(o, "measures"), i,
        measure) if (!strcmp(text_in(measure, "name"),
                             name)) return json_number_value(json_array_get(field(measure,
                                                                                  "values"),
                                                                            maze));
    fail_msg("no measure %s", name);
    return 0;
}

// The parts are the difference of the grades, whatever the mazes and their order; the measures are
// those of `analyse`.
TEST(parts_of_a_difference_are_the_whole_difference)
{
    static const char *const mazes[] = {"shipped:die/05",     "shipped:die/12", "shipped:rook/10",
                                        "shipped:theseus/05", "rook:6x6#4",     "bloxorz:8x8#3"};
    for (size_t a = 0; a < COUNT(mazes); a++)
        for (size_t b = 0; b < a; b++) {
            scoped_json *o =
                object_of(formatted("explain --json --compare %s %s", mazes[a], mazes[b]), DONE);
            double one = measure_in(o, "difficulty", 0), other = measure_in(o, "difficulty", 1);
            assert_int_equal(integer_in(o, "harder"), other > one);
            assert_true(fabs(fabs(one - other) - grades_of(o)) < 1e-9);
            scoped_json *back =
                object_of(formatted("explain --json --compare %s %s", mazes[b], mazes[a]), DONE);
            assert_int_equal(integer_in(back, "harder"), other <= one);
            assert_true(fabs(grades_of(o) - grades_of(back)) < 1e-12);
            scoped_json *all = object_of(formatted("analyse --json %s", mazes[a]), DONE);
            static const char *const same[] = {"difficulty", "player_steps", "length",     "states",
                                               "dead",       "losing",       "choice_bits"};
            for (size_t i = 0; i < COUNT(same); i++)
                assert_true(measure_in(o, same[i], 0) ==
                            number_in(field(all, "features"), same[i]));
        }
}

TEST(the_question_compares_as_the_verb_does)
{
    scoped_text *verb = output_of("explain --json --compare rook:5x5#1 rook:5x5#7", DONE);
    scoped_reply r =
        ask("ask '{\"ask\":\"compare\",\"maze\":\"rook:5x5#1\",\"with\":\"rook:5x5#7\"}'");
    const char *members = strstr(r.out, "\"ids\":");
    assert_non_null(members);
    assert_string_equal(members, verb + 1);
}

TEST(several_mazes_are_told_from_the_hardest_on)
{
    scoped_text *out =
        output_of("explain --compare shipped:die/05 shipped:die/12 shipped:die/06", DONE);
    const char *first = strstr(out, "B is harder than C:"),
               *second = strstr(out, "C is harder than A:");
    assert_true(first && second && first < second);
}
