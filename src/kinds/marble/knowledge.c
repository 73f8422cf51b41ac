// knowledge.c: see knowledge.h. Most agents go to some unknown state; they differ only in what they
// think it is worth.
#include "kinds/marble/knowledge.h"

#include <stdlib.h>

bool mw_knowledge_init(knowledge *k, const mw_maze *m, mw_marble_prediction *prediction,
                       const mw_marble_physics *physics)
{
    uint32_t count = mw_marble_board(m)->orientations, cells = mw_marble_cells(m);
    uint32_t n = cells * count;
    *k = (knowledge){.maze = m,
                     .prediction = prediction,
                     .physics = physics,
                     .orientations = count,
                     .states = n,
                     .path = malloc(cells * sizeof *k->path),
                     .at = calloc(n, sizeof *k->at),
                     .queue = malloc(n * sizeof *k->queue)};
    if (!k->path || !k->at || !k->queue) {
        mw_knowledge_free(k);
        return false;
    }
    for (uint32_t s = 0; s < n; s++)
        for (unsigned i = 0; i < MARBLE_MOVES_MAX; i++)
            k->at[s].child[i] = k->at[s].guess[i] = UNKNOWN;
    mw_marble_ways(m, mw_marble_target(m), k->path, k->queue);
    for (uint32_t c = 0; c < cells; c++)
        k->path[c] = k->path[c] ? k->path[c] : UNKNOWN;
    return true;
}

void mw_knowledge_free(knowledge *k)
{
    free(k->path);
    free(k->at);
    free(k->queue);
    *k = (knowledge){0};
}

static unsigned tilts_of(const knowledge *k, uint32_t state, mw_tilt *tilts)
{
    return mw_marble_tilts(k->maze, state % k->orientations, tilts);
}

// ---- learning

static void meet(knowledge *k, uint32_t state)
{
    k->known += !k->at[state].seen;
    k->at[state].seen = true;
}

void mw_knowledge_see(knowledge *k, uint32_t state)
{
    meet(k, state);
    if (k->orientations != 24)
        return;
    // Three orientations belong to one vertex. In all of them gravity pulls the marble into the
    // same corner, so moves among them leave it where it is and need not be tried.
    uint32_t first = state / 3 * 3;
    for (uint32_t s = first; s < first + 3; s++) {
        mw_tilt tilts[MARBLE_MOVES_MAX];
        unsigned n = tilts_of(k, s, tilts);
        meet(k, s);
        for (unsigned i = 0; i < n; i++) {
            uint32_t to = s / k->orientations * k->orientations + tilts[i].to;
            if (to / 3 == s / 3)
                k->at[s].child[i] = to;
        }
    }
}

void mw_knowledge_learn(knowledge *k, uint32_t from, unsigned move, uint32_t to)
{
    k->at[from].child[move] = to;
    mw_knowledge_see(k, to);
}

uint32_t mw_knowledge_predict(knowledge *k, uint32_t state, unsigned move)
{
    uint32_t *guess = &k->at[state].guess[move];
    if (*guess == UNKNOWN) {
        mw_tilt tilts[MARBLE_MOVES_MAX];
        tilts_of(k, state, tilts);
        uint32_t cell = k->prediction(k->maze, state / k->orientations, state % k->orientations,
                                      tilts[move].to, k->physics);
        *guess = cell * k->orientations + tilts[move].to;
    }
    return *guess;
}

// ---- ways through the graph of what is known

void mw_knowledge_search(knowledge *k, uint32_t from)
{
    k->search++;
    k->head = k->tail = 0;
    mw_knowledge_reach(k, UNKNOWN, 0, from);
}

bool mw_knowledge_reach(knowledge *k, uint32_t from, unsigned move, uint32_t to)
{
    knowledge_state *s = &k->at[to];
    if (s->met == k->search)
        return false;
    s->met = k->search;
    s->before = from;
    s->by = (uint8_t)move;
    k->queue[k->tail++] = to;
    return true;
}

unsigned mw_knowledge_retrace(const knowledge *k, uint32_t to, uint8_t *moves, uint32_t *states)
{
    unsigned n = 0;
    for (uint32_t s = to; k->at[s].before != UNKNOWN; s = k->at[s].before)
        n++;
    unsigned at = n;
    for (uint32_t s = to; k->at[s].before != UNKNOWN; s = k->at[s].before) {
        moves[--at] = k->at[s].by;
        if (states)
            states[at] = s;
    }
    return n;
}

// The moves to a state, and one more.
static unsigned retrace_and(const knowledge *k, uint32_t to, unsigned last, uint8_t *moves)
{
    unsigned n = mw_knowledge_retrace(k, to, moves, NULL);
    moves[n] = (uint8_t)last;
    return n + 1;
}

// ---- what an unknown state is worth; small is good

typedef uint32_t worth(knowledge *, uint32_t state, unsigned move);

