// test_command.c: the command as scripts see it: exit codes, what goes to stdout and what to
// stderr, limits, interruption, help.
#include "child.h"
#include "command_support.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

// ---- what is refused

TEST(bad_usage_has_exit_code_2)
{
    static const refusal rows[] = {
        {"nonsense", USAGE, "unknown verb 'nonsense'; the verbs are solve"},
        {"--nonsense", USAGE, "no option '--nonsense'"},
        {"--json solve rook:5x5#1", USAGE, "no option '--json'"},
        {"solve --nonsense rook:5x5#1", USAGE, "solve has no option '--nonsense'"},
        {"solve -Z rook:5x5#1", USAGE, "solve has no option '-Z'"},
        {"solve --distances rook:5x5#1", USAGE, "solve has no option '--distances'"},
        {"convert --json rook:5x5#1", USAGE, "convert has no option '--json'"},
        {"solve --json=1 rook:5x5#1", USAGE, "option --json takes no value"},
        {"solve -j1 rook:5x5#1", USAGE, "solve has no option '-1'"},
        {"solve --json=1 rook:5x5#1", USAGE, "option --json takes no value"},
        {"solve -o x rook:5x5#1", USAGE, "solve has no option '-o'"},
        {"solve --store full --store dense " PUZZLE, USAGE, "option --store is given twice"},
        {"solve -j --json " PUZZLE, USAGE, "option --json is given twice"},
        {"slove " PUZZLE, USAGE, "did you mean 'solve'? The verbs are solve"},
        {"solve --heurstic h2 " PUZZLE, USAGE, "did you mean --heuristic?"},
        {"solve --format xml " PUZZLE, USAGE, "it is table, csv or json"},
        {"solve --format csv --json " PUZZLE, USAGE, "two formats"},
        {"solve rook:5x5#1 --algorithm", USAGE, "option --algorithm needs a value"},
        {"convert rook:5x5#1 -o", USAGE, "option --output needs a value"},
        {"solve", USAGE, "solve needs a maze"},
        {"analyse --json", USAGE, "analyse needs a maze"},
        {"check --", USAGE, "check needs a maze"},
        {"audit", USAGE, "audit needs a maze"},
        {"convert", USAGE, "convert needs a maze"},
        {"solve --kind nonsense rook:5x5#1", USAGE, "unknown kind 'nonsense'; the kinds are rook"},
        {"check --kind= -", USAGE, "unknown kind ''"},
        {"solve -a nonsense rook:5x5#1", USAGE, "unknown algorithm 'nonsense'; the algorithms are"},
        {"solve -a bfs,nonsense rook:5x5#1", USAGE, "unknown algorithm 'nonsense'"},
        {"solve --json -a bfs,nonsense rook:5x5#1", USAGE, "unknown algorithm 'nonsense'"},
        {"solve --algorithm= rook:5x5#1", USAGE, "--algorithm is empty"},
        {"solve -a astar -H h9 " PUZZLE, USAGE, "no kind of maze has a heuristic 'h9'"},
        {"solve -a astar -H h4 rook:5x5#1", USAGE, "rook has no heuristic 'h4'"},
        {"solve -H h9 " PUZZLE, USAGE,
         "no kind of maze has a heuristic 'h9'"}, // though bfs needs none
        {"solve --store nonsense rook:5x5#1", USAGE, "--store nonsense is unknown; it is auto"},
        {"solve --store none -a bfs rook:5x5#1", USAGE,
         "store 'none' is for ids, idastar and hill"},
        {"solve --store dense -a hill rook:5x5#1", USAGE, "leave --store out"},
        {"audit --state \"$(printf '\\033[31mx')\" rook:3x3#1", USAGE, "described by '?[31mx'"},
        {"solve --weight x -a wastar rook:5x5#1", USAGE, "--weight x: write a number from 0"},
        {"solve --weight -1 -a wastar rook:5x5#1", USAGE, "--weight -1: write a number from 0"},
        {"solve --weight nan -a wastar rook:5x5#1", USAGE, "--weight nan: write a number"},
        {"audit -H landing " PUZZLE, USAGE,
         "die has no heuristic 'landing'; the heuristics are h1"},
        {"solve -a astar -H landing " PUZZLE, USAGE, "die has no heuristic 'landing'"},
        {"audit -H h9 " PUZZLE, USAGE, "no kind of maze has a heuristic 'h9'; did you mean 'h1'?"},
        {"audit -H h4,h9 " PUZZLE, USAGE, "no kind of maze has a heuristic 'h9'"},
        {"audit --heuristic= " PUZZLE, USAGE, "--heuristic is empty"},
        {"audit --open x " PUZZLE, USAGE, "--open x: write a whole number from 0 to 2000"},
        {"audit --open 2 rook:5x5#1", USAGE, "rook mazes have no board without obstacles"},
        {"check --seed x rook:5x5#1", USAGE, "--seed x: write a whole number from 0"},
        {"convert --to nonsense rook:5x5#1", USAGE,
         "no kind of maze has a form 'nonsense'; there are own id paper"},
        {"convert --to paper null:5x1#1", USAGE, "null mazes have no form 'paper'"},
        {"convert --to thm theseus:3x3:913/802/c46/t0.2/m0.0/x2.1/b1.1.UD", INPUT,
         "the form 'thm' cannot hold moving blocks"},
        {"convert --to thm theseus:3x3,win=after#1", INPUT, "cannot hold the option win=after"},
        {"design rook 5x5#1 --require ''", USAGE, "--require is empty"},
        {"design rook 5x5#1 --require ' '", USAGE, "ends early"},
        {"catalogue list %s/none.db --require ';'", USAGE, "--require is empty"},
        {"play --save - rook:3x3#1", USAGE, "--save needs a file, and stdout is none"},
        {"play --export=- rook:3x3#1", USAGE, "--export needs a file"},
        {"design rook 5x5#1 --catalogue -", USAGE, "--catalogue needs a file"},
        {"simulate marble:2x2#1 --summary --chart -", USAGE, "--chart needs a file"},
        {"design rook 5x5 --elite 3", USAGE, "--elite is for --method genetic; leave it out"},
        {"design rook 5x5 -m genetic --across length,dead", USAGE,
         "--across is for --method ladder"},
        {"simulate --as newton marble:2x2#1", USAGE,
         "--as newton is unknown; it is one of mazewright"},
        {"experiment %s/none.plan -o -", USAGE, "results are kept in a file"},
        {"help nonsense", USAGE, "no help on 'nonsense'"},
    };
    expect_refusals(rows, COUNT(rows));
}

