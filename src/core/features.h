// features.h: the numbers of a state that kinds with a board have in common: where the player and
// the goal are. A kind's table of features begins with MW_PLACES, and its `measure` with mw_places.
#ifndef MW_CORE_FEATURES_H
#define MW_CORE_FEATURES_H

#include <stdint.h>

// clang-format off
#define MW_PLACES(player)                                                                          \
    {.name = "x", .about = "column of " player ", from 1"},                                        \
    {.name = "y", .about = "row of " player ", from 1"},                                           \
    {.name = "goal_x", .about = "column of the goal"},                                             \
    {.name = "goal_y", .about = "row of the goal"},                                                \
    {.name = "dx", .about = "columns between " player " and the goal"},                            \
    {.name = "dy", .about = "rows between " player " and the goal"}
// clang-format on
#define MW_PLACES_COUNT 6

static inline double mw_apart(double a, double b)
{
    return a < b ? b - a : a - b;
}

// Columns and rows count from 1.
static inline void mw_places(double *values, double x, double y, double goal_x, double goal_y)
{
    values[0] = x;
    values[1] = y;
    values[2] = goal_x;
    values[3] = goal_y;
    values[4] = mw_apart(x, goal_x);
    values[5] = mw_apart(y, goal_y);
}

#endif
