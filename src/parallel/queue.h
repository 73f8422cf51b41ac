// queue.h: which task is begun next, and whose result is taken next. Whoever has work to give asks
// here: threads, and what speaks for other machines.
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

// All of them, on threads of this process alone. False: out of memory.
bool mw_queue_run(const mw_tasks *, unsigned threads);

// False: out of memory. Close it either way.
bool mw_queue_open(mw_queue *, const mw_tasks *);
bool mw_queue_more(mw_queue *); // is there one to begin?
// False: there is no further one.
bool mw_queue_begin(mw_queue *, uint64_t *index);
// Gives all finished ones that are next in line to `done`, unless another thread does so already;
// that one then takes this one, too.
void mw_queue_finish(mw_queue *, uint64_t index);
// Threads that do what mw_queue_work does; where no further one can be had, there are fewer.
void mw_queue_employ(mw_queue *, uint64_t threads);
// Runs tasks until there are no further ones.
void mw_queue_work(mw_queue *);
// Waits for the threads.
void mw_queue_close(mw_queue *);

#endif
