// test_plugin.c: plug-ins: examples/installed, built against the installed headers, in every verb;
// what is refused and why; and what a program of its own does with the functions of plugin.h.
#include "mazewright/plugin.h"
#include "client.h"
#include "support.h"
#include "terminal.h"

#include <signal.h>

#define EXAMPLE SOURCE_DIR "/examples/installed"
#define ICE     "ice:8x6:x...Gx../..x..xS./.....x../.xx...../...x..../x......."
#define DIE     "'die:6x6,obstacles=25#19554'"
#define WITH    "--plugin %s/ice.so "

// Builds a plug-in from files of C against the installed headers.
static void build(const char *name, const char *sources, const char *more)
{
    free(run_shell("cc -std=c17 -Wall -Wextra -Wpedantic -Werror -shared -fPIC -I%s/usr/include "
                   "-I" EXAMPLE " -o %s/%s.so %s %s 2>&1",
                   scratch(), scratch(), name, sources, more));
}

static int begin(UNUSED void **state)
{
    free(
        run_shell("cmake --install " BINARY_DIR " --component headers --prefix %s/usr", scratch()));
    build("ice", EXAMPLE "/plugin.c " EXAMPLE "/ice.c", "");
    scratch_file("m.ice", "*...G*..\n..*..*S.\n.....*..\n.**.....\n...*....\n*.......\n");
    return 0;
}
ALL_TESTS_WITH(begin, NULL)

TEST(the_headers_have_the_version_of_the_library)
{
    unsigned major, minor;
    assert_int_equal(sscanf(mw_version(), "%u.%u", &major, &minor), 2);
    assert_int_equal(MW_VERSION, 100 * major + minor);
}

// ---- a kind and a heuristic in every verb

TEST(every_verb_knows_the_kind)
{
    static const command_case rows[] = {
        {WITH "--version", DONE, "\nplug-in ice: sliding on ice", ""},
        {WITH "--help", DONE, "\n  ice         slide over the ice", ""},
        {WITH "help ice", DONE, "lines                 is the goal in another row", ""},
        {WITH "help ice --json", DONE, "{\"kind\":\"ice\"", ""},
        {WITH "help heuristics", DONE, "heuristics of ice mazes", ""},
        {WITH "help --completion bash", DONE, " ice: ", ""},
        {WITH "solve %s/m.ice", DONE, "  DLULURUR\n", ""},
        {WITH "solve " ICE " --json", DONE, "\"solution\":\"DLULURUR\"", ""},
        {WITH "solve -a astar -H all 'ice:8x6#2..3' --json", NO, "\"heuristic\":\"lines\"", ""},
        {WITH "analyse -d " ICE, DONE, "\nmoves to the goal from each cell", ""},
        {WITH "check " ICE " 'ice:20x20#1..4'", DONE, ": ok, 21 laws on ", ""},
        {WITH "audit " ICE, DONE, "lines is admissible and consistent on 39 states", ""},
        {WITH "convert %s/m.ice --to id", DONE, ICE "\n", ""},
        {WITH "convert --kind ice %s/m.ice", DONE, "ice 8x6\n*...G*..\n", ""},
        {WITH "hint " ICE, DONE, "Next move: D (down)", ""},
        {WITH "hint --moves DL " ICE, DONE, "Next move: U (up)", ""},
        {WITH "render " ICE, DONE, "ice 8x6", ""},
        {WITH "render -o %s/a.svg --solution " ICE " && grep -c '<polygon' %s/a.svg", DONE, "48\n",
         ""},
        {WITH "render -o %s/a.png " ICE " && grep -c PNG %s/a.png", DONE, "1\n", ""},
        {WITH "render -o %s/a.pdf " ICE " && grep -c PDF- %s/a.pdf", DONE, "1\n", ""},
        {WITH "render -o %s/a.gif " ICE " && grep -ac GIF8 %s/a.gif", DONE, "1\n", ""},
        {WITH "book -o %s/b.pdf " ICE " 'rook:5x5#7' && grep -c PDF- %s/b.pdf", DONE, "1\n", ""},
        {WITH "trace -a astar " ICE, DONE, "\"kind\":\"ice\",\"algorithm\":\"astar\"", ""},
        {WITH "trace --format posthoc " ICE, DONE, "\"state\":\"row 2, column 7\"", ""},
        {WITH "design ice 8x8 -e 2000", DONE, "ice 8x8\n", ""},
        {WITH "design ice --list", DONE, "longest", ""},
    };
    expect_answers(rows, COUNT(rows));
}

