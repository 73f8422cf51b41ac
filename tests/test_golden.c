// test_golden.c: one golden line per shipped maze (states, edges, length), demanded from the graph
// and from every algorithm with every store; and every law of every kind, on shipped and random
// mazes.
#include "support.h"

static const mw_visited_type stores[] = {MW_VISITED_DENSE, MW_VISITED_HASHED, MW_VISITED_FULL};

typedef struct golden {
    char file[100];
    unsigned states, edges, length;
} golden;

static mw_result search(const mw_maze *m, const char *algorithm, mw_visited_type store,
                        bool exhaust)
{
    mw_search_options o = {.algorithm = algorithm, .store = store, .exhaust = exhaust};
    return search_with(m, &o);
}

static bool deepens(const mw_algorithm *a) // goes over the same edges in every round
{
    return !strcmp(a->name, "ids") || !strcmp(a->name, "idastar");
}

static void demand(const golden *g, const mw_maze *m, const mw_algorithm *a, mw_visited_type store)
{
    scoped_result whole = search(m, a->name, store, true), first = search(m, a->name, store, false);
    if (first.outcome != MW_OUTCOME_SOLVED || first.moves < g->length ||
        (first.optimal && m->traits & MW_UNIT_COST && first.moves != g->length))
        fail_msg("%s: %s with store %s finds %u moves, not %u", g->file, a->name,
                 mw_visited_name(store), first.moves, g->length);
    // Whole states that share a rank are kept apart by `full`, so only the others count alike.
    if (store != MW_VISITED_FULL && whole.stored != g->states)
        fail_msg("%s: %s with store %s sees %llu states, not %u", g->file, a->name,
                 mw_visited_name(store), (unsigned long long)whole.stored, g->states);
    if (store != MW_VISITED_FULL && !whole.reopened && !deepens(a) && whole.generated != g->edges)
        fail_msg("%s: %s with store %s sees %llu edges, not %u", g->file, a->name,
                 mw_visited_name(store), (unsigned long long)whole.generated, g->edges);
}

static void check_line(const golden *g)
{
    scoped_maze *m = maze_of_file(g->file);
    scoped_graph *graph = mw_graph_build(m, false, NULL, NULL);
    uint32_t *path, states = mw_graph_solution(graph, &path);
    free(path);
    if (graph->reachable != g->states || graph->reachable_edges != g->edges ||
        (m->traits & MW_UNIT_COST && states != g->length + 1))
        fail_msg("%s: the graph has %u states, %llu edges, length %u", g->file, graph->reachable,
                 (unsigned long long)graph->reachable_edges, states - 1);
    for (const mw_algorithm *a = mw_algorithms(); a->name; a++)
        for (unsigned i = 0; i < COUNT(stores); i++)
            // a search that deepens sees so many again in every round
            if (!a->incomplete && (!deepens(a) || g->states < 2000))
                demand(g, m, a, stores[i]);
}

TEST(every_search_finds_the_golden_numbers)
{
    char *text = read_file(SOURCE_DIR, "puzzles/golden.txt"), **names = shipped_mazes(),
         **n = names;
    assert_non_null(text);
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n"), n++) {
        golden g;
        assert_int_equal(sscanf(line, "%99s %u %u %u", g.file, &g.states, &g.edges, &g.length), 4);
        assert_non_null(*n); // every shipped maze has a line, in order
        assert_string_equal(g.file, *n);
        if (!SANITIZED || (n - names) % 3 == 0)
            check_line(&g);
    }
    assert_null(*n);
    free_names(names);
    free(text);
}

// A maze that was designed says by which command; it still gives that maze.
TEST(the_recorded_command_makes_the_maze)
{
    static const char *const files[] = {"puzzles/theseus/02.theseus",
                                        "puzzles/variants/h3-misled.die"};
    for (size_t i = 0; i < COUNT(files); i++) {
        scoped_text *text = read_file(SOURCE_DIR, files[i]);
        assert_non_null(text);
        char *end = strchr(text, '\n');
        *end = '\0';
        assert_memory_equal(text, "# mazewright ", 13);
        scoped_text *out = output_of(text + 13, 0);
        const char *maze = strchr(end + 1, '\n') + 1; // below "maze 2 of it"
        if (!strstr(out, maze))
            fail_msg("%s: '%s' makes other mazes", files[i], text + 13);
    }
}

