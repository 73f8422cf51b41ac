// clock_jumps.c: a library to be loaded before the C library: a wall clock that is set forward and
// back by years at every look. The clock that only counts on is left alone.
#include <stdint.h>
#include <sys/time.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define YEAR (365L * 24 * 3600)

static long jump(void)
{
    static unsigned looks;
    unsigned look = __atomic_fetch_add(&looks, 1, __ATOMIC_RELAXED);
    return look * 2654435761u >> 31 ? -20 * YEAR : 30 * YEAR; // irregularly
}

__attribute__((visibility("default"))) int clock_gettime(clockid_t clock_id, struct timespec *tp)
{
    int code = (int)syscall(SYS_clock_gettime, clock_id, tp);
    if (!code && (clock_id == CLOCK_REALTIME || clock_id == CLOCK_REALTIME_COARSE))
        tp->tv_sec += jump();
    return code;
}

__attribute__((visibility("default"))) time_t time(time_t *timer)
{
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    if (timer)
        *timer = t.tv_sec;
    return t.tv_sec;
}

__attribute__((visibility("default"))) int gettimeofday(struct timeval *tv, void *tz)
{
    struct timespec t;
    (void)tz;
    int code = clock_gettime(CLOCK_REALTIME, &t);
    *tv = (struct timeval){.tv_sec = t.tv_sec, .tv_usec = t.tv_nsec / 1000};
    return code;
}
