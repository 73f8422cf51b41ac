// test_games.c: games side by side, against a plain loop over the rules; random starts and mazes,
// restarts, optimal actions, wrong use, memory.
#include "support.h"

#include "mazewright/games.h"

#include <math.h>

#define GAMES   5
#define ACTIONS 32
#define CELLS   400

static void drop_games(mw_games **g)
{
    mw_games_close(*g);
}
#define scoped_games scoped(drop_games) mw_games

// Arrays that hold what a step of GAMES games of any maze of these tests writes.
typedef struct rows {
    float features[GAMES * MW_FEATURES_MAX];
    int64_t rank[GAMES];
    uint8_t grid[GAMES * CELLS * MW_GAMES_PLANES];
    int8_t mask[GAMES * ACTIONS], optimal[GAMES * ACTIONS];
    uint32_t distance[GAMES];
    double reward[GAMES];
    bool terminated[GAMES], truncated[GAMES];
} rows;

static mw_game_arrays arrays_of(rows *r)
{
    return (mw_game_arrays){.size = sizeof(mw_game_arrays),
                            .features = r->features,
                            .rank = r->rank,
                            .grid = r->grid,
                            .mask = r->mask,
                            .optimal = r->optimal,
                            .distance = r->distance,
                            .reward = r->reward,
                            .terminated = r->terminated,
                            .truncated = r->truncated};
}

static mw_games *games_of(const mw_games_options *o)
{
    mw_error e;
    mw_games *g = mw_games_open(o, &e);
    if (!g)
        fail_msg("%s", e.text);
    return g;
}

static void must(bool done, const mw_error *e)
{
    if (!done)
        fail_msg("%s", e->text);
}

static void refused(const mw_games_options *o, mw_error_code code, const char *says)
{
    mw_error e;
    mw_games *g = mw_games_open(o, &e);
    assert_null(g);
    if (e.code != code || !strstr(e.text, says))
        fail_msg("code %d, '%s' lacks '%s'", e.code, e.text, says);
}

// ---- against a plain loop

static const char *const mazes[] = {
    "rook:6x6,no-u-turn,queen#1",
    "rook:5x5#7",
    "die:6x6,cost=top#9",
    "die:6x6,obstacles=25#19554",
    "theseus:5x5,win=after,blocks=2#4",
    "theseus:5x5#2",
    "bloxorz:8x6#4", // cannot be solved
    "bloxorz:10x8#20",
    "marble:3x3#1",
    "marble:3x3x3#2",
    "null:7x1#1",
};

// A game by the rules alone.
typedef struct plain {
    const mw_maze *m;
    mw_state s;
    mw_status status;
    uint32_t steps, distance;
    bool over;
} plain;

static uint32_t id_in(const mw_graph *g, const mw_state *s)
{
    mw_state other;
    for (uint32_t id = 0; id < g->reachable; id++) {
        mw_graph_state(g, id, &other);
        bool same = g->maze->kind->rules->rank
                        ? mw_state_rank(g->maze, &other) == mw_state_rank(g->maze, s)
                        : !memcmp(&other, s, sizeof other);
        if (same)
            return id;
    }
    fail_msg("a state is not in the graph");
    return 0;
}

static void begin(plain *p, const mw_graph *g)
{
    mw_state_start(p->m, &p->s);
    *p = (plain){.m = p->m, .s = p->s, .distance = g->distance[0]};
}

static double potential(const plain *p, uint32_t farthest)
{
    return -(p->distance == MW_FAR ? farthest + 1.0 : p->distance);
}

#define WORTH                                                                                      \
    {                                                                                              \
        .solved = 10, .lost = -20, .cost = -0.5, .illegal = -3, .shaped = 2, .discount = 0.9       \
    }

