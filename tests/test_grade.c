// test_grade.c: submissions graded by a rubric: right, wrong and misbehaving ones of every sort;
// what a rubric may say; results for Gradescope; nothing of a submission outlives its grade.
#include "child.h"
#include "experiment/grade/rubric.h"

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <sys/stat.h>

#define RUBRIC                                                                                     \
    "title \"Dice\"\n"                                                                             \
    "mazes shipped:die/01 shipped:die/03\n"                                                        \
    "random die 4x4 seeds 1..3\n"                                                                  \
    "test admissible points 10\n"                                                                  \
    "test consistent points 5 partial\n"                                                           \
    "test optimal points 5 partial\n"                                                              \
    "test expanded <= h2 points 4 partial hidden\n"                                                \
    "limit seconds 1\n"                                                                            \
    "limit memory 256M\n"                                                                          \
    "run .sh \"sh {}\"\n"                                                                          \
    "run .py \"python3 {}\"\n"

static int begin(UNUSED void **state)
{
    scratch_file("r.txt", RUBRIC);
    scratch_file("alice.txt", "# Alice\n  mine  =  max(dx, dy)\n");
    scratch_file("bob.expr", "dx + dy + 2*(top != 1)\n");
    return 0;
}
ALL_TESTS_WITH(begin, NULL)

// Runs the command and holds what it prints against a text in which * stands for anything.
static void expect(const char *arguments, int code, const char *pattern)
{
    scoped_text *out = NULL, *err = NULL;
    int found = run_command(arguments, &out, &err);
    const char *at = out;
    bool same = found == code;
    for (const char *part = pattern; same && *part;) {
        size_t length = strcspn(part, "*");
        scoped_text *wanted = strndup(part, length);
        at = strstr(at, wanted);
        same = at;
        at = same ? at + length : out;
        part += length + (part[length] == '*');
    }
    if (!same)
        fail_msg("%s: code %d\n%s%s", arguments, found, out, err);
}

// ---- three submissions of each sort: right, inadmissible, looping

TEST(expressions)
{
    expect("grade %s/r.txt %s/alice.txt %s/bob.expr carol='dx +'", DONE,
           "Dice\n\n"
           "submission  admissible  consistent  optimal  expanded <= h2  total\n"
           "(points)            10           5        5               4     24\n"
           "alice               10           5        5             1.6   21.6\n"
           "bob                  0           0        5             1.6    6.6\n"
           "carol                0           0        0               0      0\n"
           "\n"
           "alice: on shipped:die/03: A* with it expands 15 states, and 13 are allowed (h2 expands "
           "as many)\n"
           "bob: not admissible on shipped:die/01: row 4, column 5, top 5, north 1, east 3: your "
           "estimate is 3, the exact distance 1\n"
           "bob: not consistent on shipped:die/01: row 4, column 5, top 5, north 1, east 3: your "
           "estimate is 3; move S costs 1 and leads to row 5, column 5, top 1, north 2, east 3, "
           "where it is 0\n"
           "*carol: column 11: the expression ends early\n");
}

static bool python_is_there(void)
{
    return !system("python3 -c 'import json' 2> /dev/null"); // NOLINT(cert-env33-c) a fixed line
}

static const char *python(const char *name, const char *estimate)
{
    return scratch_file(name, formatted("import json, sys\n"
                                        "for line in sys.stdin:\n"
                                        "    q = json.loads(line)\n"
                                        "    f = q['features']\n"
                                        "    print(json.dumps({'id': q['id'], 'estimate': %s}))\n",
                                        estimate));
}

TEST(programs_in_python)
{
    if (!python_is_there())
        skip();
    python("alice.py", "f['dx'] + f['dy']");
    python("bob.py", "f['dx'] + f['dy'] + 2 * (f['top'] != 1)");
    scratch_file("carol.py", "while True:\n    pass\n");
    expect("grade %s/r.txt %s/alice.py %s/bob.py %s/carol.py", DONE,
           "\nalice               10           5        5               4     24\n"
           "bob                  0           0        5             1.6    6.6\n"
           "carol                0           0        0               0      0\n"
           "\nbob: not admissible on shipped:die/01: row 4, column 5, top 5, north 1, east 3: your "
           "estimate is 3, the exact distance 1\n"
           "*carol: on shipped:die/01 and 2 other mazes: it used more than 1 s of processor "
           "time\n"
           "carol: on die:4x4#2@1 and 1 other maze: not tried, because it did not answer on the "
           "mazes before\n");
}