TEST(the_catalogue_keeps_its_mazes)
{
    static const command_case rows[] = {
        {WITH "design ice 8x8 -e 2000 --catalogue %s/c.db", DONE, "ice 8x8\n", ""},
        {WITH "catalogue import %s/c.db %s/m.ice", DONE, "", ""},
        {WITH "catalogue list %s/c.db --where 'length == 8'", DONE, "ice   8x6 ", ""},
        {WITH "catalogue verify %s/c.db", DONE, ": ok, 2 mazes", ""},
        {WITH "catalogue export %s/c.db --to id", DONE, ICE, ""},
        {"catalogue verify %s/c.db", NO, "unknown kind 'ice'", ""},
        {"catalogue export %s/c.db", INPUT, "\"maze\":null",
         "number 2: the id does not read: unknown kind"},
    };
    expect_answers(rows, COUNT(rows));
}

// The hash of the results of the plan; the caller frees it.
static char *results_of(const char *command, const char *more)
{
    return run_shell("cd %s && rm -f on.db && %s --plugin ./ice.so experiment p.plan -o on.db %s | "
                     "grep -o 'results [0-9a-f]*'",
                     scratch(), command, more);
}

// The same results on any number of threads and ranks; without the plug-in, its results are not
// damaged.
TEST(experiments_know_it)
{
    scratch_file("p.plan", "random ice 8x6 seeds 1..40\nrandom die 6x6,obstacles=25 seeds 1..10\n"
                           "algorithm bfs astar\nheuristic lines rolls\n");
    static const command_case rows[] = {
        {WITH "experiment %s/p.plan -o %s/r.db --threads 1", DONE, "astar/rolls       10", ""},
        {WITH "experiment report %s/r.db --format csv", DONE, ",astar/lines,astar,lines,", ""},
        {WITH "experiment report %s/r.db -o %s/r.html && grep -c 'ice' %s/r.html", DONE, "", ""},
        {WITH "experiment compare %s/r.db bfs astar/lines", DONE, "40 mazes", ""},
        {"experiment report %s/r.db", INPUT, "", "has mazes of a kind 'ice', which is not there"},
        {"experiment %s/p.plan -o %s/none.db", INPUT, "", "p.plan:1:8: unknown kind 'ice'"},
    };
    expect_answers(rows, COUNT(rows));
    scoped_text *one = results_of(COMMAND, "--threads 1");
    scoped_text *four = results_of(COMMAND, "--threads 4");
    assert_string_equal(one, four);
    if (system("test -x " BINARY_DIR "/mazewright-mpi"))
        skip(); // there is no MPI
    scoped_text *ranks =
        results_of(SOURCE_DIR "/tests/mpirun -n 3 " BINARY_DIR "/mazewright-mpi", "");
    assert_string_equal(one, ranks);
}

TEST(it_is_played_in_the_terminal)
{
    terminal_play(formatted("--plugin %s/ice.so '" ICE "'", scratch()), 90, 24);
    screen_shows("ice");
    press_keys("Down Left");
    screen_shows("move 2 (shortest: 8)");
    press_keys("q n");
    screen_shows("exit code 0");
    terminal_close();
}

static void expect_reply(const server *s, const char *body, const char *says)
{
    scoped_reply r = client_ask(
        s->port, formatted("POST /api/ask HTTP/1.1\r\nHost: 127.0.0.1:%u\r\nContent-Type: "
                           "application/json\r\nContent-Length: %zu\r\n\r\n%s",
                           s->port, strlen(body), body));
    assert_int_equal(r.status, 200);
    assert_non_null(strstr(r.body, says));
}

TEST(the_server_answers_about_it)
{
    server s;
    free(run_shell("mkdir %s/page && echo '<html></html>' > %s/page/index.html", scratch(),
                   scratch()));
    assert_true(server_start(&s, formatted("--page %s/page --plugin %s/ice.so 2> %s/said",
                                           scratch(), scratch(), scratch())));
    expect_reply(&s, "{\"ask\":\"about\"}", "\"name\":\"ice\"");
    expect_reply(&s, "{\"ask\":\"about\"}", "\"name\":\"rolls\"");
    expect_reply(&s, "{\"ask\":\"solve\",\"maze\":\"" ICE "\"}", "\"solution\":\"DLULURUR\"");
    assert_int_equal(server_end(&s, SIGTERM, NULL), 0);
    scoped_text *said = read_file(scratch(), "said");
    assert_non_null(
        strstr(said, "plug-in ice: the page can play its mazes as long as this server"));
}

