// browsing.h: a small page, a server that hands it out, and clients that use it as a browser does,
// for load.c and soak.c.
#ifndef MW_BENCH_BROWSING_H
#define MW_BENCH_BROWSING_H

#include "client.h"

// Starts the server with more options. False: it did not start.
bool browsing_start(server *, const char *options);
bool browsing_end(server *); // false: it did not end well

// Sends request number `turn` over a connection and checks the answer. Where the connection is
// closed, it opens another and asks once more. False: the answer was wrong, and the first such one
// is printed.
bool browse(int *fd, unsigned port, unsigned turn);

#endif
