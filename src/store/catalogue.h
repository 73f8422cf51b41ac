// catalogue.h: a file of mazes worth keeping, each stored once with its measures and where it came
// from. A maze and its turned and mirrored copies count as one. The file is a database (database.h,
// which also says which error codes a failure has). Nothing here reads a clock, prints or keeps
// global state.
#ifndef MW_STORE_CATALOGUE_H
#define MW_STORE_CATALOGUE_H

#include "mazewright/design.h"
#include "store/database.h"

typedef mw_database mw_catalogue;

typedef enum {
    MW_CATALOGUE_READ,   // the file must be there; nothing can be put
    MW_CATALOGUE_WRITE,  // made if it is not there or is empty
    MW_CATALOGUE_CHANGE, // the file must be there
} mw_catalogue_mode;

// As mw_database_open. NULL and *error: it cannot be opened. The caller closes it with
// mw_catalogue_close, which takes NULL.
mw_catalogue *mw_catalogue_open(const char *file, mw_catalogue_mode, mw_error *);
void mw_catalogue_close(mw_catalogue *);

// Where a maze came from. Zero means not known, except where said otherwise.
typedef struct mw_provenance {
    double energy;                  // NaN: not known
    const char *objective, *method; // may be NULL
    bool seeded;                    // is the seed known?
    uint64_t seed, evaluations;
    const char *version; // of the program; NULL: of this program
    unsigned generator;  // version of the kind's generator; 0: the one that the kind has now
    const char *created; // REQUIRED: an ISO date, e.g. 2026-11-16 or 2026-11-16T01:26:29Z
    bool proven;         // no maze is better
} mw_provenance;

// What became of a maze that was put.
typedef enum {
    MW_PUT_ADDED,
    MW_PUT_KNOWN,    // it, or a turned or mirrored copy, is there already; nothing has changed
    MW_PUT_REPLACED, // the copy there was worse; this one now has its number and its tags
    MW_PUT_WORSE,    // the copy there is better and was kept
} mw_put;
// A proven maze is better than one that is not; then, one with an energy is better than one
// without; then, less energy by the same objective is better.

typedef struct mw_stored {
    mw_put put;
    int64_t number; // of the maze or, where that was kept, of the copy
} mw_stored;

// Stores a maze with its measures, all or nothing; done when the call returns. The mw_stored may be
// NULL.
bool mw_catalogue_put(mw_catalogue *, const mw_maze *, const mw_analysis *, const mw_provenance *,
                      mw_stored *, mw_error *);
// The same, and whatever becomes of the maze, that number gets these tags, too (NULL-terminated).
bool mw_catalogue_put_tagged(mw_catalogue *, const mw_maze *, const mw_analysis *,
                             const mw_provenance *, const char *const *tags, mw_stored *,
                             mw_error *);
// Is it such a date?
bool mw_catalogue_is_date(const char *);
// The same for a maze that was designed, with its measures. `created` as in mw_provenance.
struct mw_design_report; // see api/api.h; its analysis is not NULL
bool mw_catalogue_put_designed(mw_catalogue *, const struct mw_design_report *, const char *created,
                               mw_stored *, mw_error *);
bool mw_catalogue_drop(mw_catalogue *, int64_t number, mw_error *);

// A stored maze. Texts are never NULL unless said so.
typedef struct mw_entry {
    int64_t number; // never given to another maze
    char *kind, *id;
    char *canonical; // mw_canonical_id
    uint64_t hash;   // mw_hash_bytes of it
    unsigned w, h, d;
    mw_provenance from;
    mw_value *values; // measures by name, without `about`
    unsigned count;
    char **tags; // words, in the order of their bytes
    unsigned tag_count;
} mw_entry;
void mw_entry_free(mw_entry *); // what it holds, not itself
// A measure, or NaN if it has none of this name.
double mw_entry_value(const mw_entry *, const char *name);

#define MW_CONDITIONS_MAX 24

