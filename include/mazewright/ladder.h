// ladder.h: a graded set of mazes: from easy to hard, and different from each other. Mazes are bred
// into niches, each the place of one combination of two measures, and every niche keeps the best
// maze that ever fell into it; the rungs are then chosen among them. It repeats from its seed.
#ifndef MAZEWRIGHT_LADDER_H
#define MAZEWRIGHT_LADDER_H

#include "mazewright/mazewright.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct mw_niches mw_niches; // the best maze of every combination, as far as found

// What to breed. Zero means default.
typedef struct mw_ladder_plan {
    size_t size;                // see waist.h
    const char *params;         // REQUIRED: as in an id between kind and '#': "6x6"
    uint64_t evaluations, seed; // evaluations: REQUIRED
    const char *objective;      // which maze of a niche is better; default: -player_steps
    const char *const *require; // expressions that must hold, NULL-terminated; may be NULL
    const char *across[2];      // the measures that tell niches apart; default: length and dead,
                                // or states where every move can be undone
    uint64_t bytes; // of memory: for all mazes that are kept, and as much to work out one more
    bool *limited;  // OPTIONAL: set where that was not enough; the search ended there
    // OPTIONAL: now and then; false ends the search.
    bool (*watch)(void *context, unsigned niches, uint64_t evaluations);
    void *context;
} mw_ladder_plan;

// Fills niches. False and *error when the plan does not make sense. Free with mw_niches_free.
MW_API bool mw_ladder_search(const mw_kind *, const mw_ladder_plan *, mw_niches **, mw_error *);
MW_API void mw_niches_free(mw_niches *);            // frees them and their mazes; NULL is allowed
MW_API unsigned mw_niches_count(const mw_niches *); // niches that hold a maze
MW_API uint64_t mw_niches_evaluations(const mw_niches *); // mazes tried so far
// Moves into `into` what is better in `from`: another search with the same plan but its seed.
MW_API void mw_niches_merge(mw_niches *into, mw_niches *from);
// Niches as text, for another process. The caller frees it; NULL: out of memory.
MW_API char *mw_niches_print(const mw_niches *);
// Niches from the text of mw_niches_print. Free with mw_niches_free; NULL: out of memory, or it is
// no such text.
MW_API mw_niches *mw_niches_parse(const mw_kind *, const char *text);

// A maze of a ladder.
typedef struct mw_rung {
    const mw_maze *maze; // belongs to the niches
    double energy, difficulty;
} mw_rung;

// Up to `count` mazes of rising difficulty, in even steps as far as there are such mazes, each as
// different in its text as can be from those before it. Returns how many; 0 also where memory ran
// out.
MW_API unsigned mw_ladder_pick(const mw_niches *, unsigned count, mw_rung *);

#ifdef __cplusplus
}
#endif
#endif
