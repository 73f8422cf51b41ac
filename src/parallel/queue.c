// queue.c: see queue.h. The threads are POSIX threads, which have all ended when mw_queue_close
// returns.
#include "parallel/queue.h"
#include "core/memory.h"

#include <stdlib.h>

bool mw_queue_open(mw_queue *q, const mw_tasks *t)
{
    *q = (mw_queue){.tasks = t,
                    .mutex = PTHREAD_MUTEX_INITIALIZER,
                    .finished = mw_array(t->count + 1, sizeof *q->finished)};
    return q->finished;
}

bool mw_queue_more(mw_queue *q)
{
    pthread_mutex_lock(&q->mutex);
    bool more = !q->ended && q->next < q->tasks->count;
    pthread_mutex_unlock(&q->mutex);
    return more;
}

bool mw_queue_begin(mw_queue *q, uint64_t *index)
{
    pthread_mutex_lock(&q->mutex);
    bool begun = !q->ended && q->next < q->tasks->count;
    *index = q->next;
    q->next += begun;
    pthread_mutex_unlock(&q->mutex);
    return begun;
}

void mw_queue_finish(mw_queue *q, uint64_t index)
{
    const mw_tasks *t = q->tasks;
    pthread_mutex_lock(&q->mutex);
    q->finished[index] = true;
    while (!q->taking && q->taken < q->next && q->finished[q->taken] && !q->ended) {
        q->taking = true;
        pthread_mutex_unlock(&q->mutex); // others begin tasks while a result is taken
        bool on = !t->done || t->done(t->context, q->taken);
        pthread_mutex_lock(&q->mutex);
        q->taken++;
        q->taking = false;
        q->ended |= !on;
    }
    pthread_mutex_unlock(&q->mutex);
}

static void *work(void *context)
{
    mw_queue *q = context;
    for (uint64_t index; mw_queue_begin(q, &index);) {
        q->tasks->run(q->tasks->context, index);
        mw_queue_finish(q, index);
    }
    return NULL;
}

void mw_queue_employ(mw_queue *q, uint64_t threads)
{
    q->threads = mw_array(threads + 1, sizeof *q->threads);
    while (q->threads && q->thread_count < threads &&
           !pthread_create(&q->threads[q->thread_count], NULL, work, q))
        q->thread_count++;
}

void mw_queue_close(mw_queue *q)
{
    while (q->thread_count)
        pthread_join(q->threads[--q->thread_count], NULL);
    free(q->threads);
    free(q->finished);
}

bool mw_queue_run(const mw_tasks *t, unsigned most)
{
    uint64_t threads = most < t->count ? most : t->count;
    mw_queue q;
    bool ok = mw_queue_open(&q, t);
    if (ok) {
        mw_queue_employ(&q, threads ? threads - 1 : 0); // this thread works, too
        work(&q);
    }
    mw_queue_close(&q);
    return ok;
}
