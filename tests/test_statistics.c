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

// Five runs of two figures. Distances of the ranks from the middle, by hand: 2+2, 1+0, 0+1, 1+1,
// 2+2 for distinct values; with equal ones, ranks are shared.
TEST(outlying_runs_are_counted)
{
    static const double far[] = {9, 1, 5, 5, 6, 4, 7, 6, 1, 9};
    static const double near[] = {6, 4, 9, 1, 5, 5, 7, 6, 1, 9};
    static const double equal[] = {3, 3, 3, 3};
    assert_true(fabs(mw_outlying_p(far, 5, 2) - 2.0 / 5) < 1e-12);
    assert_true(mw_outlying_p(near, 5, 2) >= 0.8); // one of the two nearest
    assert_true(mw_outlying_p(equal, 4, 1) >= 1);
    assert_true(mw_outlying_p(equal, 1, 4) >= 1);
}

// If the first run is one like the others, p is at most x with a chance of x, and no more.
TEST(p_of_a_run_among_its_equals_is_uniform)
{
    mw_rng rng = seeded(5);
    unsigned few = 0, rounds = 4000;
    for (unsigned round = 0; round < rounds; round++) {
        double values[20 * 6];
        for (size_t run = 0; run < 20; run++) {
            double common = mw_rng_unit(&rng); // the figures of a run depend on each other
            for (size_t f = 0; f < 6; f++)
                values[run * 6 + f] = common + mw_rng_unit(&rng);
        }
        few += mw_outlying_p(values, 20, 6) <= 0.1;
    }
    assert_true(few > rounds * 0.08 && few < rounds * 0.115);
    double other[20 * 6];
    for (size_t i = 0; i < 20 * 6; i++)
        other[i] = i < 6 ? 5 : mw_rng_unit(&rng);
    assert_true(fabs(mw_outlying_p(other, 20, 6) - 0.05) <
                1e-12); // the least that 20 runs can give
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

// ---- where a second sample has its statistic

static void assert_near(double value, double known, double within)
{
    if (!(fabs(value - known) <= within))
        fail_msg("%.9g, not %.9g", value, known);
}

TEST(ranges_give_known_values)
{
    // Student's t as printed in tables.
    assert_near(mw_student_95(1), 12.706, 5e-4);
    assert_near(mw_student_95(2), 4.303, 5e-4);
    assert_near(mw_student_95(3), 3.182, 5e-4);
    assert_near(mw_student_95(10), 2.228, 5e-4);
    assert_near(mw_student_95(99), 1.984, 5e-4);
    assert_near(mw_student_95(1e6), 1.95996, 1e-5);
    assert_true(isnan(mw_student_95(0)) && isnan(mw_student_95(-1)));
    // Newcombe's examples (1998): 81 of 263 alone; 56 of 70 beside 48 of 80; none beside none.
    mw_range one = mw_share_interval(81 / 263.0, 263);
    assert_near(one.low, 0.2553, 5e-5);
    assert_near(one.high, 0.3662, 5e-5);
    mw_range two = mw_share_range(48 / 80.0, 80, 56 / 70.0, 70);
    assert_near(0.8 - two.high, 0.0524, 5e-5);
    assert_near(0.8 - two.low, 0.3339, 5e-5);
    mw_range none = mw_share_range(0, 10, 0, 10);
    assert_true(none.low == 0);
    assert_near(none.high, 0.2775, 5e-5);
    mw_range all = mw_share_range(1, 10, 1, 10);
    assert_true(all.high == 1);
    assert_near(all.low, 1 - 0.2775, 5e-5);
}

TEST(moments_are_those_of_the_definition)
{
    const double values[] = {1e9 + 4, 1e9 + 7, 1e9 + 13, 1e9 + 16};
    mw_moments m = {0};
    assert_true(isnan(mw_moments_deviation(&m)));
    for (unsigned i = 0; i < COUNT(values); i++)
        mw_moments_add(&m, values[i]);
    assert_near(m.mean, 1e9 + 10, 1e-6);
    assert_near(mw_moments_deviation(&m), sqrt(30), 1e-9);
}

// Two samples of one population, many times: the second lies in the range of the first in about
// 95 of 100 cases.
TEST(ranges_hold_a_second_sample)
{
    enum { TRIALS = 4000, OURS = 60, THEIRS = 100 };
    mw_rng rng = seeded(11);
    unsigned means = 0, shares = 0;
    for (unsigned trial = 0; trial < TRIALS; trial++) {
        mw_moments ours = {0}, theirs = {0};
        double our_share = 0, their_share = 0;
        for (unsigned i = 0; i < OURS + THEIRS; i++) {
            double value = mw_rng_unit(&rng) + mw_rng_unit(&rng);
            mw_moments_add(i < OURS ? &ours : &theirs, value);
            *(i < OURS ? &our_share : &their_share) += mw_rng_unit(&rng) < 0.3;
        }
        mw_range mean =
            mw_mean_range(ours.mean, mw_moments_deviation(&ours), ours.count, theirs.count);
        means += theirs.mean >= mean.low && theirs.mean <= mean.high;
        our_share /= OURS;
        their_share /= THEIRS;
        mw_range share = mw_share_range(our_share, OURS, their_share, THEIRS);
        shares += their_share >= share.low && their_share <= share.high;
    }
    // No event in 100 mazes: with Student's t for 99, up to t * t of them elsewhere are chance.
    // Many independent events: as for a mean whose variance is the mean.
    mw_range rare = mw_events_range(0, 0, 100, 100), many = mw_events_range(9, 1, 100, 100);
    assert_true(rare.low == 0);
    assert_near(100 * rare.high, 1.984 * 1.984, 0.01);
    assert_near(many.low, 9 - 1.984 * 3 * sqrt(0.02), 0.03);
    assert_near(many.high, 9 + 1.984 * 3 * sqrt(0.02), 0.03);
    assert_near((double)means / TRIALS, 0.95, 0.012);
    assert_near((double)shares / TRIALS, 0.95, 0.015);
}
