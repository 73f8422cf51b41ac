// tasks.c: see tasks.h. Threads take the next index from a counter; whoever finishes a task takes
// all finished ones that are next in line. Plain POSIX threads, ended before the call returns: so
// the sanitizers see everything, and nothing is left running.
#include "parallel/tasks.h"

#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

typedef struct queue {
    const mw_tasks *tasks;
    pthread_mutex_t mutex; // of everything below
    uint64_t next;         // to be begun
    uint64_t taken;        // all before it have been given to `done`
    bool *finished;
    bool ended;
} queue;

unsigned mw_threads(unsigned wanted)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    return wanted ? wanted : cores > 0 ? (unsigned)cores : 1;
}

static bool begin_next(queue *q, uint64_t *index)
{
    pthread_mutex_lock(&q->mutex);
    bool begun = !q->ended && q->next < q->tasks->count;
    *index = q->next;
    q->next += begun;
    pthread_mutex_unlock(&q->mutex);
    return begun;
}

static void finish(queue *q, uint64_t index)
{
    const mw_tasks *t = q->tasks;
    pthread_mutex_lock(&q->mutex);
    q->finished[index] = true;
    for (; q->taken < q->next && q->finished[q->taken] && !q->ended; q->taken++)
        q->ended = t->done && !t->done(t->context, q->taken);
    pthread_mutex_unlock(&q->mutex);
}

static void *work(void *context)
{
    queue *q = context;
    for (uint64_t index; begin_next(q, &index);) {
        q->tasks->run(q->tasks->context, index);
        finish(q, index);
    }
    return NULL;
}

bool mw_tasks_run(const mw_tasks *t)
{
    uint64_t most = mw_threads(t->threads), threads = most < t->count ? most : t->count, begun = 0;
    queue q = {.tasks = t,
               .mutex = PTHREAD_MUTEX_INITIALIZER,
               .finished = calloc(t->count + 1, sizeof *q.finished)};
    pthread_t *others = calloc(threads + 1, sizeof *others);
    bool ok = q.finished && others;
    // This thread works, too; where no further one can be had, the work only takes longer.
    while (ok && begun + 1 < threads && !pthread_create(&others[begun], NULL, work, &q))
        begun++;
    if (ok)
        work(&q);
    while (begun)
        pthread_join(others[--begun], NULL);
    free(q.finished);
    free(others);
    return ok;
}
