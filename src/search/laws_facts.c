// laws_facts.c: laws of the facts of a state. What is said of a thing tells its values apart, and
// the things from each other; and states of one rank, which no player can tell apart, have the same
// facts.
#include "search/laws.h"

#include <stdlib.h>
#include <string.h>

#define STATES_MAX 20000 // whose facts are looked at, spread over the graph
#define FACTS_MAX  16384 // different ones that are told

static bool has_facts(const mw_check *c)
{
    return MW_HAS(c->kind, rules, things);
}

void mw_law_same_facts(mw_check *c, const mw_state *s, const mw_state *twin)
{
    uint32_t values[MW_THINGS_MAX] = {0}, others[MW_THINGS_MAX] = {0};
    char where[120];
    if (!has_facts(c) || c->kind->rules->things(c->m) > MW_THINGS_MAX ||
        c->kind->rules->status(c->m, s) == MW_LOST)
        return;
    c->kind->rules->facts(c->m, s, values);
    c->kind->rules->facts(c->m, twin, others);
    if (memcmp(values, others, sizeof values))
        mw_broken(c, "%s and another state of its rank have different facts",
                  mw_shown(c, s, where));
}

// ---- what is told

typedef struct told { // a fact and its words
    uint64_t fact;    // thing << 32 | value
    char *words;
} told;

static int by_fact(const void *a, const void *b)
{
    const told *one = a, *two = b;
    return (one->fact > two->fact) - (one->fact < two->fact);
}

static int by_words(const void *a, const void *b)
{
    return strcmp(((const told *)a)->words, ((const told *)b)->words);
}

// Sorts facts and leaves each only once. Returns how many there are.
static unsigned unite(told *all, unsigned count)
{
    unsigned n = 0;
    qsort(all, count, sizeof *all, by_fact);
    for (unsigned i = 0; i < count; i++)
        if (!n || all[n - 1].fact != all[i].fact)
            all[n++] = all[i];
    return n;
}

// The different facts of the states, as far as there is room for them.
static unsigned collect(mw_check *c, told *all, unsigned things)
{
    uint32_t step = c->g->states / STATES_MAX + 1, values[MW_THINGS_MAX];
    unsigned count = 0;
    for (uint32_t id = 0; id < c->g->states; id += step) {
        mw_state s;
        if (count + things > FACTS_MAX && (count = unite(all, count)) + things > FACTS_MAX)
            break;
        mw_graph_state(c->g, id, &s);
        c->kind->rules->facts(c->m, &s, values);
        for (unsigned i = 0; i < things; i++)
            all[count++].fact = (uint64_t)i << 32 | values[i];
    }
    return unite(all, count);
}

static char *words_of(mw_check *c, uint64_t fact)
{
    mw_writer w = {0};
    c->kind->rules->tell_fact(c->m, (unsigned)(fact >> 32), (uint32_t)fact, &w);
    char *words = mw_writer_take(&w);
    if (mw_check_no_memory(c, !words, NULL))
        return NULL;
    if (!*words || strchr(" .", words[strlen(words) - 1]) || words[strcspn(words, "\n\t")])
        mw_broken(c,
                  "'%.80s' is no clause: it is empty, ends with a blank or a full stop, or has "
                  "several lines",
                  words);
    return words;
}

void mw_law_facts(mw_check *c)
{
    unsigned things = has_facts(c) ? c->kind->rules->things(c->m) : 0, count = 0;
    if (things > MW_THINGS_MAX) {
        mw_broken(c, "there are %u things, more than %d", things, MW_THINGS_MAX);
        return;
    }
    told *all = things ? calloc(FACTS_MAX, sizeof *all) : NULL;
    if (!things || mw_check_no_memory(c, !all, NULL))
        return;
    unsigned known = collect(c, all, things);
    while (count < known && (all[count].words = words_of(c, all[count].fact)))
        count++;
    qsort(all, count, sizeof *all, by_words);
    for (unsigned i = 1; i < count; i++)
        if (!strcmp(all[i].words, all[i - 1].words))
            mw_broken(c, "two different facts are told as '%.80s'", all[i].words);
    for (unsigned i = 0; i < count; i++)
        free(all[i].words);
    free(all);
}
