// design.h: state an objective, get mazes. The search is stochastic and repeats from its seed.
#ifndef MAZEWRIGHT_DESIGN_H
#define MAZEWRIGHT_DESIGN_H

#include "mazewright/anneal.h"
#include "mazewright/mazewright.h"
#include "mazewright/tasks.h"

#ifdef __cplusplus
extern "C" {
#endif

// What designs a maze.
typedef enum {
    MW_BY_SEARCH,   // local search by one or more streams
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
MW_API const mw_method *mw_method_find(const char *name); // NULL: there is none

typedef struct mw_device mw_device; // a graphics card; only the command knows any

#define MW_NEVER UINT64_MAX // as a number of evaluations after which something is done

// All that decides which mazes are found. Zero means default.
typedef struct mw_design_plan {
    size_t size;             // see waist.h
    const char *params;      // REQUIRED: as in an id between kind and '#': "5x5,queen"
    const mw_method *method; // NULL: a search with schedule.cooling
    const char *objective;   // a preset or an expression to minimise; NULL: the kind's first preset
    const char *const *require; // expressions that must hold, NULL-terminated; may be NULL
    // Seed and evaluations for each maze; the next maze has the next seed. What a search does
    // besides. `pause` and `resume` are not used.
    mw_schedule schedule;
    double seconds;    // for each maze, instead of evaluations; needs a clock
    unsigned count;    // mazes; default 1, of a ladder 12
    unsigned streams;  // into which a search or a ladder is divided; see mw_design_streams
    uint64_t exchange; // evaluations after which each stream takes over the best maze of the stream
                       // before it, where that is better; 0: never. Searches only
    uint64_t bytes;    // of memory that each task may take; 0: no limit
    const struct mw_genetic_plan *breeding; // OPTIONAL: operators of a genetic search
    const char *across[2];                  // of a ladder, see mw_ladder_plan
    // OPTIONAL: streams of a search are chains on a graphics card. Each of `machines` has a part of
    // them; default 1.
    const mw_device *device;
    unsigned machines;
    uint64_t resample; // on a device: evaluations after which streams that fell behind give way to
                       // copies of better ones. MW_NEVER: never; 0: a default
    // Several mazes that satisfy `require`, by a search: no two are turned or mirrored copies of
    // each other. Where `require` bounds a measure from both sides, which no named objective uses,
    // the mazes are spread over this band. For a maze that was not found another seed is tried, up
    // to MW_TRIES times; with `seconds`, until count * seconds are over.
    bool different;
    // OPTIONAL: the maze in which a search begins, instead of a random one; of the kind, size and
    // options of `params`. For searches on the processor.
    const mw_maze *from;
} mw_design_plan;
#define MW_TRIES 10 // seeds that are tried for each of several different mazes, at most

// The maze that was found.
typedef struct mw_designed {
    mw_maze *maze; // NULL: nothing solvable found that satisfies the constraints
    double energy;
    uint64_t evaluations;
    bool stopped;    // by who watches, or by the time
    bool limited;    // some maze needed more than `bytes`; the search ended there
    uint32_t length; // moves of a shortest solution; 0: not known
    const void *reserved[2];
} mw_designed;

// A finished maze. It lives as long as the call that tells of it.
typedef struct mw_design_result {
    unsigned number; // of the mazes asked for, from 0
    uint64_t seed;   // 0: nothing was random
    mw_designed designed;
    bool proven;     // no maze is better, or there is none
    bool failed_try; // with `different` of the plan: this seed has found no maze, or one that was
                     // found before. It is tried with another seed, or was tried often enough
    uint32_t bound;  // of an exact search: no maze is longer
    double seconds;  // by the clock; 0 without one
} mw_design_result;

// How far a design has come.
typedef struct mw_design_news {
    unsigned number;       // of the mazes asked for, from 0
    uint64_t total;        // evaluations so far, for all mazes
    uint64_t evaluations;  // of the stream that tells
    double energy;         // of the best that this stream has found; NaN: not known
    const mw_maze *better; // better than all that any stream found for this number; NULL: none such
} mw_design_news;

// What is known of a part of the work, to be kept under a key.
typedef struct mw_design_saved {
    bool finished;
    double energy; // of the best so far; NaN: not known
    uint64_t evaluations;
    char *id;         // of the best; NULL: none
    char *checkpoint; // from where to go on; NULL: from the beginning, or finished
    const void *reserved[2];
} mw_design_saved;

// Callbacks of the program that asks for a design; some decide where it runs. Every member is
// OPTIONAL. Calls
// come from any thread that runs tasks, and the library holds no lock meanwhile.
typedef struct mw_design_watch {
    size_t size; // see waist.h
    void *context;
    bool (*goes_on)(void *context); // asked often; false: end soon, with what there is
    void (*progress)(void *context, const mw_design_news *); // now and then, and every better maze
    // A maze is finished: one at a time, and in order. The callback may keep `designed.maze`: it
    // then sets it to NULL here, and frees it later.
    void (*found)(void *context, mw_design_result *);
    // Parts of the work by their keys, so that they can go on after an interruption. A key names
    // all that decides the result, as name=value. recall: false and *error ends everything; what
    // was never saved is all zero, and the texts are freed by the library.
    void (*save)(void *context, const char *key, const mw_design_saved *);
    bool (*recall)(void *context, const char *key, mw_design_saved *, mw_error *);
    double (*clock)(void); // seconds
    // Runs tasks; NULL: they run one after the other. False: out of memory. With several threads
    // `hold` and `release` are REQUIRED: a lock. `workers`: tasks that run at once; 0 means 1.
    bool (*run_tasks)(void *context, const mw_tasks *);
    void (*hold)(void *context);
    void (*release)(void *context);
    unsigned workers;
    // Set only in a worker process: sends news of a task to the first process, which receives it
    // in `hear` of the tasks.
    void (*tell)(void *context, uint64_t index, const char *bytes, size_t length);
    unsigned process; // which of the processes this is, from 0; each has a device of its own
} mw_design_watch;

// Designs mazes. False and *error when the plan does not make sense, memory ran out, or nothing
// could be recalled. The watch may be NULL.
MW_API bool mw_design_run(const mw_kind *, const mw_design_plan *, const mw_design_watch *,
                          mw_error *);
// Fills in the defaults of a plan, and checks what goes with what; `workers` as in the watch.
// mw_design_run does so itself. False and *error when the plan does not make sense.
MW_API bool mw_design_complete(const mw_kind *, mw_design_plan *, unsigned workers, mw_error *);
// The objective of a completed plan as it is shown.
MW_API const char *mw_design_objective(const mw_kind *, const mw_design_plan *);
// Designs one maze by one stream of a search, from schedule.seed; `found` of the watch, which may
// be NULL, is not called. False and *error as above. The caller frees the maze.
MW_API bool mw_design_maze(const mw_kind *, const mw_design_plan *, const mw_design_watch *,
                           mw_designed *, mw_error *);
// The proven longest maze, by the kind's exact search; `watch` is in *exact, with what came of it.
// Only the constraints 'unreaching == 0' and 'solutions == 1' can be asked for, and no objective
// but longest (NULL). *maze is NULL where there is none such or none was found yet. False and
// *error when the plan does not make sense.
MW_API bool mw_design_exactly(const mw_kind *, const mw_design_plan *, mw_exact *, mw_maze **maze,
                              mw_error *);

#define MW_DESIGN_BUDGET 100000 // evaluations, unless told otherwise
#define MW_STREAMS       8      // into which a large budget is divided, see mw_design_streams
// The default number of streams for a number of evaluations: 1, or MW_STREAMS. Streams are
// searches with seeds of their own that share a large budget; the best of them counts, whatever the
// number of threads that follow them.
MW_API unsigned mw_design_streams(uint64_t evaluations);
// The seed of a stream. The first one has the seed that the user knows, so that one stream is a
// plain search.
MW_API uint64_t mw_stream_seed(uint64_t seed, unsigned stream);
// The evaluations of a stream, counted from 0. MW_ENDLESS remains endless.
MW_API uint64_t mw_stream_share(uint64_t evaluations, unsigned streams, unsigned stream);
// All measures of the maze that was found. False: a limit was hit, and *out has the length only, if
// that is known; or memory ran out or its limit was hit, and *out has no values. Free with
// mw_analysis_free.
MW_API bool mw_designed_measure(const mw_designed *, const mw_limits *, mw_analysis *out);
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
