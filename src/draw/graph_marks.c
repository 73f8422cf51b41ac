// graph_marks.c: which states of a graph a picture marks: what every solution passes, a game, and
// the order of a search.
#include "core/moves.h"
#include "draw/layout.h"
#include "mazewright/explain.h"

#include <stdlib.h>
#include <string.h>

bool mw_marks_must(mw_graph_marks *k, const mw_graph *g)
{
    mw_explanation e;
    if (!mw_explain(g, 0, &e))
        return false;
    k->must = malloc((e.must_count + 1) * sizeof *k->must);
    for (uint32_t i = 0; k->must && i < e.must_count; i++)
        if (e.must[i].state != MW_FAR)
            k->must[k->must_count++] = e.must[i].state;
    mw_explanation_free(&e);
    return k->must;
}

bool mw_marks_way(mw_graph_marks *k, const mw_graph *g, const uint16_t *actions, size_t count)
{
    mw_state state;
    mw_edge edges[MW_EDGES_MAX];
    k->way = malloc((count + 1) * sizeof *k->way);
    if (!k->way)
        return false;
    g->maze->kind->rules->start(g->maze, &state);
    k->way[k->way_count++] = 0;
    for (size_t i = 0; i < count; i++) {
        bool open = g->maze->kind->rules->status(g->maze, &state) == MW_OPEN;
        const mw_edge *e = open ? mw_find_move(g->maze, &state, actions[i], edges) : NULL;
        uint32_t id = e && e->status != MW_LOST ? mw_graph_find(g, &e->to) : MW_FAR;
        if (id == MW_FAR || MW_STOPPING_AT(i))
            break;
        state = e->to;
        k->way[k->way_count++] = id;
    }
    return !mw_stopped();
}

typedef struct listener {
    const mw_graph *graph;
    uint32_t *order, expanded;
} listener;

static void hear(void *context, const mw_event *e)
{
    listener *l = context;
    if (e->type != MW_EVENT_EXPAND)
        return;
    uint32_t id = mw_graph_find(l->graph, e->state);
    if (id != MW_FAR && l->order[id] == MW_FAR)
        l->order[id] = l->expanded;
    l->expanded++;
}

bool mw_marks_order(mw_graph_marks *k, const mw_graph *g, mw_search_options o, mw_error *error)
{
    mw_result r;
    listener l = {.graph = g, .order = malloc(((size_t)g->states + 1) * sizeof *l.order)};
    if (!l.order) {
        *error = (mw_error){.code = MW_ERROR_MEMORY, .text = "out of memory"};
        return false;
    }
    memset(l.order, 0xff, ((size_t)g->states + 1) * sizeof *l.order);
    k->order = l.order;
    o.event = hear;
    o.event_context = &l;
    bool ok = mw_search(g->maze, &o, &r, error);
    if (ok)
        mw_result_free(&r);
    return ok;
}

void mw_marks_free(mw_graph_marks *k)
{
    free(k->order);
    free(k->must);
    free(k->way);
    *k = (mw_graph_marks){0};
}
