// clock.h: the one clock of the program. The library (core, kinds, search, design) has none.
#ifndef MW_PARALLEL_CLOCK_H
#define MW_PARALLEL_CLOCK_H

#include <stdint.h>
#include <time.h>

double mw_seconds(void);           // since some moment in the past; this clock never goes back
double mw_processor_seconds(void); // for which this thread has been running
// The moment that many nanoseconds from now, for pthread_cond_timedwait on CLOCK_MONOTONIC.
struct timespec mw_moment_after(int64_t nanoseconds);
// The date and time of UTC now, e.g. "2026-11-16T12:00:00Z".
void mw_date_now(char text[32]);

#endif
