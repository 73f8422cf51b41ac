// worker.c: a rank other than the first. Its threads do tasks; its main thread fetches them and
// sends away what was found. Where tasks are so short that asking takes as long, it asks for the
// next ones while it works; only for a few, since the next ones may be long.
#include "parallel/mpi/messages.h"

#include "core/text.h"
#include "parallel/clock.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

#define SHORT 0.01 // seconds
#define AHEAD 8    // short tasks to have ready for each thread, at most

typedef struct worker {
    const mw_tasks *tasks;
    pthread_mutex_t mutex; // of everything below
    pthread_cond_t come;   // tasks, or the end
    pthread_cond_t go;     // messages to be sent
    mw_message *in, **in_end, *out, **out_end;
    bool ended;
    uint64_t asked, done;
    double length; // of a task of late, in seconds
} worker;

// The worker that runs now, for mw_worker_tell.
static worker *at_work;

static void put(mw_message ***end, mw_message *l)
{
    l->next = NULL;
    **end = l;
    *end = &l->next;
}

static mw_message *take_first(mw_message **first, mw_message ***end)
{
    mw_message *l = *first;
    if (l && !(*first = l->next))
        *end = first;
    return l;
}

static void send_soon(worker *h, mw_message_kind kind, uint64_t index, const char *bytes,
                      size_t length)
{
    mw_message *l = mw_message_new(0, kind, index, bytes, length);
    pthread_mutex_lock(&h->mutex);
    put(&h->out_end, l);
    pthread_cond_signal(&h->go);
    pthread_mutex_unlock(&h->mutex);
}

void mw_worker_tell(uint64_t index, const char *bytes, size_t length)
{
    send_soon(at_work, MW_NEWS, index, bytes, length);
}

static void do_task(worker *h, uint64_t index)
{
    const mw_tasks *t = h->tasks;
    mw_writer w = {0};
    double begun = mw_seconds();
    t->run(t->context, index);
    t->pack(t->context, index, &w);
    if (w.failed)
        mw_give_up("out of memory");
    pthread_mutex_lock(&h->mutex);
    h->length += (mw_seconds() - begun - h->length) / (h->done ? 8 : 1);
    h->done++;
    pthread_mutex_unlock(&h->mutex);
    send_soon(h, MW_RESULT, index, w.text, w.length);
    free(w.text);
}

static void *work(void *context)
{
    worker *h = context;
    for (;;) {
        pthread_mutex_lock(&h->mutex);
        while (!h->in && !h->ended)
            pthread_cond_wait(&h->come, &h->mutex);
        mw_message *l = take_first(&h->in, &h->in_end);
        pthread_mutex_unlock(&h->mutex);
        if (!l)
            return NULL;
        do_task(h, l->number);
        free(l);
    }
}

// Acts on a message, and frees it unless it is a task.
static void read_message(worker *h, mw_message *l)
{
    const mw_tasks *t = h->tasks;
    const mw_ranks *w = mw_the_ranks();
    switch (l->kind) {
    case MW_TASK:
        if (l->number >= t->count ||
            (t->take && !t->take(t->context, l->number, l->bytes, l->length)))
            mw_give_up("rank %d got a task that makes no sense; is it the same program, and do all "
                       "machines see the same files?",
                       w->rank);
        pthread_mutex_lock(&h->mutex);
        put(&h->in_end, l);
        pthread_cond_signal(&h->come);
        pthread_mutex_unlock(&h->mutex);
        return;
    case MW_ENDED:
        pthread_mutex_lock(&h->mutex);
        h->ended = true;
        pthread_cond_broadcast(&h->come);
        pthread_mutex_unlock(&h->mutex);
        break;
    case MW_STOP:
        mw_send(mw_message_new(0, MW_HERE, 0, NULL, 0));
        if (!w->interrupted())
            raise(SIGTERM); // as if the launcher had done so
        break;
    default: break;
    }
    free(l);
}

// Sends all messages that wait, or waits for one for a moment. Was there any?
static bool send_out(worker *h, unsigned turns)
{
    const struct timespec until = mw_moment_after(mw_nap(turns));
    pthread_mutex_lock(&h->mutex);
    if (!h->out)
        pthread_cond_timedwait(&h->go, &h->mutex, &until);
    mw_message *all = h->out;
    h->out = NULL;
    h->out_end = &h->out;
    pthread_mutex_unlock(&h->mutex);
    bool any = all;
    while (all) {
        mw_message *l = all;
        all = l->next;
        mw_send(l);
    }
    return any;
}

static void ask(worker *h, unsigned threads)
{
    pthread_mutex_lock(&h->mutex);
    uint64_t ahead = h->done && h->length < SHORT ? AHEAD : 0;
    if (ahead && h->length * AHEAD > SHORT)
        ahead = (uint64_t)(SHORT / h->length);
    uint64_t wanted = h->done + threads * (1 + ahead), more = 0;
    if (wanted > h->asked)
        more = wanted - h->asked;
    h->asked += more;
    pthread_mutex_unlock(&h->mutex);
    if (more)
        mw_send(mw_message_new(0, MW_ASK, mw_the_ranks()->calls, (char *)&more, sizeof more));
}

static void serve(worker *h, unsigned threads)
{
    for (unsigned turns = 0; !h->ended; turns++) {
        for (mw_message *l; !h->ended && (l = mw_receive()); turns = 0)
            read_message(h, l);
        ask(h, threads);
        if (send_out(h, turns))
            turns = 0;
    }
}

bool mw_worker_run(const mw_tasks *t)
{
    unsigned wanted = mw_threads(t->threads), threads = 0;
    worker h = {.tasks = t, .mutex = PTHREAD_MUTEX_INITIALIZER, .come = PTHREAD_COND_INITIALIZER};
    h.in_end = &h.in;
    h.out_end = &h.out;
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&h.go, &attributes);
    pthread_condattr_destroy(&attributes);
    pthread_t *threads_here = calloc(wanted, sizeof *threads_here);
    at_work = &h;
    mw_next_call();
    while (threads_here && threads < wanted &&
           !pthread_create(&threads_here[threads], NULL, work, &h))
        threads++;
    if (!threads)
        mw_give_up("rank %d cannot begin a thread", mw_the_ranks()->rank);
    serve(&h, threads);
    while (threads)
        pthread_join(threads_here[--threads], NULL);
    free(threads_here);
    pthread_cond_destroy(&h.go);
    mw_await_tasks();
    return true;
}
