// tasks.h: independent pieces of work on several threads, their results taken in order.
#ifndef MW_TASKS_H
#define MW_TASKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct mw_writer; // growing text, see core/text.h

typedef struct mw_tasks {
    uint64_t count;
    unsigned threads; // 0: as many as there are cores
    void *context;
    // REQUIRED: on any thread, several at once, begun in the order of their indexes.
    void (*run)(void *context, uint64_t index);
    // OPTIONAL: after run, one at a time and in order, so that what is made of the results does not
    // depend on the threads. False: no further task is begun, and no further one is taken.
    bool (*done)(void *context, uint64_t index);
    // OPTIONAL, for work that other machines may do (mazewright-mpi; else they are not called).
    // pack: there, after run: what it found, as bytes. unpack: here, before done; false: they make
    // no sense. give and take: likewise what run needs to know, before it. Without pack the tasks
    // are run here.
    void (*pack)(void *context, uint64_t index, struct mw_writer *);
    bool (*unpack)(void *context, uint64_t index, const char *bytes, size_t length);
    void (*give)(void *context, uint64_t index, struct mw_writer *);
    bool (*take)(void *context, uint64_t index, const char *bytes, size_t length);
} mw_tasks;

// False: out of memory.
bool mw_tasks_run(const mw_tasks *);
unsigned mw_threads(unsigned wanted); // 0: as many as there are cores

#endif