static void plugin(const char *name, const char *begin, const char *estimate)
{
    scratch_file("p.c", formatted("#include <mazewright/plugin.h>\n"
                                  "#include <stdlib.h>\n"
                                  "__attribute__((constructor)) static void begin(void) { %s; }\n"
                                  "static uint32_t h(const mw_maze *m, const mw_state *s)\n"
                                  "{ (void)m, (void)s; %s; }\n"
                                  "MW_PLUGIN = {.size = sizeof(mw_plugin), .version = MW_VERSION,\n"
                                  ".name = \"mine\", .heuristics = (const mw_plugin_heuristic[]){\n"
                                  "{\"die\", {.name = \"mine\", .about = \"of a student\",\n"
                                  ".claims = mw_claims_nothing, .eval = h}}, {0}}};\n",
                                  begin, estimate));
    free(run_shell("cc -shared -fPIC -I" SOURCE_DIR "/include -o %s/%s %s/p.c", scratch(), name,
                   scratch()));
}

TEST(plugins)
{
#ifndef __x86_64__ // cc builds for the machine, which need not be the platform of this test
    skip();
#endif
    plugin("alice.so", "", "return 0");
    plugin("bob.so", "", "return 7");
    plugin("carol.so", "", "for (;;) (void)0");
    plugin("dan.so", "", "*(volatile int *)0 = 1; return 0");
    plugin("eve.so", "abort()", "return 0");
    plugin("finn.so", "exit(0)", "return 0");
    scratch_file("gina.so", "no plug-in");
    expect("grade %s/r.txt %s/alice.so %s/bob.so %s/carol.so %s/dan.so %s/eve.so %s/finn.so "
           "%s/gina.so after=%s/alice.txt",
           DONE,
           "*alice               10           5        5             1.6   21.6\n"
           "bob                  0           5        5             1.6   11.6\n"
           "carol                0           0        0               0      0\n"
           "dan                  0           0        0               0      0\n"
           "eve                  0           0        0               0      0\n"
           "finn                 0           0        0               0      0\n"
           "gina                 0           0        0               0      0\n"
           "after               10 *"
           "bob: not admissible on shipped:die/01: row 5, column 5, top 1, north 2, east 3: your "
           "estimate is 7, the exact distance 0\n"
           "*carol: on shipped:die/01 and 2 other mazes: it used more than 1 s*"
           "\ndan: on shipped:die/01 and 2 other mazes: it *\neve: on shipped:die/01*\nfinn: on "
           "shipped:die/01 and 2 other mazes: it ended with exit code 0 before its last answer\n*"
           "gina: on shipped:die/01 and 2 other mazes: the plug-in: is no shared library*");
}

// ---- programs that misbehave

#define ANSWERS                                                                                    \
    "while read -r q; do i=${q#*:}; echo \"{\\\"id\\\":${i%%%%,*},\\\"estimate\\\":%s}\"; done"

static const char *answering(const char *estimate)
{
    return formatted(ANSWERS, estimate);
}

