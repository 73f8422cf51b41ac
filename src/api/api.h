// api.h: questions of the web page, answered in JSON. The same code answers in the browser (as
// WebAssembly, in a worker) and in `mazewright serve`; docs/api.md lists the questions. A question
// is a list of names and texts, so that nobody needs a parser to ask or to answer.
#ifndef MW_API_API_H
#define MW_API_API_H

#include "mazewright/design.h"
#include "mazewright/marble.h"

typedef struct mw_field {
    const char *name, *value;
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

// Who asks. Everything is OPTIONAL.
typedef struct mw_api_host {
    // Told of events of long work. The JSON object is valid during the call only.
    void (*event)(void *context, const char *json);
    // Asked now and then during long work; false ends it with what was found so far.
    bool (*goes_on)(void *context);
    // Told of every maze that `design` finds, before the answer is given. The report is valid
    // during the call only. Of a very large maze only the length is known if goes_on ended the
    // search. The answer has the text that it returns, as `catalogue`; NULL: none.
    const char *(*found)(void *context, const mw_design_report *);
    void *context;
    // Engines for marble mazes besides the library's own one, NULL-terminated.
    const mw_marble_engine *const *engines;
    uint64_t most_states, most_bytes; // of any search or state graph; 0: the page's own limits
} mw_api_host;

// Answers questions, and keeps between them the maze last asked about, with its state graph and its
// marble.
typedef struct mw_api mw_api;

mw_api *mw_api_open(const mw_api_host *); // copies the host; NULL: out of memory
void mw_api_close(mw_api *);
// Answers a question by a JSON object, which the caller frees; NULL: out of memory. Where the
// question cannot be answered, *failed is true and the object is that of mw_api_error. `failed` may
// be NULL.
char *mw_api_answer(mw_api *, const mw_field *fields, unsigned count, bool *failed);
// An error as {"error":{"text":...,"line":...,"column":...}}, which the caller frees; NULL: out of
// memory.
char *mw_api_error(const mw_error *);

#endif
