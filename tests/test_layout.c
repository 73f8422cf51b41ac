// test_layout.c: state graphs that are laid out, and drawn: each state in one node, each move in
// one edge, no two nodes at one place, the same bits again; large ones, limits, and the command.
#include "command_support.h"
#include "mazewright/layout.h"
#include "mazewright/text.h"

#include <math.h>

#define scoped_layout scoped(mw_layout_free) mw_layout

static const char *const families[] = {"rook:6x6", "die:7x7,obstacles=25", "theseus:6x6",
                                       "bloxorz:8x6", "marble:4x4,outer"};

static mw_graph *graph_of(const mw_maze *m)
{
    mw_graph *g = mw_graph_build(m, false, NULL, NULL);
    assert_non_null(g);
    return g;
}

static int by_place(const void *a, const void *b)
{
    const mw_layout_node *one = a, *two = b;
    return one->x != two->x ? (one->x > two->x) - (one->x < two->x)
                            : (one->y > two->y) - (one->y < two->y);
}

static void expect_places(const mw_layout *l)
{
    mw_layout_node *sorted = malloc((l->node_count + 1) * sizeof *sorted);
    memcpy(sorted, l->nodes, l->node_count * sizeof *sorted);
    qsort(sorted, l->node_count, sizeof *sorted, by_place);
    for (uint32_t i = 0; i < l->node_count; i++) {
        const mw_layout_node *n = &sorted[i];
        assert_true(n->x >= 0 && n->x <= l->width && n->y >= 0 && n->y <= l->height);
        assert_true(fabs(n->x * 100 - round(n->x * 100)) < 1e-6);
        assert_true(!i || by_place(n, n - 1));
    }
    free(sorted);
}

// Each state that is drawn stands in one node, and each node knows its states.
static void expect_states(const mw_graph *g, const mw_layout *l, bool winnable)
{
    uint32_t drawn = 0, sum = 0;
    for (uint32_t s = 0; s < g->reachable; s++) {
        bool there = l->node_of[s] != MW_FAR;
        assert_true(there == (!winnable || !s || g->distance[s] != MW_FAR));
        drawn += there;
    }
    for (uint32_t i = 0; i < l->node_count; i++) {
        const mw_layout_node *n = &l->nodes[i];
        assert_true(n->first == sum && n->states > 0);
        for (uint32_t k = 0; k < n->states; k++)
            assert_int_equal(l->node_of[l->members[sum + k]], i);
        sum += n->states;
    }
    assert_true(drawn == sum && sum == l->drawn && l->node_of[0] == 0);
}

// Each move between two nodes is an edge, and each edge is a move.
static void expect_edges(const mw_graph *g, const mw_layout *l)
{
    size_t side = l->node_count;
    char *moves = calloc(side, side);
    for (uint32_t s = 0; s < g->reachable; s++)
        for (uint32_t a = g->first[s]; a < g->first[s + 1]; a++) {
            uint32_t to = g->arcs[a].to == MW_FAR ? MW_FAR : l->node_of[g->arcs[a].to];
            if (l->node_of[s] != MW_FAR && to != MW_FAR && to != l->node_of[s])
                moves[l->node_of[s] * side + to] = 1;
        }
    for (uint32_t i = 0; i < l->edge_count; i++) {
        const mw_layout_edge *e = &l->edges[i];
        assert_true(e->both < 2 && moves[e->from * side + e->to]); // and not listed before
        moves[e->from * side + e->to] = 0;
        assert_true(e->both == (uint32_t)moves[e->to * side + e->from]);
        moves[e->to * side + e->from] = 0;
    }
    for (size_t i = 0; i < side * side; i++)
        assert_int_equal(moves[i], 0);
    free(moves);
}

static void expect_whole(const mw_graph *g, const mw_layout *l, bool winnable)
{
    expect_places(l);
    expect_states(g, l, winnable);
    expect_edges(g, l);
}

TEST(every_kind_is_laid_out_whole_and_alike_each_time)
{
    for (size_t f = 0; f < COUNT(families); f++)
        for (unsigned seed = 1; seed <= 6; seed++) {
            scoped_maze *m = maze_of_seed(families[f], seed);
            scoped_graph *g = graph_of(m);
            for (int way = 0; way < MW_LAYOUTS; way++) {
                bool winnable = seed % 2;
                mw_layout_options o = {.way = (mw_layout_way)way, .winnable = winnable};
                scoped_layout l, again;
                assert_true(mw_layout_graph(g, &o, &l) && mw_layout_graph(g, &o, &again));
                expect_whole(g, &l, winnable);
                assert_false(l.joined);
                assert_memory_equal(l.nodes, again.nodes, l.node_count * sizeof *l.nodes);
                assert_memory_equal(l.edges, again.edges, l.edge_count * sizeof *l.edges);
            }
        }
}

