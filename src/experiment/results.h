// results.h: the results of an experiment, in a file of their own (database.h): the plan, and one
// row for each finished run. What a run found is the same on any machine; how long it took is kept
// in a column of its own, the last.
#ifndef MW_EXPERIMENT_RESULTS_H
#define MW_EXPERIMENT_RESULTS_H

#include "store/database.h"
#include "experiment/plan.h"

typedef mw_database mw_results;

// A finished run. Where the clock stopped it (`limit` is MW_LIMIT_STOPPED), the counts say nothing
// and are 0.
typedef struct mw_row {
    uint64_t number; // index in the runs of the plan
    uint32_t maze, configuration, repeat;
    mw_outcome outcome;
    mw_limit limit;        // which one, if outcome is MW_OUTCOME_LIMIT
    const char *heuristic; // as used; NULL: none, or one that the program no longer has
    bool optimal;
    uint32_t moves;
    uint64_t cost, expanded, generated, reopened, frontier, stored, bytes;
    double seconds;
} mw_row;

// A file as a whole. Of the plan, `runs` is NULL; it may be that of an older program.
typedef struct mw_sheet {
    mw_plan plan;
    char *version; // of the program
    mw_row *rows;  // by number
    uint64_t count;
} mw_sheet;

// As mw_database_open.
mw_database_status mw_results_open(mw_results **, const char *file, bool writes, mw_error *);
void mw_results_close(mw_results *); // takes NULL

// Begins a file with a plan, or goes on with it: then *finished (one for each run, may be NULL) is
// true for runs that are there. FILE if there is another plan, or one begun by another than this
// version of the program.
mw_database_status mw_results_begin(mw_results *, const mw_plan *, const char *version,
                                    bool *finished, mw_error *);
// Done when the call returns. A run that is there already stays as it is.
mw_database_status mw_results_put(mw_results *, const mw_row *, mw_error *);
// Free with mw_sheet_free either way.
mw_database_status mw_results_load(mw_results *, mw_sheet *, mw_error *);
void mw_sheet_free(mw_sheet *); // what it holds, not itself

// Adds all rows of a sheet, or none if one of them says otherwise than a row that is there: `say`
// is told of each of these, and the answer is REQUEST. *added may be NULL.
mw_database_status mw_results_merge(mw_results *, const mw_sheet *,
                                    void (*say)(void *context, const char *sentence), void *context,
                                    uint64_t *added, mw_error *);

// The name of a heuristic of a kind as it stands in a row; NULL: it has none such.
const char *mw_row_heuristic(const mw_kind *, const char *name);
// Is the same in all but the seconds?
bool mw_row_equal(const mw_row *, const mw_row *);
// One number for all results but for the seconds: equal for equal results.
uint64_t mw_sheet_digest(const mw_sheet *);
// What stopped a run: "states", "memory", "seconds"; "" if nothing did.
const char *mw_row_limit(const mw_row *);

#endif
