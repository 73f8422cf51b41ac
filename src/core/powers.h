// powers.h: exp, log and powers from arithmetic alone, so that the same seed gives the same bits
// with every C library, in the browser and on a graphics card (host_device.h). exp and log are
// within 2 units of the last place of the true values.
#ifndef MW_CORE_POWERS_H
#define MW_CORE_POWERS_H

#include "core/host_device.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#define MW_LN2_HIGH 0x1.62e42feep-1
#define MW_LN2_LOW  0x1.a39ef35793c76p-33

// 2^n for n from -1022 to 1023.
MW_HOST_DEVICE double mw_power_of_two(int n)
{
    uint64_t bits = (uint64_t)(n + 1023) << 52;
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

MW_HOST_DEVICE double mw_exp(double x)
{
    if (!(x > -745.2))
        return x != x ? x : 0;
    if (x > 709.7)
        return INFINITY;
    int n = (int)(x * 1.4426950408889634 + (x < 0 ? -0.5 : 0.5));
    double r = (x - n * MW_LN2_HIGH) - n * MW_LN2_LOW, sum = 1; // |r| <= ln 2 / 2
    for (int k = 14; k >= 1; k--)                               // Horner: 1 + r/1 (1 + r/2 (1 + ...
        sum = 1 + sum * r / k;
    // Two factors, so that each is a normal number.
    return sum * mw_power_of_two(n / 2) * mw_power_of_two(n - n / 2);
}

// x > 0; else NaN, or -infinity for 0.
MW_HOST_DEVICE double mw_log(double x)
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
    return n * MW_LN2_HIGH + (2 * s * sum + n * MW_LN2_LOW);
}

// Exact products for small whole y.
MW_HOST_DEVICE double mw_pow(double x, double y)
{
    if (y >= -64 && y <= 64 && y == (int)y) {
        double product = 1;
        for (int i = 0; i < (y < 0 ? -(int)y : (int)y); i++)
            product *= x;
        return y < 0 ? 1 / product : product;
    }
    return x < 0 ? NAN : x == 0 ? (y < 0 ? INFINITY : 0) : mw_exp(y * mw_log(x));
}

#endif
