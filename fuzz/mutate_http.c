// mutate_http.c: requests to the server, one or more on a connection, connections divided by a byte
// 0. A request is a line, headers and a body; mostly the length of the body is right afterwards.
#include "mutate.h"

#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

typedef struct request {
    const char *text, *body;
    size_t head, length; // bytes of the head with its empty line, and of the body
} request;

static request cut(const char *text, size_t size)
{
    request r = {.text = text, .head = size, .body = text + size};
    for (size_t i = 0; i + 4 <= size; i++)
        if (!memcmp(text + i, "\r\n\r\n", 4)) {
            r.head = i + 4;
            r.body = text + i + 4;
            r.length = size - i - 4;
            break;
        }
    return r;
}

static void write_header(mw_rng *rng, mw_writer *w)
{
    static const char *const headers[] = {"Host: fuzz",
                                          "Host: evil",
                                          "Host: localhost:80",
                                          "Content-Type: application/json",
                                          "Content-Type: text/plain",
                                          "Content-Length: 5",
                                          "Content-Length: -1",
                                          "Content-Length: 99999999999999999999",
                                          "Transfer-Encoding: chunked",
                                          "Transfer-Encoding: gzip, chunked",
                                          "Expect: 100-continue",
                                          "Origin: http://fuzz",
                                          "Origin: null",
                                          "Connection: close",
                                          "Connection: keep-alive, Upgrade",
                                          "Upgrade: websocket",
                                          "Accept-Encoding: gzip;q=0, br",
                                          "If-None-Match: *",
                                          "Range: bytes=-1",
                                          "Last-Event-ID: 18446744073709551616",
                                          "Cookie: a=b",
                                          " folded: line",
                                          "X:",
                                          ": y",
                                          "Sec-Fetch-Site: cross-site",
                                          "Access-Control-Request-Method: POST"};
    if (mutate_chance(rng, 4)) { // about as long as may be
        static const unsigned limits[] = {8192, 32767, 20000};
        unsigned length = limits[fuzz_choose(rng, COUNT(limits))] - (unsigned)fuzz_choose(rng, 300);
        mw_write(w, "X: %0*u\r\n", (int)length, 1);
        return;
    }
    mw_write(w, "%s\r\n", headers[fuzz_choose(rng, COUNT(headers))]);
}

static void write_target(mw_rng *rng, mw_writer *w)
{
    static const char *const methods[] = {"GET",     "HEAD",  "POST", "DELETE", "PUT",
                                          "OPTIONS", "TRACE", "BREW", "CONNECT"};
    static const char *const paths[] = {"/",
                                        "/api/status",
                                        "/api/ask",
                                        "/api/jobs",
                                        "/api/jobs/JOB",
                                        "/api/jobs/JOB/events",
                                        "/api/jobs/99999999999999999999/events",
                                        "/api/catalogue",
                                        "/api/catalogue?kind=rook&sort=-length",
                                        "/api/catalogue?require=length%3E%3D2&from=1&count=5",
                                        "/api/catalogue/1",
                                        "/app.js",
                                        "/index.html?x=%00",
                                        "/inner/deep.js",
                                        "/inner/../../SECRET",
                                        "/%2e%2e/SECRET",
                                        "//SECRET",
                                        "/.hidden",
                                        "/app.js%00.css",
                                        "http://fuzz/app.js",
                                        "*"};
    mw_write(w, "%s %s HTTP/1.%u\r\n", methods[fuzz_choose(rng, fuzz_choose(rng, 4) ? 4 : 9)],
             paths[fuzz_choose(rng, COUNT(paths))], (unsigned)(fuzz_choose(rng, 8) > 0));
}

static void write_body(const char *body, size_t length, mw_rng *rng, mw_writer *w)
{
    if (mutate_chance(rng, 15)) { // in chunks
        mw_write(w, "Transfer-Encoding: chunked\r\n\r\n");
        while (length) {
            size_t n = 1 + fuzz_choose(rng, length);
            mw_write(w, "%zx%s\r\n", n, mutate_chance(rng, 10) ? ";x=y" : "");
            mw_write_bytes(w, body, n);
            mw_write(w, "\r\n");
            body += n;
            length -= n;
        }
        mw_write(w, "0\r\n\r\n");
        return;
    }
    if (length || fuzz_choose(rng, 2))
        mw_write(w, "Content-Length: %zu\r\n",
                 mutate_chance(rng, 90) ? length : length + (size_t)fuzz_choose(rng, 3) - 1);
    mw_write(w, "\r\n");
    mw_write_bytes(w, body, length);
}

// A question in a request of its own.
static void write_question(mw_rng *rng, mw_writer *w)
{
    mw_writer body = {0};
    mutate_json("", 0, rng, &body);
    mw_write(w, "POST /api/%s HTTP/1.1\r\nHost: fuzz\r\nContent-Type: application/json\r\n",
             fuzz_choose(rng, 3) ? "ask" : "jobs");
    write_body(body.text ? body.text : "", body.length, rng, w);
    free(body.text);
}

// The lines of the head but for those about the length, some of them changed.
static void write_head(const request *r, mw_rng *rng, mw_writer *w)
{
    const char *at = r->text, *stop = r->text + r->head;
    uint64_t change = fuzz_choose(rng, 6);
    for (unsigned line = 0; at < stop; line++) {
        const char *end = memchr(at, '\n', (size_t)(stop - at));
        size_t length = end ? (size_t)(end - at) + 1 : (size_t)(stop - at);
        bool empty = length <= 2, about_length = length > 15 && !strncmp(at, "Content-Length:", 15);
        if (line == 0 && change == 0)
            write_target(rng, w);
        else if (line && change == 1 && mutate_chance(rng, 30))
            write_header(rng, w);
        else if (!empty && !about_length && !(change == 2 && mutate_chance(rng, 20)))
            mw_write_bytes(w, at, length);
        at += length;
    }
    for (uint64_t i = change == 3 ? fuzz_choose(rng, 4) : 0; i; i--)
        write_header(rng, w);
}

static void change_request(const char *text, size_t size, mw_rng *rng, mw_writer *w)
{
    request r = cut(text, size);
    mw_writer body = {0};
    bool changed = r.length && fuzz_choose(rng, 2) && mutate_json(r.body, r.length, rng, &body);
    write_head(&r, rng, w);
    write_body(changed && body.text ? body.text : r.body, changed ? body.length : r.length, rng, w);
    free(body.text);
}

bool mutate_http(const char *text, size_t size, mw_rng *rng, mw_writer *w)
{
    const char *stop = text + size;
    unsigned connections = 1;
    for (const char *p = text; p < stop; p++)
        connections += !*p;
    uint64_t at = fuzz_choose(rng, connections), what = fuzz_choose(rng, 10);
    if (!size || what == 0) {
        write_question(rng, w);
        return true;
    }
    for (unsigned i = 0; i < connections; i++) {
        size_t length = strnlen(text, (size_t)(stop - text));
        if (i == at && what < 8)
            change_request(text, length, rng, w);
        else
            mw_write_bytes(w, text, length);
        if (i == at && what >= 7) { // a further request, or connection
            if (fuzz_choose(rng, 2))
                mw_write_char(w, '\0');
            if (fuzz_choose(rng, 2)) {
                write_question(rng, w);
            } else {
                write_target(rng, w);
                mw_write(w, "Host: fuzz\r\n\r\n");
            }
        }
        text += length < (size_t)(stop - text) ? length + 1 : length;
        if (i + 1 < connections)
            mw_write_char(w, '\0');
    }
    return true;
}
