// experiment.h: what the files of the verb `experiment` share: experiment.c has its actions, but
// for compare.c.
#ifndef MW_TOOL_VERBS_EXPERIMENT_H
#define MW_TOOL_VERBS_EXPERIMENT_H

#include "experiment/experiment.h"
#include "experiment/report.h"
#include "tool/tool.h"

// A file of results; the exit code, with a message if it is not EXIT_DONE. The caller frees the
// sheet in any case.
int results_load(const char *file, mw_sheet *);
// The configuration with this label; likewise.
int results_find(const mw_sheet *, const char *file, const char *label, uint32_t *index);

int experiment_compare(const settings *);

#endif
