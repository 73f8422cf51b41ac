// test_serve.c: the verb `serve`, through real sockets: what it hands out and answers, what it
// refuses, and clients that misbehave. Long questions are in test_serve_jobs.c.
#include "serving.h"

#include <signal.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

// ---- files

TEST(files_have_their_types)
{
    static const char *const types[][2] = {{"/app.js", "text/javascript"},
                                           {"/style.css", "text/css"},
                                           {"/core.wasm", "application/wasm"},
                                           {"/mazes.json", "application/json"},
                                           {"/i.svg", "image/svg+xml"},
                                           {"/a.webmanifest", "application/manifest+json"},
                                           {"/p.png", "image/png"},
                                           {"/inner/deep.js", "text/javascript"},
                                           {"/index.html", "text/html; charset"}};
    for (size_t i = 0; i < COUNT(types); i++) {
        const char *type = formatted("Content-Type: %s", types[i][1]);
        expect(get(types[i][0], ""), 200, type, i + 1 < COUNT(types) ? "content" : "<title>T");
    }
}

// A page of an empty file and of one with zeros in it, then of more than the server takes.
TEST(files_of_any_length_up_to_too_much)
{
    server s, outer = shared;
    const char *folder = scratch_path("lengths");
    assert_int_equal(mkdir(folder, 0700), 0);
    scratch_file("lengths/index.html", "<html></html>");
    scratch_file("lengths/empty.js", "");
    const char *zeros = scratch_file("lengths/zeros.png", "x");
    assert_int_equal(truncate(zeros, 10001), 0);
    assert_true(server_start(&s, formatted("--page %s", folder)));
    shared = s;
    scoped_reply none = get("/empty.js", ""), many = get("/zeros.png", "");
    shared = outer;
    assert_int_equal(server_end(&s, SIGTERM, NULL), 0);
    assert_int_equal(none.status, 200);
    assert_int_equal(none.length, 0);
    assert_int_equal(many.status, 200);
    assert_int_equal(many.length, 10001);
    assert_true(many.body[0] == 'x' && !many.body[1] && !many.body[10000]);
    assert_int_equal(truncate(zeros, 600 << 20), 0);
    const char *line = formatted("serve --page %s", folder);
    expect_answers(&(command_case){line, 5, "", "zeros.png: this is too much for a page"}, 1);
}

TEST(the_page_knows_that_it_is_served)
{
    expect(get("/", ""), 200, "text/html",
           "<html><head><meta name=\"mazewright-server\" content=\"1\"><title>");
}

TEST(every_answer_has_the_safe_headers)
{
    static const char *const paths[] = {"/", "/app.js", "/nothing", "/api/status",
                                        "/api/jobs/9/events"};
    static const char *const headers[] = {
        "Content-Security-Policy: default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; ",
        "frame-ancestors 'none'", "X-Content-Type-Options: nosniff", "Referrer-Policy: no-referrer",
        "Cross-Origin-Resource-Policy: same-origin"};
    for (size_t i = 0; i < COUNT(paths); i++)
        for (size_t k = 0; k < COUNT(headers); k++) {
            reply r = get(paths[i], "");
            expect(r, r.status, headers[k], "");
        }
}

TEST(a_file_that_is_known_is_not_sent_again)
{
    reply r = get("/app.js", "");
    char tag[100];
    assert_int_equal(sscanf(strstr(r.head, "ETag: "), "ETag: %90[^\r]", tag), 1);
    reply_free(&r);
    r = get("/app.js", formatted("If-None-Match: \"other\", %s\r\n", tag));
    assert_int_equal(r.length, 0);
    expect(r, 304, tag, "");
    expect(get("/app.js", "If-None-Match: \"other\"\r\n"), 200, tag, "content");
}

