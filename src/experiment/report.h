// report.h: results for people and programs: lines of CSV or JSON, one for each run, or one page of
// HTML with tables and plots.
#ifndef MW_EXPERIMENT_REPORT_H
#define MW_EXPERIMENT_REPORT_H

#include "experiment/compare.h"

#include <stdio.h>

// One configuration over all mazes, or those of one kind.
typedef struct mw_summary {
    uint64_t mazes, solved, unsolvable, limit;
    double effort[MW_EFFORTS]; // medians over the mazes that were answered, as mw_efforts; or NaN
} mw_summary;
// `kind` may be NULL: all. False: out of memory.
bool mw_summarise(mw_side, const mw_kind *kind, mw_summary *);

// Each writes the whole sheet. False: out of memory; what could not be written is for the caller to
// see in the file.
bool mw_report_csv(const mw_sheet *, FILE *);
bool mw_report_json(const mw_sheet *, FILE *);
// `first` and `second`: the configurations that are compared in it, by index.
bool mw_report_html(const mw_sheet *, uint32_t first, uint32_t second, FILE *);
// The two that are most worth comparing: the first, and the one of the others that answered the
// most mazes, expanding the fewest states; where there is no other, twice the first. False: memory
// ran out.
bool mw_report_pair(const mw_sheet *, uint32_t *first, uint32_t *second);

// The configuration of this label; false: there is none.
bool mw_find_configuration(const mw_plan *, const char *label, uint32_t *index);

#endif
