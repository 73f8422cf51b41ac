// shortage.h: allocations that fail on demand. In programs linked with it (see faults.cmake) every
// allocation of our own code goes through here, and so do those of SQLite and jansson, which can be
// told to use our functions. Other libraries' allocations do not.
#ifndef MW_SHORTAGE_H
#define MW_SHORTAGE_H

#include "mazewright/rng.h"

#include <stdbool.h>
#include <stdint.h>

// Counts allocations from now on, and lets number `at` fail (0: none), or with `lasting` that one
// and all after it. Starting a thread counts as an allocation.
void shortage_begin(uint64_t at, bool lasting);
// Does a test let allocation `at` of `count` fail? It does so for the `first` ones, and for about
// `some` of the rest; with FAULTS=many in the environment for 1,000 and about 300.
bool shortage_tries(uint64_t at, uint64_t count, unsigned first, unsigned some, mw_rng *);
// Allocations succeed again. Returns how many there were.
uint64_t shortage_end(void);
// How many blocks of memory our code holds now.
uint64_t shortage_held(void);
// Makes SQLite allocate through here; to be called before any other function of SQLite.
void shortage_of_sqlite(void);

#endif