// What the step is worth; the game goes on in p.
static double play_plainly(plain *p, const mw_graph *g, uint16_t action, uint32_t farthest)
{
    const mw_rewards worth = WORTH;
    mw_edge edges[MW_EDGES_MAX], next[MW_EDGES_MAX];
    unsigned count = mw_state_expand(p->m, &p->s, edges);
    double reward = worth.illegal, before = potential(p, farthest);
    p->steps++;
    for (unsigned i = 0; i < count; i++) {
        if (edges[i].action != action)
            continue;
        reward = worth.cost * edges[i].cost;
        p->status = (mw_status)edges[i].status;
        p->distance = MW_FAR;
        if (p->status != MW_LOST) {
            p->s = edges[i].to;
            p->distance = g->distance[id_in(g, &p->s)];
            if (p->status == MW_OPEN && !mw_state_expand(p->m, &p->s, next))
                p->status = MW_LOST;
        }
        p->over = p->status != MW_OPEN;
        reward += p->status == MW_SOLVED ? worth.solved : p->over ? worth.lost : 0;
        break;
    }
    return reward + worth.shaped * (worth.discount * potential(p, farthest) - before);
}

// Does the row say what the rules say of this state?
static void check_row(const plain *p, const mw_graph *g, const mw_games *games, unsigned i,
                      const rows *r)
{
    const mw_games_shape shape = mw_games_shape_of(games);
    mw_edge edges[MW_EDGES_MAX];
    double values[MW_FEATURES_MAX];
    int8_t mask[ACTIONS] = {0}, optimal[ACTIONS] = {0};
    unsigned count = p->over && p->status != MW_OPEN ? 0 : mw_state_expand(p->m, &p->s, edges);
    for (unsigned n = 0; n < count; n++) {
        uint32_t rest = edges[n].status == MW_LOST ? MW_FAR : g->distance[id_in(g, &edges[n].to)];
        mask[edges[n].action] = 1;
        optimal[edges[n].action] |= rest != MW_FAR && rest + edges[n].cost == p->distance;
    }
    assert_memory_equal(mw_games_state(games, i), &p->s, sizeof p->s);
    assert_memory_equal(r->mask + i * shape.actions, mask, shape.actions);
    assert_memory_equal(r->optimal + i * shape.actions, optimal, shape.actions);
    assert_int_equal(r->distance[i], p->distance);
    mw_state_features(p->m, &p->s, values);
    for (unsigned f = 0; f < shape.features; f++)
        assert_true((float)values[f] == r->features[i * shape.features + f]);
    if (shape.ranks)
        assert_true((uint64_t)r->rank[i] == mw_state_rank(p->m, &p->s) &&
                    (uint64_t)r->rank[i] < shape.ranks);
}

static void walk(const char *id, mw_restart mode, unsigned steps)
{
    mw_error e;
    scoped_maze *m = maze_of_id(id);
    scoped_graph *graph = mw_graph_build(m, false, NULL, NULL);
    scoped_games *g = games_of(&(mw_games_options){.games = GAMES,
                                                   .mazes = (const mw_maze *const *)&m,
                                                   .maze_count = 1,
                                                   .max_steps = 60,
                                                   .distances = true,
                                                   .restart = mode,
                                                   .rewards = WORTH});
    uint32_t farthest = 0;
    for (uint32_t s = 0; s < graph->reachable; s++)
        if (graph->distance[s] != MW_FAR && graph->distance[s] > farthest)
            farthest = graph->distance[s];
    plain p[GAMES];
    rows now, last;
    const mw_game_arrays to = arrays_of(&now), at_last = arrays_of(&last);
    const unsigned actions = mw_games_shape_of(g).actions;
    must(mw_games_reset(g, NULL, NULL, &to, &e), &e);
    for (unsigned i = 0; i < GAMES; i++) {
        p[i].m = m;
        begin(&p[i], graph);
        check_row(&p[i], graph, g, i, &now);
    }
    mw_rng rng = seeded(1);
    for (unsigned step = 0; step < steps; step++) {
        int64_t chosen[GAMES];
        for (unsigned i = 0; i < GAMES; i++)
            do
                chosen[i] = mw_rng_below(&rng, actions);
            while (!now.mask[i * actions + chosen[i]] && mw_rng_below(&rng, 10));
        must(mw_games_step(g, chosen, &to, &at_last, &e), &e);
        for (unsigned i = 0; i < GAMES; i++) {
            double reward = 0;
            bool began = p[i].over, truncated = false;
            if (began) {
                begin(&p[i], graph);
            } else {
                reward = play_plainly(&p[i], graph, (uint16_t)chosen[i], farthest);
                truncated = !p[i].over && p[i].steps == 60;
                p[i].over |= truncated;
            }
            assert_true(now.terminated[i] == (p[i].status != MW_OPEN) &&
                        now.truncated[i] == truncated && fabs(now.reward[i] - reward) < 1e-9);
            if (p[i].over && mode == MW_RESTART_SAME_STEP) {
                assert_int_equal(last.distance[i], p[i].distance);
                begin(&p[i], graph);
            }
            check_row(&p[i], graph, g, i, &now);
        }
    }
}

