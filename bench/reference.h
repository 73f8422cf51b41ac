// reference.h: the plain textbook search that the benchmarks compare with.
#ifndef MW_REFERENCE_H
#define MW_REFERENCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct reference_result {
    bool solved;
    uint64_t moves, states, bytes;
} reference_result;

// Breadth-first search of a rolling-die maze with no forbidden face, 1 on top at the goal. `grid`
// has w*h characters: '*' is an obstacle, S and G are start and goal. With `merge`, orientations
// with the 1 in the same place are one state, so that there are as few states as in our search.
reference_result reference_bfs(const char *grid, int w, int h, bool merge);

#endif
