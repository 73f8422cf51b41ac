// games.c: see games.h. Each game keeps the moves out of its state, so that a step expands once:
// the state that it moves to.
#include "mazewright/games.h"

#include "core/text.h"
#include "core/visited.h"
#include "mazewright/rng.h"
#include "mazewright/scene.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define TRIES 1000 // random mazes, until one can be solved

// A maze to play on.
typedef struct board {
    mw_maze *maze;
    mw_graph *graph;  // NULL: nobody asks for distances
    uint32_t *starts; // ids of the states that can win, if games begin in one of those
    uint32_t start_count;
    uint32_t farthest; // the largest distance
} board;

typedef struct game {
    mw_state state;
    uint64_t rank;
    mw_rng rng;
    uint32_t steps;    // of this episode
    uint32_t distance; // of the state; MW_FAR also after a move that loses
    uint8_t edges;     // moves out of the state
    bool begun, over;
} game;

struct mw_games {
    mw_games_options options;
    const mw_rules *rules;
    mw_games_shape shape;
    char *random;
    board *boards; // game i has boards[i % board_count]
    unsigned board_count;
    bool needs_graph;
    game *games;
    mw_edge *edges; // `room` for each game
    unsigned room;
};

static board *board_of(const mw_games *g, unsigned i)
{
    return &g->boards[i % g->board_count];
}

// ---- boards

static void clear(board *b)
{
    mw_graph_free(b->graph);
    mw_maze_free(b->maze);
    free(b->starts);
    *b = (board){0};
}

static bool refuse_limit(const mw_games *g, mw_limit hit, mw_error *error)
{
    const mw_limits *limits = &g->options.limits;
    if (hit == MW_LIMIT_MEMORY && !limits->bytes)
        return mw_no_memory(error);
    if (hit == MW_LIMIT_STATES)
        mw_refuse(error,
                  "the state graph of a maze has more than %llu states; set a higher limit, or do "
                  "without exact distances",
                  (unsigned long long)limits->states);
    else if (hit == MW_LIMIT_MEMORY)
        mw_refuse(error,
                  "the state graph of a maze needs more than %llu bytes; set a higher limit, or do "
                  "without exact distances",
                  (unsigned long long)limits->bytes);
    else
        mw_refuse(error, "stopped while a maze was prepared");
    error->code = MW_ERROR_LIMIT;
    return false;
}

// States that can win and in which play goes on, for random starts.
static bool list_starts(board *b)
{
    const mw_graph *graph = b->graph;
    b->starts = malloc(((size_t)graph->reachable + 1) * sizeof *b->starts);
    if (!b->starts)
        return false;
    for (uint32_t id = 0; id < graph->reachable; id++)
        if (graph->status[id] == MW_OPEN && graph->distance[id] != MW_FAR)
            b->starts[b->start_count++] = id;
    return true;
}

// The state graph of a board, and what follows from it.
static bool explore(const mw_games *g, board *b, mw_error *error)
{
    mw_limit hit = MW_WITHIN;
    b->graph = mw_graph_build(b->maze, false, &g->options.limits, &hit);
    if (!b->graph)
        return refuse_limit(g, hit, error);
    for (uint32_t id = 0; id < b->graph->reachable; id++)
        if (b->graph->distance[id] != MW_FAR && b->graph->distance[id] > b->farthest)
            b->farthest = b->graph->distance[id];
    return !g->options.random_start || list_starts(b) || mw_no_memory(error);
}

static bool can_begin(const mw_maze *m)
{
    mw_state s;
    mw_edge edges[MW_EDGES_MAX];
    m->kind->rules->start(m, &s);
    return m->kind->rules->status(m, &s) == MW_OPEN && m->kind->rules->expand(m, &s, edges);
}

// Takes over the maze; false clears the board.
static bool prepare(const mw_games *g, board *b, mw_maze *m, mw_error *error)
{
    *b = (board){.maze = m};
    if (!m)
        return mw_no_memory(error);
    bool done = can_begin(m)
                    ? !g->needs_graph || explore(g, b, error)
                    : mw_refuse(error, "the maze is over at its start: it is solved, or no "
                                       "move is legal");
    if (!done)
        clear(b);
    return done;
}

