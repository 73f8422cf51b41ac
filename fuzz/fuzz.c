// fuzz.c: see fuzz.h.
#include "fuzz.h"

#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define CELLS_MAX     100 // of a maze that is searched and drawn
#define STATES_MAX    1500
#define CELLS_REFUSED ((uint64_t)1 << 24) // no kind takes more

void fuzz_broken(const char *what, const char *file, int line, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fprintf(stderr, "%s:%d: %s: ", file, line, what);
    vfprintf(stderr, format, arguments);
    fprintf(stderr, "\n");
    va_end(arguments);
    abort();
}

char *fuzz_text(const uint8_t *data, size_t size)
{
    size_t length = size ? strnlen((const char *)data, size) : 0;
    char *text = malloc(length + 1);
    must(text, "out of memory");
    if (length)
        memcpy(text, data, length);
    text[length] = '\0';
    return text;
}

const char *fuzz_folder(void)
{
    static char name[100];
    const char *parent = getenv("FUZZ_FOLDER");
    if (!parent)
        parent = access("/dev/shm", W_OK) ? "/tmp" : "/dev/shm";
    int n = snprintf(name, sizeof name, "%s/mw-fuzz-XXXXXX", parent);
    must(n < (int)sizeof name && mkdtemp(name), "cannot make a folder in %s", name);
    return name;
}

mw_rng fuzz_choices(const uint8_t *data, size_t size)
{
    uint64_t hash = 0xcbf29ce484222325;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ data[i]) * 0x100000001b3;
    mw_rng rng;
    mw_rng_seed(&rng, hash);
    return rng;
}

size_t fuzz_choose(mw_rng *rng, size_t count)
{
    return count ? (size_t)(mw_rng_next(rng) % count) : 0;
}

void fuzz_error(const mw_error *e)
{
    size_t length = strnlen(e->text, sizeof e->text);
    must(length && length < sizeof e->text, "a refusal says why");
    must(e->code <= MW_ERROR_REQUEST && e->line != 999999 && e->column != 999999,
         "code %d, line %u, column %u: %s", (int)e->code, e->line, e->column, e->text);
}

bool fuzz_large(const mw_maze *m)
{
    return (uint64_t)m->w * m->h * m->d > CELLS_MAX;
}

bool fuzz_names_large(const char *text, uint64_t most)
{
    for (const char *p = text; (p = strpbrk(p, "0123456789"));) {
        uint64_t cells = 1;
        bool size = false;
        for (;; p++, size = true) {
            uint64_t side = strtoull(p, (char **)&p, 10);
            cells *= side < 65536 ? side : 0; // is refused
            if (*p != 'x' || p[1] < '0' || p[1] > '9')
                break;
        }
        if (size)
            return cells > most && cells <= CELLS_REFUSED;
    }
    return false;
}

static bool stop(void *context, const mw_progress *progress)
{
    (void)context;
    return progress->expanded < 2 * STATES_MAX;
}

mw_limits fuzz_limits(void)
{
    return (mw_limits){.states = STATES_MAX, .bytes = (uint64_t)64 << 20, .keep_going = stop};
}

void fuzz_json(const char *text)
{
    json_error_t where;
    json_t *value = json_loads(text, JSON_REJECT_DUPLICATES | JSON_DECODE_INT_AS_REAL, &where);
    must(json_is_object(value), "no JSON: %s at %d in %.2000s", where.text, where.position, text);
    json_decref(value);
}
