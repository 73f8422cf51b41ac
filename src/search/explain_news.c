// explain_news.c: what is new when a state or a fact that every way needs comes about: facts that
// hold for the first time, of things that seldom change. In a long account they tell what the moves
// are for: a bridge has come down, a switch is pressed.
#include "core/stop.h"
#include "search/fact_list.h"
#include "search/ways.h"

#include <stdlib.h>
#include <string.h>

#define SELDOM 4 // a thing seldom changes if it does so in at most one of so many moves

// Finds the things that seldom change on the cheapest way, and all facts of this way. The first
// thing is the place of the player, which is told anyway.
static bool look_along(mw_ways *w, unsigned things, bool *seldom, mw_fact_list *facts)
{
    uint32_t values[2][MW_THINGS_MAX], changes[MW_THINGS_MAX] = {0};
    bool ok = true;
    for (uint32_t i = 0; ok && i <= w->moves; i++) {
        mw_state s;
        mw_graph_state(w->g, w->path[i], &s);
        mw_facts(w->g->maze, &s, values[i & 1]);
        for (uint32_t t = 1; ok && t < things; t++) {
            if (i && values[0][t] == values[1][t])
                continue;
            changes[t] += i > 0;
            ok = mw_fact_list_add(facts, &w->budget, (mw_fact){t, values[i & 1][t]}, i);
        }
        ok = ok && !MW_STOPPING_AT(i);
    }
    for (unsigned t = 0; t < things; t++)
        seldom[t] = t && !w->by_itself[t] &&
                    (uint64_t)changes[t] * SELDOM <= (uint64_t)w->moves + SELDOM - 1;
    if (ok)
        mw_fact_list_sort(facts);
    return ok;
}

// Adds a fact to the news if it has not been told before.
static void note(const mw_fact_list *facts, const bool *seldom, mw_fact fact, mw_fact *news,
                 uint32_t *count)
{
    mw_listed_fact *known = seldom[fact.thing] ? mw_fact_list_find(facts, fact) : NULL;
    if (!known || known->done)
        return;
    known->done = true;
    news[(*count)++] = fact;
}

static bool tell_news(const mw_ways *w, unsigned things, const bool *seldom,
                      const mw_fact_list *facts, mw_must *must)
{
    mw_fact news[MW_THINGS_MAX + 1];
    uint32_t values[MW_THINGS_MAX], count = 0;
    if (must->state != MW_FAR) {
        mw_state s;
        mw_graph_state(w->g, must->state, &s);
        mw_facts(w->g->maze, &s, values);
        for (uint32_t t = 0; t < things; t++)
            note(facts, seldom, (mw_fact){t, values[t]}, news, &count);
    } else {
        note(facts, seldom, must->fact, news, &count);
        for (uint32_t i = 0; i < must->with_count; i++)
            note(facts, seldom, must->with[i], news, &count);
    }
    if (!count || !must->depth) // what holds at the beginning is not new
        return true;
    mw_fact *copy = malloc(count * sizeof *copy);
    if (copy)
        memcpy(copy, news, count * sizeof *copy);
    must->news = copy;
    must->news_count = copy ? count : 0;
    return copy;
}

bool mw_ways_news(mw_ways *w, mw_explanation *e)
{
    const unsigned things = mw_things(w->g->maze);
    bool seldom[MW_THINGS_MAX];
    mw_fact_list facts = {0};
    bool ok = look_along(w, things, seldom, &facts);
    for (uint32_t i = 0; ok && i < e->must_count; i++)
        ok = tell_news(w, things, seldom, &facts, &e->must[i]) && !MW_STOPPING_AT(i);
    mw_fact_list_free(&facts, &w->budget);
    return ok;
}
