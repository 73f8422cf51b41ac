// stop.c: the one place that asks whether long work is to end (mw_stopping, see waist.h). Who is
// asked is kept for each thread, because rules, measures and pictures have no parameter for it.
#include "core/stop.h"

static _Thread_local mw_stop *innermost;

void mw_stop_begin(mw_stop *s)
{
    s->around = innermost;
    innermost = s;
}

void mw_stop_end(mw_stop *s)
{
    innermost = s->around;
}

bool mw_stopped(void)
{
    for (const mw_stop *s = innermost; s; s = s->around)
        if (s->stopped)
            return true;
    return false;
}

bool mw_stopping(void)
{
    bool stopped = false;
    for (mw_stop *s = innermost; s; s = s->around) {
        s->stopped = s->stopped || !s->goes_on(s->context);
        stopped |= s->stopped;
    }
    return stopped;
}

static bool keep_going(void *context)
{
    const mw_limited *l = context;
    return !l->limits->keep_going || l->limits->keep_going(l->limits->context, &l->progress);
}

void mw_limited_begin(mw_limited *l, const mw_limits *limits)
{
    *l = (mw_limited){.stop = {.goes_on = keep_going, .context = l}, .limits = limits};
    mw_stop_begin(&l->stop);
}

void mw_limited_end(mw_limited *l)
{
    mw_stop_end(&l->stop);
}
