// test_theseus.c: are the rules of Theseus mazes right? A second implementation with coordinates,
// which looks at one cell at a time, must agree on lengths, states, losses and measures; so must
// the fast evaluator with the whole state graph. Rule by rule:
// test_theseus_rules.c.
#include "support.h"

#include <math.h>

// ---- shared

static int below(mw_rng *rng, int n)
{
    return (int)mw_rng_below(rng, (uint32_t)n);
}

// A random maze's id: every size up to `side` squared, every option.
static void random_id(mw_rng *rng, int side, int seed, char id[120])
{
    int w, h;
    do {
        w = 1 + below(rng, side);
        h = 1 + below(rng, side);
    } while (w * h < 3);
    int options = below(rng, 8), horizontal = below(rng, 50), vertical = below(rng, 50);
    snprintf(id, 120, "theseus:%dx%d,order=%s,win=%s,exit=%s,horizontal=%d,vertical=%d#%d", w, h,
             options & 1 ? "hv" : "vh", options & 2 ? "arrival" : "after",
             options & 4 ? "cell" : "door", horizontal, vertical, seed);
}

// ---- a second implementation

#define SIDE   9
#define PLACES ((SIDE + 2) * (SIDE + 2)) // a door leads to a place outside the grid
#define TURNS  24

typedef struct spot {
    int x, y;
} spot;

static const spot gone = {-9, -9}; // a dead Minotaur

typedef struct sheet { // what an id says
    int w, h;
    char walls[SIDE][SIDE + 1]; // digits
    spot theseus, minotaur, exit;
    char door; // '\0': a goal cell
    bool vertical_first, after;
    int blocks, period;
    struct {
        spot at;
        char steps[30];
    } block[8];
} sheet;

static void read_item(sheet *s, const char *item)
{
    spot at;
    char rest[30] = "";
    assert_true(sscanf(item + 1, "%d.%d%29s", &at.x, &at.y, rest) >= 2);
    switch (*item) {
    case 't': s->theseus = at; break;
    case 'm': s->minotaur = at; break;
    case 'x':
        s->exit = at;
        s->door = *rest;
        break;
    default: s->block[s->blocks].at = at; strcpy(s->block[s->blocks++].steps, rest + 1);
    }
}

static void read_sheet(sheet *s, const mw_maze *m)
{
    scoped_text *id = mw_maze_print(m, "id");
    strtok(id, ":");
    char *params = strtok(NULL, ":");
    *s =
        (sheet){.vertical_first = strstr(params, "order=vh"), .after = strstr(params, "win=after")};
    assert_int_equal(sscanf(params, "%dx%d", &s->w, &s->h), 2);
    for (int y = 0; y < s->h; y++)
        strcpy(s->walls[y], strtok(NULL, "/"));
    for (char *item; (item = strtok(NULL, "/"));)
        read_item(s, item);
    for (bool all_back = false; !all_back;) {
        s->period++;
        all_back = true;
        for (int i = 0; i < s->blocks; i++)
            all_back = all_back && s->period % (int)strlen(s->block[i].steps) == 0;
    }
    assert_true(s->period <= TURNS);
}

static bool same(spot a, spot b)
{
    return a.x == b.x && a.y == b.y;
}

static spot moved(spot at, char side)
{
    return (spot){at.x + (side == 'R') - (side == 'L'), at.y + (side == 'D') - (side == 'U')};
}

static bool under_a_block(const sheet *s, spot at, int turn)
{
    for (int i = 0; i < s->blocks; i++) {
        spot b = s->block[i].at;
        for (int t = 0; t < turn % (int)strlen(s->block[i].steps); t++)
            b = moved(b, s->block[i].steps[t]);
        if (same(b, at))
            return true;
    }
    return false;
}

