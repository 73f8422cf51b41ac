// mpi_tasks.h: what the ranks other than the first do for parallel/tasks.h.
#ifndef MW_PARALLEL_MPI_MPI_TASKS_H
#define MW_PARALLEL_MPI_MPI_TASKS_H

#include "parallel/mpi/messages.h"
#include "parallel/tasks.h"

// Does tasks until the first rank has no more in this call, and waits for the next call.
bool mw_lend_hands(const mw_tasks *);
void mw_hands_tell(uint64_t index, const char *bytes, size_t length);

#endif
