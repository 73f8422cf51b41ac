// test_search.c: searches keep their limits, and count what they say they count.
#include "support.h"

static const mw_visited_type stores[] = {MW_VISITED_DENSE, MW_VISITED_HASHED, MW_VISITED_FULL};

// ---- limits

static bool stop_at_once(void *context, const mw_progress *p)
{
    assert_true(p->expanded > 0 && p->bytes > 0);
    ++*(int *)context;
    return false;
}

static void expect_limit(const mw_maze *m, const mw_search_options *o, mw_limit limit)
{
    scoped_result r = search_with(m, o);
    if (r.outcome != MW_OUTCOME_LIMIT || r.limit != limit)
        fail_msg("%s %s: %s, limit %s instead of %s", o->algorithm, mw_visited_name(o->store),
                 mw_outcome_name(r.outcome), mw_limit_name(r.limit), mw_limit_name(limit));
    assert_false(r.optimal);
    assert_true(!o->limits.bytes || r.bytes <= o->limits.bytes);
    // A limit on states is looked at before each expansion, which may add a few.
    assert_true(!o->limits.states || r.stored <= o->limits.states + MW_EDGES_MAX);
}

static void check_limits(const mw_maze *m, const char *algorithm, mw_visited_type store)
{
    int calls = 0;
    mw_search_options o = {.algorithm = algorithm, .store = store, .exhaust = true};
    o.limits = (mw_limits){.states = 50};
    expect_limit(m, &o, MW_LIMIT_STATES);
    for (uint64_t bytes = 1; bytes < 6000; bytes = bytes * 3 / 2 + 1) {
        o.limits = (mw_limits){.bytes = bytes};
        expect_limit(m, &o, MW_LIMIT_MEMORY);
    }
    o.limits = (mw_limits){.keep_going = stop_at_once, .context = &calls};
    expect_limit(m, &o, MW_LIMIT_STOPPED);
    assert_int_equal(calls, 1);
}

TEST(searches_report_which_limit_they_hit)
{
    mw_maze *m = maze_of_id("die:60x60,obstacles=5#1");
    for (const mw_algorithm *a = mw_algorithms(); a->name; a++)
        for (unsigned i = 0; i < 3 && !a->incomplete; i++)
            check_limits(m, a->name, stores[i]);
    mw_maze_free(m);
    m = maze_of_id(
        "null:1000x1#1"); // a corridor has few paths, so a search without a store gets on
    check_limits(m, "ids", MW_VISITED_NONE);
    check_limits(m, "idastar", MW_VISITED_NONE);
    mw_maze_free(m);
}

// A heuristic that is computed beforehand keeps the limits too.
TEST(preparing_a_heuristic_keeps_the_limits)
{
    static const char *const ids[] = {"die:60x60#1", "die:60x60,cost=top#1"};
    for (unsigned i = 0; i < 2; i++) {
        scoped_maze *m = maze_of_id(ids[i]);
        int calls = 0;
        mw_search_options o = {.algorithm = "astar", .heuristic = "empty-board"};
        for (uint64_t bytes = 1; bytes < 100000; bytes = bytes * 3 / 2 + 1) {
            o.limits = (mw_limits){.bytes = bytes};
            expect_limit(m, &o, MW_LIMIT_MEMORY);
        }
        o.limits = (mw_limits){.keep_going = stop_at_once, .context = &calls};
        expect_limit(m, &o, MW_LIMIT_STOPPED);
        assert_int_equal(calls, 1);
    }
}

static bool stop_when_much_is_held(void *context, const mw_progress *p)
{
    uint64_t *most = context;
    *most = p->bytes > *most ? p->bytes : *most;
    return *most < 1500000;
}

// A search that is stopped says how much it held, also while its heuristic is computed.
TEST(a_stopped_search_reports_its_memory)
{
    static const char *const heuristics[] = {"empty-board", "h4"};
    scoped_maze *m = maze_of_id("die:80x80,cost=top#1");
    for (size_t i = 0; i < COUNT(heuristics); i++) {
        uint64_t most = 0;
        scoped_result r =
            search_with(m, &(mw_search_options){
                               .algorithm = "astar",
                               .heuristic = heuristics[i],
                               .exhaust = true,
                               .limits = {.keep_going = stop_when_much_is_held, .context = &most}});
        assert_int_equal(r.limit, MW_LIMIT_STOPPED);
        assert_true(most >= 1500000 && r.bytes >= most);
    }
}

