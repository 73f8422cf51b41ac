// test_rules.c: are the rules right? Laws cannot see a wrong rule. So here are identities that
// every die obeys, plain searches written a second time with naive arrays and no code of the
// library, and small mazes whose measures can be counted by hand.
#include "mazewright/rng.h"
#include "kinds/die.h"
#include "support.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---- shared

// The cost, or -1 if there is no way.
static long solve(const mw_maze *m, const char *algorithm, const char *heuristic,
                  mw_store_type store, uint64_t *expanded, uint64_t *stored)
{
    mw_result r = searched(m, algorithm, heuristic, store);
    long cost = r.outcome == MW_OUTCOME_SOLVED ? (long)r.cost : -1;
    if (expanded)
        *expanded += r.expanded;
    if (stored)
        *stored += r.stored;
    mw_result_free(&r);
    return cost;
}

// ---- die: identities

static mw_state rolled(const mw_maze *m, mw_state s, unsigned direction)
{
    mw_edge edges[MW_EDGES_MAX];
    unsigned n = m->kind->expand(m, &s, edges);
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
    m->kind->start(m, &start);
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
    char text[200];
    if (axis(top) == axis(north) || axis(north) == axis(east) || axis(top) == axis(east))
        return 0;
    snprintf(text, sizeof text,
             "die 9x9 start=%d%d%d never=none goal=any\nG........\n.........\n.........\n"
             ".........\n....S....\n.........\n.........\n.........\n.........\n",
             top, north, east);
    mw_maze *m = maze_of_text(NULL, text);
    mw_state s;
    m->kind->start(m, &s);
    orientation o = shown(m, &s);
    assert_true(o.top == top && o.north == north && o.east == east);
    for (unsigned d = NORTH; d <= WEST; d++)
        check_direction(m, d);
    mw_maze_free(m);
    return handedness(o);
}

static void rolling_is_rolling(void **unused)
{
    (void)unused;
    int starts = 0, balance = 0;
    for (int i = 0; i < 6 * 6 * 6; i++) {
        int hand = check_start(1 + i / 36, 1 + i / 6 % 6, 1 + i % 6);
        starts += hand != 0;
        balance += hand;
    }
    assert_int_equal(starts, 48);
    assert_int_equal(balance, 0); // as many left-handed dice as right-handed ones
}

// ---- die: a second implementation

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
    mw_graph *g = whole_graph(m);
    long distance = g->distance[0] == MW_FAR ? -1 : (long)g->distance[0];
    mw_graph_free(g);
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
        mw_maze *m = maze_of_text(NULL, text);
        long expected = plain_die(&b, r);
        const long found[] = {
            solve(m, NULL, NULL, MW_STORE_AUTO, NULL, NULL), // bfs, or ucs with cost=top
            solve(m, "astar", NULL, MW_STORE_AUTO, NULL, NULL),
            // proving with IDA* that there is no way can take very long
            expected < 0 ? -1 : solve(m, "idastar", NULL, MW_STORE_AUTO, NULL, NULL),
            distance_of_start(m),
        };
        for (int f = 0; f < 4; f++)
            if (found[f] != expected)
                fail_msg("%ld by plain search, %ld by search %d, for\n%s", expected, found[f], f,
                         text);
        solvable += expected >= 0;
        mw_maze_free(m);
    }
    assert_true(solvable >= mazes / 10); // else this proves little
}

static void die_agrees_with_a_plain_search(void **unused)
{
    (void)unused;
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
    mw_rng rng;
    mw_rng_seed(&rng, 2014);
    for (size_t i = 0; i < sizeof variants / sizeof *variants; i++)
        check_rules(&variants[i], &rng, 40);
}

// ---- die: merging

static void orientations_that_act_alike_share_a_rank(void **unused)
{
    (void)unused;
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
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        mw_maze *m = maze_of_id(cases[i].id);
        assert_int_equal(m->kind->count(m), cases[i].ranks * (5 + 2) * (4 + 2));
        mw_maze_free(m);
    }
}