TEST(files_are_packed_for_those_who_can_unpack)
{
    expect(get("/app.js", "Accept-Encoding: br, gzip\r\n"), 200, "Content-Encoding: gzip",
           "packed content");
    static const char *const others[] = {"", "Accept-Encoding: br\r\n",
                                         "Accept-Encoding: gzip;q=0\r\n",
                                         "Accept-Encoding: gzipped\r\n"};
    for (size_t i = 0; i < COUNT(others); i++) {
        reply r = get("/app.js", others[i]);
        assert_null(strstr(r.head, "Content-Encoding"));
        assert_string_equal(r.body, "content");
        expect(r, 200, "Vary: Accept-Encoding", "");
    }
    expect(get("/style.css", "Accept-Encoding: gzip\r\n"), 200, "text/css", "content");
}

TEST(nothing_else_can_be_had)
{
    static const char *const paths[] = {"/../secret",
                                        "/..%2fsecret",
                                        "/%2e%2e/secret",
                                        "/%2e%2e%2fsecret",
                                        "/inner/../../secret",
                                        "/..%5csecret",
                                        "/%252e%252e/secret",
                                        "/.dot",
                                        "/.hidden/file",
                                        "/inner/.git/config",
                                        "/link.txt",
                                        "/out/secret",
                                        "//etc/passwd",
                                        "/%2fetc%2fpasswd",
                                        "/page/index.html",
                                        "/app.js/",
                                        "/inner",
                                        "/inner/",
                                        "/app.js.gz",
                                        "/secret",
                                        "/index.html%2f..%2f..%2fsecret",
                                        "/%c0%ae%c0%ae/secret",
                                        "/api/",
                                        "/api/nothing"};
    for (size_t i = 0; i < COUNT(paths); i++) {
        reply r = get(paths[i], "");
        if (r.status == 200 || strstr(r.body ? r.body : "", "SECRET") ||
            strstr(r.body ? r.body : "", "root:"))
            fail_msg("%s: %d %s", paths[i], r.status, r.body);
        expect(r, 404, "application/json", "{\"error\":{\"text\":");
    }
}

// ---- who may ask, and how

TEST(only_its_own_names_are_answered)
{
    static const struct {
        const char *host;
        bool fine;
    } hosts[] = {{"Host: 127.0.0.1:%u", true},
                 {"Host: localhost:%u", true},
                 {"Host: LOCALHOST:%u", true},
                 {"Host: [::1]:%u", true},
                 {"Host: evil.org:%u", false},
                 {"Host: 127.0.0.1", false},
                 {"Host: 127.0.0.1:1%u", false},
                 {"Host: localhost.evil.org:%u", false},
                 {"Host: 127.0.0.1.nip.io:%u", false},
                 {"Host: 192.168.0.1:%u", false},
                 {"Host: [::1:%u", false},
                 {"Host: :%u", false},
                 {"X: %u", false}};
    for (size_t i = 0; i < COUNT(hosts); i++) {
        char host[100];
        snprintf(host, sizeof host, hosts[i].host, shared.port);
        const char *request =
            formatted("GET /api/status HTTP/1.%d\r\n%s\r\n\r\n", *host == 'H', host);
        scoped_reply r = client_ask(shared.port, request);
        if (r.status != (hosts[i].fine ? 200 : 403))
            fail_msg("%s: %d", host, r.status);
    }
}

TEST(on_every_address_names_must_be_allowed)
{
    static const struct {
        const char *host;
        int status;
    } hosts[] = {{"10.1.2.3:%u", 200},   {"[fe80::1]:%u", 200}, {"mazes.example:443", 200},
                 {"mazes.example", 200}, {"evil.org:%u", 403},  {"10.1.2.3:1", 403}};
    server s;
    const char *options =
        formatted("--host 0.0.0.0 --allow-host other,mazes.example --page %s", page);
    assert_true(server_start(&s, options));
    for (size_t i = 0; i < COUNT(hosts); i++) {
        char host[100];
        snprintf(host, sizeof host, hosts[i].host, s.port);
        const char *request = formatted("GET / HTTP/1.1\r\nHost: %s\r\n\r\n", host);
        expect(client_ask(s.port, request), hosts[i].status, "", "");
    }
    assert_int_equal(server_end(&s, SIGTERM, NULL), 0);
}

