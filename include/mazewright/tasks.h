// tasks.h: independent pieces of work, whose results are taken in order. The library fills such a
// struct in; who calls the library decides where the tasks run: one after the other, on threads, or
// in other processes.
#ifndef MAZEWRIGHT_TASKS_H
#define MAZEWRIGHT_TASKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct mw_writer; // growing text, see text.h

// Tasks, and what is to be done with each.
typedef struct mw_tasks {
    uint64_t count;
    unsigned threads; // 0: as many as there are cores
    void *context;
    // REQUIRED: on any thread, several at once, begun in the order of their indexes.
    void (*run)(void *context, uint64_t index);
    // OPTIONAL: after run, one at a time and in order, so that what is made of the results does not
    // depend on the threads. False: no further task is begun, and no further one is taken.
    bool (*done)(void *context, uint64_t index);
    // OPTIONAL, for tasks that another process may run; without pack they run in this one. Before
    // run, this process calls give, whose text the other one reads with take. After run, the other
    // one calls pack, whose text this one reads with unpack, before done. After each text comes a
    // '\0' that is not counted. take and unpack return false where the text makes no sense.
    void (*pack)(void *context, uint64_t index, struct mw_writer *);
    bool (*unpack)(void *context, uint64_t index, const char *bytes, size_t length);
    void (*give)(void *context, uint64_t index, struct mw_writer *);
    bool (*take)(void *context, uint64_t index, const char *bytes, size_t length);
    // OPTIONAL: this process hears what a task that runs in another one tells.
    void (*hear)(void *context, uint64_t index, const char *bytes, size_t length);
} mw_tasks;

#ifdef __cplusplus
}
#endif
#endif