TEST(sites_refuse_it)
{
    static const refusal rows[] = {
        {WITH "site -o - " ICE, USAGE,
         "a site cannot play ice mazes: their kind comes from a plug-in"},
        {WITH "site -o - --kind ice", USAGE, "a site cannot play ice mazes"},
    };
    for (unsigned i = 0; i < COUNT(rows); i++)
        assert_true(refused_on(&rows[i], "", 0));
}

// ---- naming plug-ins

TEST(plug_ins_are_named_before_or_after_the_verb_or_in_the_environment)
{
    build("far",
          scratch_file("far.c", "#include <mazewright/plugin.h>\n"
                                "static uint32_t far(const mw_maze *m, const mw_state *s)\n"
                                "{ (void)m, (void)s; return 99; }\n"
                                "MW_PLUGIN = {.size = sizeof(mw_plugin), .version = MW_VERSION, "
                                ".name = \"far\", .heuristics = (const mw_plugin_heuristic[]){\n"
                                "{\"die\", {.name = \"far\", .about = \"99\", .claims = "
                                "mw_claims_consistent, .eval = far}},\n"
                                "{\"ice\", {.name = \"far\", .about = \"99\", .claims = "
                                "mw_claims_consistent, .eval = far}}, {0}}};\n"),
          "");
    setenv("MAZEWRIGHT_PLUGINS", formatted(":%s/ice.so::%s/far.so:", scratch(), scratch()), 1);
    const command_case in_environment[] = {
        {"--version", DONE,
         "\nplug-in ice: sliding on ice, and a heuristic for dice\nplug-in far\n", ""},
        {WITH "help ice", DONE, "far                   99", ""}, // once more: it is there already
    };
    expect_answers(in_environment, COUNT(in_environment));
    setenv("MAZEWRIGHT_PLUGINS", "./none.so", 1);
    expect_answers(&(command_case){"list", INPUT, "",
                                   "MAZEWRIGHT_PLUGINS ./none.so: cannot open: No such file"},
                   1);
    unsetenv("MAZEWRIGHT_PLUGINS");
    static const command_case rows[] = {
        {"solve --plugin %s/ice.so " ICE, DONE, "DLULURUR", ""},
        {"solve " ICE " --plugin=%s/ice.so", DONE, "DLULURUR", ""},
        {WITH "help --plugin %s/far.so die", DONE, "\n  far                   99\n", ""},
        {"help --plugin %s/far.so --plugin %s/ice.so die", INPUT, "",
         "far.so: heuristic 'far' is for a kind 'ice', which is not there"},
        {"help ice", USAGE, "", "no help on 'ice'"}, // loaded only when named
        {"--plugin", USAGE, "", "option --plugin needs a value"},
        {"--plugni x list", USAGE, "", "did you mean --plugin?"},
        {WITH "solve --kind icee x", USAGE, "", "did you mean 'ice'?"},
        {WITH "solve -a astar -H rols " DIE, USAGE, "", "did you mean 'rolls'?"},
    };
    expect_answers(rows, COUNT(rows));
    scoped_text *here =
        run_shell("cd %s && " COMMAND " --plugin ice.so help ice | head -1", scratch());
    assert_non_null(strstr(here, "ice: slide over"));
}

// What it claims is tested before a solution counts as optimal, and it is never the default.
TEST(its_heuristics_are_not_believed)
{
    static const command_case rows[] = {
        {WITH "solve -a astar " DIE, DONE, "  h4 ", ""},
        {WITH "solve -a astar -H rolls " DIE " --json", DONE, "\"optimal\":true", ""},
        {WITH "audit -H rolls " DIE, DONE, "rolls is admissible and consistent on 109 states", ""},
        {WITH "audit -H rolls,'mine=dx + dy' " DIE, DONE, "rolls", ""},
        {WITH "audit --state 'row 1, column 1' -H rolls " DIE, DONE, "rolls", ""},
        {WITH "--plugin %s/far.so solve -a astar -H far " DIE " --json", DONE, "\"optimal\":false",
         ""},
        {WITH "--plugin %s/far.so solve -a idastar -H far 'die:6x6#3' --json", NO,
         "\"outcome\":\"unsolvable\"", ""},
        {WITH "--plugin %s/far.so check " DIE, NO, "far claims to be admissible, but estimates 99",
         ""},
    };
    expect_answers(rows, COUNT(rows));
}

