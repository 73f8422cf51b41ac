// watch.c: limits, progress and interruption of long work. The engines of the library have no
// clock; they call `keep_going` now and then, and here it is decided whether they go on.
#include "parallel/processes.h"
#include "tool/tool.h"

#include <errno.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static watch *watching; // the watch of the verb; NULL: it has none

// ---- telling what was found, when the work has been stopped

#define REST 0.25 // seconds for it

static double telling_from; // 0: the work goes on

// ---- signals. Handlers call only what a signal handler may call: no stdio, no memory.

#define PATIENCE       0.35 // seconds of work after a signal; then the program is ended
#define PATIENCE_IDLE  0.45 // seconds on the clock without work
#define PATIENCE_SHARE 2.0  // seconds on the clock, where the machine does much else
#define LOOK_USEC      50000

// Signal handlers set these, in any thread; all threads read them.
static atomic_bool interrupt;
static atomic_bool told;               // that the work was interrupted
static atomic_bool unread;             // whoever read stdout has gone
static atomic_int busy_elsewhere;      // see interrupts_end_at_once
static atomic_bool patient;            // see interrupts_are_awaited
static _Atomic(void (*)(void)) at_end; // see interrupts_call
// The first handler writes these before it sets `interrupt`; nobody reads them before that.
static double signalled_at;   // by the clock
static double worked_by_then; // by all threads

