// test_bloxorz_design.c: designing stages with switches, bridges and splitters: steps keep a maze
// legal and canonical, the fast evaluator agrees with the state graph, and the measures of switches
// are those that trying without each switch gives.
#include "kinds/bloxorz/bloxorz.h"
#include "mazewright/design.h"
#include "support.h"

#include <math.h>

// ---- shared

// Every mechanism and every rule.
static const char *const params[] = {
    "6x5",
    "6x5,soft=1",
    "7x5,heavy=2,floor=60",
    "6x6,soft=1,heavy=1,splits=1",
    "7x6,soft=2,heavy=1,splits=1,fragile=0",
    "6x5,soft=1,splits=2,rules=seed,fragile=30",
    "6x5,soft=1,splits=1,count-switching",
    "5x5,soft=1,heavy=1,splits=1,rules=seed,count-switching",
    "7x4,switches=2,splits=1",
    "6x6,switches=1,soft=1,heavy=1,splits=1,floor=100",
};

static mw_maze *random_maze(const char *with, unsigned seed)
{
    return maze_of_id(formatted("bloxorz:%s#%u", with, seed));
}

static void mutate(mw_maze *m, mw_rng *rng, unsigned steps)
{
    while (steps--)
        m->kind->design->mutate(m, rng);
}

static double measure(const mw_maze *m, const char *name)
{
    mw_evaluation e;
    assert_true(m->kind->fast->evaluate(m, true, &e));
    for (unsigned i = 0; m->kind->measures[i].name; i++)
        if (!strcmp(m->kind->measures[i].name, name))
            return e.own[i];
    fail_msg("no measure %s", name);
    return NAN;
}

// ---- random mazes

typedef struct counts {
    unsigned soft, heavy, splits;
} counts;

// Switches on the board; each must be on one cell.
static counts count_switches(const mw_maze *m)
{
    const board *b = mw_bloxorz_board(m);
    counts n = {0};
    for (uint32_t c = 0; c < b->cells; c++) {
        if (b->tiles[c].effect == NONE)
            continue;
        const effect *e = &b->effects[b->tiles[c].effect];
        n.splits += e->split;
        n.heavy += !e->split && e->heavy;
        n.soft += !e->split && !e->heavy;
    }
    return n;
}

TEST(random_mazes_have_what_was_asked_for)
{
    for (unsigned seed = 0; seed < 100; seed++) {
        scoped_maze *m = random_maze("9x6,soft=2,heavy=3,splits=1,fragile=0", seed);
        counts n = count_switches(m);
        assert_int_equal(n.soft, 2);
        assert_int_equal(n.heavy, 3);
        assert_int_equal(n.splits, 1);
        const board *b = mw_bloxorz_board(m);
        assert_int_equal(b->group_count, 5); // a bridge of each switch, in one piece
        for (uint32_t c = 0; c < b->cells; c++)
            assert_int_not_equal(b->tiles[c].base, FRAGILE);
    }
}

TEST(impossible_wishes_are_refused)
{
    static const char *const ids[] = {
        "bloxorz:9x9,soft=7#1",
        "bloxorz:4x4,soft=2,heavy=2#1",
        "bloxorz:9x9,fragile=101#1",
        "bloxorz:20x20,soft=6,heavy=6,switches=1#1",
        "bloxorz:20x20,soft=6,heavy=6,splits=3#1",
    };
    for (size_t i = 0; i < COUNT(ids); i++) {
        mw_error e = {0};
        mw_maze *m = mw_maze_from_id(ids[i], &e);
        if (m || !e.text[0])
            fail_msg("%s is accepted", ids[i]);
    }
}

// ---- steps

static void check_text(const mw_maze *m, const char *form)
{
    mw_error e = {0};
    scoped_text *text = mw_maze_print(m, form);
    scoped_maze *again = strcmp(form, "id") ? mw_maze_read(m->kind, text, strlen(text), &e)
                                            : mw_maze_from_id(text, &e);
    if (!again)
        fail_msg("%s\n%s", text, e.text);
    if (again->bytes != m->bytes || memcmp(again, m, m->bytes))
        fail_msg("not the same when read again:\n%s", text);
}