TEST(bad_limits_are_refused_by_every_verb)
{
    static const char *const verbs[] = {"solve", "analyse", "explain", "check", "audit"};
    static const struct {
        const char *option, *value;
    } limits[] = {
        {"--limit-states", "0"},        {"--limit-states", "-1"},  {"--limit-states", "x"},
        {"--limit-states", "1e30"},     {"--limit-states", "''"},  {"--limit-states", "5x"},
        {"--limit-seconds", "0"},       {"--limit-seconds", "-1"}, {"--limit-seconds", "inf"},
        {"--limit-seconds", "x"},       {"--limit-memory", "0"},   {"--limit-memory", "-1"},
        {"--limit-memory", "5Q"},       {"--limit-memory", "5MM"}, {"--limit-memory", "M"},
        {"--limit-memory", "9999999T"},
    };
    unsigned wrong = 0;
    for (size_t i = 0; i < COUNT(limits); i++) {
        // each value with one verb; each verb meets each option
        const char *arguments = formatted("%s %s %s rook:5x5#1", verbs[i % COUNT(verbs)],
                                          limits[i].option, limits[i].value);
        const char *says = formatted("%s ", limits[i].option);
        wrong += !refused_on(&(refusal){arguments, USAGE, says}, "", 0);
    }
    assert_int_equal(wrong, 0);
}

