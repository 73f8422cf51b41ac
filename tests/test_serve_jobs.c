// test_serve_jobs.c: long questions of the verb `serve`: their news and answers, how many there may
// be, how they are stopped, kept and forgotten, and the end of the server.
#include "catalogue_support.h"
#include "serving.h"

#include "serve/serve.h"

#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

static long begin_job(const char *question)
{
    long number = 0;
    scoped_reply r = post("/api/jobs", question);
    if (r.status != 202 || sscanf(r.body, "{\"job\":%ld}", &number) != 1)
        fail_msg("no job: %d %s", r.status, r.body);
    return number;
}

static reply events_of(long job, const char *headers)
{
    return get(formatted("/api/jobs/%ld/events", job), headers);
}

static reply stop_job(long job)
{
    return ask_with(formatted("DELETE /api/jobs/%ld", job), "", "");
}

static unsigned count(const char *text, const char *what)
{
    unsigned n = 0;
    for (const char *at = text; (at = strstr(at, what)); at++)
        n++;
    return n;
}

#define ENDLESS                                                                                    \
    "{\"ask\":\"design\",\"kind\":\"rook\",\"size\":\"5x5\",\"evaluations\":1000000000000}"

TEST(a_job_tells_news_and_its_answer)
{
    long job = begin_job("{\"ask\":\"design\",\"kind\":\"rook\",\"size\":\"4x4\",\"seed\":5,"
                         "\"evaluations\":100000}");
    scoped_reply r = events_of(job, "");
    unsigned news = count(r.body, "event: news\ndata: {\"evaluations\":");
    assert_int_equal(r.status, 200);
    assert_non_null(strstr(r.head, "Content-Type: text/event-stream"));
    assert_true(news > 2);
    assert_int_equal(count(r.body, "event: answer\ndata: {\"id\":\"rook:4x4:"), 1);
    reply again = events_of(job, "");
    assert_string_equal(r.body, again.body);
    reply_free(&again);
    again = events_of(job, "Last-Event-ID: 2\r\n"); // the rest
    assert_int_equal(count(again.body, "event: news"), news - 2);
    assert_int_equal(count(again.body, "event: answer"), 1);
    assert_null(strstr(again.body, "id: 2\n"));
    reply_free(&again);
    expect(events_of(job, formatted("Last-Event-ID: %u\r\n", news + 1)), 204, "", "");
}

TEST(a_wrong_job_answers_with_its_error)
{
    scoped_reply r = events_of(begin_job("{\"ask\":\"design\",\"kind\":\"nothing\"}"), "");
    assert_non_null(strstr(r.body, "event: answer\ndata: {\"error\":{\"text\":"));
    expect(post("/api/jobs", "{"), 400, "", "ends too early");
}

TEST(a_job_can_be_stopped)
{
    long job = begin_job(ENDLESS);
    pause_for(0.2);
    double begun = mw_seconds();
    expect(stop_job(job), 200, "", "{\"job\":");
    expect(events_of(job, ""), 200, "", "event: answer\ndata: {\"id\":\"rook:5x5:");
    assert_true(mw_seconds() - begun < 2);
    expect(stop_job(999999), 404, "", "no such job");
}

// However early a job is stopped, its answer says something.
TEST(a_job_can_be_stopped_at_once)
{
    for (int i = 0; i < 40; i++) {
        long job = begin_job(ENDLESS);
        expect(stop_job(job), 200, "", "{\"job\":");
        scoped_reply r = events_of(job, "");
        assert_non_null(strstr(r.body, "event: answer\ndata: {"));
        assert_null(strstr(r.body, "\"text\":\"\""));
    }
}

TEST(only_so_many_jobs_at_once)
{
    long first = begin_job(ENDLESS), second = begin_job(ENDLESS);
    expect(post("/api/jobs", ENDLESS), 503, "Retry-After: ", "{\"error\":");
    expect(post("/api/ask", "{\"ask\":\"about\"}"), 200, "", "kinds"); // others are not held up
    expect(stop_job(first), 200, "", "");
    expect(events_of(first, ""), 200, "", "event: answer");
    long third = begin_job(ENDLESS);
    expect(stop_job(second), 200, "", "");
    expect(stop_job(third), 200, "", "");
    expect(events_of(second, ""), 200, "", "event: answer");
    expect(events_of(third, ""), 200, "", "event: answer");
}

