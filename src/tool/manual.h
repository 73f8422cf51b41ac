// manual.h: what --help and the manual share.
#ifndef MW_MANUAL_H
#define MW_MANUAL_H

#include "tool/tool.h"

extern const char exit_codes[];

// "-a, --algorithm LIST", with blanks where there is no letter.
const char *option_text(const option *, char buffer[80]);

// The names that options of a verb choose from: algorithms, methods, agents.
typedef void say_choice(void *context, const char *heading, const char *name, const char *about);
void choices_of(const verb *, say_choice *, void *context);

int print_man(void);
int print_markdown(void);
int print_completion(void);

#endif