TEST(bad_mazes_have_exit_code_3_and_a_place)
{
    scratch_file("bad.rook", "# a comment\nrook 2x1\nS1?\n");
    scratch_file("mixed.rook", "die 2x1\nSG\n");
    scratch_file("bare.txt", "S1G\n");
    static const refusal rows[] = {
        {"solve %s/missing.rook", INPUT, "/missing.rook: cannot open: No such file"},
        {"analyse %s/missing.rook", INPUT, "/missing.rook: cannot open"},
        {"check %s/missing.rook", INPUT, "/missing.rook: cannot open"},
        {"audit %s/missing.rook", INPUT, "/missing.rook: cannot open"},
        {"convert %s/missing.rook", INPUT, "/missing.rook: cannot open"},
        {"solve %s", INPUT, ": is a directory; name the maze files in it"},
        {"convert %s/", INPUT, ": is a directory"},
        {"solve %s/bad.rook", INPUT, "/bad.rook:3:3: '?' is no jump"},
        {"analyse %s/bad.rook", INPUT, "/bad.rook:3:3: '?' is no jump"},
        {"check %s/bad.rook", INPUT, "/bad.rook:3:3: '?' is no jump"},
        {"audit %s/bad.rook", INPUT, "/bad.rook:3:3: '?' is no jump"},
        {"convert %s/bad.rook", INPUT, "/bad.rook:3:3: '?' is no jump"},
        {"solve --kind die %s/bad.rook", INPUT, "/bad.rook:2:1: this is a rook maze, not a die"},
        {"solve %s/mixed.rook", INPUT, "/mixed.rook:1:1: this is a die maze, not a rook maze"},
        {"solve %s/bare.txt", INPUT, "/bare.txt:1:1: cannot tell what kind of maze this is"},
        {"solve maze:5x5#1", INPUT, "maze:5x5#1:1:1: unknown kind 'maze'"},
        {"check rook:5x5,bishop#1", INPUT, "rook:5x5,bishop#1:1:10: rook has no option 'bishop'"},
        {"convert rook:5x5#1@2", INPUT, "rook:5x5#1@2:1:11: this maze needs generator 2"},
        {"audit die:99999x1#1", INPUT, "die:99999x1#1:1:5: '99999x1' is not a size"},
        {"solve -- --json", INPUT, "--json: cannot open"}, // `--` ends the options
    };
    expect_refusals(rows, COUNT(rows));
}

TEST(hostile_input_is_refused_by_every_verb)
{
    static const char *const verbs[] = {"solve", "analyse", "check", "audit", "convert"};
    static const char zeros[5000], garbage[] = "\177ELF\002\001\001\000\377\376rook 5x5\n";
    static const struct {
        const char *text;
        size_t length;
        const char *says;
    } inputs[] = {
        {"", 0, "stdin:1:1: the text is empty"},
        {zeros, sizeof zeros, "stdin:1:1: byte 0x00 is not text"},
        {garbage, sizeof garbage, "stdin:1:1: byte 0x7f is not text"},
        {"\377\376r\000o\000", 6, "stdin:1:4: byte 0x00 is not text"}, // UTF-16
        {"rook 5x5\n", 9, "stdin:2:1: no grid here"},
    };
    unsigned wrong = 0;
    for (size_t v = 0; v < COUNT(verbs); v++)
        for (size_t i = 0; i < COUNT(inputs); i++) {
            const char *arguments = formatted("%s -", verbs[v]);
            wrong += !refused_on(&(refusal){arguments, INPUT, inputs[i].says}, inputs[i].text,
                                 inputs[i].length);
        }
    assert_int_equal(wrong, 0);
}

