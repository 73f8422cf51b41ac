// cellset.h: sets of cells of a board, a bit for each, 64 to a word. The number of words is an
// argument everywhere: what is inlined with a constant one stays in registers.
#ifndef MW_CELLSET_H
#define MW_CELLSET_H

#include "core/both.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define MW_INLINE MW_BOTH

typedef uint64_t mw_word;

MW_INLINE uint32_t mw_word_first(mw_word word)
{
#ifdef __CUDA_ARCH__
    return (uint32_t)__ffsll((long long)word) - 1;
#else
    return (uint32_t)__builtin_ctzll(word);
#endif
}

MW_INLINE uint32_t mw_word_size(mw_word word)
{
#ifdef __CUDA_ARCH__
    return (uint32_t)__popcll((long long)word);
#else
    return (uint32_t)__builtin_popcountll(word);
#endif
}

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
    return i * 64 + mw_word_first(set[i]);
}

// The same three where the number of words is known: on a graphics card a set in registers cannot
// be indexed by a variable, so there each word is looked at.
MW_INLINE bool mw_set_holds(const mw_word *set, const uint32_t words, uint32_t cell)
{
#ifdef __CUDA_ARCH__
    mw_word word = set[0];
    for (uint32_t i = 1; i < words; i++)
        word = cell / 64 == i ? set[i] : word;
    return word >> cell % 64 & 1;
#else
    (void)words;
    return mw_set_has(set, cell);
#endif
}

MW_INLINE void mw_set_put(mw_word *set, const uint32_t words, uint32_t cell)
{
#ifdef __CUDA_ARCH__
    for (uint32_t i = 0; i < words; i++)
        set[i] |= cell / 64 == i ? (mw_word)1 << cell % 64 : 0;
#else
    (void)words;
    mw_set_add(set, cell);
#endif
}

MW_INLINE void mw_set_flip(mw_word *set, const uint32_t words, uint32_t cell)
{
    for (uint32_t i = 0; i < words; i++)
        set[i] ^= cell / 64 == i ? (mw_word)1 << cell % 64 : 0;
}

// Adds the cell if `some` is not 0. A graphics card does not like branches.
MW_INLINE void mw_set_put_if(mw_word some, mw_word *set, const uint32_t words, uint32_t cell)
{
#ifdef __CUDA_ARCH__
    const mw_word bit = some ? (mw_word)1 << cell % 64 : 0;
    for (uint32_t i = 0; i < words; i++)
        set[i] |= words == 1 || cell / 64 == i ? bit : 0;
#else
    if (some)
        mw_set_put(set, words, cell);
#endif
}

// Takes the lowest cell out of a set that is not empty.
MW_INLINE uint32_t mw_set_take(mw_word *set, const uint32_t words)
{
#ifdef __CUDA_ARCH__
    uint32_t cell = 0;
    bool taken = false;
    for (uint32_t i = 0; i < words; i++)
        if (!taken && set[i]) {
            cell = i * 64 + mw_word_first(set[i]);
            set[i] &= set[i] - 1;
            taken = true;
        }
    return cell;
#else
    (void)words;
    uint32_t i = 0;
    while (!set[i])
        i++;
    uint32_t cell = i * 64 + mw_word_first(set[i]);
    set[i] &= set[i] - 1;
    return cell;
#endif
}

MW_INLINE unsigned mw_set_size(const mw_word *set, const uint32_t words)
{
    unsigned n = 0;
    for (uint32_t i = 0; i < words; i++)
        n += mw_word_size(set[i]);
    return n;
}

// In two, for a shift by 64 has no meaning in C; boards on a graphics card are not so wide.
#ifdef __CUDA_ARCH__
#define MW_TWO_SHIFTS(word, shift, by) ((word)shift(by))
#else
// NOLINTNEXTLINE(bugprone-macro-parentheses) shift is << or >>
#define MW_TWO_SHIFTS(word, shift, by) ((word)shift((by)-1) shift 1)
#endif

// Word i of `set` moved towards higher cells (up) or lower ones by 1 to 64 places.
MW_INLINE mw_word mw_set_up(const mw_word *set, uint32_t i, uint32_t by)
{
    mw_word below = i ? set[i - 1] >> (64 - by) : 0;
    return MW_TWO_SHIFTS(set[i], <<, by) | below;
}

MW_INLINE mw_word mw_set_down(const mw_word *set, uint32_t i, const uint32_t words, uint32_t by)
{
    mw_word above = i + 1 < words ? set[i + 1] << (64 - by) : 0;
    return MW_TWO_SHIFTS(set[i], >>, by) | above;
}

#endif
