// http.h: what all answers of the server have in common: headers, errors as JSON, and the check who
// may ask.
#ifndef MW_SERVE_HTTP_H
#define MW_SERVE_HTTP_H

#include "serve/http_parse.h"

#include <sys/types.h>

// What writes the body of an answer bit by bit. The connection ends after it.
typedef struct mw_http_source {
    // Writes at most `most` bytes and returns how many. 0: there is nothing now, and mw_http_ready
    // will tell when there is; -1: this was all. `probe`: the browser may have gone; if there is
    // nothing, something that means nothing is to be written, so that this shows.
    ssize_t (*write)(void *context, bool probe, char *to, size_t most);
    void (*leave)(void *context); // nobody reads any more
    void *context;
} mw_http_source;

typedef struct mw_http_answer {
    unsigned status;
    const char *type;      // OPTIONAL: Content-Type
    const char *more;      // OPTIONAL: further header lines, each with its CR and LF
    const char *body;      // OPTIONAL; must stay until the request is over
    size_t length;         // of the body
    bool owned;            // the body is freed then
    mw_http_source source; // OPTIONAL: in place of a body
} mw_http_answer;

#define MW_HTTP_ANSWER_HEAD 1500 // bytes that suffice for the head of an answer

// Writes the head of an answer. `keeps`: the connection is kept. Returns its length.
size_t mw_http_write_head(char to[MW_HTTP_ANSWER_HEAD], const mw_http_answer *, unsigned minor,
                          bool keeps, const char *date);
// {"error":{"text":...,"line":0,"column":0}}, which the caller frees. NULL: memory ran out.
char *mw_http_error_text(const char *text);
// An answer with a JSON text, which it takes over. NULL (memory ran out) becomes an error.
mw_http_answer mw_http_json(unsigned status, char *text);
mw_http_answer mw_http_error(unsigned status, const char *text);

bool mw_http_takes_gzip(const mw_http_request *);
bool mw_http_is_json(const mw_http_request *); // does the request have a JSON body?

// The names under which the server answers. The page of another site can make a browser send
// requests to this server under that site's name ("DNS rebinding"), but not under a number or a
// known name.
typedef struct mw_http_names {
    unsigned port;
    bool any_number;   // it listens on every address, so any number may be its name
    const char *host;  // the address it listens on
    const char *allow; // OPTIONAL: more names, with commas between them, for any port
} mw_http_names;
bool mw_http_host_is_ours(const mw_http_request *, const mw_http_names *);
// True if the request comes from a page of this server, or from a program that is no browser.
bool mw_http_origin_is_ours(const mw_http_request *);

#endif
