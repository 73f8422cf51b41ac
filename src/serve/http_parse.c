// http_parse.c: see http_parse.h. The rules are those of RFC 9112, at their strictest: a line ends
// with CR and LF, names are tokens, nothing is folded, and a body has a length.
#include "serve/http_parse.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

static bool refuse(mw_http_fault *fault, unsigned status, const char *text)
{
    *fault = (mw_http_fault){status, text};
    return false;
}

// ---- the end of the head

// Looks at the byte at i, which is no CR.
static bool check_byte(const char *bytes, size_t i, mw_http_fault *fault)
{
    unsigned char c = (unsigned char)bytes[i];
    if (i >= MW_HTTP_HEAD_MAX)
        return refuse(fault, 431, "the header lines are too long");
    if (i == MW_HTTP_ADDRESS_MAX && !memchr(bytes + 2, '\n', i - 2))
        return refuse(fault, 414, "the address is too long");
    if (c == '\n')
        return refuse(fault, 400, "a line ends with CR and LF");
    return (c >= ' ' && c != 127) || c == '\t' ||
           refuse(fault, 400, "there is a control character in the head of the request");
}

mw_http_found mw_http_find_head(const char *bytes, size_t length, size_t *seen,
                                mw_http_fault *fault)
{
    size_t i = *seen;
    for (; i < length; i++) {
        bool ends = i < MW_HTTP_HEAD_MAX && bytes[i] == '\r';
        if (ends && i + 1 == length)
            break;
        if (!ends && !check_byte(bytes, i, fault))
            return MW_HTTP_BAD;
        if (!ends)
            continue;
        if (bytes[i + 1] != '\n')
            return refuse(fault, 400, "a line ends with CR and LF"), MW_HTTP_BAD;
        bool blank = i && bytes[i - 1] == '\n'; // one blank line may come before the first
        i++;
        if (blank && i == 3)
            return refuse(fault, 400, "the request has no first line"), MW_HTTP_BAD;
        if (blank) {
            *seen = i + 1;
            return MW_HTTP_WHOLE;
        }
    }
    *seen = i;
    return MW_HTTP_MORE;
}

// ---- the first line

