// dialogue_copy.h: what a copy of this process and this process say to each other, as bytes.
#ifndef MW_EXPERIMENT_GRADE_DIALOGUE_COPY_H
#define MW_EXPERIMENT_GRADE_DIALOGUE_COPY_H

#include "experiment/grade/dialogue.h"

// The copy says this first: how many heuristics there are for the maze, and how they are called.
typedef struct mw_copy_offer {
    unsigned heuristics;
    char names[MW_RUBRIC_HEURISTICS_MAX][MW_GRADE_NAME_SIZE];
} mw_copy_offer;

// Then it is asked these, and answers each with an estimate (uint32_t).
typedef struct mw_copy_question {
    mw_state state;
    unsigned heuristic;
} mw_copy_question;

#define MW_COPY_REFUSED 97 // exit code: it could not begin, and stderr has a sentence that says why

// For mw_process_plan; the context is the dialogue.
int mw_dialogue_copy(void *context, int in, int out);

#endif
