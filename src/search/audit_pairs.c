// audit_pairs.c: see audit_pairs.h. Pairs are kept sorted. When one is too many, the bins of the
// axis that has more of them become twice as large, until the pairs are few enough.
#include "search/audit_pairs.h"

#include <stdlib.h>
#include <string.h>

static uint32_t floor_to(uint32_t value, uint32_t step)
{
    return value == MW_FAR ? MW_FAR : value - value % step;
}

static int compare(const mw_audit_pair *a, const mw_audit_pair *b)
{
    return a->exact != b->exact ? (a->exact > b->exact) - (a->exact < b->exact)
                                : (a->estimate > b->estimate) - (a->estimate < b->estimate);
}

static int by_place(const void *a, const void *b)
{
    return compare(a, b);
}

static void count_to(mw_audit_pair *pair, const mw_audit_pair *more)
{
    pair->states += more->states;
    pair->over += more->over;
}

// Puts all pairs into the bins of the present steps.
static void sort_into_bins(mw_audit_pairs *p)
{
    unsigned kept = 0;
    for (unsigned i = 0; i < p->count; i++) {
        p->pair[i].exact = floor_to(p->pair[i].exact, p->exact_step);
        p->pair[i].estimate = floor_to(p->pair[i].estimate, p->estimate_step);
    }
    qsort(p->pair, p->count, sizeof *p->pair, by_place);
    for (unsigned i = 0; i < p->count; i++)
        if (kept && !compare(&p->pair[kept - 1], &p->pair[i]))
            count_to(&p->pair[kept - 1], &p->pair[i]);
        else
            p->pair[kept++] = p->pair[i];
    p->count = kept;
}

static void coarsen(mw_audit_pairs *p)
{
    if (p->most_exact / p->exact_step > p->most_estimate / p->estimate_step)
        p->exact_step *= 2;
    else
        p->estimate_step *= 2;
    sort_into_bins(p);
}

// The index of the first pair that does not come before this one.
static unsigned place_of(const mw_audit_pairs *p, const mw_audit_pair *pair)
{
    unsigned low = 0, high = p->count;
    while (low < high) {
        unsigned middle = (low + high) / 2;
        if (compare(&p->pair[middle], pair) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

void mw_audit_pairs_widen(mw_audit_pairs *p, uint32_t most_exact, uint32_t most_estimate)
{
    p->exact_step = p->exact_step ? p->exact_step : 1;
    p->estimate_step = p->estimate_step ? p->estimate_step : 1;
    p->most_exact = most_exact > p->most_exact ? most_exact : p->most_exact;
    p->most_estimate = most_estimate > p->most_estimate ? most_estimate : p->most_estimate;
}

void mw_audit_pairs_count(mw_audit_pairs *p, const mw_audit_pair *pair)
{
    p->states += pair->states;
    p->over += pair->over;
    for (;;) {
        mw_audit_pair binned = *pair;
        binned.exact = floor_to(pair->exact, p->exact_step);
        binned.estimate = floor_to(pair->estimate, p->estimate_step);
        unsigned at = place_of(p, &binned);
        if (at < p->count && !compare(&p->pair[at], &binned)) {
            count_to(&p->pair[at], &binned);
            return;
        }
        if (p->count < MW_AUDIT_PAIRS_MOST) {
            memmove(&p->pair[at + 1], &p->pair[at], (p->count++ - at) * sizeof *p->pair);
            p->pair[at] = binned;
            return;
        }
        coarsen(p);
    }
}

void mw_audit_pairs_add(mw_audit_pairs *p, const mw_audit_pairs *more)
{
    if (!more->count)
        return;
    mw_audit_pairs_widen(p, more->most_exact, more->most_estimate);
    p->exact_step = more->exact_step > p->exact_step ? more->exact_step : p->exact_step;
    p->estimate_step =
        more->estimate_step > p->estimate_step ? more->estimate_step : p->estimate_step;
    sort_into_bins(p);
    for (unsigned i = 0; i < more->count; i++)
        mw_audit_pairs_count(p, &more->pair[i]);
}