static void check_memory(const mw_maze *m, const char *name, mw_search_options o)
{
    scoped_result first = search_with(m, &o);
    o.limits.bytes = first.bytes;
    scoped_result again = search_with(m, &o);
    if (again.outcome != first.outcome || again.bytes > first.bytes || again.cost != first.cost)
        fail_msg("%s: %s %s %s says it held %llu bytes, but with that limit: %s", name, o.algorithm,
                 o.heuristic ? o.heuristic : "", mw_visited_name(o.store),
                 (unsigned long long)first.bytes, mw_outcome_name(again.outcome));
}

// What a search says it held at most is enough for it to run again.
TEST(the_memory_reported_is_enough)
{
    static const struct {
        const char *maze, *heuristic;
    } cases[] = {
        {"die:20x20#5", "h4"},
        {"die:20x20#5", "empty-board"},
        {"die:8x8,cost=top#1", "h4"},
        {"die:8x8,cost=top#1", "empty-board"},
        {"rook:9x9,no-u-turn#1", "landing"},
    };
    for (size_t c = 0; c < COUNT(cases); c++) {
        scoped_maze *m = maze_of_id(cases[c].maze);
        for (const mw_algorithm *a = mw_algorithms(); a->name; a++)
            for (unsigned i = 0; i < 3; i++) {
                mw_search_options o = {.algorithm = a->name, .store = stores[i]};
                o.heuristic = a->informed ? cases[c].heuristic : NULL;
                check_memory(m, cases[c].maze, o);
            }
    }
}

TEST(graphs_report_which_limit_they_hit)
{
    scoped_maze *m = maze_of_id("die:60x60,obstacles=5#1");
    int calls = 0;
    mw_limit limit = MW_WITHIN;
    for (int all = 0; all < 2; all++) {
        assert_null(mw_graph_build(m, all, &(mw_limits){.states = 100}, &limit));
        assert_int_equal(limit, MW_LIMIT_STATES);
        for (uint64_t bytes = 1; bytes < 500000; bytes = bytes * 3 / 2 + 1) {
            assert_null(mw_graph_build(m, all, &(mw_limits){.bytes = bytes}, &limit));
            assert_int_equal(limit, MW_LIMIT_MEMORY);
        }
        mw_limits stop = {.keep_going = stop_at_once, .context = &calls};
        assert_null(mw_graph_build(m, all, &stop, &limit));
        assert_int_equal(limit, MW_LIMIT_STOPPED);
    }
}

// ---- counting

typedef struct tally {
    uint64_t states, edges;
} tally;

// Every state met from the start, none merged, found by comparing each with all others.
static tally count_apart(const mw_maze *m)
{
    static mw_state met[3000];
    tally t = {.states = 1};
    m->kind->rules->start(m, &met[0]);
    for (uint64_t i = 0; i < t.states; i++) {
        mw_edge edges[MW_EDGES_MAX];
        if (m->kind->rules->status(m, &met[i]) != MW_OPEN)
            continue;
        unsigned n = m->kind->rules->expand(m, &met[i], edges);
        t.edges += n;
        for (unsigned e = 0; e < n; e++) {
            uint64_t j = 0;
            while (j < t.states && memcmp(&met[j], &edges[e].to, sizeof met[j]))
                j++;
            if (j == t.states && edges[e].status != MW_LOST) {
                assert_true(t.states < 3000);
                met[t.states++] = edges[e].to;
            }
        }
    }
    return t;
}

static void check_tally(const mw_maze *m, const char *algorithm, const char *heuristic,
                        mw_visited_type store, tally expected, bool solvable)
{
    mw_search_options o = {
        .algorithm = algorithm, .heuristic = heuristic, .store = store, .exhaust = true};
    scoped_result r = search_with(m, &o);
    bool deepening = !strcmp(algorithm, "ids") || !strcmp(algorithm, "idastar");
    bool once = !r.reopened && !deepening; // is every state expanded once?
    if (r.stored != expected.states || (once && r.generated != expected.edges) ||
        r.outcome != (solvable ? MW_OUTCOME_SOLVED : MW_OUTCOME_UNSOLVABLE))
        fail_msg("%s %s %s: %s, %llu states, %llu edges; there are %llu and %llu in %s", algorithm,
                 heuristic ? heuristic : "", mw_visited_name(store), mw_outcome_name(r.outcome),
                 (unsigned long long)r.stored, (unsigned long long)r.generated,
                 (unsigned long long)expected.states, (unsigned long long)expected.edges,
                 mw_maze_print(m, "id"));
}

