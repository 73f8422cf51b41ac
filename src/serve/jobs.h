// jobs.h: long questions. A job works on a thread of the pool; what it has to tell is kept, within
// bounds, and sent as server-sent events to whoever listens, from the beginning or from the last
// event that a listener knows. A job to which nobody listens ends.
#ifndef MW_SERVE_JOBS_H
#define MW_SERVE_JOBS_H

#include "serve/pool.h"

#include <microhttpd.h>

typedef struct mw_jobs mw_jobs;

// Seconds: for each job; patience: that one goes on with nobody listening. NULL: out of memory.
mw_jobs *mw_jobs_open(mw_pool *, double seconds, double patience);
// Takes the question over. Its number, or 0: too many are under way.
uint64_t mw_jobs_begin(mw_jobs *, mw_question *);
bool mw_jobs_stop(mw_jobs *, uint64_t number); // false: there is no such job
// Its events after number `known` (0: all). NULL: no such job; *over: nothing more will come.
struct MHD_Response *mw_jobs_listen(mw_jobs *, uint64_t number, uint64_t known,
                                    struct MHD_Connection *, bool *over);
// Now and then: signs of life to listeners; jobs without any are stopped and forgotten.
void mw_jobs_tend(mw_jobs *);
bool mw_jobs_heard(mw_jobs *); // does nobody listen to a job any more?
void mw_jobs_hush(mw_jobs *);  // ends every stream, whatever is still to come
void mw_jobs_close(mw_jobs *); // after pool and streams; takes NULL

#endif
