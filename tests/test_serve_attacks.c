// test_serve_attacks.c: the verb `serve` under clients that mean harm, and beside programs that
// hold its catalogue. Nobody else may wait or lose anything.
#include "catalogue_support.h"
#include "serving.h"

#include "serve/serve.h"

#include <pthread.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

// The shared server answers a question for its status at once. It is asked up to three times,
// because a busy machine may make anyone wait.
static void expect_status_soon(double within)
{
    double took = 0;
    for (int i = 0; i < 3; i++) {
        double begun = mw_seconds();
        expect(get("/api/status", ""), 200, "", "\"version\"");
        took = mw_seconds() - begun;
        if (took <= (SANITIZED ? 5 : 1) * within)
            return;
    }
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

// The catalogue cannot grow for a while: no maze is lost, and nobody waits.
TEST(a_full_disk_loses_no_maze_and_delays_nobody)
{
    mw_error error;
    struct rlimit none = {0}, before;
    const char *file = scratch_path("full.db");
    mw_catalogue *c = opened(file, MW_CATALOGUE_WRITE);
    server outer = shared;
    mw_server_plan plan = {.page = page,
                           .host = "127.0.0.1",
                           .seconds = 5,
                           .job_seconds = 5,
                           .threads = 2,
                           .jobs = 1,
                           .catalogue = c,
                           .complain = hear};
    mw_server *s = mw_server_start(&plan, &error);
    assert_non_null(s);
    complaints[0] = '\0';
    shared.port = (unsigned)strtoul(strrchr(mw_server_address(s), ':') + 1, NULL, 10);
    getrlimit(RLIMIT_FSIZE, &before);
    none.rlim_max = before.rlim_max;
    none.rlim_cur = 1;
    signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &none); // until it is set back, nothing must be printed
    double begun = mw_seconds();
    reply kept = post("/api/ask", formatted(DESIGN, 11)), other = get("/api/catalogue", "");
    double took = mw_seconds() - begun;
    setrlimit(RLIMIT_FSIZE, &before);
    shared = outer;
    assert_true(took < (SANITIZED ? 5 : 2));
    expect(kept, 200, "", "\"catalogue\":\"not stored yet");
    expect(other, 200, "", "\"mazes\":[]");
    assert_non_null(strstr(complaints, "the maze is kept, and tried again"));
    for (begun = mw_seconds(); !stored_in(file) && mw_seconds() - begun < 5;)
        pause_for(0.05);
    assert_int_equal(stored_in(file), 1);
    assert_true(mw_server_stop(s));
    mw_catalogue_close(c);
}

// ---- answers that nobody takes

#define MIB   1024 // KiB
#define LARGE "{\"ask\":\"random\",\"kind\":\"die\",\"size\":\"%s\",\"seed\":%d}"

// Sends a question and does not read the answer.
static int ask_only(const char *path, const char *question)
{
    int fd = client_connect(shared.port);
    const char *request = formatted("POST %s HTTP/1.1\r\nHost: localhost:%u\r\n" JSON_TYPE
                                    "Content-Length: %zu\r\n\r\n%s",
                                    path, shared.port, strlen(question), question);
    assert_true(fd >= 0 && client_send(fd, request, strlen(request)));
    return fd;
}

// Starts a server with a limit that is asked in place of the shared one, which is returned.
static server limited_server(void)
{
    server outer = shared;
    assert_true(server_start(&shared,
                             formatted("--page %s --threads 2 --jobs 2 --limit-memory 64M", page)));
    return outer;
}

TEST(unread_answers_are_counted)
{
    int unread[8];
    server outer = limited_server();
    expect(post("/api/ask", formatted(LARGE, "4096x4096", 1)), 413, "", "--limit-memory");
    for (size_t i = 0; i < COUNT(unread); i++) // each fits by itself: 3 MB
        unread[i] = ask_only("/api/ask", formatted(LARGE, "1200x1200", (int)i));
    scoped_reply r = post("/api/ask", formatted(LARGE, "1200x1200", 99));
    long held = server_memory(&shared);
    assert_int_equal(r.status, 503);
    assert_non_null(strstr(r.body, "holds too many questions and answers"));
    if (!SANITIZED && held > 100 * MIB)
        fail_msg("%ld MiB are held", held / MIB);
    expect(post("/api/ask", "{\"ask\":\"optimum\",\"maze\":\"rook:4x4#1\"}"), 200, "", "");
    for (size_t i = 0; i < COUNT(unread); i++)
        close(unread[i]);
    int status = 0;
    for (double begun = mw_seconds(); status != 200 && mw_seconds() - begun < 5; pause_for(0.05)) {
        scoped_reply again = post("/api/ask", formatted(LARGE, "1200x1200", 99));
        status = again.status;
    }
    assert_int_equal(status, 200); // there is room again
    assert_int_equal(server_end(&shared, SIGTERM, NULL), 0);
    shared = outer;
}

