// expression.c: a recursive descent parser that writes instructions for a stack machine. Every
// level of precedence is one row of a table.
#include "core/expression.h"

#include "core/text.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEPTH_MAX 100 // of nested parentheses, so that hostile text cannot exhaust the stack

// Binary operators, the loosest level first. "<=" comes before "<", so that it is found first.
static const struct {
    const char *text;
    uint8_t level, op;
} operators[] = {
    {"||", 0, MW_OP_OR},      {"&&", 1, MW_OP_AND},        {"==", 2, MW_OP_EQUAL},
    {"!=", 2, MW_OP_UNEQUAL}, {"<=", 2, MW_OP_LESS_EQUAL}, {">=", 2, MW_OP_GREATER_EQUAL},
    {"<", 2, MW_OP_LESS},     {">", 2, MW_OP_GREATER},     {"+", 3, MW_OP_ADD},
    {"-", 3, MW_OP_SUBTRACT}, {"*", 4, MW_OP_MULTIPLY},    {"/", 4, MW_OP_DIVIDE},
};
#define LEVELS 5 // then unary minus and !, then ^

static const struct {
    const char *name;
    uint8_t arguments, op;
} functions[] = {
    {"abs", 1, MW_OP_ABS}, {"sqrt", 1, MW_OP_SQRT}, {"min", 2, MW_OP_MIN},
    {"max", 2, MW_OP_MAX}, {"if", 3, MW_OP_IF},
};

typedef struct parser {
    mw_expression *out;
    const char *text, *at;
    const char *const *names;
    unsigned depth;
    mw_error *error;
} parser;

static bool fail(parser *p, const char *format, const char *detail)
{
    *p->error = (mw_error){.line = 1, .column = (uint32_t)(p->at - p->text) + 1};
    snprintf(p->error->text, sizeof p->error->text, format, detail);
    return false;
}

// Something that does not belong here; says so, or what was probably meant.
static bool misplaced(parser *p, const char *format, const char *detail)
{
    static const struct {
        const char *written, *meant;
    } operators_elsewhere[] = {{"=>", ">="}, {"=<", "<="},  {"=", "=="}, {"&", "&&"},
                               {"|", "||"},  {"and", "&&"}, {"or", "||"}};
    for (size_t i = 0; i < sizeof operators_elsewhere / sizeof *operators_elsewhere; i++) {
        const char *written = operators_elsewhere[i].written;
        size_t length = strlen(written);
        char text[60];
        if (strncmp(p->at, written, length))
            continue;
        if (isalpha((unsigned char)*written) &&
            (isalnum((unsigned char)p->at[length]) || p->at[length] == '_'))
            continue; // it is a longer word
        snprintf(text, sizeof text, "'%s' is written '%s' in a condition", written,
                 operators_elsewhere[i].meant);
        return fail(p, "%s", text);
    }
    return fail(p, format, detail);
}

static bool too_much(parser *p, const char *format, unsigned most)
{
    char number[16];
    snprintf(number, sizeof number, "%u", most);
    return fail(p, format, number);
}

static bool emit(parser *p, mw_instruction instruction)
{
    if (p->out->count == MW_EXPRESSION_INSTRUCTIONS)
        return too_much(p,
                        "the expression is too long: it may have %s numbers, names and operations",
                        MW_EXPRESSION_INSTRUCTIONS);
    p->out->instructions[p->out->count++] = instruction;
    return true;
}

static void skip_blanks(parser *p)
{
    p->at += strspn(p->at, " \t\r\n");
}

static bool take(parser *p, const char *token)
{
    skip_blanks(p);
    if (strncmp(p->at, token, strlen(token)))
        return false;
    p->at += strlen(token);
    return true;
}

static bool parse_level(parser *p, unsigned level);

static bool parse_number(parser *p)
{
    char *end;
    double value = strtod(p->at, &end);
    if (!isfinite(value))
        return fail(p, "this number is too large: not below 1.8e308%s", "");
    p->at = end;
    return emit(p, (mw_instruction){.op = MW_OP_NUMBER, .constant = value});
}

static bool parse_call(parser *p, unsigned f)
{
    for (unsigned i = 0; i < functions[f].arguments; i++)
        if (!take(p, i ? "," : "("))
            return misplaced(p,
                             i ? "here belongs a comma: %s takes more arguments"
                               : "here belongs the '(' of %s",
                             functions[f].name);
        else if (!parse_level(p, 0))
            return false;
    if (!take(p, ")"))
        return misplaced(p, "here belongs the ')' of %s", functions[f].name);
    return emit(p, (mw_instruction){.op = functions[f].op});
}