// ---- laws

TEST(shipped_mazes_keep_the_laws)
{
    char **names = shipped_mazes();
    for (size_t i = 0; names[i]; i++) {
        if (SANITIZED && i % 3)
            continue;
        scoped_maze *m = maze_of_file(names[i]);
        assert_true(keeps_all_laws(m, names[i]));
    }
    free_names(names);
}

TEST(random_mazes_keep_the_laws)
{
    static const char *const params[] = {
        "rook:5x5",
        "rook:3x7",
        "rook:6x4,no-u-turn",
        "rook:5x5,queen,goal=center",
        "rook:7x7,queen,no-u-turn",
        "rook:12x11,queen",
        "rook:1x12,no-u-turn",
        "die:5x5",
        "die:7x4,obstacles=30",
        "die:6x6,never=none",
        "die:5x6,never=56,goal=13",
        "die:5x5,cost=top",
        "die:4x6,start=263,goal=any",
        "die:5x5,never=none,goal=6,cost=top,obstacles=10",
        "die:1x6,obstacles=0",
        "die:4x3,labels=after,start=214",
        "theseus:5x5",
        "theseus:1x6",
        "theseus:4x6,exit=door,order=vh",
        "theseus:6x4,win=after,horizontal=35",
        "theseus:5x4,win=after,exit=door,vertical=30",
        "theseus:5x4,blocks=2",
        "theseus:4x5,blocks=1,exit=door,win=after,order=vh",
        "bloxorz:6x6",
        "bloxorz:6x5,switches=2",
        "bloxorz:5x5,splits=1,switches=1",
        "bloxorz:5x5,splits=1,switches=1,rules=seed",
        "bloxorz:5x4,splits=1,count-switching",
        "bloxorz:5x4,splits=1,no-half-in-hole",
        "bloxorz:7x6,soft=1,heavy=1,splits=1",
        "bloxorz:6x6,count-switching,splits=1,floor=100",
        "bloxorz:6x5,rules=seed,splits=1,switches=2,fragile=30",
        "bloxorz:5x5,floor=100,fragile=40",
        "marble:5x4",
        "marble:3x3x2",
        "marble:4x4x4,outer",
        "marble:3x4x3,outer,orientations=24",
        "null:9x1",
    };
    for (unsigned i = 0; i < COUNT(params); i++)
        for (int seed = 1; seed <= 12; seed++) {
            const char *id = formatted("%s#%d", params[i], seed);
            scoped_maze *m = maze_of_id(id);
            assert_true(keeps_all_laws(m, id));
        }
}

// No random maze has labels; here are some, and other corners.
TEST(particular_mazes_keep_the_laws)
{
    static const char *const ids[] = {
        "die:3x3,never=none,labels=after:S1./.2./..G",
        "die:2x2,labels=before:S1/.G",
        "die:3x2,never=none,goal=any,labels=before:S14/25G",
        "die:2x1:SG",
        "rook:2x1:S1G",
        "null:2x1:SG",
        "bloxorz:3x1:SoG",
        "theseus:2x1:d7/t0.0/m1.0/x1.0",
    };
    for (unsigned i = 0; i < COUNT(ids); i++) {
        scoped_maze *m = maze_of_id(ids[i]);
        assert_true(keeps_all_laws(m, ids[i]));
    }
}

static void remember(void *context, const char *sentence)
{
    char *all = context;
    strncat(all, sentence, 9000 - strlen(all));
}

static bool lose_patience(UNUSED void *context, const mw_progress *progress)
{
    return progress->expanded < 5000;
}

TEST(a_limit_is_no_broken_law)
{
    char all[9001] = "";
    mw_maze *m = maze_of_id("die:12x12,obstacles=10#3"); // its graph is small, but not for ids
    mw_limits limits = {.keep_going = lose_patience};
    mw_verdict v = mw_laws(m, 1, &limits, remember, all),
               whole = mw_laws(m, 1, NULL, remember, all);
    assert_string_equal(all, "");
    assert_int_equal(v.failures, 0);
    assert_int_equal(v.limit, MW_LIMIT_STOPPED);
    assert_true(v.laws < whole.laws);
    assert_int_equal(whole.limit, MW_WITHIN);
    mw_maze_free(m);
}