TEST(other_pages_cannot_ask)
{
    const char *own = formatted(JSON_TYPE "Origin: http://127.0.0.1:%u\r\n", shared.port);
    static const char about[] = "{\"ask\":\"about\"}";
    expect(ask_with("POST /api/ask", own, about), 200, "application/json", "\"kinds\"");
    static const char *const others[] = {"http://evil.org", "null", "http://127.0.0.1:1",
                                         "https://127.0.0.1", "http://localhost"};
    static const char *const lines[] = {"POST /api/ask", "POST /api/jobs", "DELETE /api/jobs/1"};
    for (size_t i = 0; i < COUNT(others); i++)
        for (size_t k = 0; k < COUNT(lines); k++) {
            const char *headers = formatted(JSON_TYPE "Origin: %s\r\n", others[i]);
            expect(ask_with(lines[k], headers, about), 403, "application/json", "own page");
        }
}

TEST(questions_are_json)
{
    static const char about[] = "{\"ask\":\"about\"}";
    static const char *const types[] = {"", "Content-Type: text/plain\r\n",
                                        "Content-Type: application/x-www-form-urlencoded\r\n",
                                        "Content-Type: application/jsonp\r\n"};
    for (size_t i = 0; i < COUNT(types); i++)
        expect(ask_with("POST /api/ask", types[i], about), 415, "application/json",
               "application/json");
    expect(ask_with("POST /api/ask", "Content-Type: Application/JSON; charset=utf-8\r\n", about),
           200, "", "kinds");
    static const char *const bad[] = {"",
                                      "{",
                                      "[]",
                                      "null",
                                      "\"ask\"",
                                      "{\"ask\":\"about\"} x",
                                      "{\"ask\":[\"about\"]}",
                                      "{\"ask\":{\"a\":1}}",
                                      "{\"ask\":null}",
                                      "{\"ask\":\"about\",\"ask\":\"about\"}",
                                      "{\"ask\":\"a\\u0000b\"}",
                                      "{\"ask\":\"\xff\"}",
                                      "{\"ask\":\"nothing like it\"}",
                                      "{\"maze\":\"rook:5x5#1\"}",
                                      "{\"ask\":\"about\",\"unknown\":1}",
                                      "{\"ask\":\"play\",\"maze\":\"rook:5x5#x\",\"moves\":\"\"}",
                                      "{\"ask\":\"tilt\",\"maze\":\"marble:3x3#1\"}"};
    for (size_t i = 0; i < COUNT(bad); i++)
        expect(post("/api/ask", bad[i]), 400, "application/json", "{\"error\":{\"text\":\"");
    char many[4000] = "{\"ask\":\"about\"";
    for (int i = 0; i < 70; i++)
        sprintf(many + strlen(many), ",\"f%d\":%d", i, i);
    expect(post("/api/ask", strcat(many, "}")), 400, "", "at most 64");
}

TEST(methods_are_told_apart)
{
    expect(ask_with("POST /", JSON_TYPE, "{}"), 405, "Allow: GET", "error");
    expect(ask_with("PUT /app.js", "", "x"), 405, "Allow: GET", "error");
    expect(get("/api/ask", ""), 405, "Allow: POST", "error");
    expect(ask_with("DELETE /api/status", "", ""), 405, "Allow: GET", "error");
    expect(ask_with("POST /api/jobs/1", JSON_TYPE, "{}"), 405, "Allow: GET, DELETE", "error");
    expect(ask_with("DELETE /api/jobs/x", "", ""), 404, "", "no such job");
    expect(get("/api/jobs/1234/events", ""), 404, "", "no such job");
    int fd = client_connect(shared.port);
    const char *request =
        formatted("HEAD /app.js HTTP/1.1\r\nHost: localhost:%u\r\n\r\n", shared.port);
    assert_true(client_send(fd, request, strlen(request)));
    char answer[2000] = "";
    assert_true(recv(fd, answer, sizeof answer - 1, 0) > 0);
    assert_non_null(strstr(answer, "Content-Length: 7\r\n"));
    assert_null(strstr(answer, "content")); // the body
    close(fd);
}

