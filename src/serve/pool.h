// pool.h: threads that answer questions, so that the thread which talks to browsers never has to.
#ifndef MW_SERVE_POOL_H
#define MW_SERVE_POOL_H

#include "serve/read_question.h"

#include <stdatomic.h>

typedef struct mw_task mw_task;
struct mw_task {
    mw_question question; // owned
    double seconds;       // that it may take
    // OPTIONAL, as is done: both are called on a thread of the pool.
    void (*news)(mw_task *, const char *json);
    void (*done)(mw_task *); // REQUIRED; the pool does not touch the task any more
    char *answer;            // once done; owned; NULL: out of memory
    bool failed;             // the answer tells what is wrong with the question
    atomic_bool stop;        // set by anyone: answer with what was found so far
    double deadline;         // the pool's
    mw_task *next;
};
void mw_task_clear(mw_task *); // frees what it owns

typedef struct mw_pool_plan {
    unsigned threads;
    unsigned most;  // tasks at once, waiting ones included
    bool remembers; // each thread keeps its mw_api, with the maze last asked about
    // Answers a task, by the page or otherwise; the caller frees it.
    char *(*answer)(void *context, mw_api *, mw_task *);
    void *context;
    const mw_marble_engine *const *engines; // NULL-terminated
    uint64_t bytes; // for the work of one question, and for the graph that is remembered; 0: the
                    // page's own limit
} mw_pool_plan;

typedef struct mw_pool mw_pool;
mw_pool *mw_pool_open(const mw_pool_plan *); // NULL: out of memory or threads
bool mw_pool_take(mw_pool *, mw_task *);     // false: as many as it takes are there already
void mw_pool_end(mw_pool *);                 // stops all tasks and takes no more
bool mw_pool_idle(mw_pool *);
void mw_pool_close(mw_pool *); // waits for its threads; takes NULL

#endif