static bool walled(const sheet *s, spot from, char side)
{
    int digit = (unsigned char)s->walls[from.y][from.x],
        walls = digit > '9' ? digit - 'a' + 10 : digit - '0';
    int wall = side == 'U' ? 1 : side == 'R' ? 2 : side == 'D' ? 4 : 8;
    return walls & wall;
}

static bool barred(const sheet *s, spot from, char side, int turn)
{
    return walled(s, from, side) || under_a_block(s, moved(from, side), turn);
}

typedef struct pose {
    spot theseus, minotaur;
    int turn;
} pose;

typedef struct answer { // of the Minotaur to one move
    bool given;
    int steps, faced, faced_blocks;
} answer;

static void answer_of_minotaur(const sheet *s, pose *p, answer *a)
{
    a->given = true;
    for (int half = 0; half < 2; half++) {
        spot t = p->theseus, m = p->minotaur;
        char sideways = t.x > m.x ? 'R' : t.x < m.x ? 'L' : '\0';
        char upright = t.y > m.y ? 'D' : t.y < m.y ? 'U' : '\0';
        char first = s->vertical_first ? upright : sideways;
        char second = s->vertical_first ? sideways : upright;
        if (!first) {
            first = second;
            second = '\0';
        }
        if (!first)
            return; // he has him
        if (!barred(s, m, first, p->turn)) {
            p->minotaur = moved(m, first);
            a->steps++;
            continue;
        }
        a->faced++;
        a->faced_blocks += !walled(s, m, first);
        if (second && !barred(s, m, second, p->turn)) {
            p->minotaur = moved(m, second);
            a->steps++;
        }
    }
}

enum { ILLEGAL = 7 }; // beside the statuses

static int play(const sheet *s, pose from, char side, pose *to, answer *a)
{
    *a = (answer){0};
    *to = (pose){moved(from.theseus, side), from.minotaur, (from.turn + 1) % s->period};
    spot at = to->theseus;
    bool outside = at.x < 0 || at.x >= s->w || at.y < 0 || at.y >= s->h;
    if (side != 'W' && barred(s, from.theseus, side, from.turn))
        return ILLEGAL;
    if (same(at, to->minotaur))
        return MW_LOST;
    bool home = s->door ? outside : same(at, s->exit);
    if (home && !s->after)
        return MW_SOLVED;
    if (under_a_block(s, at, to->turn))
        return MW_LOST;
    if (under_a_block(s, to->minotaur, to->turn))
        to->minotaur = gone;
    if (!same(to->minotaur, gone))
        answer_of_minotaur(s, to, a);
    return same(at, to->minotaur) ? MW_LOST : home ? MW_SOLVED : MW_OPEN;
}

typedef struct node {
    pose pose;
    int status, parent, depth;
    answer before; // what the Minotaur did as this was first reached
    int next[5];   // -1: none, or lost
    bool can_win;
} node;

typedef struct search {
    node nodes[40000];
    int count, known[TURNS][PLACES + 1][PLACES]; // node + 1
} search;

typedef struct totals {
    double length, states, losing, dead, enemy_moves, standing, traps, faced, faced_blocks;
} totals;

static int place_number(spot p)
{
    return same(p, gone) ? PLACES : (p.y + 1) * (SIDE + 2) + p.x + 1;
}

static int meet(search *r, pose p, int status, int parent, answer a)
{
    int *known = &r->known[p.turn][place_number(p.minotaur)][place_number(p.theseus)];
    if (!*known) {
        assert_true(r->count < (int)COUNT(r->nodes));
        r->nodes[r->count] = (node){.pose = p, .status = status, .parent = parent, .before = a};
        r->nodes[r->count].depth = parent < 0 ? 0 : r->nodes[parent].depth + 1;
        r->nodes[r->count].can_win = status == MW_SOLVED;
        *known = ++r->count;
    }
    return *known - 1;
}

