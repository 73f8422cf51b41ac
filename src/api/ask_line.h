// ask_line.h: a line of `ask`: a question with what only lines have: the id that its answer bears,
// the wish to hear of its progress; or the wish to end another question.
#ifndef MW_API_ASK_LINE_H
#define MW_API_ASK_LINE_H

#include "api/read_question.h"

#define MW_ID_MAX 200 // bytes of an id

typedef struct mw_ask_line {
    mw_fields fields; // without id, progress and cancel
    char *id;         // as JSON; NULL: none
    char *cancel;     // as JSON: the id of the question to be ended; NULL: this is a question
    bool progress;
    mw_error error; // its text is not empty where this is neither
} mw_ask_line;

// Free with mw_ask_line_free, whatever the line is.
void mw_ask_line_read(mw_ask_line *, const char *text, size_t length);
void mw_ask_line_free(mw_ask_line *);
// The answer, as of mw_api_answer. Nobody ends a question here: a line that wants this is an error.
char *mw_ask_line_answer(mw_api *, const mw_ask_line *, bool *failed);
// The answer to a question that was ended before it began.
char *mw_ask_line_stopped(mw_api *, const mw_ask_line *);

#endif
