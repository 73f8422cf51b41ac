// ask_graph.c: questions about pictures of the state graph: where states lie, what a state is, and
// the whole as SVG; and where the nodes of any graph lie.
#include "api/question.h"
#include "core/stop.h"
#include "draw/layout.h"
#include "play/session_graph.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---- layout

static bool read_layout(mw_question *q, mw_layout_options *o)
{
    const char *way = mw_field_text(q, "way");
    uint64_t nodes = MW_LAYOUT_NODES;
    *o = (mw_layout_options){.winnable = mw_field_bool(q, "winnable")};
    if (way && !mw_layout_find(way, &o->way))
        return mw_wrong(q, "there is no way '%.40s' to lay out; it is layers, goal or stress", way);
    bool ok = mw_field_count(q, "nodes", 100, 100000, &nodes);
    o->nodes = (uint32_t)nodes;
    return ok;
}

// By node: one number of each, from its first state on.
typedef enum { X, Y, LAYER, STATES, STATE, DISTANCE, DEPTH, COLUMNS } column;

static void write_column(mw_writer *w, const mw_graph *g, const mw_layout *l, column c)
{
    static const char *const names[COLUMNS] = {"x",     "y",        "layer", "states",
                                               "state", "distance", "depth"};
    mw_json_open(w, names[c], '[');
    for (uint32_t i = 0; i < l->node_count; i++) {
        const mw_layout_node *n = &l->nodes[i];
        mw_node_account a = {.distance = MW_FAR};
        if (c >= DISTANCE)
            a = mw_layout_account(g, l, i);
        if (c <= Y)
            mw_json_rounded(w, NULL, c == X ? n->x : n->y, 2);
        else
            mw_json_maybe(w, NULL,
                          c == LAYER      ? n->layer
                          : c == STATES   ? n->states
                          : c == STATE    ? l->members[n->first]
                          : c == DISTANCE ? a.distance
                                          : a.depth);
    }
    mw_json_close(w, ']');
}

static void write_nodes(mw_writer *w, const mw_graph *g, const mw_layout *l)
{
    bool all = l->drawn == g->reachable && !l->joined; // then node i has state i
    mw_json_open(w, "nodes", '{');
    for (column c = X; c < COLUMNS; c++)
        if (!all || (c != STATES && c != STATE))
            write_column(w, g, l, c);
        else
            mw_json_null(w, c == STATES ? "states" : "state");
    mw_json_close(w, '}');
    mw_json_open(w, "edges", '[');
    for (uint32_t i = 0; i < l->edge_count; i++) {
        mw_json_count(w, NULL, l->edges[i].from);
        mw_json_count(w, NULL, l->edges[i].to);
        mw_json_count(w, NULL, l->edges[i].both);
    }
    mw_json_close(w, ']');
    if (all) {
        mw_json_null(w, "node_of");
        return;
    }
    mw_json_open(w, "node_of", '[');
    for (uint32_t s = 0; s < g->reachable; s++)
        mw_json_maybe(w, NULL, l->node_of[s]);
    mw_json_close(w, ']');
}

static void write_layout(mw_writer *w, const mw_graph *g, const mw_layout *l,
                         const mw_graph_marks *k)
{
    uint32_t dead = 0, before = MW_FAR;
    for (uint32_t s = 0; s < g->reachable; s++)
        dead += g->distance[s] == MW_FAR;
    mw_json_members(w,
                    "way=%s total=%u drawn=%u dead=%u layers=%u joined=%d width=%.3f height=%.3f",
                    mw_layout_name(l->way), g->reachable, l->drawn, dead, l->layers, l->joined,
                    l->width, l->height);
    mw_json_open(w, "goals", '[');
    for (uint32_t i = 0; i < l->node_count; i++)
        if (mw_layout_account(g, l, i).goal)
            mw_json_count(w, NULL, i);
    mw_json_close(w, ']');
    mw_json_count(w, "must_states", k->must_count);
    mw_json_open(w, "must", '[');
    for (uint32_t i = 0; i < k->must_count; i++) { // they come in the order of a way
        uint32_t node = l->node_of[k->must[i]];
        if (node != MW_FAR && node != before)
            mw_json_count(w, NULL, node);
        before = node;
    }
    mw_json_close(w, ']');
    write_nodes(w, g, l);
}

// The graph of the maze that is asked about. NULL: q->error tells why, or *limit is set.
static const mw_graph *graph_of(mw_question *q, mw_limit *limit)
{
    mw_session *s = mw_field_session(q);
    const mw_graph *g = s ? mw_session_graph(s) : NULL;
    *limit = s && !g ? mw_session_hit(s) : MW_WITHIN;
    return g;
}

