// paper_marble.h: what the jobs of Dana Cremer's thesis share.
#ifndef MW_EXPERIMENT_REPRODUCE_PAPER_MARBLE_H
#define MW_EXPERIMENT_REPRODUCE_PAPER_MARBLE_H

#include "experiment/reproduce/reproduce.h"

// The preset that is compared with the thesis.
static inline const char *mw_marble_as(const mw_reproduction *how)
{
    return how->as ? how->as : "thesis";
}

// The worked example of section 3.4.
bool mw_marble_example(const mw_reproduction *, unsigned part, mw_writer *, mw_error *);

#endif
