// task.h: the tasks into which run.c divides mw_design_run. task.c tells what a task has found and
// saves its checkpoints, task_messages.c carries tasks to other processes and back, and
// plan_defaults.c knows the plan.
#ifndef MW_DESIGN_TASK_H
#define MW_DESIGN_TASK_H

#include "mazewright/design.h"
#include "mazewright/genetic.h"
#include "mazewright/ladder.h"
#include "design/spread.h"

// One of the mazes that are asked for; a ladder is one, too.
typedef struct mw_design_target {
    uint64_t seed;
    const char *const *require; // those of the plan, or with a part of a band
    bool settled;               // found in an earlier round
    mw_designed best;           // of the tasks that have ended
    double seen;                // least energy that any task has reached
    double started;             // by the clock
    bool begun;                 // some task of it was run
    bool proven;
    uint32_t bound; // see mw_exact
} mw_design_target;

// What one task does: some streams of one target.
typedef struct mw_design_task {
    struct mw_design_runner *runner;
    mw_design_target *target;
    uint32_t first, count; // its streams
    double started, saved; // by the clock
    bool begun;            // the task was started before the user stopped the run
    bool known;            // found before, by an earlier run of the same plan
    char *key;             // NULL: nothing is saved
    mw_design_saved saved_before;
    mw_designed found;
    mw_niches *niches; // of a ladder
    bool watched;      // mw_design_task_told is to be called
    bool saves;        // mw_design_task_save is to be called
    bool only_follows; // this process only follows chains for another one, until it is ended
    mw_error error;
    bool failed;
    // In a process that runs tasks for another: what it has not told yet.
    uint64_t untold;
    mw_designed news;
} mw_design_task;

// One call of mw_design_run.
typedef struct mw_design_runner {
    const mw_kind *kind;
    mw_design_plan plan;
    mw_design_watch watch;
    mw_design_target *targets;
    mw_design_task *tasks; // those of the first target, those of the second one...
    unsigned target_count, tasks_per_target;
    uint64_t total; // evaluations
    // With `different` of the plan:
    mw_spread spread;
    unsigned round; // of tries for what is not found yet
    char **ids;     // of the mazes found, canonical and sorted
    unsigned found;
    double began;     // by the clock
    mw_designed *out; // OPTIONAL: where the only result goes, instead of `found` of the watch
    mw_error *error;
    bool failed;
} mw_design_runner;

// ---- task.c
void mw_design_hold(mw_design_runner *);
void mw_design_release(mw_design_runner *);
double mw_design_clock(const mw_design_runner *);
bool mw_design_goes_on(const mw_design_runner *); // false: the user wants it to end
bool mw_design_task_fails(mw_design_task *);      // for want of memory; always true

// Ends long work in the middle (mw_stop_begin): work of a task when it is time for it to end; and
// what is left to do with its result, some moments later.
typedef struct mw_design_stop {
    mw_stop stop;
    const mw_design_runner *runner;
    const mw_design_task *task; // NULL: it belongs to no task
    double until;               // by the clock; 0: until the user wants it to end
} mw_design_stop;
void mw_design_stop_begin(mw_design_stop *, const mw_design_runner *, const mw_design_task *);
void mw_design_rest_begin(mw_design_stop *, const mw_design_runner *);
void mw_design_stop_end(mw_design_stop *);

// Now and then, and with every new best maze: the energy and evaluations of a chain (on a device,
// of all its chains), and how many of them are new since the last call. False: end soon.
bool mw_design_task_told(mw_design_task *, const mw_maze *, double energy, uint64_t evaluations,
                         uint64_t more);
// Is it time for a checkpoint?
bool mw_design_task_wants_save(const mw_design_task *);
void mw_design_task_save(mw_design_task *, const char *checkpoint, uint64_t evaluations);
// Called in the first process only, for checkpoints and mazes of any process.
void mw_design_task_keep(const mw_design_task *, const char *checkpoint, uint64_t evaluations);
void mw_design_task_news(mw_design_task *, const mw_maze *, double energy, uint64_t evaluations,
                         uint64_t more);
bool mw_design_task_recall(mw_design_task *); // false: it is to be run
void mw_design_task_remember(mw_design_task *);

// ---- task_messages.c: of mw_tasks; the context is the run
void mw_design_task_give(void *context, uint64_t index, mw_writer *);
bool mw_design_task_take(void *context, uint64_t index, const char *, size_t);
void mw_design_task_pack(void *context, uint64_t index, mw_writer *);
bool mw_design_task_unpack(void *context, uint64_t index, const char *, size_t);
void mw_design_task_hear(void *context, uint64_t index, const char *, size_t);
// Tells the first process what is new, and the checkpoint (may be NULL).
void mw_design_task_tell(mw_design_task *, uint64_t evaluations, const char *checkpoint);

// ---- ladder.c
// As mw_ladder_pick, without mazes shorter than `least` moves, as far as enough others are there.
unsigned mw_ladder_pick_long(const mw_niches *, unsigned count, unsigned least, mw_rung *);

// ---- plan_defaults.c
// mw_design_complete for a plan that is the library's own.
bool mw_plan_complete(const mw_kind *, mw_design_plan *, unsigned workers, mw_error *);
// All that decides the result of some streams, as name=value. The constraints may be others than
// those of the plan. The caller frees it; NULL: out of memory.
char *mw_design_key(const mw_kind *, const mw_design_plan *, const char *const *require,
                    uint64_t seed, uint32_t first, uint32_t count);

#endif
