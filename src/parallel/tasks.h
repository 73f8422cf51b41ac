// tasks.h: runs tasks (mazewright/tasks.h) on several threads and, in mazewright-mpi, in several
// processes (processes.h).
#ifndef MW_PARALLEL_TASKS_H
#define MW_PARALLEL_TASKS_H

#include "mazewright/tasks.h"

// False: out of memory. In a process other than the first one the call ends when the first process
// has no more tasks in its call; the caller then calls it again for the next tasks, if there may be
// any, and does nothing else.
bool mw_tasks_run(const mw_tasks *);
// From within run, on any thread: the first process calls `hear` with the text.
void mw_tasks_tell(const mw_tasks *, uint64_t index, const char *bytes, size_t length);
unsigned mw_threads(unsigned wanted); // 0: as many as there are cores

#endif
