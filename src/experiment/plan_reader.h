// plan_reader.h: what the two halves of reading a plan share: plan.c collects mazes and tokens,
// plan_combine.c combines them.
#ifndef MW_EXPERIMENT_PLAN_READER_H
#define MW_EXPERIMENT_PLAN_READER_H

#include "mazewright/plugin.h"
#include "core/memory.h"
#include "experiment/plan.h"
#include "experiment/plan_tokens.h"

// A token that a plan offers for one thing.
typedef struct mw_plan_item {
    mw_token token;
    bool used;     // by some configuration
    char why[300]; // why no configuration uses it
} mw_plan_item;

typedef struct mw_plan_choice {
    mw_plan_item *items;
    unsigned count;
} mw_plan_choice;

enum { ALGORITHM, HEURISTIC, WEIGHT, STORE, STATES, BYTES, SECONDS, CHOICES };

typedef struct mw_plan_reader {
    mw_plan *plan;
    mw_plan_open *open;
    void *context;
    mw_error *error;
    uint32_t line;
    mw_plan_choice choices[CHOICES];
    mw_maze *samples[MW_KINDS_MAX]; // the first maze of each kind
    unsigned sample_count;
    uint32_t *kinds;  // for each configuration the kinds that it is for: bit i is for sample i
    mw_budget budget; // without a limit
    size_t maze_capacity, run_capacity;
} mw_plan_reader;

// Fills in the error: what is wrong, and at which token (NULL: at the end). Always false.
bool mw_plan_fail(mw_plan_reader *, const mw_token *at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

// Fills in the configurations, the runs and the hash of a plan, when all its lines have been read.
bool mw_plan_combine(mw_plan_reader *);

#endif
