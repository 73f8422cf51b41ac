// test_rules.c: are the rules right? Laws cannot see a wrong rule. So here are a plain search of
// rook mazes written a second time with naive arrays and no code of the library, and small mazes
// whose measures can be counted by hand.
#include "support.h"

#include <math.h>

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
    scoped_text *text = mw_maze_print(m, "paper");
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
    scoped_maze *m = maze_of_id(id);
    read_plain(&p, m, id);
    int length = plain_rook(&p, p.start, reached);
    int found = length_by(m, NULL, NULL, MW_VISITED_AUTO);
    if (found != length)
        fail_msg("%s: length %d, but %d by plain search", id, found, length);
    assert_int_equal(length_by(m, "astar", NULL, MW_VISITED_AUTO), length);
    scoped_graph *g = whole_graph(m);
    scoped_analysis a = {0};
    assert_true(mw_analyse(g, &a));
    check_cells(&p, g, &a, id);
    if (value_of(&a, "solutions") != (length < 0 ? 0 : plain_solutions(&p, length)))
        fail_msg("%s: wrong number of shortest solutions", id);
    assert_true(value_of(&a, "clusters") == plain_clusters(&p));
    return length >= 0;
}

TEST(rook_agrees_with_a_plain_search)
{
    static const char *const variants[] = {"", ",queen", ",no-u-turn", ",no-u-turn,queen"};
    mw_rng rng = seeded(6001);
    int solvable = 0;
    for (int i = 0; i < 400; i++) {
        uint32_t w = 2 + mw_rng_below(&rng, 8), h = 1 + mw_rng_below(&rng, 9);
        const char *id = formatted("rook:%ux%u%s%s#%d", w, h, variants[i % 4],
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
        scoped_maze *m = maze_of_id(e->maze);
        scoped_graph *g = whole_graph(m);
        scoped_analysis a = {0};
        assert_true(mw_analyse(g, &a));
        double value = value_of(&a, e->measure);
        if (isnan(e->value) ? !isnan(value) : value != e->value)
            fail_msg("%s: %s is %g, not %g", e->maze, e->measure, value, e->value);
    }
}

TEST(corridors_have_the_measures_counted_by_hand)
{
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
    check_expectations(list, COUNT(list));
}

TEST(rook_mazes_have_the_measures_counted_by_hand)
{
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
    check_expectations(list, COUNT(list));
}

TEST(the_hardest_state_is_the_farthest_from_a_win)
{
    scoped_maze *m = maze_of_id("null:9x1:...S..G..");
    scoped_graph *g = whole_graph(m);
    scoped_analysis a = {0};
    mw_state s;
    assert_true(mw_analyse(g, &a));
    mw_graph_state(g, a.hardest, &s);
    assert_int_equal(m->kind->rules->cell(m, &s), 0); // the left end; the right one is out of reach
}
