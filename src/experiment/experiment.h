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
    mw_extension extension;
} mw_experiment;

// True also when goes_on ended it. MW_ERROR_REQUEST: a run is impossible; the other failures are
// those of the results. In each case, what was finished is stored.
bool mw_experiment_run(mw_experiment *, mw_error *);

// Does one run of the plan and keeps nothing but the seconds that it took; *whole is false where
// goes_on ended it. False and *error as above.
bool mw_experiment_sample(mw_experiment *, uint64_t run, double *seconds, bool *whole, mw_error *);

// How long the runs of a plan that are not done yet will take.
typedef struct mw_estimate {
    uint64_t all, done;
    double seconds; // of one thread, for those that are left
    // From what it is made: runs in the file; runs that were done for it, and all their seconds.
    uint64_t known, sampled;
    double sample_seconds;
    bool at_least; // some of these were stopped, and would take longer
} mw_estimate;
// `sheet` has what is done already; NULL: nothing is. Where its runs do not tell of a configuration
// and a kind, some runs are done, for two seconds in all. Nothing is stored. MW_ERROR_INPUT: the
// file holds a plan that has nothing in common with this one; otherwise as mw_experiment_run.
bool mw_experiment_estimate(mw_experiment *, const mw_sheet *sheet, mw_estimate *, mw_error *);

// Does a run belong to a shard? Each run belongs to one shard, in every plan that names it, and
// every shard gets about as many slow runs as the others.
bool mw_in_shard(const mw_plan *, uint64_t run, unsigned shard, unsigned shards);

#endif
