// child.h: the command as a process of its own, under conditions that a test sets.
#ifndef MW_TEST_CHILD_H
#define MW_TEST_CHILD_H

#include "support.h"

#include <sys/types.h>

// All members are OPTIONAL.
typedef struct conditions {
    const char *folder;  // where it runs; NULL: SOURCE_DIR
    long file_bytes;     // no file may be longer; 0: no limit; below 0: not even one byte
    bool unread;         // its stdout is a pipe whose other end is closed
    const char *out;     // its stdout is this file
    bool not_root;       // it runs without the rights of root
    const char *preload; // a library for LD_PRELOAD
    int signal;          // is sent to it, `microseconds` after its start; 0: none
    long microseconds;
    bool terminal;    // its stdin and stdout are a terminal of its own
    const char *keys; // are typed on that terminal
} conditions;

typedef struct ending {
    int code;       // its exit code, or -1 - N if signal N ended it
    double seconds; // from the signal to its end; 0 without a signal
    double cpu;     // of processor time from then on, or from its start, on all its threads
    double whole;   // from its start to its end
    double peak;    // KiB of memory, at most
    char out[1 << 18], err[1 << 16];
    bool restored; // the terminal, if any, is as it was before
} ending;

typedef struct child {
    pid_t pid;
    int out, err, terminal;
    double started;
    conditions how;
} child;

// Starts the command; its arguments are separated by blanks, and contain none.
void child_start(child *, const char *arguments, const conditions *);
// Waits until it has ended, or kills it after a minute.
void child_end(child *, ending *);
void child_run(const char *arguments, const conditions *, ending *); // both

// Does the file hold this text?
bool holds(const char *file, const char *text);
// How many files of the folder have this part in their names?
unsigned count_files(const char *folder, const char *part);

#endif
