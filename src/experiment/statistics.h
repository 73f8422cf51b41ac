// statistics.h: tests whether one of two samples is really smaller, an interval for a median,
// quantiles, and the 95 % intervals in which a statistic of a second sample lies.
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

// How far out a run lies among others. values[run * figures + figure]; the run in question is the
// first, and all runs are treated alike. A run lies as far out as the sum, over its figures, of the
// distance between their rank among all runs and the middle rank; equal figures share their ranks.
// Returns the share of all runs, the first included, that lie at least as far out as the first: the
// exact p-value of the first run being one like the others.
double mw_outlying_p(const double *values, size_t runs, size_t figures);

// ---- where another sample of the same population has its statistic, with a chance of 95 %
typedef struct mw_range {
    double low, high;
} mw_range;

// Values that are added up one by one, for their mean and their standard deviation.
typedef struct mw_moments {
    double count, mean, squares; // squares: the sum of squared distances from the mean
} mw_moments;
void mw_moments_add(mw_moments *, double value);
// Of the population, as this sample lets us estimate it. NaN: there are fewer than two values.
double mw_moments_deviation(const mw_moments *);

// Student's t: 95 % of its distribution with so many degrees of freedom lie within +-t. NaN for 0.
double mw_student_95(double freedom);
// Wilson's interval for a share (0 to 1) of `count` trials.
mw_range mw_share_interval(double share, double count);
// `share` of `count` trials was seen, and `other` of `other_count` by somebody else. Where `other`
// may lie if both sampled the same: it lies inside exactly if Newcombe's interval of the difference
// (Statistics in Medicine 17, 1998, method 10), which is made of two of Wilson's, contains 0.
mw_range mw_share_range(double share, double count, double other, double other_count);
// Where the mean of `other_count` values of the same population may lie. Nothing is known of the
// other values, so their deviation is taken to be ours. NaN if ours is.
mw_range mw_mean_range(double mean, double deviation, double count, double other_count);
// The same for numbers of events, of which a sample may have none and then a deviation of 0: at
// least as wide as for events that are independent of each other (Poisson). NaN, too, if ours is.
mw_range mw_events_range(double mean, double deviation, double count, double other_count);

#endif
