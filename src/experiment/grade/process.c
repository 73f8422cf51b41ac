// process.c: see process.h. How the process begins is in process_begin.c.
#include "experiment/grade/process.h"

#include "experiment/grade/process_begin.h"
#include "parallel/clock.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#define BLOCK      ((size_t)1 << 16) // bytes that are read or kept ready to be written
#define LOOK_MS    50                // between two questions whether it is to go on
#define LEAVE_MS   300               // that a process has to end by itself
#define GROUP_MOST 64                // processes in its group

// The group of the process that runs now, for a signal handler. One runs at a time.
static _Atomic pid_t group;

void mw_process_kill(void)
{
    pid_t g = group;
    if (g > 0)
        kill(-g, SIGKILL);
}

// ---- starting

static void close_end(int *end)
{
    if (*end >= 0)
        close(*end);
    *end = -1;
}

// Processes and threads on this machine: "0.20 0.18 0.12 1/80 11206" has 80.
static uint64_t everybody(void)
{
    char text[200];
    mw_process_read("/proc/loadavg", text, sizeof text);
    const char *slash = strchr(text, '/');
    return slash ? strtoull(slash + 1, NULL, 10) : 0;
}

bool mw_process_start(mw_process *p, const mw_process_plan *plan, mw_error *error)
{
    int pipes[3][2] = {{-1, -1}, {-1, -1}, {-1, -1}};
    *p = (mw_process){.plan = *plan, .in = -1, .out = -1, .err = -1, .others = everybody()};
    // Whatever the process starts and leaves behind becomes our child, so that it can be killed.
    bool ok = !prctl(PR_SET_CHILD_SUBREAPER, 1);
    for (int i = 0; ok && i < 3; i++)
        ok = !pipe(pipes[i]);
    fflush(NULL); // what waits to be written would be written twice
    p->id = ok ? fork() : -1;
    if (!p->id)
        mw_process_begin(plan, pipes[0][0], pipes[1][1], pipes[2][1]);
    int wrong = errno;
    for (int i = 0; i < 3; i++) {
        bool ours = i > 0; // we write to its stdin, and read the others
        close_end(&pipes[i][ours]);
        if (p->id < 0)
            close_end(&pipes[i][!ours]);
        else
            fcntl(pipes[i][!ours], F_SETFL, O_NONBLOCK);
    }
    p->in = pipes[0][1];
    p->out = pipes[1][0];
    p->err = pipes[2][0];
    if (p->id > 0) {
        setpgid(p->id, p->id); // it does so, too: whoever comes first
        group = p->id;
        return true;
    }
    p->id = 0;
    *error = (mw_error){.code = MW_ERROR_SYSTEM};
    snprintf(error->text, sizeof error->text, "cannot start a process: %s", strerror(wrong));
    return false;
}

// ---- talking

// Keeps the last bytes.
static void keep_said(mw_process *p, const char *bytes, size_t length)
{
    const size_t most = sizeof p->said - 1;
    if (length > most) {
        bytes += length - most;
        length = most;
    }
    size_t keep = p->said_length + length > most ? most - length : p->said_length;
    memmove(p->said, p->said + p->said_length - keep, keep);
    memcpy(p->said + keep, bytes, length);
    p->said_length = keep + length;
    p->said[p->said_length] = '\0';
}

// Reads what is there. False: the other end is closed.
static bool hear(mw_process *p, int *from, bool answers)
{
    char block[BLOCK];
    ssize_t n = read(*from, block, sizeof block);
    if (n < 0 && (errno == EAGAIN || errno == EINTR))
        return true;
    if (n <= 0) {
        close_end(from);
        return false;
    }
    if (answers)
        mw_write_bytes(&p->answers, block, (size_t)n);
    else
        keep_said(p, block, (size_t)n);
    return true;
}

// Writes what fits into the pipe. If nobody reads it, the questions are dropped.
static void say(mw_process *p)
{
    ssize_t n = write(p->in, p->questions.text + p->sent, p->questions.length - p->sent);
    if (n > 0)
        p->sent += (size_t)n;
    else if (errno != EAGAIN && errno != EINTR)
        close_end(&p->in);
}

static void get_ready(mw_process *p, const mw_exchange *x, uint64_t *asked)
{
    mw_writer *w = &p->questions;
    if (p->sent < w->length)
        return;
    w->length = p->sent = 0;
    while (*asked < x->count && w->length < BLOCK && !w->failed)
        x->write(x->context, (*asked)++, w);
    if (x->last && !w->length)
        close_end(&p->in);
}

