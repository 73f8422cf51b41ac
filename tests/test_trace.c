// test_trace.c: a search told as events says what its result says, for every algorithm, store and
// kind; and the verb `trace` writes it so that others can read it.
#include "support.h"

#include <math.h>
#include <unistd.h>

static const char *const mazes[] = {
    "puzzles/rook/01.rook",          "puzzles/die/01.die",
    "puzzles/theseus/01.theseus",    "puzzles/bloxorz/01.bloxorz",
    "puzzles/variants/queen.rook",   "puzzles/variants/no-u-turn.rook",
    "puzzles/variants/cost-top.die", "puzzles/variants/block.theseus",
};
static const char *const ids[] = {"marble:4x4#7", "null:5x1:S...G", "bloxorz:7x6,soft=1,splits=1#3",
                                  "theseus:4x4#1", "die:5x5,obstacles=0#1"};

// ---- the events of the library

#define STATES_MAX 20000

typedef struct record {
    const mw_maze *maze;
    uint64_t counts[MW_EVENT_END + 1], events;
    uint32_t states;             // numbered so far
    uint32_t parent[STATES_MAX]; // by which each is kept
    uint16_t action[STATES_MAX]; // the move from there
    uint32_t cost[STATES_MAX];
    uint32_t goal, bound, open; // the first goal; of the round; expanded last
} record;

static void keep(record *r, const mw_event *e)
{
    r->parent[e->id] = e->parent;
    r->action[e->id] = e->action;
    r->cost[e->id] = (uint32_t)e->g;
}

// The move from `from` leads to the state.
static void check_move(const record *r, const mw_event *e)
{
    mw_edge edges[MW_EDGES_MAX];
    unsigned n = r->maze->kind->rules->expand(r->maze, e->from, edges), i = 0;
    while (i < n && edges[i].action != e->action)
        i++;
    assert_true(i < n);
    assert_int_equal(edges[i].status, e->status);
    assert_int_equal(e->g, r->cost[e->parent] + edges[i].cost);
}

static void generated(record *r, const mw_event *e)
{
    assert_int_equal(e->parent, r->open);
    check_move(r, e);
    assert_int_equal(e->fresh, e->id == r->states);
    assert_true(e->id <= r->states);
    if (e->fresh) {
        r->states++;
        keep(r, e);
    }
}

static void on_event(void *context, const mw_event *e)
{
    record *r = context;
    assert_int_equal(e->serial, r->events++);
    assert_int_equal(r->counts[MW_EVENT_END], 0);
    r->counts[e->type]++;
    if (e->type == MW_EVENT_END || e->type == MW_EVENT_DEEPEN) {
        assert_null(e->state);
        if (e->type == MW_EVENT_DEEPEN) {
            assert_true(r->counts[MW_EVENT_DEEPEN] == 1 || e->bound > r->bound);
            r->bound = e->bound;
        }
        return;
    }
    assert_true(e->id < STATES_MAX && e->id <= r->states);
    assert_int_equal(e->parent == MW_FAR, !e->from);
    switch (e->type) {
    case MW_EVENT_SOURCE:
        assert_int_equal(e->serial, 0);
        assert_int_equal(e->id, r->states++);
        keep(r, e);
        break;
    case MW_EVENT_GENERATE: generated(r, e); break;
    case MW_EVENT_UPDATE:
        check_move(r, e);
        keep(r, e);
        break;
    case MW_EVENT_EXPAND: r->open = e->id; break;
    case MW_EVENT_SKIP:
        assert_non_null(e->why);
        check_move(r, e);
        if (!strcmp(e->why, "beyond"))
            assert_true(e->f > r->bound);
        assert_int_equal(!strcmp(e->why, "lost"), e->status == MW_LOST);
        break;
    case MW_EVENT_GOAL:
        assert_int_equal(e->status, MW_SOLVED);
        if (r->goal == MW_FAR)
            r->goal = e->id;
        break;
    default: break;
    }
    assert_int_equal(e->kept, r->parent[e->id]);
    if (e->type != MW_EVENT_GENERATE && e->type != MW_EVENT_SKIP) {
        assert_int_equal(e->parent, e->kept);
        assert_int_equal(e->g, r->cost[e->id]);
    }
}

