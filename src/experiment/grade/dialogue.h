// dialogue.h: a submission at work on one maze: a process that is asked for estimates or for a
// solution. Programs get and give lines of JSON (docs/assignment.md); expressions and plug-ins run
// in a copy of this process and get states as they are.
#ifndef MW_EXPERIMENT_GRADE_DIALOGUE_H
#define MW_EXPERIMENT_GRADE_DIALOGUE_H

#include "experiment/grade/process.h"
#include "experiment/grade/submission.h"

#define MW_GRADE_NAME_SIZE 48

typedef struct mw_dialogue {
    const mw_submission *submission;
    const mw_maze *maze;
    mw_process process;
    bool solve;    // it is asked for a solution
    char *maze_id; // of a program
    uint64_t next; // id of the next question to a program
    // What the submission offers for this maze; a program offers what it is asked for.
    unsigned heuristics;
    char names[MW_RUBRIC_HEURISTICS_MAX][MW_GRADE_NAME_SIZE]; // "": it has none
    mw_heuristic *expressions[MW_RUBRIC_HEURISTICS_MAX];
    mw_error errors[MW_RUBRIC_HEURISTICS_MAX]; // of those that are no expressions
    char wrong[600];                           // what was wrong with an answer; "": nothing
} mw_dialogue;

// Starts the process. False and *error: memory ran out, or the system has no room for it. Free with
// mw_dialogue_end in both cases. `goes_on` as in mw_process_plan.
bool mw_dialogue_start(mw_dialogue *, const mw_submission *, const mw_rubric *, const mw_maze *,
                       bool (*goes_on)(void *), void *context, mw_error *);
// Asks for the estimates of all states of a graph by each of the first `heuristics`, those of each
// after the other. Returns how many were answered; process.state says why not all.
uint64_t mw_dialogue_table(mw_dialogue *, unsigned heuristics, const mw_graph *, uint32_t *table);
// Asks for one. False: it was not answered.
bool mw_dialogue_estimate(mw_dialogue *, unsigned heuristic, const mw_state *, uint32_t *);

// What a program says of a maze.
typedef struct mw_solution_claim {
    char *moves;  // the caller frees it; NULL: that there is no solution
    bool counted; // it tells how many states it expanded
    uint64_t expanded;
} mw_solution_claim;
bool mw_dialogue_solve(mw_dialogue *, mw_solution_claim *); // false: it was not answered

// Ends the process. What `process` and `wrong` tell stays.
void mw_dialogue_end(mw_dialogue *);
// After the end: writes why there was no answer, as a sentence without a full stop.
void mw_dialogue_explain(const mw_dialogue *, mw_writer *);
// After the end: did memory run out for expressions? That is no mistake of the student.
bool mw_dialogue_lacked_memory(const mw_dialogue *);
void mw_dialogue_free(mw_dialogue *);

#endif
