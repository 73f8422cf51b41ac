// http_server.c: see http_server.h. The thread waits in poll for all connections at once, and lets
// each of those that have something to do make one step.
#include "serve/http_connection.h"
#include "parallel/clock.h"

#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define LOOK    0.2         // seconds between looks for connections that take too long
#define AT_ONCE 64          // new connections that are taken at once
#define SENT    (128 << 10) // bytes that the system keeps for a browser which does not read them

typedef struct running {
    mw_http_server server; // must be first
    pthread_t thread;
    struct pollfd polled[MW_CONNECTIONS_MAX + 3]; // the pipe, the listening socket, connections
} running;

void mw_http_wake(mw_http_server *s)
{
    if (!atomic_exchange(&s->woken, true))
        while (write(s->wake[1], "", 1) < 0 && errno == EINTR) {
        }
}

static void remove_connection(mw_http_server *s, unsigned i)
{
    mw_connection_close(s->all[i]);
    s->count--;
    memmove(s->all + i, s->all + i + 1, (s->count - i) * sizeof(mw_http_connection *));
}

// ---- new connections

// Whose place a new connection takes: the one that is first in the order of mw_doing, and there the
// oldest. s->count: nobody's, because all are at work; *full: there is no room.
static unsigned surplus(const mw_http_server *s, const unsigned char address[16], bool *full)
{
    unsigned same = 0, worst = s->count, worst_there = worst;
    for (unsigned i = 0; i < s->count; i++) {
        const mw_http_connection *c = s->all[i];
        bool there = !memcmp(c->address, address, sizeof c->address);
        unsigned *best[] = {&worst, &worst_there};
        same += there;
        for (int k = 0; k < (there ? 2 : 1) && c->doing != MW_WORKING; k++) {
            const mw_http_connection *b = *best[k] < s->count ? s->all[*best[k]] : NULL;
            if (!b || c->doing < b->doing || (c->doing == b->doing && c->since < b->since))
                *best[k] = i;
        }
    }
    *full = same >= MW_PER_ADDRESS_MAX || s->count >= MW_CONNECTIONS_MAX;
    return same >= MW_PER_ADDRESS_MAX ? worst_there : worst;
}

// An IPv4 address, or the first half of an IPv6 address: the rest is the browser's to choose.
static void read_address(unsigned char address[16], const struct sockaddr_storage *from)
{
    const struct sockaddr_in *a4 = (const void *)from;
    const struct sockaddr_in6 *a6 = (const void *)from;
    memset(address, 0, 16);
    if (from->ss_family == AF_INET)
        memcpy(address + 12, &a4->sin_addr, 4);
    else if (from->ss_family == AF_INET6 && IN6_IS_ADDR_V4MAPPED(&a6->sin6_addr))
        memcpy(address + 12, (const char *)&a6->sin6_addr + 12, 4);
    else if (from->ss_family == AF_INET6)
        memcpy(address, &a6->sin6_addr, 8);
}

static void add_connection(mw_http_server *s, int fd, const struct sockaddr_storage *from)
{
    unsigned char address[16];
    int yes = 1;
    bool full;
    read_address(address, from);
    unsigned other = surplus(s, address, &full);
    bool refused = full && other == s->count;
    if (full && !refused)
        remove_connection(s, other);
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &(int){SENT}, sizeof(int));
    mw_http_connection *c = s->count <= MW_CONNECTIONS_MAX && !fcntl(fd, F_SETFD, FD_CLOEXEC) &&
                                    !fcntl(fd, F_SETFL, O_NONBLOCK)
                                ? mw_connection_open(s, fd, address)
                                : NULL;
    if (!c) {
        close(fd);
        return;
    }
    s->all[s->count++] = c;
    c->again = true; // its request may be there already
    if (refused)
        mw_connection_refuse(c, 503, "the server has too many connections; try again");
}

// The process can open no more files.
static void give_up_one(mw_http_server *s)
{
    bool full;
    unsigned other = surplus(s, (unsigned char[16]){0}, &full);
    s->deaf_until = s->now + LOOK / 2; // otherwise poll would tell it again at once
    if (other < s->count)
        remove_connection(s, other);
}

static void take_connections(mw_http_server *s)
{
    for (unsigned i = 0; i < AT_ONCE; i++) {
        struct sockaddr_storage from = {0};
        socklen_t size = sizeof from;
        int fd = accept(s->listening, (struct sockaddr *)&from, &size);
        if (fd >= 0) {
            add_connection(s, fd, &from);
            continue;
        }
        if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM)
            give_up_one(s);
        return;
    }
}

