// math.c: see math.h.
#include "core/math.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

static const double ln2_high = 0x1.62e42feep-1, ln2_low = 0x1.a39ef35793c76p-33;

// 2^n for n from -1022 to 1023.
static double power_of_two(int n)
{
    uint64_t bits = (uint64_t)(n + 1023) << 52;
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

double mw_exp(double x)
{
    if (!(x > -745.2))
        return x != x ? x : 0;
    if (x > 709.7)
        return INFINITY;
    int n = (int)(x * 1.4426950408889634 + (x < 0 ? -0.5 : 0.5));
    double r = (x - n * ln2_high) - n * ln2_low, sum = 1; // |r| <= ln 2 / 2
    for (int k = 14; k >= 1; k--)                         // Horner: 1 + r/1 (1 + r/2 (1 + ...
        sum = 1 + sum * r / k;
    // In two factors, so that neither leaves the range of normal numbers.
    return sum * power_of_two(n / 2) * power_of_two(n - n / 2);
}

double mw_log(double x)
{
    if (!(x > 0))
        return x == 0 ? -INFINITY : NAN;
    if (isinf(x))
        return x;
    int n = 0;
    if (x < 0x1p-1022) { // bring the smallest numbers into range
        x *= 0x1p54;
        n = -54;
    }
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    n += (int)(bits >> 52) - 1023;
    bits = (bits & ((UINT64_C(1) << 52) - 1)) | UINT64_C(1023) << 52;
    double m;
    memcpy(&m, &bits, sizeof m); // x = m 2^n, 1 <= m < 2
    if (m > 1.4142135623730951) {
        m /= 2;
        n++;
    }
    double s = (m - 1) / (m + 1), square = s * s, sum = 0; // ln m = 2 (s + s^3/3 + s^5/5 + ...)
    for (int k = 23; k >= 1; k -= 2)
        sum = sum * square + 1.0 / k;
    return n * ln2_high + (2 * s * sum + n * ln2_low);
}

double mw_pow(double x, double y)
{
    if (y >= -64 && y <= 64 && y == (int)y) {
        double product = 1;
        for (int i = 0; i < (y < 0 ? -(int)y : (int)y); i++)
            product *= x;
        return y < 0 ? 1 / product : product;
    }
    return x < 0 ? NAN : x == 0 ? (y < 0 ? INFINITY : 0) : mw_exp(y * mw_log(x));
}

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
