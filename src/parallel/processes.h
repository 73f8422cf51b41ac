// processes.h: processes that share the work of one command, perhaps on several machines. The first
// one does everything except the tasks that it sends to the others (tasks.h). The plain command has
// one process; in mazewright-mpi the processes are the ranks of MPI.
#ifndef MW_PARALLEL_PROCESSES_H
#define MW_PARALLEL_PROCESSES_H

#include <stdbool.h>

// main calls this first. The other processes wait here until the first one has tasks for them; then
// they go the same way through the program up to mw_tasks_run. If there are never any tasks, they
// end here. `interrupted` is called now and then; true means that the work is to end soon.
void mw_processes_begin(int *argc, char ***argv, bool (*interrupted)(void));
// main calls this last, with the exit code, which all processes get. Returns it.
int mw_processes_end(int code);

unsigned mw_processes(void); // how many
unsigned mw_process(void);   // which of them this is, from 0
bool mw_is_first(void);      // the one that prints, asks, and opens files to write

#endif
