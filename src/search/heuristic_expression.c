// heuristic_expression.c: heuristics that users write as expressions over the features of a kind.
#include "core/expression.h"
#include "core/text.h"
#include "search/search.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define ESTIMATE_MAX ((1u << 28) - 1) // below what a search takes for a very large estimate

const mw_feature *mw_features(const mw_kind *kind)
{
    static const mw_feature none[1];
    return MW_HAS(kind, rules, features) ? kind->rules->features : none;
}

void mw_state_features(const mw_maze *m, const mw_state *s, double *values)
{
    if (MW_HAS(m->kind, rules, measure))
        m->kind->rules->measure(m, s, UINT64_MAX, values);
}

typedef struct formula {
    mw_heuristic heuristic; // first, so that both are freed as one; its name is a text of its own
    mw_expression expression;
    uint64_t wanted; // a bit for each feature that the expression uses
} formula;

static uint32_t estimate(void *context, const mw_maze *m, const mw_state *s)
{
    const formula *f = context;
    double values[MW_FEATURES_MAX];
    if (f->wanted)
        m->kind->rules->measure(m, s, f->wanted, values);
    double h = mw_expression_eval(&f->expression, values);
    if (!(h > 0))
        return 0;
    return h < ESTIMATE_MAX ? (uint32_t)ceil(h) : isinf(h) ? MW_FAR : ESTIMATE_MAX;
}

// "name=expression" or "name='expression'": how many bytes the name has; 0: there is no name.
static size_t name_length(const char *text)
{
    size_t n = strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-");
    return text[n] == '=' && text[n + 1] != '=' ? n : 0;
}

size_t mw_heuristic_name_length(const char *text)
{
    size_t named = name_length(text);
    return named ? named : strlen(text);
}

// An audit looks at boards without obstacles where another heuristic of the kind does.
static mw_maze *(*open_of(const mw_kind *kind))(const mw_maze *, unsigned)
{
    const mw_heuristic *h = mw_heuristics(kind);
    while (h->name && !h->open)
        h++;
    return h->open;
}

mw_heuristic *mw_heuristic_new(const mw_kind *kind, const char *text, mw_error *error)
{
    size_t named = name_length(text), begin = named ? named + 1 : 0, length = strlen(text + begin);
    if (length > 1 && text[begin] == '\'' && text[begin + length - 1] == '\'') {
        begin++;
        length -= 2;
    }
    const mw_feature *features = mw_features(kind);
    const char *names[MW_FEATURES_MAX + 1] = {NULL};
    for (unsigned i = 0; i < MW_FEATURES_MAX && features[i].name; i++)
        names[i] = features[i].name;
    formula *f = calloc(1, sizeof *f);
    char *expression = mw_text_copy(text + begin, length);
    if (f)
        f->heuristic = (mw_heuristic){.name = named ? mw_text_copy(text, named) : expression,
                                      .about = "an expression",
                                      .claims = mw_claims_nothing,
                                      .open = open_of(kind),
                                      .estimate = estimate,
                                      .context = f};
    bool ok = f && expression && f->heuristic.name;
    if (!ok)
        mw_no_memory(error);
    else if (mw_heuristic_find(kind, f->heuristic.name) || !strcmp(f->heuristic.name, "zero"))
        ok = mw_refuse(error, "%s has a heuristic '%.40s' already; choose another name", kind->name,
                       f->heuristic.name);
    else if (!(ok = mw_expression_compile(&f->expression, expression, names, error)))
        error->column += (uint32_t)begin;
    for (unsigned i = 0; ok && names[i]; i++)
        f->wanted |= (uint64_t)mw_expression_uses(&f->expression, i) << i;
    if (!f || f->heuristic.name != expression)
        free(expression);
    if (ok)
        return &f->heuristic;
    mw_heuristic_free(f ? &f->heuristic : NULL);
    return NULL;
}

void mw_heuristic_free(mw_heuristic *h)
{
    if (!h)
        return;
    free((char *)h->name);
    free(h->context); // which it is a member of
}
