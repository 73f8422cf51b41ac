// spread.c: see spread.h. A bound is a comparison of a measure with a number; several may be joined
// by '&&' in one constraint. Anything else in a constraint is left as it is.
#include "design/spread.h"

#include "core/text.h"
#include "design/objective.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool mw_measure_is_whole(const char *name)
{
    static const char *const fractions[] = {"branching", "choice_bits", "player_steps",
                                            "win_chance", "difficulty"};
    for (size_t i = 0; i < sizeof fractions / sizeof *fractions; i++)
        if (!strcmp(fractions[i], name))
            return false;
    return true;
}

// ---- bounds

typedef struct bounds {
    double low[MW_NAMES_MAX], high[MW_NAMES_MAX];
    unsigned first; // the name whose second bound came first; MW_NAMES_MAX: none yet
    unsigned constraint;
} bounds;

// `name op number`. Of a whole measure, what lies strictly above 3 is at least 4.
static void add_bound(bounds *b, const mw_objective *o, unsigned constraint, unsigned name,
                      uint8_t op, double number)
{
    bool whole = mw_measure_is_whole(o->names[name]);
    double beside = whole ? 1 : 0;
    if (op == MW_OP_GREATER || op == MW_OP_GREATER_EQUAL) {
        double low = whole ? ceil(number) : number;
        low += op == MW_OP_GREATER && low <= number ? beside : 0;
        b->low[name] = fmax(b->low[name], low);
    } else {
        double high = whole ? floor(number) : number;
        high -= op == MW_OP_LESS && high >= number ? beside : 0;
        b->high[name] = fmin(b->high[name], high);
    }
    if (b->first == MW_NAMES_MAX && isfinite(b->low[name]) && isfinite(b->high[name])) {
        b->first = name;
        b->constraint = constraint;
    }
}

// `3 < name` is `name > 3`.
static uint8_t turned(uint8_t op)
{
    static const uint8_t turns[][2] = {{MW_OP_LESS, MW_OP_GREATER},
                                       {MW_OP_LESS_EQUAL, MW_OP_GREATER_EQUAL}};
    for (size_t i = 0; i < 2; i++)
        for (size_t side = 0; side < 2; side++)
            if (turns[i][side] == op)
                return turns[i][1 - side];
    return op;
}

// Reads a bound from three instructions: a name, a number, and how they are compared.
static bool read_bound(bounds *b, const mw_objective *o, unsigned constraint,
                       const mw_instruction *at, bool keeps)
{
    bool name_first = at[0].op == MW_OP_NAME && at[1].op == MW_OP_NUMBER;
    bool number_first = at[0].op == MW_OP_NUMBER && at[1].op == MW_OP_NAME;
    if (!(name_first || number_first) || at[2].op < MW_OP_LESS_EQUAL || at[2].op > MW_OP_GREATER)
        return false;
    if (keeps)
        add_bound(b, o, constraint, name_first ? at[0].name : at[1].name,
                  name_first ? at[2].op : turned(at[2].op),
                  name_first ? at[1].constant : at[0].constant);
    return true;
}

// Adds the bounds of a constraint that is nothing but bounds, joined by '&&'.
static void add_bounds(bounds *b, const mw_objective *o, unsigned constraint)
{
    const mw_expression *e = &o->require[constraint];
    for (int keeps = 0; keeps < 2; keeps++)
        for (unsigned i = 0; i < e->count;)
            if (i && e->instructions[i].op == MW_OP_AND)
                i++;
            else if (i + 3 <= e->count && read_bound(b, o, constraint, &e->instructions[i], keeps))
                i += 3;
            else
                return;
}

bool mw_bounds_above(const mw_objective *o, unsigned constraint, unsigned name)
{
    const mw_expression *e = &o->require[constraint];
    unsigned uses = 0, bounds_above = 0;
    for (unsigned i = 0; i < e->count; i++)
        uses += e->instructions[i].op == MW_OP_NAME && e->instructions[i].name == name;
    for (unsigned i = 0; i + 3 <= e->count; i++) {
        bounds b = {.first = MW_NAMES_MAX};
        b.low[name] = -INFINITY;
        b.high[name] = INFINITY;
        const mw_instruction *at = &e->instructions[i];
        bool of_it = (at[0].op == MW_OP_NAME && at[0].name == name) ||
                     (at[1].op == MW_OP_NAME && at[1].name == name);
        if (of_it && read_bound(&b, o, constraint, at, true))
            bounds_above += isfinite(b.high[name]);
    }
    return uses == bounds_above;
}

static void find_band(mw_spread *s, const mw_objective *o, bool named)
{
    bounds b = {.first = MW_NAMES_MAX};
    for (unsigned i = 0; i < MW_NAMES_MAX; i++) {
        b.low[i] = -INFINITY;
        b.high[i] = INFINITY;
    }
    for (unsigned i = 0; i < o->require_count; i++) {
        unsigned before = b.first;
        add_bounds(&b, o, i);
        bool rules = b.first != before && named && mw_expression_uses(&o->energy, b.first);
        if (rules)
            b.first = MW_NAMES_MAX;
    }
    if (b.first == MW_NAMES_MAX || !(b.high[b.first] > b.low[b.first]))
        return;
    snprintf(s->measure, sizeof s->measure, "%s", o->names[b.first]);
    s->whole = mw_measure_is_whole(s->measure);
    s->constraint = b.constraint;
    s->low = b.low[b.first];
    s->high = b.high[b.first];
}

bool mw_spread_find(mw_spread *s, const mw_kind *kind, const mw_design_plan *plan, mw_error *error)
{
    *s = (mw_spread){.require = plan->require};
    mw_objective *o = malloc(sizeof *o);
    bool ok = o ? mw_objective_init(o, kind, plan->objective, plan->require, error)
                : (bool)mw_no_memory(error);
    if (ok) {
        s->require_count = o->require_count;
        find_band(s, o, plan->objective);
    }
    free(o);
    return ok;
}

// ---- parts

// The part of one maze. Where there are fewer whole numbers than mazes, several mazes have the
// same.
static void find_part(const mw_spread *s, unsigned number, unsigned count, double *low,
                      double *high)
{
    double values = s->whole ? s->high - s->low + 1 : s->high - s->low;
    double from = values * number / count, to = values * (number + 1) / count;
    if (s->whole) {
        from = floor(from);
        to = fmax(floor(to) - 1, from);
    }
    *low = s->low + from;
    *high = s->low + to;
}

const char *const *mw_spread_require(const mw_spread *s, unsigned number, unsigned count,
                                     unsigned round)
{
    double low, high;
    const char *old = s->require[s->constraint];
    size_t list = (s->require_count + 1) * sizeof(char *), text = strlen(old) + 200;
    const char **out = malloc(list + text);
    if (!out)
        return NULL;
    char *own = (char *)out + list; // the text lies behind the list
    memcpy(out, s->require, list);
    find_part(s, number, count, &low, &high);
    double part = (s->high - s->low) / count;
    double more = round ? (2 * round - 1) * fmax(part, s->whole ? 1 : 0) : 0;
    low = fmax(s->low, low - more);
    high = fmin(s->high, high + more);
    snprintf(own, text, "%s && %s >= %.17g && %s <= %.17g", old, s->measure, low, s->measure, high);
    out[s->constraint] = own;
    return out;
}