// The number of the oldest event that is still there.
static long oldest_event(long job)
{
    char answer[2000] = "";
    size_t n = 0;
    int fd = client_connect(shared.port);
    const char *request = formatted(
        "GET /api/jobs/%ld/events HTTP/1.1\r\nHost: localhost:%u\r\n\r\n", job, shared.port);
    assert_true(client_send(fd, request, strlen(request)));
    while (n + 1 < sizeof answer && !strstr(answer, "event: ")) {
        ssize_t more = recv(fd, answer + n, sizeof answer - n - 1, 0);
        assert_true(more > 0);
        answer[n += (size_t)more] = '\0';
    }
    close(fd);
    const char *id = strstr(answer, "id: ");
    assert_non_null(id);
    return atol(id + 4);
}

// Frames in plenty: what is kept of them is bounded, and the answer is never dropped.
TEST(news_are_bounded)
{
    long job =
        begin_job("{\"ask\":\"simulate\",\"maze\":\"marble:8x8x8,outer#1\",\"frame\":0.004}");
    for (double begun = mw_seconds(); oldest_event(job) == 1 && mw_seconds() - begun < 20;)
        pause_for(0.05);
    expect(stop_job(job), 200, "", "");
    scoped_reply r = events_of(job, "");
    const char *first = strstr(r.body, "id: ");
    assert_non_null(first);
    assert_true(atol(first + 4) > 1); // the beginning is gone
    assert_true(r.length > 1 << 20 && r.length < 6 << 20);
    assert_non_null(strstr(r.body, "event: answer\ndata: {"));
}

TEST(designs_are_kept_in_the_catalogue)
{
    long job = begin_job("{\"ask\":\"design\",\"kind\":\"die\",\"size\":\"4x4\",\"seed\":9,"
                         "\"evaluations\":2000}");
    scoped_reply r = events_of(job, "");
    char id[200];
    const char *answer = strstr(r.body, "event: answer\ndata: {");
    assert_non_null(answer);
    assert_int_equal(sscanf(answer, "event: answer\ndata: {\"id\":\"%190[^\"]", id), 1);
    const char *listed =
        formatted("{\"mazes\":[{\"id\":\"%s\",\"kind\":\"die\",\"created\":\"20", id);
    expect(get("/api/catalogue?kind=die&order=-length&limit=5", ""), 200, "application/json",
           listed);
    expect(get("/api/catalogue?kind=die", ""), 200, "", "\"features\":{\"length\":");
    expect(get("/api/catalogue?kind=none", ""), 200, "", "{\"mazes\":[]}");
    expect(get("/api/catalogue?limit=0", ""), 200, "", "{\"mazes\":[]}");
    expect(get("/api/catalogue?order=nonsense", ""), 400, "", "cannot order by");
    expect(get("/api/catalogue?limit=x", ""), 400, "", "limit");
}

// Listens for a moment.
static void listen_and_leave(long job)
{
    char answer[100];
    int fd = client_connect(shared.port);
    const char *request = formatted(
        "GET /api/jobs/%ld/events HTTP/1.1\r\nHost: localhost:%u\r\n\r\n", job, shared.port);
    assert_true(client_send(fd, request, strlen(request)));
    assert_true(recv(fd, answer, sizeof answer, 0) > 0);
    close(fd);
}

// ---- servers in this process

// Starts a server that is asked in place of the shared one, which *outer keeps.
static mw_server *start_inner(const mw_server_plan *plan, server *outer)
{
    mw_error error;
    mw_server *s = mw_server_start(plan, &error);
    if (!s)
        fail_msg("%s", error.text);
    *outer = shared;
    shared.port = (unsigned)strtoul(strrchr(mw_server_address(s), ':') + 1, NULL, 10);
    return s;
}

static void stop_inner(mw_server *s, const server *outer)
{
    shared = *outer;
    assert_true(mw_server_stop(s));
}

static char complaint[400];

