// pool.h: threads that answer questions, so that the thread that talks to browsers never computes.
#ifndef MW_SERVE_POOL_H
#define MW_SERVE_POOL_H

#include "api/read_question.h"

#include <stdatomic.h>

typedef struct mw_pool_task mw_pool_task;
struct mw_pool_task {
    mw_fields question; // owned
    double seconds;     // how long it may take
    // Both are called on a thread of the pool. `news` is OPTIONAL.
    void (*news)(mw_pool_task *, const char *json);
    void (*done)(mw_pool_task *); // the pool does not use the task any more
    char *answer;                 // when it is done; owned; NULL: memory ran out
    bool failed;                  // the answer says what is wrong with the question
    bool crowded, too_long;       // there was no room for the answer; never, if too long
    uint64_t held;                // bytes of the budget (budget.h) that the answer takes
    atomic_bool stop;             // anyone may set it: the answer is then what was found so far
    double deadline;              // these two are the pool's own
    mw_pool_task *next;
};
void mw_pool_task_clear(mw_pool_task *); // frees what it owns

typedef struct mw_pool_plan {
    unsigned threads;
    unsigned most;  // tasks at once, waiting ones included
    bool remembers; // each thread keeps its mw_api, with the maze last asked about
    // Answers a task, with the mw_api of the thread or without; the pool frees the answer.
    char *(*answer)(void *context, mw_api *, mw_pool_task *);
    // OPTIONAL, as that of mw_api_tell_found.
    const char *(*found)(void *context, const mw_design_report *);
    void *context;
    const mw_marble_engine *const *engines; // NULL-terminated
    uint64_t bytes; // for one question, and as many for the graph that is remembered; 0: the limit
                    // that mw_api has
} mw_pool_plan;

typedef struct mw_pool mw_pool;
mw_pool *mw_pool_open(const mw_pool_plan *);  // NULL: no memory, or no more threads
bool mw_pool_take(mw_pool *, mw_pool_task *); // false: it has as many as it takes
void mw_pool_end(mw_pool *);                  // stops all tasks and takes no more
bool mw_pool_idle(mw_pool *);
// Ends its threads. The pool is still there and refuses every task.
void mw_pool_join(mw_pool *);
void mw_pool_close(mw_pool *); // joins and frees it; takes NULL

#endif
