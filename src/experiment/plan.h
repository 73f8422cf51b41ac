// plan.h: what an experiment is to do: every maze of a plan is searched in every way that the plan
// names and that makes sense for it. A plan is a text of our own, see docs/experiment.md.
#ifndef MW_EXPERIMENT_PLAN_H
#define MW_EXPERIMENT_PLAN_H

#include "mazewright/mazewright.h"

#define MW_PLAN_RUNS_MAX 10000000u
#define MW_LABEL_WORD    40 // characters of a word in a label, so that no label is ever cut
#define MW_LABEL_LIMIT   20 // and of a limit

typedef struct mw_plan_maze {
    char *name; // as people know it: a file, or an id
    char *id;   // from which it can be made on any machine, by this version of the program
    const mw_kind *kind;
    uint32_t line, column; // where the plan names it
} mw_plan_maze;

// One way to search. Zero means none, or the default.
typedef struct mw_configuration {
    char label[200];       // unique in the plan: "astar/h2", "wastar/h4/1.5"
    const char *algorithm; // of mw_algorithms
    char heuristic[40];    // "": the strongest admissible one, or none for a blind search
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
    uint64_t hash; // of all that decides the results, but for the version of the program
    mw_plan_maze *mazes;
    mw_configuration *configurations;
    mw_plan_run *runs;
    uint32_t maze_count, configuration_count, repeats;
    uint64_t run_count;
} mw_plan;

// Opens the maze of a file; NULL, with the reason told to the user, if it is none.
typedef mw_maze *mw_plan_open(void *context, const char *name);

// False, and *error with line and column, if the text is not a plan. Free with mw_plan_free either
// way.
bool mw_plan_read(mw_plan *, const char *text, mw_plan_open *, void *context, mw_error *);
void mw_plan_free(mw_plan *); // what it holds, not itself
// The search that a configuration is, without its limit in seconds.
mw_search_options mw_configuration_options(const mw_configuration *);

#endif