// Can the maze be solved? False, and failed is true: a limit was hit, or memory ran out.
static bool winnable(const mw_games *g, const board *b, bool *failed, mw_error *error)
{
    mw_evaluation e;
    if (b->graph)
        return b->graph->distance[0] != MW_FAR;
    if (mw_evaluate(b->maze, false, &e))
        return e.length != MW_FAR;
    *failed = true;
    return refuse_limit(g, mw_stopped() ? MW_LIMIT_STOPPED : MW_LIMIT_MEMORY, error);
}

static mw_maze *random_maze(const mw_games *g, mw_rng *rng, mw_error *error)
{
    mw_writer w = {0};
    mw_write(&w, "%s#%u", g->random, (unsigned)(mw_rng_next(rng) >> 32));
    char *id = mw_writer_take(&w);
    mw_maze *m = id ? mw_maze_from_id(id, error) : mw_no_memory(error);
    free(id);
    return m;
}

// A new random maze on this board.
static bool renew(const mw_games *g, board *b, mw_rng *rng, mw_error *error)
{
    for (unsigned i = 0; i < TRIES; i++) {
        mw_maze *m = random_maze(g, rng, error);
        board made;
        bool failed = false;
        if (!m)
            return false;
        if (!can_begin(m)) {
            mw_maze_free(m);
            continue;
        }
        if (!prepare(g, &made, m, error))
            return false;
        if (winnable(g, &made, &failed, error)) {
            clear(b);
            *b = made;
            return true;
        }
        clear(&made);
        if (failed)
            return false;
    }
    return mw_refuse(error, "of %d random mazes '%.80s' none can be solved", TRIES, g->random);
}

// ---- games

static uint32_t distance_of(const board *b, const mw_state *s)
{
    uint32_t id = b->graph ? mw_visited_lookup(b->graph->store, s) : MW_NO_ID;
    return id == MW_NO_ID ? MW_FAR : b->graph->distance[id];
}

// The game is in this state now.
static void enter(const mw_games *g, unsigned i, const mw_state *s, uint64_t rank, mw_status status)
{
    game *p = &g->games[i];
    const board *b = board_of(g, i);
    mw_edge edges[MW_EDGES_MAX];
    unsigned count = status == MW_OPEN ? g->rules->expand(b->maze, s, edges) : 0;
    assert(count <= g->room);
    p->state = *s;
    p->rank = rank;
    p->edges = (uint8_t)count;
    memcpy(g->edges + (size_t)i * g->room, edges, count * sizeof *edges);
    p->distance = distance_of(b, s);
}

static bool restart(const mw_games *g, unsigned i, mw_error *error)
{
    game *p = &g->games[i];
    board *b = board_of(g, i);
    mw_state s;
    if (g->random && !renew(g, b, &p->rng, error))
        return false;
    if (b->start_count)
        mw_graph_state(b->graph, b->starts[mw_rng_below(&p->rng, b->start_count)], &s);
    else
        g->rules->start(b->maze, &s);
    enter(g, i, &s, mw_rank(b->maze, &s), MW_OPEN);
    p->steps = 0;
    p->begun = true;
    p->over = false;
    return true;
}

static const mw_edge *move_of(const mw_games *g, unsigned i, int64_t action)
{
    const mw_edge *e = g->edges + (size_t)i * g->room;
    for (unsigned n = g->games[i].edges; n; n--, e++)
        if (e->action == action)
            return e;
    return NULL;
}

static double potential(const mw_games *g, unsigned i)
{
    uint32_t distance = g->games[i].distance;
    return -(distance == MW_FAR ? board_of(g, i)->farthest + 1.0 : distance);
}

// The game goes on along an edge. Returns how it stands.
static mw_status follow(const mw_games *g, unsigned i, const mw_edge e)
{
    game *p = &g->games[i];
    if (e.status == MW_LOST) {
        p->edges = 0;
        p->distance = MW_FAR;
        return MW_LOST;
    }
    enter(g, i, &e.to, e.rank, (mw_status)e.status);
    return e.status == MW_OPEN && !p->edges ? MW_LOST : (mw_status)e.status;
}

