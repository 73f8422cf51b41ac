// catalogue_questions.h: the catalogue behind the server: what is in it, asked for as a question,
// and what a design found, put into it.
#ifndef MW_SERVE_CATALOGUE_QUESTIONS_H
#define MW_SERVE_CATALOGUE_QUESTIONS_H

#include "store/catalogue.h"
#include "serve/read_question.h"

#include <pthread.h>

typedef struct mw_served_catalogue {
    mw_catalogue *catalogue; // NULL: there is none
    pthread_mutex_t mutex;   // a catalogue is used by one thread at a time
    uint64_t bytes;          // of memory to measure a maze with; 0: no limit. More: it is not kept
} mw_served_catalogue;

// {"mazes":[...]} or, where *failed, {"error":...}; the caller frees it. The fields are kind, order
// (of mw_filter) and limit.
char *mw_served_catalogue_list(mw_served_catalogue *, const mw_question *, bool *failed);
// Keeps the maze of an answer to `design`, as text; nothing happens if there is none in it.
void mw_served_catalogue_keep(mw_served_catalogue *, const char *text);

#endif