TEST(layers_are_distances_and_rows)
{
    scoped_maze *m = maze_of_id("theseus:6x6#2");
    scoped_graph *g = graph_of(m);
    scoped_layout down, up;
    assert_true(mw_layout_graph(g, &(mw_layout_options){0}, &down));
    assert_true(mw_layout_graph(g, &(mw_layout_options){.way = MW_LAYOUT_GOAL}, &up));
    for (uint32_t s = 0; s < g->reachable; s++) {
        const mw_layout_node *n = &down.nodes[s];
        assert_int_equal(n->layer, g->depth[s]); // every move costs 1
        if (g->distance[s] != MW_FAR)
            assert_int_equal(up.nodes[s].layer, g->distance[s]);
        for (uint32_t other = 0; other < s; other++) { // rows stand upright, where there are many
            double apart = fmax(fabs(n->x - down.nodes[other].x), fabs(n->y - down.nodes[other].y));
            assert_true(apart > 0.985 || n->layer != down.nodes[other].layer);
        }
    }
}

// How far distances in the picture are from those in the graph, as a share: of a corridor.
TEST(a_corridor_is_a_line)
{
    scoped_maze *m = maze_of_text(NULL, "null 40x1\nS......................................G\n");
    scoped_graph *g = graph_of(m);
    scoped_layout l;
    assert_true(mw_layout_graph(g, &(mw_layout_options){.way = MW_LAYOUT_STRESS}, &l));
    double length = l.nodes[39].x - l.nodes[0].x;
    assert_true(length > 39 && l.height < length / 8);
    for (uint32_t i = 1; i < 40; i++)
        assert_true(l.nodes[i].x > l.nodes[i - 1].x);
}

TEST(large_graphs_are_joined_and_lose_nothing)
{
    static const char *const ids[] = {"theseus:10x10#1", "die:30x30,obstacles=20#3", "rook:30x30#1",
                                      "marble:6x6x6#2"};
    for (size_t i = 0; i < COUNT(ids); i++) {
        scoped_maze *m = maze_of_id(ids[i]);
        scoped_graph *g = graph_of(m);
        for (uint32_t most = 100; most <= 600; most += 500)
            for (int way = 0; way < MW_LAYOUTS; way++) {
                scoped_layout l;
                mw_layout_options o = {.way = (mw_layout_way)way, .nodes = most};
                assert_true(mw_layout_graph(g, &o, &l));
                if (g->reachable <= most)
                    continue;
                assert_true(l.joined && l.node_count <= most && l.node_count > most / 8);
                expect_whole(g, &l, false);
                assert_int_equal(l.nodes[0].states, 1); // the start is alone
            }
    }
}

TEST(dead_states_are_joined_with_dead_ones)
{
    scoped_maze *m = maze_of_id("theseus:10x10#9");
    scoped_graph *g = graph_of(m);
    scoped_layout l;
    assert_true(mw_layout_graph(g, &(mw_layout_options){.nodes = 400}, &l));
    uint32_t mixed = 0, dead = 0;
    for (uint32_t i = 0; i < l.node_count; i++) {
        uint32_t count = 0;
        for (uint32_t k = 0; k < l.nodes[i].states; k++)
            count += g->distance[l.members[l.nodes[i].first + k]] == MW_FAR;
        mw_node_account a = mw_layout_account(g, &l, i);
        assert_true((a.distance == MW_FAR) == (count == l.nodes[i].states));
        mixed += count && count < l.nodes[i].states;
        dead += count > 0;
    }
    assert_true(dead > 10 && mixed * 10 < dead);
}

TEST(states_are_found_and_reached)
{
    for (size_t f = 0; f < COUNT(families); f++) {
        scoped_maze *m = maze_of_seed(families[f], 3);
        scoped_graph *g = graph_of(m);
        for (uint32_t s = 0; s < g->reachable; s += 1 + s / 20) {
            mw_state here, reached;
            uint32_t moves;
            uint64_t cost;
            uint16_t *way = mw_graph_way(g, s, &moves);
            mw_graph_state(g, s, &here);
            assert_int_equal(mw_graph_find(g, &here), s);
            assert_int_equal(mw_replay(m, way, moves, &reached, &cost, NULL), moves);
            assert_int_equal(mw_graph_find(g, &reached), s);
            assert_int_equal(cost, g->depth[s]);
            free(way);
        }
    }
}

// ---- limits

static bool never(void *context)
{
    (*(unsigned *)context)++;
    return false;
}

TEST(work_ends_when_it_is_to_end_and_keeps_to_memory)
{
    scoped_maze *m = maze_of_id("theseus:10x10#1");
    scoped_graph *g = graph_of(m);
    mw_layout l;
    for (int way = 0; way < MW_LAYOUTS; way++) {
        mw_layout_options o = {.way = (mw_layout_way)way};
        unsigned asked = 0;
        mw_stop stop = {.goes_on = never, .context = &asked};
        mw_stop_begin(&stop);
        assert_false(mw_layout_graph(g, &o, &l));
        mw_stop_end(&stop);
        assert_true(asked > 0 && !l.nodes && !l.bytes);
        assert_true(mw_layout_graph(g, &o, &l));
        uint64_t bytes = l.bytes;
        mw_layout_free(&l);
        g->most = g->held + bytes;
        assert_true(mw_layout_graph(g, &o, &l));
        mw_layout_free(&l);
        g->most = g->held + bytes - 1;
        assert_false(mw_layout_graph(g, &o, &l));
        g->most = 0;
    }
}

