// client.h: a server under test, and a plain client that can also misbehave.
#ifndef MW_TEST_CLIENT_H
#define MW_TEST_CLIENT_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

typedef struct server {
    pid_t pid;
    unsigned port;
} server;

// Runs the command's `serve --port 0` with more options, and waits for its address. False: it did
// not start.
bool server_start(server *, const char *options);
// Sends a signal and waits. Its exit code, or -1 if it did not end by itself; *seconds it took.
int server_end(server *, int number, double *seconds);
long server_memory(const server *); // KiB that it holds
long server_peak(const server *);   // KiB that it held at most
int server_files(const server *);   // how many files and connections it has open

typedef struct reply {
    int status; // 0: the connection was closed
    char *head; // with the status line
    char *body; // all until the connection is closed, if it has no length
    size_t length;
} reply;
void reply_free(reply *);
// A reply that is freed at the end of its block.
#define scoped_reply scoped(reply_free) reply

int client_connect(unsigned port); // waits at most ten seconds for any answer
bool client_send(int socket, const char *bytes, size_t length);
// The next answer on a connection, which stays open for more.
reply client_receive(int socket);
// Both, with a connection of its own. `request` is everything up to the body's end.
reply client_ask(unsigned port, const char *request);

#endif
