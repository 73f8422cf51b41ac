// statistics.c: see statistics.h.
#include "experiment/statistics.h"
#include "core/math.h"
#include "mazewright/rng.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define EXACT_MAX 50 // 2^50 sums are still exact in a double
#define SAMPLES   2000

double mw_median(double *values, size_t count)
{
    if (!count)
        return (double)NAN;
    qsort(values, count, sizeof *values, mw_compare_doubles);
    return count % 2 ? values[count / 2] : (values[count / 2 - 1] + values[count / 2]) / 2;
}

double mw_quantile(double *values, size_t count, double share)
{
    qsort(values, count, sizeof *values, mw_compare_doubles);
    double at = share * (double)(count - 1);
    size_t below = (size_t)at;
    if (below + 1 >= count || values[below] == values[below + 1]) // also where both are infinite
        return values[below];
    return values[below] + (at - (double)below) * (values[below + 1] - values[below]);
}

double mw_sign_test(uint64_t fewer, uint64_t more)
{
    double n = (double)(fewer + more), p = 0;
    uint64_t least = fewer < more ? fewer : more;
    for (uint64_t k = 0; k <= least; k++) {
        double x = (double)k;
        // NOLINTNEXTLINE(concurrency-mt-unsafe) lgamma shares only the sign, which nobody reads
        p += exp(lgamma(n + 1) - lgamma(x + 1) - lgamma(n - x + 1) - n * log(2));
    }
    return fmin(1, 2 * p);
}

// ---- Wilcoxon

static int by_size(const void *a, const void *b)
{
    double x = fabs(*(const double *)a), y = fabs(*(const double *)b);
    return x < y ? -1 : x > y;
}

// Doubled ranks of sorted values: equal values share the mean of their ranks, and a doubled mean is
// a whole number.
// Returns the sum of t^3 - t over all groups of t equal ones.
static double rank_twice(const double *sorted, size_t n, unsigned *twice)
{
    double ties = 0;
    for (size_t from = 0, to; from < n; from = to) {
        for (to = from + 1; to < n && fabs(sorted[to]) <= fabs(sorted[from]);)
            to++;
        for (size_t i = from; i < to; i++)
            twice[i] = (unsigned)(from + to + 1);
        double t = (double)(to - from);
        ties += t * t * t - t;
    }
    return ties;
}

// The share of all choices of signs whose positive ranks, doubled, sum up to at most `sum`.
static double share_up_to(const unsigned *twice, size_t n, size_t sum)
{
    double ways[EXACT_MAX * (EXACT_MAX + 1) + 1] = {1};
    size_t reached = 0;
    double up_to = 0;
    for (size_t i = 0; i < n; i++) {
        reached += twice[i];
        for (size_t s = reached; s >= twice[i]; s--)
            ways[s] += ways[s - twice[i]];
    }
    for (size_t s = 0; s <= sum; s++)
        up_to += ways[s];
    return up_to / ldexp(1, (int)n);
}

static double normal_p(double smaller, double n, double ties)
{
    double mean = n * (n + 1) / 4;
    double variance = n * (n + 1) * (2 * n + 1) / 24 - ties / 48;
    double z = (mean - smaller - 0.5) / sqrt(variance);
    return z > 0 ? erfc(z / sqrt(2)) : 1;
}

bool mw_wilcoxon_test(const double *differences, size_t count, mw_wilcoxon *out)
{
    double *d = calloc(count + 1, sizeof *d);
    unsigned *twice = calloc(count + 1, sizeof *twice);
    *out = (mw_wilcoxon){.p = 1, .exact = true};
    for (size_t i = 0; d && twice && i < count; i++)
        if (differences[i] > 0 || differences[i] < 0)
            d[out->n++] = differences[i];
    if (d && twice && out->n) {
        size_t n = out->n;
        qsort(d, n, sizeof *d, by_size);
        double ties = rank_twice(d, n, twice);
        for (size_t i = 0; i < n; i++)
            *(d[i] > 0 ? &out->plus : &out->minus) += twice[i] / 2.0;
        double smaller = fmin(out->plus, out->minus);
        out->exact = n <= EXACT_MAX;
        // The distribution of the sums is symmetric, so two-sided means twice the lower side.
        out->p = out->exact ? fmin(1, 2 * share_up_to(twice, n, (size_t)(2 * smaller)))
                            : normal_p(smaller, (double)n, ties);
    }
    bool ok = d && twice;
    free(d);
    free(twice);
    return ok;
}

// ---- bootstrap

// Draws n values from the n sorted ones and returns the median of those drawn. `drawn` has room for
// n counts.
static double sampled_median(const double *sorted, size_t n, mw_rng *rng, uint32_t *drawn)
{
    memset(drawn, 0, n * sizeof *drawn);
    for (size_t i = 0; i < n; i++)
        drawn[mw_rng_below(rng, (uint32_t)n)]++;
    size_t lower = (n - 1) / 2, upper = n / 2, seen = 0, i = 0;
    while ((seen += drawn[i]) <= lower)
        i++;
    double median = sorted[i];
    while (seen <= upper)
        seen += drawn[++i];
    return (median + sorted[i]) / 2;
}

