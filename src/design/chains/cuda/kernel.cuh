// kernel.cuh: a card follows chains of one kind, whose genes are included before. One thread a chain,
// or several that share its sets (warp_cellset.h). Sets lie in shared memory, each lane's in banks of its
// own, so that lanes never wait for each other. Evaluations are cut into pieces, and every lane
// takes its next piece in each turn; those that have come to an end are judged and set out again
// together, a few at a time, since the others have to wait meanwhile.
//
// What a multiprocessor does at once is bounded by the room for sets: a warp seats as many chains as
// leave room for enough warps, so that one works while others wait for memory.
#ifndef MW_DESIGN_CHAINS_CUDA_KERNEL_CUH
#define MW_DESIGN_CHAINS_CUDA_KERNEL_CUH

#include "design/chains/follow.h"
#include "design/chains/cuda/cuda.h"

#define LANES      32
#define WARPS_MAX  (CHAIN_BLOCK / LANES)
#define WARPS_WELL 2 // with fewer, most of a multiprocessor would be idle
#ifndef CHAIN_TOGETHER
#define CHAIN_TOGETHER 3 // one lane in so many has come to an end before any is seen to
#endif

#ifdef MW_WARP_CELLSET
#define SHARE(words) (words) // lanes to a chain
#define PIECES       4       // done before anybody looks who has come to an end
// Not threadIdx.x, which would be asked for again and again.
static __device__ __forceinline__ uint32_t chain_lane(void)
{
    uint32_t lane;
    asm volatile("mov.u32 %0, %%laneid;" : "=r"(lane));
    return lane;
}
template <int WORDS>
static __device__ __forceinline__ mw_extent chain_extent(uint32_t here, uint32_t lane)
{
    return {WORDS, here, lane % WORDS, lane & (LANES - WORDS)};
}
#else
#define SHARE(words) 1
#define PIECES       1
typedef chain_genes chain_whole_genes;
#define chain_part(words, whole)        (*(whole))
#define chain_put_part(words, g, whole) (*(whole) = *(g))
#define chain_lane()                    (threadIdx.x % LANES)
template <int WORDS>
static __device__ __forceinline__ mw_extent chain_extent(uint32_t, uint32_t)
{
    return WORDS;
}
#endif

#ifndef CHAIN_UNIT
#define CHAIN_UNIT 1 // words of memory that belong together
#endif
#ifndef CHAIN_USUAL // nothing is: no board has a kernel of its own
#define CHAIN_USUAL               0u
#define chain_is_usual(f, used)   ((void)(f), (void)(used), false)
#define chain_make_usual(f, side) ((void)(f))
#endif

struct chain_seat { // what a thread holds of its chain
    mw_chain chain;
    chain_genes now, trial;
    bool busy, over;
};

// The evaluation has ended, or none was begun: on to the next one, or the chain stops here.
static __device__ __forceinline__ void
chain_turn(const chain_frame *f, const mw_extent words, const mw_chain_plan *p, chain_seat *s,
           chain_work *work, chain_whole_genes *best, double *rises, mw_word *memory,
           uint32_t stride)
{
    const mw_extent busy = MW_EXTENT_IF(words, s->busy);
    double energy = 0;
    if (s->busy)
        energy = chain_energy(f, busy, p, work, &s->trial);
    for (bool evaluated = s->busy;; evaluated = true) { // again where a step changes nothing used
        if (evaluated && mw_chain_takes(&s->chain, p, energy, rises)) {
            s->now = s->trial;
            if (mw_anneal_improves(&s->chain.at))
                chain_put_part(words, &s->trial, best);
        }
        s->busy = mw_chain_goes_on(&s->chain, p);
        s->trial = s->now;
        if (!s->busy || s->chain.mode == MW_CHAIN_BEGINS ||
            chain_step(f, words, &s->trial, &s->chain.at.rng, p->used))
            break;
        energy = s->chain.at.energy;
    }
    s->over = !s->busy;
    const mw_extent on = MW_EXTENT_IF(words, s->busy);
    if (s->busy)
        chain_begin(f, on, work, memory, stride, &s->trial);
}

