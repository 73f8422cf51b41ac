// tasks.h: independent pieces of work on several threads, or machines (processes.h), their results
// taken in order.
#ifndef MW_PARALLEL_TASKS_H
#define MW_PARALLEL_TASKS_H

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
    // no sense. give and take: likewise what run needs to know, before it. After the bytes comes a
    // '\0' that is not counted. Without pack the tasks are run here.
    void (*pack)(void *context, uint64_t index, struct mw_writer *);
    bool (*unpack)(void *context, uint64_t index, const char *bytes, size_t length);
    void (*give)(void *context, uint64_t index, struct mw_writer *);
    bool (*take)(void *context, uint64_t index, const char *bytes, size_t length);
    // OPTIONAL: here, what a task that is running has told, see below.
    void (*hear)(void *context, uint64_t index, const char *bytes, size_t length);
} mw_tasks;

// False: out of memory. Elsewhere than on the first rank, nothing is to be done after it but to
// call it again if the first rank may do so.
bool mw_tasks_run(const mw_tasks *);
// From within run, on any thread: `hear` is called with it on the first rank.
void mw_tasks_tell(const mw_tasks *, uint64_t index, const char *bytes, size_t length);
unsigned mw_threads(unsigned wanted); // 0: as many as there are cores

#endif
