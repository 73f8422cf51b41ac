// support.h: what the tests share.
#ifndef MW_TEST_SUPPORT_H
#define MW_TEST_SUPPORT_H

#include "mazewright/mazewright.h"
#include "mazewright/rng.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

// A maze that must be readable: from an id, or from text of a kind (NULL: it has a header).
mw_maze *maze_of_id(const char *id);
mw_maze *maze_of_text(const char *kind, const char *text);
#define COUNT(table) (sizeof(table) / sizeof *(table))

// Is a text refused at its place and in these words? `m` and `e` are what reading it gave; frees m.
// Prints what is wrong, so that one run shows every row of a table that fails.
bool refused_well(const char *text, uint32_t line, uint32_t column, const char *says, mw_maze *m,
                  const mw_error *e);

// A text under random damage: bytes changed, inserted, deleted or repeated. `known` are bytes that
// mean something in the format, so that damage goes deep.
#define DAMAGED_MAX 4000
typedef struct damaged {
    char text[DAMAGED_MAX];
    size_t length;
} damaged;
void damage(damaged *, const char *known, mw_rng *);
// Read from a copy of the exact size, so that reading too far is noticed.
mw_maze *read_damaged(const damaged *, bool id, const mw_kind *, mw_error *);

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

// Runs a line of shell; what it prints, up to 1 MiB, which the caller frees. Fails, with that, if
// it exits with anything but 0.
char *run_shell(const char *format, ...) __attribute__((format(printf, 1, 2)));

// What the command answers: its exit code, and words of its output and its messages. Fails with all
// three at the first that is otherwise.
typedef struct command_case {
    const char *arguments;
    int code;
    const char *out, *err;
} command_case;
void expect_answers(const command_case *, size_t count);

// A measure of a maze by name, NaN if it has none such.
double measure_of(const mw_maze *, const char *name);

#endif
