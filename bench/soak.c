// soak.c: clients of all sorts use `serve` at the same time, for long: soak SECONDS. Some use it as
// the page does; others write slowly, leave, never read, send rubbish, or more than they may. A
// line a minute tells how the server is. The exit code is 1 after a wrong answer, if three
// questions for the status in a row took longer than 0.2 s, or if memory or connections grow.
#include "browsing.h"

#include "mazewright/rng.h"
#include "parallel/clock.h"

#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define SLOW      300  // connections that write slowly: more than one address may have
#define UNREAD    12   // connections that never read
#define SOON      0.2  // seconds that a question for the status may take
#define LATE_MOST 3    // such questions in a row
#define SHARE     1.1  // memory is flat if its peak in the last fifth is at most that of the second
#define MORE_KIB  8192 // fifth, times SHARE and with so many KiB more
#define CLOSING   8.0  // seconds after the last client until all connections are closed
#define JSON      "Content-Type: application/json\r\n"
#define DESIGN    "{\"ask\":\"design\",\"kind\":\"rook\",\"size\":\"5x5\",\"evaluations\":%s}"

static server served;
static double until;
static atomic_ulong answers, refusals, errors;
static atomic_ulong slowest, delay; // in microseconds: a status; an echo beside it

static bool goes_on(void)
{
    return mw_seconds() < until;
}

static void rest_for(double seconds)
{
    poll(NULL, 0, (int)(seconds * 1000));
}

static void check(bool ok, const char *who, const reply *r)
{
    if (ok)
        atomic_fetch_add(&answers, 1);
    else if (!atomic_fetch_add(&errors, 1))
        fprintf(stderr, "%s: %d %s %.300s\n", who, r->status, r->head ? r->head : "(no answer)",
                r->body ? r->body : "");
}

// A request with a fitting Host; returns its length.
static size_t write_request(char *to, size_t size, const char *line, const char *body)
{
    return (size_t)snprintf(
        to, size, "%s HTTP/1.1\r\nHost: localhost:%u\r\n" JSON "Content-Length: %zu\r\n\r\n%s",
        line, served.port, strlen(body), body);
}

static reply ask(const char *line, const char *body)
{
    char request[1000];
    write_request(request, sizeof request, line, body);
    return client_ask(served.port, request);
}

// ---- those that use it well

static void *be_a_page(void *unused)
{
    int fd = client_connect(served.port);
    (void)unused;
    for (unsigned turn = 0; goes_on(); turn++) {
        atomic_fetch_add(browse(&fd, served.port, turn) ? &answers : &errors, 1);
        rest_for(0.002);
    }
    close(fd);
    return NULL;
}

// Begins a job, which others may prevent. 0: it did not begin.
static long begin_job(const char *evaluations)
{
    char body[200];
    long job = 0;
    snprintf(body, sizeof body, DESIGN, evaluations);
    reply r = ask("POST /api/jobs", body);
    bool begun = r.status == 202 && sscanf(r.body, "{\"job\":%ld}", &job) == 1;
    check(begun || r.status == 503, "job", &r);
    reply_free(&r);
    return begun ? job : 0;
}

static void *be_a_designer(void *unused)
{
    (void)unused;
    for (unsigned turn = 0; goes_on(); turn++) {
        char line[60];
        long job = begin_job(turn % 2 ? "20000" : "1000000000000");
        rest_for(0.05);
        if (!job)
            continue;
        if (turn % 2 == 0) {
            snprintf(line, sizeof line, "DELETE /api/jobs/%ld", job);
            reply r = ask(line, "");
            check(r.status == 200, "delete", &r);
            reply_free(&r);
        }
        snprintf(line, sizeof line, "GET /api/jobs/%ld/events", job);
        reply r = ask(line, "");
        check(r.status == 200 && (strstr(r.body, "event: answer\ndata: {\"id\":") ||
                                  strstr(r.body, "\"error\":{\"text\":\"stopped before")),
              "events", &r);
        reply_free(&r);
    }
    return NULL;
}

// ---- those that do not

static void *be_slow(void *unused)
{
    static int fds[SLOW];
    static const char request[] = "POST /api/ask HTTP/1.1\r\nX: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";
    (void)unused;
    memset(fds, -1, sizeof fds);
    for (unsigned turn = 0; goes_on(); turn++) {
        for (int i = 0; i < SLOW; i++)
            if (fds[i] < 0 || !client_send(fds[i], request + turn % (sizeof request - 1), 1)) {
                close(fds[i]);
                fds[i] = client_connect(served.port);
            }
        rest_for(0.3);
    }
    for (int i = 0; i < SLOW; i++)
        close(fds[i]);
    return NULL;
}

