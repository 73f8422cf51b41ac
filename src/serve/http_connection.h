// http_connection.h: one connection of the HTTP server: it reads a request, waits for its answer
// and sends it, again and again. For http_server.c only.
#ifndef MW_SERVE_HTTP_CONNECTION_H
#define MW_SERVE_HTTP_CONNECTION_H

#include "serve/http_server.h"

// In the order in which connections are given up for a new one; the last is never given up.
typedef enum {
    MW_LEAVING, // the answer is sent; the rest of what the browser sends is thrown away
    MW_RECEIVING,
    MW_SENDING,
    MW_STREAMING,
    MW_WORKING
} mw_doing;

struct mw_http_connection {
    mw_http_server *server;
    int socket; // -1: the browser has gone, but its question is still worked on
    unsigned char address[16];
    mw_doing doing;
    double since, moved; // when it began to do this, and when bytes last moved
    bool again;          // there is more to do at once
    bool ended;          // the browser sends no more
    bool closes;         // after the answer
    atomic_bool ready;   // mw_http_ready was called

    // What has come: `seen` bytes from `at` on were looked at; those up to `filled` are there. Of a
    // body that was not there with its head, the first `got` bytes are in `body`.
    char *in, *body;
    size_t at, seen, filled, room, got, body_room;
    uint64_t held; // bytes of the budget, for both
    bool has_head; // `request` is read
    mw_http_request request;

    mw_http_answer answer;
    void *work;
    size_t head_length, sent; // bytes of the head; and how many of head and body are sent
    char *part;               // of a stream, with part_length bytes that come after the head
    size_t part_length;
    char head[MW_HTTP_ANSWER_HEAD];
};

struct mw_http_server {
    mw_http_handler handler;
    mw_held_bytes *budget;
    int listening, wake[2]; // wake: a pipe; bytes in it end the waiting of the thread
    atomic_bool woken, ending, closing;
    bool ended;         // the thread has seen `ending`
    double last;        // when it closes; read after `closing`
    double now, looked; // the time, and when connections were last looked through
    double deaf_until;  // no new connections until then
    char date[40];      // as answers tell it
    long date_of;       // in seconds
    unsigned count;
    mw_http_connection *all[MW_CONNECTIONS_MAX + 1];
};

void mw_http_wake(mw_http_server *);

// NULL: memory ran out. The connection takes over the socket.
mw_http_connection *mw_connection_open(mw_http_server *, int socket,
                                       const unsigned char address[16]);
void mw_connection_close(mw_http_connection *);
short mw_connection_events(const mw_http_connection *); // that it waits for, as for poll
// Goes on, after poll told these events. False: it is over.
bool mw_connection_step(mw_http_connection *, short events);
bool mw_connection_in_time(mw_http_connection *); // false: it took too long
void mw_connection_refuse(mw_http_connection *, unsigned status, const char *text);

#endif
