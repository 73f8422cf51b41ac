// designing.h: what the files of the verb `design` share: the job as the user stated it, its
// progress, and what becomes of the mazes found.
#ifndef MW_TOOL_VERBS_DESIGNING_H
#define MW_TOOL_VERBS_DESIGNING_H

#include "store/catalogue.h"
#include "design/chains/chains.h"
#include "mazewright/design.h"
#include "mazewright/genetic.h"
#include "mazewright/ladder.h"
#include "tool/tool.h"

#include <pthread.h>

// The best maze so far of one of the mazes that are asked for.
typedef struct quest {
    uint64_t seed;
    mw_designed best;       // of the streams that have ended
    double seen;            // least energy that any stream has reached
    mw_maze *waiting;       // a new best one that is not in the catalogue yet,
    mw_designed waiting_as; // and what is known of it
    int64_t number;         // in the catalogue, of a best one that may still be surpassed; 0: none
    double stored;          // when
    double started;
    bool begun; // some stream of it was followed
} quest;

typedef struct job {
    const settings *s;
    const mw_kind *kind;
    mw_design_plan plan;
    mw_genetic_plan breeding;
    mw_ladder_plan ladder;
    const mw_method *method;
    const char *objective; // as shown
    unsigned count, streams, threads;
    uint64_t exchange;       // evaluations between exchanges of the streams; 0: never
    const mw_device *device; // NULL: the processor. Else its streams are chains, and `streams` are
    uint64_t resample;       // evaluations between resamplings; 0: never
    uint32_t chains;         // the parts into which they are divided, one for each machine
    double seconds;          // for each maze; 0: the budget is in evaluations
    uint64_t bytes;          // of memory, for each thread; 0: no limit
    mw_catalogue *catalogue; // NULL: nothing is kept
    bool resume, proven;
    pthread_mutex_t mutex; // of everything below, the quests and the catalogue
    bool progress;
    double started, shown;
    uint64_t evaluations; // by all threads
    double best;          // energy, of the maze that is searched for now
    int code;
} job;

// ---- the methods
int design_by_search(job *);
int design_exactly(job *);
int design_by_breeding(job *);
int design_ladder(job *);
// A device is chosen, or none asked for. False with a message printed.
bool find_device(job *);

// ---- progress; by one thread at a time
// `more` evaluations were made; false: time to end.
bool job_goes_on(job *, double started, uint64_t more);
void job_clear_line(job *);

// ---- results; by one thread at a time
// A new best maze of a quest, not the last one perhaps: kept, if there is a catalogue.
void quest_improved(job *, quest *, const mw_maze *, const mw_designed *);
void quest_store_waiting(job *, quest *, bool now);
// The last one: measured, printed and kept. Frees the maze. Exit code.
int quest_ended(job *, quest *);
// Says that nothing was found.
int quest_failed(const job *, const quest *);

#endif