// Breadth-first, moves in the order URDLW: what is found first is the first of the shortest.
// Without `crushing`, no state counts in which the Minotaur is gone.
static int spread(const sheet *s, search *r, totals *t, bool crushing)
{
    int won = -1;
    r->count = 0;
    memset(r->known, 0, (size_t)s->period * sizeof *r->known);
    meet(r, (pose){s->theseus, s->minotaur, 0}, MW_OPEN, -1, (answer){0});
    for (int i = 0; i < r->count; i++) {
        if (r->nodes[i].status == MW_SOLVED && won < 0)
            won = i;
        for (int k = 0; k < 5; k++) {
            pose to;
            answer a;
            int status = r->nodes[i].status == MW_SOLVED
                             ? ILLEGAL
                             : play(s, r->nodes[i].pose, "URDLW"[k], &to, &a);
            bool stays = (status == MW_OPEN || status == MW_SOLVED) &&
                         (crushing || !same(to.minotaur, gone));
            t->losing += status == MW_LOST;
            r->nodes[i].next[k] = stays ? meet(r, to, status, i, a) : -1;
        }
    }
    return won;
}

// Those who can step to one who can win can win; until nothing changes.
static int count_dead(search *r)
{
    int dead = 0;
    for (bool changed = true; changed;) {
        changed = false;
        for (int i = r->count - 1; i >= 0; i--)
            for (int k = 0; k < 5 && !r->nodes[i].can_win; k++)
                if (r->nodes[i].next[k] >= 0 && r->nodes[r->nodes[i].next[k]].can_win)
                    changed = r->nodes[i].can_win = true;
    }
    for (int i = 0; i < r->count; i++)
        dead += !r->nodes[i].can_win;
    return dead;
}

static totals plain_totals(const sheet *s)
{
    static search r;
    totals t = {0};
    int won = spread(s, &r, &t, true);
    t.states = r.count;
    t.dead = count_dead(&r);
    t.length = won < 0 ? (double)NAN : r.nodes[won].depth;
    if (won < 0)
        t.enemy_moves = t.standing = t.traps = t.faced = t.faced_blocks = (double)NAN;
    bool stuck = false;
    for (int i = won; i > 0; i = r.nodes[i].parent) { // runs are as many from behind
        const answer *a = &r.nodes[i].before;
        if (!a->given)
            continue;
        t.enemy_moves += a->steps;
        t.faced += a->faced;
        t.faced_blocks += a->faced_blocks;
        t.standing += !a->steps;
        t.traps += !a->steps && !stuck;
        stuck = !a->steps;
    }
    return t;
}

// The length; 0: there is no solution.
static int plain_length(const sheet *s, bool crushing)
{
    static search r;
    totals t = {0};
    int won = spread(s, &r, &t, crushing);
    return won < 0 ? 0 : r.nodes[won].depth;
}

typedef struct block_totals { // NaN where there are no blocks
    double needed, crush, without;
} block_totals;

static block_totals plain_block_totals(const sheet *s)
{
    if (!s->blocks)
        return (block_totals){(double)NAN, (double)NAN, (double)NAN};
    sheet none = *s;
    none.blocks = 0;
    int length = plain_length(s, true), alive = plain_length(s, false);
    block_totals t = {.without = plain_length(&none, true),
                      .crush = alive == length ? 0
                               : alive         ? 1
                                               : 2};
    for (int i = 0; i < s->blocks && length; i++) {
        sheet less = *s;
        less.block[i] = less.block[--less.blocks];
        t.needed += plain_length(&less, true) != length;
    }
    return t;
}

