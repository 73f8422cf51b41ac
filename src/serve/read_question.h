// read_question.h: reads a question. It comes as a flat JSON object, and becomes what api.h takes:
// a list of named texts.
#ifndef MW_SERVE_READ_QUESTION_H
#define MW_SERVE_READ_QUESTION_H

#include "mazewright/mazewright.h"
#include "api/api.h"

#define MW_QUESTION_FIELDS 64

typedef struct mw_question {
    mw_field *fields; // owned, with their texts
    unsigned count;
} mw_question;

// Numbers, true and false become texts. False and *error: it is not a flat JSON object.
bool mw_question_read(mw_question *, const char *json, size_t length, mw_error *);
bool mw_question_add(mw_question *, const char *name, const char *value); // false: no room
const char *mw_question_value(const mw_question *, const char *name);     // or NULL
void mw_question_free(mw_question *);

#endif
