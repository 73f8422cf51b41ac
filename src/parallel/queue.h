// queue.h: which task is begun next, and whose result is taken next. Threads ask it for tasks, and
// so does the code that sends tasks to other processes.
#ifndef MW_PARALLEL_QUEUE_H
#define MW_PARALLEL_QUEUE_H

#include "parallel/tasks.h"

#include <pthread.h>

typedef struct mw_queue {
    const mw_tasks *tasks;
    pthread_mutex_t mutex; // of everything below
    uint64_t next;         // the task that is begun next
    uint64_t taken;        // the results of all tasks before this one have been passed to `done`
    bool taking;           // a thread is passing a result to `done`, without the mutex
    bool *finished;
    bool ended;
    pthread_t *threads;
    unsigned thread_count;
} mw_queue;

// Runs all tasks on threads of this process. False: out of memory.
bool mw_queue_run(const mw_tasks *, unsigned threads);

// False: out of memory. The caller closes it in both cases.
bool mw_queue_open(mw_queue *, const mw_tasks *);
bool mw_queue_more(mw_queue *); // is there a task to begin?
// Begins the next task. False: there is none.
bool mw_queue_begin(mw_queue *, uint64_t *index);
// A task is finished. Passes the results that are next in order to `done`. If another thread is
// passing results to `done`, it passes this one as well.
void mw_queue_finish(mw_queue *, uint64_t index);
// Starts `threads` threads, or fewer if the system refuses. Each runs tasks until there are no
// further ones.
void mw_queue_employ(mw_queue *, uint64_t threads);
// Waits for the threads.
void mw_queue_close(mw_queue *);

#endif
