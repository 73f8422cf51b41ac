// plan.h: what an experiment does: it searches every maze of a plan in every way that the plan
// names and that makes sense for the maze. docs/experiment.md describes the text of a plan.
#ifndef MW_EXPERIMENT_PLAN_H
#define MW_EXPERIMENT_PLAN_H

#include "mazewright/mazewright.h"

#define MW_PLAN_RUNS_MAX    10000000u
#define MW_PLAN_REPEATS_MAX 1000
#define MW_LABEL_TOKEN      40 // bytes of a token in a label; more would not fit into mw_configuration
#define MW_LABEL_LIMIT      20 // bytes of a limit in a label

typedef struct mw_plan_maze {
    char *name; // for people: a file, or an id
    char *id;   // for programs: this version of the program makes the maze from it anywhere
    const mw_kind *kind;
    uint32_t line, column; // where the plan names it
} mw_plan_maze;

// One way to search. Zero means none, or the default.
typedef struct mw_configuration {
    char label[200];       // unique in the plan: "astar/h2", "wastar/h4/1.5"
    const char *algorithm; // of mw_algorithms
    char heuristic[200]; // "": the strongest admissible one, or none for a blind search; it may be
                         // an expression
    double weight;
    mw_visited_type store;
    uint64_t states, bytes; // limits
    double seconds;
} mw_configuration;

typedef struct mw_plan_run {
    uint32_t maze, configuration, repeat; // each from 0
} mw_plan_run;

typedef struct mw_plan {
    char *text;
    uint64_t hash; // of everything that decides the results, except the version of the program
    mw_plan_maze *mazes;
    mw_configuration *configurations;
    mw_plan_run *runs;
    uint32_t maze_count, configuration_count, repeats;
    uint64_t run_count;
    // Of a file of results: runs that earlier plans named and this one does not are kept behind
    // its runs; their mazes and configurations are behind those of this plan.
    uint64_t kept;
    uint32_t own_mazes, own_configurations;
} mw_plan;

// Opens the mazes that a file, or a name that is no id, stands for, and gives each to `take`, which
// owns it then. False: one could not be opened, which the user was told, or `take` returned false.
typedef bool mw_plan_take(void *taker, const char *name, mw_maze *);
typedef bool mw_plan_open(void *context, const char *name, mw_plan_take *, void *taker);

// False, and *error with line and column, if the text is not a plan. The caller frees the plan with
// mw_plan_free in both cases.
bool mw_plan_read(mw_plan *, const char *text, mw_plan_open *, void *context, mw_error *);
void mw_plan_free(mw_plan *); // what it holds, not itself
// Are they the same way to search, whatever their labels?
bool mw_configuration_same(const mw_configuration *, const mw_configuration *);
// The options for the search of a configuration. They leave out its limit in seconds.
mw_search_options mw_configuration_options(const mw_configuration *);

#endif