TEST(kept_answers_are_counted)
{
    server outer = limited_server();
    for (int i = 0; i < 40; i++) {
        long number = 0;
        for (double begun = mw_seconds(); !number && mw_seconds() - begun < 20; pause_for(0.02)) {
            scoped_reply r = post("/api/jobs", formatted(LARGE, "1100x1100", i));
            sscanf(r.body ? r.body : "", "{\"job\":%ld}", &number);
        }
        scoped_reply r = get(formatted("/api/jobs/%ld/events", number), "");
        assert_non_null(strstr(r.body, "event: answer\ndata: {\"id\":\"die:1100x1100"));
        assert_true(r.length > 2 << 20 && !strcmp(r.body + r.length - 4, "\"}\n\n"));
    }
    long held = server_memory(&shared);
    if (!SANITIZED && held > 60 * MIB)
        fail_msg("%ld MiB are held", held / MIB);
    assert_int_equal(server_end(&shared, SIGTERM, NULL), 0);
    shared = outer;
}

// Questions about the largest mazes that there may be, on all threads at once: the server holds no
// more than its limit and what its program takes.
TEST(large_mazes_are_counted)
{
    static const char *const questions[] = {
        "{\"ask\":\"maze\",\"maze\":\"die:%s#1\"}",
        "{\"ask\":\"optimum\",\"maze\":\"die:%s#2\"}",
        "{\"ask\":\"analyse\",\"maze\":\"die:%s#3\"}",
        "{\"ask\":\"solve\",\"maze\":\"die:%s#4\"}",
        "{\"ask\":\"hint\",\"grade\":1,\"maze\":\"die:%s#5\"}",
        "{\"ask\":\"paint\",\"brush\":\"free\",\"cell\":9,\"maze\":\"die:%s#6\"}",
        "{\"ask\":\"random\",\"kind\":\"die\",\"seed\":7,\"size\":\"%s\"}",
        "{\"ask\":\"design\",\"kind\":\"die\",\"evaluations\":2,\"size\":\"%s\"}"};
    static const char *const sizes[] = {"4096x4096", "1260x1260"};
    server outer = limited_server();
    long before = server_peak(&shared);
    for (size_t k = 0; k < COUNT(sizes); k++)
        for (size_t i = 0; i < 4 * COUNT(questions); i++) {
            int fds[4];
            for (size_t n = 0; n < COUNT(fds); n++) {
                char question[200];
                snprintf(question, sizeof question, questions[(i + n) % COUNT(questions)],
                         sizes[k]);
                fds[n] = ask_only(n % 2 ? "/api/jobs" : "/api/ask", question);
            }
            for (size_t n = 0; n < COUNT(fds); n++) {
                scoped_reply r = client_receive(fds[n]);
                if (r.status != 200 && r.status != 202 && r.status != 503 && r.status != 400 &&
                    (r.status != 413 || !strstr(r.body, "--limit-memory")))
                    fail_msg("%d %.200s", r.status, r.body);
                close(fds[n]);
            }
        }
    long peak = server_peak(&shared);
    print_message("%ld MiB at first, %ld MiB at most\n", before / MIB, peak / MIB);
    if (!SANITIZED && peak > before + (64 + 16) * MIB)
        fail_msg("%ld MiB were held", peak / MIB);
    assert_int_equal(server_end(&shared, SIGTERM, NULL), 0);
    shared = outer;
}

// ---- requests that can be read in two ways

TEST(what_is_given_twice_is_refused)
{
    const char *port = formatted("%u", shared.port);
    static const char *const heads[] = {
        "Host: localhost:%s\r\nHost: evil.org\r\nContent-Length: 15\r\n",
        "Host: evil.org\r\nHost: localhost:%s\r\nContent-Length: 15\r\n",
        "Host: localhost:%s\r\nContent-Length: 15\r\ncontent-length: 3\r\n",
        "Host: localhost:%s\r\nContent-Length: 3\r\nContent-Length: 15\r\n"};
    for (size_t i = 0; i < COUNT(heads); i++) {
        char head[200];
        snprintf(head, sizeof head, heads[i], port);
        expect(client_ask(shared.port, formatted("POST /api/ask HTTP/1.1\r\n%s" JSON_TYPE
                                                 "\r\n{\"ask\":\"about\"}",
                                                 head)),
               400, "application/json", "{\"error\":{\"text\":");
    }
}