TEST(a_file_of_two_gigabytes_is_refused_at_once)
{
    scratch_file("huge.rook", "");
    assert_int_equal(truncate(scratch_path("huge.rook"), (off_t)2 << 30), 0);
    double from = mw_seconds();
    bool good = refused_on(&(refusal){"solve %s/huge.rook", INPUT, "/huge.rook: too large"}, "", 0);
    unlink(scratch_path("huge.rook"));
    assert_true(good);
    assert_true(mw_seconds() - from < 5);
}

TEST(output_that_cannot_be_written_has_exit_code_5)
{
    static const refusal rows[] = {
        {"convert -o %s/no/such/folder rook:5x5#1", BROKEN, "/no/such/folder: cannot write"},
        {"convert -o %s rook:5x5#1", BROKEN, ": cannot write"},
        {"convert -o /dev/full rook:5x5#1", BROKEN, "/dev/full: cannot write"},
    };
    expect_refusals(rows, COUNT(rows));
}

// ---- what is answered

TEST(every_verb_answers_with_its_exit_code)
{
    static const command_case rows[] = {
        {"solve " PUZZLE, DONE, "solved, optimal", ""},
        {"solve -a bfs,dfs -q " PUZZLE, DONE, "dfs", ""},
        {"solve null:3x1:SxG", NO, "unsolvable", ""},
        {"solve null:3x1:SxG null:2x1:SG", NO, "null:2x1:SG", ""},
        {"solve --limit-states 3 " PUZZLE, LIMIT, "limit: states", ""},
        {"analyse " PUZZLE, DONE, "length", ""},
        {"analyse null:3x1:SxG", DONE, "length", ""},
        {"analyse --distances rook:3x3#1", DONE, "moves to the goal from each cell", ""},
        {"analyse rook:5x5#1 rook:5x5#2", DONE, "rook:5x5#2@1", ""},
        {"check " PUZZLE, DONE, "ok, 21 laws on", ""},
        {"check --seed 9 rook:5x5#1 die:5x5#1 null:5x1#1", DONE, "null:5x1#1@1: ok", ""},
        {"audit -H h4 --open 8 " PUZZLE, DONE, "h4 is admissible and consistent", ""},
        {"audit -H x/0 " PUZZLE, NO, "x/0 is NOT admissible but consistent on", ""},
        {"audit -H x/0 " PUZZLE, NO, " states; it says 'never' where there is a way", ""},
        {"audit -H h3 --open 8 " PUZZLE, NO, "h3 is NOT admissible and NOT consistent", ""},
        {"audit -H h3 --open 8 " PUZZLE, NO, "estimate 3, exact 1", ""},
        {"audit rook:5x5#1", DONE, "landing is admissible and consistent", ""},
        {"convert --to id " PUZZLE, DONE, PUZZLE, ""},
        {"convert rook:2x1:S1G", DONE, "rook 2x1\n", ""},
        {"--version", DONE, "mazewright ", ""},
        {"--help", DONE, "usage: mazewright VERB", ""},
        {"help", DONE, "usage: mazewright VERB", ""},
        {"help solve", DONE, "usage: mazewright solve", ""},
        // options may follow, be joined, be short; a list may come twice
        {"solve " PUZZLE " --algorithm=ucs", DONE, "ucs", ""},
        {"solve " PUZZLE " -aucs", DONE, "ucs", ""},
        {"solve -a bfs -a ucs -- " PUZZLE, DONE, "bfs", ""},
        {"solve -a bfs -a ucs -- " PUZZLE, DONE, "ucs", ""},
        {"solve -jqaucs " PUZZLE, DONE, "\"ucs\"", ""},
        {"analyze " PUZZLE, DONE, "moves of a shortest solution", ""},
        {"-- solve " PUZZLE, DONE, "solved", ""},
    };
    expect_answers(rows, COUNT(rows));
}

