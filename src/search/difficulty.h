// difficulty.h: how hard a maze is for a person, from its whole state graph. docs/difficulty.md has
// the model and how it was calibrated.
#ifndef MW_SEARCH_DIFFICULTY_H
#define MW_SEARCH_DIFFICULTY_H

#include "core/memory.h"
#include "mazewright/mazewright.h"

typedef struct mw_difficulty {
    double choice_bits;  // -log2 of the chance to walk a shortest solution by guessing
    double player_steps; // moves that a simulated player makes until he wins, on average
    double attempts;     // that he begins until then, on average
    double win_chance;   // that a player who guesses every move wins before he loses
    double grade;        // 1 (trivial) to 10
    uint64_t work;       // that it took: states looked at
} mw_difficulty;

// Values that are not known are NaN: all of them if there is no solution or the graph is too large,
// single ones if their equations take too long to solve, and win_chance, the slowest to compute,
// unless `with_chance`. False: out of memory, or over the budget.
bool mw_difficulty_of(const mw_graph *, bool with_chance, mw_budget *, mw_difficulty *);

#endif
