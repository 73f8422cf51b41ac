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

#ifdef __clang_analyzer__ // is told that an assertion that fails does not come back
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
#define scoped(function) __attribute__((cleanup(function)))
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

// A maze that must be readable: from an id, or from text of a kind (NULL: it has a header).
mw_maze *maze_of_id(const char *id);
mw_maze *maze_of_text(const char *kind, const char *text);
// Of a file of the project, e.g. one that ships with it; the random maze FAMILY#SEED.
mw_maze *maze_of_file(const char *name);
mw_maze *maze_of_seed(const char *family, unsigned seed);

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

// Fails if the search cannot be made; searched: also if it ends at a limit.
mw_result search_with(const mw_maze *, const mw_search_options *);
mw_result searched(const mw_maze *, const char *algorithm, const char *heuristic, mw_visited_type);
// The least number of moves, which the search must prove, or -1 if there is no way; in mazes whose
// moves cost 1.
int length_by(const mw_maze *, const char *algorithm, const char *heuristic, mw_visited_type);
mw_graph *whole_graph(const mw_maze *);
// A measure that must be there; of a maze: NaN if it has none such.
double value_of(const mw_analysis *, const char *measure);
double measure_of(const mw_maze *, const char *name);
// Also if both are NaN.
bool same_number(double, double);
// Prints each law that the maze breaks; true if there is none.
bool keeps_all_laws(const mw_maze *, const char *name);

// Moves from the start, and where they lead. `where` is what describes the last state; a * in it
// stands for anything. Fails after all rows with those that are otherwise.
typedef struct play_case {
    const char *id, *moves;
    size_t played; // then a move is illegal, or there are no more
    mw_status status;
    const char *where;
} play_case;
void check_plays(const play_case *, size_t count);

// ---- texts

// A text, or an id where it looks like one; kind NULL: it has a header.
mw_maze *read_any(const char *kind, const char *text, mw_error *);

// Is a text refused at its place and in these words? `m` and `e` are what reading it gave; frees m.
// Prints what is wrong, so that one run shows every row of a table that fails.
bool refused_well(const char *text, uint32_t line, uint32_t column, const char *says, mw_maze *m,
                  const mw_error *e);

typedef struct bad_text {
    const char *text;
    uint32_t line, column;
    const char *says; // part of the message
} bad_text;
void refuse_texts(const char *kind, const bad_text *, size_t count);

// All of them must be the maze of the id.
void read_alike(const char *id, const char *kind, const char *const *texts, size_t count);

// Is the form read as the same maze, which prints the same? Prints what is wrong.
bool reads_back(const mw_maze *, const char *form);
// As a maze that prints the same: of forms that know no names.
bool prints_back(const mw_maze *, const char *form);

typedef struct printed_form {
    const char *id, *form, *text;
} printed_form;
void check_printed_forms(const printed_form *, size_t count);

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

// Damages the mazes' forms: each text is refused with a reason and a place, or read as a maze that
// reads back from its own form and its id, and of which `good` holds. Of either there must be more
// than a thousand, else the damage is too light, or too heavy, to tell much.
typedef struct damage_plan {
    const char *const *ids, *const *forms; // NULL-terminated; a form that is none: the id itself
    bool kind_known;                       // to the reader; of the form "paper" it always is
    const char *known;
    uint64_t seed;
    unsigned tries;
    bool (*good)(const mw_maze *, unsigned try); // NULL: no more to ask
} damage_plan;
void check_damages(const damage_plan *);

// ---- members of JSON objects: the test fails where one is missing or of another type

json_t *field(const json_t *, const char *name);
const char *text_in(const json_t *, const char *name);
long long integer_in(const json_t *, const char *name);
double number_in(const json_t *, const char *name);
bool true_in(const json_t *, const char *name); // else it must be false
bool null_in(const json_t *, const char *name);

// ---- files

// A folder of this process's own; removed when it ends, also after failures.
const char *scratch(void);
// The path of a name in it; it stays until the program ends.
const char *scratch_path(const char *name);
// Writes a file there, and returns its path.
const char *scratch_file(const char *name, const char *text);
// The bytes of a file that must be there, with a 0 behind them.
char *bytes_of(const char *path, size_t *length);
// SQL on a database behind the program's back.
void tamper(const char *path, const char *sql);

// A file below the project (SOURCE_DIR) or the published mazes; NULL if it is not there.
char *read_file(const char *folder, const char *name);
// A published text; where it is absent, the test is skipped.
char *published_text(const char *name);
// Names of the shipped mazes below puzzles/, NULL-terminated; free with free_names.
char **shipped_mazes(void);
void free_names(char **);

// ---- the command

enum { DONE, NO, USAGE, INPUT, LIMIT, BROKEN }; // its exit codes

// Runs the command with arguments as a shell would, %s in them being scratch(); out and err are up
// to 1 MiB, freed by the caller, and may be NULL. Returns its exit code.
int run_command(const char *arguments, char **out, char **err);
// The same, with bytes on its stdin.
int run_command_on(const char *arguments, const char *input, size_t length, char **out, char **err);

// What the command prints; the caller frees it. Fails unless it exits with this code.
char *output_of(const char *arguments, int code);

// Runs a line of shell; what it prints, up to 1 MiB, which the caller frees. Fails, with that, if
// it exits with anything but 0.
char *run_shell(const char *format, ...) __attribute__((format(printf, 1, 2)));

// The command where no file may grow above so many blocks of 512 bytes, as on a full disk: it must
// fail, with these words.
void fill_disk(unsigned blocks, const char *arguments, const char *says);

// What the command answers: its exit code, and words of its output and its messages; no words, no
// messages; and no colours, as this is no terminal. Fails with all three at the first that is
// otherwise.
typedef struct command_case {
    const char *arguments;
    int code;
    const char *out, *err;
} command_case;
void expect_answers(const command_case *, size_t count);

// No answer, and a message of the program with these words.
typedef struct refusal {
    const char *arguments;
    int code;
    const char *says;
} refusal;
// On these bytes of stdin; prints what is wrong.
bool refused_on(const refusal *, const char *input, size_t length);
void expect_refusals(const refusal *, size_t count);
void expect_refused(const char *arguments, int code, const char *says); // one of them

#endif
