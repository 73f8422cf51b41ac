// cellset.h: sets of cells of a board, a bit for each, 64 to a word. The number of words is an
// argument everywhere: what is inlined with a constant one stays in registers.
#ifndef MW_CELLSET_H
#define MW_CELLSET_H

#include <stdbool.h>
#include <stdint.h>

#define MW_INLINE static inline __attribute__((always_inline))

typedef uint64_t mw_word;

MW_INLINE bool mw_set_has(const mw_word *set, uint32_t cell)
{
    return set[cell / 64] >> cell % 64 & 1;
}

MW_INLINE void mw_set_add(mw_word *set, uint32_t cell)
{
    set[cell / 64] |= (mw_word)1 << cell % 64;
}

MW_INLINE void mw_set_drop(mw_word *set, uint32_t cell)
{
    set[cell / 64] &= ~((mw_word)1 << cell % 64);
}

MW_INLINE bool mw_set_empty(const mw_word *set, const uint32_t words)
{
    mw_word some = 0;
    for (uint32_t i = 0; i < words; i++)
        some |= set[i];
    return !some;
}

// The lowest cell of a set that is not empty.
MW_INLINE uint32_t mw_set_first(const mw_word *set)
{
    uint32_t i = 0;
    while (!set[i])
        i++;
    return i * 64 + (uint32_t)__builtin_ctzll(set[i]);
}

MW_INLINE unsigned mw_set_size(const mw_word *set, const uint32_t words)
{
    unsigned n = 0;
    for (uint32_t i = 0; i < words; i++)
        n += (unsigned)__builtin_popcountll(set[i]);
    return n;
}

// Word i of `set` moved towards higher cells (up) or lower ones by 1 to 64 places; in two shifts,
// for one by 64 has no meaning in C.
MW_INLINE mw_word mw_set_up(const mw_word *set, uint32_t i, uint32_t by)
{
    mw_word below = i ? set[i - 1] >> (64 - by) : 0;
    return set[i] << (by - 1) << 1 | below;
}

MW_INLINE mw_word mw_set_down(const mw_word *set, uint32_t i, const uint32_t words, uint32_t by)
{
    mw_word above = i + 1 < words ? set[i + 1] << (64 - by) : 0;
    return set[i] >> (by - 1) >> 1 | above;
}

#endif
