// rng.c: see rng.h.
#include "mazewright/rng.h"

static uint64_t rotl(uint64_t x, int k)
{
    return x << k | x >> (64 - k);
}

void mw_rng_seed(mw_rng *r, uint64_t seed)
{
    for (int i = 0; i < 4; i++) {
        uint64_t z = seed += 0x9e3779b97f4a7c15u;
        z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
        z = (z ^ z >> 27) * 0x94d049bb133111ebu;
        r->s[i] = z ^ z >> 31;
    }
}

uint64_t mw_rng_next(mw_rng *r)
{
    uint64_t *s = r->s, result = rotl(s[1] * 5, 7) * 9, t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rotl(s[3], 45);
    return result;
}

double mw_rng_unit(mw_rng *r)
{
    return (double)(mw_rng_next(r) >> 11) * 0x1p-53;
}

uint32_t mw_rng_below(mw_rng *r, uint32_t n)
{
    // Multiply instead of dividing; draw again in the few cases that would favour small results.
    uint64_t m = (mw_rng_next(r) >> 32) * n;
    if ((uint32_t)m < n)
        for (uint32_t least = -n % n; (uint32_t)m < least;)
            m = (mw_rng_next(r) >> 32) * n;
    return (uint32_t)(m >> 32);
}