TEST(limits_have_exit_code_4)
{
    static const struct {
        const char *arguments, *says;
    } rows[] = {
        {"solve --limit-states 1000 " HUGE_DIE, "states"},
        {"solve --limit-memory 100K " HUGE_DIE, "memory"},
        {"analyse --limit-states 1000 " HUGE_DIE, "states"},
        {"analyse --limit-memory 1M " HUGE_DIE, "memory"},
        {"analyse --limit-seconds 0.05 " HUGE_DIE, "seconds"},
        {"explain --limit-states 1000 " HUGE_DIE, "states"},
        {"explain --limit-memory 1M " HUGE_DIE, "memory"},
        {"explain --limit-seconds 0.05 " HUGE_DIE, "seconds"},
        {"audit --limit-states 1000 " HUGE_DIE, "states"},
        {"audit -H h2 --limit-memory 1M " HUGE_DIE, "memory"},
        {"audit -H h2 --limit-seconds 0.05 " HUGE_DIE, "seconds"},
        {"audit -H h2 --open 2000 die:100x100#1", "too large"},
        {"check --limit-states 1000 " HUGE_DIE, "states"},
        {"check --limit-memory 1M " HUGE_DIE, "memory"},
        {"check --limit-seconds 0.05 " HUGE_DIE, "seconds"},
    };
    unsigned wrong = 0;
    for (size_t i = 0; i < COUNT(rows); i++) {
        scoped_reply r = ask(rows[i].arguments);
        if (r.code != LIMIT || (!strstr(r.out, rows[i].says) && !strstr(r.err, rows[i].says))) {
            show(&r);
            wrong++;
        }
    }
    assert_int_equal(wrong, 0);
}

TEST(one_bad_input_does_not_stop_the_others)
{
    static const struct {
        const char *arguments;
        int code;
    } rows[] = {
        {"solve rook:5x5#1 %s/missing.rook rook:5x5#2", INPUT},
        {"solve --json rook:5x5#1 rook:5x5#x null:3x1:SxG rook:5x5#2", INPUT},
        {"analyse rook:5x5#1 %s/missing.rook rook:5x5#2", INPUT},
        {"check rook:5x5#1 %s/missing.rook rook:5x5#2", INPUT},
        {"audit rook:5x5#1 %s/missing.rook rook:5x5#2", INPUT},
        {"convert --to id rook:5x5#1 %s/missing.rook rook:5x5#2", INPUT},
        {"solve rook:5x5#1 null:3x1:SxG rook:5x5#2", NO},
        {"analyse --limit-states 100 rook:5x5#1 " PUZZLE " " HUGE_DIE " rook:5x5#2", LIMIT},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        bool convert = !strncmp(rows[i].arguments, "convert", 7);
        scoped_reply r = ask(rows[i].arguments);
        if (r.code != rows[i].code || !!*r.err != (rows[i].code != NO) ||
            !strstr(r.out, convert ? "rook:5x5:S33323" : "rook:5x5#1@1") ||
            (!convert && !strstr(r.out, "rook:5x5#2@1"))) {
            show(&r);
            fail_msg("exit code %d and two answers were expected", rows[i].code);
        }
    }
}

// A solution that is cut short is no solution.
TEST(long_solutions_are_printed_whole)
{
    char arguments[1100] = "solve null:1000x1:S", moves[1000];
    size_t length = strlen(arguments);
    memset(arguments + length, '.', 998);
    arguments[length + 998] = 'G';
    memset(moves, 'R', 999);
    moves[999] = '\0';
    scoped_reply r = answered(arguments, "", DONE);
    assert_non_null(strstr(r.out, moves));
}

// ---- convert

static char *converted(const char *form, const char *maze, const char *input)
{
    reply r = answered(formatted("convert --to %s %s", form, maze), input, DONE);
    free(r.err);
    return r.out;
}

