// observe.h: what a submission does on one maze: its estimates, what an audit and A* make of them,
// or its solution. No test is decided here.
#ifndef MW_EXPERIMENT_GRADE_OBSERVE_H
#define MW_EXPERIMENT_GRADE_OBSERVE_H

#include "experiment/grade/dialogue.h"
#include "experiment/grade/grade.h"

// One heuristic, or one solver, on one maze.
typedef struct mw_observation {
    bool of_one;       // the failure is of this heuristic alone
    mw_writer failure; // a sentence: why there is nothing to see; empty: there is
    bool audited;      // on the state graph:
    mw_audit audit;
    uint32_t from_exact; // exact distance of audit.from
    mw_writer unsolved;  // a sentence: why the maze is not solved; empty: it is answered rightly
    uint64_t cost;       // of the solution
    bool counted;        // `expanded` is known
    uint64_t expanded;
    // Bit i: the estimates are those of heuristic i, which comes before this one, in all states.
    uint32_t same;
    bool compared; // `same` is known
} mw_observation;

typedef struct mw_observed {
    unsigned count; // heuristics that the rubric wants; 1 for a solver
    mw_observation of[MW_RUBRIC_HEURISTICS_MAX];
    char names[MW_RUBRIC_HEURISTICS_MAX][MW_GRADE_NAME_SIZE];
    unsigned offered; // heuristics that the submission has for this maze
    double seconds;   // of processor time
} mw_observed;

// False and *error as for mw_grade_submission. Free with mw_observed_free in both cases.
bool mw_observe(const mw_grader *, const mw_submission *, const mw_graded_maze *, mw_observed *,
                mw_error *);
void mw_observed_free(mw_observed *);

#define MW_GRADE_STATES (1u << 20) // most that a graph may have to be built for grading
#define MW_GRADE_STORED (1u << 24) // most that a search may store

#endif
