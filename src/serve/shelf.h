// shelf.h: the catalogue behind the server: what is in it, asked for as a question, and what a
// design found, put into it.
#ifndef MW_SERVE_SHELF_H
#define MW_SERVE_SHELF_H

#include "catalogue/catalogue.h"
#include "serve/question.h"

#include <pthread.h>

typedef struct mw_shelf {
    mw_catalogue *catalogue; // NULL: there is none
    pthread_mutex_t mutex;   // a catalogue is used by one thread at a time
    uint64_t bytes;          // of memory to measure a maze with; 0: no limit. More: it is not kept
} mw_shelf;

// {"mazes":[...]}, or {"error":...}; the caller frees it. The fields are kind, order (of
// mw_filter) and limit.
char *mw_shelf_list(mw_shelf *, const mw_question *);
// Keeps the maze of an answer to `design`, as text; nothing happens if there is none in it.
void mw_shelf_keep(mw_shelf *, const char *text);

#endif
