// test_serve_bytes.c: whatever bytes a client sends to `serve`: every answer is JSON with the safe
// headers, and what two programs could read differently is refused.
#include "serving.h"

#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

#define HOST "Host: localhost:PORT\r\n"
#define ASK  "POST /api/ask HTTP/1.1\r\n" HOST JSON_TYPE
#define BODY "{\"ask\":\"about\"}"

// The text with the server's port in place of "PORT", and a long run of x in place of "MANY".
static char *with_port(const char *text)
{
    static char whole[300000];
    size_t n = 0;
    for (; *text; n += strlen(whole + n)) {
        bool port = !strncmp(text, "PORT", 4), many = !strncmp(text, "MANY", 4);
        if (port)
            snprintf(whole + n, 10, "%u", shared.port);
        else if (many)
            snprintf(whole + n, sizeof whole - n, "%0100000d", 0);
        else
            snprintf(whole + n, 2, "%c", *text);
        text += port || many ? 4 : 1;
    }
    whole[n] = '\0';
    return whole;
}

// Sends bytes, in pieces if `piece` is not 0, and says that there are no more.
static reply tell(const char *bytes, size_t length, size_t piece)
{
    int fd = client_connect(shared.port);
    assert_true(fd >= 0);
    for (size_t at = 0; at < length; at += piece ? piece : length) {
        size_t n = piece && piece < length - at ? piece : length - at;
        if (!client_send(fd, bytes + at, n))
            break;
    }
    shutdown(fd, SHUT_WR);
    reply r = client_receive(fd);
    close(fd);
    return r;
}

// Fails unless it is an error in JSON with the safe headers. Frees the reply.
static void expect_error(reply r, int status, const char *sent)
{
    static const char *const heads[] = {"Content-Security-Policy: default-src 'none'", "nosniff",
                                        "Referrer-Policy: no-referrer",
                                        "Cross-Origin-Resource-Policy: same-origin",
                                        "Content-Type: application/json; charset=utf-8"};
    if (r.status != status)
        fail_msg("%.60s: not %d, but %d: %.300s", sent, status, r.status, r.body ? r.body : "");
    for (size_t i = 0; i < COUNT(heads); i++)
        if (!strstr(r.head, heads[i]))
            fail_msg("%.60s: no '%s' in %s", sent, heads[i], r.head);
    scoped_json *o = json_loads(r.body, 0, NULL);
    const char *text;
    int line, column;
    assert_int_equal(json_unpack(o, "{s:{s:s, s:i, s:i}}", "error", "text", &text, "line", &line,
                                 "column", &column),
                     0);
    assert_true(*text && !line && !column);
    reply_free(&r);
}

