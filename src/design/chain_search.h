// chain_search.h: chains of one search for one maze that run together in one task: a single stream
// on one core, several streams that exchange mazes, or thousands on a graphics card. chain_search.c
// leads; chain_search_processor.c and chain_search_device.c follow chains, each in its place;
// chain_search_exchange.c lets chains exchange mazes and resamples them; checkpoint.c writes down
// how far they have come.
#ifndef MW_DESIGN_CHAIN_SEARCH_H
#define MW_DESIGN_CHAIN_SEARCH_H

#include "design/anneal_run.h"
#include "design/chains/chains.h"
#include "design/objective.h"
#include "design/task.h"

// How following a chain on the processor ended.
typedef struct mw_chain_end {
    bool stopped, limited, failed; // failed: out of memory
} mw_chain_end;

typedef struct mw_chain_search {
    // What is asked for, by the caller.
    const mw_kind *kind;
    const mw_design_plan *plan; // its streams are the chains of the whole search
    const char *const *require; // the constraints of this maze
    mw_design_task *task;       // the one that runs it
    uint64_t seed;              // of the maze
    uint32_t first, count;      // the chains that are here
    unsigned device_number;     // on a device: which of them
    // What is made of it.
    const mw_chains *chains; // how genes are made for a device; NULL: they are the mazes themselves
    mw_schedule schedule;
    mw_objective objective;
    mw_chain_plan shared; // of a device
    void *common;         // what all mazes have in common, on a device
    size_t gene_bytes;    // of one chain
    size_t gene_stride;   // bytes from one chain's genes to those of the next
    mw_chain_set set;
    mw_chain_end *ends;     // of each chain on the processor
    mw_designed *finished;  // the last best maze of each of them that was told of
    mw_maze *maze;          // some maze of the search, to be overwritten
    uint64_t stage;         // evaluations after which chains on a device pause for a moment
    uint64_t last_exchange; // evaluations of each chain up to the last exchange or resampling
    double temperature;     // at the last exchange or resampling
    uint64_t told;          // evaluations that were told of, on a device
    double best;            // energy that was told of, on a device
    double began;           // by the clock
    double first_gone;      // seconds after which the first stage was over
    uint64_t first_done;    // evaluations by then
    bool limited, failed;
} mw_chain_search;

// Searches; frees what it made. False and *error. The caller frees the maze.
bool mw_chain_search_run(mw_chain_search *, mw_designed *, mw_error *);
// How many chains the plan's device holds. 0 and *error: the plan is not for this device.
uint32_t mw_chain_search_device_holds(mw_chain_search *, mw_error *);

// ---- chain_search.c
static inline void *mw_chain_search_genes(const mw_chain_search *p, void *all, uint32_t i)
{
    return (unsigned char *)all + i * p->gene_stride;
}
void mw_chain_search_pack(const mw_chain_search *, const mw_maze *, void *genes);
void mw_chain_search_unpack(const mw_chain_search *, const void *genes, mw_maze *);
// Where a chain begins, which the caller frees; NULL: *error.
mw_maze *mw_chain_search_first(const mw_chain_search *, uint64_t seed, mw_error *);
uint64_t mw_chain_search_end(const mw_chain_search *,
                             uint32_t i);                      // evaluations at which a chain ends
uint64_t mw_chain_search_evaluations(const mw_chain_search *); // of all chains here
// The energy of a maze that was read back; p->failed: out of memory.
double mw_chain_search_energy(mw_chain_search *, const mw_maze *);
// The best maze of all chains, which the caller frees; NULL: there is none.
mw_designed mw_chain_search_best(mw_chain_search *);

// ---- chain_search_processor.c, chain_search_device.c: follow all chains until each pauses. False
// and *error.
bool mw_chain_search_follow(mw_chain_search *, mw_error *);
bool mw_chain_search_device_prepare(mw_chain_search *, mw_error *);
bool mw_chain_search_device_follow(mw_chain_search *, mw_error *);
bool mw_chain_search_device_tell(mw_chain_search *); // false: end soon

// ---- chain_search_exchange.c
// Evaluations between two exchanges or two resamplings; 0: there are none.
uint64_t mw_chain_search_interval(const mw_chain_search *);
// Chains exchange mazes or are resampled, if all have paused for it. False: out of memory.
bool mw_chain_search_exchange_if_due(mw_chain_search *);

// ---- checkpoint.c: how far chains have come, as text, so that whatever comes back from a file is
// checked like any other maze
// One line: numbers, and the ids of two mazes, which are the states of the checkpoint. The caller
// frees it; NULL: out of memory.
char *mw_checkpoint_print(const mw_checkpoint *);
// All but the energies. False and *error: it is no such text, or not of mazes like this one, or
// memory ran out. The caller frees the two mazes.
bool mw_checkpoint_parse(const char *text, const mw_maze *like, mw_checkpoint *, mw_maze **now,
                         mw_maze **best, mw_error *);
// All chains; NULL: out of memory. The caller frees it.
char *mw_chain_search_print(mw_chain_search *);
// Puts the chains where a checkpoint has them. False: it is not of this search, or memory ran out
// (p->failed).
bool mw_chain_search_resume(mw_chain_search *, const char *checkpoint);
void mw_chain_search_print_chain(mw_chain_search *, uint32_t i, mw_writer *);
bool mw_chain_search_parse_chain(mw_chain_search *, uint32_t i, const char *line);

#endif
