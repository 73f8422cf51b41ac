// test_device.c: `design --device`. What a graphics card would do is done by the device `host`;
// test_chains.c holds a card against it.
#include "support.h"

// The id of what is designed.
static char *designed(const char *arguments)
{
    return run_shell("%s design %s -q | grep '^# [a-z]*:'", COMMAND, arguments);
}

static void expect_alike(const char *a, const char *b)
{
    scoped_text *x = designed(a), *y = designed(b);
    if (strcmp(x, y))
        fail_msg("%s: %s%s: %s", a, x, b, y);
}

TEST(chains_are_streams)
{
    expect_alike("theseus 6x6#3 -e 12000 --streams 5 --device host --resample 0",
                 "theseus 6x6#3 -e 12000 --streams 5");
    expect_alike("die 5x5#3 -e 12000 --streams 5 --device host --exchange 700",
                 "die 5x5#3 -e 12000 --streams 5 --exchange 700");
    // Shorter than the steps that are taken to sample rises.
    expect_alike("die 5x5#3 -e 5000 --objective=-length --streams 5 --device host --exchange 30",
                 "die 5x5#3 -e 5000 --objective=-length --streams 5 --exchange 30");
    expect_alike("rook 6x6#3 -e 9000 --streams 5 --device host -m restarts --count 2",
                 "rook 6x6#3 -e 9000 --streams 5 -m restarts --count 2");
}

TEST(resampling_is_repeatable_and_helps)
{
    const char *search = "theseus 6x6#1 -e 60000 --streams 60 --device host --resample 20";
    expect_alike(search, search);
    scoped_text *alone =
        run_shell("%s design theseus 6x6#1 -e 60000 --streams 60 -q --json", COMMAND);
    scoped_text *together = run_shell("%s design %s -q --json", COMMAND, search);
    assert_true(atoi(strstr(together, "\"length\":") + 9) > atoi(strstr(alone, "\"length\":") + 9));
}

TEST(an_interrupted_search_is_resumed)
{
    const char *search = "theseus 6x6#8 --streams 40 -e 200000 --device host";
    const char *file = scratch_path("resumed.db");
    double takes = mw_seconds();
    scoped_text *whole = designed(search);
    takes = mw_seconds() - takes;
    bool over = true;
    for (unsigned tries = 0; over && tries < 5; tries++) { // until it is interrupted on its way
        takes /= 2;
        scoped_text *first =
            run_shell("rm -f %s*; timeout -s INT %.3f %s design %s --catalogue %s -q; true", file,
                      takes, COMMAND, search, file);
        over = strstr(first, "200,000 evaluations");
    }
    assert_false(over);
    const char *with = formatted("%s --catalogue %s --resume", search, file);
    scoped_text *resumed = designed(with), *again = designed(with);
    assert_string_equal(resumed, whole);
    assert_string_equal(again, whole);
    assert_int_equal(run_command("catalogue verify %s/resumed.db", NULL, NULL), 0);
}

TEST(what_cannot_be_done_there_is_said)
{
    static const refusal rows[] = {
        {"design bloxorz 7x6 --device host", 2, "only mazes of these kinds: rook die theseus"},
        {"design theseus 5x5 --objective parameters --device host", 2, "is not among them"},
        {"design theseus 5x5 --require \"traps > 2\" --device host", 2, "'traps' is not among"},
        {"design theseus 17x16 --device host", 2, "boards of up to 16x16 cells"},
        {"design die 16x17 --device host", 2, "boards of up to 16x16 cells"},
        {"design rook 10x11 --device host", 2, "grids of up to 10x10 cells"},
        {"design rook 5x5 -m exact --device host", 2, "exact does not run on a graphics card"},
        {"design rook 5x5 --device gpu0", 2, "write gpu, or host"},
        {"design rook 5x5 --device host --streams 900000 --limit-memory 8M", 2, "ask for fewer"},
        {"design rook 5x5 --resample 100", 2, "--resample needs --device"},
        {"design rook 5x5 -m descent --device host --resample 9", 2, "goes with the method anneal"},
        {"design rook 5x5 --exchange 50 --device host --resample 9", 2, "without --exchange"},
    };
    expect_refusals(rows, COUNT(rows));
}

TEST(it_is_said_which_cards_are_seen)
{
    static const command_case rows[] = {
        {"--version", 0, "graphics card", ""},
        {"design theseus --list", 0, "graphics card", ""},
    };
    expect_answers(rows, COUNT(rows));
}
