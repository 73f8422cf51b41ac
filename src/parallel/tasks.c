// tasks.c: see tasks.h and processes.h. All work is done here, on threads.
#include "parallel/queue.h"
#include "parallel/processes.h"

#include <unistd.h>

unsigned mw_threads(unsigned wanted)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    return wanted ? wanted : cores > 0 ? (unsigned)cores : 1;
}

bool mw_tasks_run(const mw_tasks *t)
{
    return mw_queue_run(t, mw_threads(t->threads));
}

void mw_tasks_tell(const mw_tasks *t, uint64_t index, const char *bytes, size_t length)
{
    if (t && t->hear)
        t->hear(t->context, index, bytes, length);
}

// NOLINTNEXTLINE(readability-non-const-parameter) only the version for MPI changes them
void mw_processes_begin(int *argc, char ***argv, bool (*interrupted)(void))
{
    (void)argc, (void)argv, (void)interrupted;
}

int mw_processes_end(int code)
{
    return code;
}

unsigned mw_processes(void)
{
    return 1;
}

unsigned mw_process(void)
{
    return 0;
}

bool mw_is_first(void)
{
    return true;
}