TEST(games_are_a_plain_loop_over_the_rules)
{
    for (size_t i = 0; i < COUNT(mazes); i++) {
        walk(mazes[i], MW_RESTART_NEXT_STEP, 400);
        walk(mazes[i], MW_RESTART_SAME_STEP, 400);
    }
}

// Whoever follows the optimal actions pays the distance of the start, from wherever a game begins.
TEST(optimal_actions_lead_to_the_goal_at_the_exact_cost)
{
    for (size_t k = 0; k < COUNT(mazes); k++) {
        mw_error e;
        scoped_maze *m = maze_of_id(mazes[k]);
        const mw_maze *both[GAMES] = {m, m, m, m, m};
        scoped_games *g = games_of(&(mw_games_options){.mazes = both,
                                                       .maze_count = GAMES,
                                                       .distances = true,
                                                       .random_start = true,
                                                       .restart = MW_RESTART_NEVER,
                                                       .rewards = {.cost = 1}});
        rows now;
        const mw_game_arrays to = arrays_of(&now);
        const unsigned actions = mw_games_shape_of(g).actions;
        bool met_others = false;
        mw_state start;
        mw_state_start(m, &start);
        for (unsigned episode = 0; episode < 20; episode++) {
            must(mw_games_reset(g, NULL, NULL, &to, &e), &e);
            for (unsigned i = 0; i < GAMES; i++) {
                met_others |= memcmp(mw_games_state(g, i), &start, sizeof start) != 0;
                bool which[GAMES] = {0};
                which[i] = true;
                if (now.distance[i] == MW_FAR) // only a maze without a way to win
                    continue;
                uint32_t due = now.distance[i];
                double paid = 0;
                // The other games wait: each step is of one game, the others begin again.
                while (!now.terminated[i]) {
                    int64_t chosen[GAMES];
                    for (unsigned j = 0; j < GAMES; j++) {
                        chosen[j] = 0;
                        while (chosen[j] < actions - 1 && !now.optimal[j * actions + chosen[j]])
                            chosen[j]++;
                        which[j] = j != i;
                    }
                    must(mw_games_step(g, chosen, &to, NULL, &e), &e);
                    paid += now.reward[i];
                    must(mw_games_reset(g, NULL, which, &to, &e), &e);
                }
                assert_true(paid == due);
                which[i] = true;
                must(mw_games_reset(g, NULL, which, &to, &e), &e);
            }
        }
        assert_true(met_others == (least_cost(m) > 1));
    }
}

// ---- seeds

static uint64_t played(const mw_games_options *o, const uint64_t *seeds)
{
    mw_error e;
    scoped_games *g = games_of(o);
    rows now = {0};
    const mw_game_arrays to = arrays_of(&now);
    const mw_games_shape shape = mw_games_shape_of(g);
    uint64_t hash = 0;
    must(mw_games_reset(g, seeds, NULL, &to, &e), &e);
    for (unsigned step = 0; step < 200; step++) {
        int64_t chosen[GAMES];
        for (unsigned i = 0; i < shape.games; i++) {
            chosen[i] = (step * 7 + 1) % shape.actions;
            while (!now.mask[i * shape.actions + (unsigned)chosen[i]] && chosen[i])
                chosen[i]--;
        }
        must(mw_games_step(g, chosen, &to, NULL, &e), &e);
        for (unsigned i = 0; i < shape.games; i++) {
            scoped_text *id = mw_maze_print(mw_games_maze(g, i), "id");
            for (const char *c = id; *c; c++)
                hash = hash * 31 + (unsigned char)*c;
            hash = hash * 31 + mw_games_state(g, i)->w[0] + now.terminated[i];
        }
    }
    return hash;
}

