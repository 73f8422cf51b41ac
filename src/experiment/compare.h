// compare.h: two configurations, of one file of results or of two, maze by maze.
#ifndef MW_EXPERIMENT_COMPARE_H
#define MW_EXPERIMENT_COMPARE_H

#include "experiment/results.h"
#include "experiment/statistics.h"

typedef struct mw_side {
    const mw_sheet *sheet;
    uint32_t configuration;
} mw_side;

// What can be compared, each the smaller the better; ends with a NULL name.
typedef struct mw_effort {
    const char *name;
    double (*of)(const mw_row *);
    bool solved; // only where there is a solution
} mw_effort;
extern const mw_effort mw_efforts[];
enum {
    MW_EXPANDED,
    MW_GENERATED,
    MW_STORED,
    MW_BYTES,
    MW_MOVES,
    MW_COST,
    MW_SECONDS,
    MW_EFFORTS
}; // their order

// One maze as one configuration did: the first repeat that has an answer (solved, or proven
// unsolvable), with the fewest seconds of all that have; or the first repeat.
typedef struct mw_answer {
    const mw_plan_maze *maze;
    mw_row row;
} mw_answer;
// One for each maze that has a row, by id. The caller frees them; NULL: out of memory.
mw_answer *mw_answers(mw_side, size_t *count);
bool mw_answered(const mw_row *);

// A maze that is on both sides.
typedef struct mw_pair {
    const mw_plan_maze *maze;
    mw_row first, second;
} mw_pair;
// By id. The caller frees them; NULL: out of memory.
mw_pair *mw_pairs(mw_side first, mw_side second, size_t *count);
// Did both do what this effort is for?
bool mw_comparable(const mw_effort *, const mw_pair *);

typedef struct mw_difference {
    uint64_t pairs;             // mazes that both answered
    uint64_t less, equal, more; // of them: the second has less, as much, more
    double sign, wilcoxon;      // p
    bool exact;                 // the latter
    mw_interval ratio;          // second / first
} mw_difference;

typedef struct mw_comparison {
    uint64_t mazes;                    // that are on both sides
    uint64_t both, first, second;      // answered by both, or by only one of them
    double answered;                   // p that this is chance, by the sign test
    uint64_t contradictions;           // solved and proven unsolvable, or two optimal costs
    const char *contradiction;         // such a maze, or NULL
    mw_difference efforts[MW_EFFORTS]; // as mw_efforts
} mw_comparison;

bool mw_compare(mw_side first, mw_side second, uint64_t seed, mw_comparison *); // false: no memory

#endif
