// request.c: the head of a request to `serve`, read at once and byte by byte. Whatever pieces it
// comes in, it is taken or refused alike; what is taken has no more and no less than the rules say.
#include "fuzz.h"
#include "serve/http_parse.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

static char *copy(const uint8_t *data, size_t size)
{
    char *bytes = malloc(size + !size); // the exact size, so that reading too far is noticed
    must(bytes, "out of memory");
    if (size)
        memcpy(bytes, data, size);
    return bytes;
}

static void check_fault(const mw_http_fault *f)
{
    must(f->status >= 400 && f->status < 600 && f->text && *f->text, "refused with %u", f->status);
}

// In pieces, which end anywhere; each is a block of memory of its own.
static mw_http_found find_in_pieces(const uint8_t *data, size_t size, size_t *seen,
                                    mw_http_fault *fault, mw_rng *rng)
{
    mw_http_found found = MW_HTTP_MORE;
    for (size_t given = 0; given < size && found == MW_HTTP_MORE;) {
        given += 1 + fuzz_choose(rng, fuzz_choose(rng, 2) ? 1 : size - given);
        char *bytes = copy(data, given);
        found = mw_http_find_head(bytes, given, seen, fault);
        must(*seen <= given, "%zu of %zu bytes", *seen, given);
        free(bytes);
    }
    return found;
}

static bool is_clean(const char *text)
{
    for (; *text; text++)
        if ((*text > 0 && *text < ' ' && *text != '\t') || *text == 127)
            return false;
    return true;
}

static void check_request(const mw_http_request *r)
{
    unsigned hosts = 0, lengths = 0;
    must(*r->method && r->path && r->query && r->minor <= 1, "a first line");
    must(r->count <= MW_HTTP_LINES_MAX && r->length <= MW_HTTP_BODY_MAX, "too much");
    for (unsigned i = 0; i < r->count; i++) {
        const char *name = r->lines[i].name, *value = r->lines[i].value;
        must(*name && !strpbrk(name, " \t:\r\n") && is_clean(name), "a name: '%s'", name);
        must(is_clean(value) && !strchr(" \t", value[0] ? value[0] : 'x'), "a value: '%s'", value);
        must(mw_http_value(r, name), "%s is not found", name);
        hosts += !strcasecmp(name, "Host");
        lengths += !strcasecmp(name, "Content-Length");
    }
    must(hosts <= 1 && lengths <= 1 && (hosts || !r->minor), "%u hosts, %u lengths", hosts,
         lengths);
    must(!r->length || lengths, "a length from nowhere");
    must(!mw_http_value(r, "Transfer-Encoding"), "a body whose end is not known");
    char *query = r->query;
    const char *name, *value;
    size_t least = strlen(query) + 1, arguments = 0;
    while (mw_http_next_argument(&query, &name, &value))
        must(name && value && ++arguments <= least, "no end of arguments");
}

static bool read_head(const uint8_t *data, size_t head, mw_http_request *r, mw_http_fault *fault)
{
    char *bytes = copy(data, head);
    bool ok = mw_http_read_head(bytes, head, r, fault);
    if (ok)
        check_request(r);
    else
        check_fault(fault);
    free(bytes);
    return ok;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    mw_rng rng = fuzz_choices(data, size);
    mw_http_fault fault = {0}, other = {0};
    mw_http_request r;
    size_t seen = 0, in_pieces = 0;
    char *bytes = copy(data, size);
    mw_http_found found = mw_http_find_head(bytes, size, &seen, &fault);
    free(bytes);
    must(find_in_pieces(data, size, &in_pieces, &other, &rng) == found, "in pieces it differs");
    if (found == MW_HTTP_BAD) {
        check_fault(&fault);
        must(fault.status == other.status, "%u, in pieces %u", fault.status, other.status);
    } else if (found == MW_HTTP_WHOLE) {
        must(seen == in_pieces && seen <= size && seen <= MW_HTTP_HEAD_MAX + 1, "%zu bytes", seen);
        read_head(data, seen, &r, &fault);
    }
    return 0;
}
