// spread.h: several mazes that satisfy the same constraints are spread over a band: where the
// constraints bound a measure from both sides, each maze gets a part of this band for its own.
#ifndef MW_DESIGN_SPREAD_H
#define MW_DESIGN_SPREAD_H

#include "design/objective.h"
#include "mazewright/design.h"

typedef struct mw_spread {
    const char *const *require; // of the plan
    unsigned constraint;        // the one with the second bound; the part is added to it
    unsigned require_count;
    char measure[MW_WORD_SIZE]; // "": there is no band
    bool whole;                 // the measure has whole numbers only
    double low, high;           // the band
} mw_spread;

// Finds the first measure that the constraints of the plan bound from both sides. A measure that
// the objective of the plan uses is left out, as this objective decides where in the band a maze is
// to be; the default objective, which nobody named, does not decide. False and *error: memory ran
// out, or the constraints make no sense.
bool mw_spread_find(mw_spread *, const mw_kind *, const mw_design_plan *, mw_error *);
// The constraints of one of `count` mazes: those of the plan, and its part of the band. Where no
// maze was found in this part, each further round of tries adds more on both sides. The caller
// frees the list and nothing else. NULL: out of memory.
const char *const *mw_spread_require(const mw_spread *, unsigned number, unsigned count,
                                     unsigned round);
// Is a measure, one of mw_objective.names, only bounded from above wherever the constraint uses it,
// as in `length <= 10`? Then the constraint does not ask for small values; it only allows them.
bool mw_bounds_above(const mw_objective *, unsigned constraint, unsigned name);
// Does the measure of this name only have whole numbers as values?
bool mw_measure_is_whole(const char *name);

#endif
