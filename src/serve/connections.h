// connections.h: all connections of the server, and what each of them does. Those that take too
// long, or whose browser has gone, are ended; where there are too many, a new one takes the place
// of the one that has kept the server waiting for longest.
#ifndef MW_SERVE_CONNECTIONS_H
#define MW_SERVE_CONNECTIONS_H

#include <microhttpd.h>

#define MW_CONNECTIONS_MAX 512
#define MW_PER_ADDRESS_MAX 256

// In the order in which they are given up for a new one; the last is never given up.
typedef enum { MW_RECEIVING, MW_SENDING, MW_STREAMING, MW_WORKING } mw_doing;

typedef struct mw_connections mw_connections;
mw_connections *mw_connections_open(void);   // NULL: memory ran out
void mw_connections_close(mw_connections *); // after the daemon; takes NULL
// For MHD_OPTION_NOTIFY_CONNECTION; the context is the mw_connections.
void mw_connections_notify(void *context, struct MHD_Connection *, void **entry,
                           enum MHD_ConnectionNotificationCode);
// Says what a connection does from now on.
void mw_connection_does(mw_connections *, struct MHD_Connection *, mw_doing);
void mw_connections_tend(mw_connections *); // to be called a few times a second

#endif
