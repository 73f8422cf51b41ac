// test_explain.c: what every way to a win must do, against brute force on small mazes of every
// kind: a state or a fact is needed if no win can be reached without it.
#include "mazewright/explain.h"

#include "support.h"

#include <stdlib.h>
#include <string.h>

#define STATES_MOST 400 // of a maze on which everything is tried

// A set of states of one graph.
typedef struct set {
    bool has[STATES_MOST];
} set;

typedef struct sample {
    const mw_graph *g;
    unsigned things;
    uint32_t values[STATES_MOST][MW_THINGS_MAX];
    mw_explanation e;
    uint32_t state_musts, fact_musts, ordered; // counts what the test has seen
} sample;

// ---- the slow way

// The states that are reached from a state over states outside of `without`; a state of `last` is
// reached, but not left. The first state may be in both.
static set reach(const mw_graph *g, uint32_t from, const set *without, const set *last)
{
    set met = {.has[0] = false};
    uint32_t stack[STATES_MOST], top = 0;
    met.has[from] = true;
    for (stack[top++] = from; top;) {
        uint32_t s = stack[--top];
        for (uint32_t i = g->first[s]; i < g->first[s + 1]; i++) {
            uint32_t to = g->arcs[i].to;
            if (to == MW_FAR || met.has[to] || without->has[to])
                continue;
            met.has[to] = true;
            if (!last->has[to])
                stack[top++] = to;
        }
    }
    return met;
}

static bool wins(const mw_graph *g, const set *met)
{
    for (uint32_t s = 0; s < g->states; s++)
        if (met->has[s] && g->status[s] == MW_SOLVED)
            return true;
    return false;
}

static bool wins_without(const mw_graph *g, uint32_t from, uint32_t state)
{
    const set none = {.has[0] = false};
    set without = none;
    without.has[state] = true;
    set met = reach(g, from, &without, &none);
    return wins(g, &met);
}

// Least cost from one of the states to each state.
static void spread(const mw_graph *g, uint32_t from, uint64_t *cost)
{
    for (uint32_t s = 0; s < g->states; s++)
        cost[s] = s == from ? 0 : UINT64_MAX;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t s = 0; s < g->states; s++)
            for (uint32_t i = g->first[s]; cost[s] != UINT64_MAX && i < g->first[s + 1]; i++) {
                const mw_arc *a = &g->arcs[i];
                if (a->to != MW_FAR && cost[s] + a->cost < cost[a->to]) {
                    cost[a->to] = cost[s] + a->cost;
                    changed = true;
                }
            }
    }
}

// ---- states and regions

static void expect_states(sample *k, uint32_t from)
{
    const mw_graph *g = k->g;
    for (uint32_t s = 0; s < g->states; s++) {
        uint32_t listed = 0;
        for (uint32_t i = 0; i < k->e.must_count; i++)
            listed += k->e.must[i].state == s;
        bool needed = s == from || !wins_without(g, from, s);
        if (listed != needed)
            fail_msg("state %u is %sneeded, and listed %u times", s, needed ? "" : "not ", listed);
        k->state_musts += listed;
    }
}

// The states of a region: those on ways that are reached before the next region begins, and not
// without the state that begins this one.
static set region_states(const sample *k, uint32_t region, uint32_t from)
{
    const mw_graph *g = k->g;
    const set none = {.has[0] = false};
    set begin = none, end = none, out = none;
    uint32_t first = k->e.must[k->e.regions[region].first].state;
    begin.has[first] = true;
    if (region + 1 < k->e.region_count)
        end.has[k->e.must[k->e.regions[region + 1].first].state] = true;
    set with = reach(g, from, &end, &none), without = reach(g, from, &begin, &none);
    for (uint32_t s = 0; s < g->states; s++)
        out.has[s] =
            s == first || (with.has[s] && !(without.has[s] && s != from && first != from) &&
                           g->distance[s] != MW_FAR);
    if (first != from)
        out.has[from] = false;
    return out;
}

