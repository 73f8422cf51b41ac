// jobs.c: see jobs.h. A stream whose listener has got everything is suspended until there is news.
#include "serve/jobs.h"
#include "parallel/clock.h"
#include "serve/http.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NEWS_BYTES ((size_t)4 << 20) // kept of a job; beyond that, the oldest news are dropped
#define KEPT       64                // ended jobs that are kept for whoever asks
#define HEARTBEAT  4.0 // seconds between empty events, which show that the server is alive

typedef struct news {
    struct news *next;
    uint64_t serial;
    size_t length;
    char text[];
} news;

typedef struct job job;

typedef struct stream {
    struct stream *next;
    job *of;
    struct MHD_Connection *connection;
    bool suspended;
    uint64_t known;      // serial of the event last written
    double wrote;        // when that was
    char *text;          // the event that is being written
    size_t length, done; // its bytes, and how many of them are written
} stream;

struct job {
    mw_pool_task task; // must be first: a pointer to it is a pointer to its job
    mw_jobs *all;
    job *next;
    uint64_t number, serial; // serial: of the last event
    news *first, **last;
    size_t bytes;
    bool ended;
    stream *streams;
    double alone_since;
};

struct mw_jobs {
    pthread_mutex_t mutex;
    mw_pool *pool;
    job *first; // the newest
    uint64_t begun;
    double seconds, patience;
    char *no_memory; // the error that is sent when there was no memory for an answer
    bool ended;      // no stream goes on
};

mw_jobs *mw_jobs_open(mw_pool *pool, double seconds, double patience)
{
    mw_jobs *all = calloc(1, sizeof *all);
    char *no_memory = mw_http_error_text("out of memory");
    if (!all || !no_memory) {
        free(no_memory);
        free(all);
        return NULL;
    }
    *all =
        (mw_jobs){.pool = pool, .seconds = seconds, .patience = patience, .no_memory = no_memory};
    pthread_mutex_init(&all->mutex, NULL);
    return all;
}

static job *find(mw_jobs *all, uint64_t number)
{
    job *j = all->first;
    while (j && j->number != number)
        j = j->next;
    return j;
}

// ---- news

static void wake(stream *s)
{
    if (s->suspended) {
        s->suspended = false;
        MHD_resume_connection(s->connection);
    }
}

static void wake_all(job *j)
{
    for (stream *s = j->streams; s; s = s->next)
        wake(s);
}

static void drop_oldest(job *j)
{
    news *n = j->first;
    j->bytes -= n->length;
    if (!(j->first = n->next))
        j->last = &j->first;
    free(n);
}

// The end of a line would end an event. In JSON, a blank means the same.
static void make_one_line(char *text)
{
    while ((text = strpbrk(text, "\r\n")))
        *text = ' ';
}

static void on_news(mw_pool_task *t, const char *json)
{
    job *j = (job *)t;
    size_t length = strlen(json);
    news *n = malloc(sizeof *n + length + 1);
    if (!n)
        return; // news may be lost: the answer has everything
    *n = (news){.length = length};
    memcpy(n->text, json, length + 1);
    make_one_line(n->text);
    pthread_mutex_lock(&j->all->mutex);
    n->serial = ++j->serial;
    j->bytes += length;
    *j->last = n;
    j->last = &n->next;
    while (j->bytes > NEWS_BYTES)
        drop_oldest(j);
    wake_all(j);
    pthread_mutex_unlock(&j->all->mutex);
}

static void on_answer(mw_pool_task *t)
{
    job *j = (job *)t;
    if (t->answer)
        make_one_line(t->answer);
    pthread_mutex_lock(&j->all->mutex);
    j->ended = true;
    j->serial++;
    wake_all(j);
    pthread_mutex_unlock(&j->all->mutex);
}

// ---- jobs

static void free_job(job *j)
{
    while (j->first)
        drop_oldest(j);
    mw_pool_task_clear(&j->task);
    free(j);
}

uint64_t mw_jobs_begin(mw_jobs *all, mw_fields *q)
{
    job *j = calloc(1, sizeof *j);
    if (!j) {
        mw_fields_free(q);
        return 0;
    }
    j->task =
        (mw_pool_task){.question = *q, .seconds = all->seconds, .news = on_news, .done = on_answer};
    *q = (mw_fields){0};
    j->all = all;
    j->last = &j->first;
    j->alone_since = mw_seconds();
    pthread_mutex_lock(&all->mutex);
    uint64_t number = 0;
    if (mw_pool_take(all->pool, &j->task)) {
        number = j->number = ++all->begun;
        j->next = all->first;
        all->first = j;
    }
    pthread_mutex_unlock(&all->mutex);
    if (!number)
        free_job(j);
    return number;
}

bool mw_jobs_stop(mw_jobs *all, uint64_t number)
{
    pthread_mutex_lock(&all->mutex);
    job *j = find(all, number);
    if (j)
        atomic_store(&j->task.stop, true);
    pthread_mutex_unlock(&all->mutex);
    return j;
}

