// test_bloxorz.c: are the rules of the rolling block right? They are written a second time,
// naively, with a whole board in every state. One mechanism at a time: test_bloxorz_rules.c; text:
// test_bloxorz_text.c.
#include "support.h"

// ---- shared

static mw_graph *graph_of(const mw_maze *m, bool all)
{
    mw_graph *g = mw_graph_build(m, all, NULL, NULL);
    assert_non_null(g);
    return g;
}

// The same maze with an option more ("": none); the caller frees it.
static mw_maze *with_option(const mw_maze *m, const char *option)
{
    scoped_text *id = mw_maze_print(m, "id");
    char *body = strchr(strchr(id, ':') + 1, ':');
    size_t length = strlen(id) + strlen(option) + 2;
    char *longer = malloc(length);
    snprintf(longer, length, "%.*s%s%s%s", (int)(body - id), id, *option ? "," : "", option, body);
    mw_maze *out = maze_of_id(longer);
    free(longer);
    return out;
}

// ---- a second implementation, which knows the numbers of a map file and nothing else

#define SIDE       8
#define STATES_MAX (1 << 18)

enum { GAME, SEED, COUNTING, BARRED, SEED_BARRED, VARIANTS };
static const char *const variant_options[VARIANTS] = {
    "", "rules=seed", "count-switching", "no-half-in-hole", "rules=seed,no-half-in-hole"};
static bool by_seed(int variant)
{
    return variant == SEED || variant == SEED_BARRED;
}

typedef struct spot {
    signed char x, y;
} spot;

typedef struct plain { // a state; all of it bytes, so that equal states are equal bytes
    spot at[2];        // the two cubes of the block, in the same cell when it stands
    bool split;
    char board[SIDE][SIDE]; // the digits of the map as they are now
} plain;

typedef struct sheet { // a map file
    int rows, columns, variant;
    bool by_cell; // switches work cell by cell also by the seed's rules, which is wrong
    plain start;
    bool targets[SIDE][SIDE][3][SIDE][SIDE]; // of each switch: toggled, removed, added
    spot halves[SIDE][SIDE][2];
} sheet;

// The numbers of a line; returns the next line, or NULL when there was none.
static const char *read_numbers(const char *line, int numbers[400], int *count)
{
    char *end;
    *count = 0;
    if (!*line)
        return NULL;
    while (*line && *line != '\n') {
        numbers[(*count)++] = (int)strtol(line, &end, 10);
        line = end + strspn(end, " \r");
    }
    return line + (*line == '\n');
}

static void read_sheet(sheet *s, const char *text, int variant)
{
    int n[400] = {0}, count;
    text = read_numbers(text, n, &count);
    *s = (sheet){.rows = n[0], .columns = n[1], .variant = variant};
    spot start = {(signed char)n[2], (signed char)n[3]};
    s->start.at[0] = s->start.at[1] = start;
    for (int y = 0; y < s->rows; y++) {
        text = read_numbers(text, n, &count);
        assert_int_equal(count, s->columns);
        for (int x = 0; x < count; x++)
            s->start.board[y][x] = (char)n[x];
    }
    while ((text = read_numbers(text, n, &count))) {
        int x = n[0], y = n[1], digit = (unsigned char)s->start.board[y][x], at = 2;
        if (digit == 7) {
            s->halves[y][x][0] = (spot){(signed char)n[4], (signed char)n[3]};
            s->halves[y][x][1] = (spot){(signed char)n[6], (signed char)n[5]};
            continue;
        }
        for (int k = digit == 4 ? 1 : digit == 6 || digit == 8 ? 2 : 0; at < count; k++)
            for (int i = n[at++]; i--; at += 2)
                s->targets[y][x][k][n[at]][n[at + 1]] = true;
    }
}

static void fire(const sheet *s, plain *p, spot at)
{
    for (int k = 0; k < 3; k++)
        for (int y = 0; y < SIDE; y++)
            for (int x = 0; x < SIDE; x++)
                if (s->targets[at.y][at.x][k][y][x])
                    p->board[y][x] = k == 0 ? !p->board[y][x] : k == 2;
}

