// catalogue_questions.h: the server's catalogue: answers questions about what is in it.
#ifndef MW_SERVE_CATALOGUE_QUESTIONS_H
#define MW_SERVE_CATALOGUE_QUESTIONS_H

#include "store/catalogue.h"
#include "api/read_question.h"

#include <pthread.h>

typedef struct mw_served_catalogue {
    mw_catalogue *catalogue; // NULL: there is none
    size_t most;             // bytes that a list may take
    pthread_mutex_t mutex;   // a catalogue is used by one thread at a time
} mw_served_catalogue;

// {"mazes":[...]} or, where *failed, {"error":...}; the caller frees it. The fields are kind, order
// (of mw_filter) and limit.
char *mw_served_catalogue_list(mw_served_catalogue *, const mw_fields *, bool *failed);

#endif
