// loss.c: why a game can no longer be won, from the state graph of its session: the move that lost
// it; how long it can still go on; and what every win needed and can no longer come about.
#include "mazewright/explain.h"

#include "core/moves.h"
#include "core/text.h"
#include "core/stop.h"
#include "play/session_graph.h"
#include "search/graph.h"

#include <stdlib.h>
#include <string.h>

#define ENDINGS_MAX 3 // different ones that are told

// What can still be reached from a position that is lost.
typedef struct reach {
    const mw_graph *g;
    mw_budget budget;
    uint32_t *place; // of each state of the graph in the list; MW_FAR: it is not there
    uint32_t *list;  // the states, that of the position first
    size_t capacity;
    uint32_t count;
} reach;

static bool add(reach *r, uint32_t id)
{
    if (id == MW_FAR || r->place[id] != MW_FAR)
        return true;
    if (!mw_reserve(&r->budget, (void **)&r->list, &r->capacity, (uint64_t)r->count + 1,
                    sizeof *r->list))
        return false;
    r->place[id] = r->count;
    r->list[r->count++] = id;
    return true;
}

// Fills the list. `from` MW_FAR: the game is over, and the list stays empty.
static bool reach_from(reach *r, const mw_graph *g, uint32_t from)
{
    const uint64_t bytes = ((uint64_t)g->states + 1) * sizeof *r->place;
    *r = (reach){.g = g, .budget = mw_graph_budget(g)};
    r->place = mw_resize(&r->budget, NULL, 0, bytes);
    if (!r->place)
        return false;
    memset(r->place, 0xff, (size_t)bytes);
    bool ok = add(r, from);
    for (uint32_t n = 0; ok && n < r->count; n++) {
        uint32_t s = r->list[n];
        for (uint32_t i = g->first[s]; ok && i < g->first[s + 1]; i++)
            ok = add(r, g->arcs[i].to);
        ok = ok && !MW_STOPPING_AT(n);
    }
    return ok;
}

static void reach_free(reach *r)
{
    free(r->place);
    free(r->list);
}

// The cells on which the player can still come to stand.
static bool count_cells(reach *r, uint32_t *cells)
{
    const mw_maze *m = r->g->maze;
    const uint64_t all = (uint64_t)m->w * m->h * m->d;
    *cells = MW_FAR;
    if (!MW_HAS(m->kind, rules, cell))
        return true;
    bool *stood = mw_zeroed(&r->budget, all * sizeof *stood);
    *cells = 0;
    for (uint32_t n = 0; stood && n < r->count; n++) {
        mw_state s;
        mw_graph_state(r->g, r->list[n], &s);
        bool *here = &stood[m->kind->rules->cell(m, &s)];
        *cells += !*here;
        *here = true;
    }
    mw_release(&r->budget, stood, all * sizeof *stood);
    return stood;
}

// The most moves until the game is lost or stuck: the longest way through the list, whose states
// are taken up when all that lead to them have been. They never are where play can go in a circle.
static bool find_end(reach *r, mw_loss *loss)
{
    const mw_graph *g = r->g;
    const uint64_t bytes = 3 * (uint64_t)r->count * sizeof(uint32_t);
    uint32_t *into = mw_zeroed(&r->budget, bytes), *steps = into + r->count,
             *queue = steps + r->count, done = 0, waiting = 0;
    if (!into)
        return false;
    for (uint32_t n = 0; n < r->count; n++)
        for (uint32_t i = g->first[r->list[n]]; i < g->first[r->list[n] + 1]; i++)
            if (g->arcs[i].to != MW_FAR)
                into[r->place[g->arcs[i].to]]++;
    if (!into[0])
        queue[waiting++] = 0;
    for (; done < waiting; done++) {
        uint32_t n = queue[done], s = r->list[n], after = steps[n] + 1;
        for (uint32_t i = g->first[s]; i < g->first[s + 1]; i++) {
            uint32_t to = g->arcs[i].to == MW_FAR ? MW_FAR : r->place[g->arcs[i].to];
            loss->within = after > loss->within ? after : loss->within;
            if (to == MW_FAR)
                continue;
            steps[to] = after > steps[to] ? after : steps[to];
            if (!--into[to])
                queue[waiting++] = to;
        }
    }
    loss->ends = done == r->count;
    loss->within = loss->ends ? loss->within : 0;
    mw_release(&r->budget, into, bytes);
    return true;
}

