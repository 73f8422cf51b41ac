// plan_reader.h: what those share who read plans: plan.c collects mazes and tokens, plan_combine.c
// combines them, and a rubric (grade/rubric.c) has statements of its own beside those that name
// mazes.
#ifndef MW_EXPERIMENT_PLAN_READER_H
#define MW_EXPERIMENT_PLAN_READER_H

#include "mazewright/plugin.h"
#include "core/memory.h"
#include "experiment/plan.h"
#include "experiment/plan_tokens.h"

// A token that a plan offers for one thing.
typedef struct mw_plan_item {
    mw_token token;
    bool used;     // by some configuration
    char why[300]; // why no configuration uses it
} mw_plan_item;

typedef struct mw_plan_choice {
    mw_plan_item *items;
    unsigned count;
} mw_plan_choice;

enum { ALGORITHM, HEURISTIC, WEIGHT, STORE, STATES, BYTES, SECONDS, CHOICES };

typedef struct mw_plan_reader {
    mw_plan *plan;
    mw_plan_open *open;
    void *context;
    mw_error *error;
    uint32_t line;
    mw_plan_choice choices[CHOICES];
    mw_maze *samples[MW_KINDS_MAX]; // the first maze of each kind
    unsigned sample_count;
    uint32_t *kinds;  // for each configuration the kinds that it is for: bit i is for sample i
    mw_budget budget; // without a limit
    size_t maze_capacity, run_capacity;
    void *more; // what statements fill in that are not those of an experiment
} mw_plan_reader;

// What a line may say: its first word, who reads it, and how it is written. `read` gets at least
// two tokens, the first word included.
typedef struct mw_plan_statement {
    const char *name;
    bool (*read)(mw_plan_reader *, mw_token *tokens, unsigned count);
    const char *form;
} mw_plan_statement;
// Reads all lines of a text, by a table that ends with a NULL name. False: *error tells what is
// wrong.
bool mw_plan_read_lines(mw_plan_reader *, const mw_plan_statement *, const char *text);
// The statements that name mazes, for such a table.
bool mw_plan_read_mazes(mw_plan_reader *, mw_token *tokens, unsigned count);
bool mw_plan_read_list(mw_plan_reader *, mw_token *tokens, unsigned count);
bool mw_plan_read_random(mw_plan_reader *, mw_token *tokens, unsigned count);
// clang-format off
#define MW_MAZE_STATEMENTS                                                                         \
    {"mazes", mw_plan_read_mazes, "mazes FILE|GLOB|ID|shipped:KIND..."},                           \
    {"list", mw_plan_read_list, "list FILE..."},                                                   \
    {"random", mw_plan_read_random, "random KIND SIZE[,OPTION]... seeds FROM..TO"}
// clang-format on
// Is there a maze, and is none there twice? Else false, and the error is told.
bool mw_plan_mazes_differ(mw_plan_reader *);
void mw_plan_reader_free(mw_plan_reader *); // what it holds, not itself; the plan stays

// Fills in the error: what is wrong, and at which token (NULL: at the end). Always false.
bool mw_plan_fail(mw_plan_reader *, const mw_token *at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

// Fills in the configurations, the runs and the hash of a plan, when all its lines have been read.
bool mw_plan_combine(mw_plan_reader *);

#endif
