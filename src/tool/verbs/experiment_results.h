// experiment_results.h: what the files of the verb `experiment` share: experiment_compare.c has one
// of its actions, experiment.c the others.
#ifndef MW_TOOL_VERBS_EXPERIMENT_RESULTS_H
#define MW_TOOL_VERBS_EXPERIMENT_RESULTS_H

#include "experiment/experiment.h"
#include "experiment/report.h"
#include "tool/tool.h"

// Reads a file of results. EXIT_DONE, or an exit code with a message printed. The caller frees the
// sheet in both cases.
int results_load(const char *file, mw_sheet *);
// Finds the configuration with this label. EXIT_DONE, or an exit code with a message printed.
int results_find(const mw_sheet *, const char *file, const char *label, uint32_t *index);

int experiment_compare(const settings *);

#endif
