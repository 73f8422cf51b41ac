// listen.c: see listen.h.
#include "serve/listen.h"
#include "core/text.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

// Connections that wait to be taken. Beyond these the system makes a browser try again after a
// second, so a crowd of clients must fit.
#define WAITING 1024

static int open_socket(const struct addrinfo *at)
{
    int yes = 1, fd = socket(at->ai_family, at->ai_socktype, at->ai_protocol);
    if (fd < 0)
        return -1;
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    if (!bind(fd, at->ai_addr, at->ai_addrlen) && !listen(fd, WAITING) &&
        !fcntl(fd, F_SETFD, FD_CLOEXEC) && !fcntl(fd, F_SETFL, O_NONBLOCK))
        return fd;
    int why = errno;
    close(fd);
    errno = why;
    return -1;
}

static void describe(mw_listening *l, const char *host)
{
    struct sockaddr_storage at = {0};
    socklen_t size = sizeof at;
    getsockname(l->socket, (struct sockaddr *)&at, &size);
    bool six = at.ss_family == AF_INET6;
    const struct sockaddr_in *a4 = (const void *)&at;
    const struct sockaddr_in6 *a6 = (const void *)&at;
    l->port = ntohs(six ? a6->sin6_port : a4->sin_port);
    l->everywhere =
        six ? IN6_IS_ADDR_UNSPECIFIED(&a6->sin6_addr) : a4->sin_addr.s_addr == htonl(INADDR_ANY);
    bool colons = strchr(host, ':');
    const char *name = l->everywhere ? "localhost" : host;
    bool brackets = colons && !l->everywhere;
    snprintf(l->address, sizeof l->address, "http://%s%.250s%s:%u/", brackets ? "[" : "", name,
             brackets ? "]" : "", l->port);
}

bool mw_listen(mw_listening *l, const char *host, unsigned port, mw_error *error)
{
    char service[12];
    struct addrinfo wanted = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_NUMERICSERV}, *at = NULL;
    *l = (mw_listening){.socket = -1};
    snprintf(service, sizeof service, "%u", port);
    int code = getaddrinfo(host, service, &wanted, &at);
    if (code)
        return mw_refuse(error, "'%.100s' is no address to listen on: %s", host,
                         gai_strerror(code));
    l->socket = open_socket(at);
    int number = errno;
    freeaddrinfo(at);
    if (l->socket < 0) {
        char why[100] = "unknown error";
        strerror_r(number, why, sizeof why);
        return mw_refuse(error, "cannot listen on %.100s, port %u: %s%s", host, port, why,
                         number == EADDRINUSE ? "; choose another with --port, or --port 0 for any"
                                              : "");
    }
    describe(l, host);
    return true;
}
