// cellset.h: sets of cells of a board, for the fast evaluation of several kinds: one bit for each
// cell, 64 bits to a word.
//
// Every function is told how many words a set has. Where that number is a constant, the compiler
// keeps the whole set in registers.
//
// On a graphics card the lanes (threads) of a warp can share one set, each holding one word of it:
// warp_cellset.h, which replaces this header if MW_WARP_CELLSET is defined. Code that is written
// with mw_extent and with the macros below can be compiled with either.
#ifndef MW_CORE_CELLSET_H
#define MW_CORE_CELLSET_H

#include "core/host_device.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef MW_WARP_CELLSET
#include "core/warp_cellset.h"
#else

typedef uint64_t mw_word;
#define MW_WORD_BITS            64u

// What a function must know of a set besides its bits: the number of its words.
typedef uint32_t mw_extent;
#define MW_OWN_WORDS(words)     (words) // how many words of the set this thread holds
#define MW_SET_WORDS(words)     (words) // how many words the whole set has
#define MW_WORD_INDEX(words, i) (i)     // which word of the set is the i-th that this thread holds
// The extent to be used in a branch that this thread takes only if `so` is true.
#define MW_EXTENT_IF(words, so) ((void)(so), (words))
// The sum of n over all threads that share the set.
#define MW_LANES_SUM(words, n)  ((void)(words), (n))
// Must a thread go through an evaluation with the others although it has nothing to do itself?
#define MW_LOCKSTEP             false

MW_HOST_DEVICE uint32_t mw_word_first(mw_word word)
{
#ifdef __CUDA_ARCH__
    return (uint32_t)__ffsll((long long)word) - 1;
#else
    return (uint32_t)__builtin_ctzll(word);
#endif
}

MW_HOST_DEVICE uint32_t mw_word_size(mw_word word)
{
#ifdef __CUDA_ARCH__
    return (uint32_t)__popcll((long long)word);
#else
    return (uint32_t)__builtin_popcountll(word);
#endif
}

MW_HOST_DEVICE bool mw_set_has(const mw_word *set, uint32_t cell)
{
    return set[cell / 64] >> cell % 64 & 1;
}

MW_HOST_DEVICE void mw_set_add(mw_word *set, uint32_t cell)
{
    set[cell / 64] |= (mw_word)1 << cell % 64;
}

MW_HOST_DEVICE void mw_set_drop(mw_word *set, uint32_t cell)
{
    set[cell / 64] &= ~((mw_word)1 << cell % 64);
}

MW_HOST_DEVICE bool mw_set_empty(const mw_word *set, const uint32_t words)
{
    mw_word some = 0;
    for (uint32_t i = 0; i < words; i++)
        some |= set[i];
    return !some;
}

// The lowest cell of a set that is not empty.
MW_HOST_DEVICE uint32_t mw_set_first(const mw_word *set)
{
    uint32_t i = 0;
    while (!set[i])
        i++;
    return i * 64 + mw_word_first(set[i]);
}

// mw_set_holds and mw_set_put do what mw_set_has and mw_set_add do, for code that also runs on a
// graphics card: there a set in registers cannot be indexed by a variable, so they look at each of
// the words.
MW_HOST_DEVICE bool mw_set_holds(const mw_word *set, const uint32_t words, uint32_t cell)
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

MW_HOST_DEVICE void mw_set_put(mw_word *set, const uint32_t words, uint32_t cell)
{
#ifdef __CUDA_ARCH__
    for (uint32_t i = 0; i < words; i++)
        set[i] |= cell / 64 == i ? (mw_word)1 << cell % 64 : 0;
#else
    (void)words;
    mw_set_add(set, cell);
#endif
}

MW_HOST_DEVICE void mw_set_flip(mw_word *set, const uint32_t words, uint32_t cell)
{
    for (uint32_t i = 0; i < words; i++)
        set[i] ^= cell / 64 == i ? (mw_word)1 << cell % 64 : 0;
}

// Adds the cell if `some` is not 0. On a graphics card it does so without a branch.
MW_HOST_DEVICE void mw_set_put_if(mw_word some, mw_word *set, const uint32_t words, uint32_t cell)
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

// Takes the lowest cell out of a set. Returns false if the set is empty.
MW_HOST_DEVICE bool mw_set_take(mw_word *set, const uint32_t words, uint32_t *cell)
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

MW_HOST_DEVICE unsigned mw_set_size(const mw_word *set, const uint32_t words)
{
    unsigned n = 0;
    for (uint32_t i = 0; i < words; i++)
        n += mw_word_size(set[i]);
    return n;
}

// The words before and after word i; 0 beyond the ends of the set.
MW_HOST_DEVICE mw_word mw_set_below(const mw_word *set, uint32_t i, const uint32_t words)
{
    (void)words;
    return i ? set[i - 1] : 0;
}

MW_HOST_DEVICE mw_word mw_set_above(const mw_word *set, uint32_t i, const uint32_t words)
{
    return i + 1 < words ? set[i + 1] : 0;
}

#endif // what follows is the same for both

// A shift by 64 is undefined in C, so a word is shifted in two parts. Boards on a graphics card are
// never that wide.
#ifdef __CUDA_ARCH__
#define MW_TWO_SHIFTS(word, shift, by) ((word)shift(by))
#else
// NOLINTNEXTLINE(bugprone-macro-parentheses) shift is << or >>
#define MW_TWO_SHIFTS(word, shift, by) ((word)shift((by)-1) shift 1)
#endif

// A word of a set of which all cells move to higher numbers (up) or to lower ones, by 1 to
// MW_WORD_BITS. What leaves the neighbouring word (`below` or `above`) enters this one.
MW_HOST_DEVICE mw_word mw_word_up(mw_word word, mw_word below, uint32_t by)
{
    return MW_TWO_SHIFTS(word, <<, by) | below >> (MW_WORD_BITS - by);
}

MW_HOST_DEVICE mw_word mw_word_down(mw_word word, mw_word above, uint32_t by)
{
    return MW_TWO_SHIFTS(word, >>, by) | above << (MW_WORD_BITS - by);
}

// Word i of the set of which all cells have moved.
MW_HOST_DEVICE mw_word mw_set_up(const mw_word *set, uint32_t i, const mw_extent words, uint32_t by)
{
    return mw_word_up(set[i], mw_set_below(set, i, words), by);
}

MW_HOST_DEVICE mw_word mw_set_down(const mw_word *set, uint32_t i, const mw_extent words,
                                   uint32_t by)
{
    return mw_word_down(set[i], mw_set_above(set, i, words), by);
}

#endif
