// chains.h: what a kind offers to search on a graphics card, and what such a card offers.
#ifndef MW_DESIGN_CHAINS_CHAINS_H
#define MW_DESIGN_CHAINS_CHAINS_H

#include "design/chains/chain.h"
#include "mazewright/design.h"

#ifdef __cplusplus
extern "C" {
#endif

// Chains that go on together, all of one plan.
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
typedef struct mw_device {
    const char *name;
    // One device each in words, counted from 0; false: there is no such one.
    bool (*describe)(unsigned number, char *text, size_t size);
    // How many chains fill it, and gain nothing from more. 0: not for this kind.
    uint32_t (*holds)(unsigned number, const struct mw_chains *, const void *frame);
    // Follows all chains until each pauses or waits. False and *error.
    bool (*follow)(unsigned number, const struct mw_chains *, const void *frame,
                   const mw_chain_plan *, mw_chain_set *, mw_error *);
} mw_device;

// Chains of one search on a device. plan.schedule.evaluations and .seed are those of the whole
// search, whose `streams` chains are divided among machines: here are `count` of them, from `first`
// on. plan.watch is told of evaluations of all chains here together; plan.save is given a line for
// each.
typedef struct mw_voyage {
    const mw_device *device;
    unsigned number; // of the device
    uint32_t streams, first, count;
    uint64_t exchange;     // evaluations after which each chain takes over the best maze of the one
                           // before it, if that is better; 0: never
    uint64_t resample;     // evaluations after which chains that fell behind give way to copies of
                           // better ones; 0, or with `exchange`: never
    double seconds;        // an endless search is one round of cooling that takes so long; needs a
                           // clock. 0: rounds of evaluations, as on the processor
    double (*clock)(void); // OPTIONAL: seconds; without it `watch` is asked after a fixed number of
                           // evaluations
} mw_voyage;

// How many chains a device holds, for mazes of this plan. 0 and *error: not for these.
uint32_t mw_device_holds(const mw_device *, unsigned number, const mw_kind *,
                         const mw_design_plan *, mw_error *);
// As mw_design_maze. The result is that of the same streams on the processor.
bool mw_design_on_device(const mw_kind *, const mw_design_plan *, const mw_voyage *, mw_designed *,
                         mw_error *);

extern const mw_device mw_device_host; // the same code on one core of the processor
#ifdef MAZEWRIGHT_CUDA
extern const mw_device mw_device_cuda;
#endif

#ifdef __cplusplus
}
#endif
#endif