// Makes a move of a game that is not over. Returns its reward; *status is how the game stands.
static double make_move(const mw_games *g, unsigned i, int64_t action, mw_status *status)
{
    const mw_rewards *worth = &g->options.rewards;
    const mw_edge *e = move_of(g, i, action);
    double before = potential(g, i), reward = e ? worth->cost * e->cost : worth->illegal;
    *status = e ? follow(g, i, *e) : MW_OPEN;
    if (worth->shaped != 0)
        reward += worth->shaped * (worth->discount * potential(g, i) - before);
    return reward + (*status == MW_SOLVED ? worth->solved : *status == MW_LOST ? worth->lost : 0);
}

// ---- what is written

static void put_grid(const mw_games *g, const board *b, const mw_state *s, uint8_t *to)
{
    const mw_maze *m = b->maze;
    const mw_games_shape *shape = &g->shape;
    for (unsigned z = 0; z < shape->depth; z++)
        for (unsigned y = 0; y < shape->height; y++)
            for (unsigned x = 0; x < shape->width; x++, to += MW_GAMES_PLANES) {
                mw_glyph glyph = {.empty = true};
                if (x < m->w && y < m->h && z < m->d) {
                    glyph.empty = false;
                    uint32_t row = MW_HAS(m->kind, view, upward) ? m->h - 1u - y : y;
                    m->kind->view->glyph(m, s, x + m->w * (row + (uint32_t)m->h * z), &glyph);
                }
                to[0] = glyph.empty ? MW_GAMES_OUTSIDE : (uint8_t)glyph.ground;
                to[1] = glyph.tint;
                to[2] = glyph.walls;
                to[3] = glyph.here ? (uint8_t)(1 + glyph.part) : 0;
                memcpy(to + 4, glyph.text, MW_GLYPH_WIDTH);
            }
}

static void put_features(const mw_games *g, const board *b, const mw_state *s, float *to)
{
    double values[MW_FEATURES_MAX];
    g->rules->measure(b->maze, s, UINT64_MAX, values);
    for (unsigned i = 0; i < g->shape.features; i++)
        to[i] = (float)values[i];
}

static void put_masks(const mw_games *g, unsigned i, const mw_game_arrays *to)
{
    const game *p = &g->games[i];
    const unsigned actions = g->shape.actions;
    const size_t row = (size_t)i * actions;
    if (to->mask)
        memset(to->mask + row, 0, actions);
    if (to->optimal)
        memset(to->optimal + row, 0, actions);
    const mw_edge *e = g->edges + (size_t)i * g->room;
    for (unsigned n = p->edges; n; n--, e++) {
        if (to->mask)
            to->mask[row + e->action] = 1;
        if (to->optimal && p->distance != MW_FAR && e->status != MW_LOST) {
            uint32_t rest = distance_of(board_of(g, i), &e->to);
            to->optimal[row + e->action] |=
                rest != MW_FAR && rest + (uint64_t)e->cost == p->distance;
        }
    }
}

static void observe(const mw_games *g, unsigned i, const mw_game_arrays *to)
{
    const game *p = &g->games[i];
    const mw_games_shape *shape = &g->shape;
    const board *b = board_of(g, i);
    if (to->features && shape->features)
        put_features(g, b, &p->state, to->features + (size_t)i * shape->features);
    if (to->rank)
        to->rank[i] = (int64_t)p->rank;
    if (to->grid && shape->glyphs)
        put_grid(g, b, &p->state,
                 to->grid +
                     (size_t)i * shape->width * shape->height * shape->depth * MW_GAMES_PLANES);
    if (to->mask || to->optimal)
        put_masks(g, i, to);
    if (to->distance)
        to->distance[i] = p->distance;
}

static void tell(unsigned i, double reward, bool terminated, bool truncated,
                 const mw_game_arrays *to)
{
    if (to->reward)
        to->reward[i] = reward;
    if (to->terminated)
        to->terminated[i] = terminated;
    if (to->truncated)
        to->truncated[i] = truncated;
}

