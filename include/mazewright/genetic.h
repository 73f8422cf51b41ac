// genetic.h: genetic search over mazes that their kind can write as a string of bits. With all
// options at their defaults it is the algorithm of Nihalani et al. (2010), as far as they print it:
// how probable a mutation is they do not say. Other operators are there to be compared with it. It
// repeats from its seed.
#ifndef MAZEWRIGHT_GENETIC_H
#define MAZEWRIGHT_GENETIC_H

#include "mazewright/mazewright.h"

#ifdef __cplusplus
extern "C" {
#endif

#define MW_TERMS_MAX 16 // most terms of a fitness

// What fitness rewards: importance * 100 * the measure / its maximum in the population.
typedef struct mw_term {
    double importance; // above 0
    const char *measure;
} mw_term;

// How parents are drawn.
typedef enum {
    MW_ROULETTE,   // with a probability proportional to fitness
    MW_TOURNAMENT, // the fittest of a few drawn at random
} mw_selection;

// How two parents make a child.
typedef enum {
    MW_ONE_POINT, // parents exchange all bits from a random one on
    MW_TWO_POINT, // all bits between two random ones
    MW_UNIFORM,   // each bit with probability 1/2
} mw_crossover;

// A maze of a population; it belongs to the search.
typedef struct mw_individual {
    mw_maze *maze;
    uint64_t *bits; // as the kind encodes it
    double *terms;  // the absolute value of each term's measure; all 0 for an unsolvable maze
    double kept;    // the measure by which the best of all generations is kept
    double fitness; // in its own population only
} mw_individual;

// A population, told to `watch`.
typedef struct mw_generation {
    unsigned number;            // 0: the random mazes it began with
    unsigned population;        // how many mazes
    const mw_individual *mazes; // the fittest first
    const mw_term *terms;       // of the fitness
    unsigned term_count;
    uint64_t evaluations; // so far
} mw_generation;

#define MW_NO_ELITE UINT32_MAX // as a number of mazes that live on unchanged: none does

// What to breed, and how. Zero means default.
typedef struct mw_genetic_plan {
    size_t size;        // see waist.h
    const char *params; // REQUIRED: as in an id between kind and '#': "6x6"
    uint64_t seed;
    const mw_term *terms; // default: the paper's five with its importances, as far as the kind has
    unsigned term_count;  // these measures; else the length
    unsigned population;  // default 100
    unsigned generations; // default 1,760
    unsigned elite;       // fittest mazes that live on unchanged; default 2; MW_NO_ELITE: none
    mw_selection selection;
    unsigned tournament; // mazes drawn for a tournament; default 3
    mw_crossover crossover;
    double mutation; // probability that a child is mutated; default 0.1; below 0: never
    unsigned flips;  // bits that a mutation changes; default 5
    double bit_rate; // if above 0, instead: the probability that a bit of a child is changed
    bool distinct;   // a child like another of its generation is mutated until it is not
    uint64_t bytes;  // of memory: for both generations, and as much to work out a maze; 0: no limit
    const char *keep; // the measure of the best maze of all generations; default "length"
    // OPTIONAL: told of every generation; false ends the search.
    bool (*watch)(void *context, const mw_generation *);
    void *context;
} mw_genetic_plan;

// What was bred.
typedef struct mw_bred {
    mw_maze *fittest; // of the last generation; NULL: all of it is unsolvable
    double fitness;
    mw_maze *best; // of all generations, by the measure `keep`; NULL: nothing was solvable
    double best_value;
    unsigned generations; // bred
    uint64_t evaluations; // mazes measured; copies of their parents are not measured again
    bool stopped;         // by `watch`
    bool limited;         // by `bytes`; then there are no mazes
    const void *reserved[2];
} mw_bred;

// Breeds mazes. False and *error when the plan does not make sense or memory runs out. The caller
// frees both mazes.
MW_API bool mw_genetic(const mw_kind *, const mw_genetic_plan *, mw_bred *, mw_error *);

// Sets the fitness of each maze from `terms`, relative to the others given here. Mazes of different
// generations can be compared when they are put together into one such population.
MW_API void mw_relative_fitness(const mw_term *, unsigned term_count, mw_individual *,
                                unsigned count);

#ifdef __cplusplus
}
#endif
#endif
