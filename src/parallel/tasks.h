// tasks.h: independent pieces of work on several threads, their results taken in order.
#ifndef MW_TASKS_H
#define MW_TASKS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct mw_tasks {
    uint64_t count;
    unsigned threads; // 0: as many as there are cores
    void *context;
    // REQUIRED: on any thread, several at once, begun in the order of their indexes.
    void (*run)(void *context, uint64_t index);
    // OPTIONAL: after run, one at a time and in order, so that what is made of the results does not
    // depend on the threads. False: no further task is begun, and no further one is taken.
    bool (*done)(void *context, uint64_t index);
} mw_tasks;

// False: out of memory.
bool mw_tasks_run(const mw_tasks *);
unsigned mw_threads(unsigned wanted); // 0: as many as there are cores

#endif
