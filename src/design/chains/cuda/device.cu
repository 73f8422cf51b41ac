// device.cu: graphics cards that speak CUDA, as devices for chains. For each stage everything is
// copied there and back, which takes a few milliseconds; nothing stays on the card.
#include "design/chains/cuda/cuda.h"

#include <stdio.h>
#include <string.h>

// One for each kind that has a file chain.cu; the build lists them.
#define MW_CUDA_KIND(kind) extern const mw_cuda_kind mw_cuda_##kind;
#include "cuda_kinds.h"
#undef MW_CUDA_KIND
#define MW_CUDA_KIND(kind) &mw_cuda_##kind,
static const mw_cuda_kind *const kinds[] = {
#include "cuda_kinds.h"
};

static const mw_cuda_kind *kernel_of(const mw_chains *chains)
{
    for (const mw_cuda_kind *k : kinds)
        if (!strcmp(k->name, chains->kind))
            return k;
    return NULL;
}

static bool describe(unsigned number, char *text, size_t size)
{
    int count = 0;
    cudaDeviceProp p;
    if (cudaGetDeviceCount(&count) != cudaSuccess || (int)number >= count ||
        cudaGetDeviceProperties(&p, (int)number) != cudaSuccess)
        return false;
    snprintf(text, size, "%s, %d multiprocessors", p.name, p.multiProcessorCount);
    return true;
}

static size_t shared_memory(unsigned number)
{
    int bytes = 0;
    cudaDeviceGetAttribute(&bytes, cudaDevAttrMaxSharedMemoryPerBlockOptin, (int)number);
    return (size_t)bytes;
}

static uint32_t holds(unsigned number, const mw_chains *chains, const void *common)
{
    const mw_cuda_kind *k = kernel_of(chains);
    int multiprocessors = 0;
    cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, (int)number);
    if (!k)
        return 0;
    const mw_cuda_layout l = k->layout(common, shared_memory(number));
    return (uint32_t)multiprocessors * l.warps * l.chains_per_warp;
}

// ---- memory on the card, one block

struct piece {
    void *here;
    size_t bytes;
    bool back; // it changes
};

static size_t aligned(size_t bytes)
{
    return (bytes + 255) / 256 * 256;
}

static cudaError_t copy_all(const piece *pieces, unsigned count, unsigned char *there, bool back)
{
    cudaError_t e = cudaSuccess;
    for (unsigned i = 0; i < count && e == cudaSuccess; i++) {
        if (pieces[i].bytes && !back)
            e = cudaMemcpy(there, pieces[i].here, pieces[i].bytes, cudaMemcpyHostToDevice);
        if (pieces[i].bytes && back && pieces[i].back)
            e = cudaMemcpy(pieces[i].here, there, pieces[i].bytes, cudaMemcpyDeviceToHost);
        there += aligned(pieces[i].bytes);
    }
    return e;
}

static cudaError_t follow_there(const mw_cuda_kind *k, unsigned number, const mw_chains *c,
                                const void *common, const mw_chain_plan *plan, mw_chain_set *set)
{
    enum { COMMON, CHAINS, NOW, BEST, RISES, PIECES };
    const size_t n = set->count;
    const piece pieces[PIECES] = {
        {(void *)common, c->common_bytes, false},
        {set->chains, n * sizeof *set->chains, true},
        {set->now, n * c->gene_bytes, true},
        {set->best, n * c->gene_bytes, true},
        {set->rises, set->rises ? n * MW_ANNEAL_RISES * sizeof *set->rises : 0, true}};
    unsigned char *there = NULL, *at[PIECES];
    size_t bytes = 0;
    for (const piece &p : pieces)
        bytes += aligned(p.bytes);
    cudaError_t e = cudaSetDevice((int)number);
    if (e == cudaSuccess)
        e = cudaMalloc(&there, bytes);
    if (e == cudaSuccess)
        e = copy_all(pieces, PIECES, there, false);
    for (unsigned i = 0, offset = 0; i < PIECES; offset += (unsigned)aligned(pieces[i++].bytes))
        at[i] = there + offset;
    const mw_cuda_launch launch = {at[COMMON],
                                   plan,
                                   set->count,
                                   (mw_chain *)at[CHAINS],
                                   at[NOW],
                                   at[BEST],
                                   set->rises ? (double *)at[RISES] : NULL};
    if (e == cudaSuccess)
        e = k->launch(common, shared_memory(number), &launch);
    if (e == cudaSuccess)
        e = cudaDeviceSynchronize();
    if (e == cudaSuccess)
        e = copy_all(pieces, PIECES, there, true);
    cudaFree(there);
    return e;
}

static bool follow(unsigned number, const mw_chains *chains, const void *common,
                   const mw_chain_plan *plan, mw_chain_set *set, mw_error *error)
{
    const mw_cuda_kind *k = kernel_of(chains);
    cudaError_t e = k ? follow_there(k, number, chains, common, plan, set) : cudaErrorNotSupported;
    if (e == cudaSuccess)
        return true;
    *error = mw_error{};
    error->code = MW_ERROR_SYSTEM;
    snprintf(error->text, sizeof error->text, "the graphics card gave up: %s",
             cudaGetErrorString(e));
    return false;
}

extern const mw_device mw_device_cuda = {"gpu", describe, holds, follow};