static int digit_at(const plain *p, spot at)
{
    return p->board[at.y][at.x];
}

static void press_one(const sheet *s, plain *p, spot at)
{
    if (digit_at(p, at) >= 4 && digit_at(p, at) <= 6)
        fire(s, p, at);
}

// Presses the soft switches of one digit in two cells.
static void press_type(const sheet *s, plain *p, int digit, spot one, spot two)
{
    if (digit_at(p, one) == digit)
        fire(s, p, one);
    if (digit_at(p, two) == digit)
        fire(s, p, two);
}

// Presses the soft switches of two cells: by the paper's program all 4s, then all 5s, then all 6s;
// in the game cell by cell.
static void press_soft(const sheet *s, plain *p, spot one, spot two)
{
    if (by_seed(s->variant) && !s->by_cell) {
        for (int digit = 4; digit <= 6; digit++)
            press_type(s, p, digit, one, two);
        return;
    }
    press_one(s, p, one);
    press_one(s, p, two);
}

static bool there(const sheet *s, const plain *p, spot at)
{
    return at.x >= 0 && at.y >= 0 && at.x < s->columns && at.y < s->rows && digit_at(p, at);
}

static bool same(spot a, spot b)
{
    return a.x == b.x && a.y == b.y;
}

static spot moved(spot at, int dx, int dy)
{
    return (spot){(signed char)(at.x + dx), (signed char)(at.y + dy)};
}

static void sort(plain *p)
{
    spot a = p->at[0], b = p->at[1];
    if (b.y < a.y || (b.y == a.y && b.x < a.x)) {
        p->at[0] = b;
        p->at[1] = a;
    }
}

// Tips a whole block over: no table of poses, only what happens to its two cubes.
static bool tip(const sheet *s, plain *p, int dx, int dy)
{
    spot a = p->at[0], b = p->at[1];
    int ahead = (b.x - a.x) * dx + (b.y - a.y) * dy; // is the second cube before the first?
    if (same(a, b)) {
        p->at[0] = moved(a, dx, dy);
        p->at[1] = moved(a, 2 * dx, 2 * dy);
    } else if (ahead) {
        p->at[0] = p->at[1] = moved(ahead > 0 ? b : a, dx, dy);
    } else {
        p->at[0] = moved(a, dx, dy);
        p->at[1] = moved(b, dx, dy);
    }
    sort(p);
    a = p->at[0], b = p->at[1];
    if (!there(s, p, a) || !there(s, p, b) || (same(a, b) && digit_at(p, a) == 2))
        return false;
    if (!same(a, b)) {
        press_soft(s, p, a, b);
    } else if (digit_at(p, a) == 7) {
        memcpy(p->at, s->halves[a.y][a.x], sizeof p->at);
        p->split = true;
    } else if (digit_at(p, a) >= 3 && digit_at(p, a) <= 8) {
        fire(s, p, a);
    }
    if (s->variant == GAME || s->variant == BARRED)
        sort(p);
    return true;
}

static bool step(const sheet *s, plain *p, int half, int dx, int dy)
{
    spot to = p->at[half] = moved(p->at[half], dx, dy), other = p->at[!half];
    bool barred = s->variant == BARRED || s->variant == SEED_BARRED;
    if (!there(s, p, to) || same(to, other) || (by_seed(s->variant) && !there(s, p, other)) ||
        (barred && digit_at(p, to) == 9))
        return false;
    if (by_seed(s->variant))
        press_soft(s, p, p->at[0], p->at[1]);
    else
        press_one(s, p, to);
    p->split = abs(to.x - other.x) + abs(to.y - other.y) != 1;
    if (!p->split || s->variant == GAME || s->variant == BARRED)
        sort(p);
    return true;
}