TEST(steps_keep_mazes_legal)
{
    for (size_t i = 0; i < COUNT(params); i++) {
        scoped_maze *m = random_maze(params[i], (unsigned)i);
        uint32_t bytes = m->bytes;
        counts before = count_switches(m);
        mw_rng rng = seeded(i);
        for (unsigned step = 0; step < 3000; step++) {
            mutate(m, &rng, 1);
            check_text(m, step % 2 ? "id" : "own");
            counts after = count_switches(m);
            assert_memory_equal(&before, &after, sizeof before);
            assert_int_equal(m->bytes, bytes);
        }
    }
}

// A maze of somebody else's: the start on a bridge, on a switch, halves that appear on a bridge, a
// letter with bridges of both kinds, one switch in two places.
TEST(steps_keep_odd_mazes_legal)
{
    static const char *const texts[] = {
        "bloxorz 5x3\nAooao\no1o1o\nooo2G\nstart 1,1\n1 soft toggle A\n2 split 4,1 1,1\n",
        "bloxorz 5x3\n1ooaA\nooooo\nooobG\nstart 1,1\n1 soft toggle AB add A\n",
    };
    for (size_t i = 0; i < COUNT(texts); i++) {
        scoped_maze *m = maze_of_text("bloxorz", texts[i]);
        mw_rng rng = seeded(i);
        for (unsigned step = 0; step < 3000; step++) {
            mutate(m, &rng, 1);
            check_text(m, "own");
        }
    }
}

// Every step that there is happens: what a long walk changes.
TEST(steps_change_everything)
{
    scoped_maze *m = random_maze("8x6,soft=2,heavy=1,splits=1", 3), *first = mw_maze_clone(m);
    const board *b = mw_bloxorz_board(m), *a = mw_bloxorz_board(first);
    bool start = false, goal = false, toggle = false, remove = false, add = false, two = false,
         there = false, away = false, target[2] = {false}, fragile = false;
    mw_rng rng = seeded(1);
    for (unsigned step = 0; step < 20000; step++) {
        mutate(m, &rng, 1);
        start |= b->start != a->start;
        goal |= b->goal != a->goal;
        for (uint32_t c = 0; c < b->cells; c++)
            fragile |= b->tiles[c].base == FRAGILE;
        for (unsigned g = 0; g < b->group_count; g++) {
            there |= b->groups[g].there;
            away |= !b->groups[g].there;
        }
        const effect *e = &b->effects[0], *s = &b->effects[3];
        toggle |= e->changes[TOGGLE] != 0;
        remove |= e->changes[REMOVE] != 0;
        add |= e->changes[ADD] != 0;
        uint32_t moved = mw_bloxorz_changed(e);
        two |= (moved & (moved - 1)) != 0;
        for (unsigned k = 0; k < 2; k++)
            target[k] |= s->to[k] != a->effects[3].to[k];
    }
    assert_true(start && goal && toggle && remove && add && two && there && away && fragile &&
                target[0] && target[1]);
}

// ---- the evaluator

// The same maze with one cell's switch, or every fragile tile, turned to floor.
static uint32_t plain_length(const mw_maze *m, uint32_t off, bool firm)
{
    scoped_maze *other = mw_maze_clone(m);
    board *b = (board *)other->data;
    if (off < b->cells)
        b->tiles[off].effect = NONE;
    for (uint32_t c = 0; c < b->cells && firm; c++)
        if (b->tiles[c].base == FRAGILE)
            b->tiles[c].base = FLOOR;
    scoped_graph *g = mw_graph_build(other, false, NULL, NULL);
    uint32_t length = g->distance[0];
    return length;
}

