// explain_steps.c: an account in sentences. Long runs of forced moves become one step, so that the
// account of most mazes fits on a screen.
#include "core/text.h"
#include "tool/verbs/explain_call.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define MOVES_TOLD 60 // of a run
#define RISKS_TOLD 8
#define FACTS_TOLD 5 // of those that come about in no fixed order

// ---- steps

// Where a region begins, in moves of the cheapest way; that of the region after the last is its
// end.
static uint32_t place_of(const mw_account *a, uint32_t region)
{
    return region < a->e.region_count ? a->at[a->e.regions[region].first] : a->moves;
}

static bool single(const mw_account *a, uint32_t region)
{
    return region + 1 < a->e.region_count && place_of(a, region + 1) == place_of(a, region) + 1;
}

step *explain_steps(const mw_account *a, unsigned *count)
{
    step *steps = malloc((a->e.region_count + 1) * sizeof *steps);
    *count = 0;
    if (!steps)
        out_of_memory();
    for (uint32_t r = 0; steps && place_of(a, r) < a->moves; r += steps[(*count)++].regions) {
        step *s = &steps[*count];
        *s = (step){.region = r, .regions = 1, .run = single(a, r)};
        while (s->run && single(a, r + s->regions))
            s->regions++;
        s->from = place_of(a, r);
        s->to = place_of(a, r + s->regions);
    }
    return steps;
}

// ---- telling

static void say(tell_sentence *tell, void *context, mw_writer *w)
{
    char *text = mw_writer_take(w);
    if (text && islower((unsigned char)*text))
        *text = (char)toupper((unsigned char)*text);
    if (text)
        tell(context, text);
    else
        out_of_memory();
    free(text);
}

static void write_moves(mw_writer *w, uint32_t moves)
{
    mw_write(w, "%s move%s", THOUSANDS(moves), moves == 1 ? "" : "s");
}

static void write_must(mw_writer *w, const mw_account *a, uint32_t must)
{
    char *words = mw_must_words(a->graph, &a->e.must[must]);
    mw_write(w, "%s", words ? words : "");
    w->failed |= !words;
    free(words);
}

static void write_states(mw_writer *w, const mw_account *a, bool from_here)
{
    const mw_explanation *e = &a->e;
    const char *all = from_here ? "very way to win" : "very solution";
    if (e->region_count == 1)
        mw_write(w, "No state but the first is passed by e%s; ", all);
    else
        mw_write(w, "E%s passes %s states; ", all, THOUSANDS(e->region_count));
    if (from_here)
        mw_write(w, "%s lie on ways to a win.", THOUSANDS(e->ways));
    else if (e->ways == a->graph->reachable)
        mw_write(w, "all %s that can be reached lie on ways to a win.", THOUSANDS(e->ways));
    else
        mw_write(w, "of %s that can be reached, %s lie on ways to a win.",
                 THOUSANDS(a->graph->reachable), THOUSANDS(e->ways));
}

void tell_opening(const mw_account *a, bool from_here, tell_sentence *tell, void *context)
{
    mw_writer w = {0};
    mw_write(&w, "a %s %s has ", a->e.cost == a->e.length ? "shortest" : "cheapest",
             from_here ? "way to win from here" : "solution");
    write_moves(&w, a->e.length);
    if (a->e.cost != a->e.length)
        mw_write(&w, " and costs %s", THOUSANDS(a->e.cost));
    mw_write(&w, ". ");
    write_states(&w, a, from_here);
    say(tell, context, &w);
}

static const char *beginning(const mw_account *a)
{
    return mw_session_moves(a->session) ? "now" : "at the beginning";
}

void tell_step_state(const mw_account *a, const step *s, tell_sentence *tell, void *context)
{
    mw_writer w = {0};
    mw_write(&w, "%s", s->from ? "after " : beginning(a));
    if (s->from)
        write_moves(&w, s->from);
    mw_write(&w, ": ");
    write_must(&w, a, a->e.regions[s->region].first);
    mw_write(&w, ".");
    say(tell, context, &w);
}

// Does a move from this state lose, or lead to where no win is possible?
static bool is_risky(const mw_graph *g, uint32_t id)
{
    for (uint32_t i = g->first[id]; i < g->first[id + 1]; i++)
        if (g->arcs[i].to == MW_FAR || g->distance[g->arcs[i].to] == MW_FAR)
            return true;
    return false;
}

// Where in a run a wrong move can lose.
static void write_risks(mw_writer *w, const mw_account *a, const step *s)
{
    uint32_t risks = 0, last = 0;
    bool first = !s->from && is_risky(a->graph, a->e.must[a->e.regions[s->region].first].state);
    if (first)
        mw_write(w, " A wrong move can lose %s", beginning(a));
    for (uint32_t r = s->region + first; r < s->region + s->regions; r++) {
        if (!is_risky(a->graph, a->e.must[a->e.regions[r].first].state))
            continue;
        last = place_of(a, r);
        if (risks++ < RISKS_TOLD)
            mw_write(w, "%s%s",
                     risks > 1 ? ", "
                     : first   ? ", and after "
                               : " A wrong move can lose after ",
                     THOUSANDS(last));
    }
    if (risks)
        mw_write(w, risks == 1 && last == 1 ? " move" : " moves");
    if (risks > RISKS_TOLD)
        mw_write(w, ", and in %s more place%s", THOUSANDS(risks - RISKS_TOLD),
                 risks - RISKS_TOLD == 1 ? "" : "s");
    if (first || risks)
        mw_write(w, ".");
}

