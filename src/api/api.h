// api.h: what answers questions in JSON (mazewright/ask.h), inside the program. The same code
// answers in the browser (as WebAssembly, in a worker), in `mazewright serve` and in `mazewright
// ask`. Here a question is a list of names and texts; read_question.h makes one from JSON.
#ifndef MW_API_API_H
#define MW_API_API_H

#include "mazewright/ask.h"
#include "mazewright/design.h"

typedef struct mw_field {
    const char *name, *value; // value NULL: as if the field were not given
} mw_field;
// The value of the field of this name; NULL: there is none.
const char *mw_field_value(const mw_field *, unsigned count, const char *name);

// A maze that `design` found.
typedef struct mw_design_report {
    const mw_designed *found;    // its maze is not NULL
    const mw_analysis *analysis; // NULL: the maze is too large for it
    const char *objective;
    const mw_method *method;
    uint64_t seed;
    bool proven;
} mw_design_report;

// From now on the host, with its context, is told of every maze that `design` finds, before the
// answer is given. The report is valid during the call only. Of a very large maze only the length
// is known if goes_on ended the search. The answer has the text that is returned, as `catalogue`;
// NULL: none.
void mw_api_tell_found(mw_api *, const char *(*found)(void *context, const mw_design_report *));

// Answers a question by a JSON object, which the caller frees; NULL: out of memory. Where the
// question cannot be answered, *failed is true and the object is that of mw_api_error. `failed` may
// be NULL. The host is told of all events, each as an object without `id`.
char *mw_api_answer(mw_api *, const mw_field *fields, unsigned count, bool *failed);
// An error as {"error":{"text":...,"line":...,"column":...}}, which the caller frees; NULL: out of
// memory.
char *mw_api_error(const mw_error *);

#endif
