// theseus.cu: chains of Theseus mazes on a card.
#include "kinds/theseus_chain.h"

#define CHAIN_BLOCK 384
#define CHAIN_WIDTHS
#include "cuda/kernel.cuh"

extern const mw_cuda_kind mw_cuda_theseus = {"theseus", chain_layout, chain_launch};