// Returns whether the maze can be solved.
static bool check_against_plain(const mw_maze *m)
{
    sheet s;
    scoped_analysis a = {0};
    read_sheet(&s, m);
    totals t = plain_totals(&s);
    block_totals b = plain_block_totals(&s);
    scoped_graph *g = whole_graph(m);
    assert_true(mw_analyse(g, &a));
    const struct {
        const char *name;
        double found, expected;
    } rows[] = {
        {"the length", (double)length_by(m, "bfs", NULL, MW_VISITED_AUTO),
         isnan(t.length) ? -1 : t.length},
        {"reachable states", g->reachable, t.states},
        {"moves", value_of(&a, "moves"), t.length},
        {"enemy_moves", value_of(&a, "enemy_moves"), t.enemy_moves},
        {"static", value_of(&a, "static"), t.standing},
        {"traps", value_of(&a, "traps"), t.traps},
        {"blocks_faced", value_of(&a, "blocks_faced"), t.faced},
        {"false_paths", value_of(&a, "false_paths"), t.losing},
        {"losing", value_of(&a, "losing"), t.losing},
        {"dead", value_of(&a, "dead"), t.dead},
        {"stopped_by_blocks", value_of(&a, "stopped_by_blocks"),
         s.blocks ? t.faced_blocks : (double)NAN},
        {"crush_needed", value_of(&a, "crush_needed"), b.crush},
        {"needed_blocks", value_of(&a, "needed_blocks"), b.needed},
        {"length_without_blocks", value_of(&a, "length_without_blocks"), b.without},
    };
    for (size_t i = 0; i < COUNT(rows); i++)
        if (!same_number(rows[i].found, rows[i].expected)) {
            char *id = mw_maze_print(m, "id");
            fail_msg("%s: %s: %g, not %g", id, rows[i].name, rows[i].found, rows[i].expected);
        }
    return !isnan(t.length);
}

TEST(rules_and_measures_agree_with_plain_play)
{
    mw_rng rng = seeded(2010);
    int solvable = 0;
    for (int i = 0; i < 600; i++) {
        char id[120];
        random_id(&rng, SIDE, i, id);
        scoped_maze *m = maze_of_id(id);
        solvable += check_against_plain(m);
    }
    assert_true(solvable > 150 && solvable < 500); // else this proves little
}

// ---- moving blocks: those that the generator makes, and others

// A random maze with one to three blocks that may walk through walls and each other, as an id.
static char *random_blocks_id(mw_rng *rng, int side, int seed)
{
    static const char *const paths[] = {"W",   "RL",   "LR",   "UD",   "DU",     "RWL",
                                        "WDU", "RRLL", "DDUU", "RDLU", "UULDDR", "LUWWRD"};
    char plain[120];
    random_id(rng, side, seed, plain);
    scoped_maze *m = maze_of_id(plain);
    char *short_id = mw_maze_print(m, "id");
    size_t length = strlen(short_id);
    char *id = realloc(short_id, length + 120);
    assert_non_null(id);
    sheet s;
    read_sheet(&s, m);
    for (int wanted = 1 + below(rng, 3); wanted;) {
        const char *path = paths[below(rng, COUNT(paths))];
        int cell = below(rng, s.w * s.h);
        spot from = {cell % s.w, cell / s.w}, at = from;
        bool inside = true;
        for (const char *p = path; *p; p++) {
            at = moved(at, *p);
            inside = inside && at.x >= 0 && at.x < s.w && at.y >= 0 && at.y < s.h;
        }
        if (!inside || same(from, s.theseus) || same(from, s.minotaur))
            continue;
        length += (size_t)sprintf(id + length, "/b%d.%d.%s", from.x, from.y, path);
        wanted--;
    }
    return id;
}

TEST(mazes_with_blocks_agree_with_plain_play)
{
    mw_rng rng = seeded(2011);
    int solvable = 0;
    for (int i = 0; i < 300; i++) {
        scoped_text *id = random_blocks_id(&rng, 6, i);
        scoped_maze *m = maze_of_id(id);
        solvable += check_against_plain(m);
    }
    assert_true(solvable > 60 && solvable < 250);
}

