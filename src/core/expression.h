// expression.h: arithmetic over named numbers, as people write objectives and constraints:
//   25*unreaching - length + 0.5*forced^2      if(solutions == 1, 0, 100)      min(a, b) >= 3
#ifndef MW_CORE_EXPRESSION_H
#define MW_CORE_EXPRESSION_H

#include "core/instructions.h"
#include "mazewright/mazewright.h"

#define MW_EXPRESSION_INSTRUCTIONS 256 // operations and numbers in one expression

// Compiled: a list of instructions for a machine with a stack.
typedef struct mw_expression {
    mw_instruction instructions[MW_EXPRESSION_INSTRUCTIONS];
    unsigned count;
} mw_expression;

// `names` are the variables that may be used, NULL-terminated. False and *error, with the column,
// when the text is no expression; an unknown name gets a list of the known ones.
bool mw_expression_compile(mw_expression *, const char *text, const char *const *names, mw_error *);
// May be NaN or infinite, e.g. after a division by zero. `values` belong to the names.
double mw_expression_eval(const mw_expression *, const double *values);
// 0 where it holds, that is, is a number other than 0; else by how much its comparisons fail, so
// that a search can tell near from far. Infinite where it has no value.
double mw_expression_miss(const mw_expression *, const double *values);
// Does it use the name with this index?
bool mw_expression_uses(const mw_expression *, unsigned name);

#endif
