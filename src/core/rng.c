// rng.c: see rng.h.
#include "core/random.h"

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
    return mw_random_next(r);
}

double mw_rng_unit(mw_rng *r)
{
    return mw_random_unit(r);
}

uint32_t mw_rng_below(mw_rng *r, uint32_t n)
{
    return mw_random_below(r, n);
}