bool mw_games_reset(mw_games *g, const uint64_t *seeds, const bool *which, const mw_game_arrays *to,
                    mw_error *error)
{
    for (unsigned i = 0; i < g->shape.games; i++) {
        if (which && !which[i])
            continue;
        if (seeds)
            mw_rng_seed(&g->games[i].rng, seeds[i]);
        if (!restart(g, i, error))
            return false;
        observe(g, i, to);
        tell(i, 0, false, false, to);
    }
    return true;
}

static bool check_step(const mw_games *g, const int64_t *actions, mw_error *error)
{
    for (unsigned i = 0; i < g->shape.games; i++) {
        const game *p = &g->games[i];
        if (actions[i] < 0 || actions[i] >= (int64_t)g->shape.actions)
            return mw_refuse(error, "game %u: action %lld is none; actions are 0 to %u", i,
                             (long long)actions[i], g->shape.actions - 1);
        if (p->begun && !(p->over && g->options.restart == MW_RESTART_NEVER))
            continue;
        mw_refuse(error, p->begun ? "game %u is over; reset it" : "game %u has not begun; reset it",
                  i);
        error->code = MW_ERROR_REQUEST;
        return false;
    }
    return true;
}

static bool step(const mw_games *g, unsigned i, int64_t action, const mw_game_arrays *to,
                 const mw_game_arrays *last, mw_error *error)
{
    game *p = &g->games[i];
    double reward = 0;
    mw_status status = MW_OPEN;
    bool truncated = false;
    if (p->over) {
        if (!restart(g, i, error))
            return false;
    } else {
        reward = make_move(g, i, action, &status);
        p->steps++;
        truncated = status == MW_OPEN && p->steps == g->options.max_steps;
        p->over = status != MW_OPEN || truncated;
    }
    if (p->over && g->options.restart == MW_RESTART_SAME_STEP) {
        if (last)
            observe(g, i, last);
        if (!restart(g, i, error))
            return false;
    }
    observe(g, i, to);
    tell(i, reward, status != MW_OPEN, truncated, to);
    return true;
}

bool mw_games_step(mw_games *g, const int64_t *actions, const mw_game_arrays *to,
                   const mw_game_arrays *last, mw_error *error)
{
    if (!check_step(g, actions, error))
        return false;
    for (unsigned i = 0; i < g->shape.games; i++)
        if (!step(g, i, actions[i], to, last, error))
            return false;
    return true;
}

// ---- opening

static bool check_options(const mw_games_options *o, unsigned games, mw_error *error)
{
    const char *size = o->random ? strchr(o->random, ':') : NULL;
    if (!games || games > MW_GAMES_MAX)
        return mw_refuse(error, "there are 1 to %d games, not %u", MW_GAMES_MAX, games);
    if (o->random ? o->maze_count != 0 : o->maze_count != 1 && o->maze_count != games)
        return mw_refuse(error,
                         "%u mazes for %u games; give one for all, one for each, or an id "
                         "without a seed",
                         o->maze_count, games);
    if (o->random && (!size || strpbrk(size + 1, ":#")))
        return mw_refuse(error, "'%.80s' is no id without a seed, such as die:6x6", o->random);
    for (unsigned i = 1; i < o->maze_count; i++)
        if (o->mazes[i]->kind != o->mazes[0]->kind)
            return mw_refuse(error,
                             "maze %u is a %s maze and the first one a %s maze; all games "
                             "are of one kind",
                             i + 1, o->mazes[i]->kind->name, o->mazes[0]->kind->name);
    return true;
}

// Fills the boards that are known now. A random maze tells what all of them have in common.
static bool fill_boards(mw_games *g, const mw_games_options *o, mw_error *error)
{
    mw_rng rng;
    mw_rng_seed(&rng, 0);
    if (g->random)
        return renew(g, &g->boards[0], &rng, error);
    for (unsigned i = 0; i < g->board_count; i++)
        if (!prepare(g, &g->boards[i], mw_maze_clone(o->mazes[i]), error))
            return false;
    return true;
}

