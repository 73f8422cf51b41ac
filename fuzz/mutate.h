// mutate.h: changes to inputs that keep most of their structure, for libFuzzer. Plain changes of
// bytes seldom make a maze with moving blocks or a request with the right length; these do. They
// are compiled in every build and used with libFuzzer only.
#ifndef MW_FUZZ_MUTATE_H
#define MW_FUZZ_MUTATE_H

#include "fuzz.h"
#include "mazewright/text.h"

extern const char mutate_target[]; // the name of the target

// Writes a changed input to the writer. False: it has no idea for this one.
typedef bool mutation(const char *text, size_t size, mw_rng *, mw_writer *);
// Any text: its lines, words, numbers and columns (mutate_text.c).
mutation mutate_text;
// Mazes in a file, an id, and a saved game with keys to press (mutate_maze.c).
mutation mutate_maze, mutate_id, mutate_play;
// What people write on one line: expressions, moves (mutate_line.c); and plans.
mutation mutate_expression, mutate_plan;
// Lines of JSON objects, questions or answers; requests to the server (mutate_json.c,
// mutate_http.c).
mutation mutate_json, mutate_http;
// Files to import and changes of databases; checkpoints and messages of designs (mutate_design.c).
mutation mutate_catalogue, mutate_design;
// Command lines; only in the targets that have the command (mutate_command.c).
mutation mutate_command __attribute__((weak));

// A word of fuzz/words/TARGET, which may contain byte 0. There is always one.
typedef struct word {
    const char *text;
    size_t size;
} word;
word mutate_word(mw_rng *);
bool mutate_chance(mw_rng *, unsigned percent);
// A number that may be near a limit of something.
void mutate_number(mw_rng *, mw_writer *);
// A small random maze of the kind (NULL: of any), with random options. NULL: not this time.
mw_maze *mutate_random_maze(const mw_kind *, mw_rng *);
// Changes a maze by the kind's own means some times. Returns the new one; the old one is freed.
mw_maze *mutate_change_maze(mw_maze *, mw_rng *);
void mutate_write_form(const mw_maze *, const char *form, mw_writer *);
void mutate_write_random_id(const mw_kind *, mw_rng *, mw_writer *); // kind:size,options#seed
// The id of a maze of any kind, mostly a whole one.
void mutate_write_id(mw_rng *, mw_writer *);
// Legal moves from the start.
void mutate_write_walk(const mw_maze *, mw_rng *, mw_writer *);
// An arithmetic expression of names that measures have.
void mutate_write_expression(mw_rng *, mw_writer *, unsigned depth);

#endif
