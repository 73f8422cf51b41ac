// grade_json.h: grades as JSON.
#ifndef MW_EXPERIMENT_GRADE_GRADE_JSON_H
#define MW_EXPERIMENT_GRADE_GRADE_JSON_H

#include "experiment/grade/grade.h"

// A whole object, as Gradescope reads it from results.json.
// gradescope-autograders.readthedocs.io/en/latest/specs describes its members. With `times` it has
// execution_time, which differs from run to run.
void mw_grade_gradescope(const mw_rubric *, const mw_grade *, bool times, mw_writer *);
// The member `tests` of it.
void mw_grade_tests(const mw_rubric *, const mw_grade *, mw_writer *);

#endif
