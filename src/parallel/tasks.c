// tasks.c: see tasks.h. Threads take the next index from a counter; whoever finishes a task takes
// all finished ones that are next in line.
#include "parallel/tasks.h"

#include <omp.h>
#include <stdlib.h>

typedef struct queue {
    const mw_tasks *tasks;
    uint64_t next;  // to be begun
    uint64_t taken; // all before it have been given to `done`
    bool *finished;
    bool ended;
} queue;

unsigned mw_threads(unsigned wanted)
{
    return wanted ? wanted : (unsigned)omp_get_max_threads();
}

static bool begin_next(queue *q, uint64_t *index)
{
    bool begun;
#pragma omp critical(mw_tasks)
    {
        begun = !q->ended && q->next < q->tasks->count;
        *index = q->next;
        q->next += begun;
    }
    return begun;
}

static void finish(queue *q, uint64_t index)
{
    const mw_tasks *t = q->tasks;
#pragma omp critical(mw_tasks)
    {
        q->finished[index] = true;
        for (; q->taken < q->next && q->finished[q->taken] && !q->ended; q->taken++)
            q->ended = t->done && !t->done(t->context, q->taken);
    }
}

bool mw_tasks_run(const mw_tasks *t)
{
    queue q = {.tasks = t, .finished = calloc(t->count + 1, sizeof *q.finished)};
    if (!q.finished)
        return false;
    uint64_t most = mw_threads(t->threads);
    int threads = (int)(most < t->count ? most : t->count ? t->count : 1);
#pragma omp parallel num_threads(threads)
    for (uint64_t index; begin_next(&q, &index);) {
        t->run(t->context, index);
        finish(&q, index);
    }
    free(q.finished);
#ifdef MAZEWRIGHT_SANITIZED // idle threads, and what is known of them, look like leaks
    omp_pause_resource_all(omp_pause_hard);
#endif
    return true;
}
