// statistics.h: is one of two really smaller? Tests for pairs, and an interval for a median.
// Nothing here assumes how values are distributed.
#ifndef MW_EXPERIMENT_STATISTICS_H
#define MW_EXPERIMENT_STATISTICS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The sign test: the probability, if both were alike, of a split at least as uneven as this one
// (two-sided, exact). Ties are left out before.
double mw_sign_test(uint64_t fewer, uint64_t more);

// The signed-rank test of Wilcoxon on differences; those that are 0 are left out, equal ones share
// their ranks. Exact (over all 2^n choices of signs) up to 50 differences, else by the normal
// distribution with corrections for ties and continuity.
typedef struct mw_wilcoxon {
    size_t n;           // differences that are not 0
    double plus, minus; // sums of the ranks of the positive and of the negative ones
    double p;           // two-sided
    bool exact;
} mw_wilcoxon;
bool mw_wilcoxon_test(const double *differences, size_t count, mw_wilcoxon *); // false: no memory

// The median, and the interval in which it lies with 95 % confidence by the bootstrap: medians of
// 2,000 samples drawn from the values. NaN without values.
typedef struct mw_interval {
    double median, low, high;
} mw_interval;
bool mw_median_interval(const double *values, size_t count, uint64_t seed, mw_interval *);

double mw_median(double *values, size_t count); // sorts them; NaN if there are none
// The value below which this share of at least one value lies; between two values in proportion.
// Sorts them.
double mw_quantile(double *values, size_t count, double share);

#endif
