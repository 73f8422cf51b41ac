// chain_wide.cu: chains of Theseus mazes of more than 64 cells on a card. Their sets are so large
// that few chains fit onto a multiprocessor, so several lanes work on each chain.
#define MW_WARP_CELLSET
#include "kinds/theseus/chain.h"

#define CHAIN_BLOCK    384
#define CHAIN_TOGETHER 8
#include "design/chains/cuda/kernel.cuh"

// These must have the size that they have on the processor, where words have 64 bits.
static_assert(sizeof(chain_whole_genes) == 2 * (GENE_CELLS / 8) + 4 * sizeof(uint16_t), "genes");
static_assert(sizeof(chain_common_block::left_of) ==
                  SIDE_SETS(CHAIN_SIDE_MAX) * (GENE_CELLS / 8),
              "tables");

static cudaError_t launch(const void *common, size_t shared, const mw_cuda_launch *l)
{
    return chain_words(&((const chain_common_block *)common)->common) == 4
               ? chain_launch<4, 10>(common, shared, l)
               : chain_launch<8>(common, shared, l);
}

extern const mw_cuda_kind mw_cuda_theseus_wide = {"theseus", chain_layout, launch};
