// experiment.h: does the runs of a plan that are not in the results yet. Runs may be done on
// several threads or machines, in any order; each is stored as soon as it is finished.
#ifndef MW_EXPERIMENT_EXPERIMENT_H
#define MW_EXPERIMENT_EXPERIMENT_H

#include "experiment/results.h"

typedef struct mw_experiment {
    const mw_plan *plan;
    mw_results *results; // NULL: another process has them, and this one works for it (processes.h)
    unsigned threads;    // 0: as many as there are cores
    unsigned shard, shards; // only part `shard` of `shards`, counted from 1; shards 0: everything
    bool (*goes_on)(void *context); // called on any thread; false: end soon
    // OPTIONAL: `done` of `all` runs are in the results now. Only one call at a time.
    void (*progress)(void *context, uint64_t done, uint64_t all);
    void *context;
    // What mw_experiment_run fills in:
    uint64_t before;    // runs that were there already
    uint64_t done, all; // runs that are there now; runs that there will be in the end
} mw_experiment;

// True also when goes_on ended it. MW_ERROR_REQUEST: a run is impossible; the other failures are
// those of the results. In each case, what was finished is stored.
bool mw_experiment_run(mw_experiment *, mw_error *);

// Does a run belong to a shard? Each run belongs to one shard, and every shard gets about as many
// slow runs as the others.
bool mw_in_shard(uint64_t run, unsigned shard, unsigned shards);

#endif
