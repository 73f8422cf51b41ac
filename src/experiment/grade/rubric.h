// rubric.h: what a teacher asks for: mazes, tests with points, and limits for the submissions.
// docs/assignment.md describes the text of a rubric.
#ifndef MW_EXPERIMENT_GRADE_RUBRIC_H
#define MW_EXPERIMENT_GRADE_RUBRIC_H

#include "experiment/plan.h"

#define MW_RUBRIC_TESTS_MAX      32
#define MW_RUBRIC_RUNS_MAX       32
#define MW_RUBRIC_HEURISTICS_MAX 16
#define MW_RUBRIC_WORDS_MAX      32 // of a command

typedef enum {
    MW_CHECK_ADMISSIBLE,
    MW_CHECK_CONSISTENT,
    MW_CHECK_DIFFERENT, // each heuristic differs from those before it
    MW_CHECK_SOLVED,
    MW_CHECK_OPTIMAL,
    MW_CHECK_EXPANDED
} mw_check;

// A test of a rubric.
typedef struct mw_rubric_test {
    mw_check check;
    char name[80]; // "admissible", "expanded <= 1.5*h2"
    double points;
    bool partial;           // points by the share of mazes passed; else all or nothing
    const char *visibility; // in the words of Gradescope
    double seconds;         // of processor time on a maze; 0: as the rubric
    char reference[64];     // of MW_CHECK_EXPANDED: a heuristic of the kinds, or "": a number
    double most;            // expanded states, times those of the reference if there is one
    uint32_t line, column;
} mw_rubric_test;

// How submissions of one sort are run.
typedef struct mw_rubric_run {
    char *ending;                         // of the file's name, with the dot; "/": a folder
    char *text;                           // the command; the words point into it
    char *words[MW_RUBRIC_WORDS_MAX + 1]; // "{}" stands for the file
} mw_rubric_run;

typedef struct mw_rubric {
    mw_plan plan; // of which only the mazes are used
    char *title;  // NULL: none
    bool solve;   // submissions are asked to solve mazes; else to estimate
    unsigned heuristics;
    mw_rubric_test tests[MW_RUBRIC_TESTS_MAX];
    unsigned test_count;
    mw_rubric_run runs[MW_RUBRIC_RUNS_MAX];
    unsigned run_count;
    double seconds; // of processor time that a submission has for a maze
    uint64_t bytes; // of memory that it may hold
    unsigned said;  // while it is read: what must be said once only
} mw_rubric;

// False, and *error with line and column, if the text is not a rubric. `open` as for mw_plan_read.
// Free with mw_rubric_free in both cases.
bool mw_rubric_read(mw_rubric *, const char *text, mw_plan_open *open, void *context, mw_error *);
void mw_rubric_free(mw_rubric *); // what it holds, not itself
// Does a check compare the estimates of all states?
bool mw_check_needs_graph(mw_check);
// The points of all tests together.
double mw_rubric_points(const mw_rubric *);

#endif
