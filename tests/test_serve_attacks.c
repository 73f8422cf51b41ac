// test_serve_attacks.c: the verb `serve` under clients that mean harm, and beside programs that hold
// its catalogue. Nobody else may wait or lose anything.
#include "catalogue_support.h"
#include "serving.h"

#include "serve/serve.h"

#include <pthread.h>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

// The shared server answers a question for its status at once.
static void expect_status_soon(double within)
{
    double begun = mw_seconds();
    expect(get("/api/status", ""), 200, "", "\"version\"");
    double took = mw_seconds() - begun;
    if (took > (SANITIZED ? 5 : 1) * within)
        fail_msg("the status took %.3f s", took);
}

// ---- a catalogue that another program holds

// Begins a transaction in a catalogue, so that nobody else can write there.
static sqlite3 *hold(const char *file)
{
    sqlite3 *db;
    assert_int_equal(sqlite3_open(file, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
    return db;
}

static uint64_t stored_in(const char *file)
{
    mw_catalogue *c = opened(file, MW_CATALOGUE_READ);
    uint64_t n = count_of(c);
    mw_catalogue_close(c);
    return n;
}

#define DESIGN                                                                                     \
    "{\"ask\":\"design\",\"kind\":\"rook\",\"size\":\"4x4\",\"evaluations\":500,\"seed\":%d}"

TEST(a_held_catalogue_loses_no_maze_and_delays_nobody)
{
    const char *file = scratch_path("mazes.db");
    expect(post("/api/ask", formatted(DESIGN, 1)), 200, "", "\"catalogue\":\"stored\"");
    uint64_t before = stored_in(file);
    sqlite3 *db = hold(file);
    double begun = mw_seconds();
    for (int seed = 2; seed < 6; seed++)
        expect(post("/api/ask", formatted(DESIGN, seed)), 200, "",
               "\"catalogue\":\"not stored yet; the server keeps the maze and tries again\"");
    expect(post("/api/ask", "{\"ask\":\"optimum\",\"maze\":\"rook:4x4#1\"}"), 200, "", "optimum");
    expect(get("/api/catalogue", ""), 200, "", "\"mazes\":[");
    assert_true(mw_seconds() - begun < (SANITIZED ? 10 : 4));
    expect_status_soon(0.2);
    assert_int_equal(sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
    begun = mw_seconds();
    while (stored_in(file) < before + 4 && mw_seconds() - begun < 5)
        pause_for(0.05);
    assert_int_equal(stored_in(file), before + 4);
}

static char complaints[4000];
static pthread_mutex_t complaining = PTHREAD_MUTEX_INITIALIZER;

static void hear(const mw_error *e)
{
    pthread_mutex_lock(&complaining);
    size_t n = strlen(complaints);
    snprintf(complaints + n, sizeof complaints - n, "%s\n", e->text);
    pthread_mutex_unlock(&complaining);
}

TEST(a_maze_that_is_lost_at_the_end_is_named)
{
    mw_error error;
    const char *file = scratch_path("held.db");
    mw_catalogue *c = opened(file, MW_CATALOGUE_WRITE);
    server outer = shared;
    mw_server_plan plan = {.page = page,
                           .host = "127.0.0.1",
                           .seconds = 5,
                           .job_seconds = 5,
                           .threads = 1,
                           .jobs = 1,
                           .catalogue = c,
                           .complain = hear};
    mw_server *s = mw_server_start(&plan, &error);
    assert_non_null(s);
    sqlite3 *db = hold(file);
    shared.port = (unsigned)strtoul(strrchr(mw_server_address(s), ':') + 1, NULL, 10);
    expect(post("/api/ask", formatted(DESIGN, 7)), 200, "", "\"catalogue\":\"not stored yet");
    shared = outer;
    assert_non_null(strstr(complaints, "the maze is kept, and tried again"));
    double begun = mw_seconds();
    assert_true(mw_server_stop(s));
    assert_true(mw_seconds() - begun < 2);
    assert_non_null(strstr(complaints, "rook:4x4:"));
    assert_non_null(strstr(complaints, "could not be stored before the server ended"));
    sqlite3_close(db);
    mw_catalogue_close(c);
}

ALL_TESTS_WITH(serving_start, serving_end)
