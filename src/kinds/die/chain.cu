// chain.cu: chains of die mazes on a card.
#include "kinds/die/chain.h"

#define CHAIN_BLOCK 512
#include "design/chains/cuda/kernel.cuh"

static cudaError_t launch(const void *common, size_t shared, const mw_cuda_launch *l)
{
    switch (chain_words((const chain_common_block *)common)) {
    case 1: return chain_launch<1>(common, shared, l);
    case 2: return chain_launch<2>(common, shared, l);
    default: return chain_launch<4>(common, shared, l);
    }
}

extern const mw_cuda_kind mw_cuda_die = {"die", chain_layout, launch};
