// http.c: bytes of connections to the server, which listens on an address of this machine. A byte 0
// ends one connection and begins the next; "JOB" stands for the number of the last job that the
// server began. The answer, where there is one, is HTTP; no internal error, and nothing of what
// lies beside the page.
#include "fuzz.h"
#include "core/text.h"
#include "serve/serve.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#define ANSWER_MAX      (1 << 20)
#define PATIENCE        60 // milliseconds until an answer begins
#define CONNECTIONS_MAX 3
#define PAUSE           2 // within it; the server may keep a connection open

static const char *folder;
static char page[120], path[200], answer[ANSWER_MAX];
static unsigned port;

static const char *const files[] = {"page/index.html", "page/app.js",  "page/app.js.gz",
                                    "page/style.css",  "page/.hidden", "page/inner/deep.js",
                                    "SECRET"};
#define FILES (sizeof files / sizeof *files)

static void put_files(void)
{
    folder = fuzz_folder();
    snprintf(page, sizeof page, "%s/page", folder);
    snprintf(path, sizeof path, "%s/inner", page);
    must(!mkdir(page, 0700) && !mkdir(path, 0700), "cannot make %s", path);
    for (size_t i = 0; i < FILES; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, files[i]);
        FILE *f = fopen(path, "w");
        must(f, "cannot write %s", path);
        bool secret = strstr(files[i], "SECRET") || strstr(files[i], "hidden");
        fputs(secret ? "TOP SECRET" : "<html></html>", f);
        fclose(f);
    }
}

static void remove_files(void)
{
    for (size_t i = 0; i < FILES; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, files[i]);
        remove(path);
    }
    static const char *const database[] = {"c.db", "c.db-wal", "c.db-shm"};
    for (size_t i = 0; i < sizeof database / sizeof *database; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, database[i]);
        remove(path);
    }
    snprintf(path, sizeof path, "%s/inner", page);
    rmdir(path);
    rmdir(page);
    rmdir(folder);
}

// With one maze in it.
static mw_catalogue *open_catalogue(void)
{
    mw_error e;
    mw_analysis a;
    snprintf(path, sizeof path, "%s/c.db", folder);
    mw_catalogue *c = mw_catalogue_open(path, MW_CATALOGUE_WRITE, &e);
    must(c, "%s", e.text);
    mw_maze *m = mw_maze_from_id("rook:3x3#1", &e);
    mw_graph *g = m ? mw_graph_build(m, true, NULL, NULL) : NULL;
    must(g && mw_analyse(g, &a), "out of memory");
    must(mw_catalogue_put(c, m, &a, &(mw_provenance){.created = "2026-11-16"}, NULL, &e), "%s",
         e.text);
    mw_analysis_free(&a);
    mw_graph_free(g);
    mw_maze_free(m);
    return c;
}

static mw_server *serve(void)
{
    static mw_server *server;
    mw_error e;
    if (server)
        return server;
    put_files();
    atexit(remove_files);
    mw_server_plan plan = {.page = page,
                           .host = "127.0.0.1",
                           .allow = "fuzz",
                           .seconds = 0.05,
                           .job_seconds = 0.05,
                           .threads = 1,
                           .jobs = 2,
                           .patience = 0.2,
                           .catalogue = open_catalogue()};
    server = mw_server_start(&plan, &e);
    must(server, "%s", e.text);
    must(sscanf(strrchr(mw_server_address(server), ':'), ":%u", &port) == 1, "no port");
    return server;
}