// ---- what is missing

// Of `count` facts, drops those that hold in a state of the list. Returns how many are left.
static bool drop_reached(reach *r, mw_fact *facts, uint32_t *count)
{
    uint32_t values[MW_THINGS_MAX];
    for (uint32_t n = 0; n < r->count && *count; n++) {
        mw_state s;
        uint32_t left = 0;
        if (MW_STOPPING_AT(n))
            return false;
        mw_graph_state(r->g, r->list[n], &s);
        mw_facts(r->g->maze, &s, values);
        for (uint32_t i = 0; i < *count; i++)
            if (values[facts[i].thing] != facts[i].value)
                facts[left++] = facts[i];
        *count = left;
    }
    return true;
}

// The first fact that is needed and cannot come about, or else the first state. The states of wins
// are left out: that no win can be reached is no reason.
static bool choose_missing(reach *r, const mw_explanation *e, mw_loss *loss)
{
    const uint64_t bytes = (uint64_t)e->must_count * sizeof(mw_fact);
    mw_fact *facts = mw_resize(&r->budget, NULL, 0, bytes);
    uint32_t count = 0, state = MW_FAR;
    for (uint32_t i = 1; facts && i < e->must_count; i++) {
        const mw_must *m = &e->must[i];
        if (m->distance && m->state == MW_FAR)
            facts[count++] = m->fact;
        else if (m->distance && state == MW_FAR)
            state = m->state;
    }
    bool ok = facts && drop_reached(r, facts, &count);
    loss->has_missing = ok && (count || state != MW_FAR);
    loss->missing_is_state = ok && !count && state != MW_FAR;
    if (ok && count)
        loss->missing = facts[0];
    else if (loss->missing_is_state)
        mw_graph_state(r->g, state, &loss->missing_state);
    mw_release(&r->budget, facts, bytes);
    return ok;
}

static bool find_missing(const mw_session *s, reach *r, mw_loss *loss)
{
    mw_explanation e;
    uint32_t before = mw_position_id(r->g, mw_session_position(s, loss->fatal - 1));
    bool ok = mw_explain(r->g, before, &e);
    ok = ok && choose_missing(r, &e, loss);
    mw_explanation_free(&e);
    return ok;
}

// ---- the whole

static bool explain_lost(const mw_session *s, reach *r, mw_loss *loss)
{
    loss->states = r->count;
    loss->ends = !r->count;
    return count_cells(r, &loss->cells) && (loss->ends || find_end(r, loss)) &&
           (!loss->fatal || find_missing(s, r, loss));
}

mw_loss mw_session_explain_loss(mw_session *s)
{
    const mw_advice a = mw_session_advise(s);
    const uint32_t at = mw_session_moves(s);
    mw_loss loss = {.known = a.known};
    mw_limited work;
    if (!a.known || a.winnable)
        return loss;
    const mw_graph *g = mw_session_graph(s);
    loss.lost = true;
    if (g->distance[0] != MW_FAR) {
        loss.fatal = at - a.back + 1;
        loss.action = mw_session_position(s, loss.fatal)->action;
    }
    mw_limited_begin(&work, mw_session_limits(s));
    reach r;
    bool ok = reach_from(&r, g, mw_position_id(g, mw_session_position(s, at))) &&
              explain_lost(s, &r, &loss);
    reach_free(&r);
    mw_limited_end(&work);
    return ok ? loss : (mw_loss){0};
}

// ---- words

// The ways in which the game can end, each told once: at most ENDINGS_MAX of them.
typedef struct endings {
    char *told[ENDINGS_MAX + 1];
    unsigned count;
    bool untold; // there are more, or a kind does not tell them
    bool failed;
} endings;

// Takes the text over.
static void note_ending(endings *e, char *told)
{
    e->failed |= !told;
    for (unsigned i = 0; told && i < e->count; i++)
        if (!strcmp(e->told[i], told)) {
            free(told);
            return;
        }
    if (told)
        e->told[e->count++] = told;
    e->untold |= e->count > ENDINGS_MAX;
}

