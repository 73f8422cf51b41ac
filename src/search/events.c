// events.c: a search told as events. The searches say what they do with states and edges; here
// states get their numbers, and each the way (parent, move, cost) by which the search keeps it. The
// table is apart from the search's own, so that one without a table can be watched, too.
#include "search/search.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct way {
    _Alignas(8) uint64_t g; // so that it takes as much memory on every processor
    uint32_t parent;        // its place in `known`; MW_NO_ID: none
    uint32_t moves;
    uint16_t action;
} way;

typedef struct row {
    way way;
    uint32_t id;
} row;

typedef struct mw_tracer {
    void (*event)(void *, const mw_event *);
    void *context;
    mw_explorer *explorer;
    mw_visited known, lost; // lost states have no rank, so they are kept whole
    uint32_t states;
    uint64_t events;
} mw_tracer;

const char *mw_event_name(mw_event_type type)
{
    static const char *const names[] = {
        [MW_EVENT_SOURCE] = "source",     [MW_EVENT_EXPAND] = "expand",
        [MW_EVENT_GENERATE] = "generate", [MW_EVENT_SKIP] = "skip",
        [MW_EVENT_UPDATE] = "update",     [MW_EVENT_CLOSE] = "close",
        [MW_EVENT_DEEPEN] = "deepen",     [MW_EVENT_GOAL] = "goal",
        [MW_EVENT_END] = "end",
    };
    return names[type];
}

static void tell(mw_tracer *t, mw_event e)
{
    e.serial = t->events++;
    t->event(t->context, &e);
}

// The value by which the search orders states. NaN: it does not order them.
static double order(const mw_search_run *run, const way *w, uint32_t h)
{
    if (run->tracer->explorer == mw_dfs || !run->tracer->explorer) // or of a program's own
        return NAN;
    if (h == MW_FAR)
        return INFINITY;
    if (run->tracer->explorer == mw_bfs)
        return w->moves;
    if (run->tracer->explorer == mw_deepen)
        return (run->count_cost ? (double)w->g : w->moves) + h;
    return (run->count_cost ? (double)w->g : 0) + (double)run->weight / MW_WEIGHT_ONE * h;
}

static uint32_t id_at(const mw_tracer *t, uint32_t place)
{
    return place == MW_NO_ID ? MW_FAR : ((row *)mw_visited_row(&t->known, place))->id;
}

// Fills in what a state and a way to it say, and tells it. `r` is the state's row, or NULL if there
// was no memory for it.
static void tell_way(const mw_search_run *run, const row *r, const mw_state *s, const way *w,
                     mw_event e)
{
    mw_tracer *t = run->tracer;
    mw_state from;
    if (w->parent != MW_NO_ID) {
        mw_visited_get(&t->known, w->parent, &from);
        e.from = &from;
    }
    e.state = s;
    e.id = r ? r->id : MW_FAR;
    e.parent = id_at(t, w->parent);
    e.kept = r ? id_at(t, r->way.parent) : MW_FAR;
    e.action = w->action;
    e.moves = w->moves;
    e.g = w->g;
    e.h = e.status == MW_LOST ? MW_FAR : mw_search_run_estimate(run, s);
    e.f = order(run, w, e.h);
    tell(t, e);
}

// The row of a state, a new one if need be; NULL when memory runs out.
static row *row_of(mw_tracer *t, const mw_edge *e, const way *w, bool *fresh)
{
    mw_visited *store = e->status == MW_LOST ? &t->lost : &t->known;
    uint32_t place = mw_visited_add(store, &e->to, e->rank, fresh);
    if (place == MW_NO_ID)
        return NULL;
    row *r = mw_visited_row(store, place);
    if (*fresh)
        *r = (row){.way = *w, .id = t->states++};
    return r;
}

static row *known_row(const mw_tracer *t, const mw_state *s)
{
    return mw_visited_row(&t->known, mw_visited_lookup(&t->known, s));
}

static way way_over(const mw_tracer *t, const mw_state *from, const mw_edge *e)
{
    uint32_t place = mw_visited_lookup(&t->known, from);
    const row *r = mw_visited_row(&t->known, place);
    return (way){
        .parent = place, .action = e->action, .moves = r->way.moves + 1, .g = r->way.g + e->cost};
}

