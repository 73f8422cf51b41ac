// serve.h: serves the web page over HTTP and answers its questions at native speed (docs/serve.md).
// One thread talks to browsers and never computes; a fixed number of others answer.
#ifndef MW_SERVE_SERVE_H
#define MW_SERVE_SERVE_H

#include "store/catalogue.h"
#include "mazewright/marble.h"

typedef struct mw_server_plan {
    const char *page;    // REQUIRED: the folder of the page
    const char *host;    // REQUIRED: address to listen on
    unsigned port;       // 0: any that is free
    const char *allow;   // OPTIONAL: more names under which it answers, with commas between them
    double seconds;      // that a question may take
    double job_seconds;  // that a long question may take
    unsigned threads;    // for questions
    unsigned jobs;       // long questions at once, each on a thread of its own
    uint64_t bytes;      // of memory for the work of one question, and as much for what a thread
                         // remembers of the last one; 0: 1 GiB each
    uint64_t held_bytes; // of questions and answers that are held for browsers; 0: 256 MiB
    double patience;     // seconds that a long question goes on without a listener; 0: 60
    mw_catalogue *catalogue; // OPTIONAL; the caller closes it after the server
    // OPTIONAL: told, on any thread, why a maze could not be stored in the catalogue.
    void (*complain)(const mw_error *);
    const mw_marble_engine *const *engines; // besides our own, NULL-terminated
} mw_server_plan;

typedef struct mw_server mw_server;

// The plan's texts must live as long as the server. NULL and *error: it cannot listen there, or
// the page cannot be read.
mw_server *mw_server_start(const mw_server_plan *, mw_error *);
const char *mw_server_address(const mw_server *); // "http://127.0.0.1:8707/"
void mw_server_tend(mw_server *);                 // to be called a few times a second
// Ends all questions, which are answered with what was found so far, and the server. False: a
// question did not end in time; nothing was freed, and the program should end at once.
bool mw_server_stop(mw_server *);

#endif
