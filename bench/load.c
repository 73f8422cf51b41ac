// load.c: fifty clients ask `serve` at the same time: load SECONDS. Each keeps one connection and
// asks for files and answers in turn. The exit code is 1 if an answer is wrong or the server's
// memory grows.
#include "browsing.h"

#include "parallel/clock.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define CLIENTS 50
#define GROWTH  4096 // KiB that memory may grow after the first half, and still be called flat

typedef struct load {
    server server;
    double until;
    atomic_ulong answers, errors;
} load;

static void *be_a_client(void *context)
{
    load *l = context;
    int fd = client_connect(l->server.port);
    for (unsigned turn = 0; mw_seconds() < l->until; turn++)
        atomic_fetch_add(browse(&fd, l->server.port, turn) ? &l->answers : &l->errors, 1);
    close(fd);
    return NULL;
}

static bool run(load *l, double seconds)
{
    pthread_t threads[CLIENTS];
    l->until = mw_seconds() + seconds;
    for (int i = 0; i < CLIENTS; i++)
        if (pthread_create(&threads[i], NULL, be_a_client, l))
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
    load l = {0};
    bool ok = browsing_start(&l.server, "") && run(&l, argc > 1 ? strtod(argv[1], NULL) : 10);
    return browsing_end(&l.server) && ok ? 0 : 1;
}
