// site_file.h: mazes and all that plays them in one file of HTML.
#ifndef MW_TOOL_VERBS_SITE_FILE_H
#define MW_TOOL_VERBS_SITE_FILE_H

#include "serve/folder.h"

#include <stdbool.h>

bool is_one_file(const char *name); // does --output name such a file?
// list: the text of mazes.json. EXIT_DONE, or an exit code with a message printed.
int write_one_file(const char *name, const mw_folder *page, const char *list);

#endif
