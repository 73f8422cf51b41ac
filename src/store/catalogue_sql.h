// catalogue_sql.h: what the files of the catalogue share: writing, changing and reading.
#ifndef MW_STORE_CATALOGUE_SQL_H
#define MW_STORE_CATALOGUE_SQL_H

#include "store/catalogue.h"

// All columns of a maze, in the order in which they are written and read.
#define COLUMNS                                                                                    \
    "number, kind, id, canonical, hash, width, height, depth, energy, objective, method, seed,"    \
    " evaluations, version, generator, created, proven"

#define MW_TAGS_SINCE 5 // the version of the file from which on mazes have tags

// A checksum of what nothing else in the catalogue confirms: the provenance of a maze, its measures
// and its tags. False: out of memory.
bool mw_entry_checksum(const mw_entry *, int64_t *);
// One maze by its number; as mw_catalogue_get.
bool mw_catalogue_get_number(mw_catalogue *, int64_t number, mw_entry *, mw_error *);

// ---- within a transaction
// Stores the checksum of a maze as it is read back.
bool mw_catalogue_sum(mw_catalogue *, int64_t number, mw_error *);
// Changes the tags of a maze, and its checksum.
bool mw_catalogue_retag(mw_catalogue *, int64_t number, const mw_retag *, mw_error *);
bool mw_catalogue_drop_within(mw_catalogue *, int64_t number, mw_error *);

// How many runs (mw_catalogue_get_run) are not as they were stored. False and *error: they cannot
// be read.
bool mw_catalogue_check_runs(mw_catalogue *, unsigned *changed, mw_error *);

#endif