static void find_endings(const reach *r, endings *e)
{
    const mw_maze *m = r->g->maze;
    for (uint32_t n = 0; n < r->count && !e->failed && !e->untold; n++) {
        mw_edge edges[MW_EDGES_MAX];
        mw_state s;
        mw_graph_state(r->g, r->list[n], &s);
        unsigned count = m->kind->rules->expand(m, &s, edges);
        if (!count)
            note_ending(e, mw_text_copy("no move is left", strlen("no move is left")));
        for (unsigned i = 0; i < count && !e->failed && !e->untold; i++) {
            mw_writer w = {0};
            if (edges[i].status != MW_LOST)
                continue;
            e->untold = !MW_HAS(m->kind, rules, how_lost);
            if (e->untold)
                break;
            m->kind->rules->how_lost(m, &s, &edges[i], &w);
            note_ending(e, mw_writer_take(&w));
        }
        e->failed |= MW_STOPPING_AT(n);
    }
}

// An ending as it goes on within a sentence: "The Minotaur caught you" without its capital.
static void write_ending(mw_writer *w, const char *told)
{
    static const char *const lowered[] = {"The ", "You ", "A ", "An "};
    bool lower = false;
    for (unsigned i = 0; i < sizeof lowered / sizeof *lowered; i++)
        lower |= !strncmp(told, lowered[i], strlen(lowered[i]));
    mw_write(w, "%c%s", lower ? told[0] - 'A' + 'a' : told[0], told + 1);
}

// How the game will end, whatever is done.
static void tell_end(mw_session *s, const mw_loss *loss, mw_writer *w)
{
    const mw_graph *g = mw_session_graph(s);
    endings e = {0};
    reach r;
    mw_limited work;
    mw_limited_begin(&work, mw_session_limits(s));
    e.failed = !reach_from(&r, g, mw_position_id(g, mw_session_position(s, mw_session_moves(s))));
    if (!e.failed)
        find_endings(&r, &e);
    reach_free(&r);
    mw_limited_end(&work);
    mw_write(w, "\nWhatever you do, it is over after at most %u move%s", loss->within,
             loss->within == 1 ? "" : "s");
    for (unsigned i = 0; i < e.count; i++) {
        if (!e.untold) {
            mw_write(w, i ? ", or " : ": ");
            write_ending(w, e.told[i]);
        }
        free(e.told[i]);
    }
    mw_write(w, ".");
    w->failed |= e.failed;
}

static void tell_rest(mw_session *s, const mw_loss *loss, mw_writer *w)
{
    char *over = mw_session_loss(s);
    if (over)
        mw_write(w, "\nThe game is over: %s.", over);
    else if (loss->ends && loss->within)
        tell_end(s, loss, w);
    else if (loss->ends)
        mw_write(w, "\nNo move is left.");
    else if (loss->states && loss->cells == MW_FAR)
        mw_write(w, "\nStates that can still be reached: %u; none of them is a win.", loss->states);
    else if (loss->states)
        mw_write(w, "\nStates that can still be reached: %u, on %u cell%s; none of them is a win.",
                 loss->states, loss->cells, loss->cells == 1 ? "" : "s");
    free(over);
}

static void tell_missing(mw_session *s, const mw_loss *loss, mw_writer *w)
{
    const mw_graph *g = mw_session_graph(s);
    const mw_must state = {.state = mw_visited_lookup(g->store, &loss->missing_state)};
    char *what = loss->missing_is_state ? mw_must_words(g, &state)
                                        : mw_fact_words(mw_session_maze(s), loss->missing);
    if (!loss->states)
        mw_write(w, "\nBefore that, every solution led on to this: %s.", what ? what : "");
    else if (loss->missing_is_state)
        mw_write(w,
                 "\nBefore that, every solution led on to this, which is no longer possible: %s.",
                 what ? what : "");
    else
        mw_write(w, "\nEvery solution needed this, and it is no longer possible: %s.",
                 what ? what : "");
    w->failed |= !what;
    free(what);
}

char *mw_session_loss_words(mw_session *s)
{
    const mw_loss loss = mw_session_explain_loss(s);
    mw_writer w = {0};
    if (!loss.lost)
        return NULL;
    if (loss.fatal)
        mw_write(&w, "Move %u (%s) lost it.", loss.fatal,
                 mw_session_maze(s)->kind->rules->actions[loss.action].word);
    else
        mw_write(&w, "This maze cannot be won at all.");
    tell_rest(s, &loss, &w);
    if (loss.has_missing)
        tell_missing(s, &loss, &w);
    return mw_writer_take(&w);
}