// A plug-in that is linked with the shared library uses that of the command, which knows of ice.
TEST(there_is_one_library_in_use)
{
    if (SANITIZED)
        skip(); // the sanitizer ends programs that load two libraries of one name
    build("linked",
          scratch_file("linked.c",
                       "#include <mazewright/plugin.h>\n"
                       "static uint32_t seen(const mw_maze *m, const mw_state *s)\n"
                       "{ (void)m, (void)s; return mw_kind_find(\"ice\") ? 1 : 7; }\n"
                       "MW_PLUGIN = {.size = sizeof(mw_plugin), .version = MW_VERSION, "
                       ".name = \"linked\", .heuristics = (const mw_plugin_heuristic[]){{\"die\", "
                       "{.name = \"seen\", .about = \"1\", .claims = mw_claims_nothing, .eval = "
                       "seen}}, {0}}};\n"),
          "-L" BINARY_DIR " -lmazewright -Wl,-rpath," BINARY_DIR);
    static const command_case rows[] = {
        {WITH "--plugin %s/linked.so trace -a astar -H seen " DIE "", DONE, "\"h\":1,", ""},
        {"--plugin %s/linked.so trace -a astar -H seen " DIE "", DONE, "\"h\":7,", ""},
    };
    expect_answers(rows, COUNT(rows));
}

// ---- what is refused

TEST(files_that_are_no_plug_ins_are_refused)
{
    free(run_shell("cd %s && head -c 5000 ice.so > cut.so && mkfifo pipe.so && : > empty.so && "
                   "head -c 20000 /dev/zero > zeros.so && (printf '\\177ELF'; head -c 200 "
                   "/dev/zero) > head.so && cp ice.so far-away.so && "
                   "printf '\\377' | dd of=far-away.so bs=1 seek=18 conv=notrunc 2> /dev/null",
                   scratch()));
    build("other", scratch_file("other.c", "int something;\n"), "");
    build("lacks",
          scratch_file("lacks.c", "extern void mw_nothing(void);\nvoid f(void);\n"
                                  "void f(void) { mw_nothing(); }\n"),
          "");
    static const refusal rows[] = {
        {"--plugin %s/none.so list", INPUT, "/none.so: cannot open: No such file or directory"},
        {"--plugin '' list", INPUT, "is no file"},
        {"--plugin %s list", INPUT, "is no file; name the shared library of a plug-in"},
        {"--plugin %s/pipe.so list", INPUT, "is no file"},
        {"--plugin /dev/zero list", INPUT, "is no file"},
        {"--plugin README.md list", INPUT, "is no shared library, or not all of one"},
        {"--plugin %s/empty.so list", INPUT, "is no shared library, or not all of one"},
        {"--plugin %s/zeros.so list", INPUT, "is no shared library, or not all of one"},
        {"--plugin %s/head.so list", INPUT, "is no shared library, or not all of one"},
        {"--plugin %s/cut.so list", INPUT, "is no shared library, or not all of one"},
        {"--plugin %s/far-away.so list", INPUT, "cannot be loaded: it is for another kind of mach"},
        {"--plugin %s/other.so list", INPUT, "is no plug-in: it exports no mazewright_plugin"},
        {"--plugin %s/lacks.so list", INPUT, "cannot be loaded: undefined symbol: mw_nothing"},
        {"--plugin libc.so.6 list", INPUT, "cannot open: No such file"}, // none is looked for
        {"solve --plugin %s/none.so /no/such/maze", INPUT, "none.so: cannot open"},
        {"solve --algorithm x --plugin %s/none.so -", INPUT, "none.so: cannot open"},
    };
    for (unsigned i = 0; i < COUNT(rows); i++)
        assert_true(refused_on(&rows[i], "", 0));
}

#define WHOLE ".size = sizeof(mw_plugin), .version = MW_VERSION, .name = \"bad\", "
#define KINDS ".kinds = (const mw_kind *const[]){&bad, NULL}"
#define FOR(kind, members)                                                                         \
    ".heuristics = (const mw_plugin_heuristic[]){{\"" kind "\", {" members "}}, {0}}"
#define CLAIMS ".claims = mw_claims_nothing, "