static void hear_complaint(const mw_error *e)
{
    snprintf(complaint, sizeof complaint, "%s", e->text);
}

// Asks a server with this catalogue for a design, for half a second at most.
static void design_into(mw_catalogue *c, const char *design)
{
    server outer;
    mw_server_plan plan = {.page = page,
                           .host = "127.0.0.1",
                           .seconds = 0.5,
                           .job_seconds = 1,
                           .threads = 1,
                           .jobs = 1,
                           .catalogue = c,
                           .complain = hear_complaint};
    mw_server *s = start_inner(&plan, &outer);
    complaint[0] = '\0';
    expect(post("/api/ask", formatted("{\"ask\":\"design\",%s}", design)), 200, "",
           "\"features\":{\"length\":");
    stop_inner(s, &outer);
}

TEST(a_kept_design_tells_where_it_came_from)
{
    mw_catalogue *c = opened(scratch_path("origins.db"), MW_CATALOGUE_WRITE);
    design_into(c, "\"kind\":\"rook\",\"size\":\"3x3\",\"method\":\"exact\"");
    design_into(c, "\"kind\":\"rook\",\"size\":\"4x4\",\"evaluations\":2000,\"seed\":0");
    assert_string_equal(complaint, "");
    scoped(mw_entry_free) mw_entry proven = got(c, "1"), sought = got(c, "2");
    assert_string_equal(proven.from.method, "exact");
    assert_true(proven.from.proven && !proven.from.seeded);
    assert_true(!sought.from.proven && sought.from.seeded && sought.from.seed == 0);
    assert_int_equal(sought.from.evaluations, 2000);
    mw_catalogue_close(c);
}

// Its graph is so large that building it could be stopped, too.
TEST(a_large_design_that_was_stopped_is_kept)
{
    mw_catalogue *c = opened(scratch_path("stopped.db"), MW_CATALOGUE_WRITE);
    design_into(c,
                "\"kind\":\"theseus\",\"size\":\"24x24\",\"objective\":\"-states\",\"evaluations\":"
                "1000000000000");
    scoped(mw_entry_free) mw_entry e = got(c, "1");
    assert_true(mw_entry_value(&e, "states") > 4096);
    mw_catalogue_close(c);
}

TEST(a_failing_catalogue_is_complained_of)
{
    const char *file = scratch_path("origins.db");
    mw_catalogue_close(opened(file, MW_CATALOGUE_WRITE));
    mw_catalogue *c = opened(file, MW_CATALOGUE_READ);
    design_into(c, "\"kind\":\"rook\",\"size\":\"4x4\",\"evaluations\":2000,\"seed\":5");
    assert_non_null(strstr(complaint, "was opened for reading only"));
    mw_catalogue_close(c);
}

// There is room for one job; when a second one is taken, the first has ended.
TEST(a_job_alone_is_forgotten)
{
    server outer;
    mw_server_plan plan = {.page = page,
                           .host = "127.0.0.1",
                           .seconds = 10,
                           .job_seconds = 600,
                           .threads = 1,
                           .jobs = 1,
                           .patience = 0.4};
    mw_server *s = start_inner(&plan, &outer);
    long job = begin_job(ENDLESS);
    for (int i = 0; i < 2; i++) {
        double begun = mw_seconds();
        expect(post("/api/jobs", ENDLESS), 503, "", "");
        if (i) // the second time there is a listener, who leaves
            listen_and_leave(job);
        reply r = {0};
        while (r.status != 202 && mw_seconds() - begun < 8) {
            reply_free(&r);
            mw_server_tend(s);
            pause_for(0.02);
            r = post("/api/jobs", ENDLESS);
        }
        assert_int_equal(r.status, 202);
        assert_true(mw_seconds() - begun > 0.35);
        mw_server_tend(s);
        expect(stop_job(job++), 404, "", "forgotten");
        reply_free(&r);
    }
    stop_inner(s, &outer);
}