// Reads the answers that are whole.
static void take_answers(mw_process *p, const mw_exchange *x, uint64_t *answered)
{
    mw_writer *w = &p->answers;
    long n = 1;
    while (*answered < x->count && w->length > p->taken &&
           (n = x->read(x->context, *answered, w->text + p->taken, w->length - p->taken)) > 0) {
        p->taken += (size_t)n;
        ++*answered;
    }
    if (n < 0)
        p->state = MW_PROCESS_WRONG;
    if (p->taken && (p->taken == w->length || p->taken >= BLOCK)) {
        memmove(w->text, w->text + p->taken, w->length - p->taken);
        w->length -= p->taken;
        p->taken = 0;
    }
}

// Is the group too large? That is looked at only where the machine has many more processes than
// before.
static bool is_crowd(const mw_process *p)
{
    unsigned count = 0;
    DIR *d = everybody() > p->others + GROUP_MOST ? opendir("/proc") : NULL;
    for (const struct dirent *entry; d && (entry = readdir(d));) {
        char *end;
        long id = strtol(entry->d_name, &end, 10);
        count += id > 0 && !*end && getpgid((pid_t)id) == p->id;
    }
    if (d)
        closedir(d);
    return count > GROUP_MOST;
}

// Has it ended? Its end of the pipe may be held open by what it has started.
static bool has_ended(const mw_process *p)
{
    siginfo_t info = {0};
    return !waitid(P_PID, (id_t)p->id, &info, WEXITED | WNOHANG | WNOWAIT) && info.si_pid;
}

// How long the process was ready to work and had no processor, as far as the system tells.
static double seconds_in_queue(const mw_process *p)
{
    char name[40], text[100] = "";
    snprintf(name, sizeof name, "/proc/%ld/schedstat", (long)p->id);
    FILE *f = fopen(name, "r");
    const char *second = f && fgets(text, sizeof text, f) ? strchr(text, ' ') : NULL;
    if (f)
        fclose(f);
    return second ? strtod(second, NULL) * 1e-9 : 0;
}

// Has it been waited for too long? One that works, on a machine that does much else, is waited for
// longer: its processor time is limited, and it gets the same sentence on every machine.
static bool is_silent(const mw_process *p)
{
    const double seconds = p->plan.seconds;
    clockid_t clock;
    struct timespec used = {0};
    if (p->waited < 2 * seconds + 1 || p->waited - seconds_in_queue(p) < 2 * seconds + 1)
        return false;
    bool known = !clock_getcpuclockid(p->id, &clock) && !clock_gettime(clock, &used);
    bool works = known && (double)used.tv_sec + (double)used.tv_nsec * 1e-9 > seconds / 4;
    return !works || p->waited > 20 * seconds + 10;
}

// `idle`: nothing was said for a while.
static void look_around(mw_process *p, bool idle)
{
    if (idle && has_ended(p))
        p->state = MW_PROCESS_CLOSED;
    else if (p->plan.goes_on && !p->plan.goes_on(p->plan.goes_on_context))
        p->state = MW_PROCESS_STOPPED;
    else if (is_silent(p))
        p->state = MW_PROCESS_SILENT;
    else if (p->questions.failed || p->answers.failed)
        p->state = MW_PROCESS_NO_MEMORY;
    else if (mw_seconds() - p->looked > LOOK_MS * 1e-3) {
        p->looked = mw_seconds();
        p->state = is_crowd(p) ? MW_PROCESS_CROWD : MW_PROCESS_WELL;
    }
}

uint64_t mw_process_ask(mw_process *p, const mw_exchange *x)
{
    uint64_t asked = 0, answered = 0;
    take_answers(p, x, &answered); // that came before they were asked for
    if (p->out < 0 && !p->state)
        p->state = MW_PROCESS_CLOSED;
    while (!p->state && answered < x->count) {
        if (p->in >= 0)
            get_ready(p, x, &asked);
        if (p->in >= 0 && p->sent < p->questions.length)
            say(p);
        struct pollfd ends[3] = {{p->out, POLLIN, 0},
                                 {p->err, POLLIN, 0},
                                 {p->sent < p->questions.length ? p->in : -1, POLLOUT, 0}};
        double from = mw_seconds();
        int ready = poll(ends, 3, LOOK_MS);
        p->waited += mw_seconds() - from;
        if (ready > 0 && ends[1].revents)
            hear(p, &p->err, false);
        if (ready > 0 && ends[0].revents && !hear(p, &p->out, true)) {
            p->state = MW_PROCESS_CLOSED;
            if (p->plan.words && p->answers.length > p->taken) // the last line may lack its end
                mw_write_char(&p->answers, '\n');
        }
        take_answers(p, x, &answered);
        if (!p->state && answered < x->count)
            look_around(p, !ready);
    }
    if (answered == x->count && p->state == MW_PROCESS_CLOSED)
        p->state = MW_PROCESS_WELL;
    return answered;
}