// Exhausts the maze with every algorithm, store and heuristic.
static void check_exhaustion(const mw_maze *m)
{
    scoped_graph *g = mw_graph_build(m, false, NULL, NULL);
    assert_non_null(g);
    const tally merged = {.states = g->reachable, .edges = g->reachable_edges},
                apart = count_apart(m);
    for (const mw_algorithm *a = mw_algorithms(); a->name; a++)
        for (unsigned i = 0; i < 3 && !a->incomplete; i++) {
            tally expected = stores[i] == MW_VISITED_FULL ? apart : merged;
            check_tally(m, a->name, NULL, stores[i], expected, g->distance[0] != MW_FAR);
            for (const mw_heuristic *h = m->kind->heuristics; a->informed && h->name; h++)
                check_tally(m, a->name, h->name, stores[i], expected, g->distance[0] != MW_FAR);
        }
}

TEST(exhaustive_runs_see_every_state)
{
    static const char *const params[] = {
        "null:30x1",
        "rook:5x5",
        "rook:4x5,queen",
        "rook:4x5,no-u-turn",
        "rook:4x4,no-u-turn,queen,goal=center",
        "die:5x4,obstacles=25",
        "die:4x3,never=none",
        "die:3x3,cost=top",
        "die:3x3,never=none,goal=any,cost=top",
    };
    for (size_t i = 0; i < COUNT(params); i++)
        for (int seed = 0; seed < 4; seed++) {
            scoped_maze *m = maze_of_seed(params[i], seed);
            check_exhaustion(m);
        }
    static const char *const labelled[] = {"die:5x4,labels=before:S1.3./2.5.1/.4x2./.1.3G",
                                           "die:5x4,labels=after:S2.3./4.5.1/.4x2./.1.3G",
                                           "null:9x1:..S.x..G."};
    for (size_t i = 0; i < COUNT(labelled); i++) {
        scoped_maze *m = maze_of_id(labelled[i]);
        check_exhaustion(m);
    }
}

// A maze with several solved states is not left at the first of them. States next to a solved one
// may have been reached long after it, for no way leads on from there: in the last maze, a search
// that tells depths modulo 3 must not mistake one for the other when it walks back.
TEST(exhaustive_runs_go_on_past_every_goal)
{
    static const char *const params[] = {"die:4x4,goal=any,obstacles=20",
                                         "die:4x3,goal=135,never=none",
                                         "die:4x4,goal=2345,obstacles=20"};
    for (size_t i = 0; i < COUNT(params); i++)
        for (int seed = 0; seed < 6; seed++) {
            scoped_maze *m = maze_of_seed(params[i], seed);
            check_exhaustion(m);
        }
    scoped_maze *m = maze_of_id("die:4x7,goal=any,cost=top:Sx../..../..../..x./.x../..../x..G");
    mw_search_options o = {.algorithm = "bfs", .store = MW_VISITED_DENSE, .exhaust = true};
    scoped_result r = search_with(m, &o);
    assert_int_equal(r.outcome, MW_OUTCOME_SOLVED);
    assert_int_equal(r.stored, count_apart(m).states); // with cost=top nothing is merged
}

// Without a table the work grows with the number of paths, so only short ways and, in the fewer
// states of a rook, mazes without any way are practical.
static bool check_storeless(const mw_maze *m, const char *algorithm)
{
    scoped_result least = search_with(m, &(mw_search_options){0});
    bool solvable = least.outcome == MW_OUTCOME_SOLVED;
    if (solvable || !strcmp(m->kind->name, "rook")) {
        mw_search_options o = {.algorithm = algorithm, .store = MW_VISITED_NONE};
        scoped_result r = search_with(m, &o);
        assert_int_equal(r.outcome, least.outcome);
        assert_int_equal(r.cost, least.cost);
        assert_int_equal(r.store, MW_VISITED_NONE);
    }
    return solvable;
}