static const struct misbehaviour {
    const char *script, *says; // * stands for any text
} misbehaviours[] = {
    {"echo hello", "its answer is no JSON object: hello"},
    {"printf '\\001\\377\\n'", "its answer is no JSON object: ??"},
    {"echo '[1]'", "its answer is no JSON object: [1]"},
    {"echo", "its answer is no JSON object: (an empty line)"},
    {"echo '{\"id\":2,\"estimate\":1}'", "answer must have *id*:1, and this has not: {"},
    {"echo '{\"id\":1,\"estimate\":\"x\"}'", "its answer has no number 'estimate': {*id*:1"},
    {"echo '{\"id\":1}'", "its answer has no number 'estimate'"},
    {"echo '{\"id\":1,\"error\":\"I give up\"}'", "it answers with an error: I give up"},
    {"yes x | tr -d '\\n'", "it prints a line without end: xxxx"},
    {"yes '{\"id\":1,\"estimate\":1}'", "answer must have *id*:2, and this has not: {"},
    {"exit 3", "it ended with exit code 3"},
    {"echo Exception: x >&2; printf '\tat y\n' >&2; exit 1", "stderr: Exception: x"},
    {"echo '{\"id\":1,\"estimate\":NaN}'", "(invalid token near 'NaN'): {*id*:1,*estimate*:NaN}"},
    {"echo '{\"estimate\":1}'", "must have *id*:1, and this has not: {*estimate*:1}"},
    {"echo first >&2; echo last words >&2; exit 1",
     "exit code 1 before its last answer; its last words on stderr: last "},
    {"printf '\\033[31mred\\377\\n' >&2; exit 1", "its last words on stderr: ?[31mred?"},
    {"read -r q; kill -11 $$", "it crashed with signal 11"},
    {"exec >&-; sleep 100", "it closed its output"},
    {"while :; do :; done", "it used more than 1 s of processor time"},
    {"sleep 100", "it did not answer within 3 s"},
    {"for i in $(seq 100); do sleep 100 & done; wait", "it started more than 64 processes"},
    {"dd if=/dev/zero of=big bs=1M count=100 2> /dev/null; exit 5", "it ended with exit code 5"},
    {"dd if=/dev/zero bs=1G count=2 2>&1 > /dev/null | grep -q . && exit 7", "exit code 7"},
};

TEST(whatever_a_program_does_costs_its_points_only)
{
    for (size_t i = 0; i < COUNT(misbehaviours); i++) {
        scratch_file("bad.sh", misbehaviours[i].script);
        expect("grade %s/r.txt %s/bad.sh %s/alice.txt -f json", DONE,
               formatted("{\"submission\":\"bad\",\"score\":0,\"max_score\":24,*%s*"
                         "{\"submission\":\"alice\",\"score\":21.6,\"max_score\":24,*",
                         misbehaviours[i].says));
    }
}

TEST(the_last_answer_may_lack_the_end_of_its_line)
{
    scratch_file("good.sh", formatted("printf '%%s' \"$(%s)\"", answering("0")));
    expect("grade %s/r.txt %s/good.sh -f json", DONE,
           "{\"submission\":\"good\",*\"name\":\"admissible\",\"score\":10,*");
}

static bool is_running(const char *file)
{
    scoped_text *text = read_file("/", scratch_path(file));
    assert_non_null(text);
    return !kill((pid_t)strtol(text, NULL, 10), 0) || errno != ESRCH;
}

TEST(nothing_outlives_its_grade)
{
    scratch_file("bad.sh", formatted("setsid sh -c 'echo $$ > %s/pid; exec sleep 100' &\n"
                                     "while [ ! -s %s/pid ]; do sleep 0.01; done; exit 1",
                                     scratch(), scratch()));
    expect("grade %s/r.txt %s/bad.sh", DONE, "*it ended with exit code 1*");
    assert_false(is_running("pid"));
}

// A file of 16 MiB is the longest that a submission may write, and no descriptor is open to it but
// its own.
TEST(a_program_has_limits_from_the_beginning)
{
    scratch_file("look.sh", formatted("ulimit -c > %s/core; ulimit -f > %s/file\n"
                                      "set -- /proc/$$/fd/*\necho $# > %s/fds; pwd > %s/folder\n%s",
                                      scratch(), scratch(), scratch(), scratch(), answering("0")));
    expect("grade %s/r.txt %s/look.sh", DONE, "look                10           5        5");
    static const struct {
        const char *file, *text;
    } rows[] = {{"core", "0\n"}, {"file", "32768\n"}};
    for (size_t i = 0; i < COUNT(rows); i++)
        assert_true(holds(scratch_path(rows[i].file), rows[i].text));
    scoped_text *fds = read_file("/", scratch_path("fds")),
                *folder = read_file("/", scratch_path("folder"));
    // A shell keeps its script open, and the folder while it lists it.
    assert_in_range(strtol(fds, NULL, 10), 4, 5);
    folder[strcspn(folder, "\n")] = '\0';
    assert_true(strstr(scratch(), strrchr(folder, '/')));
}