static void check_result(const record *r, const mw_result *was)
{
    assert_int_equal(r->counts[MW_EVENT_SOURCE], 1);
    assert_int_equal(r->counts[MW_EVENT_END], 1);
    assert_int_equal(r->counts[MW_EVENT_EXPAND], was->expanded);
    assert_int_equal(r->counts[MW_EVENT_GENERATE], was->generated);
    assert_int_equal(r->counts[MW_EVENT_GOAL], was->outcome == MW_OUTCOME_SOLVED);
    bool deepens = strstr(was->algorithm, "ida") || !strcmp(was->algorithm, "ids");
    assert_int_equal(r->counts[MW_EVENT_DEEPEN] > 0, deepens && was->expanded);
    if (was->outcome != MW_OUTCOME_SOLVED)
        return;
    uint32_t at = r->goal, left = was->moves;
    assert_int_equal(r->cost[at], was->cost);
    for (; r->parent[at] != MW_FAR; at = r->parent[at]) {
        assert_true(left > 0);
        assert_int_equal(r->action[at], was->actions[--left]);
    }
    assert_int_equal(at, 0);
    assert_int_equal(left, 0);
}

static mw_result watched(const mw_maze *m, mw_search_options o, record *r)
{
    memset(r, 0, sizeof *r);
    r->maze = m;
    r->goal = MW_FAR;
    o.event = on_event;
    o.event_context = r;
    return search_with(m, &o);
}

// Watching changes nothing.
static void check_search(const mw_maze *m, const char *name, mw_search_options o, record *r)
{
    scoped_result with = watched(m, o, r), without = search_with(m, &o);
    if (with.expanded != without.expanded || with.generated != without.generated ||
        with.outcome != without.outcome || with.moves != without.moves ||
        with.cost != without.cost || with.stored != without.stored || with.store != without.store)
        fail_msg("%s: %s is another search when watched", name, o.algorithm);
    check_result(r, &with);
}

static void check_maze(mw_maze *m, const char *name, record *r)
{
    static const mw_visited_type stores[] = {MW_VISITED_AUTO, MW_VISITED_DENSE, MW_VISITED_HASHED,
                                             MW_VISITED_FULL, MW_VISITED_NONE};
    for (const mw_algorithm *a = mw_algorithms(); a->name; a++)
        for (size_t s = 0; s < COUNT(stores); s++) {
            // Without a table, deepening is exponential: only as far as a limit.
            mw_search_options o = {.algorithm = a->name, .store = stores[s]};
            mw_error error;
            if (!mw_search_valid(m, &o, &error) || stores[s] == MW_VISITED_NONE)
                continue;
            check_search(m, name, o, r);
        }
    mw_maze_free(m);
}

TEST(events_say_what_the_result_says)
{
    record *r = malloc(sizeof *r);
    for (size_t i = 0; i < COUNT(mazes); i++)
        check_maze(maze_of_file(mazes[i]), mazes[i], r);
    for (size_t i = 0; i < COUNT(ids); i++)
        check_maze(maze_of_id(ids[i]), ids[i], r);
    free(r);
}

TEST(paths_without_a_table_can_be_watched)
{
    static const char *const small[] = {"rook:3x3#3", "null:5x1:S...G", "die:3x3,obstacles=0#1",
                                        "theseus:2x2#1"};
    record *r = malloc(sizeof *r);
    for (size_t i = 0; i < COUNT(small); i++) {
        scoped_maze *m = maze_of_id(small[i]);
        check_search(m, small[i], (mw_search_options){.algorithm = "ids", .store = MW_VISITED_NONE},
                     r);
        check_search(m, small[i],
                     (mw_search_options){.algorithm = "idastar", .store = MW_VISITED_NONE}, r);
    }
    free(r);
}

TEST(every_heuristic_can_be_watched)
{
    record *r = malloc(sizeof *r);
    for (size_t i = 0; i < 4; i++) {
        scoped_maze *m = maze_of_file(mazes[i]);
        for (const mw_heuristic *h = m->kind->heuristics; h && h->name; h++)
            for (size_t a = 0; a < 4; a++)
                check_search(
                    m, mazes[i],
                    (mw_search_options){
                        .algorithm = (const char *[]){"greedy", "astar", "wastar", "idastar"}[a],
                        .heuristic = h->name},
                    r);
    }
    free(r);
}

static bool stop(UNUSED void *context, UNUSED const mw_progress *p)
{
    return false;
}

TEST(limits_end_the_events)
{
    record *r = malloc(sizeof *r);
    scoped_maze *m = maze_of_id("die:40x40,obstacles=10#2");
    for (const mw_algorithm *a = mw_algorithms(); a->name && !a->incomplete; a++) {
        mw_search_options o = {.algorithm = a->name, .limits.states = 30};
        scoped_result result = watched(m, o, r);
        assert_int_equal(result.outcome, MW_OUTCOME_LIMIT);
        assert_int_equal(result.limit, MW_LIMIT_STATES);
        check_result(r, &result);
        o = (mw_search_options){.algorithm = a->name, .exhaust = true, .limits.keep_going = stop};
        result = watched(m, o, r);
        assert_int_equal(r->counts[MW_EVENT_EXPAND], result.expanded);
        assert_int_equal(r->counts[MW_EVENT_GENERATE], result.generated);
    }
    free(r);
}

