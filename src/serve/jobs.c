// jobs.c: see jobs.h. A stream whose listener has got everything waits until there is news.
#include "serve/jobs.h"
#include "parallel/clock.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NEWS_BYTES ((size_t)4 << 20) // kept of a job; beyond that, the oldest news are dropped
#define KEPT       64                // ended jobs that are kept for whoever asks
#define HEARTBEAT  4.0 // seconds between empty events, which show that the server is alive

typedef struct news {
    struct news *next;
    uint64_t serial, held; // held: bytes of the budget
    size_t length;
    unsigned readers; // streams that write it now
    bool dropped;     // the last reader frees it
    char text[];
} news;

typedef struct job job;

typedef struct stream {
    struct stream *next;
    job *of;
    mw_http_connection *connection;
    bool waits;
    uint64_t known; // serial of the event last written
    double wrote;   // when that was
    // The event that is being written: head, data and an empty line. The data belong to `of`.
    char head[80];
    const char *data;
    size_t bytes;        // of the data
    news *from;          // of which they are; NULL: of none
    size_t length, done; // bytes of all three, and how many of them are written
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
    mw_held_bytes *budget;
    job *first; // the newest
    uint64_t begun;
    double seconds, patience;
    char *no_memory; // the error that is sent when there was no memory for an answer
};

mw_jobs *mw_jobs_open(mw_pool *pool, mw_held_bytes *budget, double seconds, double patience)
{
    mw_jobs *all = calloc(1, sizeof *all);
    char *no_memory = mw_http_error_text("out of memory");
    if (!all || !no_memory) {
        free(no_memory);
        free(all);
        return NULL;
    }
    *all = (mw_jobs){.pool = pool,
                     .budget = budget,
                     .seconds = seconds,
                     .patience = patience,
                     .no_memory = no_memory};
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
    if (s->waits) {
        s->waits = false;
        mw_http_ready(s->connection);
    }
}

static void wake_all(job *j)
{
    for (stream *s = j->streams; s; s = s->next)
        wake(s);
}

static void free_news(mw_jobs *all, news *n)
{
    mw_held_change(all->budget, &n->held, 0);
    free(n);
}

static void drop_oldest(job *j)
{
    news *n = j->first;
    j->bytes -= n->length;
    if (!(j->first = n->next))
        j->last = &j->first;
    n->dropped = true;
    if (!n->readers)
        free_news(j->all, n);
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
    while (!mw_held_change(j->all->budget, &n->held, length) && j->first)
        drop_oldest(j);
    n->serial = ++j->serial;
    j->bytes += length;
    *j->last = n;
    j->last = &n->next;
    while (j->first && (j->bytes > NEWS_BYTES || !j->first->held))
        drop_oldest(j);
    wake_all(j);
    pthread_mutex_unlock(&j->all->mutex);
}

static void on_answer(mw_pool_task *t)
{
    job *j = (job *)t;
    if (t->answer)
        make_one_line(t->answer);
    mw_fields_free(&t->question);
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
    mw_held_change(j->all->budget, &j->task.held, 0);
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

bool mw_jobs_make_room(mw_jobs *all)
{
    job **oldest = NULL;
    pthread_mutex_lock(&all->mutex);
    for (job **at = &all->first; *at; at = &(*at)->next)
        if ((*at)->ended && !(*at)->streams)
            oldest = at;
    job *j = oldest ? *oldest : NULL;
    if (j) {
        *oldest = j->next;
        free_job(j);
    }
    pthread_mutex_unlock(&all->mutex);
    return j;
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

// The data must stay until the next call, as long as `from` has readers.
static void set_event(stream *s, news *from, const char *head, const char *data)
{
    if (s->from && !--s->from->readers && s->from->dropped)
        free_news(s->of->all, s->from);
    if (from)
        from->readers++;
    s->from = from;
    snprintf(s->head, sizeof s->head, "%s", head);
    s->data = data;
    s->done = 0;
    s->bytes = strlen(data);
    s->length = strlen(head) + s->bytes + 2;
}

static void set_numbered(stream *s, news *from, uint64_t serial, const char *event,
                         const char *data)
{
    char head[sizeof s->head];
    snprintf(head, sizeof head, "id: %llu\nevent: %s\ndata: ", (unsigned long long)serial, event);
    set_event(s, from, head, data);
    s->known = serial;
}

// Prepares the next event; false: there is none. `probe`: then an empty one.
static bool next_event(stream *s, bool probe)
{
    const job *j = s->of;
    news *n = j->first;
    while (n && n->serial <= s->known)
        n = n->next;
    if (n)
        set_numbered(s, n, n->serial, "news", n->text);
    else if (j->ended && s->known < j->serial)
        set_numbered(s, NULL, j->serial, "answer",
                     j->task.answer ? j->task.answer : j->all->no_memory);
    else if (!j->ended && (probe || mw_seconds() - s->wrote >= HEARTBEAT))
        set_event(s, NULL, ":", "");
    else
        return false;
    return true;
}

// Copies what is to be written next of a text that begins at byte `from` of the event.
static void copy_part(const stream *s, const char *text, size_t length, size_t from, char *to,
                      size_t n)
{
    size_t begin = s->done > from ? s->done - from : 0,
           end = s->done + n > from ? s->done + n - from : 0;
    if (end > length)
        end = length;
    if (begin < end)
        memcpy(to + (from + begin - s->done), text + begin, end - begin);
}

static ssize_t write_some(stream *s, bool probe, char *to, size_t most)
{
    if (s->done == s->length && !next_event(s, probe)) {
        s->waits = !s->of->ended;
        return s->of->ended ? -1 : 0;
    }
    size_t n = s->length - s->done < most ? s->length - s->done : most, head = strlen(s->head);
    copy_part(s, s->head, head, 0, to, n);
    copy_part(s, s->data, s->bytes, head, to, n);
    copy_part(s, "\n\n", 2, s->length - 2, to, n);
    s->done += n;
    s->wrote = mw_seconds();
    return (ssize_t)n;
}

static ssize_t on_write(void *context, bool probe, char *to, size_t most)
{
    stream *s = context;
    mw_jobs *all = s->of->all;
    pthread_mutex_lock(&all->mutex);
    ssize_t n = write_some(s, probe, to, most);
    pthread_mutex_unlock(&all->mutex);
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
    set_event(s, NULL, "", "");
    j->alone_since = mw_seconds();
    pthread_mutex_unlock(&all->mutex);
    free(s);
}

static stream *add_stream(job *j, uint64_t known, mw_http_connection *c)
{
    stream *s = calloc(1, sizeof *s);
    if (!s)
        return NULL;
    *s = (stream){
        .next = j->streams, .of = j, .connection = c, .known = known, .wrote = mw_seconds()};
    set_event(s, NULL, "retry: 1000", ""); // a browser that loses the stream comes back
    j->streams = s;
    return s;
}

bool mw_jobs_listen(mw_jobs *all, uint64_t number, uint64_t known, mw_http_connection *c,
                    mw_http_source *source, bool *over)
{
    pthread_mutex_lock(&all->mutex);
    job *j = find(all, number);
    *over = j && j->ended && known >= j->serial;
    stream *s = j && !*over ? add_stream(j, known, c) : NULL;
    pthread_mutex_unlock(&all->mutex);
    *source = (mw_http_source){.write = on_write, .leave = on_leave, .context = s};
    return s;
}
