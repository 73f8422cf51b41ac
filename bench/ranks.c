// ranks.c: what handing out tasks to other ranks costs, and what share of the cores works:
//     tests/mpirun -n 4 build/bench/bench-ranks
// Tasks of a given length, which only count. First, empty ones, for the other ranks alone: as many
// as the first rank can hand out. From its own time for each of them follows how many ranks it
// could keep busy.
#include "parallel/processes.h"
#include "core/text.h"
#include "parallel/tasks.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#define BYTES 300 // of a result: a maze's id and its measures

typedef struct load {
    double seconds;       // of a task; 0: empty
    uint64_t taken, away; // away: done by other ranks
} load;

static double clock_of(clockid_t which)
{
    struct timespec t;
    clock_gettime(which, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

// By the thread's own time, so that sharing a core makes it longer, as with real work.
static void run(void *context, uint64_t index)
{
    const load *l = context;
    double until = clock_of(CLOCK_THREAD_CPUTIME_ID) + l->seconds;
    (void)index;
    if (l->seconds <= 0 && mw_is_first())
        nanosleep(&(struct timespec){.tv_nsec = 50000000}, NULL); // leaves the rest to the others
    while (clock_of(CLOCK_THREAD_CPUTIME_ID) < until)
        ;
}

static void pack(void *context, uint64_t index, mw_writer *w)
{
    char bytes[BYTES] = {0};
    (void)context, (void)index;
    mw_write_bytes(w, bytes, sizeof bytes);
}

static bool unpack(void *context, uint64_t index, const char *bytes, size_t length)
{
    (void)index, (void)bytes;
    ((load *)context)->away++;
    return length == BYTES;
}

static void give(void *context, uint64_t index, mw_writer *w)
{
    (void)context;
    mw_write(w, "%llu", (unsigned long long)index);
}

static bool done(void *context, uint64_t index)
{
    (void)index;
    ((load *)context)->taken++;
    return true;
}

// Returns the first rank's own time for each task that it handed out.
static double measure(double seconds, uint64_t count, double cost)
{
    load l = {.seconds = seconds};
    mw_tasks tasks = {.count = count,
                      .threads = 1,
                      .context = &l,
                      .run = run,
                      .done = done,
                      .pack = pack,
                      .unpack = unpack,
                      .give = give};
    double wall = clock_of(CLOCK_MONOTONIC), own = clock_of(CLOCK_THREAD_CPUTIME_ID);
    if (!mw_tasks_run(&tasks))
        return 0;
    wall = clock_of(CLOCK_MONOTONIC) - wall;
    own = clock_of(CLOCK_THREAD_CPUTIME_ID) - own;
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    double workers = mw_processes() < cores ? mw_processes() : (double)cores;
    printf("%8.3g ms %8llu %8llu %10.0f/s %9.1f %%", 1e3 * seconds, (unsigned long long)l.taken,
           (unsigned long long)l.away, (double)l.taken / wall, 100 * own / wall);
    if (seconds > 0)
        printf(" %9.0f %% %10.0f", 100 * seconds * (double)l.taken / wall / workers,
               seconds / cost);
    else
        printf("   %.1f us for each", 1e6 * own / (double)l.away);
    putchar('\n');
    return own / (double)l.away;
}

static bool never(void)
{
    return false;
}

int main(int argc, char **argv)
{
    static const struct {
        double seconds;
        uint64_t count;
    } rows[] = {{0, 50000}, {1e-4, 20000}, {1e-3, 2000}, {1e-2, 400}, {0.1, 40}};
    mw_processes_begin(&argc, &argv, never);
    printf("%u ranks; efficiency is the share of the cores that works\n", mw_processes());
    printf("%11s %8s %8s %12s %11s %11s %10s\n", "task", "tasks", "others'", "rate", "handing out",
           "efficiency", "most ranks");
    double cost = 0;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        double own = measure(rows[i].seconds, rows[i].count, cost);
        cost = i ? cost : own;
    }
    return mw_processes_end(0);
}
