// child.c: see child.h.
#include "child.h"

#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#define PATIENCE 60 // seconds; then it is killed

// ---- the child

extern char **environ;

static void limit_files(long bytes)
{
    struct rlimit limit = {.rlim_cur = bytes > 0 ? (rlim_t)bytes : 0, .rlim_max = RLIM_INFINITY};
    if (bytes && setrlimit(RLIMIT_FSIZE, &limit))
        _exit(98);
}

static void take_terminal(int terminal)
{
    int slave = open(ptsname(terminal), O_RDWR | O_NOCTTY);
    if (slave < 0 || dup2(slave, 0) < 0 || dup2(slave, 1) < 0)
        _exit(98);
    setenv("TERM", "xterm-256color", 1);
    setenv("LINES", "24", 1);
    setenv("COLUMNS", "80", 1);
}

static void become(const char *arguments, const child *t, int out, int err)
{
    static char line[3000], *words[200];
    const conditions *how = &t->how;
    int n = 0;
    snprintf(line, sizeof line, "%s", arguments);
    words[n++] = COMMAND;
    for (char *rest, *w = strtok_r(line, " ", &rest); w; w = strtok_r(NULL, " ", &rest))
        words[n++] = w;
    if (how->terminal)
        take_terminal(t->terminal);
    else if (dup2(out, 1) < 0)
        _exit(98);
    if (dup2(err, 2) < 0 || chdir(how->folder ? how->folder : SOURCE_DIR))
        _exit(98);
    signal(SIGPIPE, SIG_DFL);
    signal(SIGINT, SIG_DFL); // a shell has it ignored by what it runs in the background
    if (how->preload)
        setenv("LD_PRELOAD", how->preload, 1);
    int command = open(COMMAND, O_RDONLY); // now: nobody may not enter its folder
    if (how->not_root && !geteuid() && setuid(65534))
        _exit(98);
    limit_files(how->file_bytes);
    fexecve(command, words, environ);
    _exit(98);
}

// ---- the parent

static int open_terminal(void)
{
    int t = posix_openpt(O_RDWR | O_NOCTTY);
    assert_true(t >= 0 && !grantpt(t) && !unlockpt(t));
    return t;
}

void child_start(child *t, const char *arguments, const conditions *how)
{
    int out[2], err[2];
    *t = (child){
        .how = *how, .terminal = how->terminal ? open_terminal() : -1, .started = mw_seconds()};
    assert_int_equal(pipe(out) | pipe(err), 0);
    int to = how->out ? open(how->out, O_WRONLY | O_CREAT | O_TRUNC, 0666) : out[1];
    assert_true(to >= 0);
    for (int i = 0; i < 2; i++) // what the parent reads is none of the child's, else no pipe ends
        fcntl(i ? err[0] : out[0], F_SETFD, FD_CLOEXEC);
    if (how->unread)
        close(out[0]);
    fflush(NULL);
    t->pid = fork();
    assert_true(t->pid >= 0);
    if (!t->pid) {
        if (how->unread)
            out[0] = -1;
        become(arguments, t, to, err[1]);
    }
    close(out[1]);
    close(err[1]);
    if (how->out)
        close(to);
    t->out = how->unread ? -1 : out[0];
    t->err = err[0];
    if (how->keys)
        assert_true(write(t->terminal, how->keys, strlen(how->keys)) > 0);
}

static void gather(int *from, char *text, size_t size, size_t *length)
{
    char block[4096];
    ssize_t n = read(*from, block, sizeof block);
    if (n <= 0) {
        close(*from);
        *from = -1;
        return;
    }
    size_t room = size - 1 - *length, fits = (size_t)n < room ? (size_t)n : room;
    memcpy(text + *length, block, fits);
    *length += fits;
}

// Until all ends are closed, or it is time.
static void listen(child *t, ending *e, size_t *out, size_t *err, double until)
{
    for (double left; (left = until - mw_seconds()) > 0;) {
        struct pollfd ends[3] = {
            {t->out, POLLIN, 0}, {t->err, POLLIN, 0}, {t->terminal, POLLIN, 0}};
        if (t->out < 0 && t->err < 0)
            break;
        if (poll(ends, 3, (int)(left * 1000) + 1) <= 0)
            continue;
        if (ends[0].revents)
            gather(&t->out, e->out, sizeof e->out, out);
        if (ends[1].revents)
            gather(&t->err, e->err, sizeof e->err, err);
        if (ends[2].revents & POLLIN) {
            char block[4096]; // what a screen shows is not looked at
            if (read(t->terminal, block, sizeof block) < 0)
                continue;
        } else if (ends[2].revents) {
            pause_for(0.001);
        }
    }
}

static bool is_calm(int terminal)
{
    struct termios now;
    return terminal < 0 ||
           (!tcgetattr(terminal, &now) && now.c_lflag & ECHO && now.c_lflag & ICANON);
}

static double seconds_of(struct timeval t)
{
    return (double)t.tv_sec + (double)t.tv_usec * 1e-6;
}

// The processor time that a child has used so far, as its file in /proc tells: fields 14 and 15,
// which are counted from behind the name of the command.
static double used_by(pid_t pid)
{
    char line[1000] = "";
    FILE *f = fopen(formatted("/proc/%ld/stat", (long)pid), "r");
    const char *rest = f && fgets(line, sizeof line, f) ? strrchr(line, ')') : NULL;
    unsigned long user = 0, system = 0;
    if (rest)
        sscanf(rest + 2, "%*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &user, &system);
    if (f)
        fclose(f);
    return (double)(user + system) / (double)sysconf(_SC_CLK_TCK);
}

void child_end(child *t, ending *e)
{
    size_t out = 0, err = 0;
    int status;
    double sent = 0, used = 0;
    struct rusage all;
    *e = (ending){0};
    if (t->how.signal) {
        listen(t, e, &out, &err, mw_seconds() + (double)t->how.microseconds * 1e-6);
        used = used_by(t->pid);
        kill(t->pid, t->how.signal); // nobody has waited for it yet: the number is still its own
        sent = mw_seconds();
    }
    listen(t, e, &out, &err, mw_seconds() + PATIENCE);
    if (t->out >= 0 || t->err >= 0)
        kill(t->pid, SIGKILL);
    assert_int_equal(wait4(t->pid, &status, 0, &all), t->pid);
    e->seconds = sent > 0 ? mw_seconds() - sent : 0;
    e->whole = mw_seconds() - t->started;
    e->cpu = seconds_of(all.ru_utime) + seconds_of(all.ru_stime) - used;
    e->peak = (double)all.ru_maxrss;
    e->code = WIFEXITED(status) ? WEXITSTATUS(status) : -1 - WTERMSIG(status);
    e->restored = is_calm(t->terminal);
    if (t->terminal >= 0)
        close(t->terminal);
    if (t->out >= 0)
        close(t->out);
    if (t->err >= 0)
        close(t->err);
}

void child_run(const char *arguments, const conditions *how, ending *e)
{
    child t;
    child_start(&t, arguments, how);
    child_end(&t, e);
}

// ---- files

bool holds(const char *file, const char *text)
{
    char *found = read_file("/", file);
    bool same = found && !strcmp(found, text);
    free(found);
    return same;
}

unsigned count_files(const char *folder, const char *part)
{
    unsigned n = 0;
    DIR *d = opendir(folder);
    assert_non_null(d);
    for (struct dirent *e; (e = readdir(d));)
        n += strstr(e->d_name, part) != NULL;
    closedir(d);
    return n;
}
