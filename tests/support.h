// support.h: what the tests share.
#ifndef MW_TEST_SUPPORT_H
#define MW_TEST_SUPPORT_H

#include "mazewright/mazewright.h"
#include "mazewright/rng.h"
#include "parallel/clock.h"

#include <jansson.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#ifdef __clang_analyzer__ // tells the analyser that a failed assertion does not return
#undef assert_true
#undef assert_false
#undef assert_non_null
#undef assert_null
#undef assert_int_equal
#undef fail_msg
#define assert_true(c)         ((c) ? (void)0 : abort())
#define assert_false(c)        assert_true(!(c))
#define assert_non_null(p)     assert_true(p)
#define assert_null(p)         assert_true(!(p))
#define assert_int_equal(a, b) assert_true((a) == (b))
#define fail_msg(...)          (print_error(__VA_ARGS__), abort())
#endif

#define COUNT(table) (sizeof(table) / sizeof *(table))
#define UNUSED       __attribute__((unused)) // before a parameter that a callback does not need

// TEST(what_must_hold) { ... } is a test. A test program runs all tests of its file, in the order
// in which they stand there; runner.c has its main.
#define TEST(name) TEST_WITH(name, NULL, NULL)
// A test with functions that run before and after it; either may be NULL.
#define TEST_WITH(name, before, after)                                                             \
    static void name(void **state);                                                                \
    __attribute__((constructor)) static void add_##name(void)                                      \
    {                                                                                              \
        add_test(__LINE__, (struct CMUnitTest){#name, name, before, after, NULL});                 \
    }                                                                                              \
    static void name(UNUSED void **state)
// Functions that run before the first test and after the last one; either may be NULL.
#define ALL_TESTS_WITH(before, after)                                                              \
    __attribute__((constructor)) static void add_for_all(void)                                     \
    {                                                                                              \
        add_fixtures(before, after);                                                               \
    }
void add_test(int line, struct CMUnitTest test);
void add_fixtures(CMFixtureFunction before, CMFixtureFunction after);
int run_all_tests(void);

// scoped(free_function) before a variable's type: what the variable holds is freed at the end of
// its block. It must have a value from the beginning, if only {0}. After a failed assertion nothing
// is freed.
#define scoped(function) __attribute__((cleanup(function), unused))
#define scoped_maze      scoped(drop_maze) mw_maze
#define scoped_text      scoped(drop_text) char
#define scoped_graph     scoped(drop_graph) mw_graph
#define scoped_json      scoped(drop_json) json_t
#define scoped_result    scoped(mw_result_free) mw_result
#define scoped_analysis  scoped(mw_analysis_free) mw_analysis
void drop_maze(mw_maze **);
void drop_text(char **);
void drop_graph(mw_graph **);
void drop_json(json_t **);

// The text that printf would print; it stays until the program ends.
const char *formatted(const char *format, ...) __attribute__((format(printf, 1, 2)));

void pause_for(double seconds);
mw_rng seeded(uint64_t seed);

// Each of these returns a maze, which the caller frees, or fails the test if there is none.
mw_maze *maze_of_id(const char *id);
mw_maze *maze_of_text(const char *kind, const char *text); // kind NULL: the text has a header
mw_maze *maze_of_file(const char *name);                   // of the project's folder
mw_maze *maze_of_seed(const char *family, unsigned seed);  // the random maze FAMILY#SEED

// Sanitizers make everything several times slower.
#if defined(__SANITIZE_ADDRESS__)
#define SANITIZED true
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SANITIZED true
#endif
#endif
#ifndef SANITIZED
#define SANITIZED false
#endif

// ---- searches and measures

// Searches, and fails the test where the search refuses its options.
mw_result search_with(const mw_maze *, const mw_search_options *);
// The same; it also fails the test if the search ends at a limit.
mw_result searched(const mw_maze *, const char *algorithm, const char *heuristic, mw_visited_type);
// The length of a shortest solution, or -1 if the maze has none. The search must prove it. Only for
// mazes in which every move costs 1.
int length_by(const mw_maze *, const char *algorithm, const char *heuristic, mw_visited_type);
// The least cost of a solution, or -1 if the maze has none.
long least_cost(const mw_maze *);
mw_graph *whole_graph(const mw_maze *);
// Fails the test if there is no such measure.
double value_of(const mw_analysis *, const char *measure);
// NaN if the maze has no such measure.
double measure_of(const mw_maze *, const char *name);
// NaN is the same as NaN.
bool same_number(double, double);
// Prints each law that the maze breaks; true if there is none.
bool keeps_all_laws(const mw_maze *, const char *name);

// Moves from the start of a maze, and where they must lead.
typedef struct play_case {
    const char *id, *moves;
    size_t played; // how many of the moves are legal; replaying stops at the first that is not
    mw_status status;
    const char *where; // the description of the last state; a * in it stands for any text
} play_case;
void check_plays(const play_case *, size_t count);

// ---- texts

// Reads an id if the text looks like one, else a text of the kind (NULL: the text has a header).
mw_maze *read_any(const char *kind, const char *text, mw_error *);

// Was a text refused at this place and with these words? `m` and `e` come from reading it; frees m.
// Prints what is wrong, so that one run shows every row of a table that fails.
bool refused_well(const char *text, uint32_t line, uint32_t column, const char *says, mw_maze *m,
                  const mw_error *e);

typedef struct bad_text {
    const char *text;
    uint32_t line, column;
    const char *says; // part of the message
} bad_text;
void refuse_texts(const char *kind, const bad_text *, size_t count);

// Every text must be read as the maze that has this id.
void read_alike(const char *id, const char *kind, const char *const *texts, size_t count);

// Is the maze, printed in this form, read as an equal maze that prints the same text? Prints what
// is wrong.
bool reads_back(const mw_maze *, const char *form);
// The same for forms without names: the maze that is read need not be equal.
bool prints_back(const mw_maze *, const char *form);

typedef struct printed_form {
    const char *id, *form, *text;
} printed_form;
void check_printed_forms(const printed_form *, size_t count);

// A text that is damaged at random: bytes are changed, inserted, deleted or repeated. `known` are
// bytes that mean something in the format, so that a reader does not stop at the first of them.
#define DAMAGED_MAX 4000
typedef struct damaged {
    char text[DAMAGED_MAX];
    size_t length;
} damaged;
void damage(damaged *, const char *known, mw_rng *);
// Reads a copy of exactly its size, so that sanitizers notice if the reader goes too far.
mw_maze *read_damaged(const damaged *, bool id, const mw_kind *, mw_error *);

// Prints mazes in several forms and damages the texts. Each text must be refused with a reason and
// a place, or be read as a maze that reads back from its own form and from its id, and that is
// `good`. More than a thousand texts must be refused, and more than a thousand read; else the
// damage is too heavy or too light to show much.
typedef struct damage_plan {
    const char *const *ids, *const *forms; // NULL-terminated; an unknown form stands for the id
    bool kind_known; // the reader is told the kind, which it always is of the form "paper"
    const char *known;
    uint64_t seed;
    unsigned tries;
    bool (*good)(const mw_maze *, unsigned try); // NULL: every maze is
} damage_plan;
void check_damages(const damage_plan *);

// ---- members of JSON objects: the test fails where one is missing or of another type

json_t *field(const json_t *, const char *name);
const char *text_in(const json_t *, const char *name);
long long integer_in(const json_t *, const char *name);
double number_in(const json_t *, const char *name);
bool true_in(const json_t *, const char *name); // true or false, nothing else
bool null_in(const json_t *, const char *name);

// ---- files

// A folder for the files of this program, which is removed when the program ends.
const char *scratch(void);
// The path of a name in it; it stays until the program ends.
const char *scratch_path(const char *name);
// The text with that folder in the place of every `mark`; it stays until the program ends.
const char *with_scratch(const char *text, const char *mark);
// Writes a file there, and returns its path.
const char *scratch_file(const char *name, const char *text);
// The bytes of a file, with a 0 behind them; the caller frees them. Fails the test if there is no
// such file.
char *bytes_of(const char *path, size_t *length);
// Runs SQL on a database, to damage it.
void tamper(const char *path, const char *sql);

// The text of a file of a folder, up to 1 MiB; the caller frees it. NULL if there is no such file.
char *read_file(const char *folder, const char *name);
// The text of a published maze. Skips the test where the published mazes are absent.
char *published_text(const char *name);
// Names of the shipped mazes below puzzles/, NULL-terminated; free with free_names.
char **shipped_mazes(void);
void free_names(char **);

// ---- structs of programs that were compiled before members were added to them

// The first `size` bytes of a struct, at the end of a page behind which nothing may be read or
// written. They are never freed.
void *at_page_end(const void *thing, size_t size);
// The same for a struct that begins with its size, which becomes this size.
void *of_size(const void *thing, size_t size);

// ---- the command

enum { DONE, NO, USAGE, INPUT, LIMIT, BROKEN }; // its exit codes

// Runs the command through a shell, and returns its exit code; %s in the arguments is scratch().
// out and err receive what it prints, up to 1 MiB each, which the caller frees; both may be NULL.
int run_command(const char *arguments, char **out, char **err);
// The same, with these bytes as its stdin.
int run_command_on(const char *arguments, const char *input, size_t length, char **out, char **err);

// What the command prints on stdout; the caller frees it. Fails the test if the exit code is
// another.
char *output_of(const char *arguments, int code);

// Runs a line of shell, and returns what it prints, up to 1 MiB, which the caller frees. Fails the
// test if the exit code is not 0.
char *run_shell(const char *format, ...) __attribute__((format(printf, 1, 2)));

// Runs the command where no file may grow above so many blocks of 512 bytes, as on a full disk. It
// must exit with BROKEN and say these words.
void fill_disk(unsigned blocks, const char *arguments, const char *says);

// What the command must answer. It must not print colours, as its output is no terminal.
typedef struct command_case {
    const char *arguments;
    int code;
    const char *out, *err; // are parts of what it prints; err "": it prints no message at all
} command_case;
void expect_answers(const command_case *, size_t count);

// What the command must refuse: it prints nothing on stdout, and a message with these words.
typedef struct refusal {
    const char *arguments;
    int code;
    const char *says;
} refusal;
// Is it refused with these bytes as stdin? Prints what is wrong.
bool refused_on(const refusal *, const char *input, size_t length);
void expect_refusals(const refusal *, size_t count);
void expect_refused(const char *arguments, int code, const char *says);

#endif
