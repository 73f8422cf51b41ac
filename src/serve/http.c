// http.c: see http.h.
#include "serve/http.h"
#include "api/api.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define JSON "application/json; charset=utf-8"

// ---- answers

static const char *reason(unsigned status)
{
    static const struct {
        unsigned status;
        const char *text;
    } reasons[] = {{200, "OK"},
                   {202, "Accepted"},
                   {204, "No Content"},
                   {304, "Not Modified"},
                   {400, "Bad Request"},
                   {403, "Forbidden"},
                   {404, "Not Found"},
                   {405, "Method Not Allowed"},
                   {408, "Request Timeout"},
                   {411, "Length Required"},
                   {413, "Content Too Large"},
                   {414, "URI Too Long"},
                   {415, "Unsupported Media Type"},
                   {417, "Expectation Failed"},
                   {431, "Request Header Fields Too Large"},
                   {500, "Internal Server Error"},
                   {503, "Service Unavailable"},
                   {505, "HTTP Version Not Supported"}};
    for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++)
        if (reasons[i].status == status)
            return reasons[i].text;
    return "Answer";
}

size_t mw_http_write_head(char to[MW_HTTP_ANSWER_HEAD], const mw_http_answer *a, unsigned minor,
                          bool keeps, const char *date)
{
    static const char always[] =
        "Content-Security-Policy: default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; "
        "worker-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
        "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'\r\n"
        "X-Content-Type-Options: nosniff\r\n"
        "Referrer-Policy: no-referrer\r\n"
        "Cross-Origin-Resource-Policy: same-origin\r\n";
    char length[50] = "";
    if (!a->source.write && a->status != 204 && a->status != 304)
        snprintf(length, sizeof length, "Content-Length: %zu\r\n", a->length);
    const char *connection = !keeps  ? "Connection: close\r\n"
                             : minor ? ""
                                     : "Connection: keep-alive\r\n";
    int n = snprintf(to, MW_HTTP_ANSWER_HEAD, "HTTP/1.1 %u %s\r\nDate: %s\r\n%s%s%s%s%s%s%s\r\n",
                     a->status, reason(a->status), date, connection, length, always,
                     a->type ? "Content-Type: " : "", a->type ? a->type : "", a->type ? "\r\n" : "",
                     a->more ? a->more : "");
    return (size_t)n < MW_HTTP_ANSWER_HEAD ? (size_t)n : MW_HTTP_ANSWER_HEAD - 1;
}

char *mw_http_error_text(const char *text)
{
    mw_error error = {0};
    snprintf(error.text, sizeof error.text, "%s", text);
    return mw_api_error(&error);
}

mw_http_answer mw_http_json(unsigned status, char *text)
{
    static const char no_memory[] =
        "{\"error\":{\"text\":\"out of memory\",\"line\":0,\"column\":0}}";
    return (mw_http_answer){.status = text ? status : 500,
                            .type = JSON,
                            .more = status == 503 ? "Cache-Control: no-store\r\nRetry-After: 2\r\n"
                                                  : "Cache-Control: no-store\r\n",
                            .body = text ? text : no_memory,
                            .length = strlen(text ? text : no_memory),
                            .owned = text};
}

mw_http_answer mw_http_error(unsigned status, const char *text)
{
    return mw_http_json(status, mw_http_error_text(text));
}

// ---- who asks, and for what

// Finds gzip in a list such as "br, gzip;q=0.8". A weight of zero means that it is not wanted.
bool mw_http_takes_gzip(const mw_http_request *r)
{
    const char *list = mw_http_value(r, "Accept-Encoding");
    for (const char *at = list; at && *at; at += strcspn(at, ","), at += *at == ',') {
        at += strspn(at, " \t");
        if (strncasecmp(at, "gzip", 4) || !strchr(" \t;,", at[4]))
            continue;
        const char *weight = at + 4 + strspn(at + 4, " \t;");
        return strncasecmp(weight, "q=", 2) || strtod(weight + 2, NULL) > 0;
    }
    return false;
}

bool mw_http_is_json(const mw_http_request *r)
{
    static const char json[] = "application/json";
    const char *type = mw_http_value(r, "Content-Type");
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

bool mw_http_host_is_ours(const mw_http_request *r, const mw_http_names *ours)
{
    char name[256];
    unsigned port;
    const char *host = mw_http_value(r, "Host");
    if (!host || !split_host(host, name, sizeof name, &port))
        return false;
    if (is_listed(ours->allow, name))
        return true;
    return port == ours->port &&
           (is_listed("localhost,127.0.0.1,::1", name) || !strcasecmp(name, ours->host) ||
            (ours->any_number && is_number(name)));
}

bool mw_http_origin_is_ours(const mw_http_request *r)
{
    const char *origin = mw_http_value(r, "Origin"), *host = mw_http_value(r, "Host");
    if (!origin)
        return true;
    const char *name = strstr(origin, "://");
    return name && host && !strncmp(origin, "http", 4) && !strcasecmp(name + 3, host);
}