// Leaves in the middle of a request, while its question is worked on, or within its answer.
static void *leave_early(void *unused)
{
    static const struct linger at_once = {.l_onoff = 1};
    (void)unused;
    for (unsigned turn = 0; goes_on(); turn++) {
        char request[600];
        size_t n = write_request(request, sizeof request, "POST /api/ask",
                                 "{\"ask\":\"design\",\"kind\":\"rook\",\"size\":\"4x4\","
                                 "\"evaluations\":3000}");
        int fd = client_connect(served.port);
        if (turn % 2)
            setsockopt(fd, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
        client_send(fd, request, turn % 3 ? n / (turn % 3) : n);
        if (turn % 5 == 0)
            rest_for(0.02);
        close(fd);
        rest_for(0.005);
    }
    return NULL;
}

// Asks for what is large, or for events of endless jobs, and does not read.
static void *never_read(void *unused)
{
    (void)unused;
    while (goes_on()) {
        int fds[UNREAD];
        long job = begin_job("1000000000000");
        for (int i = 0; i < UNREAD; i++) {
            char request[400], line[60] = "POST /api/ask";
            if (i % 2)
                snprintf(line, sizeof line, "GET /api/jobs/%ld/events", job);
            size_t n = write_request(
                request, sizeof request, line,
                "{\"ask\":\"random\",\"kind\":\"die\",\"size\":\"600x600\",\"seed\":1}");
            fds[i] = client_connect(served.port);
            client_send(fds[i], request, n);
        }
        rest_for(2);
        for (int i = 0; i < UNREAD; i++)
            close(fds[i]);
        char line[60];
        snprintf(line, sizeof line, "DELETE /api/jobs/%ld", job);
        reply r = ask(line, "");
        check(r.status == (job ? 200 : 404), "delete", &r);
        reply_free(&r);
    }
    return NULL;
}

// Is this a refusal, in JSON?
static bool is_refusal(const reply *r)
{
    return r->status >= 400 && r->status < 506 && r->status != 500 &&
           strstr(r->head, "application/json") && !strncmp(r->body, "{\"error\":{\"text\":", 17);
}

static void expect_refusal(const char *bytes, size_t length, const char *who)
{
    int fd = client_connect(served.port);
    client_send(fd, bytes, length);
    shutdown(fd, SHUT_WR);
    reply r = client_receive(fd);
    close(fd);
    if (!r.status) // among so many, it may have been given up for another
        atomic_fetch_add(&refusals, 1);
    else
        check(is_refusal(&r), who, &r);
    reply_free(&r);
}

static void *send_rubbish(void *unused)
{
    mw_rng rng;
    static char bytes[200000];
    (void)unused;
    mw_rng_seed(&rng, 1);
    for (unsigned turn = 0; goes_on(); turn++) {
        size_t n = turn % 50 ? 1 + mw_rng_below(&rng, 200) : sizeof bytes;
        for (size_t i = 0; i < n; i++)
            bytes[i] = (char)(turn % 50 ? mw_rng_below(&rng, 256) : 'x');
        if (turn % 3 == 0)
            memcpy(bytes, "GET /", n < 5 ? n : 5);
        expect_refusal(bytes, n, "rubbish");
        rest_for(0.01);
    }
    return NULL;
}

static void *smuggle(void *unused)
{
    static const char *const heads[] = {
        "Content-Length: 3\r\nContent-Length: 15\r\n\r\n{\"ask\":\"about\"}",
        "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "Transfer-Encoding: chunked\r\n\r\n5;a=b\r\n{\"ask\r\n0\r\n\r\n",
        "Host: evil.org\r\n\r\n",
        "Content-Length : 15\r\n\r\n{\"ask\":\"about\"}",
        "Content-Length: 15\r\n 3\r\n\r\n{\"ask\":\"about\"}",
        "Content-Length: 15\nX: y\r\n\r\n{\"ask\":\"about\"}",
        "Content-Length: 1048577\r\n\r\n{",
        "Content-Length: +15\r\n\r\n{\"ask\":\"about\"}"};
    (void)unused;
    for (unsigned turn = 0; goes_on(); turn++) {
        char request[600];
        int n = snprintf(request, sizeof request,
                         "POST /api/ask HTTP/1.1\r\nHost: localhost:%u\r\n" JSON "%s", served.port,
                         heads[turn % (sizeof heads / sizeof *heads)]);
        expect_refusal(request, (size_t)n, "smuggling");
        rest_for(0.01);
    }
    return NULL;
}

// Sends a thousand requests over one connection at once.
static void *pipeline(void *unused)
{
    static char all[100 * 1000];
    (void)unused;
    size_t n = 0;
    for (int i = 0; i < 1000; i++)
        n += (size_t)snprintf(all + n, sizeof all - n,
                              "HEAD /api/status HTTP/1.1\r\nHost: localhost:%u\r\n\r\n",
                              served.port);
    while (goes_on()) {
        int fd = client_connect(served.port);
        client_send(fd, all, n);
        rest_for(0.1);
        close(fd);
    }
    return NULL;
}

// ---- those that watch

// Sends a byte to itself, to see how long this machine makes anyone wait now.
static void *echo(void *unused)
{
    int pair[2];
    char byte = 0;
    (void)unused;
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair))
        return NULL;
    while (goes_on()) {
        double begun = mw_seconds();
        rest_for(0.001);
        if (send(pair[0], &byte, 1, 0) != 1 || recv(pair[1], &byte, 1, 0) != 1)
            break;
        unsigned long took = (unsigned long)((mw_seconds() - begun) * 1e6);
        for (unsigned long d = atomic_load(&delay);
             took > d && !atomic_compare_exchange_weak(&delay, &d, took);) {
        }
    }
    close(pair[0]);
    close(pair[1]);
    return NULL;
}

