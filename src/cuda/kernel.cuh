// kernel.cuh: a card follows chains of one kind, whose genes are included before. One thread a chain:
// its sets lie in shared memory, each lane's in banks of its own, so that lanes never wait for each
// other. Evaluations are cut into pieces, and every lane takes its next piece in each turn; those
// that have come to an end are judged and set out again together, a few at a time, since the others
// have to wait meanwhile.
//
// What a multiprocessor does at once is bounded by the room for sets: a warp seats as many chains as
// leave room for enough warps, so that one works while others wait for memory.
#ifndef MW_CUDA_KERNEL_H
#define MW_CUDA_KERNEL_H

#include "chains/run.h"
#include "cuda/cuda.h"

#define LANES      32
#define WARPS_MAX  (CHAIN_BLOCK / LANES)
#define WARPS_WELL 2 // with fewer, most of a multiprocessor would be idle
#ifndef TOGETHER
#define TOGETHER 3 // one lane in so many has come to an end before any is seen to
#endif

struct chain_seat { // what a thread holds of its chain
    mw_chain chain;
    chain_genes now, trial;
    bool busy, over;
};

// The evaluation has ended, or none was begun: on to the next one, or the chain stops here.
template <int WORDS>
static __device__ __forceinline__ void
chain_turn(const chain_frame *f, const mw_chain_plan *p, chain_seat *s, chain_work *work,
           chain_genes *best, double *rises, mw_word *memory, uint32_t stride)
{
    if (s->busy) {
        double energy = chain_energy(f, WORDS, p, work, &s->trial);
        if (mw_chain_takes(&s->chain, p, energy, rises)) {
            s->now = s->trial;
            if (mw_climb_improves(&s->chain.at))
                *best = s->trial;
        }
    }
    s->busy = mw_chain_goes_on(&s->chain, p);
    s->over = !s->busy;
    if (s->over)
        return;
    s->trial = s->now;
    if (s->chain.mode != MW_CHAIN_BEGINS)
        chain_step(f, WORDS, &s->trial, &s->chain.at.rng);
    chain_begin(f, WORDS, work, memory, stride, &s->trial);
}

// WIDTH: of the board, if it is not 0; much is worked out beforehand then.
template <int WORDS, int WIDTH>
static __global__ void __launch_bounds__(CHAIN_BLOCK, 1)
    chain_kernel(const chain_case *there, const __grid_constant__ mw_chain_plan p, uint32_t seats,
                 uint32_t count, mw_chain *chains, chain_genes *now, chain_genes *best,
                 double *rises)
{
    extern __shared__ mw_word shared[];
    __shared__ chain_case tables;
    for (unsigned i = threadIdx.x; i < sizeof tables / 4; i += blockDim.x)
        ((uint32_t *)&tables)[i] = ((const uint32_t *)there)[i];
    __syncthreads();
    chain_frame f = chain_open(&tables);
    if (WIDTH)
        f.w = WIDTH;
    const uint32_t lane = threadIdx.x % LANES, first = threadIdx.x / LANES * seats;
    const uint32_t id = blockIdx.x * (blockDim.x / LANES * seats) + first + lane;
    const bool idle = id >= count || lane >= seats; // it goes along with the others of its warp
    const int together = (int)(LANES - seats + (seats + TOGETHER - 1) / TOGETHER);
    mw_word *memory = shared + (size_t)first * chain_memory(&f, WORDS) + lane;
    double *own_rises = rises && !idle ? rises + (size_t)id * MW_CLIMB_RISES : NULL;
    chain_seat s;
    chain_work work;
    s.busy = false;
    s.over = idle;
    if (!idle) {
        s.chain = chains[id];
        s.now = now[id];
    }
    for (bool waits = true;;) {
        if (__popc(__ballot_sync(~0u, waits || s.over)) >= together) {
            if (waits && !s.over) {
                chain_turn<WORDS>(&f, &p, &s, &work, &best[id], own_rises, memory, seats);
                waits = false;
            }
            if (__all_sync(~0u, s.over))
                break;
        }
        if (!waits && !s.over)
            waits = !chain_work_on(&f, WORDS, &work, memory, seats, &s.trial, p.used);
    }
    if (!idle) {
        chains[id] = s.chain;
        now[id] = s.now;
    }
}

// One block a multiprocessor.
static mw_cuda_layout chain_layout(const void *frame, size_t shared)
{
    const chain_frame f = chain_open((const chain_case *)frame);
    size_t each = (size_t)chain_memory(&f, chain_words(&f)) * sizeof(mw_word);
    size_t room = shared - sizeof(chain_case) - 64, fit = each ? room / each : CHAIN_BLOCK;
    mw_cuda_layout l = {LANES, 0, each};
    while (l.seats > 1 && fit / l.seats < WARPS_WELL)
        l.seats /= 2;
    size_t warps = fit / l.seats;
    l.warps = (unsigned)(warps < WARPS_MAX ? warps : WARPS_MAX);
    return l;
}

template <int WORDS, int WIDTH>
static cudaError_t chain_start(const mw_cuda_layout *y, const mw_cuda_launch *l)
{
    size_t bytes = y->warps * y->seats * y->bytes;
    cudaError_t e = cudaFuncSetAttribute(chain_kernel<WORDS, WIDTH>,
                                         cudaFuncAttributeMaxDynamicSharedMemorySize, (int)bytes);
    if (e != cudaSuccess)
        return e;
    unsigned chains = y->warps * y->seats;
    chain_kernel<WORDS, WIDTH><<<(l->count + chains - 1) / chains, y->warps * LANES, bytes>>>(
        (const chain_case *)l->frame, *l->plan, y->seats, l->count, l->chains,
        (chain_genes *)l->now, (chain_genes *)l->best, l->rises);
    return cudaGetLastError();
}

static cudaError_t chain_launch(const void *frame, size_t shared, const mw_cuda_launch *l)
{
    const chain_frame f = chain_open((const chain_case *)frame);
    const mw_cuda_layout y = chain_layout(frame, shared);
    const uint32_t words = chain_words(&f);
#ifdef CHAIN_WIDTHS // those that people ask for most
    if (words == 1 && f.w == 6)
        return chain_start<1, 6>(&y, l);
    if (words == 1 && f.w == 8)
        return chain_start<1, 8>(&y, l);
    if (words == 2 && f.w == 10)
        return chain_start<2, 10>(&y, l);
#endif
    return words == 1   ? chain_start<1, 0>(&y, l)
           : words == 2 ? chain_start<2, 0>(&y, l)
                        : chain_start<CHAIN_WORDS_MAX, 0>(&y, l);
}

#endif
