// grade.h: grades submissions by a rubric: what each does on each maze, what each test makes of
// that, and sentences that tell the student what went wrong.
#ifndef MW_EXPERIMENT_GRADE_GRADE_H
#define MW_EXPERIMENT_GRADE_GRADE_H

#include "experiment/grade/submission.h"
#include "mazewright/text.h"

// A maze of the rubric, and what is known of it without any submission.
typedef struct mw_graded_maze {
    const mw_plan_maze *named; // by the rubric
    mw_maze *maze;
    bool graph; // its state graph is small enough to be built
    bool solvable;
    uint64_t cost;                      // of a shortest solution
    uint64_t most[MW_RUBRIC_TESTS_MAX]; // states that a test on `expanded` allows
} mw_graded_maze;

typedef struct mw_grader {
    const mw_rubric *rubric;
    mw_graded_maze *mazes;
    uint32_t maze_count;
    bool (*goes_on)(void *); // asked often; false: stop now
    void *context;
    // OPTIONAL: told before each maze of a submission.
    void (*progress)(void *context, const mw_submission *, uint32_t maze);
} mw_grader;

// Makes the mazes of a rubric, and works out what the tests compare with. goes_on, context and
// progress are as the caller has set them before. False and *error: a test cannot be done on a
// maze, with the place of the maze; memory ran out; or goes_on returned false, of which error->code
// is MW_ERROR_LIMIT. Free with mw_grader_free in both cases.
bool mw_grader_init(mw_grader *, const mw_rubric *, mw_error *);
void mw_grader_free(mw_grader *);

// What a test makes of a submission.
typedef struct mw_mark {
    uint64_t passed, all; // mazes, times heuristics
    double points;
    mw_writer feedback; // sentences, each ended by '\n'; empty where all is passed
} mw_mark;

typedef struct mw_grade {
    mw_mark marks[MW_RUBRIC_TESTS_MAX];
    double points;    // of all tests
    mw_writer remark; // sentences about the whole submission
    double seconds;   // of processor time that it used
} mw_grade;

// False: memory ran out, the system has no room for a process, or goes_on returned false
// (MW_ERROR_LIMIT); *error says so. Free with mw_grade_free in both cases.
bool mw_grade_submission(const mw_grader *, const mw_submission *, mw_grade *, mw_error *);
void mw_grade_free(mw_grade *);

#endif
