// messages.h: letters between the ranks. Sending never waits, so that two ranks that write to each
// other at once do not wait for each other; only the main thread sends and receives.
#ifndef MW_PARALLEL_MPI_MESSAGES_H
#define MW_PARALLEL_MPI_MESSAGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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
    MW_BYE,    // the answer to MW_OVER, and the last letter
} mw_topic;

typedef struct mw_letter {
    struct mw_letter *next;
    int rank; // from or to
    mw_topic topic;
    uint64_t number;
    size_t length;
    char bytes[]; // and a '\0'
} mw_letter;

// Never NULL: without memory the process ends. Free with free, or post it.
mw_letter *mw_letter_new(int rank, mw_topic, uint64_t number, const char *bytes, size_t length);
void mw_post(mw_letter *); // takes it
void mw_post_all(mw_topic, uint64_t number);
mw_letter *mw_receive(void); // NULL: there is none now. The caller frees it.

typedef struct mw_world {
    int rank, ranks;
    uint64_t calls; // of mw_tasks_run, with tasks that other ranks may do
    bool (*interrupted)(void);
} mw_world;
const mw_world *mw_the_world(void);
uint64_t mw_next_call(void);

// Other ranks: until the first one has tasks; does not return if it has none any more.
void mw_await_tasks(void);
// What cannot go on: a message, and the end of this process without farewell, by which the launcher
// ends the others.
_Noreturn void mw_give_up(const char *format, ...) __attribute__((format(printf, 1, 2)));

// When a rank was killed, the launcher interrupts the others; it is the one that does not answer
// MW_STOP within this time, in seconds. Launchers leave a second before they kill the rest.
#define MW_ANSWER_WITHIN 0.6
_Noreturn void mw_give_up_on(int rank);

// How long to sleep when nothing has happened for the `turns`-th time: longer and longer, up to a
// millisecond. MPI itself waits by spinning, which takes a core from those who work.
long mw_nap(unsigned turns); // nanoseconds

#endif