// ---- several heuristics

TEST(as_many_heuristics_as_are_wanted)
{
    scratch_file("three.txt", "mazes shipped:die/01 shipped:die/02\nheuristics 3\n"
                              "test admissible points 6 partial\ntest different points 3 partial\n"
                              "run .sh \"sh {}\"\n");
    scratch_file("a.txt", "one = dx\ntwo = dx + 0\nthree = 9 + dy\nfour = 1\n");
    scratch_file("b.txt", "dy\n dy = dx + dz\n");
    scratch_file("c.sh", answering("0"));
    expect("grade %s/three.txt %s/a.txt %s/b.txt %s/c.sh", DONE,
           "submission  admissible  different  total\n"
           "(points)             6          3      9\n"
           "a                    4          2      6\n"
           "b                    2          1      3\n"
           "c                    6          1      7\n\n"
           "a: three: not admissible on shipped:die/0*your estimate is 9, the exact distance 0\n"
           "a: two: its estimates are the same as those of one in all states\n"
           "a: 4 heuristics were handed in; the first 3 are graded\n"
           "b: dy: line 2, column 12: unknown name 'dz'*"
           "\nb: heuristic 3: it is missing: 2 handed in, 3 wanted\n"
           "*c: heuristic 2: its estimates are the same as those of heuristic 1 in all states\n");
}

// A program is told which of its heuristics is meant; null means that there is no way.
TEST(a_program_may_have_several_heuristics)
{
    if (!python_is_there())
        skip();
    scratch_file("two.txt", "mazes shipped:die/01\nheuristics 2\ntest admissible points 1 partial\n"
                            "test different points 1\nrun .py \"python3 {}\"\n");
    python("two.py", "None if q['heuristic'] == 2 and f['dx'] > 3 else f['dx'] - 0.5");
    expect("grade %s/two.txt %s/two.py", DONE,
           "*two                0.5          1    1.5\n\n"
           "two: heuristic 2: not admissible on shipped:die/01: *: your estimate is that there is "
           "no way, the exact distance *\n");
}

// ---- solvers

TEST(solvers)
{
    scratch_file("s.txt", "ask solve\nmazes rook:2x2:S11/1G rook:4x4#3\n"
                          "test solved points 4 partial\ntest optimal points 2 partial\n"
                          "test expanded <= zero points 1\nlimit seconds 1\nrun .sh \"sh {}\"\n");
    static const struct {
        const char *first, *second, *says;
    } rows[] = {
        {"\"RD\",\"expanded\":3", "null,\"expanded\":15",
         "one              4        2                 1      7\n"},
        {"\"DR\"", "null",
         "one              4        2                 0      6\n\none: on "
         "rook:2x2:S11/1G: it does not tell how many states it expanded\n"},
        {"\"RLRD\",\"expanded\":9", "\"R\"",
         "one              2        0                 0      2\n\none: on rook:4x4#3@1: it gives "
         "moves, and there is no solution\none: on rook:2x2:S11/1G: it gives a solution that costs "
         "4, and there is one of 2\n"},
        {"\"RU\"", "null",
         "*one: on rook:2x2:S11/1G: move 2 (U) is not possible at row 1, column 2: "},
        {"\"R\"", "null", "*the moves end at row 1, column 2, which is not the goal\n"},
        {"\"RDR\"", "null", "*the game is over after move 2, and more moves follow\n"},
        {"\"right\"", "null", "*one: on rook:2x2:S11/1G: its moves: "},
        {"null", "null", "*it says that there is no solution, and there is one\n"},
        {"7", "null", "*its answer has no text 'moves': {\"id\":1"},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        scratch_file("one.sh", formatted("read -r q; case $q in\n"
                                         "*2x2*) echo '{\"id\":1,\"moves\":%s}';;\n"
                                         "*) echo '{\"id\":1,\"moves\":%s}';;\nesac\n",
                                         rows[i].first, rows[i].second));
        expect("grade %s/s.txt %s/one.sh", DONE, rows[i].says);
    }
}

