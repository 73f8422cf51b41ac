// die.cu: chains of die mazes on a card.
#include "kinds/die_chain.h"

#define CHAIN_BLOCK 512
#include "cuda/kernel.cuh"

extern const mw_cuda_kind mw_cuda_die = {"die", chain_layout, chain_launch};