// Nothing can be told. False if the question is wrong.
static bool unknown(mw_question *q, mw_limit limit)
{
    if (limit == MW_WITHIN)
        return false;
    mw_json_bool(q->out, "known", false);
    mw_json_text(q->out, "limit", mw_limit_name(limit));
    return true;
}

bool mw_api_layout(mw_question *q)
{
    mw_layout_options o;
    mw_layout l;
    mw_limit limit;
    mw_limited work;
    mw_graph_marks k = {.order = NULL};
    mw_limits limits = mw_api_host_limits(q->api);
    if (!read_layout(q, &o))
        return false;
    const mw_graph *g = graph_of(q, &limit);
    if (!g)
        return unknown(q, limit);
    mw_limited_begin(&work, &limits);
    bool ok = mw_layout_graph(g, &o, &l), known = ok && mw_marks_must(&k, g);
    if (known) {
        mw_json_bool(q->out, "known", true);
        mw_json_null(q->out, "limit");
        write_layout(q->out, g, &l, &k);
    } else {
        unknown(q, mw_stopped() ? MW_LIMIT_STOPPED : MW_LIMIT_MEMORY);
    }
    mw_limited_end(&work);
    mw_marks_free(&k);
    if (ok)
        mw_layout_free(&l);
    return true;
}

// ---- state

// The states of the game so far.
static bool mark_game(mw_graph_marks *k, const mw_graph *g, mw_session *s)
{
    mw_error error;
    uint16_t *actions = NULL;
    char *text = mw_session_text(s);
    long count = text ? mw_moves_parse(g->maze->kind, text, &actions, &error) : -1;
    bool ok = count >= 0 && mw_marks_way(k, g, actions, (size_t)count);
    free(text);
    free(actions);
    return ok;
}

static void write_path(mw_question *q, mw_session *s, const mw_graph *g)
{
    mw_graph_marks k = {.order = NULL};
    bool ok = mark_game(&k, g, s);
    q->out->failed |= !ok;
    mw_json_open(q->out, "path", '[');
    for (uint32_t i = 0; ok && i < k.way_count; i++)
        mw_json_count(q->out, NULL, k.way[i]);
    mw_json_close(q->out, ']');
    mw_marks_free(&k);
}

static void write_state(mw_question *q, const mw_graph *g, uint32_t id)
{
    mw_writer *w = q->out;
    mw_state state;
    uint32_t count;
    uint16_t *way = mw_graph_way(g, id, &count);
    mw_graph_state(g, id, &state);
    mw_json_count(w, "state", id);
    mw_json_owned(w, "moves", way ? mw_moves_print(g->maze->kind, way, count) : NULL);
    mw_json_owned(w, "words", mw_state_describe(g->maze, &state));
    mw_json_members(w, "count=%u depth=%u distance=%u status=%s", count, g->depth[id],
                    g->distance[id], mw_status_name((mw_status)g->status[id]));
    free(way);
}

bool mw_api_state(mw_question *q)
{
    mw_limit limit;
    uint64_t id = MW_FAR;
    const mw_graph *g = graph_of(q, &limit);
    if (!g)
        return unknown(q, limit);
    mw_session *s = q->api->games[0].session;
    if (!mw_field_count(q, "state", 0, g->reachable - 1, &id))
        return false;
    if (id == MW_FAR)
        id = mw_graph_find(g, mw_session_state(s));
    mw_json_bool(q->out, "known", true);
    mw_json_null(q->out, "limit");
    if (id < g->reachable)
        write_state(q, g, (uint32_t)id);
    else // lost: it is no state of the graph
        mw_json_null(q->out, "state");
    write_path(q, s, g);
    return true;
}

// ---- the graph as SVG

static bool read_picture(mw_question *q, mw_graph_picture *p, mw_style *style, mw_search_options *o)
{
    const char *colour = mw_field_text(q, "colour");
    *p = (mw_graph_picture){.graph = NULL};
    *o = (mw_search_options){.algorithm = mw_field_text(q, "algorithm"),
                             .heuristic = mw_field_text(q, "heuristic"),
                             .weight = 2};
    if (colour && !mw_colouring_find(colour, &p->colouring))
        return mw_wrong(q, "there is no colour '%.40s'; it is distance, depth, order or none",
                        colour);
    return mw_field_style(q, style) && mw_field_number(q, "scale", 2, 1000, &p->scale) &&
           mw_field_number(q, "weight", 0.001, 1000, &o->weight) && mw_api_limits(q, &o->limits);
}

