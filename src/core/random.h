// random.h: the random numbers of mazewright/rng.h, as code that can also run on a graphics card
// (host_device.h).
#ifndef MW_CORE_RANDOM_H
#define MW_CORE_RANDOM_H

#include "core/host_device.h"
#include "mazewright/rng.h"

MW_HOST_DEVICE uint64_t mw_random_rotate(uint64_t x, int k)
{
    return x << k | x >> (64 - k);
}

MW_HOST_DEVICE uint64_t mw_random_next(mw_rng *r)
{
    uint64_t *s = r->s, result = mw_random_rotate(s[1] * 5, 7) * 9, t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = mw_random_rotate(s[3], 45);
    return result;
}

MW_HOST_DEVICE double mw_random_unit(mw_rng *r)
{
    return (double)(mw_random_next(r) >> 11) * 0x1p-53;
}

MW_HOST_DEVICE uint32_t mw_random_below(mw_rng *r, uint32_t n)
{
    // A product is faster than a remainder. The few draws that would favour small results are
    // repeated.
    uint64_t m = (mw_random_next(r) >> 32) * n;
    if ((uint32_t)m < n)
        for (uint32_t least = (0u - n) % n; (uint32_t)m < least;)
            m = (mw_random_next(r) >> 32) * n;
    return (uint32_t)(m >> 32);
}

#endif
