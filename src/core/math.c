// math.c: see math.h.
#include "core/math.h"

// sin and cos of r quarter turns, |r| <= 1/2, by their series.
static void series(double r, double *sine, double *cosine)
{
    double x = r * 1.5707963267948966, square = x * x;
    *sine = *cosine = 1;
    for (int k = 16; k >= 2; k -= 2) {
        *sine = 1 - *sine * square / (k * (k + 1));
        *cosine = 1 - *cosine * square / (k * (k - 1));
    }
    *sine *= x;
}

double mw_sin_quarters(double quarters)
{
    int n = (int)(quarters + (quarters < 0 ? -0.5 : 0.5));
    double sine, cosine;
    series(quarters - n, &sine, &cosine);
    double value = n & 1 ? cosine : sine;
    return n & 2 ? -value : value;
}

double mw_cos_quarters(double quarters)
{
    return mw_sin_quarters(quarters + 1);
}

int mw_compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}
