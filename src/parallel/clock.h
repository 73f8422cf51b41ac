// clock.h: the one clock of the program. The library (core, kinds, search, design) has none.
#ifndef MW_PARALLEL_CLOCK_H
#define MW_PARALLEL_CLOCK_H

#include <time.h>

double mw_seconds(void);           // from some moment on; nobody sets this clock back
double mw_processor_seconds(void); // of work by this thread
// The moment that is so many nanoseconds away, for pthread_cond_timedwait on CLOCK_MONOTONIC.
struct timespec mw_moment_after(long nanoseconds);
// The date and time now, e.g. "2026-11-16T12:00:00Z".
void mw_date_now(char text[32]);

#endif
