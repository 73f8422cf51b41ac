// rook.cu: chains of rook mazes on a card. Their sets are few enough for registers.
#include "kinds/rook_chain.h"

#define CHAIN_BLOCK 384
#include "cuda/kernel.cuh"

extern const mw_cuda_kind mw_cuda_rook = {"rook", chain_layout, chain_launch};