TEST(what_is_too_large_is_refused)
{
    char head[300];
    snprintf(head, sizeof head,
             "POST /api/ask HTTP/1.1\r\nHost: localhost:%u\r\n" JSON_TYPE
             "Content-Length: 1048577\r\n\r\n",
             shared.port);
    expect(client_ask(shared.port, head), 413, "application/json", "1 MiB");

    size_t most = 1 << 20;
    char *body = malloc(most + 1);
    memset(body, ' ', most);
    body[most] = '\0';
    memcpy(body, "{\"ask\":\"about\"}", 15);
    expect(post("/api/ask", body), 200, "", "kinds"); // just fits

    snprintf(head, sizeof head, // in pieces, without a length said beforehand
             "POST /api/ask HTTP/1.1\r\nHost: localhost:%u\r\n" JSON_TYPE
             "Transfer-Encoding: chunked\r\n\r\n5;name=value\r\n",
             shared.port);
    expect(client_ask(shared.port, head), 411, "application/json", "Content-Length");

    char *request = malloc(300000);
    int n = sprintf(request, "GET / HTTP/1.1\r\nHost: localhost:%u\r\nX: ", shared.port);
    memset(request + n, 'x', 200000);
    strcpy(request + n + 200000, "\r\n\r\n");
    reply r = client_ask(shared.port, request);
    assert_true(r.status == 0 || r.status == 431 || r.status == 413);
    reply_free(&r);
    n = sprintf(request, "GET /");
    memset(request + n, 'x', 200000);
    sprintf(request + n + 200000, " HTTP/1.1\r\nHost: localhost:%u\r\n\r\n", shared.port);
    r = client_ask(shared.port, request);
    assert_true(r.status == 0 || r.status == 414 || r.status == 431);
    reply_free(&r);
    free(request);
    free(body);
    expect(get("/", ""), 200, "", "");
}

TEST(rubbish_does_no_harm)
{
    mw_rng rng = seeded(1);
    for (int i = 0; i < 200; i++) {
        damaged d = {0};
        d.length = (size_t)snprintf(d.text, sizeof d.text,
                                    "POST /api/ask HTTP/1.1\r\nHost: localhost:%u\r\n" JSON_TYPE
                                    "Content-Length: 15\r\nConnection: close\r\n\r\n"
                                    "{\"ask\":\"about\"}",
                                    shared.port);
        for (int k = 0; k < 5; k++)
            damage(&d, "GET /:\r\n {}\"[],%2e0123456789", &rng);
        int fd = client_connect(shared.port);
        assert_true(fd >= 0);
        struct timeval patience = {.tv_usec = 50000}; // some of it is the beginning of a request
        setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
        client_send(fd, d.text, d.length);
        shutdown(fd, SHUT_WR);
        scoped_reply r = client_receive(fd);
        assert_true(r.status < 500);
        close(fd);
    }
    expect(get("/", ""), 200, "", "");
}

// ---- answers

TEST(the_status_says_what_there_is)
{
    scoped_reply r = get("/api/status", "");
    scoped_json *o = json_loads(r.body, 0, NULL);
    const char *version, *ball, *ode;
    int catalogue, threads;
    assert_int_equal(json_unpack(o, "{s:s, s:[s, s], s:b, s:i}", "version", &version, "engines",
                                 &ball, &ode, "catalogue", &catalogue, "threads", &threads),
                     0);
    assert_string_equal(version, mw_version());
    assert_string_equal(ball, "ball");
    assert_string_equal(ode, "ode");
    assert_true(catalogue && threads >= 1);
}