TEST(a_solver_is_told_everything_about_the_maze)
{
    scratch_file("s.txt",
                 "ask solve\nmazes rook:2x2:S11/1G\ntest solved points 4\nrun .sh \"sh {}\"");
    scratch_file("keep.sh",
                 formatted("head -n 1 > %s/asked; echo '{\"id\":1,\"moves\":\"RD\"}'", scratch()));
    expect("grade %s/s.txt %s/keep.sh", DONE, "*keep             4      4\n");
    scoped_text *line = read_file("/", scratch_path("asked"));
    scoped_json *q = json_loads(line, 0, NULL);
    assert_int_equal(integer_in(q, "id"), 1);
    assert_string_equal(text_in(q, "ask"), "solve");
    assert_string_equal(text_in(q, "maze"), "rook:2x2:S11/1G");
    assert_string_equal(text_in(q, "kind"), "rook");
    assert_string_equal(text_in(q, "text"), "rook 2x2\n[1]  1\n 1   G\n");
    assert_non_null(strstr(text_in(q, "rules"), "jump"));
    assert_int_equal(json_array_size(field(q, "actions")), 8);
}

// ---- larger mazes

TEST(a_search_asks_where_the_graph_is_too_large)
{
    scratch_file("large.txt", "mazes die:600x600,never=none#1\ntest optimal points 5\n"
                              "test expanded <= h2 points 5\nlimit seconds 20\nrun .sh \"sh {}\"");
    scratch_file("half.sh", formatted("read -r q; echo '{\"id\":1,\"estimate\":3}'; exit 4"));
    expect("grade %s/large.txt mine='dx + dy' %s/half.sh", DONE,
           "*mine              5               5     10\n"
           "half              0               0      0\n\nhalf: it ended with exit code 4 before "
           "its last answer\n");
    scratch_file("graph.txt", "mazes rook:4x4#1\nmazes die:600x600,never=none#1\n"
                              "test admissible points 5\n");
    expect_refused("grade %s/graph.txt mine=dx", INPUT,
                   "graph.txt:2:7: die:600x600,never=none#1@1: it has more than a million states");
}

// ---- results

static double sum_of_scores(const json_t *results)
{
    size_t i;
    json_t *test;
    double sum = 0;
    json_array_foreach(field(results, "tests"), i, test)
    {
        static const char *const shown[] = {"visible", "hidden"};
        sum += number_in(test, "score");
        assert_true(number_in(test, "score") <= number_in(test, "max_score"));
        assert_true(*text_in(test, "name"));
        assert_string_equal(text_in(test, "status"),
                            strstr(text_in(test, "output"), "passed in") ? "failed" : "passed");
        assert_string_equal(text_in(test, "visibility"), shown[i == 3]);
    }
    assert_int_equal(i, 4);
    return sum;
}

static json_t *results_of(const char *file)
{
    size_t length;
    scoped_text *text = bytes_of(scratch_path(file), &length);
    json_t *o = json_loadb(text, length, 0, NULL);
    assert_non_null(o);
    assert_string_equal(text_in(o, "visibility"), "visible");
    assert_true(fabs(sum_of_scores(o) - number_in(o, "score")) < 1e-9);
    return o;
}