// What is new on the way through a run, and when.
static void write_news(mw_writer *w, const mw_account *a, const step *s)
{
    bool first = true;
    for (uint32_t r = s->region + 1; r < s->region + s->regions; r++) {
        const mw_must *m = &a->e.must[a->e.regions[r].first];
        char *news = m->news_count ? mw_must_news(a->graph, m) : NULL;
        if (!m->news_count)
            continue;
        w->failed |= !news;
        mw_write(w, "%s%s (after ", first ? " New on the way: " : "; ", news ? news : "");
        write_moves(w, place_of(a, r));
        mw_write(w, ")");
        first = false;
        free(news);
    }
    if (!first)
        mw_write(w, ".");
}

static void tell_run(const mw_account *a, const step *s, mw_writer *w)
{
    uint32_t count = s->to - s->from, shown = count < MOVES_TOLD ? count : MOVES_TOLD;
    bool detours = false;
    char *moves = mw_moves_print(a->graph->maze->kind, a->way + s->from, shown);
    for (uint32_t r = s->region; r < s->region + s->regions; r++)
        detours |= a->e.regions[r].states > 1;
    mw_write(w, "Then ");
    write_moves(w, count);
    mw_write(w, "%s: %s%s.%s", detours ? "" : " without another way", moves ? moves : "",
             shown < count ? "…" : "", detours ? " Other ways lead back or are longer." : "");
    write_news(w, a, s);
    write_risks(w, a, s);
    w->failed |= !moves;
    free(moves);
}

static void tell_ways(const mw_account *a, const step *s, mw_writer *w)
{
    const mw_region *r = &a->e.regions[s->region];
    mw_write(w, "Then different ways through %s states, the shortest of ", THOUSANDS(r->states));
    write_moves(w, s->to - s->from);
    mw_write(w, ".");
    if (r->dead == 1)
        mw_write(w, " Beside them lies a state without a way to win.");
    else if (r->dead)
        mw_write(w, " Beside them lie %s states without a way to win.", THOUSANDS(r->dead));
    if (r->facts)
        mw_write(w, " On each of them:");
}

void tell_step_ways(const mw_account *a, const step *s, tell_sentence *tell, void *context)
{
    mw_writer w = {0};
    if (s->run)
        tell_run(a, s, &w);
    else
        tell_ways(a, s, &w);
    say(tell, context, &w);
}

// For each fact of a region: how many of the first ones come before it and all facts after it.
static uint32_t *groups_of(const mw_account *a, const mw_region *r)
{
    uint32_t *groups = malloc((r->facts + 1) * sizeof *groups);
    for (uint32_t k = r->facts; groups && k-- > 0;) {
        uint32_t first = 0;
        while (first < k && mw_explanation_before(&a->e, r->first + 1 + first, r->first + 1 + k))
            first++;
        groups[k] = k + 1 < r->facts && groups[k + 1] < first ? groups[k + 1] : first;
    }
    return groups;
}

// Facts that come about in no fixed order stand together.
void tell_step_facts(const mw_account *a, const step *s, tell_sentence *tell, void *context)
{
    const mw_region *r = &a->e.regions[s->region];
    uint32_t *groups = groups_of(a, r);
    if (!groups)
        out_of_memory();
    for (uint32_t k = 0, next; groups && !s->run && k < r->facts; k = next) {
        mw_writer w = {0};
        next = k + 1;
        while (next < r->facts && groups[next] < next)
            next++;
        mw_write(&w, "%s", next > k + 1 ? "in no fixed order: " : "");
        for (uint32_t i = k; i < next && i < k + FACTS_TOLD; i++) {
            mw_write(&w, "%s", i > k ? "; " : "");
            write_must(&w, a, r->first + 1 + i);
        }
        if (next - k > FACTS_TOLD)
            mw_write(&w, "; and %s more", THOUSANDS(next - k - FACTS_TOLD));
        say(tell, context, &w);
    }
    free(groups);
}

void tell_end(const mw_account *a, tell_sentence *tell, void *context)
{
    const mw_explanation *e = &a->e;
    mw_writer w = {0};
    if (e->region_count == 1 || place_of(a, e->region_count - 1) != a->moves)
        return;
    mw_write(&w, "At the end: ");
    write_must(&w, a, e->regions[e->region_count - 1].first);
    mw_write(&w, ".");
    say(tell, context, &w);
}

void tell_closing(const mw_account *a, tell_sentence *tell, void *context)
{
    const mw_explanation *e = &a->e;
    mw_writer w = {0};
    if (e->no_return != MW_FAR) {
        mw_write(&w, "Point of no return, after ");
        write_moves(&w, a->at[e->no_return]);
        mw_write(&w, ": ");
        write_must(&w, a, e->no_return);
        mw_write(&w, ".");
        say(tell, context, &w);
    }
    if (e->away != MW_FAR && e->away) {
        mw_write(&w, "Moves that lead away from the goal: at least %s.", THOUSANDS(e->away));
        say(tell, context, &w);
    }
    if (e->unlisted) {
        mw_write(&w, "%s further facts are not listed.", THOUSANDS(e->unlisted));
        say(tell, context, &w);
    }
}
