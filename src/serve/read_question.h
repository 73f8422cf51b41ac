// read_question.h: reads a question. It comes as a flat JSON object, and becomes what api.h takes:
// a list of named texts.
#ifndef MW_SERVE_READ_QUESTION_H
#define MW_SERVE_READ_QUESTION_H

#include "mazewright/mazewright.h"
#include "api/api.h"

#define MW_FIELDS_MAX 64

typedef struct mw_fields {
    mw_field *fields; // owned, with their texts
    unsigned count;
} mw_fields;

// Numbers, true and false become texts. False and *error: it is not a flat JSON object.
bool mw_fields_read(mw_fields *, const char *json, size_t length, mw_error *);
bool mw_fields_add(mw_fields *, const char *name, const char *value); // false: no room
void mw_fields_free(mw_fields *);

#endif