TEST(results_are_those_of_gradescope)
{
    expect("grade %s/r.txt %s/bob.expr -o %s/results.json", DONE, "*bob                  0");
    scoped_json *one = results_of("results.json");
    assert_true(fabs(number_in(one, "score") - 6.6) < 1e-9);
    assert_null(json_object_get(one, "execution_time"));
    scratch_file("bad.sh", "exit 3");
    expect("grade %s/r.txt %s/bob.expr %s/bad.sh -o %s/all/ --times", DONE, "*total  seconds\n*");
    scoped_json *bob = results_of("all/bob.json"), *bad = results_of("all/bad.json");
    assert_true(number_in(bob, "execution_time") >= 0);
    json_object_del(bob, "execution_time");
    assert_true(json_equal(bob, one));
    assert_string_equal(
        text_in(bad, "output"),
        "on shipped:die/01 and 2 other mazes: it ended with exit code 3 before its last answer\n"
        "on die:4x4#2@1 and 1 other maze: not tried, because it did not answer on "
        "the mazes before\n");
}

TEST(formats_say_the_same)
{
    expect("grade %s/r.txt %s/alice.txt -o -", DONE, "{\"score\":21.6,\"output\":\"\",");
    scoped_text *alone = output_of("grade %s/r.txt %s/alice.txt -o -", DONE);
    assert_true(*alone == '{' && !strstr(alone, "submission"));
    expect("grade %s/r.txt %s/alice.txt %s/bob.expr -f csv", DONE,
           "submission,score,max_score,output,points.admissible,points.consistent,points.optimal,"
           "points.expanded <= h2\nalice,21.6,24,,10,5,5,1.6\nbob,6.6,24,,0,0,5,1.6\n");
    expect("grade %s/r.txt %s/alice.txt --json", DONE,
           "{\"submission\":\"alice\",\"score\":21.6,\"max_score\":24,\"output\":\"\",\"tests\":[{"
           "\"name\":\"admissible\",\"score\":10,\"max_score\":10,\"status\":\"passed\",\"output\":"
           "\"\",\"visibility\":\"visible\"},*]}\n");
}

TEST(every_run_gives_the_same_grades)
{
    scratch_file("bad.sh", "echo x >&2; exit 3");
    static const char line[] = "grade %s/r.txt %s/alice.txt %s/bob.expr %s/bad.sh";
    scoped_text *one = output_of(line, DONE), *other = output_of(line, DONE);
    assert_string_equal(one, other);
}

TEST(submissions_have_different_names)
{
    free(run_shell("mkdir -p %s/x %s/y", scratch(), scratch()));
    scratch_file("x/h.txt", "dx");
    scratch_file("y/h.txt", "dy");
    expect("grade %s/r.txt %s/x/h.txt %s/y/h.txt -o %s/two/", DONE, "*/x/h.txt *\n*/y/h.txt *");
    assert_int_equal(count_files(scratch_path("two"), "h.txt.json"), 2);
    expect("grade %s/r.txt x=%s/x/h.txt y=%s/y/h.txt -o %s/three/", DONE, "*\nx *\ny *");
    assert_int_equal(count_files(scratch_path("three"), ".json"), 2);
    expect_refused("grade %s/r.txt a=dx a=dy", USAGE, "two submissions are called a; give");
}

// ---- interruption

TEST(an_interrupt_keeps_what_is_graded_and_kills_what_runs)
{
    static ending e;
    scratch_file("slow.sh", formatted("echo $$ > %s/pid\nsleep 100", scratch()));
    scratch_file("slow.txt", "mazes shipped:die/01\ntest admissible points 1\nlimit seconds 100\n"
                             "run .sh \"sh {}\"\n");
    child_run(with_scratch("grade @/slow.txt @/alice.txt @/slow.sh @/bob.expr -o @/kept/", "@"),
              &(conditions){.signal = SIGINT, .microseconds = 1500000}, &e);
    if (e.code != LIMIT || !strstr(e.out, "\nalice   ") || strstr(e.out, "\nbob") ||
        !strstr(e.err, "interrupted: 1 of 3 submissions are graded"))
        fail_msg("code %d\n%s%s", e.code, e.out, e.err);
    assert_true(e.seconds < 0.5 || SANITIZED);
    assert_false(is_running("pid"));
    assert_int_equal(count_files(scratch_path("kept"), ""), 3); // and . and ..
}

// ---- what is refused

