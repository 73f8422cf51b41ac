// test_die.c: are the rules of the rolling die right? Here are identities that every die obeys, and
// a plain search written a second time with naive arrays and no code of the library.
#include "kinds/die/die.h"
#include "support.h"

// ---- shared

// The cost, or -1 if there is no way.
static long solve(const mw_maze *m, const char *algorithm, const char *heuristic,
                  mw_visited_type store, uint64_t *expanded, uint64_t *stored)
{
    scoped_result r = searched(m, algorithm, heuristic, store);
    long cost = r.outcome == MW_OUTCOME_SOLVED ? (long)r.cost : -1;
    if (expanded)
        *expanded += r.expanded;
    if (stored)
        *stored += r.stored;
    return cost;
}

// ---- identities

static mw_state rolled(const mw_maze *m, mw_state s, unsigned direction)
{
    mw_edge edges[MW_EDGES_MAX];
    unsigned n = m->kind->rules->expand(m, &s, edges);
    for (unsigned i = 0; i < n; i++)
        if (edges[i].action == direction)
            return edges[i].to;
    fail_msg("the die cannot roll in direction %u", direction);
    return s;
}

static orientation shown(const mw_maze *m, const mw_state *s)
{
    return *mw_die_orientation(mw_die_board(m), s);
}

// The number of the axis (1, 2, 3) on which a face lies: opposite faces add up to 7.
static int axis(int face)
{
    return face > 3 ? 7 - face : face;
}

// 1 or -1, for the two ways in which a die can be numbered.
static int handedness(orientation o)
{
    int sign = (o.top > 3 ? -1 : 1) * (o.north > 3 ? -1 : 1) * (o.east > 3 ? -1 : 1);
    assert_int_equal(axis(o.top) + axis(o.north) + axis(o.east), 1 + 2 + 3);
    assert_int_equal(axis(o.top) * axis(o.north) * axis(o.east), 1 * 2 * 3);
    return (axis(o.north) - axis(o.top) + 3) % 3 == 1 ? sign : -sign;
}

// What one roll does to the three faces that are kept: the die tips over its leading edge.
static void check_roll(orientation from, orientation to, unsigned direction)
{
    const uint8_t comes_up[4] = {[NORTH] = (uint8_t)(7 - from.north),
                                 [SOUTH] = from.north,
                                 [EAST] = (uint8_t)(7 - from.east),
                                 [WEST] = from.east};
    assert_int_equal(to.top, comes_up[direction]);
    assert_int_equal(handedness(to), handedness(from));
    if (direction == NORTH || direction == SOUTH)
        assert_int_equal(to.east, from.east); // the axis of the roll stays
    else
        assert_int_equal(to.north, from.north);
}

static void check_direction(const mw_maze *m, unsigned direction)
{
    mw_state start, s;
    m->kind->rules->start(m, &start);
    s = rolled(m, start, direction);
    orientation first = shown(m, &start), once = shown(m, &s);
    check_roll(first, once, direction);
    mw_state back = rolled(m, s, (direction + 2) % 4);
    assert_memory_equal(&back, &start, sizeof back);

    s = rolled(m, s, direction);
    assert_int_equal(shown(m, &s).top + first.top, 7); // what was below is on top after two
    s = rolled(m, rolled(m, s, direction), direction);
    orientation last = shown(m, &s);
    assert_true(last.top == first.top && last.north == first.north && last.east == first.east);
    assert_int_equal(mw_die_cell(&s),
                     (int)mw_die_cell(&start) + 4 * mw_die_board(m)->step[direction]);
}

// Handedness of a die that starts so, after all that can be said of its rolls was checked; 0: no
// die has these three faces in these places.
static int check_start(int top, int north, int east)
{
    if (axis(top) == axis(north) || axis(north) == axis(east) || axis(top) == axis(east))
        return 0;
    const char *text =
        formatted("die 9x9 start=%d%d%d never=none goal=any\nG........\n.........\n.........\n"
                  ".........\n....S....\n.........\n.........\n.........\n.........\n",
                  top, north, east);
    scoped_maze *m = maze_of_text(NULL, text);
    mw_state s;
    m->kind->rules->start(m, &s);
    orientation o = shown(m, &s);
    assert_true(o.top == top && o.north == north && o.east == east);
    for (unsigned d = NORTH; d <= WEST; d++)
        check_direction(m, d);
    return handedness(o);
}

