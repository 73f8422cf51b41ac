// solve_steps.h: the features of the states along a solution, for solve --steps.
#ifndef MW_TOOL_VERBS_SOLVE_STEPS_H
#define MW_TOOL_VERBS_SOLVE_STEPS_H

#include "tool/tool.h"

// Prints a table of the features that change, after a line with those that do not. False, with a
// message printed: the solution is too long.
bool steps_print(FILE *, const mw_maze *, const mw_result *, const char *label);
// Writes the member "steps": for each state the move that led there, its words and its features;
// null where the maze was not solved. False, with null written and a message printed: the solution
// is too long.
bool steps_write(mw_writer *, const mw_maze *, const mw_result *, const char *label);

#endif
