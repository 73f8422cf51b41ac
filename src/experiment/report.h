// report.h: results for people and programs: lines of CSV or JSON, one for each run, or one page of
// HTML with tables and plots.
#ifndef MW_EXPERIMENT_REPORT_H
#define MW_EXPERIMENT_REPORT_H

#include "experiment/compare.h"

#include <stdio.h>

// One configuration over all mazes, or those of one kind.
typedef struct mw_summary {
    uint64_t mazes, solved, unsolvable, limit;
    double effort[MW_EFFORTS]; // by effort: the median over the answered mazes;
                               // NaN where none was answered
} mw_summary;
// `kind` NULL: mazes of all kinds. False: memory ran out.
bool mw_summarise(mw_side, const mw_kind *kind, mw_summary *);

// Each writes the whole sheet. False: memory ran out. Whether the file took everything, the caller
// learns from ferror.
bool mw_report_csv(const mw_sheet *, FILE *);
bool mw_report_json(const mw_sheet *, FILE *);
// `first` and `second` are indexes of the two configurations that the page compares.
bool mw_report_html(const mw_sheet *, uint32_t first, uint32_t second, FILE *);
// Picks two configurations to compare: the first, and of the others the one that answered the most
// mazes and, among equals, expanded the fewest states. With only one configuration, both are the
// first. False: memory ran out.
bool mw_report_pair(const mw_sheet *, uint32_t *first, uint32_t *second);

// Finds the configuration with this label. False: there is none.
bool mw_find_configuration(const mw_plan *, const char *label, uint32_t *index);

#endif