TEST(seeds_repeat_random_mazes_and_starts)
{
    const uint64_t seeds[] = {7, 8, 9, 10, 11}, others[] = {7, 8, 9, 10, 12};
    const mw_games_options random = {
        .games = GAMES, .random = "die:4x4", .max_steps = 9, .random_start = true};
    assert_true(played(&random, seeds) == played(&random, seeds));
    assert_true(played(&random, seeds) != played(&random, others));
    // A game is the same alone and among others.
    mw_error e;
    scoped_games *many = games_of(&random);
    for (unsigned i = 0; i < GAMES; i++) {
        mw_games_options alone = random;
        alone.games = 1;
        scoped_games *one = games_of(&alone);
        rows now;
        const mw_game_arrays to = arrays_of(&now);
        must(mw_games_reset(many, seeds, NULL, &to, &e), &e);
        must(mw_games_reset(one, seeds + i, NULL, &to, &e), &e);
        assert_true(mw_maze_equal(mw_games_maze(many, i), mw_games_maze(one, 0)));
        assert_memory_equal(mw_games_state(many, i), mw_games_state(one, 0), sizeof(mw_state));
    }
}

TEST(random_mazes_can_be_solved)
{
    static const char *const families[] = {"rook:4x4",    "die:4x4,obstacles=40", "theseus:4x4",
                                           "bloxorz:6x5", "marble:3x3",           "null:6x1"};
    for (size_t k = 0; k < COUNT(families); k++) {
        mw_error e;
        rows now;
        const mw_game_arrays to = arrays_of(&now);
        scoped_games *g = games_of(&(mw_games_options){.games = GAMES, .random = families[k]});
        for (unsigned i = 0; i < 10; i++) {
            must(mw_games_reset(g, NULL, NULL, &to, &e), &e);
            assert_true(least_cost(mw_games_maze(g, i % GAMES)) > 0);
        }
    }
}

// ---- the board as numbers

TEST(the_grid_is_the_board_on_the_screen)
{
    mw_error e;
    rows now;
    const mw_game_arrays to = arrays_of(&now);
    scoped_maze *small = maze_of_text(NULL, "rook 3x1\n[2] 1 G\n");
    scoped_maze *large = maze_of_text(NULL, "rook 2x2\n[1] 1\n 1 G\n");
    const mw_maze *all[] = {small, large};
    scoped_games *g = games_of(&(mw_games_options){.mazes = all, .maze_count = 2});
    const mw_games_shape shape = mw_games_shape_of(g);
    assert_true(shape.width == 3 && shape.height == 2 && shape.depth == 1 && shape.glyphs);
    must(mw_games_reset(g, NULL, NULL, &to, &e), &e);
    static const struct {
        unsigned at, ground, here;
        const char *text;
    } cells[] = {
        {0, 6, 1, "2"}, {1, 0, 0, "1"}, {2, 4, 0, "G"}, {3, 16, 0, ""},
        {6, 6, 1, "1"}, {8, 16, 0, ""}, {9, 0, 0, "1"}, {10, 4, 0, "G"},
    };
    for (size_t i = 0; i < COUNT(cells); i++) {
        const uint8_t *cell = now.grid + cells[i].at * MW_GAMES_PLANES;
        assert_int_equal(cell[0], cells[i].ground);
        assert_int_equal(cell[3], cells[i].here);
        assert_int_equal(strncmp((const char *)cell + 4, cells[i].text, 3), 0);
    }
}

// ---- wrong use

