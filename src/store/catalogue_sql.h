// catalogue_sql.h: what the parts of the catalogue share.
#ifndef MW_STORE_CATALOGUE_SQL_H
#define MW_STORE_CATALOGUE_SQL_H

#include "store/catalogue.h"
#include "store/database.h"

#define FINE         MW_CATALOGUE_FINE
#define STRING(x)    STRING_OF(x)
#define STRING_OF(x) #x

typedef mw_catalogue_status status;

#define COLUMNS                                                                                    \
    "number, kind, id, canonical, hash, width, height, depth, energy, objective, method, seed,"    \
    " evaluations, version, generator, created, proven"

#define LIST_MEASURES "SELECT name, value FROM measure WHERE maze = ? ORDER BY rowid"

#endif