TEST(converting_there_and_back_gives_the_same_bytes)
{
    static const struct {
        const char *kind, *id;
        bool paper;
    } rows[] = {
        {"rook", "rook:5x5#1", true},
        {"rook", "rook:12x12,goal=center#1", true},
        {"rook", "rook:6x6,queen,no-u-turn#1", false},
        {"die", "die:9x9#1", true},
        {"die", "die:5x5,start=326,never=5,goal=any,cost=top#1", false},
        {"null", "null:9x1#1", false},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        scoped_text *id = converted("id", rows[i].id, ""), *own = converted("own", rows[i].id, "");
        scoped_text *own_again = converted("own", "-", own), *id_again = converted("id", "-", own);
        id[strcspn(id, "\n")] = '\0';
        id_again[strcspn(id_again, "\n")] = '\0';
        scoped_text *own_of_id = converted("own", id, "");
        assert_string_equal(own_again, own);
        assert_string_equal(own_of_id, own);
        assert_string_equal(id_again, id);
        if (rows[i].paper) {
            const char *read_with_kind = formatted("--kind %s -", rows[i].kind);
            scoped_text *paper = converted("paper", id, ""),
                        *back = converted("own", read_with_kind, paper);
            assert_string_equal(back, own);
        }
    }
}

TEST(the_extension_tells_the_kind_of_a_bare_grid)
{
    scratch_file("bare.rook", "2 1 1\n1 1 G\n");
    scratch_file("bare.die", "S.*.\n..*G\n");
    scratch_file("bare.null", "S..G\n");
    reply r = answered("convert --to id %s/bare.rook", "", DONE);
    assert_string_equal(r.out, "rook:3x2:S211/11G\n");
    drop(&r);
    r = answered("convert --to id %s/bare.die", "", DONE);
    assert_string_equal(r.out, "die:4x2:S.x./..xG\n");
    drop(&r);
    r = answered("convert --to id -- %s/bare.null", "", DONE);
    assert_string_equal(r.out, "null:4x1:S..G\n");
    drop(&r);
}

TEST(output_goes_to_the_file_named)
{
    for (unsigned i = 0; i < 3; i++) {
        static const char *const options[] = {"-o %s/out.rook", "--output=%s/out.rook",
                                              "-o%s/out.rook"};
        reply r = ask(formatted("convert rook:2x1:S1G %s", options[i]));
        assert_int_equal(r.code, DONE);
        assert_string_equal(r.out, "");
        assert_string_equal(r.err, "");
        drop(&r);
        r = answered("convert --to id %s/out.rook", "", DONE);
        assert_string_equal(r.out, "rook:2x1:S1G\n");
        drop(&r);
        unlink(scratch_path("out.rook"));
    }
}

TEST(a_file_may_be_converted_in_place)
{
    scratch_file("place.rook", "S1G\n");
    reply r = ask("convert -o %s/place.rook %s/place.rook");
    if (r.code != DONE)
        show(&r);
    assert_int_equal(r.code, DONE);
    drop(&r);
    r = answered("convert --to id %s/place.rook", "", DONE);
    assert_string_equal(r.out, "rook:2x1:S1G\n");
    drop(&r);
}

// Wherever a file is written that may be a stream.
TEST(a_dash_is_stdout)
{
    static const struct {
        const char *arguments, *begins;
    } rows[] = {
        {"convert -o - rook:2x2#1", "rook 2x2\n"},
        {"trace -o - rook:2x2#1", "{\"type\":\"maze\""},
        {"simulate --trace - marble:2x2#1", "{\"type\":\"maze\""},
    };
    for (unsigned i = 0; i < COUNT(rows); i++) {
        scoped_reply r = answered(rows[i].arguments, "", DONE);
        assert_int_equal(strncmp(r.out, rows[i].begins, strlen(rows[i].begins)), 0);
    }
    assert_int_equal(access("-", F_OK), -1); // nor is there a file of that name
}

// One that a form cannot hold does not keep the others from being written.
TEST(what_a_form_can_hold_is_converted)
{
    scoped_reply r = ask("convert --to thm theseus:3x3,win=after#1 theseus:3x3#1");
    assert_int_equal(r.code, INPUT);
    assert_non_null(strstr(r.out, "theseus-maze 1\n"));
    assert_null(strstr(strstr(r.out, "theseus-maze 1\n") + 1, "theseus-maze"));
}

