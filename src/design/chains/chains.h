// chains.h: what a kind offers to search on a graphics card, and what such a card offers.
#ifndef MW_DESIGN_CHAINS_CHAINS_H
#define MW_DESIGN_CHAINS_CHAINS_H

#include "design/chains/chain.h"
#include "mazewright/design.h"

#ifdef __cplusplus
extern "C" {
#endif

// Chains that are followed together, all of one plan.
typedef struct mw_chain_set {
    uint32_t count;
    mw_chain *chains;
    void *now, *best; // genes of each
    double *rises;    // MW_ANNEAL_RISES of each; NULL where nothing is sampled
} mw_chain_set;

// What a kind offers (mw_design's `chains`).
struct mw_chains {
    const char *kind;
    size_t frame_bytes, gene_bytes;
    unsigned knows; // MW_CHAIN_BIT of each value that it can work out
    // What all mazes of a search share, from one of them. False and *error: not for such a maze.
    bool (*frame)(const mw_maze *, void *frame, mw_error *);
    void (*pack)(const mw_maze *, void *genes);
    void (*unpack)(const void *genes, mw_maze *); // into a maze of the same search
    // Follows all chains until each pauses or waits, on the processor. False: out of memory.
    bool (*follow)(const void *frame, const mw_chain_plan *, mw_chain_set *);
};

// Writes "a graphics card takes only ..." into *error and returns false.
bool mw_chain_refuse(mw_error *, const char *format, ...) __attribute__((format(printf, 2, 3)));
#ifdef __clang_analyzer__ // sees one file at a time
#define mw_chain_refuse(...) (mw_chain_refuse(__VA_ARGS__), false)
#endif

// Where chains are followed.
struct mw_device {
    const char *name;
    // One device each in words, counted from 0; false: there is no such one.
    bool (*describe)(unsigned number, char *text, size_t size);
    // How many chains fill it, and gain nothing from more. 0: not for this kind.
    uint32_t (*holds)(unsigned number, const struct mw_chains *, const void *frame);
    // Follows all chains until each pauses or waits. False and *error.
    bool (*follow)(unsigned number, const struct mw_chains *, const void *frame,
                   const mw_chain_plan *, mw_chain_set *, mw_error *);
};

extern const mw_device mw_device_host; // the same code on one core of the processor
#ifdef MAZEWRIGHT_CUDA
extern const mw_device mw_device_cuda;
#endif

#ifdef __cplusplus
}
#endif
#endif
