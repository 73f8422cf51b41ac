// cellset.h: sets of cells of a board, a bit for each, 64 to a word. The number of words is an
// argument everywhere: what is inlined with a constant one stays in registers. On a graphics card
// the lanes of a warp may share a set instead (warp_cellset.h): what is written with MW_OWN and
// mw_extent works with both.
#ifndef MW_CORE_CELLSET_H
#define MW_CORE_CELLSET_H

#include "core/host_device.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define MW_INLINE MW_HOST_DEVICE

#ifdef MW_LANES_SHARE
#include "core/warp_cellset.h"
#else

typedef uint64_t mw_word;
#define MW_WORD_BITS        64u

// How far a set extends: the number of its words.
typedef uint32_t mw_extent;
#define MW_OWN(words)       (words)               // words that are at hand here
#define MW_SPAN(words)      (words)               // of the whole set
#define MW_WHICH(words, i)  (i)                   // word of it that the one at hand is
#define MW_WHERE(words, so) ((void)(so), (words)) // the same in a branch that is taken if it is so
#define MW_SUM(words, n)    ((void)(words), (n))  // over all words
#define MW_ABREAST          false // others look on: nothing is left out where there is nothing to do

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

// Takes the lowest cell out of a set. False: it is empty.
MW_INLINE bool mw_set_take(mw_word *set, const uint32_t words, uint32_t *cell)
{
    bool taken = false;
    for (uint32_t i = 0; i < words; i++)
        if (!taken && set[i]) {
            *cell = i * 64 + mw_word_first(set[i]);
            set[i] &= set[i] - 1;
            taken = true;
        }
    return taken;
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

// A word moved towards higher cells (up) or lower ones by 1 to 64 places, with what comes from the
// word below or above it.
MW_INLINE mw_word mw_word_up(mw_word word, mw_word below, uint32_t by)
{
    return MW_TWO_SHIFTS(word, <<, by) | below >> (64 - by);
}

MW_INLINE mw_word mw_word_down(mw_word word, mw_word above, uint32_t by)
{
    return MW_TWO_SHIFTS(word, >>, by) | above << (64 - by);
}

// The words next to word i.
MW_INLINE mw_word mw_set_below(const mw_word *set, uint32_t i, const uint32_t words)
{
    (void)words;
    return i ? set[i - 1] : 0;
}

MW_INLINE mw_word mw_set_above(const mw_word *set, uint32_t i, const uint32_t words)
{
    return i + 1 < words ? set[i + 1] : 0;
}

// Word i of a set, moved.
MW_INLINE mw_word mw_set_up(const mw_word *set, uint32_t i, const uint32_t words, uint32_t by)
{
    return mw_word_up(set[i], mw_set_below(set, i, words), by);
}

MW_INLINE mw_word mw_set_down(const mw_word *set, uint32_t i, const uint32_t words, uint32_t by)
{
    return mw_word_down(set[i], mw_set_above(set, i, words), by);
}

#endif
#endif