TEST(rolling_is_rolling)
{
    int starts = 0, balance = 0;
    for (int i = 0; i < 6 * 6 * 6; i++) {
        int hand = check_start(1 + i / 36, 1 + i / 6 % 6, 1 + i % 6);
        starts += hand != 0;
        balance += hand;
    }
    assert_int_equal(starts, 48);
    assert_int_equal(balance, 0); // as many left-handed dice as right-handed ones
}

// ---- a second implementation

typedef struct rules {
    const char *start, *never, *goal, *labels;
    bool cost_top;
} rules;

typedef struct sheet { // a maze as drawn
    int w, h;
    char cells[9][10];
} sheet;

typedef struct pose {
    int row, col, top, north, east;
} pose;

static int below(mw_rng *rng, int n)
{
    return (int)mw_rng_below(rng, (uint32_t)n);
}

static void draw(sheet *b, mw_rng *rng, bool labelled)
{
    int obstacles = below(rng, 41), w = 2 + below(rng, 8), h = 2 + below(rng, 8);
    *b = (sheet){.w = w, .h = h};
    for (int i = 0; i < b->w * b->h; i++) {
        char *c = &b->cells[i / b->w][i % b->w];
        *c = below(rng, 100) < obstacles ? '*' : '.';
        if (labelled && *c == '.' && below(rng, 100) < 35)
            *c = (char)('1' + below(rng, 6));
    }
    int start = below(rng, b->w * b->h), goal = below(rng, b->w * b->h - 1);
    goal += goal >= start;
    b->cells[start / b->w][start % b->w] = 'S';
    b->cells[goal / b->w][goal % b->w] = 'G';
}

static void write_sheet(const sheet *b, const rules *r, char text[400])
{
    int at = snprintf(text, 400, "die %dx%d start=%s never=%s goal=%s labels=%s cost=%s\n", b->w,
                      b->h, r->start, r->never, r->goal, r->labels, r->cost_top ? "top" : "1");
    for (int row = 0; row < b->h; row++)
        at += snprintf(text + at, (size_t)(400 - at), "%s\n", b->cells[row]);
}

static bool among(const char *faces, int face)
{
    return !strcmp(faces, "any") || strchr(faces, '0' + face);
}

static pose tip(pose p, char direction)
{
    int below_it = 7 - p.top, south = 7 - p.north, west = 7 - p.east;
    switch (direction) {
    case 'N': return (pose){p.row - 1, p.col, south, p.top, p.east};
    case 'S': return (pose){p.row + 1, p.col, p.north, below_it, p.east};
    case 'E': return (pose){p.row, p.col + 1, west, p.north, p.top};
    default: return (pose){p.row, p.col - 1, p.east, p.north, below_it};
    }
}

static bool allowed(const sheet *b, const rules *r, pose from, pose to)
{
    if (to.row < 0 || to.row >= b->h || to.col < 0 || to.col >= b->w || among(r->never, to.top))
        return false;
    char c = b->cells[to.row][to.col];
    if (c >= '1' && c <= '6')
        return c - '0' == (!strcmp(r->labels, "before") ? from.top : to.top);
    return c != '*';
}

static pose first_pose(const sheet *b, const rules *r)
{
    pose p = {.top = r->start[0] - '0', .north = r->start[1] - '0', .east = r->start[2] - '0'};
    while (b->cells[p.row][p.col] != 'S')
        if (++p.col == b->w)
            p.row++, p.col = 0;
    return p;
}

// Poses in the order of their costs, one cost after the other: breadth-first search where every
// roll costs 1, Dijkstra's algorithm where not. The least cost to the goal, or -1.
static long plain_die(const sheet *b, const rules *r)
{
    static int known[9][9][7][7][7]; // cost + 1; 0: not met
    static pose met[9 * 9 * 24];
    int count = 1, farthest = 0;
    memset(known, 0, sizeof known);
    pose s = met[0] = first_pose(b, r);
    known[s.row][s.col][s.top][s.north][s.east] = 1;
    for (int cost = 0; cost <= farthest; cost++)
        for (int i = 0; i < count; i++) {
            pose p = met[i];
            if (known[p.row][p.col][p.top][p.north][p.east] != cost + 1)
                continue;
            if (b->cells[p.row][p.col] == 'G' && among(r->goal, p.top))
                return cost;
            for (const char *d = "NESW"; *d; d++) {
                pose q = tip(p, *d);
                int through = cost + (r->cost_top ? q.top : 1);
                if (!allowed(b, r, p, q))
                    continue;
                int *k = &known[q.row][q.col][q.top][q.north][q.east];
                if (!*k)
                    met[count++] = q;
                if (!*k || through + 1 < *k)
                    *k = through + 1;
                farthest = through > farthest ? through : farthest;
            }
        }
    return -1;
}