static uint32_t parents_worth(knowledge *k, uint32_t state, unsigned move)
{
    (void)move;
    return k->path[state / k->orientations];
}

static uint32_t next_worth(knowledge *k, uint32_t state, unsigned move)
{
    mw_tilt tilts[MARBLE_MOVES_MAX];
    tilts_of(k, state, tilts);
    return k->path[mw_marble_next(k->maze, state / k->orientations, state % k->orientations,
                                  tilts[move].to)];
}

static uint32_t predicted_worth(knowledge *k, uint32_t state, unsigned move)
{
    return k->path[mw_knowledge_predict(k, state, move) / k->orientations];
}

// ---- the agents' choices

// Searches known states breadth first for moves whose result is unknown. Takes the best of these,
// and of equals the nearest.
static unsigned nearest_best(knowledge *k, uint32_t from, worth *value, uint8_t *moves)
{
    uint32_t best = UNKNOWN, best_state = UNKNOWN;
    unsigned best_move = 0;
    mw_knowledge_search(k, from);
    while (k->head < k->tail) {
        uint32_t s = k->queue[k->head++];
        mw_tilt tilts[MARBLE_MOVES_MAX];
        unsigned n = tilts_of(k, s, tilts);
        for (unsigned i = 0; i < n; i++) {
            uint32_t to = k->at[s].child[i];
            if (to != UNKNOWN) {
                mw_knowledge_reach(k, s, i, to);
                continue;
            }
            uint32_t v = value ? value(k, s, i) : 0;
            if (best_state == UNKNOWN || v < best) {
                best = v;
                best_state = s;
                best_move = i;
            }
        }
    }
    return best_state == UNKNOWN ? 0 : retrace_and(k, best_state, best_move, moves);
}

// Searches depth first, until the result of a move is unknown.
static unsigned deepest(knowledge *k, uint32_t from, uint8_t *moves)
{
    mw_tilt tilts[MARBLE_MOVES_MAX];
    uint32_t depth = 0;
    mw_knowledge_search(k, from); // its queue is a stack of states;
    moves[0] = 0;                 // moves[] has the move that is being tried in each
    for (;;) {
        uint32_t s = k->queue[depth];
        if (moves[depth] == tilts_of(k, s, tilts)) {
            if (!depth)
                return 0;
            moves[--depth]++;
            continue;
        }
        uint32_t to = k->at[s].child[moves[depth]];
        if (to == UNKNOWN)
            return depth + 1;
        k->tail = depth + 1;
        if (mw_knowledge_reach(k, s, moves[depth], to))
            moves[++depth] = 0;
        else
            moves[depth]++;
    }
}

// A whole way to the target. Where the result of a move is unknown, the prediction counts. If there
// is no such way: the unknown state whose predicted cell is nearest.
static unsigned whole_way(knowledge *k, uint32_t from, uint8_t *moves)
{
    uint32_t target = mw_marble_target(k->maze);
    mw_knowledge_search(k, from);
    while (k->head < k->tail) {
        uint32_t s = k->queue[k->head++];
        mw_tilt tilts[MARBLE_MOVES_MAX];
        unsigned n = tilts_of(k, s, tilts);
        for (unsigned i = 0; i < n; i++) {
            uint32_t to = k->at[s].child[i];
            if (to == UNKNOWN)
                to = mw_knowledge_predict(k, s, i);
            if (to / k->orientations == target)
                return retrace_and(k, s, i, moves);
            mw_knowledge_reach(k, s, i, to);
        }
    }
    return nearest_best(k, from, predicted_worth, moves);
}

const mw_marble_agent *mw_marble_agents(void)
{
    static const mw_marble_agent agents[] = {
        [DEPTH_FIRST] = {"depth-first", "any unknown state, however far"},
        [BREADTH_FIRST] = {"breadth-first", "the nearest unknown state"},
        [HEURISTIC] = {"heuristic", "the unknown state whose parent is nearest to the target"},
        [IMPROVED_HEURISTIC] = {"improved-heuristic", "the one whose next cell is nearest"},
        [SINGLE_MOVE] = {"single-move", "the one whose predicted cell is nearest"},
        [COMPLETE] = {"complete", "a whole way over predicted states; else as single-move"},
        [SIMULATE_AHEAD] = {"simulate-ahead",
                            "a whole way over states tried out in a copy of the world"},
        {0},
    };
    return agents;
}

unsigned mw_knowledge_choose(knowledge *k, agent who, uint32_t state, uint8_t *moves)
{
    static worth *const worths[] = {[BREADTH_FIRST] = NULL, // all are worth the same
                                    [HEURISTIC] = parents_worth,
                                    [IMPROVED_HEURISTIC] = next_worth,
                                    [SINGLE_MOVE] = predicted_worth};
    return who == DEPTH_FIRST ? deepest(k, state, moves)
           : who == COMPLETE  ? whole_way(k, state, moves)
                              : nearest_best(k, state, worths[who], moves);
}
