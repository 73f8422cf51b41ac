// connections.c: see connections.h. A connection is ended by shutdown of its socket, which makes
// libmicrohttpd close it.
#include "serve/connections.h"
#include "parallel/clock.h"

#include <netinet/in.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

// Seconds that headers may take, and a body; and an answer, until the browser has read it.
static const double patience[] = {[MW_RECEIVING] = 15, [MW_SENDING] = 120};

typedef struct entry {
    struct entry *previous, *next;
    int socket;
    unsigned char address[16];
    mw_doing doing;
    double since;
    bool gone;  // the browser seemed to have gone when it was last looked at
    bool ended; // its socket is shut down
} entry;

struct mw_connections {
    pthread_mutex_t mutex;
    entry *first;
};

mw_connections *mw_connections_open(void)
{
    mw_connections *all = calloc(1, sizeof *all);
    if (all)
        pthread_mutex_init(&all->mutex, NULL);
    return all;
}

void mw_connections_close(mw_connections *all)
{
    if (all)
        pthread_mutex_destroy(&all->mutex);
    free(all);
}

static void end(entry *e)
{
    shutdown(e->socket, SHUT_RDWR);
    e->ended = true;
}

// ---- too many

// Who is to be given up: the one that is first in the order of mw_doing, and there the oldest.
// NULL: nobody, because there is still room or all are at work.
static entry *surplus(const mw_connections *all, const entry *added)
{
    unsigned count = 0, same = 0;
    entry *worst = NULL, *worst_there = NULL;
    for (entry *e = all->first; e; e = e->next) {
        bool there = !memcmp(e->address, added->address, sizeof e->address);
        if (e->ended)
            continue;
        count++;
        same += there;
        if (e == added || e->doing == MW_WORKING)
            continue;
        entry **at[] = {&worst, &worst_there};
        for (int i = 0; i <= there; i++)
            if (!*at[i] || e->doing < (*at[i])->doing ||
                (e->doing == (*at[i])->doing && e->since < (*at[i])->since))
                *at[i] = e;
    }
    return same > MW_PER_ADDRESS_MAX ? worst_there : count > MW_CONNECTIONS_MAX ? worst : NULL;
}

// ---- beginning and end

static void read_address(entry *e, const struct sockaddr *from)
{
    if (from && from->sa_family == AF_INET)
        memcpy(e->address, &((const struct sockaddr_in *)(const void *)from)->sin_addr, 4);
    else if (from && from->sa_family == AF_INET6)
        memcpy(e->address, &((const struct sockaddr_in6 *)(const void *)from)->sin6_addr, 16);
}

static void add(mw_connections *all, struct MHD_Connection *c, void **context)
{
    const union MHD_ConnectionInfo *fd = MHD_get_connection_info(c,
                                                                 MHD_CONNECTION_INFO_CONNECTION_FD),
                                   *from = MHD_get_connection_info(
                                       c, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    entry *e = fd ? calloc(1, sizeof *e) : NULL;
    *context = e;
    if (!e)
        return;
    *e = (entry){.next = all->first, .socket = fd->connect_fd, .since = mw_seconds()};
    read_address(e, from ? from->client_addr : NULL);
    if (all->first)
        all->first->previous = e;
    all->first = e;
    entry *other = surplus(all, e);
    if (other)
        end(other);
}

static void take_out(mw_connections *all, entry *e)
{
    *(e->previous ? &e->previous->next : &all->first) = e->next;
    if (e->next)
        e->next->previous = e->previous;
    free(e);
}

void mw_connections_notify(void *context, struct MHD_Connection *c, void **at,
                           enum MHD_ConnectionNotificationCode code)
{
    mw_connections *all = context;
    pthread_mutex_lock(&all->mutex);
    if (code == MHD_CONNECTION_NOTIFY_STARTED)
        add(all, c, at);
    else if (*at)
        take_out(all, *at);
    pthread_mutex_unlock(&all->mutex);
}

void mw_connection_does(mw_connections *all, struct MHD_Connection *c, mw_doing doing)
{
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(c, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    entry *e = info ? info->socket_context : NULL;
    if (!e)
        return;
    pthread_mutex_lock(&all->mutex);
    e->doing = doing;
    e->since = mw_seconds();
    e->gone = false;
    pthread_mutex_unlock(&all->mutex);
}

// ---- those that take too long

// Has the browser closed the connection, and is there nothing more to read?
static bool has_gone(const entry *e)
{
    char byte;
    return !recv(e->socket, &byte, 1, MSG_PEEK | MSG_DONTWAIT);
}

void mw_connections_tend(mw_connections *all)
{
    double now = mw_seconds();
    pthread_mutex_lock(&all->mutex);
    for (entry *e = all->first; e; e = e->next) {
        if (e->ended || e->doing > MW_SENDING)
            continue;
        bool gone = e->doing == MW_RECEIVING && has_gone(e);
        if (now - e->since > patience[e->doing] || (gone && e->gone)) // seen twice: not just now
            end(e);
        e->gone = gone;
    }
    pthread_mutex_unlock(&all->mutex);
}
