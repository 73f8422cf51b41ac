// bitstring.h: a string of bits, written or read from its first bit on. Kinds encode their mazes in
// this form for genetic search.
#ifndef MW_CORE_BITSTRING_H
#define MW_CORE_BITSTRING_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

typedef struct mw_bits {
    uint64_t *write;      // where to write, or NULL
    const uint64_t *read; // where to read, or NULL
    unsigned at;          // the bit that comes next
} mw_bits;

// Begins to write a string of `bits` bits. The memory belongs to the caller.
static inline mw_bits mw_bits_write(uint64_t *memory, unsigned bits)
{
    memset(memory, 0, (bits + 63u) / 64 * sizeof *memory);
    return (mw_bits){.write = memory};
}

static inline mw_bits mw_bits_read(const uint64_t *memory)
{
    return (mw_bits){.read = memory};
}

static inline void mw_bits_put(mw_bits *s, bool bit)
{
    s->write[s->at / 64] |= (uint64_t)bit << s->at % 64;
    s->at++;
}

static inline bool mw_bits_take(mw_bits *s)
{
    bool bit = s->read[s->at / 64] >> s->at % 64 & 1;
    s->at++;
    return bit;
}

// How many bits are needed to tell `count` things apart.
static inline unsigned mw_bits_for(uint32_t count)
{
    unsigned n = 0;
    while (n < 32 && (uint64_t)1 << n < count)
        n++;
    return n;
}

// Writes a number, its highest bit first.
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