TEST(numbers_and_truths_become_texts)
{
    scoped_reply r = post(
        "/api/ask", "{\"ask\":\"svg\",\"maze\":\"rook:4x4#1\",\"solution\":true,\"scale\":20.5}");
    scoped_reply text =
        post("/api/ask", "{\"ask\":\"svg\",\"maze\":\"rook:4x4#1\",\"solution\":\"true\","
                         "\"scale\":\"20.5\"}");
    assert_int_equal(r.status, 200);
    assert_string_equal(r.body, text.body);
    scoped_reply plain =
        post("/api/ask", "{\"ask\":\"svg\",\"maze\":\"rook:4x4#1\",\"solution\":false,"
                         "\"scale\":20.5}");
    assert_string_not_equal(r.body, plain.body);
}

TEST(a_question_has_a_time_limit)
{
    double begun = mw_seconds();
    expect(post("/api/ask", "{\"ask\":\"design\",\"kind\":\"rook\",\"size\":\"5x5\","
                            "\"evaluations\":1000000000}"),
           200, "", "\"id\":\"rook:5x5:");
    double took = mw_seconds() - begun;
    assert_true(took > 0.8 && took < 5);
}

TEST(connections_are_kept)
{
    int fd = client_connect(shared.port);
    static const char body[] = "{\"ask\":\"optimum\",\"maze\":\"rook:5x5#4651\"}";
    const char *request = formatted("POST /api/ask HTTP/1.1\r\nHost: localhost:%u\r\n" JSON_TYPE
                                    "Content-Length: %zu\r\n\r\n%s",
                                    shared.port, strlen(body), body);
    for (int i = 0; i < 20; i++) {
        assert_true(client_send(fd, request, strlen(request)));
        expect(client_receive(fd), 200, "", "\"optimum\":12");
    }
    close(fd);
}

// ---- misbehaviour and load

TEST(slow_clients_hold_up_nobody)
{
    int slow[100];
    for (size_t i = 0; i < COUNT(slow); i++) {
        slow[i] = client_connect(shared.port);
        assert_true(slow[i] >= 0);
        client_send(slow[i], i % 2 ? "POST /api/ask HTTP/1.1\r\nContent-Le" : "G", i % 2 ? 34 : 1);
    }
    double begun = mw_seconds();
    for (int i = 0; i < 20; i++) {
        expect(get("/", ""), 200, "", "");
        expect(post("/api/ask", "{\"ask\":\"optimum\",\"maze\":\"rook:4x4#1\"}"), 200, "", "");
        client_send(slow[i], "E", 1);
    }
    assert_true(mw_seconds() - begun < 3);
    for (size_t i = 0; i < COUNT(slow); i++)
        close(slow[i]);
}

// Fifty at once, no errors, memory flat; bench/load.c. Ten seconds in one build, less in the
// others.
TEST(it_bears_a_load)
{
    assert_int_equal(system(BINARY_DIR "/bench/load " LOAD_SECONDS " >&2"), 0);
}

// ---- options

TEST(wrong_options_are_told)
{
    const char *taken = formatted("serve --page %s --port %u", page, shared.port);
    const command_case cases[] = {
        {"serve --port 65536", 2, "", "--port 65536: write a whole number from 0 to 65535"},
        {"serve --port x", 2, "", "--port x"},
        {"serve --jobs 0", 2, "", "--jobs 0"},
        {"serve rook:5x5#1", 2, "", "takes no mazes"},
        {"serve --distances", 2, "", "no option '--distances'"},
        {"serve --page /nowhere", 3, "", "/nowhere: there is no page in it"},
        {taken, 5, "", "choose another with --port"},
        {"serve --help", 0, "--allow-host NAMES", ""},
        {"audit --help", 0, "--open MARGIN", ""},
    };
    expect_answers(cases, COUNT(cases));
    char host[300], catalogue[300];
    snprintf(host, sizeof host, "serve --page %s --host 'no such host'", page);
    snprintf(catalogue, sizeof catalogue, "serve --page %s --catalogue %s", page, secret);
    const command_case more[] = {{host, 5, "", "is no address to listen on"},
                                 {catalogue, 3, "", "secret"}};
    expect_answers(more, COUNT(more));
}

ALL_TESTS_WITH(serving_start, serving_end)
