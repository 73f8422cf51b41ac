// browsing.c: see browsing.h.
#include "browsing.h"

#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char page[] = "<!doctype html><html><head><title>load</title></head></html>\n";
static const char *const questions[] = {
    "{\"ask\":\"play\",\"maze\":\"rook:5x5#7\",\"moves\":\"\"}",
    "{\"ask\":\"hint\",\"maze\":\"theseus:5x5#7\",\"moves\":\"\",\"grade\":3}",
    "{\"ask\":\"solve\",\"maze\":\"die:6x6#7\",\"algorithm\":\"astar\"}",
};
static char folder[] = "/tmp/mw-load-XXXXXX", name[60];

bool browsing_start(server *s, const char *options)
{
    char line[300];
    setenv("ASAN_OPTIONS", "quarantine_size_mb=1",
           0); // otherwise the sanitizer holds freed memory back
    if (!mkdtemp(folder))
        return false;
    snprintf(name, sizeof name, "%s/index.html", folder);
    FILE *f = fopen(name, "w");
    bool ok = f && fputs(page, f) >= 0 && !fclose(f);
    snprintf(line, sizeof line, "--page %s %s", folder, options);
    return ok && server_start(s, line);
}

bool browsing_end(server *s)
{
    bool ok = server_end(s, SIGTERM, NULL) == 0;
    unlink(name);
    rmdir(folder);
    return ok;
}

static size_t write_request(unsigned port, unsigned turn, char *to, size_t size)
{
    int n;
    if (turn % 2)
        n = snprintf(to, size, "GET %s HTTP/1.1\r\nHost: localhost:%u\r\n\r\n",
                     turn % 4 == 1 ? "/" : "/api/status", port);
    else {
        const char *q = questions[turn / 2 % (sizeof questions / sizeof *questions)];
        n = snprintf(to, size,
                     "POST /api/ask HTTP/1.1\r\nHost: localhost:%u\r\nContent-Type: "
                     "application/json\r\nContent-Length: %zu\r\n\r\n%s",
                     port, strlen(q), q);
    }
    return (size_t)n;
}

bool browse(int *fd, unsigned port, unsigned turn)
{
    static atomic_bool told;
    char request[600];
    size_t n = write_request(port, turn, request, sizeof request);
    reply r = {0};
    for (int tries = 0; tries < 2 && !r.status; tries++) {
        reply_free(&r);
        if (*fd >= 0 && client_send(*fd, request, n))
            r = client_receive(*fd);
        if (!r.status) {
            close(*fd);
            *fd = client_connect(port);
        }
    }
    bool ok = r.status == 200 && r.length > 20;
    if (!ok && !atomic_exchange(&told, true))
        fprintf(stderr, "%.40s: %d %s\n", request, r.status, r.body ? r.body : "");
    reply_free(&r);
    return ok;
}
