// measures.c: what Nihalani et al. (2010) count: along the shortest solution, how much the Minotaur
// moves, how often and how long he is stuck; and in the whole maze, the moves that lose.
#include "kinds/theseus/theseus.h"

#include "mazewright/mazewright.h"

#include <math.h>
#include <stdlib.h>

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
            bool walled;
            uint32_t to = mw_theseus_half_step(b, minotaur, theseus, turn, &walled);
            moved += to != minotaur;
            t.blocks_faced += walled;
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
                                          : MW_STARVED;                                            \
    }

MEASURE(moves, length)
MEASURE(enemy_moves, t.enemy_moves)
MEASURE(standing, t.standing)
MEASURE(traps, t.traps)
MEASURE(blocks_faced, t.blocks_faced)

static double false_paths(const mw_maze *m, const mw_graph *g)
{
    (void)m;
    uint64_t n = 0;
    for (uint64_t i = 0; i < g->reachable_edges; i++)
        n += g->arcs[i].status == MW_LOST;
    return (double)n;
}

const mw_measure mw_theseus_measures[] = {
    {.name = "moves", .about = "a1: turns of the shortest solution, waits included", .eval = moves},
    {.name = "enemy_moves",
     .about = "a2: half-steps that move the Minotaur along it",
     .eval = enemy_moves},
    {.name = "static", .about = "a3: turns in which he does not move", .eval = standing},
    {.name = "traps", .about = "a4: times he is trapped: runs of such turns", .eval = traps},
    {.name = "blocks_faced",
     .about = "half-steps whose wanted direction is walled",
     .eval = blocks_faced},
    {.name = "false_paths",
     .about = "a5: losing moves over all reachable states",
     .eval = false_paths},
    {0},
};