static void expect_region(const sample *k, uint32_t region, const set *in, const set *before)
{
    const mw_graph *g = k->g;
    const mw_region *r = &k->e.regions[region];
    set dead = {.has[0] = false};
    const set none = dead;
    uint32_t states = 0, lost = 0;
    for (uint32_t s = 0; s < g->states; s++) {
        states += in->has[s];
        for (uint32_t i = g->first[s]; in->has[s] && i < g->first[s + 1]; i++)
            if (g->arcs[i].to != MW_FAR)
                dead.has[g->arcs[i].to] |= g->distance[g->arcs[i].to] == MW_FAR;
    }
    for (uint32_t s = 0; s < g->states; s++)
        lost += dead.has[s];
    assert_int_equal(r->states, states);
    assert_int_equal(r->dead, lost);
    if (!region)
        return;
    const mw_must *m = &k->e.must[r->first];
    set met = reach(g, m->state, &none, &none);
    bool back = false;
    for (uint32_t s = 0; s < g->states; s++)
        back |= met.has[s] && before->has[s];
    assert_int_equal(m->no_return, !back && g->status[m->state] == MW_OPEN);
}

// ---- facts

static set states_with(const sample *k, const set *in, mw_fact f)
{
    set out = {.has[0] = false};
    for (uint32_t s = 0; s < k->g->states; s++)
        out.has[s] = in->has[s] && k->values[s][f.thing] == f.value;
    return out;
}

// What a walk through the region meets that does not go beyond states with the fact.
static set walk(const sample *k, uint32_t region, const set *in, const set *holds)
{
    const mw_graph *g = k->g;
    const set none = {.has[0] = false};
    set last = *holds;
    for (uint32_t s = 0; s < g->states; s++)
        last.has[s] |= !in->has[s];
    return reach(g, k->e.must[k->e.regions[region].first].state, &none, &last);
}

static bool leaves(const sample *k, uint32_t region, const set *met, const set *holds)
{
    if (region + 1 < k->e.region_count)
        return met->has[k->e.must[k->e.regions[region + 1].first].state];
    for (uint32_t s = 0; s < k->g->states; s++)
        if (met->has[s] && !holds->has[s] && k->g->status[s] == MW_SOLVED)
            return true;
    return false;
}

static bool same_entries(const set *a, const set *b, const set *met_a, const set *met_b)
{
    for (uint32_t s = 0; s < STATES_MOST; s++)
        if ((a->has[s] && met_a->has[s]) != (b->has[s] && met_b->has[s]))
            return false;
    return true;
}

// Is this fact listed in the region, or another one that begins in the same states?
static bool is_listed(const sample *k, uint32_t region, const set *in, mw_fact f)
{
    const mw_region *r = &k->e.regions[region];
    set holds = states_with(k, in, f), met = walk(k, region, in, &holds);
    for (uint32_t i = r->first + 1; i <= r->first + r->facts; i++) {
        mw_fact other = k->e.must[i].fact;
        set also = states_with(k, in, other), met_also = walk(k, region, in, &also);
        if ((other.thing == f.thing && other.value == f.value) ||
            same_entries(&holds, &also, &met, &met_also))
            return true;
    }
    return false;
}

// Can a move make a difference to this thing? Not to a block on its path, which is no fact.
static bool is_clock(const sample *k, const set *met, uint32_t thing)
{
    bool changes = false;
    for (uint32_t s = 0; s < k->g->states; s++)
        for (uint32_t i = k->g->first[s]; met->has[s] && i < k->g->first[s + 1]; i++)
            for (uint32_t j = i + 1; j < k->g->first[s + 1]; j++) {
                uint32_t a = k->g->arcs[i].to, b = k->g->arcs[j].to;
                if (a == MW_FAR || b == MW_FAR || a == b || k->g->status[a] == MW_SOLVED ||
                    k->g->status[b] == MW_SOLVED)
                    continue;
                if (k->values[a][thing] != k->values[b][thing])
                    return false;
                changes |= k->values[a][thing] != k->values[s][thing];
            }
    return changes;
}

// Every fact of the region is tried.
static void expect_all_facts(const sample *k, uint32_t region, const set *in)
{
    uint32_t begin = k->e.must[k->e.regions[region].first].state;
    const mw_region *r = &k->e.regions[region];
    const set none = {.has[0] = false}, met_at_all = reach(k->g, k->e.from, &none, &none);
    bool clock[MW_THINGS_MAX];
    for (uint32_t t = 0; t < k->things; t++)
        clock[t] = is_clock(k, &met_at_all, t);
    for (uint32_t i = r->first + 1; i <= r->first + r->facts; i++)
        assert_false(clock[k->e.must[i].fact.thing]);
    for (uint32_t t = 0; t < k->things; t++)
        for (uint32_t s = 0; s < k->g->states && !clock[t]; s++) {
            mw_fact f = {t, k->values[s][t]};
            if (!in->has[s] || f.value == k->values[begin][t])
                continue;
            set holds = states_with(k, in, f), met = walk(k, region, in, &holds);
            bool needed = !leaves(k, region, &met, &holds);
            if (needed && !is_listed(k, region, in, f))
                fail_msg("region %u: fact %u = %u is needed and not listed", region, t, f.value);
        }
}

