// warp_cellset.h: cellset.h where lanes of a warp share a set, each with one word of 32 cells.
// Lanes look at each other's words, so all that take part have to come to the same place together.
// Only on a graphics card; nothing of this is called where there is no __CUDA_ARCH__.
#ifndef MW_CORE_WARP_CELLSET_H
#define MW_CORE_WARP_CELLSET_H

typedef uint32_t mw_word;
#define MW_WORD_BITS 32u

// How far a set extends.
typedef struct mw_extent {
    uint32_t lanes; // that share it, a power of 2
    uint32_t here;  // lanes of the warp that come here together, a bit for each
    uint32_t lane;  // this one, among those that share its sets
    uint32_t first; // of those in the warp
} mw_extent;

// For which of those that share a set is it so? A bit for each.
MW_INLINE uint32_t mw_lanes_that(const mw_extent e, bool so)
{
#ifdef __CUDA_ARCH__
    return __ballot_sync(e.here, so) >> e.first & ((1u << e.lanes) - 1);
#else
    return so;
#endif
}

// The word of one of them.
MW_INLINE mw_word mw_lanes_word(const mw_extent e, mw_word own, uint32_t lane)
{
#ifdef __CUDA_ARCH__
    return __shfl_sync(e.here, own, (int)lane, (int)e.lanes);
#else
    return own;
#endif
}

// The lanes of the warp for which it is so.
MW_INLINE mw_extent mw_extent_where(const mw_extent e, bool so)
{
    mw_extent there = e;
#ifdef __CUDA_ARCH__
    there.here = __ballot_sync(e.here, so);
#else
    there.here = so;
#endif
    return there;
}

MW_INLINE uint32_t mw_lanes_sum(const mw_extent e, uint32_t n)
{
    for (uint32_t far = 1; far < e.lanes; far *= 2)
        n += mw_lanes_word(e, n, e.lane ^ far);
    return n;
}

#define MW_OWN(e)       1u
#define MW_SPAN(e)      (e).lanes
#define MW_WHICH(e, i)  ((void)(i), (e).lane)
#define MW_WHERE(e, so) mw_extent_where(e, so)
#define MW_SUM(e, n)    mw_lanes_sum(e, n)
#define MW_ABREAST      true

MW_INLINE uint32_t mw_word_last(mw_word word)
{
#ifdef __CUDA_ARCH__
    return 31 - (uint32_t)__clz((int)word);
#else
    return word;
#endif
}

MW_INLINE uint32_t mw_word_size(mw_word word)
{
#ifdef __CUDA_ARCH__
    return (uint32_t)__popc(word);
#else
    return word;
#endif
}

MW_INLINE bool mw_set_empty(const mw_word *set, const mw_extent e)
{
    return !mw_lanes_that(e, *set);
}

MW_INLINE bool mw_set_holds(const mw_word *set, const mw_extent e, uint32_t cell)
{
    return mw_lanes_word(e, *set, cell / 32) >> cell % 32 & 1;
}

// The word of this lane in a set of one cell.
MW_INLINE mw_word mw_word_of(const mw_extent e, uint32_t cell)
{
#ifdef __CUDA_ARCH__
    return __funnelshift_lc(0, 1, cell - e.lane * 32); // 0 where that is not from 0 to 31
#else
    return cell - e.lane * 32;
#endif
}

MW_INLINE void mw_set_put(mw_word *set, const mw_extent e, uint32_t cell)
{
    *set |= mw_word_of(e, cell);
}

MW_INLINE void mw_set_flip(mw_word *set, const mw_extent e, uint32_t cell)
{
    *set ^= mw_word_of(e, cell);
}

MW_INLINE void mw_set_put_if(mw_word some, mw_word *set, const mw_extent e, uint32_t cell)
{
    *set |= mw_lanes_that(e, some) ? mw_word_of(e, cell) : 0;
}

// The highest cell instead: it is sooner found here.
MW_INLINE bool mw_set_take(mw_word *set, const mw_extent e, uint32_t *cell)
{
    const uint32_t with = mw_lanes_that(e, *set), own = mw_word_last(*set);
    const uint32_t lane = mw_word_last(with), there = mw_lanes_word(e, e.lane * 32 + own, lane);
    *cell = with ? there : 0;
    if (lane == e.lane)
        *set &= ~((mw_word)1 << own % 32);
    return with != 0;
}

MW_INLINE mw_word mw_word_up(mw_word word, mw_word below, uint32_t by)
{
    return word << by | below >> (32 - by);
}

MW_INLINE mw_word mw_word_down(mw_word word, mw_word above, uint32_t by)
{
    return word >> by | above << (32 - by);
}

MW_INLINE mw_word mw_set_below(const mw_word *set, uint32_t i, const mw_extent e)
{
    (void)i;
    mw_word below = mw_lanes_word(e, *set, e.lane - 1);
    return e.lane ? below : 0;
}

MW_INLINE mw_word mw_set_above(const mw_word *set, uint32_t i, const mw_extent e)
{
    (void)i;
    mw_word above = mw_lanes_word(e, *set, e.lane + 1);
    return e.lane + 1 < e.lanes ? above : 0;
}

MW_INLINE mw_word mw_set_up(const mw_word *set, uint32_t i, const mw_extent e, uint32_t by)
{
    return mw_word_up(*set, mw_set_below(set, i, e), by);
}

MW_INLINE mw_word mw_set_down(const mw_word *set, uint32_t i, const mw_extent e, uint32_t by)
{
    return mw_word_down(*set, mw_set_above(set, i, e), by);
}

#endif
