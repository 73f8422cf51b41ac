// chains.h: what a kind provides so that a graphics card can search its mazes, and what a card
// provides.
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

// What a kind provides (mw_design's `chains`).
struct mw_chains {
    const char *kind;
    size_t common_bytes, gene_bytes;
    unsigned knows; // MW_CHAIN_BIT of each value that it can work out
    // Works out what all mazes of a search have in common from one of them. False and
    // *error: a card cannot search such mazes.
    bool (*common)(const mw_maze *, void *common, mw_error *);
    void (*pack)(const mw_maze *, void *genes);
    void (*unpack)(const void *genes, mw_maze *); // into a maze of the same search
    // Follows all chains until each pauses or waits, on the processor. False: out of memory.
    bool (*follow)(const void *common, const mw_chain_plan *, mw_chain_set *);
};

// Writes "a graphics card takes only ..." into *error and returns false.
bool mw_chain_refuse(mw_error *, const char *format, ...) __attribute__((format(printf, 2, 3)));
#ifdef __clang_analyzer__ // sees one file at a time
#define mw_chain_refuse(...) (mw_chain_refuse(__VA_ARGS__), false)
#endif

// Where chains are followed.
struct mw_device {
    const char *name;
    // Describes a device by its number, from 0, in words. False: there is no device of this number.
    bool (*describe)(unsigned number, char *text, size_t size);
    // How many chains fill the device. 0: it cannot run chains of this kind.
    uint32_t (*holds)(unsigned number, const struct mw_chains *, const void *common);
    // Follows all chains until each pauses or waits. False and *error.
    bool (*follow)(unsigned number, const struct mw_chains *, const void *common,
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
