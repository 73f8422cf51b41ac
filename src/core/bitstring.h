// bitstring.h: a maze as a string of bits, written and read from the first bit on.
#ifndef MW_CORE_BITSTRING_H
#define MW_CORE_BITSTRING_H

#include <stdbool.h>
#include <stdint.h>

typedef struct mw_bits {
    uint64_t *bits;       // to be written, all zero before
    const uint64_t *read; // to be read
    unsigned at;
} mw_bits;

static inline void mw_bits_put(mw_bits *s, bool bit)
{
    s->bits[s->at / 64] |= (uint64_t)bit << s->at % 64;
    s->at++;
}

static inline bool mw_bits_take(mw_bits *s)
{
    bool bit = s->read[s->at / 64] >> s->at % 64 & 1;
    s->at++;
    return bit;
}

// Bits that tell `count` things apart.
static inline unsigned mw_bits_bits(uint32_t count)
{
    unsigned n = 0;
    while (n < 32 && (uint64_t)1 << n < count)
        n++;
    return n;
}

// A number, its highest bit first.
static inline void mw_bits_put_number(mw_bits *s, uint32_t number, unsigned bits)
{
    while (bits--)
        mw_bits_put(s, number >> bits & 1);
}

static inline uint32_t mw_bits_take_number(mw_bits *s, unsigned bits)
{
    uint32_t number = 0;
    while (bits--)
        number = number << 1 | mw_bits_take(s);
    return number;
}

#endif
