// client.c: see client.h.
#include "client.h"

#include "parallel/clock.h"

#include <arpa/inet.h>
#include <dirent.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

// ---- the server

bool server_start(server *s, const char *options)
{
    int out[2];
    char line[2000], address[200] = "";
    snprintf(line, sizeof line, "exec '%s' serve --port 0 %s", COMMAND, options);
    if (pipe(out) || (s->pid = fork()) < 0)
        return false;
    if (!s->pid) {
        dup2(out[1], STDOUT_FILENO);
        close(out[0]);
        close(out[1]);
        execl("/bin/sh", "sh", "-c", line, (char *)NULL);
        _exit(127);
    }
    close(out[1]);
    FILE *f = fdopen(out[0], "r");
    bool ok = fgets(address, sizeof address, f) &&
              sscanf(strrchr(address, ':') ? strrchr(address, ':') : "", ":%u/", &s->port) == 1;
    fclose(f);
    return ok;
}

int server_end(server *s, int number, double *seconds)
{
    double begun = mw_seconds();
    int status = 0;
    pid_t ended = 0;
    kill(s->pid, number);
    while (!(ended = waitpid(s->pid, &status, WNOHANG)) && mw_seconds() - begun < 10)
        nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
    if (!ended) {
        kill(s->pid, SIGKILL);
        waitpid(s->pid, &status, 0);
    }
    if (seconds)
        *seconds = mw_seconds() - begun;
    return ended && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static long read_status(const server *s, const char *what)
{
    char name[60], line[200];
    long kib = -1;
    snprintf(name, sizeof name, "/proc/%ld/status", (long)s->pid);
    FILE *f = fopen(name, "r");
    while (f && fgets(line, sizeof line, f))
        if (!strncmp(line, what, strlen(what)))
            kib = strtol(line + strlen(what), NULL, 10);
    if (f)
        fclose(f);
    return kib;
}

long server_memory(const server *s)
{
    return read_status(s, "VmRSS:");
}

long server_peak(const server *s)
{
    return read_status(s, "VmHWM:");
}

int server_files(const server *s)
{
    char name[60];
    int n = 0;
    snprintf(name, sizeof name, "/proc/%ld/fd", (long)s->pid);
    DIR *d = opendir(name);
    while (d && readdir(d))
        n++;
    if (d)
        closedir(d);
    return n;
}

// ---- the client

int client_connect(unsigned port)
{
    struct sockaddr_in at = {.sin_family = AF_INET,
                             .sin_port = htons((uint16_t)port),
                             .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int fd = socket(AF_INET, SOCK_STREAM, 0), yes = 1;
    struct timeval patience = {.tv_sec = 10};
    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    if (connect(fd, (struct sockaddr *)&at, sizeof at)) {
        close(fd);
        return -1;
    }
    return fd;
}

bool client_send(int socket, const char *bytes, size_t length)
{
    for (ssize_t n; length; bytes += n, length -= (size_t)n)
        if ((n = send(socket, bytes, length, MSG_NOSIGNAL)) <= 0)
            return false;
    return true;
}

// Reads until `text` holds `mark` or, without a mark, `want` bytes. NULL: the connection ended.
typedef struct text {
    char *bytes;
    size_t length, capacity;
} text;

static bool more(int socket, text *t)
{
    if (t->length + 4096 > t->capacity) {
        t->capacity = 2 * t->capacity + 8192;
        t->bytes = realloc(t->bytes, t->capacity);
    }
    ssize_t n = recv(socket, t->bytes + t->length, 4095, 0);
    if (n <= 0)
        return false;
    t->length += (size_t)n;
    t->bytes[t->length] = '\0';
    return true;
}

static const char *field(const char *head, const char *name)
{
    for (const char *line = strstr(head, "\r\n"); line; line = strstr(line + 2, "\r\n"))
        if (!strncasecmp(line + 2, name, strlen(name)) && line[2 + strlen(name)] == ':')
            return line + 2 + strlen(name) + 1;
    return NULL;
}

reply client_receive(int socket)
{
    reply r = {0};
    text t = {.bytes = calloc(1, 8192), .capacity = 8192};
    char *end = NULL;
    while (!(end = strstr(t.bytes, "\r\n\r\n")))
        if (!more(socket, &t)) {
            free(t.bytes);
            return r;
        }
    size_t at = (size_t)(end + 4 - t.bytes);
    r.head = calloc(1, at + 1);
    memcpy(r.head, t.bytes, at);
    const char *length = field(r.head, "Content-Length");
    r.status = atoi(r.head + strcspn(r.head, " "));
    bool none = r.status < 200 || r.status == 204 || r.status == 304;
    size_t most = none ? 0 : length ? strtoul(length, NULL, 10) : SIZE_MAX / 2;
    while (t.length < at + most && more(socket, &t)) {
    }
    r.length = t.length < at + most ? t.length - at : most;
    r.body = calloc(1, r.length + 1);
    memcpy(r.body, t.bytes + at, r.length);
    free(t.bytes);
    return r;
}

void reply_free(reply *r)
{
    free(r->head);
    free(r->body);
    *r = (reply){0};
}

reply client_ask(unsigned port, const char *request)
{
    reply r = {0};
    int fd = client_connect(port);
    if (fd < 0)
        return r;
    client_send(fd, request, strlen(request)); // it may answer before it has heard all
    r = client_receive(fd);
    close(fd);
    return r;
}
