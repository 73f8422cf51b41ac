// read_question.h: reads a question. It comes as a flat JSON object, and becomes what api.h takes:
// a list of named texts.
#ifndef MW_API_READ_QUESTION_H
#define MW_API_READ_QUESTION_H

#include "api/api.h"

#define MW_FIELDS_MAX 64

// What a value was in the JSON.
typedef enum { MW_VALUE_TEXT, MW_VALUE_NUMBER, MW_VALUE_BOOL, MW_VALUE_NULL } mw_value_type;

typedef struct mw_fields {
    mw_field *fields; // owned, with their texts
    unsigned count;
    unsigned char types[MW_FIELDS_MAX]; // mw_value_type
} mw_fields;

// Numbers, true and false become texts; a field that is null has no value. False and *error, with
// its place: it is not one flat object, or its text is not valid; then the fields are those before
// the error. Free with mw_fields_free either way.
bool mw_fields_read(mw_fields *, const char *json, size_t length, mw_error *);
bool mw_fields_add(mw_fields *, const char *name, const char *value); // false: no room
void mw_fields_remove(mw_fields *, unsigned i);
void mw_fields_free(mw_fields *);

#endif