static const struct {
    int status;
    const char *request;
} wrong[] = {
    // the first line
    {400, "rubbish\r\n\r\n"},
    {400, "GET /\r\n\r\n"},
    {400, "GET  / HTTP/1.1\r\n" HOST "\r\n"},
    {400, "GET / HTTP/1.1 \r\n" HOST "\r\n"},
    {400, " GET / HTTP/1.1\r\n" HOST "\r\n"},
    {400, "GET\t/ HTTP/1.1\r\n" HOST "\r\n"},
    {400, "G(T / HTTP/1.1\r\n" HOST "\r\n"},
    {400, "GET /a b HTTP/1.1\r\n" HOST "\r\n"},
    {400, "GET /a\tb HTTP/1.1\r\n" HOST "\r\n"},
    {400, "GET /a#b HTTP/1.1\r\n" HOST "\r\n"},
    {400, "GET /\xc3\xa4 HTTP/1.1\r\n" HOST "\r\n"},
    {400, "GET app.js HTTP/1.1\r\n" HOST "\r\n"},
    {400, "GET * HTTP/1.1\r\n" HOST "\r\n"},
    {400, "CONNECT localhost:PORT HTTP/1.1\r\n" HOST "\r\n"},
    {400, "GET https://localhost:PORT/ HTTP/1.1\r\n" HOST "\r\n"},
    {400, "GET http://evil.org/ HTTP/1.1\r\n" HOST "\r\n"},
    {400, "GET http://localhost:PORT?x HTTP/1.1\r\n" HOST "\r\n"},
    {404, "GET http://localhost:PORT/../secret HTTP/1.1\r\n" HOST "\r\n"},
    {405, "OPTIONS * HTTP/1.1\r\n" HOST "\r\n"},
    {400, "GET / http/1.1\r\n" HOST "\r\n"},
    {400, "GET / HTTP/1\r\n" HOST "\r\n"},
    {400, "GET / HTTP/1.10\r\n" HOST "\r\n"},
    {505, "GET / HTTP/3.0\r\n" HOST "\r\n"},
    {505, "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"},
    {414, "GET /MANY HTTP/1.1\r\n" HOST "\r\n"},
    {400, "\r\n\r\nGET / HTTP/1.1\r\n" HOST "\r\n"},
    {400, "\x16\x03\x01\x02"}, // TLS
    // the ends of lines
    {400, "GET / HTTP/1.1\nHost: localhost:PORT\n\n"},
    {400, "GET / HTTP/1.1\rHost: localhost:PORT\r\r"},
    {400, "GET / HTTP/1.1\r\n" HOST "X: a\rb\r\n\r\n"},
    {400, "GET / HTTP/1.1\r\n" HOST "X: a\nY: b\r\n\r\n"},
    {400, "GET / HTTP/1.1\r\n" HOST "\n"},
    // header lines
    {400, "GET / HTTP/1.1\r\n\r\n"},
    {400, "GET / HTTP/1.1\r\n" HOST "X\r\n\r\n"},
    {400, "GET / HTTP/1.1\r\n" HOST ": x\r\n\r\n"},
    {400, "GET / HTTP/1.1\r\n" HOST "X : x\r\n\r\n"},
    {400, "GET / HTTP/1.1\r\n" HOST "X Y: x\r\n\r\n"},
    {400, "GET / HTTP/1.1\r\n" HOST "X\xe4: x\r\n\r\n"},
    {400, "GET / HTTP/1.1\r\n" HOST "X: x\r\n y\r\n\r\n"},
    {400, "GET / HTTP/1.1\r\n" HOST "X: x\r\n\ty\r\n\r\n"},
    {400, "GET / HTTP/1.1\r\n X: x\r\n" HOST "\r\n"},
    {400, "GET / HTTP/1.1\r\n" HOST "X: \x01\r\n\r\n"},
    {400, "GET / HTTP/1.1\r\n" HOST "X: \x7f\r\n\r\n"},
    {400, "GET / HTTP/1.1\r\n" HOST HOST "\r\n"},
    {403, "GET / HTTP/1.0\r\n\r\n"},
    {403, "GET / HTTP/1.1\r\nHost: evil.org\r\n\r\n"},
    {431, "GET / HTTP/1.1\r\n" HOST "X: MANY\r\n\r\n"},
    {431, "GET / HTTP/1.1\r\n" HOST "MANY"},
    // bodies
    {400, ASK "Content-Length: 15\r\nContent-Length: 15\r\n\r\n" BODY},
    {400, ASK "Content-Length: 15, 15\r\n\r\n" BODY},
    {400, ASK "Content-Length: +15\r\n\r\n" BODY},
    {400, ASK "Content-Length: -1\r\n\r\n" BODY},
    {400, ASK "Content-Length: 0x0f\r\n\r\n" BODY},
    {400, ASK "Content-Length: 15.0\r\n\r\n" BODY},
    {400, ASK "Content-Length:\r\n\r\n" BODY},
    {400, ASK "Content-Length: 15\r\n\r\n{"},
    {400, ASK "Content-Length: 15\r\n"},
    {413, ASK "Content-Length: 1048577\r\n\r\n" BODY},
    {413, ASK "Content-Length: 18446744073709551631\r\n\r\n" BODY},
    {400, ASK "Content-Length: 15\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"},
    {411, ASK "Transfer-Encoding: chunked\r\n\r\n5;name=value\r\n{\"ask\r\n0\r\n\r\n"},
    {411, ASK "Transfer-Encoding: identity\r\n\r\n" BODY},
    {411, ASK "Transfer-Encoding: xchunked, chunked\r\n\r\n" BODY},
    {411, "GET / HTTP/1.0\r\n" HOST "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n"},
    {417, ASK "Expect: something\r\nContent-Length: 15\r\n\r\n" BODY},
    {415, "POST /api/ask HTTP/1.1\r\n" HOST "Content-Length: 15\r\n\r\n" BODY},
    {400, ASK JSON_TYPE "Content-Length: 15\r\n\r\n" BODY},
};

TEST(every_error_is_json)
{
    for (size_t i = 0; i < COUNT(wrong); i++)
        for (size_t piece = 0; piece < 3; piece++) {
            const char *bytes = with_port(wrong[i].request);
            size_t length = strlen(bytes);
            if (piece != 1 || length < 1000)
                expect_error(tell(bytes, length, piece == 2 ? 1000 : piece), wrong[i].status,
                             wrong[i].request);
        }
    for (int c = 0; c < 256; c++) { // alone, and where text is expected
        char text[] = "GET / HTTP/1.1\r\nHost: localhost\r\nX: ?\r\n\r\n";
        bool fine = c == '\t' || (c >= ' ' && c != 127);
        text[strlen(text) - 5] = (char)c;
        expect_error(tell(text, sizeof text - 1, 0), fine ? 403 : 400, "a byte in a value");
        text[0] = (char)c;
        expect_error(tell(text, 1, 0), 400, "one byte");
    }
}