TEST(it_ends_soon_and_well)
{
    static const int signals[] = {SIGTERM, SIGINT};
    for (size_t i = 0; i < COUNT(signals); i++) {
        server s, outer = shared;
        double seconds;
        assert_true(server_start(&s, formatted("--page %s --jobs 2", page)));
        shared = s;
        long job = begin_job(ENDLESS);
        begin_job(ENDLESS); // one that nobody listens to
        shared = outer;
        int fd = client_connect(s.port), idle = client_connect(s.port);
        const char *request = formatted(
            "GET /api/jobs/%ld/events HTTP/1.1\r\nHost: localhost:%u\r\n\r\n", job, s.port);
        assert_true(client_send(fd, request, strlen(request)));
        pause_for(0.3);
        assert_int_equal(server_end(&s, signals[i], &seconds), 0);
        assert_true(seconds < 2);
        scoped_reply r = client_receive(fd); // the job still answered with what it had found
        assert_non_null(strstr(r.body, "event: answer\ndata: {\"id\":\"rook:5x5:"));
        close(fd);
        close(idle);
    }
}

// A connection that was kept open asks while the server says goodbye: it gets a refusal or nothing,
// and the server ends well. What was freed too soon, the address sanitizer sees.
TEST(who_asks_at_the_end_is_refused)
{
    static const char *const paths[] = {"/api/ask", "/api/jobs"};
    for (size_t i = 0; i < 4 * COUNT(paths); i++) {
        server s;
        double seconds;
        assert_true(server_start(&s, formatted("--page %s --jobs 2", page)));
        int unfinished = client_connect(s.port), kept = client_connect(s.port);
        const char *head =
            "POST %s HTTP/1.1\r\nHost: localhost:%u\r\n" JSON_TYPE "Content-Length: %d\r\n\r\n%s";
        const char *part = formatted(head, paths[i % 2], s.port, 100, "{");
        assert_true(client_send(unfinished, part, strlen(part)));
        pause_for(0.1);
        kill(s.pid, SIGTERM);
        pause_for(i < 2 ? 0.12 : 0.02 * (double)i);
        static const char body[] = "{\"ask\":\"optimum\",\"maze\":\"rook:5x5#4651\"}";
        const char *late = formatted(head, paths[i % 2], s.port, (int)strlen(body), body);
        if (client_send(kept, late, strlen(late))) {
            scoped_reply r = client_receive(kept);
            assert_true(r.status == 0 || r.status == 503);
        }
        assert_int_equal(server_end(&s, SIGTERM, &seconds), 0);
        close(unfinished);
        close(kept);
    }
}

// Three hundred connections that do all sorts of things, jobs that would go on for ever, and
// listeners: none of them delays the end.
TEST(it_ends_at_once_with_many_clients)
{
    static const char *const sent[] = {
        "", "GET /api/st",
        "POST /api/ask HTTP/1.1\r\nHost: localhost:%u\r\n" JSON_TYPE "Content-Length: 100\r\n\r\n{",
        "GET /api/jobs/1/events HTTP/1.1\r\nHost: localhost:%u\r\n\r\n",
        "POST /api/ask HTTP/1.1\r\nHost: localhost:%u\r\n" JSON_TYPE "Content-Length: 75\r\n\r\n"
        "{\"ask\":\"design\",\"kind\":\"rook\",\"size\":\"5x5\",\"evaluations\":100000000000}  "};
    int fds[250];
    server s, outer = shared;
    double seconds;
    assert_true(server_start(&s, formatted("--page %s --jobs 2", page)));
    shared = s;
    begin_job(ENDLESS);
    begin_job(ENDLESS);
    shared = outer;
    for (size_t i = 0; i < COUNT(fds); i++) {
        char request[300];
        snprintf(request, sizeof request, sent[i % COUNT(sent)], s.port);
        fds[i] = client_connect(s.port);
        assert_true(fds[i] >= 0 && client_send(fds[i], request, strlen(request)));
    }
    pause_for(0.3);
    assert_int_equal(server_end(&s, SIGTERM, &seconds), 0);
    if (seconds > (SANITIZED ? 2 : 0.6)) // half a second, and what this test needs to see it
        fail_msg("it took %.2f s", seconds);
    for (size_t i = 0; i < COUNT(fds); i++)
        close(fds[i]);
}

ALL_TESTS_WITH(serving_start, serving_end)
