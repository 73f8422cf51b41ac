// instructions.h: runs a compiled expression, on the processor and on a graphics card
// (host_device.h). expression.c compiles.
#ifndef MW_CORE_INSTRUCTIONS_H
#define MW_CORE_INSTRUCTIONS_H

#include "core/powers.h"

enum {
    MW_OP_NUMBER,
    MW_OP_NAME, // push
    MW_OP_NEGATE,
    MW_OP_NOT,
    MW_OP_ABS,
    MW_OP_SQRT, // one argument
    MW_OP_OR,
    MW_OP_AND,
    MW_OP_EQUAL,
    MW_OP_UNEQUAL,
    MW_OP_LESS_EQUAL,
    MW_OP_GREATER_EQUAL,
    MW_OP_LESS,
    MW_OP_GREATER, // two
    MW_OP_ADD,
    MW_OP_SUBTRACT,
    MW_OP_MULTIPLY,
    MW_OP_DIVIDE,
    MW_OP_POWER,
    MW_OP_MIN,
    MW_OP_MAX,
    MW_OP_IF, // three
};

typedef struct mw_instruction {
    uint8_t op;
    uint16_t name;   // of a variable: index into the names
    double constant; // of a number
} mw_instruction;

MW_HOST_DEVICE double mw_instruction_binary(uint8_t op, double a, double b)
{
    switch (op) {
    case MW_OP_OR: return a != 0 || b != 0;
    case MW_OP_AND: return a != 0 && b != 0;
    case MW_OP_EQUAL: return a == b;
    case MW_OP_UNEQUAL: return a != b;
    case MW_OP_LESS_EQUAL: return a <= b;
    case MW_OP_GREATER_EQUAL: return a >= b;
    case MW_OP_LESS: return a < b;
    case MW_OP_GREATER: return a > b;
    case MW_OP_ADD: return a + b;
    case MW_OP_SUBTRACT: return a - b;
    case MW_OP_MULTIPLY: return a * b;
    case MW_OP_DIVIDE: return a / b;
    case MW_OP_POWER: return mw_pow(a, b);
    case MW_OP_MIN: return a < b ? a : b;
    default: return a > b ? a : b;
    }
}

// By how much a comparison of a and b fails. Where a and b are equal but must not be, it is 1.
MW_HOST_DEVICE double mw_instruction_gap(uint8_t op, double a, double b)
{
    double d = op == MW_OP_EQUAL                                  ? fabs(a - b)
               : op == MW_OP_LESS_EQUAL || op == MW_OP_LESS       ? a - b
               : op == MW_OP_GREATER_EQUAL || op == MW_OP_GREATER ? b - a
                                                                  : 1;
    return d > 0 ? d : 1;
}

// NOLINTBEGIN(clang-analyzer-core.*) compiled instructions push a value before they use it

// Runs one instruction. `miss` may be NULL; else it gets, for each value on the stack, by how much
// that value fails to be true. Returns the new height of the stack.
MW_HOST_DEVICE unsigned mw_instruction_run(const mw_instruction *s, const double *values,
                                           double *stack, double *miss, unsigned top)
{
    double a = 0, b = 0, missed = 1;
    if (s->op == MW_OP_NUMBER) {
        stack[top++] = s->constant;
    } else if (s->op == MW_OP_NAME) {
        stack[top++] = values[s->name];
    } else if (s->op == MW_OP_IF) {
        top -= 2;
        unsigned taken = stack[top - 1] != 0 ? top : top + 1;
        stack[top - 1] = stack[taken];
        missed = miss ? miss[taken] : 1;
    } else if (s->op < MW_OP_OR) {
        a = stack[top - 1];
        stack[top - 1] = s->op == MW_OP_NEGATE ? -a
                         : s->op == MW_OP_NOT  ? a == 0
                         : s->op == MW_OP_ABS  ? fabs(a)
                                               : sqrt(a);
    } else {
        top--;
        a = stack[top - 1];
        b = stack[top];
        stack[top - 1] = mw_instruction_binary(s->op, a, b);
        if (miss && s->op == MW_OP_AND)
            missed = miss[top - 1] + miss[top];
        else if (miss && s->op == MW_OP_OR)
            missed = miss[top - 1] < miss[top] ? miss[top - 1] : miss[top];
        else if (s->op >= MW_OP_EQUAL && s->op <= MW_OP_GREATER)
            missed = mw_instruction_gap(s->op, a, b);
    }
    if (miss)
        miss[top - 1] = stack[top - 1] != 0 ? 0 : missed;
    return top;
}

// The value of the expression. `stack` has room for one number for each instruction.
MW_HOST_DEVICE double mw_instructions_value(const mw_instruction *instructions, unsigned count,
                                            const double *values, double *stack)
{
    unsigned top = 0;
    for (unsigned i = 0; i < count; i++)
        top = mw_instruction_run(&instructions[i], values, stack, NULL, top);
    return stack[0];
}

// By how much the expression fails to be true, see mw_expression_miss.
MW_HOST_DEVICE double mw_instructions_miss(const mw_instruction *instructions, unsigned count,
                                           const double *values, double *stack, double *miss)
{
    unsigned top = 0;
    for (unsigned i = 0; i < count; i++)
        top = mw_instruction_run(&instructions[i], values, stack, miss, top);
    return isnan(stack[0]) ? (double)INFINITY : miss[0];
}
// NOLINTEND(clang-analyzer-core.*)

// The energy of a maze; small is good. Where constraints fail, it is MW_AMISS plus the amount by
// which they fail, so that a search is led to where they hold. NaN: the objective has no value, or
// one above MW_AMISS.
#define MW_AMISS 0x1p40
MW_HOST_DEVICE double mw_energy_of(double miss, double objective)
{
    if (miss > 0)
        return MW_AMISS + miss;
    return isfinite(objective) && objective < MW_AMISS ? objective : (double)NAN;
}

#endif
