// render_graph.c: see render_graph.h.
#include "tool/verbs/render_graph.h"

#include "core/stop.h"
#include "draw/layout.h"
#include "mazewright/session.h"

#include <stdlib.h>
#include <string.h>

// ---- options

// Options that are about a picture of the board, or only about one of a state graph.
static bool fits_together(const settings *s)
{
    static const option_id board[] = {O_SOLUTION, O_DISTANCES, O_DEAD},
                           graph[] = {O_LAYOUT, O_COLOUR,    O_MADE,   O_WINNABLE,
                                      O_NODES,  O_ALGORITHM, O_WEIGHT, O_HEURISTIC};
    if (s->value[O_GRAPH])
        for (size_t i = 0; i < sizeof board / sizeof *board; i++)
            if (s->value[board[i]])
                return complain("--%s is for a picture of the board; a state graph has --colour",
                                options[board[i]].name);
    if (!s->value[O_GRAPH])
        for (size_t i = 0; i < sizeof graph / sizeof *graph; i++)
            if (s->value[graph[i]])
                return complain("--%s is for a state graph; ask for one with --graph",
                                options[graph[i]].name);
    return true;
}

static bool read_search(graph_wish *g, const settings *s)
{
    name_list algorithm = {0}, heuristic = {0};
    bool search = s->value[O_ALGORITHM] || s->value[O_HEURISTIC] || s->value[O_WEIGHT];
    bool ok = option_number(s, O_WEIGHT, 0.001, 1000, 2, &g->weight) &&
              option_algorithms(s, &algorithm) && option_heuristics(s, &heuristic);
    if (ok && (algorithm.count > 1 || heuristic.count > 1))
        ok = complain("a picture shows one search; name one algorithm and one heuristic");
    if (ok && search && g->colouring != MW_COLOUR_ORDER)
        ok = complain("a search is shown with --colour order only");
    names_free(&algorithm);
    names_free(&heuristic);
    return ok;
}

bool graph_wish_read(graph_wish *g, const settings *s)
{
    const char *way = s->value[O_LAYOUT], *colour = s->value[O_COLOUR];
    *g = (graph_wish){.wanted = s->value[O_GRAPH], .layout = {.winnable = s->value[O_WINNABLE]}};
    if (way && !mw_layout_find(way, &g->layout.way))
        return complain("--layout %s is unknown; it is layers, goal or stress", way);
    if (colour && !mw_colouring_find(colour, &g->colouring))
        return complain("--colour %s is unknown; it is distance, depth, order or none", colour);
    return fits_together(s) && read_search(g, s) &&
           option_count(s, O_NODES, 100, 1e6, MW_LAYOUT_NODES, &g->layout.nodes) &&
           (!g->wanted || option_number(s, O_SCALE, 0.1, 1000, 0, &g->scale));
}

// ---- drawing

static int mark_moves(mw_graph_marks *k, const mw_graph *g, const char *moves, input *in)
{
    mw_error error;
    uint16_t *actions = NULL;
    mw_session *session = mw_session_open(in->maze); // it says what is wrong with the moves
    if (!session)
        return out_of_memory();
    bool ok = mw_session_load(session, moves, &error);
    long count = ok ? mw_moves_parse(in->maze->kind, moves, &actions, &error) : -1;
    mw_session_close(session);
    int code = count >= 0                     ? EXIT_DONE
               : error.code == MW_ERROR_INPUT ? input_unfit(in, "--moves: %s", error.text)
                                              : complain_of("--moves", &error, EXIT_USAGE);
    if (count >= 0 && !mw_marks_way(k, g, actions, (size_t)count))
        code = EXIT_LIMIT; // the caller says why
    free(actions);
    return code;
}

static int add_marks(const graph_wish *wish, watch *w, input *in, const mw_graph *g,
                     mw_graph_marks *k)
{
    const settings *s = w->s;
    mw_error error;
    int code = s->value[O_MADE] ? mark_moves(k, g, s->value[O_MADE], in) : EXIT_DONE;
    if (code == EXIT_DONE && !mw_marks_must(k, g))
        code = EXIT_LIMIT;
    if (code == EXIT_LIMIT)
        return limit_hit(w, in->label, MW_LIMIT_MEMORY);
    if (code != EXIT_DONE || wish->colouring != MW_COLOUR_ORDER)
        return code;
    mw_search_options o = {.algorithm = s->value[O_ALGORITHM],
                           .heuristic = s->value[O_HEURISTIC],
                           .weight = wish->weight,
                           .limits = w->limits};
    return mw_marks_order(k, g, o, &error) ? EXIT_DONE : complain_of(NULL, &error, EXIT_USAGE);
}

static int draw_graph(const graph_wish *wish, watch *w, input *in, const mw_graph *g,
                      mw_scene *scene, double *scale)
{
    mw_layout l = {.way = wish->layout.way};
    mw_graph_marks k = {.order = NULL};
    mw_limited work;
    mw_limited_begin(&work, &w->limits);
    int code = add_marks(wish, w, in, g, &k);
    if (code == EXIT_DONE && !mw_layout_graph(g, &wish->layout, &l))
        code = limit_hit(w, in->label, MW_LIMIT_MEMORY);
    if (code == EXIT_DONE) {
        mw_graph_picture p = {.graph = g,
                              .layout = &l,
                              .colouring = wish->colouring,
                              .order = k.order,
                              .must = k.must,
                              .must_count = k.must_count,
                              .way = k.way,
                              .way_count = k.way_count,
                              .scale = wish->scale,
                              .most =
                                  mw_budget_rest(&(mw_budget){.used = g->held, .limit = g->most})};
        if (!mw_graph_scene(&p, scene, scale))
            code = limit_hit(w, in->label, MW_LIMIT_MEMORY);
        else if (l.joined)
            complain("%s: %u states are drawn as %u dots; states that are alike share one",
                     in->label, l.drawn, l.node_count);
    }
    mw_limited_end(&work);
    mw_marks_free(&k);
    mw_layout_free(&l);
    return code;
}

int graph_wish_draw(const graph_wish *wish, watch *w, input *in, mw_scene *scene, double *scale)
{
    mw_limit limit;
    watch_restart(w);
    mw_graph *g = mw_graph_build(in->maze, false, &w->limits, &limit);
    watch_clear(w);
    if (!g)
        return limit_hit(w, in->label, limit);
    int code = draw_graph(wish, w, in, g, scene, scale);
    mw_graph_free(g);
    return code;
}
