// rng.h: seeded random numbers, the same on every platform (xoshiro256** of Blackman and Vigna,
// seeded through splitmix64).
#ifndef MAZEWRIGHT_RNG_H
#define MAZEWRIGHT_RNG_H

#include "mazewright/waist.h"

#ifdef __cplusplus
extern "C" {
#endif

// A stream of random numbers; seed it before use. It may be copied: the copy goes on alike.
struct mw_rng {
    uint64_t s[4];
};

MW_API void mw_rng_seed(mw_rng *, uint64_t seed);   // begins a stream; any seed will do, 0 too
MW_API uint64_t mw_rng_next(mw_rng *);              // 64 random bits
MW_API double mw_rng_unit(mw_rng *);                // uniform, 0 <= x < 1
MW_API uint32_t mw_rng_below(mw_rng *, uint32_t n); // uniform from 0 to n - 1; n > 0

#ifdef __cplusplus
}
#endif
#endif
