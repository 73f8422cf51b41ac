// measures.c: what Nihalani et al. (2010) count: along the shortest solution, how much the Minotaur
// moves, how often and how long he is stuck; and in the whole maze, the moves that lose. And
// whether moving blocks are needed or only decorate the maze.
#include "kinds/theseus/theseus.h"

#include "mazewright/mazewright.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

tally mw_theseus_tally(const board *b, const mw_state *path, uint32_t count)
{
    tally t = {0};
    bool stuck = false;
    for (uint32_t i = 0; i + 1 < count; i++) {
        uint32_t minotaur = mw_theseus_minotaur(&path[i]), theseus = mw_theseus_place(&path[i + 1]);
        uint32_t turn = mw_theseus_turn(&path[i + 1]), moved = 0;
        if (i + 2 == count && !b->win_after) // the win comes before his answer
            break;
        if (minotaur == NOWHERE || mw_theseus_minotaur(&path[i + 1]) == NOWHERE)
            continue;
        for (unsigned half = 0; half < 2; half++) {
            barrier barred;
            uint32_t to = mw_theseus_half_step(b, minotaur, theseus, turn, &barred);
            moved += to != minotaur;
            t.blocks_faced += barred != NOTHING;
            t.stopped_by_blocks += barred == A_BLOCK;
            minotaur = to;
        }
        t.enemy_moves += moved;
        t.standing += !moved;
        t.traps += !moved && !stuck;
        stuck = !moved;
    }
    return t;
}

static bool tally_of(const mw_graph *g, uint32_t *length, tally *t)
{
    uint32_t *ids, count = mw_graph_solution(g, &ids);
    mw_state *path = count ? malloc(count * sizeof *path) : NULL;
    bool known = path;
    if (known) {
        for (uint32_t i = 0; i < count; i++)
            mw_graph_state(g, ids[i], &path[i]);
        *t = mw_theseus_tally(mw_theseus_board(g->maze), path, count);
        *length = count - 1;
    }
    free(path);
    free(ids);
    return known;
}

#define MEASURE(name, value)                                                                       \
    static double name(const mw_maze *m, const mw_graph *g)                                        \
    {                                                                                              \
        (void)m;                                                                                   \
        uint32_t length;                                                                           \
        tally t;                                                                                   \
        return g->distance[0] == MW_FAR   ? (double)NAN                                            \
               : tally_of(g, &length, &t) ? (value)                                                \
                                          : MW_NO_MEMORY;                                          \
    }

MEASURE(moves, length)
MEASURE(enemy_moves, t.enemy_moves)
MEASURE(standing, t.standing)
MEASURE(traps, t.traps)
MEASURE(blocks_faced, t.blocks_faced)
MEASURE(all_stopped_by_blocks, t.stopped_by_blocks)

static double false_paths(const mw_maze *m, const mw_graph *g)
{
    (void)m;
    uint64_t n = 0;
    for (uint64_t i = 0; i < g->reachable_edges; i++)
        n += g->arcs[i].status == MW_LOST;
    return (double)n;
}

// ---- moving blocks; NaN where there are none

static double stopped_by_blocks(const mw_maze *m, const mw_graph *g)
{
    return mw_theseus_board(m)->block_count ? all_stopped_by_blocks(m, g) : (double)NAN;
}

// The fewest moves of a win in which no block crushes the Minotaur; MW_FAR: there is none.
// False: out of memory.
static bool length_uncrushed(const mw_graph *g, uint32_t *length)
{
    uint32_t *depth = malloc(2 * (size_t)g->reachable * sizeof *depth), head = 0, tail = 1;
    if (!depth)
        return false;
    uint32_t *queue = depth + g->reachable;
    memset(depth, 0xff, g->reachable * sizeof *depth);
    *length = MW_FAR;
    queue[0] = depth[0] = 0;
    while (head < tail && *length == MW_FAR) {
        uint32_t s = queue[head++];
        if (g->status[s] == MW_SOLVED)
            *length = depth[s];
        for (uint32_t i = g->first[s]; i < g->first[s + 1]; i++) {
            uint32_t to = g->arcs[i].to;
            mw_state state;
            if (to == MW_FAR || depth[to] != MW_FAR)
                continue;
            mw_graph_state(g, to, &state);
            depth[to] = depth[s] + 1;
            if (mw_theseus_minotaur(&state) != NOWHERE)
                queue[tail++] = to;
        }
    }
    free(depth);
    return true;
}

