// load.c: fifty clients ask `serve` at the same time: load SECONDS. Each keeps one connection and
// asks for files and answers in turn. The exit code is 1 if an answer is wrong or the server's
// memory grows.
#include "client.h"

#include "parallel/clock.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define CLIENTS 50
#define GROWTH  4096 // KiB that memory may grow after the first half, and still be called flat

static const char page[] = "<!doctype html><html><head><title>load</title></head></html>\n";
static const char *const questions[] = {
    "{\"ask\":\"play\",\"maze\":\"rook:5x5#7\",\"moves\":\"\"}",
    "{\"ask\":\"hint\",\"maze\":\"theseus:5x5#7\",\"moves\":\"\",\"grade\":3}",
    "{\"ask\":\"solve\",\"maze\":\"die:6x6#7\",\"algorithm\":\"astar\"}",
};

typedef struct load {
    server server;
    double until;
    atomic_ulong answers, errors;
} load;

static size_t write_request(const load *l, unsigned turn, char *to, size_t size)
{
    int n;
    if (turn % 2)
        n = snprintf(to, size, "GET %s HTTP/1.1\r\nHost: localhost:%u\r\n\r\n",
                     turn % 4 == 1 ? "/" : "/api/status", l->server.port);
    else {
        const char *q = questions[turn / 2 % (sizeof questions / sizeof *questions)];
        n = snprintf(to, size,
                     "POST /api/ask HTTP/1.1\r\nHost: localhost:%u\r\nContent-Type: "
                     "application/json\r\nContent-Length: %zu\r\n\r\n%s",
                     l->server.port, strlen(q), q);
    }
    return (size_t)n;
}

static void *browse(void *context)
{
    load *l = context;
    char request[600];
    int fd = client_connect(l->server.port);
    for (unsigned turn = 0; mw_seconds() < l->until; turn++) {
        size_t n = write_request(l, turn, request, sizeof request);
        reply r = {0};
        if (fd >= 0 && client_send(fd, request, n))
            r = client_receive(fd);
        if (r.status == 200 && r.length > 20)
            atomic_fetch_add(&l->answers, 1);
        else {
            if (!atomic_fetch_add(&l->errors, 1))
                fprintf(stderr, "%.40s: %d %s\n", request, r.status, r.body ? r.body : "");
            close(fd);
            fd = client_connect(l->server.port);
        }
        reply_free(&r);
    }
    close(fd);
    return NULL;
}

static bool run(load *l, double seconds)
{
    pthread_t threads[CLIENTS];
    l->until = mw_seconds() + seconds;
    for (int i = 0; i < CLIENTS; i++)
        if (pthread_create(&threads[i], NULL, browse, l))
            return false;
    struct timespec half = {.tv_sec = (time_t)(seconds / 2),
                            .tv_nsec = (long)((seconds / 2 - (double)(time_t)(seconds / 2)) * 1e9)};
    nanosleep(&half, NULL);
    long warm = server_memory(&l->server);
    for (int i = 0; i < CLIENTS; i++)
        pthread_join(threads[i], NULL);
    long end = server_memory(&l->server);
    unsigned long answers = atomic_load(&l->answers), errors = atomic_load(&l->errors);
    printf("%d clients, %.1f s: %lu answers, %.0f a second, %lu errors; memory %ld KiB after half "
           "the time, %ld KiB at the end\n",
           CLIENTS, seconds, answers, (double)answers / seconds, errors, warm, end);
    return !errors && answers && warm > 0 && end - warm < GROWTH;
}

int main(int argc, char **argv)
{
    char folder[] = "/tmp/mw-load-XXXXXX", name[60], options[80];
    load l = {0};
    double seconds = argc > 1 ? strtod(argv[1], NULL) : 10;
    setenv("ASAN_OPTIONS", "quarantine_size_mb=1",
           0); // otherwise the sanitizer holds freed memory back
    if (!mkdtemp(folder))
        return 1;
    snprintf(name, sizeof name, "%s/index.html", folder);
    FILE *f = fopen(name, "w");
    bool ok = f && fputs(page, f) >= 0 && !fclose(f);
    snprintf(options, sizeof options, "--page %s", folder);
    ok = ok && server_start(&l.server, options);
    if (ok) {
        ok = run(&l, seconds);
        ok = server_end(&l.server, SIGTERM, NULL) == 0 && ok;
    }
    unlink(name);
    rmdir(folder);
    return ok ? 0 : 1;
}
