// objective.h: the energy of a maze: an expression over its measures, and constraints that must
// hold.
#ifndef MW_DESIGN_OBJECTIVE_H
#define MW_DESIGN_OBJECTIVE_H

#include "core/expression.h"
#include "mazewright/design.h"
#include "core/text.h"
#include "mazewright/anneal.h"
#include "mazewright/plugin.h"

#define MW_EVALUATIONS_MAX UINT64_C(1000000000000000) // that a search may be told to make

#define MW_REQUIRE_MAX 8
#define MW_SEARCHED    2 // measures of each heuristic
#define MW_NAMES_MAX   (48 + MW_SEARCHED * MW_HEURISTICS_MAX)

// How much has to be worked out for the names in use, cheapest first.
typedef enum { MW_GLANCE, MW_WHOLE_GLANCE, MW_GRAPH } mw_effort;

typedef struct mw_objective {
    const mw_kind *kind;
    const char *names[MW_NAMES_MAX + 1]; // NULL-terminated
    const char *about[MW_NAMES_MAX];
    unsigned first_searched; // from this name on: excess_NAME, expanded_NAME of each heuristic
    const mw_heuristic *heuristics[MW_NAMES_MAX];
    char own_names[MW_SEARCHED * MW_HEURISTICS_MAX][MW_WORD_SIZE];
    mw_expression energy;
    mw_expression require[MW_REQUIRE_MAX];
    unsigned require_count;
    bool used[MW_NAMES_MAX];
    const mw_preset *preset; // the objective, if it is one; else NULL
    unsigned solvable;       // index of this name
    bool moves_start;  // it looks at best_length, so the best start is to become the maze's own
    bool judges_moved; // then constraints are about more than lengths, which the new start changes
    mw_effort effort, require_effort; // for everything; for the constraints alone
    mw_effort glance;                 // for what an evaluation knows
    bool searches;                    // it uses measures of a heuristic
    uint64_t bytes;                   // that working out one maze may take; 0: no limit
    bool *limited;                    // OPTIONAL: set where that was not enough
} mw_objective;

// `text` is a preset of the kind, an expression, or NULL for the kind's first preset; `require` are
// expressions, NULL-terminated, or NULL. False and *error, whose text names the expression at
// fault.
bool mw_objective_init(mw_objective *, const mw_kind *, const char *text,
                       const char *const *require, mw_error *);
// Names and meanings only, for listing and messages.
void mw_objective_names(mw_objective *, const mw_kind *);
// The measures in use, by index of their name; others are left alone. False: out of memory,
// or over the limit.
bool mw_objective_values(const mw_objective *, const mw_maze *, double *values, mw_state *best);
// Works out this measure, too; *index of its name. False and *error where there is none such.
bool mw_objective_also(mw_objective *, const char *name, unsigned *index, mw_error *);
// Works out the measures in use and returns the energy. Where the constraints can be judged with
// less effort than the energy, and fail, the other measures are not worked out.
double mw_objective_look(const mw_objective *, const mw_maze *, double *values, mw_state *best);
// As mw_energy_of; MW_NO_MEMORY where memory ran out.
double mw_objective_energy(const mw_objective *, const mw_maze *);

// The name of an objective that every kind has which can be bred: the fitness of a genetic search.
#define MW_FITNESS "fitness"
struct mw_genetic_plan;
// This objective for a search without a population: each measure is relative to its maximum in the
// first, random generation that this plan would breed. The caller frees the text. NULL and *error:
// there is none.
char *mw_fitness_objective(const mw_kind *, const struct mw_genetic_plan *, mw_error *);

// A state of a search, with its energy, as a maze to show, which the caller frees: where the
// objective looked at all starts, the best one becomes the maze's own. *finished is NULL where it
// is not solvable or constraints fail. False: memory ran out, its limit was met, or the work is to
// end (mw_stopped).
bool mw_design_finished(const mw_objective *, const mw_maze *, double energy, mw_designed *out);
// Sets the temperatures of the preset where the schedule has none.
void mw_design_temperatures(const mw_objective *, const mw_maze *, mw_schedule *);

// A random maze of the kind, as `kind:params#seed`. NULL and *error.
mw_maze *mw_random_maze(const mw_kind *, const char *params, uint64_t seed, mw_error *);

#endif