static bool is_with(const mw_must *m, mw_fact f)
{
    for (uint32_t i = 0; i < m->with_count; i++)
        if (m->with[i].thing == f.thing && m->with[i].value == f.value)
            return true;
    return false;
}

// The cost at which the fact begins, what is with it, and what comes after it.
static void expect_fact(sample *k, uint32_t index, const set *in, const uint64_t *cost)
{
    const mw_must *m = &k->e.must[index];
    const mw_region *r = &k->e.regions[m->region];
    set holds = states_with(k, in, m->fact), met = walk(k, m->region, in, &holds);
    assert_false(leaves(k, m->region, &met, &holds));
    uint64_t depth = UINT64_MAX, distance = UINT64_MAX;
    uint32_t some = MW_FAR;
    bool shared[MW_THINGS_MAX], all[MW_THINGS_MAX];
    memset(shared, 1, sizeof shared);
    memset(all, 1, sizeof all);
    for (uint32_t s = 0; s < k->g->states; s++) {
        if (!holds.has[s] || !met.has[s])
            continue;
        some = some == MW_FAR ? s : some;
        depth = cost[s] < depth ? cost[s] : depth;
        distance = k->g->distance[s] < distance ? k->g->distance[s] : distance;
        for (unsigned t = 0; t < k->things; t++)
            shared[t] &= k->values[s][t] == k->values[some][t];
    }
    assert_true(some != MW_FAR);
    assert_int_equal(m->depth, depth);
    assert_int_equal(m->distance, distance);
    for (uint32_t s = 0; s < k->g->states; s++)
        for (unsigned t = 0; in->has[s] && s != k->e.must[r->first].state && t < k->things; t++)
            all[t] &= k->values[s][t] == k->values[some][t];
    for (uint32_t t = 0; t < k->things; t++)
        if (t != m->fact.thing)
            assert_int_equal(is_with(m, (mw_fact){t, k->values[some][t]}), shared[t] && !all[t]);
    for (uint32_t other = r->first; other <= r->first + r->facts; other++) {
        bool after = other != r->first;
        for (uint32_t s = 0; after && other != index && s < k->g->states; s++)
            after = !(met.has[s] && in->has[s] && !holds.has[s] && s != k->e.must[r->first].state &&
                      k->values[s][k->e.must[other].fact.thing] == k->e.must[other].fact.value);
        assert_int_equal(mw_explanation_before(&k->e, index, other), after);
        k->ordered += after && other != index;
        if (after && other < index) // then they always begin together
            assert_true(mw_explanation_before(&k->e, other, index));
    }
    k->fact_musts++;
}

// ---- moves away

static uint32_t apart_from_goals(const sample *k, uint32_t id, const set *goals)
{
    const mw_maze *m = k->g->maze;
    mw_state s;
    mw_graph_state(k->g, id, &s);
    uint32_t at = m->kind->rules->cell(m, &s), least = MW_FAR;
    for (uint32_t g = 0; g < k->g->states; g++) {
        if (!goals->has[g])
            continue;
        mw_graph_state(k->g, g, &s);
        uint32_t goal = m->kind->rules->cell(m, &s), sum = 0;
        const uint32_t sizes[] = {m->w, m->h, m->d};
        for (uint32_t axis = 0, stride = 1; axis < 3; stride *= sizes[axis++])
            sum += (uint32_t)abs((int)(at / stride % sizes[axis]) -
                                 (int)(goal / stride % sizes[axis]));
        least = sum < least ? sum : least;
    }
    return least;
}

static void expect_away(const sample *k, uint32_t from, const set *ways)
{
    const mw_graph *g = k->g;
    uint32_t away[STATES_MOST], apart[STATES_MOST], least = MW_FAR;
    set goals = *ways;
    for (uint32_t s = 0; s < g->states; s++)
        goals.has[s] &= g->status[s] == MW_SOLVED;
    for (uint32_t s = 0; s < g->states; s++) {
        apart[s] = apart_from_goals(k, s, &goals);
        away[s] = s == from ? 0 : MW_FAR;
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t s = 0; s < g->states; s++)
            for (uint32_t i = g->first[s]; away[s] != MW_FAR && i < g->first[s + 1]; i++) {
                uint32_t to = g->arcs[i].to;
                if (to == MW_FAR || away[s] + (apart[to] > apart[s]) >= away[to])
                    continue;
                away[to] = away[s] + (apart[to] > apart[s]);
                changed = true;
            }
    }
    for (uint32_t s = 0; s < g->states; s++)
        if (goals.has[s] && away[s] < least)
            least = away[s];
    assert_int_equal(k->e.away, least);
}

