// paper_theseus.h: the genetic run of section V of Nihalani et al., which several jobs of the paper
// need, and the jobs that are in other files than the list.
#ifndef MW_EXPERIMENT_REPRODUCE_PAPER_THESEUS_H
#define MW_EXPERIMENT_REPRODUCE_PAPER_THESEUS_H

#include "mazewright/genetic.h"
#include "experiment/reproduce/reproduce.h"

#define THESEUS_SIZE        "6x6"
#define THESEUS_GENERATIONS 1760
#define THESEUS_RUNS        199 // with the seeds 1, 2, ...
#define THESEUS_TERMS       5
#define THESEUS_PRINTED     6 // rows of Table I

extern const unsigned mw_theseus_printed[THESEUS_PRINTED];  // the generations of Table I
extern const char *const mw_theseus_columns[THESEUS_TERMS]; // its parameters

// What the paper does not print, and we had to guess; and two ways to breed that it rules out, to
// see whether Table I can tell them from its own.
typedef struct mw_theseus_guess {
    const char *name;
    double mutation;     // the probability that a child is mutated
    const char *a4, *a5; // the measures that are the paper's parameters a4 and a5
    unsigned elite;      // as in mw_genetic_plan
    bool blind;          // parents are drawn without regard to their fitness
} mw_theseus_guess;
extern const mw_theseus_guess
    mw_theseus_guesses[]; // the first is the one that everything else uses
#define THESEUS_GUESSES 9

typedef struct mw_theseus_run {
    const mw_reproduction *how;
    mw_term importances[THESEUS_TERMS];
    double terms[THESEUS_GENERATIONS + 1][THESEUS_TERMS]; // of the fittest maze of each generation
    mw_individual fittest[THESEUS_GENERATIONS + 1];
    mw_maze *mazes[THESEUS_PRINTED];
    double longest[THESEUS_GENERATIONS + 1]; // so far
    uint64_t evaluations[THESEUS_GENERATIONS + 1];
} mw_theseus_run;

// The run of section V. The caller frees it. NULL and *error: it failed, or was ended.
mw_theseus_run *mw_theseus_breed(const mw_reproduction *, const mw_theseus_guess *, uint64_t seed,
                                 mw_error *);
void mw_theseus_run_free(mw_theseus_run *);
void mw_theseus_say_longest(mw_writer *, const char *row, double *longest, unsigned runs);

// Jobs: Table I with figures 1 to 7; and a part for each other guess.
bool mw_theseus_table(const mw_reproduction *, unsigned part, mw_writer *, mw_error *);
bool mw_theseus_guessed(const mw_reproduction *, unsigned part, mw_writer *, mw_error *);

#endif