// Stops jobs that had no listener for too long. Of jobs that have ended and have no listener, it
// frees those that had none for too long, and the oldest beyond KEPT.
static void forget(mw_jobs *all, double now)
{
    unsigned kept = 0;
    for (job **at = &all->first, *j; (j = *at);) {
        bool alone = !j->streams, late = alone && now - j->alone_since > all->patience;
        if (late)
            atomic_store(&j->task.stop, true);
        kept += j->ended && alone;
        if (j->ended && alone && (late || kept > KEPT)) {
            *at = j->next;
            free_job(j);
        } else {
            at = &j->next;
        }
    }
}

void mw_jobs_tend(mw_jobs *all)
{
    double now = mw_seconds();
    pthread_mutex_lock(&all->mutex);
    forget(all, now);
    for (job *j = all->first; j; j = j->next)
        for (stream *s = j->streams; s; s = s->next)
            if (now - s->wrote >= HEARTBEAT)
                wake(s);
    pthread_mutex_unlock(&all->mutex);
}

bool mw_jobs_unheard(mw_jobs *all)
{
    bool heard = true;
    pthread_mutex_lock(&all->mutex);
    for (const job *j = all->first; j; j = j->next)
        heard = heard && !j->streams;
    pthread_mutex_unlock(&all->mutex);
    return heard;
}

void mw_jobs_end_streams(mw_jobs *all)
{
    pthread_mutex_lock(&all->mutex);
    all->ended = true;
    for (job *j = all->first; j; j = j->next)
        wake_all(j);
    pthread_mutex_unlock(&all->mutex);
}

void mw_jobs_close(mw_jobs *all)
{
    if (!all)
        return;
    for (job *j = all->first, *next; j; j = next) {
        next = j->next;
        free_job(j);
    }
    pthread_mutex_destroy(&all->mutex);
    free(all->no_memory);
    free(all);
}

// ---- streams

static void set_text(stream *s, uint64_t serial, const char *event, const char *data)
{
    size_t size = strlen(data) + 80;
    free(s->text);
    s->text = malloc(size);
    s->done = 0;
    s->length = s->text ? (size_t)snprintf(s->text, size, "id: %llu\nevent: %s\ndata: %s\n\n",
                                           (unsigned long long)serial, event, data)
                        : 0;
    s->known = serial;
}

// Prepares the next event; false: there is none.
static bool next_text(stream *s)
{
    const job *j = s->of;
    const news *n = j->first;
    while (n && n->serial <= s->known)
        n = n->next;
    if (n)
        set_text(s, n->serial, "news", n->text);
    else if (j->ended && s->known < j->serial)
        set_text(s, j->serial, "answer", j->task.answer ? j->task.answer : j->all->no_memory);
    else if (!j->ended && mw_seconds() - s->wrote >= HEARTBEAT) {
        free(s->text);
        s->text = strdup(":\n\n");
        s->length = s->text ? 3 : 0;
        s->done = 0;
    } else {
        return false;
    }
    return s->text;
}

static ssize_t write_some(stream *s, char *to, size_t most)
{
    if (s->done == s->length && !next_text(s)) {
        if (s->of->ended || s->of->all->ended)
            return MHD_CONTENT_READER_END_OF_STREAM;
        s->suspended = true;
        MHD_suspend_connection(s->connection);
        return 0;
    }
    size_t n = s->length - s->done < most ? s->length - s->done : most;
    memcpy(to, s->text + s->done, n);
    s->done += n;
    s->wrote = mw_seconds();
    return (ssize_t)n;
}

static ssize_t on_write(void *context, uint64_t position, char *to, size_t most)
{
    stream *s = context;
    (void)position;
    pthread_mutex_lock(&s->of->all->mutex);
    ssize_t n = write_some(s, to, most);
    pthread_mutex_unlock(&s->of->all->mutex);
    return n;
}

static void on_leave(void *context)
{
    stream *s = context;
    job *j = s->of;
    mw_jobs *all = j->all;
    pthread_mutex_lock(&all->mutex);
    stream **at = &j->streams;
    while (*at != s)
        at = &(*at)->next;
    *at = s->next;
    j->alone_since = mw_seconds();
    pthread_mutex_unlock(&all->mutex);
    free(s->text);
    free(s);
}

static stream *add_stream(job *j, uint64_t known, struct MHD_Connection *c)
{
    static const char hello[] = "retry: 1000\n\n"; // makes the server send the headers at once
    stream *s = calloc(1, sizeof *s);
    if (!s)
        return NULL;
    *s = (stream){.next = j->streams,
                  .of = j,
                  .connection = c,
                  .known = known,
                  .wrote = mw_seconds(),
                  .text = strdup(hello)};
    s->length = s->text ? sizeof hello - 1 : 0;
    j->streams = s;
    return s;
}

struct MHD_Response *mw_jobs_listen(mw_jobs *all, uint64_t number, uint64_t known,
                                    struct MHD_Connection *c, bool *over)
{
    pthread_mutex_lock(&all->mutex);
    job *j = find(all, number);
    *over = j && j->ended && known >= j->serial;
    stream *s = j && !*over ? add_stream(j, known, c) : NULL;
    pthread_mutex_unlock(&all->mutex);
    if (!s)
        return NULL;
    struct MHD_Response *r =
        MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, 1 << 15, on_write, s, on_leave);
    if (!r)
        on_leave(s);
    else {
        mw_http_headers(r, "text/event-stream");
        MHD_add_response_header(r, "Cache-Control", "no-store");
    }
    return r;
}