TEST(plug_ins_that_lack_something_are_refused)
{
    static const struct {
        const char *change, *members, *says; // change: of the kind `bad`, a copy of ice
    } rows[] = {
        {"", ".version = MW_VERSION, .name = \"bad\"", "its size is 0; write .size = sizeof"},
        {"", ".size = 8, .version = MW_VERSION, .name = \"bad\"", "its size is 8"},
        {"", ".size = sizeof(mw_plugin), .name = \"bad\", " KINDS,
         "built for version 0.0, and thi"},
        {"", ".size = sizeof(mw_plugin), .version = MW_VERSION + 100, .name = \"bad\", " KINDS,
         "it is built for version 3.0, and this is 2.0; build it again"},
        {"", ".size = sizeof(mw_plugin), .version = MW_VERSION + 1, .name = \"bad\", " KINDS,
         "it is built for version 2.1, and this is 2.0; build it again"},
        {"", ".size = sizeof(mw_plugin), .version = MW_VERSION, " KINDS, "it has no name"},
        {"", WHOLE, "it brings no kind and no heuristic"},
        {"bad.name = \"rook\";", WHOLE KINDS, "there is a kind 'rook' already"},
        {"bad.name = \"solve\";", WHOLE KINDS,
         "cannot be called 'solve': it is a word of the comm"},
        {"bad.name = \"shipped\";", WHOLE KINDS, "cannot be called 'shipped'"},
        {"bad.name = \"Ice\";", WHOLE KINDS, "a kind's name is 'Ice'; it needs one of lower case"},
        {"bad.name = \"-x\";", WHOLE KINDS, "a kind's name is '-x'"},
        {"bad.name = \"thisnameismuchtoolong\";", WHOLE KINDS, "it needs at most 19 letters"},
        {"bad.about = 0;", WHOLE KINDS, "kind 'ice': about is missing"},
        {"bad.rules = 0;", WHOLE KINDS, "kind 'ice': rules is missing"},
        {"static mw_rules r; r = *ice.rules; r.expand = 0; bad.rules = &r;", WHOLE KINDS,
         "kind 'ice': rules.expand is missing"},
        {"static mw_heuristic h[3]; h[0] = h[1] = ice.heuristics[0]; bad.heuristics = h;",
         WHOLE KINDS, "and not that of another heuristic or a feature"},
        {"static mw_heuristic h[2]; h[0] = ice.heuristics[0]; h[0].name = \"a b\"; bad.heuristics "
         "= h;",
         WHOLE KINDS, "the name 'a b' of a heuristic must be of small"},
        {"bad.size = 3;", WHOLE KINDS, "a kind's size is 3"},
        {"static mw_preset p[2] = {{.name = \"p\", .objective = \"length\"}}; static mw_design d; "
         "d = *ice.design; d.presets = p; bad.design = &d;",
         WHOLE KINDS, "kind 'ice': preset 'p' has no about"},
        {"", WHOLE ".kinds = (const mw_kind *const[]){&bad, &bad, NULL}",
         "there is a kind 'ice' already"},
        {"", WHOLE FOR("dice", ".name = \"far\""),
         "heuristic 'far' is for a kind 'dice', which is not"},
        {"", WHOLE FOR("die", ".name = \"h2\""), "die has a heuristic 'h2' already"},
        {"", WHOLE FOR("die", ".name = \"zero\""), "die has a heuristic 'zero' already"},
        {"", WHOLE FOR("die", ".name = \"top\""), "and to be no feature of die"},
        {"", WHOLE FOR("die", ".name = \"dx + dy\""), "it needs small letters, digits and '_'"},
        {"", WHOLE FOR("die", ".about = \"a\""), "a heuristic's name is ''"},
        {"", WHOLE FOR("die", ".name = \"far\""), "heuristic 'far' has no about"},
        {"", WHOLE FOR("die", ".name = \"far\", .about = \"a\""), "heuristic 'far' has no claims"},
        {"", WHOLE FOR("die", CLAIMS ".name = \"far\", .about = \"a\""),
         "'far' has no eval, no relax"},
    };
    for (unsigned i = 0; i < COUNT(rows); i++) {
        scratch_file("bad.c", formatted("#include \"ice.h\"\n#include <mazewright/plugin.h>\n"
                                        "static mw_kind bad;\n"
                                        "__attribute__((constructor)) static void change(void)\n"
                                        "{ bad = ice; %s }\nMW_PLUGIN = {%s};\n",
                                        rows[i].change, rows[i].members));
        build("bad", formatted("%s " EXAMPLE "/ice.c", scratch_path("bad.c")), "");
        refusal r = {"--plugin %s/bad.so help", INPUT, rows[i].says};
        assert_true(refused_on(&r, "", 0));
    }
}

