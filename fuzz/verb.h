// verb.h: for targets that call verbs of the command in this process, with files in a folder of
// their own.
#ifndef MW_FUZZ_VERB_H
#define MW_FUZZ_VERB_H

#include "fuzz.h"
#include "tool/tool.h"

// A name in the folder, which is made when it is first needed and removed, with what is in it, at
// the end. The caller frees it.
char *fuzz_file(const char *name);
void fuzz_put(const char *file, const void *data, size_t size); // writes it
void fuzz_empty(void);                                          // removes all files of the folder

// What a call of the command said. Free with fuzz_call_free.
typedef struct fuzz_call {
    char *said, *complained;
    int code;
} fuzz_call;
// Runs the command and keeps what it says from the screen. `adjust` may set limits when the options
// have been read; false: it is not run, and the exit code is -1. May be NULL. The command ends with
// one of its exit codes, and says why where that is not 0 or 1; a limit may be told as the outcome.
fuzz_call fuzz_run(int argc, const char **argv, const char *text, bool (*adjust)(settings *));
void fuzz_call_free(fuzz_call *);
void fuzz_json_lines(const char *text); // each line is a JSON object

#endif