static int successors(const sheet *s, const plain *p, plain out[9])
{
    static const int ways[4][2] = {{0, -1}, {1, 0}, {0, 1}, {-1, 0}};
    int n = 0;
    for (int w = 0; w < 4; w++)
        for (int half = 0; half < (p->split && s->variant != COUNTING ? 2 : 1); half++) {
            out[n] = *p;
            n += p->split ? step(s, &out[n], half, ways[w][0], ways[w][1])
                          : tip(s, &out[n], ways[w][0], ways[w][1]);
        }
    if (p->split && s->variant == COUNTING) {
        out[n] = *p;
        out[n].at[0] = p->at[1];
        out[n++].at[1] = p->at[0];
    }
    return n;
}

typedef struct answer {
    int length, states, split; // -1: no way; all states; of them, with two halves
} answer;

// Breadth-first search to the end; a set of whole states, hashed byte by byte.
static answer plain_search(const sheet *s)
{
    static plain met[STATES_MAX];
    static int depth[STATES_MAX], slots[4 * STATES_MAX], used[STATES_MAX];
    answer a = {.length = -1};
    int count = 0, fresh = 1;
    plain next[9] = {s->start};
    for (int i = -1; i < count; i++) {
        if (i >= 0) {
            bool home = !met[i].split && same(met[i].at[0], met[i].at[1]) &&
                        digit_at(&met[i], met[i].at[0]) == 9;
            a.split += met[i].split;
            a.length = home && a.length < 0 ? depth[i] : a.length;
            fresh = home ? 0 : successors(s, &met[i], next);
        }
        for (int k = 0; k < fresh; k++) {
            uint32_t slot = 2166136261u;
            for (size_t b = 0; b < sizeof next[k]; b++)
                slot = (slot ^ ((unsigned char *)&next[k])[b]) * 16777619u;
            slot %= COUNT(slots);
            while (slots[slot] && memcmp(&met[slots[slot] - 1], &next[k], sizeof next[k]))
                slot = (slot + 1) % COUNT(slots);
            if (slots[slot])
                continue;
            assert_true(count < STATES_MAX);
            met[count] = next[k];
            depth[count] = i < 0 ? 0 : depth[i] + 1;
            used[count++] = (int)slot;
            slots[slot] = count;
        }
    }
    for (int i = 0; i < count; i++)
        slots[used[i]] = 0;
    a.states = count;
    return a;
}

static answer check_against_plain(const mw_maze *m, const char *map, int variant)
{
    sheet s;
    read_sheet(&s, map, variant);
    answer a = plain_search(&s);
    scoped_graph *g = graph_of(m, false);
    mw_search_options whole = {.algorithm = "bfs", .exhaust = true};
    scoped_result r = search_with(m, &whole);
    int length = length_by(m, "bfs", NULL, MW_VISITED_AUTO);
    if (length != a.length || g->reachable != (uint32_t)a.states || r.stored != g->reachable)
        fail_msg("%s: length %d and %d states by plain search, %d and %u (%llu) here, for\n%s",
                 variant_options[variant], a.length, a.states, length, g->reachable,
                 (unsigned long long)r.stored, map);
    return a;
}

TEST(random_mazes_agree_with_a_plain_search)
{
    unsigned solvable = 0, split = 0;
    for (unsigned i = 0; i < 600; i++) {
        int variant = (int)(i % VARIANTS);
        const char *id =
            formatted("bloxorz:%ux%u,floor=%u,switches=%u,splits=%u%s%s#%u", 5 + i / 7 % 3,
                      4 + i / 5 % 2, 70 + i % 31, i % 4, i / 4 % 3,
                      *variant_options[variant] ? "," : "", variant_options[variant], i);
        scoped_maze *m = maze_of_id(id);
        scoped_text *map = mw_maze_print(m, "paper");
        answer a = check_against_plain(m, map, variant);
        solvable += a.length >= 0;
        split += a.split > 0;
    }
    assert_true(solvable > 150 && solvable < 590 && split > 100); // else this proves little
}

