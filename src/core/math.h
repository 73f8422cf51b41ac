// math.h: sine and cosine from arithmetic alone, as exp, log and powers in core/powers.h.
#ifndef MW_CORE_MATH_H
#define MW_CORE_MATH_H

// Sine and cosine of an angle in quarter turns, within 1e-15; for whole quarter turns they are
// exact. |quarters| must be below 10^6.
double mw_sin_quarters(double quarters);
double mw_cos_quarters(double quarters);

int mw_compare_doubles(const void *, const void *); // for qsort, which sorts ascending

#endif
