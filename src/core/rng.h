// rng.h: seeded random numbers, the same on every platform (xoshiro256** of Blackman and Vigna,
// seeded through splitmix64).
#ifndef MW_RNG_H
#define MW_RNG_H

#include <stdint.h>

typedef struct mw_rng {
    uint64_t s[4];
} mw_rng;

void mw_rng_seed(mw_rng *, uint64_t seed);
uint64_t mw_rng_next(mw_rng *);
uint32_t mw_rng_below(mw_rng *, uint32_t n); // uniform in 0 .. n-1, n > 0

#endif
