// quantile.h: the middle of many runs, and how far they spread.
#ifndef MW_EXPERIMENT_REPRODUCE_QUANTILE_H
#define MW_EXPERIMENT_REPRODUCE_QUANTILE_H

#include <stdlib.h>

static inline int mw_compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

// The value below which this share of them lies, between two of them in proportion. Sorts them.
static inline double mw_quantile(double *values, size_t count, double share)
{
    qsort(values, count, sizeof *values, mw_compare_doubles);
    double at = share * (double)(count - 1);
    size_t below = (size_t)at;
    if (below + 1 >= count || values[below] == values[below + 1]) // also where both are infinite
        return values[below];
    return values[below] + (at - (double)below) * (values[below + 1] - values[below]);
}

#endif
