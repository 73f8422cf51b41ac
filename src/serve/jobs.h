// jobs.h: long questions. A job works on a thread of the pool. Its news and its answer are kept,
// within bounds, and sent as server-sent events to all listeners: from the beginning, or after the
// last event that a listener has. A job to which nobody listens ends.
#ifndef MW_SERVE_JOBS_H
#define MW_SERVE_JOBS_H

#include "serve/held.h"
#include "serve/http_server.h"
#include "serve/pool.h"

typedef struct mw_jobs mw_jobs;

// Each job may take `seconds`; with no listener, it ends after `patience` seconds. Its news are
// counted in the budget, and its answer is given back there. NULL: memory ran out.
mw_jobs *mw_jobs_open(mw_pool *, mw_held_bytes *, double seconds, double patience);
// Takes the question over. Returns the number of the job, or 0: too many jobs are at work.
uint64_t mw_jobs_begin(mw_jobs *, mw_fields *);
bool mw_jobs_stop(mw_jobs *, uint64_t number); // false: there is no such job
// A stream of the events of a job after event `known` (0: all), for this connection. False: there
// is no such job, or, with *over, nothing more will come.
bool mw_jobs_listen(mw_jobs *, uint64_t number, uint64_t known, mw_http_connection *,
                    mw_http_source *, bool *over);
// To be called now and then: sends listeners empty events, and stops and frees jobs that have none.
void mw_jobs_tend(mw_jobs *);
// Frees the oldest job that has ended and has no listener. False: there is none.
bool mw_jobs_make_room(mw_jobs *);
void mw_jobs_close(mw_jobs *); // when pool and streams have ended; takes NULL

#endif