// ---- programs of their own

static uint32_t nothing(const mw_maze *m, const mw_state *s)
{
    (void)m;
    (void)s;
    return 0;
}

#define NOTHING                                                                                    \
    {                                                                                              \
        .name = "nothing", .about = "0", .claims = mw_claims_consistent, .eval = nothing           \
    }

// Refused whole, or added whole; once.
TEST(a_program_adds_plug_ins)
{
    mw_error error;
    const mw_kind *die = mw_kind_find("die"), *null = mw_kind_find("null");
    const mw_heuristic *before = mw_heuristics(die);
    static const mw_plugin_heuristic two[] = {
        {"die", NOTHING}, {"marble", NOTHING}, {"none", NOTHING}, {0}};
    static const mw_plugin_heuristic right[] = {{"die", NOTHING}, {"marble", NOTHING}, {0}};
    mw_plugin bad = {sizeof bad, MW_VERSION, "bad", NULL, NULL, two};
    static const mw_plugin good = {sizeof good, MW_VERSION, "good", NULL, NULL, right};
    assert_false(mw_plugin_add(&bad, &error));
    assert_null(mw_heuristic_find(die, "nothing"));
    assert_null(*mw_plugins());
    assert_ptr_equal(mw_heuristics(die), before);
    assert_null(mw_heuristics(mw_kind_find("marble"))->name);
    assert_true(mw_plugin_add(&good, &error) && mw_plugin_add(&good, &error));
    assert_ptr_equal(mw_plugins()[0], &good);
    assert_null(mw_plugins()[1]);
    assert_string_equal(mw_heuristics(die)[0].name, before[0].name);
    assert_non_null(mw_heuristic_find(die, "nothing"));
    assert_string_equal(mw_heuristics(mw_kind_find("marble"))[0].name, "nothing");
    assert_null(mw_heuristics(mw_kind_find("marble"))[1].name);
    assert_ptr_equal(mw_heuristics(null), null->heuristics);
    scoped_maze *m = maze_of_id("die:6x6,obstacles=25#19554");
    assert_string_equal(mw_heuristic_default(m)->name, "h4");
    scoped_result r =
        search_with(m, &(mw_search_options){.algorithm = "astar", .heuristic = "nothing"});
    assert_int_equal(r.outcome, MW_OUTCOME_SOLVED);
    assert_false(r.optimal); // nobody has tested it yet
    mw_search_prove(m, &(mw_search_options){.algorithm = "astar", .heuristic = "nothing"}, &r);
    assert_true(r.optimal);
}

// As many kinds as there is room for; unknown ones are still answered in a sentence.
TEST(there_is_room_for_many_kinds)
{
    static mw_kind kinds[MW_KINDS_MAX];
    static char names[MW_KINDS_MAX][MW_KIND_NAME_MAX + 1];
    static const mw_kind *list[MW_KINDS_MAX + 1];
    static mw_plugin many = {sizeof many, MW_VERSION, "many", NULL, list, NULL};
    mw_error error;
    unsigned there = 0;
    while (mw_kinds()[there])
        there++;
    for (unsigned i = 0; i + there <= MW_KINDS_MAX; i++) {
        snprintf(names[i], sizeof names[i], "a-long-name-of-%c%c", 'a' + i / 26, 'a' + i % 26);
        kinds[i] = *mw_kind_find("null");
        kinds[i].name = names[i];
        list[i] = &kinds[i];
    }
    assert_false(mw_plugin_add(&many, &error));
    assert_string_equal(error.text, "there are more than 64 kinds");
    list[MW_KINDS_MAX - there] = NULL;
    assert_true(mw_plugin_add(&many, &error));
    assert_non_null(mw_kind_find("a-long-name-of-bb"));
    assert_null(mw_maze_from_id("a-long-name-of-bX:3x1#1", &error));
    assert_null(mw_maze_from_id("a-long-name-of-bbb:3x1#1", &error));
    assert_non_null(strstr(error.text, "did you mean 'a-long-name-of-bb'? The kinds are rook, "));
    assert_non_null(strstr(error.text, ", ..."));
    scoped_maze *m = maze_of_id("a-long-name-of-bb:5x1#1");
    assert_ptr_equal(m->kind, mw_kind_find("a-long-name-of-bb"));
}