// The first character after a token: the name of a method or of a header.
static char *end_of_token(char *text)
{
    static const char letters[] = "!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyz"
                                  "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    return text + strspn(text, letters);
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool read_version(mw_http_request *r, const char *text, mw_http_fault *fault)
{
    if (strlen(text) != 8 || strncmp(text, "HTTP/", 5) != 0 || !is_digit(text[5]) ||
        text[6] != '.' || !is_digit(text[7]))
        return refuse(fault, 400, "the first line ends with the version, like HTTP/1.1");
    if (text[5] != '1')
        return refuse(fault, 505, "the server speaks HTTP/1.1 and HTTP/1.0");
    r->minor = text[7] != '0';
    return true;
}

static bool read_target(mw_http_request *r, char *target, mw_http_fault *fault)
{
    static const char scheme[] = "http://";
    static char nothing[1];
    if (!strncasecmp(target, scheme, sizeof scheme - 1)) {
        r->authority = target + sizeof scheme - 1;
        target += sizeof scheme - 1 + strcspn(r->authority, "/?");
        if (*target == '?')
            return refuse(fault, 400, "the address has no path");
        r->path = *target ? target + 1 : target;
        *target = '\0';
    } else if (*target == '/') {
        r->path = target + 1;
    } else if (!strcmp(target, "*") && !strcmp(r->method, "OPTIONS")) {
        r->path = target;
    } else {
        return refuse(fault, 400, "the address is a path, and begins with '/'");
    }
    r->query = strchr(r->path, '?');
    if (r->query)
        *r->query++ = '\0';
    else
        r->query = nothing;
    mw_http_unescape(r->path);
    return true;
}

static bool read_first_line(mw_http_request *r, char *line, mw_http_fault *fault)
{
    char *target = end_of_token(line);
    if (target == line || *target != ' ')
        return refuse(fault, 400, "a request begins with a method, one blank and an address");
    *target++ = '\0';
    char *version = target;
    while (*version > ' ' && *version < 127 && *version != '#')
        version++;
    if (version == target || *version != ' ')
        return refuse(fault, 400, "the address has printable ASCII characters, without '#'");
    *version++ = '\0';
    r->method = line;
    return read_version(r, version, fault) && read_target(r, target, fault);
}

// ---- header lines

static bool read_line(mw_http_request *r, char *line, mw_http_fault *fault)
{
    char *colon = end_of_token(line);
    if (*line == ' ' || *line == '\t')
        return refuse(fault, 400, "a header line is not continued on the next");
    if (colon == line || *colon != ':')
        return refuse(fault, 400, "a header line is a name, a colon and a value");
    if (r->count == MW_HTTP_LINES_MAX)
        return refuse(fault, 431, "there are too many header lines");
    *colon = '\0';
    char *value = colon + 1 + strspn(colon + 1, " \t"), *end = value + strlen(value);
    while (end > value && (end[-1] == ' ' || end[-1] == '\t'))
        end--;
    *end = '\0';
    r->lines[r->count++] = (mw_http_line){line, value};
    return true;
}

const char *mw_http_value(const mw_http_request *r, const char *name)
{
    for (unsigned i = 0; i < r->count; i++)
        if (!strcasecmp(r->lines[i].name, name))
            return r->lines[i].value;
    return NULL;
}

static bool given_twice(const mw_http_request *r, const char *name)
{
    unsigned n = 0;
    for (unsigned i = 0; i < r->count; i++)
        n += !strcasecmp(r->lines[i].name, name);
    return n > 1;
}

// Is the word in a list of Connection, such as "keep-alive, close"?
static bool connection_has(const mw_http_request *r, const char *word)
{
    for (unsigned i = 0; i < r->count; i++) {
        const char *at = strcasecmp(r->lines[i].name, "Connection") ? "" : r->lines[i].value;
        for (size_t n; *(at += strspn(at, " \t,")); at += n) {
            n = strcspn(at, " \t,");
            if (n == strlen(word) && !strncasecmp(at, word, n))
                return true;
        }
    }
    return false;
}

static bool read_length(mw_http_request *r, mw_http_fault *fault)
{
    const char *length = mw_http_value(r, "Content-Length"),
               *coding = mw_http_value(r, "Transfer-Encoding");
    if (length && coding)
        return refuse(fault, 400, "a request has either Content-Length or Transfer-Encoding");
    if (coding)
        return refuse(fault, 411, "the length of a request is told beforehand, in Content-Length");
    if (!length)
        return true;
    size_t digits = strspn(length, "0123456789");
    if (!digits || length[digits])
        return refuse(fault, 400, "Content-Length is a whole number");
    unsigned long long bytes =
        strtoull(length, NULL, 10); // ULLONG_MAX if there are too many digits
    r->length = bytes > MW_HTTP_BODY_MAX ? MW_HTTP_BODY_MAX + 1 : (size_t)bytes;
    return bytes <= MW_HTTP_BODY_MAX || refuse(fault, 413, "a question is at most 1 MiB");
}

// Reads the header lines that say how the request is sent.
static bool understand(mw_http_request *r, mw_http_fault *fault)
{
    static const char *const once[] = {"Host", "Content-Length", "Content-Type", "Origin"};
    for (size_t i = 0; i < sizeof once / sizeof *once; i++)
        if (given_twice(r, once[i]))
            return refuse(fault, 400,
                          "Host, Content-Length, Content-Type and Origin are given once");
    const char *host = mw_http_value(r, "Host"), *expect = mw_http_value(r, "Expect");
    if (!host && r->minor)
        return refuse(fault, 400, "a request names its Host");
    if (r->authority && (!host || strcasecmp(r->authority, host)))
        return refuse(fault, 400, "the address and Host name different servers");
    if (expect && strcasecmp(expect, "100-continue"))
        return refuse(fault, 417, "the server can only be expected to say 100-continue");
    r->continues = expect && r->minor;
    r->keeps = r->minor ? !connection_has(r, "close") : connection_has(r, "keep-alive");
    return read_length(r, fault);
}

bool mw_http_read_head(char *bytes, size_t length, mw_http_request *r, mw_http_fault *fault)
{
    char *line = bytes + (*bytes == '\r' ? 2 : 0), *blank = bytes + length - 2;
    *r = (mw_http_request){.head = length};
    for (bool first = true; line < blank; first = false) {
        char *end = memchr(line, '\r', (size_t)(blank - line));
        *end = '\0';
        if (!(first ? read_first_line(r, line, fault) : read_line(r, line, fault)))
            return false;
        line = end + 2;
    }
    return understand(r, fault);
}

// ---- %41

static int digit(char c)
{
    static const char digits[] = "0123456789abcdef0123456789ABCDEF";
    const char *at = c ? strchr(digits, c) : NULL;
    return at ? (int)((at - digits) % 16) : -1;
}

void mw_http_unescape(char *text)
{
    char *to = text;
    for (const char *from = text; *from; to++) {
        int high = *from == '%' ? digit(from[1]) : -1, low = high >= 0 ? digit(from[2]) : -1;
        bool code = low >= 0 && (high || low);
        *to = code ? (char)(16 * high + low) : *from;
        from += code ? 3 : 1;
    }
    *to = '\0';
}

bool mw_http_next_argument(char **query, const char **name, const char **value)
{
    char *at = *query;
    if (!*at)
        return false;
    *query = at + strcspn(at, "&");
    if (**query)
        *(*query)++ = '\0';
    for (char *plus = at; (plus = strchr(plus, '+'));)
        *plus = ' ';
    char *equals = strchr(at, '=');
    *name = at;
    *value = equals ? equals + 1 : at + strlen(at);
    if (equals)
        *equals = '\0';
    mw_http_unescape(at);
    mw_http_unescape((char *)*value);
    return true;
}
