// account.c: see account.h. Every must is done on every way to a win; so one such way, with the
// place of each must on it, is enough to show all of them on the board.
#include "api/account.h"

#include "api/question.h"
#include "core/moves.h"
#include "core/stop.h"
#include "search/graph.h"
#include "play/session_graph.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

// ---- a cheapest way

// `ids` become those of the states on the way.
static bool find_way(mw_account *a, uint32_t **ids)
{
    const mw_graph *g = a->graph;
    mw_edge edges[MW_EDGES_MAX];
    uint32_t s = a->e.from;
    const uint64_t most = (uint64_t)g->distance[s] + 1; // each move costs at least 1
    *ids = mw_resize(&a->budget, NULL, 0, most * sizeof **ids);
    a->way = mw_resize(&a->budget, NULL, 0, most * sizeof *a->way);
    a->states = mw_resize(&a->budget, NULL, 0, most * sizeof *a->states);
    if (!*ids || !a->way || !a->states)
        return false;
    (*ids)[0] = s;
    a->states[0] = *mw_session_state(a->session);
    for (const mw_arc *arc; (arc = mw_graph_next(g, s)); (*ids)[++a->moves] = s) {
        a->way[a->moves] = arc->action;
        a->states[a->moves + 1] =
            mw_find_move(g->maze, &a->states[a->moves], arc->action, edges)->to;
        s = arc->to;
    }
    return true;
}

// Which facts of the region, that are not done yet, hold in this state of the way, number i?
static void place_facts(mw_account *a, const mw_region *r, uint32_t i)
{
    uint32_t values[MW_THINGS_MAX];
    mw_facts(a->graph->maze, &a->states[i], values);
    for (uint32_t k = r->first + 1; k <= r->first + r->facts; k++) {
        const mw_fact *fact = &a->e.must[k].fact;
        if (a->at[k] == MW_FAR && values[fact->thing] == fact->value)
            a->at[k] = i;
    }
}

static bool place_musts(mw_account *a, const uint32_t *ids)
{
    const mw_explanation *e = &a->e;
    uint32_t next = 0; // region
    a->at = mw_resize(&a->budget, NULL, 0, ((uint64_t)e->must_count + 1) * sizeof *a->at);
    for (uint32_t k = 0; a->at && k < e->must_count; k++)
        a->at[k] = MW_FAR;
    for (uint32_t i = 0; a->at && i <= a->moves; i++) {
        if (next < e->region_count && e->must[e->regions[next].first].state == ids[i])
            a->at[e->regions[next++].first] = i;
        else if (e->regions[next - 1].facts)
            place_facts(a, &e->regions[next - 1], i);
        if (mw_stopping())
            return false;
    }
    for (uint32_t k = 0; a->at && k < e->must_count; k++)
        assert(a->at[k] != MW_FAR); // every way does it, so this one does
    return a->at;
}

// ---- all that is known

static bool explain(mw_account *a, uint32_t from)
{
    uint32_t *ids = NULL;
    if (!mw_explain(a->graph, from, &a->e))
        return false;
    a->budget = mw_graph_budget(a->graph);
    a->budget.used +=
        a->e.must_count * sizeof *a->e.must + a->e.region_count * sizeof *a->e.regions;
    bool ok = !a->e.winnable || (find_way(a, &ids) && place_musts(a, ids));
    free(ids);
    return ok;
}

void mw_account_of(mw_session *s, const mw_limits *limits, mw_account *a)
{
    mw_limited work;
    *a = (mw_account){.session = s, .graph = mw_session_graph(s), .limit = mw_session_hit(s)};
    mw_limited_begin(&work, limits);
    a->loss = mw_session_explain_loss(s);
    uint32_t from = !a->graph || mw_session_status(s) == MW_LOST
                        ? MW_FAR
                        : mw_visited_lookup(a->graph->store, mw_session_state(s));
    bool over = a->graph && from >= a->graph->states; // the game is lost
    a->known = a->graph && a->loss.known && (over || explain(a, from));
    if (a->graph && !a->known)
        a->limit = mw_stopped() ? MW_LIMIT_STOPPED : MW_LIMIT_MEMORY;
    mw_limited_end(&work);
}

void mw_account_free(mw_account *a)
{
    mw_explanation_free(&a->e);
    free(a->states);
    free(a->way);
    free(a->at);
}

uint32_t mw_account_after(const mw_account *a, uint32_t b, uint32_t *out)
{
    const mw_explanation *e = &a->e;
    uint32_t count = 0, region = e->must[b].region;
    if (b && e->must[b].state != MW_FAR)
        region--; // what comes before it lies in the region before
    for (uint32_t k = b; k-- > e->regions[region].first;) {
        bool direct = mw_explanation_before(e, k, b);
        for (uint32_t i = 0; direct && i < count; i++)
            direct = !mw_explanation_before(e, k, out[i]);
        if (direct)
            out[count++] = k;
    }
    for (uint32_t i = 0; i < count / 2; i++) { // they were found backwards
        uint32_t other = out[i];
        out[i] = out[count - 1 - i];
        out[count - 1 - i] = other;
    }
    return count;
}

// ---- as JSON

static void write_nulls(mw_writer *w, const char *const *keys)
{
    for (; *keys; keys++)
        mw_json_null(w, *keys);
}

