// process_begin.c: see process_begin.h.
#include "experiment/grade/process_begin.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#define MANY_SIGNALS 64

void mw_process_read(const char *file, char *text, size_t size)
{
    int f = open(file, O_RDONLY | O_CLOEXEC);
    ssize_t n = f < 0 ? 0 : read(f, text, size - 1);
    size_t length = n > 0 ? (size_t)n : 0;
    while (length == size - 1 && length && text[length - 1] != ' ')
        length--;
    text[length] = '\0';
    if (f >= 0)
        close(f);
}

static void limit(int what, uint64_t soft, uint64_t hard)
{
    struct rlimit old, l = {.rlim_cur = (rlim_t)soft, .rlim_max = (rlim_t)hard};
    if (!getrlimit(what, &old) && l.rlim_max > old.rlim_max)
        l.rlim_max = old.rlim_max;
    if (l.rlim_cur > l.rlim_max)
        l.rlim_cur = l.rlim_max;
    setrlimit(what, &l);
}

// The memory that may be written to and is this process's own. A copy of another one has some from
// the beginning, which does not count.
static uint64_t own_bytes(void)
{
    char text[200], *at = text;
    unsigned long long pages = 0;
    mw_process_read("/proc/self/statm", text, sizeof text);
    for (int i = 0; i < 6; i++)
        pages = strtoull(at, &at, 10);
    return pages * (uint64_t)sysconf(_SC_PAGESIZE);
}

// The limit is on data, not on addresses: a Java machine reserves far more of these than it uses.
static void set_limits(const mw_process_plan *plan)
{
    uint64_t seconds = (uint64_t)ceil(plan->seconds);
    uint64_t bytes = plan->bytes + (plan->words ? 0 : own_bytes());
    const uint64_t file = (uint64_t)MW_PROCESS_FILE_MIB << 20;
    limit(RLIMIT_CPU, seconds, seconds + 1);
    limit(RLIMIT_DATA, bytes, bytes);
    limit(RLIMIT_FSIZE, file, file);
    limit(RLIMIT_CORE, 0, 0);
}

// Closes all descriptors from this one on.
static void close_from(int first)
{
    DIR *d = opendir("/proc/self/fd");
    for (const struct dirent *entry; d && (entry = readdir(d));) {
        char *end;
        long fd = strtol(entry->d_name, &end, 10);
        if (!*end && end > entry->d_name && fd >= first && fd != dirfd(d))
            close((int)fd);
    }
    if (d)
        closedir(d);
    for (int fd = first; !d && fd < 1024; fd++)
        close(fd);
}

// Puts the descriptors at their places, above which nothing stays open. They may lie at each
// other's places now.
static void place(int *fds, int count, int first)
{
    for (int i = 0; i < count; i++)
        if ((fds[i] = fcntl(fds[i], F_DUPFD, first + count)) < 0)
            _exit(126);
    for (int i = 0; i < count; i++)
        if (dup2(fds[i], first + i) < 0)
            _exit(126);
}

static void forget_signals(void)
{
    sigset_t none;
    for (int i = 1; i < MANY_SIGNALS; i++)
        signal(i, SIG_DFL);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

// What programs look at that would make one run differ from the next, or fill folders.
static void set_environment(void)
{
    setenv("PYTHONHASHSEED", "0", 1);
    setenv("PYTHONDONTWRITEBYTECODE", "1", 1);
    setenv("PYTHONUNBUFFERED", "1", 1);
}

_Noreturn static void run_command(const mw_process_plan *plan)
{
    set_environment();
    bool there = !plan->folder || !chdir(plan->folder);
    set_limits(plan);
    if (there)
        execvp(plan->words[0], plan->words);
    char text[300];
    int n = snprintf(text, sizeof text, "%.200s: %s\n", plan->words[0], strerror(errno));
    _exit(write(2, text, (size_t)n) < 0 ? 126 : 127);
}

_Noreturn void mw_process_begin(const mw_process_plan *plan, int in, int out, int err)
{
    int nothing = open("/dev/null", O_RDWR);
    int ends[5] = {plan->words ? in : nothing, plan->words ? out : nothing, err, in, out};
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL); // where this program is killed
    forget_signals();
    place(ends, plan->words ? 3 : 5, 0);
    close_from(plan->words ? 3 : 5);
    if (plan->words)
        run_command(plan);
    set_limits(plan);
    _exit(plan->run(plan->context, 3, 4));
}