// Asks for the status again and again. Where the machine made others wait meanwhile, the server may
// take that much longer each time that it or the client is waited for: to connect, to take the
// connection, to read, to answer, and to read the answer. A busy machine may still delay one
// question; if LATE_MOST of them in a row are late, that is the server's fault.
static void *watch_status(void *unused)
{
    unsigned late = 0;
    (void)unused;
    while (goes_on()) {
        atomic_store(&delay, 0);
        double begun = mw_seconds();
        reply r = ask("GET /api/status", "");
        double took = mw_seconds() - begun, allowed = SOON + 5e-6 * (double)atomic_load(&delay);
        check(r.status == 200, "status", &r);
        reply_free(&r);
        if ((unsigned long)(took * 1e6) > atomic_load(&slowest))
            atomic_store(&slowest, (unsigned long)(took * 1e6));
        late = took > allowed ? late + 1 : 0;
        if (late == LATE_MOST && !atomic_fetch_add(&errors, 1))
            fprintf(stderr, "the status took %.3f s, allowed were %.3f s\n", took, allowed);
        rest_for(0.02);
    }
    return NULL;
}

static void *(*const clients[])(void *) = {be_a_page,     be_a_page,     be_a_page,    be_a_page,
                                           be_a_designer, be_a_designer, be_slow,      leave_early,
                                           leave_early,   never_read,    send_rubbish, smuggle,
                                           pipeline,      echo,          watch_status};
#define CLIENTS (sizeof clients / sizeof *clients)

// The highest values in each fifth of the time.
typedef struct peaks {
    long kib[5];
    int files[5];
} peaks;

static void say(double begun, long kib, int files)
{
    printf("%.0f s: %lu answers, %lu errors, %ld KiB, %d files open, slowest status %.3f s\n",
           mw_seconds() - begun, atomic_load(&answers), atomic_load(&errors), kib, files,
           1e-6 * (double)atomic_exchange(&slowest, 0));
    fflush(stdout);
}

static void observe(double begun, double seconds, peaks *p)
{
    for (unsigned n = 1; goes_on(); n++) {
        rest_for(0.2);
        long kib = server_memory(&served);
        int files = server_files(&served);
        int fifth = (int)(5 * (mw_seconds() - begun) / seconds);
        fifth = fifth > 4 ? 4 : fifth;
        p->kib[fifth] = kib > p->kib[fifth] ? kib : p->kib[fifth];
        p->files[fifth] = files > p->files[fifth] ? files : p->files[fifth];
        if (n % 300 == 0)
            say(begun, kib, files);
    }
}

static bool run(double seconds)
{
    pthread_t threads[CLIENTS] = {0};
    peaks p = {0};
    int idle = server_files(&served);
    double begun = mw_seconds();
    until = begun + seconds;
    for (size_t i = 0; i < CLIENTS; i++)
        if (pthread_create(&threads[i], NULL, clients[i], NULL))
            exit(1);
    observe(begun, seconds, &p);
    for (size_t i = 0; i < CLIENTS; i++)
        pthread_join(threads[i], NULL);
    say(begun, server_memory(&served), server_files(&served));
    double left = mw_seconds();
    while (server_files(&served) > idle && mw_seconds() - left < CLOSING)
        rest_for(0.05);
    int open = server_files(&served) - idle;
    printf("peaks of each fifth: %ld %ld %ld %ld %ld KiB, %d %d %d %d %d files; %d of %d files "
           "more than at first\n",
           p.kib[0], p.kib[1], p.kib[2], p.kib[3], p.kib[4], p.files[0], p.files[1], p.files[2],
           p.files[3], p.files[4], open, idle);
    bool flat = (double)p.kib[4] <= SHARE * (double)p.kib[1] + MORE_KIB && open <= 0;
    if (!flat)
        fprintf(stderr, "memory or connections grow\n");
    return flat && p.kib[1] > 0 && !atomic_load(&errors) && atomic_load(&answers);
}

int main(int argc, char **argv)
{
    double seconds = argc > 1 ? strtod(argv[1], NULL) : 60;
    bool ok = browsing_start(&served, "--threads 2 --jobs 4 --limit-memory 512M") && run(seconds);
    return browsing_end(&served) && ok ? 0 : 1;
}
