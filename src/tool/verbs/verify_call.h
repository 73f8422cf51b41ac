// verify_call.h: a call of the verb `verify`, for the files verify*.c.
#ifndef MW_TOOL_VERIFY_CALL_H
#define MW_TOOL_VERIFY_CALL_H

#include "mazewright/verify.h"
#include "tool/tool.h"

typedef struct verify_call {
    watch watch;
    mw_verify_options options;
    records records;
    table table;
} verify_call;

// Prints or keeps the result of an answer; it stays in the buffer of stdout. The object has been
// begun; the label is for people. Returns the exit code that the result means.
int verify_tell(verify_call *, mw_writer *object, const char *label, const mw_verification *);
// Answers every line of a file of answers, or of stdin for "-". Returns the exit code.
int verify_lines(verify_call *, const char *name);

#endif
