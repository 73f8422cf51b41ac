// test_exact.c: is the proven longest maze the longest? Against every maze of tiny boards, judged
// by the search and the state graph; and against the values that were proven before.
#include "mazewright/design.h"
#include "support.h"

enum { ALL_REACH = 1, UNIQUE = 2, CONDITIONS = 4 }; // all combinations

// ---- shared

typedef struct facts {
    uint32_t length; // 0: unsolvable
    bool all_reach, unique;
} facts;

static facts judge(const mw_maze *m)
{
    facts f = {0};
    mw_search_options o = {0};
    scoped_result r = {0};
    mw_error e;
    scoped_analysis a = {0};
    scoped_graph *g = mw_graph_build(m, true, NULL, NULL);
    assert_non_null(g);
    assert_true(mw_analyse(g, &a) && mw_search(m, &o, &r, &e));
    if (r.outcome == MW_OUTCOME_SOLVED)
        f.length = (uint32_t)r.cost;
    for (unsigned i = 0; i < a.count; i++) {
        if (!strcmp(a.values[i].name, "unreaching"))
            f.all_reach = a.values[i].value == 0;
        if (!strcmp(a.values[i].name, "solutions"))
            f.unique = a.values[i].value == 1;
    }
    return f;
}

static bool fits(facts f, unsigned conditions)
{
    return f.length && (f.all_reach || !(conditions & ALL_REACH)) &&
           (f.unique || !(conditions & UNIQUE));
}

// The longest maze like this one, after its maker's words were checked; 0: there is none.
static uint32_t longest(const char *id, unsigned conditions)
{
    scoped_maze *m = maze_of_id(id);
    scoped_maze *before = mw_maze_clone(m);
    mw_exact x = {.all_reach = conditions & ALL_REACH, .unique = conditions & UNIQUE};
    assert_non_null(before);
    assert_true(m->kind->design->exact(m, &x));
    assert_true(x.proven);
    assert_int_equal(x.bound, x.length);
    if (x.length) {
        facts f = judge(m);
        if (f.length != x.length || !fits(f, conditions))
            fail_msg("%s, conditions %u: the maze made does not fit", id, conditions);
    } else
        assert_true(mw_maze_equal(m, before));
    mw_evaluation e;
    assert_true(mw_evaluate(m, true, &e));
    if (x.length && x.all_reach && !strcmp(m->kind->name, "rook"))
        assert_true(e.unreaching == 0);
    scoped_text *print = mw_maze_print(m, "id"); // still legal
    assert_non_null(print);
    mw_maze_free(maze_of_id(print));
    return x.length;
}

static void note(const char *id, uint32_t best[CONDITIONS])
{
    scoped_maze *m = maze_of_id(id);
    facts f = judge(m);
    for (unsigned c = 0; c < CONDITIONS; c++)
        if (fits(f, c) && f.length > best[c])
            best[c] = f.length;
}

// ---- rook

typedef struct grid {
    int w, h, start, goal;
    const char *options;
    int jumps[16];
} grid;

static void write_grid(const grid *g, char id[80])
{
    int at = snprintf(id, 80, "rook:%dx%d%s:", g->w, g->h, g->options);
    for (int i = 0; i < g->w * g->h; i++)
        at += snprintf(id + at, (size_t)(80 - at), "%s%s%c", i && i % g->w == 0 ? "/" : "",
                       i == g->start ? "S" : "", i == g->goal ? 'G' : '0' + g->jumps[i]);
}

static int longest_jump(const grid *g, int i)
{
    int x = i % g->w, y = i / g->w, longest = x;
    const int others[] = {g->w - 1 - x, y, g->h - 1 - y};
    for (int k = 0; k < 3; k++)
        longest = others[k] > longest ? others[k] : longest;
    return longest;
}

// The next maze, as an odometer turns; false after the last.
static bool advance(grid *g)
{
    for (int i = 0; i < g->w * g->h; i++) {
        if (i == g->goal)
            continue;
        if (++g->jumps[i] <= longest_jump(g, i))
            return true;
        g->jumps[i] = 1;
    }
    return false;
}

static void check_grid(grid g)
{
    char id[80];
    uint32_t best[CONDITIONS] = {0};
    for (int i = 0; i < g.w * g.h; i++)
        g.jumps[i] = 1;
    do {
        write_grid(&g, id);
        note(id, best);
    } while (advance(&g));
    write_grid(&g, id);
    for (unsigned c = 0; c < CONDITIONS; c++)
        if (longest(id, c) != best[c])
            fail_msg("%s, conditions %u: not %u", id, c, best[c]);
}

TEST(rook_agrees_with_trying_every_maze)
{
    static const struct {
        int w, h;
        const char *options;
    } boards[] = {{2, 2, ""}, {3, 2, ""},       {2, 3, ",queen"},
                  {3, 3, ""}, {3, 3, ",queen"}, {5, 1, ""}};
    for (size_t i = 0; i < COUNT(boards); i++) {
        int cells = boards[i].w * boards[i].h;
        for (int start = 0; start < cells; start += cells == 9 ? 2 : 1)
            for (int goal = 0; goal < cells; goal++)
                if (start != goal)
                    check_grid((grid){.w = boards[i].w,
                                      .h = boards[i].h,
                                      .start = start,
                                      .goal = goal,
                                      .options = boards[i].options});
    }
    check_grid((grid){.w = 4, .h = 2, .goal = 7, .options = ""});
    check_grid((grid){.w = 4, .h = 2, .start = 1, .goal = 6, .options = ",queen"});
}