TEST(a_failed_conversion_leaves_the_output_alone)
{
    static const refusal rows[] = {
        {"convert -o %s/kept.rook rook:5x5#x", INPUT, "is not a seed"},
        {"convert --to nonsense -o %s/kept.rook rook:5x5#1", USAGE, "a form 'nonsense'"},
        {"convert -o %s/kept.rook", USAGE, "convert needs a maze"},
    };
    scratch_file("kept.rook", "S1G\n");
    expect_refusals(rows, COUNT(rows));
    scoped_text *text = read_file(scratch(), "kept.rook");
    assert_string_equal(text, "S1G\n");
}

// ---- help

// The verbs that the overview lists; returns how many.
static unsigned list_verbs(char names[][20], unsigned most)
{
    scoped_reply r = answered("help", "", DONE);
    unsigned n = 0;
    const char *line = strstr(r.out, "verbs:\n");
    assert_non_null(line);
    for (line += 7; n < most && *line == ' '; line = strchr(line, '\n') + 1)
        n += line[2] != ' ' && sscanf(line, "  %19[a-z]", names[n]) == 1;
    assert_true(n >= 6);
    return n;
}

TEST(every_verb_and_kind_has_help)
{
    char names[40][20], arguments[60], usage[60];
    unsigned count = list_verbs(names, 40);
    for (unsigned i = 0; i < count; i++) {
        snprintf(arguments, sizeof arguments, "%.19s --help", names[i]);
        snprintf(usage, sizeof usage, "usage: mazewright %.19s ", names[i]);
        scoped_reply r = answered(arguments, "", DONE);
        assert_non_null(strstr(r.out, usage));
        assert_non_null(strstr(r.out, "--help"));
        assert_non_null(strstr(r.out, "Exit codes: 0 done"));
    }
    for (const mw_kind *const *k = mw_kinds(); *k; k++) {
        snprintf(arguments, sizeof arguments, "help %s", (*k)->name);
        scoped_reply r = answered(arguments, "", DONE);
        for (const mw_option *o = (*k)->text->options; o && o->name; o++)
            assert_non_null(strstr(r.out, o->name));
        for (const mw_heuristic *h = (*k)->heuristics; h && h->name; h++)
            assert_non_null(strstr(r.out, h->name));
        for (const mw_form *f = (*k)->text->forms; f && f->name; f++)
            assert_non_null(strstr(r.out, f->name));
    }
}

// ---- interruption

// The second maze is made at once, so that the interrupt comes while it is searched; or it takes
// long to make, too.
#define LONG_SEARCH "-a ids rook:5x5#1 die:99x99,obstacles=20,never=none#1 rook:5x5#2"
#define LONG_WORK   "rook:5x5#1 die:4000x4000,obstacles=20,never=none#1 rook:5x5#2"

TEST(an_interrupt_ends_work_with_what_was_found)
{
    static const struct {
        const char *arguments;
        int signal;
        const char *says;
    } rows[] = {
        {"solve --json " LONG_SEARCH, SIGINT, "\"limit\":\"interrupted\""},
        {"solve " LONG_SEARCH, SIGINT, "limit: interrupted"},
        {"analyse " LONG_WORK, SIGTERM, ""},
    };
    static ending e;
    for (size_t i = 0; i < COUNT(rows); i++) {
        child_run(rows[i].arguments,
                  &(conditions){.signal = rows[i].signal, .microseconds = 300000}, &e);
        if (e.code != LIMIT || e.seconds > 3 || !strstr(e.out, rows[i].says) ||
            !strstr(e.out, "rook:5x5#1@1") || strstr(e.out, "rook:5x5#2@1"))
            fail_msg("%s ends with code %d after %.1f s and output:\n%s", rows[i].arguments, e.code,
                     e.seconds, e.out);
    }
}
