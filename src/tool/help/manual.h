// manual.h: what --help, the manual and completions share.
#ifndef MW_TOOL_HELP_MANUAL_H
#define MW_TOOL_HELP_MANUAL_H

#include "tool/tool.h"

extern const char exit_codes[];

// "-a, --algorithm LIST", with blanks where there is no letter.
const char *option_text(const option *, char buffer[80]);

// The names that options of a verb choose from: algorithms, methods, agents.
typedef void say_choice(void *context, const char *heading, const char *name, const char *about);
void choices_of(const verb *, say_choice *, void *context);

int print_manual(const verb *); // as scdoc source; NULL: an overview
int print_markdown(void);
int print_completion(const char *shell); // NULL: bash

#endif