static void set_shape(mw_games *g, unsigned games)
{
    const mw_kind *kind = g->boards[0].maze->kind;
    mw_games_shape *s = &g->shape;
    *s = (mw_games_shape){.games = games, .glyphs = MW_HAS(kind, view, glyph)};
    g->rules = kind->rules;
    while (kind->rules->actions[s->actions].word)
        s->actions++;
    while (mw_features(kind)[s->features].name)
        s->features++;
    for (unsigned i = 0; i < g->board_count && g->boards[i].maze; i++) {
        const mw_maze *m = g->boards[i].maze;
        uint64_t ranks = !g->random && kind->rules->count ? kind->rules->count(m) : 0;
        s->width = m->w > s->width ? m->w : s->width;
        s->height = m->h > s->height ? m->h : s->height;
        s->depth = m->d > s->depth ? m->d : s->depth;
        s->ranks = ranks > s->ranks ? ranks : s->ranks;
    }
    g->room = s->actions < MW_EDGES_MAX ? s->actions : MW_EDGES_MAX;
}

static bool set_up(mw_games *g, unsigned games, const mw_games_options *o, mw_error *error)
{
    mw_rewards *worth = &g->options.rewards;
    const mw_rewards none = {0};
    if (!memcmp(worth, &none, sizeof none))
        worth->solved = 1;
    if (worth->discount == 0)
        worth->discount = 1;
    if (!g->options.limits.states)
        g->options.limits.states = MW_GAMES_STATES;
    g->needs_graph = o->distances || o->random_start || worth->shaped != 0;
    g->random = o->random ? malloc(strlen(o->random) + 1) : NULL;
    g->board_count = o->random ? games : o->maze_count;
    g->boards = calloc(g->board_count, sizeof *g->boards);
    g->games = calloc(games, sizeof *g->games);
    if ((o->random && !g->random) || !g->boards || !g->games)
        return mw_no_memory(error);
    if (g->random)
        memcpy(g->random, o->random, strlen(o->random) + 1);
    for (unsigned i = 0; i < games; i++)
        mw_rng_seed(&g->games[i].rng, i);
    if (!fill_boards(g, o, error))
        return false;
    set_shape(g, games);
    g->edges = calloc((size_t)games * g->room, sizeof *g->edges);
    return g->edges || mw_no_memory(error);
}

mw_games *mw_games_open(const mw_games_options *o, mw_error *error)
{
    unsigned games = o->games ? o->games : o->random ? 1 : o->maze_count;
    *error = (mw_error){0};
    if (!check_options(o, games, error))
        return NULL;
    mw_games *g = calloc(1, sizeof *g);
    if (!g)
        return mw_no_memory(error);
    g->options = *o;
    if (set_up(g, games, o, error))
        return g;
    mw_games_close(g);
    return NULL;
}

void mw_games_close(mw_games *g)
{
    if (!g)
        return;
    for (unsigned i = 0; g->boards && i < g->board_count; i++)
        clear(&g->boards[i]);
    free(g->random);
    free(g->boards);
    free(g->games);
    free(g->edges);
    free(g);
}

mw_games_shape mw_games_shape_of(const mw_games *g)
{
    mw_games_shape s = g->shape;
    s.bytes = sizeof *g + s.games * (sizeof *g->games + g->room * (uint64_t)sizeof *g->edges) +
              g->board_count * (uint64_t)sizeof *g->boards;
    for (unsigned i = 0; i < g->board_count; i++) {
        const board *b = &g->boards[i];
        s.bytes += (b->maze ? b->maze->bytes : 0) + (b->graph ? b->graph->held : 0) +
                   (b->starts ? b->graph->reachable * (uint64_t)sizeof *b->starts : 0);
    }
    return s;
}

const mw_maze *mw_games_maze(const mw_games *g, unsigned i)
{
    return board_of(g, i)->maze;
}

const mw_state *mw_games_state(const mw_games *g, unsigned i)
{
    return &g->games[i].state;
}
