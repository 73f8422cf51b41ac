// design.h: state an objective, get mazes. The search is stochastic and repeats from its seed.
#ifndef MAZEWRIGHT_DESIGN_H
#define MAZEWRIGHT_DESIGN_H

#include "mazewright/anneal.h"
#include "mazewright/mazewright.h"

#ifdef __cplusplus
extern "C" {
#endif

// The maze that is wanted. Zero means default.
typedef struct mw_design_plan {
    const char *params;    // REQUIRED: as in an id between kind and '#': "5x5,queen"
    const char *objective; // a preset or an expression to minimise; NULL: the kind's first preset
    const char *const *require; // expressions that must hold, NULL-terminated; may be NULL
    mw_schedule schedule;       // method, evaluations, seed, ...
    uint64_t bytes;             // of memory that working out one maze may take; 0: no limit
    // OPTIONAL: told of every new best maze that is solvable and satisfies the constraints, and now
    // and then (maze NULL); false ends the search.
    bool (*watch)(void *context, const mw_maze *, double energy, uint64_t evaluations);
    // OPTIONAL: now and then, asked whether to save where the search stands, and if so, given it as
    // a line of text that lives as long as the call. At schedule.pause it is given without asking.
    bool (*wants_save)(void *context);
    void (*save)(void *context, const char *standing);
    void *context;
    const char *resume; // OPTIONAL: such a line, of the same plan: go on from there
} mw_design_plan;

// The maze that was found.
typedef struct mw_designed {
    mw_maze *maze; // NULL: nothing solvable found that satisfies the constraints
    double energy;
    uint64_t evaluations;
    bool stopped; // by `watch`
    bool limited; // some maze needed more than `bytes`; the search ended there
} mw_designed;

// Searches for the maze with the least value of the objective. False and *error when the plan does
// not make sense. The caller frees the maze.
MW_API bool mw_design_maze(const mw_kind *, const mw_design_plan *, mw_designed *, mw_error *);
// The proven longest maze, by the kind's exact search; `watch` is in *exact, with what came of it.
// Only the constraints 'unreaching == 0' and 'solutions == 1' can be asked for, and no objective
// but longest (NULL). *maze is NULL where there is none such or none was found yet. False and
// *error when the plan does not make sense.
MW_API bool mw_design_exactly(const mw_kind *, const mw_design_plan *, mw_exact *, mw_maze **maze,
                              mw_error *);

// What designs a maze: one function each.
typedef enum {
    MW_BY_SEARCH,   // mw_design_maze
    MW_BY_BREEDING, // mw_genetic
    MW_BY_PROOF,    // mw_design_exactly
    MW_BY_LADDER,   // mw_ladder_search: several mazes
} mw_way;
// A way to design by name, as `design --method` has it.
typedef struct mw_method {
    const char *name, *about;
    mw_way way;
    mw_cooling cooling; // of a search
} mw_method;
// All ways to design; ends with a NULL name. The first is the default.
MW_API const mw_method *mw_methods(void);

#define MW_DESIGN_BUDGET 100000 // evaluations, unless told otherwise
#define MW_STREAMS       8      // into which a large budget is divided, see mw_design_streams
// How many streams for so many evaluations, unless told otherwise: 1, or MW_STREAMS. Streams are
// searches with seeds of their own that share a large budget; the best of them counts, whatever the
// number of threads that follow them.
MW_API unsigned mw_design_streams(uint64_t evaluations);
// The seed of a stream. The first one has the seed that the user knows, so that one stream is a
// plain search.
MW_API uint64_t mw_stream_seed(uint64_t seed, unsigned stream);
// The evaluations of a stream, counted from 0. MW_ENDLESS remains endless.
MW_API uint64_t mw_stream_share(uint64_t evaluations, unsigned streams, unsigned stream);
// A stream takes over the best maze of another: the standing of the first, as `save` gave it, with
// the other's best one in the place of its own two. The caller frees it; NULL: out of memory, or
// they are no such lines.
MW_API char *mw_checkpoint_adopt(const char *standing, const char *other);
// Joins what another stream found, whose maze it takes or frees.
MW_API void mw_designed_join(mw_designed *, mw_designed *other);

// The share of the text in which two mazes differ, 0 to 1, the second one turned and mirrored so as
// to be as like the first as it can. NaN: out of memory.
MW_API double mw_maze_difference(const mw_maze *, const mw_maze *);
// An id that two mazes share when one is a turned or mirrored copy of the other. The caller frees
// it.
MW_API char *mw_canonical_id(const mw_maze *);
// The names that objectives may use, one call each with its meaning. False: out of memory.
MW_API bool mw_design_names(const mw_kind *,
                            void (*say)(void *, const char *name, const char *about),
                            void *context);

#ifdef __cplusplus
}
#endif
#endif