static void write_must(mw_writer *w, const mw_account *a, uint32_t k, uint32_t *scratch)
{
    const mw_must *must = &a->e.must[k];
    const mw_maze *m = a->graph->maze;
    bool fact = must->state == MW_FAR;
    mw_json_open(w, NULL, '{');
    mw_json_bool(w, "fact", fact);
    if (fact) {
        write_nulls(w, (const char *const[]){"state", "features", "cell", NULL});
    } else {
        const mw_state *state = &a->states[a->at[k]];
        mw_json_owned(w, "state", mw_state_describe(m, state));
        mw_answer_features(w, m, state);
        mw_json_maybe(w, "cell", mw_player_cell(m, state));
    }
    mw_json_owned(w, "words", mw_must_words(a->graph, must));
    if (must->news_count)
        mw_json_owned(w, "news", mw_must_news(a->graph, must));
    else
        mw_json_null(w, "news");
    mw_json_members(w, "distance=%u depth=%u at=%u region=%u no_return=%d", must->distance,
                    must->depth, a->at[k], must->region, must->no_return);
    mw_json_open(w, "after", '[');
    uint32_t count = mw_account_after(a, k, scratch);
    for (uint32_t i = 0; i < count; i++)
        mw_json_count(w, NULL, scratch[i]);
    mw_json_close(w, ']');
    mw_json_close(w, '}');
}

static void write_musts(mw_writer *w, const mw_account *a)
{
    uint32_t *scratch = malloc((a->e.must_count + 1) * sizeof *scratch);
    w->failed |= !scratch;
    mw_json_open(w, "must_pass", '[');
    for (uint32_t k = 0; !w->failed && k < a->e.must_count; k++)
        write_must(w, a, k, scratch);
    mw_json_close(w, ']');
    free(scratch);
}

static void write_regions(mw_writer *w, const mw_explanation *e)
{
    mw_json_open(w, "regions", '[');
    for (uint32_t i = 0; i < e->region_count; i++) {
        mw_json_open(w, NULL, '{');
        mw_json_members(w, "states=%u cost=%u dead=%u", e->regions[i].states, e->regions[i].cost,
                        e->regions[i].dead);
        mw_json_close(w, '}');
    }
    mw_json_close(w, ']');
}

static void write_way(mw_writer *w, const mw_account *a)
{
    mw_json_open(w, "way", '[');
    for (uint32_t i = 0; i < a->moves; i++)
        mw_json_text(w, NULL, a->graph->maze->kind->rules->actions[a->way[i]].word);
    mw_json_close(w, ']');
}

static void write_explanation(mw_writer *w, const mw_account *a)
{
    const mw_explanation *e = &a->e;
    bool there = a->known && e->winnable;
    if (a->known)
        mw_json_bool(w, "winnable", there);
    else
        mw_json_null(w, "winnable");
    mw_json_count_if(w, "length", there, e->length);
    mw_json_count_if(w, "cost", there, e->cost);
    mw_json_count_if(w, "states", a->graph, a->graph ? a->graph->reachable : 0);
    mw_json_count_if(w, "ways", there, e->ways);
    mw_json_count_if(w, "passed", there, e->region_count);
    mw_json_maybe(w, "away", there ? e->away : MW_FAR);
    if (!there) {
        write_nulls(w, (const char *const[]){"way", "must_pass", "unlisted", "regions",
                                             "point_of_no_return", NULL});
        return;
    }
    write_way(w, a);
    write_musts(w, a);
    mw_json_count(w, "unlisted", e->unlisted);
    write_regions(w, e);
    mw_json_maybe(w, "point_of_no_return", e->no_return);
}

static void write_loss(mw_writer *w, const mw_account *a)
{
    const mw_loss *l = &a->loss;
    const mw_maze *m = mw_session_maze(a->session);
    bool lost = l->known && l->lost;
    if (l->known)
        mw_json_bool(w, "lost", lost);
    else
        mw_json_null(w, "lost");
    if (!lost) {
        write_nulls(w, (const char *const[]){"fatal_move", "refutation", "words", NULL});
        return;
    }
    mw_json_count(w, "fatal_move", l->fatal);
    mw_json_open(w, "refutation", '{');
    mw_json_text(w, "action", l->fatal ? m->kind->rules->actions[l->action].word : NULL);
    mw_json_members(w, "states=%u cells=%u within=%u", l->states, l->cells,
                    l->ends ? l->within : MW_FAR);
    if (!l->has_missing)
        mw_json_null(w, "missing");
    else if (l->missing_is_state)
        mw_json_owned(w, "missing", mw_state_describe(m, &l->missing_state));
    else
        mw_json_owned(w, "missing", mw_fact_words(m, l->missing));
    mw_json_close(w, '}');
    mw_json_owned(w, "words", mw_session_loss_words(a->session));
}

void mw_answer_account(mw_writer *w, const mw_account *a)
{
    if (a->budget.limit)
        w->most = mw_bytes_up_to(w->length + mw_budget_rest(&a->budget));
    mw_json_bool(w, "known", a->known);
    mw_json_text(w, "limit", a->limit ? mw_limit_name(a->limit) : NULL);
    write_explanation(w, a);
    write_loss(w, a);
}
