// shortage.c: see shortage.h. The linker sends calls of malloc to __wrap_malloc and so on.
#include "shortage.h"

#include <errno.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct {
    pthread_mutex_t mutex;
    bool on, lasting;
    uint64_t at, count, held;
} shortage = {.mutex = PTHREAD_MUTEX_INITIALIZER};

// Blocks are remembered by their complement, so that a search for leaks does not find them here.
typedef struct block {
    uintptr_t complement;
    struct block *next;
} block;
#define BUCKETS 4096
static block *blocks[BUCKETS];

// NOLINTBEGIN(bugprone-reserved-identifier) names that the linker makes
void *__real_malloc(size_t);
void *__real_calloc(size_t, size_t);
void *__real_realloc(void *, size_t);
void __real_free(void *);
char *__real_strdup(const char *);
char *__real_strndup(const char *, size_t);
FILE *__real_open_memstream(char **, size_t *);
ssize_t __real_getline(char **, size_t *, FILE *);
int __real_pthread_create(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);

void *__wrap_malloc(size_t);
void *__wrap_calloc(size_t, size_t);
void *__wrap_realloc(void *, size_t);
void __wrap_free(void *);
char *__wrap_strdup(const char *);
char *__wrap_strndup(const char *, size_t);
FILE *__wrap_open_memstream(char **, size_t *);
ssize_t __wrap_getline(char **, size_t *, FILE *);
int __wrap_pthread_create(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
// NOLINTEND(bugprone-reserved-identifier)

static bool fails(void)
{
    bool now = false;
    pthread_mutex_lock(&shortage.mutex);
    if (shortage.on) {
        shortage.count++;
        now = shortage.at &&
              (shortage.lasting ? shortage.count >= shortage.at : shortage.count == shortage.at);
    }
    pthread_mutex_unlock(&shortage.mutex);
    if (now)
        errno = ENOMEM;
    return now;
}

static block **bucket(const void *p)
{
    return &blocks[((uintptr_t)p >> 4) * UINT64_C(0x9e3779b97f4a7c15) >> 52];
}

static void *remember(void *p)
{
    block *b = p ? __real_malloc(sizeof *b) : NULL;
    if (!b)
        return p;
    pthread_mutex_lock(&shortage.mutex);
    *b = (block){.complement = ~(uintptr_t)p, .next = *bucket(p)};
    *bucket(p) = b;
    shortage.held++;
    pthread_mutex_unlock(&shortage.mutex);
    return p;
}

static void forget(const void *p)
{
    block *found = NULL;
    pthread_mutex_lock(&shortage.mutex);
    for (block **b = bucket(p); *b; b = &(*b)->next)
        if ((*b)->complement == ~(uintptr_t)p) {
            found = *b;
            *b = found->next;
            shortage.held--;
            break;
        }
    pthread_mutex_unlock(&shortage.mutex);
    __real_free(found);
}

void *__wrap_malloc(size_t bytes)
{
    return fails() ? NULL : remember(__real_malloc(bytes));
}

void *__wrap_calloc(size_t count, size_t bytes)
{
    return fails() ? NULL : remember(__real_calloc(count, bytes));
}

void *__wrap_realloc(void *p, size_t bytes)
{
    if (fails())
        return NULL;
    forget(p); // before another thread can be given the same place
    void *q = __real_realloc(p, bytes);
    if (q)
        remember(q);
    else if (p)
        remember(p);
    return q;
}

void __wrap_free(void *p)
{
    if (p)
        forget(p);
    __real_free(p);
}

char *__wrap_strdup(const char *text)
{
    return fails() ? NULL : remember(__real_strdup(text));
}

char *__wrap_strndup(const char *text, size_t length)
{
    return fails() ? NULL : remember(__real_strndup(text, length));
}

FILE *__wrap_open_memstream(char **text, size_t *length)
{
    return fails() ? NULL : __real_open_memstream(text, length);
}

ssize_t __wrap_getline(char **line, size_t *capacity, FILE *f)
{
    return fails() ? -1 : __real_getline(line, capacity, f);
}

int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *how, void *(*run)(void *),
                          void *context)
{
    return fails() ? EAGAIN : __real_pthread_create(thread, how, run, context);
}

void shortage_begin(uint64_t at, bool lasting)
{
    pthread_mutex_lock(&shortage.mutex);
    shortage.on = true;
    shortage.at = at;
    shortage.lasting = lasting;
    shortage.count = 0;
    pthread_mutex_unlock(&shortage.mutex);
}

bool shortage_tries(uint64_t at, uint64_t count, unsigned first, unsigned some, mw_rng *rng)
{
    const char *faults = getenv("FAULTS");
    bool many = faults && !strcmp(faults, "many");
    first = many && first < 1000 ? 1000 : first;
    some = many ? 300 : some;
    return at <= first || mw_rng_below(rng, (uint32_t)(count - first)) < some;
}

uint64_t shortage_end(void)
{
    pthread_mutex_lock(&shortage.mutex);
    shortage.on = false;
    uint64_t count = shortage.count;
    pthread_mutex_unlock(&shortage.mutex);
    return count;
}

uint64_t shortage_held(void)
{
    return shortage.held;
}

// ---- others. SQLite wants to know how large a block is: it stands before it.

typedef union head {
    size_t bytes;
    max_align_t align;
} head;

static void *sql_malloc(int bytes)
{
    head *h = fails() ? NULL : __real_malloc(sizeof *h + (size_t)bytes);
    if (h)
        h->bytes = (size_t)bytes;
    return h ? h + 1 : NULL;
}

static void sql_free(void *p)
{
    __real_free(p ? (head *)p - 1 : NULL);
}

static void *sql_realloc(void *p, int bytes)
{
    head *h = fails() ? NULL : __real_realloc((head *)p - 1, sizeof *h + (size_t)bytes);
    if (h)
        h->bytes = (size_t)bytes;
    return h ? h + 1 : NULL;
}

static int sql_size(void *p)
{
    return p ? (int)((head *)p - 1)->bytes : 0;
}

static int sql_round(int bytes)
{
    return (bytes + 7) & ~7;
}

static int sql_begin(void *context)
{
    (void)context;
    return SQLITE_OK;
}

static void sql_end(void *context)
{
    (void)context;
}

void shortage_of_sqlite(void)
{
    static const sqlite3_mem_methods methods = {sql_malloc, sql_free,  sql_realloc, sql_size,
                                                sql_round,  sql_begin, sql_end,     NULL};
    sqlite3_config(SQLITE_CONFIG_MALLOC, &methods);
}