// The id of a random maze with one to three blocks, drawn by the generator.
static const char *generated_blocks_id(mw_rng *rng, int seed)
{
    static const char *const rules[] = {"", ",win=after", ",exit=door", ",exit=door,win=after",
                                        ",order=vh"};
    int w = 4 + below(rng, 3), h = 4 + below(rng, 3), blocks = 1 + below(rng, w * h / 8);
    return formatted("theseus:%dx%d,blocks=%d%s#%d", w, h, blocks > 3 ? 3 : blocks,
                     rules[seed % (int)COUNT(rules)], seed);
}

TEST(generated_blocks_agree_with_plain_play)
{
    mw_rng rng = seeded(2014);
    int solvable = 0;
    for (int i = 0; i < 100; i++) {
        scoped_maze *m = maze_of_id(generated_blocks_id(&rng, i));
        solvable += check_against_plain(m);
    }
    assert_true(solvable > 20 && solvable < 90);
}

static spot block_in(const sheet *s, int block, int turn)
{
    spot at = s->block[block].at;
    for (int t = 0; t < turn % (int)strlen(s->block[block].steps); t++)
        at = moved(at, s->block[block].steps[t]);
    return at;
}

static void check_ways_of_blocks(const mw_maze *m)
{
    sheet s;
    read_sheet(&s, m);
    for (int k = 0; k < s.blocks; k++) {
        spot at = s.block[k].at;
        assert_false(same(at, s.theseus) || same(at, s.minotaur) || (!s.door && same(at, s.exit)));
        for (const char *p = s.block[k].steps; *p; at = moved(at, *p++))
            assert_false(*p != 'W' && walled(&s, at, *p));
    }
    for (int turn = 0; turn < s.period; turn++)
        for (int k = 0; k < s.blocks; k++)
            for (int i = 0; i < k; i++) {
                spot a = block_in(&s, k, turn), b = block_in(&s, i, turn);
                spot a_then = block_in(&s, k, turn + 1), b_then = block_in(&s, i, turn + 1);
                assert_false(same(a, b) || (same(a, b_then) && same(a_then, b)));
            }
}

// They walk neither through walls nor through each other, and begin neither on somebody nor on the
// exit; not even where the maze begins anew at its best start.
TEST(generated_and_designed_blocks_keep_out_of_each_others_way)
{
    mw_rng rng = seeded(2015);
    for (int i = 0; i < 300; i++) {
        scoped_maze *m = maze_of_id(generated_blocks_id(&rng, i));
        check_ways_of_blocks(m);
        for (int step = 0; step < 200; step++)
            m->kind->design->mutate(m, &rng);
        check_ways_of_blocks(m);
        mw_evaluation e;
        assert_true(mw_evaluate(m, false, &e));
        m->kind->design->set_start(m, &e.best);
        check_ways_of_blocks(m);
    }
}

TEST(mazes_with_blocks_keep_all_laws)
{
    mw_rng rng = seeded(2012);
    unsigned wrong = 0;
    for (int i = 0; i < 60; i++) {
        scoped_text *id = random_blocks_id(&rng, 4, i);
        scoped_maze *m = maze_of_id(id);
        wrong += !keeps_all_laws(m, id);
    }
    assert_int_equal(wrong, 0);
}

// A block that rests has one place in time; with 2, 3 and 4 steps all are back after 12 turns.
TEST(blocks_are_back_after_the_least_common_multiple)
{
    scoped_maze *still = maze_of_id("theseus:4x3:9113/8002/c446/t0.0/m3.2/x3.0/b1.1.W");
    static const char id[] = "theseus:4x3:9113/8002/c446/t0.0/m3.2/x3.0/b1.1.RL/b0.2.WUD/b3.0.DLRU";
    mw_maze *moving = maze_of_id(id);
    assert_int_equal(moving->kind->rules->count(moving), 12 * still->kind->rules->count(still));
    assert_true(keeps_all_laws(moving, id));
    mw_maze_free(moving);

    // Only time passes here: Theseus and the Minotaur are walled in.
    moving = maze_of_id("theseus:5x1:ffd57/t0.0/m1.0/x4.0/b2.0.RL/b3.0.WWW/b2.0.RRLL");
    scoped_graph *g = whole_graph(moving);
    assert_int_equal(g->reachable, 12);
    assert_int_equal(g->depth[11], 11);
    mw_maze_free(moving);
}

