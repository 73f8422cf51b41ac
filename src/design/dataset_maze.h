// dataset_maze.h: one maze for a dataset: of a kind, of a given difficulty or unsolvable, from a
// seed of its own.
#ifndef MW_DESIGN_DATASET_MAZE_H
#define MW_DESIGN_DATASET_MAZE_H

#include "mazewright/mazewright.h"
#include "mazewright/rng.h"

// What is asked for.
typedef struct mw_wanted_maze {
    const mw_kind *kind;
    const char *params; // what the user has chosen of a random id's size and options; may be ""
    unsigned band;      // 0: unsolvable
    unsigned level; // of sizes, to begin with: mw_first_level, or one at which others were found
    uint64_t work;  // most that it may take: states looked at
    uint64_t seed;
} mw_wanted_maze;

#define MW_WORK_MOST 8000000 // for one maze

// What was made.
typedef struct mw_made_maze {
    mw_maze *maze; // NULL: none was found
    mw_analysis analysis;
    uint16_t *actions; // of a shortest solution; NULL: there is none
    uint32_t moves;
    uint64_t moves_there; // as in mw_dataset_item
    uint64_t hash;        // equal for turned and mirrored copies
    unsigned level;       // at which it was found
    uint64_t work;        // that it took
} mw_made_maze;

// False: out of memory, or the work is to end (mw_stopped).
bool mw_make_maze(const mw_wanted_maze *, mw_made_maze *);
void mw_made_maze_free(mw_made_maze *);

unsigned mw_first_level(unsigned band);
unsigned mw_band_of(double difficulty); // 0: NaN
// Random mazes of this kind, with these words of an id, can be made. False and *error: they cannot.
bool mw_params_valid(const mw_kind *, const char *params, mw_error *);

#endif