bool mw_median_interval(const double *values, size_t count, uint64_t seed, mw_interval *out)
{
    *out = (mw_interval){(double)NAN, (double)NAN, (double)NAN};
    if (!count)
        return true;
    double *sorted = malloc(count * sizeof *sorted), medians[SAMPLES];
    uint32_t *drawn = malloc(count * sizeof *drawn);
    bool ok = sorted && drawn && count <= UINT32_MAX;
    if (ok) {
        mw_rng rng;
        mw_rng_seed(&rng, seed);
        memcpy(sorted, values, count * sizeof *sorted);
        out->median = mw_median(sorted, count);
        for (size_t i = 0; i < SAMPLES; i++)
            medians[i] = sampled_median(sorted, count, &rng, drawn);
        qsort(medians, SAMPLES, sizeof *medians, mw_compare_doubles);
        out->low = medians[SAMPLES / 40 - 1];
        out->high = medians[SAMPLES - SAMPLES / 40];
    }
    free(sorted);
    free(drawn);
    return ok;
}

// ---- one run among others

// Twice how far out a run lies, which is a whole number.
static uint64_t outlying(const double *values, size_t runs, size_t figures, size_t run)
{
    uint64_t sum = 0;
    for (size_t f = 0; f < figures; f++) {
        int64_t twice = 0; // the rank, counted from the middle
        for (size_t other = 0; other < runs; other++) {
            double own = values[run * figures + f], their = values[other * figures + f];
            twice += (own > their) - (own < their);
        }
        sum += (uint64_t)(twice < 0 ? -twice : twice);
    }
    return sum;
}

double mw_outlying_p(const double *values, size_t runs, size_t figures)
{
    uint64_t first = outlying(values, runs, figures, 0);
    size_t count = 0;
    for (size_t run = 0; run < runs; run++)
        count += outlying(values, runs, figures, run) >= first;
    return (double)count / (double)runs;
}

// ---- ranges of a second sample

#define Z95 1.9599639845400545 // 95 % of a normal distribution lie within +-Z95

void mw_moments_add(mw_moments *m, double value)
{
    double from = value - m->mean;
    m->count++;
    m->mean += from / m->count;
    m->squares += from * (value - m->mean);
}

double mw_moments_deviation(const mw_moments *m)
{
    return m->count > 1 ? sqrt(m->squares / (m->count - 1)) : (double)NAN;
}

// The chance that Student's t with a whole number of degrees of freedom lies within +-t: the finite
// series of Abramowitz and Stegun, 26.7.3 and 26.7.4.
static double student_within(double t, unsigned freedom)
{
    double angle = atan(t / sqrt(freedom)), cosine = cos(angle), term, sum;
    bool odd = freedom % 2;
    if (freedom == 1)
        return 2 * angle / acos(-1);
    sum = term = odd ? cosine : 1;
    for (unsigned k = odd ? 3 : 2; k < freedom; k += 2)
        sum += term *= cosine * cosine * (k - 1) / k;
    return odd ? (angle + sin(angle) * sum) * 2 / acos(-1) : sin(angle) * sum;
}

double mw_student_95(double freedom)
{
    double low = Z95, high = 13; // t is 12.7 with one degree of freedom
    if (!(freedom >= 1))
        return (double)NAN;
    if (freedom > 10000)
        return Z95;
    for (unsigned i = 0; i < 60; i++) {
        double middle = (low + high) / 2;
        *(student_within(middle, (unsigned)freedom) < 0.95 ? &low : &high) = middle;
    }
    return high;
}

mw_range mw_share_interval(double share, double count)
{
    double z2 = Z95 * Z95, middle = share + z2 / (2 * count);
    double half = Z95 * sqrt(share * (1 - share) / count + z2 / (4 * count * count));
    // Where nothing or everything was counted, rounding would put the end beside the share.
    return (mw_range){share <= 0 ? 0 : (middle - half) / (1 + z2 / count),
                      share >= 1 ? 1 : (middle + half) / (1 + z2 / count)};
}

mw_range mw_share_range(double share, double count, double other, double other_count)
{
    mw_range ours = mw_share_interval(share, count);
    mw_range theirs = mw_share_interval(other, other_count);
    return (mw_range){fmax(0, share - hypot(share - ours.low, theirs.high - other)),
                      fmin(1, share + hypot(ours.high - share, other - theirs.low))};
}

mw_range mw_mean_range(double mean, double deviation, double count, double other_count)
{
    double half = mw_student_95(count - 1) * deviation * sqrt(1 / count + 1 / other_count);
    return (mw_range){mean - half, mean + half};
}

// For independent events, theirs and ours (as sums, x and y) deviate from each other by t times the
// root of (other_count / count) (x + y) at most; this is solved for x.
mw_range mw_events_range(double mean, double deviation, double count, double other_count)
{
    double t = mw_student_95(count - 1), k = t * t * other_count / count;
    double a = mean * other_count;
    double half = sqrt(k * (a + mean * count) + k * k / 4);
    mw_range r = mw_mean_range(mean, deviation, count, other_count);
    if (isnan(r.low)) // fmax and fmin would make a number of it
        return r;
    return (mw_range){fmax(0, fmin(r.low, (a + k / 2 - half) / other_count)),
                      fmax(r.high, (a + k / 2 + half) / other_count)};
}
