// watch.c: limits, progress and interruption of long work. The engines of the library have no
// clock; they call `keep_going` now and then, and here it is decided whether they go on.
#include "parallel/processes.h"
#include "tool/tool.h"

#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>

// A signal handler sets these, in any thread; all threads read them.
static atomic_bool interrupt;
static _Atomic(const output *) discarded; // the file that a signal removes; NULL: none

// Calls only what a signal handler may call. A file that is written in place has no part to remove.
static void discard(const output *o)
{
    if (*o->part)
        unlink(o->part);
    _exit(EXIT_LIMIT);
}

// The first signal lets the work end in its own way. Another one, a second or more later, ends the
// program at once.
static void on_interrupt(int number)
{
    static atomic_long first;
    const output *o = discarded;
    long second = (long)mw_seconds();
    (void)number;
    if (o)
        discard(o);
    if (!interrupt)
        first = second;
    else if (second > first + 1)
        _exit(EXIT_LIMIT);
    interrupt = true;
}

void catch_interrupts(void)
{
    struct sigaction action = {.sa_handler = on_interrupt};
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    struct sigaction ignore = {.sa_handler = SIG_IGN}; // then writing returns an error:
    sigaction(SIGPIPE, &ignore, NULL);                 // a closed pipe,
    sigaction(SIGXFSZ, &ignore, NULL);                 // a file that may grow no further
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

void interrupts_discard(const output *o)
{
    discarded = o;
    if (o && interrupt) // the signal came before the file was known
        discard(o);
}

// All that the library does on the main thread ends at the limit, too; see mw_stopping.
static watch *watching; // the watch of the verb

static bool in_time(void *context)
{
    (void)context;
    watching->timed_out = watching->deadline > 0 && mw_seconds() > watching->deadline;
    return !interrupt && !watching->timed_out;
}

static mw_stop stop = {.goes_on = in_time};

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
}

void watch_rest(watch *w)
{
    if (stop.stopped)
        w->deadline = mw_seconds() + 0.3;
    w->timed_out = stop.stopped = false;
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
    if (!watching)
        mw_stop_begin(&stop);
    watching = w;
    return option_bytes(s, O_LIMIT_MEMORY, &w->limits.bytes);
}

bool search_read(const settings *s, mw_search_options *o, watch *w)
{
    const char *store = s->value[O_STORE];
    bool known = !store || mw_visited_find(store, &o->store);
    if (!known)
        complain("--store %s is unknown; it is auto, dense, hashed, full or none", store);
    if (!known || !watch_open(w, s) || !option_number(s, O_WEIGHT, 0.001, 1000, 2, &o->weight))
        return false;
    o->limits = w->limits;
    return true;
}

const char *limit_reason(const watch *w, mw_limit limit)
{
    return limit != MW_LIMIT_STOPPED ? mw_limit_name(limit)
           : w->timed_out            ? "seconds"
                                     : "interrupted";
}

bool say_stopped(void)
{
    if (!stop.stopped)
        return false;
    watch_clear(watching);
    complain("stopped at the limit: %s", limit_reason(watching, MW_LIMIT_STOPPED));
    return true;
}

int limit_hit(const watch *w, const char *label, mw_limit limit)
{
    if (stop.stopped) // and only seemed to lack memory
        limit = MW_LIMIT_STOPPED;
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