TEST(a_zero_ends_no_path)
{
    static const char *const paths[] = {"/app.js%00", "/app.js%00.png", "/api/status%00x", "/%00",
                                        "/api/jobs/1%00/events"};
    for (size_t i = 0; i < COUNT(paths); i++)
        expect(get(paths[i], ""), 404, "application/json", "{\"error\":{\"text\":");
    expect(get("/%61pp.js", ""), 200, "", "content");
    expect(get("/api/catalogue?kind=n%6Fne%0", ""), 200, "", "\"mazes\":[]");
}

// ---- jobs of large mazes

TEST(a_job_of_a_large_maze_ends_soon)
{
    static const char *const questions[] = {
        "{\"ask\":\"design\",\"kind\":\"theseus\",\"size\":\"64x64\",\"evaluations\":1000000}",
        "{\"ask\":\"analyse\",\"maze\":\"theseus:64x64#1\"}",
        "{\"ask\":\"explain\",\"maze\":\"theseus:64x64#1\"}"};
    for (size_t i = 0; i < COUNT(questions); i++) {
        long job = 0;
        scoped_reply begun = post("/api/jobs", questions[i]);
        assert_int_equal(sscanf(begun.body, "{\"job\":%ld}", &job), 1);
        pause_for(0.5);
        double start = mw_seconds();
        expect(ask_with(formatted("DELETE /api/jobs/%ld", job), "", ""), 200, "", "");
        scoped_reply r = get(formatted("/api/jobs/%ld/events", job), "");
        double took = mw_seconds() - start;
        if (took > (SANITIZED ? 3 : 0.5))
            fail_msg("%s took %.2f s to end", questions[i], took);
        assert_non_null(strstr(r.body, "stopped"));
        assert_null(strstr(r.body, "memory"));
    }
}

// ---- connections

#define ATTACKERS 512

static void connect_all(int *fds, const char *bytes)
{
    for (int i = 0; i < ATTACKERS; i++) {
        fds[i] = client_connect(shared.port);
        if (fds[i] >= 0)
            client_send(fds[i], bytes, strlen(bytes));
    }
}

static void close_all(const int *fds)
{
    for (int i = 0; i < ATTACKERS; i++)
        if (fds[i] >= 0)
            close(fds[i]);
}

static const char *const beginnings[] = {
    "G", "GET /api/status HTTP/1.1\r\nHost: loc",
    "POST /api/ask HTTP/1.1\r\nHost: localhost:%u\r\n" JSON_TYPE "Content-Length: 100\r\n\r\n{"};

TEST(slow_clients_leave_room_for_others)
{
    static int fds[ATTACKERS];
    for (size_t k = 0; k < COUNT(beginnings); k++) {
        char begun[200];
        snprintf(begun, sizeof begun, beginnings[k], shared.port);
        connect_all(fds, begun);
        for (int i = 0; i < 5; i++) {
            expect_status_soon(0.2);
            for (int n = 0; n < ATTACKERS; n++)
                client_send(fds[n], " ", 1);
        }
        close_all(fds);
    }
}

TEST(clients_that_leave_make_room)
{
    static int fds[ATTACKERS];
    for (size_t k = 0; k < COUNT(beginnings); k++) {
        char begun[200];
        snprintf(begun, sizeof begun, beginnings[k], shared.port);
        connect_all(fds, begun);
        close_all(fds);
        expect_status_soon(0.2);
    }
}

TEST(closed_and_slow_connections_are_freed)
{
    static int fds[ATTACKERS];
    pause_for(1); // those of the last test
    int before = server_files(&shared);
    connect_all(fds, "GET /api/status HTTP/1.1\r\nHost: loc");
    assert_true(server_files(&shared) <= before + 256 + 64);
    close_all(fds);
    double begun = mw_seconds();
    while (server_files(&shared) > before + 2 && mw_seconds() - begun < 10)
        pause_for(0.05);
    if (mw_seconds() - begun > (SANITIZED ? 8 : 4))
        fail_msg("%d open files, %d before", server_files(&shared), before);
    int fd = client_connect(shared.port); // a byte a second: it is over after 15 seconds
    begun = mw_seconds();
    while (client_send(fd, "G", 1) && mw_seconds() - begun < 25)
        pause_for(1);
    assert_true(mw_seconds() - begun < 22);
    close(fd);
}