// ---- mazes

static void expect_explained(sample *k, uint32_t from)
{
    const mw_graph *g = k->g;
    const set none = {.has[0] = false};
    uint64_t cost[STATES_MOST];
    assert_true(mw_explain(g, from, &k->e));
    assert_int_equal(k->e.winnable, g->distance[from] != MW_FAR);
    if (!k->e.winnable)
        return;
    assert_int_equal(k->e.cost, g->distance[from]);
    assert_int_equal(k->e.must[0].state, from);
    spread(g, from, cost);
    expect_states(k, from);
    set ways = reach(g, from, &none, &none), before = none;
    uint32_t on_ways = 0;
    for (uint32_t s = 0; s < g->states; s++)
        on_ways += ways.has[s] &= g->distance[s] != MW_FAR;
    assert_int_equal(k->e.ways, on_ways);
    for (uint32_t region = 0; region < k->e.region_count; region++) {
        const mw_region *r = &k->e.regions[region];
        set in = region_states(k, region, from);
        expect_region(k, region, &in, &before);
        assert_int_equal(k->e.must[r->first].depth, cost[k->e.must[r->first].state]);
        expect_all_facts(k, region, &in);
        for (uint32_t i = r->first + 1; i <= r->first + r->facts; i++)
            expect_fact(k, i, &in, cost);
        before = in;
    }
    if (g->maze->kind->rules->cell)
        expect_away(k, from, &ways);
    mw_explanation_free(&k->e);
}

static sample *new_sample(const mw_graph *g)
{
    sample *k = calloc(1, sizeof *k);
    assert_non_null(k);
    *k = (sample){.g = g, .things = mw_things(g->maze)};
    assert_true(k->things <= MW_THINGS_MAX);
    for (uint32_t id = 0; id < g->states; id++) {
        mw_state s;
        mw_graph_state(g, id, &s);
        mw_facts(g->maze, &s, k->values[id]);
    }
    return k;
}

TEST(explanations_agree_with_brute_force)
{
    static const char *const families[] = {"null:9x1",
                                           "rook:4x4",
                                           "rook:6x5",
                                           "die:3x3",
                                           "die:4x4,obstacles=30",
                                           "die:3x3,cost=top",
                                           "theseus:3x3",
                                           "theseus:4x3",
                                           "theseus:3x3,blocks=1",
                                           "bloxorz:6x5",
                                           "bloxorz:7x5,soft=2,heavy=1",
                                           "bloxorz:6x4,splits=1",
                                           "bloxorz:5x5,fragile=60",
                                           "marble:3x3,outer",
                                           "marble:2x2x2"};
    const unsigned seeds = SANITIZED ? 12 : 300;
    for (size_t f = 0; f < COUNT(families); f++) {
        uint32_t tried = 0, musts = 0, facts = 0, ordered = 0;
        for (unsigned seed = 1; seed <= seeds; seed++) {
            scoped_maze *m = maze_of_seed(families[f], seed);
            scoped_graph *g = mw_graph_build(m, false, &(mw_limits){.states = STATES_MOST}, NULL);
            if (!g || g->distance[0] == MW_FAR)
                continue;
            sample *k = new_sample(g);
            expect_explained(k, 0);
            expect_explained(k, seed % g->states); // and from another position
            tried++;
            musts += k->state_musts;
            facts += k->fact_musts;
            ordered += k->ordered;
            free(k);
        }
        print_message("# %s: %u mazes, %u states, %u facts, %u pairs in order\n", families[f],
                      tried, musts, facts, ordered);
        assert_true(tried >= seeds / 12);
        assert_true(musts > tried);
    }
}

// A maze with many facts, whose states fit into a limit on memory, while work on them does not.
TEST(explanations_keep_limits)
{
    scoped_maze *m = maze_of_id("bloxorz:20x20,splits=1#2");
    scoped_graph *g = mw_graph_build(m, false, &(mw_limits){.bytes = 64 << 20}, NULL);
    mw_explanation e;
    assert_non_null(g);
    assert_true(mw_explain(g, 0, &e));
    mw_explanation_free(&e);
    g->most = g->held + 8 * (uint64_t)g->states; // two rows of numbers
    assert_false(mw_explain(g, 0, &e));
    assert_null(e.must);
    mw_explanation_free(&e);
}

