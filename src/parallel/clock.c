// clock.c: see clock.h.
#include "parallel/clock.h"

#define SECOND 1000000000L // nanoseconds

static double seconds_of(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

double mw_seconds(void)
{
    return seconds_of(CLOCK_MONOTONIC);
}

double mw_processor_seconds(void)
{
    return seconds_of(CLOCK_THREAD_CPUTIME_ID);
}

struct timespec mw_moment_after(int64_t nanoseconds)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    nanoseconds += t.tv_nsec;
    t.tv_sec += (time_t)(nanoseconds / SECOND);
    t.tv_nsec = (long)(nanoseconds % SECOND);
    return t;
}

void mw_date_now(char text[32])
{
    time_t t = time(NULL);
    struct tm utc;
    strftime(text, 32, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&t, &utc));
}