// Leaves while the server works on the question: it is worked on no longer.
TEST(who_leaves_gives_its_place_free)
{
    static const struct linger at_once = {.l_onoff = 1};
    for (int i = 0; i < 300; i++) {
        int fd = ask_only("/api/ask", "{\"ask\":\"design\",\"kind\":\"rook\",\"size\":\"5x5\","
                                      "\"evaluations\":1000000000000}");
        setsockopt(fd, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
        if (i % 10 == 9)
            pause_for(0.01);
        close(fd);
    }
    expect_status_soon(0.2);
    double begun = mw_seconds();
    int status = 0;
    while (status != 200 && mw_seconds() - begun < 20) {
        scoped_reply r = post("/api/ask", "{\"ask\":\"optimum\",\"maze\":\"rook:4x4#1\"}");
        status = r.status;
    }
    if (mw_seconds() - begun > (SANITIZED ? 15 : 4)) // each question may take a second
        fail_msg("a question waited %.1f s", mw_seconds() - begun);
}

TEST(who_never_reads_delays_nobody)
{
    int fds[60];
    for (size_t i = 0; i < COUNT(fds); i++)
        fds[i] = ask_only("/api/ask", formatted(LARGE, "700x700", (int)i));
    for (int i = 0; i < 10; i++, pause_for(0.05))
        expect_status_soon(0.2);
    for (size_t i = 0; i < COUNT(fds); i++)
        close(fds[i]);
}

TEST(thousands_of_requests_at_once_delay_nobody)
{
    int fds[4];
    static char all[1 << 20];
    size_t n = 0;
    for (int i = 0; i < 5000; i++)
        n +=
            (size_t)snprintf(all + n, sizeof all - n,
                             "GET /api/status HTTP/1.1\r\nHost: localhost:%u\r\n\r\n", shared.port);
    for (size_t i = 0; i < COUNT(fds); i++) { // so many that no more can be sent
        fds[i] = client_connect(shared.port);
        for (size_t at = 0; at < n; at += 1000)
            if (send(fds[i], all + at, n - at < 1000 ? n - at : 1000, MSG_DONTWAIT) < 0)
                break;
        expect_status_soon(0.2);
    }
    for (int i = 0; i < 5; i++, pause_for(0.05))
        expect_status_soon(0.2);
    size_t count = 0; // they are answered as fast as they are read
    char part[4097];
    for (ssize_t got; count < 300 && (got = recv(fds[0], part, sizeof part - 1, 0)) > 0;) {
        part[got] = '\0';
        for (const char *at = part; (at = strstr(at, "\"threads\"")); at++)
            count++;
    }
    assert_true(count >= 300);
    for (size_t i = 0; i < COUNT(fds); i++)
        close(fds[i]);
}

TEST(events_that_nobody_reads_delay_nobody)
{
    long job = 0;
    int fds[40];
    scoped_reply begun =
        post("/api/jobs", "{\"ask\":\"simulate\",\"maze\":\"marble:8x8x8,outer#1\","
                          "\"frame\":0.004}");
    assert_int_equal(sscanf(begun.body, "{\"job\":%ld}", &job), 1);
    for (size_t i = 0; i < COUNT(fds); i++) {
        const char *request = formatted(
            "GET /api/jobs/%ld/events HTTP/1.1\r\nHost: localhost:%u\r\n\r\n", job, shared.port);
        fds[i] = client_connect(shared.port);
        assert_true(client_send(fds[i], request, strlen(request)));
    }
    for (int i = 0; i < 20; i++, pause_for(0.05))
        expect_status_soon(0.2);
    expect(ask_with(formatted("DELETE /api/jobs/%ld", job), "", ""), 200, "", "");
    for (size_t i = 0; i < COUNT(fds); i++)
        close(fds[i]);
}

// All of these, and more, at the same time; bench/soak.c.
TEST(it_bears_all_of_them_at_once)
{
    assert_int_equal(system(BINARY_DIR "/bench/soak " SOAK_SECONDS " >&2"), 0);
}

ALL_TESTS_WITH(serving_start, serving_end)