// In the shipped mazes with blocks each block is needed, and they rise in difficulty.
TEST(blocks_of_shipped_mazes_are_needed)
{
    double last = 0;
    for (int i = 13; i <= 18; i++) {
        const char *file = formatted("puzzles/theseus/%d.theseus", i);
        scoped_maze *m = maze_of_file(file);
        sheet s;
        scoped_analysis a = {0};
        read_sheet(&s, m);
        scoped_graph *g = whole_graph(m);
        assert_true(mw_analyse(g, &a));
        assert_true(s.blocks > 0);
        assert_int_equal((int)value_of(&a, "needed_blocks"), s.blocks);
        assert_int_equal((int)value_of(&a, "length_without_blocks"), 0);
        assert_true(check_against_plain(m)); // which works these out again
        assert_true(value_of(&a, "difficulty") > last);
        last = value_of(&a, "difficulty");
    }
}

// Boards that are too large for the fast evaluator: the same seed gives the same maze without
// blocks.
TEST(blocks_of_large_mazes_are_measured)
{
    static const struct {
        int seed, needed;
    } rows[] = {{25, 0}, {26, 1}};
    for (size_t i = 0; i < COUNT(rows); i++) {
        const char *names[] = {"needed_blocks", "length_without_blocks", NULL};
        const char *sizes = "theseus:33x32,horizontal=55,vertical=50";
        scoped_maze *m = maze_of_id(formatted("%s,blocks=2#%d", sizes, rows[i].seed));
        scoped_maze *without = maze_of_id(formatted("%s#%d", sizes, rows[i].seed));
        scoped_graph *g = mw_graph_build(m, false, NULL, NULL);
        scoped_analysis a = {0};
        assert_true(g && mw_analyse_some(g, names, &a));
        assert_int_equal((int)value_of(&a, "needed_blocks"), rows[i].needed);
        int length = (int)length_by(without, "astar", "walk", MW_VISITED_AUTO);
        assert_int_equal((int)value_of(&a, "length_without_blocks"), length);
        assert_true(rows[i].needed == (length != (int)g->distance[0]));
    }
}

// ---- the fast evaluator

static void check_same(const char *id, const mw_evaluation *a, const mw_evaluation *b)
{
    const double left[] = {a->length, a->best_length, a->states, a->dead, (double)a->losing};
    const double right[] = {b->length, b->best_length, b->states, b->dead, (double)b->losing};
    for (size_t i = 0; i < COUNT(left); i++)
        if (left[i] != right[i])
            fail_msg("%s: number %zu is %g, or %g plainly", id, i, left[i], right[i]);
    for (int i = 0; i < 6; i++)
        if (!same_number(a->own[i], b->own[i]))
            fail_msg("%s: measure %d is %g, or %g plainly", id, i, a->own[i], b->own[i]);
}

// The best start is a legal state, and as far from the goal as it is said to be.
static void check_best(const mw_graph *g, const mw_evaluation *e)
{
    const mw_rules *rules = g->maze->kind->rules;
    uint64_t best = rules->rank(g->maze, &e->best);
    mw_state s;
    for (uint32_t i = 0; i < g->states; i++) {
        mw_graph_state(g, i, &s);
        if (rules->rank(g->maze, &s) == best)
            assert_int_equal(g->distance[i], e->best_length);
    }
    assert_true(rules->unrank(g->maze, best, &s));
    assert_memory_equal(&s, &e->best, sizeof s);
}

