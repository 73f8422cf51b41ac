// layout.c: see mazewright/layout.h. States become nodes, several of them one node where there are
// too many; their neighbours become a net, which is laid out by layers or by stress.
#include "draw/layout.h"

#include "core/grow.h"
#include "core/visited.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *const names[MW_LAYOUTS] = {"layers", "goal", "stress"};

const char *mw_layout_name(mw_layout_way way)
{
    return names[way];
}

bool mw_layout_find(const char *name, mw_layout_way *way)
{
    for (unsigned i = 0; i < MW_LAYOUTS; i++)
        if (!strcmp(names[i], name)) {
            *way = (mw_layout_way)i;
            return true;
        }
    return false;
}

// ---- memory

void *mw_layout_take(mw_layout_work *w, uint64_t count, size_t item_bytes)
{
    uint64_t bytes = (count + 1) * item_bytes;
    void *p = w->count < MW_LAYOUT_BLOCKS ? mw_zeroed(&w->budget, bytes) : NULL;
    if (!p)
        return NULL;
    w->blocks[w->count].p = p;
    w->blocks[w->count++].bytes = bytes;
    return p;
}

void mw_layout_drop(mw_layout_work *w, unsigned count)
{
    while (w->count > count) {
        w->count--;
        mw_release(&w->budget, w->blocks[w->count].p, w->blocks[w->count].bytes);
    }
}

// Takes a block out of the work, so that it stays when the work is dropped.
static void keep(mw_layout_work *w, const void *p)
{
    for (unsigned i = 0; i < w->count; i++)
        if (w->blocks[i].p == p) {
            w->blocks[i].p = NULL;
            w->blocks[i].bytes = 0;
        }
}

// ---- places

// Is it the place of another node? Else the node takes it. `table` has a node + 1 in each slot.
static bool take_place(const mw_net *n, uint32_t *table, uint32_t slots, uint32_t node)
{
    uint64_t h = (uint64_t)(n->x[node] * 4) * UINT64_C(0x9e3779b97f4a7c15) +
                 (uint64_t)(n->y[node] * 4) * UINT64_C(0xc2b2ae3d27d4eb4f);
    for (uint32_t at = (uint32_t)(h >> 32) & (slots - 1);; at = (at + 1) & (slots - 1)) {
        if (!table[at]) {
            table[at] = node + 1;
            return true;
        }
        if (n->x[table[at] - 1] == n->x[node] && n->y[table[at] - 1] == n->y[node])
            return false;
    }
}

bool mw_net_finish(mw_net *n)
{
    double left = INFINITY, top = INFINITY;
    uint32_t slots = 16;
    while (slots < 2 * n->count)
        slots *= 2;
    uint32_t *table = mw_layout_take(n->work, slots, sizeof *table);
    for (uint32_t i = 0; i < n->count; i++) {
        left = n->x[i] < left ? n->x[i] : left;
        top = n->y[i] < top ? n->y[i] : top;
    }
    n->width = n->height = 0;
    for (uint32_t i = 0; table && i < n->count; i++) {
        n->x[i] =
            floor((n->x[i] - left) * 100 + 0.5); // whole numbers, so that equal ones are equal
        n->y[i] = floor((n->y[i] - top) * 100 + 0.5);
        for (unsigned steps = 1; !take_place(n, table, slots, i); steps++) {
            if (MW_STOPPING_AT(steps))
                return false;
            n->x[i] += steps;
        }
        n->width = n->x[i] / 100 > n->width ? n->x[i] / 100 : n->width;
        n->height = n->y[i] / 100 > n->height ? n->y[i] / 100 : n->height;
    }
    for (uint32_t i = 0; table && i < n->count; i++) {
        n->x[i] /= 100;
        n->y[i] /= 100;
    }
    return table && !mw_stopping();
}

static bool net_begin(mw_net *n, mw_layout_work *w, uint32_t count, uint64_t neighbours)
{
    *n = (mw_net){.work = w,
                  .count = count,
                  .first = mw_layout_take(w, (uint64_t)count + 1, sizeof *n->first),
                  .next = mw_layout_take(w, neighbours, sizeof *n->next),
                  .x = mw_layout_take(w, count, sizeof *n->x),
                  .y = mw_layout_take(w, count, sizeof *n->y)};
    return n->first && n->next && n->x && n->y;
}

// Fills the net with the edges ends[0]-ends[1], ends[stride]-ends[stride + 1], ...
static void net_fill(mw_net *n, const uint32_t *ends, uint32_t edges, unsigned stride)
{
    uint32_t *at = n->first + 1; // shifted by one, so that filling leaves the starts behind
    for (uint32_t e = 0; e < edges; e++)
        for (unsigned k = 0; k < 2; k++)
            at[ends[(size_t)e * stride + k] + 1]++;
    for (uint32_t i = 1; i <= n->count; i++)
        at[i] += at[i - 1];
    for (uint32_t e = 0; e < edges; e++) {
        const uint32_t *pair = ends + (size_t)e * stride;
        n->next[at[pair[0]]++] = pair[1];
        n->next[at[pair[1]]++] = pair[0];
    }
}