// Which mazes, and in what order. Zero means all, by number.
typedef struct mw_filter {
    const char *kind;
    // Comparisons of a measure, or of number, energy, evaluations, seed, width or height, with a
    // number: "length >= 40"; or "tag == NAME", which has that tag, or "tag != NAME", which has it
    // not. NULL-terminated, at most MW_CONDITIONS_MAX; may be NULL.
    const char *const *require;
    const char *order; // one of these names, smallest first; "-length": largest first
} mw_filter;

// Has the text the form of such a comparison? Which measures there are is seen in a file. False:
// *error says why.
bool mw_catalogue_is_condition(const char *, mw_error *);

// Calls `each` for every maze that the filter (may be NULL) lets through, until `each` returns
// false, which is no failure. The entry lives as long as the call; `each` must not put into the
// same catalogue.
bool mw_catalogue_each(mw_catalogue *, const mw_filter *,
                       bool (*each)(void *context, const mw_entry *), void *context, mw_error *);
// One maze by its number ("12") or by an id of it or of a copy. MW_ERROR_REQUEST: it is not there.
// The caller frees the entry with mw_entry_free.
bool mw_catalogue_get(mw_catalogue *, const char *which, mw_entry *, mw_error *);
bool mw_catalogue_count(mw_catalogue *, uint64_t *, mw_error *);

// ---- changes. Each is one transaction: all of it is done, or nothing.

#define MW_TAG_LENGTH 32 // bytes of a tag, at most
// A tag is a word of letters, digits, '-' and '_'.
bool mw_catalogue_is_tag(const char *);
typedef struct mw_retag {
    const char *const *add, *const *take; // NULL-terminated, or NULL
} mw_retag;

// Which mazes to change: those of these numbers or ids (as for mw_catalogue_get), or where there
// are none, those that the filter lets through, which must have a kind or a condition: nobody
// changes all mazes by leaving something out.
typedef struct mw_choice {
    const char *const *which;
    size_t count; // of them
    const mw_filter *filter;
} mw_choice;
// `each` is called for every maze of the choice. False: all is undone, and the change fails with
// MW_ERROR_LIMIT. What is said of the changes should be said when the call has returned true.
typedef bool mw_changed(void *context, const mw_entry *);

// Removes mazes; `each` sees a maze before it is removed.
bool mw_catalogue_remove(mw_catalogue *, const mw_choice *, mw_changed *, void *context,
                         mw_error *);
// Adds tags and takes tags off; `each` sees a maze with the tags that it then has.
bool mw_catalogue_tag(mw_catalogue *, const mw_choice *, const mw_retag *, mw_changed *,
                      void *context, mw_error *);
// Has any maze a tag?
bool mw_catalogue_has_tags(mw_catalogue *, bool *, mw_error *);

typedef struct mw_verified {
    uint64_t mazes, failures;
    uint64_t unchecked; // mazes whose solving hit a limit
} mw_verified;
// Checks the file's structure and every maze: that its id reads, is of the stored kind and size and
// has the stored canonical id and hash, that solving it again gives the stored length, that its
// date is one, that its tags are words, and that its provenance, measures and tags have their
// checksum, which mazes have that were put since version 3 or have been tagged. Says one sentence
// for each failure, damage of the file included. `limits` may be NULL.
bool mw_catalogue_verify(mw_catalogue *, const mw_limits *,
                         void (*say)(void *context, const char *sentence), void *context,
                         mw_verified *, mw_error *);

// ---- runs: how far long work has come, so that it can go on after an interruption. A run is found
// by its key, a text that says everything that decides its result (the column `plan`).
typedef mw_design_saved mw_catalogue_run;
void mw_catalogue_run_free(mw_catalogue_run *); // what it holds, not itself

// A run that is not there has not begun: it is all zero.
bool mw_catalogue_get_run(mw_catalogue *, const char *key, mw_catalogue_run *, mw_error *);
bool mw_catalogue_put_run(mw_catalogue *, const char *key, const mw_catalogue_run *, mw_error *);

#endif