static int call(void)
{
    struct sockaddr_in at = {.sin_family = AF_INET,
                             .sin_port = htons((uint16_t)port),
                             .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int fd = socket(AF_INET, SOCK_STREAM, 0), failed;
    // With many rounds at once the ports may be used up; some come back every moment.
    for (unsigned tries = 0; (failed = connect(fd, (struct sockaddr *)&at, sizeof at)) &&
                             errno == EADDRNOTAVAIL && tries < 1000;
         tries++)
        poll(NULL, 0, 5);
    must(!failed, "nobody answers: %s", strerror(errno));
    // Closed at once, so that few ports are used up.
    setsockopt(fd, SOL_SOCKET, SO_LINGER, &(struct linger){.l_onoff = 1}, sizeof(struct linger));
    return fd;
}

// Some of the requests come in pieces, divided anywhere.
static void send_all(int fd, const uint8_t *data, size_t size, mw_rng *rng)
{
    size_t pieces = fuzz_choose(rng, 4) ? 1 : 2 + fuzz_choose(rng, 3);
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &(int){1}, sizeof(int));
    for (ssize_t n; size; data += n, size -= (size_t)n) {
        size_t piece = pieces > 1 ? 1 + fuzz_choose(rng, size) : size;
        if ((n = send(fd, data, piece, MSG_NOSIGNAL)) <= 0)
            break; // refused before its end
        if (pieces > 1 && pieces--)
            poll(NULL, 0, 1);
    }
    shutdown(fd, SHUT_WR);
}

// Everything that comes until the other side closes, or has nothing more to say.
static size_t receive(int fd)
{
    size_t length = 0;
    struct pollfd p = {.fd = fd, .events = POLLIN};
    while (length < ANSWER_MAX - 1 && poll(&p, 1, length ? PAUSE : PATIENCE) > 0) {
        ssize_t n = recv(fd, answer + length, ANSWER_MAX - 1 - length, 0);
        if (n <= 0)
            break;
        length += (size_t)n;
    }
    answer[length] = '\0';
    return length;
}

static bool tells_secret(const char *bytes, size_t length)
{
    for (const char *part = bytes; part < bytes + length; part += strlen(part) + 1)
        if (strstr(part, "TOP SECRET"))
            return true;
    return false;
}

// `echo`: the secret is in the question.
static void check_answer(size_t length, bool echo)
{
    static const int fine[] = {100, 200, 202, 204, 304, 400, 403, 404, 405,
                               408, 411, 413, 414, 415, 417, 431, 503, 505};
    int status;
    if (!length)
        return;
    must(sscanf(answer, "HTTP/1.%*d %d ", &status) == 1, "no HTTP: %.200s", answer);
    bool known = false;
    for (size_t i = 0; i < sizeof fine / sizeof *fine; i++)
        known |= status == fine[i];
    must(known, "status %d: %.500s", status, answer);
    must(status < 400 || strstr(answer, "application/json"), "no JSON: %.500s", answer);
    must(echo || !tells_secret(answer, length), "it tells what it should not: %.500s", answer);
}

// The text with the job's number in place of "JOB"; the caller frees it.
static char *with_job(const char *text, uint64_t job)
{
    mw_writer w = {0};
    for (const char *at; (at = strstr(text, "JOB")); text = at + 3) {
        mw_write_bytes(&w, text, (size_t)(at - text));
        mw_write(&w, "%llu", (unsigned long long)job);
    }
    mw_write(&w, "%s", text);
    char *whole = mw_writer_take(&w);
    must(whole, "out of memory");
    return whole;
}

static void converse(const char *text, uint64_t *job, mw_rng *rng)
{
    char *request = with_job(text, *job);
    int fd = call();
    send_all(fd, (const uint8_t *)request, strlen(request), rng);
    size_t length = receive(fd);
    close(fd);
    check_answer(length, strstr(request, "TOP SECRET"));
    const char *began = strstr(answer, "{\"job\":");
    if (began)
        *job = strtoull(began + 7, NULL, 10);
    free(request);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    mw_server *server = serve();
    mw_rng rng = fuzz_choices(data, size);
    uint64_t job = 1;
    for (unsigned i = 0; i < CONNECTIONS_MAX && (size || !i); i++) {
        char *text = fuzz_text(data, size);
        size_t length = strlen(text);
        converse(text, &job, &rng);
        free(text);
        data += length < size ? length + 1 : size;
        size -= length < size ? length + 1 : size;
    }
    mw_server_tend(server);
    return 0;
}
