// support.h: what the tests share.
#ifndef MW_TEST_SUPPORT_H
#define MW_TEST_SUPPORT_H

#include "mazewright/mazewright.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

// A maze that must be readable: from an id, or from text of a kind (NULL: it has a header).
mw_maze *maze_of_id(const char *id);
mw_maze *maze_of_text(const char *kind, const char *text);
// A file below the project (SOURCE_DIR) or the published mazes; NULL if it is not there.
char *read_file(const char *folder, const char *name);
// Names of the shipped mazes below puzzles/, NULL-terminated; free with free_names.
char **shipped_mazes(void);
void free_names(char **);

// Runs the command with arguments as a shell would; out and err are up to 1 MiB, freed by the
// caller, and may be NULL. Returns its exit code.
int run_command(const char *arguments, char **out, char **err);
// The same, with bytes on its stdin.
int run_command_on(const char *arguments, const char *input, size_t length, char **out, char **err);

#endif