// Tiles that no reachable state covers, by the graph.
static unsigned plain_unused(const mw_maze *m, const mw_graph *g)
{
    const board *b = mw_bloxorz_board(m);
    bool covered[SIDE_MAX * SIDE_MAX] = {false};
    unsigned unused = 0;
    for (uint32_t id = 0; id < g->reachable; id++) {
        mw_state s;
        mw_graph_state(g, id, &s);
        unsigned pose = mw_bloxorz_pose(&s);
        uint32_t cell = mw_bloxorz_cell(&s);
        covered[cell] = true;
        if (pose == SPLIT)
            covered[mw_bloxorz_half(&s)] = true;
        else if (pose != STANDING)
            covered[pose == ALONG_X ? cell + 1 : cell + m->w] = true;
        // Where the block gets up it touches a tile, be it that it breaks or that it splits there.
        for (uint32_t i = g->first[id]; i < g->first[id + 1] && pose != SPLIT; i++) {
            static const int dx[] = {0, 1, 0, -1}, dy[] = {-1, 0, 1, 0};
            unsigned d = g->arcs[i].action;
            bool up = pose == ALONG_X ? dx[d] != 0 : pose == ALONG_Y && dy[d] != 0;
            int far = dx[d] + dy[d] > 0 ? 2 : 1;
            if (up)
                covered[cell + (uint32_t)(dx[d] * far + dy[d] * far * m->w)] = true;
        }
    }
    for (uint32_t c = 0; c < b->cells; c++)
        unused += (b->tiles[c].base != VOID || b->tiles[c].group != NONE) && !covered[c];
    return unused;
}

static void check_measures(const mw_maze *m, uint32_t length)
{
    const board *b = mw_bloxorz_board(m);
    unsigned switches = 0, required = 0, splits = 0, idle = 0;
    for (uint32_t c = 0; c < b->cells; c++)
        if (b->tiles[c].effect != NONE) {
            uint32_t without = length == MW_FAR ? MW_FAR : plain_length(m, c, false);
            bool needed = length != MW_FAR && without == MW_FAR;
            switches++;
            required += needed;
            splits += needed && b->effects[b->tiles[c].effect].split;
            idle += without == length;
        }
    uint32_t firm = length == MW_FAR ? MW_FAR : plain_length(m, b->cells, true);
    scoped_graph *g = mw_graph_build(m, true, NULL, NULL);
    assert_true(measure(m, "switches") == switches);
    assert_true(measure(m, "required_switches") == required);
    assert_true(measure(m, "required_splits") == splits);
    assert_true(measure(m, "idle_switches") == idle);
    assert_true(measure(m, "fragile_detour") == length - firm);
    assert_true(measure(m, "unused_tiles") == plain_unused(m, g));
}

TEST(evaluation_agrees_with_the_graph)
{
    unsigned solvable = 0, required = 0, dead = 0;
    for (unsigned i = 0; i < 400; i++) {
        scoped_maze *m = random_maze(params[i % COUNT(params)], i);
        mw_rng rng = seeded(i);
        mutate(m, &rng, i % 3 * 10);
        mw_evaluation fast, brief, plain;
        assert_true(m->kind->fast->evaluate(m, true, &fast));
        assert_true(m->kind->fast->evaluate(m, false, &brief));
        assert_true(mw_evaluate_plainly(m, true, &plain));
        if (fast.length != plain.length || brief.length != plain.length ||
            fast.states != plain.states || fast.dead != plain.dead || fast.losing != plain.losing)
            fail_msg("maze %u: length %u, %u and %u, states %u and %u, dead %u and %u", i,
                     fast.length, brief.length, plain.length, fast.states, plain.states, fast.dead,
                     plain.dead);
        assert_memory_equal(fast.own, plain.own, sizeof fast.own);
        check_measures(m, plain.length);
        solvable += fast.length != MW_FAR;
        required += fast.own[1] > 0;
        dead += fast.dead && fast.length != MW_FAR;
    }
    assert_true(solvable >= 100 && required >= 5 && dead >= 20); // the sample says something
}

// What is too much for the evaluator is left to the state graph.
TEST(crowded_mazes_are_left_to_the_graph)
{
    scoped_maze *m = maze_of_text("bloxorz", "bloxorz 12x3\nS11111111111\n111111111111\n"
                                             "1111111111aG\n1 soft toggle A\n");
    mw_evaluation e;
    assert_false(m->kind->fast->evaluate(m, true, &e));
    assert_true(mw_evaluate(m, true, &e));
    assert_true(e.length != MW_FAR && isnan(e.own[0]));
}

// ---- measures, on stages that can be argued about