// ---- the thread

static void begin_end(mw_http_server *s)
{
    s->ended = true;
    close(s->listening);
    s->listening = -1;
    for (unsigned i = s->count; i--;)
        if (s->all[i]->doing == MW_RECEIVING || s->all[i]->doing == MW_LEAVING)
            remove_connection(s, i);
        else
            s->all[i]->closes = true;
}

// Prepares what poll is to wait for; returns for how many milliseconds.
static int prepare(running *r)
{
    mw_http_server *s = &r->server;
    bool hears = !s->ended && s->now >= s->deaf_until, again = false;
    r->polled[0] = (struct pollfd){.fd = s->wake[0], .events = POLLIN};
    r->polled[1] = (struct pollfd){.fd = hears ? s->listening : -1, .events = POLLIN};
    for (unsigned i = 0; i < s->count; i++) {
        const mw_http_connection *c = s->all[i];
        r->polled[i + 2] = (struct pollfd){.fd = c->socket, .events = mw_connection_events(c)};
        again = again || c->again;
    }
    return again                                  ? 0
           : s->ended && atomic_load(&s->closing) ? 5
           : s->count || !hears                   ? (int)(LOOK * 1000 / 2)
                                                  : -1;
}

static void hear_wake(mw_http_server *s)
{
    char bytes[8];
    while (read(s->wake[0], bytes, sizeof bytes) > 0) {
    }
    atomic_store(&s->woken, false); // before anyone looks who is ready
}

static void step_all(running *r)
{
    mw_http_server *s = &r->server;
    unsigned kept = 0;
    for (unsigned i = 0; i < s->count; i++) { // in the order in which they came
        mw_http_connection *c = s->all[i];
        short events = r->polled[i + 2].revents;
        if ((!events && !c->again && !atomic_load(&c->ready)) || mw_connection_step(c, events))
            s->all[kept++] = c;
        else
            mw_connection_close(c);
    }
    s->count = kept;
    if (s->now - s->looked < LOOK)
        return;
    s->looked = s->now;
    for (unsigned i = s->count; i--;)
        if (!mw_connection_in_time(s->all[i]))
            remove_connection(s, i);
}

// Is everything sent, or has it taken too long?
static bool is_over(const mw_http_server *s)
{
    return s->ended && atomic_load(&s->closing) && (!s->count || s->now > s->last);
}

static void *work(void *context)
{
    running *r = context;
    mw_http_server *s = &r->server;
    while (!is_over(s)) {
        s->now = mw_seconds();
        int told = poll(r->polled, s->count + 2, prepare(r));
        s->now = mw_seconds();
        if (told < 0) // interrupted: what it told is from before
            for (unsigned i = 0; i < s->count + 2; i++)
                r->polled[i].revents = 0;
        if (r->polled[0].revents)
            hear_wake(s);
        step_all(r);
        if (r->polled[1].revents)
            take_connections(s);
        if (!s->ended && atomic_load(&s->ending))
            begin_end(s);
    }
    return NULL;
}

// ---- for others

static void free_server(mw_http_server *s)
{
    while (s->count)
        remove_connection(s, s->count - 1);
    for (int i = 0; i < 2; i++)
        if (s->wake[i] >= 0)
            close(s->wake[i]);
    free(s);
}

static bool open_pipe(int fds[2])
{
    fds[0] = fds[1] = -1;
    if (pipe(fds))
        return false;
    for (int i = 0; i < 2; i++)
        if (fcntl(fds[i], F_SETFD, FD_CLOEXEC) || fcntl(fds[i], F_SETFL, O_NONBLOCK))
            return false;
    return true;
}

mw_http_server *mw_http_server_open(int socket, const mw_http_handler *h, mw_held_bytes *budget)
{
    running *r = calloc(1, sizeof *r);
    if (!r)
        return NULL;
    mw_http_server *s = &r->server;
    s->handler = *h;
    s->budget = budget;
    s->listening = socket;
    if (open_pipe(s->wake) && !pthread_create(&r->thread, NULL, work, r))
        return s;
    free_server(s);
    return NULL;
}

void mw_http_server_end(mw_http_server *s)
{
    atomic_store(&s->ending, true);
    mw_http_wake(s);
}

void mw_http_server_close(mw_http_server *s, double seconds)
{
    if (!s)
        return;
    s->last = mw_seconds() + seconds;
    atomic_store(&s->closing, true);
    mw_http_server_end(s);
    pthread_join(((running *)s)->thread, NULL);
    free_server(s);
}
