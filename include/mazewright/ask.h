// ask.h: questions and answers in JSON, for programs in any language. A question is a line such as
// {"ask":"solve","maze":"rook:5x5#7"}. The document "Questions and answers" lists them, and a JSON
// Schema beside it describes them to programs. `mazewright ask` answers the same lines.
#ifndef MAZEWRIGHT_ASK_H
#define MAZEWRIGHT_ASK_H

#include "mazewright/marble.h"

#ifdef __cplusplus
extern "C" {
#endif

#define MW_API_VERSION 1 // of the questions; `about` tells it as `api`

// Answers a question by a JSON object, which the caller frees with free(). What cannot be answered
// is answered by an object with `error`. NULL: out of memory.
MW_API char *mw_ask(const char *text, size_t length);

// Who asks. Everything is OPTIONAL; {0} will do.
typedef struct mw_api_host {
    size_t size; // see waist.h
    // Told how long work goes on, if the question has "progress": true. The JSON object, which has
    // the members `id` (that of the question) and `progress`, is valid during the call only.
    void (*event)(void *context, const char *json);
    // Asked now and then during long work; false ends it with what was found so far.
    bool (*goes_on)(void *context);
    void *context;
    // Engines for marble mazes besides the library's own one, NULL-terminated.
    const mw_marble_engine *const *engines;
    uint64_t most_states, most_bytes; // of any search or state graph; 0: 20 million, 1 GiB
} mw_api_host;

// Answers questions, and keeps between them the mazes last asked about, with their state graphs, as
// far as these are small, and the marble of the last one.
typedef struct mw_api mw_api;
// Copies the host, which may be NULL. NULL: out of memory. Close with mw_api_close.
MW_API mw_api *mw_api_open(const mw_api_host *);
MW_API void mw_api_close(mw_api *); // frees it; NULL is allowed
// As mw_ask, with what is kept. One thread at a time may ask the same mw_api.
MW_API char *mw_api_ask(mw_api *, const char *text, size_t length);

#ifdef __cplusplus
}
#endif
#endif