static bool no_files(UNUSED void *context, const char *name, UNUSED mw_plan_take *take,
                     UNUSED void *taker)
{
    fail_msg("%s was opened", name);
    return false;
}

#define MAZE "mazes die:4x4#1\n"

TEST(broken_rubrics_are_told)
{
    static const struct {
        const char *text;
        unsigned line, column;
        const char *says;
    } rows[] = {
        {"", 0, 1, "names no maze"},
        {MAZE, 1, 1, "it has no test"},
        {"test admissible points 1", 1, 1, "names no maze"},
        {MAZE "nonsense x", 2, 1, "begins with mazes, list, random, test, title"},
        {MAZE "test", 2, 1, "write it as: test admissible|"},
        {MAZE "test good points 1", 2, 6, "there is no test 'good'"},
        {MAZE "test admissible", 2, 6, "write it as: test"},
        {MAZE "test admissible points", 2, 17, "write it as: test"},
        {MAZE "test admissible 10", 2, 17, "write it as: test"},
        {MAZE "test admissible points -1", 2, 24, "are no points"},
        {MAZE "test admissible points x", 2, 24, "are no points"},
        {MAZE "test admissible points 1e9", 2, 24, "are no points"},
        {MAZE "test admissible points 1 shown", 2, 26, "partial"},
        {MAZE "test admissible points 1 seconds", 2, 26, "seconds S"},
        {MAZE "test admissible points 1 seconds 0", 2, 26, "seconds S"},
        {MAZE "test admissible points 1 seconds 11", 2, 6, "limit seconds 11"},
        {MAZE "test admissible points 1\ntest admissible points 2", 3, 6, "in line 2 already"},
        {MAZE "test expanded points 1", 2, 6, "write it as: test"},
        {MAZE "test expanded < h2 points 1", 2, 6, "write it as: test"},
        {MAZE "test expanded <= 0 points 1", 2, 18, "is no bound"},
        {MAZE "test expanded <= nan points 1", 2, 18, "is no bound"},
        {MAZE "test expanded <= x*h2 points 1", 2, 18, "is no bound"},
        {MAZE "test expanded <= 2* points 1", 2, 18, "is no bound"},
        {MAZE "test expanded <= 2h2 points 1", 2, 6, "no heuristic '2h2'"},
        {MAZE "test expanded <= h22 points 1", 2, 6, "no heuristic 'h22'; did you mean 'h2'?"},
        {MAZE "mazes rook:4x4#1\ntest expanded <= h2 points 1", 3, 6, "rook has no heuristic 'h2'"},
        {MAZE "title A B", 2, 7, "with the quotes"},
        {MAZE "title A\ntitle B", 3, 1, "'title' stands in the rubric already"},
        {MAZE "ask nicely", 2, 5, "ask estimate|solve"},
        {MAZE "ask solve\ntest admissible points 1", 3, 6, "is a test of heuristics"},
        {MAZE "ask solve\nheuristics 2\ntest solved points 1", 4, 1, "leave that line out"},
        {MAZE "heuristics 0", 2, 12, "N from 1 to 16"},
        {MAZE "heuristics 1.5", 2, 12, "N from 1 to 16"},
        {MAZE "test different points 1", 2, 6, "heuristics 3"},
        {MAZE "limit seconds 0", 2, 15, "is not a limit"},
        {MAZE "limit memory 5Q", 2, 14, "is not a limit"},
        {MAZE "limit memory 1M", 2, 14, "a size from 16M on"},
        {MAZE "limit seconds 5\nlimit seconds 6", 3, 1, "'limit seconds' stands in the rubric"},
        {MAZE "heuristics 2\nheuristics 3", 3, 1, "'heuristics' stands in the rubric already"},
        {MAZE "ask solve\nask estimate", 3, 1, "'ask' stands in the rubric already"},
        {MAZE "limit states 5", 2, 7, "limit seconds|memory VALUE"},
        {MAZE "run py \"python3 {}\"", 2, 5, "run ENDING"},
        {MAZE "run .py python3 {}", 2, 5, "run ENDING"},
        {MAZE "run .py \"python3\"", 2, 9, "{} is one of them"},
        {MAZE "run .py \"\"", 2, 9, "{} is one of them"},
        {MAZE "run .py \"{}\"\nrun .py \"{}\"", 3, 5, "said already"},
        {MAZE "mazes die:4x4#1", 2, 7, "already, as die:4x4#1@1"},
        {MAZE "test \"admissible", 2, 6, "does not end"},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        scoped(mw_rubric_free) mw_rubric u = {0};
        mw_error e;
        bool read = mw_rubric_read(&u, rows[i].text, no_files, NULL, &e);
        if (read || (rows[i].line && (e.line != rows[i].line || e.column != rows[i].column)) ||
            !strstr(e.text, rows[i].says))
            fail_msg("'%s': %u:%u: %s", rows[i].text, e.line, e.column, read ? "read" : e.text);
    }
}

