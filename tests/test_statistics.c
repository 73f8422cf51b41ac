// test_statistics.c: the tests of significance against enumeration, tables and their own meaning.
#include "experiment/statistics.h"
#include "support.h"

#include <math.h>

// All choices of signs, counted one by one.
static double enumerate(const double *ranks, unsigned n, double plus)
{
    double total = 0;
    unsigned long as_far = 0;
    for (unsigned i = 0; i < n; i++)
        total += ranks[i];
    for (unsigned long signs = 0; signs < 1ul << n; signs++) {
        double sum = 0;
        for (unsigned i = 0; i < n; i++)
            sum += signs >> i & 1 ? ranks[i] : 0;
        as_far += fabs(sum - total / 2) >= fabs(plus - total / 2) - 1e-9;
    }
    return (double)as_far / (double)(1ul << n);
}

// A rank by its definition: one, and one for each smaller, and half of one for each equal one.
static double rank_of(const double *values, unsigned n, unsigned i)
{
    double rank = 0.5;
    for (unsigned k = 0; k < n; k++)
        rank += fabs(values[k]) < fabs(values[i]) ? 1 : fabs(values[k]) > fabs(values[i]) ? 0 : 0.5;
    return rank;
}

TEST(wilcoxon_is_what_enumeration_gives)
{
    mw_rng rng = seeded(5);
    for (unsigned trial = 0; trial < 150; trial++) {
        unsigned n = 1 + trial % 14, spread = 3 + mw_rng_below(&rng, 20);
        double d[20], ranks[20], plus = 0;
        for (unsigned i = 0; i < n; i++) { // few values, so that there are ties
            d[i] = 1 + mw_rng_below(&rng, spread);
            d[i] *= mw_rng_below(&rng, 3) ? 1 : -1;
        }
        for (unsigned i = 0; i < n; i++) {
            ranks[i] = rank_of(d, n, i);
            plus += d[i] > 0 ? ranks[i] : 0;
        }
        mw_wilcoxon w;
        d[n] = d[n + 1] = 0; // which count for nothing
        assert_true(mw_wilcoxon_test(d, n + 2, &w));
        assert_true(w.exact && w.n == n && fabs(w.plus - plus) < 1e-9);
        if (fabs(w.p - enumerate(ranks, n, plus)) > 1e-12)
            fail_msg("%u differences: %.12f, not %.12f", n, w.p, enumerate(ranks, n, plus));
    }
}

// Values of textbooks and tables.
TEST(tests_give_known_values)
{
    mw_wilcoxon w;
    // All five of one sign: 2 of 32. Sum of ranks 3 of 10: the table's T(10; 0.01) is 3.
    const double five[] = {1, 2, 3, 4, 5}, ten[] = {-1, -2, 3, 4, 5, 6, 7, 8, 9, 10};
    assert_true(mw_wilcoxon_test(five, 5, &w));
    assert_true(fabs(w.p - 2.0 / 32) < 1e-15 && w.minus <= 0);
    assert_true(mw_wilcoxon_test(ten, 10, &w));
    assert_true(fabs(w.p - 10.0 / 1024) < 1e-15 && fabs(w.minus - 3) < 1e-15);
    assert_true(mw_wilcoxon_test(NULL, 0, &w));
    assert_true(w.p >= 1 && !w.n);
    assert_true(fabs(mw_sign_test(0, 5) - 2.0 / 32) < 1e-12);
    assert_true(fabs(mw_sign_test(8, 2) - 112.0 / 1024) < 1e-12); // 2 (1 + 10 + 45) / 1024
    assert_true(mw_sign_test(4, 4) >= 1 && mw_sign_test(0, 0) >= 1);
    assert_true(fabs(mw_sign_test(450, 550) - 0.001731) < 2e-6);
}

// Where both can be had, the approximation is close to the exact value.
TEST(the_approximation_is_close)
{
    mw_rng rng = seeded(6);
    for (unsigned trial = 0; trial < 60; trial++) {
        double d[51];
        mw_wilcoxon exact, about;
        for (unsigned i = 0; i < 51; i++)
            d[i] = (mw_rng_unit(&rng) - 0.4) * 100;
        assert_true(mw_wilcoxon_test(d, 50, &exact) && mw_wilcoxon_test(d, 51, &about));
        assert_true(exact.exact && !about.exact);
        // One more value moves the sum, so compare at the same place: z of each.
        double n = 51, mean = n * (n + 1) / 4, sd = sqrt(n * (n + 1) * (2 * n + 1) / 24);
        double z = (fabs(about.plus - mean) - 0.5) / sd;
        double p = z > 0 ? erfc(z / sqrt(2)) : 1;
        assert_true(fabs(p - about.p) < 1e-12);
        n = 50, mean = n * (n + 1) / 4, sd = sqrt(n * (n + 1) * (2 * n + 1) / 24);
        z = (fabs(exact.plus - mean) - 0.5) / sd;
        p = z > 0 ? erfc(z / sqrt(2)) : 1;
        assert_true(fabs(p - exact.p) < 0.01);
    }
}

TEST(intervals_hold_the_median)
{
    mw_interval i, again;
    unsigned inside = 0;
    const double same[] = {3, 3, 3, 3};
    assert_true(mw_median_interval(same, 4, 1, &i));
    assert_true(fabs(i.low - 3) <= 0 && fabs(i.high - 3) <= 0 && fabs(i.median - 3) <= 0);
    assert_true(mw_median_interval(NULL, 0, 1, &i));
    assert_true(isnan(i.median));
    assert_true(mw_median_interval((const double[]){4, 1}, 2, 1, &i));
    assert_true(fabs(i.median - 2.5) <= 0 && fabs(i.low - 1) <= 0 && fabs(i.high - 4) <= 0);
    mw_rng rng = seeded(7);
    for (unsigned trial = 0; trial < 400; trial++) { // the true median is 0.5
        double values[40];
        for (size_t k = 0; k < COUNT(values); k++)
            values[k] = mw_rng_unit(&rng);
        assert_true(mw_median_interval(values, COUNT(values), trial, &i));
        assert_true(mw_median_interval(values, COUNT(values), trial, &again));
        assert_memory_equal(&i, &again, sizeof i);
        assert_true(i.low <= i.median && i.median <= i.high);
        inside += i.low <= 0.5 && 0.5 <= i.high;
    }
    assert_true(inside > 400 * 0.90 && inside < 400); // 95 % are meant
}
