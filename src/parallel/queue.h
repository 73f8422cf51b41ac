// queue.h: which task is begun next, and whose result is taken next. Threads ask it for tasks, and
// so does the code that sends tasks to other processes.
#ifndef MW_PARALLEL_QUEUE_H
#define MW_PARALLEL_QUEUE_H

#include "parallel/tasks.h"

#include <pthread.h>

typedef struct mw_queue {
    const mw_tasks *tasks;
    pthread_mutex_t mutex; // of everything below
    uint64_t next;         // to be begun
    uint64_t taken;        // all before it have been given to `done`
    bool taking;           // some thread gives one to `done`, without the mutex
    bool *finished;
    bool ended;
    pthread_t *threads;
    unsigned thread_count;
} mw_queue;

// Runs all tasks on threads of this process. False: out of memory.
bool mw_queue_run(const mw_tasks *, unsigned threads);

// False: out of memory. The caller closes it in both cases.
bool mw_queue_open(mw_queue *, const mw_tasks *);
bool mw_queue_more(mw_queue *); // is there one to begin?
// Begins the next task. False: there is none.
bool mw_queue_begin(mw_queue *, uint64_t *index);
// Gives all finished ones that are next in line to `done`, unless another thread does so already;
// that one then takes this one, too.
void mw_queue_finish(mw_queue *, uint64_t index);
// Starts threads that call mw_queue_work; fewer, if the system refuses to start so many.
void mw_queue_employ(mw_queue *, uint64_t threads);
// Runs tasks until there are no further ones.
void mw_queue_work(mw_queue *);
// Waits for the threads.
void mw_queue_close(mw_queue *);

#endif