TEST(measures_of_small_stages)
{
    static const struct {
        const char *text;
        uint32_t length;
        double required, splits, idle, detour, unused, tiles;
    } rows[] = {
        // In a row the block lies on 2-3, stands on 4, lies on 5-6, stands on 7.
        {"bloxorz 7x1\nSo1oaaG\n1 soft add A\n", 4, 1, 0, 0, 0, 0, 7},
        {"bloxorz 7x1\nSoo1aaG\n1 heavy add A\n", 4, 1, 0, 0, 0, 0, 7},
        {"bloxorz 7x1\nSo1oAAG\n1 soft add A\n", 4, 0, 0, 1, 0, 0, 7},     // there already
        {"bloxorz 7x1\nSo1oAAG\n1 heavy remove A\n", 4, 0, 0, 1, 0, 0, 7}, // never stood on
        // Pressed twice on the way: back to the start in between. It only gets in the way.
        {"bloxorz 7x1\nSo1oAAG\n1 soft toggle A\n", 6, 0, 0, 0, 0, 0, 7},
        // No way without the bridge, and none to bring it back.
        {"bloxorz 7x1\nSo1oAAG\n1 soft remove A\n", MW_FAR, 0, 0, 1, 0, 3, 7},
        // Out of reach.
        {"bloxorz 7x1\na1.SooG\n1 soft add A\n", 2, 0, 0, 1, 0, 2, 6},
        // Through a splitter, and the halves join in front of the hole.
        {"bloxorz 10x1\nSoo1..oooG\n1 split 7,1 9,1\n", 4, 1, 1, 0, 0, 0, 8},
        // With the seed's rules a half that waits on a switch presses it: R R b:L b:L R.
        {"bloxorz 9x1 rules=seed\nSoo2.1aGo\n1 soft add A\n2 split 6,1 9,1\n", 5, 2, 1, 0, 0, 0, 8},
        // R D R R U R, for R R R R would break the tile.
        {"bloxorz 7x2\nSoo~ooG\nooooooo\n", 6, 0, 0, 0, 2, 0, 14},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        scoped_maze *m = maze_of_text("bloxorz", rows[i].text);
        mw_evaluation e;
        assert_true(m->kind->fast->evaluate(m, false, &e));
        if (e.length != rows[i].length || measure(m, "required_switches") != rows[i].required ||
            measure(m, "required_splits") != rows[i].splits ||
            measure(m, "idle_switches") != rows[i].idle ||
            measure(m, "fragile_detour") != rows[i].detour ||
            measure(m, "unused_tiles") != rows[i].unused || measure(m, "tiles") != rows[i].tiles)
            fail_msg("%slength %u, required %g and %g, idle %g, detour %g, unused %g of %g",
                     rows[i].text, e.length, measure(m, "required_switches"),
                     measure(m, "required_splits"), measure(m, "idle_switches"),
                     measure(m, "fragile_detour"), measure(m, "unused_tiles"), measure(m, "tiles"));
    }
}

// ---- designs

TEST(a_short_search_finds_required_switches)
{
    mw_design_plan plan = {.params = "9x7,soft=1,heavy=1,splits=1,floor=60",
                           .objective = "switches",
                           .schedule = {.cooling = MW_ANNEAL, .evaluations = 6000, .seed = 4}};
    mw_designed a, b;
    mw_error error;
    assert_true(mw_design_maze(mw_kind_find("bloxorz"), &plan, NULL, &a, &error));
    assert_true(mw_design_maze(mw_kind_find("bloxorz"), &plan, NULL, &b, &error));
    assert_non_null(a.maze);
    assert_true(mw_maze_equal(a.maze, b.maze)); // same seed, same maze
    mw_evaluation e;
    assert_true(mw_evaluate_plainly(a.maze, true, &e));
    assert_true(e.length >= 30 && e.length != MW_FAR);
    assert_true(measure(a.maze, "required_switches") >= 2);
    counts n = count_switches(a.maze);
    assert_true(n.soft == 1 && n.heavy == 1 && n.splits == 1);
    mw_maze_free(a.maze);
    mw_maze_free(b.maze);
}