static bool goes_on(void *left)
{
    return (*(unsigned *)left)-- > 0;
}

TEST(explanations_can_be_stopped)
{
    scoped_maze *m = maze_of_id("theseus:20x20#1");
    scoped_graph *g = whole_graph(m);
    bool done = false;
    for (unsigned asked = 0; !done; asked = asked * 2 + 1) {
        unsigned left = asked;
        mw_stop stop = {.goes_on = goes_on, .context = &left};
        mw_explanation e;
        assert_true(asked < 100000);
        mw_stop_begin(&stop);
        done = mw_explain(g, 0, &e);
        mw_stop_end(&stop);
        assert_true(done != stop.stopped);
        assert_true(done || asked < 1000);
        assert_true(asked > 3 || !done);
        mw_explanation_free(&e);
    }
}

TEST(a_maze_without_a_solution_has_nothing_to_explain)
{
    scoped_maze *m = maze_of_text(NULL, "null 7x1\n.S..*.G\n");
    scoped_graph *g = mw_graph_build(m, false, NULL, NULL);
    mw_explanation e;
    assert_true(mw_explain(g, 0, &e));
    assert_false(e.winnable);
    assert_int_equal(e.must_count, 0);
    mw_explanation_free(&e);
}

// Every state of a corridor is passed.
TEST(words_of_a_corridor)
{
    scoped_maze *m = maze_of_text(NULL, "null 5x1\n.S..G\n");
    scoped_graph *g = mw_graph_build(m, false, NULL, NULL);
    mw_explanation e;
    static const char *const words[] = {"column 2", "column 3", "column 4", "column 5"};
    assert_true(mw_explain(g, 0, &e));
    assert_int_equal(e.must_count, COUNT(words));
    for (uint32_t i = 0; i < e.must_count; i++) {
        scoped_text *said = mw_must_words(g, &e.must[i]);
        assert_non_null(strstr(said, words[i]));
        assert_int_equal(e.must[i].depth, i);
        assert_int_equal(e.must[i].distance, 3 - i);
    }
    mw_explanation_free(&e);
}

// News are facts that hold there, and at no must before.
TEST(news_are_new)
{
    static const struct {
        const char *file;
        bool some;
    } mazes[] = {{"puzzles/bloxorz/25.bloxorz", true},
                 {"puzzles/bloxorz/10.bloxorz", true},
                 {"puzzles/bloxorz/30.bloxorz", true},
                 {"puzzles/die/05.die", false},
                 {"puzzles/rook/10.rook", false}};
    for (size_t i = 0; i < COUNT(mazes); i++) {
        scoped_maze *m = maze_of_file(mazes[i].file);
        scoped_graph *g = mw_graph_build(m, false, NULL, NULL);
        mw_explanation e;
        uint32_t told = 0;
        assert_true(mw_explain(g, 0, &e));
        for (uint32_t k = 0; k < e.must_count; k++) {
            const mw_must *must = &e.must[k];
            told += must->news_count;
            assert_true(k || !must->news_count);
            for (uint32_t n = 0; n < must->news_count; n++)
                for (uint32_t before = 0; before <= k; before++) {
                    uint32_t values[MW_THINGS_MAX];
                    mw_state s;
                    if (e.must[before].state == MW_FAR)
                        continue;
                    mw_graph_state(g, e.must[before].state, &s);
                    mw_facts(m, &s, values);
                    assert_int_equal(values[must->news[n].thing] == must->news[n].value,
                                     before == k);
                }
        }
        assert_int_equal(told > 0, mazes[i].some);
        mw_explanation_free(&e);
    }
}

TEST(words_of_news)
{
    scoped_maze *m = maze_of_file("puzzles/bloxorz/25.bloxorz");
    scoped_graph *g = mw_graph_build(m, false, NULL, NULL);
    mw_explanation e;
    assert_true(mw_explain(g, 0, &e));
    scoped_text *first = mw_must_news(g, &e.must[0]);
    scoped_text *second = mw_must_news(g, &e.must[1]);
    assert_string_equal(first, "");
    assert_string_equal(second,
                        "bridge B is there, and the block presses the ring switch on row 3, "
                        "column 8");
    mw_explanation_free(&e);
}
