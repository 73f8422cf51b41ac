// no_network.c: a library to be loaded before the C library. It ends a program, with a sentence,
// that calls another machine or listens to one.
#include <netinet/in.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#define PUBLIC __attribute__((visibility("default")))

static bool of_the_internet(const struct sockaddr *at)
{
    return at && (at->sa_family == AF_INET || at->sa_family == AF_INET6);
}

static void refuse(const char *what)
{
    fprintf(stderr, "no_network: the program would %s\n", what);
    abort();
}

// NOLINTBEGIN(readability-inconsistent-declaration-parameter-name) glibc's begin with __
PUBLIC int connect(int fd, const struct sockaddr *to, socklen_t length)
{
    if (of_the_internet(to))
        refuse("connect");
    return (int)syscall(SYS_connect, fd, to, length);
}

PUBLIC ssize_t sendto(int fd, const void *bytes, size_t size, int flags, const struct sockaddr *to,
                      socklen_t length)
{
    if (of_the_internet(to))
        refuse("send");
    return syscall(SYS_sendto, fd, bytes, size, flags, to, length);
}

PUBLIC int bind(int fd, const struct sockaddr *at, socklen_t length)
{
    const struct sockaddr_in *four = (const void *)at;
    if (of_the_internet(at) &&
        (at->sa_family != AF_INET || ntohl(four->sin_addr.s_addr) >> 24 != 127))
        refuse("listen to other machines");
    return (int)syscall(SYS_bind, fd, at, length);
}
// NOLINTEND(readability-inconsistent-declaration-parameter-name)
