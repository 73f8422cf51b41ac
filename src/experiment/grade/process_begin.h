// process_begin.h: the first moments of a process: limits, descriptors, then the work itself.
#ifndef MW_EXPERIMENT_GRADE_PROCESS_BEGIN_H
#define MW_EXPERIMENT_GRADE_PROCESS_BEGIN_H

#include "experiment/grade/process.h"

#define MW_PROCESS_FILE_MIB 16 // the longest file that it may write

// Called in the new process, with its ends of the pipes. It does not return.
_Noreturn void mw_process_begin(const mw_process_plan *, int in, int out, int err);
// The beginning of a file of /proc as a text; "" where there is none. A number that is cut off at
// the end of it is left out.
void mw_process_read(const char *file, char *text, size_t size);

#endif
