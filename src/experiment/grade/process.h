// process.h: a process of its own for work that may loop, crash, take all memory or talk without
// end. It has limits, no descriptors but its own, and a process group; when it ends, everything
// that it has started is killed with it. This holds mistakes, and no malice: it may open files and
// call other machines.
#ifndef MW_EXPERIMENT_GRADE_PROCESS_H
#define MW_EXPERIMENT_GRADE_PROCESS_H

#include "mazewright/text.h"

#include <sys/types.h>

#define MW_PROCESS_SAID 2000 // bytes kept of what it wrote to stderr last

// What is to run: a command, or a function in a copy of this process.
typedef struct mw_process_plan {
    char *const *words; // ends with NULL; NULL: `run`
    const char *folder; // the command begins there; NULL: where this process is
    // Reads questions from `in` and writes answers to `out`. What it prints on stdout goes nowhere.
    // Returns an exit code. OPTIONAL with words.
    int (*run)(void *context, int in, int out);
    void *context;
    double seconds; // of processor time; one that uses little of it is waited for twice as long
    uint64_t bytes; // of memory
    bool (*goes_on)(void *); // asked often; false: stop now. OPTIONAL
    void *goes_on_context;
} mw_process_plan;

// Why the process answers no more.
typedef enum {
    MW_PROCESS_WELL,     // it does
    MW_PROCESS_CLOSED,   // it ended, or closed its end of the pipe
    MW_PROCESS_SILENT,   // no time is left, by the clock
    MW_PROCESS_WRONG,    // an answer was none
    MW_PROCESS_CROWD,    // it started too many processes
    MW_PROCESS_STOPPED,  // goes_on returned false
    MW_PROCESS_NO_MEMORY // of ours
} mw_process_state;

typedef struct mw_process {
    mw_process_plan plan;
    mw_process_state state;
    pid_t id;                     // and that of its group; 0: there is none
    int in, out, err;             // our ends of its stdin, stdout and stderr; -1: closed
    double waited;                // seconds for its answers
    mw_writer questions, answers; // on their way; `sent` and `taken` bytes of them are done with
    size_t sent, taken;
    char said[MW_PROCESS_SAID]; // the end of what it wrote to stderr, with a 0 behind it
    size_t said_length;
    double looked;   // when its group was looked at last
    uint64_t others; // processes and threads on this machine before it was started
    // After mw_process_end:
    int status;        // as of waitpid
    double used;       // processor time
    uint64_t resident; // most bytes of real memory
} mw_process;

// Questions that are asked without waiting for the answers, which come in the same order.
typedef struct mw_exchange {
    uint64_t count;
    bool last; // its stdin is closed after these questions
    void (*write)(void *context, uint64_t number, mw_writer *); // numbers from 0
    // Reads the answer at the beginning of these bytes, and returns how many belong to it; 0: more
    // are needed; -1: it is no answer.
    long (*read)(void *context, uint64_t number, const char *bytes, size_t length);
    void *context;
} mw_exchange;

// Starts it. False and *error: the system has no room for another process. The caller must have no
// other children: at the end all are killed.
bool mw_process_start(mw_process *, const mw_process_plan *, mw_error *);
// Returns how many questions were answered; if not all, process->state says why.
uint64_t mw_process_ask(mw_process *, const mw_exchange *);
// Ends it, and everything that it has started, and frees what it holds except `said`. Does nothing
// where none was started.
void mw_process_end(mw_process *);
// Kills the group of the process that runs now, if one does. A signal handler may call it.
void mw_process_kill(void);
// After the end: writes what became of the process, after "it ", without a full stop.
void mw_process_describe(const mw_process *, mw_writer *);

#endif
