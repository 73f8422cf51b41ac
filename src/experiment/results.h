// results.h: the results of an experiment, in a file of their own: the plan, and one row for each
// finished run. What a run found is the same on any machine; how long it took is kept in a column
// of its own, the last. The file is a database (database.h, which also says which error codes a
// failure has).
#ifndef MW_EXPERIMENT_RESULTS_H
#define MW_EXPERIMENT_RESULTS_H

#include "experiment/plan.h"
#include "store/database.h"

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
    const char *version; // of the program that ran it; NULL: that of the plan
} mw_row;

// Everything that a file holds. Of the plan, `runs` is NULL; it may be that of an older program.
typedef struct mw_sheet {
    mw_plan plan;
    char *version; // of the program
    mw_row *rows;  // by number
    uint64_t count;
    char **versions; // of rows, each once
    unsigned version_count;
} mw_sheet;

// What became of a file that held another plan, or one of another version of the program.
typedef struct mw_extension {
    bool extended;
    uint64_t named, kept; // finished runs that the plan names; those that it does not name
    char version[40];     // that began the file
} mw_extension;

// As mw_database_open. NULL and *error: it cannot be opened. The caller closes it with
// mw_results_close, which takes NULL.
mw_results *mw_results_open(const char *file, bool writes, mw_error *);
void mw_results_close(mw_results *);

// Writes the plan into a new file. A file that holds another plan, or one of another version of the
// program, is extended: it gets this plan, and keeps all its runs, those that the plan does not
// name too. Then finished[i], for which the caller has set all to false, becomes true for each run
// of the plan that is in the file. `finished` and `extension` may be NULL. MW_ERROR_INPUT: the plan
// has nothing in common with the one in the file, or it has no `runs` and is another one.
bool mw_results_begin(mw_results *, const mw_plan *, const char *version, bool *finished,
                      mw_extension *extension, mw_error *error);
// Stored when the call returns. A run that is there already stays as it is. MW_ERROR_INPUT: another
// process has extended the file since it was begun.
bool mw_results_put(mw_results *, const mw_row *, mw_error *);
// The caller frees the sheet with mw_sheet_free, also after a failure.
bool mw_results_load(mw_results *, mw_sheet *, mw_error *);
void mw_sheet_free(mw_sheet *); // what it holds, not itself

// Adds all rows of a sheet of the same plan that are not in the file yet. If a row contradicts one
// in the file, nothing is added: `say` gets a sentence for each of the first few such rows, and the
// error is MW_ERROR_REQUEST. *added, how many rows were added, may be NULL.
bool mw_results_merge(mw_results *, const mw_sheet *,
                      void (*say)(void *context, const char *sentence), void *context,
                      uint64_t *added, mw_error *);

// For each row of a sheet: its number in a plan (UINT64_MAX: the plan does not name it), and its
// configuration there, which is at least plan->configuration_count where the plan has it not.
// *common is false where the two have neither a maze nor a configuration in common. False: out of
// memory.
bool mw_sheet_match(const mw_sheet *, const mw_plan *, uint64_t *numbers, uint32_t *configurations,
                    bool *common);

// ---- for results.c and results_extend.c, within a transaction
bool mw_results_load_within(mw_results *, mw_sheet *, mw_error *);
bool mw_results_write_plan(mw_results *, const mw_plan *, const char *version, mw_error *);
bool mw_results_extend(mw_results *, const mw_plan *, const char *version, mw_extension *,
                       mw_error *);

// The heuristic that a configuration used, as a row has it: its name in the kind, or the text of
// the configuration if it is an expression. `name` is that of the search; NULL: none, or the kind
// has no such heuristic.
const char *mw_row_heuristic(const mw_kind *, const mw_configuration *, const char *name);
// True if two rows agree in everything except the seconds.
bool mw_row_equal(const mw_row *, const mw_row *);
// Where a row's counts are, in the order in which they are stored and sent: cost, expanded,
// generated, reopened, frontier, stored, bytes.
#define MW_ROW_COUNTS 7
void mw_row_counts(mw_row *, uint64_t *counts[MW_ROW_COUNTS]);
bool mw_row_is_counted(const mw_row *); // false: its counts mean nothing, and are not stored
// Checksums that are stored with a row and with a plan, so that a change is found. False: out of
// memory.
int64_t mw_row_checksum(const mw_row *);
bool mw_plan_checksum(const mw_plan *, const char *version, int64_t *);
// A hash of all results without the seconds: equal for equal results.
uint64_t mw_sheet_digest(const mw_sheet *);
// What stopped a run: "states", "memory", "seconds"; "" if nothing did.
const char *mw_row_limit(const mw_row *);

#endif
