// http_parse.h: reads the head of an HTTP request: its first line and its header lines. What two
// programs could read differently is refused. Functions over bytes, which know no connection.
#ifndef MW_SERVE_HTTP_PARSE_H
#define MW_SERVE_HTTP_PARSE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define MW_HTTP_HEAD_MAX    (((size_t)1 << 15) - 1) // bytes of a head
#define MW_HTTP_ADDRESS_MAX ((size_t)1 << 13)       // bytes of its first line
#define MW_HTTP_LINES_MAX   100                     // header lines
#define MW_HTTP_BODY_MAX    ((size_t)1 << 20)       // bytes of a body

// Why a request is refused. The text is constant.
typedef struct mw_http_fault {
    unsigned status;
    const char *text;
} mw_http_fault;

typedef struct mw_http_line {
    const char *name, *value;
} mw_http_line;

// The texts belong to the bytes that were read.
typedef struct mw_http_request {
    const char *method;
    char *path;            // decoded, without its first '/'
    char *query;           // what follows '?', as it was sent
    const char *authority; // of an address like http://host/path; NULL: it has none
    unsigned minor;        // HTTP/1.0 or HTTP/1.1
    bool keeps;            // the client wants to keep the connection
    bool continues;        // the client waits for "100 Continue" before it sends the body
    size_t head, length;   // bytes of the head and of the body
    unsigned count;
    mw_http_line lines[MW_HTTP_LINES_MAX];
} mw_http_request;

typedef enum { MW_HTTP_MORE, MW_HTTP_WHOLE, MW_HTTP_BAD } mw_http_found;

// Looks for the end of a head. *seen says how many bytes were looked at; it is 0 at first. WHOLE:
// *seen is the length of the head. MORE: the head goes on. BAD: it is refused for *fault.
mw_http_found mw_http_find_head(const char *bytes, size_t length, size_t *seen, mw_http_fault *);
// Reads a whole head and changes its bytes. False: it is refused for *fault.
bool mw_http_read_head(char *bytes, size_t length, mw_http_request *, mw_http_fault *);

const char *mw_http_value(const mw_http_request *, const char *name); // the first one, or NULL
// Decodes %41 and the like in place, but leaves %00, which would end the text.
void mw_http_unescape(char *text);
// The next "name=value" of a query; both are decoded in place. False: there are no more.
bool mw_http_next_argument(char **query, const char **name, const char **value);

#endif