TEST(any_graph_can_be_placed)
{
    double xy[200] = {0};
    assert_true(mw_layout_points(1, NULL, 0, 0, xy));
    assert_true(mw_layout_points(100, NULL, 0, 0, xy)); // nothing hangs together
    for (unsigned i = 0; i < 100; i++)
        for (unsigned k = 0; k < i; k++)
            assert_true(xy[2 * i] != xy[2 * k] || xy[2 * i + 1] != xy[2 * k + 1]);
    uint32_t ends[198]; // a star
    for (unsigned i = 0; i < 99; i++) {
        ends[2 * i] = 0;
        ends[2 * i + 1] = i + 1;
    }
    memset(xy, 0, sizeof xy);
    assert_true(mw_layout_points(50, ends, 49, 0, xy));
    double before[100];
    memcpy(before, xy, sizeof before);
    assert_true(mw_layout_points(52, ends, 51, 50, xy)); // those that were there stay about there
    double moved = 0;
    for (unsigned i = 1; i < 50; i++)
        moved += hypot(xy[2 * i] - xy[0] - before[2 * i] + before[0],
                       xy[2 * i + 1] - xy[1] - before[2 * i + 1] + before[1]) /
                 49;
    assert_true(moved < 2);
}

// ---- pictures

TEST(pictures_are_the_same_bytes_and_small)
{
    assert_int_equal(
        run_command("render --graph --layout stress theseus:16x16#1 -o %s/a.svg --colour depth",
                    NULL, NULL),
        DONE);
    assert_int_equal(
        run_command("render --graph --layout=stress theseus:16x16#1 -o %s/b.svg --color depth",
                    NULL, NULL),
        DONE);
    size_t one, two;
    scoped_text *a = bytes_of(scratch_path("a.svg"), &one),
                *b = bytes_of(scratch_path("b.svg"), &two);
    assert_true(one == two && !memcmp(a, b, one));
    scoped_maze *m = maze_of_id("theseus:16x16#1");
    scoped_graph *g = graph_of(m);
    assert_true(g->reachable > 1000 && one < 150 * (size_t)g->reachable);
    assert_non_null(strstr(a, "start</text>"));
    assert_non_null(strstr(a, "</svg>\n"));
}

TEST(the_command_draws_graphs_into_files_only)
{
    const command_case cases[] = {
        {"render --graph rook:5x5#1", USAGE, "", "--graph needs a file"},
        {"render --graph rook:5x5#1 -o %s/x.gif", USAGE, "", "--graph needs a file"},
        {"render --graph --layout round rook:5x5#1 -o %s/x.svg", USAGE, "",
         "it is layers, goal or stress"},
        {"render --graph --layout goal --colour red rook:5x5#1 -o %s/x.svg", USAGE, "",
         "distance, depth"},
        {"render --colour order rook:5x5#1 -o %s/x.svg", USAGE, "",
         "--colour is for a state graph"},
        {"render --graph --layout goal --dead rook:5x5#1 -o %s/x.svg", USAGE, "",
         "--dead is for a picture"},
        {"render --graph --layout goal -a bfs rook:5x5#1 -o %s/x.svg", USAGE, "",
         "--colour order only"},
        {"render --graph --layout goal --moves ZZ rook:5x5#1 -o %s/x.svg", USAGE, "", "--moves: "},
        {"render --graph --layout goal rook:5x5#1 -o /nowhere/x.svg", BROKEN, "", "/nowhere/x.svg"},
        {"render --graph --layout goal --limit-states 50 die:9x9#1 -o %s/x.svg", LIMIT, "",
         "limit: states"},
        {"render --graph --layout goal --limit-memory 300K die:30x30,obstacles=10#1 -o %s/x.svg",
         LIMIT, "", "limit: memory"},
        {"render --graph --nodes 100 die:9x9,obstacles=10#1 -o %s/x.svg", DONE, "", "dots"},
        {"render --graph --layout stress --colour order -a astar -H h2 die:5x5#1 -o %s/x.svg", DONE,
         "", ""},
        {"render --graph --layout goal --theme dark rook:5x5#1 -o %s/x.png", DONE, "", ""},
        {"render --graph --layout goal --winnable rook:5x5#1 -o %s/x.pdf", DONE, "", ""},
        {"render --graph -o %s/many/ shipped:rook rook:3x3#1..3", DONE, "", ""},
    };
    expect_answers(cases, COUNT(cases));
}