static void merged_states_lose_no_solution(void **unused)
{
    (void)unused;
    uint64_t merged = 0, apart = 0;
    for (unsigned seed = 0; seed < 150; seed++) {
        char id[100];
        snprintf(id, sizeof id, "die:%ux%u,obstacles=%u#%u", 2 + seed % 8, 2 + seed / 8 % 8,
                 seed % 41, seed);
        mw_maze *m = maze_of_id(id);
        uint64_t dense = 0, full = 0;
        long length = solve(m, "bfs", NULL, MW_STORE_DENSE, NULL, &dense);
        assert_int_equal(length, solve(m, "bfs", NULL, MW_STORE_HASHED, NULL, NULL));
        assert_int_equal(length, solve(m, "bfs", NULL, MW_STORE_FULL, NULL, &full));
        assert_true(full >= dense);
        merged += dense;
        apart += full;
        mw_maze_free(m);
    }
    assert_true(apart > merged);
}

// ---- die: heuristics

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
    mw_maze *m = maze_of_text("die", text);
    mw_maze *open = m->kind->open(m, 8);
    assert_non_null(open);
    assert_true(open->w == 33 && open->h == 33);
    mw_maze_free(m);
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
        int at = (int)m->kind->cell(m, &s);
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

static void h4_is_exact_and_printed_h3_is_not(void **unused)
{
    (void)unused;
    mw_maze *m = open_grid();
    mw_graph *g = whole_graph(m);
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
    mw_graph_free(g);
    mw_maze_free(m);
}

static void the_auditor_finds_the_smallest_counterexample(void **unused)
{
    (void)unused;
    mw_maze *m = open_grid();
    mw_graph *g = whole_graph(m);
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
    unsigned n = m->kind->expand(m, &a.over, edges), wins = 0;
    for (unsigned i = 0; i < n; i++)
        wins += edges[i].status == MW_SOLVED;
    assert_int_equal(wins, 1);

    assert_true(mw_audit_run(g, mw_heuristic_find(m->kind, "h4"), &a));
    assert_true(a.admissible && a.consistent);
    assert_int_equal(a.overestimated + a.inconsistent, 0);
    assert_true(mw_audit_run(g, mw_heuristic_find(m->kind, "empty-board"), &a));
    assert_true(a.admissible && a.consistent && a.exact); // this board has no obstacles
    mw_graph_free(g);
    mw_maze_free(m);
}

static void better_estimates_expand_less(void **unused)
{
    (void)unused;
    uint64_t blind = 0, h2 = 0, h4 = 0, empty_board = 0;
    for (unsigned seed = 0; seed < 300; seed++) {
        char id[100];
        snprintf(id, sizeof id, "die:%ux%u,obstacles=%u#%u", 5 + seed % 11, 5 + seed / 11 % 11,
                 5 + seed % 30, seed);
        mw_maze *m = maze_of_id(id);
        long length = solve(m, "ucs", NULL, MW_STORE_AUTO, &blind, NULL);
        assert_int_equal(length, solve(m, "astar", "h2", MW_STORE_AUTO, &h2, NULL));
        assert_int_equal(length, solve(m, "astar", "h4", MW_STORE_AUTO, &h4, NULL));
        assert_int_equal(length,
                         solve(m, "astar", "empty-board", MW_STORE_AUTO, &empty_board, NULL));
        mw_maze_free(m);
    }
    assert_true(h2 < blind);
    assert_true(h4 < h2);
    assert_true(empty_board < h2);
}

// ---- rook: a second implementation

#define NO_WAY 4 // ways are numbered 0 to 8 like the fields around the player, row by row

typedef struct plain {
    int w, h, start, goal;
    int jump[100];
    bool queen, no_u_turn;
} plain;

// Reads what the paper form prints: numbers between tabs, [3] for the start and GOAL.
static void read_plain(plain *p, const mw_maze *m, const char *id)
{
    char *text = mw_maze_print(m, "paper");
    assert_non_null(text);
    *p = (plain){.w = m->w,
                 .h = m->h,
                 .start = -1,
                 .goal = -1,
                 .queen = strstr(id, "queen"),
                 .no_u_turn = strstr(id, "no-u-turn")};
    int cells = 0;
    for (char *word = strtok(text, "\t\n"); word; word = strtok(NULL, "\t\n"), cells++) {
        if (word[0] == '[')
            p->start = cells;
        if (!strcmp(word, "GOAL"))
            p->goal = cells;
        else
            p->jump[cells] = atoi(word + (word[0] == '['));
    }
    assert_int_equal(cells, p->w * p->h);
    assert_true(p->start >= 0 && p->goal >= 0);
    free(text);
}