TEST(too_many_header_lines)
{
    char text[3000] = "GET / HTTP/1.1\r\n";
    for (int i = 0; i < 101; i++)
        strcat(text, "X: y\r\n");
    strcat(text, "\r\n");
    expect_error(tell(text, strlen(text), 0), 431, "101 header lines");
}

// ---- what is right

TEST(requests_may_come_in_any_pieces)
{
    const char *bytes = with_port("\r\n" ASK "Content-Length: 15\r\nX:\t y \r\n\r\n" BODY);
    for (size_t piece = 1; piece < strlen(bytes); piece += 7)
        expect(tell(bytes, strlen(bytes), piece), 200, "application/json", "\"kinds\"");
    bytes = with_port("GET http://localhost:PORT/app.js?x=1 HTTP/1.1\r\n" HOST "\r\n");
    expect(tell(bytes, strlen(bytes), 0), 200, "", "content");
}

TEST(requests_are_answered_in_their_order)
{
    const char *bytes =
        with_port("GET /app.js HTTP/1.1\r\n" HOST "\r\n" ASK "Content-Length: 15\r\n\r\n" BODY
                  "GET /nothing HTTP/1.1\r\n" HOST "Content-Length: 3\r\n\r\nxyz"
                  "HEAD /app.js HTTP/1.1\r\n" HOST "\r\n"
                  "GET /style.css HTTP/1.1\r\n" HOST "Connection: close\r\n\r\n"
                  "GET /app.js HTTP/1.1\r\n" HOST "\r\n");
    for (size_t piece = 0; piece < 60; piece += 11) {
        scoped_reply r = tell(bytes, strlen(bytes), piece); // only the first has a known end
        assert_int_equal(r.status, 200);
    }
    int fd = client_connect(shared.port);
    assert_true(client_send(fd, bytes, strlen(bytes)));
    static char all[200000];
    size_t n = 0;
    for (ssize_t more; (more = recv(fd, all + n, sizeof all - 1 - n, 0)) > 0;)
        n += (size_t)more;
    all[n] = '\0';
    close(fd);
    static const char *const order[] = {
        "content",         "\"kinds\"",       "there is nothing here",
        "HTTP/1.1 200 OK", "HTTP/1.1 200 OK", "Connection: close",
        "text/css",        "content"};
    const char *at = all;
    for (size_t i = 0; i < COUNT(order); i++) {
        at = strstr(at, order[i]);
        if (!at)
            fail_msg("no '%s' (%zu) in %s", order[i], i, all);
        at++;
    }
    assert_null(strstr(at, "HTTP/1.1")); // nothing after the one that closes
}

TEST(old_clients_are_answered)
{
    int fd = client_connect(shared.port);
    const char *bytes = with_port("GET /app.js HTTP/1.0\r\n" HOST "Connection: Keep-Alive\r\n\r\n");
    for (int i = 0; i < 3; i++) {
        assert_true(client_send(fd, bytes, strlen(bytes)));
        expect(client_receive(fd), 200, "Connection: keep-alive", "content");
    }
    bytes = with_port("GET /app.js HTTP/1.0\r\n" HOST "\r\n");
    assert_true(client_send(fd, bytes, strlen(bytes)));
    expect(client_receive(fd), 200, "Connection: close", "content");
    assert_int_equal(client_receive(fd).status, 0);
    close(fd);
}

TEST(who_waits_to_send_a_body_is_told_to_go_on)
{
    int fd = client_connect(shared.port);
    const char *bytes = with_port(ASK "Expect: 100-Continue\r\nContent-Length: 15\r\n\r\n");
    char said[100] = "";
    assert_true(client_send(fd, bytes, strlen(bytes)));
    assert_true(recv(fd, said, sizeof said - 1, 0) > 0);
    assert_string_equal(said, "HTTP/1.1 100 Continue\r\n\r\n");
    assert_true(client_send(fd, BODY, 15));
    expect(client_receive(fd), 200, "", "\"kinds\"");
    bytes = with_port("POST /api/ask HTTP/1.1\r\n" HOST
                      "Expect: 100-continue\r\nContent-Length: 15\r\n\r\n");
    assert_true(client_send(fd, bytes, strlen(bytes))); // refused: no body is wanted
    expect(client_receive(fd), 415, "Connection: close", "error");
    close(fd);
}

// A refusal reaches a client that goes on sending, for the server reads on for a while.
TEST(a_refusal_reaches_who_still_sends)
{
    const char *head = with_port(ASK "Content-Length: 4000000\r\n\r\n");
    size_t length = strlen(head) + 4000000;
    char *bytes = malloc(length + 1);
    memset(bytes, 'x', length);
    memcpy(bytes, head, strlen(head));
    expect_error(tell(bytes, length, 0), 413, "4 MB");
    free(bytes);
}

ALL_TESTS_WITH(serving_start, serving_end)
