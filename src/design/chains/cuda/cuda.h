// cuda.h: what the files of the CUDA device share.
#ifndef MW_DESIGN_CHAINS_CUDA_CUDA_H
#define MW_DESIGN_CHAINS_CUDA_CUDA_H

#include "design/chains/chains.h"

#include <cuda_runtime.h>

typedef struct mw_cuda_launch { // all on the card but the plan
    const void *common;
    const mw_chain_plan *plan;
    uint32_t count;
    mw_chain *chains;
    void *now, *best;
    double *rises;
} mw_cuda_launch;

// How chains are placed on a multiprocessor.
typedef struct mw_cuda_layout {
    unsigned chains_per_warp, warps; // warps 0: there is no room for any
    size_t bytes;                    // of shared memory, for a chain
} mw_cuda_layout;

// A kind's kernel. `common` is in the host's memory; `shared` is the memory that a block can have.
typedef struct mw_cuda_kind {
    const char *name;
    mw_cuda_layout (*layout)(const void *common, size_t shared);
    cudaError_t (*launch)(const void *common, size_t shared, const mw_cuda_launch *);
} mw_cuda_kind;

#endif
