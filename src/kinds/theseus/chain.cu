// chain.cu: chains of Theseus mazes on a card. Boards of more than 64 cells are left to
// chain_wide.cu.
#include "kinds/theseus/chain.h"

#define CHAIN_BLOCK 384
#include "design/chains/cuda/kernel.cuh"

extern const mw_cuda_kind mw_cuda_theseus_wide; // chain_wide.cu

static bool wide(const void *frame)
{
    return ((const chain_case *)frame)->frame.cells > 64;
}

static mw_cuda_layout layout(const void *frame, size_t shared)
{
    return wide(frame) ? mw_cuda_theseus_wide.layout(frame, shared) : chain_layout(frame, shared);
}

static cudaError_t launch(const void *frame, size_t shared, const mw_cuda_launch *l)
{
    if (wide(frame))
        return mw_cuda_theseus_wide.launch(frame, shared, l);
    return chain_launch<1, 6, 8>(frame, shared, l);
}

extern const mw_cuda_kind mw_cuda_theseus = {"theseus", layout, launch};
