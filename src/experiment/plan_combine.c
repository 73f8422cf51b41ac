// plan_combine.c: combines the tokens of a plan into configurations, and these with its mazes into
// runs. A token that no run uses is a mistake; the user is told where it stands.
#include "core/text.h"
#include "experiment/plan_reader.h"
#include "search/search.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PICKS_MAX 100000 // a few lines could otherwise ask for all memory

// The tokens that make one configuration. NULL: the plan has no such token, or it does not apply.
typedef struct pick {
    mw_plan_item *items[CHOICES];
} pick;

static double value_of(const pick *k, int which)
{
    return k->items[which] ? k->items[which]->token.value : 0;
}

static void write_label(const mw_plan_reader *r, const pick *k, mw_configuration *c)
{
    static const struct {
        int which;
        const char *prefix;
    } limits[] = {{STATES, "states="}, {BYTES, "memory="}, {SECONDS, "seconds="}};
    size_t size = sizeof c->label;
    size_t at = (size_t)snprintf(c->label, size, "%s", c->algorithm);
    for (int which = HEURISTIC; which <= STORE; which++) {
        const char *text = k->items[which] ? k->items[which]->token.text : NULL;
        size_t most = text && which == HEURISTIC ? mw_heuristic_name_length(text) : MW_LABEL_TOKEN;
        if (text && at < size)
            at += (size_t)snprintf(c->label + at, size - at, "/%.*s", (int)most, text);
    }
    for (size_t i = 0; i < sizeof limits / sizeof *limits && at < size; i++)
        if (r->choices[limits[i].which].count > 1) // a limit that all have tells none apart
            at += (size_t)snprintf(c->label + at, size - at, "/%s%.*s", limits[i].prefix,
                                   MW_LABEL_LIMIT, k->items[limits[i].which]->token.text);
}

static mw_configuration configuration_of(const mw_plan_reader *r, const pick *k)
{
    mw_configuration c = {.algorithm = mw_algorithm_find(k->items[ALGORITHM]->token.text)->name,
                          .weight = value_of(k, WEIGHT),
                          .states = (uint64_t)value_of(k, STATES),
                          .bytes = (uint64_t)value_of(k, BYTES),
                          .seconds = value_of(k, SECONDS)};
    if (k->items[HEURISTIC])
        snprintf(c.heuristic, sizeof c.heuristic, "%s", k->items[HEURISTIC]->token.text);
    if (k->items[STORE])
        mw_visited_find(k->items[STORE]->token.text, &c.store);
    write_label(r, k, &c);
    return c;
}

// The kinds that can be searched with a configuration: bit i is for the kind of sample i.
static uint32_t applies_to(const mw_plan_reader *r, const mw_configuration *c, mw_error *why)
{
    uint32_t kinds = 0;
    mw_search_options o = mw_configuration_options(c);
    for (unsigned i = 0; i < r->sample_count; i++)
        if (mw_search_valid(r->samples[i], &o, why))
            kinds |= 1u << i;
    return kinds;
}

static bool add_configuration(mw_plan_reader *r, const pick *k)
{
    mw_plan *p = r->plan;
    uint32_t n = p->configuration_count;
    mw_configuration c = configuration_of(r, k);
    mw_error why = {0};
    uint32_t kinds = applies_to(r, &c, &why);
    for (int which = 0; which < CHOICES; which++)
        if (k->items[which]) {
            k->items[which]->used |= kinds != 0;
            snprintf(k->items[which]->why, sizeof k->items[which]->why, ": %.290s", why.text);
        }
    if (!kinds)
        return true;
    mw_configuration *all = realloc(p->configurations, (n + 1) * sizeof *all);
    if (all)
        p->configurations = all;
    uint32_t *bits = realloc(r->kinds, (n + 1) * sizeof *bits);
    if (bits)
        r->kinds = bits;
    if (!all || !bits)
        return mw_no_memory(r->error);
    all[n] = c;
    bits[n] = kinds;
    p->configuration_count++;
    return true;
}

// Counts up to the next combination of tokens; false after the last.
static bool next_pick(const mw_plan_reader *r, unsigned at[CHOICES])
{
    for (int which = CHOICES; which--;) {
        if (++at[which] < r->choices[which].count)
            return true;
        at[which] = 0;
    }
    return false;
}

// The tokens of a combination. Only informed algorithms take a heuristic, only wastar takes a
// weight. False: the combination differs from an earlier one only in tokens that do not apply.
static bool make_pick(const mw_plan_reader *r, const unsigned at[CHOICES], pick *k)
{
    const mw_algorithm *a =
        mw_algorithm_find(r->choices[ALGORITHM].items[at[ALGORITHM]].token.text);
    for (int which = 0; which < CHOICES; which++) {
        bool fits = which == HEURISTIC ? a->informed
                    : which == WEIGHT  ? !strcmp(a->name, "wastar")
                                       : true;
        if (!fits && at[which])
            return false;
        const mw_plan_choice *c = &r->choices[which];
        k->items[which] = fits && c->count ? &c->items[at[which]] : NULL;
    }
    return true;
}

