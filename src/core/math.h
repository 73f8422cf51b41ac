// math.h: exp, log, sine and cosine from arithmetic alone, so that the same seed gives the same
// bits with every C library and in the browser. exp and log are within 2 units of the last place of
// the true values.
#ifndef MW_CORE_MATH_H
#define MW_CORE_MATH_H

double mw_exp(double x);
double mw_log(double x);           // x > 0; else NaN, or -infinity for 0
double mw_pow(double x, double y); // exact products for small whole y
// Sine and cosine of an angle in quarter turns, within 1e-15; for whole quarter turns they are
// exact. |quarters| must be below 10^6.
double mw_sin_quarters(double quarters);
double mw_cos_quarters(double quarters);

int mw_compare_doubles(const void *, const void *); // for qsort, which sorts ascending

#endif