// A line below a random map: the switch, and which of four bridges it moves, or its two halves.
static int draw_switch(mw_rng *rng, char *text, const char *board, uint32_t cells, uint32_t columns,
                       uint32_t c, const uint32_t bridges[4])
{
    int at = sprintf(text, "%u %u", c % columns, c / columns);
    uint32_t sets = strchr("35", board[c]) ? 1 + mw_rng_below(rng, 3) : 1, halves[2];
    for (uint32_t k = 0; k < sets && board[c] != '7'; k++) {
        uint32_t n = mw_rng_below(rng, 3) + (sets < 3 && !k); // the only set is not empty
        at += sprintf(text + at, " %u", n);
        for (uint32_t i = mw_rng_below(rng, 4); n--; i++)
            at += sprintf(text + at, " %u %u", bridges[i % 4] / columns, bridges[i % 4] % columns);
    }
    if (board[c] == '7') {
        do
            for (int i = 0; i < 2; i++)
                halves[i] = mw_rng_below(rng, cells);
        while (halves[0] == halves[1] || board[halves[0]] == '0' || board[halves[1]] == '0');
        at += sprintf(text + at, " 2 %u %u %u %u", halves[0] / columns, halves[0] % columns,
                      halves[1] / columns, halves[1] % columns);
    }
    return at + sprintf(text + at, "\n");
}

// A random map file: switches share bridges and mix what they do, and the block may start on one.
// kinds: digits of the switches.
static void draw_map(mw_rng *rng, const char *kinds, int switches, char text[4000])
{
    char board[37] = "";
    uint32_t rows = 3 + mw_rng_below(rng, 4), columns = 3 + mw_rng_below(rng, 4);
    uint32_t cells = rows * columns, start, bridges[4];
    for (uint32_t c = 0; c < cells; c++)
        board[c] = "0002111111111111"[mw_rng_below(rng, 16)];
    for (int i = 0; i < switches; i++)
        board[mw_rng_below(rng, cells)] = kinds[mw_rng_below(rng, (uint32_t)strlen(kinds))];
    board[mw_rng_below(rng, cells)] = '9';
    for (int i = 0; i < 4; i++) {
        do
            bridges[i] = mw_rng_below(rng, cells);
        while (board[bridges[i]] != '0' && board[bridges[i]] != '1');
        board[bridges[i]] = (char)('0' + mw_rng_below(rng, 2));
    }
    do
        start = mw_rng_below(rng, cells);
    while (strchr("029", board[start]));
    int at = sprintf(text, "%u %u %u %u\n", rows, columns, start % columns, start / columns);
    for (uint32_t c = 0; c < cells; c++)
        at += sprintf(text + at, "%c%c", board[c], (c + 1) % columns ? ' ' : '\n');
    for (uint32_t c = 0; c < cells; c++)
        if (strchr("345678", board[c]))
            at += draw_switch(rng, text + at, board, cells, columns, c, bridges);
}

TEST(random_map_files_agree_with_a_plain_search)
{
    unsigned solvable = 0, split = 0, differ = 0, barred = 0;
    mw_rng rng = seeded(2018);
    for (unsigned i = 0; i < 300; i++) {
        char map[4000];
        answer a[VARIANTS];
        draw_map(&rng, "34556777", 5, map);
        scoped_maze *game = maze_of_text("bloxorz", map);
        for (int v = 0; v < VARIANTS; v++) {
            scoped_maze *m = with_option(game, variant_options[v]);
            a[v] = check_against_plain(m, map, v);
        }
        assert_true((a[GAME].length < 0) == (a[COUNTING].length < 0)); // changing halves is free
        solvable += a[GAME].length >= 0;
        split += a[GAME].split > 0;
        barred += a[GAME].states != a[BARRED].states;
        differ += a[GAME].states - a[GAME].split != a[SEED].states - a[SEED].split;
    }
    assert_true(solvable > 75 && solvable < 295 && split > 75 && differ > 50 && barred > 10);
}

