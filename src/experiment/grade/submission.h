// submission.h: what a student hands in: expressions, a plug-in, or a program.
#ifndef MW_EXPERIMENT_GRADE_SUBMISSION_H
#define MW_EXPERIMENT_GRADE_SUBMISSION_H

#include "experiment/grade/rubric.h"

typedef struct mw_submitted_text {
    char *text;     // "name=expression" or "expression"
    uint32_t line;  // of the file; 0: it is of the command line
    uint32_t shift; // columns that the file has before the expression, and the text has not
} mw_submitted_text;

typedef struct mw_submission {
    const char *argument; // that named it, and must live as long
    char *name;           // for tables and files
    bool named;           // by the argument, as NAME=...
    char *file;           // its absolute path; NULL: it is an expression of the command line
    enum { MW_SUBMITTED_EXPRESSIONS, MW_SUBMITTED_PLUGIN, MW_SUBMITTED_PROGRAM } sort;
    // Expressions:
    mw_submitted_text *texts;
    unsigned count;
    // A program:
    char *folder; // in which it runs
    char *words[MW_RUBRIC_WORDS_MAX + 1];
} mw_submission;

// What an argument of the command names: a file, a folder, NAME=FILE or NAME=EXPRESSION. False and
// *error: there is no such file, or nobody knows how to run it. What a student wrote wrongly is no
// error: it shows when the submission is graded. Free with mw_submission_free in both cases.
bool mw_submission_read(mw_submission *, const mw_rubric *, const char *argument, mw_error *);
void mw_submission_free(mw_submission *);
// A heuristic of expressions for mazes of this kind, which the caller frees. NULL and *error, with
// the place in the student's file: it is none.
mw_heuristic *mw_submission_heuristic(const mw_submission *, unsigned index, const mw_kind *,
                                      mw_error *);

#endif
