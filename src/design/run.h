// run.h: what the files of mw_design_run share: run.c leads, work_messages.c carries parts of the
// work to other processes and back, plan_defaults.c knows the plan.
#ifndef MW_DESIGN_RUN_H
#define MW_DESIGN_RUN_H

#include "design/part.h"
#include "mazewright/genetic.h"
#include "mazewright/ladder.h"

// One of the mazes that are asked for; a ladder is one, too.
typedef struct target {
    uint64_t seed;
    mw_designed best; // of the parts that have ended
    double seen;      // least energy that any part has reached
    double started;   // by the clock
    bool begun;       // some part of it was run
    bool proven;
    uint32_t bound; // see mw_exact
} target;

// What one task does: some streams of one target.
typedef struct work {
    struct run *run;
    target *target;
    uint32_t first, count; // its streams
    double started, saved; // by the clock
    bool begun;            // the task was started before the user stopped the run
    bool known;            // found before, by an earlier run of the same plan
    char *key;             // NULL: nothing is saved
    mw_design_saved saved_before;
    mw_designed found;
    mw_niches *niches; // of a ladder
    bool watched;      // mw_work_told is to be called
    bool saves;        // mw_work_save is to be called
    bool serves;       // this process runs chains of another one only, until it is ended
    mw_error error;
    bool failed;
    // In a process that runs tasks for another: what it has not told yet.
    uint64_t untold;
    mw_designed news;
} work;

typedef struct run {
    const mw_kind *kind;
    mw_design_plan plan;
    mw_design_watch watch;
    target *targets;
    work *works;                  // those of the first target, those of the second one...
    unsigned target_count, parts; // parts: of each target
    uint64_t total;               // evaluations
    mw_designed *out; // OPTIONAL: where the only result goes, instead of `found` of the watch
    mw_error *error;
    bool failed;
} run;

// ---- run.c
void mw_design_hold(run *);
void mw_design_release(run *);
double mw_design_clock(const run *);
// Now and then, and with every new best maze: the energy and evaluations of a chain (on a device,
// of all its chains), and how many of them are new since the last call. False: end soon.
bool mw_work_told(work *, const mw_maze *, double energy, uint64_t evaluations, uint64_t more);
// Is it time for a checkpoint?
bool mw_work_wants_save(const work *);
void mw_work_save(work *, const char *checkpoint, uint64_t evaluations);
// Called in the first process only, for checkpoints and mazes of any process.
void mw_work_keep(const work *, const char *checkpoint, uint64_t evaluations);
void mw_work_news(work *, const mw_maze *, double energy, uint64_t evaluations, uint64_t more);
bool mw_work_recall(work *); // false: it is to be run
void mw_work_remember(work *);

// ---- work_messages.c: of mw_tasks; the context is the run
void mw_work_give(void *context, uint64_t index, mw_writer *);
bool mw_work_take(void *context, uint64_t index, const char *, size_t);
void mw_work_pack(void *context, uint64_t index, mw_writer *);
bool mw_work_unpack(void *context, uint64_t index, const char *, size_t);
void mw_work_hear(void *context, uint64_t index, const char *, size_t);
// Tells the first process what is new, and the checkpoint (may be NULL).
void mw_work_tell(work *, uint64_t evaluations, const char *checkpoint);

// ---- plan_defaults.c
// All that decides the result of some streams, as name=value. The caller frees it; NULL: out of
// memory.
char *mw_design_key(const mw_kind *, const mw_design_plan *, uint64_t seed, uint32_t first,
                    uint32_t count);

#endif