bool mw_tell_source(mw_search_run *run, const mw_search_options *o, mw_explorer *explorer)
{
    mw_tracer *t = calloc(1, sizeof *t); // not on the budget: its size depends on the machine
    if (!t)
        return mw_search_run_out_of_memory(run);
    run->tracer = t;
    t->event = o->event;
    t->context = o->event_context;
    t->explorer = explorer;
    // States are told apart as the search does it.
    mw_visited_type type = run->result->store;
    type = type == MW_VISITED_FULL || type == MW_VISITED_NONE ? MW_VISITED_FULL : MW_VISITED_HASHED;
    const mw_maze *m = run->maze;
    mw_edge e = {.to = run->start, .status = (int16_t)run->kind->rules->status(m, &run->start)};
    if (e.status != MW_LOST)
        e.rank = mw_rank(m, &run->start);
    way w = {.parent = MW_NO_ID};
    bool fresh;
    if (!mw_visited_init(&t->known, m, type, sizeof(row), &run->budget) ||
        !mw_visited_init(&t->lost, m, MW_VISITED_FULL, sizeof(row), &run->budget))
        return mw_search_run_out_of_memory(run);
    const row *r = row_of(t, &e, &w, &fresh);
    if (!r)
        return mw_search_run_out_of_memory(run);
    tell_way(run, r, &run->start, &w,
             (mw_event){.type = MW_EVENT_SOURCE, .status = (mw_status)e.status, .fresh = true});
    return true;
}

void mw_tell_end(mw_search_run *run, const mw_search_options *o)
{
    mw_tracer *t = run->tracer;
    mw_event e = {.type = MW_EVENT_END,
                  .serial = t ? t->events : 0,
                  .id = MW_FAR,
                  .parent = MW_FAR,
                  .kept = MW_FAR};
    o->event(o->event_context, &e);
    if (!t)
        return;
    mw_visited_free(&t->known);
    mw_visited_free(&t->lost);
    free(t);
    run->tracer = NULL;
}

bool mw_tell_met(mw_search_run *run, const mw_state *s)
{
    mw_tracer *t = run->tracer;
    const way w = {.parent = MW_NO_ID};
    bool fresh;
    const mw_edge e = {.to = *s, .rank = mw_rank(run->maze, s)};
    const row *r = row_of(t, &e, &w, &fresh);
    if (r && fresh)
        tell_way(run, r, s, &w, (mw_event){.type = MW_EVENT_GENERATE, .fresh = true});
    return r || mw_search_run_out_of_memory(run);
}

bool mw_tell_expand(mw_search_run *run, const mw_state *s, const mw_edge *edges, unsigned count)
{
    mw_tracer *t = run->tracer;
    bool complete = true;
    mw_tell_state(run, MW_EVENT_EXPAND, s);
    for (const mw_edge *e = edges; e < edges + count; e++) {
        bool fresh = false;
        way w = way_over(t, s, e);
        const row *r = row_of(t, e, &w, &fresh);
        complete = complete && r;
        tell_way(run, r, &e->to, &w,
                 (mw_event){.type = MW_EVENT_GENERATE,
                            .status = (mw_status)e->status,
                            .fresh = r && fresh});
        if (e->status == MW_LOST)
            tell_way(run, r, &e->to, &w,
                     (mw_event){.type = MW_EVENT_SKIP, .status = MW_LOST, .why = "lost"});
    }
    return complete || mw_search_run_out_of_memory(run);
}

void mw_tell_skip(mw_search_run *run, const mw_state *from, const mw_edge *e, const char *why)
{
    way w = way_over(run->tracer, from, e);
    tell_way(run, known_row(run->tracer, &e->to), &e->to, &w,
             (mw_event){.type = MW_EVENT_SKIP, .status = (mw_status)e->status, .why = why});
}

void mw_tell_way(mw_search_run *run, const mw_state *from, const mw_edge *e)
{
    way w = way_over(run->tracer, from, e);
    row *r = known_row(run->tracer, &e->to);
    if (w.parent == r->way.parent && w.action == r->way.action && w.g == r->way.g &&
        w.moves == r->way.moves)
        return;
    r->way = w;
    tell_way(run, r, &e->to, &w,
             (mw_event){.type = MW_EVENT_UPDATE, .status = (mw_status)e->status});
}

void mw_tell_state(mw_search_run *run, mw_event_type type, const mw_state *s)
{
    const row *r = known_row(run->tracer, s);
    way w = r->way;
    tell_way(run, r, s, &w,
             (mw_event){.type = type, .status = type == MW_EVENT_GOAL ? MW_SOLVED : MW_OPEN});
}

void mw_tell_round(mw_search_run *run, uint32_t bound)
{
    tell(run->tracer, (mw_event){.type = MW_EVENT_DEEPEN,
                                 .id = MW_FAR,
                                 .parent = MW_FAR,
                                 .kept = MW_FAR,
                                 .bound = bound});
}