// The distance of the start, which the graph finds from the goal backwards, or -1.
static long distance_of_start(const mw_maze *m)
{
    scoped_graph *g = whole_graph(m);
    long distance = g->distance[0] == MW_FAR ? -1 : (long)g->distance[0];
    return distance;
}

static void check_rules(const rules *r, mw_rng *rng, int mazes)
{
    int solvable = 0;
    for (int i = 0; i < mazes; i++) {
        sheet b;
        char text[400];
        draw(&b, rng, strcmp(r->labels, "none"));
        write_sheet(&b, r, text);
        scoped_maze *m = maze_of_text(NULL, text);
        long expected = plain_die(&b, r);
        const long found[] = {
            solve(m, NULL, NULL, MW_VISITED_AUTO, NULL, NULL), // bfs, or ucs with cost=top
            solve(m, "astar", NULL, MW_VISITED_AUTO, NULL, NULL),
            // proving with IDA* that there is no way can take very long
            expected < 0 ? -1 : solve(m, "idastar", NULL, MW_VISITED_AUTO, NULL, NULL),
            distance_of_start(m),
        };
        for (int f = 0; f < 4; f++)
            if (found[f] != expected)
                fail_msg("%ld by plain search, %ld by search %d, for\n%s", expected, found[f], f,
                         text);
        solvable += expected >= 0;
    }
    assert_true(solvable >= mazes / 10); // else this proves little
}

TEST(die_agrees_with_a_plain_search)
{
    static const rules variants[] = {
        {"123", "6", "1", "none", false},        {"123", "none", "1", "none", false},
        {"132", "56", "1", "none", false},       {"214", "6", "1", "none", false},
        {"465", "none", "any", "none", false},   {"351", "56", "135", "none", false},
        {"123", "6", "any", "none", false},      {"645", "13", "246", "none", false},
        {"123", "6", "1", "none", true},         {"541", "3", "26", "none", true},
        {"123", "none", "any", "none", true},    {"123", "6", "1", "before", false},
        {"154", "none", "135", "before", false}, {"263", "4", "any", "before", true},
        {"123", "6", "1", "after", false},       {"154", "none", "135", "after", false},
        {"635", "2", "4", "after", true},
    };
    mw_rng rng = seeded(2014);
    for (size_t i = 0; i < COUNT(variants); i++)
        check_rules(&variants[i], &rng, 40);
}

// ---- merging

TEST(orientations_that_act_alike_share_a_rank)
{
    static const struct {
        const char *id;
        unsigned ranks; // per cell
    } cases[] = {
        {"die:5x4#1", 5},                      // where the 1 is, but it is never below
        {"die:5x4,never=none#1", 6},           // where the 1 is
        {"die:5x4,never=none,goal=any#1", 1},  // nothing about the die matters
        {"die:5x4,cost=top#1", 20},            // everything, but four have the 6 on top
        {"die:5x4,cost=top,never=none#1", 24}, // everything
        {"die:5x4,cost=top,never=56#1", 16},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        scoped_maze *m = maze_of_id(cases[i].id);
        assert_int_equal(m->kind->rules->count(m), cases[i].ranks * (5 + 2) * (4 + 2));
    }
}

TEST(merged_states_lose_no_solution)
{
    uint64_t merged = 0, apart = 0;
    for (unsigned seed = 0; seed < 150; seed++) {
        const char *id =
            formatted("die:%ux%u,obstacles=%u#%u", 2 + seed % 8, 2 + seed / 8 % 8, seed % 41, seed);
        scoped_maze *m = maze_of_id(id);
        uint64_t dense = 0, full = 0;
        long length = solve(m, "bfs", NULL, MW_VISITED_DENSE, NULL, &dense);
        assert_int_equal(length, solve(m, "bfs", NULL, MW_VISITED_HASHED, NULL, NULL));
        assert_int_equal(length, solve(m, "bfs", NULL, MW_VISITED_FULL, NULL, &full));
        assert_true(full >= dense);
        merged += dense;
        apart += full;
    }
    assert_true(apart > merged);
}

// ---- heuristics

