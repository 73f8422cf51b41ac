// messages.h: what the files for MPI share: processes.c sends messages between the ranks,
// mpi_tasks.c hands out tasks on the first rank, worker.c runs them on the others. Sending never
// waits, so that two ranks that write to each other at once do not wait for each other; only the
// main thread sends and receives.
#ifndef MW_PARALLEL_MPI_MESSAGES_H
#define MW_PARALLEL_MPI_MESSAGES_H

#include "parallel/tasks.h"

typedef enum {
    // from the first rank
    MW_BEGIN, // tasks are to be done; number: of which call of mw_tasks_run
    MW_TASK,  // number: its index; what `give` wrote
    MW_ENDED, // no more tasks in this call
    MW_OVER,  // no more tasks at all; number: the exit code
    MW_STOP,  // interrupted: end soon, but answer at once
    // to the first rank
    MW_ASK,    // for more tasks; number: of which call; how many of them, a uint64_t
    MW_RESULT, // number: the task's index; what `pack` wrote
    MW_NEWS,   // number: the task's index; what was told
    MW_HERE,   // the answer to MW_STOP
    MW_LEFT,   // the answer to MW_OVER, and the last message
} mw_message_kind;

typedef struct mw_message {
    struct mw_message *next;
    int rank; // from or to
    mw_message_kind kind;
    uint64_t number;
    size_t length;
    char bytes[]; // and a '\0'
} mw_message;

// Never NULL: without memory the process ends. The caller frees it or sends it.
mw_message *mw_message_new(int rank, mw_message_kind, uint64_t number, const char *bytes,
                           size_t length);
void mw_send(mw_message *); // frees it once it is sent
void mw_send_all(mw_message_kind, uint64_t number);
mw_message *mw_receive(void); // NULL: there is none now. The caller frees it.

typedef struct mw_ranks {
    int rank, ranks;
    uint64_t calls; // of mw_tasks_run, with tasks that other ranks may do
    bool (*interrupted)(void);
} mw_ranks;
const mw_ranks *mw_the_ranks(void);
uint64_t mw_next_call(void);

// In other ranks: waits until the first one has tasks. If it has no more of them, this process ends
// here.
void mw_await_tasks(void);
// Prints a message and ends this process at once; then the launcher ends the others.
_Noreturn void mw_give_up(const char *format, ...) __attribute__((format(printf, 1, 2)));

// When a rank was killed, the launcher interrupts the others. The rank that does not answer MW_STOP
// within this time, in seconds, is the killed one. Launchers wait a second before they kill the
// rest.
#define MW_ANSWER_WITHIN 0.6
_Noreturn void mw_give_up_on(int rank);

// How long to sleep when nothing has happened for the `turns`-th time: longer and longer, up to a
// millisecond. MPI itself waits in a loop that never sleeps, which takes a core from the threads
// that work.
long mw_nap(unsigned turns); // nanoseconds

// ---- worker.c: for mw_tasks_run and mw_tasks_tell in a rank other than the first. Runs tasks
// until the first rank has no more in this call, and waits for the next call.
bool mw_worker_run(const mw_tasks *);
void mw_worker_tell(uint64_t index, const char *bytes, size_t length);

#endif