TEST(a_rubric_says_what_it_means)
{
    scoped(mw_rubric_free) mw_rubric u = {0};
    mw_error e;
    assert_true(mw_rubric_read(
        &u,
        MAZE "test expanded <= 1.5*h2 points 2.5 hidden partial seconds 2\ntest expanded <= 500 "
             "points 1\ntest expanded <= zero points 0\nrun / \"java  -cp {} Main\"\n"
             "limit memory 1G\nheuristics 3",
        no_files, NULL, &e));
    assert_int_equal(u.test_count, 3);
    assert_string_equal(u.tests[0].name, "expanded <= 1.5*h2");
    assert_string_equal(u.tests[0].reference, "h2");
    assert_true(u.tests[0].most > 1.49 && u.tests[0].most < 1.51 && u.tests[0].partial);
    assert_string_equal(u.tests[0].visibility, "hidden");
    assert_string_equal(u.tests[1].reference, "");
    assert_string_equal(u.tests[2].reference, "zero");
    assert_string_equal(u.runs[0].words[3], "Main");
    assert_null(u.runs[0].words[4]);
    assert_int_equal(u.bytes, 1 << 30);
    assert_true(fabs(mw_rubric_points(&u) - 3.5) < 1e-9);
}

TEST(what_cannot_be_graded_is_refused)
{
    scratch_file("solve.txt", "ask solve\nmazes rook:4x4#1\ntest solved points 1\n");
    scratch_file("none.txt", RUBRIC "run .zz \"no-such-program {}\"\n");
    scratch_file("a.zz", "");
    scratch_file("a.hs", "");
    static const refusal rows[] = {
        {"grade", USAGE, "grade needs a rubric and submissions"},
        {"grade %s/r.txt", USAGE, "grade needs a rubric and submissions"},
        {"grade %s/no.txt mine=dx", INPUT, "no.txt: cannot read"},
        {"grade %s/alice.txt mine=dx", INPUT, "alice.txt:2:3: unknown word 'mine'"},
        {"grade %s/r.txt %s/no.txt", INPUT, "no.txt: No such file"},
        {"grade %s/r.txt mine=no.txt", INPUT, "no.txt: No such file"},
        {"grade %s/r.txt %s", INPUT, "this is a folder"},
        {"grade %s/r.txt %s/a.hs", INPUT, "make it executable (chmod +x), or say in the rubric"},
        {"grade %s/none.txt %s/a.zz", INPUT, "no-such-program: the program that the rubric"},
        {"grade %s/solve.txt mine=dx", INPUT, "with 'ask solve' an expression is no answer"},
        {"grade %s/solve.txt %s/alice.txt", INPUT, "with 'ask solve' submissions are programs"},
        {"grade %s/r.txt a=dx b=dy -o %s/out.json", USAGE,
         "with several submissions it is a folder"},
        {"grade %s/r.txt a=dx -o /nowhere/out.json", USAGE, "out.json: cannot write"},
        {"grade %s/r.txt a=dx b=dy -o /nowhere/out/", USAGE, "cannot make this folder"},
    };
    expect_refusals(rows, COUNT(rows));
    expect("grade %s/r.txt %s/no.txt %s/alice.txt", INPUT, "*alice               10 *");
}