// ---- layers

// The distance from the start, or to the goal. Costs may differ; then layers are numbered in the
// order of the costs (mw_net_layers).
static bool find_layers(const mw_graph *g, mw_layout_way way, uint32_t *layer)
{
    for (uint32_t s = 0; s < g->reachable; s++) {
        layer[s] = way == MW_LAYOUT_GOAL ? g->distance[s] : g->depth[s];
        if (MW_STOPPING_AT(s))
            return false;
        // A state before this one in breadth-first order leads to it, and has a layer already.
        for (uint32_t i = g->back_first[s];
             g->distance[s] == MW_FAR && way == MW_LAYOUT_GOAL && i < g->back_first[s + 1]; i++)
            if (g->back[i] < s && layer[g->back[i]] + 1 < layer[s])
                layer[s] = layer[g->back[i]] + 1;
        if (layer[s] == MW_FAR) // the start, from which nothing can be won
            layer[s] = 0;
    }
    return true;
}

// ---- groups and edges

static bool groups_begin(mw_groups *k, mw_layout_work *w, const mw_graph *g,
                         const mw_layout_options *o)
{
    uint32_t *layer = mw_layout_take(w, g->reachable, sizeof *layer);
    *k = (mw_groups){.work = w,
                     .graph = g,
                     .of = mw_layout_take(w, g->reachable, sizeof *k->of),
                     .first = mw_layout_take(w, (uint64_t)g->reachable + 1, sizeof *k->first),
                     .members = mw_layout_take(w, g->reachable, sizeof *k->members),
                     .near = mw_layout_take(w, g->reachable, sizeof *k->near),
                     .seen = mw_layout_take(w, g->reachable, sizeof *k->seen),
                     .direction = mw_layout_take(w, g->reachable, sizeof *k->direction),
                     .layer = layer};
    if (!layer || !k->of || !k->first || !k->members || !k->near || !k->seen || !k->direction ||
        !find_layers(g, o->way, layer))
        return false;
    for (uint32_t s = 0; s < g->reachable; s++) {
        bool drawn = !o->winnable || !s || g->distance[s] != MW_FAR;
        k->of[s] = drawn ? k->count : MW_FAR;
        if (!drawn)
            continue;
        layer[k->count] = layer[s];
        k->members[k->count] = s;
        k->first[k->count] = k->count;
        k->count++;
    }
    k->first[k->count] = k->count;
    return true;
}

// Lists all edges between groups; with `out` NULL it only counts them.
static uint32_t list_edges(mw_groups *k, mw_layout_edge *out)
{
    uint32_t count = 0;
    memset(k->seen, 0, ((size_t)k->count + 1) * sizeof *k->seen);
    for (uint32_t i = 0; i < k->count; i++) {
        uint32_t n = mw_groups_near(k, i);
        for (uint32_t j = 0; j < n; j++) {
            uint32_t to = k->near[j];
            bool both = k->direction[to] == 3;
            if (both ? i > to : k->direction[to] == 2)
                continue; // it is listed with the other end
            if (out)
                out[count] = (mw_layout_edge){i, to, both};
            count++;
        }
        if (MW_STOPPING_AT(i))
            break;
    }
    return count;
}

static bool lay_out(mw_groups *k, mw_layout *l, uint32_t most_edges)
{
    mw_layout_work *w = k->work;
    while ((l->edge_count = list_edges(k, NULL)) > most_edges && k->count > 100) {
        uint64_t fewer = (uint64_t)k->count * most_edges / l->edge_count;
        uint32_t most = k->count - k->count / 4;
        if (mw_stopped() || !mw_groups_join(k, fewer < most ? (uint32_t)fewer : most))
            return false;
    }
    l->node_count = k->count;
    l->edges = mw_layout_take(w, l->edge_count, sizeof *l->edges);
    l->nodes = mw_layout_take(w, l->node_count, sizeof *l->nodes);
    mw_net net;
    if (mw_stopped() || !l->edges || !l->nodes ||
        !net_begin(&net, w, l->node_count, 2 * (uint64_t)l->edge_count))
        return false;
    list_edges(k, l->edges);
    if (mw_stopped())
        return false;
    net_fill(&net, &l->edges->from, l->edge_count, sizeof *l->edges / sizeof(uint32_t));
    net.layer = k->layer;
    if (!(l->way == MW_LAYOUT_STRESS ? mw_net_stress(&net, 0) : mw_net_layers(&net)) ||
        !mw_net_finish(&net))
        return false;
    for (uint32_t i = 0; i < l->node_count; i++) {
        l->nodes[i] = (mw_layout_node){.x = net.x[i],
                                       .y = net.y[i],
                                       .first = k->first[i],
                                       .states = k->first[i + 1] - k->first[i],
                                       .layer = k->layer[i]};
        l->joined |= l->nodes[i].states > 1;
        l->layers =
            l->way != MW_LAYOUT_STRESS && k->layer[i] >= l->layers ? k->layer[i] + 1 : l->layers;
    }
    l->drawn = k->first[k->count];
    l->width = net.width;
    l->height = net.height;
    return true;
}

