// http.h: what all answers of the server have in common: headers, errors as JSON, and the check who
// may ask.
#ifndef MW_SERVE_HTTP_H
#define MW_SERVE_HTTP_H

#include <microhttpd.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// An answer with the headers that all answers have. `type` NULL: it has no body. Returns NULL when
// memory runs out.
struct MHD_Response *mw_http_response(const void *body, size_t length, enum MHD_ResponseMemoryMode,
                                      const char *type);
void mw_http_headers(struct MHD_Response *, const char *type);
// Sends an answer and frees it. NULL closes the connection.
enum MHD_Result mw_http_send(struct MHD_Connection *, unsigned status, struct MHD_Response *);
// Sends a JSON text and frees it. NULL (memory ran out) closes the connection.
enum MHD_Result mw_http_json(struct MHD_Connection *, unsigned status, char *text);
// {"error":{"text":...,"line":0,"column":0}}
enum MHD_Result mw_http_error(struct MHD_Connection *, unsigned status, const char *text);
// The same as a text, which the caller frees. NULL: memory ran out.
char *mw_http_error_text(const char *text);

const char *mw_http_header(struct MHD_Connection *, const char *name); // or NULL
bool mw_http_takes_gzip(struct MHD_Connection *);
bool mw_http_given_twice(struct MHD_Connection *,
                         const char *name); // does it have two such headers?
// Decodes %41 and the like in place and returns the length, but leaves %00, which would end the
// text.
size_t mw_http_unescape(void *context, struct MHD_Connection *, char *text);
bool mw_http_is_json(struct MHD_Connection *); // does the request have a JSON body?

// The names under which the server answers. The page of another site can make a browser send
// requests to this server under that site's name ("DNS rebinding"), but not under a number or a
// known name.
typedef struct mw_http_names {
    unsigned port;
    bool any_number;   // it listens on every address, so any number may be its name
    const char *host;  // the address it listens on
    const char *allow; // OPTIONAL: more names, with commas between them, for any port
} mw_http_names;
bool mw_http_host_is_ours(struct MHD_Connection *, const mw_http_names *);
// True if the request comes from a page of this server, or from a program that is no browser.
bool mw_http_origin_is_ours(struct MHD_Connection *);

#endif