// The cell where a way leads, or -1.
static int hop(const plain *p, int at, int last, int way)
{
    int dx = way % 3 - 1, dy = way / 3 - 1;
    int x = at % p->w + dx * p->jump[at], y = at / p->w + dy * p->jump[at];
    bool back = p->no_u_turn && way == 8 - last;
    if (at == p->goal || way == NO_WAY || back || (dx && dy && !p->queen))
        return -1;
    return x < 0 || x >= p->w || y < 0 || y >= p->h ? -1 : y * p->w + x;
}

// Breadth-first search from a cell. Steps to the goal or -1; marks the cells it reaches.
static int plain_rook(const plain *p, int from, bool *reached)
{
    int steps[100][9], queue[900], head = 0, tail = 0, best = -1;
    memset(steps, 0xff, sizeof steps);
    memset(reached, 0, 100 * sizeof *reached);
    steps[from][NO_WAY] = 0;
    queue[tail++] = from * 9 + NO_WAY;
    while (head < tail) {
        int at = queue[head] / 9, last = queue[head] % 9;
        head++;
        reached[at] = true;
        if (at == p->goal && best < 0)
            best = steps[at][last];
        for (int way = 0; way < 9; way++) {
            int to = hop(p, at, last, way);
            if (to < 0 || steps[to][way] >= 0)
                continue;
            steps[to][way] = steps[at][last] + 1;
            queue[tail++] = to * 9 + way;
        }
    }
    return best;
}

// Number of ways to be at the goal after so many jumps, spread step by step over all cells.
static double plain_solutions(const plain *p, int length)
{
    double ways[100][9] = {{0}}, next[100][9], sum = 0;
    ways[p->start][NO_WAY] = 1;
    for (int step = 0; step < length; step++) {
        memset(next, 0, sizeof next);
        for (int i = 0; i < p->w * p->h * 81; i++) {
            int at = i / 81, last = i / 9 % 9, way = i % 9, to = hop(p, at, last, way);
            if (to >= 0)
                next[to][way] += ways[at][last];
        }
        memcpy(ways, next, sizeof ways);
    }
    for (int last = 0; last < 9; last++)
        sum += ways[p->goal][last];
    return sum < MW_SOLUTIONS_CAP ? sum : MW_SOLUTIONS_CAP;
}

// Every cell takes the smallest name among its equal neighbours until nothing changes.
static double plain_clusters(const plain *p)
{
    int name[100], size[100] = {0};
    double sum = 0;
    for (int i = 0; i < p->w * p->h; i++)
        name[i] = i;
    for (bool changed = true; changed;) {
        changed = false;
        for (int i = 0; i < p->w * p->h; i++)
            for (int j = 0; j < p->w * p->h; j++) {
                int apart = abs(i % p->w - j % p->w) + abs(i / p->w - j / p->w);
                if (apart == 1 && p->jump[i] == p->jump[j] && name[j] < name[i]) {
                    name[i] = name[j];
                    changed = true;
                }
            }
    }
    for (int i = 0; i < p->w * p->h; i++)
        size[name[i]]++;
    for (int i = 0; i < p->w * p->h; i++)
        sum += size[i] && i != p->goal ? (size[i] - 1.0) * (size[i] - 1.0) : 0;
    return sum;
}

static void check_cells(const plain *p, const mw_graph *g, const mw_analysis *a, const char *id)
{
    bool reached[100], from_start[100];
    double unreaching = 0, unreachable = 0;
    uint32_t *distances = mw_cell_distances(g, NULL);
    assert_non_null(distances);
    plain_rook(p, p->start, from_start);
    for (int i = 0; i < p->w * p->h; i++) {
        int expected = plain_rook(p, i, reached);
        int found = distances[i] == MW_FAR ? -1 : (int)distances[i];
        if (found != expected)
            fail_msg("%s: cell %d has distance %d, not %d", id, i, expected, found);
        unreaching += expected < 0;
        unreachable += !from_start[i];
    }
    free(distances);
    assert_true(value_of(a, "unreaching") == unreaching);
    assert_true(value_of(a, "unreachable") == unreachable);
}

