// trouble.h: the command run as a program of its own while something goes wrong around it.
#ifndef MW_TROUBLE_H
#define MW_TROUBLE_H

#include "client.h"
#include "support.h"

#include <sys/types.h>

// Everything is OPTIONAL.
typedef struct trouble {
    const char *folder;  // where it runs; default: SOURCE_DIR
    long file_bytes;     // no file may be longer; 0: any, below 0: none may have a byte
    bool deaf;           // nobody reads its stdout: a pipe that is closed
    const char *out;     // its stdout is this file
    bool nobody;         // without the rights of root
    const char *preload; // a library that takes the place of parts of others
    int signal;          // sent to it
    long microseconds;   // after so long
    bool terminal;       // on a terminal of its own, to which
    const char *keys;    // these are typed
} trouble;

typedef struct ending {
    int code;       // -1 - number: by a signal
    double seconds; // after the signal, if there was one
    char out[1 << 18], err[1 << 16];
    bool calm; // the terminal is as it was before
} ending;

// A run that is under way.
typedef struct troubled {
    pid_t pid;
    int out, err, terminal;
    trouble how;
} troubled;

// Arguments are separated by blanks, and have none.
void begin_troubled(troubled *, const char *arguments, const trouble *);
void end_troubled(troubled *, ending *);
void run_troubled(const char *arguments, const trouble *, ending *);

// Does the file hold this text?
bool holds(const char *file, const char *text);
unsigned count_files(const char *folder, const char *part); // whose names have this part

#endif
