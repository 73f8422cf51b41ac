// compare.h: two configurations, of one file of results or of two, maze by maze.
#ifndef MW_EXPERIMENT_COMPARE_H
#define MW_EXPERIMENT_COMPARE_H

#include "experiment/results.h"
#include "experiment/statistics.h"

typedef struct mw_side {
    const mw_sheet *sheet;
    uint32_t configuration;
} mw_side;

// What can be compared; for each of them, less is better.
typedef enum {
    MW_EXPANDED,
    MW_GENERATED,
    MW_STORED,
    MW_BYTES,
    MW_MOVES,
    MW_COST,
    MW_SECONDS,
    MW_EFFORTS
} mw_run_effort;
const char *mw_run_effort_name(mw_run_effort); // "expanded"
// The effort of a run; NaN: the run has no answer or, for moves and cost, no solution.
double mw_run_effort_of(const mw_row *, mw_run_effort);

// What one configuration found about one maze. Of several repeats, it is the first that has an
// answer (solved, or proven unsolvable), with the fewest seconds of all repeats that have one.
// Where none has, it is the first repeat.
typedef struct mw_side_row {
    const mw_plan_maze *maze;
    mw_row row;
} mw_side_row;
// One for each maze that has a row, sorted by id. The caller frees them. NULL: memory ran out.
mw_side_row *mw_side_rows(mw_side, size_t *count);
bool mw_answered(const mw_row *); // solved, or proven unsolvable

// A maze for which both sides have a row.
typedef struct mw_pair {
    const mw_plan_maze *maze;
    mw_row first, second;
} mw_pair;
// Sorted by id. The caller frees them. NULL: memory ran out.
mw_pair *mw_pairs(mw_side first, mw_side second, size_t *count);
typedef struct mw_difference {
    uint64_t pairs;             // mazes for which both have this effort
    uint64_t less, equal, more; // in how many of them the second has less, as much, or more
    double sign, wilcoxon;      // p of the two tests (statistics.h)
    bool exact;                 // the p of Wilcoxon's test is exact
    mw_interval ratio;          // second / first
} mw_difference;

typedef struct mw_comparison {
    uint64_t mazes;                    // for which both sides have a row
    uint64_t both, first, second;      // of them, answered by both, or only by one side
    double answered;                   // p of the sign test on those that only one side answered
    uint64_t contradictions;           // one side solved what the other proved unsolvable, or both
                                       // have an optimal cost and these differ
    const char *contradiction;         // the name of the first such maze, or NULL
    mw_difference efforts[MW_EFFORTS]; // by effort
} mw_comparison;

// The seed is for the bootstrap. False: memory ran out.
bool mw_compare(mw_side first, mw_side second, uint64_t seed, mw_comparison *);

#endif