static bool check_rook(const char *id)
{
    plain p;
    bool reached[100];
    mw_maze *m = maze_of_id(id);
    read_plain(&p, m, id);
    int length = plain_rook(&p, p.start, reached);
    long found = solve(m, NULL, NULL, MW_STORE_AUTO, NULL, NULL);
    if (found != length)
        fail_msg("%s: length %ld, but %d by plain search", id, found, length);
    assert_int_equal(solve(m, "astar", NULL, MW_STORE_AUTO, NULL, NULL), length);
    mw_graph *g = whole_graph(m);
    mw_analysis a;
    assert_true(mw_analyse(g, &a));
    check_cells(&p, g, &a, id);
    if (value_of(&a, "solutions") != (length < 0 ? 0 : plain_solutions(&p, length)))
        fail_msg("%s: wrong number of shortest solutions", id);
    assert_true(value_of(&a, "clusters") == plain_clusters(&p));
    mw_analysis_free(&a);
    mw_graph_free(g);
    mw_maze_free(m);
    return length >= 0;
}

static void rook_agrees_with_a_plain_search(void **unused)
{
    (void)unused;
    static const char *const variants[] = {"", ",queen", ",no-u-turn", ",no-u-turn,queen"};
    mw_rng rng;
    mw_rng_seed(&rng, 6001);
    int solvable = 0;
    for (int i = 0; i < 400; i++) {
        char id[100];
        int w = 2 + below(&rng, 8), h = 1 + below(&rng, 9);
        snprintf(id, sizeof id, "rook:%dx%d%s%s#%d", w, h, variants[i % 4],
                 i / 4 % 2 ? ",goal=center" : "", i);
        solvable += check_rook(id);
    }
    assert_true(solvable > 100 && solvable < 400);
}

// ---- measures that can be counted by hand

typedef struct expectation {
    const char *maze, *measure;
    double value; // NAN: does not apply
} expectation;

static void check_expectations(const expectation *list, size_t count)
{
    for (const expectation *e = list; e < list + count; e++) {
        mw_maze *m = maze_of_id(e->maze);
        mw_graph *g = whole_graph(m);
        mw_analysis a;
        assert_true(mw_analyse(g, &a));
        double value = value_of(&a, e->measure);
        if (isnan(e->value) ? !isnan(value) : value != e->value)
            fail_msg("%s: %s is %g, not %g", e->maze, e->measure, value, e->value);
        mw_analysis_free(&a);
        mw_graph_free(g);
        mw_maze_free(m);
    }
}

static void corridors_have_the_measures_counted_by_hand(void **unused)
{
    (void)unused;
    // A wall between S and G: four cells on this side, of which the inner two have two moves.
    static const char *const walled = "null:7x1:.S..x.G";
    // Three steps right; three cells with a choice. Cell 7 lies behind G and is never entered.
    static const char *const way = "null:7x1:..S..G.";
    static const char *const shortest = "null:2x1:SG";
    const expectation list[] = {
        {walled, "length", NAN},
        {walled, "cost", NAN},
        {walled, "solutions", 0},
        {walled, "states", 4},
        {walled, "edges", 6},
        {walled, "dead", 4},
        {walled, "losing", 0},
        {walled, "branching", 1.5},
        {walled, "forced", 0},
        {walled, "forward_decisions", NAN},
        {walled, "backward_decisions", NAN},
        {walled, "hardest", NAN},
        {walled, "radius", 2},
        {walled, "unreaching", 4},
        {walled, "unreachable", 2},
        {way, "length", 3},
        {way, "cost", 3},
        {way, "solutions", 1},
        {way, "states", 6},
        {way, "edges", 1 + 2 + 2 + 2 + 2}, // none out of G
        {way, "dead", 0},
        {way, "branching", 9.0 / 5}, // G is not open
        {way, "forced", 0},
        {way, "forward_decisions", 3},
        {way, "backward_decisions", 2}, // cell 4 from 3 and 5, cell 5 from 4 alone, G from 5 and 7
        {way, "hardest", 5},            // the left end
        {way, "radius", 3},             // G
        {way, "unreaching", 0},         // from cell 7 one step left wins
        {way, "unreachable", 1},        // cell 7
        {shortest, "length", 1},
        {shortest, "forced", 1},
        {shortest, "branching", 1},
        {shortest, "hardest", 1},
        {shortest, "radius", 1},
        {shortest, "forward_decisions", 0},
        {shortest, "backward_decisions", 0},
        {"null:5x1:S...G", "forced", 1},
        {"null:3x1:SxG", "forced", 0}, // no move at all
        {"null:3x1:SxG", "states", 1},
        {"null:3x1:SxG", "dead", 1},
        {"null:3x1:SxG", "branching", 0},
        {"null:3x1:SxG", "radius", 0},
    };
    check_expectations(list, sizeof list / sizeof *list);
}

