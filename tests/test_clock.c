// test_clock.c: the wall clock is set forward and back by years all the time (clock_jumps.c).
// Limits of time are kept all the same, and what is measured makes sense: durations are of the
// clock that only counts on.
#include "child.h"
#include "client.h"

#include <math.h>
#include <signal.h>
#include <sys/stat.h>

#define BUSY 20 // seconds that a busy machine may take for what needs less than one

static ending e;
static const conditions jumping = {.preload = CLOCK_JUMPS};

static double run_jumping(const char *arguments, int code)
{
    double from = mw_seconds();
    child_run(arguments, &jumping, &e);
    double took = mw_seconds() - from;
    if (e.code != code || took > BUSY)
        fail_msg("%s: code %d in %.1f s, '%.200s' '%s'", arguments, e.code, took, e.out, e.err);
    return took;
}

static double number_after(const char *name)
{
    const char *at = strstr(e.out, name);
    assert_non_null(at);
    return strtod(at + strlen(name), NULL);
}

// Else nothing here is tried.
TEST(the_clock_does_jump)
{
    run_jumping(
        formatted("catalogue import %s rook:3x3#1 rook:3x3#2 rook:3x3#3", scratch_path("dates.db")),
        DONE);
    run_jumping(formatted("catalogue export %s", scratch_path("dates.db")), DONE);
    time_t t = time(NULL);
    struct tm now;
    gmtime_r(&t, &now);
    double years = number_after("\"created\":\"") - (now.tm_year + 1900);
    assert_true(fabs(years) > 10);
}

TEST(limits_of_time_are_kept)
{
    assert_true(run_jumping("design theseus 8x8#1 --seconds 0.4 --json --threads 1", DONE) > 0.4);
    assert_true(number_after("\"seconds\":") >= 0.4 && number_after("\"seconds\":") < BUSY);
    const char *arguments =
        formatted("design theseus 8x8#1 --seconds 0.4 --json --threads 1 --catalogue %s",
                  scratch_path("design.db"));
    assert_true(run_jumping(arguments, DONE) > 0.4);
    run_jumping("solve --json die:2000x2000,obstacles=20,never=none#1 --limit-seconds 0.3", LIMIT);
    assert_non_null(strstr(e.out, "\"limit\":\"seconds\""));
    assert_true(number_after("\"seconds\":") >= 0.29 && number_after("\"seconds\":") < BUSY);
    run_jumping("solve --json rook:5x5#1 --limit-seconds 30", DONE); // and not broken early
    assert_true(number_after("\"seconds\":") >= 0 && number_after("\"seconds\":") < BUSY);
}

TEST(experiments_measure_durations)
{
    const char *plan = scratch_path("clock.plan");
    const char *results = scratch_path("clock.results");
    scratch_file("clock.plan",
                 "random theseus 14x14 seeds 1..3\nalgorithm idastar\nheuristic zero\nstore "
                 "none\nlimit seconds 0.1\n");
    run_jumping(formatted("experiment %s -o %s --threads 1", plan, results), DONE);
    run_jumping(formatted("experiment report %s --format json", results), DONE);
    unsigned runs = 0;
    for (const char *p = e.out; (p = strstr(p, "\"seconds\":")); p++, runs++) {
        double seconds = strtod(p + strlen("\"seconds\":"), NULL);
        if (!(seconds >= 0 && seconds < BUSY))
            fail_msg("a run took %g s", seconds);
    }
    assert_int_equal(runs, 3);
}

// A question ends when its time is up, and not before.
TEST(a_server_gives_questions_their_time)
{
    server s;
    static const char question[] = "{\"ask\":\"design\",\"kind\":\"theseus\",\"size\":\"9x9\","
                                   "\"evaluations\":\"100000000000\"}";
    assert_int_equal(mkdir(scratch_path("page"), 0777), 0);
    scratch_file("page/index.html", "<!doctype html><head></head>");
    const char *options = formatted("--page %s --seconds-per-question 0.5", scratch_path("page"));
    setenv("LD_PRELOAD", CLOCK_JUMPS, 1);
    bool started = server_start(&s, options);
    unsetenv("LD_PRELOAD");
    assert_true(started);
    const char *request = formatted(
        "POST /api/ask HTTP/1.1\r\nHost: 127.0.0.1:%u\r\nContent-Type: application/json\r\n"
        "Content-Length: %zu\r\n\r\n%s",
        s.port, strlen(question), question);
    double from = mw_seconds();
    scoped_reply r = client_ask(s.port, request);
    double took = mw_seconds() - from;
    int code = server_end(&s, SIGINT, NULL);
    if (r.status != 200 || !strstr(r.body, "\"id\":\"theseus:9x9:") || took < 0.5 || took > BUSY ||
        code != DONE)
        fail_msg("after %.1f s: %d, %s", took, r.status, r.body ? r.body : "");
}

TEST(a_game_goes_on)
{
    child_run("play bloxorz:6x5#4",
              &(conditions){.preload = CLOCK_JUMPS,
                            .terminal = true,
                            .keys = "oh",
                            .signal = SIGINT,
                            .microseconds = 600000},
              &e);
    if (e.code != LIMIT || !e.restored || e.seconds > BUSY)
        fail_msg("code %d after %.1f s, '%s'", e.code, e.seconds, e.err);
}