static bool few_enough(mw_plan_reader *r)
{
    uint64_t picks = 1;
    for (int which = 0; which < CHOICES && picks <= PICKS_MAX; which++)
        picks *= r->choices[which].count ? r->choices[which].count : 1;
    return picks <= PICKS_MAX ||
           mw_plan_fail(r, NULL, "more than %d ways to search; divide the plan into several",
                        PICKS_MAX);
}

static bool add_configurations(mw_plan_reader *r)
{
    unsigned at[CHOICES] = {0};
    pick k;
    if (!few_enough(r))
        return false;
    if (!r->choices[ALGORITHM].count)
        return mw_plan_fail(r, NULL,
                            "the plan names no algorithm; add a line such as: algorithm bfs astar");
    do {
        if (make_pick(r, at, &k) && !add_configuration(r, &k))
            return false;
    } while (next_pick(r, at));
    for (int which = 0; which < CHOICES; which++)
        for (unsigned i = 0; i < r->choices[which].count; i++) {
            const mw_plan_item *unused = &r->choices[which].items[i];
            if (!unused->used)
                return mw_plan_fail(r, &unused->token, "no run of this plan can use '%.40s'%s",
                                    unused->token.text, unused->why);
        }
    return true;
}

static unsigned sample_of(const mw_plan_reader *r, const mw_kind *kind)
{
    unsigned i = 0;
    while (i + 1 < r->sample_count && r->samples[i]->kind != kind)
        i++;
    return i;
}

// All runs of a maze follow each other, and so do the repeats of a configuration: what will be
// compared is measured at about the same time.
static bool add_runs(mw_plan_reader *r)
{
    mw_plan *p = r->plan;
    for (uint32_t m = 0; m < p->maze_count; m++) {
        unsigned sample = sample_of(r, p->mazes[m].kind);
        for (uint32_t c = 0; c < p->configuration_count; c++)
            for (uint32_t i = 0; r->kinds[c] >> sample & 1 && i < p->repeats; i++) {
                if (p->run_count == MW_PLAN_RUNS_MAX)
                    return mw_plan_fail(r, NULL, "more than %u runs; divide the plan into several",
                                        MW_PLAN_RUNS_MAX);
                if (!mw_reserve(&r->budget, (void **)&p->runs, &r->run_capacity, p->run_count + 1,
                                sizeof *p->runs))
                    return mw_no_memory(r->error);
                p->runs[p->run_count++] = (mw_plan_run){m, c, i};
            }
    }
    return true;
}

// Hashes a text of everything that decides the results.
static bool hash_plan(mw_plan_reader *r)
{
    mw_plan *p = r->plan;
    mw_writer w = {0};
    mw_write(&w, "repeats %u\n", p->repeats);
    for (uint32_t i = 0; i < p->maze_count; i++)
        mw_write(&w, "%s\n", p->mazes[i].id);
    for (uint32_t i = 0; i < p->configuration_count; i++) {
        const mw_configuration *c = &p->configurations[i];
        mw_write(&w, "%s %s %g %s %llu %llu %g\n", c->algorithm, c->heuristic, c->weight,
                 mw_visited_name(c->store), (unsigned long long)c->states,
                 (unsigned long long)c->bytes, c->seconds);
    }
    char *text = mw_writer_take(&w);
    if (!text)
        return mw_no_memory(r->error);
    p->hash = mw_hash_bytes(text, strlen(text));
    free(text);
    return true;
}

bool mw_plan_combine(mw_plan_reader *r)
{
    bool ok = add_configurations(r) && add_runs(r) && hash_plan(r);
    r->plan->own_mazes = r->plan->maze_count;
    r->plan->own_configurations = r->plan->configuration_count;
    return ok;
}

bool mw_configuration_same(const mw_configuration *a, const mw_configuration *b)
{
    return !strcmp(a->algorithm, b->algorithm) && !strcmp(a->heuristic, b->heuristic) &&
           !(a->weight < b->weight || a->weight > b->weight) && a->store == b->store &&
           a->states == b->states && a->bytes == b->bytes &&
           !(a->seconds < b->seconds || a->seconds > b->seconds);
}

mw_search_options mw_configuration_options(const mw_configuration *c)
{
    return (mw_search_options){.algorithm = c->algorithm,
                               .heuristic = *c->heuristic ? c->heuristic : NULL,
                               .weight = c->weight,
                               .store = c->store,
                               .limits = {.states = c->states, .bytes = c->bytes}};
}
