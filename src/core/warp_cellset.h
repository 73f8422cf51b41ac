// warp_cellset.h: what cellset.h offers, for sets that several lanes of a warp share: each lane
// holds one word of 32 cells. A lane reads the words of others, so all lanes that share a set must
// call these functions together. Only code for the card calls them; the processor's compiler sees
// them too, so where __CUDA_ARCH__ is not defined they have bodies that are never run.
#ifndef MW_CORE_WARP_CELLSET_H
#define MW_CORE_WARP_CELLSET_H

typedef uint32_t mw_word;
#define MW_WORD_BITS 32u

// What a function must know of a set besides its bits.
typedef struct mw_extent {
    uint32_t lanes;    // how many lanes share the set, a power of 2
    uint32_t together; // the lanes of the warp that run this code together, a bit for each
    uint32_t lane;     // the number of this lane among those that share its set, from 0
    uint32_t first;    // the number, in the warp, of the first lane that shares its set
} mw_extent;

// The lanes of this set for which `so` is true, a bit for each.
MW_HOST_DEVICE uint32_t mw_lanes_where(const mw_extent e, bool so)
{
#ifdef __CUDA_ARCH__
    return __ballot_sync(e.together, so) >> e.first & ((1u << e.lanes) - 1);
#else
    return so;
#endif
}

// The value of `own` in another lane of this set.
MW_HOST_DEVICE mw_word mw_lane_word(const mw_extent e, mw_word own, uint32_t lane)
{
#ifdef __CUDA_ARCH__
    return __shfl_sync(e.together, own, (int)lane, (int)e.lanes);
#else
    return own;
#endif
}

// The extent for a branch that lanes take for which `so` is true.
MW_HOST_DEVICE mw_extent mw_extent_if(const mw_extent e, bool so)
{
    mw_extent there = e;
#ifdef __CUDA_ARCH__
    there.together = __ballot_sync(e.together, so);
#else
    there.together = so;
#endif
    return there;
}

MW_HOST_DEVICE uint32_t mw_lanes_sum(const mw_extent e, uint32_t n)
{
    for (uint32_t far = 1; far < e.lanes; far *= 2)
        n += mw_lane_word(e, n, e.lane ^ far);
    return n;
}

#define MW_OWN_WORDS(e)     1u
#define MW_SET_WORDS(e)     (e).lanes
#define MW_WORD_INDEX(e, i) ((void)(i), (e).lane)
#define MW_EXTENT_IF(e, so) mw_extent_if(e, so)
#define MW_LANES_SUM(e, n)  mw_lanes_sum(e, n)
#define MW_LOCKSTEP         true

MW_HOST_DEVICE uint32_t mw_word_last(mw_word word)
{
#ifdef __CUDA_ARCH__
    return 31 - (uint32_t)__clz((int)word);
#else
    return word;
#endif
}

MW_HOST_DEVICE uint32_t mw_word_size(mw_word word)
{
#ifdef __CUDA_ARCH__
    return (uint32_t)__popc(word);
#else
    return word;
#endif
}

MW_HOST_DEVICE bool mw_set_empty(const mw_word *set, const mw_extent e)
{
    return !mw_lanes_where(e, *set);
}

MW_HOST_DEVICE bool mw_set_holds(const mw_word *set, const mw_extent e, uint32_t cell)
{
    return mw_lane_word(e, *set, cell / 32) >> cell % 32 & 1;
}

// This lane's word of the set that consists of one cell.
MW_HOST_DEVICE mw_word mw_word_of(const mw_extent e, uint32_t cell)
{
#ifdef __CUDA_ARCH__
    return __funnelshift_lc(0, 1, cell - e.lane * 32); // 0 where that is not from 0 to 31
#else
    return cell - e.lane * 32;
#endif
}

MW_HOST_DEVICE void mw_set_put(mw_word *set, const mw_extent e, uint32_t cell)
{
    *set |= mw_word_of(e, cell);
}

MW_HOST_DEVICE void mw_set_flip(mw_word *set, const mw_extent e, uint32_t cell)
{
    *set ^= mw_word_of(e, cell);
}

MW_HOST_DEVICE void mw_set_put_if(mw_word some, mw_word *set, const mw_extent e, uint32_t cell)
{
    *set |= mw_lanes_where(e, some) ? mw_word_of(e, cell) : 0;
}

// Takes the highest cell, not the lowest: a card finds it faster.
MW_HOST_DEVICE bool mw_set_take(mw_word *set, const mw_extent e, uint32_t *cell)
{
    const uint32_t with = mw_lanes_where(e, *set), own = mw_word_last(*set);
    const uint32_t lane = mw_word_last(with), there = mw_lane_word(e, e.lane * 32 + own, lane);
    *cell = with ? there : 0;
    if (lane == e.lane)
        *set &= ~((mw_word)1 << own % 32);
    return with != 0;
}

MW_HOST_DEVICE mw_word mw_set_below(const mw_word *set, uint32_t i, const mw_extent e)
{
    (void)i;
    mw_word below = mw_lane_word(e, *set, e.lane - 1);
    return e.lane ? below : 0;
}

MW_HOST_DEVICE mw_word mw_set_above(const mw_word *set, uint32_t i, const mw_extent e)
{
    (void)i;
    mw_word above = mw_lane_word(e, *set, e.lane + 1);
    return e.lane + 1 < e.lanes ? above : 0;
}

#endif
