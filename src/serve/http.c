// http.c: see http.h.
#include "serve/http.h"
#include "api/api.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

void mw_http_headers(struct MHD_Response *r, const char *type)
{
    static const char *const always[][2] = {
        {"Content-Security-Policy",
         "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; "
         "style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; manifest-src 'self'; "
         "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"},
        {"X-Content-Type-Options", "nosniff"},
        {"Referrer-Policy", "no-referrer"},
        {"Cross-Origin-Resource-Policy", "same-origin"},
    };
    for (size_t i = 0; i < sizeof always / sizeof *always; i++)
        MHD_add_response_header(r, always[i][0], always[i][1]);
    if (type)
        MHD_add_response_header(r, "Content-Type", type);
}

struct MHD_Response *mw_http_response(const void *body, size_t length,
                                      enum MHD_ResponseMemoryMode mode, const char *type)
{
    struct MHD_Response *r = MHD_create_response_from_buffer(length, (void *)body, mode);
    if (r)
        mw_http_headers(r, type);
    return r;
}

enum MHD_Result mw_http_send(struct MHD_Connection *c, unsigned status, struct MHD_Response *r)
{
    if (!r)
        return MHD_NO;
    enum MHD_Result sent = MHD_queue_response(c, status, r);
    MHD_destroy_response(r);
    return sent;
}

enum MHD_Result mw_http_json(struct MHD_Connection *c, unsigned status, char *text)
{
    struct MHD_Response *r = text ? mw_http_response(text, strlen(text), MHD_RESPMEM_MUST_FREE,
                                                     "application/json; charset=utf-8")
                                  : NULL;
    if (!r) {
        free(text);
        return MHD_NO;
    }
    MHD_add_response_header(r, "Cache-Control", "no-store");
    if (status == MHD_HTTP_SERVICE_UNAVAILABLE)
        MHD_add_response_header(r, "Retry-After", "2");
    return mw_http_send(c, status, r);
}

char *mw_http_error_text(const char *text)
{
    mw_error error = {0};
    snprintf(error.text, sizeof error.text, "%s", text);
    return mw_api_error(&error);
}

enum MHD_Result mw_http_error(struct MHD_Connection *c, unsigned status, const char *text)
{
    return mw_http_json(c, status, mw_http_error_text(text));
}

const char *mw_http_header(struct MHD_Connection *c, const char *name)
{
    return MHD_lookup_connection_value(c, MHD_HEADER_KIND, name);
}

// Finds gzip in a list such as "br, gzip;q=0.8". A weight of zero means that it is not wanted.
bool mw_http_takes_gzip(struct MHD_Connection *c)
{
    const char *list = mw_http_header(c, "Accept-Encoding");
    for (const char *at = list; at && *at; at += strcspn(at, ","), at += *at == ',') {
        at += strspn(at, " \t");
        if (strncasecmp(at, "gzip", 4) || !strchr(" \t;,", at[4]))
            continue;
        const char *weight = at + 4 + strspn(at + 4, " \t;");
        return strncasecmp(weight, "q=", 2) || strtod(weight + 2, NULL) > 0;
    }
    return false;
}

typedef struct counted {
    const char *name;
    unsigned times;
} counted;

static enum MHD_Result count_header(void *context, enum MHD_ValueKind kind, const char *name,
                                    const char *value)
{
    counted *c = context;
    (void)kind, (void)value;
    c->times += !strcasecmp(name, c->name);
    return MHD_YES;
}

bool mw_http_given_twice(struct MHD_Connection *c, const char *name)
{
    counted n = {.name = name};
    MHD_get_connection_values(c, MHD_HEADER_KIND, count_header, &n);
    return n.times > 1;
}

static int digit(char c)
{
    static const char digits[] = "0123456789abcdef0123456789ABCDEF";
    const char *at = c ? strchr(digits, c) : NULL;
    return at ? (int)((at - digits) % 16) : -1;
}

size_t mw_http_unescape(void *context, struct MHD_Connection *connection, char *text)
{
    char *to = text;
    (void)context, (void)connection;
    for (const char *from = text; *from; to++) {
        int high = *from == '%' ? digit(from[1]) : -1, low = high >= 0 ? digit(from[2]) : -1;
        bool code = low >= 0 && (high || low);
        *to = code ? (char)(16 * high + low) : *from;
        from += code ? 3 : 1;
    }
    *to = '\0';
    return (size_t)(to - text);
}

bool mw_http_is_json(struct MHD_Connection *c)
{
    static const char json[] = "application/json";
    const char *type = mw_http_header(c, "Content-Type");
    return type && !strncasecmp(type, json, sizeof json - 1) &&
           strchr(" \t;", type[sizeof json - 1]);
}

static bool is_number(const char *name)
{
    unsigned char address[16];
    return inet_pton(AF_INET, name, address) == 1 || inet_pton(AF_INET6, name, address) == 1;
}

static bool is_listed(const char *list, const char *name)
{
    for (size_t n; list && *list; list += n, list += *list == ',') {
        n = strcspn(list, ",");
        if (strlen(name) == n && !strncasecmp(list, name, n))
            return true;
    }
    return false;
}

// Splits "localhost:8707" or "[::1]:8707" into name and port (80 if it has none). False: it cannot
// be split.
static bool split_host(const char *host, char *name, size_t size, unsigned *port)
{
    bool bracket = *host == '[';
    size_t n = bracket ? strcspn(++host, "]") : strcspn(host, ":");
    if (n >= size || (bracket && !host[n]))
        return false;
    snprintf(name, size, "%.*s", (int)n, host);
    host += n + bracket;
    *port = 80;
    if (!*host)
        return true;
    char *end;
    unsigned long number = strtoul(host + 1, &end, 10);
    *port = (unsigned)number;
    return *host == ':' && host[1] >= '0' && host[1] <= '9' && !*end && number < 65536;
}

bool mw_http_host_is_ours(struct MHD_Connection *c, const mw_http_names *ours)
{
    char name[256];
    unsigned port;
    const char *host = mw_http_header(c, "Host");
    if (!host || !split_host(host, name, sizeof name, &port))
        return false;
    if (is_listed(ours->allow, name))
        return true;
    return port == ours->port &&
           (is_listed("localhost,127.0.0.1,::1", name) || !strcasecmp(name, ours->host) ||
            (ours->any_number && is_number(name)));
}

bool mw_http_origin_is_ours(struct MHD_Connection *c)
{
    const char *origin = mw_http_header(c, "Origin"), *host = mw_http_header(c, "Host");
    if (!origin)
        return true;
    const char *name = strstr(origin, "://");
    return name && host && !strncmp(origin, "http", 4) && !strcasecmp(name + 3, host);
}