static void rook_mazes_have_the_measures_counted_by_hand(void **unused)
{
    (void)unused;
    // In a row: right is the only jump from S; from the middle, left or right.
    static const char *const row = "rook:3x1:S11G", *const no_back = "rook:3x1,no-u-turn:S11G";
    // Two ways round a square; the first in the order U R D L begins with R. There, L and D.
    static const char *const square = "rook:2x2:S11/1G";
    // Up and down between cells 1 and 3 for ever; only cell 2, which is out of reach, leads to G.
    static const char *const trap = "rook:1x4:S2/2/2/G";
    // 3 right, 2 left, 3 right, and nowhere another choice. Cell 3, out of reach, leads to 2 and 4.
    static const char *const zigzag = "rook:5x1:S3312G";
    const expectation list[] = {
        {row, "length", 2},
        {row, "forced", 1},
        {row, "forward_decisions", 1},
        {row, "backward_decisions", 0}, // each cell has one before it, and G is never left
        {no_back, "length", 2},
        {no_back, "forced", 2}, // in the middle, left is a U-turn
        {no_back, "forward_decisions", 0},
        {square, "length", 2},
        {square, "solutions", 2},
        {square, "forced", 0},
        {square, "forward_decisions", 2},
        {square, "backward_decisions", 1}, // G from both sides
        {square, "clusters", 4},           // three equal jumps hang together: (3 - 1)^2
        {trap, "length", NAN},
        {trap, "dead", 2},
        {trap, "forced", 2},      // each state is counted once
        {trap, "unreaching", 2},  // cells 1 and 3
        {trap, "unreachable", 2}, // cells 2 and 4
        {zigzag, "length", 3},
        {zigzag, "forced", 3},
        {zigzag, "forward_decisions", 0},
        {zigzag, "backward_decisions", 2}, // cells 4 and 2 also from 3; G from 2 alone
        {zigzag, "unreachable", 1},
        {zigzag, "unreaching", 0},
        {zigzag, "clusters", 1}, // the two threes
        {"rook:2x2,queen:S11/1G", "length", 1},
        {"rook:2x2,queen:S11/1G", "solutions", 1},
    };
    check_expectations(list, sizeof list / sizeof *list);
}

static void the_hardest_state_is_the_farthest_from_a_win(void **unused)
{
    (void)unused;
    mw_maze *m = maze_of_id("null:9x1:...S..G..");
    mw_graph *g = whole_graph(m);
    mw_analysis a;
    mw_state s;
    assert_true(mw_analyse(g, &a));
    mw_graph_state(g, a.hardest, &s);
    assert_int_equal(m->kind->cell(m, &s), 0); // the left end; the right one is out of reach
    mw_analysis_free(&a);
    mw_graph_free(g);
    mw_maze_free(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rolling_is_rolling),
        cmocka_unit_test(die_agrees_with_a_plain_search),
        cmocka_unit_test(orientations_that_act_alike_share_a_rank),
        cmocka_unit_test(merged_states_lose_no_solution),
        cmocka_unit_test(h4_is_exact_and_printed_h3_is_not),
        cmocka_unit_test(the_auditor_finds_the_smallest_counterexample),
        cmocka_unit_test(better_estimates_expand_less),
        cmocka_unit_test(rook_agrees_with_a_plain_search),
        cmocka_unit_test(corridors_have_the_measures_counted_by_hand),
        cmocka_unit_test(rook_mazes_have_the_measures_counted_by_hand),
        cmocka_unit_test(the_hardest_state_is_the_farthest_from_a_win),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