// Boards full of soft switches, so that a lying block often covers two, among them such as are
// written 5 though they only remove or only add.
TEST(switches_work_by_type_in_the_seeds_rules)
{
    unsigned matters = 0, optimum = 0, as_5 = 0;
    mw_rng rng = seeded(456);
    for (unsigned i = 0; i < 200; i++) {
        char map[4000];
        sheet s;
        mw_evaluation e;
        draw_map(&rng, i % 2 ? "4566" : "445567", 9, map);
        scoped_maze *game = maze_of_text("bloxorz", map);
        scoped_maze *m = with_option(game, "rules=seed");
        answer a = check_against_plain(m, map, SEED);
        check_against_plain(game, map, GAME);
        assert_true(m->kind->fast->evaluate(m, true, &e));
        assert_int_equal(e.length == MW_FAR ? -1 : (int)e.length, a.length);
        assert_int_equal(e.states, a.states);
        read_sheet(&s, map, SEED);
        s.by_cell = true;
        answer wrong = plain_search(&s);
        matters += wrong.states != a.states;
        optimum += wrong.length != a.length;
        scoped_text *id = mw_maze_print(m, "id"), *back = mw_maze_print(m, "paper");
        as_5 += strstr(id, ".as.5") != NULL;
        check_against_plain(m, back, SEED);
        assert_true(reads_back(m, "id") && reads_back(m, "own"));
    }
    assert_true(matters > 20 && optimum > 2 && as_5 > 10); // else this proves little
}

// ---- heuristics

static mw_maze *random_maze(unsigned i)
{
    const char *option = variant_options[i % VARIANTS];
    const char *id =
        formatted("bloxorz:%ux%u,floor=%u,switches=%u,splits=%u%s%s#%u", 4 + i % 4, 5 + i / 4 % 2,
                  75 + i % 26, i / 3 % 3, i / 9 % 3, *option ? "," : "", option, 1000 + i);
    return maze_of_id(id);
}

TEST(honest_estimates_keep_their_claims)
{
    static const char *const names[] = {"rolls", "bridges-down"};
    uint64_t expanded[3] = {0};
    unsigned solvable = 0;
    for (unsigned i = 0; i < 300; i++) {
        scoped_maze *m = random_maze(i);
        scoped_graph *g = graph_of(m, i % 3 == 0);
        scoped_result blind = searched(m, "ucs", NULL, MW_VISITED_AUTO);
        assert_string_equal(mw_heuristic_default(m)->name, "bridges-down");
        expanded[0] += blind.expanded;
        solvable += blind.outcome == MW_OUTCOME_SOLVED;
        for (int k = 0; k < 2; k++) {
            mw_audit a;
            assert_true(mw_audit_run(g, mw_heuristic_find(m->kind, names[k]), &a));
            assert_int_equal(a.claims, MW_ADMISSIBLE | MW_CONSISTENT);
            if (!a.admissible || !a.consistent)
                fail_msg("%s is not what it claims on random maze %u", names[k], i);
            scoped_result r = searched(m, "astar", names[k], MW_VISITED_AUTO);
            assert_int_equal(r.outcome, blind.outcome);
            assert_int_equal(r.cost, blind.cost);
            assert_true(r.outcome != MW_OUTCOME_SOLVED || r.optimal);
            expanded[1 + k] += r.expanded;
        }
    }
    assert_true(solvable > 100);
    assert_true(expanded[1] < expanded[0] && expanded[2] < expanded[1]); // and they are of use
}

TEST(coordinates_claim_nothing)
{
    static const char *const names[] = {"corner", "euclid"};
    for (int k = 0; k < 2; k++) {
        unsigned solved = 0, wrong = 0;
        for (unsigned i = 0; i < 100; i++) {
            scoped_maze *m = random_maze(i);
            scoped_graph *g = graph_of(m, false);
            mw_audit a;
            assert_true(mw_audit_run(g, mw_heuristic_find(m->kind, names[k]), &a));
            assert_int_equal(a.claims, 0);
            wrong += !a.admissible;
            scoped_result r = searched(m, "astar", names[k], MW_VISITED_AUTO);
            assert_int_equal(r.outcome == MW_OUTCOME_SOLVED, g->distance[0] != MW_FAR);
            assert_false(r.outcome == MW_OUTCOME_SOLVED && r.optimal);
            solved += r.outcome == MW_OUTCOME_SOLVED;
        }
        assert_true(solved > 30 && wrong > 10); // they would be wrong to claim more
    }
}
