// stop.h: the limits of one piece of work, so that every loop in it asks in the same way whether to
// go on: by mw_stopping.
#ifndef MW_CORE_STOP_H
#define MW_CORE_STOP_H

#include "mazewright/mazewright.h"

// From begin to end, mw_stopping asks keep_going of these limits, too.
typedef struct mw_limited {
    mw_stop stop;
    const mw_limits *limits; // not NULL
    mw_progress progress;    // what keep_going is told; the work keeps it up to date
} mw_limited;
void mw_limited_begin(mw_limited *, const mw_limits *);
void mw_limited_end(mw_limited *);

#endif
