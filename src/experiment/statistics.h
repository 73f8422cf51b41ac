// statistics.h: tests whether one of two samples is really smaller, an interval for a median, and
// quantiles. Nothing here assumes how the values are distributed.
#ifndef MW_EXPERIMENT_STATISTICS_H
#define MW_EXPERIMENT_STATISTICS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The sign test (two-sided, exact): how probable a split at least as uneven as this one would be if
// both sides were equally good. The caller leaves ties out.
double mw_sign_test(uint64_t fewer, uint64_t more);

// The signed-rank test of Wilcoxon on differences. Differences of 0 are left out; equal ones share
// their ranks. With up to 50 differences it is exact (over all 2^n choices of signs); with more it
// uses the normal distribution, corrected for ties and continuity.
typedef struct mw_wilcoxon {
    size_t n;           // differences that are not 0
    double plus, minus; // sums of the ranks of the positive and of the negative ones
    double p;           // two-sided
    bool exact;
} mw_wilcoxon;
// False: memory ran out.
bool mw_wilcoxon_test(const double *differences, size_t count, mw_wilcoxon *);

// The median, and its 95 % confidence interval by the bootstrap: from the medians of 2,000 samples
// that are drawn from the values. Without values, all are NaN. False: memory ran out.
typedef struct mw_interval {
    double median, low, high;
} mw_interval;
bool mw_median_interval(const double *values, size_t count, uint64_t seed, mw_interval *);

double mw_median(double *values, size_t count); // sorts them; NaN if there are none
// The value below which this share (0 to 1) of the values lies; between two values it is
// interpolated. There must be at least one value. Sorts them.
double mw_quantile(double *values, size_t count, double share);

#endif
