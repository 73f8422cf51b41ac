// dataset.h: many different mazes, spread evenly over kinds and grades of difficulty and divided
// into parts such as train and test, for teaching and measuring programs that solve them. Every
// maze is proven solvable or unsolvable. The same plan gives the same mazes in the same order.
#ifndef MAZEWRIGHT_DATASET_H
#define MAZEWRIGHT_DATASET_H

#include "mazewright/mazewright.h"
#include "mazewright/tasks.h"

#ifdef __cplusplus
extern "C" {
#endif

#define MW_BANDS            10 // band 3 has the difficulties from 3 to below 4; 10 is the last
#define MW_DATASET_MAX      10000000 // mazes
#define MW_DATASET_SPLITS   8        // at most
#define MW_DATASET_SOURCES  64       // at most
#define MW_DATASET_NAME_MAX 40       // letters, digits, '-' and '_' in the name of a split

// A part of the dataset.
typedef struct mw_dataset_split {
    const char *name;
    unsigned percent; // of all mazes, 1 to 100
} mw_dataset_split;

// Which mazes. Zero means default.
typedef struct mw_dataset_plan {
    size_t size; // see waist.h
    // REQUIRED, NULL-terminated: kinds, each with the size and the options of a random id where
    // these are not to be chosen: "rook", "rook:6x6", "die:6x6,obstacles=20", "die:obstacles=20".
    const char *const *sources;
    uint64_t count;                 // REQUIRED: of all mazes, the same number from each source
    unsigned first_band, last_band; // default: 1 and MW_BANDS
    const mw_dataset_split *splits; // default: one with the name "all"
    unsigned split_count;
    double unsolvable; // share of mazes without a solution, 0 to 1
    uint64_t seed;
} mw_dataset_plan;

// A maze of the dataset. It lives as long as the call that tells of it.
typedef struct mw_dataset_item {
    const mw_maze *maze;
    const mw_analysis *analysis; // all measures
    const uint16_t *actions;     // one shortest solution; NULL: there is none, which is proven
    uint32_t moves;              // their number
    unsigned band;               // 0: unsolvable
    const char *split;
    uint64_t seed;        // of the plan
    uint64_t moves_there; // bit i: the action with index i is legal in some state of the maze
    const void *reserved[2];
} mw_dataset_item;

// How many mazes of a source and a band there are.
typedef struct mw_dataset_cell {
    const char *source;
    unsigned band;   // 0: unsolvable
    uint64_t wanted; // for an even spread
    uint64_t found;
    bool exhausted; // no further ones were found, after several tries
} mw_dataset_cell;

// What came of a plan.
typedef struct mw_dataset_result {
    uint64_t found;         // mazes
    mw_dataset_cell *cells; // the unsolvable ones and every band, for each source
    unsigned cell_count;
    bool stopped; // the watch ended it
    const void *reserved[2];
} mw_dataset_result;

// Callbacks of the program that asks for a dataset.
typedef struct mw_dataset_watch {
    size_t size; // see waist.h
    void *context;
    // REQUIRED: the next maze, one at a time. False: end.
    bool (*item)(void *context, const mw_dataset_item *);
    bool (*goes_on)(void *context); // OPTIONAL: asked often, on any thread; false: end soon
    // OPTIONAL: runs tasks; without it, they run one after the other. False: out of memory.
    bool (*run_tasks)(void *context, const mw_tasks *);
} mw_dataset_watch;

// Does the plan make sense? False and *error: it does not.
MW_API bool mw_dataset_valid(const mw_dataset_plan *, mw_error *);
// Makes the mazes. What a band lacks, the other bands of its source have more. No two mazes are
// turned or mirrored copies of each other. False and *error when the plan does not make sense or
// memory ran out. Free with mw_dataset_result_free either way.
MW_API bool mw_dataset_run(const mw_dataset_plan *, const mw_dataset_watch *, mw_dataset_result *,
                           mw_error *);
MW_API void mw_dataset_result_free(mw_dataset_result *); // frees what it holds, not the struct

#ifdef __cplusplus
}
#endif
#endif