// ---- ending

static void pause_ms(long ms)
{
    nanosleep(&(struct timespec){.tv_nsec = ms * 1000000}, NULL);
}

static double seconds_of(struct timeval t)
{
    return (double)t.tv_sec + (double)t.tv_usec * 1e-6;
}

// One that has closed its end is given a moment to end by itself, so that its exit code is known.
static void let_leave(mw_process *p)
{
    for (long ms = 0; ms < LEAVE_MS && !has_ended(p); ms += 5) {
        if (p->err >= 0)
            hear(p, &p->err, false);
        pause_ms(5);
    }
    for (int i = 0; i < 1000 && p->err >= 0 && p->said_length < MW_PROCESS_SAID; i++) {
        size_t before = p->said_length;
        if (!hear(p, &p->err, false) || p->said_length == before)
            break;
    }
}

// Kills what the process has started and what has outlived it: this process has become its parent.
static void kill_orphans(void)
{
    char name[64], ids[2000];
    snprintf(name, sizeof name, "/proc/self/task/%ld/children", (long)getpid());
    for (int round = 0; round < 1000; round++) {
        while (waitpid(-1, NULL, WNOHANG) > 0)
            continue;
        if (waitpid(-1, NULL, WNOHANG) < 0) // there is none
            return;
        mw_process_read(name, ids, sizeof ids);
        char *rest = ids;
        for (long id; (id = strtol(rest, &rest, 10)) > 0;)
            kill((pid_t)id, SIGKILL);
        pause_ms(1);
    }
}

void mw_process_end(mw_process *p)
{
    struct rusage usage = {0};
    if (!p->id)
        return;
    close_end(&p->in);
    if (p->state == MW_PROCESS_CLOSED)
        let_leave(p);
    kill(-p->id, SIGKILL);
    while (wait4(p->id, &p->status, 0, &usage) < 0 && errno == EINTR)
        continue;
    group = 0;
    p->used = seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime);
    p->resident = (uint64_t)usage.ru_maxrss * 1024;
    kill_orphans();
    close_end(&p->out);
    close_end(&p->err);
    free(p->questions.text);
    free(p->answers.text);
    p->questions = p->answers = (mw_writer){0};
    p->id = 0;
}

// The last line that it wrote to stderr and that is not indented: after a list of calls in Python,
// and before one in Java, this says what went wrong.
static void quote_said(const mw_process *p, mw_writer *w)
{
    const char *line = NULL;
    size_t length = 0;
    for (const char *at = p->said, *end; *at; at = *end ? end + 1 : end) {
        end = at + strcspn(at, "\r\n");
        bool cut = at == p->said && p->said_length == sizeof p->said - 1; // its beginning is lost
        bool indented = *at == ' ' || *at == '\t' || cut;
        if (end > at && (!line || !indented)) {
            line = at;
            length = (size_t)(end - at);
        }
    }
    if (line)
        mw_write(w, "; its last words on stderr: %.*s", length < 300 ? (int)length : 300, line);
}

void mw_process_describe(const mw_process *p, mw_writer *w)
{
    bool by_signal = WIFSIGNALED(p->status);
    int number = by_signal ? WTERMSIG(p->status) : 0;
    if (p->state == MW_PROCESS_SILENT)
        mw_write(w, "did not answer within %g s", 2 * p->plan.seconds + 1);
    else if (p->state == MW_PROCESS_CROWD)
        mw_write(w, "started more than %d processes", GROUP_MOST);
    else if (number == SIGXCPU || (number == SIGKILL && p->used >= p->plan.seconds))
        mw_write(w, "used more than %g s of processor time", p->plan.seconds);
    else if (number == SIGXFSZ)
        mw_write(w, "wrote a file of more than %d MiB", MW_PROCESS_FILE_MIB);
    else if (number == SIGKILL) // by us: it was still there
        mw_write(w, "closed its output");
    else if (by_signal)
        mw_write(w, "crashed with signal %d (%s)", number, strsignal(number));
    else
        mw_write(w, "ended with exit code %d before its last answer", WEXITSTATUS(p->status));
    if (p->state == MW_PROCESS_CLOSED && number != SIGXCPU &&
        p->resident > p->plan.bytes - p->plan.bytes / 4)
        mw_write(w, ", with its memory near the limit of %g MiB",
                 (double)p->plan.bytes / (1024 * 1024));
    if (p->state == MW_PROCESS_CLOSED)
        quote_said(p, w);
}