TEST(what_is_no_game_is_refused)
{
    scoped_maze *rook = maze_of_id("rook:5x5#7");
    scoped_maze *die = maze_of_id("die:40x40#3");
    const mw_maze *both[] = {rook, die}, *one[] = {rook}, *large[] = {die};
    scoped_maze *stuck = maze_of_text(NULL, "die 3x1\nS*G\n");
    const mw_maze *no_move[] = {stuck};
    refused(&(mw_games_options){0}, MW_ERROR_INPUT, "1 to 1048576 games");
    refused(&(mw_games_options){.games = 2000000, .mazes = one, .maze_count = 1}, MW_ERROR_INPUT,
            "not 2000000");
    refused(&(mw_games_options){.games = 3, .mazes = both, .maze_count = 2}, MW_ERROR_INPUT,
            "2 mazes for 3 games");
    refused(&(mw_games_options){.mazes = both, .maze_count = 2}, MW_ERROR_INPUT, "of one kind");
    refused(&(mw_games_options){.random = "die"}, MW_ERROR_INPUT, "no id without a seed");
    refused(&(mw_games_options){.random = "die:6x6#3"}, MW_ERROR_INPUT, "no id without a seed");
    refused(&(mw_games_options){.random = "die:1x1"}, MW_ERROR_INPUT, "");
    refused(&(mw_games_options){.random = "chess:8x8"}, MW_ERROR_INPUT, "chess");
    refused(&(mw_games_options){.random = "die:6x6,obstacles=99"}, MW_ERROR_INPUT, "");
    refused(&(mw_games_options){.mazes = no_move, .maze_count = 1}, MW_ERROR_INPUT,
            "over at its start");
    refused(
        &(mw_games_options){
            .mazes = large, .maze_count = 1, .distances = true, .limits = {.states = 100}},
        MW_ERROR_LIMIT, "more than 100 states");
    refused(
        &(mw_games_options){
            .mazes = large, .maze_count = 1, .random_start = true, .limits = {.bytes = 1000}},
        MW_ERROR_LIMIT, "more than 1000 bytes");
}

TEST(wrong_steps_change_nothing)
{
    mw_error e;
    rows now = {0};
    const mw_game_arrays to = arrays_of(&now);
    scoped_maze *m = maze_of_text(NULL, "rook 2x1\n[1] G\n");
    const mw_maze *one[] = {m};
    scoped_games *g = games_of(&(mw_games_options){
        .games = 2, .mazes = one, .maze_count = 1, .restart = MW_RESTART_NEVER});
    const int64_t wrong[][2] = {{1, -1}, {1, 8}, {INT64_MIN, 1}, {1, INT64_MAX}}, right[] = {1, 0};
    assert_false(mw_games_step(g, right, &to, NULL, &e));
    assert_true(e.code == MW_ERROR_REQUEST && strstr(e.text, "game 0 has not begun"));
    must(mw_games_reset(g, NULL, NULL, &to, &e), &e);
    const rows before = now;
    for (size_t i = 0; i < COUNT(wrong); i++) {
        assert_false(mw_games_step(g, wrong[i], &to, NULL, &e));
        assert_true(e.code == MW_ERROR_INPUT && strstr(e.text, "actions are 0 to 7"));
        assert_memory_equal(&now, &before, sizeof now);
    }
    must(mw_games_step(g, right, &to, NULL, &e), &e);
    assert_true(now.terminated[0] && now.reward[0] == 1 && !now.terminated[1] &&
                now.reward[1] == 0);
    assert_false(mw_games_step(g, right, &to, NULL, &e));
    assert_true(e.code == MW_ERROR_REQUEST && strstr(e.text, "game 0 is over"));
}

// A stop ends the making of mazes, and what the games hold is freed.
static bool never(UNUSED void *context)
{
    return false;
}

TEST(a_stop_ends_the_opening)
{
    mw_stop stop = {.goes_on = never};
    mw_error e;
    mw_stop_begin(&stop);
    mw_games *g = mw_games_open(&(mw_games_options){.random = "die:50x50", .distances = true}, &e);
    mw_stop_end(&stop);
    assert_null(g);
    assert_int_equal(e.code, MW_ERROR_LIMIT);
}
