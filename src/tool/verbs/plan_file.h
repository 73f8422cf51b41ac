// plan_file.h: files that are plans: of an experiment, or the rubric of an assignment.
#ifndef MW_TOOL_VERBS_PLAN_FILE_H
#define MW_TOOL_VERBS_PLAN_FILE_H

#include "experiment/plan.h"
#include "tool/tool.h"

// Reads the file; the caller frees *text. EXIT_DONE, or an exit code with a message printed.
int plan_text(const char *name, char **text);
mw_plan_open plan_open_mazes; // for mw_plan_read; the context is the settings

#endif
