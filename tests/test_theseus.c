// test_theseus.c: are the rules of Theseus mazes right? A second implementation with coordinates,
// which looks at one cell at a time, must agree on lengths, states, losses and measures; those of
// moving blocks, too. Rule by rule: test_theseus_rules.c.
#include "theseus_support.h"

#include <math.h>

// ---- a second implementation

static const spot gone = {-9, -9}; // a dead Minotaur

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

#define PLACES ((SIDE + 2) * (SIDE + 2)) // a door leads to a place outside the grid

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
