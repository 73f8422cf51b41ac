// shortage.h: memory that runs out on demand. Programs linked with it (see shortage.cmake) send
// every allocation of our own code through here; what other libraries allocate for themselves
// passes by, unless they let themselves be told whom to ask: SQLite does, and jansson is told by
// the command.
#ifndef MW_SHORTAGE_H
#define MW_SHORTAGE_H

#include "mazewright/rng.h"

#include <stdbool.h>
#include <stdint.h>

// From now on count allocations, and fail the `at`-th one (0: none), or with `lasting` that one and
// all after it. Starting a thread counts as one, too.
void shortage_begin(uint64_t at, bool lasting);
// Is the allocation `at` of `count` one that a test fails? The `first` ones are, and about `some`
// of the rest; with FAULTS=many in the environment the first 1,000 and about 300 of the rest.
bool shortage_tries(uint64_t at, uint64_t count, unsigned first, unsigned some, mw_rng *);
// Ends it, and tells how many allocations there were.
uint64_t shortage_end(void);
// Blocks that our code holds just now.
uint64_t shortage_held(void);
// The same for SQLite, before anything of it is called.
void shortage_of_sqlite(void);

#endif
