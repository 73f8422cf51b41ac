// experiment.h: runs what a plan says that is not in the results yet. Runs may be done on several
// threads or machines, in any order; each is stored as soon as it is finished.
#ifndef MW_EXPERIMENT_EXPERIMENT_H
#define MW_EXPERIMENT_EXPERIMENT_H

#include "experiment/results.h"

typedef struct mw_experiment {
    const mw_plan *plan;
    mw_results *results;    // NULL: of another process, for which this one works (processes.h)
    unsigned threads;       // 0: as many as there are cores
    unsigned shard, shards; // only part `shard`, from 1, of so many; 0: everything
    bool (*goes_on)(void *context); // on any thread; false: end soon
    // OPTIONAL, one at a time: so many runs are in the results now, of so many that are to be.
    void (*progress)(void *context, uint64_t done, uint64_t all);
    void *context;
    // What came of it.
    uint64_t before;    // runs that were there already
    uint64_t done, all; // now; to be
} mw_experiment;

// FINE also when it was told to end. A run that cannot be is a REQUEST; the other answers come from
// the results. In each case, what was finished is stored.
mw_database_status mw_experiment_run(mw_experiment *, mw_error *);

// Does a run belong to a shard? Each belongs to one, and all shards get alike of everything.
bool mw_in_shard(uint64_t run, unsigned shard, unsigned shards);

#endif
