// kernel.cuh: runs the chains of one kind on a card. The file that includes it has included the
// genes of the kind before. A chain is run by one thread, or by several threads that share its sets
// (warp_cellset.h). The sets are in shared memory. Each lane has its sets in memory banks of its
// own, so that no lane waits for the memory access of another.
//
// An evaluation is cut into pieces, and in each turn every lane does its next piece. A lane whose
// evaluation has ended waits until several have ended. Then these lanes accept or reject their
// mazes and begin their next evaluations together, because all other lanes of the warp have to wait
// while they do so.
//
// Shared memory limits how many chains a multiprocessor can run at once. A warp gets only as many
// chains as leave room for other warps, so that one warp works while others wait for memory.
#ifndef MW_DESIGN_CHAINS_CUDA_KERNEL_CUH
#define MW_DESIGN_CHAINS_CUDA_KERNEL_CUH

#include "design/chains/follow.h"
#include "design/chains/cuda/cuda.h"

#define LANES      32
#define WARPS_MAX  (CHAIN_BLOCK / LANES)
#define WARPS_WELL 2 // with fewer, most of a multiprocessor would be idle
#ifndef CHAIN_TOGETHER
#define CHAIN_TOGETHER 3 // finished lanes wait until one lane in 3 has finished
#endif

#ifdef MW_WARP_CELLSET
#define SHARE(words) (words) // lanes to a chain
#define PIECES       4       // that each lane does before the warp counts its finished lanes
// Not threadIdx.x: the compiler would read that register again at every use.
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
#define CHAIN_UNIT 1 // words of memory that a lane reads and writes together
#endif
#ifndef CHAIN_USUAL // the kind has no usual board, so all boards use the general kernel
#define CHAIN_USUAL               0u
#define chain_is_usual(f, used)   ((void)(f), (void)(used), false)
#define chain_make_usual(f, side) ((void)(f))
#endif

struct chain_lane_state { // what a thread holds of its chain
    mw_chain chain;
    chain_genes now, trial;
    bool busy, over;
};

// Judges the maze whose evaluation has ended, if there was one, and begins the next evaluation. If
// the chain is at its end, `over` becomes true instead.
static __device__ __forceinline__ void
chain_turn(const chain_common *f, const mw_extent words, const mw_chain_plan *p,
           chain_lane_state *s, chain_work *work, chain_whole_genes *best, double *rises,
           mw_word *memory, uint32_t stride)
{
    const mw_extent busy = MW_EXTENT_IF(words, s->busy);
    double energy = 0;
    if (s->busy)
        energy = chain_energy(f, busy, p, work, &s->trial);
    for (bool evaluated = s->busy;; evaluated = true) { // again if no used value changed
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

// SIDE: the side of a usual board, as a constant; 0: the kernel is for any board.
template <int WORDS, int SIDE>
static __global__ void __launch_bounds__(CHAIN_BLOCK, 1)
    chain_kernel(const chain_common_block *there, const __grid_constant__ mw_chain_plan p,
                 uint32_t chains_per_warp, uint32_t count, mw_chain *chains,
                 chain_whole_genes *now, chain_whole_genes *best, double *rises)
{
    extern __shared__ __align__(16) mw_word shared[];
    __shared__ chain_common_block tables;
    for (unsigned i = threadIdx.x; i < sizeof tables / 4; i += blockDim.x)
        ((uint32_t *)&tables)[i] = ((const uint32_t *)there)[i];
    __syncthreads();
    chain_common f = chain_open(&tables);
    if (SIDE)
        chain_make_usual(&f, SIDE);
    const uint32_t lane = chain_lane();
    const uint32_t chain_of_warp = lane / SHARE(WORDS);
    const uint32_t first = threadIdx.x / LANES * chains_per_warp;
    const uint32_t stride = SIDE ? LANES : chains_per_warp * SHARE(WORDS);
    const unsigned used = SIDE ? CHAIN_USUAL : p.used;
    const uint32_t id = blockIdx.x * (blockDim.x / LANES * chains_per_warp) + first + chain_of_warp;
    const mw_extent all = chain_extent<WORDS>(~0u, lane);
    if (lane >= stride)
        return; // the other lanes do not wait for a lane that has returned
    const bool idle = id >= count; // no chain: it only takes part in ballots and shuffles
    const int together = (int)((stride + CHAIN_TOGETHER - 1) / CHAIN_TOGETHER);
    mw_word *memory = shared + (size_t)first * chain_memory(&f, WORDS) + lane * CHAIN_UNIT;
    double *own_rises = rises && !idle ? rises + (size_t)id * MW_ANNEAL_RISES : NULL;
    chain_lane_state s;
    chain_work work;
    if (MW_LOCKSTEP) { // idle lanes run the same code as the others and read these structs
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

// There is one block for each multiprocessor.
static mw_cuda_layout chain_layout(const void *common, size_t shared)
{
    const chain_common f = chain_open((const chain_common_block *)common);
    size_t each = (size_t)chain_memory(&f, chain_words(&f)) * sizeof(mw_word);
    size_t room = shared - sizeof(chain_common_block) - 64, fit = each ? room / each : CHAIN_BLOCK;
    mw_cuda_layout l = {LANES / SHARE(chain_words(&f)), 0, each};
    while (l.chains_per_warp > 1 && fit / l.chains_per_warp < WARPS_WELL)
        l.chains_per_warp /= 2;
    size_t warps = fit / l.chains_per_warp;
    l.warps = (unsigned)(warps < WARPS_MAX ? warps : WARPS_MAX);
    return l;
}

template <int WORDS, int SIDE>
static cudaError_t chain_start(const mw_cuda_layout *y, const mw_cuda_launch *l)
{
    const unsigned chains = y->warps * y->chains_per_warp;
    const size_t bytes = chains * y->bytes;
    cudaError_t e = cudaFuncSetAttribute(chain_kernel<WORDS, SIDE>,
                                         cudaFuncAttributeMaxDynamicSharedMemorySize, (int)bytes);
    if (e != cudaSuccess)
        return e;
    chain_kernel<WORDS, SIDE><<<(l->count + chains - 1) / chains, y->warps * LANES, bytes>>>(
        (const chain_common_block *)l->common, *l->plan, y->chains_per_warp, l->count, l->chains,
        (chain_whole_genes *)l->now, (chain_whole_genes *)l->best, l->rises);
    return cudaGetLastError();
}

// Starts the kernel for boards whose sets have WORDS words. A usual board whose side is one of
// SIDES has a kernel of its own.
template <int WORDS, int... SIDES>
static cudaError_t chain_launch(const void *common, size_t shared, const mw_cuda_launch *l)
{
    const mw_cuda_layout y = chain_layout(common, shared);
    const chain_common f = chain_open((const chain_common_block *)common);
    const bool full = y.chains_per_warp * SHARE(WORDS) == LANES;
    const unsigned side = full && chain_is_usual(&f, l->plan->used) ? f.w : 0;
    cudaError_t e = cudaSuccess;
    const bool begun = ((side == SIDES && (e = chain_start<WORDS, SIDES>(&y, l), true)) || ...);
    return begun ? e : chain_start<WORDS, 0>(&y, l);
}

#endif