bool mw_layout_graph(const mw_graph *g, const mw_layout_options *options, mw_layout *l)
{
    mw_layout_options o;
    MW_TAKE_OPTIONS(mw_layout_options, &o, options, edges);
    *l = (mw_layout){.way = o.way};
    mw_layout_work w = {.budget = {.used = g->held, .limit = g->most}};
    mw_groups k;
    uint32_t most = !o.nodes ? MW_LAYOUT_NODES : o.nodes < 100 ? 100 : o.nodes;
    bool ok = !mw_stopping() && groups_begin(&k, &w, g, &o) && mw_groups_join(&k, most) &&
              lay_out(&k, l, o.edges ? o.edges : MW_LAYOUT_EDGES);
    if (ok) {
        l->node_of = k.of;
        l->members = k.members;
        keep(&w, l->nodes);
        keep(&w, l->edges);
        keep(&w, l->node_of);
        keep(&w, l->members);
    } else {
        *l = (mw_layout){.way = o.way};
    }
    l->bytes = w.budget.peak > g->held ? w.budget.peak - g->held : 0;
    mw_layout_drop(&w, 0);
    return ok;
}

void mw_layout_free(mw_layout *l)
{
    free(l->nodes);
    free(l->edges);
    free(l->members);
    free(l->node_of);
    *l = (mw_layout){0};
}

bool mw_layout_points(uint32_t nodes, const uint32_t *ends, uint32_t edges, uint32_t placed,
                      double *xy)
{
    mw_layout_work w = {0};
    mw_net net;
    bool ok = !mw_stopping() && net_begin(&net, &w, nodes, 2 * (uint64_t)edges);
    if (ok) {
        net_fill(&net, ends, edges, 2);
        for (uint32_t i = 0; i < placed; i++) {
            net.x[i] = xy[2 * (size_t)i];
            net.y[i] = xy[2 * (size_t)i + 1];
        }
        ok = mw_net_stress(&net, placed) && mw_net_finish(&net);
    }
    for (uint32_t i = 0; ok && i < nodes; i++) {
        xy[2 * (size_t)i] = net.x[i];
        xy[2 * (size_t)i + 1] = net.y[i];
    }
    mw_layout_drop(&w, 0);
    return ok;
}

// ---- states and nodes

mw_node_account mw_layout_account(const mw_graph *g, const mw_layout *l, uint32_t node)
{
    mw_node_account a = {.distance = MW_FAR, .depth = MW_FAR};
    const uint32_t *s = l->members + l->nodes[node].first, *end = s + l->nodes[node].states;
    for (; s < end; s++) {
        a.distance = g->distance[*s] < a.distance ? g->distance[*s] : a.distance;
        a.depth = g->depth[*s] < a.depth ? g->depth[*s] : a.depth;
        a.start |= *s == 0;
        a.goal |= g->status[*s] == MW_SOLVED;
    }
    return a;
}

uint16_t *mw_graph_way(const mw_graph *g, uint32_t state, uint32_t *moves)
{
    uint32_t count = 0, capacity = 64;
    uint16_t *way = malloc(capacity * sizeof *way);
    for (uint32_t s = state; way && s;) { // backwards: each state before it is nearer to the start
        if (count == capacity) {
            uint16_t *grown = realloc(way, 2 * (size_t)capacity * sizeof *way);
            if (!grown)
                free(way);
            way = grown;
            capacity *= 2;
            continue;
        }
        uint32_t before = MW_FAR;
        for (uint32_t i = g->back_first[s]; before == MW_FAR && i < g->back_first[s + 1]; i++)
            for (uint32_t a = g->first[g->back[i]]; a < g->first[g->back[i] + 1]; a++)
                if (g->arcs[a].to == s && g->depth[g->back[i]] != MW_FAR &&
                    (uint64_t)g->depth[g->back[i]] + g->arcs[a].cost == g->depth[s]) {
                    before = g->back[i];
                    way[count++] = g->arcs[a].action;
                    break;
                }
        s = before;
    }
    for (uint32_t i = 0; way && i < count / 2; i++) {
        uint16_t action = way[i];
        way[i] = way[count - 1 - i];
        way[count - 1 - i] = action;
    }
    *moves = way ? count : 0;
    return way;
}

uint32_t mw_graph_find(const mw_graph *g, const mw_state *s)
{
    if (g->maze->kind->rules->status(g->maze, s) == MW_LOST) // it has no rank
        return MW_FAR;
    uint32_t id = mw_visited_lookup(g->store, s);
    return id == MW_NO_ID ? MW_FAR : id;
}
