// http.h: what every answer of the server has in common: its headers, errors as JSON, and who may
// ask.
#ifndef MW_SERVE_HTTP_H
#define MW_SERVE_HTTP_H

#include <microhttpd.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// An answer with the headers that all of them carry; `type` NULL: it has no body. NULL: out of
// memory.
struct MHD_Response *mw_http_response(const void *body, size_t length, enum MHD_ResponseMemoryMode,
                                      const char *type);
void mw_http_headers(struct MHD_Response *, const char *type);
// Hands an answer over and lets go of it; NULL closes the connection.
enum MHD_Result mw_http_send(struct MHD_Connection *, unsigned status, struct MHD_Response *);
// The text is freed; NULL: out of memory.
enum MHD_Result mw_http_json(struct MHD_Connection *, unsigned status, char *text);
// {"error":{"text":...,"line":0,"column":0}}
enum MHD_Result mw_http_error(struct MHD_Connection *, unsigned status, const char *text);
// The same as a text, which the caller frees; NULL: out of memory.
char *mw_http_error_text(const char *text);

const char *mw_http_header(struct MHD_Connection *, const char *name); // or NULL
bool mw_http_takes_gzip(struct MHD_Connection *);
bool mw_http_is_json(struct MHD_Connection *); // what it sends

// Which names the server answers to. A page elsewhere can make a browser send requests here under a
// name of its own ("DNS rebinding"), but not under a number or a name that we know.
typedef struct mw_http_names {
    unsigned port;
    bool any_number;   // it listens on every address: any number will do as its name
    const char *host;  // the address it listens on
    const char *allow; // OPTIONAL: more names, with commas, at any port
} mw_http_names;
bool mw_http_host_is_ours(struct MHD_Connection *, const mw_http_names *);
bool mw_http_origin_is_ours(struct MHD_Connection *); // absent, or the same as Host

#endif