static void count_event(void *context, const mw_event *e)
{
    ((uint64_t *)context)[e->type]++;
}

// Memory runs out at every point there is, and the counts still agree.
TEST(memory_ends_the_events)
{
    scoped_maze *m = maze_of_id("die:6x6,obstacles=25#19554");
    for (const mw_algorithm *a = mw_algorithms(); a->name; a++)
        for (uint64_t bytes = 100; bytes < 60000; bytes += bytes / 5) {
            uint64_t counts[MW_EVENT_END + 1] = {0};
            mw_search_options o = {.algorithm = a->name,
                                   .limits.bytes = bytes,
                                   .event = count_event,
                                   .event_context = counts};
            scoped_result r = search_with(m, &o);
            assert_int_equal(counts[MW_EVENT_END], 1);
            assert_int_equal(counts[MW_EVENT_EXPAND], r.expanded);
            assert_int_equal(counts[MW_EVENT_GENERATE], r.generated);
        }
}

// ---- the verb

// Parses the lines of a trace, checks each and frees the text; the last one is returned.
static json_t *check_lines(char *out)
{
    json_t *o = NULL;
    long long lines = 0, expanded = 0, generated_ = 0;
    for (char *line = out, *end; *line; line = end + 1) {
        assert_non_null(end = strchr(line, '\n'));
        json_decref(o);
        assert_non_null(o = json_loadb(line, (size_t)(end - line), 0, NULL));
        const char *type = text_in(o, "type");
        assert_int_equal(lines++ == 0, !strcmp(type, "maze"));
        expanded += !strcmp(type, "expand");
        generated_ += !strcmp(type, "generate");
        if (json_object_get(o, "state")) {
            static const char *const keys[] = {"id", "parent", "action", "g", "h",
                                               "f",  "cell",   "x",      "y"};
            for (size_t k = 0; k < COUNT(keys); k++)
                assert_non_null(json_object_get(o, keys[k]));
            assert_true(json_is_number(json_object_get(o, "x")));
        }
    }
    assert_string_equal(text_in(o, "type"), "end");
    assert_int_equal(integer_in(o, "expanded"), expanded);
    assert_int_equal(integer_in(o, "generated"), generated_);
    free(out);
    return o;
}

TEST(lines_are_json)
{
    for (size_t i = 0; i < COUNT(mazes); i++) {
        char *out = output_of(formatted("trace -a astar %s", mazes[i]), 0);
        scoped_json *end = check_lines(out);
        assert_string_equal(text_in(end, "outcome"), "solved");
        assert_int_equal(strlen(text_in(end, "solution")) > 0, 1);
    }
}

TEST(the_header_says_what_is_searched)
{
    char *out;
    assert_int_equal(run_command("trace -a astar 'die:3x3,obstacles=0#1'", &out, NULL) & ~1, 0);
    json_t *o = json_loads(out, JSON_DISABLE_EOF_CHECK, NULL);
    assert_string_equal(text_in(o, "file"), "die:3x3,obstacles=0#1@1");
    assert_string_equal(text_in(o, "kind"), "die");
    scoped_maze *m = maze_of_id("die:3x3,obstacles=0#1"), *same = maze_of_id(text_in(o, "id"));
    assert_true(mw_maze_equal(m, same));
    assert_string_equal(text_in(o, "algorithm"), "astar");
    assert_true(*text_in(o, "heuristic"));
    json_decref(o);
    free(out);
    assert_int_equal(run_command("trace null:5x1:S...G", &out, NULL), 0);
    o = json_loads(out, JSON_DISABLE_EOF_CHECK, NULL);
    assert_string_equal(text_in(o, "algorithm"), "bfs");
    assert_true(null_in(o, "heuristic"));
    json_decref(o);
    free(out);
}

