// chain.cu: chains of rook mazes on a card. Their sets are few enough for registers.
#include "kinds/rook/chain.h"

#define CHAIN_BLOCK 384
#include "design/chains/cuda/kernel.cuh"

static cudaError_t launch(const void *common, size_t shared, const mw_cuda_launch *l)
{
    return chain_words((const chain_common_block *)common) == 1 ? chain_launch<1>(common, shared, l)
                                                       : chain_launch<2>(common, shared, l);
}

extern const mw_cuda_kind mw_cuda_rook = {"rook", chain_layout, launch};
