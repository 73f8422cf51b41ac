// reader.h: what the two halves of reading a plan share: plan.c collects mazes and words, product.c
// multiplies them.
#ifndef MW_EXPERIMENT_READER_H
#define MW_EXPERIMENT_READER_H

#include "core/memory.h"
#include "experiment/plan.h"
#include "experiment/tokens.h"

#define KINDS_MAX 32

// The words that a plan offers for one thing.
typedef struct item {
    mw_token word;
    bool used;     // by some configuration
    char why[300]; // not
} item;

typedef struct choice {
    item *items;
    unsigned count;
} choice;

enum { ALGORITHM, HEURISTIC, WEIGHT, STORE, STATES, BYTES, SECONDS, CHOICES };

typedef struct mw_plan_reader {
    mw_plan *plan;
    mw_plan_open *open;
    void *context;
    mw_error *error;
    uint32_t line;
    choice choices[CHOICES];
    mw_maze *samples[KINDS_MAX]; // the first maze of each kind
    unsigned sample_count;
    uint32_t *kinds;  // that each configuration is for, a bit for each sample
    mw_budget budget; // without a limit
    size_t maze_capacity, run_capacity;
} mw_plan_reader;

typedef mw_plan_reader reader;

// What is wrong, and at which word (NULL: at the end); always false.
bool mw_plan_fail(reader *, const mw_token *at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

// Configurations, runs and the hash of a plan whose lines have all been read.
bool mw_plan_multiply(reader *);

#endif
