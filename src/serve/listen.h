// listen.h: the socket that the server listens on.
#ifndef MW_SERVE_LISTEN_H
#define MW_SERVE_LISTEN_H

#include "mazewright/mazewright.h"

typedef struct mw_listening {
    int socket;
    unsigned port;
    bool everywhere;   // on every address of the machine
    char address[300]; // as a browser writes it: "http://127.0.0.1:8707/"
} mw_listening;

// False and *error: no such address, or the port is taken.
bool mw_listen(mw_listening *, const char *host, unsigned port, mw_error *);

#endif
