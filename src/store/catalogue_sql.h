// catalogue_sql.h: what the two halves of the catalogue share, writing and reading.
#ifndef MW_STORE_CATALOGUE_SQL_H
#define MW_STORE_CATALOGUE_SQL_H

#include "store/catalogue.h"

// All columns of a maze, in the order in which they are written and read.
#define COLUMNS                                                                                    \
    "number, kind, id, canonical, hash, width, height, depth, energy, objective, method, seed,"    \
    " evaluations, version, generator, created, proven"

// A checksum of what nothing else in the catalogue confirms: the provenance of a maze, and its
// measures. False: out of memory.
bool mw_entry_checksum(const mw_entry *, int64_t *);

// How many runs (mw_catalogue_get_run) are not as they were stored. False and *error: they cannot
// be read.
bool mw_catalogue_check_runs(mw_catalogue *, unsigned *changed, mw_error *);

#endif