TEST(rook_reaches_the_proven_lengths)
{
    assert_int_equal(longest("rook:3x3#1", 0), 4);
    assert_int_equal(longest("rook:4x4#1", 0), 12);
    assert_int_equal(longest("rook:5x5#1", 0), 21);
    assert_int_equal(longest("rook:5x5,goal=center#1", 0), 21);
    assert_int_equal(longest("rook:6x6#1", 0), 32);
    assert_int_equal(longest("rook:5x5#1", ALL_REACH), 21);
    assert_int_equal(longest("rook:5x5#1", UNIQUE), 20);
    assert_int_equal(longest("rook:5x5#1", ALL_REACH | UNIQUE), 19);
    assert_int_equal(longest("rook:6x6#1", ALL_REACH), 32);
    assert_int_equal(longest("rook:7x7#1", ALL_REACH), 45);
}

// ---- die

static void check_evaluation(const char *id)
{
    scoped_maze *m = maze_of_id(id);
    mw_evaluation fast, plain;
    assert_true(m->kind->fast->evaluate(m, false, &fast));
    assert_true(mw_evaluate_plainly(m, false, &plain));
    if (fast.length != plain.length || fast.best_length != plain.best_length)
        fail_msg("%s: %u and %u, but the graph says %u and %u", id, fast.length, fast.best_length,
                 plain.length, plain.best_length);
    scoped_graph *g = mw_graph_build(m, true, NULL, NULL);
    assert_non_null(g);
    bool found = !fast.best_length;
    for (uint32_t s = 0; s < g->states && !found; s++) {
        mw_state state;
        mw_graph_state(g, s, &state);
        found = m->kind->rules->rank(m, &state) == m->kind->rules->rank(m, &fast.best) &&
                g->distance[s] == fast.best_length;
    }
    assert_true(found);
}

TEST(die_agrees_with_trying_every_maze)
{
    static const char *const options[] = {
        "", ",goal=3", ",never=56", ",goal=12,start=214", ",never=2356", ",never=36,goal=2"};
    for (size_t i = 0; i < COUNT(options); i++) {
        const int w = i > 1 ? 2 : 3, h = 3, cells = w * h;
        char id[80];
        uint32_t best[CONDITIONS] = {0};
        for (int n = 0; n < cells * cells << cells; n++) {
            int walls = n % (1 << cells), start = (n >> cells) % cells, goal = (n >> cells) / cells;
            if (start == goal || walls >> start & 1 || walls >> goal & 1)
                continue;
            int at = snprintf(id, sizeof id, "die:%dx%d%s:", w, h, options[i]);
            for (int c = 0; c < cells; c++)
                at += snprintf(id + at, sizeof id - (size_t)at, "%s%c", c && c % w == 0 ? "/" : "",
                               c == start       ? 'S'
                               : c == goal      ? 'G'
                               : walls >> c & 1 ? 'x'
                                                : '.');
            note(id, best);
        }
        snprintf(id, sizeof id, "die:%dx%d%s#1", w, h, options[i]);
        for (unsigned c = 0; c < CONDITIONS; c++)
            if (longest(id, c) != best[c])
                fail_msg("%s, conditions %u: not %u", id, c, best[c]);
    }
}

// The fast evaluator against the state graph, on boards of one word of cells and of several.
TEST(die_evaluation_agrees_with_the_graph)
{
    static const char *const options[] = {
        "",          ",goal=3",     ",never=56",          ",goal=12,start=214",
        ",goal=any", ",never=none", ",never=36,goal=214", ",obstacles=45"};
    static const char *const sizes[] = {"2x2", "5x1", "1x6", "4x5", "8x8", "64x1", "11x9", "13x17"};
    for (size_t n = 0; n < 8 * 8 * 3; n++) {
        check_evaluation(formatted("die:%s%s#%zu", sizes[n / 8 % 8], options[n % 8], n));
    }
    check_evaluation("die:4x3,labels=before:S2.1/.31x/4..G");
    check_evaluation("die:4x3,labels=after:S2.1/.35x/4..G");
    check_evaluation("die:3x3,labels=after,never=none:S.1/65./2.G");
    scoped_maze *m = maze_of_id("die:4x4,cost=top#1");
    mw_evaluation e;
    assert_false(m->kind->fast->evaluate(m, false, &e));
}

TEST(die_reaches_the_proven_lengths)
{
    assert_int_equal(longest("die:3x3#1", 0), 12);
    assert_int_equal(longest("die:4x4#1", 0), 18);
    assert_int_equal(longest("die:4x4#1", UNIQUE), 15);
    assert_int_equal(longest("die:4x4#1", UNIQUE | ALL_REACH), 15);
}

// ---- both

static bool enough(void *context, const mw_maze *m, uint32_t length, UNUSED uint64_t nodes)
{
    uint32_t *last = context;
    if (m) {
        assert_true(length > *last); // each better than the one before
        assert_int_equal(judge(m).length, length);
        *last = length;
    }
    return length < 10;
}

TEST(watching_can_end_the_search)
{
    static const char *const ids[] = {"rook:7x7#1", "die:5x5#1"};
    for (int i = 0; i < 2; i++) {
        uint32_t last = 0;
        scoped_maze *m = maze_of_id(ids[i]);
        mw_exact x = {.watch = enough, .context = &last};
        assert_true(m->kind->design->exact(m, &x));
        assert_true(!x.proven && x.length >= 10 && x.length == last && x.bound > x.length);
        assert_int_equal(judge(m).length, x.length);
    }
}

TEST(mazes_it_is_not_for_are_refused)
{
    static const char *const ids[] = {"rook:9x8#1", "rook:4x4,no-u-turn#1", "die:6x5#1",
                                      "die:4x4,cost=top#1", "die:3x1,labels=after:S2G"};
    for (size_t i = 0; i < COUNT(ids); i++) {
        scoped_maze *m = maze_of_id(ids[i]);
        mw_exact x = {0};
        assert_false(m->kind->design->exact(m, &x));
    }
}