// The formulas are about the unbounded grid: a border of 8 around the 17x17 cells leaves every
// shortest way free.
static mw_maze *open_grid(void)
{
    char text[17 * 18 + 1];
    memset(text, '.', sizeof text);
    for (int row = 0; row < 17; row++)
        text[row * 18 + 17] = '\n';
    text[0] = 'S';
    text[8 * 18 + 8] = 'G';
    text[17 * 18] = '\0';
    scoped_maze *m = maze_of_text("die", text);
    mw_maze *open = m->kind->heuristics->open(m, 8);
    assert_non_null(open);
    assert_true(open->w == 33 && open->h == 33);
    return open;
}

// Compares with exact distances up to 8 rows and columns from the goal.
static void judge(const mw_graph *g, const char *heuristic, int *states, int *over, int *under,
                  int *worst)
{
    const mw_maze *m = g->maze;
    const mw_heuristic *h = mw_heuristic_find(m->kind, heuristic);
    assert_non_null(h);
    *states = *over = *under = *worst = 0;
    for (uint32_t id = 0; id < g->states; id++) {
        mw_state s;
        mw_graph_state(g, id, &s);
        int at = (int)m->kind->rules->cell(m, &s);
        if (abs(at / 33 - 16) > 8 || abs(at % 33 - 16) > 8)
            continue;
        int by = (int)h->eval(m, &s) - (int)g->distance[id];
        ++*states;
        *over += by > 0;
        *under += by < 0;
        *worst = by > *worst ? by : *worst;
        assert_true(by <= 0 || by == 2);
    }
}

TEST(h4_is_exact_and_printed_h3_is_not)
{
    scoped_maze *m = open_grid();
    scoped_graph *g = whole_graph(m);
    int states, over, under, worst;
    judge(g, "h4", &states, &over, &under, &worst);
    assert_int_equal(states, 1445); // 17 * 17 cells, 5 places of the 1
    assert_int_equal(over, 0);
    assert_int_equal(under, 0);
    judge(g, "h2", &states, &over, &under, &worst);
    assert_int_equal(over, 0);
    assert_true(under > 0);
    judge(g, "h3", &states, &over, &under, &worst);
    assert_int_equal(over, 396);
    assert_int_equal(worst, 2);
}

TEST(the_auditor_finds_the_smallest_counterexample)
{
    scoped_maze *m = open_grid();
    scoped_graph *g = whole_graph(m);
    mw_audit a;
    assert_true(mw_audit_run(g, mw_heuristic_find(m->kind, "h3"), &a));
    assert_false(a.admissible || a.consistent || a.exact);
    assert_int_equal(a.claims, 0);
    assert_int_equal(a.over_estimate, 3);
    assert_int_equal(a.over_exact, 1);
    assert_int_equal(a.worst, 2);
    assert_true(a.from_estimate > a.edge_cost + a.to_estimate);
    // The case shown is one: one roll brings the 1 up on the goal.
    mw_edge edges[MW_EDGES_MAX];
    unsigned n = m->kind->rules->expand(m, &a.over, edges), wins = 0;
    for (unsigned i = 0; i < n; i++)
        wins += edges[i].status == MW_SOLVED;
    assert_int_equal(wins, 1);

    assert_true(mw_audit_run(g, mw_heuristic_find(m->kind, "h4"), &a));
    assert_true(a.admissible && a.consistent);
    assert_int_equal(a.overestimated + a.inconsistent, 0);
    assert_true(mw_audit_run(g, mw_heuristic_find(m->kind, "empty-board"), &a));
    assert_true(a.admissible && a.consistent && a.exact); // this board has no obstacles
}

TEST(better_estimates_expand_less)
{
    uint64_t blind = 0, h2 = 0, h4 = 0, empty_board = 0;
    for (unsigned seed = 0; seed < 300; seed++) {
        const char *id = formatted("die:%ux%u,obstacles=%u#%u", 5 + seed % 11, 5 + seed / 11 % 11,
                                   5 + seed % 30, seed);
        scoped_maze *m = maze_of_id(id);
        long length = solve(m, "ucs", NULL, MW_VISITED_AUTO, &blind, NULL);
        assert_int_equal(length, solve(m, "astar", "h2", MW_VISITED_AUTO, &h2, NULL));
        assert_int_equal(length, solve(m, "astar", "h4", MW_VISITED_AUTO, &h4, NULL));
        assert_int_equal(length,
                         solve(m, "astar", "empty-board", MW_VISITED_AUTO, &empty_board, NULL));
    }
    assert_true(h2 < blind);
    assert_true(h4 < h2);
    assert_true(empty_board < h2);
}