// SIDE: of a usual board; 0: of any.
template <int WORDS, int SIDE>
static __global__ void __launch_bounds__(CHAIN_BLOCK, 1)
    chain_kernel(const chain_case *there, const __grid_constant__ mw_chain_plan p, uint32_t seats,
                 uint32_t count, mw_chain *chains, chain_whole_genes *now, chain_whole_genes *best,
                 double *rises)
{
    extern __shared__ __align__(16) mw_word shared[];
    __shared__ chain_case tables;
    for (unsigned i = threadIdx.x; i < sizeof tables / 4; i += blockDim.x)
        ((uint32_t *)&tables)[i] = ((const uint32_t *)there)[i];
    __syncthreads();
    chain_frame f = chain_open(&tables);
    if (SIDE)
        chain_make_usual(&f, SIDE);
    const uint32_t lane = chain_lane();
    const uint32_t seat = lane / SHARE(WORDS);
    const uint32_t first = threadIdx.x / LANES * seats;
    const uint32_t stride = SIDE ? LANES : seats * SHARE(WORDS);
    const unsigned used = SIDE ? CHAIN_USUAL : p.used;
    const uint32_t id = blockIdx.x * (blockDim.x / LANES * seats) + first + seat;
    const mw_extent all = chain_extent<WORDS>(~0u, lane);
    if (lane >= stride)
        return; // others never wait for a lane that is gone
    const bool idle = id >= count; // it goes along with the others of its warp
    const int together = (int)((stride + CHAIN_TOGETHER - 1) / CHAIN_TOGETHER);
    mw_word *memory = shared + (size_t)first * chain_memory(&f, WORDS) + lane * CHAIN_UNIT;
    double *own_rises = rises && !idle ? rises + (size_t)id * MW_ANNEAL_RISES : NULL;
    chain_seat s;
    chain_work work;
    if (MW_LOCKSTEP) { // an idle one looks at them
        s = {};
        work = {};
    }
    s.busy = false;
    s.over = idle;
    if (!idle) {
        s.chain = chains[id];
        s.now = chain_part(all, &now[id]);
    }
    for (bool waits = true;;) {
        if (__popc(__ballot_sync(~0u, waits || s.over)) >= together) {
            const bool turns = waits && !s.over;
            const mw_extent those = chain_extent<WORDS>(__ballot_sync(~0u, turns), lane);
            if (turns) {
                chain_turn(&f, those, &p, &s, &work, &best[id], own_rises, memory, stride);
                waits = false;
            }
            if (__all_sync(~0u, s.over))
                break;
        }
        const bool goes = !waits && !s.over;
#pragma unroll
        for (int i = 0; i < PIECES; i++)
            if (goes || MW_LOCKSTEP) {
                bool on = chain_work_on(&f, all, &work, memory, stride, &s.trial, used);
                waits = goes ? !on : waits;
            }
    }
    if (!idle) {
        chains[id] = s.chain;
        chain_put_part(all, &s.now, &now[id]);
    }
}

// One block a multiprocessor.
static mw_cuda_layout chain_layout(const void *frame, size_t shared)
{
    const chain_frame f = chain_open((const chain_case *)frame);
    size_t each = (size_t)chain_memory(&f, chain_words(&f)) * sizeof(mw_word);
    size_t room = shared - sizeof(chain_case) - 64, fit = each ? room / each : CHAIN_BLOCK;
    mw_cuda_layout l = {LANES / SHARE(chain_words(&f)), 0, each};
    while (l.seats > 1 && fit / l.seats < WARPS_WELL)
        l.seats /= 2;
    size_t warps = fit / l.seats;
    l.warps = (unsigned)(warps < WARPS_MAX ? warps : WARPS_MAX);
    return l;
}

template <int WORDS, int SIDE>
static cudaError_t chain_start(const mw_cuda_layout *y, const mw_cuda_launch *l)
{
    const unsigned chains = y->warps * y->seats;
    const size_t bytes = chains * y->bytes;
    cudaError_t e = cudaFuncSetAttribute(chain_kernel<WORDS, SIDE>,
                                         cudaFuncAttributeMaxDynamicSharedMemorySize, (int)bytes);
    if (e != cudaSuccess)
        return e;
    chain_kernel<WORDS, SIDE><<<(l->count + chains - 1) / chains, y->warps * LANES, bytes>>>(
        (const chain_case *)l->frame, *l->plan, y->seats, l->count, l->chains,
        (chain_whole_genes *)l->now, (chain_whole_genes *)l->best, l->rises);
    return cudaGetLastError();
}

// For a board of so many words; a usual one of one of these sides has a kernel of its own.
template <int WORDS, int... SIDES>
static cudaError_t chain_launch(const void *frame, size_t shared, const mw_cuda_launch *l)
{
    const mw_cuda_layout y = chain_layout(frame, shared);
    const chain_frame f = chain_open((const chain_case *)frame);
    const bool full = y.seats * SHARE(WORDS) == LANES;
    const unsigned side = full && chain_is_usual(&f, l->plan->used) ? f.w : 0;
    cudaError_t e = cudaSuccess;
    const bool begun = ((side == SIDES && (e = chain_start<WORDS, SIDES>(&y, l), true)) || ...);
    return begun ? e : chain_start<WORDS, 0>(&y, l);
}

#endif
