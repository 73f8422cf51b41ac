// catalogue_sql.h: what the two halves of the catalogue share, writing and reading.
#ifndef MW_STORE_CATALOGUE_SQL_H
#define MW_STORE_CATALOGUE_SQL_H

#include "store/catalogue.h"

// All columns of a maze, in the order in which they are written and read.
#define COLUMNS                                                                                    \
    "number, kind, id, canonical, hash, width, height, depth, energy, objective, method, seed,"    \
    " evaluations, version, generator, created, proven"

#endif
