// chain.cu: chains of Theseus mazes on a card. Boards of more than 64 cells are left to
// chain_wide.cu.
#include "kinds/theseus/chain.h"

#define CHAIN_BLOCK 384
#include "design/chains/cuda/kernel.cuh"

extern const mw_cuda_kind mw_cuda_theseus_wide; // chain_wide.cu

static bool wide(const void *common)
{
    return ((const chain_common_block *)common)->common.cells > 64;
}

static mw_cuda_layout layout(const void *common, size_t shared)
{
    return wide(common) ? mw_cuda_theseus_wide.layout(common, shared)
                        : chain_layout(common, shared);
}

static cudaError_t launch(const void *common, size_t shared, const mw_cuda_launch *l)
{
    if (wide(common))
        return mw_cuda_theseus_wide.launch(common, shared, l);
    return chain_launch<1, 6, 8>(common, shared, l);
}

extern const mw_cuda_kind mw_cuda_theseus = {"theseus", layout, launch};