static double crush_needed(const mw_maze *m, const mw_graph *g)
{
    uint32_t length;
    if (!mw_theseus_board(m)->block_count)
        return (double)NAN;
    if (g->distance[0] == MW_FAR)
        return 0;
    if (!length_uncrushed(g, &length))
        return MW_NO_MEMORY;
    return length == g->distance[0] ? 0 : length == MW_FAR ? 2 : 1;
}

// The length of another maze, in the memory that the graph leaves; 0: it has no solution.
static double length_within(const mw_maze *m, const mw_graph *g)
{
    const mw_fast *fast = &mw_theseus_fast;
    uint64_t left = !g->most ? 0 : g->most > g->held ? g->most - g->held : 1;
    mw_evaluation e;
    if ((!left || fast->bytes(m) <= left) && fast->evaluate(m, false, &e))
        return e.length == MW_FAR ? 0 : e.length;
    // A search ends at the solution; the whole graph of a large board would need gigabytes.
    const mw_search_options options = {
        .size = sizeof options, .algorithm = "bfs", .limits.bytes = left};
    mw_result r;
    if (!mw_search(m, &options, &r, NULL))
        return MW_NO_MEMORY;
    double length = r.outcome == MW_OUTCOME_LIMIT ? MW_NO_MEMORY : r.moves;
    mw_result_free(&r);
    return length;
}

// The length of the maze without `count` of its blocks from number `first` on.
static double length_without(const mw_maze *m, const mw_graph *g, unsigned first, unsigned count)
{
    layout l;
    mw_theseus_layout(m, &l);
    l.block_count = (uint8_t)(l.block_count - count);
    for (unsigned i = first; i < l.block_count; i++)
        l.blocks[i] = l.blocks[i + count];
    mw_maze *less = mw_theseus_make(m->kind, &l);
    double length = less ? length_within(less, g) : MW_NO_MEMORY;
    mw_maze_free(less);
    return length;
}

static double needed_blocks(const mw_maze *m, const mw_graph *g)
{
    unsigned count = mw_theseus_board(m)->block_count, needed = 0;
    if (!count)
        return (double)NAN;
    for (unsigned i = 0; i < count && g->distance[0] != MW_FAR; i++) {
        double length = length_without(m, g, i, 1);
        if (length == MW_NO_MEMORY)
            return length;
        needed += length != g->distance[0];
    }
    return needed;
}

static double length_without_blocks(const mw_maze *m, const mw_graph *g)
{
    unsigned count = mw_theseus_board(m)->block_count;
    return count ? length_without(m, g, 0, count) : (double)NAN;
}

const mw_measure mw_theseus_measures[] = {
    {.name = "moves", .about = "a1: turns of the shortest solution, waits included", .eval = moves},
    {.name = "enemy_moves",
     .about = "a2: half-steps that move the Minotaur along it",
     .eval = enemy_moves},
    {.name = "static", .about = "a3: turns in which he does not move", .eval = standing},
    {.name = "traps", .about = "a4: times he is trapped: runs of such turns", .eval = traps},
    {.name = "blocks_faced",
     .about = "half-steps whose wanted direction a wall or a moving block bars",
     .eval = blocks_faced},
    {.name = "false_paths",
     .about = "a5: losing moves over all reachable states",
     .eval = false_paths},
    {.name = "stopped_by_blocks",
     .about = "of blocks_faced, those that a moving block bars",
     .eval = stopped_by_blocks},
    {.name = "crush_needed",
     .about = "2 if a block must crush the Minotaur, 1 if it takes longer otherwise, else 0",
     .eval = crush_needed},
    {.name = "needed_blocks",
     .about = "moving blocks without which the solution is shorter, longer, or none",
     .eval = needed_blocks},
    {.name = "length_without_blocks",
     .about = "length if there were no moving blocks; 0 if there is no solution then",
     .eval = length_without_blocks},
    {0},
};