// The list of names is cut where a message has no room for more.
static bool unknown(parser *p, const char *word, size_t length)
{
    char text[280]; // the caller of the parser adds where it was, and needs room for that
    char known[MW_WORD_SIZE], closest[MW_WORD_SIZE];
    mw_writer all = {0};
    for (const char *const *n = p->names; *n; n++)
        mw_write(&all, "%s ", *n);
    for (size_t f = 0; f < sizeof functions / sizeof *functions; f++)
        mw_write(&all, "%s ", functions[f].name);
    snprintf(known, sizeof known, "%.*s", (int)(length < 30 ? length : 30), word);
    bool near = !all.failed && mw_closest(known, all.text, closest);
    free(all.text);
    size_t at = (size_t)snprintf(text, sizeof text, "unknown name '%s'; ", known);
    at += (size_t)snprintf(text + at, sizeof text - at,
                           near ? "did you mean '%s'? The names are" : "%sthe names are",
                           near ? closest : "");
    for (const char *const *n = p->names; *n; n++) {
        bool fits = at + strlen(*n) + sizeof " ..." < sizeof text; // no name is cut
        at += (size_t)snprintf(text + at, sizeof text - at, " %s", fits ? *n : "...");
        if (!fits)
            break;
    }
    p->at = word;
    return fail(p, "%s", text);
}

static bool parse_word(parser *p)
{
    const char *word = p->at;
    while (isalnum((unsigned char)*p->at) || *p->at == '_')
        p->at++;
    size_t length = (size_t)(p->at - word);
    for (unsigned f = 0; f < sizeof functions / sizeof *functions; f++)
        if (strlen(functions[f].name) == length && !memcmp(functions[f].name, word, length))
            return parse_call(p, f);
    for (unsigned i = 0; p->names[i]; i++)
        if (strlen(p->names[i]) == length && !memcmp(p->names[i], word, length))
            return emit(p, (mw_instruction){.op = MW_OP_NAME, .name = (uint16_t)i});
    return unknown(p, word, length);
}

static bool parse_primary(parser *p)
{
    skip_blanks(p);
    if (isdigit((unsigned char)*p->at) || *p->at == '.')
        return parse_number(p);
    if (isalpha((unsigned char)*p->at))
        return parse_word(p);
    if (!take(p, "("))
        return fail(
            p, *p->at ? "here belongs a number, a name or '('%s" : "the expression ends early%s",
            "");
    if (!parse_level(p, 0))
        return false;
    return take(p, ")") || misplaced(p, "here belongs a ')'%s", "");
}

// -a^b is -(a^b), and a^b^c is a^(b^c), as on paper.
static bool parse_unary(parser *p)
{
    if (p->depth >= DEPTH_MAX)
        return too_much(p, "the expression is nested too deeply: at most %s times", DEPTH_MAX);
    p->depth++;
    bool ok;
    skip_blanks(p);
    if (take(p, "-"))
        ok = parse_unary(p) && emit(p, (mw_instruction){.op = MW_OP_NEGATE});
    else if (*p->at == '!' && p->at[1] != '=' && take(p, "!"))
        ok = parse_unary(p) && emit(p, (mw_instruction){.op = MW_OP_NOT});
    else
        ok = parse_primary(p) &&
             (!take(p, "^") || (parse_unary(p) && emit(p, (mw_instruction){.op = MW_OP_POWER})));
    p->depth--;
    return ok;
}

static bool parse_level(parser *p, unsigned level)
{
    if (level == LEVELS)
        return parse_unary(p);
    if (!parse_level(p, level + 1))
        return false;
    bool ordered = false; // 20 <= x <= 40 would compare 0 or 1 with 40
    for (unsigned i = 0; i < sizeof operators / sizeof *operators;)
        if (operators[i].level == level && take(p, operators[i].text)) {
            if (strchr("<>", *operators[i].text) && ordered) {
                p->at -= strlen(operators[i].text);
                return fail(p,
                            "a second comparison belongs after '&&', as in 'length >= 20 && "
                            "length <= 40'%s",
                            "");
            }
            ordered |= strchr("<>", *operators[i].text) != NULL;
            if (!parse_level(p, level + 1) || !emit(p, (mw_instruction){.op = operators[i].op}))
                return false;
            i = 0;
        } else {
            i++;
        }
    return true;
}

bool mw_expression_compile(mw_expression *e, const char *text, const char *const *names,
                           mw_error *error)
{
    parser p = {.out = e, .text = text, .at = text, .names = names, .error = error};
    *e = (mw_expression){0};
    if (!parse_level(&p, 0))
        return false;
    skip_blanks(&p);
    return !*p.at || misplaced(&p, "here the expression should have ended%s", "");
}

double mw_expression_eval(const mw_expression *e, const double *values)
{
    double stack[MW_EXPRESSION_INSTRUCTIONS];
    return mw_instructions_value(e->instructions, e->count, values, stack);
}

double mw_expression_miss(const mw_expression *e, const double *values)
{
    double stack[MW_EXPRESSION_INSTRUCTIONS], miss[MW_EXPRESSION_INSTRUCTIONS];
    return mw_instructions_miss(e->instructions, e->count, values, stack, miss);
}

bool mw_expression_uses(const mw_expression *e, unsigned name)
{
    for (unsigned i = 0; i < e->count; i++)
        if (e->instructions[i].op == MW_OP_NAME && e->instructions[i].name == name)
            return true;
    return false;
}