static void check_evaluation(const char *id)
{
    scoped_maze *m = maze_of_id(id);
    mw_evaluation fast, plain, brief;
    assert_true(m->kind->fast->evaluate(m, true, &fast));
    assert_true(mw_evaluate_plainly(m, true, &plain));
    check_same(id, &fast, &plain);
    assert_true(mw_evaluate(m, false, &brief));
    assert_int_equal(brief.length, plain.length);
    assert_int_equal(brief.best_length, plain.best_length);
    scoped_graph *g = whole_graph(m);
    if (fast.best_length)
        check_best(g, &fast);
}

TEST(fast_evaluation_agrees_with_the_graph)
{
    mw_rng rng = seeded(2013);
    for (int i = 0; i < 3200; i++) {
        char id[120];
        random_id(&rng, i % 16 ? 6 : 12, i, id);
        check_evaluation(id);
    }
}

// Sets of more than one word, and rows as long as half a word, nearly a word, and a word.
TEST(fast_evaluation_agrees_on_large_boards)
{
    static const char *const ids[] = {
        "theseus:16x16#1",
        "theseus:16x16,order=vh,win=after,exit=door#2",
        "theseus:20x20,exit=door#3",
        "theseus:20x20,order=vh,win=after#4",
        "theseus:32x32,win=after,exit=door,horizontal=35,vertical=30#5",
        "theseus:33x4,exit=door#6",
        "theseus:63x4,win=after,exit=door,order=vh#7",
        "theseus:64x1#8",
        "theseus:64x2,exit=door,horizontal=0#9",
        "theseus:64x5,order=vh#10",
        "theseus:1x64,exit=door,win=after#11",
        "theseus:5x64#12",
    };
    for (size_t i = 0; i < COUNT(ids); i++)
        check_evaluation(ids[i]);
}

// Of mazes with blocks, the fast evaluator knows the lengths only.
TEST(lengths_among_blocks_agree_with_the_graph)
{
    mw_rng rng = seeded(2016);
    for (int i = 0; i < 200; i++) {
        scoped_text *any = random_blocks_id(&rng, i % 8 ? 6 : 9, i);
        const char *id = i % 2 ? any : generated_blocks_id(&rng, i);
        scoped_maze *m = maze_of_id(id);
        mw_evaluation fast, plain;
        assert_true(m->kind->fast->evaluate(m, false, &fast));
        assert_true(mw_evaluate_plainly(m, false, &plain));
        if (fast.length != plain.length || fast.best_length != plain.best_length)
            fail_msg("%s: %u and %u, but plainly %u and %u", id, fast.length, fast.best_length,
                     plain.length, plain.best_length);
        if (!fast.best_length)
            continue;
        m->kind->design->set_start(m, &fast.best); // the blocks begin as in that turn
        assert_true(reads_back(m, "own"));
        assert_int_equal(length_by(m, "bfs", NULL, MW_VISITED_AUTO), fast.best_length);
    }
}

TEST(what_is_not_for_the_fast_evaluator_is_evaluated_plainly)
{
    static const char *const ids[] = {
        "theseus:5x1:d5557/t0.0/m4.0/x2.0/b3.0.RL",
        "theseus:4x3,win=after:9113/8002/c446/t0.0/m3.2/x3.0/b1.1.RL",
        "theseus:33x33,horizontal=35,vertical=35#1",
    };
    for (size_t i = 0; i < COUNT(ids); i++) {
        scoped_maze *m = maze_of_id(ids[i]);
        mw_evaluation e;
        assert_false(m->kind->fast->evaluate(m, true, &e));
        assert_true(mw_evaluate(m, true, &e));
        int length = length_by(m, "bfs", NULL, MW_VISITED_AUTO);
        assert_int_equal(e.length, length < 0 ? MW_FAR : (uint32_t)length);
        assert_true(e.best_length >= 1 && e.states >= 2);
        assert_true(same_number(e.own[5], (double)e.losing));
    }
}
