// keeper.h: stores designed mazes in the server's catalogue, on a thread of its own, so that no
// question waits while another program holds the file. A maze that cannot be stored now is kept,
// and tried again.
#ifndef MW_SERVE_KEEPER_H
#define MW_SERVE_KEEPER_H

#include "serve/catalogue_questions.h"

typedef struct mw_keeper mw_keeper;

// `complain` is OPTIONAL; it is told, on any thread, why a maze is not stored. NULL: no memory, or
// no more threads.
mw_keeper *mw_keeper_open(mw_served_catalogue *, void (*complain)(const mw_error *));
// Takes a copy of a designed maze and waits a moment for it to be stored. What became of it, for
// the answer.
const char *mw_keeper_take(mw_keeper *, const mw_design_report *);
// Tries once more to store what is left, complains of each maze that is lost, and takes no more.
void mw_keeper_end(mw_keeper *);
void mw_keeper_close(mw_keeper *); // ends and frees it; takes NULL

#endif