// Follows pId from the goal to the source, by the last event of each state.
static void check_posthoc_chain(const json_t *events)
{
    size_t n = json_array_size(events);
    json_t *at = json_array_get(events, n - 1);
    assert_string_equal(text_in(at, "type"), "end");
    json_t *last = json_object(), *goal = NULL, *e;
    size_t i;
    json_array_foreach(events, i, e)
    {
        char key[30];
        snprintf(key, sizeof key, "%lld", integer_in(e, "id"));
        if (json_object_get(e, "pId"))
            json_object_set(last, key, e);
        if (!strcmp(text_in(e, "type"), "goal"))
            goal = e;
    }
    assert_non_null(goal);
    long long steps = 0;
    for (e = goal; json_is_integer(json_object_get(e, "pId")) && steps < (long long)n; steps++) {
        char key[30];
        snprintf(key, sizeof key, "%lld", integer_in(e, "pId"));
        assert_non_null(e = json_object_get(last, key));
    }
    assert_int_equal(steps, integer_in(at, "moves"));
    json_decref(last);
}

TEST(posthoc_reads_it)
{
    static const char *const how[] = {"-a astar", "-a dfs", "-a idastar", "-a bfs", "-a greedy"};
    for (size_t i = 0; i < COUNT(mazes) + COUNT(ids); i++) {
        scoped_text *out = NULL;
        const char *command = formatted("trace --format posthoc %s -q '%s'", how[i % COUNT(how)],
                                        i < COUNT(mazes) ? mazes[i] : ids[i - COUNT(mazes)]);
        int code = run_command(command, &out, NULL);
        scoped_json *o = json_loads(out, JSON_REJECT_DUPLICATES, NULL);
        assert_non_null(o);
        assert_string_equal(text_in(o, "version"), "1.4.0");
        json_t *views = json_object_get(o, "views"), *events = json_object_get(o, "events"), *v;
        assert_true(json_array_size(json_object_get(views, "main")) > 3);
        size_t k;
        json_array_foreach(json_object_get(views, "board"), k, v) assert_true(*text_in(v, "$"));
        assert_true(json_is_object(json_object_get(o, "pivot")));
        assert_string_equal(text_in(json_array_get(events, 0), "type"), "source");
        json_array_foreach(events, k, v)
            assert_true(integer_in(v, "id") >= 0 && *text_in(v, "type"));
        if (code == 0)
            check_posthoc_chain(events);
        else
            assert_int_equal(code, 1);
    }
}

TEST(limits_end_the_trace)
{
    static const char *const formats[] = {"json", "posthoc"};
    char command[200];
    snprintf(command, sizeof command, "trace --limit-states 20 '%s'", "die:40x40,obstacles=10#2");
    char *out = output_of(command, 4);
    scoped_json *end = check_lines(out);
    assert_string_equal(text_in(end, "outcome"), "limit");
    assert_string_equal(text_in(end, "limit"), "states");
    assert_true(null_in(end, "moves"));
    for (size_t i = 0; i < 2; i++) { // not even the first event fits
        snprintf(command, sizeof command, "trace --format %s --limit-memory 10 null:5x1:S...G",
                 formats[i]);
        assert_int_equal(run_command(command, &out, NULL), 4);
        if (i) {
            scoped_json *o = json_loads(out, 0, NULL);
            assert_int_equal(json_array_size(json_object_get(o, "events")), 1);
        }
        free(out);
    }
}

TEST(a_file_is_written_only_for_a_search)
{
    assert_int_equal(run_command("trace -a nonsense -o %s/a.json null:5x1:S...G", NULL, NULL), 2);
    assert_int_not_equal(access(scratch_path("a.json"), F_OK), 0);
    scoped_text *out = output_of("trace -o %s/a.json null:5x1:S...G", 0);
    assert_string_equal(out, "");
    json_decref(check_lines(read_file(scratch(), "a.json")));
    assert_int_equal(run_command("trace -o /nowhere/at/all null:5x1:S...G", NULL, NULL), 5);
}

TEST(misuse_is_explained)
{
    static const refusal rows[] = {
        {"trace", 2, "needs a maze"},
        {"trace --format xml null:5x1:S...G", 2, "json or posthoc"},
        {"trace -a bfs,astar null:5x1:S...G", 2, "trace tells of one search"},
        {"trace -a astar -H nonsense null:5x1:S...G", 2, "no kind of maze has a heuristic"},
        {"trace -a bfs -H nonsense null:5x1:S...G", 2, "no kind of maze has a heuristic"},
        {"trace --store none -a bfs null:5x1:S...G", 2, "store 'none'"},
        {"trace --store some null:5x1:S...G", 2, "--store some is unknown"},
        {"trace null:5x1:S...G null:5x1:S...G", 2, "one maze"},
        {"trace --json null:5x1:S...G", 2, "no option"},
        {"trace puzzles/rook/none.rook", 3, "cannot open"},
        {"trace README.md", 3, "README.md"},
        {"trace null:5x1:S...X", 3, "null"},
    };
    expect_refusals(rows, COUNT(rows));
}
