// http_server.h: an HTTP server. One thread talks to all browsers, over sockets that never block;
// it reads requests, hands them to a handler, and sends the answers. Connections that take too long
// are ended. Where there are too many, a new one takes the place of the one that has kept the
// server waiting for longest.
#ifndef MW_SERVE_HTTP_SERVER_H
#define MW_SERVE_HTTP_SERVER_H

#include "serve/held.h"
#include "serve/http.h"

#define MW_CONNECTIONS_MAX 512
#define MW_PER_ADDRESS_MAX 256

typedef struct mw_http_server mw_http_server;
typedef struct mw_http_connection mw_http_connection;

// What is done with requests. All functions are called on the server's thread and must be quick.
typedef struct mw_http_handler {
    // The head of a request has come. False: the request is refused with *answer, and its body is
    // not read.
    bool (*accept)(void *context, const mw_http_request *, mw_http_answer *);
    // The request has come. Either fills in *answer, or sets *work and fills it in later, in
    // `finish`; the request is gone then.
    void (*handle)(void *context, mw_http_connection *, mw_http_answer *, void **work);
    void (*finish)(void *work, mw_http_answer *); // after mw_http_ready
    void (*stop)(void *work);                     // nobody waits for the answer any more
    void (*drop)(void *work);                     // the answer has been sent, or given up
    void *context;
} mw_http_handler;

// Takes requests from a socket that listens, which it closes when it ends. What it has read is
// counted in the budget. NULL: no memory, or no more threads; the socket stays open.
mw_http_server *mw_http_server_open(int socket, const mw_http_handler *, mw_held_bytes *);
// Takes no more requests. Those that have come are still answered.
void mw_http_server_end(mw_http_server *);
// Ends, waits so many seconds until everything is sent, and frees it. No other thread may use it
// any more. Takes NULL.
void mw_http_server_close(mw_http_server *, double seconds);

const mw_http_request *mw_http_request_of(const mw_http_connection *);
const char *mw_http_body_of(const mw_http_connection *); // of request->length bytes
// Says, on any thread, that `finish` may be called, or the source of an answer has more to write.
void mw_http_ready(mw_http_connection *);

#endif