TEST(deepening_needs_no_store)
{
    static const char *const params[] = {"null:20x1", "rook:3x3", "rook:4x3,no-u-turn", "die:3x3",
                                         "die:4x2,cost=top,goal=any"};
    unsigned solvable = 0;
    for (size_t i = 0; i < COUNT(params); i++)
        for (int seed = 0; seed < 12; seed++) {
            scoped_maze *m = maze_of_seed(params[i], seed);
            if (m->traits & MW_UNIT_COST)
                check_storeless(m, "ids");
            solvable += check_storeless(m, "idastar");
        }
    assert_true(solvable > 20);
}

TEST(other_searches_refuse_to_run_without_a_store)
{
    scoped_maze *m = maze_of_id("null:5x1#1");
    for (const mw_algorithm *a = mw_algorithms(); a->name; a++) {
        mw_search_options o = {.algorithm = a->name, .store = MW_VISITED_NONE};
        scoped_result r = {0};
        mw_error e = {0};
        bool may = !strcmp(a->name, "ids") || !strcmp(a->name, "idastar") || a->incomplete;
        assert_int_equal(mw_search(m, &o, &r, &e), may);
        assert_true(may || e.text[0]);
    }
}

// ---- hill climbing

typedef struct climb { // what the events of one climb say
    uint32_t here;     // the estimate of the state expanded last
    uint32_t best;     // the least one of the states one move away
    bool wrong;
} climb;

static void watch_climb(void *context, const mw_event *e)
{
    climb *c = context;
    if (e->type == MW_EVENT_EXPAND) {
        c->wrong |= c->here != MW_FAR && (e->h >= c->here || e->h != c->best);
        c->here = e->h;
        c->best = MW_FAR;
    } else if (e->type == MW_EVENT_GENERATE && e->status != MW_LOST && e->h < c->best) {
        c->best = e->h;
    }
}

// Climbs with every heuristic. Each step goes to the least estimate one move away, which is less
// than here; it is stuck only where there is none.
static void check_climbs(const mw_maze *m, const char *name, unsigned ends[3])
{
    scoped_graph *g = mw_graph_build(m, false, NULL, NULL);
    assert_non_null(g);
    for (const mw_heuristic *h = m->kind->heuristics; h && h->name; h++) {
        climb c = {.here = MW_FAR};
        mw_search_options o = {
            .algorithm = "hill", .heuristic = h->name, .event = watch_climb, .event_context = &c};
        scoped_result r = search_with(m, &o);
        bool solvable = g->distance[0] != MW_FAR, stuck = r.limit == MW_LIMIT_STUCK;
        ends[r.outcome]++;
        if (c.wrong || r.optimal || r.store != MW_VISITED_NONE ||
            (r.outcome == MW_OUTCOME_SOLVED && (!solvable || r.moves != r.expanded)) ||
            (r.outcome == MW_OUTCOME_UNSOLVABLE && solvable) ||
            (r.outcome == MW_OUTCOME_LIMIT && (!stuck || c.best < c.here)))
            fail_msg("%s: hill climbing with %s is no steepest climb: %s", name, h->name,
                     mw_outcome_name(r.outcome));
    }
}

TEST(hill_climbing_is_steepest_and_claims_nothing)
{
    static const char *const unsolvable[] = {"die:6x6,obstacles=35#2", "rook:4x4#3",
                                             "bloxorz:7x6,floor=70,switches=2#2"};
    unsigned ends[3] = {0};
    char **names = shipped_mazes();
    for (char **n = names; *n; n++) {
        scoped_maze *m = maze_of_file(*n);
        check_climbs(m, *n, ends);
    }
    free_names(names);
    assert_true(ends[MW_OUTCOME_SOLVED] > 10 && ends[MW_OUTCOME_LIMIT] > 100);
    for (size_t i = 0; i < COUNT(unsolvable); i++) {
        scoped_maze *m = maze_of_id(unsolvable[i]);
        check_climbs(m, unsolvable[i], ends);
    }
    assert_true(ends[MW_OUTCOME_UNSOLVABLE] > 0); // where the heuristic proves it
}

TEST(hill_climbing_keeps_the_limits)
{
    char way[99] = "";
    memset(way, '.', 98);
    scoped_maze *m = maze_of_id(formatted("null:100x1:S%sG", way));
    mw_search_options o = {.algorithm = "hill", .limits.states = 20};
    expect_limit(m, &o, MW_LIMIT_STATES);
    o.limits = (mw_limits){.bytes = 1};
    expect_limit(m, &o, MW_LIMIT_MEMORY);
}