static double worked(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void end_now(void)
{
    static const char sentence[] = "mazewright: interrupted: what was not told yet is lost\n";
    void (*call)(void) = at_end;
    if (call)
        call();
    if (!told && write(STDERR_FILENO, sentence, sizeof sentence - 1) < 0)
        errno = 0; // nobody is there to read it
    outputs_discard();
    _exit(unread ? 128 + SIGPIPE : EXIT_LIMIT); // what a shell says of a program that a pipe ended
}

// Work that asks whether it is to end does so at once. What cannot be asked, such as another
// library or the freeing of much memory, is ended here a moment later. Only work counts, because a
// machine may do much else; but what waits for something has no work to do.
static void on_alarm(int number)
{
    int error = errno;
    double passed = mw_seconds() - signalled_at, work = worked() - worked_by_then;
    (void)number;
    if (work > PATIENCE || passed > PATIENCE_SHARE || (passed > PATIENCE_IDLE && work < 0.005))
        end_now();
    errno = error;
}

// The first signal lets the work end in its own way. Another one, a second or more later, ends the
// program at once.
static void on_interrupt(int number)
{
    static const struct itimerval often = {.it_interval = {.tv_usec = LOOK_USEC},
                                           .it_value = {.tv_usec = LOOK_USEC}};
    int error = errno;
    (void)number;
    if (busy_elsewhere || (interrupt && mw_seconds() - signalled_at > 1))
        end_now();
    if (!interrupt) {
        signalled_at = mw_seconds();
        worked_by_then = worked();
        interrupt = true;
        if (!patient && mw_processes() == 1)
            setitimer(ITIMER_REAL, &often, NULL);
    }
    errno = error;
}

// A reader of stdout that goes away, as `head` does, has read enough: the work ends without a word.
// A pipe or socket other than stdout is no reader.
static void on_pipe(int number)
{
    int error = errno;
    struct pollfd out = {.fd = STDOUT_FILENO, .events = POLLOUT};
    if (!unread && poll(&out, 1, 0) == 1 && out.revents & (POLLERR | POLLHUP)) {
        unread = told = true;
        on_interrupt(number);
    }
    errno = error;
}

bool reader_gone(void)
{
    return unread;
}

void interrupts_end_at_once(bool from_now)
{
    busy_elsewhere += from_now ? 1 : -1;
    if (from_now && interrupt) // the signal came before
        end_now();
}

void interrupts_are_awaited(void)
{
    patient = true;
}

void interrupts_call(void (*call)(void))
{
    at_end = call;
}

bool interrupts_told(void)
{
    return told;
}

// All that the library does on the main thread ends with the interrupt or at the limit; see
// mw_stopping.
static bool in_time(void *context)
{
    (void)context;
    double now = mw_seconds();
    if (watching)
        watching->timed_out = watching->deadline > 0 && now > watching->deadline;
    bool rests = interrupt && telling_from > 0 && now < fmax(telling_from, signalled_at) + REST;
    return (!interrupt || patient || rests) && !(watching && watching->timed_out);
}

static mw_stop stop = {.goes_on = in_time}; // of the main thread, which alone looks at it
static _Thread_local bool on_main_thread;

static bool stopped_here(void)
{
    return on_main_thread && stop.stopped;
}

void catch_interrupts(void)
{
    struct sigaction action = {.sa_handler = on_interrupt};
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    struct sigaction look = {.sa_handler = on_alarm, .sa_flags = SA_RESTART};
    sigaction(SIGALRM, &look, NULL);
    struct sigaction gone = {.sa_handler = on_pipe};
    sigaction(SIGPIPE, &gone, NULL);
    struct sigaction ignore = {.sa_handler = SIG_IGN}; // a file that may grow no further: then
    sigaction(SIGXFSZ, &ignore, NULL);                 // writing returns an error
    mw_stop_begin(&stop);
    on_main_thread = true;
}

bool interrupted(void)
{
    return interrupt;
}

bool goes_on(void *context)
{
    (void)context;
    return !interrupt;
}

// ---- limits and progress

static bool keep_going(void *context, const mw_progress *p)
{
    watch *w = context;
    double t = mw_seconds();
    if (w->progress && t - w->started > 1 && t - w->shown > 0.25) {
        char expanded[40], stored[40];
        w->shown = t;
        fprintf(stderr, "\r\033[K%s states expanded, %s stored, %s MiB, %.0f s",
                thousands((double)p->expanded, expanded), thousands((double)p->stored, stored),
                thousands((double)(p->bytes >> 20), (char[40]){0}), t - w->started);
        fflush(stderr);
    }
    w->timed_out = w->deadline > 0 && t > w->deadline;
    return !interrupt && !w->timed_out;
}

bool progress_wanted(const settings *s)
{
    return !s->value[O_QUIET] && mw_is_first() && isatty(STDERR_FILENO);
}

void watch_restart(watch *w)
{
    double seconds;
    option_number(w->s, O_LIMIT_SECONDS, 0, 1e9, 0, &seconds);
    w->started = mw_seconds();
    w->deadline = seconds > 0 ? w->started + seconds : 0;
    w->shown = 0;
    w->timed_out = stop.stopped = false;
    telling_from = 0;
}

void watch_next(void)
{
    if (watching)
        watch_restart(watching);
}

void watch_rest(watch *w)
{
    double now = mw_seconds();
    if (!on_main_thread)
        return; // others are not asked
    if (!(telling_from > 0))
        telling_from = now;
    if (w && w->deadline > 0)
        w->deadline = fmax(w->deadline, now + REST);
    if (w)
        w->timed_out = false;
    stop.stopped = false;
}

void watch_clear(watch *w)
{
    if (w->shown > 0)
        clear_line();
    w->shown = 0;
}

void clear_line(void)
{
    fputs("\r\033[K", stderr);
}

bool watch_open(watch *w, const settings *s)
{
    double states, seconds;
    *w = (watch){.s = s, .progress = progress_wanted(s)};
    if (!option_number(s, O_LIMIT_STATES, 1, 4e9, 0, &states) ||
        !option_number(s, O_LIMIT_SECONDS, 0.001, 1e9, 0, &seconds))
        return false;
    w->limits = (mw_limits){.states = (uint64_t)states, .keep_going = keep_going, .context = w};
    watch_restart(w);
    watching = w;
    return option_bytes(s, O_LIMIT_MEMORY, &w->limits.bytes);
}

bool search_read(const settings *s, mw_search_options *o, watch *w)
{
    const char *store = s->value[O_STORE];
    bool known = !store || mw_visited_find(store, &o->store);
    if (!known)
        complain("--store %s is unknown; it is auto, dense, hashed, full or none", store);
    if (!known || !watch_open(w, s))
        return false;
    o->limits = w->limits;
    return true;
}

const char *limit_reason(const watch *w, mw_limit limit)
{
    told = told || (limit == MW_LIMIT_STOPPED && interrupt);
    return limit != MW_LIMIT_STOPPED           ? mw_limit_name(limit)
           : interrupt && !(w && w->timed_out) ? "interrupted"
                                               : "seconds";
}

static atomic_bool cut; // what is told is not whole

void watch_end(void)
{
    watching = NULL;
    telling_from = 0;
    stop.stopped = false;
    cut = false;
}

bool was_cut(void)
{
    return cut;
}

bool say_stopped_on(const char *label)
{
    if (!stopped_here() && !mw_stopped() && (!interrupt || patient))
        return false;
    if (watching)
        watch_clear(watching);
    if (label || !cut)
        complain("%s%sstopped at the limit: %s", label ? label : "", label ? ": " : "",
                 limit_reason(watching, MW_LIMIT_STOPPED));
    cut = true;
    return true;
}

bool say_stopped(void)
{
    return say_stopped_on(NULL);
}

int limit_hit(const watch *w, const char *label, mw_limit limit)
{
    if (stopped_here()) // and only seemed to lack memory
        limit = MW_LIMIT_STOPPED;
    cut = cut || limit == MW_LIMIT_STOPPED;
    if (limit == MW_LIMIT_STUCK)
        return complain_with(EXIT_LIMIT, "%s: stuck at a local minimum; other searches go on there",
                             label);
    return complain_with(EXIT_LIMIT, "%s: stopped at the limit: %s", label, limit_reason(w, limit));
}

mw_graph *graph_within(watch *w, const mw_maze *m, const char *label)
{
    mw_limit limit;
    watch_restart(w);
    mw_graph *g = mw_graph_build(m, true, &w->limits, &limit);
    watch_clear(w);
    if (!g)
        limit_hit(w, label, limit);
    return g;
}

int exit_of_search(mw_outcome outcome)
{
    static const int codes[] = {[MW_OUTCOME_SOLVED] = EXIT_DONE,
                                [MW_OUTCOME_UNSOLVABLE] = EXIT_NO,
                                [MW_OUTCOME_LIMIT] = EXIT_LIMIT};
    return codes[outcome];
}
