// test_directed.c: breadth-first search over ranks where moves cannot be undone keeps only which
// edges led to new states, and finds the way back by counting. Here on random directed graphs, with
// up to as many edges as a kind may have, against the search that keeps every parent.
#include "support.h"

typedef struct graph { // maze->data
    uint32_t nodes, goal, most;
    uint32_t edges[]; // by node: `most` places; a node itself: no edge there
} graph;

static const graph *graph_of(const mw_maze *m)
{
    return (const graph *)m->data;
}

// With two words a state is a node and its complement, so that layers are kept as ranks.
static mw_state state_of(const mw_maze *m, uint64_t node)
{
    return (mw_state){{node, m->words > 1 ? ~node : 0}};
}

static void start(const mw_maze *m, mw_state *s)
{
    *s = state_of(m, 0);
}

static mw_status status(const mw_maze *m, const mw_state *s)
{
    return s->w[0] == graph_of(m)->goal ? MW_SOLVED : MW_OPEN;
}

static unsigned expand(const mw_maze *m, const mw_state *s, mw_edge *edges)
{
    const graph *g = graph_of(m);
    unsigned n = 0;
    for (uint32_t i = 0; i < g->most; i++) {
        uint32_t to = g->edges[s->w[0] * g->most + i];
        if (to == s->w[0])
            continue;
        bool lost = to % 11 == 10;
        edges[n++] = (mw_edge){.to = state_of(m, to),
                               .rank = to,
                               .cost = 1,
                               .action = (uint16_t)i,
                               .status = lost ? MW_LOST : (int16_t)(to == g->goal)};
    }
    return n;
}

static uint64_t count(const mw_maze *m)
{
    return graph_of(m)->nodes;
}

static uint64_t rank(UNUSED const mw_maze *m, const mw_state *s)
{
    return s->w[0];
}

static bool unrank(const mw_maze *m, uint64_t r, mw_state *s)
{
    *s = state_of(m, r);
    return true;
}

static const mw_rules rules = {
    .size = sizeof(mw_rules),
    .actions = (const mw_action[]){{.word = "a"},
                                   {.word = "b"},
                                   {.word = "c"},
                                   {.word = "d"},
                                   {.word = "e"},
                                   {.word = "f"},
                                   {.word = "g"},
                                   {.word = "h"},
                                   {.word = "i"},
                                   {.word = "j"},
                                   {.word = "k"},
                                   {.word = "l"},
                                   {.word = "m"},
                                   {.word = "n"},
                                   {.word = "o"},
                                   {.word = "p"},
                                   {0}},
    .start = start,
    .status = status,
    .expand = expand,
    .count = count,
    .rank = rank,
    .unrank = unrank,
};
static const mw_kind kind = {
    .size = sizeof(mw_kind), .name = "graph", .about = "a random directed graph", .rules = &rules};

// Edges lead a short way on or anywhere back, so that the way to the goal is long; only far out do
// nodes have more than eight.
static mw_maze *random_graph(mw_rng *rng, uint32_t nodes, uint32_t most, uint8_t words)
{
    mw_maze *m = mw_maze_new(&kind, sizeof(graph) + (size_t)nodes * most * sizeof(uint32_t));
    assert_non_null(m);
    graph *g = (graph *)m->data;
    m->words = words;
    m->traits = MW_UNIT_COST;
    *g = (graph){.nodes = nodes, .goal = nodes - 1 - mw_rng_below(rng, nodes / 4), .most = most};
    for (uint32_t i = 0; i < nodes * most; i++) {
        uint32_t from = i / most, ahead = from + 1 + mw_rng_below(rng, 9);
        bool none = mw_rng_below(rng, 3) == 0 || (i % most >= 8 && from < nodes / 2);
        g->edges[i] = none                                    ? from
                      : mw_rng_below(rng, 4) && ahead < nodes ? ahead
                                                              : mw_rng_below(rng, from + 1);
    }
    return m;
}

static void search(const mw_maze *m, mw_visited_type store, bool exhaust, mw_result *r)
{
    mw_search_options o = {.algorithm = "bfs", .store = store, .exhaust = exhaust};
    mw_error e;
    assert_true(mw_search(m, &o, r, &e)); // the way found has been played
}

TEST(the_way_back_is_found)
{
    mw_rng rng = seeded(7);
    uint32_t longest = 0, unsolvable = 0;
    for (unsigned i = 0; i < 400; i++) {
        uint32_t most = i % 2 ? MW_EDGES_MAX : 1 + mw_rng_below(&rng, 8);
        scoped_maze *m =
            random_graph(&rng, 20 + mw_rng_below(&rng, 3000), most, (uint8_t)(1 + i / 2 % 2));
        scoped_result dense = {0}, hashed = {0};
        search(m, MW_VISITED_DENSE, i % 3 == 0, &dense);
        search(m, MW_VISITED_HASHED, i % 3 == 0, &hashed);
        assert_int_equal(dense.outcome, hashed.outcome);
        assert_int_equal(dense.stored, hashed.stored);
        assert_int_equal(dense.expanded, hashed.expanded);
        if (dense.outcome == MW_OUTCOME_SOLVED) {
            assert_int_equal(dense.moves, hashed.moves);
            assert_memory_equal(dense.actions, hashed.actions, dense.moves * sizeof *dense.actions);
            longest = dense.moves > longest ? dense.moves : longest;
        } else {
            unsolvable++;
        }
    }
    assert_true(longest > 100 && unsolvable > 10);
}
