// manual.h: what --help, the manual and completions share.
#ifndef MW_TOOL_HELP_MANUAL_H
#define MW_TOOL_HELP_MANUAL_H

#include "tool/tool.h"

extern const char exit_codes[];

// "-a, --algorithm LIST", with blanks where there is no letter.
const char *option_text(const option *, char buffer[80]);

// Called for each name of a list, with what it means. The heading of the list comes with its first
// name, and is NULL with the others.
typedef void say_name(const char *heading, const char *name, const char *about);
// The names that options of a verb choose from: algorithms, methods, agents.
void choices_of(const verb *, say_name *);
// What a kind of maze has by name, in these lists. A list whose heading is NULL is left out.
enum { OF_OPTIONS, OF_HEURISTICS, OF_FORMS, OF_MEASURES, OF_OBJECTIVES, KIND_LISTS };
void names_of_kind(const mw_kind *, const char *const headings[KIND_LISTS], say_name *);

int print_manual(const verb *); // as scdoc source; NULL: an overview
int print_markdown(void);
int print_completion(const char *shell); // NULL: bash

#endif