bool mw_api_graph(mw_question *q)
{
    mw_layout_options lo;
    mw_search_options so;
    mw_graph_picture p;
    mw_style style;
    mw_limit limit;
    mw_limited work;
    mw_layout l = {.way = MW_LAYOUT_LAYERS};
    mw_graph_marks k = {.order = NULL};
    mw_scene scene = {0};
    if (!read_layout(q, &lo) || !read_picture(q, &p, &style, &so))
        return false;
    const mw_graph *g = graph_of(q, &limit);
    if (!g)
        return unknown(q, limit);
    bool right = p.colouring != MW_COLOUR_ORDER || mw_marks_order(&k, g, so, q->error);
    mw_limited_begin(&work, &so.limits);
    bool known = right && mw_marks_must(&k, g) && mark_game(&k, g, q->api->games[0].session) &&
                 mw_layout_graph(g, &lo, &l);
    p.graph = g;
    p.layout = &l;
    p.order = k.order;
    p.must = k.must;
    p.must_count = k.must_count;
    p.way = k.way;
    p.way_count = k.way_count;
    known = known && mw_graph_scene(&p, &scene, &style.scale);
    char *svg = known ? mw_scene_svg(&scene, &style) : NULL;
    if (right && !svg)
        unknown(q, mw_stopped() ? MW_LIMIT_STOPPED : MW_LIMIT_MEMORY);
    mw_limited_end(&work);
    if (svg) {
        mw_json_bool(q->out, "known", true);
        mw_json_null(q->out, "limit");
        mw_json_text(q->out, "svg", svg);
    }
    free(svg);
    mw_scene_free(&scene);
    mw_layout_free(&l);
    mw_marks_free(&k);
    return right;
}

// ---- any graph

#define PLACED_MOST 20000 // nodes

// Reads numbers with blanks between them. The caller frees them; NULL: q->error tells why not.
static double *read_numbers(mw_question *q, const char *name, size_t *count)
{
    const char *text = mw_field_text(q, name) ? mw_field_text(q, name) : "";
    double *numbers = malloc((strlen(text) / 2 + 2) * sizeof *numbers);
    *count = 0;
    if (!numbers)
        mw_no_memory(q->error);
    while (numbers && text[strspn(text, " ")]) {
        char *end;
        double x = strtod(text, &end);
        if (end == text || (*end && *end != ' ') || !(fabs(x) <= 1e6)) {
            mw_wrong(q, "%s has '%.20s', which is no number up to 1000000", name, text);
            free(numbers);
            return NULL;
        }
        numbers[(*count)++] = x;
        text = end;
    }
    return numbers;
}

static uint32_t *read_ends(mw_question *q, uint32_t nodes, uint32_t *edges)
{
    size_t count;
    double *numbers = read_numbers(q, "edges", &count);
    uint32_t *ends = numbers ? malloc((count + 1) * sizeof *ends) : NULL;
    if (numbers && !ends)
        mw_no_memory(q->error);
    for (size_t i = 0; ends && i < count; i++) {
        ends[i] = numbers[i] >= 0 ? (uint32_t)numbers[i] : MW_FAR;
        if (ends[i] >= nodes || ends[i] != numbers[i] || (i % 2 && ends[i] == ends[i - 1]) ||
            count % 2) {
            mw_wrong(q, "edges must be pairs of different nodes from 0 to %u", nodes - 1);
            free(ends);
            ends = NULL;
        }
    }
    *edges = (uint32_t)(count / 2);
    free(numbers);
    return ends;
}

bool mw_api_place(mw_question *q)
{
    uint64_t nodes = 0;
    uint32_t edges = 0;
    size_t places = 0;
    mw_limited work;
    mw_limits limits = mw_api_host_limits(q->api);
    if (!mw_field_count(q, "nodes", 1, PLACED_MOST, &nodes))
        return false;
    uint32_t *ends = read_ends(q, (uint32_t)nodes, &edges);
    double *before = ends ? read_numbers(q, "places", &places) : NULL,
           *xy = before ? calloc(nodes, 2 * sizeof *xy) : NULL;
    bool right = before && (places % 2 == 0 && places <= 2 * nodes
                                ? true
                                : mw_wrong(q, "places must be x and y of the first nodes"));
    if (right && xy) {
        memcpy(xy, before, places * sizeof *xy);
        mw_limited_begin(&work, &limits);
        bool ok = mw_layout_points((uint32_t)nodes, ends, edges, (uint32_t)(places / 2), xy);
        mw_limited_end(&work);
        q->out->failed |= !ok;
        mw_json_open(q->out, "places", '[');
        for (size_t i = 0; ok && i < 2 * nodes; i++)
            mw_json_rounded(q->out, NULL, xy[i], 2);
        mw_json_close(q->out, ']');
    } else if (right) {
        right = mw_no_memory(q->error);
    }
    free(ends);
    free(before);
    free(xy);
    return right;
}
